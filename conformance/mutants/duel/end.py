"""Misreadings of the end phase of Duel: what takes place in it, and when."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.duel.turn import around, in_order
from conformance.mutants.topic import Topic
from oracle.duel import buying, gains, moments, turn
from oracle.duel.binding import NUMBERS, Number
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.pulls import begin_pull
from oracle.duel.table import ENERGY, PLAYERS, rival
from oracle.kernel.state import Frame, Rules, State
from oracle.king.moments import push_moment
from oracle.king.table import NONE
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "end", "turn-ends")


# --- what takes place, and when ------------------------------------------------------------------


@AS_IF("before-buying", "effects for the end took place before the buy phase", "kd.end.effects")
def before_buying(change: Changes) -> None:
    in_order(change, turn.finish, turn.buy)


@AS_IF(
    "before-the-energy",
    "effects for the end took place before the energy for buying nothing",
    "kd.end.effects",
)
def before_the_energy(change: Changes) -> None:
    finish = turn.finish

    def leave_it(machine: Duel, state: State, frame: Frame) -> None:
        """Let the energy wait."""

    def give_it(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        state.stack.pop()
        if not state.stack[0][buying.BOUGHT_NOW]:
            gains.gain_energy(machine, state, seat, 1, NONE, ("kd.buy.none",))

    number = change.procedure("late-energy", give_it, remembers=1)

    def finish_first(machine: Duel, state: State, frame: Frame) -> None:
        state.stack.append([number, 0, frame[turn.SEAT]])
        finish(machine, state, frame)

    change.swap(buying.reckon_none, leave_it)
    change.swap(finish, finish_first)


@AS_IF("at-the-start", "effects for the end of a turn took place at its start", "kd.end.effects")
def at_the_start(change: Changes) -> None:
    in_order(change, turn.finish, turn.roll, turn.resolve, turn.buy)


@AS_IF("new-cards-wait", "cards bought in this turn had no effect at its end", "kd.end.effects")
def new_cards_wait(change: Changes) -> None:
    def finish_old(machine: Duel, state: State, frame: Frame) -> None:
        seat, new = frame[turn.SEAT], frame[buying.BOUGHT_NOW]
        found = moments.at(machine, state, "turn-ends", seat)
        old = [entry for entry in found if entry[0] not in new]
        moments.begin_moment(state, seat, (seat, 0), old)

    change.swap(turn.finish, finish_old)


@AS_IF("twice", "an effect for the end of a turn took place twice", "kd.end.effects")
def twice(change: Changes) -> None:
    around(change, turn.finish, after=turn.finish)


@AS_IF(
    "end-of-any-turn",
    "the end of your turn were that of any turn",
    "kd.end.effects",
    "kd.turn.next",
)
def end_of_any_turn(change: Changes) -> None:
    def let_rival(machine: Duel, state: State, frame: Frame) -> None:
        seat = rival(frame[turn.SEAT])
        moments.happen(machine, state, "turn-ends", seat, (seat, 0))

    around(change, turn.finish, after=let_rival)


# --- several of them -----------------------------------------------------------------------------


@AS_IF(
    "fixed-order",
    "several effects for the end of a turn took place in the order of their cards",
    "kd.end.order",
)
def fixed_order(change: Changes) -> None:
    def finish_in_order(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        found = moments.at(machine, state, "turn-ends", seat)
        push_moment(state, seat, (seat, 0), found, ordered=False)

    change.swap(turn.finish, finish_in_order)


# --- for every so much energy --------------------------------------------------------------------


def counting(change: Changes, other: Callable[[State, int, int], int]) -> None:
    """Let other lots of energy be counted: given the state, the lot and whose it is."""

    def bind(linker: Linker, call: Call) -> Number:
        lot = int(call["n"])  # type: ignore[call-overload]
        return lambda machine, state, frame, you: other(state, lot, you)

    change.put(NUMBERS, "per", bind)


@AS_IF("rounded-up", "a lot begun were a full one", "kd.end.per-amount")
def rounded_up(change: Changes) -> None:
    counting(change, lambda state, lot, you: -(-state.counters[ENERGY + you] // lot))


@AS_IF("one-lot", "only one lot counted", "kd.end.per-amount")
def one_lot(change: Changes) -> None:
    counting(change, lambda state, lot, you: int(state.counters[ENERGY + you] >= lot))


@AS_IF("energy-of-both", "the energy of both monsters counted", "kd.end.per-amount")
def energy_of_both(change: Changes) -> None:
    def all_energy(state: State, lot: int, you: int) -> int:
        return sum(state.counters[ENERGY + seat] for seat in range(PLAYERS)) // lot

    counting(change, all_energy)


@AS_IF("energy-spent", "the energy that is counted were spent", "kd.end.per-amount")
def energy_spent(change: Changes) -> None:
    def spend(state: State, lot: int, you: int) -> int:
        lots = state.counters[ENERGY + you] // lot
        state.counters[ENERGY + you] -= lots * lot
        return lots

    counting(change, spend)


@AS_IF("several-pulls", "each lot were a pull of its own", "kd.end.per-amount")
def several_pulls(change: Changes) -> None:
    def pull_singly(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        single = "kd.end.per-amount" in rules
        for _ in range(cells if single else 1):
            begin_pull(machine, state, seat, track, 1 if single else cells, cause, rules)

    change.swap(begin_pull, pull_singly)
