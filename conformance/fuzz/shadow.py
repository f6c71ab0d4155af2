"""The oracle's game beside the engine's: forced decisions answered, rules noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import oracle
from conformance.engines.in_process import waits_for
from conformance.fuzz.game import fuzzed
from conformance.judge.vector import Step
from conformance.perft.tree import settle
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Next, Over
from oracle.kernel.decision import answer_from_json
from oracle.kernel.machine import OVER, answer
from oracle.kernel.projection import sees
from oracle.kernel.state import Pending

UNDER_WAY = ("played", "bought", "top")
"""Places of cards with which something is being done: no position is stood up with any there."""


class Shadow:
    """A position of the oracle at a real choice or at the end of the game.

    `rules` are those that the oracle cited since the last answer, the forced ones included.
    """

    __slots__ = ("_next", "position", "rules")

    def __init__(self, position: oracle.Position) -> None:
        self.position = position
        self.rules: tuple[str, ...] = ()
        self._next: Next | None = None
        beginning = [rule for event in position.events for rule in event.rules]
        self._settle(beginning)

    @property
    def pending(self) -> Pending:
        """What the oracle waits for, in the machine's own form."""
        pending = self.position.state.pending
        assert pending is not None
        return pending

    @property
    def decisions(self) -> int:
        """How many decisions were answered so far, forced ones included."""
        return self.position.state.number

    @property
    def is_over(self) -> bool:
        return self.pending[0] == OVER

    @property
    def next(self) -> Next:
        """What the oracle waits for, as the protocol says it."""
        if self._next is None:
            self._next = waits_for(self.position)
        return self._next

    def clone(self) -> Shadow:
        """An independent copy."""
        other = Shadow.__new__(Shadow)
        other.position = self.position.clone()
        other.rules = self.rules
        other._next = self._next
        return other

    def take(self, chosen: Any) -> None:  # Any: an answer in the machine's own form
        """Give an answer that is legal."""
        answer(self.position.ruleset.machine, self.position.state, chosen)
        self._settle(())

    def answer(self, do: Answer) -> None:
        """Give an answer as the protocol says it; `Refused` if it is not legal."""
        position = self.position
        machine, state = position.ruleset.machine, position.state
        self.take(answer_from_json(machine, state, position.handles, do))

    def say(self, chosen: Any) -> Answer:
        """An answer in the machine's own form as the protocol says it."""
        pending = self.next
        assert not isinstance(pending, Over)
        if pending.legal.factored is not None:
            return self.position.to_json_answer(chosen)
        return pending.legal.listed[self.pending[2].index(chosen)]

    def step(self, do: Answer) -> Step:
        """An answer as a step of a script, with the exact set it was chosen from."""
        pending = self.next
        assert not isinstance(pending, Over)
        legal = pending.legal
        listed = None if legal.factored is not None else list(legal.listed)
        return Step(pending.who, pending.kind, do, listed, legal.factored)

    def hides_from(self, seat: str) -> bool:
        """Whether there is a card that a seat may not know."""
        layout = self.position.ruleset.machine.layout
        number = layout.seats.index(seat)
        return any(
            cards and not sees(zone, owner, number)
            for cards, (zone, owner) in zip(self.position.state.zones, layout.places, strict=True)
        )

    def _settle(self, before: Iterable[str]) -> None:
        """Answer what is forced and note the rules of all that happened."""
        position = self.position
        settle(position.ruleset.machine, position.state)
        happened = dict.fromkeys(before)
        for record in position.state.log:
            happened.update(dict.fromkeys(record[1]))
        position.forget_events()
        self.rules = tuple(happened)
        self._next = None

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules of what happened last and of what is asked now."""
        return tuple(dict.fromkeys((*self.rules, *self.pending[6])))


def setup_of(position: oracle.Position) -> JsonObject | None:
    """The setup that stands this position up, if it begins a turn and nothing else is due."""
    decision = position.decision
    kinds = fuzzed(position.ruleset.name).turn_begins
    if decision is None or decision.kind not in kinds or position.state.lasting:
        return None
    shown = position.projection()
    if any(shown.pop(place, None) for place in UNDER_WAY):
        return None
    shown.pop("over")
    cards = dict(zip(position.handles, position.state.cards, strict=True))
    names = position.ruleset.machine.definitions

    def entry(card: Any) -> JsonObject:  # Any: a handle, or a card with its marks
        if isinstance(card, str):
            return {"h": card, "card": names[cards[card]].id}
        said = entry(card["h"])
        said |= {"exhausted": True} if card.get("exhausted") else {}
        said |= {"counters": card["counters"]} if card.get("counters") else {}
        said |= {"mimic": True} if card.get("mimic") else {}
        said |= {"paid": card["paid"]} if "paid" in card else {}
        said |= {"place": card["place"]} if "place" in card else {}
        boosts = [entry(boost) for boost in card.get("boosts", ())]
        return said | ({"boosts": boosts} if boosts else {})

    def entries(had: JsonObject) -> JsonObject:
        return {
            name: [entry(card) for card in value] if isinstance(value, list) else value
            for name, value in had.items()
        }

    def own(player: JsonObject) -> JsonObject:
        alone = {name: entry(card) for name, card in player.items() if isinstance(card, str)}
        return entries(player) | alone

    players = {seat: own(player) for seat, player in shown.pop("players").items()}
    return _standing(position, {"players": players, **entries(shown)})


def _standing(position: oracle.Position, setup: JsonObject) -> JsonObject | None:
    """The setup, if it comes to this position; what the turn begins with is given beforehand."""
    again = position.ruleset.setup(setup)
    if _numbers(again) != _numbers(position):
        setup = _without(setup, _numbers(again), _numbers(position))
        if any(number < 0 for player in setup["players"].values() for number in _whole(player)):
            return None
        again = position.ruleset.setup(setup)
    asked, decision = again.decision, position.decision
    assert decision is not None
    same = asked is not None and (asked.kind, asked.legal()) == (decision.kind, decision.legal())
    return setup if same and again.digest() == position.digest() else None


def _whole(player: JsonObject) -> Iterator[int]:
    return (number for number in player.values() if isinstance(number, int))


def _numbers(position: oracle.Position) -> dict[str, dict[str, int]]:
    """What every player has that is counted."""
    players = position.projection()["players"]
    return {
        seat: {name: value for name, value in player.items() if isinstance(value, int)}
        for seat, player in players.items()
    }


def _without(
    setup: JsonObject, came: dict[str, dict[str, int]], wanted: dict[str, dict[str, int]]
) -> JsonObject:
    """The setup with that much less as came too much, such as stars for a turn in Tokyo."""
    players = {
        seat: player
        | {name: player[name] - came[seat][name] + wanted[seat][name] for name in wanted[seat]}
        for seat, player in setup["players"].items()
    }
    return setup | {"players": players}
