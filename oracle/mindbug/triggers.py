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
    "put-into-discard": ("mb.discard.put-there",),
    "life-lost": ("mb.discard.life-lost", "mb.discard.ability", "mb.discard.owner"),
}
HEADS = (
    "play",
    "attack",
    "defeated",
    "action",
    "bought",
    "rolled",
    "put-into-discard",
    "life-lost",
)
"""When abilities of cards happen."""

ENTER_CONSTANT = ("mb.constant.definition", "mb.constant.in-play")


def trigger(
    machine: Mindbug,
    state: State,
    head: str,
    card: int,
    seat: int,
    rules: Rules = (),
    snapshot: tuple[int, ...] | None = None,
    definition: int | None = None,
) -> None:
    """Let the abilities of a card that watch for this wait for resolution, unless forbidden.

    They are those of its definition now, or of another that it had when this happened.
    """
    of = state.cards[card] if definition is None else definition
    _wait(machine, state, head, card, seat, machine.triggered[head].get(of, ()), rules, snapshot)


def trigger_in_discard(machine: Mindbug, state: State, head: str, card: int, seat: int) -> None:
    """Let the abilities that a card has in a discard pile wait for resolution."""
    abilities = machine.triggered_in_discard[head][state.cards[card]]
    _wait(machine, state, head, card, seat, abilities, (), None)


def _wait(
    machine: Mindbug,
    state: State,
    head: str,
    card: int,
    seat: int,
    abilities: tuple[int, ...],
    rules: Rules,
    snapshot: tuple[int, ...] | None,
) -> None:
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
        if state.resolving or state.stack[-1][0] >= machine.first_effect:
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
