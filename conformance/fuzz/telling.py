"""What the oracle did in a small case: every step with its forced ones, and whom to blame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

import oracle
from conformance.engines.in_process import waits_for
from conformance.fuzz.comparing import DERIVED, FOLLOWS, HANDLE, STATE, Mismatch
from conformance.fuzz.comparing import NEXT as NEXT_KIND
from conformance.fuzz.game import fuzzed
from conformance.fuzz.playing import Parted
from conformance.fuzz.subject import Beginning
from conformance.judge.compare import ABSENT
from conformance.judge.vector import Step, say
from conformance.protocol.canonical import canonical
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Over
from oracle import Event

PLACES = ("players", "power-", "bought", "row", "deck", "discard", "top")
"""Where cards lie; what differs elsewhere tells of no card that is otherwise than it should."""


@frozen
class Done:
    """One answer of the oracle's game, forced or not, and what followed."""

    step: Step
    forced: bool
    events: tuple[Event, ...]

    def __str__(self) -> str:
        said = f"{self.step.who} {say(self.step.do)}"
        return f"({said})" if self.forced else said


class Story:
    """A case played on the oracle alone, forced decisions told."""

    def __init__(self, parted: Parted) -> None:
        self.position = stand_up(parted.where)
        self.beginning = self.position.events
        self.done: list[Done] = list(self._forced())
        self.last = 0
        """Where the answer stands after which both part."""
        for step in parted.script:
            self.last = len(self.done)
            self.answer(step.do)

    def answer(self, do: Answer) -> None:
        """Give an answer, and those that it forces."""
        self.done.append(self._answer(do, forced=False))
        self.done += self._forced()

    def _forced(self) -> Iterator[Done]:
        while True:
            pending = waits_for(self.position)
            if isinstance(pending, Over) or not pending.legal.is_forced:
                return
            yield self._answer(pending.legal.only(), forced=True)

    def _answer(self, do: Answer, forced: bool) -> Done:
        pending = waits_for(self.position)
        assert not isinstance(pending, Over)
        legal = pending.legal
        listed = None if legal.factored is not None else list(legal.listed)
        step = Step(pending.who, pending.kind, do, listed, legal.factored)
        return Done(step, forced, self.position.advance(do))

    @property
    def events(self) -> list[Event]:
        """What happened between the last point where both agreed and the one where they part."""
        recent = [event for done in self.done[self.last :] for event in done.events]
        return recent if self.last else [*self.beginning, *recent]


def stand_up(where: Beginning) -> oracle.Position:
    """The oracle at the very beginning, no forced decision answered."""
    rules = where.rules
    return rules.start() if where.setup is None else rules.setup(where.setup)


CHANGES = {
    "life": ("lose-life", "gain-life", "set-life", "life-stays"),
    "mindbugs": ("spend",),
    "energy": ("gain-energy", "lose-energy", "pay"),
    "hearts": ("gain-hearts", "lose-hearts", "hit", "prevent", "unharmed", "full", "no-healing"),
    "stars": ("gain-stars", "lose-stars", "full-stars"),
    "place": ("enter", "leave", "yield", "stay", "outside", "holds-place"),
    "poison": ("token", "remove-token", "no-token"),
    "shrink": ("token", "remove-token", "no-token"),
    "dice": ("token", "spend-tokens"),
    "fame": ("pull", "step", "pulled"),
    "destruction": ("pull", "step", "pulled"),
}
"""By the number that differs, the events that tell how it comes to be so."""


def blamed(parted: Parted) -> Parted:
    """The case with only those rules that are about what differs, if any are."""
    mismatch = parted.mismatch
    if mismatch.kind not in (STATE, NEXT_KIND) or _only_derived(mismatch):
        return parted
    rules = _explaining(Story(parted), mismatch, parted.where.game_name)
    return evolve(parted, mismatch=evolve(mismatch, rules=rules)) if rules else parted


def _explaining(story: Story, mismatch: Mismatch, game: str) -> tuple[str, ...]:
    """The rules that explain a difference: of its end, of its numbers, of its cards."""
    over = story.position.over
    if mismatch.traits <= FOLLOWS and over is not None:  # all lies alike, but the game is over
        return over.rules
    told = _first_to_differ(story.events, mismatch)
    if told and fuzzed(game).numbers_tell:
        return told
    rules = dict.fromkeys(told)
    handles = differing_cards(mismatch)
    for event in story.events if handles else ():
        named = {value for value in event.data.values() if isinstance(value, str)}
        if named & handles or event.cause in handles:
            rules.update(dict.fromkeys(event.rules))
    decision = story.position.decision
    if handles and mismatch.kind == NEXT_KIND and decision is not None:
        rules.update(dict.fromkeys(decision.rules))
    if not rules and over is not None:  # nothing did that: the engine went on behind the end
        return over.rules
    return tuple(rules)


def _first_to_differ(events: Sequence[Event], mismatch: Mismatch) -> tuple[str, ...]:
    """The rules of the events about the number that changed first of those that differ.

    What differs besides, such as who decides now, may only follow from it.
    """
    numbers = [place for one in mismatch.differences if (place := _number(one.place))]
    for event in events:
        for number in numbers:
            if _is_about(event, *number):
                same = [one for one in events if _is_about(one, *number)]
                return tuple(dict.fromkeys(rule for one in same for rule in one.rules))
    return ()


def _number(place: str) -> tuple[str, str] | None:
    """The seat, or the track, and the number that a difference is about."""
    words = place.split(".")
    if words[0] == "players" and len(words) == 3 and words[2] in CHANGES:
        return words[1], words[2]
    return (place, place) if place in CHANGES else None


def _is_about(event: Event, whose: str, number: str) -> bool:
    return event.kind in CHANGES[number] and whose in (
        event.data.get("seat"),
        event.data.get("track"),
    )


def differing_cards(mismatch: Mismatch) -> set[str]:
    """The cards that lie elsewhere or are otherwise than they should be."""
    handles = set(mismatch.about)
    for one in mismatch.differences:
        if one.place.startswith(PLACES):
            said = [canonical(value) for value in (one.want, one.got) if value is not ABSENT]
            want, got = (set(HANDLE.findall(text)) for text in [*said, "", ""][:2])
            handles |= set(HANDLE.findall(one.place)) | (want ^ got)
    return handles


def _only_derived(mismatch: Mismatch) -> bool:
    return mismatch.kind == STATE and all(
        one.place.endswith(DERIVED) for one in mismatch.differences
    )
