"""The machine of a game with these dice, before any card is linked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from oracle.kernel import preparing
from oracle.kernel.events import EventKind
from oracle.kernel.procedures import Procedures
from oracle.kernel.state import Rules, State
from rules_dsl.definitions import Card

from .machine import DiceGame
from .table import ACTIVE


def prepare(
    machine: DiceGame,
    procedures: Procedures,
    events: Mapping[str, EventKind],
    faces: tuple[str, ...],
    cards: Sequence[Card],
    options: Mapping[str, str],
) -> None:
    """Give a machine its procedures, its dice and its cards, whose texts are not linked yet."""
    preparing.prepare(machine, procedures, events)
    machine.options = dict(options)
    machine.faces = faces
    machine.choice_names = {"reroll": faces, "dice": faces}
    machine.definitions = tuple(cards)
    machine.definition_number = {card.id: number for number, card in enumerate(cards)}
    machine.cost = [card.property("cost") for card in cards]
    machine.active = machine.orderer = _active


def take_words(
    machine: DiceGame, rules: Mapping[tuple[str, str], Rules], changes: tuple[str, ...], *parts: str
) -> None:
    """Make room for what cards say with the words of a vocabulary, by kind and id.

    `parts` are moments that no card names, parts of those that cards name.
    """
    heads = (*(word for kind, word in rules if kind == "trigger"), *parts)
    machine.heads = heads
    machine.head_number = {head: number for number, head in enumerate(heads)}
    machine.triggered = {head: {} for head in heads}
    machine.changes = {word: {} for word in changes}
    machine.said = {word: {} for kind, word in rules if kind == "rule"}


def _active(state: State) -> int:
    return state.registers[ACTIVE]
