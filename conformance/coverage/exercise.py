"""What one run of a scenario used of its cards: abilities, keywords, the cards themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from conformance.coverage.used import Used
from conformance.games import kit_of
from conformance.scenario.face import Event
from conformance.scenario.run import Run
from rules_dsl.definitions import Ability, Card

PART_OF_EFFECT = {
    *("choose", "pick", "may", "top", "replace"),
    *("mode", "keyword", "pile", "top-power"),
}
"""The decisions that come in the middle of an effect; at any other, the effect before is over."""

DEEDS = {
    *("lose-life", "gain-life", "set-life", "defeat", "exhaust", "replace"),
    *("discard", "steal", "return", "recover", "control", "enter"),
    *("boost", "evolve", "lasting", "gain-energy", "bury", "put-there", "acquire"),
    *("carry-out", "forced"),
}
"""The events by which an effect changes the game; all others only tell of it."""

FURTHER_ATTACK = "attack-again"
"""The decision that only a keyword offers: the attack that follows is told like any other."""


@frozen
class Exercise:
    """What was used: abilities by kind, printed keywords of cards, and cards."""

    abilities: frozenset[tuple[str, str]]
    keywords: frozenset[tuple[str, str]]
    cards: frozenset[str]

    def uses(self, name: str, ability: Ability) -> bool:
        """Whether an ability did what abilities of its kind are for."""
        return (ability.kind, name) in self.abilities

    def to_json(self) -> list[list[Any]]:  # Any: pairs and words
        """As a record has it."""
        return [sorted(self.abilities), sorted(self.keywords), sorted(self.cards)]

    @classmethod
    def from_json(cls, said: list[list[Any]]) -> Exercise:
        """From a record."""
        abilities, keywords, cards = said
        return cls(_pairs(abilities), _pairs(keywords), frozenset(cards))


def _pairs(said: list[list[str]]) -> frozenset[tuple[str, str]]:
    return frozenset((first, second) for first, second in said)


def named_abilities(card: Card) -> dict[str, Ability]:
    """The abilities of a card by the names that events give them."""
    return {f"{card.id}/{number}": each for number, each in enumerate(card.abilities, start=1)}


def exercise(run: Run) -> Exercise:
    """What a run used of its cards."""
    telling = kit_of(run.ruleset.name).used
    events = [*run.opening, *(event for move in run.moves for event in move.events)]
    cards: Mapping[str, str] = run.cast.cards
    return Exercise(
        frozenset(_resolved(run, telling)) | frozenset(_shown(events, telling)),
        frozenset(_keywords(run)),
        frozenset(
            cards[event.data[telling.takes_part[event.kind]]]
            for event in events
            if event.kind in telling.takes_part
        ),
    )


def _shown(events: list[Event], telling: Used) -> Iterator[tuple[str, str]]:
    for event in events:
        for kind in telling.shown_by.get(event.kind, ()):
            yield kind, str(event.data["ability"])


def _resolved(run: Run, telling: Used) -> Iterator[tuple[str, str]]:
    """Triggered abilities that did something: an effect that comes to nothing shows nothing."""
    running: tuple[str, str | None] | None = None
    for move in run.moves:
        if move.kind not in PART_OF_EFFECT:
            running = None
        for event in move.events:
            if event.kind in telling.begin:
                running = str(event.data["ability"]), event.cause
            elif running and event.cause == running[1] and event.kind in DEEDS:
                yield "trigger", running[0]


def _keywords(run: Run) -> Iterator[tuple[str, str]]:
    """Printed keywords that an event or a further attack rests on, with the card it names."""
    for move in run.moves:
        rests = [(event.rules, {event.cause, *event.data.values()}) for event in move.events]
        if move.kind == FURTHER_ATTACK:
            rests.append((move.rules, {*move.do.values()}))
        for rules, named in rests:
            for handle in named & run.cast.cards.keys():
                card: Card = run.ruleset.cards[run.cast.cards[handle]]
                for keyword in card.keywords:
                    if not set(rules).isdisjoint(run.ruleset.keywords[keyword].cites):
                        yield card.id, keyword
