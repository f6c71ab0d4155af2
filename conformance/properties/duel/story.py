"""What the oracle tells of a duel, event by event: only it tells so much."""

from __future__ import annotations

import oracle
from conformance.properties.choices import Choices
from conformance.properties.dice_games.story import events, every_event_cites_rules
from conformance.properties.duel.table import GAME, TRACKS, path
from conformance.properties.table import card_facts

PREFIX = "kd."


def every_event_cites_rules_of_duel(position: oracle.Position, choices: Choices) -> None:
    """No change of the game and no decision goes without rules of this game that it rests on."""
    every_event_cites_rules(position, choices, PREFIX)


def fighters_take_turns(position: oracle.Position, choices: Choices) -> None:
    """The rival has the next turn, unless another turn was promised."""
    last: str | None = None
    promised = 0
    for event in events(position, choices):
        if event.kind == "another-turn":
            promised += 1
        elif event.kind == "turn":
            seat = str(event.data["seat"])
            assert seat != last or promised, f"{seat} has two turns in a row"
            promised -= seat == last
            last = seat


SETTLED = ("lose-hearts", "unharmed", "immune")
"""The events with which hits of one source are over for a monster."""


def every_hit_has_one_source(position: oracle.Position, choices: Choices) -> None:
    """Who loses hearts was hit before, by one source, and loses no more than it was hit; hits are
    settled once."""
    hit: dict[str, list[tuple[str | None, int]]] = {}
    for event in events(position, choices):
        seat = str(event.data.get("seat"))
        if event.kind == "hit":
            hit.setdefault(seat, []).append((event.cause, event.data["amount"]))
        elif event.kind in SETTLED:
            assert hit.get(seat), f"{seat} was not hit: {event}"
            cause, amount = hit[seat].pop()
            if event.kind == "lose-hearts":
                assert event.cause == cause, f"{event} for hits of {cause}"
                assert 0 < event.data["amount"] <= amount, f"{event} for {amount} hits"


def markers_go_step_by_step(position: oracle.Position, choices: Choices) -> None:
    """Each step of a pull ends on the next cell of the path toward the monster that pulls."""
    facts = card_facts(GAME)
    shown = position.projection()
    stands = {track: shown[track] for track in TRACKS}
    lies = {token["h"]: token["place"] for token in shown["board"]}
    for event in events(position, choices):
        if event.kind in ("place-token", "move-token"):
            lies[event.data["card"]] = event.data["place"]
        if event.kind != "step":
            continue
        track = str(event.data["track"])
        board = [{"card": position.card(token), "place": lies[token]} for token in lies]
        cells = path(track, board, facts)
        toward = 1 if event.data["seat"] == "p1" else -1
        wanted = cells[cells.index(stands[track]) + toward]
        assert event.data["at"] == wanted, f"{event} from {stands[track]} with {board}"
        stands[track] = wanted
