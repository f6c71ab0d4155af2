"""Events told in sentences, to everybody or to one seat, who hears no more than it may know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from typing import Any

from attrs import evolve, frozen

from oracle.card_text import ability_text
from oracle.kernel.events import Event
from oracle.kernel.machine import Machine
from oracle.position import Position

OPEN = {"reveal", "tie"}
"""Events whose cards everybody sees, wherever they lie before and after."""

QUIET = {
    *("applies", "minimum", "trigger", "pool", "table", "unused"),
    *("stages", "power-deck", "dice", "final", "lasting", "no-use", "no-power-card"),
    *("resolve-power", "carry-out"),
}
"""Events that are true and would only lengthen the story."""

CHANGES = {"evolve", "fall-back"}
"""Events after which a card is called otherwise."""

GROUPED = {"deal", "draw"}
"""Events of single cards that are told together when they follow each other."""

YOU, OPPONENT = "you", "the opponent"
ENDINGS = {"life": "has no life left", "no-action": "has no turn action left"}
"""Why the other player has lost, by the reason of the outcome."""
IRREGULAR = {"is": "are", "has": "have", "goes": "go", "applies": "apply", "carries": "carry"}


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
        self._known: Set[str] = frozenset()
        self._held: Event | None = None
        self._cards: list[str] = []
        self._called: dict[str, str] = {}
        """What cards are called that can change, until the event that changes them is told."""

    def tell(self, position: Position, events: Iterable[Event]) -> Iterator[Line]:
        """The sentences about what led to this position; draws may be kept back for grouping."""
        before, self._known = self._known, self._seen(position)
        known = before | self._known
        for event in events:
            yield from self._event(position, event, known)
            if event.kind in CHANGES:
                self._called[event.data["card"]] = event.data["into"]
        if self._machine.changing_cards:
            self._called = {handle: position.name(handle) for handle in position.handles}
        decision = position.decision
        if decision is None or decision.kind != "deal":
            yield from self.rest(position)

    def rest(self, position: Position) -> Iterator[Line]:
        """What was kept back."""
        held, self._held = self._held, None
        if held is not None:
            cards, self._cards = self._cards, []
            together = evolve(held, data={**held.data, "card": _joined(cards)})
            yield Line(held.kind, self._sentence(position, together, frozenset()), held.rules)

    def _event(self, position: Position, event: Event, known: Set[str]) -> Iterator[Line]:
        held = self._held
        if event.kind in GROUPED:
            if held is not None and _same_group(held, event):
                self._cards.append(self._card(position, event.data["card"], known))
                return
            yield from self.rest(position)
            self._held = event
            self._cards = [self._card(position, event.data["card"], known)]
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

    def _sentence(self, position: Position, event: Event, known: Set[str]) -> str:
        if event.kind == "over":
            return self._ending(position, event.data["winner"])
        if event.kind in OPEN:
            known = frozenset(position.handles)
        if event.kind == "apply":  # what is applied has a name of its own
            event = evolve(event, effect=self._owner(event.data["ability"]))
        text = event.text(self._namer(position, known)).replace("1 Mindbugs", "1 Mindbug")
        if self.seat is not None:
            text = _addressed(text)
        if event.kind == "resolve":
            text = f"{text}: {self._ability(event.data['ability'])}"
        return f"{text[:1].upper()}{text[1:]}."

    def _ability(self, name: str) -> str:
        """What an ability says behind the word it waits for."""
        linked = self._machine.abilities[self._machine.ability_number[name]]
        return ability_text(self._ruleset, linked).partition(": ")[2]

    def _owner(self, name: str) -> str:
        """The name of the card that an ability stands on."""
        linked = self._machine.abilities[self._machine.ability_number[name]]
        return self._ruleset.cards[linked.definition].name

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
        if self.seat is None:
            return f"player {self._machine.layout.seats.index(seat) + 1}"
        return YOU if seat == self.seat else OPPONENT

    def _ending(self, position: Position, winner: Any) -> str:
        outcome = position.over
        reason = ENDINGS.get(outcome.reason, "the game is over") if outcome else "the game is over"
        if winner is None:
            return "The game is a draw: neither player has life left."
        loser = next(seat for seat in self._machine.layout.seats if seat != winner)
        text = f"{self.player(winner)} wins: {self.player(loser)} {reason}"
        if self.seat is not None:
            text = _addressed(text.replace(": you has", ": you have"))
        return f"{text[:1].upper()}{text[1:]}."


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


def _addressed(text: str) -> str:
    """The sentence as one says it to the player it speaks of: `you draw`, `your hand`."""
    text = re.sub(r"^you (\w+)", lambda found: f"you {_second_person(found[1])}", text)
    if text.startswith("you "):
        text = text.replace(" and has ", " and have ")
    return re.sub(r"the (hand|discard pile) of you\b", r"your \1", text)


def _second_person(verb: str) -> str:
    return IRREGULAR.get(verb) or verb.removesuffix("s")
