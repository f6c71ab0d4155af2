"""The two monsters: what is in force for them, and what cards make of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from oracle.dice_games.table import ACTIVE, ADDED, AREA, BOUGHT, DICE
from oracle.kernel.state import Lasting, Rules, State

from .table import (
    BOARD,
    COMPLETE,
    LEFT,
    MARKERS,
    MONSTER,
    PLACE_SHIFT,
    PLAYERS,
    RESOLVED,
    SETTLED,
    rival,
)
from .tracks import Laid, Path, in_spotlight, is_spotlight_of, path_of

if TYPE_CHECKING:
    from oracle.dice_games.machine import Entry

    from .machine import Change, Duel, Said

AWAKE = 1
"""What is kept with something that waits for a monster's next turn: whose, and whether it came."""


def texts(machine: Duel, state: State, seat: int) -> list[tuple[int, int]]:
    """The board and the cards of a monster, with their definitions."""
    cards, zones = state.cards, state.zones
    return [(card, cards[card]) for card in (*zones[MONSTER + seat], *zones[AREA + seat])]


def works(machine: Duel, state: State, card: int, seat: int) -> bool:
    """Whether a card can work for a monster: it lies there, or is just bought."""
    return state.where[card] in (AREA + seat, MONSTER + seat, BOUGHT)


def has(machine: Duel, state: State, entry: Entry, seat: int) -> bool:
    """Whether a monster still has an ability."""
    return works(machine, state, entry[0], seat)


def waits_already(state: State, number: int, card: int, seat: int) -> bool:
    """Whether what a card does in a monster's next turn waits for it. rule: kd.turn.rival-next"""
    return any(entry[:2] == (number, card) and entry[3] == (seat, 0) for entry in state.lasting)


# --- what cards make of numbers ------------------------------------------------------------------


def in_force(state: State) -> Iterator[Lasting]:
    """What holds for a time, without what still waits for a turn. rule: kd.turn.rival-next"""
    for entry in state.lasting:
        if entry[3] is None or entry[3][AWAKE]:
            yield entry


def changes_of(
    machine: Duel, state: State, word: str, seat: int
) -> list[tuple[int, int, Change, int]]:
    """What changes a number of a monster now: `(card, you, change, amount)`."""
    found: list[tuple[int, int, Change, int]] = []
    table = machine.changes[word]
    if table:
        for you in (seat, rival(seat)):
            subject = "you" if you == seat else "rival"
            for card, definition in texts(machine, state, you):
                if definition not in table:
                    continue
                for change in table[definition]:
                    if change.subject == subject and (
                        change.holds is None or change.holds(machine, state, card, you)
                    ):
                        found.append((card, you, change, _much(machine, state, change, card, you)))
    for number, source, you, _ in in_force(state):
        held = machine.lasting[number]
        lasting = held.change
        if held.word == word and lasting is not None:
            subject = "you" if you == seat else "rival"
            if lasting.subject == subject:
                much = _much(machine, state, lasting, source, you)
                found.append((source, you, lasting, much))
    return found


def _much(machine: Duel, state: State, change: Change, card: int, you: int) -> int:
    times = 1 if change.per is None else change.per(machine, state, card, you)
    return change.amount * times


def said_of(machine: Duel, state: State, word: str, seat: int) -> list[tuple[int, int, Said]]:
    """What is permitted or forbidden to a monster with a word: `(card, you, said)`."""
    found: list[tuple[int, int, Said]] = []
    table = machine.said[word]
    if table:
        for you in (seat, rival(seat)):
            subject = "you" if you == seat else "rival"
            for card, definition in texts(machine, state, you):
                for said in table.get(definition, ()):
                    if said.subject == subject and (
                        said.holds is None or said.holds(machine, state, card, you)
                    ):
                        found.append((card, you, said))
    for number, source, you, _ in in_force(state):
        held = machine.lasting[number]
        if held.word == word and held.said is not None:
            subject = "you" if you == seat else "rival"
            if held.said.subject == subject:
                found.append((source, you, held.said))
    return found


def has_say(state: State, card: int, text: Change | Said, seat: int) -> None:
    """Tell that a continuous text works for a monster."""
    state.log.append(("applies", text.rules, card, card, text.ability.number, seat))


def total(machine: Duel, state: State, word: str, seat: int) -> tuple[int, Rules]:
    """The sum of what changes a number, with the rules it rests on; each text is told."""
    amount = 0
    rules: Rules = ()
    found = changes_of(machine, state, word, seat)
    for card, you, change, much in found:
        amount += much
        rules += change.rules
        has_say(state, card, change, you)
    if len(found) > 1:
        rules += ("kd.card.add-up",)
    return amount, rules


# --- the Roll ------------------------------------------------------------------------------------


def adding(machine: Duel, state: State, face: int) -> list[tuple[int, Rules]]:
    """What cards add to the complete Roll of a face. rules: kd.roll.added*"""
    if face not in machine.added_faces or not state.registers[COMPLETE]:
        return []
    active = state.registers[ACTIVE]
    name = machine.faces[face]
    return [
        (much, change.rules)
        for _, _, change, much in changes_of(machine, state, "modify-symbols", active)
        if change.face == name
    ]


def added_symbols(machine: Duel, state: State, face: int) -> int:
    """How many symbols of a face cards add to the complete Roll."""
    return sum(much for much, _ in adding(machine, state, face))


BITS_A_FACE, MOST_SETTLED = 4, 15


def keep_added(machine: Duel, state: State, face: int) -> None:
    """A result is resolved: what cards add to it now stays in the Roll. rule: kd.roll.added"""
    much = min(max(0, added_symbols(machine, state, face)), MOST_SETTLED)
    state.registers[SETTLED] |= much << BITS_A_FACE * face


def settle_symbols(state: State, face: int, amount: int) -> None:
    """By option, so many symbols of a face are resolved by themselves. rule: kd.resolve.results

    They stay in the Roll: what the dice do not show of them, cards had added.
    """
    registers = state.registers
    done = resolved(state, face) + amount
    registers[RESOLVED] += amount << FIRST_COUNT + BITS_A_COUNT * face
    rolled = registers[DICE + face] + registers[ADDED + face] - registers[LEFT + face]
    much = min(max(0, done - rolled, settled(state, face)), MOST_SETTLED)
    registers[SETTLED] += much - settled(state, face) << BITS_A_FACE * face


FIRST_COUNT, BITS_A_COUNT, MOST_COUNTED = 8, 6, 63


def resolved(state: State, face: int) -> int:
    """How many symbols of a face were resolved by themselves in this turn."""
    return state.registers[RESOLVED] >> FIRST_COUNT + BITS_A_COUNT * face & MOST_COUNTED


def settled(state: State, face: int) -> int:
    """How many symbols of a face cards had added when it was resolved."""
    return state.registers[SETTLED] >> BITS_A_FACE * face & MOST_SETTLED


def result_of(machine: Duel, state: State, face: int) -> int:
    """How many symbols of a face are resolved: those of dice left out are not. rule: .left"""
    return symbols(machine, state, face, left_out=True)


def roll_of(machine: Duel, state: State, face: int) -> int:
    """How many symbols of a face the Roll has. rules: kd.roll.result, kd.resolve.left"""
    return symbols(machine, state, face, left_out=machine.left_out_of_roll)


def symbols(machine: Duel, state: State, face: int, *, left_out: bool) -> int:
    """Dice and added symbols of a face."""
    registers = state.registers
    found = registers[DICE + face] + registers[ADDED + face]
    if face in machine.added_faces:
        added = max(added_symbols(machine, state, face), settled(state, face))
        found = max(0, found + added)
    return max(0, found - registers[LEFT + face]) if left_out else found


# --- the tracks ----------------------------------------------------------------------------------


def markers(state: State) -> tuple[int, int]:
    """Where the two markers are."""
    return state.registers[MARKERS], state.registers[MARKERS + 1]


def laid_tokens(machine: Duel, state: State) -> tuple[Laid, ...]:
    """The noise tokens on the board, in the order of the zone."""
    return tuple(
        (state.marks[card] >> PLACE_SHIFT, machine.tokens[state.cards[card]].shape)
        for card in state.zones[BOARD]
    )


def path(machine: Duel, state: State, track: int) -> Path:
    """The path of a track now. rule: kd.track.path"""
    return path_of(track, laid_tokens(machine, state))


def token_under(machine: Duel, state: State, track: int) -> tuple[int, int] | None:
    """The noise token that a marker stands on, and on which of its cells."""
    if not state.zones[BOARD]:
        return None
    found = path(machine, state, track).on_token.get(state.registers[MARKERS + track])
    return None if found is None else (state.zones[BOARD][found[0]], found[1])


def markers_in_spotlights(state: State) -> int:
    """How many of the markers stand in a spotlight, on whichever side."""
    return sum(in_spotlight(at) for at in markers(state))


def tell_spotlights(machine: Duel, state: State) -> Rules:
    """What decides whether markers on tokens are in a spotlight. rules: .spotlight, .half"""
    rules: Rules = ()
    for track, at in enumerate(markers(state)):
        if token_under(machine, state, track) is None:
            continue
        if in_spotlight(at):
            rules += ("kd.track.spotlight",)
        elif at % 2 and in_spotlight(at - 1) != in_spotlight(at + 1):
            rules += ("kd.track.half",)
    return rules


def in_own_spotlight(state: State) -> list[int]:
    """The monsters on whose side a marker stands in a spotlight. rule: kd.hit.by-spotlight"""
    return [
        seat for seat in range(PLAYERS) if any(is_spotlight_of(at, seat) for at in markers(state))
    ]
