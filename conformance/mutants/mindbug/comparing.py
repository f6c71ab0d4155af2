"""More misreadings of terms: how powers are compared, and what a card is `with`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.terms import AS_IF
from oracle.kernel.layers import derive
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.mindbug import cards, selection
from oracle.mindbug.defeat import defeat
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import FILTERS, GROUPS, Filter
from oracle.mindbug.table import ACTIVE, PLAY, POWER, SOURCE, YOU
from oracle.mindbug.triggers import may_not_activate
from oracle.mindbug.words import CONDITIONS, Condition
from rules_dsl.definitions import Call


@AS_IF(
    "'with a Play effect' left out creatures whose effect cannot be used now", "mb.term.with-effect"
)
@do.around(FILTERS, "with-effect")
def with_a_usable_effect(bind: Any, call: Call) -> Any:
    fits, head = bind(), str(call["trigger"])

    def usable(machine: Mindbug, state: State, card: int, source: int) -> bool:
        if not fits(machine, state, card, source):
            return False
        return may_not_activate(machine, state, head, state.registers[ACTIVE]) is None

    return usable


@AS_IF("'with a Play effect' meant with any effect", "mb.term.with-effect")
@do.instead(FILTERS, "with-effect")
def with_any_effect() -> Filter:
    return lambda machine, state, card, source: state.cards[card] in machine.triggered_at_all


@AS_IF("a card that is not in play had the power it would have there", "mb.term.printed-power")
@do.around(cards.power_of)
def power_as_if_in_play(power_of: Any, machine: Mindbug, state: State, card: int) -> Any:
    if PLAY <= state.where[card] <= PLAY + 1:
        return power_of()
    tried = state.clone()
    seat = state.registers[ACTIVE]
    tried.zones[state.where[card]].remove(card)
    tried.zones[PLAY + seat].append(card)
    tried.where[card] = PLAY + seat
    tried.derived = None
    return int(derive(machine, tried)[POWER][card])


# --- the highest and the lowest ----------------------------------------------------------------

EXTREMES: dict[str, Callable[[Any], int]] = {"highest-power": max, "lowest-power": min}


@AS_IF(
    "of several creatures with the highest or lowest power only one were meant",
    "mb.term.highest-power",
)
def one_of_the_highest(change: Changes) -> None:
    for word in EXTREMES:
        change.put(GROUPS, word, _first_of(GROUPS[word]))


def _first_of(group: selection.Group) -> selection.Group:
    return lambda machine, state, found: group(machine, state, found)[:1]


@AS_IF("the highest and the lowest power were found by printed power", "mb.term.highest-power")
def highest_printed_power(change: Changes) -> None:
    for word, pick in EXTREMES.items():
        change.put(GROUPS, word, _extreme(pick, _printed, everybody=False))


@AS_IF(
    "the highest and the lowest power were found among all creatures in play",
    "mb.term.highest-power",
)
def highest_of_all(change: Changes) -> None:
    for word, pick in EXTREMES.items():
        change.put(GROUPS, word, _extreme(pick, cards.power_of, everybody=True))


def _printed(machine: Mindbug, state: State, card: int) -> int:
    return machine.power[state.cards[card]]


def _extreme(pick: Callable[[Any], int], power: Any, *, everybody: bool) -> selection.Group:
    def extreme(machine: Mindbug, state: State, found: list[int]) -> list[int]:
        among = state.zones[PLAY] + state.zones[PLAY + 1] if everybody else found
        if not among:
            return found
        wanted = pick([power(machine, state, card) for card in among])
        return [card for card in found if power(machine, state, card) == wanted]

    return extreme


# --- equal powers ------------------------------------------------------------------------------


@AS_IF("powers were equal if the printed powers are", "mb.term.equal-power")
def equal_printed_power(change: Changes) -> None:
    @change.instead(FILTERS, "power-shared")
    def bind_shared() -> Filter:
        def shares(machine: Mindbug, state: State, card: int, source: int) -> bool:
            every = state.zones[PLAY] + state.zones[PLAY + 1]
            powers = [_printed(machine, state, other) for other in every]
            return powers.count(_printed(machine, state, card)) > 1

        return shares

    @change.instead(CONDITIONS, "shared-power")
    def bind_sharing(linker: Linker, call: Call) -> Condition:
        found = selection.bind_candidates(linker, linker.phrase(call["creatures"]))

        def share(machine: Mindbug, state: State, source: int, you: int, last: Any = None) -> bool:
            theirs = [_printed(machine, state, c) for c in found(machine, state, source, you)]
            return len(set(theirs)) < len(theirs)

        return share

    looking = [cards.power_of]

    @change.instead(cards.power_of)
    def power_looked_at(machine: Mindbug, state: State, card: int) -> int:
        return looking[-1](machine, state, card)

    def by_print(step: Step) -> Step:
        def look_at_print(machine: Mindbug, state: State, frame: Frame) -> None:
            looking.append(_printed)
            step(machine, state, frame)
            looking.pop()

        return look_at_print

    @change.around(selection._choose_equals)
    def choose_printed(choose_equals: Any) -> Any:
        return [by_print(step) for step in choose_equals()]


@AS_IF(
    "where no two creatures have equal power, one were chosen all the same", "mb.term.equal-power"
)
@do.around(selection._choose_equals)
def one_without_an_equal(
    choose_equals: Any,
    linker: Linker,
    candidates: Any,
    count: Any,
    up_to: bool,
    who: Any,
    rules: Any,
    shortage: Any,
) -> Any:
    given = candidates, count, up_to, who, rules, shortage
    first, others, together = choose_equals(linker, *given)

    def choose_first(machine: Mindbug, state: State, frame: Frame) -> None:
        first(machine, state, frame)
        if state.pending is None:
            found = sorted(state.zones[PLAY] + state.zones[PLAY + 1])
            if found:
                seat = who(machine, state, frame[SOURCE], frame[YOU])
                ask(state, "choose", seat, found, 1, 1, frame[SOURCE], rules)

    def choose_others(machine: Mindbug, state: State, frame: Frame) -> None:
        others(machine, state, frame)
        if state.pending is not None and not state.pending[2]:
            state.pending = None
            state.answer = ()

    return [choose_first, choose_others, together]


@AS_IF("'2 creatures with equal power' meant any 2 that have an equal", "mb.term.equal-power")
@do.around(selection._choose_equals)
def two_of_any_power(choose_equals: Any, candidates: Any) -> Any:
    first, others, together = choose_equals()

    def choose_others(machine: Mindbug, state: State, frame: Frame) -> None:
        chosen = state.answer
        others(machine, state, frame)
        pending = state.pending
        if pending is not None:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            left = [card for card in found if card not in chosen]
            state.pending = (*pending[:2], left, *pending[3:])

    return [first, choose_others, together]


@AS_IF(
    "the first creature of a pair were defeated before the second is chosen",
    "mb.term.equal-power-choice",
)
@do.around(selection._choose_equals)
def first_of_a_pair_at_once(choose_equals: Any) -> Any:
    first, others, together = choose_equals()

    def defeat_and_choose(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer:
            why = ("mb.effect.full",), (), ()
            defeat(machine, state, state.answer, frame[SOURCE], why)
        others(machine, state, frame)

    def those_left(machine: Mindbug, state: State, frame: Frame) -> None:
        together(machine, state, frame)
        state.answer = tuple(card for card in state.answer if PLAY <= state.where[card] <= PLAY + 1)

    return [first, defeat_and_choose, those_left]


@AS_IF(
    "the first of two creatures with equal power could be one without an equal",
    "mb.term.equal-power-choice",
)
@do.around(selection._choose_equals)
def a_pair_from_all(choose_equals: Any) -> Any:
    first, others, together = choose_equals()

    def choose_first(machine: Mindbug, state: State, frame: Frame) -> None:
        first(machine, state, frame)
        pending = state.pending
        if pending is not None:
            found = sorted(state.zones[PLAY] + state.zones[PLAY + 1])
            state.pending = (*pending[:2], found, *pending[3:])

    return [choose_first, others, together]
