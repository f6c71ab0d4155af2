"""Misreadings of the end phase of Duel: what takes place in it, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import happens, in_order
from conformance.mutants.topic import Topic
from oracle.dice_games.moments import push_moment
from oracle.dice_games.table import NONE
from oracle.duel import buy, end, energy, moments, turn
from oracle.duel.binding import NUMBERS, Number
from oracle.duel.machine import Duel
from oracle.duel.pull import begin_pull
from oracle.duel.table import ENERGY, PLAYERS
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "end", "turn-ends")


# --- what takes place, and when ------------------------------------------------------------------
@AS_IF("effects for the end took place before the energy for buying nothing", "kd.end.effects")
def before_the_energy(change: Changes) -> None:
    def give_it(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        state.stack.pop()
        if not state.stack[0][buy.BOUGHT_NOW]:
            energy.gain_energy(machine, state, seat, 1, NONE, ("kd.buy.none",))

    number = change.procedure("late-energy", give_it, remembers=1)
    change.never(buy.reckon_none)

    @change.before(end.finish)
    def finish_first(state: State, frame: Frame) -> None:
        state.stack.append([number, 0, frame[turn.SEAT]])


@AS_IF("cards bought in this turn had no effect at its end", "kd.end.effects")
@do.instead(end.finish)
def new_cards_wait(machine: Duel, state: State, frame: Frame) -> None:
    seat, new = frame[turn.SEAT], frame[buy.BOUGHT_NOW]
    found = moments.at(machine, state, "turn-ends", seat)
    old = [entry for entry in found if entry[0] not in new]
    moments.begin_moment(state, seat, (seat, 0), old)


AS_IF("the end of your turn were that of any turn", "kd.end.effects", "kd.turn.next").so(
    "end-of-any-turn", do.after(end.finish)(happens("turn-ends", turn.SEAT, to_rival=True))
)
AS_IF("effects for the end took place before the buy phase", "kd.end.effects").so(
    "before-buying", in_order(turn.TURNS, end.finish, turn.buy)
)
AS_IF("effects for the end of a turn took place at its start", "kd.end.effects").so(
    "at-the-start", in_order(turn.TURNS, end.finish, turn.roll, turn.resolve, turn.buy)
)
AS_IF("an effect for the end of a turn took place twice", "kd.end.effects").so(
    "twice", do.after(end.finish)(end.finish)
)


# --- several of them -----------------------------------------------------------------------------
@AS_IF(
    "several effects for the end of a turn took place in the order of their cards", "kd.end.order"
)
@do.instead(end.finish)
def fixed_order(machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    found = moments.at(machine, state, "turn-ends", seat)
    push_moment(state, seat, (seat, 0), found, ordered=False)


# --- for every so much energy --------------------------------------------------------------------
@do.verb
def counting(change: Changes, other: Callable[[State, int, int], int]) -> None:
    """Let other lots of energy be counted: given the state, the lot and whose it is."""

    @change.instead(NUMBERS, "per")
    def bind(call: Call) -> Number:
        lot = int(call["n"])  # type: ignore[call-overload]
        return lambda machine, state, frame, you: other(state, lot, you)


@AS_IF("the energy of both monsters counted", "kd.end.per-amount")
@counting
def energy_of_both(state: State, lot: int, you: int) -> int:
    return sum(state.counters[ENERGY + seat] for seat in range(PLAYERS)) // lot


@AS_IF("the energy that is counted were spent", "kd.end.per-amount")
@counting
def energy_spent(state: State, lot: int, you: int) -> int:
    lots = state.counters[ENERGY + you] // lot
    state.counters[ENERGY + you] -= lots * lot
    return lots


@AS_IF("each lot were a pull of its own", "kd.end.per-amount")
@do.around(begin_pull)
def several_pulls(begin_pull: Any, cells: int, rules: Any) -> None:
    single = "kd.end.per-amount" in rules
    for _ in range(cells if single else 1):
        begin_pull(cells=1 if single else cells)


AS_IF("a lot begun were a full one", "kd.end.per-amount").so(
    "rounded-up", counting(lambda state, lot, you: -(-state.counters[ENERGY + you] // lot))
)
AS_IF("only one lot counted", "kd.end.per-amount").so(
    "one-lot", counting(lambda state, lot, you: int(state.counters[ENERGY + you] >= lot))
)
