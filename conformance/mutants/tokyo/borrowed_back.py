"""Misreadings of borrowed phases: entering and buying in them, and how the roller goes on."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.borrowed import (
    AS_IF,
    before_resolving,
    energy_of,
    is_taker,
    phases,
    remembered,
    remembering,
)
from conformance.mutants.tokyo.mindbug import THIS_GAME, after_taking, forget, is_noted, note
from oracle.kernel.state import Frame, State
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
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, NONE, PROCEDURES, REROLLS, STARS_TO_WIN, SWEEP

TURN_STEPS = PROCEDURES.steps[turn.TURNS]


@own.after(borrowed.give_back)
def after_phases(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something when the roller goes on; frames it begins come first."""
    act(machine, state, frame[borrowed.TAKER], frame[mindbug.ROLLER])


def go_on_at(state: State, step: Callable[..., None]) -> None:
    """Let the turn go on with another step."""
    state.stack[0][1] = TURN_STEPS.index(step)


# --- entering and buying -----------------------------------------------------------------------
@AS_IF("the mindbugger bought with the roller's energy", "kt.borrowed.buy")
def roller_pays(change: Changes) -> None:
    @change.around(buy, "can_buy")
    def can_buy_with_it(can_buy: Any, machine: Tokyo, state: State, seat: int) -> Any:
        own, counters = machine.energy + seat, state.counters
        before = counters[own]
        if is_taker(state, seat):
            counters[own] = counters[machine.energy + state.registers[ACTIVE]]
        found = can_buy()
        counters[own] = before
        return found

    change.around(buy, "pay")(
        lambda pay, state, seat: pay(
            seat=state.registers[ACTIVE] if is_taker(state, seat) else seat
        )
    )


@AS_IF("a mindbugger could not sweep the row", "kt.borrowed.buy")
@do.around(buy, "ask")
def no_sweeping(ask: Any, state: State, kind: str, seat: int, options: Any) -> None:
    swept = kind == "buy" and is_taker(state, seat)
    ask(options=[option for option in options if option != SWEEP or not swept])


AS_IF("a mindbugger never entered Tokyo", "kt.borrowed.enter").so(
    "no-entering", do.never(borrowed.enter)
)
AS_IF("the roller entered for the mindbugger", "kt.borrowed.enter").so(
    "roller-enters",
    do.instead(borrowed.enter)(
        lambda state, frame: tokyo.begin_enter(state, frame[mindbug.ROLLER])
    ),
)
AS_IF("a mindbugger gained no star for entering", "kt.borrowed.enter").so(
    "no-star",
    own.keeps(
        tokyo.come_in,
        lambda machine, frame, state: (state.counters, machine.stars + frame[tokyo.SEAT]),
        lambda state, frame: is_taker(state, frame[tokyo.SEAT]),
    ),
)
AS_IF("a mindbugger could not buy", "kt.borrowed.buy").so("no-buying", do.never(borrowed.buy))
AS_IF("the roller bought in the place of the mindbugger", "kt.borrowed.buy").so(
    "roller-buys",
    do.instead(borrowed.buy)(lambda state, frame: buy.begin_buying(state, frame[mindbug.ROLLER])),
)
AS_IF("cards for its owner's buy phase did nothing in a borrowed one", "kt.borrowed.buy").so(
    "no-wares-of-cards",
    do.around(monsters.said_by)(
        lambda said_by, state, word, seat: (
            [] if word == "can-buy" and is_taker(state, seat) else said_by()
        )
    ),
    do.around(monsters.changes_of)(
        lambda changes_of, state, word, seat: (
            [] if word == "modify-cost" and is_taker(state, seat) else changes_of()
        )
    ),
)


# --- no turn of the mindbugger -----------------------------------------------------------------
@AS_IF("the borrowed phases were in a turn of the mindbugger", "kt.borrowed.not-a-turn")
@own.also(
    do.before(borrowed.give_back)(
        lambda state, frame: setitem(state.registers, ACTIVE, frame[mindbug.ROLLER])
    )
)
@after_taking
def turn_of_mindbugger(machine: Tokyo, state: State, seat: int, roller: int) -> None:
    state.registers[ACTIVE] = seat


def use_anew(state: State, seat: int) -> None:
    """Forget what a monster has used in this turn."""
    frame, own = state.stack[0], state.zones[AREA + seat]
    frame[turn.USED] = tuple(entry for entry in frame[turn.USED] if entry[0] not in own)


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
def ending(
    change: Changes, *, effects: bool = False, poison: bool = False, last: bool = False
) -> None:
    """Let the mindbugger have part of an end phase after its purchase."""

    def finish(machine: Tokyo, state: State, frame: Frame) -> None:
        found = moments.at(machine, state, "turn-ends", frame[borrowed.TAKER])
        used = tuple(entry for entry in found if machine.abilities[entry[1]].uses)
        first = tuple(entry for entry in found if effects and entry not in used)
        phase = frame[borrowed.TAKER], first, int(not poison), used if last else ()
        state.stack.append([end.END_PHASE, 0, *phase])

    phases(borrowed.resolve, borrowed.enter, borrowed.buy, finish, borrowed.give_back)(change)


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
    calls = [each for a in machine.definitions[state.cards[card]].abilities for each in a.body]
    gives = any(call.word == "extra-turn" for call in calls)
    return not (gives and is_taker(state, seat)) and can_buy()


AS_IF(
    "the mindbugger could use anew what it has used once in this turn", "kt.borrowed.not-a-turn"
).so(
    "used-anew-by-mindbugger",
    after_taking(lambda machine, state, seat, roller: use_anew(state, seat)),
)
AS_IF("the mindbugger's effects for the end of a turn worked", "kt.borrowed.no-turn-end").so(
    "end-effects", ending(effects=True)
)
AS_IF("the mindbugger's poison worked", "kt.borrowed.no-turn-end").so(
    "end-poison", ending(poison=True)
)
AS_IF(
    "the mindbugger could activate FRENZY at the end of the borrowed phases",
    "kt.borrowed.no-turn-end",
    "kt.borrowed.phases",
).so("end-frenzy", ending(last=True))


# --- how the roller goes on --------------------------------------------------------------------
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
@own.also(remembering(roll.reckon, energy_of))
@before_resolving
def spent_given_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for energy in remembered(state):
        state.counters[machine.energy + roller] = energy


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


AS_IF("the roller had only the rerolls left that it had", "kt.borrowed.back").so(
    "rerolls-left",
    own.keeps(
        roll.reckon,
        lambda state: (state.registers, REROLLS),
        lambda frame: frame[roll.AGAIN_IN_TURN],
    ),
)
AS_IF("the roller's turn were over with the borrowed phases", "kt.borrowed.back").so(
    "no-new-roll", after_phases(lambda machine, state, taker, roller: go_on_at(state, end.finish))
)
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
@own.also(after_taking(lambda machine, state, seat, roller: note(state, THIS_GAME, seat)))
@do.around(turn.pass_on)
def turn_missed(pass_on: Any, state: State, frame: Frame) -> None:
    pass_on()
    if is_noted(state, THIS_GAME, frame[turn.SEAT]):
        forget(state, THIS_GAME, frame[turn.SEAT])
        pass_on()


# --- elimination, and the stars ----------------------------------------------------------------
@AS_IF("the mindbugger had the turn after an eliminated roller", "kt.borrowed.roller-eliminated")
@after_phases
def mindbugger_next(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    if not state.counters[roller]:
        state.stack[0][turn.BACK_TO] = (taker - 1) % machine.players


def when_the_taker_falls(step: Any) -> Any:
    """Let the turn go on otherwise when the mindbugger was eliminated."""

    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if not state.counters[taker] and state.counters[roller]:
            go_on_at(state, step)

    return after_phases(go_on)


@AS_IF("a mindbugger with 20 stars won only at the end of its own turn", "kt.borrowed.stars")
@do.provided(victory.check_stars)
def own_turn_wins(machine: Tokyo, state: State, active: int) -> object:
    return state.counters[machine.stars + active] >= STARS_TO_WIN


AS_IF(
    "the borrowed phases were over when the roller is eliminated", "kt.borrowed.roller-eliminated"
).so(
    "over-with-roller",
    do.provided(borrowed.buy)(lambda state, frame: state.counters[frame[mindbug.ROLLER]]),
)
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
