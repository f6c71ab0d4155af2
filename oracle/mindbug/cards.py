"""Effects that move cards between hands, piles and play, one decision at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .atoms import discard, enter, take_into_hand
from .counting import FOR_EACH, by_amount
from .selection import bind_choice, everything, this_card
from .table import ABILITY, DONE, HAND, MINDBUGS, REVEAL, SOURCE, UNUSED, YOU
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

PLAYED_BY_EFFECT = ("mb.effect.full",)
NOT_TAKEN = ("mb.mindbug.only-played",)
PLAY_ANY_WAY = ("mb.trigger.play-any-way",)
CHOOSE = ("mb.effect.chooser", "mb.term.discard")
AT_RANDOM = ("mb.effect.named-chooser", "mb.term.discard")
SEVERAL = ("mb.term.discard-all",)
SHORT = ("mb.term.discard-all", "mb.effect.impossible")
TOP = ("mb.setup.unused-top", "mb.setup.unused-pile")
NO_TOP = ("mb.setup.unused-top", "mb.effect.impossible")


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


@effect("discard")
def _discard(linker: Linker, call: Call) -> list[Any]:
    """A number of cards, or that number for each thing counted."""
    count = call.get("count")
    if count is None:
        return _discard_once(linker, call)
    once = evolve(call, args=tuple((hole, each) for hole, each in call.args if hole != "count"))
    together, in_turn = _discard_once(linker, call), _discard_once(linker, once)
    return by_amount(linker, linker.number(count), together, in_turn)


def _discard_once(linker: Linker, call: Call) -> list[Any]:
    """Each player named picks from their own hand.

    One instruction is one discard from the hand held when the text gets there; by option the
    hand is refilled after every single card, and drawn cards may then be discarded too.
    """
    phrase = linker.phrase(call["cards"])
    if not isinstance(phrase, Selection):
        raise linker.refusal("only cards can be discarded", call.span)
    seats = linker.players(call["player"])
    whole_hand = phrase.quantity.kind == "all"
    up_to = phrase.quantity.kind == "up-to"
    count = None if whole_hand else linker.number(phrase.quantity.count)
    each = call.get("count")
    times = None if each is None else linker.number(each)
    by_chance = phrase.chooser is not None and phrase.chooser.word == "nature"
    kind, rules = ("pick", AT_RANDOM) if by_chance else ("choose", CHOOSE)
    queue, left = linker.slot(), linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[queue] = seats(machine, state, frame[SOURCE], frame[YOU])
        frame[DONE] = 0
        next_hand(machine, state, frame)

    def next_hand(machine: Mindbug, state: State, frame: Frame) -> None:
        if not frame[queue]:
            return
        held = len(state.zones[HAND + frame[queue][0]])
        wanted = held if count is None else count(machine, state, frame)
        if times is not None:
            wanted *= times(machine, state, frame)
            state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], wanted))
        if machine.refill_after_each_card:
            frame[left] = wanted
            return
        if held < wanted and not up_to:
            state.log.append(("impossible", SHORT, frame[SOURCE], frame[ABILITY]))
        frame[left] = min(wanted, held)

    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        if not frame[queue]:
            loop.leave(frame)
            return
        seat, most = frame[queue][0], frame[left]
        hand = sorted(state.zones[HAND + seat])
        if whole_hand or most == 0 or not hand:
            if most and not hand and not up_to:
                state.log.append(("impossible", SHORT, frame[SOURCE], frame[ABILITY]))
            state.answer = tuple(hand) if whole_hand else ()
            return
        told = rules + SEVERAL if most > 1 else rules
        if machine.refill_after_each_card:
            most = 1
        who = NATURE if by_chance else seat
        ask_to_choose(state, kind, who, hand, 0 if up_to else most, most, frame[SOURCE], told)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat, cards = frame[queue][0], state.answer
        if cards:
            discard(machine, state, cards, seat, frame[SOURCE])
        frame[DONE] += len(cards)
        frame[left] -= len(cards)
        if not (machine.refill_after_each_card and cards and frame[left] > 0):
            frame[queue] = frame[queue][1:]
            next_hand(machine, state, frame)
        loop.again(frame)

    return loop.around([begin], [choose, act], [])


@effect("take-unused")
def _take_unused(linker: Linker, call: Call) -> list[Step]:
    """The pile is shuffled and hidden, so chance decides what its top card is."""
    whose, amount = linker.player(call["player"]), linker.number(call["amount"])
    left = linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left] = amount(machine, state, frame)
        frame[DONE] = 0

    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        pile = state.zones[UNUSED]
        if not frame[left]:
            loop.leave(frame)
        elif not pile:
            state.log.append(("impossible", NO_TOP, frame[SOURCE], frame[ABILITY]))
            loop.leave(frame)
        else:
            options = [REVEAL[card] for card in sorted(pile)]
            ask(state, "top", NATURE, options, frame[SOURCE], TOP)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        take_into_hand(machine, state, state.answer[1], seat, "recover", frame[SOURCE], TOP)
        frame[left] -= 1
        frame[DONE] += 1
        loop.again(frame)

    return loop.around([begin], [turn_up, take], [])
