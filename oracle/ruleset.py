"""Loading a ruleset: its cards, its options, its machine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rules_dsl.definitions import Card, Keyword
from rules_dsl.errors import KaijuError
from rules_dsl.reader import Module, read_files, read_instead
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

from . import games
from .kernel.machine import Machine, run
from .kernel.placing import place_cards
from .kernel.saving import from_json
from .kernel.state import State, blank
from .position import Position


class Ruleset:
    """Rules, cards and options linked into one machine."""

    def __init__(
        self, name: str, options: Mapping[str, str], module: Module, machine: Machine, kinds: Any
    ) -> None:
        self.name = name
        self.options = dict(options)
        self.module = module
        self.machine = machine
        self.event_kinds = kinds
        self.cards: dict[str, Card] = {card.id: card for card in module.cards}
        self.keywords: dict[str, Keyword] = {keyword.id: keyword for keyword in module.keywords}

    def start(self) -> Position:
        """A new game at its first decision, which is chance's."""
        return self._position(self.begin(), [])

    def begin(self) -> State:
        """A new game at its first decision, as the machine holds it."""
        state = blank(self.machine)
        self.machine.begin_game(state)
        run(self.machine, state)
        return state

    def setup(self, given: Any) -> Position:
        """A position as described, at a turn action."""
        state, handles, turn = place_cards(self.machine, given)
        self.machine.begin_at(state, turn)
        run(self.machine, state)
        return self._position(state, handles)

    def restore(self, saved: Any) -> Position:
        """The position that `Position.save` wrote."""
        try:
            handles = list(saved["handles"])
            state = from_json(self.machine, saved["state"])
            if not all(isinstance(handle, str) for handle in handles):
                raise ValueError("handles are text")
            if len(set(handles)) != len(state.cards) or len(handles) != len(state.cards):
                raise ValueError("each card needs a handle of its own")
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise KaijuError(
                f"this is not a saved position of {self.name}: {_fault(error)}",
                remedy="Save it again with the same ruleset and cards.",
            ) from error
        return Position(self, state, handles)

    def _position(self, state: State, handles: list[str]) -> Position:
        position = Position(self, state, handles)
        position.events = position._told()
        return position


def _fault(error: Exception) -> str:
    return f"{error.args[0]!r} is missing or unknown" if isinstance(error, KeyError) else str(error)


def load(
    name: str,
    *,
    options: Mapping[str, str] | None = None,
    cards: Sequence[Path] = (),
    players: int | None = None,
) -> Ruleset:
    """Load a ruleset by name, with options answered otherwise and cards of one's own added.

    Where the number of players is open, it is the smallest unless said otherwise.
    """
    specification = load_specification()
    described = specification.ruleset(name)
    answers = specification.answers(described, options or {})
    root = spec_root()
    vocabulary = Vocabulary.load(root / described.vocabulary)
    files, instead = described.cards, specification.readings(described, answers)
    module = read_instead([root / f for f in files], [root / f for f in instead], vocabulary)
    if cards:
        added = read_files([Path(file) for file in cards], vocabulary, known=module)
        module = Module(module.cards + added.cards, module.keywords + added.keywords)
    words = vocabulary.citations()
    machine, events = assembled(described.game, module, answers, words, players)
    return Ruleset(described.name, answers, module, machine, events)


def assembled(
    game: str,
    module: Module,
    answers: Mapping[str, str],
    words: list[tuple[str, str, tuple[str, ...]]],
    players: int | None,
) -> tuple[Machine, Any]:
    """The machine of a game and its kinds of events; no other game is imported for it."""
    record = games.game(game)
    machine = record.assemble(module, answers, words, players)
    machine.game = game
    return machine, record.events
