"""Misreadings of the resolve phase: what counts, in which order, and from where."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    attack,
    hearts,
    losses,
    moments,
    monsters,
    resolve,
    roll,
    table,
    tokyo,
    turn,
    yielding,
)
from oracle.tokyo import energy as energy_of_tokyo
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import happen

AS_IF = Topic("tokyo", "resolve")

ONE_CLAW = 1 << 6
"""Above the bits of the results resolved: how many claws were."""

WHOSE, PLACE = 2, 3
"""Locals of the frame that keeps where a monster was."""


# --- what counts ---------------------------------------------------------------------------------
@AS_IF("faces rerolled away counted too", "kt.resolve.faces")
@do.before(roll.take_reroll)
def rerolled_faces_count(state: State) -> None:
    for face in state.answer:
        state.registers[table.ADDED + face] += 1


@AS_IF("faces changed away counted too", "kt.resolve.faces")
@do.around(EFFECTS, "change")
def changed_faces_count(change_die: Any, linker: Linker) -> Any:
    slot = linker.slot()

    def look(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[slot] = tuple(state.registers[table.DICE : table.DICE + 6])

    def keep(machine: Tokyo, state: State, frame: Frame) -> None:
        for face, number in enumerate(frame[slot]):
            if state.registers[table.DICE + face] < number:
                state.registers[table.ADDED + face] += 1

    return [look, *change_die(), keep]


# --- how the phase begins ------------------------------------------------------------------------
AS_IF("the roll were rewarded before symbols are added", "kt.resolve.start").so(
    "reward-first",
    own.in_order(resolve.RESOLVE_PHASE, resolve.reward, resolve.add_symbols, resolve.add_to_claws),
)
AS_IF("the whole roll were rewarded after the results", "kt.resolve.start").so(
    "reward-last", do.never(resolve.reward), do.after(resolve.close)(resolve.reward)
)
AS_IF("nobody chose the order of rewards for the whole roll", "kt.resolve.start").so(
    "rewards-in-order", do.put(moments, "TOGETHER", moments.TOGETHER | {"resolving"})
)


# --- results -------------------------------------------------------------------------------------
@AS_IF("each claw were a result of its own", "kt.resolve.results")
@do.around(resolve.resolve)
def claw_by_claw(resolve_result: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer != table.RESULT[table.CLAW]:
        resolve_result()
        return
    frame[resolve.RESOLVED] += ONE_CLAW
    if frame[resolve.RESOLVED] // ONE_CLAW >= roll.symbols(state, table.CLAW):
        frame[resolve.RESOLVED] |= 1 << table.CLAW
    frame[1] = hearts.NEXT_RESULT.at
    attack.attack(machine, state, frame[resolve.SEAT], 1)


@AS_IF("a kind that does not show were a result", "kt.resolve.results")
@do.around(resolve.offer_results)
def absent_results(offer_results: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    done = frame[resolve.RESOLVED]
    left = [face for face in range(6) if not done >> face & 1]
    if len(left) < 2 or not state.counters[frame[resolve.SEAT]] or not machine.chosen_order:
        offer_results()
        return
    options = [table.RESULT[face] for face in left]
    ask(state, "resolve", frame[resolve.SEAT], options, table.NONE, resolve.ORDER)


@AS_IF("results could be left out", "kt.resolve.all")
def results_left_out(change: Changes) -> None:
    own.offers(resolve, "resolve", lambda options: [*options, table.DECLINE])(change)
    change.around(resolve.resolve)(
        lambda resolve_result, state, frame: (
            setitem(frame, 1, resolve.END.at) if state.answer == table.DECLINE else resolve_result()
        )
    )


@AS_IF("claws could be left out", "kt.resolve.all")
def claws_left_out(change: Changes) -> None:
    resolve_result = resolve.resolve
    code = change.procedure(
        "mercy",
        lambda machine, state, frame: ask(
            state, "may", frame[WHOSE], [("accept",), table.DECLINE], table.NONE, resolve.ORDER
        ),
        lambda machine, state, frame: strike(machine, state, frame),
        remembers=1,
    )

    def strike(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()
        if state.answer != table.DECLINE:
            state.answer = table.RESULT[table.CLAW]
            resolve_result(machine, state, state.stack[-1])

    @change.instead(resolve_result)
    def resolve_or_ask(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer != table.RESULT[table.CLAW]:
            resolve_result(machine, state, frame)
            return
        frame[resolve.RESOLVED] |= 1 << table.CLAW
        frame[1] = hearts.NEXT_RESULT.at
        state.stack.append([code, 0, frame[resolve.SEAT]])


AS_IF("only one result of a roll were resolved", "kt.resolve.all").so(
    "one-result-only",
    do.after(resolve.resolve)(lambda frame: setitem(frame, resolve.RESOLVED, ONE_CLAW - 1)),
)
AS_IF("nobody ever chose the order of results", "kt.resolve.order").so(
    "always-in-order", do.answer("chosen_order", False)
)
AS_IF("the order of results were always chosen", "kt.resolve.order").so(
    "never-in-order", do.answer("chosen_order", True)
)


@AS_IF("claws always came first", "kt.resolve.order")
@do.around(resolve.offer_results)
def claws_first(offer_results: Any, state: State, frame: Frame) -> None:
    alive = state.counters[frame[resolve.SEAT]]
    done = frame[resolve.RESOLVED] >> table.CLAW & 1
    if alive and not done and roll.symbols(state, table.CLAW):
        state.answer = table.RESULT[table.CLAW]
    else:
        offer_results()


# --- one result after another --------------------------------------------------------------------
@AS_IF("energy came after all results", "kt.resolve.one-at-a-time")
def energy_comes_late(change: Changes) -> None:
    @change.around(resolve.resolve)
    def resolve_but_energy(resolve_result: Any, state: State, frame: Frame) -> None:
        if state.answer == table.RESULT[table.ENERGY_FACE]:
            frame[resolve.RESOLVED] |= 1 << table.ENERGY_FACE
            frame[1] = hearts.NEXT_RESULT.at
        else:
            resolve_result()

    @change.before(resolve.close)
    def pay_out(machine: Tokyo, state: State, frame: Frame) -> None:
        energy = roll.symbols(state, table.ENERGY_FACE)
        energy_of_tokyo.gain_energy(
            machine, state, frame[resolve.SEAT], energy, table.NONE, resolve.ENERGY
        )


@AS_IF("yielding waited for all results", "kt.resolve.one-at-a-time")
@do.around(yielding.ask_to_yield)
def yielding_waits(ask_to_yield: Any, state: State, frame: Frame) -> None:
    codes = [each[0] for each in state.stack]
    if resolve.RESOLVE_PHASE not in codes or not frame[losses.CLAWS]:
        ask_to_yield()
        return
    frame[1] = yielding.YIELD_STEP.at
    state.stack.remove(frame)
    state.stack.insert(codes.index(resolve.RESOLVE_PHASE), frame)


# --- where it is, and whether it still is --------------------------------------------------------
@AS_IF("the place were read once for the phase", "kt.resolve.place")
def place_at_the_start(change: Changes) -> None:
    def forget(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()

    code = change.procedure("place", forget, remembers=2)
    in_tokyo = monsters.in_tokyo

    @change.before(turn.resolve)
    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        state.stack.append([code, 0, seat, state.counters[machine.place + seat]])

    @change.instead(hearts, "in_tokyo")
    @change.instead(attack, "in_tokyo")
    def was_in_tokyo(machine: Tokyo, state: State, seat: int) -> bool:
        for frame in state.stack:
            if frame[0] == code and frame[WHOSE] == seat:
                return bool(frame[PLACE] != table.OUTSIDE)
        return in_tokyo(machine, state, seat)


@AS_IF("Tokyo were entered between results", "kt.resolve.place")
@do.around(resolve.offer_results)
def enters_while_resolving(offer_results: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    free = tokyo.free_place(machine, state) is not None
    outside = state.counters[seat] and not monsters.in_tokyo(machine, state, seat)
    if free and outside and state.registers[table.ATTACKED] & table.FROM_OUTSIDE:
        frame[1] = hearts.NEXT_RESULT.at
        tokyo.begin_enter(state, seat)
    else:
        offer_results()


@AS_IF("results of an eliminated monster remained", "kt.resolve.eliminated")
@do.around(resolve.offer_results)
def the_fallen_resolve(offer_results: Any, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    hearts = state.counters[seat]
    state.counters[seat] = 1
    offer_results()
    state.counters[seat] = hearts


@AS_IF("a result ended with its monster", "kt.resolve.eliminated", "kt.yield.to-nobody")
@do.around(yielding.ask_to_yield)
def all_ends_with_it(ask_to_yield: Any, state: State, frame: Frame) -> None:
    if frame[losses.BY] != table.NONE and not state.counters[frame[losses.BY]]:
        frame[1] = yielding.DONE_STEP.at
    else:
        ask_to_yield()


AS_IF("what cards do for having resolved a roll came before the results", "kt.resolve.done").so(
    "done-comes-first", do.after(resolve.reward)(resolve.close), do.never(resolve.close)
)


@AS_IF("what cards do for having resolved a roll took place twice", "kt.resolve.done")
@do.after(resolve.let_others)
def done_twice(machine: Tokyo, state: State, frame: Frame) -> None:
    happen(machine, state, "resolved", frame[resolve.SEAT], (frame[resolve.SEAT], 0))


# --- answers to the option about results ---------------------------------------------------------
AS_IF(
    "energy and hearts went symbol by symbol where they go together, and the reverse",
    "kt.resolve.results",
).so("other-results", do.turn_round("symbol_by_symbol"))
AS_IF(
    "where energy and hearts go symbol by symbol, the hearts went together", "kt.resolve.results"
).so(
    "only-energy-apart",
    do.put(resolve, "ONE_BY_ONE", {table.ENERGY_FACE: resolve.ONE_BY_ONE[table.ENERGY_FACE]}),
)
