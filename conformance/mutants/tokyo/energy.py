"""Misreadings of energy: how it is gained, kept, lost and paid."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
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


IN_THE_BOX = 50


def one_by_one(gain: Any, amount: int) -> int:
    """Many gains of 1 in place of one gain."""
    return sum(gain(amount=1) for _ in range(amount))


@AS_IF("a roll gave 1 energy, however many symbols", "kt.energy.face")
@do.around(resolve, "gain_energy")
def one_for_all_symbols(gain_energy: Any, amount: int) -> Any:
    return gain_energy(amount=min(amount, 1))


@AS_IF("energy not spent were lost at the end of the turn", "kt.energy.kept")
@do.before(turn.pass_on)
def gone_with_the_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    state.counters[machine.energy + frame[turn.SEAT]] = 0


@AS_IF("no energy were left with 50 on the table", "kt.energy.supply")
@do.around(energy.gain_energy)
def supply_runs_out(gain_energy: Any, machine: Tokyo, state: State, amount: int) -> Any:
    taken = sum(state.counters[machine.energy : machine.energy + machine.players])
    return gain_energy(amount=min(amount, max(0, IN_THE_BOX - taken)))


@AS_IF("energy of a card just bought could not be spent in the same buy phase", "kt.energy.card")
def bought_energy_waits(change: Changes) -> None:
    def close(machine: Tokyo, state: State, frame: Frame) -> None:
        for each in state.stack:
            if each[0] == buy.BUY_PHASE:
                each[1] = buy.DONE.at

    change.result(EFFECTS, "gain-energy")(
        lambda steps, linker: [*steps, close] if linker.head == "bought" else steps
    )


@AS_IF("a card that adds energy to a gain added it for each energy gained", "kt.energy.extra")
@do.around(energy.gain_energy)
def more_for_each(gain_energy: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
    if amount > 1:
        amount += (amount - 1) * atoms.more_of(machine, state, "energy", seat)[0]
    return gain_energy(amount=amount)


@do.verb
def adding(change: Changes, owner: Any) -> None:
    """Let cards add to energy that is no gain."""

    @change.around(owner, "get_energy")
    def gain(get_energy: Any, machine: Tokyo, state: State, seat: int, amount: int) -> Any:
        more = atoms.more_of(machine, state, "energy", seat)[0] if amount else 0
        return get_energy(amount=amount + more)


@own.around(EFFECTS, "lose-energy")
def losing(much: Any, lose_energy: Any, linker: Linker, call: Call) -> Any:
    """Let a card that takes one energy for so many take something else.

    By (machine, state, the owner, the loser, for how many one is lost).
    """
    count = call.get("count")
    if not isinstance(count, Call):
        return lose_energy()
    lot = int(str(count["n"]))

    def lose(machine: Tokyo, state: State, seat: int, _: int, frame: Frame, rules: Rules) -> int:
        found = much(machine, state, frame[3], seat, lot)
        return energy.lose_energy(machine, state, seat, found, frame[2], rules)

    return list(amounts.bind_each(linker, call, lose))


@AS_IF("who has less than the price could pay what there is", "kt.energy.pay")
@own.also(
    do.instead(POSSIBLE, "pay")(
        lambda: lambda machine, state, source, you, *_: state.counters[machine.energy + you] > 0
    )
)
@do.around(energy.pay)
def paid_in_part(pay: Any, machine: Tokyo, state: State, seat: int, amount: int) -> None:
    pay(amount=min(amount, state.counters[machine.energy + seat]))


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


AS_IF(
    "what a card adds to a gain were a gain to which the other such card adds again",
    "kt.energy.extra",
).so(
    "more-is-a-gain",
    do.result(atoms.more_of)(
        lambda more, resource: (more[0] ** 2 if resource == "energy" else more[0], more[1])
    ),
)
AS_IF("energy for a card given up were a gain", "kt.energy.returned").so(
    "sold-is-gained", adding(amounts)
)
AS_IF("energy taken from a card were a gain", "kt.energy.returned").so(
    "taken-is-gained", adding(card_words), adding(counters)
)
AS_IF("each energy symbol were a gain of its own", "kt.energy.face").so(
    "symbol-by-symbol", do.around(resolve, "gain_energy")(one_by_one)
)
AS_IF("each energy that a card gives were a gain of its own", "kt.energy.card").so(
    "card-one-by-one", do.around(energy, "gain_energy")(one_by_one)
)
AS_IF("energy that another monster pays were a gain", "kt.energy.returned").so(
    "paid-is-gained", adding(buy), adding(hearts)
)
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
