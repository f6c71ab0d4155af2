"""Effects that have triggered: one is chosen, resolves completely, then the next."""

from __future__ import annotations

from .machine import Machine, ask
from .state import Frame, State

# The one local of a resolve frame: batches set aside until newer effects are done, oldest first.
RESOLVE = "resolve"


def pick(machine: Machine, state: State, frame: Frame) -> None:
    """Ask which waiting effect is next when there is more than one."""
    waiting = state.waiting
    if not waiting:
        if not frame[2]:
            state.resolving = 0
            state.stack.pop()
            return
        *frame[2], batch = frame[2]
        frame[2] = tuple(frame[2])
        waiting = state.waiting = list(batch)
    if len(waiting) == 1:
        ability, card, seat, _, _ = waiting[0]
        state.answer = (RESOLVE, card, ability, seat)
        return
    options = sorted({(RESOLVE, card, ability, seat) for ability, card, seat, _, _ in waiting})
    ask(state, "order", machine.orderer(state), options, -1, -1, -1, machine.order_rules)


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
    if waiting:
        rules += machine.wait_rules
    state.log.append(("resolve", rules, card, number, seat))
    if machine.nested_waiting and waiting:
        frame[2] = (*frame[2], tuple(waiting))
        state.waiting = []
    effect: Frame = [linked.code, 0, card, seat, number, snapshot]
    if linked.size:
        effect += [0] * linked.size
    frame[1] = 0
    state.stack.append(effect)


STEPS = (pick, begin)
