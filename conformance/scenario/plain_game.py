"""A game as scenarios speak of it whose table says it all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from conformance.scenario.answers import NATURE, Answers
from conformance.scenario.face import Json
from conformance.scenario.facts import (
    COMMON,
    Checks,
    counted,
    lies,
    number_of,
    result,
    seen_number,
)
from conformance.scenario.game import Game, Sentences, people
from conformance.scenario.model import PEOPLE, Placed
from conformance.scenario.phrases import CARD, item_reader, read_card
from conformance.scenario.plain import DECISIONS, zones_of
from conformance.scenario.run import Run
from oracle.kernel.layout import Layout
from rules_dsl.definitions import Card

_ITEM = re.compile(CARD)
read_item = item_reader(_ITEM, lambda card: Placed(read_card(card[0])))
"""An entry of a zone: a card, or `3 others`."""


def plain_game(
    name: str,
    title: str,
    layout: Layout,
    sentences: Sentences,
    decisions: Mapping[str, str],
    **more: Any,  # Any: whatever else `Game` has
) -> Game:
    """A game whose answers are its verbs: each step has the name of the answer it gives."""
    chance = {verb.id: verb.id for verb in sentences.verbs if verb.chance}
    own = {
        verb.id: verb.id
        for verb in sentences.verbs
        if verb.does.text.endswith("{card}") and not verb.chance and verb.id != "resolve"
    }
    players = {verb.id: verb.id for verb in sentences.verbs if "{player}" in verb.does.text}
    return Game(
        name=name,
        title=title,
        people=people(len(layout.seats)),
        fewest=len(layout.seats),
        numbers=tuple(counter.name for counter in layout.counters),
        zones={zone: zone for zone in zones_of(layout, each_seat=True)},
        shared=zones_of(layout, each_seat=False),
        given_form="such as `alice plays first; hand: A, 4 others`",
        marked_zone="",
        marked_remedy="nothing lies on cards in this game",
        read_item=read_item,
        filler=_filler,
        sentences=sentences,
        decisions={**decisions, **DECISIONS},
        choices={"choose": ("choose",)},
        answers=Answers(
            declines=("refuse", "decline"),
            simple={"accept": "accept"},
            of_player=players,
            drawn={verb: key for verb, key in chance.items() if verb not in players},
            of_card=own,
            of_ability={"resolve": "resolve", "resolve-ability": "resolve"},
        ),
        checks=_checks(layout),
        nobody_wins="the game is a draw",
        where=lambda state, handle: _where(layout, state, handle),
        several={},
        opening_counts=False,
        rests=lambda decision, later: later or decision.seat == NATURE,
        took_effect=("resolve",),
        say_state=lambda state, run: _say_state(layout, state, run),
        **more,
    )


def _filler(cards: Iterable[Card], zone: str) -> str:
    return min(cards, key=lambda card: (len(card.abilities), len(card.keywords), card.id)).id


def _handles(cards: Any) -> list[str]:
    return [card["h"] if isinstance(card, dict) else card for card in cards or ()]


def _where(layout: Layout, state: Json, handle: str) -> str:
    for zone in layout.zones:
        for seat, had in state["players"].items() if zone.each_seat else [("", state)]:
            if handle in _handles(had.get(zone.name)):
                return f"in {PEOPLE[seat]}'s {zone.name}" if seat else f"in the {zone.name}"
    return "nowhere"


def _checks(layout: Layout) -> Checks:
    checks = Checks(COMMON)
    checks |= {
        "cards": lambda w: counted(w, _handles(w.player()[w.word("pile")])),
        "heap-cards": lambda w: counted(w, _handles(w.state()[w.word("heap")])),
        "lies": lambda w: lies(w, f"in {w.word('player')}'s {w.word('pile')}"),
        "heap-lies": lambda w: lies(w, f"in the {w.word('heap')}"),
        "draw": result,
    }
    for counter in layout.counters:
        checks[counter.name] = number_of(counter.name)
        checks[f"sees-{counter.name}"] = seen_number(counter.name)
    return checks


def _say_state(layout: Layout, state: Json, run: Run) -> list[str]:
    """What lies open, a line a player and one for each heap."""
    lines = []
    for seat, had in state["players"].items():
        parts = [f"{counter.name} {had[counter.name]}" for counter in layout.counters]
        parts += [_listed(zone, had, run) for zone in zones_of(layout, each_seat=True)]
        lines.append(f"{PEOPLE[seat]}: {'; '.join(parts)}")
    return lines + [_listed(zone, state, run) for zone in zones_of(layout, each_seat=False)]


def _listed(zone: str, had: Json, run: Run) -> str:
    return f"{zone}: {', '.join(map(run.cast.name, _handles(had[zone]))) or 'nothing'}"
