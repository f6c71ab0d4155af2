"""Misreadings of energy: how it is gained, kept and copied."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import always
from conformance.mutants.topic import Topic
from oracle.dice_games.linker import whole
from oracle.dice_games.table import SOURCE, YOU
from oracle.duel import buy, energy, linker, resolve, turn, words
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS
from oracle.duel.conditions import whose
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.table import ENERGY, PLAYERS, rival
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("duel", "energy")

IN_THE_BOX = 50

AS_IF("a Roll gave 1 energy, however many symbols", "kd.energy.face").so(
    "one-for-all-symbols", do.around(resolve, "gain_energy")(lambda gain: gain(amount=1))
)


@AS_IF("each energy symbol were a gain of its own", "kd.energy.face", "kd.energy.same")
@do.around(resolve, "gain_energy")
def symbol_by_symbol(gain: Any, amount: int) -> None:
    for _ in range(amount):
        gain(amount=1)


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
    left = IN_THE_BOX - sum(state.counters[ENERGY : ENERGY + PLAYERS])
    return gain_energy(amount=min(amount, max(0, left)))


@do.verb
def giving(change: Changes, give: Callable[[Duel, State, Frame, int, int], None]) -> None:
    """Let power cards give energy otherwise: by what is theirs, who gets it, how much."""

    @change.around(EFFECTS, "gain-energy")
    def bind_otherwise(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
        if link.kind != linker.POWER_CARD:
            return bind(link, call)
        much, of = words._times(link, call), whose(call["player"])
        return [
            lambda machine, state, frame: give(
                machine, state, frame, of(frame[YOU]), much(machine, state, frame)
            )
        ]


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
            each[1] = buy.DONE.at


AS_IF(
    "only symbols counted where all energy counts that dice bring, and the reverse",
    "kd.energy.same",
).so("other-energy-copied", do.turn_round("symbols_only"))


@do.verb
def copying(
    change: Changes, table: dict[str, Any], word: str, bound: Callable[[Linker, Call, Any], Any]
) -> None:
    """Bind a word otherwise where a card copies energy."""

    @change.around(table, word)
    def bind_otherwise(bind: Any, linker: Linker, call: Call) -> Any:
        return bound(linker, call, bind) if linker.head == "rival-gains-energy" else bind()


AS_IF("all energy of the rival could be copied, dice or not", "kd.energy.same").so(
    "copied-any-time", copying(CONDITIONS, "is-resolving", lambda *_: always)
)
AS_IF("a copy gave 1 energy, however much the rival gains", "kd.energy.same").so(
    "copies-one", copying(NUMBERS, "changed", lambda *_: lambda machine, state, frame, you: 1)
)


@AS_IF("the card that copies energy stayed with its owner", "kd.energy.same")
@partial(copying, EFFECTS, "discard")
def copier_stays(linker: Linker, call: Call, bind: Any) -> Any:
    return bind() if isinstance(call["cards"], Selection) else []


AS_IF("the rival's energy had to be copied the first time", "kd.energy.same").so(
    "copier-must",
    copying(EFFECTS, "may-first", lambda linker, call, bind: linker.body(whole(call))),
)
