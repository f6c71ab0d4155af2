"""When effects trigger, and who is kept from activating them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import TRIGGERED
from oracle.kernel.state import Rules, State

from .permissions import EXHAUSTED_ABILITIES, rules_in_force, told_by

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
    rules: Rules = (),
    snapshot: tuple[int, ...] | None = None,
) -> None:
    """Let the abilities of a card that watch for this wait for resolution, unless forbidden."""
    abilities = machine.triggered[head].get(state.cards[card])
    if abilities is None:
        return
    for ability in abilities:
        forbidden = may_not_activate(machine, state, head, seat)
        if forbidden is not None:
            source, rule = forbidden
            told = told_by(state, source, rule.rules)
            state.log.append(("forbidden", told, source, card, rule.ability.number))
            continue
        told = told_by(state, card, RULES[head] + rules)
        if snapshot is not None and snapshot[2]:
            told += EXHAUSTED_ABILITIES
        if state.resolving:
            told += machine.wait_rules
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
