"""Positions that are set up: what cannot be, and what the machine has to know of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.row import check_row
from oracle.kernel.state import State
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError

from .bay import bay_is_open
from .citing import words_in
from .copy import find_mimic
from .monsters import counters_on, maximum_of, name_of_place
from .setup import first_turn, give_tokens
from .table import (
    ACTIVE,
    ACTOR,
    AREA,
    BAY,
    BAY_CLOSED,
    FEWEST_PLAYERS,
    HAS_MONSTER,
    OUT_OF_GAME,
    OUTSIDE,
    SMALLEST_BAY,
)

if TYPE_CHECKING:
    from .machine import Tokyo

ON_IT = frozenset({"put-on", "take-off"})
"""Words about what lies on a card."""


def counts_on_itself(card: Card) -> bool:
    """Whether any text of a card puts something on it or takes it off."""
    return any(words_in(ability.body) & ON_IT for ability in card.abilities)


def asks_for_price(card: Card) -> bool:
    """Whether a text of a card looks at what was paid for cards. rule: kt.end.sell-paid"""
    return any("price-paid" in words_in(ability.body) for ability in card.abilities)


def begin_at(machine: Tokyo, state: State, seat: int) -> None:
    """Begin the first turn of a position."""
    living = [each for each in range(machine.players) if state.counters[each]]
    for each in range(machine.players):
        if each not in living:
            state.registers[OUT_OF_GAME] |= 1 << each
    if len(living) < SMALLEST_BAY:
        state.registers[BAY_CLOSED] = 1
    give_tokens(machine, state)
    find_mimic(machine, state)
    check_monsters(machine, state)
    check_eliminated(machine, state, seat)
    check_row(state)
    check_counters(machine, state)
    if machine.has_evolutions:
        recognise(machine, state)
    state.registers[ACTIVE] = state.registers[ACTOR] = seat
    state.stack.append(first_turn(seat))


def check_monsters(machine: Tokyo, state: State) -> None:
    """Who is where, and with how many hearts. rules: kt.bay.*, kt.heart.maximum"""
    there: set[int] = set()
    for seat, name in enumerate(machine.layout.seats):
        where = f"setup.players.{name}"
        hearts, place = state.counters[seat], state.counters[machine.place + seat]
        most, _ = maximum_of(machine, state, seat)
        if hearts > most:
            text = f"it has at most {most} hearts, not {hearts}"
            raise KaijuError(text, f"{where}.hearts", "A card may allow more.")
        if place == OUTSIDE:
            continue
        called = name_of_place(place)
        if not hearts:
            raise KaijuError(f"an eliminated monster is not in {called}", f"{where}.place")
        if place == BAY and not bay_is_open(machine, state):
            text = f"Tokyo Bay is in use with {SMALLEST_BAY} living monsters or more"
            raise KaijuError(text, f"{where}.place", "Put it into Tokyo City, or outside.")
        if place in there:
            text = f"another monster is in {called} already"
            raise KaijuError(text, f"{where}.place", "Each part of Tokyo holds one monster.")
        there.add(place)


def belongings(machine: Tokyo, state: State, seat: int) -> dict[str, tuple[str, int]]:
    """What a monster loses when it is eliminated: by field its name and how much there is.

    rules: kt.elimination.*, kt.mindbug.eliminated, kt.evolution.eliminated
    """
    found = {
        "energy": ("energy", state.counters[machine.energy + seat]),
        "poison": ("poison tokens", state.counters[machine.poison + seat]),
        "shrink": ("shrink tokens", state.counters[machine.shrink + seat]),
        "mindbugs": ("Mindbug tokens", state.counters[machine.mindbugs + seat]),
        "area": ("cards", len(state.zones[AREA + seat])),
    }
    if machine.has_evolutions:
        found |= {
            "hand": ("evolution cards in hand", len(state.zones[machine.hand + seat])),
            "evolutions": ("evolution cards in play", len(state.zones[machine.evolved + seat])),
            "evolution-deck": (
                "evolution deck",
                len(state.zones[machine.evolution_deck + seat]),
            ),
        }
    return found


def check_eliminated(machine: Tokyo, state: State, turn: int) -> None:
    """An eliminated monster has nothing left, and two at least are alive. rules: .elimination.*"""
    gone = [seat for seat in range(machine.players) if not state.counters[seat]]
    for seat in gone:
        where = f"setup.players.{machine.layout.seats[seat]}"
        for field, (what, amount) in belongings(machine, state, seat).items():
            if amount:
                text = f"an eliminated monster has no {what}"
                it = "it" if what in ("energy", "evolution deck") else "them"
                raise KaijuError(text, f"{where}.{field}", f"Leave {it} out, or give it hearts.")
    if len(gone) > machine.players - FEWEST_PLAYERS:
        place = f"setup.players.{machine.layout.seats[gone[0]]}.hearts"
        text = "the game would be over: fewer than two monsters are alive"
        raise KaijuError(text, place, "Give at least two monsters hearts.")
    if turn in gone:
        text = "an eliminated monster has no turn"
        raise KaijuError(text, "setup.turn", "Name a monster that has hearts.")


def check_counters(machine: Tokyo, state: State) -> None:
    """What lies on cards. rule: kt.counter.start"""
    for seat, name in enumerate(machine.layout.seats):
        for card in state.zones[AREA + seat]:
            definition = machine.definitions[state.cards[card]]
            takes_any = counts_on_itself(definition) or state.cards[card] in machine.copiers
            if counters_on(state, card) and not takes_any:
                text = f"nothing ever lies on {definition.name}"
                raise KaijuError(text, f"setup.players.{name}.area")


def recognise(machine: Tokyo, state: State) -> None:
    """Which monster each seat has: by its cards, or else the first that is left."""
    first = HAS_MONSTER
    for seat in range(machine.players):
        for place in range(machine.evolution_deck + seat, machine.unchosen, machine.players):
            for card in state.zones[place]:
                monster = machine.monster_of[state.cards[card]] + 1
                taken = state.registers[first : first + machine.players]
                if not state.registers[first + seat] and monster not in taken:
                    state.registers[first + seat] = monster
    for seat in range(machine.players):
        taken = state.registers[first : first + machine.players]
        left = [n + 1 for n in range(len(machine.monsters)) if n + 1 not in taken]
        if not state.registers[first + seat]:
            state.registers[first + seat] = left[0]
