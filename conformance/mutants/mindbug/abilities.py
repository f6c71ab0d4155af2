"""Misreadings of constant abilities, and of those of exhausted creatures."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import is_rested, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel import layers
from oracle.kernel.layers import Layer, Source, Static
from oracle.kernel.machine import Machine
from oracle.kernel.state import State
from oracle.mindbug import triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DISCARD, EXHAUSTED

AS_IF = Topic("mindbug", "constant")

Test = Callable[[State, int], bool]
"""Whether something of a source works, by the state and the source."""


def _statics(machine: Mindbug) -> list[Static]:
    return [static for split in machine.statics.values() for part in split for static in part]


def only_if(condition: Any, test: Test) -> Any:
    """A condition that holds only while a test of the source does, too."""

    def holds(machine: Any, state: State, source: int, *rest: Any) -> bool:
        if not test(state, source):
            return False
        return condition is None or bool(condition(machine, state, source, *rest))

    return holds


@do.verb
def working_only_if(change: Changes, test: Test) -> None:
    """Let what cards say constantly hold only while a test of the card does."""

    @change.relink
    def relink(machine: Mindbug) -> None:
        for static in _statics(machine):
            static.condition = only_if(static.condition, test)
        for table in machine.rule_words.values():
            for rule in (each for rules in table.values() for each in rules):
                rule.holds = only_if(rule.holds, test)


@do.verb
def keywords_only_if(change: Changes, test: Test) -> None:
    """Let keywords work only while a test of the creature holds."""

    @change.relink
    def relink(machine: Mindbug) -> None:
        for _, rule in (pair for pairs in machine.keyword_words.values() for pair in pairs):
            rule.holds = only_if(rule.holds, test)


def _is_fresh(state: State, card: int) -> bool:
    return not state.marks[card] & EXHAUSTED


@do.verb
def statics_say(change: Changes, name: str, value: object) -> None:
    """Let every constant ability say something else."""

    @change.relink
    def relink(machine: Mindbug) -> None:
        for static in _statics(machine):
            setattr(static, name, value)


AS_IF(
    "constant abilities held whether their conditions are met or not", "mb.constant.conditions"
).so("conditions-ignored", statics_say("condition", None))
AS_IF(
    "a keyword could be copied only from a creature that has it printed",
    "mb.constant.grounded",
    "mb.constant.conditions",
).so("copies-do-not-count", statics_say("looks_back", False))
AS_IF(
    "the constant abilities of an exhausted creature did not hold", "mb.keyword.exhausted-abilities"
).so("exhausted-auras-off", working_only_if(_is_fresh))
AS_IF("the keywords of an exhausted creature did not work", "mb.keyword.exhausted-abilities").so(
    "exhausted-keywords-off", keywords_only_if(_is_fresh)
)
AS_IF(
    "a constant ability held only from the turn after the creature came",
    "mb.constant.definition",
    "mb.constant.in-play",
).so("from-the-next-turn", remember_newcomers, working_only_if(is_rested))


@AS_IF(
    "the Attack and Defeated effects of an exhausted creature did not happen",
    "mb.keyword.exhausted-abilities",
)
@do.unless(triggers.trigger)
def exhausted_effects_off(
    state: State, card: int, snapshot: tuple[int, ...] | None = None
) -> object:
    return snapshot[2] if snapshot is not None else state.marks[card] & EXHAUSTED


@AS_IF("a constant ability held from the discard pile, too", "mb.constant.in-play")
@do.result(layers.derive)
def from_the_pile(derived: Any, machine: Machine, state: State) -> Any:
    for seat, layer in product((0, 1), machine.layers):
        for card in state.zones[DISCARD + seat]:
            values = derived[layer.index]
            for static in machine.statics.get(state.cards[card], ((), (), ()))[layer.index]:
                sources: list[Source] = [(card, seat, static, None)]
                for target, amount, _, _ in layers._reached(machine, state, sources):
                    if target in values:
                        values[target] = layer.combine(values[target], amount)
    return derived


@AS_IF("creatures that only copy a keyword from each other kept it", "mb.constant.grounded")
@do.around(layers._apply)
def copies_hold_each_other(
    apply: Any, machine: Machine, state: State, layer: Layer, sources: list[Source], values: Any
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
