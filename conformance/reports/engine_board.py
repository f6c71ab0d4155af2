"""The board as an engine has it, drawn beside the board as it should be."""

from __future__ import annotations

import oracle
from conformance.engines.rulesets import pool, ruleset
from conformance.judge.players import SEATS
from conformance.judge.results import Result
from conformance.judge.vector import Vector
from conformance.protocol.canonical import JsonObject
from conformance.reports.telling import Board, board_of, deciding
from oracle.verbs.board import picture
from rules_dsl.errors import KaijuError

TRACKS = ("fame", "destruction")


def as_the_engine_has_it(result: Result, vector: Vector, names: dict[str, str]) -> Board | None:
    """The board of the state that the engine showed; None where it cannot be drawn."""
    if result.stands is None:
        return None
    try:
        tracks = _tracks(result.stands, vector) if TRACKS[0] in result.stands else []
        return board_of(result.stands, names, _waits(result.waits or {}), tracks)
    except (KaijuError, KeyError, TypeError, ValueError, AttributeError, IndexError):
        return None  # the words of an engine, which may be anything


def _waits(waits: JsonObject) -> str:
    if "over" in waits:
        return f"{SEATS.get(str(waits['over']), 'Nobody')} has won"
    return deciding(str(waits["who"]), str(waits["kind"])) if "who" in waits else ""


def _tracks(state: JsonObject, vector: Vector) -> list[str]:
    """The tracks of Duel: drawn by the oracle, which stands the markers and tokens up."""
    rules = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
    cards = vector.card_ids
    if vector.setup is None:
        dealt = pool(vector.game, vector.options, vector.cards)
        cards = {str(each["h"]): str(each["card"]) for each in dealt}
    monsters = {seat: state["players"][seat]["monster"] for seat in state["players"]}
    if None in monsters.values():
        return []
    setup = {
        "turn": state["turn"],
        "players": {
            seat: {"monster": {"h": handle, "card": cards[handle]}}
            for seat, handle in monsters.items()
        },
        **{track: state[track] for track in TRACKS},
        "board": [
            {"h": token["h"], "card": cards[token["h"]], "place": token["place"]}
            for token in state["board"]
        ],
    }
    try:
        return picture(rules.setup(setup))
    except oracle.Refused:
        return []
