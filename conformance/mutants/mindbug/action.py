"""Misreadings of Actions: when one may be used, and what it takes the place of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import CAME_THIS_TURN, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel import machine as kernel
from oracle.kernel import trial
from oracle.kernel.machine import OVER, ask, end
from oracle.kernel.state import Frame, State
from oracle.kernel.waiting import effect_frame
from oracle.mindbug import atoms, permissions, play, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import (
    ACT_WITH,
    DECLINE,
    EXHAUSTED,
    HAND,
    MINDBUGS,
    NONE,
    USE_MINDBUG,
)

AS_IF = Topic("mindbug", "action", "action")

# --- which may be used -------------------------------------------------------------------------


def acting_only_if(change: Changes, test: Callable[[State, int], bool]) -> None:
    """Let the Actions of only those creatures be used for which a test holds."""
    able_actors = turn.able_actors

    def able_and_fit(machine: Mindbug, state: State, seat: int) -> list[tuple[str, int]]:
        return [each for each in able_actors(machine, state, seat) if test(state, each[1])]

    change.swap(able_actors, able_and_fit)


@AS_IF(
    "not-when-exhausted",
    "an exhausted creature could not use its Action",
    "mb.action.turn",
)
def not_when_exhausted(change: Changes) -> None:
    acting_only_if(change, lambda state, card: not state.marks[card] & EXHAUSTED)


@AS_IF(
    "newcomers-wait",
    "an Action could not be used in the turn in which its creature came",
    "mb.action.turn",
)
def newcomers_wait(change: Changes) -> None:
    remember_newcomers(change)
    acting_only_if(change, lambda state, card: not state.marks[card] & CAME_THIS_TURN)


@AS_IF("not-as-follow-up", "a follow-up action could not be an Action", "mb.action.turn")
def not_as_follow_up(change: Changes) -> None:
    acting_only_if(change, lambda state, card: not state.stack[-1][turn.FOLLOW_UP])


@AS_IF("of-enemies-too", "a player could use the Actions of enemy creatures", "mb.action.turn")
def of_enemies_too(change: Changes) -> None:
    able_actors = turn.able_actors

    def able_on_both_sides(machine: Mindbug, state: State, seat: int) -> list[tuple[str, int]]:
        both = able_actors(machine, state, seat) + able_actors(machine, state, 1 - seat)
        return sorted(both)

    change.swap(able_actors, able_on_both_sides)


@AS_IF(
    "without-effect-too",
    "an Action that would do nothing could be used",
    "mb.action.must-do-something",
)
def without_effect_too(change: Changes) -> None:
    change.put(turn, "is_of_use", lambda *given: True)


@AS_IF(
    "only-in-full",
    "an Action could be used only if every part of it can be carried out",
    "mb.action.must-do-something",
)
def only_in_full(change: Changes) -> None:
    is_of_use = turn.is_of_use

    def is_of_full_use(machine: Mindbug, state: State, number: int, card: int, seat: int) -> bool:
        effect = effect_frame(machine.abilities[number], card, seat, None)
        in_full = can_be_done(machine, state, effect)
        return in_full and is_of_use(machine, state, number, card, seat)

    change.swap(is_of_use, is_of_full_use)


def can_be_done(machine: Mindbug, state: State, effect: Frame) -> bool:
    """Whether some way to carry an effect out leaves out nothing of it."""
    first = state.clone()
    first.stack = [[machine.trial_code, 0], effect]
    first.waiting = []
    first.resolving = 0
    left = [first]
    for _ in range(trial.MOST_TRIES):
        if not left:
            return False
        tried = left.pop()
        kernel.run(machine, tried)
        if any(record[0] == "impossible" for record in tried.log):
            continue
        pending = tried.pending
        assert pending is not None
        if pending[0] in (trial.TRIED, OVER):
            return True
        left += [trial._answered(tried, given) for given in trial._answers(pending)]
    return True


# --- what it takes the place of ----------------------------------------------------------------


@AS_IF(
    "before-the-turn-action",
    "an Action came on top of the turn action",
    "mb.action.instead",
)
def before_the_turn_action(change: Changes) -> None:
    perform = turn.perform

    def perform_and_go_on(machine: Mindbug, state: State, frame: Frame) -> None:
        verb = state.answer[0]
        perform(machine, state, frame)
        if verb == "act":
            frame[1] = turn.OFFER_ACTION.at

    change.swap(perform, perform_and_go_on)


@AS_IF("exhausts", "a creature became exhausted by its Action", "mb.action.turn")
def exhausts(change: Changes) -> None:
    act = turn.act

    def act_and_tire(machine: Mindbug, state: State, card: int, seat: int) -> None:
        act(machine, state, card, seat)
        atoms.exhaust(state, card, NONE, turn.ACTED)

    change.swap(act, act_and_tire)


@AS_IF(
    "twice-with-frenzy",
    "a creature with FRENZY could use its Action twice",
    "mb.action.instead",
)
def twice_with_frenzy(change: Changes) -> None:
    act = turn.act

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        card, seat = frame[2], frame[3]
        option = ACT_WITH[card]
        state.answer = DECLINE
        if option not in turn.able_actors(machine, state, seat):
            return
        if permissions.attack_times(machine, state, card)[0] > 1:
            ask(state, "turn", seat, [option, DECLINE], card, turn.ACTION)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            act(machine, state, frame[2], frame[3])

    code = change.procedure("act-again", offer, take, remembers=2)

    def act_and_offer(machine: Mindbug, state: State, card: int, seat: int) -> None:
        state.stack.append([code, 0, card, seat])
        act(machine, state, card, seat)

    change.swap(act, act_and_offer)


@AS_IF(
    "mindbug-takes-it",
    "the opponent could take an Action over with a Mindbug",
    "mb.action.instead",
)
def mindbug_takes_it(change: Changes) -> None:
    act = turn.act

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        card, opponent = frame[2], 1 - frame[3]
        state.answer = DECLINE
        if state.counters[MINDBUGS + opponent]:
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", opponent, options, card, play.OFFER)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        card, seat = frame[2], frame[3]
        if state.answer == USE_MINDBUG:
            seat = 1 - seat
            atoms.spend_mindbug(state, seat)
        act(machine, state, card, seat)

    code = change.procedure("act-unless-taken", offer, take, remembers=2)

    def act_unless_taken(machine: Mindbug, state: State, card: int, seat: int) -> None:
        state.stack.append([code, 0, card, seat])

    change.swap(act, act_unless_taken)


# --- nothing else to do ------------------------------------------------------------------------


@AS_IF(
    "loses-all-the-same",
    "a player who can neither play nor attack lost, Actions or not",
    "mb.action.prevents-loss",
)
def loses_all_the_same(change: Changes) -> None:
    offer_action = turn.offer_action

    def offer_or_end(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
            offer_action(machine, state, frame)
        else:
            end(state, 1 - seat, "no-action", turn.NO_ACTION)

    change.swap(offer_action, offer_or_end)


@AS_IF(
    "may-pass",
    "a player with nothing but Actions to take could pass",
    "mb.action.prevents-loss",
)
def may_pass(change: Changes) -> None:
    perform = turn.perform

    def ask_with_pass(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        only_acts = all(option[0] == "act" for option in options)
        ask(state, kind, seat, [*options, DECLINE] if only_acts else options, *rest)

    def perform_or_pass(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            perform(machine, state, frame)

    change.put(turn, "ask", ask_with_pass)
    change.swap(perform, perform_or_pass)
