"""Effects that wait for a loss: gathered when hearts are lost, carried out when their turn comes.

What a monster has for an event is noted before anybody gives up cards, so that a copy works for
whoever has it though the card it copies goes with its owner. Whether an effect still applies is
looked at when its turn comes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State

from .moments import (
    ADD_UP,
    ORDER,
    Context,
    Entry,
    applies,
    as_options,
    at,
    fitting,
    has,
    play_it,
    start,
    works,
)
from .monsters import clockwise
from .table import ACTOR, DECLINE, NONE, PROCEDURES
from .uses import FOR_WOUND, LOSS, in_use, kept_of

if TYPE_CHECKING:
    from .machine import Tokyo

Event = tuple[int, str, Context]
"""Whose effects wait, for which moment, and what it is about."""

Waiting = tuple[int, int, Context, tuple[Entry, ...]]
"""An event, its moment by number, with the abilities that were there for it."""

# Locals of the frame of what waits for one monster: whose, the events left, the card used last.
# What cards are played for in a rescue has the first two as well.
TO_PLAY_FOR = Locals()
SEAT = TO_PLAY_FOR.one()
EVENTS = TO_PLAY_FOR.one()
WAITING_FRAME = Locals(TO_PLAY_FOR)
LAST = WAITING_FRAME.one()


def gather(machine: Tokyo, state: State, events: Iterable[Event]) -> tuple[Waiting, ...]:
    """What is there for these events now. rules: kt.damage.steps, kt.copy.ends"""
    return tuple(
        (seat, machine.head_number[head], context, tuple(found))
        for seat, head, context in events
        if (found := at(machine, state, head, seat)) or can_be_played(machine, head)
    )


def can_be_played(machine: Tokyo, head: str) -> bool:
    """Whether a permanent evolution card may come into play for a moment."""
    return machine.has_evolutions and not machine.permanent.isdisjoint(machine.triggered[head])


def texts_in_use(machine: Tokyo, state: State, seats: tuple[int, ...]) -> tuple[Waiting, ...]:
    """The further text of what was used against the wound. rule: kt.keyword.tough-more"""
    found: tuple[Waiting, ...] = ()
    for seat in dict.fromkeys(seats):
        for card, use in in_use(machine, state, seat):
            lines = use.triggered.get("used", ()) if use.lasts == FOR_WOUND else ()
            if lines:
                kept = kept_of(state, card)
                about = (seat, kept[LOSS] if kept else 0)
                entries = tuple((card, number) for number in lines)
                found += ((seat, machine.head_number["used"], about, entries),)
    return found


def come(machine: Tokyo, state: State, waiting: Iterable[Waiting]) -> None:
    """Each monster's effects take place, the active one's first, or last. rule: kt.card.waiting"""
    owned: dict[int, tuple[tuple[int, Context, tuple[Entry, ...]], ...]] = {}
    for seat, *event in waiting:
        owned[seat] = (*owned.get(seat, ()), tuple(event))  # type: ignore[arg-type]
    first = state.registers[ACTOR] + machine.active_waits
    order = [s for s in clockwise(machine, state, first) if s in owned]
    due = [seat for seat in order for event in owned[seat] if event[2]]
    if len(due) > 1:
        state.log.append(("one-after-another", ORDER, NONE, len(set(due))))
    for seat in reversed(order):
        state.stack.append([WAITING, 0, seat, owned[seat], NONE])
        for _, context, found in owned[seat]:
            able = {each[0] for each in found if applies(machine, state, each, seat, context)}
            if len(able) > 1:
                state.log.append(("together", ADD_UP, NONE, seat, len(able)))


def offer_to_play(machine: Tokyo, state: State, frame: Frame) -> None:
    """Permanent cards may be played for what waits. rule: kt.evolution.named-moment"""
    seat = frame[SEAT]
    found: set[int] = set()
    if machine.has_evolutions:
        for head, context, _ in frame[EVENTS]:
            found.update(fitting(machine, state, machine.heads[head], seat, context))
    if found:
        options, rules = as_options(sorted(found))
        ask(state, "play", seat, [*options, DECLINE], NONE, rules)
    else:
        state.answer = DECLINE


def take_to_play(machine: Tokyo, state: State, frame: Frame) -> None:
    """What is played waits with the rest."""
    if joins(machine, state, frame):
        frame[1] = OFFER_TO_PLAY.at


def joins(machine: Tokyo, state: State, frame: Frame) -> bool:
    """Whether a card was played, which waits with the rest from now on."""
    if state.answer == DECLINE:
        return False
    card = state.answer[1]
    play_it(machine, state, card, frame[SEAT])
    frame[EVENTS] = tuple(
        (head, context, (*found, *new_lines(machine, state, head, card)))
        for head, context, found in frame[EVENTS]
    )
    return True


def new_lines(machine: Tokyo, state: State, head: int, card: int) -> list[Entry]:
    """The abilities that a card just played has for a moment."""
    numbers = machine.triggered[machine.heads[head]].get(state.cards[card], ())
    return [(card, number) for number in numbers]


def ready(machine: Tokyo, state: State, frame: Frame) -> list[tuple[int, Entry]]:
    """What can work now, with the place of its event; lines of one card work in their order."""
    seat = frame[SEAT]
    if not state.counters[seat]:
        return []
    found: list[tuple[int, Entry]] = []
    for place, (_, context, entries) in enumerate(frame[EVENTS]):
        before: set[int] = set()
        for entry in entries:
            if (
                entry[0] not in before
                and works(machine, state, entry[0], seat)
                and (machine.copies_outlive or has(machine, state, entry, seat))
                and applies(machine, state, entry, seat, context)
            ):
                before.add(entry[0])
                found.append((place, entry))
    same = [each for each in found if each[1][0] == frame[LAST]]
    return same[:1] or found  # the lines of one card are not parted


def pick(machine: Tokyo, state: State, frame: Frame) -> None:
    """A monster orders its own; one card does its work in the order of the events."""
    named = dict.fromkeys(entry[:2] for _, entry in ready(machine, state, frame))
    options = [("resolve", card, number) for card, number in sorted(named)]
    if not options:
        state.stack.pop()
    elif len(options) == 1:
        state.answer = options[0]
    else:
        ask(state, "order", frame[SEAT], options, NONE, ORDER)


def begin(machine: Tokyo, state: State, frame: Frame) -> None:
    """Carry the chosen ability out."""
    named = (state.answer[1], state.answer[2])
    place, entry = next(each for each in ready(machine, state, frame) if each[1][:2] == named)
    events = list(frame[EVENTS])
    head, context, found = events[place]
    left = list(found)
    left.remove(entry)
    events[place] = (head, context, tuple(left))
    frame[EVENTS] = tuple(events)
    frame[LAST] = entry[0]
    frame[1] = PICK_STEP.at
    start(machine, state, entry, frame[SEAT], context)


OFFER_TO_PLAY = Place()
PICK_STEP = Place()
WAITING = PROCEDURES.declare(
    "waiting",
    OFFER_TO_PLAY,
    offer_to_play,
    take_to_play,
    PICK_STEP,
    pick,
    begin,
    remembers=WAITING_FRAME,
)
