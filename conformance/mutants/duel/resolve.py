"""Misreadings of the resolve phase: results, their order, and the cards that leave some out."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import buying, monsters, powers, pulls, resolve, turn
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
from oracle.king.table import DECLINE, NONE
from rules_dsl.definitions import Call, Quantity, Selection

AS_IF = Topic("duel", "resolve")


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


def flag(change: Changes, name: str, value: object) -> None:
    """Let a flag of the machine have one value whatever the options say."""
    change.relink(lambda machine: setattr(machine, name, value))


# --- results -------------------------------------------------------------------------------------


@AS_IF("claw-by-claw", "each claw were a result of its own", "kd.resolve.results")
def claw_by_claw(change: Changes) -> None:
    resolve_result = resolve.resolve

    def resolve_one(machine: Duel, state: State, face: int, seat: int) -> None:
        if face != CLAW:
            resolve_result(machine, state, face, seat)
            return
        state.registers[CLAWS] += 1
        if state.registers[CLAWS] >= monsters.result_of(machine, state, CLAW):
            state.registers[RESOLVED] |= 1 << CLAW
        deal(machine, state, {rival(seat): 1}, NONE, ("kd.hit.claws",))

    change.swap(resolve_result, resolve_one)


@AS_IF("too-few-are-a-result", "fewer than three were a result", "kd.resolve.results")
def too_few_are_a_result(change: Changes) -> None:
    resolve_result = resolve.resolve

    def all_that_show(machine: Duel, state: State) -> list[int]:
        done = state.registers[RESOLVED]
        return [
            face
            for face in range(POWER)
            if not done >> face & 1 and monsters.result_of(machine, state, face)
        ]

    def resolve_or_not(machine: Duel, state: State, face: int, seat: int) -> None:
        if face in TRACK_OF and monsters.result_of(machine, state, face) < ENOUGH_TO_PULL:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_result(machine, state, face, seat)

    change.swap(resolve.results, all_that_show)
    change.swap(resolve_result, resolve_or_not)


@AS_IF("results-left-out", "results could be left out", "kd.resolve.all")
def results_left_out(change: Changes) -> None:
    def ask_with_decline(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "resolve" and DECLINE not in options:
            options = [*options, DECLINE]
        ask(state, kind, seat, options, *rest)

    change.put(resolve, "ask", ask_with_decline)


@AS_IF("one-result-only", "only one result of a Roll were resolved", "kd.resolve.all")
def one_result_only(change: Changes) -> None:
    resolve_result = resolve.resolve

    def resolve_and_be_done(machine: Duel, state: State, face: int, seat: int) -> None:
        resolve_result(machine, state, face, seat)
        state.registers[RESOLVED] = (1 << POWER) - 1

    change.swap(resolve_result, resolve_and_be_done)


@AS_IF("results-again", "a result could be resolved twice", "kd.resolve.all")
def results_again(change: Changes) -> None:
    resolve_result = resolve.resolve
    second = len(FACES)

    def resolve_twice(machine: Duel, state: State, face: int, seat: int) -> None:
        resolve_result(machine, state, face, seat)
        if not state.registers[RESOLVED] >> second + face & 1:
            state.registers[RESOLVED] ^= (1 << face) | (1 << second + face)

    change.swap(resolve_result, resolve_twice)


@AS_IF("results-in-order", "nobody chose the order of results", "kd.resolve.order")
def results_in_order(change: Changes) -> None:
    results = resolve.results
    change.swap(results, lambda machine, state: results(machine, state)[:1])


@AS_IF("claws-last", "claws always came last", "kd.resolve.order")
def claws_last(change: Changes) -> None:
    results = resolve.results

    def but_claws(machine: Duel, state: State) -> list[int]:
        left = results(machine, state)
        return [face for face in left if face != CLAW] or left

    change.swap(results, but_claws)


# --- one after another ---------------------------------------------------------------------------


@AS_IF("hits-come-late", "hits of claws came after all results", "kd.resolve.one-at-a-time")
def hits_come_late(change: Changes) -> None:
    resolve_result, all_resolved = resolve.resolve, resolve.all_resolved

    def resolve_but_claws(machine: Duel, state: State, face: int, seat: int) -> None:
        if face == CLAW:
            state.registers[RESOLVED] |= 1 << CLAW
        else:
            resolve_result(machine, state, face, seat)

    def hit_at_last(machine: Duel, state: State, frame: Frame) -> None:
        all_resolved(machine, state, frame)
        if state.registers[RESOLVED] >> CLAW & 1:
            resolve_result(machine, state, CLAW, frame[resolve.SEAT])

    change.swap(resolve_result, resolve_but_claws)
    change.swap(all_resolved, hit_at_last)


@AS_IF("pulls-come-late", "pulls came after all results", "kd.resolve.one-at-a-time")
def pulls_come_late(change: Changes) -> None:
    resolve_result, all_resolved = resolve.resolve, resolve.all_resolved

    def resolve_but_pulls(machine: Duel, state: State, face: int, seat: int) -> None:
        if face in TRACK_OF:
            state.registers[RESOLVED] |= 1 << face
        else:
            resolve_result(machine, state, face, seat)

    def pull_at_last(machine: Duel, state: State, frame: Frame) -> None:
        all_resolved(machine, state, frame)
        for face in TRACK_OF:
            if state.registers[RESOLVED] >> face & 1:
                resolve_result(machine, state, face, frame[resolve.SEAT])

    change.swap(resolve_result, resolve_but_pulls)
    change.swap(all_resolved, pull_at_last)


# --- while dice are resolved ---------------------------------------------------------------------


@AS_IF("powers-are-no-resolving", "special powers were not part of it", "kd.resolve.while")
def powers_are_no_resolving(change: Changes) -> None:
    take, offer = resolve.take, resolve.offer

    def take_result(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer[0] == "use":
            state.registers[RESOLVER] = 0
        take(machine, state, frame)

    def offer_again(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[RESOLVER] = frame[resolve.SEAT] + 1
        offer(machine, state, frame)

    change.swap(take, take_result)
    change.swap(offer, offer_again)


@AS_IF("bonuses-are-no-resolving", "noise bonuses were not part of it", "kd.resolve.while")
def bonuses_are_no_resolving(change: Changes) -> None:
    is_resolving = CONDITIONS["is-resolving"]

    def but_bonuses(linker: Linker, call: Call) -> Condition:
        holds = is_resolving(linker, call)
        return lambda machine, state, source, you, context: (
            holds(machine, state, source, you, context) and pulls.pull_frame(state) is None
        )

    change.put(CONDITIONS, "is-resolving", but_bonuses)


@AS_IF("whole-turn-is-resolving", "dice were resolved to the end of the turn", "kd.resolve.while")
def whole_turn_is_resolving(change: Changes) -> None:
    change.swap(resolve.close, nothing)


@AS_IF("looking-is-resolving", "what looks at a Roll always belonged to it", "kd.resolve.while")
def looking_is_resolving(change: Changes) -> None:
    flag(change, "roll_is_resolving", True)


@AS_IF("looking-is-no-resolving", "what looks at a Roll never belonged to it", "kd.resolve.while")
def looking_is_no_resolving(change: Changes) -> None:
    flag(change, "roll_is_resolving", False)


# --- skipping ------------------------------------------------------------------------------------


@AS_IF("skips-looking", "skipping always took what looks at the Roll along", "kd.resolve.skip")
def skips_looking(change: Changes) -> None:
    flag(change, "skips_cards", True)


@AS_IF("never-skips-looking", "skipping never took what looks at it along", "kd.resolve.skip")
def never_skips_looking(change: Changes) -> None:
    flag(change, "skips_cards", False)


@AS_IF("power-when-skipped", "a special power were used in a skipped phase", "kd.resolve.skip")
def power_when_skipped(change: Changes) -> None:
    skip = EFFECTS["skip-resolving"]

    def skip_results(linker: Linker, call: Call) -> list[Any]:
        def act(machine: Duel, state: State, frame: Frame) -> None:
            state.registers[SKIPPED] = 0
            state.registers[RESOLVED] = (1 << POWER) - 1

        return [*skip(linker, call), act]

    change.put(EFFECTS, "skip-resolving", skip_results)


@AS_IF("skips-buying-too", "no buy phase followed a skipped phase", "kd.resolve.skip")
def skips_buying_too(change: Changes) -> None:
    buy = turn.buy

    def buy_unless_skipped(machine: Duel, state: State, frame: Frame) -> None:
        if not state.registers[SKIPPED]:
            buy(machine, state, frame)

    change.swap(buy, buy_unless_skipped)


@AS_IF("skips-again", "the card that skipped the phase were kept", "kd.resolve.skip")
def skips_again(change: Changes) -> None:
    discard = EFFECTS["discard"]

    def discard_unless_skipped(linker: Linker, call: Call) -> list[Any]:
        return [nothing] if linker.mentions("skip-resolving") else discard(linker, call)

    change.put(EFFECTS, "discard", discard_unless_skipped)


# --- dice left unresolved ------------------------------------------------------------------------


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


@AS_IF("up-to-two-left", "fewer dice could be left unresolved", "kd.resolve.leave")
def up_to_two_left(change: Changes) -> None:
    leaving(change, Quantity("up-to", 2))


@AS_IF("one-left", "one die were left unresolved", "kd.resolve.leave")
def one_left(change: Changes) -> None:
    leaving(change, Quantity("exactly", 1))


@AS_IF("left-after-results", "dice were left when the results are done", "kd.resolve.leave")
def left_after_results(change: Changes) -> None:
    all_resolved, open_phase = resolve.all_resolved, resolve.open_phase

    def open_only(machine: Duel, state: State, frame: Frame) -> None:
        if not state.registers[SKIPPED]:
            state.registers[RESOLVER] = frame[resolve.SEAT] + 1

    def leave_at_last(machine: Duel, state: State, frame: Frame) -> None:
        all_resolved(machine, state, frame)
        open_phase(machine, state, frame)

    change.swap(open_phase, open_only)
    change.swap(all_resolved, leave_at_last)


@AS_IF("left-is-resolved", "dice left out belonged to their result", "kd.resolve.left")
def left_is_resolved(change: Changes) -> None:
    change.put(
        resolve,
        "result_of",
        lambda machine, state, face: monsters.symbols(machine, state, face, left_out=False),
    )


@AS_IF("left-pays", "dice left out paid for special powers", "kd.resolve.left")
def left_pays(change: Changes) -> None:
    change.put(
        powers,
        "result_of",
        lambda machine, state, face: monsters.symbols(machine, state, face, left_out=False),
    )


@AS_IF("left-after-paying", "dice that have paid could be left all the same", "kd.resolve.leave")
def left_after_paying(change: Changes) -> None:
    change.swap(powers.dice_paying, lambda machine, state, amount: 0)


@AS_IF(
    "left-with-two-tokens",
    "dice could be left, or not, with 2 dice tokens in hand as the other answer says",
    "kd.resolve.leave",
)
def left_with_two_tokens(change: Changes) -> None:
    change.turn_round("leaves_for_nothing")


@AS_IF("dice-pay-first", "the dice paid before symbols that were added", "kd.resolve.left")
def dice_pay_first(change: Changes) -> None:
    change.swap(powers.dice_paying, lambda machine, state, amount: amount)


@AS_IF("left-is-in-the-roll", "dice left out were always in the Roll", "kd.resolve.left")
def left_is_in_the_roll(change: Changes) -> None:
    flag(change, "left_out_of_roll", False)


@AS_IF("left-is-out-of-the-roll", "dice left out were never in the Roll", "kd.resolve.left")
def left_is_out_of_the_roll(change: Changes) -> None:
    flag(change, "left_out_of_roll", True)


# --- the end of the phase ------------------------------------------------------------------------


@AS_IF("gentle-at-first", "a Roll without claws were rewarded before results", "kd.resolve.no-claw")
def gentle_at_first(change: Changes) -> None:
    look_over, all_resolved = resolve.look_over, resolve.all_resolved

    def reward_first(machine: Duel, state: State, frame: Frame) -> None:
        skipped = state.registers[SKIPPED]
        look_over(machine, state, frame)
        if not skipped:
            all_resolved(machine, state, frame)

    change.swap(look_over, reward_first)
    change.swap(all_resolved, nothing)


@AS_IF("gentle-before-power", "the reward came before the special power", "kd.resolve.no-claw")
def gentle_before_power(change: Changes) -> None:
    offer, all_resolved = resolve.offer, resolve.all_resolved
    rewarded = 1 << len(FACES)

    def reward_and_offer(machine: Duel, state: State, frame: Frame) -> None:
        done = state.registers[RESOLVED] & rewarded
        if not done and not resolve.results(machine, state):
            state.registers[RESOLVED] |= rewarded
            frame[1] = resolve.OFFER.at
            all_resolved(machine, state, frame)
        else:
            offer(machine, state, frame)

    change.swap(offer, reward_and_offer)
    change.swap(all_resolved, nothing)


@AS_IF("gentle-though-skipped", "a skipped phase were rewarded too", "kd.resolve.no-claw")
def gentle_though_skipped(change: Changes) -> None:
    look_over = resolve.look_over

    def reward_and_look(machine: Duel, state: State, frame: Frame) -> None:
        skipped = state.registers[SKIPPED]
        look_over(machine, state, frame)
        if skipped:
            seat = frame[resolve.SEAT]
            happen(machine, state, "resolved", seat, (seat, 0))

    change.swap(look_over, reward_and_look)


@AS_IF("over-with-the-results", "the phase ended with the last result", "kd.resolve.done")
def over_with_the_results(change: Changes) -> None:
    offer = resolve.offer

    def offer_results(machine: Duel, state: State, frame: Frame) -> None:
        if resolve.results(machine, state):
            offer(machine, state, frame)
        else:
            frame[1] = resolve.CLOSE.at

    change.swap(offer, offer_results)


@AS_IF("no-buying-after-it", "the turn ended with the resolve phase", "kd.resolve.done")
def no_buying_after_it(change: Changes) -> None:
    change.swap(buying.begin_buying, lambda state, seat: None)
