"""The dice of one roll phase, followed by what is offered and answered, in every dice game."""

from __future__ import annotations

from collections import Counter

from conformance.properties.choices import Choices
from conformance.properties.table import Table
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision

ROLL, REROLL = "roll", "reroll"


class Roll:
    """The dice of one roll phase, as far as offers and answers tell of them."""

    def __init__(self) -> None:
        self.first: int | None = 0
        """Dice of the first roll; None once something else happened between."""
        self.dice: int | None = None
        """How many dice were offered to be rerolled."""
        self.lie: Counter[str] | None = None
        """What the dice show, as long as nothing else touches them."""
        self.to_throw = 0

    def take(self, pending: Decision | Chance, answer: Answer) -> None:
        """Go on with one answer."""
        if pending.kind == ROLL and self.to_throw:
            self.to_throw -= 1
            assert self.lie is not None
            self.lie[str(answer["face"])] += 1
            return
        assert not self.to_throw, f"{self.to_throw} dice not yet thrown, and {pending.kind} is next"
        if pending.kind == REROLL:
            factored = pending.legal.factored
            assert factored is not None, "which dice to reroll is a choice of several"
            self.lie = Counter(factored.of) - Counter(answer["choose"])
            self.to_throw = len(answer["choose"])
            return
        self.lie = None
        if pending.kind == ROLL and self.first is not None:
            self.first += 1
        elif self.first:
            self.first = None

    def offer(self, of: tuple[str, ...]) -> None:
        """Look at the dice that are offered to be rerolled."""
        assert not self.to_throw, f"{self.to_throw} dice not yet thrown, and a reroll is offered"
        assert self.dice in (None, len(of)), f"there were {self.dice} dice, now {of}"
        assert self.first in (0, None, len(of)), f"{self.first} dice were rolled, now {of}"
        assert self.lie in (None, Counter(of)), f"{self.lie} lay there, now {of}"
        self.dice, self.first = len(of), None


def follow_rolls(table: Table, choices: Choices, in_a_roll: tuple[str, ...]) -> None:
    """Follow a game for a while; any decision that is not of a roll phase ends it."""
    frame = table.begin(choices)
    turn, roll = table.state(frame)["turn"], Roll()
    for move in table.moves(frame, choices):
        if move.pending.kind in in_a_roll:
            roll.take(move.pending, move.answer)
        else:
            roll = Roll()
        pending, now = move.after.next, table.state(move.after)["turn"]
        if now != turn:
            turn, roll = now, Roll()
        if isinstance(pending, Decision) and pending.kind == REROLL:
            assert pending.legal.factored is not None
            roll.offer(pending.legal.factored.of)
