"""Misreadings of the six monsters: their hearts, and what each does with power symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import add, always, then
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ADDED, DICE, DONE, NONE, SOURCE, TO_FACE, YOU
from oracle.duel import conditions, dice, hits, king, linker, monsters, noise, power, resolve, words
from oracle.duel.binding import EFFECTS, WORDS
from oracle.duel.energy import gain_energy
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.monsters import result_of
from oracle.duel.table import CLAW, FACES, LEFT, NOISE, POWER, SPENT, TOKENS, rival
from oracle.duel.tracks import FAME, PLACES
from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "monsters")


@do.verb
def doing(change: Changes, word: str, act: Step, *, plus: bool = False) -> None:
    """Let a word on the board of a monster do something else, in its line with a plus or not."""

    @change.around(EFFECTS, word)
    def bind_otherwise(bind: Any, link: Linker, *_: Any) -> Any:
        return [act] if link.kind == linker.MONSTER and link.plus == plus else bind(link)


@do.verb
def choosing(change: Changes, bound: Callable[[Linker, Any], list[Any]]) -> None:
    """Let the board of a monster do something with what it lets it choose among."""

    @change.around(EFFECTS, "choose-one")
    def bind_otherwise(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
        on_board = link.kind == linker.MONSTER
        return bound(link, call["body"]) if on_board else bind(link, call)


# --- hearts --------------------------------------------------------------------------------------
@AS_IF("every board showed 15 hearts", "kd.monster.hearts", "kd.heart.maximum")
@do.relink
def same_hearts(machine: Duel) -> None:
    machine.hearts_of = dict.fromkeys(machine.hearts_of, max(machine.hearts_of.values()))


# --- Gigazaur ------------------------------------------------------------------------------------
@AS_IF("Gigazaur pulled a marker as many cells as it has activated its power", "kd.monster.pull")
@do.around(words, "begin_pull")
def pulls_further(pull: Any, machine: Duel, state: State, cells: int, cause: int) -> None:
    by_board = state.cards[cause] in machine.hearts_of
    pull(cells=state.registers[SPENT] // 2 if by_board else cells)


AS_IF("Gigazaur pulled the fame marker only", "kd.monster.pull").so(
    "pulls-fame-only", choosing(lambda link, body: link.body(body[:1]))
)
AS_IF("Gigazaur pulled both markers", "kd.monster.pull").so(
    "pulls-both", choosing(lambda link, body: link.body(body))
)


# --- Alienoid ------------------------------------------------------------------------------------
@AS_IF("Alienoid added only a symbol that it rolled", "kd.monster.add")
@do.result(EFFECTS, "add")
def adds_what_is_there(bound: list[Any]) -> list[Any]:
    def choose(machine: Duel, state: State, frame: Frame) -> None:
        last = len(FACES) if machine.adds_power else POWER
        options = [TO_FACE[face] for face in range(last) if state.registers[DICE + face]]
        ask(state, "to", frame[YOU], options, frame[SOURCE], ())

    return [choose, *bound[1:]]


@AS_IF(
    "Alienoid could add the same symbol twice more with one activation",
    "kd.monster.add-again",
    "kd.power.plus",
)
@do.around(EFFECTS, "may-first")
def again_and_again(bind: Any, linker: Linker) -> Any:
    return [*bind(), *(bind() if linker.head == "adding" else ())]


def without_added(found: int, state: State, face: int) -> int:
    """A number of symbols without those that Alienoid added."""
    return max(0, found - state.registers[ADDED + face])


@AS_IF(
    "Alienoid added a symbol once again only if one of its dice shows it", "kd.monster.add-again"
)
@do.result(EFFECTS, "add-again")
def again_only_if_rolled(bound: list[Any]) -> list[Any]:
    def add_if_rolled(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[DICE + frame[DONE]]:
            bound[0](machine, state, frame)

    return [add_if_rolled]


AS_IF("Alienoid could not add power where it can, and the reverse", "kd.monster.add").so(
    "added-power-turned-round", do.turn_round("adds_power")
)
AS_IF("a power symbol that Alienoid adds did not pay", "kd.monster.add").so(
    "added-power-is-idle",
    do.result(power.payable)(lambda found, state, face: found - state.registers[ADDED + face]),
)
AS_IF("the symbol that Alienoid adds for one more could be another one", "kd.monster.add-again").so(
    "again-another", do.put(EFFECTS, "add-again", EFFECTS["add"])
)
AS_IF("symbols that Alienoid adds were not resolved", "kd.monster.added").so(
    "added-not-resolved", do.result(resolve, "result_of")(without_added)
)
AS_IF("cards did not see symbols that Alienoid adds", "kd.monster.added").so(
    "added-not-seen", do.result(conditions, "roll_of")(without_added)
)
AS_IF(
    "the symbol that Alienoid adds once again were not resolved",
    "kd.monster.add-again",
    "kd.monster.added",
).so(
    "again-not-resolved",
    then("add-again", lambda duel, state, frame: add(state.registers, LEFT + frame[DONE], 1)),
)
AS_IF("cards saw only the first of the same symbols that Alienoid adds", "kd.monster.added").so(
    "again-not-seen",
    do.result(conditions, "roll_of")(
        lambda found, state, face: found - max(0, state.registers[ADDED + face] - 1)
    ),
)


# --- Space Penguin -------------------------------------------------------------------------------
@AS_IF("all power symbols gave one dice token", "kd.monster.dice")
@partial(doing, "get-tokens")
def one_token_for_all(machine: Duel, state: State, frame: Frame) -> None:
    dice.get_tokens(state, frame[YOU], 1, frame[SOURCE], ())
    state.registers[SPENT] = result_of(machine, state, POWER)


AS_IF("Space Penguin could hold more dice tokens", "kd.monster.dice").so(
    "tokens-without-limit",
    doing("get-tokens", lambda duel, state, frame: add(state.counters, TOKENS + frame[YOU], 1)),
)


# --- Meka Dragon ---------------------------------------------------------------------------------
@do.verb
def multiplying(change: Changes, much: Callable[[Duel, State, int], int]) -> None:
    """Let Meka Dragon deal another number of hits: by the face that its claws are multiplied by."""

    @change.instead(resolve.multiply)
    def multiply(machine: Duel, state: State, face: int) -> None:
        claws = [each for each in state.stack if each[0] == resolve.RESOLVE_CLAWS]
        claws[-1][resolve.HITS] = much(machine, state, face)


@AS_IF("Meka Dragon had to multiply where it may, and the reverse", "kd.monster.multiply")
@do.around(EFFECTS, "may")
def must_turned_round(bind: Any, link: Linker, *_: Any) -> Any:
    if link.kind != linker.MONSTER:
        return bind(link)
    link.machine.must_multiply = not link.machine.must_multiply
    found = bind(link)
    link.machine.must_multiply = not link.machine.must_multiply
    return found


@AS_IF("symbols that cards add were not in the product", "kd.monster.multiply-all")
@multiplying
def product_of_dice(machine: Duel, state: State, face: int) -> int:
    left = [state.registers[DICE + each] - state.registers[LEFT + each] for each in (CLAW, face)]
    return left[0] * left[1]


@AS_IF("dice left unresolved were in the product", "kd.monster.multiply-all")
@multiplying
def product_of_all_dice(machine: Duel, state: State, face: int) -> int:
    found = [monsters.symbols(machine, state, each, left_out=False) for each in (CLAW, face)]
    return found[0] * found[1]


@AS_IF(
    "the product were dealt as often as there are power symbols, claws by claws",
    "kd.monster.multiply-all",
)
@do.instead(resolve.hit)
def dealt_in_rows(machine: Duel, state: State, frame: Frame) -> None:
    claws, other = result_of(machine, state, CLAW), rival(frame[resolve.SEAT])
    for _ in range(frame[resolve.HITS] // claws if claws else 0):
        hits.deal(machine, state, {other: claws}, NONE, ("kd.hit.claws",))


AS_IF("power symbols were added to the claws", "kd.monster.multiply").so(
    "power-is-added",
    multiplying(lambda duel, state, face: sum(result_of(duel, state, f) for f in (CLAW, face))),
)
AS_IF(
    "claws without a power symbol were multiplied by nothing", "kd.monster.multiply", "kd.hit.claws"
).so("times-nothing", do.instead(WORDS.possible, "multiply-hits")(lambda: always))


# --- Cyber Kitty ---------------------------------------------------------------------------------
def gaining(amount: int) -> Step:
    """A gain of another amount of energy."""
    return lambda machine, state, frame: gain_energy(
        machine, state, frame[YOU], amount, frame[SOURCE], ()
    )


@AS_IF(
    "Cyber Kitty could have the energy of the third symbol once a turn only",
    "kd.monster.energy-again",
)
@do.result(EFFECTS, "may-first")
def again_once_a_turn(found: list[Any], linker: Linker) -> list[Any]:
    first = only_if(lambda machine, state, frame: state.registers[SPENT] <= 2, found)
    return first if linker.head == "using-power" else found


AS_IF("each of the two symbols gave 2 energy", "kd.monster.energy").so(
    "two-for-each", doing("gain-energy", gaining(4))
)
AS_IF("the third symbol gave 1 energy", "kd.monster.energy-again").so(
    "again-for-one", doing("gain-energy", gaining(1), plus=True)
)


# --- The King ------------------------------------------------------------------------------------
@AS_IF("The King placed tokens but never moved one", "kd.monster.place")
@do.result(king.own_tokens)
def places_only(found: list[int], state: State) -> list[int]:
    return [token for token in found if state.where[token] == NOISE]


@AS_IF("The King placed his tokens on the fame track", "kd.monster.place")
@do.result(noise.places_for)
def fame_track_only(found: list[int], machine: Duel, state: State, token: int) -> list[int]:
    its = machine.tokens[state.cards[token]].monster is None
    return [place for place in found if its or PLACES[place][0] == FAME]


@AS_IF("The King placed both of his tokens", "kd.monster.place")
@do.around(king.place_own)
def both_at_once(place_own: Any, machine: Duel, state: State, seat: int, cause: int) -> None:
    off = [each for each in king.own_tokens(machine, state, seat) if state.where[each] == NOISE]
    for token in reversed(off):
        noise.lay(state, seat, token, cause, may_stay=False)
    if not off:
        place_own()
