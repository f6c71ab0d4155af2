"""Misreadings of what lies on cards: how it comes, is spent, taken, moved and lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, Rules, State
from oracle.tokyo import atoms, buying, card_words, selection
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


@AS_IF(
    "from-the-row-only",
    "a card bought from the deck came without tokens or energy on it",
    "kt.counter.start",
)
def from_the_row_only(change: Changes) -> None:
    put_on = EFFECTS["put-on"]

    def bind(link: Linker, call: Call) -> list[Any]:
        (last,) = put_on(link, call)

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            bought = next((each for each in state.stack if each[0] == buying.PURCHASE), None)
            if bought is None or bought[buying.FROM_ROW] or bought[buying.SECOND_HAND]:
                last(machine, state, frame)

        return [act]

    change.put(EFFECTS, "put-on", bind)


@AS_IF(
    "out-of-ones-own",
    "what a card comes with were its buyer's own energy, as far as there is any",
    "kt.counter.start",
)
def out_of_ones_own(change: Changes) -> None:
    put_on = EFFECTS["put-on"]

    def bind(link: Linker, call: Call) -> list[Any]:
        if call["counter"] != "energy" or call.get("count") is not None:
            return put_on(link, call)

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            amount = int(str(call["amount"]))
            you, card = frame[YOU], frame[SOURCE]
            paid = atoms.lose_energy(machine, state, you, amount, card, ())
            atoms.put_on(state, card, paid, card, ())

        return [act]

    change.put(EFFECTS, "put-on", bind)


@AS_IF("never-spent", "a token spent from a card stayed on it", "kt.counter.spend")
def never_spent(change: Changes) -> None:
    take_off = EFFECTS["take-off"]

    def bind(link: Linker, call: Call) -> list[Any]:
        return take_off(link, call) if call["counter"] == "energy" else []

    change.put(EFFECTS, "take-off", bind)


def paying(change: Changes, pays: Callable[[State, int], bool]) -> None:
    """Let what lies on a card pay for rerolls only at times, by (state, the card)."""
    gain_rerolls = EFFECTS["gain-rerolls"]

    def bind(link: Linker, call: Call) -> list[Any]:
        (last,) = gain_rerolls(link, call)

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            card = frame[SOURCE]
            comes_filled = state.cards[card] in machine.triggered["bought"]
            if not comes_filled or pays(state, card):
                last(machine, state, frame)

        return [act]

    change.put(EFFECTS, "gain-rerolls", bind)


@AS_IF(
    "too-late-to-spend",
    "a token paid for a reroll only as long as another one is left",
    "kt.counter.spend",
)
def too_late_to_spend(change: Changes) -> None:
    paying(change, lambda state, card: state.registers[REROLLS] > 0)


def testing(change: Changes, holds: Callable[[str, State, int], bool]) -> None:
    """Let a card be empty at other times, by (the moment of its line, state, the card)."""

    def bind(link: Linker, call: Call) -> Any:
        head = link.head

        def is_empty(machine: Tokyo, state: State, source: int, *rest: Any) -> bool:
            return not counters_on(state, source) and holds(head, state, source)

        return is_empty

    change.put(CONDITIONS, "is-empty", bind)


@AS_IF("empty-stays", "an empty card stayed before its owner", "kt.counter.empty")
def empty_stays(change: Changes) -> None:
    testing(change, lambda head, state, card: False)


@AS_IF(
    "last-is-lost",
    "the last token on a card were gone with the card, and paid for nothing",
    "kt.counter.empty",
)
def last_is_lost(change: Changes) -> None:
    paying(change, lambda state, card: counters_on(state, card) > 0)


def stored(machine: Tokyo, state: State, seat: int) -> int:
    """The energy on the cards of a monster."""
    return sum(
        counters_on(state, card)
        for card in state.zones[AREA + seat]
        if machine.definitions[state.cards[card]].id == STORING
    )


@AS_IF(
    "stored-is-counted",
    "energy on a card counted as its owner's",
    "kt.counter.stored",
)
def stored_is_counted(change: Changes) -> None:
    amount_of = selection.amount_of

    def amount_with(machine: Tokyo, state: State, resource: str, seat: int) -> int:
        more = stored(machine, state, seat) if resource == "energy" else 0
        return amount_of(machine, state, resource, seat) + more

    change.swap(amount_of, amount_with)


@AS_IF("stored-is-spent", "energy on a card could be spent on cards", "kt.counter.stored")
def stored_is_spent(change: Changes) -> None:
    can_buy, pay = buying.can_buy, atoms.pay

    def can_buy_with(machine: Tokyo, state: State, card: int, seat: int, less: int = 0) -> bool:
        return can_buy(machine, state, card, seat, less + stored(machine, state, seat))

    def pay_with(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        for card in state.zones[AREA + seat]:
            lacking = amount - state.counters[machine.energy + seat]
            if lacking > 0 and machine.definitions[state.cards[card]].id == STORING:
                found = atoms.take_off(state, card, lacking, card, ())
                atoms.get_energy(machine, state, seat, found, card, ())
        pay(machine, state, seat, amount, cause, rules)

    change.swap(can_buy, can_buy_with)
    change.swap(pay, pay_with)


@AS_IF("takes-all", "all energy were taken from a card at once", "kt.counter.take")
def takes_all(change: Changes) -> None:
    taking(change, lambda amount, there: there)


@AS_IF("odd-is-lost", "less than 2 energy left on a card were lost", "kt.counter.take")
def odd_is_lost(change: Changes) -> None:
    taking(change, lambda amount, there: amount if there >= amount else 0)


def taking(change: Changes, much: Callable[[int, int], int]) -> None:
    """Let another part of the energy on a card be had, by (its number, what lies there)."""
    take_off = EFFECTS["take-off"]

    def bind(link: Linker, call: Call) -> list[Any]:
        if call["counter"] != "energy":
            return take_off(link, call)
        amount = int(str(call["amount"]))

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            card, you = frame[SOURCE], frame[YOU]
            found = much(amount, counters_on(state, card))
            atoms.take_off(state, card, max(found, amount), card, ())
            atoms.get_energy(machine, state, you, found, card, ())

        return [act]

    change.put(EFFECTS, "take-off", bind)


def storing(change: Changes, options: Callable[[Options], Options]) -> None:
    """Let a buyer put other amounts on a card."""

    def ask_otherwise(state: State, kind: str, seat: int, given: Options, *rest: Any) -> None:
        ask(state, kind, seat, options(given) if kind == "amount" else given, *rest)

    change.put(card_words, "ask", ask_otherwise)


@AS_IF("all-or-nothing", "a buyer put all its energy on a card or none", "kt.counter.deposit")
def all_or_nothing(change: Changes) -> None:
    storing(change, lambda given: [given[0], *list(given)[1:][-1:]])


@AS_IF("at-least-one", "a buyer had to put something on a card", "kt.counter.deposit")
def at_least_one(change: Changes) -> None:
    storing(change, lambda given: list(given)[1:] or given)


@AS_IF(
    "kept-without-deposit",
    "a card on which nothing was put stayed until its next use",
    "kt.counter.deposit",
)
def kept_without_deposit(change: Changes) -> None:
    testing(change, lambda head, state, card: head != "bought")


def after_purchase(change: Changes, then: Callable[[State, int], None]) -> None:
    """Let something happen to a card that was bought from another, by (state, the card)."""
    take_effect = buying.take_effect

    def take_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        take_effect(machine, state, frame)
        if frame[buying.SECOND_HAND] and machine.counters_stay:
            then(state, frame[buying.CARD])

    change.swap(take_effect, take_and_more)


@AS_IF(
    "moved-empty",
    "what lies on a card went back to the supply when another buys it",
    "kt.counter.moved",
)
def moved_empty(change: Changes) -> None:
    def clear(state: State, card: int) -> None:
        state.marks[card] &= BELOW

    after_purchase(change, clear)


@AS_IF(
    "filled-up-further",
    "a card that is refilled when another buys it kept what lay on it as well",
    "kt.counter.moved",
)
def filled_up_further(change: Changes) -> None:
    purchase = buying.purchase

    def purchase_filled(state: State, seat: int, card: int, machine: Tokyo, *rest: Any) -> None:
        there = counters_on(state, card)
        purchase(state, seat, card, machine, *rest)
        if there and not counters_on(state, card):
            state.marks[card] += there << COUNTERS_SHIFT

    change.swap(purchase, purchase_filled)


@AS_IF(
    "energy-to-the-owner",
    "the owner of a discarded card had the energy that lay on it",
    "kt.counter.gone",
)
def energy_to_the_owner(change: Changes) -> None:
    discard = atoms.discard

    def discard_and_give(machine: Tokyo, state: State, card: int, *rest: Any) -> None:
        seat, there = state.where[card] - AREA, counters_on(state, card)
        discard(machine, state, card, *rest)
        energy = machine.definitions[state.cards[card]].id == STORING
        if energy and there and 0 <= seat < machine.players:
            atoms.get_energy(machine, state, seat, there, card, ())

    change.swap(discard, discard_and_give)


@AS_IF(
    "lies-there-still",
    "what lies on a card stayed on it in the discard pile",
    "kt.counter.gone",
)
def lies_there_still(change: Changes) -> None:
    discard = atoms.discard

    def discard_with_all(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
        marks = state.marks[card]
        discard(machine, state, card, cause, rules)
        state.marks[card] = marks

    change.swap(discard, discard_with_all)
