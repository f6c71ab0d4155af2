"""The end phase: what takes place in it, in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import TURN_OF
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .keywords import given_turn_ends
from .moments import Entry, applies, at, begin_moment, happen, has, offer_use, start, tell_waiting
from .monsters import clockwise, living
from .table import BOUGHT_NOW, CUT, DECLINE, NONE, PROCEDURES
from .tokens import POISONING

if TYPE_CHECKING:
    from .machine import Tokyo

END_ORDER = ("kt.end.order", "kt.end.effects")


def settled(machine: Tokyo, state: State, found: list[Entry], seat: int) -> list[Entry]:
    """By option what takes place is settled as the end phase begins. rule: kt.end.condition"""
    holding = [entry for entry in found if applies(machine, state, entry, seat, (seat, 0))]
    for card, number, *_ in found:
        if (card, number) not in [entry[:2] for entry in holding]:
            told = (*machine.abilities[number].rules, "kt.end.condition")
            state.log.append(("no-effect", told, card, card, number, seat))
    return holding


def let_others_end(machine: Tokyo, state: State, seat: int) -> None:
    """By option a turn's end is that of the others too. rules: .every-turn, kt.card.waiting"""
    for other in reversed(clockwise(machine, state, seat)):
        if other != seat:
            end_for_another(machine, state, other, seat)


def end_for_another(machine: Tokyo, state: State, other: int, seat: int) -> None:
    """What another monster has for the end of this turn. rules: kt.turn.every-turn, .condition"""
    if not machine.end_settled:
        happen(machine, state, "a-turn-ends", other, (seat, 0))
        return
    found = settled(machine, state, at(machine, state, "a-turn-ends", other), other)
    state.stack.append([END_PHASE, 0, other, tuple(found), 1, ()])


def finish(machine: Tokyo, state: State, frame: Frame) -> None:
    """The end phase. rules: kt.end.*"""
    seat = frame[TURN_OF]
    if not state.counters[seat]:
        return
    if frame[CUT]:
        if not machine.price_after_victory:
            begin_moment(state, seat, (seat, 0), given_turn_ends(machine, state, seat))
        return
    if machine.every_turn and not machine.active_waits:
        let_others_end(machine, state, seat)
    found = at(machine, state, "turn-ends", seat) + at(machine, state, "a-turn-ends", seat)
    if machine.every_turn:
        around = [s for s in living(machine, state) if at(machine, state, "a-turn-ends", s)]
        tell_waiting(state, around + [seat] * bool(found))
    if not machine.price_after_victory:
        found += given_turn_ends(machine, state, seat)
    last = [entry for entry in found if machine.abilities[entry[1]].uses]
    first = [entry for entry in found if entry not in last]
    if machine.end_settled:
        first = settled(machine, state, first, seat)
    state.stack.append([END_PHASE, 0, seat, tuple(first), 0, tuple(last)])
    if machine.every_turn and machine.active_waits:
        let_others_end(machine, state, seat)


# Locals of the frame of the end phase: whose, the effects left, whether poison has been dealt with.
END_FRAME = Locals()
WHOSE = END_FRAME.one()
LEFT = END_FRAME.one()
POISONED = END_FRAME.one()
LAST = END_FRAME.one()


def offer_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """Which effect is next; the monster's poison is one of them. rules: kt.end.order, kt.token.*"""
    seat = frame[WHOSE]
    if not state.counters[seat]:
        state.stack.pop()
        return
    ready = [
        entry
        for entry in frame[LEFT]
        if has(machine, state, entry, seat)
        and (machine.end_settled or applies(machine, state, entry, seat, (seat, 0)))
    ]
    options: list[tuple[str, ...] | tuple[str, int, int]] = [
        ("resolve", entry[0], entry[1]) for entry in sorted(ready)
    ]
    poison = not frame[POISONED] and state.counters[machine.poison + seat]
    if poison and not (machine.poison_last and options):
        options.append(("poison",))
    if not options:
        for entry in frame[LEFT]:
            card, number = entry[:2]
            if has(machine, state, entry, seat):
                told = (*machine.abilities[number].rules, "kt.end.condition")
                state.log.append(("no-effect", told, card, card, number, seat))
        frame[1] = FRENZY.at
    elif len(options) == 1:
        state.answer = options[0]
    else:
        ask(state, "order", seat, options, NONE, END_ORDER)


def take_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """It takes place."""
    seat = frame[WHOSE]
    frame[1] = OFFER_END.at
    if state.answer[0] == "poison":
        frame[POISONED] = 1
        amount = state.counters[machine.poison + seat]
        times, each = (amount, 1) if machine.poison_apart else (1, amount)
        state.stack.append([POISONING, 0, seat, times, each])
        return
    _, card, number = state.answer
    entry = next(entry for entry in frame[LEFT] if entry[:2] == (card, number))
    frame[LEFT] = tuple(each for each in frame[LEFT] if each != entry)
    told: Rules = ("kt.end.new-card",) if card in state.stack[0][BOUGHT_NOW] else ()
    if machine.poison_last and not frame[POISONED] and state.counters[machine.poison + seat]:
        told += ("kt.end.order",)
    if machine.end_settled and not applies(machine, state, entry, seat, (seat, 0)):
        told += ("kt.end.condition",)
    if told:
        state.log.append(("applies", told, card, card, number, seat))
    start(machine, state, entry, seat, (seat, 0))


def offer_last(machine: Tokyo, state: State, frame: Frame) -> None:
    """After all else, one card that is used at the end of a turn. rules: kt.keyword.frenzy*"""
    seat = frame[WHOSE]
    found = [
        entry
        for entry in frame[LAST]
        if has(machine, state, entry, seat) and applies(machine, state, entry, seat, (seat, 0))
    ]
    if not found:
        state.stack.pop()
        return
    rules = ("kt.keyword.frenzy", "kt.keyword.frenzy-one", "kt.keyword.choice")
    offer_use(state, seat, found, rules)


def take_last(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is used, and no other in this turn. rule: kt.keyword.frenzy-one"""
    seat = frame[WHOSE]
    state.stack.pop()
    if state.answer != DECLINE:
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))


OFFER_END = Place()
FRENZY = Place()
END_PHASE = PROCEDURES.declare(
    "end-phase",
    OFFER_END,
    offer_end,
    take_end,
    FRENZY,
    offer_last,
    take_last,
    remembers=END_FRAME,
)
