"""Claims about the dice of King of Tokyo."""

from __future__ import annotations

from collections import Counter

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.table import Table
from conformance.properties.tokyo_table import EVERY_RULESET, RULESETS
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Over

FACES = {"one", "two", "three", "energy", "heart", "claw"}
ROLL, REROLL = "roll", "reroll"
IN_A_ROLL = (ROLL, REROLL, "use", "die", "face")
"""What is decided in a roll phase; anything else ends it."""


@claim("kt.dice.faces", whatever_the_options=True, games=EVERY_RULESET)
def a_die_of_tokyo_can_show_each_face(table: Table, choices: Choices) -> None:
    """A die is chance's, one at a time, and can show each of its six faces."""
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Over) or pending.kind not in (ROLL, "first-roll"):
            continue
        assert isinstance(pending, Chance), "a monster decides what a die shows"
        assert {answer.get("face") for answer in pending.legal} == FACES
        assert len(pending.legal) == len(FACES)


class _Roll:
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


@claim(
    *("kt.roll.first", "kt.roll.some", "kt.roll.any-die", "kt.roll.together"),
    needs=("state",),
    games=RULESETS,
)
def dice_are_conserved_in_a_roll(table: Table, choices: Choices) -> None:
    """In one roll phase every reroll is offered of as many dice as were rolled first; those that
    are named are thrown, each once and nothing between them, and the others keep their faces."""
    frame = table.begin(choices)
    turn, roll = table.state(frame)["turn"], _Roll()
    for move in table.moves(frame, choices):
        if move.pending.kind in IN_A_ROLL:
            roll.take(move.pending, move.answer)
        else:
            roll = _Roll()
        pending, now = move.after.next, table.state(move.after)["turn"]
        if now != turn:
            turn, roll = now, _Roll()
        if isinstance(pending, Decision) and pending.kind == REROLL:
            assert pending.legal.factored is not None
            roll.offer(pending.legal.factored.of)
