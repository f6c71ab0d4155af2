"""Claims about dice."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.mindbug.evolution import creatures
from conformance.properties.table import Table
from conformance.protocol.messages import Chance, Over
from conformance.scenario.fillers import DIE_FACE

GAMES = ("mindbug/king-of-tokyo", "mindbug/all")
SIDES = 6
DICE = ({"first"}, {"first", "both"}, {"first", "second", "both"})
MOST = 2
"""Dice that one creature can roll."""


@claim("mb.dice.roll", games=GAMES)
def every_side_of_a_die_can_come_up(table: Table, choices: Choices) -> None:
    """A die is chance's, and it can show each of its six sides."""
    sides = {name for name, facts in table.cards.items() if facts.kind == DIE_FACE}
    assert len(sides) == SIDES
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Over) or pending.kind != "roll":
            continue
        assert isinstance(pending, Chance), "a player decides what a die shows"
        assert {answer.get("roll") for answer in pending.legal} == sides
        assert len(pending.legal) == SIDES


@claim("mb.dice.symbols", "mb.dice.maximum", needs=("state",), games=GAMES)
def nobody_rolls_more_than_two_dice(table: Table, choices: Choices) -> None:
    """A creature has no die, one or two."""
    for frame in table.frames(choices):
        for handle, creature in creatures(table.state(frame)).items():
            assert 0 <= creature["dice"] <= MOST, f"{handle}: {creature['dice']} dice"


@claim(
    "mb.dice.roll", "mb.dice.before-effects", "mb.dice.attack-only", needs=("state",), games=GAMES
)
def an_attacker_with_dice_rolls_at_once(table: Table, choices: Choices) -> None:
    """Who attacks with a creature that has dice rolls them before anything else is decided, and
    nobody rolls without them."""
    for past, move, _ in table.changes(choices):
        before = creatures(past)
        rolls = move.after.next.to_json().get("kind") == "roll"
        if "attack" in move.answer:
            dice = before[move.answer["attack"]]["dice"]
            assert rolls == (dice > 0), f"{move.answer}: {dice} dice, rolled: {rolls}"


@claim("mb.dice.reroll", "mb.dice.final", "mb.dice.reroll-two", games=GAMES)
def dice_are_rolled_again_only_after_a_roll(table: Table, choices: Choices) -> None:
    """To roll again is offered right after a roll, of the dice there are, and may be declined;
    of two dice that show the same, either is the first."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        if isinstance(pending, Over) or pending.kind != "reroll":
            continue
        assert move.pending.kind == "roll", f"after {move.pending.kind}"
        offered = {str(answer.get("reroll", "decline")) for answer in pending.legal}
        assert "decline" in offered
        assert offered - {"decline"} in DICE, offered
