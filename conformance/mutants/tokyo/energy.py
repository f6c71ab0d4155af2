"""Misreadings of energy: how it is gained, kept, lost and paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games import linker as common_linker
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import amounts, atoms, buy, card_words, counters, energy, hearts, resolve, turn
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import POSSIBLE, Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import in_tokyo
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "energy")

Gain = Callable[[Tokyo, State, int, int, int, Rules], int]

IN_THE_BOX = 50


def one_by_one(gain: Gain) -> Gain:
    """Many gains of 1 in place of one gain."""

    def gain_each(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        return sum(gain(machine, state, seat, 1, cause, rules) for _ in range(amount))

    return gain_each


@AS_IF("a roll gave 1 energy, however many symbols", "kt.energy.face")
@do.instead(resolve, "gain_energy")
def one_for_all_symbols(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    return energy.gain_energy(machine, state, seat, min(amount, 1), cause, rules)


AS_IF("each energy symbol were a gain of its own", "kt.energy.face").so(
    "symbol-by-symbol", do.put(resolve, "gain_energy", one_by_one(energy.gain_energy))
)


@AS_IF("energy not spent were lost at the end of the turn", "kt.energy.kept")
@do.before(turn.pass_on)
def gone_with_the_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    state.counters[machine.energy + frame[turn.SEAT]] = 0


@AS_IF("no energy were left with 50 on the table", "kt.energy.supply")
@do.around(energy.gain_energy)
def supply_runs_out(gain_energy: Any, machine: Tokyo, state: State, amount: int) -> Any:
    taken = sum(state.counters[machine.energy : machine.energy + machine.players])
    left = max(0, IN_THE_BOX - taken)
    return gain_energy(amount=min(amount, left))


AS_IF("each energy that a card gives were a gain of its own", "kt.energy.card").so(
    "card-one-by-one", do.put(energy, "gain_energy", one_by_one(energy.gain_energy))
)


@AS_IF("energy of a card just bought could not be spent in the same buy phase", "kt.energy.card")
def bought_energy_waits(change: Changes) -> None:
    def close(machine: Tokyo, state: State, frame: Frame) -> None:
        for each in state.stack:
            if each[0] == buy.BUY_PHASE:
                each[1] = buy.DONE.at

    @change.result(EFFECTS, "gain-energy")
    def bind(steps: list[Any], linker: Linker) -> list[Any]:
        return [*steps, close] if linker.head == "bought" else steps


@AS_IF("a card that adds energy to a gain added it for each energy gained", "kt.energy.extra")
@do.around(energy.gain_energy)
def more_for_each(gain_energy: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    if amount > 1:
        amount += (amount - 1) * atoms.more_of(machine, state, "energy", seat)[0]
    return gain_energy(amount=amount)


@AS_IF(
    "what a card adds to a gain were a gain to which the other such card adds again",
    "kt.energy.extra",
)
@do.around(atoms.more_of)
def more_is_a_gain(more_of: Any, resource: str) -> Any:
    amount, rules = more_of()
    return amount * amount if resource == "energy" else amount, rules


@do.verb
def adding(change: Changes, owner: Any) -> None:
    """Let cards add to energy that is no gain."""

    @change.instead(owner, "get_energy")
    def gain(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules, *_: Any
    ) -> int:
        more = atoms.more_of(machine, state, "energy", seat)[0] if amount else 0
        return energy.get_energy(machine, state, seat, amount + more, cause, rules)


AS_IF("energy for a card given up were a gain", "kt.energy.returned").so(
    "sold-is-gained", adding(amounts)
)
AS_IF("energy taken from a card were a gain", "kt.energy.returned").so(
    "taken-is-gained", adding(card_words), adding(counters)
)
AS_IF("energy that another monster pays were a gain", "kt.energy.returned").so(
    "paid-is-gained", adding(buy), adding(hearts)
)


@do.verb
def losing(change: Changes, much: Callable[[Tokyo, State, int, int, int], int]) -> None:
    """Let a card that takes one energy for so many take something else.

    By (machine, state, the owner, the loser, for how many one is lost).
    """

    @change.around(EFFECTS, "lose-energy")
    def bind(lose_energy: Any, linker: Linker, call: Call) -> Any:
        count = call.get("count")
        if not isinstance(count, Call):
            return lose_energy()
        lot = int(str(count["n"]))

        def lose(
            machine: Tokyo, state: State, seat: int, given: int, frame: Frame, rules: Rules
        ) -> int:
            found = much(machine, state, frame[3], seat, lot)
            return energy.lose_energy(machine, state, seat, found, frame[2], rules)

        return list(amounts.bind_each(linker, call, lose))


AS_IF("energy lost for every so many were rounded up", "kt.energy.lose").so(
    "rounded-up",
    losing(
        lambda machine, state, owner, seat, lot: -(-state.counters[machine.energy + seat] // lot)
    ),
)
AS_IF(
    "all lost energy by what the owner of the card has, not by what they have", "kt.energy.lose"
).so(
    "by-what-the-owner-has",
    losing(lambda machine, state, owner, seat, lot: state.counters[machine.energy + owner] // lot),
)


@AS_IF("who has less than the price could pay what there is", "kt.energy.pay")
def paid_in_part(change: Changes) -> None:
    @change.instead(POSSIBLE, "pay")
    def has_some() -> Any:
        return lambda machine, state, source, you, context: state.counters[machine.energy + you] > 0

    @change.around(energy.pay)
    def pay_some(pay: Any, machine: Tokyo, state: State, seat: int, amount: int) -> None:
        have = state.counters[machine.energy + seat]
        pay(amount=min(amount, have))


@AS_IF("a price were paid after what it is paid for", "kt.energy.pay")
@do.around(common_linker.whole)
def paid_afterwards(whole: Any) -> Any:
    first, *rest = whole()
    return (*rest, first) if first.word == "pay" else (first, *rest)


@AS_IF("a price were paid to the monsters in Tokyo", "kt.energy.pay")
@do.after(energy.pay)
def paid_to_tokyo(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> None:
    for other in range(machine.players):
        if other != seat and in_tokyo(machine, state, other):
            energy.get_energy(machine, state, other, amount, cause, rules)
