"""Conditions and numbers of card text: what a text asks of the game, and what it counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .leaving import Snapshot
from .selection import bind_candidates, bind_matches, rules_of
from .table import ABILITY, ACTIVE, DISCARD, DONE, PLAY, POWER, SNAPSHOT, SOURCE, YOU
from .words import Condition, Number, condition, number

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

LAST_KNOWN = ("mb.trigger.last-controller", "mb.card.power")


@number("count")
def _count(linker: Linker, call: Call) -> Number:
    phrase = linker.phrase(call["selection"])
    found = bind_candidates(linker, phrase)
    rules = rules_of(linker, phrase)

    def count(machine: Mindbug, state: State, frame: Frame) -> int:
        number = len(found(machine, state, frame[SOURCE], frame[YOU]))
        state.log.append(("count", rules, frame[SOURCE], frame[ABILITY], number))
        return number

    return count


@number("done")
def _done(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame: max(0, frame[DONE])


@number("power-of-this")
def _power_of(linker: Linker, call: Call) -> Number:
    def last_known_power(machine: Mindbug, state: State, frame: Frame) -> int:
        if frame[SNAPSHOT] is not None:
            power = int(frame[SNAPSHOT][POWER])
            state.log.append(("last-known", LAST_KNOWN, frame[SOURCE], frame[SOURCE], power))
            return power
        powers = (state.derived or derive(machine, state))[POWER]
        if frame[SOURCE] in powers:
            return int(powers[frame[SOURCE]])
        return machine.power[state.cards[frame[SOURCE]]]

    return last_known_power


@condition("your-turn")
def _your_turn(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, last=None: state.registers[ACTIVE] == you


@condition("controls-none")
def _controls_none(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creatures"])
    matches = bind_matches(linker, phrase)
    seat = linker.player(call["player"])

    def controls_none(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        for card in state.zones[PLAY + seat(machine, state, source, you)]:
            if matches(machine, state, source, you, card):
                return False
        return True

    return controls_none


@condition("controls-fewer")
def _controls_fewer(linker: Linker, call: Call) -> Condition:
    first, second = linker.player(call["player"]), linker.player(call["than"])

    def controls_fewer(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        mine = state.zones[PLAY + first(machine, state, source, you)]
        theirs = state.zones[PLAY + second(machine, state, source, you)]
        return len(mine) < len(theirs)

    return controls_fewer


@condition("controls-more")
def _controls_more(linker: Linker, call: Call) -> Condition:
    first, second = linker.player(call["player"]), linker.player(call["than"])

    def controls_more(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        mine = state.zones[PLAY + first(machine, state, source, you)]
        theirs = state.zones[PLAY + second(machine, state, source, you)]
        return len(mine) > len(theirs)

    return controls_more


def _bind_controlled(linker: Linker, call: Call) -> Callable[..., int]:
    """How many creatures of a kind a player controls."""
    matches = bind_matches(linker, linker.phrase(call["creatures"]))
    seat = linker.player(call["player"])

    def controlled(machine: Mindbug, state: State, source: int, you: int) -> int:
        return sum(
            matches(machine, state, source, you, card)
            for card in state.zones[PLAY + seat(machine, state, source, you)]
        )

    return controlled


@condition("controls-at-least")
def _controls_at_least(linker: Linker, call: Call) -> Condition:
    controlled, n = _bind_controlled(linker, call), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        controlled(machine, state, source, you) >= n
    )


@condition("controls-exactly")
def _controls_exactly(linker: Linker, call: Call) -> Condition:
    controlled, n = _bind_controlled(linker, call), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        controlled(machine, state, source, you) == n
    )


@condition("empty-discard")
def _empty_discard(linker: Linker, call: Call) -> Condition:
    seat = linker.player(call["player"])
    return lambda machine, state, source, you, last=None: (
        not (state.zones[DISCARD + seat(machine, state, source, you)])
    )


@condition("shared-power")
def _shared_power(linker: Linker, call: Call) -> Condition:
    found = bind_candidates(linker, linker.phrase(call["creatures"]))

    def share(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        powers = (state.derived or derive(machine, state))[POWER]
        theirs = [powers[card] for card in found(machine, state, source, you)]
        return len(set(theirs)) < len(theirs)

    return share
