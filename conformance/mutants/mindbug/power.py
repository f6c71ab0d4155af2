"""Misreadings of power cards: the deck, the row, the price, and what becomes of them."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.mindbug.setup import seeing, starting_with
from conformance.mutants.topic import Topic
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, powers, turn
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


@AS_IF(
    "are-creatures",
    "power cards were shuffled among the creature cards",
    "mb.power.card",
    "mb.power.deck",
)
def are_creatures(change: Changes) -> None:
    def mix(machine: Mindbug) -> None:
        machine.pool += machine.power_pool
        machine.power_pool = ()
        machine.box = machine.pool

    change.relink(mix)


@AS_IF("not-shuffled", "the power deck were in the order of the box", "mb.power.deck")
def not_shuffled(change: Changes) -> None:
    def ask_for_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:1] if kind == "top-power" else options, *rest)

    change.put(powers, "ask", ask_for_the_first)


@AS_IF("deck-visible", "everybody could look into the power deck", "mb.power.deck-hidden")
def deck_visible(change: Changes) -> None:
    seeing(change, "power-deck", owner_too=True, others=True)


@AS_IF("row-hidden", "the cards for sale lay face down", "mb.power.row")
def row_hidden(change: Changes) -> None:
    seeing(change, "power-row", owner_too=False, others=False)


@AS_IF("row-of-two", "2 power cards were for sale", "mb.power.row")
def row_of_two(change: Changes) -> None:
    change.put(powers, "ROW_SIZE", ROW_SIZE - 1)


@AS_IF("row-of-four", "4 power cards were for sale", "mb.power.row")
def row_of_four(change: Changes) -> None:
    change.put(powers, "ROW_SIZE", ROW_SIZE + 1)


@AS_IF("one-energy-each", "the players started with 1 energy", "mb.power.no-energy-at-start")
def one_energy_each(change: Changes) -> None:
    starting_with(change, ENERGY, 1)


@AS_IF("row-of-the-first", "only one of the players could buy from the row", "mb.power.shared")
def row_of_the_first(change: Changes) -> None:
    offer_purchase = powers.offer_purchase

    def offer_to_the_first(machine: Mindbug, state: State, seat: int) -> bool:
        return seat == 0 and offer_purchase(machine, state, seat)

    change.swap(offer_purchase, offer_to_the_first)


@AS_IF("not-when-mixed", "sets that are mixed were played without power cards", "mb.power.mixed")
def not_when_mixed(change: Changes) -> None:
    def leave_out(machine: Mindbug) -> None:
        if machine.mixed:
            machine.power_pool = ()
            machine.box = machine.pool

    change.relink(leave_out)


# --- the price ---------------------------------------------------------------------------------


@AS_IF("not-paid", "power cards were for those with enough energy, but cost none", "mb.power.price")
def not_paid(change: Changes) -> None:
    buy = powers.buy

    def buy_and_keep(machine: Mindbug, state: State, card: int, seat: int, *, again: bool) -> None:
        had = state.counters[ENERGY + seat]
        buy(machine, state, card, seat, again=again)
        state.counters[ENERGY + seat] = had

    change.swap(buy, buy_and_keep)


@AS_IF("all-energy", "a power card cost all energy its buyer has", "mb.power.price")
def all_energy(change: Changes) -> None:
    buy = powers.buy

    def buy_with_all(machine: Mindbug, state: State, card: int, seat: int, *, again: bool) -> None:
        buy(machine, state, card, seat, again=again)
        state.counters[ENERGY + seat] = 0

    change.swap(buy, buy_with_all)


@AS_IF(
    "on-credit",
    "a power card could be bought with 1 energy less than it costs",
    "mb.power.price",
)
def on_credit(change: Changes) -> None:
    buy = powers.buy

    def offer_with_credit(machine: Mindbug, state: State, seat: int) -> bool:
        energy = state.counters[ENERGY + seat]
        row = sorted(state.zones[POWER_ROW])
        options = [BUY[c] for c in row if machine.cost[state.cards[c]] <= energy + 1]
        if options:
            ask(state, "buy", seat, [*options, DECLINE], -1, powers.WINDOW)
        return bool(options)

    def buy_with_credit(
        machine: Mindbug, state: State, card: int, seat: int, *, again: bool
    ) -> None:
        buy(machine, state, card, seat, again=again)
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])

    change.swap(powers.offer_purchase, offer_with_credit)
    change.swap(buy, buy_with_credit)


# --- the row -----------------------------------------------------------------------------------


@AS_IF("refill-later", "the row were filled up when buying is over", "mb.power.refill")
def refill_later(change: Changes) -> None:
    offer_action = turn.offer_action

    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        if not powers.offer_top(state, -1, powers.REFILL):
            state.stack.pop()

    def lay(machine: Mindbug, state: State, frame: Frame) -> None:
        powers.put_into_row(state, state.answer[1], powers.REFILL)
        begin_again(frame)

    code = change.procedure("late-refill", turn_up, lay, remembers=0)

    def leave_the_gap(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[1] = powers.RESOLVE_STEP.at

    def refill_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        row, deck = state.zones[POWER_ROW], state.zones[POWER_DECK]
        if machine.power_pool and len(row) < ROW_SIZE and deck:
            once_more(frame)
            state.stack.append([code, 0])
        else:
            offer_action(machine, state, frame)

    change.swap(powers.refill_row, leave_the_gap)
    change.swap(offer_action, refill_and_offer)


@AS_IF(
    "refill-after-the-effect",
    "the row were filled up after the effect of the bought card",
    "mb.power.refill",
    "mb.power.effect",
)
def refill_after_the_effect(change: Changes) -> None:
    def refill_if_needed(machine: Mindbug, state: State, frame: Frame) -> None:
        if not powers.offer_top(state, frame[powers.CARD], powers.REFILL):
            frame[1] = put_away.at

    lay, put_away = powers.lay_into_row, Place()
    steps = (powers.resolve, refill_if_needed, lay, put_away, powers.put_away)
    code = change.procedure("acquire-first", *steps, remembers=2)
    change.put(powers, "ACQUIRE", code)


@AS_IF(
    "replacement-waits",
    "a power card that came into the row this turn could not be bought",
    "mb.power.replacement-for-sale",
)
def replacement_waits(change: Changes) -> None:
    begin, put_into_row = turn.begin, powers.put_into_row

    def begin_anew(machine: Mindbug, state: State, frame: Frame) -> None:
        state.marks = [marks & ~JUST_LAID for marks in state.marks]
        begin(machine, state, frame)

    def put_and_note(state: State, card: int, rules: Rules) -> None:
        put_into_row(state, card, rules)
        state.marks[card] |= JUST_LAID

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

    change.swap(begin, begin_anew)
    change.swap(put_into_row, put_and_note)
    change.put(powers, "ask", ask_for_the_old)


@AS_IF(
    "reshuffle",
    "an empty power deck were made anew of the power discard pile",
    "mb.power.no-reshuffle",
)
def reshuffle(change: Changes) -> None:
    offer_top = powers.offer_top

    def offer_from_the_pile(state: State, source: int, rules: Rules) -> bool:
        if not state.zones[POWER_DECK] and len(state.zones[POWER_ROW]) < ROW_SIZE:
            for card in sorted(state.zones[POWER_DISCARD]):
                atoms.move(state, card, POWER_DECK)
        return offer_top(state, source, rules)

    change.swap(offer_top, offer_from_the_pile)


# --- effects -----------------------------------------------------------------------------------


@AS_IF("effect-twice", "the effect of a power card happened twice", "mb.power.card")
def effect_twice(change: Changes) -> None:
    resolve = powers.resolve

    def resolve_twice(machine: Mindbug, state: State, frame: Frame) -> None:
        resolve(machine, state, frame)
        resolve(machine, state, frame)

    change.swap(resolve, resolve_twice)


@AS_IF(
    "effects-at-the-end",
    "the effects of bought power cards happened when buying is over",
    "mb.power.effect",
)
def effects_at_the_end(change: Changes) -> None:
    resolve, put_away, offer_action = powers.resolve, powers.put_away, turn.offer_action

    def wait(machine: Mindbug, state: State, frame: Frame) -> None:
        return

    code = change.procedure("late-effect", resolve, put_away, remembers=2)

    def resolve_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.zones[BOUGHT]:
            once_more(frame)
            state.stack.append([code, 0, state.zones[BOUGHT][0], frame[turn.SEAT]])
        else:
            offer_action(machine, state, frame)

    steps = (powers.refill_row, powers.lay_into_row, wait)
    change.put(powers, "ACQUIRE", change.procedure("acquire-only", *steps, remembers=2))
    change.swap(offer_action, resolve_and_offer)


@AS_IF("for-the-opponent", "the opponent applied the effect of a power card", "mb.power.effect")
def for_the_opponent(change: Changes) -> None:
    resolve = powers.resolve

    def resolve_for_the_other(machine: Mindbug, state: State, frame: Frame) -> None:
        resolve(machine, state, [*frame[: powers.SEAT], 1 - frame[powers.SEAT]])

    change.swap(resolve, resolve_for_the_other)


def putting_away(change: Changes, place: int, *, each_seat: bool = False) -> None:
    """Let used power cards go elsewhere."""
    put_away = powers.put_away

    def put_elsewhere(machine: Mindbug, state: State, frame: Frame) -> None:
        put_away(machine, state, frame)
        seat = frame[powers.SEAT] if each_seat else 0
        atoms.move(state, frame[powers.CARD], place + seat)

    change.swap(put_away, put_elsewhere)


@AS_IF(
    "to-the-buyers-pile",
    "a used power card went to the discard pile of its buyer",
    "mb.power.discard",
    "mb.power.shared",
)
def to_the_buyers_pile(change: Changes) -> None:
    putting_away(change, DISCARD, each_seat=True)


@AS_IF("back-into-the-deck", "a used power card went back into the power deck", "mb.power.discard")
def back_into_the_deck(change: Changes) -> None:
    putting_away(change, POWER_DECK)


@AS_IF("out-of-the-game", "a used power card were out of the game", "mb.power.discard")
def out_of_the_game(change: Changes) -> None:
    putting_away(change, ASIDE)


@AS_IF("discard-hidden", "nobody could look into the power discard pile", "mb.power.discard-public")
def discard_hidden(change: Changes) -> None:
    seeing(change, "power-discard", owner_too=False, others=False)


# --- acquired by an effect ---------------------------------------------------------------------

ACQUIRING = ("acquire-power", "acquire-top-power")


@AS_IF("acquired-for-energy", "an acquired power card had to be paid", "mb.power.acquired")
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


@AS_IF("acquired-at-random", "chance picked the power card that is acquired", "mb.power.acquired")
def acquired_at_random(change: Changes) -> None:
    def let_chance_pick(state: State, kind: str, seat: int, *rest: Any) -> None:
        if kind == "choose":
            kind, seat = "pick", NATURE
        ask_to_choose(state, kind, seat, *rest)

    change.put(powers, "ask_to_choose", let_chance_pick)


@AS_IF(
    "acquired-without-effect",
    "the effect of an acquired power card did not happen",
    "mb.power.acquired",
)
def acquired_without_effect(change: Changes) -> None:
    buy, resolve = powers.buy, powers.resolve
    bought: list[int] = []

    def buy_and_note(machine: Mindbug, state: State, card: int, seat: int, *, again: bool) -> None:
        bought[:] = [card]
        buy(machine, state, card, seat, again=again)

    def resolve_if_bought(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[powers.CARD] in bought:
            resolve(machine, state, frame)

    change.swap(buy, buy_and_note)
    change.swap(resolve, resolve_if_bought)


@AS_IF("acquired-not-replaced", "an acquired power card were not replaced", "mb.power.acquired")
def acquired_not_replaced(change: Changes) -> None:
    steps = (powers.resolve, powers.put_away)
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
