"""Claims about the dice of Duel."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.duel.table import MOST_DICE, RULESETS
from conformance.properties.rolling import REROLL, ROLL, follow_rolls
from conformance.properties.table import Table
from conformance.protocol.messages import Chance, Decision, Over

FACES = {"claw", "heart", "energy", "fame", "destruction", "power"}
IN_A_ROLL = (ROLL, REROLL, "use")
"""What is decided in a roll phase; anything else ends it."""


@claim("kd.dice.faces", whatever_the_options=True, games=RULESETS)
def a_die_of_duel_can_show_each_face(table: Table, choices: Choices) -> None:
    """A die is chance's, one at a time, and can show each of its six faces."""
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Over) or pending.kind not in (ROLL, "first-roll", "throw"):
            continue
        assert isinstance(pending, Chance), "a player decides what a die shows"
        assert {answer.get("face") for answer in pending.legal} == FACES
        assert len(pending.legal) == len(FACES)


@claim("kd.roll.first", "kd.roll.some", "kd.roll.any-die", needs=("state",), games=RULESETS)
def dice_are_conserved_in_a_duel(table: Table, choices: Choices) -> None:
    """In one roll phase every reroll is offered of as many dice as were rolled first; those that
    are named are thrown, each once and nothing between them, and the others keep their faces."""
    follow_rolls(table, choices, IN_A_ROLL)


@claim(
    *("kd.dice.most", "kd.dice.extra", "kd.dice.six", "kd.resolve.results"),
    whatever_the_options=True,
    games=RULESETS,
)
def nobody_rolls_more_than_eight_dice(table: Table, choices: Choices) -> None:
    """There are never more than eight dice to roll again."""
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Decision) and pending.kind == REROLL:
            assert pending.legal.factored is not None, "which dice is a choice of several"
            assert 1 <= len(pending.legal.factored.of) <= MOST_DICE, f"{pending.legal.factored.of}"


@claim("kd.resolve.all", "kd.resolve.results", needs=("state",), games=RULESETS)
def a_result_is_resolved_once(table: Table, choices: Choices) -> None:
    """In one resolve phase no result is resolved twice, and nobody stops before all are."""
    frame = table.begin(choices)
    resolved: set[str] = set()
    for move in table.moves(frame, choices):
        if move.pending.kind == ROLL:
            resolved = set()
        if move.pending.kind != "resolve":
            continue
        offered = {answer["result"] for answer in move.pending.legal if "result" in answer}
        assert not offered & resolved, f"{offered & resolved} are offered again"
        assert not offered or {"decline": True} not in move.pending.legal, f"{offered} are left"
        if "result" in move.answer:
            resolved.add(move.answer["result"])
