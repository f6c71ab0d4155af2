"""Turns: their start, the phases, their end, further turns, and who is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, BOUGHT, NONE, TURN, TURN_OF, USED
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .buy import begin_buying
from .cards import finish_purchase
from .end import finish
from .moments import applies, at, note_used, open_window, start, was_used
from .monsters import AWAKE, works
from .resolve import begin_resolve
from .roll import begin_roll, clear_roll
from .table import (
    BOUGHT_NOW,
    CLAWS,
    COMPLETE,
    FIRST,
    NEWS,
    PROCEDURES,
    RESOLVED,
    RESOLVER,
    SETTLED,
    SKIPPED,
    SPENT,
    SPENT_DICE,
    TOOK,
    TURN_FRAME,
    rival,
)
from .table import FURTHER as FURTHER
from .table import IS_FURTHER as IS_FURTHER

if TYPE_CHECKING:
    from .machine import Duel

SEAT = TURN_OF
# Locals of the frame of the start of a turn: whose, the effects left, how many there were.
START_FRAME = Locals()
WHO = START_FRAME.one()
LEFT = START_FRAME.one()
SEVERAL = START_FRAME.one()

BEGIN = ("kd.turn.active", "kd.turn.begin")
NEXT = ("kd.turn.next",)
FURTHER_TURN = ("kd.turn.extra", "kd.turn.extra-whole")
START = ("kd.turn.start", "kd.turn.start-effects")

FORGOTTEN = (
    *(SPENT, SPENT_DICE, CLAWS, RESOLVER, SKIPPED, RESOLVED, SETTLED, COMPLETE),
    *(TOOK, TOOK + 1),
)
"""What a turn remembers beside its roll, and the next does not."""


def first_turn(seat: int) -> Frame:
    """The frame of turns at the start of a monster's turn."""
    return [TURNS, 0, seat, (), 0, 0, (), ()]


def begin(machine: Duel, state: State, frame: Frame) -> None:
    """A turn begins anew; what waited for it awakes. rules: kd.turn.begin, .rival-next"""
    seat, registers = frame[SEAT], state.registers
    clear_roll(state)
    for register in FORGOTTEN:
        registers[register] = 0
    registers[ACTIVE] = seat
    registers[TURN] += 1
    frame[USED], frame[BOUGHT_NOW], frame[NEWS] = (), (), ()
    rules: Rules = BEGIN
    if frame[IS_FURTHER]:
        rules += FURTHER_TURN
    elif registers[TURN] > 1:
        rules += NEXT
    state.log.append(("turn", rules, NONE, seat, registers[TURN]))
    waiting = [entry for entry in state.lasting if entry[3] is not None and entry[3][0] == seat]
    if waiting:
        state.lasting = [
            (number, source, you, (seat, AWAKE))
            if kept is not None and kept[0] == seat
            else (number, source, you, kept)
            for number, source, you, kept in state.lasting
        ]
        state.log.append(("awake", ("kd.turn.rival-next",), NONE, seat))


def start_effects(machine: Duel, state: State, frame: Frame) -> None:
    """The effects for the start of the turn. rules: kd.turn.start, .start-effects"""
    seat = frame[SEAT]
    found = at(machine, state, "turn-starts", seat)
    state.stack.append([START_PHASE, 0, seat, tuple(found), len(found)])


def roll(machine: Duel, state: State, frame: Frame) -> None:
    """The roll phase. rule: kd.turn.phases"""
    begin_roll(state, frame[SEAT])


def resolve(machine: Duel, state: State, frame: Frame) -> None:
    """The resolve phase."""
    state.registers[FIRST] = 0
    begin_resolve(state, frame[SEAT])


def buy(machine: Duel, state: State, frame: Frame) -> None:
    """The buy phase."""
    begin_buying(state, frame[SEAT])


def end_what_lasted(machine: Duel, state: State, frame: Frame) -> None:
    """What held for this turn ends. rules: kd.turn.this-turn, kd.turn.rival-next"""
    state.registers[FIRST] = 0
    asleep = [entry for entry in state.lasting if entry[3] is not None and not entry[3][AWAKE]]
    if len(asleep) < len(state.lasting):
        state.lasting = asleep
        state.log.append(("lasting-ends", ("kd.turn.this-turn",), NONE, frame[SEAT]))


def pass_on(machine: Duel, state: State, frame: Frame) -> None:
    """A further turn, or the rival's. rules: kd.turn.next, kd.turn.extra"""
    frame[1] = NEXT_TURN.at
    frame[IS_FURTHER] = int(frame[FURTHER] > 0)
    if frame[FURTHER]:
        frame[FURTHER] -= 1
    else:
        frame[SEAT] = rival(frame[SEAT])


NEXT_TURN = Place()
TURN_IS_OVER = Place()
TURNS = PROCEDURES.declare(
    "turns",
    NEXT_TURN,
    begin,
    start_effects,
    roll,
    resolve,
    buy,
    finish,
    TURN_IS_OVER,
    end_what_lasted,
    pass_on,
    remembers=TURN_FRAME,
)


def give_turn(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
    """Promise the active monster another turn. rule: kd.turn.extra"""
    frame = state.stack[0]
    if frame[SEAT] == seat:
        frame[FURTHER] += 1
        state.log.append(("another-turn", rules, cause, seat))


def cut_short(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
    """The turn of a monster is over at once. rule: kd.turn.cut-short"""
    frame = state.stack[0]
    if frame[SEAT] != seat:
        return
    for card in list(state.zones[BOUGHT]):
        finish_purchase(machine, state, card, seat)
    del state.stack[1:]
    frame[1] = TURN_IS_OVER.at
    state.log.append(("end-turn", rules, cause, seat))


# --- the start of a turn -------------------------------------------------------------------------


def before_effects(machine: Duel, state: State, frame: Frame) -> None:
    """What may be done at any time, before, between and after. rule: kd.card.any-time"""
    open_window(machine, state, ("any-time",), frame[WHO], (frame[WHO], 0))


def pick_effect(machine: Duel, state: State, frame: Frame) -> None:
    """Which effect is next. rule: kd.turn.start"""
    seat = frame[WHO]
    if machine.late_cards_join:
        frame[LEFT] += late_effects(machine, state, frame)
    ready: list[Entry] = [
        entry
        for entry in frame[LEFT]
        if works(machine, state, entry[0], seat) and applies(machine, state, entry, seat, (seat, 0))
    ]
    if machine.ending_first:
        ready = [entry for entry in ready if machine.abilities[entry[1]].ends_turn] or ready
    if not ready:
        state.stack.pop()
    elif len(ready) == 1:
        state.answer = ("resolve", *ready[0])
    else:
        options = [("resolve", card, number) for card, number in sorted(ready)]
        ask(state, "order", seat, options, NONE, START)


def late_effects(machine: Duel, state: State, frame: Frame) -> tuple[Entry, ...]:
    """By option, effects of cards that came into force since. rule: kd.turn.start-effects"""
    return tuple(
        entry
        for entry in at(machine, state, "turn-starts", frame[WHO])
        if entry not in frame[LEFT] and not was_used(state, *entry)
    )


def begin_effect(machine: Duel, state: State, frame: Frame) -> None:
    """It takes place."""
    seat = frame[WHO]
    _, card, number = state.answer
    frame[LEFT] = tuple(entry for entry in frame[LEFT] if entry != (card, number))
    frame[1] = NEXT_EFFECT.at
    rules: Rules = START if frame[SEVERAL] > 1 else START[1:]
    state.log.append(("applies", rules, card, card, number, seat))
    start(machine, state, (card, number), seat, (seat, 0))
    if machine.late_cards_join:
        note_used(state, card, number)


NEXT_EFFECT = Place()
START_PHASE = PROCEDURES.declare(
    "start-phase",
    NEXT_EFFECT,
    before_effects,
    pick_effect,
    begin_effect,
    remembers=START_FRAME,
)
