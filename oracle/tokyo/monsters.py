"""Monsters around the table: who is alive, who is where, what cards make of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .table import (
    ACTIVE,
    ACTOR,
    AREA,
    BAY,
    CITY,
    COPIED,
    COPIER,
    COUNTERS_SHIFT,
    NONE,
    OUTSIDE,
    PAID_BITS,
    PAID_SHIFT,
    RESOLVER,
    STARTING_HEARTS,
)

if TYPE_CHECKING:
    from .machine import Change, Said, Tokyo

TWELVE = 12
"""The highest maximum, by option."""


def living(machine: Tokyo, state: State) -> list[int]:
    """The monsters still in the game, in the order of their seats."""
    counters = state.counters
    return [seat for seat in range(machine.players) if counters[seat]]


def clockwise(machine: Tokyo, state: State, first: int) -> list[int]:
    """The living monsters clockwise, beginning with one that need not be alive itself."""
    n, counters = machine.players, state.counters
    return [seat for seat in [(first + step) % n for step in range(n)] if counters[seat]]


def others(machine: Tokyo, state: State, seat: int) -> list[int]:
    """All other living monsters, clockwise."""
    return [each for each in clockwise(machine, state, seat) if each != seat]


def asked_in_order(machine: Tokyo, state: State, seats: list[int]) -> list[int]:
    """Several monsters in the order they decide. rule: kt.damage.asked"""
    active = state.registers[ACTOR]
    n = machine.players
    first = active if machine.active_first else active + 1
    return sorted(seats, key=lambda seat: (seat - first) % n)


def in_tokyo(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster is in Tokyo City or Tokyo Bay. rule: kt.tokyo.both"""
    return state.counters[machine.place + seat] != OUTSIDE


def holder(machine: Tokyo, state: State, place: int) -> int | None:
    """Who holds a place in Tokyo."""
    places = state.counters[machine.place : machine.place + machine.players]
    return places.index(place) if place in places else None


def claws_pass(machine: Tokyo, state: State, by: int, seat: int) -> bool:
    """Whether a monster's claws hit nobody in the Bay, for they take the City. rule: .empty-city"""
    in_it = state.counters[machine.place + seat] == BAY
    outside = by not in (NONE, seat) and not in_tokyo(machine, state, by)
    spared = in_it and outside and not machine.bay_hit_when_city_empty
    return spared and holder(machine, state, CITY) is None


# --- what cards make of numbers ------------------------------------------------------------------


def texts(machine: Tokyo, state: State, seat: int) -> Iterator[tuple[int, int]]:
    """The cards before a monster with each definition whose text they have."""
    cards = state.cards
    for card in state.zones[AREA + seat]:
        definition = cards[card]
        yield card, definition
        if definition in machine.copiers and state.registers[COPIER] == card + 1:
            yield card, cards[state.registers[COPIED] - 1]
    if machine.has_evolutions:
        for card in state.zones[machine.evolved + seat]:
            yield card, cards[card]
        for card in state.zones[machine.hand + seat]:
            if cards[card] in machine.temporary:
                yield card, cards[card]


def changes_of(machine: Tokyo, state: State, word: str, seat: int) -> list[tuple[int, Change, int]]:
    """What changes a number of a monster now: `(card, change, amount)`."""
    found: list[tuple[int, Change, int]] = []
    table = machine.changes[word]
    if table:
        for card, definition in texts(machine, state, seat):
            for change in table.get(definition, ()):
                if change.holds is None or change.holds(machine, state, card, seat):
                    found.append((card, change, change.amount))
    for number, source, whose, _ in state.lasting:
        held = machine.lasting[number]
        if whose == seat and held.word == word and held.change is not None:
            found.append((source, held.change, held.change.amount))
        elif whose == seat and held.use is not None:
            for change in held.use.changes.get(word, ()):
                found.append((source, change, change.amount))
    return found


def has_say(state: State, card: int, text: Change | Said, seat: int) -> None:
    """Tell that a continuous text of a card works for a monster."""
    state.log.append(("applies", text.rules, card, card, text.ability.number, seat))


def tell_changes(machine: Tokyo, state: State, word: str, seat: int) -> None:
    """Tell of each text that changes a number of a monster."""
    for card, change, _ in changes_of(machine, state, word, seat):
        has_say(state, card, change, seat)


def total(machine: Tokyo, state: State, word: str, seat: int) -> tuple[int, Rules]:
    """The sum of what changes a number, and the rules it rests on."""
    amount = 0
    rules: Rules = ()
    for card, change, much in changes_of(machine, state, word, seat):
        amount += much
        rules += change.rules
        own = state.cards[card]
        if own in machine.copiers and change.ability.definition != machine.definitions[own].id:
            rules += ("kt.copy.text",)
    return amount, rules


def maximum_of(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
    """The most hearts a monster can have. rules: kt.heart.maximum, .higher-maximum"""
    amount, rules = total(machine, state, "modify-maximum", seat)
    most = STARTING_HEARTS + amount
    if most > TWELVE:
        rules += ("kt.heart.highest-maximum",)
        most = TWELVE if machine.highest_maximum else most
    return most, rules


# --- what cards permit and forbid ----------------------------------------------------------------


def is_ignored(machine: Tokyo, state: State, seat: int) -> bool:
    """By option nothing that the roller has works while its roll is resolved by another.

    rule: kt.borrowed.roller-defends
    """
    registers = state.registers
    resolver = registers[RESOLVER] - 1
    borrowed = resolver >= 0 and resolver == registers[ACTOR] != registers[ACTIVE]
    return machine.roller_ignored and borrowed and seat == registers[ACTIVE]


def said_by(machine: Tokyo, state: State, word: str, seat: int) -> list[tuple[int, Said]]:
    """What the cards before a monster, and what holds for a time, say with a word."""
    found: list[tuple[int, Said]] = []
    if machine.roller_ignored and is_ignored(machine, state, seat):
        return found
    table = machine.said[word]
    if table:
        for card, definition in texts(machine, state, seat):
            for said in table.get(definition, ()):
                if said.holds is None or said.holds(machine, state, card, seat):
                    found.append((card, said))
    for number, source, whose, _ in state.lasting:
        held = machine.lasting[number]
        if whose == seat and held.word == word and held.said is not None:
            found.append((source, held.said))
        elif whose == seat and held.use is not None:
            found += [(source, said) for said in held.use.said.get(word, ())]
    return found


def paid_for(state: State, card: int) -> int:
    """What was paid for a card when it was last bought. rule: kt.end.sell-paid"""
    return state.marks[card] >> PAID_SHIFT & (1 << PAID_BITS) - 1


def counters_on(state: State, card: int) -> int:
    """How much lies on a card."""
    return state.marks[card] >> COUNTERS_SHIFT


def name_of_place(place: int) -> str:
    """A place in Tokyo as people call it."""
    return "Tokyo City" if place == CITY else "Tokyo Bay"
