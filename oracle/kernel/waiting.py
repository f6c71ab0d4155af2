"""Effects that have triggered: one is chosen, resolves completely, then the next."""

from __future__ import annotations

from collections.abc import Iterable

from .machine import LinkedAbility, Machine, ask
from .procedures import Locals, Place
from .state import Frame, State, Waiting

RESOLVE = "resolve"

RESOLVING = Locals()
BATCHES = RESOLVING.one()  # set aside until newer effects are done, oldest first
PICK = Place()


def effect_frame(
    linked: LinkedAbility, source: int, seat: int, snapshot: tuple[int, ...] | None
) -> Frame:
    """A frame that runs an ability: code, step, source, seat, ability, snapshot, done, slots.

    `done` counts what the last instruction really changed.
    """
    return [linked.code, 0, source, seat, linked.number, snapshot, 0] + [0] * linked.size


def remember(machine: Machine, state: State, source: int, snapshot: tuple[int, ...]) -> None:
    """Let waiting and running effects of a card that leaves know how it last was."""
    if state.waiting:
        state.waiting = [_knowing(each, source, snapshot) for each in state.waiting]
    for frame in state.stack:
        if frame[0] >= machine.first_effect:
            if frame[2] == source and frame[5] is None:
                frame[5] = snapshot
        elif frame[0] == machine.resolve_code and frame[BATCHES]:
            frame[BATCHES] = tuple(
                tuple(_knowing(each, source, snapshot) for each in batch)
                for batch in frame[BATCHES]
            )


def hand_over(machine: Machine, state: State, source: int, seat: int) -> bool:
    """Let another seat carry out what waits or runs of a card's effects; tells if anything does."""
    waiting = _handed(state.waiting, source, seat)
    found = waiting != state.waiting
    state.waiting = waiting
    for frame in state.stack:
        if frame[0] >= machine.first_effect:
            if frame[2] == source and frame[3] != seat:
                frame[3] = seat
                found = True
        elif frame[0] == machine.resolve_code and frame[BATCHES]:
            batches = tuple(tuple(_handed(batch, source, seat)) for batch in frame[BATCHES])
            found = found or batches != frame[BATCHES]
            frame[BATCHES] = batches
    return found


def _handed(waiting: Iterable[Waiting], source: int, seat: int) -> list[Waiting]:
    """Waiting effects, those of this source for another seat."""
    return [
        (ability, card, seat if card == source else old, place, known)
        for ability, card, old, place, known in waiting
    ]


def _knowing(waiting: Waiting, source: int, snapshot: tuple[int, ...]) -> Waiting:
    """A waiting effect that knows how its source last was, if this is its source."""
    ability, card, seat, place, known = waiting
    if card == source and known is None:
        return ability, card, seat, place, snapshot
    return waiting


def pick(machine: Machine, state: State, frame: Frame) -> None:
    """Ask which waiting effect is next when there is more than one."""
    waiting = state.waiting
    if not waiting:
        if not frame[BATCHES]:
            state.resolving = 0
            state.stack.pop()
            return
        *before, batch = frame[BATCHES]
        frame[BATCHES] = tuple(before)
        waiting = state.waiting = list(batch)
    if len(waiting) == 1:
        ability, card, seat, _, _ = waiting[0]
        state.answer = (RESOLVE, card, ability, seat)
        return
    options = sorted({(RESOLVE, card, ability, seat) for ability, card, seat, _, _ in waiting})
    ask(state, "order", machine.orderer(state), options, -1, machine.order_rules)


def begin(machine: Machine, state: State, frame: Frame) -> None:
    """Start the effect that was picked; everything it triggers waits until it is done."""
    _, card, number, seat = state.answer
    waiting = state.waiting
    index = next(i for i, w in enumerate(waiting) if w[:3] == (number, card, seat))
    _, _, _, place, snapshot = waiting.pop(index)
    linked = machine.abilities[number]
    rules = linked.rules
    if state.where[card] != place:
        rules += machine.moved_rules
    if waiting or frame[BATCHES]:
        rules += machine.wait_rules
    state.log.append(("resolve", rules, card, number, seat))
    if machine.nested_waiting and waiting:
        frame[BATCHES] = (*frame[BATCHES], tuple(waiting))
        state.waiting = []
    frame[1] = PICK.at
    state.stack.append(effect_frame(linked, card, seat, snapshot))
