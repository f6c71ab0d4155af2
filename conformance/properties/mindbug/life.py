"""Claims about life and Mindbugs."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import Table, other
from conformance.protocol.messages import Over


@claim("mb.life.lose", "mb.life.zero", needs=("state",), whatever_the_options=True, games=EVERY_SET)
def the_game_ends_at_zero_life(table: Table, choices: Choices) -> None:
    """Life is never negative; the game is over as soon as somebody has none, and the other won."""
    for frame in table.frames(choices):
        lives = {seat: player["life"] for seat, player in table.state(frame)["players"].items()}
        assert all(life >= 0 for life in lives.values()), f"life below zero: {lives}"
        dead = [seat for seat, life in lives.items() if life == 0]
        if dead:
            assert isinstance(frame.next, Over), f"{dead} have no life and the game goes on"
            if len(dead) == 1:
                assert frame.next.winner == other(dead[0])


@claim(
    "mb.mindbug.spend",
    "mb.mindbug.not-back",
    needs=("state",),
    whatever_the_options=True,
    games=EVERY_SET,
)
def mindbugs_never_come_back(table: Table, choices: Choices) -> None:
    """The number of Mindbugs a player has left never grows, and shrinks by one at a time."""
    left: dict[str, int] = {}
    for frame in table.frames(choices):
        for seat, player in table.state(frame)["players"].items():
            before = left.get(seat, player["mindbugs"])
            assert before - 1 <= player["mindbugs"] <= before, f"{seat} had {before} Mindbugs"
            left[seat] = player["mindbugs"]


@claim("mb.mindbug.take", "mb.mindbug.spend", "mb.mindbug.offer", needs=("state",), games=EVERY_SET)
def a_mindbug_takes_one_card(table: Table, choices: Choices) -> None:
    """Who uses a Mindbug has one Mindbug less; who declines keeps them all."""
    for before, move, state in table.changes(choices):
        if move.pending.kind != "mindbug":
            continue
        seat = move.pending.who
        spent = before["players"][seat]["mindbugs"] - state["players"][seat]["mindbugs"]
        assert spent == (1 if "mindbug" in move.answer else 0)
