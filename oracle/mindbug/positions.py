"""Positions that are set up: what a table cannot look like, with what would be possible."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.kernel.state import State
from rules_dsl.errors import KaijuError

from .boost import note_booster
from .table import (
    ACTIVE,
    BOTH_HANDS,
    DECK,
    DECK_SIZE,
    LIVES,
    PLAY,
    POWER_ROW,
    ROW_SIZE,
    SEATS,
    UNDER,
)
from .turn import TURNS

if TYPE_CHECKING:
    from .machine import Mindbug


def begin_at(machine: Mindbug, state: State, seat: int) -> None:
    """Put a set-up position at the start of a turn; hands are checked at once."""
    check_decks(state)
    check_row(state)
    if machine.first_stage:
        check_stages(machine, state)
    if not machine.boosts_to_controller:
        for host, boosts in state.under.items():  # nobody says otherwise who put them there
            note_booster(state, boosts, state.where[host] - PLAY)
    state.registers[ACTIVE] = seat
    state.dirty = BOTH_HANDS | LIVES
    state.stack.append([TURNS, 0, seat, 0, 0])


def check_decks(state: State) -> None:
    """A deck begins with ten cards, and nothing adds to it. rule: mb.setup.deal"""
    for seat, name in enumerate(SEATS):
        held = len(state.zones[DECK + seat])
        if held > DECK_SIZE:
            raise KaijuError(
                f"a deck has at most {DECK_SIZE} cards, not {held}",
                place=f"setup.players.{name}.deck[{DECK_SIZE}]",
                remedy="Leave cards out, or put them into a discard pile.",
            )


def check_row(state: State) -> None:
    """How many power cards are for sale. rule: mb.power.row"""
    if len(state.zones[POWER_ROW]) > ROW_SIZE:
        raise KaijuError(
            f"the power row has {ROW_SIZE} places, not {len(state.zones[POWER_ROW])}",
            place=f"setup.power-row[{ROW_SIZE}]",
            remedy="Leave cards out, or put them into the power deck.",
        )


def check_stages(machine: Mindbug, state: State) -> None:
    """Later stages are in play only, each on its own stage 1 card. rules: mb.evolve.*"""
    seen: dict[int, list[int]] = {}
    for card, place in _lying(machine, state):
        stage = state.cards[card]
        first = machine.first_stage.get(stage, stage)
        if first not in machine.next_stage:
            continue
        if stage != first and not PLAY <= state.where[card] <= PLAY + 1:
            later, earlier = machine.definitions[stage].name, machine.definitions[first].name
            under = state.where[card] == UNDER
            never = "cannot lie under another creature" if under else "is only ever in play"
            raise KaijuError(
                f"{later} is a later stage of a creature, which {never}",
                place=f"{place}.card",
                remedy=f"Outside play it is its first stage, {earlier}.",
            )
        seen.setdefault(first, []).append(card)
        _check_creature(machine, state, first, seen[first], f"{place}.card")


def _check_creature(
    machine: Mindbug, state: State, first: int, cards: list[int], place: str
) -> None:
    """An evolved creature is as often there as the box has its cards."""
    stages = [machine.definitions[state.cards[card]] for card in cards]
    copies = machine.definitions[first].copies
    if len(cards) <= copies or all(state.cards[card] == first for card in cards):
        return
    names = list(dict.fromkeys(stage.name for stage in stages))
    what = f"{' and '.join(names)} are stages of one creature"
    if len(names) == 1:
        what = f"{names[0]} is there {len(cards)} times"
    raise KaijuError(
        f"{what}, and the box has only {copies} of it",
        place=place,
        remedy=f"Leave this {stages[-1].name} out.",
    )


def _lying(machine: Mindbug, state: State) -> Iterator[tuple[int, str]]:
    """Every card on the table with its place in the description."""
    for number, (zone, seat) in enumerate(machine.layout.places):
        if number == UNDER:
            continue
        whose = "setup" if seat is None else f"setup.players.{SEATS[seat]}"
        for index, card in enumerate(state.zones[number]):
            place = f"{whose}.{zone.name}[{index}]"
            yield card, place
            for below, boost in enumerate(state.under.get(card, ())):
                yield boost, f"{place}.boosts[{below}]"
