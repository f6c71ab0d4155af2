"""A position of a game: read the decision, apply an answer, ask what is seen and why."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from .kernel.canonical import canonical
from .kernel.decision import (
    Decision,
    Json,
    Outcome,
    answer_from_json,
    decision_of,
    options_to_json,
    outcome_of,
)
from .kernel.events import Event, told
from .kernel.machine import answer
from .kernel.projection import projection, view, view_rules
from .kernel.saving import to_json
from .kernel.state import State

if TYPE_CHECKING:
    from .explanation import Explanation, Reason
    from .ruleset import Ruleset


class Position:
    """A game waiting for one decision, or over. `apply` leaves it as it is; `advance` moves it."""

    __slots__ = ("events", "handles", "ruleset", "state")

    def __init__(
        self, ruleset: Ruleset, state: State, handles: list[str], events: tuple[Event, ...] = ()
    ) -> None:
        self.ruleset = ruleset
        self.state = state
        self.handles = handles
        self.events = events

    @property
    def decision(self) -> Decision | None:
        """What the game waits for, or None when it is over."""
        return decision_of(self.ruleset.machine, self.state, self.handles)

    @property
    def over(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return outcome_of(self.ruleset.machine, self.state)

    @property
    def turn(self) -> str:
        """The seat whose turn it is."""
        machine = self.ruleset.machine
        return machine.layout.seats[machine.active(self.state)]

    def clone(self) -> Position:
        """An independent copy."""
        return Position(self.ruleset, self.state.clone(), self.handles, self.events)

    def apply(self, given: Json) -> tuple[Position, tuple[Event, ...]]:
        """The position after an answer, and what happened; an illegal answer raises `Refused`."""
        chosen = self._read(given)
        after = self.clone()
        return after, after._advance(chosen)

    def advance(self, given: Json) -> tuple[Event, ...]:
        """Move this position itself; an illegal answer raises `Refused` and changes nothing."""
        return self._advance(self._read(given))

    def advance_silently(self, given: Json) -> None:
        """As `advance`, for callers that need no events: `events` is empty afterwards."""
        answer(self.ruleset.machine, self.state, self._read(given))
        self.forget_events()

    def forget_events(self) -> None:
        """Drop what has happened untold; new cards get their handles."""
        self._name_cards()
        self.state.log = []
        self.events = ()

    def _read(self, given: Json) -> Any:
        return answer_from_json(self.ruleset.machine, self.state, self.handles, given)

    def _advance(self, chosen: Any) -> tuple[Event, ...]:
        answer(self.ruleset.machine, self.state, chosen)
        self.events = self._told()
        return self.events

    def _told(self) -> tuple[Event, ...]:
        ruleset, state = self.ruleset, self.state
        self._name_cards()
        records, state.log = state.log, []
        return tuple(
            told(ruleset.machine, ruleset.event_kinds, record, self.handles) for record in records
        )

    def _name_cards(self) -> None:
        """Give new cards the next handles; the list is shared by copies, so it is never changed."""
        named, cards = len(self.handles), len(self.state.cards)
        if named < cards:
            self.handles = self.handles + [f"#{number + 1}" for number in range(named, cards)]

    def to_json_answer(self, chosen: Any) -> Json:
        """The JSON form of an answer in the machine's own form."""
        pending = self.state.pending
        assert pending is not None
        if pending[3] >= 0:
            names = self.ruleset.machine.choice_names.get(pending[0], self.handles)
            return {"choose": [names[option] for option in chosen]}
        found = options_to_json(self.ruleset.machine, pending[2], self.handles)
        return found[pending[2].index(chosen)]

    def projection(self) -> Json:
        """Everything the rules can see, hidden or not."""
        return projection(self.ruleset.machine, self.state, self.handles)

    def view(self, seat: str) -> Json:
        """What one seat may know."""
        machine = self.ruleset.machine
        return view(machine, self.state, self.handles, machine.layout.seats.index(seat))

    def view_rules(self, what: str) -> tuple[str, ...]:
        """The rules that say who may see a card (by its handle), a counter or a mark."""
        machine = self.ruleset.machine
        if what in self.handles:
            place = self.state.where[self.handles.index(what)]
            what = machine.layout.places[place][0].name
        return view_rules(machine, what)

    def digest(self) -> str:
        """The first 16 hex digits of SHA-256 over the canonical JSON of the projection."""
        text = canonical(self.ruleset.machine, self.state, self.handles)
        return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]

    def save(self) -> Json:
        """Everything needed to go on later with `Ruleset.restore`."""
        return {
            "ruleset": self.ruleset.name,
            "options": dict(self.ruleset.options),
            "handles": list(self.handles),
            "state": to_json(self.ruleset.machine, self.state),
        }

    def card(self, handle: str) -> str:
        """The card id behind a handle."""
        definition = self.state.cards[self.handles.index(handle)]
        return self.ruleset.machine.definitions[definition].id

    def name(self, handle: str) -> str:
        """What people call the card behind a handle; anything else is returned as it is."""
        if handle not in self.handles:
            return handle
        definition = self.state.cards[self.handles.index(handle)]
        return self.ruleset.machine.definitions[definition].name

    def explain(self, handle: str) -> Explanation:
        """Why a creature's power and keywords are what they are."""
        from .explanation import explain

        return explain(self, handle)

    def why(self, given: Json) -> tuple[Reason, ...]:
        """Why an answer is legal now, or why it is not."""
        from .explanation import why

        return why(self, given)
