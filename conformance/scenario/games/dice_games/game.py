"""The two dice games as scenarios speak of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from attrs import field, frozen

from conformance.scenario.fillers import POWER_CARD
from conformance.scenario.game import Game
from conformance.scenario.games.dice_games.rolling import apart, roll, turn_up
from conformance.scenario.model import Line, Step
from conformance.scenario.phrases import Holes
from conformance.scenario.run import Run
from rules_dsl.definitions import Card

CHOICES = {"choose": ("choose",), "reroll": ("reroll",), "choose dice": ("dice",)}
SEVERAL = {"roll-dice": roll, "turn-up-several": turn_up}


@frozen(eq=False, kw_only=True)
class DiceGame(Game):
    """A game of dice: what is said of rolls and of the row is the same in both."""

    choices: Mapping[str, tuple[str, ...]] = CHOICES
    several: Mapping[str, Callable[[Run, Step, list[Line]], None]] = SEVERAL
    apart: Callable[[Step], tuple[Step, ...]] | None = apart
    opening_counts: bool = True  # a position is set out before the start of a turn
    nobody_wins: str = "nobody wins"
    choosable: Holes = field()

    @choosable.default
    def _faces(self) -> Holes:
        return dict.fromkeys(("reroll", "choose dice"), self.sentences.holes["face"])


def discards(cards: Iterable[Card]) -> list[Card]:
    """The cards that do nothing unless they are bought."""
    return [c for c in cards if c.kind == POWER_CARD and c.choice("type") == "discard"]
