"""Misreadings of the resolve phase: results, their order, and the cards that leave some out."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import let, nothing, saying, then
from conformance.mutants.topic import Topic
from oracle.dice_games.table import DECLINE, NONE
from oracle.duel import buy, monsters, power, pull, resolve, table, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, WORDS, Condition
from oracle.duel.hits import deal
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import happen
from oracle.duel.table import CLAW, CLAWS, FACES, POWER, RESOLVED, RESOLVER, SKIPPED, TRACK_OF
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Quantity, Selection

AS_IF = Topic("duel", "resolve")

ALL_RESOLVED = (1 << POWER) - 1
"""The register of what is resolved when every result is."""


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
    deal(machine, state, {table.rival(seat): 1}, NONE, ("kd.hit.claws",))


@AS_IF("fewer than three were a result", "kd.resolve.results")
def too_few_are_a_result(change: Changes) -> None:
    @change.instead(resolve.results)
    def all_that_show(machine: Duel, state: State) -> list[int]:
        left = [face for face in range(POWER) if not state.registers[RESOLVED] >> face & 1]
        return [face for face in left if monsters.result_of(machine, state, face)]

    @change.around(resolve.resolve)
    def resolve_or_not(resolve_result: Any, machine: Duel, state: State, face: int) -> None:
        if face in TRACK_OF and monsters.result_of(machine, state, face) < table.ENOUGH_TO_PULL:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_result()


@AS_IF("results could be left out", "kd.resolve.all")
@do.around(resolve, "ask")
def results_left_out(ask: Any, kind: str, options: Any) -> None:
    leave = kind == "resolve" and DECLINE not in options
    ask(options=[*options, DECLINE] if leave else options)


@AS_IF("a result could be resolved twice", "kd.resolve.all")
@do.after(resolve.resolve)
def results_again(state: State, face: int) -> None:
    second = len(FACES) + face
    if not state.registers[RESOLVED] >> second & 1:
        state.registers[RESOLVED] ^= 1 << face | 1 << second


AS_IF("only one result of a Roll were resolved", "kd.resolve.all").so(
    "one-result-only",
    do.after(resolve.resolve)(lambda state: let(state.registers, RESOLVED, ALL_RESOLVED)),
)
AS_IF("nobody chose the order of results", "kd.resolve.order").so(
    "results-in-order", do.result(resolve.results)(lambda left: left[:1])
)
AS_IF("claws always came last", "kd.resolve.order").so(
    "claws-last",
    do.result(resolve.results)(lambda left: [face for face in left if face != CLAW] or left),
)


# --- one after another ---------------------------------------------------------------------------
@do.verb
def coming_late(change: Changes, *faces: int) -> None:
    """Let some results be carried out after all others."""
    resolve_result = resolve.resolve

    @change.around(resolve_result)
    def resolve_others(resolve_now: Any, state: State, face: int) -> None:
        if face in faces:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_now()

    @change.after(resolve.all_resolved)
    def resolve_at_last(machine: Duel, state: State, frame: Frame) -> None:
        for face in faces:
            if state.registers[RESOLVED] >> face & 1:
                resolve_result(machine, state, face, frame[resolve.SEAT])


AS_IF("hits of claws came after all results", "kd.resolve.one-at-a-time").so(
    "hits-come-late", coming_late(CLAW)
)
AS_IF("pulls came after all results", "kd.resolve.one-at-a-time").so(
    "pulls-come-late", coming_late(*TRACK_OF)
)


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
    return lambda machine, state, *given: (
        holds(machine, state, *given) and pull.pull_frame(state) is None
    )


AS_IF("dice were resolved to the end of the turn", "kd.resolve.while").so(
    "whole-turn-is-resolving", do.never(resolve.close)
)
AS_IF("what looks at a Roll always belonged to it", "kd.resolve.while").so(
    "looking-is-resolving", do.answer("roll_is_resolving", True)
)
AS_IF("what looks at a Roll never belonged to it", "kd.resolve.while").so(
    "looking-is-no-resolving", do.answer("roll_is_resolving", False)
)


# --- skipping ------------------------------------------------------------------------------------
def skip_results(machine: Duel, state: State, frame: Frame) -> None:
    """Skip the results of the phase, not the phase."""
    state.registers[SKIPPED], state.registers[RESOLVED] = 0, ALL_RESOLVED


@AS_IF("the card that skipped the phase were kept", "kd.resolve.skip")
@do.around(EFFECTS, "discard")
def skips_again(discard: Any, linker: Linker) -> Any:
    return [nothing] if linker.mentions("skip-resolving") else discard()


AS_IF("skipping always took what looks at the Roll along", "kd.resolve.skip").so(
    "skips-looking", do.answer("skips_cards", True)
)
AS_IF("skipping never took what looks at it along", "kd.resolve.skip").so(
    "never-skips-looking", do.answer("skips_cards", False)
)
AS_IF("a special power were used in a skipped phase", "kd.resolve.skip").so(
    "power-when-skipped", then("skip-resolving", skip_results)
)
AS_IF("no buy phase followed a skipped phase", "kd.resolve.skip").so(
    "skips-buying-too", do.unless(turn.buy)(lambda state: state.registers[SKIPPED])
)


# --- dice left unresolved ------------------------------------------------------------------------
@do.verb
def leaving(change: Changes, quantity: Quantity) -> None:
    """Let another number of dice be left unresolved."""
    for words in (EFFECTS, WORDS.possible):

        @change.around(words, "leave-unresolved")
        def leave_otherwise(leave: Any, call: Call) -> Any:
            phrase = call["dice"]
            assert isinstance(phrase, Selection)
            return leave(call=saying(call, dice=evolve(phrase, quantity=quantity)))


@AS_IF("dice were left when the results are done", "kd.resolve.leave")
def left_after_results(change: Changes) -> None:
    open_phase = resolve.open_phase

    @change.instead(open_phase)
    def open_only(state: State, frame: Frame) -> None:
        if not state.registers[SKIPPED]:
            state.registers[RESOLVER] = frame[resolve.SEAT] + 1

    do.after(resolve.all_resolved)(open_phase)(change)


def symbols_of_all_dice(machine: Duel, state: State, face: int) -> int:
    """How many symbols there are, those of dice left out among them."""
    return monsters.symbols(machine, state, face, left_out=False)


AS_IF("fewer dice could be left unresolved", "kd.resolve.leave").so(
    "up-to-two-left", leaving(Quantity("up-to", 2))
)
AS_IF("one die were left unresolved", "kd.resolve.leave").so(
    "one-left", leaving(Quantity("exactly", 1))
)
AS_IF("dice left out belonged to their result", "kd.resolve.left").so(
    "left-is-resolved", do.put(resolve, "result_of", symbols_of_all_dice)
)
AS_IF("dice left out paid for special powers", "kd.resolve.left").so(
    "left-pays", do.put(power, "result_of", symbols_of_all_dice)
)
AS_IF("dice that have paid could be left all the same", "kd.resolve.leave").so(
    "left-after-paying", do.instead(power.dice_paying)(lambda: 0)
)
AS_IF(
    "dice could be left, or not, with 2 dice tokens in hand as the other answer says",
    "kd.resolve.leave",
).so("left-with-two-tokens", do.turn_round("leaves_for_nothing"))
AS_IF("the dice paid before symbols that were added", "kd.resolve.left").so(
    "dice-pay-first", do.instead(power.dice_paying)(lambda amount: amount)
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

    change.never(all_resolved)


@AS_IF("the reward came before the special power", "kd.resolve.no-claw")
def gentle_before_power(change: Changes) -> None:
    all_resolved = resolve.all_resolved
    rewarded = 1 << len(FACES)

    @change.around(resolve.offer)
    def reward_and_offer(offer: Any, machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[RESOLVED] & rewarded or resolve.results(machine, state):
            offer()
            return
        state.registers[RESOLVED] |= rewarded
        frame[1] = resolve.OFFER.at
        all_resolved(machine, state, frame)

    change.never(all_resolved)


@AS_IF("a skipped phase were rewarded too", "kd.resolve.no-claw")
@do.around(resolve.look_over)
def gentle_though_skipped(look_over: Any, machine: Duel, state: State, frame: Frame) -> None:
    skipped = state.registers[SKIPPED]
    look_over()
    if skipped:
        happen(machine, state, "resolved", frame[resolve.SEAT], (frame[resolve.SEAT], 0))


@AS_IF("the phase ended with the last result", "kd.resolve.done")
@do.around(resolve.offer)
def over_with_the_results(offer: Any, machine: Duel, state: State, frame: Frame) -> None:
    if resolve.results(machine, state):
        offer()
    else:
        frame[1] = resolve.CLOSE.at


AS_IF("the turn ended with the resolve phase", "kd.resolve.done").so(
    "no-buying-after-it", do.never(buy.begin_buying)
)
