"""Misreadings of what holds until the end of the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import layers
from oracle.kernel.state import Lasting, State
from oracle.mindbug import game, keywords, lasting, leaving, permissions, terms, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import OWED, PLAY, UNDER

AS_IF = Topic("mindbug", "lasting", "until-end-of-turn")


def end_all(state: State) -> None:
    """Let nothing hold for the turn any more."""
    state.lasting = []
    state.derived = state.said = None


@AS_IF("what holds until the end of the turn held for ever", "mb.lasting.turn")
@do.around(turn.begin)
def for_ever(begin: Any, state: State) -> None:
    kept = state.lasting
    begin()
    state.lasting = kept
    state.derived = state.said = None


AS_IF("what holds until the end of the turn ended with the attack", "mb.lasting.turn").so(
    "for-an-attack", do.before(keywords.offer_again)(lambda state: end_all(state))
)


@AS_IF("what holds until the end of the turn ended before a follow-up action", "mb.lasting.turn")
@do.before(turn.pass_on)
def for_an_action(state: State) -> None:
    if state.registers[OWED]:
        end_all(state)


@do.verb
def holding_only_if(change: Changes, test: Callable[[State, Lasting], bool]) -> None:
    """Let only some of what was to hold for the turn hold."""

    @change.around(layers._for_a_time)
    def for_some_time(for_a_time: Any, state: State) -> Any:
        whole = state.lasting
        state.lasting = [entry for entry in whole if test(state, entry)]
        found = for_a_time()
        state.lasting = whole
        return found

    @change.around(permissions.said_elsewhere)
    def some_elsewhere(elsewhere: Any, state: State) -> Any:
        whole = state.lasting
        state.lasting = [entry for entry in whole if test(state, entry)]
        found = elsewhere()
        state.lasting = whole
        return found


@AS_IF("what holds until the end of the turn ended when its source left play", "mb.lasting.turn")
@holding_only_if
def only_with_the_source(state: State, entry: Lasting) -> bool:
    place = state.where[entry[1]]
    return PLAY <= place <= PLAY + 1 or place > UNDER  # a power card is never in play


@AS_IF(
    "an effect on all creatures of a kind held for those that were there at first",
    "mb.lasting.newcomers",
)
@do.after(game._take_options)
def newcomers_left_out(machine: Mindbug) -> None:
    machine.newcomers_included = not machine.newcomers_included


@AS_IF(
    "a creature that comes back in the same turn still had what was given to it",
    "mb.lasting.leaves",
)
@do.around(leaving.forget)
def comes_back_with_it(forget: Any, state: State) -> Any:
    kept = state.lasting
    boosts = forget()
    state.lasting = kept
    return boosts


@AS_IF(
    "a creature lost what was given to it for the turn when its control changed",
    "mb.lasting.leaves",
)
@do.result(terms.take_control)
def lost_on_control(taken: int, state: State, card: int) -> int:
    if taken:
        state.lasting = [left for each in state.lasting if (left := lasting.without(each, card))]
        state.derived = state.said = None
    return taken
