"""Misreadings of turns: whose it is, and what may be done in it."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import CAME_THIS_TURN, remember_newcomers
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECLINE, HAND, OWED, PROCEDURES

AS_IF = Topic("mindbug", "turn")

PASS_ON = PROCEDURES.steps[turn.TURNS].index(turn.pass_on)


@AS_IF("same-player-again", "turns did not alternate", "mb.turn.alternate")
def same_player_again(change: Changes) -> None:
    pass_on = turn.pass_on

    def keep_on(machine: Mindbug, state: State, frame: Frame) -> None:
        seat, owed = frame[turn.SEAT], state.registers[OWED]
        pass_on(machine, state, frame)
        if not owed:
            frame[turn.SEAT] = seat

    change.swap(pass_on, keep_on)


@AS_IF("two-actions", "a turn had two actions", "mb.turn.must-act", "mb.turn.alternate")
def two_actions(change: Changes) -> None:
    begin = turn.begin

    def begin_with_two(machine: Mindbug, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        state.registers[OWED] += 1

    change.swap(begin, begin_with_two)


@AS_IF("passing", "a player could pass the turn", "mb.turn.must-act")
def passing(change: Changes) -> None:
    perform = turn.perform

    def ask_with_pass(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [*options, DECLINE], *rest)

    def perform_or_pass(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            perform(machine, state, frame)

    change.put(turn, "ask", ask_with_pass)
    change.swap(perform, perform_or_pass)


def offering(change: Changes, *, only: str, if_possible: str) -> None:
    """Offer one kind of action only when another kind is possible as well."""

    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        verbs = {option[0] for option in options}
        if if_possible in verbs and only in verbs:
            options = [option for option in options if option[0] == only]
        ask(state, kind, seat, options, *rest)

    change.put(turn, "ask", ask_for_some)


@AS_IF("must-attack", "who can attack could not play a card", "mb.turn.play")
def must_attack(change: Changes) -> None:
    offering(change, only="attack", if_possible="attack")


@AS_IF("must-play", "who has a card in hand could not attack", "mb.turn.attack")
def must_play(change: Changes) -> None:
    offering(change, only="play", if_possible="play")


@AS_IF("first-card-only", "only one card of the hand could be played", "mb.turn.play")
def first_card_only(change: Changes) -> None:
    def ask_for_one(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        plays = [option for option in options if option[0] == "play"]
        ask(state, kind, seat, [o for o in options if o not in plays[1:]], *rest)

    change.put(turn, "ask", ask_for_one)


@AS_IF(
    "newcomers-wait",
    "a creature could not attack in the turn in which it came",
    "mb.turn.attack",
)
def newcomers_wait(change: Changes) -> None:
    remember_newcomers(change)
    able_attackers = permissions.able_attackers

    def able_and_rested(machine: Mindbug, state: State, seat: int) -> list[int]:
        found = able_attackers(machine, state, seat)
        return [card for card in found if not state.marks[card] & CAME_THIS_TURN]

    change.swap(able_attackers, able_and_rested)


def can_act(machine: Mindbug, state: State, seat: int) -> bool:
    """Whether a player has a turn action."""
    if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
        return True
    return bool(machine.triggered["action"] and turn.able_actors(machine, state, seat))


@AS_IF(
    "no-loss-without-action",
    "a player who can do nothing did not lose but lost the turn",
    "mb.turn.no-action",
)
def no_loss_without_action(change: Changes) -> None:
    offer_action = turn.offer_action

    def offer_or_skip(machine: Mindbug, state: State, frame: Frame) -> None:
        if can_act(machine, state, frame[turn.SEAT]):
            offer_action(machine, state, frame)
        else:
            frame[1] = PASS_ON

    change.swap(offer_action, offer_or_skip)


@AS_IF(
    "no-hand-loses",
    "a player without a card in hand lost, creatures or not",
    "mb.turn.no-action",
)
def no_hand_loses(change: Changes) -> None:
    able_attackers = permissions.able_attackers

    def none_without_a_hand(machine: Mindbug, state: State, seat: int) -> list[int]:
        return able_attackers(machine, state, seat) if state.zones[HAND + seat] else []

    change.put(turn, "able_attackers", none_without_a_hand)


@AS_IF(
    "no-loss-in-follow-up",
    "a player who can do nothing after a Mindbug just ended the turn",
    "mb.turn.no-action",
    "mb.mindbug.follow-up",
)
def no_loss_in_follow_up(change: Changes) -> None:
    offer_action = turn.offer_action

    def offer_or_end(machine: Mindbug, state: State, frame: Frame) -> None:
        if can_act(machine, state, frame[turn.SEAT]) or not frame[turn.FOLLOW_UP]:
            offer_action(machine, state, frame)
        else:
            frame[1] = PASS_ON

    change.swap(offer_action, offer_or_end)
