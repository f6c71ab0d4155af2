"""Power cards: the row, what they cost, and what happens when one is bought or acquired."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from oracle.kernel.waiting import effect_frame
from rules_dsl.definitions import Call

from .atoms import move
from .effects import IMPOSSIBLE
from .table import (
    ABILITY,
    BOUGHT,
    BUY,
    DECLINE,
    DONE,
    ENERGY,
    NONE,
    POWER_DECK,
    POWER_DISCARD,
    POWER_ROW,
    PROCEDURES,
    REVEAL,
    ROW_SIZE,
    SOURCE,
    YOU,
)
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

# Locals of the acquire frame.
ACQUIRE_FRAME = Locals()
CARD = ACQUIRE_FRAME.one()
SEAT = ACQUIRE_FRAME.one()

WINDOW = (
    "mb.power.buy",
    "mb.power.before-action",
    "mb.power.own-turn-start",
    "mb.power.shared",
)
PAY = ("mb.power.price", "mb.power.not-an-action")
PAY_AGAIN = (*PAY, "mb.power.unlimited")
TURNED_UP = ("mb.power.row",)
REFILL = ("mb.power.refill", "mb.power.row")
EMPTY = ("mb.power.no-reshuffle",)
RESOLVE = ("mb.power.effect", "mb.power.card")
AWAY = ("mb.power.discard",)
ACQUIRE_FREE = ("mb.power.acquired",)


# --- the window at the start of a turn ---------------------------------------------------------


def offer_purchase(machine: Mindbug, state: State, seat: int) -> bool:
    """Ask what to buy, if anything can be paid. rule: mb.power.buy"""
    energy = state.counters[ENERGY + seat]
    cost, cards = machine.cost, state.cards
    options = [BUY[c] for c in sorted(state.zones[POWER_ROW]) if cost[cards[c]] <= energy]
    if not options:
        return False
    ask(state, "buy", seat, [*options, DECLINE], NONE, WINDOW)
    return True


def buy(machine: Mindbug, state: State, card: int, seat: int, *, again: bool) -> None:
    """Pay for a power card and take it. rule: mb.power.price"""
    cost = machine.cost[state.cards[card]]
    energy = pay_energy(state, seat, cost)
    rules = PAY_AGAIN if again else PAY
    state.log.append(("buy", rules, NONE, seat, card, cost, energy))
    acquire(state, card, seat)


def acquire(state: State, card: int, seat: int) -> None:
    """Take a power card; its gap is filled before its effect happens."""
    move(state, card, BOUGHT)
    state.stack.append([ACQUIRE, 0, card, seat])


def refill_row(machine: Mindbug, state: State, frame: Frame) -> None:
    """The top card of the deck replaces what was bought. rule: mb.power.refill"""
    if not offer_top(state, frame[CARD], REFILL):
        frame[1] = RESOLVE_STEP.at


def offer_top(state: State, source: int, rules: Rules) -> bool:
    """Let chance turn up the top card of the power deck if the row has a gap."""
    deck, row = state.zones[POWER_DECK], state.zones[POWER_ROW]
    if len(row) >= ROW_SIZE:
        return False
    if not deck:
        state.log.append(("no-power-card", EMPTY, NONE))
        return False
    ask_top(state, source, rules)
    return True


def ask_top(state: State, source: int, rules: Rules) -> None:
    """The deck is shuffled and hidden, so chance decides what its top card is."""
    options = [REVEAL[card] for card in sorted(state.zones[POWER_DECK])]
    ask(state, "top-power", NATURE, options, source, rules)


def lay_into_row(machine: Mindbug, state: State, frame: Frame) -> None:
    """The new card is for sale at once. rule: mb.power.replacement-for-sale"""
    put_into_row(state, state.answer[1], (*REFILL, "mb.power.replacement-for-sale"))


def put_into_row(state: State, card: int, rules: Rules) -> None:
    """Lay a power card into the row."""
    move(state, card, POWER_ROW)
    state.log.append(("power-row", rules, NONE, card))


def resolve(machine: Mindbug, state: State, frame: Frame) -> None:
    """The effect of the card, once its gap is filled. rule: mb.power.effect"""
    card, seat = frame[CARD], frame[SEAT]
    for number in reversed(machine.triggered["bought"].get(state.cards[card], ())):
        linked = machine.abilities[number]
        state.log.append(("resolve-power", RESOLVE, card, number, seat))
        state.log.append(("resolve", linked.rules, card, number, seat))
        state.stack.append(effect_frame(linked, card, seat, None))


def put_away(machine: Mindbug, state: State, frame: Frame) -> None:
    """Then it goes to the power discard pile. rule: mb.power.discard"""
    move(state, frame[CARD], POWER_DISCARD)
    state.log.append(("put-away", AWAY, NONE, frame[CARD]))


RESOLVE_STEP = Place()
ACQUIRE = PROCEDURES.declare(
    "acquire",
    refill_row,
    lay_into_row,
    RESOLVE_STEP,
    resolve,
    put_away,
    remembers=ACQUIRE_FRAME,
)


# --- acquired by an effect ---------------------------------------------------------------------


@effect("acquire-power")
def _acquire_power(linker: Linker, call: Call) -> list[Step]:
    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        row = sorted(state.zones[POWER_ROW])
        state.answer = ()
        if not row:
            state.log.append(("impossible", IMPOSSIBLE, frame[SOURCE], frame[ABILITY]))
            return
        rules = (*ACQUIRE_FREE, "mb.effect.chooser")
        ask_to_choose(state, "choose", frame[YOU], row, 1, 1, frame[SOURCE], rules)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = len(state.answer)
        for card in state.answer:
            state.log.append(("acquire", ACQUIRE_FREE, frame[SOURCE], frame[YOU], card))
            acquire(state, card, frame[YOU])

    return [choose, act]


@effect("acquire-top-power")
def _acquire_top_power(linker: Linker, call: Call) -> list[Step]:
    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = None
        if state.zones[POWER_DECK]:
            ask_top(state, frame[SOURCE], ACQUIRE_FREE)
        else:
            state.log.append(("impossible", (*IMPOSSIBLE, *EMPTY), frame[SOURCE], frame[ABILITY]))

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        if state.answer is not None:
            frame[DONE] = 1
            card = state.answer[1]
            state.log.append(("acquire", ACQUIRE_FREE, frame[SOURCE], frame[YOU], card))
            acquire(state, card, frame[YOU])

    return [turn_up, act]


def pay_energy(state: State, seat: int, cost: int) -> int:
    """Pay energy; returns what is left. rule: mb.power.price"""
    state.counters[ENERGY + seat] -= cost
    return state.counters[ENERGY + seat]
