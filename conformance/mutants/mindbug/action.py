"""Misreadings of Actions: when one may be used, and what it takes the place of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import is_rested, remember_newcomers
from conformance.mutants.mindbug.verbs import may_pass, offer_mindbug
from conformance.mutants.topic import Topic
from oracle.kernel import machine as kernel
from oracle.kernel import trial
from oracle.kernel.machine import OVER, ask, end
from oracle.kernel.state import Frame, State
from oracle.kernel.waiting import effect_frame
from oracle.mindbug import action, keywords, mindbug, permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACT_WITH, DECLINE, EXHAUSTED, HAND, NONE, USE_MINDBUG

AS_IF = Topic("mindbug", "action", "action")


@do.verb
def acting_only_if(change: Changes, test: Callable[[State, int], bool]) -> None:
    """Let the Actions of only those creatures be used for which a test holds."""

    @change.result(action.able_actors)
    def able_and_fit(found: Any, state: State) -> Any:
        return [each for each in found if test(state, each[1])]


AS_IF("an exhausted creature could not use its Action", "mb.action.turn").so(
    "not-when-exhausted", acting_only_if(lambda state, card: not state.marks[card] & EXHAUSTED)
)
AS_IF("an Action could not be used in the turn in which its creature came", "mb.action.turn").so(
    "newcomers-wait", remember_newcomers, acting_only_if(is_rested)
)
AS_IF("a follow-up action could not be an Action", "mb.action.turn").so(
    "not-as-follow-up", acting_only_if(lambda state, card: not state.stack[-1][turn.FOLLOW_UP])
)
AS_IF("a player could use the Actions of enemy creatures", "mb.action.turn").so(
    "of-enemies-too",
    do.around(action.able_actors)(lambda able, seat: sorted(able() + able(seat=1 - seat))),
)
AS_IF("an Action that would do nothing could be used", "mb.action.must-do-something").so(
    "without-effect-too", do.put(action, "is_of_use", lambda *given: True)
)
AS_IF("a creature became exhausted by its Action", "mb.action.turn").so(
    "exhausts",
    do.after(action.act)(lambda state, card: keywords.exhaust(state, card, NONE, action.ACTED)),
)
AS_IF("a player with nothing but Actions to take could pass", "mb.action.prevents-loss").so(
    "may-pass", may_pass(lambda state, options: all(option[0] == "act" for option in options))
)


@AS_IF(
    "an Action could be used only if every part of it can be carried out",
    "mb.action.must-do-something",
)
@do.provided(action.is_of_use)
def only_in_full(machine: Mindbug, state: State, number: int, card: int, seat: int) -> bool:
    first = state.clone()
    effect = effect_frame(machine.abilities[number], card, seat, None)
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


@AS_IF("an Action came on top of the turn action", "mb.action.instead")
@do.around(turn.perform)
def before_the_turn_action(perform: Any, state: State, frame: Frame) -> None:
    verb = state.answer[0]
    perform()
    if verb == "act":
        frame[1] = turn.OFFER_ACTION.at


@AS_IF("a creature with FRENZY could use its Action twice", "mb.action.instead")
def twice_with_frenzy(change: Changes) -> None:
    act = action.act

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        card, seat = frame[2], frame[3]
        option = ACT_WITH[card]
        state.answer = DECLINE
        if option not in action.able_actors(machine, state, seat):
            return
        if keywords.attack_times(machine, state, card)[0] > 1:
            ask(state, "turn", seat, [option, DECLINE], card, action.ACTION)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            act(machine, state, frame[2], frame[3])

    code = change.procedure("act-again", offer, take, remembers=2)
    change.before(act)(lambda state, card, seat: state.stack.append([code, 0, card, seat]))


@AS_IF("the opponent could take an Action over with a Mindbug", "mb.action.instead")
def mindbug_takes_it(change: Changes) -> None:
    act = action.act

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        offer_mindbug(state, 1 - frame[3], frame[2])

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        card, seat = frame[2], frame[3]
        if state.answer == USE_MINDBUG:
            seat = 1 - seat
            mindbug.spend_mindbug(state, seat)
        act(machine, state, card, seat)

    code = change.procedure("act-unless-taken", offer, take, remembers=2)
    change.instead(act)(lambda state, card, seat: state.stack.append([code, 0, card, seat]))


@AS_IF("a player who can neither play nor attack lost, Actions or not", "mb.action.prevents-loss")
@do.around(turn.offer_action)
def loses_all_the_same(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
        offer_action()
    else:
        end(state, 1 - seat, "no-action", turn.NO_ACTION)
