"""Misreadings of the six monsters: their hearts, and what each does with power symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import (
    atoms,
    conditions,
    hits,
    linker,
    monsters,
    noise,
    powers,
    pulls,
    resolve,
    words,
)
from oracle.duel.binding import EFFECTS, WORDS, Condition
from oracle.duel.gains import gain_energy
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.paths import FAME, PLACES
from oracle.duel.table import CLAW, FACES, LEFT, NOISE, POWER, SPENT, TOKENS, rival
from oracle.kernel.flow import only_if
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import ADDED, DICE, NONE, SOURCE, TO_FACE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "monsters")

Act = Callable[[Duel, State, Frame], None]


def doing(change: Changes, word: str, act: Act, *, plus: bool = False) -> None:
    """Let a word on the board of a monster do something else, in its line with a plus or not."""
    bind = EFFECTS[word]

    def bind_otherwise(link: Linker, call: Call) -> list[Any]:
        if link.kind == linker.MONSTER and link.plus == plus:
            return [act]
        return bind(link, call)

    change.put(EFFECTS, word, bind_otherwise)


# --- hearts --------------------------------------------------------------------------------------


@AS_IF("same-hearts", "every board showed 15 hearts", "kd.monster.hearts", "kd.heart.maximum")
def same_hearts(change: Changes) -> None:
    def all_alike(machine: Duel) -> None:
        machine.hearts_of = dict.fromkeys(machine.hearts_of, max(machine.hearts_of.values()))

    change.relink(all_alike)


# --- Gigazaur ------------------------------------------------------------------------------------


@AS_IF("pulls-fame-only", "Gigazaur pulled the fame marker only", "kd.monster.pull")
def pulls_fame_only(change: Changes) -> None:
    bind = EFFECTS["choose-one"]

    def bind_first(link: Linker, call: Call) -> list[Any]:
        body: Any = call["body"]
        return link.body(body[:1]) if link.kind == linker.MONSTER else bind(link, call)

    change.put(EFFECTS, "choose-one", bind_first)


@AS_IF("pulls-both", "Gigazaur pulled both markers", "kd.monster.pull")
def pulls_both(change: Changes) -> None:
    bind = EFFECTS["choose-one"]

    def bind_all(link: Linker, call: Call) -> list[Any]:
        return link.body(call["body"]) if link.kind == linker.MONSTER else bind(link, call)

    change.put(EFFECTS, "choose-one", bind_all)


@AS_IF(
    "pulls-further",
    "Gigazaur pulled a marker as many cells as it has activated its power",
    "kd.monster.pull",
)
def pulls_further(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def pull_further(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        if state.cards[cause] in machine.hearts_of:
            cells = state.registers[SPENT] // 2
        begin_pull(machine, state, seat, track, cells, cause, rules)

    change.put(words, "begin_pull", pull_further)


# --- Alienoid ------------------------------------------------------------------------------------


@AS_IF(
    "added-power-turned-round",
    "Alienoid could not add power where it can, and the reverse",
    "kd.monster.add",
)
def added_power_turned_round(change: Changes) -> None:
    change.turn_round("adds_power")


@AS_IF("adds-what-is-there", "Alienoid added only a symbol that it rolled", "kd.monster.add")
def adds_what_is_there(change: Changes) -> None:
    bind = EFFECTS["add"]

    def bind_rolled(link: Linker, call: Call) -> list[Any]:
        _, act = bind(link, call)

        def choose(machine: Duel, state: State, frame: Frame) -> None:
            last = len(FACES) if machine.adds_power else POWER
            options = [TO_FACE[face] for face in range(last) if state.registers[DICE + face]]
            ask(state, "to", frame[YOU], options, frame[SOURCE], ())

        return [choose, act]

    change.put(EFFECTS, "add", bind_rolled)


@AS_IF("added-power-is-idle", "a power symbol that Alienoid adds did not pay", "kd.monster.add")
def added_power_is_idle(change: Changes) -> None:
    payable = powers.payable

    def payable_of_dice(machine: Duel, state: State, face: int) -> int:
        return payable(machine, state, face) - state.registers[ADDED + face]

    change.swap(payable, payable_of_dice)


@AS_IF(
    "again-another",
    "the symbol that Alienoid adds for one more could be another one",
    "kd.monster.add-again",
)
def again_another(change: Changes) -> None:
    change.put(EFFECTS, "add-again", EFFECTS["add"])


@AS_IF(
    "again-and-again",
    "Alienoid could add the same symbol twice more with one activation",
    "kd.monster.add-again",
    "kd.power.plus",
)
def again_and_again(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_twice(link: Linker, call: Call) -> list[Any]:
        found = bind(link, call)
        return [*found, *bind(link, call)] if link.head == "adding" else found

    change.put(EFFECTS, "may-first", bind_twice)


def without_added(found: int, state: State, face: int) -> int:
    """A number of symbols without those that Alienoid added."""
    return max(0, found - state.registers[ADDED + face])


@AS_IF("added-not-resolved", "symbols that Alienoid adds were not resolved", "kd.monster.added")
def added_not_resolved(change: Changes) -> None:
    result_of = monsters.result_of

    def result_of_dice(machine: Duel, state: State, face: int) -> int:
        return without_added(result_of(machine, state, face), state, face)

    change.put(resolve, "result_of", result_of_dice)


@AS_IF("added-not-seen", "cards did not see symbols that Alienoid adds", "kd.monster.added")
def added_not_seen(change: Changes) -> None:
    roll_of = monsters.roll_of

    def roll_of_dice(machine: Duel, state: State, face: int) -> int:
        return without_added(roll_of(machine, state, face), state, face)

    change.put(conditions, "roll_of", roll_of_dice)


# --- Space Penguin -------------------------------------------------------------------------------


@AS_IF("one-token-for-all", "all power symbols gave one dice token", "kd.monster.dice")
def one_token_for_all(change: Changes) -> None:
    def act(machine: Duel, state: State, frame: Frame) -> None:
        atoms.get_tokens(state, frame[YOU], 1, frame[SOURCE], ())
        state.registers[SPENT] = monsters.result_of(machine, state, POWER)

    doing(change, "get-tokens", act)


@AS_IF("tokens-without-limit", "Space Penguin could hold more dice tokens", "kd.monster.dice")
def tokens_without_limit(change: Changes) -> None:
    def act(machine: Duel, state: State, frame: Frame) -> None:
        state.counters[TOKENS + frame[YOU]] += 1

    doing(change, "get-tokens", act)


# --- Meka Dragon ---------------------------------------------------------------------------------


def multiplying(change: Changes, much: Callable[[Duel, State, int], int]) -> None:
    """Let Meka Dragon deal another number of hits: by the face that its claws are multiplied by."""

    def multiply(
        machine: Duel, state: State, seat: int, face: int, cause: int, rules: Rules
    ) -> None:
        for frame in reversed(state.stack):
            if frame[0] == resolve.RESOLVE_CLAWS:
                frame[resolve.HITS] = much(machine, state, face)
                return

    change.swap(resolve.multiply, multiply)


@AS_IF(
    "must-turned-round",
    "Meka Dragon had to multiply where it may, and the reverse",
    "kd.monster.multiply",
)
def must_turned_round(change: Changes) -> None:
    bind = EFFECTS["may"]

    def bind_turned_round(link: Linker, call: Call) -> list[Any]:
        if link.kind != linker.MONSTER:
            return bind(link, call)
        link.machine.must_multiply = not link.machine.must_multiply
        found = bind(link, call)
        link.machine.must_multiply = not link.machine.must_multiply
        return found

    change.put(EFFECTS, "may", bind_turned_round)


@AS_IF("power-is-added", "power symbols were added to the claws", "kd.monster.multiply")
def power_is_added(change: Changes) -> None:
    multiplying(
        change,
        lambda machine, state, face: (
            monsters.result_of(machine, state, CLAW) + monsters.result_of(machine, state, face)
        ),
    )


@AS_IF(
    "times-nothing",
    "claws without a power symbol were multiplied by nothing",
    "kd.monster.multiply",
    "kd.hit.claws",
)
def times_nothing(change: Changes) -> None:
    def always(link: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: True

    change.put(WORDS.possible, "multiply-hits", always)


@AS_IF(
    "product-of-dice",
    "symbols that cards add were not in the product",
    "kd.monster.multiply-all",
)
def product_of_dice(change: Changes) -> None:
    def of_dice(machine: Duel, state: State, face: int) -> int:
        left = [
            state.registers[DICE + each] - state.registers[LEFT + each] for each in (CLAW, face)
        ]
        return left[0] * left[1]

    multiplying(change, of_dice)


@AS_IF("product-of-all-dice", "dice left unresolved were in the product", "kd.monster.multiply-all")
def product_of_all_dice(change: Changes) -> None:
    def of_all(machine: Duel, state: State, face: int) -> int:
        found = [monsters.symbols(machine, state, each, left_out=False) for each in (CLAW, face)]
        return found[0] * found[1]

    multiplying(change, of_all)


@AS_IF(
    "dealt-in-rows",
    "the product were dealt as often as there are power symbols, claws by claws",
    "kd.monster.multiply-all",
)
def dealt_in_rows(change: Changes) -> None:
    def hit_in_rows(machine: Duel, state: State, frame: Frame) -> None:
        claws = monsters.result_of(machine, state, CLAW)
        rows = frame[resolve.HITS] // claws if claws else 0
        for _ in range(rows):
            rules = ("kd.hit.claws",)
            hits.deal(machine, state, {rival(frame[resolve.SEAT]): claws}, NONE, rules)

    change.swap(resolve.hit, hit_in_rows)


# --- Cyber Kitty ---------------------------------------------------------------------------------


def gaining(amount: int) -> Act:
    """A gain of another amount of energy."""

    def act(machine: Duel, state: State, frame: Frame) -> None:
        gain_energy(machine, state, frame[YOU], amount, frame[SOURCE], ())

    return act


@AS_IF("two-for-each", "each of the two symbols gave 2 energy", "kd.monster.energy")
def two_for_each(change: Changes) -> None:
    doing(change, "gain-energy", gaining(4))


@AS_IF("again-for-one", "the third symbol gave 1 energy", "kd.monster.energy-again")
def again_for_one(change: Changes) -> None:
    doing(change, "gain-energy", gaining(1), plus=True)


@AS_IF(
    "again-once-a-turn",
    "Cyber Kitty could have the energy of the third symbol once a turn only",
    "kd.monster.energy-again",
)
def again_once_a_turn(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_once(link: Linker, call: Call) -> list[Any]:
        found = bind(link, call)
        if link.head != "using-power":
            return found
        return only_if(lambda machine, state, frame: state.registers[SPENT] <= 2, found)

    change.put(EFFECTS, "may-first", bind_once)


# --- The King ------------------------------------------------------------------------------------


@AS_IF("places-only", "The King placed tokens but never moved one", "kd.monster.place")
def places_only(change: Changes) -> None:
    own_tokens = noise.own_tokens

    def tokens_off_board(machine: Duel, state: State, seat: int) -> list[int]:
        found = own_tokens(machine, state, seat)
        return [token for token in found if state.where[token] == NOISE]

    change.swap(own_tokens, tokens_off_board)


@AS_IF("fame-track-only", "The King placed his tokens on the fame track", "kd.monster.place")
def fame_track_only(change: Changes) -> None:
    places_for = noise.places_for

    def places_on_fame(machine: Duel, state: State, token: int) -> list[int]:
        found = places_for(machine, state, token)
        if machine.tokens[state.cards[token]].monster is None:
            return found
        return [place for place in found if PLACES[place][0] == FAME]

    change.swap(places_for, places_on_fame)


@AS_IF("both-at-once", "The King placed both of his tokens", "kd.monster.place")
def both_at_once(change: Changes) -> None:
    place_own = noise.place_own

    def place_twice(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        off = [
            each for each in noise.own_tokens(machine, state, seat) if state.where[each] == NOISE
        ]
        for token in reversed(off):
            noise.lay(state, seat, token, cause, may_stay=False)
        if not off:
            place_own(machine, state, seat, cause, rules)

    change.swap(place_own, place_twice)
