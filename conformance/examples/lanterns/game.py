"""The record of Lanterns: all that the machine needs of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from oracle.games import Game, Words
from oracle.kernel.decision import SEAT
from oracle.kernel.linking import Linker, copies
from oracle.kernel.preparing import prepare
from oracle.kernel.state import State

from .table import ACTIVE, EVENTS, LAYOUT, LIGHT_CHANGED, PROCEDURES, Lanterns
from .turn import SETUP, begin_at, check_light
from .words import WORDS

if TYPE_CHECKING:
    from rules_dsl.module import Module


def _assemble(
    module: Module, answers: Mapping[str, str], words: Words, players: int | None
) -> Lanterns:
    """Link a ruleset."""
    machine = Lanterns()
    prepare(machine, PROCEDURES, EVENTS)
    machine.layout = LAYOUT
    machine.definitions = module.cards
    machine.definition_number = {card.id: n for n, card in enumerate(module.cards)}
    machine.box = copies(module.cards)
    machine.glow = [card.property("glow") for card in module.cards]
    machine.second_wins = answers["ln.option.equal-light"] == "second"
    machine.option_types = {"first": SEAT}
    machine.active = machine.orderer = _active
    machine.misplaced = lambda definition, place: None
    machine.begin_game = lambda state: state.stack.append([SETUP, 0, 0])
    machine.begin_at = begin_at
    machine.checks = ((LIGHT_CHANGED, check_light),)
    linker = Linker(machine, WORDS, words)
    machine.triggered = {head: [[] for _ in module.cards] for head in ("lit", "goes-out")}
    for number, card in enumerate(module.cards):
        for ordinal, ability in enumerate(card.abilities, 1):
            linked = linker.link(card.id, ordinal, ability)
            machine.triggered[linked.head][number].append(linked.number)
    sheltering = {word.id for word in module.keywords if word.abilities[0].kind == "rule"}
    machine.sheltered = frozenset(
        number for number, card in enumerate(module.cards) if sheltering & {*card.keywords}
    )
    machine.label_abilities()
    return machine


def _active(state: State) -> int:
    return state.registers[ACTIVE]


GAME = Game("lanterns", _assemble, EVENTS, ("ln.turn.light", "gust-lamp"))
