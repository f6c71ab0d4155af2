"""Misreadings of special powers: whose symbols pay, for what, when and how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import once
from conformance.mutants.topic import Topic
from oracle.dice_games.linker import whole
from oracle.dice_games.machine import Context, Entry
from oracle.dice_games.table import CONTEXT, DECLINE, NONE, SOURCE, YOU
from oracle.duel import conditions, linker, monsters, power, resolve, roll, turn
from oracle.duel.binding import EFFECTS, WORDS
from oracle.duel.energy import gain_energy
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, open_window
from oracle.duel.table import MOST_TOKENS, POWER, RESOLVED, SKIPPED, SPENT, TOKENS, rival
from oracle.kernel.flow import only_if
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "power")


def is_activation(machine: Duel, option: Any) -> bool:
    """Whether an option is to activate a special power."""
    return bool(option[0] == "use" and machine.abilities[option[2]].head == "using-power")


# --- whose, again --------------------------------------------------------------------------------
@AS_IF("power symbols served the rival's special power too", "kd.power.own")
@do.result(resolve, "usable")
def rivals_power(
    found: list[Entry], machine: Duel, state: State, seat: int, context: Context
) -> list[Entry]:
    its = at(machine, state, "using-power", rival(seat))
    return [*found, *(each for each in its if machine.applies(machine, state, each, seat, context))]


@AS_IF("power symbols gave energy by themselves", "kd.power.own")
@do.after(resolve.all_resolved)
def power_is_energy(machine: Duel, state: State, frame: Frame) -> None:
    left = power.payable(machine, state, POWER)
    gain_energy(machine, state, frame[resolve.SEAT], left, NONE, ())


@do.verb
def keep_activating(change: Changes, when: Callable[[State], bool]) -> None:
    """Let a monster not be done as long as it can activate its power."""

    @change.after(resolve.offer)
    def offer_without_leave(machine: Duel, state: State) -> None:
        asked = state.pending
        if asked is None or not when(state):
            return
        if any(is_activation(machine, option) for option in asked[2]):
            left = [each for each in asked[2] if each != DECLINE]
            state.pending = (*asked[:2], left, *asked[3:])


AS_IF("a special power had to be activated if it can be", "kd.power.may").so(
    "must-activate", keep_activating(lambda state: True)
)
AS_IF("a monster that activates its special power once had to spend all it can", "kd.power.may").so(
    "all-or-nothing", keep_activating(lambda state: state.registers[SPENT] > 0)
)
AS_IF("a special power could be activated once a turn only", "kd.power.again").so(
    "once-a-turn", once("using-power")
)
AS_IF("a special power that will do nothing could not be activated", "kd.power.again").so(
    "not-for-nothing",
    do.instead(WORDS.possible, "get-tokens")(
        lambda: lambda machine, state, source, you, *_: state.counters[TOKENS + you] < MOST_TOKENS
    ),
)


# --- the line with a plus ------------------------------------------------------------------------
@do.verb
def plus(change: Changes, bind_otherwise: Callable[[Any, Linker, Call], list[Any]]) -> None:
    """Let the line with a plus of a board be bound otherwise."""

    @change.around(EFFECTS, "may-first")
    def bind_line(bind: Any, link: Linker, call: Call, *_: Any) -> Any:
        if link.kind != linker.MONSTER:
            return bind(link, call)
        return bind_otherwise(bind, link, call)


@AS_IF("the line with a plus had to be had if it can be paid", "kd.power.plus")
@plus
def plus_must(bind: Any, link: Linker, call: Call) -> list[Any]:
    possible, body = link.possible(whole(call)), link.body(whole(call))
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        body,
    )


AS_IF("the line with a plus needed no symbols on top", "kd.power.plus", "kd.power.symbols").so(
    "plus-for-nothing",
    plus(lambda bind, link, call: EFFECTS["may"](link, Call("may", (("body", call["body"]),)))),
)
AS_IF("the line with a plus could be had twice with one activation", "kd.power.plus").so(
    "plus-again", plus(lambda bind, link, call: [*bind(link), *bind(link)])
)


# --- symbols -------------------------------------------------------------------------------------
@AS_IF("a power symbol paid as often as one likes", "kd.power.symbols")
@do.instead(power.payable)
def pays_again(machine: Duel, state: State, face: int) -> int:
    # There is an end to it.
    return 0 if state.registers[SPENT] >= 10 else monsters.result_of(machine, state, face)


@AS_IF("a power symbol that has paid left the Roll", "kd.power.symbols")
@do.result(conditions, "roll_of")
def paid_is_gone(found: int, state: State, face: int) -> int:
    return max(0, found - state.registers[SPENT]) if face == POWER else found


# --- when ----------------------------------------------------------------------------------------
def no_power(found: list[Entry], machine: Duel) -> list[Entry]:
    """What a monster can use, but no special power."""
    return [entry for entry in found if machine.abilities[entry[1]].head != "using-power"]


@AS_IF("a special power came after all results", "kd.power.when")
@do.result(resolve, "usable")
def after_the_results(found: list[Entry], machine: Duel, state: State) -> list[Entry]:
    return no_power(found, machine) if resolve.results(machine, state) else found


@AS_IF("a special power came before all results", "kd.power.when")
@do.result(resolve, "usable")
def before_the_results(found: list[Entry], machine: Duel, state: State) -> list[Entry]:
    return no_power(found, machine) if state.registers[RESOLVED] else found


@AS_IF("a special power could be activated in the buy phase too", "kd.power.when")
@do.after(turn.buy)
def in_the_buy_phase(machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    open_window(machine, state, ("using-power",), seat, (seat, 0))


@AS_IF("a power that adds symbols were activated when the resolve phase begins", "kd.power.when")
def added_while_resolving(change: Changes) -> None:
    do.unless(roll, "happen")(lambda head: head == "adding")(change)

    @change.after(resolve.open_phase)
    def open_and_add(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        if not state.registers[SKIPPED]:
            happen(machine, state, "adding", seat, (seat, 0))


@AS_IF("an activation were carried out when all results are resolved", "kd.power.when")
@do.around(resolve.take)
def carried_out_later(take: Any, machine: Duel, state: State) -> None:
    answer = state.answer
    take()
    if answer != DECLINE and is_activation(machine, answer):
        state.stack[-2:] = [state.stack[-1], state.stack[-2]]
