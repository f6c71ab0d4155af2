"""Misreadings of energy: how it is gained, kept, lost and paid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.king import linker as king_linker
from oracle.tokyo import amounts, atoms, buying, card_words, resolve, turn
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


@AS_IF("one-for-all-symbols", "a roll gave 1 energy, however many symbols", "kt.energy.face")
def one_for_all_symbols(change: Changes) -> None:
    def gain_one(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        return atoms.gain_energy(machine, state, seat, min(amount, 1), cause, rules)

    change.put(resolve, "gain_energy", gain_one)


@AS_IF("symbol-by-symbol", "each energy symbol were a gain of its own", "kt.energy.face")
def symbol_by_symbol(change: Changes) -> None:
    change.put(resolve, "gain_energy", one_by_one(atoms.gain_energy))


@AS_IF("gone-with-the-turn", "energy not spent were lost at the end of the turn", "kt.energy.kept")
def gone_with_the_turn(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_on_with_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        state.counters[machine.energy + frame[turn.SEAT]] = 0
        pass_on(machine, state, frame)

    change.swap(pass_on, pass_on_with_nothing)


@AS_IF("supply-runs-out", "no energy were left with 50 on the table", "kt.energy.supply")
def supply_runs_out(change: Changes) -> None:
    gain_energy = atoms.gain_energy

    def gain_what_is_left(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        taken = sum(state.counters[machine.energy : machine.energy + machine.players])
        left = max(0, IN_THE_BOX - taken)
        return gain_energy(machine, state, seat, min(amount, left), cause, rules)

    change.swap(gain_energy, gain_what_is_left)


@AS_IF("card-one-by-one", "each energy that a card gives were a gain of its own", "kt.energy.card")
def card_one_by_one(change: Changes) -> None:
    change.put(atoms, "gain_energy", one_by_one(atoms.gain_energy))


@AS_IF(
    "bought-energy-waits",
    "energy of a card just bought could not be spent in the same buy phase",
    "kt.energy.card",
)
def bought_energy_waits(change: Changes) -> None:
    gain = EFFECTS["gain-energy"]

    def close(machine: Tokyo, state: State, frame: Frame) -> None:
        for each in state.stack:
            if each[0] == buying.BUY_PHASE:
                each[1] = buying.DONE.at

    def bind(link: Linker, call: Call) -> list[Any]:
        steps = gain(link, call)
        return [*steps, close] if link.head == "bought" else steps

    change.put(EFFECTS, "gain-energy", bind)


@AS_IF(
    "more-for-each",
    "a card that adds energy to a gain added it for each energy gained",
    "kt.energy.extra",
)
def more_for_each(change: Changes) -> None:
    gain_energy = atoms.gain_energy

    def gain_more(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        if amount > 1:
            amount += (amount - 1) * atoms.more_of(machine, state, "energy", seat)[0]
        return gain_energy(machine, state, seat, amount, cause, rules)

    change.swap(gain_energy, gain_more)


@AS_IF(
    "more-is-a-gain",
    "what a card adds to a gain were a gain to which the other such card adds again",
    "kt.energy.extra",
)
def more_is_a_gain(change: Changes) -> None:
    more_of = atoms.more_of

    def more_of_more(machine: Tokyo, state: State, resource: str, seat: int) -> tuple[int, Rules]:
        amount, rules = more_of(machine, state, resource, seat)
        return (amount * amount if resource == "energy" else amount), rules

    change.swap(more_of, more_of_more)


def adding(change: Changes, owner: Any) -> None:
    """Let cards add to energy that is no gain."""

    def gain(machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        more = atoms.more_of(machine, state, "energy", seat)[0] if amount else 0
        return atoms.get_energy(machine, state, seat, amount + more, cause, rules)

    change.put(owner, "get_energy", gain)


class Gaining:
    """The ways to change a game, ready for `adding`."""

    def __getattr__(self, name: str) -> Any:
        return getattr(atoms, name)


@AS_IF("sold-is-gained", "energy for a card given up were a gain", "kt.energy.returned")
def sold_is_gained(change: Changes) -> None:
    ways = Gaining()
    adding(change, ways)
    change.put(amounts, "atoms", ways)


@AS_IF("taken-is-gained", "energy taken from a card were a gain", "kt.energy.returned")
def taken_is_gained(change: Changes) -> None:
    ways = Gaining()
    adding(change, ways)
    change.put(card_words, "atoms", ways)


@AS_IF("paid-is-gained", "energy that another monster pays were a gain", "kt.energy.returned")
def paid_is_gained(change: Changes) -> None:
    adding(change, buying)
    adding(change, resolve)


def losing(change: Changes, much: Callable[[Tokyo, State, int, int, int], int]) -> None:
    """Let a card that takes one energy for so many take something else.

    By (machine, state, the owner, the loser, for how many one is lost).
    """

    def bind(link: Linker, call: Call) -> list[Any]:
        count = call.get("count")
        if not isinstance(count, Call):
            return lose_energy(link, call)
        lot = int(str(count["n"]))

        def lose(
            machine: Tokyo, state: State, seat: int, given: int, frame: Frame, rules: Rules
        ) -> int:
            found = much(machine, state, frame[3], seat, lot)
            return atoms.lose_energy(machine, state, seat, found, frame[2], rules)

        return list(amounts.bind_each(link, call, lose))

    lose_energy = EFFECTS["lose-energy"]
    change.put(EFFECTS, "lose-energy", bind)


@AS_IF("rounded-up", "energy lost for every so many were rounded up", "kt.energy.lose")
def rounded_up(change: Changes) -> None:
    losing(
        change,
        lambda machine, state, owner, seat, lot: -(-state.counters[machine.energy + seat] // lot),
    )


@AS_IF(
    "by-what-the-owner-has",
    "all lost energy by what the owner of the card has, not by what they have",
    "kt.energy.lose",
)
def by_what_the_owner_has(change: Changes) -> None:
    losing(
        change,
        lambda machine, state, owner, seat, lot: state.counters[machine.energy + owner] // lot,
    )


@AS_IF("paid-in-part", "who has less than the price could pay what there is", "kt.energy.pay")
def paid_in_part(change: Changes) -> None:
    pay = atoms.pay

    def has_some(link: Linker, call: Call) -> Any:
        return lambda machine, state, source, you, context: state.counters[machine.energy + you] > 0

    def pay_some(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        have = state.counters[machine.energy + seat]
        pay(machine, state, seat, min(amount, have), cause, rules)

    change.put(POSSIBLE, "pay", has_some)
    change.swap(pay, pay_some)


@AS_IF("paid-afterwards", "a price were paid after what it is paid for", "kt.energy.pay")
def paid_afterwards(change: Changes) -> None:
    whole = king_linker.whole

    def price_last(call: Call) -> tuple[Call, ...]:
        first, *rest = whole(call)
        return (*rest, first) if first.word == "pay" else (first, *rest)

    change.swap(whole, price_last)


@AS_IF("paid-to-tokyo", "a price were paid to the monsters in Tokyo", "kt.energy.pay")
def paid_to_tokyo(change: Changes) -> None:
    pay = atoms.pay

    def pay_them(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        pay(machine, state, seat, amount, cause, rules)
        for other in range(machine.players):
            if other != seat and in_tokyo(machine, state, other):
                atoms.get_energy(machine, state, other, amount, cause, rules)

    change.swap(pay, pay_them)
