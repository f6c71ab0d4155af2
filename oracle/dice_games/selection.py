"""Noun phrases: which cards or dice a text means, and the decision that picks them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .linker import Linker
from .machine import DiceGame
from .table import DICE, DIE, NUMBER_OF_FACES, SOURCE, YOU

Candidates = Callable[[Any, State, int, int], list[int]]
"""`(machine, state, source, you)`."""

Shown = Callable[[State, int], int]
"""`(state, face)`: how many dice show a face."""


# --- cards ---------------------------------------------------------------------------------------


def bind_cards(linker: Linker[Any], phrase: Selection | Call) -> Candidates:
    """The cards a phrase means now, in the order of their numbers."""
    if isinstance(phrase, Call):
        return lambda machine, state, source, you: [source]
    assert phrase.zone is not None
    place = linker.cards_in(phrase.zone)
    types = [linker.of_type(str(call["type"])) for call in phrase.filters]

    def cards(machine: DiceGame, state: State, source: int, you: int) -> list[int]:
        found: list[int] = place(machine, state, you)
        for wanted in types:
            found = [card for card in found if state.cards[card] in wanted]
        return sorted(found)

    return cards


def bind_card_choice(
    linker: Linker[Any], phrase: Selection | Call, fits: Candidates | None = None
) -> list[Step]:
    """Steps that leave the cards picked, as a tuple, in the state's answer."""
    candidates = fits or bind_cards(linker, phrase)
    if isinstance(phrase, Call) or phrase.quantity.kind == "all":

        def take_all(machine: DiceGame, state: State, frame: Frame) -> None:
            state.answer = tuple(candidates(machine, state, frame[SOURCE], frame[YOU]))

        return [take_all]

    wanted: Any = phrase.quantity.count
    up_to = phrase.quantity.kind == "up-to"

    def choose(machine: DiceGame, state: State, frame: Frame) -> None:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        most = min(wanted, len(found))
        if len(found) > most or (up_to and found):
            least = 0 if up_to else most
            rules = machine.cited.choose_cards
            ask_to_choose(state, "choose", frame[YOU], found, least, most, frame[SOURCE], rules)
        else:
            state.answer = tuple(found)

    return [choose]


# --- dice ----------------------------------------------------------------------------------------


def bind_faces(
    linker: Linker[Any], phrase: Selection, but: int | None = None, shown: Shown | None = None
) -> Candidates:
    """The faces that dice meant by a phrase show now, each once, but one face."""
    faces_of = linker.machine.faces
    wanted = [faces_of.index(str(call["face"])) for call in phrase.filters]

    def faces(machine: DiceGame, state: State, source: int, you: int) -> list[int]:
        found = [
            face
            for face in range(NUMBER_OF_FACES)
            if (state.registers[DICE + face] if shown is None else shown(state, face))
            and face != but
        ]
        return [face for face in found if not wanted or face in wanted]

    return faces


def bind_die_choice(
    linker: Linker[Any], phrase: Selection, but: int | None = None, shown: Shown | None = None
) -> list[Step]:
    """Steps that leave the faces of the dice picked, as a tuple, in the state's answer."""
    candidates = bind_faces(linker, phrase, but)
    if shown is not None:
        candidates = bind_faces(linker, phrase, but, shown)

    def every(machine: DiceGame, state: State, frame: Frame) -> list[int]:
        return [
            face
            for face in candidates(machine, state, frame[SOURCE], frame[YOU])
            for _ in range(state.registers[DICE + face] if shown is None else shown(state, face))
        ]

    if phrase.quantity.kind == "all":

        def take_all(machine: DiceGame, state: State, frame: Frame) -> None:
            state.answer = tuple(every(machine, state, frame))

        return [take_all]
    count: Any = phrase.quantity.count
    up_to = phrase.quantity.kind == "up-to"

    def choose(machine: DiceGame, state: State, frame: Frame) -> None:
        if count == 1 and not up_to:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            options = [DIE[face] for face in found]
            if len(options) > 1:
                rules = machine.cited.choose
                ask(state, "die", frame[YOU], options, frame[SOURCE], rules)
            else:
                state.answer = options[0] if options else ("die", -1)
            return
        dice = every(machine, state, frame)
        most = min(count, len(dice))
        least = 0 if up_to else most
        ask_to_choose(
            state, "dice", frame[YOU], dice, least, most, frame[SOURCE], machine.cited.choose
        )

    def take(machine: DiceGame, state: State, frame: Frame) -> None:
        if state.answer and state.answer[0] == "die":
            state.answer = (state.answer[1],) if state.answer[1] >= 0 else ()

    return [choose, take]
