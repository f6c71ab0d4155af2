"""What the terms of card text do: take control, return, steal, put into a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from oracle.kernel.waiting import hand_over
from rules_dsl.definitions import Call, Selection

from .atoms import move
from .boost import BOOSTS_STAY, drop_boosts, noticed
from .discard import put_there
from .draw import take_into_hand
from .effects import AT_ONCE
from .evolve import FALL_BACK
from .lasting import lasting_for
from .selection import bind_choice, reached_by_effect
from .table import ATTACKING, DONE, PLAY, SOURCE, YOU
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

CONTROL = ("mb.term.control", "mb.term.control-keeps-state")
CONTROL_NO_PLAY = (*CONTROL, "mb.term.control-no-play")
RETURN = ("mb.term.return",)
HANDED_OVER = ("mb.trigger.last-controller",)
RETURN_SILENTLY = ("mb.term.return", "mb.trigger.not-on-return")
STEAL = ("mb.term.steal",)
TAKEN_BACK = ("mb.copy.taken-back",)


def take_control(
    machine: Mindbug, state: State, card: int, seat: int, cause: int, why: Rules = ()
) -> int:
    """Move a creature to another play area as it is; no Play and no Defeated effect triggers.

    Returns how many creatures changed sides: taking one's own changes nothing.
    """
    if state.where[card] == PLAY + seat:
        return 0
    move(state, card, PLAY + seat)
    state.marks[card] &= ~ATTACKING  # even if it comes back before the block is due
    definition = state.cards[card]
    rules: Rules = CONTROL_NO_PLAY if definition in machine.triggered["play"] else CONTROL
    if definition in machine.triggered["defeated"]:
        rules += ("mb.trigger.not-on-control",)
    keeps = card not in state.under or machine.boosts_stay
    if card in state.under and keeps:
        rules += BOOSTS_STAY
    rules += lasting_for(state, card)
    if definition in machine.first_stage:
        rules += FALL_BACK
    rules += why
    state.log.append(("control", rules, cause, card, seat))
    if not keeps:
        boosts = drop_boosts(machine, state, card, 1 - seat, cause, BOOSTS_STAY)
        put_there(machine, state, noticed(machine, state, boosts, 1 - seat))
    if machine.effects_follow_source and hand_over(machine, state, card, seat):
        state.log.append(("handed-over", HANDED_OVER, cause, card, seat))
    return 1


@effect("take-control")
def _take_control(linker: Linker, call: Call) -> list[Step]:
    phrase, whose = linker.phrase(call["creatures"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        source = frame[SOURCE]
        seat = whose(machine, state, source, frame[YOU])
        back = TAKEN_BACK if takes_enemy and source in state.answer else ()
        frame[DONE] = sum(
            take_control(machine, state, card, seat, source, back) for card in state.answer
        )

    choice = bind_choice(linker, phrase)
    takes_enemy = isinstance(phrase, Selection) and phrase.side == "enemy"
    return [*(map(_telling_of_itself, choice) if takes_enemy else choice), act]


def _telling_of_itself(choose: Step) -> Step:
    """Where a source that changed sides is among the candidates, tell by which rule."""

    def choose_and_tell(machine: Mindbug, state: State, frame: Frame) -> None:
        choose(machine, state, frame)
        if state.pending is not None and frame[SOURCE] in state.pending[2]:
            state.pending = (*state.pending[:6], state.pending[6] + TAKEN_BACK)

    return choose_and_tell


@effect("return-to-hand")
def _return_to_hand(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    reached = reached_by_effect(linker, phrase)
    if isinstance(phrase, Selection) and phrase.quantity.kind == "all":
        reached += AT_ONCE

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            silent = state.cards[card] in machine.triggered["defeated"]
            rules = (RETURN_SILENTLY if silent else RETURN) + reached
            take_into_hand(
                machine, state, card, state.where[card] - PLAY, "return", frame[SOURCE], rules
            )
        frame[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


@effect("put-into-hand")
def _put_into_hand(linker: Linker, call: Call) -> list[Step]:
    phrase, whose = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        for card in state.answer:
            take_into_hand(machine, state, card, seat, "recover", frame[SOURCE], ("mb.term.card",))
        frame[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


@effect("steal")
def _steal(linker: Linker, call: Call) -> list[Any]:
    """All together; by option the hand stolen from is refilled after every single card."""
    phrase, thief = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = thief(machine, state, frame[SOURCE], frame[YOU])
        for card in state.answer:
            take_into_hand(machine, state, card, seat, "steal", frame[SOURCE], STEAL)
        frame[DONE] = len(state.answer)

    together = [*bind_choice(linker, phrase), act]
    if not isinstance(phrase, Selection) or phrase.quantity.kind == "all":
        return together
    one_by_one = _one_by_one(linker, phrase, act)
    return [
        *only_if(lambda machine, *_: not stolen_in_turn(machine), together),
        *only_if(lambda machine, *_: stolen_in_turn(machine), one_by_one),
    ]


def stolen_in_turn(machine: Mindbug) -> bool:
    """Whether several cards are stolen one by one. rule: mb.term.steal"""
    return machine.refill_after_each_card


def _one_by_one(linker: Linker, phrase: Selection, act: Step) -> list[Any]:
    """Do with each of several cards, picked one by one, what is else done with all of them."""
    count, one = linker.number(phrase.quantity.count), evolve(phrase.quantity, count=1)
    left, done = linker.slot(), linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left], frame[done] = count(machine, state, frame), 0

    def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if not frame[left]:
            frame[DONE] = frame[done]
            loop.leave(frame)

    def act_on_one(machine: Mindbug, state: State, frame: Frame) -> None:
        act(machine, state, frame)
        frame[done] += len(state.answer)
        frame[left] = frame[left] - 1 if state.answer else 0
        loop.again(frame)

    choice = bind_choice(linker, evolve(phrase, quantity=one))
    return loop.around([begin], [go_on, *choice, act_on_one], [])
