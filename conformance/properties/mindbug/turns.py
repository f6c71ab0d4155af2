"""Claims about turns."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.table import FULL_HAND, Table
from conformance.protocol.messages import Chance, Over

BEFORE_THE_GAME = ("deal", "reveal", "first")
"""Kinds of chance that belong to the setup, when hands are not full yet."""


@claim("mb.draw.refill", "mb.draw.refill-first", "mb.draw.empty-deck", needs=("state",))
def refill_comes_before_everything(table: Table, choices: Choices) -> None:
    """Whenever the game waits, every hand has five cards or its deck is empty."""
    for frame in table.frames(choices):
        pending = frame.next
        if isinstance(pending, Over):
            return
        if isinstance(pending, Chance) and pending.kind in BEFORE_THE_GAME:
            continue
        for seat, player in table.state(frame)["players"].items():
            assert len(player["hand"]) >= FULL_HAND or not player["deck"], (
                f"{seat} has {len(player['hand'])} cards in hand "
                f"and {len(player['deck'])} in the deck"
            )


@claim("mb.keyword.frenzy", "mb.turn.attack")
def a_creature_attacks_at_most_twice(table: Table, choices: Choices) -> None:
    """In one turn action one creature attacks once, or twice with frenzy, and no other does."""
    attackers: list[object] = []
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        if move.pending.kind == "turn":
            attackers = []
        if "attack" in move.answer:
            attackers.append(move.answer["attack"])
            assert len(attackers) <= 2, f"three attacks in one action: {attackers}"
            assert len(set(map(str, attackers))) == 1, f"two attackers in one action: {attackers}"


@claim("mb.turn.play", "mb.turn.attack", "mb.turn.must-act", needs=("state",))
def a_turn_offers_every_card_and_creature(table: Table, choices: Choices) -> None:
    """A turn action offers to play each card in hand and nothing that is elsewhere."""
    frame = table.begin(choices)
    for move in table.moves(frame, choices):
        pending = move.after.next
        if isinstance(pending, Over) or pending.kind != "turn":
            continue
        player = table.state(move.after)["players"][pending.who]
        plays = {answer["play"] for answer in pending.legal if "play" in answer}
        attacks = {answer["attack"] for answer in pending.legal if "attack" in answer}
        assert plays == set(player["hand"])
        assert attacks == {creature["h"] for creature in player["play"]}
