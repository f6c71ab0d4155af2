"""What lies on cards: counters and stored energy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .binding import effect
from .energy import get_energy, pay
from .monsters import counters_on
from .table import COUNTERS_SHIFT, DONE, SOURCE, YOU

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


def put_on(state: State, card: int, amount: int, cause: int, rules: Rules) -> None:
    """Put tokens or energy on a card."""
    if amount > 0:
        state.marks[card] += amount << COUNTERS_SHIFT
        state.derived = None
        state.log.append(("put-on", rules, cause, card, amount))


def take_off(state: State, card: int, amount: int, cause: int, rules: Rules) -> int:
    """Take tokens or energy off a card, as many as there are."""
    amount = min(amount, counters_on(state, card))
    if amount > 0:
        state.marks[card] -= amount << COUNTERS_SHIFT
        state.derived = None
        state.log.append(("take-off", rules, cause, card, amount))
    return amount


def lose_counters(state: State, card: int) -> None:
    """A card that changes hands has no counters any more, by option. rule: kt.counter.moved"""
    state.marks[card] &= (1 << COUNTERS_SHIFT) - 1


@effect("put-on")
def _put_on(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)
    count = None if call.get("count") is None else linker.number(call["count"])
    if call["counter"] == "energy":
        rules += ("kt.counter.stored",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [act]


@effect("store")
def _store(linker: Linker, call: Call) -> list[Step]:
    """Any part of one's energy is put on the card. rule: kt.counter.deposit"""
    rules = linker.told(call)

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        most = state.counters[machine.energy + frame[YOU]]
        options = [("amount", n) for n in range(most + 1)]
        ask(state, "amount", frame[YOU], options, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        much = state.answer[1]
        frame[DONE] = much
        if much:
            pay(machine, state, frame[YOU], much, frame[SOURCE], rules)
            put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [offer, take]


@effect("take-off")
def _take_off(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]
    energy = call["counter"] == "energy"
    if energy:
        rules += ("kt.counter.stored",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = take_off(state, frame[SOURCE], amount, frame[SOURCE], rules)
        if energy:
            get_energy(machine, state, frame[YOU], much, frame[SOURCE], rules)

    return [act]
