"""Misreadings of Actions: when one may be used, and what it takes the place of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import CAME_THIS_TURN, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel import machine as kernel
from oracle.kernel import trial
from oracle.kernel.machine import OVER, ask, end
from oracle.kernel.state import Frame, State
from oracle.kernel.waiting import effect_frame
from oracle.mindbug import action, keywords, mindbug, permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACT_WITH, DECLINE, EXHAUSTED, HAND, MINDBUGS, NONE, USE_MINDBUG

AS_IF = Topic("mindbug", "action", "action")

# --- which may be used -------------------------------------------------------------------------


@do.verb
def acting_only_if(change: Changes, test: Callable[[State, int], bool]) -> None:
    """Let the Actions of only those creatures be used for which a test holds."""

    @change.around(action.able_actors)
    def able_and_fit(able_actors: Any, state: State) -> Any:
        return [each for each in able_actors() if test(state, each[1])]


AS_IF("an exhausted creature could not use its Action", "mb.action.turn").so(
    "not-when-exhausted", acting_only_if(lambda state, card: not state.marks[card] & EXHAUSTED)
)
AS_IF("an Action could not be used in the turn in which its creature came", "mb.action.turn").so(
    "newcomers-wait",
    remember_newcomers,
    acting_only_if(lambda state, card: not state.marks[card] & CAME_THIS_TURN),
)
AS_IF("a follow-up action could not be an Action", "mb.action.turn").so(
    "not-as-follow-up", acting_only_if(lambda state, card: not state.stack[-1][turn.FOLLOW_UP])
)


@AS_IF("a player could use the Actions of enemy creatures", "mb.action.turn")
@do.around(action.able_actors)
def of_enemies_too(able_actors: Any, seat: int) -> Any:
    both = able_actors() + able_actors(seat=1 - seat)
    return sorted(both)


AS_IF("an Action that would do nothing could be used", "mb.action.must-do-something").so(
    "without-effect-too", do.put(action, "is_of_use", lambda *given: True)
)


@AS_IF(
    "an Action could be used only if every part of it can be carried out",
    "mb.action.must-do-something",
)
@do.around(action.is_of_use)
def only_in_full(
    is_of_use: Any, machine: Mindbug, state: State, number: int, card: int, seat: int
) -> Any:
    effect = effect_frame(machine.abilities[number], card, seat, None)
    in_full = can_be_done(machine, state, effect)
    return in_full and is_of_use()


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


@AS_IF("an Action came on top of the turn action", "mb.action.instead")
@do.around(turn.perform)
def before_the_turn_action(perform: Any, state: State, frame: Frame) -> None:
    verb = state.answer[0]
    perform()
    if verb == "act":
        frame[1] = turn.OFFER_ACTION


AS_IF("a creature became exhausted by its Action", "mb.action.turn").so(
    "exhausts",
    do.after(action.act)(lambda state, card: keywords.exhaust(state, card, NONE, action.ACTED)),
)


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

    @change.instead(act)
    def act_and_offer(machine: Mindbug, state: State, card: int, seat: int) -> None:
        state.stack.append([code, 0, card, seat])
        act(machine, state, card, seat)


@AS_IF("the opponent could take an Action over with a Mindbug", "mb.action.instead")
def mindbug_takes_it(change: Changes) -> None:
    act = action.act

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        card, opponent = frame[2], 1 - frame[3]
        state.answer = DECLINE
        if state.counters[MINDBUGS + opponent]:
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", opponent, options, card, mindbug.OFFER)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        card, seat = frame[2], frame[3]
        if state.answer == USE_MINDBUG:
            seat = 1 - seat
            mindbug.spend_mindbug(state, seat)
        act(machine, state, card, seat)

    code = change.procedure("act-unless-taken", offer, take, remembers=2)

    @change.instead(act)
    def act_unless_taken(state: State, card: int, seat: int) -> None:
        state.stack.append([code, 0, card, seat])


# --- nothing else to do ------------------------------------------------------------------------


@AS_IF("a player who can neither play nor attack lost, Actions or not", "mb.action.prevents-loss")
@do.around(turn.offer_action)
def loses_all_the_same(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
        offer_action()
    else:
        end(state, 1 - seat, "no-action", turn.NO_ACTION)


@AS_IF("a player with nothing but Actions to take could pass", "mb.action.prevents-loss")
def may_pass(change: Changes) -> None:
    @change.instead(turn, "ask")
    def ask_with_pass(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        only_acts = all(option[0] == "act" for option in options)
        ask(state, kind, seat, [*options, DECLINE] if only_acts else options, *rest)

    @change.provided(turn.perform)
    def perform_or_pass(state: State) -> object:
        return state.answer != DECLINE
