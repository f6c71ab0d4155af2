"""Misreadings of borrowed phases: entering and buying in them, and how the roller goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.borrowed import (
    AS_IF,
    Act,
    before_resolving,
    energy_of,
    is_taker,
    phases,
    remembered,
    remembering,
)
from conformance.mutants.tokyo.mindbug import THIS_GAME, after_taking, forget, is_noted, note
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    borrowed,
    buy,
    end,
    mindbug,
    moments,
    monsters,
    roll,
    stars,
    tokyo,
    turn,
    victory,
)
from oracle.tokyo import energy as energy_of_tokyo
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, NONE, PROCEDURES, REROLLS, STARS_TO_WIN, SWEEP

TURN_STEPS = PROCEDURES.steps[turn.TURNS]


@do.verb
def after_phases(change: Changes, act: Act) -> None:
    """Do something when the roller goes on; frames it begins come first."""

    @change.after(borrowed.give_back)
    def give_back_and_act(machine: Tokyo, state: State, frame: Frame) -> None:
        act(machine, state, frame[borrowed.TAKER], frame[mindbug.ROLLER])


def go_on_at(state: State, step: Callable[..., None]) -> None:
    """Let the turn go on with another step."""
    state.stack[0][1] = TURN_STEPS.index(step)


# --- entering and buying -----------------------------------------------------------------------


@AS_IF("a mindbugger never entered Tokyo", "kt.borrowed.enter")
@do.instead(borrowed.enter)
def no_entering() -> None:
    return


@AS_IF("the roller entered for the mindbugger", "kt.borrowed.enter")
@do.instead(borrowed.enter)
def roller_enters(state: State, frame: Frame) -> None:
    tokyo.begin_enter(state, frame[mindbug.ROLLER])


@AS_IF("a mindbugger gained no star for entering", "kt.borrowed.enter")
@do.around(tokyo.come_in)
def no_star(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[tokyo.SEAT]
    had = state.counters[machine.stars + seat]
    come_in()
    if is_taker(state, seat):
        state.counters[machine.stars + seat] = had


@AS_IF("a mindbugger could not buy", "kt.borrowed.buy")
@do.instead(borrowed.buy)
def no_buying() -> None:
    return


@AS_IF("the roller bought in the place of the mindbugger", "kt.borrowed.buy")
@do.instead(borrowed.buy)
def roller_buys(state: State, frame: Frame) -> None:
    buy.begin_buying(state, frame[mindbug.ROLLER])


@AS_IF("the mindbugger bought with the roller's energy", "kt.borrowed.buy")
def roller_pays(change: Changes) -> None:
    pay = energy_of_tokyo.pay

    @change.around(buy, "can_buy")
    def can_buy_with_it(can_buy: Any, machine: Tokyo, state: State, seat: int) -> Any:
        own, counters = machine.energy + seat, state.counters
        before = counters[own]
        if is_taker(state, seat):
            counters[own] = counters[machine.energy + state.registers[ACTIVE]]
        found = can_buy()
        counters[own] = before
        return found

    @change.instead(buy, "pay")
    def pay_with_it(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        payer = state.registers[ACTIVE] if is_taker(state, seat) else seat
        pay(machine, state, payer, amount, cause, rules)


@AS_IF("a mindbugger could not sweep the row", "kt.borrowed.buy")
@do.instead(buy, "ask")
def no_sweeping(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    if kind == "buy" and is_taker(state, seat):
        options = [option for option in options if option != SWEEP]
    ask(state, kind, seat, options, *rest)


@AS_IF("cards for its owner's buy phase did nothing in a borrowed one", "kt.borrowed.buy")
def no_wares_of_cards(change: Changes) -> None:
    @change.around(monsters.said_by)
    def said_in_own_turn(said_by: Any, state: State, word: str, seat: int) -> Any:
        if word == "can-buy" and is_taker(state, seat):
            return []
        return said_by()

    @change.around(monsters.changes_of)
    def changed_in_own_turn(changes_of: Any, state: State, word: str, seat: int) -> Any:
        if word == "modify-cost" and is_taker(state, seat):
            return []
        return changes_of()


# --- no turn of the mindbugger -----------------------------------------------------------------


@AS_IF("the borrowed phases were in a turn of the mindbugger", "kt.borrowed.not-a-turn")
def turn_of_mindbugger(change: Changes) -> None:
    def begin_turn(machine: Tokyo, state: State, seat: int, roller: int) -> None:
        state.registers[ACTIVE] = seat

    @change.before(borrowed.give_back)
    def end_turn(state: State, frame: Frame) -> None:
        state.registers[ACTIVE] = frame[mindbug.ROLLER]

    after_taking(begin_turn)(change)


def use_anew(state: State, seat: int) -> None:
    """Forget what a monster has used in this turn."""
    frame, own = state.stack[0], state.zones[AREA + seat]
    frame[turn.USED] = tuple(entry for entry in frame[turn.USED] if entry[0] not in own)


AS_IF(
    "the mindbugger could use anew what it has used once in this turn", "kt.borrowed.not-a-turn"
).so(
    "used-anew-by-mindbugger",
    after_taking(lambda machine, state, seat, roller: use_anew(state, seat)),
)


@AS_IF("the mindbugger could use what is for its own turn", "kt.borrowed.not-a-turn")
@before_resolving
def own_turn_cards(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    moments.open_window(machine, state, ("before-roll",), taker)


@AS_IF("a mindbugger in Tokyo gained the 2 stars for starting there", "kt.borrowed.no-turn-start")
@before_resolving
def tokyo_stars(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    if monsters.in_tokyo(machine, state, taker):
        stars.gain_stars(machine, state, taker, 2, NONE, turn.TOKYO)


@AS_IF("the mindbugger's effects for the start of a turn worked", "kt.borrowed.no-turn-start")
@before_resolving
def start_effects(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    moments.happen(machine, state, "turn-starts", taker, (taker, 0))


@do.verb
def ending(change: Changes, *, effects: bool, poison: bool, last: bool) -> None:
    """Let the mindbugger have part of an end phase after its purchase."""

    def finish(machine: Tokyo, state: State, frame: Frame) -> None:
        taker = frame[borrowed.TAKER]
        found = moments.at(machine, state, "turn-ends", taker)
        used = [entry for entry in found if machine.abilities[entry[1]].uses]
        first = [entry for entry in found if entry not in used]
        state.stack.append(
            [
                end.END_PHASE,
                0,
                taker,
                tuple(first) if effects else (),
                int(not poison),
                tuple(used) if last else (),
            ]
        )

    phases(borrowed.resolve, borrowed.enter, borrowed.buy, finish, borrowed.give_back)(change)


AS_IF("the mindbugger's effects for the end of a turn worked", "kt.borrowed.no-turn-end").so(
    "end-effects", ending(effects=True, poison=False, last=False)
)
AS_IF("the mindbugger's poison worked", "kt.borrowed.no-turn-end").so(
    "end-poison", ending(effects=False, poison=True, last=False)
)
AS_IF(
    "the mindbugger could activate FRENZY at the end of the borrowed phases",
    "kt.borrowed.no-turn-end",
    "kt.borrowed.phases",
).so("end-frenzy", ending(effects=False, poison=False, last=True))


@AS_IF("a mindbugger could get another turn", "kt.borrowed.no-extra-turn")
@do.around(turn.give_turn)
def extra_turn(give_turn: Any, state: State) -> None:
    actor = state.registers[ACTOR]
    state.registers[ACTOR] = state.registers[ACTIVE]
    give_turn()
    state.registers[ACTOR] = actor


@AS_IF("a mindbugger could not buy a card that gives another turn", "kt.borrowed.no-extra-turn")
@do.around(buy.can_buy)
def no_frenzy_for_sale(can_buy: Any, machine: Tokyo, state: State, card: int, seat: int) -> Any:
    bodies = [each.body for each in machine.definitions[state.cards[card]].abilities]
    gives = any(call.word == "extra-turn" for body in bodies for call in body)
    if gives and is_taker(state, seat):
        return False
    return can_buy()


# --- how the roller goes on --------------------------------------------------------------------


@AS_IF("the roller had only the rerolls left that it had", "kt.borrowed.back")
@do.around(roll.reckon)
def rerolls_left(reckon: Any, state: State, frame: Frame) -> None:
    left = state.registers[REROLLS]
    reckon()
    if frame[roll.AGAIN_IN_TURN]:
        state.registers[REROLLS] = left


AS_IF("the roller's turn were over with the borrowed phases", "kt.borrowed.back").so(
    "no-new-roll", after_phases(lambda machine, state, taker, roller: go_on_at(state, end.finish))
)


@AS_IF("the roller's dice were counted at its first roll", "kt.borrowed.back")
def dice_as_before(change: Changes) -> None:
    @change.after(roll.reckon)
    def count_once(state: State, frame: Frame) -> None:
        kept = remembered(state)
        if kept:
            frame[roll.TO_ROLL] = kept[0]
        state.stack[0][turn.ROLLED] = 1, frame[roll.TO_ROLL]

    @change.around(turn.roll)
    def begin_and_keep(begin: Any, frame: Frame) -> None:
        kept = frame[turn.ROLLED]
        begin()
        frame[turn.ROLLED] = kept or 1


@AS_IF("energy spent on a taken roll were given back", "kt.borrowed.back")
def spent_given_back(change: Changes) -> None:
    def give(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for energy in remembered(state):
            state.counters[machine.energy + roller] = energy

    remembering(roll.reckon, energy_of)(change)
    before_resolving(give)(change)


@AS_IF("what the roller activated ended with the roll that was taken", "kt.borrowed.still-active")
@after_phases
def activated_ends(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    state.lasting = [
        entry for entry in state.lasting if entry[2] != roller or machine.lasting[entry[0]].for_good
    ]


@AS_IF("the effects for the start of the turn worked again", "kt.borrowed.no-second-start")
@after_phases
def start_again(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    if state.counters[roller]:
        go_on_at(state, turn.start_effects)


@AS_IF("a roller in Tokyo gained 2 stars again with its new roll", "kt.borrowed.no-second-start")
@after_phases
def stars_again(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    if monsters.in_tokyo(machine, state, roller):
        stars.gain_stars(machine, state, roller, 2, NONE, turn.TOKYO)


AS_IF(
    "the roller could use once more what may be used once a turn", "kt.borrowed.no-second-start"
).so(
    "used-anew-by-roller",
    after_phases(lambda machine, state, taker, roller: use_anew(state, roller)),
)


# --- whose turn is next ------------------------------------------------------------------------


@AS_IF("the turns went on from the mindbugger", "kt.borrowed.turn-order")
@after_phases
def on_from_mindbugger(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    state.stack[0][turn.BACK_TO] = taker


@AS_IF("a mindbugger missed its next turn", "kt.borrowed.turn-order")
def turn_missed(change: Changes) -> None:
    @change.around(turn.pass_on)
    def pass_over(pass_on: Any, state: State, frame: Frame) -> None:
        pass_on()
        if is_noted(state, THIS_GAME, frame[turn.SEAT]):
            forget(state, THIS_GAME, frame[turn.SEAT])
            pass_on()

    after_taking(lambda machine, state, seat, roller: note(state, THIS_GAME, seat))(change)


# --- elimination, and the stars ----------------------------------------------------------------


@AS_IF(
    "the borrowed phases were over when the roller is eliminated", "kt.borrowed.roller-eliminated"
)
@do.provided(borrowed.buy)
def over_with_roller(state: State, frame: Frame) -> object:
    return state.counters[frame[mindbug.ROLLER]]


@AS_IF("the mindbugger had the turn after an eliminated roller", "kt.borrowed.roller-eliminated")
@after_phases
def mindbugger_next(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    if not state.counters[roller]:
        state.stack[0][turn.BACK_TO] = (taker - 1) % machine.players


@do.verb
def when_the_taker_falls(change: Changes, step: Callable[..., None]) -> None:
    """Let the turn go on otherwise when the mindbugger was eliminated."""

    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if not state.counters[taker] and state.counters[roller]:
            go_on_at(state, step)

    after_phases(go_on)(change)


AS_IF(
    "the roller's turn were over when the mindbugger is eliminated",
    "kt.borrowed.mindbugger-eliminated",
).so("over-with-mindbugger", when_the_taker_falls(end.finish))
AS_IF(
    "the roller resolved its roll when the mindbugger is eliminated",
    "kt.borrowed.mindbugger-eliminated",
).so("roll-falls-back", when_the_taker_falls(turn.resolve))
AS_IF("a mindbugger with 20 stars won at the end of the borrowed phases", "kt.borrowed.stars").so(
    "stars-win-at-once",
    after_phases(lambda machine, state, taker, roller: victory.check_stars(machine, state, taker)),
)


@AS_IF("a mindbugger with 20 stars won only at the end of its own turn", "kt.borrowed.stars")
@do.provided(victory.check_stars)
def own_turn_wins(machine: Tokyo, state: State, active: int) -> object:
    return state.counters[machine.stars + active] >= STARS_TO_WIN
