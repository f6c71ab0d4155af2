"""Misreadings of constant abilities, and of those of exhausted creatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import CAME_THIS_TURN, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel import layers
from oracle.kernel.layers import Layer, Source, Static
from oracle.kernel.machine import Machine
from oracle.kernel.state import State
from oracle.mindbug import triggers
from oracle.mindbug.machine import LinkedRule, Mindbug
from oracle.mindbug.table import DISCARD, EXHAUSTED

AS_IF = Topic("mindbug", "constant")

Test = Callable[[State, int], bool]
"""Whether something of a source works, by the state and the source."""


def _statics(machine: Mindbug) -> list[Static]:
    return [static for split in machine.statics.values() for part in split for static in part]


def _only_if(condition: Any, test: Test) -> Any:
    def holds(machine: Any, state: State, source: int, *rest: Any) -> bool:
        if not test(state, source):
            return False
        return condition is None or bool(condition(machine, state, source, *rest))

    return holds


def working_only_if(machine: Mindbug, test: Test) -> None:
    """Let what cards say constantly hold only while a test of the card does."""
    for static in _statics(machine):
        static.condition = _only_if(static.condition, test)
    for table in machine.rule_words.values():
        for rules in table.values():
            for rule in rules:
                rule.holds = _only_if(rule.holds, test)


def keywords_only_if(machine: Mindbug, test: Test) -> None:
    """Let keywords work only while a test of the creature holds."""
    rules: list[LinkedRule] = [
        rule for pairs in machine.keyword_words.values() for _, rule in pairs
    ]
    for rule in rules:
        rule.holds = _only_if(rule.holds, test)


def _is_fresh(state: State, card: int) -> bool:
    return not state.marks[card] & EXHAUSTED


AS_IF(
    "the constant abilities of an exhausted creature did not hold", "mb.keyword.exhausted-abilities"
).so("exhausted-auras-off", do.relink(lambda machine: working_only_if(machine, _is_fresh)))
AS_IF("the keywords of an exhausted creature did not work", "mb.keyword.exhausted-abilities").so(
    "exhausted-keywords-off", do.relink(lambda machine: keywords_only_if(machine, _is_fresh))
)


@AS_IF(
    "the Attack and Defeated effects of an exhausted creature did not happen",
    "mb.keyword.exhausted-abilities",
)
@do.around(triggers.trigger)
def exhausted_effects_off(
    trigger: Any, state: State, card: int, snapshot: tuple[int, ...] | None = None
) -> None:
    worn = snapshot[2] if snapshot is not None else state.marks[card] & EXHAUSTED
    if not worn:
        trigger()


@AS_IF(
    "a constant ability held only from the turn after the creature came",
    "mb.constant.definition",
    "mb.constant.in-play",
)
def from_the_next_turn(change: Changes) -> None:
    remember_newcomers(change)

    def rested(state: State, card: int) -> bool:
        return not state.marks[card] & CAME_THIS_TURN

    change.relink(lambda machine: working_only_if(machine, rested))


@AS_IF("a constant ability held from the discard pile, too", "mb.constant.in-play")
@do.result(layers.derive)
def from_the_pile(derived: Any, machine: Machine, state: State) -> Any:
    for seat in (0, 1):
        for card in state.zones[DISCARD + seat]:
            for layer in machine.layers:
                split = machine.statics.get(state.cards[card], ((), (), ()))
                for static in split[layer.index]:
                    sources: list[Source] = [(card, seat, static, None)]
                    for target, amount, _, _ in layers._reached(machine, state, sources):
                        values = derived[layer.index]
                        if target in values:
                            values[target] = layer.combine(values[target], amount)
    return derived


@AS_IF("constant abilities held whether their conditions are met or not", "mb.constant.conditions")
@do.relink
def conditions_ignored(machine: Mindbug) -> None:
    for static in _statics(machine):
        static.condition = None


@AS_IF("creatures that only copy a keyword from each other kept it", "mb.constant.grounded")
@do.around(layers._apply)
def copies_hold_each_other(
    apply: Any,
    machine: Machine,
    state: State,
    layer: Layer,
    sources: list[Source],
    values: dict[int, int],
) -> Any:
    if not layer.grounded:
        return apply()
    printed = dict(values)
    for source, seat, static, targets in sources:
        if static.looks_back:
            for target in targets or static.targets(machine, state, source, seat):
                values[target] |= static.amount
    while True:
        new, told = dict(printed), layers._reached(machine, state, sources)
        for target, bits, _, _ in told:
            new[target] |= bits
        if new == values:
            return told
        values.update(new)


@AS_IF(
    "a keyword could be copied only from a creature that has it printed",
    "mb.constant.grounded",
    "mb.constant.conditions",
)
@do.relink
def copies_do_not_count(machine: Mindbug) -> None:
    for static in _statics(machine):
        static.looks_back = False
