"""Noun phrases: which monsters, cards or dice a text means, and the decision that picks them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.dice_games.selection import Candidates as Candidates
from oracle.dice_games.selection import bind_card_choice as bind_card_choice
from oracle.dice_games.selection import bind_cards as bind_cards
from oracle.dice_games.selection import bind_die_choice as bind_die_choice
from oracle.dice_games.selection import bind_faces as bind_faces
from oracle.kernel.flow import ACCEPT, DECLINE, Label
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .attack import neighbours, targets_of
from .buy import revealed_cards
from .damage import damage_frame, struck
from .monsters import clockwise, in_tokyo, living, others
from .table import (
    AREA,
    CONTEXT,
    DISCARD,
    ENERGY,
    HEARTS,
    MINDBUGS,
    MONSTER,
    NONE,
    SOURCE,
    STARS,
    TOP,
    YOU,
)
from .uses import hunted_with

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

Seats = Callable[["Tokyo", State, Frame], list[int]]
Filter = Callable[["Tokyo", State, int, int], bool]

CHOOSE: Rules = ("kt.card.owner", "kt.card.parts")
AGREE = ("kt.card.may",)
LOT = ("kt.evolution.ties",)
RESOURCES = {"hearts": HEARTS, "stars": STARS, "energy": ENERGY, "mindbug-tokens": MINDBUGS}


def amount_of(machine: Tokyo, state: State, resource: str, seat: int) -> int:
    """How much a monster has of something."""
    return state.counters[RESOURCES[resource] * machine.players + seat]


# --- monsters ------------------------------------------------------------------------------------


def bind_monsters(linker: Linker, phrase: Selection) -> Candidates:
    """The monsters a phrase means now, clockwise from `you`."""
    filters = [MONSTER_FILTERS[call.word](linker, call) for call in phrase.filters]

    def monsters(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        around = others if phrase.other else clockwise
        found = around(machine, state, you)
        for narrow in filters:
            found = narrow(machine, state, you, found)
        return found

    return monsters


Narrow = Callable[["Tokyo", State, int, list[int]], list[int]]


def _in_tokyo(linker: Linker, call: Call) -> Narrow:
    return lambda machine, state, you, found: [s for s in found if in_tokyo(machine, state, s)]


def _beside(linker: Linker, call: Call) -> Narrow:
    def beside(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        near = neighbours(machine, state, you)
        return [seat for seat in found if seat in near]

    return beside


def _clawed(linker: Linker, call: Call) -> Narrow:
    """Whom the claws hit; without an attack, whom they reach. rule: kt.attack.without-claw"""
    attack = linker.head == "settling"

    def clawed(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        hit, _ = targets_of(machine, state, you, attack=attack)
        return [seat for seat in found if seat in hit]

    return clawed


def _struck(linker: Linker, call: Call) -> Narrow:
    """Whom the damage is for that is being settled. rule: kt.attack.card-damage"""

    def hit(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        those = struck(damage_frame(state))
        return [seat for seat in found if seat in those]

    return hit


def _extreme(linker: Linker, call: Call) -> Narrow:
    pick = max if call["extreme"] == "most" else min
    resource = str(call["resource"])

    def extreme(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        wanted = pick(amount_of(machine, state, resource, s) for s in living(machine, state))
        return [seat for seat in found if amount_of(machine, state, resource, seat) == wanted]

    return extreme


def _with_token(linker: Linker, call: Call) -> Narrow:
    """That has at least one such token, however many. rules: kt.mindbug.owners, .count"""
    kind = str(call["token"])

    def having(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        first = {
            "poison": machine.poison,
            "shrink": machine.shrink,
            "mindbug": machine.mindbugs,
        }[kind]
        return [seat for seat in found if state.counters[first + seat]]

    return having


def _willing(linker: Linker, call: Call) -> Narrow:
    """Who is willing is asked later, one after another."""
    return _all_found


def _all_found(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
    return found


MONSTER_FILTERS: dict[str, Callable[[Linker, Call], Narrow]] = {
    "in-tokyo": _in_tokyo,
    "beside-you": _beside,
    "clawed": _clawed,
    "struck": _struck,
    "with-extreme": _extreme,
    "with-token": _with_token,
    "willing": _willing,
}


def bind_players(linker: Linker, value: object) -> tuple[list[Step], Seats]:
    """Steps that find out who is meant, and a function that then tells it.

    Where some of several are meant, `you` choose them one after another, and the last is the
    monster of the lines after it.
    """
    if isinstance(value, Call):
        return [], PLAYERS[value.word]
    assert isinstance(value, Selection)
    candidates = bind_monsters(linker, value)
    if any(call.word == "willing" for call in value.filters):
        return _bind_willing(linker, candidates), PLAYERS["that-monster"]
    if value.quantity.kind == "all":
        return [], lambda machine, state, frame: candidates(
            machine, state, frame[SOURCE], frame[YOU]
        )

    count: Any = value.quantity.count
    up_to = value.quantity.kind == "up-to"
    chosen = linker.slot()
    ties = any(call.word == "with-extreme" for call in value.filters)

    def begin(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[chosen] = ()

    def choose(machine: Tokyo, state: State, frame: Frame) -> None:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        options: list[Any] = [MONSTER[seat] for seat in sorted(found) if seat not in frame[chosen]]
        if ties and machine.lots_for_ties and len(options) > 1:
            ask(state, "lot", NATURE, options, frame[SOURCE], LOT)
        elif len(options) > 1 or (up_to and options):
            options += [DECLINE] if up_to else []
            ask(state, "monster", frame[YOU], options, frame[SOURCE], CHOOSE)
        else:
            state.answer = options[0] if options else DECLINE

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = NONE if state.answer == DECLINE else state.answer[1]
        frame[chosen] += () if seat == NONE else (seat,)
        if not frame[chosen] or seat != NONE:
            frame[CONTEXT] = (seat, *frame[CONTEXT][1:])

    return [begin, *[choose, take] * count], lambda machine, state, frame: list(frame[chosen])


def _bind_willing(linker: Linker, candidates: Candidates) -> list[Any]:
    """Steps that ask who agrees, clockwise, and let you choose one of them."""
    left, agreed, label = linker.slot(), linker.slot(), Label()

    def begin(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[left] = tuple(candidates(machine, state, frame[SOURCE], frame[YOU]))
        frame[agreed] = ()

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[left]:
            label.leave(frame)
            return
        ask(state, "may", frame[left][0], [ACCEPT, DECLINE], frame[SOURCE], AGREE)

    def hear(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, *others_left = frame[left]
        frame[left] = tuple(others_left)
        if state.answer == ACCEPT:
            frame[agreed] += (seat,)
            state.log.append(("agree", AGREE, frame[SOURCE], seat))
        label.again(frame)

    def choose(machine: Tokyo, state: State, frame: Frame) -> None:
        found = frame[agreed]
        if len(found) > 1:
            options = [MONSTER[seat] for seat in sorted(found)]
            ask(state, "monster", frame[YOU], options, frame[SOURCE], CHOOSE)
        else:
            state.answer = MONSTER[found[0]] if found else ("monster", -1)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[CONTEXT] = (state.answer[1], *frame[CONTEXT][1:])

    return [begin, *label.around([], [offer, hear], []), choose, take]


def _that(machine: Tokyo, state: State, frame: Frame) -> list[int]:
    seat = frame[CONTEXT][0]
    return [seat] if seat >= 0 else []


def _hunted(machine: Tokyo, state: State, frame: Frame) -> list[int]:
    seat = hunted_with(state, frame[SOURCE], frame[CONTEXT])
    return [seat] if seat >= 0 and state.counters[seat] else []


PLAYERS: dict[str, Seats] = {
    "you": lambda machine, state, frame: [frame[YOU]],
    "that-monster": _that,
    "they": _that,
    "attacker": _that,
    "hunted": _hunted,
}


# --- cards ---------------------------------------------------------------------------------------


def _areas(machine: Tokyo, state: State, seats: list[int]) -> list[int]:
    return [card for seat in seats for card in state.zones[AREA + seat]]


ZONES: dict[str, Callable[[Tokyo, State, int], list[int]]] = {
    "area": lambda machine, state, you: list(state.zones[AREA + you]),
    "any-area": lambda machine, state, you: _areas(machine, state, living(machine, state)),
    "other-areas": lambda machine, state, you: _areas(machine, state, others(machine, state, you)),
    "discard-pile": lambda machine, state, you: list(state.zones[DISCARD]),
    "deck-top": lambda machine, state, you: list(state.zones[TOP]),
    "revealed": lambda machine, state, you: revealed_cards(state, you),
}
