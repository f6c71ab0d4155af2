"""Copying: the mimic token, and the card that has the text of the one it lies on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Card, Selection
from rules_dsl.errors import KaijuError

from .atoms import lay_mimic, take_mimic_back
from .binding import effect
from .moments import happen_to
from .monsters import has_say
from .selection import bind_card_choice, bind_cards
from .table import AREA, COPIED, MIMIC, SOURCE, YOU

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


@effect("mark")
def _mark(linker: Linker, call: Call) -> list[Step]:
    """The mimic token lies on a card; its text is as if just bought. rules: kt.copy.*"""
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)
    rules = linker.told(call)

    def others_than(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        taken = state.registers[COPIED] - 1
        return [
            card
            for card in found
            if card not in (source, taken) and state.cards[card] not in machine.copiers
        ]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if not state.answer:
            state.log.append(("no-copy", ("kt.copy.nothing",), frame[SOURCE], frame[SOURCE]))
            return
        if state.registers[COPIED]:
            take_mimic_back(machine, state, frame[SOURCE])
        (card,) = state.answer
        lay_mimic(state, card, frame[SOURCE])
        for said in machine.said["copies"].get(state.cards[frame[SOURCE]], ()):
            has_say(state, frame[SOURCE], said, frame[YOU])
        state.log.append(("copy", rules, frame[SOURCE], frame[SOURCE], card))
        happen_to(machine, state, "bought", frame[SOURCE], state.cards[card], frame[YOU])

    return [*bind_card_choice(linker, phrase, others_than), act]


def copies_another(card: Card) -> bool:
    """Whether a card has the text of the one on which the mimic token lies."""
    return any(call.word == "copies" for ability in card.abilities for call in ability.body)


def find_mimic(machine: Tokyo, state: State) -> None:
    """On which card the mimic token lies, and which one copies that. rule: kt.copy.choose"""
    marked = [card for card, marks in enumerate(state.marks) if marks & MIMIC]
    if not marked:
        return
    card = marked[0]
    place = f"setup.players.{machine.layout.seats[state.where[card] - AREA]}.area"
    in_play = [card for seat in range(machine.players) for card in state.zones[AREA + seat]]
    copiers = [each for each in in_play if state.cards[each] in machine.copiers]
    name = machine.definitions[state.cards[card]].name
    if len(marked) > 1:
        raise KaijuError("the mimic token lies on several cards", place, "There is one such token.")
    if card in copiers:
        raise KaijuError(f"{name} copies others, and no token lies on it", place)
    if len(copiers) != 1:
        raise KaijuError(
            f"the mimic token lies on {name}, and {len(copiers) or 'no'} cards copy",
            place,
            "Put the one card that copies it before a monster.",
        )
    lay_mimic(state, card, copiers[0])
