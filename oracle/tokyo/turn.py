"""Turns: their start, the five phases, further turns, and who is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.table import TURN_OF
from oracle.dice_games.table import USED as USED
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .bay import in_bay
from .borrowed import ROLL_AGAIN
from .buy import begin_buying
from .consumable import discard_kept
from .end import finish
from .energy import gain_energy
from .evolution import open_play
from .keywords import given_turn_ends
from .mindbug import offer_tokens
from .moments import Entry, at, begin_moment, happen
from .monsters import clockwise, in_tokyo, living
from .resolve import begin_resolve
from .roll import ask_last, begin_roll
from .stars import gain_stars
from .table import (
    ACTIVE,
    ACTOR,
    ATTACKED,
    BOUGHT_NOW,
    CUT,
    EMPTIED,
    HARMED,
    LEFT_BAY,
    LEFT_CITY,
    MINDBUGGERS,
    NONE,
    OUT_OF_GAME,
    PROCEDURES,
    SCORED,
    TAKEN_NOW,
    TURN,
    TURN_FRAME,
)
from .table import BACK_TO as BACK_TO
from .table import FEWER as FEWER
from .table import FURTHER as FURTHER
from .table import ROLLED as ROLLED
from .tokyo import begin_enter
from .uses import end_turn_uses
from .victory import check_stars, look_at_stars

if TYPE_CHECKING:
    from .machine import Tokyo

SEAT = TURN_OF

OF_THE_TURN = (ATTACKED, SCORED, HARMED, LEFT_CITY, LEFT_BAY, EMPTIED, MINDBUGGERS)
BEGIN = ("kt.turn.active", "kt.turn.phases", "kt.turn.start")
NEXT = ("kt.turn.next", "kt.setup.seats")
FURTHER_TURN = ("kt.turn.extra", "kt.turn.extra-whole")
TOKYO = ("kt.tokyo.start", "kt.turn.start")
TOKYO_ENERGY = ("kt.tokyo.start", "kt.tokyo.two-monsters")
LASTED = ("kt.turn.this-turn",)


def begin(machine: Tokyo, state: State, frame: Frame) -> None:
    """A turn begins; first come the stars for starting in Tokyo. rules: kt.turn.*, kt.tokyo.*"""
    seat, registers = frame[SEAT], state.registers
    registers[ACTIVE] = registers[ACTOR] = seat
    registers[TURN] += 1
    for register in OF_THE_TURN:
        registers[register] = 0
    frame[USED], frame[CUT], frame[ROLLED] = (), 0, 0
    frame[BOUGHT_NOW], frame[TAKEN_NOW] = (), ()
    further = frame[BACK_TO] != NONE
    rules: Rules = BEGIN if registers[TURN] == 1 or further else BEGIN + NEXT
    if registers[OUT_OF_GAME]:
        rules += ("kt.elimination.out",)
    if machine.has_tokens:
        rules += ("kt.mode.five-phases",)
    state.log.append(("turn", rules, NONE, seat, registers[TURN]))
    if in_tokyo(machine, state, seat):
        happen(machine, state, "starts-in-tokyo", seat, (seat, 0))
        if machine.tokyo_gives_stars:
            gain_stars(machine, state, seat, 2, NONE, TOKYO + in_bay(machine, state, seat))
        else:
            gain_energy(machine, state, seat, 1, NONE, TOKYO_ENERGY)


def start_effects(machine: Tokyo, state: State, frame: Frame) -> None:
    """Then the other effects for the start of the turn. rules: kt.turn.start, .start-effects"""
    seat = frame[SEAT]
    if machine.start_lasts:
        state.stack.append([START_PHASE, 0, seat, tuple(copied_at_start(machine, state, seat))])
    if machine.every_turn and not machine.active_waits:
        let_others_start(machine, state, seat)
    start_own(machine, state, seat)
    if machine.every_turn and machine.active_waits:
        let_others_start(machine, state, seat)


def let_others_start(machine: Tokyo, state: State, seat: int) -> None:
    """By option a turn's start is that of the others too. rules: .every-turn, kt.card.waiting"""
    for other in reversed(clockwise(machine, state, seat)):
        if other != seat:
            happen(machine, state, "a-turn-starts", other, (seat, 0))


def start_own(machine: Tokyo, state: State, seat: int) -> None:
    """What the active monster has for the start of its turn."""
    if machine.has_evolutions:
        happen(machine, state, "turn-starts", seat, (seat, 0))
        return
    found = at(machine, state, "turn-starts", seat) + at(machine, state, "a-turn-starts", seat)
    begin_moment(state, seat, (seat, 0), found)


def copied_at_start(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What a copy has for the start of a turn by the text it copies."""
    found = at(machine, state, "turn-starts", seat) + at(machine, state, "a-turn-starts", seat)
    return [
        entry
        for entry in found
        if state.cards[entry[0]] in machine.copiers
        and machine.abilities[entry[1]].definition != machine.definitions[state.cards[entry[0]]].id
    ]


def start_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option what came into force during the start works too. rule: kt.turn.start-effects"""
    seat = frame[WHOSE_START]
    new = [entry for entry in copied_at_start(machine, state, seat) if entry not in frame[STARTED]]
    if new and state.counters[seat]:
        frame[STARTED] += tuple(new)
        frame[1] = START_AGAIN.at
        begin_moment(state, seat, (seat, 0), new)


def play_evolutions(machine: Tokyo, state: State, frame: Frame) -> None:
    """Evolution cards may be played, unless the turn is over. rule: kt.evolution.set-moments"""
    in_use = machine.set_moments and machine.has_evolutions
    if in_use and state.counters[frame[SEAT]] and not frame[CUT]:
        open_play(machine, state)


def roll(machine: Tokyo, state: State, frame: Frame) -> None:
    """The roll phase. rule: kt.turn.phases"""
    if state.counters[frame[SEAT]]:
        begin_roll(state, frame[SEAT], frame[FEWER], again=frame[ROLLED])
        frame[ROLLED] = 1


def offer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Mindbug tokens are offered on the roll. rule: kt.mindbug.window"""
    if machine.has_tokens and state.counters[frame[SEAT]]:
        offer_tokens(machine, state, frame[SEAT])


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """The resolve phase, of a roll that nobody has taken. rule: kt.mindbug.others-first"""
    if state.counters[frame[SEAT]]:
        begin_resolve(state, frame[SEAT])
        if machine.others_after_tokens:
            ask_last(machine, state, frame[SEAT])


def enter(machine: Tokyo, state: State, frame: Frame) -> None:
    """The enter phase."""
    if state.counters[frame[SEAT]]:
        begin_enter(state, frame[SEAT])


def buy(machine: Tokyo, state: State, frame: Frame) -> None:
    """The buy phase."""
    if state.counters[frame[SEAT]]:
        begin_buying(state, frame[SEAT])


def turn_is_over(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards that give another turn afterwards. rule: kt.turn.extra-condition"""
    seat = frame[SEAT]
    happen(machine, state, "turn-over", seat, (seat, 0))
    if machine.price_after_victory and state.counters[seat]:
        begin_moment(state, seat, (seat, 0), given_turn_ends(machine, state, seat))


def look_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option a price was lost after the stars were looked at. rule: kt.keyword.frenzy-price"""
    if machine.price_after_victory:
        check_stars(machine, state, frame[SEAT])


def end_what_lasted(machine: Tokyo, state: State, frame: Frame) -> None:
    """What held for this turn ends. rules: kt.turn.this-turn, kt.consumable.until"""
    discard_kept(machine, state, frame[SEAT], at_end=True)
    if state.lasting and end_turn_uses(machine, state):
        state.log.append(("lasting-ends", LASTED, NONE, frame[SEAT]))


def pass_on(machine: Tokyo, state: State, frame: Frame) -> None:
    """A further turn, or the next living monster clockwise. rules: kt.turn.next, .extra*"""
    alive = living(machine, state)
    at_home = frame[BACK_TO] == NONE or machine.goes_on_from_taker
    back = frame[SEAT] if at_home else frame[BACK_TO]
    further = [entry for entry in frame[FURTHER] if entry[0] in alive]
    frame[1] = NEXT_TURN.at
    for seat, _ in frame[FURTHER]:
        if seat not in alive:
            state.log.append(("turn-lost", ("kt.turn.extra-several",), NONE, seat))
    if further:
        seat, fewer = further[0]
        several = len(frame[FURTHER]) > 1
        frame[FURTHER] = tuple(further[1:])
        rules: Rules = FURTHER_TURN + (("kt.turn.extra-several",) if several else ())
        if seat != back:
            rules += ("kt.turn.extra-foreign",)
        state.log.append(("given-turn", rules, NONE, seat))
        frame[BACK_TO] = back
        frame[SEAT], frame[FEWER] = seat, fewer
        return
    frame[BACK_TO] = NONE
    frame[FURTHER] = ()
    n = machine.players
    frame[SEAT] = next(s for s in [(back + step) % n for step in range(1, n + 1)] if s in alive)
    frame[FEWER] = 0


def give_turn(
    machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
) -> None:
    """Promise a monster another turn. rules: kt.turn.extra, kt.turn.extra-condition"""
    frame = state.stack[0]
    if state.registers[ACTOR] == seat != state.registers[ACTIVE]:
        state.log.append(("no-turn", ("kt.borrowed.no-extra-turn",), cause, seat))
        return
    if fewer:
        fewer += frame[FEWER]
    promised = ((seat, fewer),)
    first |= machine.latest_turn_first
    frame[FURTHER] = promised + frame[FURTHER] if first else frame[FURTHER] + promised
    state.log.append(("another-turn", FURTHER_TURN, cause, seat))
    if machine.ends_turn_for_another and seat == frame[SEAT] == state.registers[ACTOR]:
        frame[CUT] = 1


NEXT_TURN = Place()
TURNS = PROCEDURES.declare(
    "turns",
    NEXT_TURN,
    begin,
    start_effects,
    ROLL_AGAIN,
    play_evolutions,
    roll,
    play_evolutions,
    offer,
    resolve,
    enter,
    play_evolutions,
    buy,
    play_evolutions,
    finish,
    look_at_stars,
    turn_is_over,
    look_again,
    end_what_lasted,
    pass_on,
    remembers=TURN_FRAME,
)


# --- what is copied at the start ----------------------------------------------------------------

# Locals of the frame of the start: whose, and what has worked there.
START_FRAME = Locals()
WHOSE_START = START_FRAME.one()
STARTED = START_FRAME.one()
START_AGAIN = Place()
START_PHASE = PROCEDURES.declare(
    "start-phase",
    START_AGAIN,
    start_again,
    remembers=START_FRAME,
)
