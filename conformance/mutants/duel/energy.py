"""Misreadings of energy: how it is gained, kept and copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, buying, gains, linker, resolve, turn, words
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.conditions import whose
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PLAYERS, rival
from oracle.kernel.state import Frame, Rules, State
from oracle.king.linker import whole
from oracle.king.table import SOURCE, YOU
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("duel", "energy")

IN_THE_BOX = 50


def resolving(change: Changes, much: Callable[[int], list[int]]) -> None:
    """Let energy symbols give other gains, by how many they are."""

    def gain(
        machine: Duel,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules,
        *,
        by_symbols: bool = False,
    ) -> None:
        for each in much(amount):
            gains.gain_energy(machine, state, seat, each, cause, rules, by_symbols=by_symbols)

    change.put(resolve, "gain_energy", gain)


@AS_IF("one-for-all-symbols", "a Roll gave 1 energy, however many symbols", "kd.energy.face")
def one_for_all_symbols(change: Changes) -> None:
    resolving(change, lambda amount: [1])


@AS_IF(
    "symbol-by-symbol",
    "each energy symbol were a gain of its own",
    "kd.energy.face",
    "kd.energy.same",
)
def symbol_by_symbol(change: Changes) -> None:
    resolving(change, lambda amount: [1] * amount)


@AS_IF("gone-with-the-turn", "energy not spent were lost at the end of the turn", "kd.energy.kept")
def gone_with_the_turn(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_on_with_nothing(machine: Duel, state: State, frame: Frame) -> None:
        for seat in range(PLAYERS):
            state.counters[ENERGY + seat] = 0
        pass_on(machine, state, frame)

    change.swap(pass_on, pass_on_with_nothing)


@AS_IF("spent-for-the-rival", "energy that is spent went to the rival", "kd.energy.kept")
def spent_for_the_rival(change: Changes) -> None:
    pay = atoms.pay

    def pay_the_rival(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        pay(state, seat, amount, cause, rules)
        state.counters[ENERGY + rival(seat)] += amount

    change.swap(pay, pay_the_rival)


@AS_IF("supply-runs-out", "no energy were left with 50 on the table", "kd.energy.unlimited")
def supply_runs_out(change: Changes) -> None:
    gain_energy = atoms.gain_energy

    def gain_what_is_left(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        taken = sum(state.counters[ENERGY : ENERGY + PLAYERS])
        left = max(0, IN_THE_BOX - taken)
        return gain_energy(state, seat, min(amount, left), cause, rules)

    change.swap(gain_energy, gain_what_is_left)


def giving(change: Changes, give: Callable[[Duel, State, Frame, int, int], None]) -> None:
    """Let power cards give energy otherwise: by what is theirs, who gets it, how much."""
    bind = EFFECTS["gain-energy"]

    def bind_otherwise(link: Linker, call: Call) -> list[Any]:
        if link.kind != linker.POWER_CARD:
            return bind(link, call)
        much, of = words._times(link, call), whose(call["player"])

        def act(machine: Duel, state: State, frame: Frame) -> None:
            give(machine, state, frame, of(frame[YOU]), much(machine, state, frame))

        return [act]

    change.put(EFFECTS, "gain-energy", bind_otherwise)


@AS_IF("card-gives-one", "a card gave 1 energy, whatever number it says", "kd.energy.card")
def card_gives_one(change: Changes) -> None:
    def give(machine: Duel, state: State, frame: Frame, seat: int, amount: int) -> None:
        gains.gain_energy(machine, state, seat, min(amount, 1), frame[SOURCE], ())

    giving(change, give)


@AS_IF(
    "bought-energy-waits",
    "energy of a card just bought could not be spent in the same buy phase",
    "kd.energy.card",
)
def bought_energy_waits(change: Changes) -> None:
    def give(machine: Duel, state: State, frame: Frame, seat: int, amount: int) -> None:
        gains.gain_energy(machine, state, seat, amount, frame[SOURCE], ())
        for each in state.stack:
            if each[0] == buying.BUY_PHASE:
                each[1] = buying.DONE.at

    giving(change, give)


@AS_IF(
    "other-energy-copied",
    "only symbols counted where all energy counts that dice bring, and the reverse",
    "kd.energy.same",
)
def other_energy_copied(change: Changes) -> None:
    change.turn_round("symbols_only")


@AS_IF(
    "copied-any-time",
    "all energy of the rival could be copied, dice or not",
    "kd.energy.same",
)
def copied_any_time(change: Changes) -> None:
    bind = CONDITIONS["is-resolving"]

    def bind_always(link: Linker, call: Call) -> Condition:
        if link.head == "rival-gains-energy":
            return lambda machine, state, source, you, context: True
        return bind(link, call)

    change.put(CONDITIONS, "is-resolving", bind_always)


@AS_IF("copies-one", "a copy gave 1 energy, however much the rival gains", "kd.energy.same")
def copies_one(change: Changes) -> None:
    bind = NUMBERS["changed"]

    def bind_one(link: Linker, call: Call) -> Any:
        if link.head == "rival-gains-energy":
            return lambda machine, state, frame, you: 1
        return bind(link, call)

    change.put(NUMBERS, "changed", bind_one)


@AS_IF("copier-stays", "the card that copies energy stayed with its owner", "kd.energy.same")
def copier_stays(change: Changes) -> None:
    bind = EFFECTS["discard"]

    def bind_stay(link: Linker, call: Call) -> list[Any]:
        if link.head == "rival-gains-energy" and not isinstance(call["cards"], Selection):
            return []
        return bind(link, call)

    change.put(EFFECTS, "discard", bind_stay)


@AS_IF("copier-must", "the rival's energy had to be copied the first time", "kd.energy.same")
def copier_must(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_must(link: Linker, call: Call) -> list[Any]:
        if link.head == "rival-gains-energy":
            return link.body(whole(call))
        return bind(link, call)

    change.put(EFFECTS, "may-first", bind_must)
