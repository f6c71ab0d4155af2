"""Discarding: from hands, from decks, and what watches discard piles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .atoms import move
from .effects import FOR_EACH, by_amount
from .table import ABILITY, DECK, DISCARD, DONE, HAND, SOURCE, YOU
from .triggers import trigger
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

DISCARDED = ("mb.term.discard",)
DISCARDED_SILENTLY = ("mb.term.discard", "mb.trigger.not-on-discard")
PUT_THERE = "put-into-discard"
UNNOTICED = ("mb.discard.put-there",)
WHOLE_PILE = ("mb.discard.whole-pile",)
ANY_WAY = ("mb.discard.any-way",)

CHOOSE = ("mb.effect.chooser", "mb.term.discard")
AT_RANDOM = ("mb.effect.named-chooser", "mb.term.discard")
SEVERAL = ("mb.term.discard-all",)
SHORT = ("mb.term.discard-all", "mb.effect.impossible")


def arriving(machine: Mindbug, state: State, card: int) -> Rules:
    """What a card that gets into a discard pile rests on: its ability there works at once."""
    return ANY_WAY if state.cards[card] in machine.speaking_in_discard else ()


def put_there(machine: Mindbug, state: State, arrived: Iterable[tuple[int, int]]) -> None:
    """Cards were put into discard piles, from anywhere: what watches for that triggers."""
    watching = machine.triggered[PUT_THERE]
    if watching:
        for card, seat in arrived:
            if state.cards[card] in watching:
                trigger(machine, state, PUT_THERE, card, seat)


def discard(machine: Mindbug, state: State, cards: Sequence[int], seat: int, cause: int) -> None:
    """Put cards from a hand onto its player's own discard pile; nobody is defeated by that."""
    for card in cards:
        move(state, card, DISCARD + seat)
        silent = state.cards[card] in machine.triggered["defeated"]
        told: Rules = DISCARDED_SILENTLY if silent else DISCARDED
        told += arriving(machine, state, card)
        state.log.append(("discard", told, cause, seat, card))
    put_there(machine, state, [(card, seat) for card in cards])


def bury_deck(machine: Mindbug, state: State, seat: int, cause: int) -> int:
    """Put a whole draw pile into its player's discard pile; returns how many cards."""
    cards = state.zones[DECK + seat][:]
    for card in cards:
        move(state, card, DISCARD + seat)
        told = WHOLE_PILE + arriving(machine, state, card)
        state.log.append(("bury", told, cause, seat, card))
    put_there(machine, state, [(card, seat) for card in cards])
    return len(cards)


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
