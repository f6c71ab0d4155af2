"""Claims about the dice of King of Tokyo."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.rolling import REROLL, ROLL, follow_rolls
from conformance.properties.table import Table
from conformance.properties.tokyo.table import EVERY_RULESET, RULESETS
from conformance.protocol.messages import Chance, Over

FACES = {"one", "two", "three", "energy", "heart", "claw"}
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


@claim(
    *("kt.roll.first", "kt.roll.some", "kt.roll.any-die", "kt.roll.together"),
    needs=("state",),
    games=RULESETS,
)
def dice_are_conserved_in_a_roll(table: Table, choices: Choices) -> None:
    """In one roll phase every reroll is offered of as many dice as were rolled first; those that
    are named are thrown, each once and nothing between them, and the others keep their faces."""
    follow_rolls(table, choices, IN_A_ROLL)
