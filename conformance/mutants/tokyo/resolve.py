"""Misreadings of the resolve phase: what counts, in which order, and from where."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, entering, moments, monsters, resolve, roll, turn
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import happen
from oracle.tokyo.table import (
    ADDED,
    ATTACKED,
    CLAW,
    DECLINE,
    DICE,
    ENERGY_FACE,
    FROM_OUTSIDE,
    NONE,
    OUTSIDE,
    PROCEDURES,
    RESULT,
)
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "resolve")

ONE_CLAW = 1 << 6
"""Above the bits of the results resolved: how many claws were."""

WHOSE, PLACE = 2, 3
"""Locals of the frame that keeps where a monster was."""


# --- what counts ---------------------------------------------------------------------------------


@AS_IF("rerolled-faces-count", "faces rerolled away counted too", "kt.resolve.faces")
def rerolled_faces_count(change: Changes) -> None:
    take_reroll = roll.take_reroll

    def take_and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        for face in state.answer:
            state.registers[ADDED + face] += 1
        take_reroll(machine, state, frame)

    change.swap(take_reroll, take_and_keep)


@AS_IF("changed-faces-count", "faces changed away counted too", "kt.resolve.faces")
def changed_faces_count(change: Changes) -> None:
    change_die = EFFECTS["change"]

    def change_and_keep(linker: Linker, call: Call) -> list[Any]:
        slot = linker.slot()

        def look(machine: Tokyo, state: State, frame: Frame) -> None:
            frame[slot] = tuple(state.registers[DICE : DICE + 6])

        def keep(machine: Tokyo, state: State, frame: Frame) -> None:
            for face, before in enumerate(frame[slot]):
                if state.registers[DICE + face] < before:
                    state.registers[ADDED + face] += 1

        return [look, *change_die(linker, call), keep]

    change.put(EFFECTS, "change", change_and_keep)


# --- how the phase begins ------------------------------------------------------------------------


@AS_IF("reward-first", "the roll were rewarded before symbols are added", "kt.resolve.start")
def reward_first(change: Changes) -> None:
    told = PROCEDURES.steps[resolve.RESOLVE_PHASE]
    begin = (resolve.reward, resolve.add_symbols, resolve.add_to_claws)
    change.put(PROCEDURES.steps, resolve.RESOLVE_PHASE, (*begin, *told[len(begin) :]))


@AS_IF("reward-last", "the whole roll were rewarded after the results", "kt.resolve.start")
def reward_last(change: Changes) -> None:
    reward, close = resolve.reward, resolve.close

    def reward_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        return

    def reward_and_close(machine: Tokyo, state: State, frame: Frame) -> None:
        close(machine, state, frame)
        reward(machine, state, frame)

    change.swap(reward, reward_nothing)
    change.swap(close, reward_and_close)


@AS_IF(
    "rewards-in-order", "nobody chose the order of rewards for the whole roll", "kt.resolve.start"
)
def rewards_in_order(change: Changes) -> None:
    change.put(moments, "TOGETHER", moments.TOGETHER | {"resolving"})


# --- results -------------------------------------------------------------------------------------


@AS_IF("claw-by-claw", "each claw were a result of its own", "kt.resolve.results")
def claw_by_claw(change: Changes) -> None:
    resolve_result = resolve.resolve

    def resolve_one_claw(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer != RESULT[CLAW]:
            resolve_result(machine, state, frame)
            return
        frame[resolve.RESOLVED] += ONE_CLAW
        if frame[resolve.RESOLVED] // ONE_CLAW >= roll.symbols(state, CLAW):
            frame[resolve.RESOLVED] |= 1 << CLAW
        frame[1] = resolve.NEXT_RESULT
        resolve.attack(machine, state, frame[resolve.SEAT], 1)

    change.swap(resolve_result, resolve_one_claw)


@AS_IF("absent-results", "a kind that does not show were a result", "kt.resolve.results")
def absent_results(change: Changes) -> None:
    offer_results = resolve.offer_results

    def offer_all(machine: Tokyo, state: State, frame: Frame) -> None:
        done = frame[resolve.RESOLVED]
        left = [face for face in range(6) if not done >> face & 1]
        if len(left) < 2 or not state.counters[frame[resolve.SEAT]] or not machine.chosen_order:
            offer_results(machine, state, frame)
            return
        options = [RESULT[face] for face in left]
        ask(state, "resolve", frame[resolve.SEAT], options, -1, -1, NONE, resolve.ORDER)

    change.swap(offer_results, offer_all)


@AS_IF("results-left-out", "results could be left out", "kt.resolve.all")
def results_left_out(change: Changes) -> None:
    resolve_result = resolve.resolve

    def ask_with_decline(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [*options, DECLINE] if kind == "resolve" else options, *rest)

    def resolve_or_leave(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            frame[1] = resolve.END
        else:
            resolve_result(machine, state, frame)

    change.put(resolve, "ask", ask_with_decline)
    change.swap(resolve_result, resolve_or_leave)


@AS_IF("claws-left-out", "claws could be left out", "kt.resolve.all")
def claws_left_out(change: Changes) -> None:
    resolve_result = resolve.resolve
    code = change.procedure(
        "mercy",
        lambda machine, state, frame: ask(
            state, "may", frame[WHOSE], [("accept",), DECLINE], -1, -1, NONE, resolve.ORDER
        ),
        lambda machine, state, frame: strike(machine, state, frame),
        remembers=1,
    )

    def strike(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()
        if state.answer != DECLINE:
            state.answer = RESULT[CLAW]
            resolve_result(machine, state, state.stack[-1])

    def resolve_or_ask(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer != RESULT[CLAW]:
            resolve_result(machine, state, frame)
            return
        frame[resolve.RESOLVED] |= 1 << CLAW
        frame[1] = resolve.NEXT_RESULT
        state.stack.append([code, 0, frame[resolve.SEAT]])

    change.swap(resolve_result, resolve_or_ask)


@AS_IF("one-result-only", "only one result of a roll were resolved", "kt.resolve.all")
def one_result_only(change: Changes) -> None:
    resolve_result = resolve.resolve

    def resolve_and_be_done(machine: Tokyo, state: State, frame: Frame) -> None:
        resolve_result(machine, state, frame)
        frame[resolve.RESOLVED] = ONE_CLAW - 1

    change.swap(resolve_result, resolve_and_be_done)


@AS_IF("always-in-order", "nobody ever chose the order of results", "kt.resolve.order")
def always_in_order(change: Changes) -> None:
    change.relink(lambda machine: setattr(machine, "chosen_order", False))


@AS_IF("never-in-order", "the order of results were always chosen", "kt.resolve.order")
def never_in_order(change: Changes) -> None:
    change.relink(lambda machine: setattr(machine, "chosen_order", True))


@AS_IF("claws-first", "claws always came first", "kt.resolve.order")
def claws_first(change: Changes) -> None:
    offer_results = resolve.offer_results

    def offer_claws(machine: Tokyo, state: State, frame: Frame) -> None:
        alive = state.counters[frame[resolve.SEAT]]
        done = frame[resolve.RESOLVED] >> CLAW & 1
        if alive and not done and roll.symbols(state, CLAW):
            state.answer = RESULT[CLAW]
        else:
            offer_results(machine, state, frame)

    change.swap(offer_results, offer_claws)


# --- one result after another --------------------------------------------------------------------


@AS_IF("energy-comes-late", "energy came after all results", "kt.resolve.one-at-a-time")
def energy_comes_late(change: Changes) -> None:
    resolve_result, close = resolve.resolve, resolve.close

    def resolve_but_energy(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == RESULT[ENERGY_FACE]:
            frame[resolve.RESOLVED] |= 1 << ENERGY_FACE
            frame[1] = resolve.NEXT_RESULT
        else:
            resolve_result(machine, state, frame)

    def pay_out(machine: Tokyo, state: State, frame: Frame) -> None:
        energy = roll.symbols(state, ENERGY_FACE)
        atoms.gain_energy(machine, state, frame[resolve.SEAT], energy, NONE, resolve.ENERGY)
        close(machine, state, frame)

    change.swap(resolve_result, resolve_but_energy)
    change.swap(close, pay_out)


@AS_IF("yielding-waits", "yielding waited for all results", "kt.resolve.one-at-a-time")
def yielding_waits(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_after_the_phase(machine: Tokyo, state: State, frame: Frame) -> None:
        codes = [each[0] for each in state.stack]
        if resolve.RESOLVE_PHASE not in codes or not frame[damage.CLAWS]:
            ask_to_yield(machine, state, frame)
            return
        frame[1] = damage.YIELD_STEP
        state.stack.remove(frame)
        state.stack.insert(codes.index(resolve.RESOLVE_PHASE), frame)

    change.swap(ask_to_yield, ask_after_the_phase)


# --- where it is, and whether it still is --------------------------------------------------------


@AS_IF("place-at-the-start", "the place were read once for the phase", "kt.resolve.place")
def place_at_the_start(change: Changes) -> None:
    def forget(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack.pop()

    code = change.procedure("place", forget, remembers=2)
    resolve_step, in_tokyo = turn.resolve, monsters.in_tokyo

    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        state.stack.append([code, 0, seat, state.counters[machine.place + seat]])
        resolve_step(machine, state, frame)

    def was_in_tokyo(machine: Tokyo, state: State, seat: int) -> bool:
        for frame in state.stack:
            if frame[0] == code and frame[WHOSE] == seat:
                return bool(frame[PLACE] != OUTSIDE)
        return in_tokyo(machine, state, seat)

    change.swap(resolve_step, remember)
    change.put(resolve, "in_tokyo", was_in_tokyo)


@AS_IF("enters-while-resolving", "Tokyo were entered between results", "kt.resolve.place")
def enters_while_resolving(change: Changes) -> None:
    offer_results = resolve.offer_results

    def enter_and_offer(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        free = monsters.free_place(machine, state) is not None
        outside = state.counters[seat] and not monsters.in_tokyo(machine, state, seat)
        if free and outside and state.registers[ATTACKED] & FROM_OUTSIDE:
            frame[1] = resolve.NEXT_RESULT
            entering.begin_enter(state, seat)
        else:
            offer_results(machine, state, frame)

    change.swap(offer_results, enter_and_offer)


@AS_IF("the-fallen-resolve", "results of an eliminated monster remained", "kt.resolve.eliminated")
def the_fallen_resolve(change: Changes) -> None:
    offer_results = resolve.offer_results

    def offer_the_fallen(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        hearts = state.counters[seat]
        state.counters[seat] = 1
        offer_results(machine, state, frame)
        state.counters[seat] = hearts

    change.swap(offer_results, offer_the_fallen)


@AS_IF(
    "all-ends-with-it",
    "a result ended with its monster",
    "kt.resolve.eliminated",
    "kt.yield.to-nobody",
)
def all_ends_with_it(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_if_there(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[damage.BY] != NONE and not state.counters[frame[damage.BY]]:
            frame[1] = damage.DONE_STEP
        else:
            ask_to_yield(machine, state, frame)

    change.swap(ask_to_yield, ask_if_there)


@AS_IF(
    "done-comes-first",
    "what cards do for having resolved a roll came before the results",
    "kt.resolve.done",
)
def done_comes_first(change: Changes) -> None:
    reward, close = resolve.reward, resolve.close

    def reward_and_be_done(machine: Tokyo, state: State, frame: Frame) -> None:
        reward(machine, state, frame)
        close(machine, state, frame)

    def leave_it(machine: Tokyo, state: State, frame: Frame) -> None:
        pass

    change.swap(reward, reward_and_be_done)
    change.swap(close, leave_it)


@AS_IF(
    "done-twice",
    "what cards do for having resolved a roll took place twice",
    "kt.resolve.done",
)
def done_twice(change: Changes) -> None:
    let_others = resolve.let_others

    def once_more(machine: Tokyo, state: State, frame: Frame) -> None:
        let_others(machine, state, frame)
        happen(machine, state, "resolved", frame[resolve.SEAT], (frame[resolve.SEAT], 0))

    change.swap(let_others, once_more)


# --- answers to the option about results ---------------------------------------------------------


@AS_IF(
    "other-results",
    "energy and hearts went symbol by symbol where they go together, and the reverse",
    "kt.resolve.results",
)
def other_results(change: Changes) -> None:
    change.turn_round("symbol_by_symbol")


@AS_IF(
    "only-energy-apart",
    "where energy and hearts go symbol by symbol, the hearts went together",
    "kt.resolve.results",
)
def only_energy_apart(change: Changes) -> None:
    change.put(resolve, "ONE_BY_ONE", {ENERGY_FACE: resolve.ONE_BY_ONE[ENERGY_FACE]})
