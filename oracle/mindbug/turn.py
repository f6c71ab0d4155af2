"""Turns: one turn action each, one more for every card a Mindbug took, then the other player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, State

from .combat import attack
from .permissions import able_attackers
from .play import play
from .table import (
    ACTIVE,
    ATTACK_WITH,
    HAND,
    NONE,
    OWED,
    PLAY_CARD,
    PROCEDURES,
    TURN,
    VOLATILE,
)

if TYPE_CHECKING:
    from .machine import Mindbug

# Locals of the turn frame.
SEAT, FOLLOW_UP = 2, 3

FIRST = ("mb.turn.must-act",)
BEGIN = ("mb.turn.alternate",)
FOLLOW_UP_TURN = ("mb.mindbug.follow-up",)
PLAY_ONLY = ("mb.turn.must-act", "mb.turn.play")
ATTACK_ONLY = ("mb.turn.must-act", "mb.turn.attack")
EITHER = ("mb.turn.must-act", "mb.turn.play", "mb.turn.attack")
FOLLOW_UP_ACTION = ("mb.mindbug.follow-up", "mb.mindbug.follow-up-action")
NO_ACTION = ("mb.turn.no-action",)


def begin(machine: Mindbug, state: State, frame: Frame) -> None:
    """A turn begins. rule: mb.turn.alternate"""
    registers = state.registers
    registers[ACTIVE] = frame[SEAT]
    registers[TURN] += 1
    if state.derived is not None and state.derived[VOLATILE]:
        state.derived = None
    rules = FOLLOW_UP_TURN if frame[FOLLOW_UP] else BEGIN if registers[TURN] > 1 else FIRST
    state.log.append(("turn", rules, NONE, frame[SEAT], registers[TURN]))


def offer_action(machine: Mindbug, state: State, frame: Frame) -> None:
    """Exactly one turn action must be taken; who has none loses. rules: mb.turn.*"""
    seat = frame[SEAT]
    options = [PLAY_CARD[card] for card in sorted(state.zones[HAND + seat])]
    plays = len(options)
    options += [ATTACK_WITH[card] for card in able_attackers(machine, state, seat)]
    if not options:
        rules = NO_ACTION + (FOLLOW_UP_ACTION if frame[FOLLOW_UP] else ())
        state.log.append(("over", rules, NONE, 1 - seat))
        end(state, 1 - seat, "no-action", rules)
        return
    rules = PLAY_ONLY if plays == len(options) else EITHER if plays else ATTACK_ONLY
    if frame[FOLLOW_UP]:
        rules += FOLLOW_UP_ACTION
    ask(state, "turn", seat, options, -1, -1, NONE, rules)


def perform(machine: Mindbug, state: State, frame: Frame) -> None:
    """Carry the turn action out."""
    verb, card = state.answer
    if verb == "play":
        play(state, card, frame[SEAT], frame[FOLLOW_UP])
    else:
        attack(state, card, frame[SEAT])


def pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
    """Whoever lost a card to a Mindbug acts again; otherwise the other player's turn begins."""
    registers = state.registers
    if registers[OWED]:
        registers[OWED] -= 1
        frame[FOLLOW_UP] += 1
        if machine.same_turn_follow_up:
            state.log.append(("follow-up", FOLLOW_UP_TURN, NONE, frame[SEAT]))
            frame[1] = OFFER_ACTION
            return
    else:
        frame[SEAT] = 1 - frame[SEAT]
        frame[FOLLOW_UP] = 0
    frame[1] = 0


TURNS = PROCEDURES.declare("turns", begin, offer_action, perform, pass_on, remembers=2)
OFFER_ACTION = 1
