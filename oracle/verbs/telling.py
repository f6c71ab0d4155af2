"""Events told in sentences, to everybody or to one seat, who hears no more than it may know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Protocol, cast

from attrs import frozen

from oracle import games
from oracle.card_text import ability_text
from oracle.kernel.events import Event
from oracle.kernel.machine import Machine
from oracle.position import Position

YOU = "you"
IRREGULAR = {"is": "are", "has": "have", "goes": "go", "applies": "apply", "carries": "carry"}


class Story(Protocol):
    """How a game tells its events."""

    OPEN: Set[str]
    """Events whose cards everybody sees, wherever they lie before and after."""
    OWN: Set[str]
    """Events whose cards the player they speak of sees."""
    QUIET: Set[str]
    """Events that are true and would only lengthen the story."""
    CHANGES: Set[str]
    """Events after which a card is called otherwise."""
    GROUPED: Mapping[str, str]
    """Events that are told together when they follow each other, with what differs."""
    AWAITED: Set[str]
    """Decisions after which an event of the same group may follow."""
    SPOKEN: Set[str]
    """Events that are told with the words of their ability."""
    SENTENCES: Mapping[str, str]
    """Events that a story tells otherwise than in their own sentence."""
    PLAYER: str
    """What a player is called in a story for everybody."""
    OTHER: str
    """What another player is called to one who listens."""

    def ending(self, position: Position, name: Callable[[str], str]) -> str:
        """Who has won, and why."""

    def polished(self, text: str) -> str:
        """A sentence with its small faults mended."""

    def addressed(self, text: str) -> str:
        """What belongs to the player a sentence is said to: `your hand`."""

    def reason_to(self, text: str) -> str:
        """A reason as one says it to the player it speaks of."""


def story_of(machine: Machine) -> Story:
    """How the game of a machine tells its events."""
    return cast(Story, games.game(machine.game).telling())


@frozen
class Line:
    """One sentence of the story with the rules it rests on."""

    kind: str
    text: str
    rules: tuple[str, ...]


class Teller:
    """Tells the events of a game; `seat` is who listens, or None for a referee."""

    def __init__(self, position: Position, seat: str | None) -> None:
        self.seat = seat
        self._machine: Machine = position.ruleset.machine
        self._ruleset = position.ruleset
        self.story = story_of(self._machine)
        self._known: Set[str] = frozenset()
        self._held: Event | None = None
        self._parts: list[str] = []
        self._called: dict[str, str] = {}
        """What cards are called that can change, until the event that changes them is told."""

    def tell(self, position: Position, events: Iterable[Event]) -> Iterator[Line]:
        """The sentences about what led to this position; draws may be kept back for grouping."""
        before, self._known = self._known, self._seen(position)
        known = before | self._known
        for event in events:
            yield from self._event(position, event, known)
            if event.kind in self.story.CHANGES:
                self._called[event.data["card"]] = event.data["into"]
        if self._machine.changing_cards:
            self._called = {handle: position.name(handle) for handle in position.handles}
        decision = position.decision
        if decision is None or decision.kind not in self.story.AWAITED:
            yield from self.rest(position)

    def rest(self, position: Position) -> Iterator[Line]:
        """What was kept back."""
        held, self._held = self._held, None
        if held is not None:
            parts, self._parts = self._parts, []
            together = {self.story.GROUPED[held.kind]: _joined(parts)}
            said = self._sentence(position, held, frozenset(), together)
            yield Line(held.kind, said, held.rules)

    def _event(self, position: Position, event: Event, known: Set[str]) -> Iterator[Line]:
        held = self._held
        if event.kind in self.story.GROUPED:
            part = self._namer(position, known)(event.data[self.story.GROUPED[event.kind]])
            if held is not None and _same_group(held, event):
                self._parts.append(part)
                return
            yield from self.rest(position)
            self._held = event
            self._parts = [part]
            return
        yield from self.rest(position)
        yield Line(event.kind, self._sentence(position, event, known), event.rules)

    def _seen(self, position: Position) -> Set[str]:
        if self.seat is None:
            return frozenset(position.handles)
        return frozenset(position.view(self.seat)["cards"])

    def _card(self, position: Position, handle: str, known: Set[str]) -> str:
        if handle not in known:
            return "a card"
        return self._called.get(handle) or position.name(handle)

    def _sentence(
        self,
        position: Position,
        event: Event,
        known: Set[str],
        instead: Mapping[str, str] = MappingProxyType({}),
    ) -> str:
        story = self.story
        if event.kind in story.OPEN or (
            event.kind in story.OWN and event.data["seat"] == self.seat
        ):
            known = frozenset(position.handles)
        if event.kind == "over":
            text = story.ending(position, self.player)
        else:
            sentence = story.SENTENCES.get(event.kind, "")
            said = event.text(self._namer(position, known), sentence, instead)
            text = self._with_seats(story.polished(said))
        if self.seat is not None:
            text = story.addressed(_second_person(text))
        if event.kind in story.SPOKEN:
            text = f"{text}: {self._ability(event.data['ability'])}"
        return f"{text[:1].upper()}{text[1:]}."

    def _with_seats(self, text: str) -> str:
        """Seats that a polished sentence speaks of, such as `p1's 3`, by what they are called."""
        seats = "|".join(self._machine.layout.seats)
        return re.sub(rf"\b(?:{seats})\b", lambda found: self.player(found[0]), text)

    def _ability(self, name: str) -> str:
        """What an ability says behind the word it waits for."""
        linked = self._machine.abilities[self._machine.ability_number[name]]
        return ability_text(self._ruleset, linked).partition(": ")[2]

    def _namer(self, position: Position, known: Set[str]) -> Callable[[str], str]:
        seats = self._machine.layout.seats

        def name(word: str) -> str:
            if word in seats:
                return self.player(word)
            if word in position.handles:
                return self._card(position, word, known)
            return word

        return name

    def player(self, seat: str) -> str:
        """What a player is called in the story."""
        if seat == self.seat:
            return YOU
        called = self.story.PLAYER if self.seat is None else self.story.OTHER
        return called.format(number=self._machine.layout.seats.index(seat) + 1)


def _same_group(held: Event, event: Event) -> bool:
    return (held.kind, held.data["seat"], held.rules) == (
        event.kind,
        event.data["seat"],
        event.rules,
    )


def _joined(cards: list[str]) -> str:
    hidden = cards.count("a card")
    named = [card for card in cards if card != "a card"]
    if hidden:
        named.append("a card" if hidden == 1 else f"{hidden} cards")
    *most, last = named
    return f"{', '.join(most)} and {last}" if most else last


def _second_person(text: str) -> str:
    """The sentence as one says it to the player who does it: `you draw`."""
    return re.sub(r"^you (\w+)", lambda found: f"you {_of_you(found[1])}", text)


def _of_you(verb: str) -> str:
    return IRREGULAR.get(verb) or verb.removesuffix("s")
