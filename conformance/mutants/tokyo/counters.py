"""Misreadings of what lies on cards: how it comes, is spent, taken, moved and lost."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, buy, counters, selection
from oracle.tokyo import energy as energy_of_tokyo
from oracle.tokyo.binding import CONDITIONS, EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import counters_on
from oracle.tokyo.table import AREA, COUNTERS_SHIFT, REROLLS, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "counters")

STORING = "monster-batteries"
"""The card on which energy lies."""

BELOW = (1 << COUNTERS_SHIFT) - 1


@AS_IF("a card bought from the deck came without tokens or energy on it", "kt.counter.start")
@own.last("put-on")
def from_the_row_only(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    bought = next((each for each in state.stack if each[0] == buy.PURCHASE), None)
    if bought is None or bought[buy.FROM_ROW] or bought[buy.SECOND_HAND]:
        act()


@AS_IF(
    "what a card comes with were its buyer's own energy, as far as there is any", "kt.counter.start"
)
@do.around(EFFECTS, "put-on")
def out_of_ones_own(put_on: Any, call: Call) -> Any:
    if call["counter"] != "energy" or call.get("count") is not None:
        return put_on()

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        amount = int(str(call["amount"]))
        you, card = frame[YOU], frame[SOURCE]
        paid = energy_of_tokyo.lose_energy(machine, state, you, amount, card, ())
        counters.put_on(state, card, paid, card, ())

    return [act]


@AS_IF("a token spent from a card stayed on it", "kt.counter.spend")
@do.around(EFFECTS, "take-off")
def never_spent(take_off: Any, call: Call) -> Any:
    return take_off() if call["counter"] == "energy" else []


def paying(pays: Any) -> do.Change:
    """Let what lies on a card pay for rerolls only at times, by (state, the card)."""

    def pay(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        comes_filled = state.cards[frame[SOURCE]] in machine.triggered["bought"]
        if not comes_filled or pays(state, frame[SOURCE]):
            act()

    return own.last("gain-rerolls")(pay)


@own.instead(CONDITIONS, "is-empty")
def testing(holds: Any, linker: Linker) -> Any:
    """Let a card be empty at other times, by (the moment of its line, state, the card)."""
    head = linker.head
    return lambda machine, state, source, *_: (
        not counters_on(state, source) and holds(head, state, source)
    )


def stored(machine: Tokyo, state: State, seat: int) -> int:
    """The energy on the cards of a monster."""
    return sum(
        counters_on(state, card)
        for card in state.zones[AREA + seat]
        if machine.definitions[state.cards[card]].id == STORING
    )


@AS_IF("energy on a card could be spent on cards", "kt.counter.stored")
def stored_is_spent(change: Changes) -> None:
    change.around(buy.can_buy)(
        lambda can_buy, machine, state, seat, discount=0: can_buy(
            discount=discount + stored(machine, state, seat)
        )
    )

    @change.before(energy_of_tokyo.pay)
    def pay_with(machine: Tokyo, state: State, seat: int, amount: int) -> None:
        for card in state.zones[AREA + seat]:
            lacking = amount - state.counters[machine.energy + seat]
            if lacking > 0 and machine.definitions[state.cards[card]].id == STORING:
                found = counters.take_off(state, card, lacking, card, ())
                energy_of_tokyo.get_energy(machine, state, seat, found, card, ())


@own.around(EFFECTS, "take-off")
def taking(much: Any, take_off: Any, call: Call) -> Any:
    """Let another part of the energy on a card be had, by (its number, what lies there)."""
    if call["counter"] != "energy":
        return take_off()
    amount = int(str(call["amount"]))

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        card, you = frame[SOURCE], frame[YOU]
        found = much(amount, counters_on(state, card))
        counters.take_off(state, card, max(found, amount), card, ())
        energy_of_tokyo.get_energy(machine, state, you, found, card, ())

    return [act]


storing = partial(own.offers, counters, "amount")


@own.after(buy.take_effect)
def after_purchase(then: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let something happen to a card that was bought from another, by (state, the card)."""
    if frame[buy.SECOND_HAND] and machine.counters_stay:
        then(state, frame[buy.CARD])


@AS_IF(
    "a card that is refilled when another buys it kept what lay on it as well", "kt.counter.moved"
)
@do.around(buy.purchase)
def filled_up_further(purchase: Any, state: State, card: int) -> None:
    there = counters_on(state, card)
    purchase()
    if there and not counters_on(state, card):
        state.marks[card] += there << COUNTERS_SHIFT


@AS_IF("the owner of a discarded card had the energy that lay on it", "kt.counter.gone")
@do.around(atoms.discard)
def energy_to_the_owner(discard: Any, machine: Tokyo, state: State, card: int) -> None:
    seat, there = state.where[card] - AREA, counters_on(state, card)
    discard()
    energy = machine.definitions[state.cards[card]].id == STORING
    if energy and there and 0 <= seat < machine.players:
        energy_of_tokyo.get_energy(machine, state, seat, there, card, ())


AS_IF("what lies on a card stayed on it in the discard pile", "kt.counter.gone").so(
    "lies-there-still", own.keeps(atoms.discard, lambda state, card: (state.marks, card))
)
AS_IF("a token paid for a reroll only as long as another one is left", "kt.counter.spend").so(
    "too-late-to-spend", paying(lambda state, card: state.registers[REROLLS] > 0)
)
AS_IF("an empty card stayed before its owner", "kt.counter.empty").so(
    "empty-stays", testing(lambda head, state, card: False)
)
AS_IF(
    "the last token on a card were gone with the card, and paid for nothing", "kt.counter.empty"
).so("last-is-lost", paying(lambda state, card: counters_on(state, card) > 0))
AS_IF("energy on a card counted as its owner's", "kt.counter.stored").so(
    "stored-is-counted",
    do.around(selection.amount_of)(
        lambda amount_of, machine, state, resource, seat: (
            amount_of() + (stored(machine, state, seat) if resource == "energy" else 0)
        )
    ),
)
AS_IF("all energy were taken from a card at once", "kt.counter.take").so(
    "takes-all", taking(lambda amount, there: there)
)
AS_IF("less than 2 energy left on a card were lost", "kt.counter.take").so(
    "odd-is-lost", taking(lambda amount, there: amount if there >= amount else 0)
)
AS_IF("a buyer put all its energy on a card or none", "kt.counter.deposit").so(
    "all-or-nothing", storing(lambda given: [given[0], *list(given)[1:][-1:]])
)
AS_IF("a buyer had to put something on a card", "kt.counter.deposit").so(
    "at-least-one", storing(lambda given: list(given)[1:] or given)
)
AS_IF("a card on which nothing was put stayed until its next use", "kt.counter.deposit").so(
    "kept-without-deposit", testing(lambda head, state, card: head != "bought")
)
AS_IF("what lies on a card went back to the supply when another buys it", "kt.counter.moved").so(
    "moved-empty",
    after_purchase(lambda state, card: setitem(state.marks, card, state.marks[card] & BELOW)),
)
