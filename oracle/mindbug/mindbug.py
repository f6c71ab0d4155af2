"""Mindbugs: they take the card that the other player plays, and are spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .atoms import mark, unsettle
from .table import DECLINE, MINDBUGS, NONE, OWED, SOURCE, TAKEN, USE_MINDBUG, YOU
from .words import Condition, Number, condition, number

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

# Locals of the frame of playing a card, of which the Mindbug decision is a part.
PLAY_FRAME = Locals()
CARD = PLAY_FRAME.one()
SEAT = PLAY_FRAME.one()
FOLLOW_UP = PLAY_FRAME.one()
TAKER = PLAY_FRAME.one()
OFFER = ("mb.mindbug.offer",)
OFFER_AGAIN = ("mb.mindbug.offer", "mb.mindbug.again")
TAKE = ("mb.mindbug.take",)
TAKE_FOR_GOOD = ("mb.mindbug.take", "mb.mindbug.not-back")

SPEND = ("mb.mindbug.spend",)


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


def spend_late(machine: Mindbug, state: State, frame: Frame) -> None:
    """With the later payment, the Mindbug is turned over now. rule: mb.mindbug.spend"""
    if frame[TAKER] != NONE and not machine.spend_first:
        spend_mindbug(state, frame[TAKER])


def spend_mindbug(state: State, seat: int) -> None:
    """Turn one Mindbug face down for the rest of the game."""
    state.counters[MINDBUGS + seat] -= 1
    unsettle(state)
    state.log.append(("spend", SPEND, NONE, seat, state.counters[MINDBUGS + seat]))


@number("unused-mindbugs")
def _unused_mindbugs(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        MINDBUGS + seat(machine, state, frame[SOURCE], frame[YOU])
    ]


@condition("no-mindbugs")
def _no_mindbugs(linker: Linker, call: Call) -> Condition:
    seat = linker.player(call["player"])
    return lambda machine, state, source, you, last=None: (
        not (state.counters[MINDBUGS + seat(machine, state, source, you)])
    )
