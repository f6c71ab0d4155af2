"""Playing a card: lay it open, refill, the Mindbug decision, enter play, its Play effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, State

from .atoms import enter, lay_open, mark, spend_mindbug
from .table import DECLINE, MINDBUGS, NONE, OWED, PROCEDURES, TAKEN, USE_MINDBUG

if TYPE_CHECKING:
    from .machine import Mindbug

# Locals of the play frame.
PLAY_FRAME = Locals()
CARD = PLAY_FRAME.one()
SEAT = PLAY_FRAME.one()
FOLLOW_UP = PLAY_FRAME.one()
TAKER = PLAY_FRAME.one()

LAY = ("mb.play.card", "mb.play.show")
OFFER = ("mb.mindbug.offer",)
OFFER_AGAIN = ("mb.mindbug.offer", "mb.mindbug.again")
TAKE = ("mb.mindbug.take",)
TAKE_FOR_GOOD = ("mb.mindbug.take", "mb.mindbug.not-back")
ENTER = ("mb.play.enter",)
EFFECT = ("mb.play.effect",)
ENTER_TAKEN = ("mb.mindbug.take",)
EFFECT_TAKEN = ("mb.mindbug.play-effect",)


def play(state: State, card: int, seat: int, follow_up: int) -> None:
    """Begin to play a card from hand as a turn action."""
    state.stack.append([PLAY_A_CARD, 0, card, seat, follow_up, NONE])


def lay(machine: Mindbug, state: State, frame: Frame) -> None:
    """Lay the card open; the hand refills before anything else. rules: mb.play.card, .show"""
    lay_open(state, frame[CARD], frame[SEAT], LAY)


def offer(machine: Mindbug, state: State, frame: Frame) -> None:
    """An opponent with a Mindbug left may take the card. rule: mb.mindbug.offer"""
    opponent = 1 - frame[SEAT]
    if not state.counters[MINDBUGS + opponent]:
        state.answer = DECLINE
        return
    rules = OFFER_AGAIN if frame[FOLLOW_UP] else OFFER
    ask(state, "mindbug", opponent, [USE_MINDBUG, DECLINE], frame[CARD], rules)


def take(machine: Mindbug, state: State, frame: Frame) -> None:
    """A Mindbug makes its user play the card instead; the other owes an action. mb.mindbug.take"""
    if state.answer[0] == "decline":
        return
    card, seat = frame[CARD], frame[SEAT]
    frame[TAKER] = 1 - seat
    rules = TAKE_FOR_GOOD if state.counters[MINDBUGS + seat] else TAKE
    state.log.append(("mindbug", rules, NONE, 1 - seat, card))
    state.registers[OWED] += 1
    mark(state, card, TAKEN)
    if machine.spend_first:
        spend_mindbug(state, 1 - seat)


def put_into_play(machine: Mindbug, state: State, frame: Frame) -> None:
    """The creature enters play; its Play effects trigger. rules: mb.play.enter, mb.play.effect"""
    card, taker = frame[CARD], frame[TAKER]
    if taker == NONE:
        enter(machine, state, card, frame[SEAT], NONE, ENTER, EFFECT)
    else:
        enter(machine, state, card, taker, NONE, ENTER_TAKEN, EFFECT_TAKEN)


def spend_late(machine: Mindbug, state: State, frame: Frame) -> None:
    """With the later payment, the Mindbug is turned over now. rule: mb.mindbug.spend"""
    if frame[TAKER] != NONE and not machine.spend_first:
        spend_mindbug(state, frame[TAKER])


PLAY_A_CARD = PROCEDURES.declare(
    "play-a-card", lay, offer, take, put_into_play, spend_late, remembers=PLAY_FRAME
)
