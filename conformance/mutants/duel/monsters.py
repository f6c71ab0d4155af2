"""Misreadings of the six monsters: their hearts, and what each does with power symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ADDED, DICE, NONE, SOURCE, TO_FACE, YOU
from oracle.duel import (
    conditions,
    dice,
    hits,
    king,
    linker,
    monsters,
    noise,
    power,
    pull,
    resolve,
    words,
)
from oracle.duel.binding import EFFECTS, WORDS, Condition
from oracle.duel.energy import gain_energy
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.table import CLAW, FACES, LEFT, NOISE, POWER, SPENT, TOKENS, rival
from oracle.duel.tracks import FAME, PLACES
from oracle.kernel.flow import only_if
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "monsters")

Act = Callable[[Duel, State, Frame], None]


@do.verb
def doing(change: Changes, word: str, act: Act, *, plus: bool = False) -> None:
    """Let a word on the board of a monster do something else, in its line with a plus or not."""

    @change.around(EFFECTS, word)
    def bind_otherwise(bind: Any, link: Linker, *_: Any) -> Any:
        if link.kind == linker.MONSTER and link.plus == plus:
            return [act]
        return bind(link)


# --- hearts --------------------------------------------------------------------------------------


@AS_IF("every board showed 15 hearts", "kd.monster.hearts", "kd.heart.maximum")
@do.relink
def same_hearts(machine: Duel) -> None:
    machine.hearts_of = dict.fromkeys(machine.hearts_of, max(machine.hearts_of.values()))


# --- Gigazaur ------------------------------------------------------------------------------------


@AS_IF("Gigazaur pulled the fame marker only", "kd.monster.pull")
@do.around(EFFECTS, "choose-one")
def pulls_fame_only(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
    body: Any = call["body"]
    return link.body(body[:1]) if link.kind == linker.MONSTER else bind(link, call)


@AS_IF("Gigazaur pulled both markers", "kd.monster.pull")
@do.around(EFFECTS, "choose-one")
def pulls_both(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
    return link.body(call["body"]) if link.kind == linker.MONSTER else bind(link, call)


@AS_IF("Gigazaur pulled a marker as many cells as it has activated its power", "kd.monster.pull")
@do.instead(words, "begin_pull")
def pulls_further(
    machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
) -> None:
    if state.cards[cause] in machine.hearts_of:
        cells = state.registers[SPENT] // 2
    pull.begin_pull(machine, state, seat, track, cells, cause, rules)


# --- Alienoid ------------------------------------------------------------------------------------


AS_IF("Alienoid could not add power where it can, and the reverse", "kd.monster.add").so(
    "added-power-turned-round", do.turn_round("adds_power")
)


@AS_IF("Alienoid added only a symbol that it rolled", "kd.monster.add")
@do.around(EFFECTS, "add")
def adds_what_is_there(bind: Any) -> Any:
    _, act = bind()

    def choose(machine: Duel, state: State, frame: Frame) -> None:
        last = len(FACES) if machine.adds_power else POWER
        options = [TO_FACE[face] for face in range(last) if state.registers[DICE + face]]
        ask(state, "to", frame[YOU], options, -1, -1, frame[SOURCE], ())

    return [choose, act]


@AS_IF("a power symbol that Alienoid adds did not pay", "kd.monster.add")
@do.around(power.payable)
def added_power_is_idle(payable: Any, state: State, face: int) -> Any:
    return payable() - state.registers[ADDED + face]


AS_IF("the symbol that Alienoid adds for one more could be another one", "kd.monster.add-again").so(
    "again-another", do.put(EFFECTS, "add-again", EFFECTS["add"])
)


@AS_IF(
    "Alienoid could add the same symbol twice more with one activation",
    "kd.monster.add-again",
    "kd.power.plus",
)
@do.around(EFFECTS, "may-first")
def again_and_again(bind: Any, linker: Linker) -> Any:
    found = bind()
    return [*found, *bind()] if linker.head == "adding" else found


def without_added(found: int, state: State, face: int) -> int:
    """A number of symbols without those that Alienoid added."""
    return max(0, found - state.registers[ADDED + face])


@AS_IF("symbols that Alienoid adds were not resolved", "kd.monster.added")
@do.instead(resolve, "result_of")
def added_not_resolved(machine: Duel, state: State, face: int) -> int:
    return without_added(monsters.result_of(machine, state, face), state, face)


@AS_IF("cards did not see symbols that Alienoid adds", "kd.monster.added")
@do.instead(conditions, "roll_of")
def added_not_seen(machine: Duel, state: State, face: int) -> int:
    return without_added(monsters.roll_of(machine, state, face), state, face)


# --- Space Penguin -------------------------------------------------------------------------------


@AS_IF("all power symbols gave one dice token", "kd.monster.dice")
@partial(doing, "get-tokens")
def one_token_for_all(machine: Duel, state: State, frame: Frame) -> None:
    dice.get_tokens(state, frame[YOU], 1, frame[SOURCE], ())
    state.registers[SPENT] = monsters.result_of(machine, state, POWER)


@AS_IF("Space Penguin could hold more dice tokens", "kd.monster.dice")
@partial(doing, "get-tokens")
def tokens_without_limit(machine: Duel, state: State, frame: Frame) -> None:
    state.counters[TOKENS + frame[YOU]] += 1


# --- Meka Dragon ---------------------------------------------------------------------------------


@do.verb
def multiplying(change: Changes, much: Callable[[Duel, State, int], int]) -> None:
    """Let Meka Dragon deal another number of hits: by the face that its claws are multiplied by."""

    @change.instead(resolve.multiply)
    def multiply(machine: Duel, state: State, face: int) -> None:
        for frame in reversed(state.stack):
            if frame[0] == resolve.RESOLVE_CLAWS:
                frame[resolve.HITS] = much(machine, state, face)
                return


@AS_IF("Meka Dragon had to multiply where it may, and the reverse", "kd.monster.multiply")
@do.around(EFFECTS, "may")
def must_turned_round(bind: Any, link: Linker, *_: Any) -> Any:
    if link.kind != linker.MONSTER:
        return bind(link)
    link.machine.must_multiply = not link.machine.must_multiply
    found = bind(link)
    link.machine.must_multiply = not link.machine.must_multiply
    return found


AS_IF("power symbols were added to the claws", "kd.monster.multiply").so(
    "power-is-added",
    multiplying(
        lambda machine, state, face: (
            monsters.result_of(machine, state, CLAW) + monsters.result_of(machine, state, face)
        )
    ),
)


@AS_IF(
    "claws without a power symbol were multiplied by nothing", "kd.monster.multiply", "kd.hit.claws"
)
@do.instead(WORDS.possible, "multiply-hits")
def times_nothing() -> Condition:
    return lambda machine, state, source, you, context: True


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
    claws = monsters.result_of(machine, state, CLAW)
    rows = frame[resolve.HITS] // claws if claws else 0
    for _ in range(rows):
        rules = ("kd.hit.claws",)
        hits.deal(machine, state, {rival(frame[resolve.SEAT]): claws}, NONE, rules)


# --- Cyber Kitty ---------------------------------------------------------------------------------


def gaining(amount: int) -> Act:
    """A gain of another amount of energy."""

    def act(machine: Duel, state: State, frame: Frame) -> None:
        gain_energy(machine, state, frame[YOU], amount, frame[SOURCE], ())

    return act


AS_IF("each of the two symbols gave 2 energy", "kd.monster.energy").so(
    "two-for-each", doing("gain-energy", gaining(4))
)
AS_IF("the third symbol gave 1 energy", "kd.monster.energy-again").so(
    "again-for-one", doing("gain-energy", gaining(1), plus=True)
)


@AS_IF(
    "Cyber Kitty could have the energy of the third symbol once a turn only",
    "kd.monster.energy-again",
)
@do.result(EFFECTS, "may-first")
def again_once_a_turn(found: list[Any], linker: Linker) -> list[Any]:
    if linker.head != "using-power":
        return found
    return only_if(lambda machine, state, frame: state.registers[SPENT] <= 2, found)


# --- The King ------------------------------------------------------------------------------------


@AS_IF("The King placed tokens but never moved one", "kd.monster.place")
@do.result(king.own_tokens)
def places_only(found: list[int], state: State) -> list[int]:
    return [token for token in found if state.where[token] == NOISE]


@AS_IF("The King placed his tokens on the fame track", "kd.monster.place")
@do.result(noise.places_for)
def fame_track_only(found: list[int], machine: Duel, state: State, token: int) -> list[int]:
    if machine.tokens[state.cards[token]].monster is None:
        return found
    return [place for place in found if PLACES[place][0] == FAME]


@AS_IF("The King placed both of his tokens", "kd.monster.place")
@do.around(king.place_own)
def both_at_once(place_own: Any, machine: Duel, state: State, seat: int, cause: int) -> None:
    off = [each for each in king.own_tokens(machine, state, seat) if state.where[each] == NOISE]
    for token in reversed(off):
        noise.lay(state, seat, token, cause, may_stay=False)
    if not off:
        place_own()
