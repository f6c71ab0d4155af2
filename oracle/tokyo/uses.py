"""Cards in use: consumables that were discarded to have their effect for a while.

A card in use lies in the discard pile, or still before its owner if its text gives it away; that it
is in use is kept beside it, with what its further lines must know: whom it hunts, when it was used,
how much was lost or prevented.

A card may be got back and used again while its first use goes on. Then each use has what is its
own: the last one is meant where nothing else is said, and an earlier one has a number, which
stands as the third of what an ability is about.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.kernel.state import Lasting, State

from .table import AREA, NONE, TURN

if TYPE_CHECKING:
    from .machine import InUse, Tokyo

# What is kept of a use: its place in the tuple of targets.
HUNTED, SINCE, LOSS, WHICH, TAKEN = 0, 1, 2, 3, 4
"""TAKEN is the first of so many numbers as there are monsters: what each lost by the keyword."""

FOR_TURN, FOR_WOUND, FOR_GIVEN_TURN = "turn", "wound", "given-turn"
"""How long a use lasts: this turn, this one wounding, or until the turn it gave has ended."""


def begin_use(machine: Tokyo, state: State, number: int, card: int, seat: int, loss: int) -> None:
    """A card is in use from now on."""
    before = kept_of(state, card)
    which = 0 if before is None else before[WHICH] + 1
    kept = (NONE, state.registers[TURN], loss, which, *([0] * machine.players))
    state.lasting = [*state.lasting, (number, card, seat, kept)]


def in_use(machine: Tokyo, state: State, seat: int) -> Iterator[tuple[int, InUse]]:
    """The cards that a monster has in use, with what works of each."""
    for number, card, whose, kept in state.lasting:
        if kept is not None and whose == seat:
            use = machine.lasting[number].use
            assert use is not None
            yield card, use


def told_apart(
    machine: Tokyo, state: State, seat: int
) -> Iterator[tuple[int, InUse, tuple[int, ...]]]:
    """The same, with the number of each use that has a later one of the same card."""
    uses = [entry for entry in state.lasting if entry[3] is not None]
    last = {card: kept for _, card, _, kept in uses}
    for number, card, whose, kept in uses:
        if whose == seat and kept is not None:
            use = machine.lasting[number].use
            assert use is not None
            yield card, use, () if last[card] is kept else (kept[WHICH],)


def kept_in_use(machine: Tokyo, state: State, seat: int) -> list[int]:
    """The cards in use that still lie before a monster. rule: kt.consumable.handed"""
    if not state.lasting:
        return []
    return [
        card
        for card, use in in_use(machine, state, seat)
        if use.stays and state.where[card] == AREA + seat
    ]


def kept_for_the_end(machine: Tokyo, state: State, seat: int) -> list[int]:
    """Those of them whose text gives them away at the end of the turn. rule: .hunter-missed"""
    waiting = [card for card, use in in_use(machine, state, seat) if "turn-ends" in use.triggered]
    return [card for card in kept_in_use(machine, state, seat) if card in waiting]


def times_used(state: State, card: int) -> int:
    """How many uses of a card are in force."""
    return sum(source == card and kept is not None for _, source, _, kept in state.lasting)


def kept_of(state: State, card: int, about: tuple[int, ...] = ()) -> tuple[int, ...] | None:
    """What is kept of the use of a card that an ability is `about`, or else of the latest one."""
    for _, source, _, kept in reversed(state.lasting):
        if source == card and kept is not None and is_about(kept, about):
            return kept
    return None


def is_about(kept: tuple[int, ...], about: tuple[int, ...]) -> bool:
    """Whether this use is meant, as far as any is named."""
    return len(about) <= NAMED or about[NAMED] == kept[WHICH]


NAMED = 2
"""The place of the number of a use in what an ability is about."""


def keep(state: State, card: int, place: int, value: int, about: tuple[int, ...] = ()) -> None:
    """Keep something of the use of a card."""
    lasting = list(state.lasting)
    for index in range(len(lasting) - 1, -1, -1):
        number, source, seat, kept = lasting[index]
        if source == card and kept is not None and is_about(kept, about):
            changed = (*kept[:place], value, *kept[place + 1 :])
            lasting[index] = (number, source, seat, changed)
            break
    state.lasting = lasting


def hunted_with(state: State, card: int, about: tuple[int, ...] = ()) -> int:
    """Whom a card hunts, or nobody."""
    kept = kept_of(state, card, about)
    return NONE if kept is None else kept[HUNTED]


def all_hunted(state: State, seat: int) -> list[int]:
    """Everybody whom a monster hunts, the one hunted first before the others."""
    every = [kept[HUNTED] for _, _, whose, kept in state.lasting if kept and whose == seat]
    return [prey for prey in dict.fromkeys(every) if prey != NONE]


def note_prey(state: State, by: int, seat: int, lost: int) -> None:
    """Keep with each card in use what its prey lost to the hunter. rule: kt.keyword.hunter-reward

    A use keeps it for itself, so that a card used twice in a turn has two prey.
    """
    if not (lost and state.lasting):
        return
    lasting = []
    for number, card, whose, kept in state.lasting:
        if kept is not None and whose == by and kept[HUNTED] == seat:
            own = TAKEN + seat
            kept = (*kept[:own], kept[own] + lost, *kept[own + 1 :])
        lasting.append((number, card, whose, kept))
    state.lasting = lasting


def end_wound_uses(machine: Tokyo, state: State, seats: tuple[int, ...]) -> None:
    """What was used against a wound is over with it. rule: kt.consumable.until"""
    if state.lasting:
        state.lasting = [
            entry
            for entry in state.lasting
            if not (entry[2] in seats and _lasts(machine, entry) == FOR_WOUND)
        ]


def end_turn_uses(machine: Tokyo, state: State) -> bool:
    """What was used for this turn is over; returns whether there was any."""
    turn = state.registers[TURN]
    kept = []
    for entry in state.lasting:
        held = machine.lasting[entry[0]]
        given = _lasts(machine, entry) == FOR_GIVEN_TURN
        if held.for_good or (given and entry[3] is not None and entry[3][SINCE] == turn):
            kept.append(entry)
    ended = len(kept) < len(state.lasting)
    state.lasting = kept
    return ended


def _lasts(machine: Tokyo, entry: Lasting) -> str:
    use = machine.lasting[entry[0]].use
    return "" if use is None else use.lasts
