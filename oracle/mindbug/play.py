"""Playing a card: lay it open, refill, the Mindbug decision, enter play, its Play effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import move
from .mindbug import CARD, PLAY_FRAME, SEAT, TAKER, offer, spend_late, take
from .selection import bind_choice, everything, this_card
from .table import DONE, EVOLVED, MINDBUGS, NONE, PLAY, PLAYED, PROCEDURES, SOURCE, WORN, YOU
from .triggers import ENTER_CONSTANT, trigger
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

LAY = ("mb.play.card", "mb.play.show")
ENTER = ("mb.play.enter",)
EFFECT = ("mb.play.effect",)
ENTER_TAKEN = ("mb.mindbug.take",)
EFFECT_TAKEN = ("mb.mindbug.play-effect",)

PLAYED_BY_EFFECT = ("mb.effect.full",)
NOT_TAKEN = ("mb.mindbug.only-played",)
PLAY_ANY_WAY = ("mb.trigger.play-any-way",)


def play(state: State, card: int, seat: int, follow_up: int) -> None:
    """Begin to play a card from hand as a turn action."""
    state.stack.append([PLAY_A_CARD, 0, card, seat, follow_up, NONE])


def lay(machine: Mindbug, state: State, frame: Frame) -> None:
    """Lay the card open; the hand refills before anything else. rules: mb.play.card, .show"""
    lay_open(state, frame[CARD], frame[SEAT], LAY)


def put_into_play(machine: Mindbug, state: State, frame: Frame) -> None:
    """The creature enters play; its Play effects trigger. rules: mb.play.enter, mb.play.effect"""
    card, taker = frame[CARD], frame[TAKER]
    if taker == NONE:
        enter(machine, state, card, frame[SEAT], NONE, ENTER, EFFECT)
    else:
        enter(machine, state, card, taker, NONE, ENTER_TAKEN, EFFECT_TAKEN)


PLAY_A_CARD = PROCEDURES.declare(
    "play-a-card", lay, offer, take, put_into_play, spend_late, remembers=PLAY_FRAME
)


def lay_open(state: State, card: int, seat: int, rules: Rules) -> None:
    """Lay a card from hand face up on the table, for everyone to read."""
    move(state, card, PLAYED)
    state.log.append(("play", rules, NONE, seat, card))


def enter(
    machine: Mindbug,
    state: State,
    card: int,
    seat: int,
    cause: int,
    rules: Rules,
    effect_rules: Rules,
) -> None:
    """Put a card into a play area as a fresh creature; its Play effects trigger."""
    move(state, card, PLAY + seat)
    if state.marks[card] & WORN:
        rules += ("mb.keyword.fresh",)
        state.marks[card] &= ~WORN
    if state.cards[card] in machine.constants:
        rules += ENTER_CONSTANT
    if state.marks[card] & EVOLVED:
        rules += ("mb.evolve.again",)
    state.log.append(("enter", rules, cause, card, seat))
    if state.cards[card] in machine.triggered["play"]:
        trigger(machine, state, "play", card, seat, effect_rules)


@effect("play-card")
def _play_card(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["cards"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            play_by_effect(machine, state, card, frame[YOU], frame[SOURCE])
        frame[DONE] = len(state.answer)

    if isinstance(phrase, Call):
        return [everything(this_card, ("mb.effect.impossible",)), act]
    return [*bind_choice(linker, phrase), act]


def play_by_effect(
    machine: Mindbug, state: State, card: int, seat: int, cause: int, rules: tuple[str, ...] = ()
) -> None:
    """Put a card into play by an effect: nobody is offered a Mindbug for it."""
    told = NOT_TAKEN if state.counters[MINDBUGS + 1 - seat] else PLAYED_BY_EFFECT
    enter(machine, state, card, seat, cause, told + rules, PLAY_ANY_WAY)
