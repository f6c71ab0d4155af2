"""Turns: one turn action each, one more for every card a Mindbug took, then the other player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask, end
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State

from .action import ACTION, ACTION_ONLY, able_actors, act
from .atoms import unsettle
from .combat import attack
from .force import must_hunt
from .permissions import able_attackers, rules_in_force, tell_kept_from_attacking
from .play import play
from .power import buy, offer_purchase
from .table import ACTIVE, ATTACK_WITH, DECLINE, HAND, NONE, OWED, PLAY, PLAY_CARD, PROCEDURES, TURN

if TYPE_CHECKING:
    from .machine import Mindbug

# Locals of the turn frame.
TURN_FRAME = Locals()
SEAT = TURN_FRAME.one()
FOLLOW_UP = TURN_FRAME.one()
BOUGHT_BEFORE = TURN_FRAME.one()

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
    if state.lasting:
        state.lasting = []
        state.derived = state.said = None
    unsettle(state)
    if not machine.power_pool or frame[FOLLOW_UP]:
        frame[1] = OFFER_ACTION.at
    frame[BOUGHT_BEFORE] = 0
    rules = FOLLOW_UP_TURN if frame[FOLLOW_UP] else BEGIN if registers[TURN] > 1 else FIRST
    state.log.append(("turn", rules, NONE, frame[SEAT], registers[TURN]))


def offer_buying(machine: Mindbug, state: State, frame: Frame) -> None:
    """Before anything else, power cards may be bought. rules: mb.power.buy, .before-action"""
    if not offer_purchase(machine, state, frame[SEAT]):
        frame[1] = OFFER_ACTION.at


def take_purchase(machine: Mindbug, state: State, frame: Frame) -> None:
    """As many as can be paid, one after the other. rule: mb.power.unlimited"""
    if state.answer != DECLINE:
        buy(machine, state, state.answer[1], frame[SEAT], again=frame[BOUGHT_BEFORE] > 0)
        frame[BOUGHT_BEFORE] += 1
        frame[1] = OFFER_BUYING.at


def offer_action(machine: Mindbug, state: State, frame: Frame) -> None:
    """Exactly one turn action must be taken; who has none loses. rules: mb.turn.*"""
    seat = frame[SEAT]
    attackers = able_attackers(machine, state, seat)
    if machine.hunt_is_the_action and rules_in_force(machine, state, "must-hunt"):
        hunters, told = must_hunt(machine, state, seat, attackers)
        if hunters:
            options = [ATTACK_WITH[card] for card in hunters]
            told = ATTACK_ONLY + told + (FOLLOW_UP_ACTION if frame[FOLLOW_UP] else ())
            ask(state, "turn", seat, options, NONE, told)
            return
    options = [PLAY_CARD[card] for card in sorted(state.zones[HAND + seat])]
    plays = len(options)
    options += [ATTACK_WITH[card] for card in attackers]
    acts = able_actors(machine, state, seat) if machine.triggered["action"] else []
    options += acts
    if len(attackers) < len(state.zones[PLAY + seat]):
        tell_kept_from_attacking(machine, state, seat)
    if not options:
        rules = NO_ACTION + (FOLLOW_UP_ACTION if frame[FOLLOW_UP] else ())
        state.log.append(("over", rules, NONE, 1 - seat))
        end(state, 1 - seat, "no-action", rules)
        return
    attacks = len(attackers)
    rules = EITHER if plays and attacks else PLAY_ONLY if plays else ATTACK_ONLY
    if acts:
        rules = rules + ACTION if plays or attacks else ACTION_ONLY
    if frame[FOLLOW_UP]:
        rules += FOLLOW_UP_ACTION
    ask(state, "turn", seat, options, NONE, rules)


def perform(machine: Mindbug, state: State, frame: Frame) -> None:
    """Carry the turn action out."""
    verb, card = state.answer
    if verb == "play":
        play(state, card, frame[SEAT], frame[FOLLOW_UP])
    elif verb == "attack":
        attack(state, card, frame[SEAT])
    else:
        act(machine, state, card, frame[SEAT])


def pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
    """Whoever lost a card to a Mindbug acts again; otherwise the other player's turn begins."""
    registers = state.registers
    if registers[OWED]:
        registers[OWED] -= 1
        frame[FOLLOW_UP] += 1
        if machine.same_turn_follow_up:
            state.log.append(("follow-up", FOLLOW_UP_TURN, NONE, frame[SEAT]))
            frame[1] = OFFER_ACTION.at
            return
    else:
        frame[SEAT] = 1 - frame[SEAT]
        frame[FOLLOW_UP] = 0
    frame[1] = NEXT_TURN.at


NEXT_TURN = Place()
OFFER_BUYING = Place()
OFFER_ACTION = Place()
TURNS = PROCEDURES.declare(
    "turns",
    NEXT_TURN,
    begin,
    OFFER_BUYING,
    offer_buying,
    take_purchase,
    OFFER_ACTION,
    offer_action,
    perform,
    pass_on,
    remembers=TURN_FRAME,
)
