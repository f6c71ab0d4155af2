"""The table as one seat sees it, and that seat's choices, in words; each game has its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, cast

from rich.console import RenderableType

from oracle import games
from oracle.explanation import Reason
from oracle.kernel.decision import Decision, Json
from oracle.kernel.machine import Machine
from oracle.position import Position


class Showing(Protocol):
    """How a game shows itself to a person."""

    HELP: str
    """What a person may type."""
    NEITHER: str
    """What a name is that nothing can be told about: `neither a choice nor ...`."""

    def board(self, position: Position, seat: str) -> RenderableType:
        """The whole table, as the seat sees it."""

    def discard_piles(self, position: Position, seat: str) -> RenderableType:
        """The cards that are out of play and face up."""

    def question(self, position: Position, decision: Decision, amount: str) -> str:
        """What is to be decided, in words; `amount` says how many are to be chosen."""

    def answer_text(
        self, position: Position, decision: Decision, option: Json, seat: str | None
    ) -> str:
        """One option in words, to `seat` if it is one that listens."""

    def candidate_text(
        self, position: Position, decision: Decision, candidate: str, seat: str
    ) -> str:
        """A candidate of a choice in words."""

    def explained(self, position: Position, seat: str, name: str) -> list[str]:
        """What can be explained of all that is called so, in small letters: handles, seats."""

    def refused(self, position: Position, decision: Decision, seat: str) -> Iterable[Reason]:
        """Why what a player could expect is not among the choices."""


def showing_of(machine: Machine) -> Showing:
    """How the game of a machine shows itself."""
    return cast(Showing, games.game(machine.game).showing())


def picture(position: Position) -> list[str]:
    """What a game draws of its table in plain text, if words do not show it: tracks."""
    draw = getattr(showing_of(position.ruleset.machine), "picture", None)
    return draw(position) if draw is not None else []


def question(position: Position, decision: Decision) -> str:
    """What is to be decided, in words."""
    return showing_of(position.ruleset.machine).question(position, decision, amount(decision))


def amount(decision: Decision) -> str:
    """How many are to be chosen."""
    if decision.least == decision.most:
        return f"{decision.most}"
    return f"{decision.least} to {decision.most}"


def choices(position: Position, seat: str) -> list[tuple[str, Any]]:
    """The options of a decision in words; for a factored one, its candidates."""
    decision = position.decision
    assert decision is not None
    showing = showing_of(position.ruleset.machine)
    if decision.factored:
        return [
            (showing.candidate_text(position, decision, each, seat), each)
            for each in decision.candidates
        ]
    return [
        (showing.answer_text(position, decision, option, seat), option)
        for option in decision.options
    ]
