"""Mindbug as scenarios speak of it."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.scenario.face import Decision, Json
from conformance.scenario.fillers import CREATURE, POWER_CARD, plainest
from conformance.scenario.game import Game
from conformance.scenario.games.mindbug import sentences, words
from conformance.scenario.games.mindbug.answers import ANSWERS
from conformance.scenario.games.mindbug.dealing import deal
from conformance.scenario.games.mindbug.facts import CHECKS, where
from conformance.scenario.model import PEOPLE
from conformance.scenario.run import Run
from oracle.mindbug.telling import CHANGES
from rules_dsl.definitions import Card


def _filler(cards: Iterable[Card], zone: str) -> str:
    return plainest(cards, POWER_CARD if zone.startswith("power") else CREATURE)


def _rests(decision: Decision, later: bool) -> bool:
    """Purchases come before the turn action: they end what a script of a turn leaves open."""
    return decision.kind == "turn" or (later and decision.kind == "buy")


def _say_state(state: Json, run: Run) -> list[str]:
    """What lies open, a line a player."""
    lines = []
    for seat, had in state["players"].items():
        creatures = [_say_creature(creature, run) for creature in had["play"]]
        discard = [run.cast.name(handle) for handle in had["discard"]]
        parts = [f"{what} {had[what]}" for what in words.NUMBERS if what in had]
        parts.append(f"hand {len(had['hand'])}")
        parts.append(f"in play: {', '.join(creatures) or 'nothing'}")
        parts += [f"discard: {', '.join(discard)}"] if discard else []
        lines.append(f"{PEOPLE[seat]}: {'; '.join(parts)}")
    return lines + run.cast.open_piles(state, "power-row", "power-discard")


def _say_creature(creature: Json, run: Run) -> str:
    notes = [str(creature["power"]), *creature["keywords"]]
    notes += ["exhausted"] if creature["exhausted"] else []
    notes += [f"dice {creature['dice']}"] if creature.get("dice") else []
    boosts = [run.cast.name(handle) for handle in creature.get("boosts", ())]
    notes += [f"boosted by {' and '.join(boosts)}"] if boosts else []
    return f"{run.cast.name(creature['h'])} ({' '.join(notes)})"


MINDBUG = Game(
    name="mindbug",
    title="Mindbug",
    people=sentences.PEOPLE,
    fewest=words.PLAYERS[0],
    numbers=words.NUMBERS,
    zones=words.ZONE_KEYS,
    shared=words.SHARED_ZONES,
    marked_zone="in play",
    marked_remedy="only in play",
    given_form="such as `alice plays first; life 3; mindbugs 2; hand: A, 4 others; "
    "in play: B (exhausted)`",
    read_item=sentences.read_item,
    filler=_filler,
    sentences=sentences.SENTENCES,
    decisions=words.DECISIONS,
    choices={"choose": ("choose",), "pick": ("pick",)},
    answers=ANSWERS,
    checks=CHECKS,
    nobody_wins="the game is a draw",
    where=where,
    several={"deal": deal},
    opening_counts=False,  # a position is set out in the middle of a turn
    own_acts=("turn",),
    rests=_rests,
    took_effect=("resolve", "replace", "applies", "forbidden"),
    say_state=_say_state,
    renaming=CHANGES,
)
