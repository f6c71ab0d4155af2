"""Misreadings of turns: whose it is, and what may be done in it."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.mindbug.memory import is_rested, remember_newcomers
from conformance.mutants.mindbug.verbs import asks, goes_to, keeps, may_pass, where
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.mindbug import action, permissions, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import HAND, OWED, PROCEDURES

AS_IF = Topic("mindbug", "turn")

PASS_ON = PROCEDURES.steps[turn.TURNS].index(turn.pass_on)

AS_IF("turns did not alternate", "mb.turn.alternate").so(
    "same-player-again",
    keeps(turn.pass_on, lambda state, frame: not state.registers[OWED] and (frame, turn.SEAT)),
)
AS_IF("a turn had two actions", "mb.turn.must-act", "mb.turn.alternate").so(
    "two-actions",
    do.after(turn.begin)(lambda state: setitem(state.registers, OWED, state.registers[OWED] + 1)),
)
AS_IF("a player could pass the turn", "mb.turn.must-act").so(
    "passing", may_pass(lambda state, options: True)
)


def only(verb: str, options: Any) -> Any:
    """Of the actions of a turn only those of one kind, if there are such."""
    return [option for option in options if option[0] == verb] or options


def only_first(verb: str, options: Any) -> Any:
    """Of the actions of a turn only the first of one kind, beside those of others."""
    others = only(verb, options)[1:]
    return [option for option in options if option[0] != verb or option not in others]


AS_IF("who can attack could not play a card", "mb.turn.play").so(
    "must-attack", asks(turn, "", lambda options: only("attack", options))
)
AS_IF("who has a card in hand could not attack", "mb.turn.attack").so(
    "must-play", asks(turn, "", lambda options: only("play", options))
)
AS_IF("only one card of the hand could be played", "mb.turn.play").so(
    "first-card-only", asks(turn, "", lambda options: only_first("play", options))
)
AS_IF("a creature could not attack in the turn in which it came", "mb.turn.attack").so(
    "newcomers-wait",
    remember_newcomers,
    do.result(permissions.able_attackers)(
        lambda found, state: [card for card in found if is_rested(state, card)]
    ),
)


def cannot_act(machine: Mindbug, state: State, frame: Frame) -> bool:
    """Whether the player whose turn it is has no turn action."""
    seat = frame[turn.SEAT]
    if state.zones[HAND + seat] or permissions.able_attackers(machine, state, seat):
        return False
    return not (machine.triggered["action"] and action.able_actors(machine, state, seat))


def cannot_follow_up(machine: Mindbug, state: State, frame: Frame) -> bool:
    """Whether a player who lost a card to a Mindbug has no turn action."""
    return frame[turn.FOLLOW_UP] > 0 and cannot_act(machine, state, frame)


AS_IF("a player who can do nothing did not lose but lost the turn", "mb.turn.no-action").so(
    "no-loss-without-action", where(turn.offer_action, cannot_act, goes_to(PASS_ON))
)
AS_IF("a player without a card in hand lost, creatures or not", "mb.turn.no-action").so(
    "no-hand-loses",
    do.around(turn, "able_attackers")(
        lambda able, state, seat: able() if state.zones[HAND + seat] else []
    ),
)
AS_IF(
    "a player who can do nothing after a Mindbug just ended the turn",
    "mb.turn.no-action",
    "mb.mindbug.follow-up",
).so("no-loss-in-follow-up", where(turn.offer_action, cannot_follow_up, goes_to(PASS_ON)))
