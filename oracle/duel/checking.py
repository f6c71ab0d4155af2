"""Positions that cannot be: what a setup is refused for, with what would be possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from oracle.kernel.state import State
from rules_dsl.errors import KaijuError

from .drawing import cells_in
from .hearts import start_with_hearts
from .monsters import laid_tokens, markers
from .table import BOARD, HEARTS, MONSTER, NOISE, PLAYERS, SEATS
from .tracks import PLACE_NAMES, PLACES, TRACKS, Laid, path_of
from .victory import winner_by_markers
from .whereabouts import cell_text, place_text

if TYPE_CHECKING:
    from .machine import Duel

Fault = tuple[str, str]
"""What is wrong, and what to do."""


def check_monsters(machine: Duel, state: State) -> None:
    """Each seat has a monster of its own, with at most the hearts of its board. rule: .monsters"""
    names = [machine.definitions[number].id for number in machine.hearts_of]
    for seat, name in enumerate(SEATS):
        place = f"setup.players.{name}"
        if not state.zones[MONSTER + seat]:
            raise KaijuError(
                "each player needs a monster",
                place=f"{place}.monster",
                remedy=f"One of: {', '.join(names)}.",
            )
        most = machine.hearts_of[_monster(state, seat)]
        hearts = state.counters[HEARTS + seat]
        if hearts > most:
            raise KaijuError(
                f"its monster has at most {most} hearts, not {hearts}", place=f"{place}.hearts"
            )
        start_with_hearts(state, seat, hearts or most)
    taken = {_monster(state, seat) for seat in range(PLAYERS)}
    if len(taken) < PLAYERS:
        name = machine.definitions[taken.pop()].id
        raise KaijuError(
            f"both players have {name}, and there is one of each monster",
            place=f"setup.players.{SEATS[1]}.monster",
            remedy=f"Give one of them another: {', '.join(n for n in names if n != name)}.",
        )


def _monster(state: State, seat: int) -> int:
    return state.cards[state.zones[MONSTER + seat][0]]


def check_tokens(machine: Duel, state: State) -> None:
    """No more of a token than there are, and a monster's own only with it. rule: kd.king.tokens"""
    played = {_monster(state, seat) for seat in range(PLAYERS)}
    for index, card in enumerate(state.zones[BOARD]):
        owner = machine.tokens[state.cards[card]].monster
        if owner is not None and owner not in played:
            token, monster = machine.definitions[state.cards[card]], machine.definitions[owner]
            raise KaijuError(
                f"{token.id} lies on the board, and nobody is {monster.id}",
                place=f"setup.board[{index}].card",
                remedy=f"Let a player be {monster.id}, or leave the token out.",
            )
    seen: Counter[int] = Counter()
    for zone, name in ((NOISE, "noise"), (BOARD, "board")):
        for index, card in enumerate(state.zones[zone]):
            definition = machine.definitions[state.cards[card]]
            seen[state.cards[card]] += 1
            if seen[state.cards[card]] > definition.copies:
                raise KaijuError(
                    f"{definition.id} is there {seen[state.cards[card]]} times, and the box has "
                    f"{definition.copies} of it",
                    place=f"setup.{name}[{index}].card",
                    remedy="Leave one out, or take another token.",
                )


def check_tracks(machine: Duel, state: State) -> None:
    """Tokens and markers lie where they can. rules: kd.noise.*, kd.track.path"""
    taken: set[tuple[int, int]] = set()
    laid = laid_tokens(machine, state)
    for index, (card, (place, _)) in enumerate(zip(state.zones[BOARD], laid, strict=True)):
        where = f"setup.board[{index}].place"
        name = machine.definitions[state.cards[card]].id
        fault = misfit(name, machine.tokens[state.cards[card]].ways, PLACE_NAMES[place])
        if fault is not None:
            raise KaijuError(fault[0], place=where, remedy=fault[1])
        track, cells = PLACES[place]
        covered = {(track, cell) for cell in cells}
        if covered & taken:
            raise KaijuError("another token lies there", place=where)
        taken |= covered
    for track, name in enumerate(TRACKS):
        fault = off_path(track, markers(state)[track], laid)
        if fault is not None:
            raise KaijuError(fault[0], place=f"setup.{name}", remedy=fault[1])
    if winner_by_markers(*markers(state)) is not None:
        raise KaijuError("the game would be over: the markers stand so", place="setup.fame")


def _name_and_words(place: str) -> str:
    return f"{place!r}, {place_text(place)}"


def misfit(
    name: str, ways: Sequence[int], place: str, say: Callable[[str], str] = _name_and_words
) -> Fault | None:
    """Why a token cannot lie on a place that is named. rules: kd.noise.where, .either-way, .bent"""
    possible = [PLACE_NAMES[way] for way in ways]
    if place in possible:
        return None
    track, cells = cells_in(place)
    other = f"{track}:{','.join(str(cell) for cell in reversed(cells))}"
    if other in possible:
        return (
            f"{name} cannot lie on {say(place)}, only the other way round",
            f"Name its cells from the other end: {say(other)}.",
        )
    near = [way for way in ways if TRACKS[PLACES[way][0]] == track and cells[0] in PLACES[way][1]]
    covers = len(PLACES[ways[0]][1])
    return (
        f"{name} cannot lie on {say(place)}: it covers {covers} cell{'s' if covers > 1 else ''}",
        f"It lies, for example, on {say(PLACE_NAMES[near[0] if near else ways[0]])}.",
    )


def _number_and_words(half: int) -> str:
    return f"{half}, {cell_text(half)}"


def off_path(
    track: int, at: int, laid: tuple[Laid, ...], say: Callable[[int], str] = _number_and_words
) -> Fault | None:
    """Why a marker cannot stand on a cell that is named. rules: .path, .longer, .shorter"""
    cells = path_of(track, laid).cells
    if at in cells:
        return None
    near = [min(c for c in cells if c > at), max(c for c in cells if c < at)]
    remedy = f"Put it on {' or on '.join(say(cell) for cell in sorted(near, key=abs))}"
    if at % 2:
        why = "no lengthening token adds that cell"
        remedy += ", or lay a lengthening token there"
    else:
        why = "a shortening token takes that cell off the path"
    return f"the {TRACKS[track]} marker cannot stand on {say(at)}: {why}", f"{remedy}."
