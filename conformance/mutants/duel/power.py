"""Misreadings of special powers: whose symbols pay, for what, when and how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import conditions, linker, monsters, powers, resolve, roll, turn
from oracle.duel.binding import EFFECTS, WORDS, Condition
from oracle.duel.gains import gain_energy
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, open_window, usable
from oracle.duel.table import MOST_TOKENS, POWER, RESOLVED, SKIPPED, SPENT, TOKENS, rival
from oracle.kernel.flow import only_if
from oracle.kernel.machine import ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.king.linker import whole
from oracle.king.machine import Context, Entry
from oracle.king.table import CONTEXT, DECLINE, NONE, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "power")


def is_activation(machine: Duel, option: Any) -> bool:
    """Whether an option is to activate a special power."""
    return bool(option[0] == "use" and machine.abilities[option[2]].head == "using-power")


# --- whose -------------------------------------------------------------------------------------


@AS_IF("rivals-power", "power symbols served the rival's special power too", "kd.power.own")
def rivals_power(change: Changes) -> None:
    def usable_of_both(
        machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        found = usable(machine, state, heads, seat, context)
        for entry in at(machine, state, "using-power", rival(seat)):
            if machine.applies(machine, state, entry, seat, context):
                found.append(entry)
        return found

    change.put(resolve, "usable", usable_of_both)


@AS_IF("power-is-energy", "power symbols gave energy by themselves", "kd.power.own")
def power_is_energy(change: Changes) -> None:
    all_resolved = resolve.all_resolved

    def resolve_power(machine: Duel, state: State, frame: Frame) -> None:
        all_resolved(machine, state, frame)
        left = powers.payable(machine, state, POWER)
        gain_energy(machine, state, frame[resolve.SEAT], left, NONE, ())

    change.swap(all_resolved, resolve_power)


# --- may, again --------------------------------------------------------------------------------


def keep_activating(change: Changes, when: Callable[[State], bool]) -> None:
    """Let a monster not be done as long as it can activate its power."""
    offer = resolve.offer

    def offer_without_leave(machine: Duel, state: State, frame: Frame) -> None:
        offer(machine, state, frame)
        if state.pending is None or not when(state):
            return
        kind, seat, options, least, most, source, rules = state.pending
        if any(is_activation(machine, option) for option in options):
            state.pending = None
            left = [each for each in options if each != DECLINE]
            ask_to_choose(state, kind, seat, left, least, most, source, rules)

    change.swap(offer, offer_without_leave)


@AS_IF("must-activate", "a special power had to be activated if it can be", "kd.power.may")
def must_activate(change: Changes) -> None:
    keep_activating(change, lambda state: True)


@AS_IF(
    "all-or-nothing",
    "a monster that activates its special power once had to spend all it can",
    "kd.power.may",
)
def all_or_nothing(change: Changes) -> None:
    keep_activating(change, lambda state: state.registers[SPENT] > 0)


@AS_IF("once-a-turn", "a special power could be activated once a turn only", "kd.power.again")
def once_a_turn(change: Changes) -> None:
    def only_once(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == "using-power":
                linked.once = True

    change.relink(only_once)


@AS_IF(
    "not-for-nothing",
    "a special power that will do nothing could not be activated",
    "kd.power.again",
)
def not_for_nothing(change: Changes) -> None:
    def has_room(link: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: (
            state.counters[TOKENS + you] < MOST_TOKENS
        )

    change.put(WORDS.possible, "get-tokens", has_room)


# --- the line with a plus ----------------------------------------------------------------------


@AS_IF(
    "plus-for-nothing",
    "the line with a plus needed no symbols on top",
    "kd.power.plus",
    "kd.power.symbols",
)
def plus_for_nothing(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_free(link: Linker, call: Call) -> list[Any]:
        if link.kind != linker.MONSTER:
            return bind(link, call)
        body: Any = call["body"]
        return EFFECTS["may"](link, Call("may", (("body", body),)))

    change.put(EFFECTS, "may-first", bind_free)


@AS_IF("plus-must", "the line with a plus had to be had if it can be paid", "kd.power.plus")
def plus_must(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_must(link: Linker, call: Call) -> list[Any]:
        if link.kind != linker.MONSTER:
            return bind(link, call)
        possible, body = link.possible(whole(call)), link.body(whole(call))
        return only_if(
            lambda machine, state, frame: possible(
                machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
            ),
            body,
        )

    change.put(EFFECTS, "may-first", bind_must)


@AS_IF(
    "plus-again",
    "the line with a plus could be had twice with one activation",
    "kd.power.plus",
)
def plus_again(change: Changes) -> None:
    bind = EFFECTS["may-first"]

    def bind_twice(link: Linker, call: Call) -> list[Any]:
        if link.kind != linker.MONSTER:
            return bind(link, call)
        return [*bind(link, call), *bind(link, call)]

    change.put(EFFECTS, "may-first", bind_twice)


# --- symbols -----------------------------------------------------------------------------------


@AS_IF("pays-again", "a power symbol paid as often as one likes", "kd.power.symbols")
def pays_again(change: Changes) -> None:
    def unspent(machine: Duel, state: State, face: int) -> int:
        if state.registers[SPENT] >= 10:  # there is an end to it
            return 0
        return monsters.result_of(machine, state, face)

    change.swap(powers.payable, unspent)


@AS_IF("paid-is-gone", "a power symbol that has paid left the Roll", "kd.power.symbols")
def paid_is_gone(change: Changes) -> None:
    roll_of = monsters.roll_of

    def roll_without_spent(machine: Duel, state: State, face: int) -> int:
        found = roll_of(machine, state, face)
        return max(0, found - state.registers[SPENT]) if face == POWER else found

    change.put(conditions, "roll_of", roll_without_spent)


# --- when --------------------------------------------------------------------------------------


@AS_IF("after-the-results", "a special power came after all results", "kd.power.when")
def after_the_results(change: Changes) -> None:
    def usable_later(
        machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        found = usable(machine, state, heads, seat, context)
        if not resolve.results(machine, state):
            return found
        return [entry for entry in found if machine.abilities[entry[1]].head != "using-power"]

    change.put(resolve, "usable", usable_later)


@AS_IF("before-the-results", "a special power came before all results", "kd.power.when")
def before_the_results(change: Changes) -> None:
    def usable_first(
        machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        found = usable(machine, state, heads, seat, context)
        if not state.registers[RESOLVED]:
            return found
        return [entry for entry in found if machine.abilities[entry[1]].head != "using-power"]

    change.put(resolve, "usable", usable_first)


@AS_IF(
    "in-the-buy-phase",
    "a special power could be activated in the buy phase too",
    "kd.power.when",
)
def in_the_buy_phase(change: Changes) -> None:
    buy = turn.buy

    def buy_after_powers(machine: Duel, state: State, frame: Frame) -> None:
        buy(machine, state, frame)
        seat = frame[turn.SEAT]
        open_window(machine, state, ("using-power",), seat, (seat, 0))

    change.swap(buy, buy_after_powers)


@AS_IF(
    "added-while-resolving",
    "a power that adds symbols were activated when the resolve phase begins",
    "kd.power.when",
)
def added_while_resolving(change: Changes) -> None:
    open_phase = resolve.open_phase

    def complete_without(
        machine: Duel, state: State, head: str, seat: int, context: Context
    ) -> None:
        if head != "adding":
            happen(machine, state, head, seat, context)

    def open_and_add(machine: Duel, state: State, frame: Frame) -> None:
        open_phase(machine, state, frame)
        seat = frame[resolve.SEAT]
        if not state.registers[SKIPPED]:
            happen(machine, state, "adding", seat, (seat, 0))

    change.put(roll, "happen", complete_without)
    change.swap(open_phase, open_and_add)


@AS_IF(
    "carried-out-later",
    "an activation were carried out when all results are resolved",
    "kd.power.when",
)
def carried_out_later(change: Changes) -> None:
    take = resolve.take

    def take_and_put_off(machine: Duel, state: State, frame: Frame) -> None:
        answer = state.answer
        take(machine, state, frame)
        if answer != DECLINE and is_activation(machine, answer):
            state.stack[-2:] = [state.stack[-1], state.stack[-2]]

    change.swap(take, take_and_put_off)
