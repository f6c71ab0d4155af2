"""Misreadings of what holds until the end of the turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import keeps_lasting, when_done, without_lasting
from conformance.mutants.topic import Topic
from oracle.kernel import layers
from oracle.kernel.state import Lasting, State
from oracle.mindbug import game, keywords, leaving, permissions, terms, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import OWED, PLAY, UNDER

AS_IF = Topic("mindbug", "lasting", "until-end-of-turn")


def end_all(state: State) -> None:
    """Let nothing hold for the turn any more."""
    state.lasting = []
    state.derived = state.said = None


AS_IF("what holds until the end of the turn held for ever", "mb.lasting.turn").so(
    "for-ever", keeps_lasting(turn.begin)
)
AS_IF("what holds until the end of the turn ended with the attack", "mb.lasting.turn").so(
    "for-an-attack", do.before(keywords.offer_again)(end_all)
)


@do.verb
def holding_only_if(change: Changes, test: Callable[[State, Lasting], bool]) -> None:
    """Let only some of what was to hold for the turn hold."""

    def with_some(old: Any, state: State) -> Any:
        whole = state.lasting
        state.lasting = [entry for entry in whole if test(state, entry)]
        found = old()
        state.lasting = whole
        return found

    change.around(layers._for_a_time)(with_some)
    change.around(permissions.said_elsewhere)(with_some)


AS_IF(
    "a creature that comes back in the same turn still had what was given to it",
    "mb.lasting.leaves",
).so("comes-back-with-it", keeps_lasting(leaving.forget))
AS_IF(
    "a creature lost what was given to it for the turn when its control changed",
    "mb.lasting.leaves",
).so("lost-on-control", when_done(terms.take_control, without_lasting))


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


@AS_IF("what holds until the end of the turn ended before a follow-up action", "mb.lasting.turn")
@do.before(turn.pass_on)
def for_an_action(state: State) -> None:
    if state.registers[OWED]:
        end_all(state)
