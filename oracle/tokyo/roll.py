"""The roll phase: the dice, the rerolls, and what cards do to the dice afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.dice import FOR as FOR
from oracle.dice_games.dice import REROLL_DICE as REROLL_DICE
from oracle.dice_games.dice import WHOSE as WHOSE
from oracle.dice_games.dice import dice_shown as dice_shown
from oracle.dice_games.dice import reroll_by_card as reroll_by_card
from oracle.dice_games.dice import take_die as take_die
from oracle.dice_games.rolling import ROLL_FRAME as COMMON_ROLL_FRAME
from oracle.dice_games.rolling import SEAT as SEAT
from oracle.dice_games.rolling import TO_ROLL as TO_ROLL
from oracle.dice_games.rolling import RollPlaces
from oracle.dice_games.rolling import offer_reroll as offer_reroll
from oracle.dice_games.rolling import roll as roll
from oracle.dice_games.rolling import take_face as take_face
from oracle.dice_games.rolling import take_reroll as take_reroll
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, Rules, State

from .any_time import pause
from .dice import dice_of
from .evolution import get_evolution
from .moments import AGAIN, offer_use, open_window, play_it, start, to_play, usable
from .monsters import others, tell_changes, total
from .table import (
    ADDED,
    DECLINE,
    DECLINED,
    DICE,
    FACES,
    HEART,
    NONE,
    PROCEDURES,
    REROLLS,
    REROLLS_EACH_TURN,
)

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of the roll phase, behind those that every game has.
ROLL_FRAME = Locals(COMMON_ROLL_FRAME)
FEWER = ROLL_FRAME.one()
AGAIN_IN_TURN = ROLL_FRAME.one()
LYING = ROLL_FRAME.one()
HEARD = ROLL_FRAME.one()

COUNT = ("kt.roll.first", "kt.dice.count", "kt.turn.phases")
NO_DICE = ("kt.roll.none",)
MAY_REROLL = ("kt.roll.rerolls",)
ROLL = ("kt.dice.faces",)
STOP = ("kt.roll.stop",)
REROLL = ("kt.roll.rerolls", "kt.roll.some", "kt.roll.stop", "kt.roll.any-die", "kt.roll.together")
THROW = ("kt.dice.other-throws", "kt.dice.faces")
USE = ("kt.roll.steps", *AGAIN)
BY_CARDS = ("kt.roll.paid-reroll", "kt.roll.single-die", "kt.roll.all-of-a-face")
"""How cards let their owner reroll."""

DRAW = ("kt.evolution.draw", "kt.evolution.draw-moment")
HEARTS_TO_DRAW = 3
"""For how many hearts a monster gets an evolution card."""


def begin_roll(state: State, seat: int, fewer: int, *, again: int) -> None:
    """Begin a roll phase, with so many dice fewer; `again` in the same turn, or not."""
    state.stack.append([ROLL_PHASE, 0, seat, 0, fewer, again, (), 0])


def open_phase(machine: Tokyo, state: State, frame: Frame) -> None:
    """What may be done before the first roll. rule: kt.keyword.before-roll"""
    if not (frame[AGAIN_IN_TURN] and machine.only_first_roll):
        open_window(machine, state, ("before-roll",), frame[SEAT])


def reckon(machine: Tokyo, state: State, frame: Frame) -> None:
    """How many dice, how many rerolls. rules: kt.dice.count, kt.roll.rerolls"""
    seat, registers = frame[SEAT], state.registers
    for face in range(6):
        registers[DICE + face] = registers[ADDED + face] = 0
    dice, rules = dice_of(machine, state, seat, frame[FEWER])
    tell_changes(machine, state, "modify-dice", seat)
    told = COUNT + rules + (() if dice else NO_DICE)
    state.log.append(("dice", told, NONE, seat, dice))
    rerolls, rules = rerolls_of(machine, state, seat)
    tell_changes(machine, state, "modify-rerolls", seat)
    registers[REROLLS] = rerolls
    state.log.append(("rerolls", MAY_REROLL + rules, NONE, seat, rerolls))
    frame[TO_ROLL] = dice


def offer_cards(machine: Tokyo, state: State, frame: Frame) -> None:
    """What may be used during the roll. rules: .paid-reroll, .single-die, .all-of-a-face"""
    context = (frame[SEAT], 0)
    found = usable(machine, state, ("during-roll",), frame[SEAT], context)
    plays = to_play(machine, state, ("during-roll",), frame[SEAT], context)
    goes_on = found or plays or state.registers[REROLLS]
    if machine.others_reroll_any_time and goes_on and not frame[HEARD]:
        frame[HEARD], frame[1] = 1, OFFER.at
        ask_others(machine, state, frame)
    elif (found or plays) and dice_shown(state):
        cited = {rule for entry in found for rule in machine.abilities[entry[1]].rules}
        told: Rules = USE + tuple(rule for rule in BY_CARDS if rule in cited)
        offer_use(state, frame[SEAT], found, told, plays=plays)
    else:
        state.answer = DECLINE


def take_card(machine: Tokyo, state: State, frame: Frame) -> None:
    """Use it, and ask again."""
    frame[HEARD] &= state.answer != DECLINE
    if state.answer[0] == "play":
        frame[1] = OFFER.at
        play_it(machine, state, state.answer[1], frame[SEAT])
    elif state.answer != DECLINE:
        _, card, number = state.answer
        frame[1] = OFFER.at
        start(machine, state, (card, number), frame[SEAT], (frame[SEAT], 0))


def let_others(machine: Tokyo, state: State, frame: Frame) -> None:
    """The other monsters use what touches these dice. rules: kt.roll.foreign-die, .steps"""
    if not machine.others_reroll_last:
        ask_others(machine, state, frame)


def let_others_now(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option only after the monster has changed its dice. rule: kt.roll.steps"""
    if machine.others_reroll_last:
        ask_others(machine, state, frame)


def ask_others(machine: Tokyo, state: State, frame: Frame) -> None:
    """They are asked clockwise, one after another. rule: kt.roll.foreign-order"""
    for seat in reversed(others(machine, state, frame[SEAT])):
        open_window(machine, state, ("other-rolled",), seat, (frame[SEAT], 0))


def change(machine: Tokyo, state: State, frame: Frame) -> None:
    """Last, the monster changes its own dice. rules: kt.dice.change, kt.roll.steps"""
    heads = ("before-resolving", "during-roll")
    open_window(machine, state, heads, frame[SEAT], (frame[SEAT], 0))


def dice_lie(machine: Tokyo, state: State, frame: Frame) -> None:
    """After the last roll the dice matter to all. rule: kt.card.any-time-asked"""
    frame[LYING] = shown(state)
    state.registers[DECLINED] = 0


def before_resolving(machine: Tokyo, state: State, frame: Frame) -> None:
    """All may act before the roll is resolved or taken. rule: kt.card.any-time"""
    pause(machine, state, frame[SEAT])


def shown(state: State) -> tuple[int, ...]:
    """How many dice show each face."""
    return tuple(state.registers[DICE : DICE + len(FACES)])


def look_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """Who declined is asked again if others have changed the dice. rule: kt.card.any-time-asked"""
    if frame[LYING] != shown(state):
        state.registers[DECLINED] = 0


def let_others_last(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whatever the others have for a roll about to be resolved. rule: kt.roll.others-last"""
    if not machine.others_after_tokens:
        ask_last(machine, state, frame[SEAT])


def ask_last(machine: Tokyo, state: State, roller: int) -> None:
    """Each other monster, clockwise, uses what it has for a roll about to be resolved."""
    for seat in reversed(others(machine, state, roller)):
        open_window(machine, state, ("other-resolving",), seat, (roller, 0))


def draw_evolution(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option three dice with hearts give an evolution card now. rule: kt.evolution.draw"""
    seat = frame[SEAT]
    due = machine.draws_after_rolling and machine.has_evolutions and state.counters[seat]
    if due and state.registers[DICE + HEART] >= HEARTS_TO_DRAW:
        state.log.append(("evolution", DRAW, NONE, seat))
        get_evolution(machine, state, seat)


def symbols(state: State, face: int) -> int:
    """How many symbols of a face the roll has, dice and added ones."""
    return state.registers[DICE + face] + state.registers[ADDED + face]


ROLL_PLACES = RollPlaces()
ROLL_STEP = ROLL_PLACES.roll
OFFER = ROLL_PLACES.offer_cards
OTHERS = ROLL_PLACES.behind
ROLL_PHASE = PROCEDURES.declare(
    "roll-phase",
    open_phase,
    reckon,
    ROLL_STEP,
    roll,
    take_face,
    OFFER,
    offer_cards,
    take_card,
    offer_reroll,
    take_reroll,
    OTHERS,
    let_others,
    change,
    let_others_now,
    dice_lie,
    before_resolving,
    let_others_last,
    look_again,
    before_resolving,
    draw_evolution,
    remembers=ROLL_FRAME,
)


def rerolls_of(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
    """How often a monster may reroll. rules: kt.roll.rerolls, kt.roll.extra-reroll"""
    amount, rules = total(machine, state, "modify-rerolls", seat)
    return REROLLS_EACH_TURN + amount, rules
