"""When effects trigger, and who is kept from activating them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import TRIGGERED
from oracle.kernel.state import Rules, State

from .permissions import rules_in_force
from .table import EXHAUSTED

if TYPE_CHECKING:
    from .machine import LinkedRule, Mindbug

RULES: dict[str, Rules] = {
    "play": ("mb.trigger.kinds", "mb.trigger.play", "mb.trigger.controller"),
    "attack": ("mb.trigger.kinds", "mb.trigger.attack", "mb.trigger.controller"),
    "defeated": ("mb.trigger.kinds", "mb.trigger.defeated", "mb.trigger.controller"),
}


def trigger(
    machine: Mindbug,
    state: State,
    head: str,
    card: int,
    seat: int,
    snapshot: tuple[int, ...] | None = None,
    was_exhausted: bool = False,
) -> None:
    """Let the abilities of a card that watch for this wait for resolution, unless forbidden."""
    abilities = machine.triggered[head].get(state.cards[card])
    if abilities is None:
        return
    for ability in abilities:
        forbidden = may_not_activate(machine, state, head, seat)
        if forbidden is not None:
            source, rule = forbidden
            state.log.append(("forbidden", rule.rules, source, card, rule.ability.number))
            continue
        told = RULES[head]
        if was_exhausted or state.marks[card] & EXHAUSTED:
            told += ("mb.keyword.exhausted-abilities",)
        state.log.append(("trigger", told, card, ability, seat))
        state.waiting.append((ability, card, seat, state.where[card], snapshot))
        state.dirty |= TRIGGERED


def may_not_activate(
    machine: Mindbug, state: State, head: str, seat: int
) -> tuple[int, LinkedRule] | None:
    """The creature that keeps this player from activating such effects, by which rule, or None."""
    for source, controller, rule in rules_in_force(machine, state, "cannot-activate"):
        if rule.holds(machine, state, source, controller, (head, seat)):
            return source, rule
    return None
