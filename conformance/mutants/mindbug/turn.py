"""Misreadings of turns: whose it is, and what may be done in it."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import CAME_THIS_TURN, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import action, permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECLINE, HAND, OWED, PROCEDURES

AS_IF = Topic("mindbug", "turn")

PASS_ON = PROCEDURES.steps[turn.TURNS].index(turn.pass_on)


@AS_IF("turns did not alternate", "mb.turn.alternate")
@do.around(turn.pass_on)
def same_player_again(pass_on: Any, state: State, frame: Frame) -> None:
    seat, owed = frame[turn.SEAT], state.registers[OWED]
    pass_on()
    if not owed:
        frame[turn.SEAT] = seat


@AS_IF("a turn had two actions", "mb.turn.must-act", "mb.turn.alternate")
@do.after(turn.begin)
def two_actions(state: State) -> None:
    state.registers[OWED] += 1


@AS_IF("a player could pass the turn", "mb.turn.must-act")
def passing(change: Changes) -> None:
    @change.instead(turn, "ask")
    def ask_with_pass(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [*options, DECLINE], *rest)

    @change.provided(turn.perform)
    def perform_or_pass(state: State) -> object:
        return state.answer != DECLINE


@do.verb
def offering(change: Changes, *, only: str, if_possible: str) -> None:
    """Offer one kind of action only when another kind is possible as well."""

    @change.instead(turn, "ask")
    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        verbs = {option[0] for option in options}
        if if_possible in verbs and only in verbs:
            options = [option for option in options if option[0] == only]
        ask(state, kind, seat, options, *rest)


AS_IF("who can attack could not play a card", "mb.turn.play").so(
    "must-attack", offering(only="attack", if_possible="attack")
)
AS_IF("who has a card in hand could not attack", "mb.turn.attack").so(
    "must-play", offering(only="play", if_possible="play")
)


@AS_IF("only one card of the hand could be played", "mb.turn.play")
@do.instead(turn, "ask")
def first_card_only(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    plays = [option for option in options if option[0] == "play"]
    ask(state, kind, seat, [o for o in options if o not in plays[1:]], *rest)


@AS_IF("a creature could not attack in the turn in which it came", "mb.turn.attack")
def newcomers_wait(change: Changes) -> None:
    remember_newcomers(change)

    @change.result(permissions.able_attackers)
    def able_and_rested(found: list[int], state: State) -> list[int]:
        return [card for card in found if not state.marks[card] & CAME_THIS_TURN]


def can_act(machine: Mindbug, state: State, seat: int) -> bool:
    """Whether a player has a turn action."""
    if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
        return True
    return bool(machine.triggered["action"] and action.able_actors(machine, state, seat))


@AS_IF("a player who can do nothing did not lose but lost the turn", "mb.turn.no-action")
@do.around(turn.offer_action)
def no_loss_without_action(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    if can_act(machine, state, frame[turn.SEAT]):
        offer_action()
    else:
        frame[1] = PASS_ON


@AS_IF("a player without a card in hand lost, creatures or not", "mb.turn.no-action")
@do.instead(turn, "able_attackers")
def no_hand_loses(machine: Mindbug, state: State, seat: int) -> list[int]:
    return permissions.able_attackers(machine, state, seat) if state.zones[HAND + seat] else []


@AS_IF(
    "a player who can do nothing after a Mindbug just ended the turn",
    "mb.turn.no-action",
    "mb.mindbug.follow-up",
)
@do.around(turn.offer_action)
def no_loss_in_follow_up(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    if can_act(machine, state, frame[turn.SEAT]) or not frame[turn.FOLLOW_UP]:
        offer_action()
    else:
        frame[1] = PASS_ON
