"""A table of a dice game: its games are long."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.properties.choices import Choices
from conformance.properties.table import Move, Table
from conformance.protocol.messages import Frame, Over

A_WHILE = 120
"""Answers of a game that are looked at: several turns."""


class LongGames(Table):
    """A table where claims look at a part of a game: to its end takes a thousand answers."""

    a_while = A_WHILE
    """How many answers of a game are looked at."""

    def moves(self, frame: Frame, choices: Choices, limit: int = 0) -> Iterator[Move]:
        """The game from a frame on for a while."""
        for _ in range(limit or self.a_while):
            if isinstance(frame.next, Over):
                return
            move = self.move(frame, choices)
            yield move
            frame = move.after
