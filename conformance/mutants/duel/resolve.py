"""Misreadings of the resolve phase: results, their order, and the cards that leave some out."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import DECLINE, NONE
from oracle.duel import buy, monsters, power, pull, resolve, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, WORDS, Condition
from oracle.duel.hits import deal
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import happen
from oracle.duel.table import (
    CLAW,
    CLAWS,
    ENOUGH_TO_PULL,
    FACES,
    POWER,
    RESOLVED,
    RESOLVER,
    SKIPPED,
    TRACK_OF,
    rival,
)
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Quantity, Selection

AS_IF = Topic("duel", "resolve")


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


# --- results -------------------------------------------------------------------------------------


@AS_IF("each claw were a result of its own", "kd.resolve.results")
@do.around(resolve.resolve)
def claw_by_claw(resolve_result: Any, machine: Duel, state: State, face: int, seat: int) -> None:
    if face != CLAW:
        resolve_result()
        return
    state.registers[CLAWS] += 1
    if state.registers[CLAWS] >= monsters.result_of(machine, state, CLAW):
        state.registers[RESOLVED] |= 1 << CLAW
    deal(machine, state, {rival(seat): 1}, NONE, ("kd.hit.claws",))


@AS_IF("fewer than three were a result", "kd.resolve.results")
def too_few_are_a_result(change: Changes) -> None:
    @change.instead(resolve.results)
    def all_that_show(machine: Duel, state: State) -> list[int]:
        done = state.registers[RESOLVED]
        return [
            face
            for face in range(POWER)
            if not done >> face & 1 and monsters.result_of(machine, state, face)
        ]

    @change.around(resolve.resolve)
    def resolve_or_not(resolve_result: Any, machine: Duel, state: State, face: int) -> None:
        if face in TRACK_OF and monsters.result_of(machine, state, face) < ENOUGH_TO_PULL:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_result()


@AS_IF("results could be left out", "kd.resolve.all")
@do.instead(resolve, "ask")
def results_left_out(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    if kind == "resolve" and DECLINE not in options:
        options = [*options, DECLINE]
    ask(state, kind, seat, options, *rest)


@AS_IF("only one result of a Roll were resolved", "kd.resolve.all")
@do.after(resolve.resolve)
def one_result_only(state: State) -> None:
    state.registers[RESOLVED] = (1 << POWER) - 1


@AS_IF("a result could be resolved twice", "kd.resolve.all")
def results_again(change: Changes) -> None:
    second = len(FACES)

    @change.after(resolve.resolve)
    def resolve_twice(state: State, face: int) -> None:
        if not state.registers[RESOLVED] >> second + face & 1:
            state.registers[RESOLVED] ^= 1 << face | 1 << second + face


@AS_IF("nobody chose the order of results", "kd.resolve.order")
def results_in_order(change: Changes) -> None:
    results = resolve.results
    change.swap(results, lambda machine, state: results(machine, state)[:1])


AS_IF("claws always came last", "kd.resolve.order").so(
    "claws-last",
    do.result(resolve.results)(lambda left: [face for face in left if face != CLAW] or left),
)


# --- one after another ---------------------------------------------------------------------------


@AS_IF("hits of claws came after all results", "kd.resolve.one-at-a-time")
def hits_come_late(change: Changes) -> None:
    resolve_result = resolve.resolve

    @change.instead(resolve_result)
    def resolve_but_claws(machine: Duel, state: State, face: int, seat: int) -> None:
        if face == CLAW:
            state.registers[RESOLVED] |= 1 << CLAW
        else:
            resolve_result(machine, state, face, seat)

    @change.after(resolve.all_resolved)
    def hit_at_last(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[RESOLVED] >> CLAW & 1:
            resolve_result(machine, state, CLAW, frame[resolve.SEAT])


@AS_IF("pulls came after all results", "kd.resolve.one-at-a-time")
def pulls_come_late(change: Changes) -> None:
    resolve_result = resolve.resolve

    @change.instead(resolve_result)
    def resolve_but_pulls(machine: Duel, state: State, face: int, seat: int) -> None:
        if face in TRACK_OF:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_result(machine, state, face, seat)

    @change.after(resolve.all_resolved)
    def pull_at_last(machine: Duel, state: State, frame: Frame) -> None:
        for face in TRACK_OF:
            if state.registers[RESOLVED] >> face & 1:
                resolve_result(machine, state, face, frame[resolve.SEAT])


# --- while dice are resolved ---------------------------------------------------------------------


@AS_IF("special powers were not part of it", "kd.resolve.while")
def powers_are_no_resolving(change: Changes) -> None:
    @change.before(resolve.take)
    def take_result(state: State) -> None:
        if state.answer[0] == "use":
            state.registers[RESOLVER] = 0

    @change.before(resolve.offer)
    def offer_again(state: State, frame: Frame) -> None:
        state.registers[RESOLVER] = frame[resolve.SEAT] + 1


@AS_IF("noise bonuses were not part of it", "kd.resolve.while")
@do.result(CONDITIONS, "is-resolving")
def bonuses_are_no_resolving(holds: Condition) -> Condition:
    return lambda machine, state, source, you, context: (
        holds(machine, state, source, you, context) and pull.pull_frame(state) is None
    )


AS_IF("dice were resolved to the end of the turn", "kd.resolve.while").so(
    "whole-turn-is-resolving", do.swap(resolve.close, nothing)
)
AS_IF("what looks at a Roll always belonged to it", "kd.resolve.while").so(
    "looking-is-resolving", do.answer("roll_is_resolving", True)
)
AS_IF("what looks at a Roll never belonged to it", "kd.resolve.while").so(
    "looking-is-no-resolving", do.answer("roll_is_resolving", False)
)


# --- skipping ------------------------------------------------------------------------------------


AS_IF("skipping always took what looks at the Roll along", "kd.resolve.skip").so(
    "skips-looking", do.answer("skips_cards", True)
)
AS_IF("skipping never took what looks at it along", "kd.resolve.skip").so(
    "never-skips-looking", do.answer("skips_cards", False)
)


@AS_IF("a special power were used in a skipped phase", "kd.resolve.skip")
@do.around(EFFECTS, "skip-resolving")
def power_when_skipped(skip: Any) -> Any:
    def act(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[SKIPPED] = 0
        state.registers[RESOLVED] = (1 << POWER) - 1

    return [*skip(), act]


AS_IF("no buy phase followed a skipped phase", "kd.resolve.skip").so(
    "skips-buying-too", do.unless(turn.buy)(lambda state: state.registers[SKIPPED])
)


@AS_IF("the card that skipped the phase were kept", "kd.resolve.skip")
@do.around(EFFECTS, "discard")
def skips_again(discard: Any, linker: Linker) -> Any:
    return [nothing] if linker.mentions("skip-resolving") else discard()


# --- dice left unresolved ------------------------------------------------------------------------


@do.verb
def leaving(change: Changes, quantity: Quantity) -> None:
    """Let another number of dice be left unresolved."""
    for table in (EFFECTS, WORDS.possible):
        leave = table["leave-unresolved"]

        def leave_otherwise(linker: Linker, call: Call, leave: Any = leave) -> Any:
            phrase = call["dice"]
            assert isinstance(phrase, Selection)
            args = tuple(
                (name, evolve(phrase, quantity=quantity) if name == "dice" else value)
                for name, value in call.args
            )
            return leave(linker, Call(call.word, args, call.span))

        change.put(table, "leave-unresolved", leave_otherwise)


AS_IF("fewer dice could be left unresolved", "kd.resolve.leave").so(
    "up-to-two-left", leaving(Quantity("up-to", 2))
)
AS_IF("one die were left unresolved", "kd.resolve.leave").so(
    "one-left", leaving(Quantity("exactly", 1))
)


@AS_IF("dice were left when the results are done", "kd.resolve.leave")
def left_after_results(change: Changes) -> None:
    open_phase = resolve.open_phase

    @change.instead(open_phase)
    def open_only(state: State, frame: Frame) -> None:
        if not state.registers[SKIPPED]:
            state.registers[RESOLVER] = frame[resolve.SEAT] + 1

    @change.after(resolve.all_resolved)
    def leave_at_last(machine: Duel, state: State, frame: Frame) -> None:
        open_phase(machine, state, frame)


AS_IF("dice left out belonged to their result", "kd.resolve.left").so(
    "left-is-resolved",
    do.put(
        resolve,
        "result_of",
        lambda machine, state, face: monsters.symbols(machine, state, face, left_out=False),
    ),
)
AS_IF("dice left out paid for special powers", "kd.resolve.left").so(
    "left-pays",
    do.put(
        power,
        "result_of",
        lambda machine, state, face: monsters.symbols(machine, state, face, left_out=False),
    ),
)
AS_IF("dice that have paid could be left all the same", "kd.resolve.leave").so(
    "left-after-paying", do.swap(power.dice_paying, lambda machine, state, amount: 0)
)
AS_IF(
    "dice could be left, or not, with 2 dice tokens in hand as the other answer says",
    "kd.resolve.leave",
).so("left-with-two-tokens", do.turn_round("leaves_for_nothing"))
AS_IF("the dice paid before symbols that were added", "kd.resolve.left").so(
    "dice-pay-first", do.swap(power.dice_paying, lambda machine, state, amount: amount)
)
AS_IF("dice left out were always in the Roll", "kd.resolve.left").so(
    "left-is-in-the-roll", do.answer("left_out_of_roll", False)
)
AS_IF("dice left out were never in the Roll", "kd.resolve.left").so(
    "left-is-out-of-the-roll", do.answer("left_out_of_roll", True)
)


# --- the end of the phase ------------------------------------------------------------------------


@AS_IF("a Roll without claws were rewarded before results", "kd.resolve.no-claw")
def gentle_at_first(change: Changes) -> None:
    all_resolved = resolve.all_resolved

    @change.around(resolve.look_over)
    def reward_first(look_over: Any, machine: Duel, state: State, frame: Frame) -> None:
        skipped = state.registers[SKIPPED]
        look_over()
        if not skipped:
            all_resolved(machine, state, frame)

    change.swap(all_resolved, nothing)


@AS_IF("the reward came before the special power", "kd.resolve.no-claw")
def gentle_before_power(change: Changes) -> None:
    all_resolved = resolve.all_resolved
    rewarded = 1 << len(FACES)

    @change.around(resolve.offer)
    def reward_and_offer(offer: Any, machine: Duel, state: State, frame: Frame) -> None:
        done = state.registers[RESOLVED] & rewarded
        if not done and not resolve.results(machine, state):
            state.registers[RESOLVED] |= rewarded
            frame[1] = resolve.OFFER.at
            all_resolved(machine, state, frame)
        else:
            offer()

    change.swap(all_resolved, nothing)


@AS_IF("a skipped phase were rewarded too", "kd.resolve.no-claw")
@do.around(resolve.look_over)
def gentle_though_skipped(look_over: Any, machine: Duel, state: State, frame: Frame) -> None:
    skipped = state.registers[SKIPPED]
    look_over()
    if skipped:
        seat = frame[resolve.SEAT]
        happen(machine, state, "resolved", seat, (seat, 0))


@AS_IF("the phase ended with the last result", "kd.resolve.done")
@do.around(resolve.offer)
def over_with_the_results(offer: Any, machine: Duel, state: State, frame: Frame) -> None:
    if resolve.results(machine, state):
        offer()
    else:
        frame[1] = resolve.CLOSE


AS_IF("the turn ended with the resolve phase", "kd.resolve.done").so(
    "no-buying-after-it", do.swap(buy.begin_buying, lambda state, seat: None)
)
