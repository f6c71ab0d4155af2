"""Misreadings of power cards: the deck, the row, the price, and what becomes of them."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.mindbug.setup import seeing, starting_with
from conformance.mutants.topic import Topic
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, power, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import (
    ASIDE,
    BOUGHT,
    BUY,
    DECLINE,
    DISCARD,
    DONE,
    ENERGY,
    POWER_DECK,
    POWER_DISCARD,
    POWER_ROW,
    ROW_SIZE,
    YOU,
)
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call

AS_IF = Topic("mindbug", "power", "power-card")

JUST_LAID = 1 << 15
"""A power card that came into the row this turn."""


# --- setting up --------------------------------------------------------------------------------


@AS_IF("power cards were shuffled among the creature cards", "mb.power.card", "mb.power.deck")
@do.relink
def are_creatures(machine: Mindbug) -> None:
    machine.pool += machine.power_pool
    machine.power_pool = ()
    machine.box = machine.pool


@AS_IF("the power deck were in the order of the box", "mb.power.deck")
@do.instead(power, "ask")
def not_shuffled(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, options[:1] if kind == "top-power" else options, *rest)


AS_IF("everybody could look into the power deck", "mb.power.deck-hidden").so(
    "deck-visible", seeing("power-deck", owner_too=True, others=True)
)
AS_IF("the cards for sale lay face down", "mb.power.row").so(
    "row-hidden", seeing("power-row", owner_too=False, others=False)
)
AS_IF("2 power cards were for sale", "mb.power.row").so(
    "row-of-two", do.put(power, "ROW_SIZE", ROW_SIZE - 1)
)
AS_IF("4 power cards were for sale", "mb.power.row").so(
    "row-of-four", do.put(power, "ROW_SIZE", ROW_SIZE + 1)
)
AS_IF("the players started with 1 energy", "mb.power.no-energy-at-start").so(
    "one-energy-each", starting_with(ENERGY, 1)
)
AS_IF("only one of the players could buy from the row", "mb.power.shared").so(
    "row-of-the-first",
    do.around(power.offer_purchase)(lambda offer_purchase, seat: seat == 0 and offer_purchase()),
)


@AS_IF("sets that are mixed were played without power cards", "mb.power.mixed")
@do.relink
def not_when_mixed(machine: Mindbug) -> None:
    if machine.mixed:
        machine.power_pool = ()
        machine.box = machine.pool


# --- the price ---------------------------------------------------------------------------------


@AS_IF("power cards were for those with enough energy, but cost none", "mb.power.price")
@do.around(power.buy)
def not_paid(buy: Any, state: State, seat: int) -> None:
    had = state.counters[ENERGY + seat]
    buy()
    state.counters[ENERGY + seat] = had


@AS_IF("a power card cost all energy its buyer has", "mb.power.price")
@do.after(power.buy)
def all_energy(state: State, seat: int) -> None:
    state.counters[ENERGY + seat] = 0


@AS_IF("a power card could be bought with 1 energy less than it costs", "mb.power.price")
def on_credit(change: Changes) -> None:
    @change.instead(power.offer_purchase)
    def offer_with_credit(machine: Mindbug, state: State, seat: int) -> bool:
        energy = state.counters[ENERGY + seat]
        row = sorted(state.zones[POWER_ROW])
        options = [BUY[c] for c in row if machine.cost[state.cards[c]] <= energy + 1]
        if options:
            ask(state, "buy", seat, [*options, DECLINE], -1, power.WINDOW)
        return bool(options)

    @change.after(power.buy)
    def buy_with_credit(state: State, seat: int) -> None:
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])


# --- the row -----------------------------------------------------------------------------------


@AS_IF("the row were filled up when buying is over", "mb.power.refill")
def refill_later(change: Changes) -> None:
    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_top(state, -1, power.REFILL):
            state.stack.pop()

    def lay(machine: Mindbug, state: State, frame: Frame) -> None:
        power.put_into_row(state, state.answer[1], power.REFILL)
        begin_again(frame)

    code = change.procedure("late-refill", turn_up, lay, remembers=0)

    @change.instead(power.refill_row)
    def leave_the_gap(frame: Frame) -> None:
        frame[1] = power.RESOLVE_STEP

    @change.around(turn.offer_action)
    def refill_and_offer(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        row, deck = state.zones[POWER_ROW], state.zones[POWER_DECK]
        if machine.power_pool and len(row) < ROW_SIZE and deck:
            once_more(frame)
            state.stack.append([code, 0])
        else:
            offer_action()


@AS_IF(
    "the row were filled up after the effect of the bought card",
    "mb.power.refill",
    "mb.power.effect",
)
def refill_after_the_effect(change: Changes) -> None:
    def refill_if_needed(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_top(state, frame[power.CARD], power.REFILL):
            frame[1] = put_away.at

    steps = power.resolve, refill_if_needed, power.lay_into_row, power.put_away
    code = change.procedure("acquire-first", *steps, remembers=2)
    change.put(power, "ACQUIRE", code)


@AS_IF(
    "a power card that came into the row this turn could not be bought",
    "mb.power.replacement-for-sale",
)
def replacement_waits(change: Changes) -> None:
    @change.before(turn.begin)
    def begin_anew(state: State) -> None:
        state.marks = [marks & ~JUST_LAID for marks in state.marks]

    @change.after(power.put_into_row)
    def put_and_note(state: State, card: int) -> None:
        state.marks[card] |= JUST_LAID

    @change.instead(power, "ask")
    def ask_for_the_old(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "buy":
            new = [("buy", card) for card in state.zones[POWER_ROW] if is_new(state, card)]
            options = [option for option in options if option not in new]
        if options == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(state, kind, seat, options, *rest)

    def is_new(state: State, card: int) -> bool:
        return bool(state.marks[card] & JUST_LAID)


@AS_IF("an empty power deck were made anew of the power discard pile", "mb.power.no-reshuffle")
@do.before(power.offer_top)
def reshuffle(state: State) -> None:
    if not state.zones[POWER_DECK] and len(state.zones[POWER_ROW]) < ROW_SIZE:
        for card in sorted(state.zones[POWER_DISCARD]):
            atoms.move(state, card, POWER_DECK)


# --- effects -----------------------------------------------------------------------------------


@AS_IF("the effect of a power card happened twice", "mb.power.card")
@do.around(power.resolve)
def effect_twice(resolve: Any) -> None:
    resolve()
    resolve()


@AS_IF("the effects of bought power cards happened when buying is over", "mb.power.effect")
def effects_at_the_end(change: Changes) -> None:
    def wait(machine: Mindbug, state: State, frame: Frame) -> None:
        return

    code = change.procedure("late-effect", power.resolve, power.put_away, remembers=2)

    @change.around(turn.offer_action)
    def resolve_and_offer(offer_action: Any, state: State, frame: Frame) -> None:
        if state.zones[BOUGHT]:
            once_more(frame)
            state.stack.append([code, 0, state.zones[BOUGHT][0], frame[turn.SEAT]])
        else:
            offer_action()

    steps = power.refill_row, power.lay_into_row, wait
    change.put(power, "ACQUIRE", change.procedure("acquire-only", *steps, remembers=2))


@AS_IF("the opponent applied the effect of a power card", "mb.power.effect")
@do.around(power.resolve)
def for_the_opponent(resolve: Any, frame: Frame) -> None:
    resolve(frame=[*frame[: power.SEAT], 1 - frame[power.SEAT]])


@do.verb
def putting_away(change: Changes, place: int, *, each_seat: bool = False) -> None:
    """Let used power cards go elsewhere."""

    @change.after(power.put_away)
    def put_elsewhere(state: State, frame: Frame) -> None:
        seat = frame[power.SEAT] if each_seat else 0
        atoms.move(state, frame[power.CARD], place + seat)


AS_IF(
    "a used power card went to the discard pile of its buyer", "mb.power.discard", "mb.power.shared"
).so("to-the-buyers-pile", putting_away(DISCARD, each_seat=True))
AS_IF("a used power card went back into the power deck", "mb.power.discard").so(
    "back-into-the-deck", putting_away(POWER_DECK)
)
AS_IF("a used power card were out of the game", "mb.power.discard").so(
    "out-of-the-game", putting_away(ASIDE)
)
AS_IF("nobody could look into the power discard pile", "mb.power.discard-public").so(
    "discard-hidden", seeing("power-discard", owner_too=False, others=False)
)


# --- acquired by an effect ---------------------------------------------------------------------

ACQUIRING = ("acquire-power", "acquire-top-power")


@AS_IF("an acquired power card had to be paid", "mb.power.acquired")
def acquired_for_energy(change: Changes) -> None:
    def bind_paid(word: str) -> Any:
        bind = EFFECTS[word]

        def bind_and_pay(linker: Linker, call: Call) -> list[Step]:
            choose, act = bind(linker, call)

            def act_and_pay(machine: Mindbug, state: State, frame: Frame) -> None:
                act(machine, state, frame)
                if frame[DONE]:
                    cost = machine.cost[state.cards[state.zones[BOUGHT][-1]]]
                    counters, place = state.counters, ENERGY + frame[YOU]
                    counters[place] = max(0, counters[place] - cost)

            return [choose, act_and_pay]

        return bind_and_pay

    for word in ACQUIRING:
        change.put(EFFECTS, word, bind_paid(word))


@AS_IF("chance picked the power card that is acquired", "mb.power.acquired")
@do.instead(power, "ask")
def acquired_at_random(state: State, kind: str, seat: int, *rest: Any) -> None:
    if kind == "choose":
        kind, seat = "pick", NATURE
    ask(state, kind, seat, *rest)


@AS_IF("the effect of an acquired power card did not happen", "mb.power.acquired")
def acquired_without_effect(change: Changes) -> None:
    bought: list[int] = []

    @change.before(power.buy)
    def buy_and_note(card: int) -> None:
        bought[:] = [card]

    @change.provided(power.resolve)
    def resolve_if_bought(frame: Frame) -> object:
        return frame[power.CARD] in bought


@AS_IF("an acquired power card were not replaced", "mb.power.acquired")
def acquired_not_replaced(change: Changes) -> None:
    steps = power.resolve, power.put_away
    code = change.procedure("acquire-without-refill", *steps, remembers=2)

    def bind_only(word: str) -> Any:
        bind = EFFECTS[word]

        def bind_without_refill(linker: Linker, call: Call) -> list[Step]:
            choose, act = bind(linker, call)

            def act_only(machine: Mindbug, state: State, frame: Frame) -> None:
                act(machine, state, frame)
                if frame[DONE]:
                    _, _, card, seat = state.stack.pop()
                    state.stack.append([code, 0, card, seat])

            return [choose, act_only]

        return bind_without_refill

    for word in ACQUIRING:
        change.put(EFFECTS, word, bind_only(word))
