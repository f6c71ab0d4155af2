"""Misreadings of what holds until the end of the turn."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import layers
from oracle.kernel.layers import Source
from oracle.kernel.machine import Machine
from oracle.kernel.state import Frame, Lasting, Rules, State
from oracle.mindbug import atoms, combat, game, permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.permissions import InForce
from oracle.mindbug.table import OWED, PLAY, UNDER

AS_IF = Topic("mindbug", "lasting", "until-end-of-turn")


def end_all(state: State) -> None:
    """Let nothing hold for the turn any more."""
    state.lasting = []
    state.derived = state.said = None


@AS_IF("for-ever", "what holds until the end of the turn held for ever", "mb.lasting.turn")
def for_ever(change: Changes) -> None:
    begin = turn.begin

    def begin_as_it_is(machine: Mindbug, state: State, frame: Frame) -> None:
        kept = state.lasting
        begin(machine, state, frame)
        state.lasting = kept
        state.derived = state.said = None

    change.swap(begin, begin_as_it_is)


@AS_IF(
    "for-an-attack",
    "what holds until the end of the turn ended with the attack",
    "mb.lasting.turn",
)
def for_an_attack(change: Changes) -> None:
    offer_again = combat.offer_again

    def end_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        end_all(state)
        offer_again(machine, state, frame)

    change.swap(offer_again, end_and_offer)


@AS_IF(
    "for-an-action",
    "what holds until the end of the turn ended before a follow-up action",
    "mb.lasting.turn",
)
def for_an_action(change: Changes) -> None:
    pass_on = turn.pass_on

    def end_and_pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.registers[OWED]:
            end_all(state)
        pass_on(machine, state, frame)

    change.swap(pass_on, end_and_pass_on)


def holding_only_if(change: Changes, test: Callable[[State, Lasting], bool]) -> None:
    """Let only some of what was to hold for the turn hold."""
    for_a_time, elsewhere = layers._for_a_time, permissions.said_elsewhere

    def for_some_time(
        machine: Machine, state: State, index: int, values: dict[int, int]
    ) -> list[Source]:
        whole = state.lasting
        state.lasting = [entry for entry in whole if test(state, entry)]
        found = for_a_time(machine, state, index, values)
        state.lasting = whole
        return found

    def some_elsewhere(machine: Mindbug, state: State) -> list[InForce]:
        whole = state.lasting
        state.lasting = [entry for entry in whole if test(state, entry)]
        found = elsewhere(machine, state)
        state.lasting = whole
        return found

    change.swap(for_a_time, for_some_time)
    change.swap(elsewhere, some_elsewhere)


@AS_IF(
    "only-with-the-source",
    "what holds until the end of the turn ended when its source left play",
    "mb.lasting.turn",
)
def only_with_the_source(change: Changes) -> None:
    def is_there(state: State, entry: Lasting) -> bool:
        place = state.where[entry[1]]
        return PLAY <= place <= PLAY + 1 or place > UNDER  # a power card is never in play

    holding_only_if(change, is_there)


@AS_IF(
    "newcomers-left-out",
    "an effect on all creatures of a kind held for those that were there at first",
    "mb.lasting.newcomers",
)
def newcomers_left_out(change: Changes) -> None:
    take_options = game._take_options

    def take_another(machine: Mindbug) -> None:
        take_options(machine)
        machine.newcomers_included = not machine.newcomers_included

    change.swap(take_options, take_another)


@AS_IF(
    "comes-back-with-it",
    "a creature that comes back in the same turn still had what was given to it",
    "mb.lasting.leaves",
)
def comes_back_with_it(change: Changes) -> None:
    forget = atoms.forget

    def forget_all_else(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        kept = state.lasting
        boosts = forget(machine, state, card, seat, cause)
        state.lasting = kept
        return boosts

    change.swap(forget, forget_all_else)


@AS_IF(
    "lost-on-control",
    "a creature lost what was given to it for the turn when its control changed",
    "mb.lasting.leaves",
)
def lost_on_control(change: Changes) -> None:
    take_control = atoms.take_control

    def take_without(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        taken = take_control(machine, state, card, seat, cause, *rest)
        if taken:
            state.lasting = [left for each in state.lasting if (left := atoms._without(each, card))]
            state.derived = state.said = None
        return taken

    change.swap(take_control, take_without)
