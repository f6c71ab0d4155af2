"""Misreadings of what lies on cards: how it comes, is spent, taken, moved and lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, State
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
@do.around(EFFECTS, "put-on")
def from_the_row_only(put_on: Any) -> Any:
    (last,) = put_on()

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        bought = next((each for each in state.stack if each[0] == buy.PURCHASE), None)
        if bought is None or bought[buy.FROM_ROW] or bought[buy.SECOND_HAND]:
            last(machine, state, frame)

    return [act]


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


@do.verb
def paying(change: Changes, pays: Callable[[State, int], bool]) -> None:
    """Let what lies on a card pay for rerolls only at times, by (state, the card)."""

    @change.around(EFFECTS, "gain-rerolls")
    def bind(gain_rerolls: Any) -> Any:
        (last,) = gain_rerolls()

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            card = frame[SOURCE]
            comes_filled = state.cards[card] in machine.triggered["bought"]
            if not comes_filled or pays(state, card):
                last(machine, state, frame)

        return [act]


AS_IF("a token paid for a reroll only as long as another one is left", "kt.counter.spend").so(
    "too-late-to-spend", paying(lambda state, card: state.registers[REROLLS] > 0)
)


@do.verb
def testing(change: Changes, holds: Callable[[str, State, int], bool]) -> None:
    """Let a card be empty at other times, by (the moment of its line, state, the card)."""

    @change.instead(CONDITIONS, "is-empty")
    def bind(linker: Linker) -> Any:
        head = linker.head

        def is_empty(machine: Tokyo, state: State, source: int, *rest: Any) -> bool:
            return not counters_on(state, source) and holds(head, state, source)

        return is_empty


AS_IF("an empty card stayed before its owner", "kt.counter.empty").so(
    "empty-stays", testing(lambda head, state, card: False)
)
AS_IF(
    "the last token on a card were gone with the card, and paid for nothing", "kt.counter.empty"
).so("last-is-lost", paying(lambda state, card: counters_on(state, card) > 0))


def stored(machine: Tokyo, state: State, seat: int) -> int:
    """The energy on the cards of a monster."""
    return sum(
        counters_on(state, card)
        for card in state.zones[AREA + seat]
        if machine.definitions[state.cards[card]].id == STORING
    )


@AS_IF("energy on a card counted as its owner's", "kt.counter.stored")
@do.around(selection.amount_of)
def stored_is_counted(
    amount_of: Any, machine: Tokyo, state: State, resource: str, seat: int
) -> Any:
    more = stored(machine, state, seat) if resource == "energy" else 0
    return amount_of() + more


@AS_IF("energy on a card could be spent on cards", "kt.counter.stored")
def stored_is_spent(change: Changes) -> None:
    @change.around(buy.can_buy)
    def can_buy_with(
        can_buy: Any, machine: Tokyo, state: State, seat: int, discount: int = 0
    ) -> Any:
        return can_buy(discount=discount + stored(machine, state, seat))

    @change.before(energy_of_tokyo.pay)
    def pay_with(machine: Tokyo, state: State, seat: int, amount: int) -> None:
        for card in state.zones[AREA + seat]:
            lacking = amount - state.counters[machine.energy + seat]
            if lacking > 0 and machine.definitions[state.cards[card]].id == STORING:
                found = counters.take_off(state, card, lacking, card, ())
                energy_of_tokyo.get_energy(machine, state, seat, found, card, ())


@do.verb
def taking(change: Changes, much: Callable[[int, int], int]) -> None:
    """Let another part of the energy on a card be had, by (its number, what lies there)."""

    @change.around(EFFECTS, "take-off")
    def bind(take_off: Any, call: Call) -> Any:
        if call["counter"] != "energy":
            return take_off()
        amount = int(str(call["amount"]))

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            card, you = frame[SOURCE], frame[YOU]
            found = much(amount, counters_on(state, card))
            counters.take_off(state, card, max(found, amount), card, ())
            energy_of_tokyo.get_energy(machine, state, you, found, card, ())

        return [act]


AS_IF("all energy were taken from a card at once", "kt.counter.take").so(
    "takes-all", taking(lambda amount, there: there)
)


AS_IF("less than 2 energy left on a card were lost", "kt.counter.take").so(
    "odd-is-lost", taking(lambda amount, there: amount if there >= amount else 0)
)


@do.verb
def storing(change: Changes, options: Callable[[Options], Options]) -> None:
    """Let a buyer put other amounts on a card."""

    @change.instead(counters, "ask")
    def ask_otherwise(state: State, kind: str, seat: int, given: Options, *rest: Any) -> None:
        ask(state, kind, seat, options(given) if kind == "amount" else given, *rest)


AS_IF("a buyer put all its energy on a card or none", "kt.counter.deposit").so(
    "all-or-nothing", storing(lambda given: [given[0], *list(given)[1:][-1:]])
)
AS_IF("a buyer had to put something on a card", "kt.counter.deposit").so(
    "at-least-one", storing(lambda given: list(given)[1:] or given)
)
AS_IF("a card on which nothing was put stayed until its next use", "kt.counter.deposit").so(
    "kept-without-deposit", testing(lambda head, state, card: head != "bought")
)


@do.verb
def after_purchase(change: Changes, then: Callable[[State, int], None]) -> None:
    """Let something happen to a card that was bought from another, by (state, the card)."""

    @change.after(buy.take_effect)
    def take_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[buy.SECOND_HAND] and machine.counters_stay:
            then(state, frame[buy.CARD])


@AS_IF("what lies on a card went back to the supply when another buys it", "kt.counter.moved")
@after_purchase
def moved_empty(state: State, card: int) -> None:
    state.marks[card] &= BELOW


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


@AS_IF("what lies on a card stayed on it in the discard pile", "kt.counter.gone")
@do.around(atoms.discard)
def lies_there_still(discard: Any, state: State, card: int) -> None:
    marks = state.marks[card]
    discard()
    state.marks[card] = marks
