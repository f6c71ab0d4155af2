"""Misreadings of energy: how it is gained, kept and copied."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.linker import whole
from oracle.dice_games.table import SOURCE, YOU
from oracle.duel import buy, energy, linker, resolve, turn, words
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS
from oracle.duel.conditions import whose
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PLAYERS, rival
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("duel", "energy")

IN_THE_BOX = 50


@do.verb
def resolving(change: Changes, much: Callable[[int], list[int]]) -> None:
    """Let energy symbols give other gains, by how many they are."""

    @change.instead(resolve, "gain_energy")
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
            energy.gain_energy(machine, state, seat, each, cause, rules, by_symbols=by_symbols)


AS_IF("a Roll gave 1 energy, however many symbols", "kd.energy.face").so(
    "one-for-all-symbols", resolving(lambda amount: [1])
)
AS_IF("each energy symbol were a gain of its own", "kd.energy.face", "kd.energy.same").so(
    "symbol-by-symbol", resolving(lambda amount: [1] * amount)
)


@AS_IF("energy not spent were lost at the end of the turn", "kd.energy.kept")
@do.before(turn.pass_on)
def gone_with_the_turn(state: State) -> None:
    for seat in range(PLAYERS):
        state.counters[ENERGY + seat] = 0


@AS_IF("energy that is spent went to the rival", "kd.energy.kept")
@do.after(energy.pay)
def spent_for_the_rival(state: State, seat: int, amount: int) -> None:
    state.counters[ENERGY + rival(seat)] += amount


@AS_IF("no energy were left with 50 on the table", "kd.energy.unlimited")
@do.around(energy.give_energy)
def supply_runs_out(gain_energy: Any, state: State, amount: int) -> Any:
    taken = sum(state.counters[ENERGY : ENERGY + PLAYERS])
    left = max(0, IN_THE_BOX - taken)
    return gain_energy(amount=min(amount, left))


@do.verb
def giving(change: Changes, give: Callable[[Duel, State, Frame, int, int], None]) -> None:
    """Let power cards give energy otherwise: by what is theirs, who gets it, how much."""

    @change.around(EFFECTS, "gain-energy")
    def bind_otherwise(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
        if link.kind != linker.POWER_CARD:
            return bind(link, call)
        much, of = words._times(link, call), whose(call["player"])

        def act(machine: Duel, state: State, frame: Frame) -> None:
            give(machine, state, frame, of(frame[YOU]), much(machine, state, frame))

        return [act]


@AS_IF("a card gave 1 energy, whatever number it says", "kd.energy.card")
@giving
def card_gives_one(machine: Duel, state: State, frame: Frame, seat: int, amount: int) -> None:
    energy.gain_energy(machine, state, seat, min(amount, 1), frame[SOURCE], ())


@AS_IF("energy of a card just bought could not be spent in the same buy phase", "kd.energy.card")
@giving
def bought_energy_waits(machine: Duel, state: State, frame: Frame, seat: int, amount: int) -> None:
    energy.gain_energy(machine, state, seat, amount, frame[SOURCE], ())
    for each in state.stack:
        if each[0] == buy.BUY_PHASE:
            each[1] = buy.DONE


AS_IF(
    "only symbols counted where all energy counts that dice bring, and the reverse",
    "kd.energy.same",
).so("other-energy-copied", do.turn_round("symbols_only"))


@AS_IF("all energy of the rival could be copied, dice or not", "kd.energy.same")
@do.around(CONDITIONS, "is-resolving")
def copied_any_time(bind: Any, linker: Linker) -> Any:
    if linker.head == "rival-gains-energy":
        return lambda machine, state, source, you, context: True
    return bind()


@AS_IF("a copy gave 1 energy, however much the rival gains", "kd.energy.same")
@do.around(NUMBERS, "changed")
def copies_one(bind: Any, linker: Linker) -> Any:
    if linker.head == "rival-gains-energy":
        return lambda machine, state, frame, you: 1
    return bind()


@AS_IF("the card that copies energy stayed with its owner", "kd.energy.same")
@do.around(EFFECTS, "discard")
def copier_stays(bind: Any, linker: Linker, call: Call) -> Any:
    if linker.head == "rival-gains-energy" and not isinstance(call["cards"], Selection):
        return []
    return bind()


@AS_IF("the rival's energy had to be copied the first time", "kd.energy.same")
@do.around(EFFECTS, "may-first")
def copier_must(bind: Any, linker: Linker, call: Call) -> Any:
    if linker.head == "rival-gains-energy":
        return linker.body(whole(call))
    return bind()
