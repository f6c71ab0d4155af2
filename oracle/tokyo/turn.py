"""Turns: their start, the five phases, their end, further turns, and who is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, Rules, State

from .atoms import gain_energy, gain_stars
from .buying import begin_buying
from .damage import deal
from .entering import begin_enter
from .moments import applies, at, begin_moment, happen, start
from .monsters import clockwise, in_tokyo, living
from .resolve import begin_resolve
from .roll import begin_roll
from .table import (
    ACTIVE,
    AREA,
    ATTACKED,
    HARMED,
    LEFT_BAY,
    LEFT_CITY,
    NONE,
    PROCEDURES,
    SCORED,
    STARS_TO_WIN,
    TURN,
)

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of turns; USED stands in `moments`.
SEAT, FEWER, FURTHER, BACK_TO, USED, CUT = 2, 3, 4, 5, 6, 7

BEGIN = ("kt.turn.active", "kt.turn.phases", "kt.turn.start")
NEXT = ("kt.turn.next",)
FURTHER_TURN = ("kt.turn.extra", "kt.turn.extra-whole", "kt.turn.extra-several")
TOKYO = ("kt.tokyo.start", "kt.turn.start")
TOKYO_ENERGY = ("kt.tokyo.start", "kt.tokyo.two-monsters")
LASTED = ("kt.turn.this-turn",)
POISON = ("kt.token.poison", "kt.token.poison-one-damage")
WIN = ("kt.victory.stars", "kt.victory.any-monster", "kt.victory.alive", "kt.victory.over")
SEVERAL = ("kt.victory.several",)
LOOK = ("kt.end.after", "kt.victory.stars", "kt.victory.not-lost")
END_ORDER = ("kt.end.order", "kt.end.effects")


def begin(machine: Tokyo, state: State, frame: Frame) -> None:
    """A turn begins; first come the stars for starting in Tokyo. rules: kt.turn.*, kt.tokyo.start"""
    seat, registers = frame[SEAT], state.registers
    registers[ACTIVE] = seat
    registers[TURN] += 1
    for register in (ATTACKED, SCORED, HARMED, LEFT_CITY, LEFT_BAY):
        registers[register] = 0
    frame[USED], frame[CUT] = (), 0
    rules: Rules = BEGIN if registers[TURN] == 1 else BEGIN + NEXT
    state.log.append(("turn", rules, NONE, seat, registers[TURN]))
    if in_tokyo(machine, state, seat):
        happen(machine, state, "starts-in-tokyo", seat, (seat, 0))
        if machine.tokyo_gives_stars:
            gain_stars(machine, state, seat, 2, NONE, TOKYO)
        else:
            gain_energy(machine, state, seat, 1, NONE, TOKYO_ENERGY)


def start_effects(machine: Tokyo, state: State, frame: Frame) -> None:
    """Then the other effects for the start of the turn. rules: kt.turn.start, .start-effects"""
    seat = frame[SEAT]
    if machine.every_turn:
        for other in reversed(clockwise(machine, state, seat)):
            if other != seat:
                happen(machine, state, "a-turn-starts", other, (seat, 0))
    found = at(machine, state, "turn-starts", seat) + at(machine, state, "a-turn-starts", seat)
    begin_moment(state, seat, (seat, 0), found)


def roll(machine: Tokyo, state: State, frame: Frame) -> None:
    """The roll phase. rule: kt.turn.phases"""
    if state.counters[frame[SEAT]]:
        begin_roll(state, frame[SEAT], frame[FEWER])


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """The resolve phase."""
    if state.counters[frame[SEAT]]:
        begin_resolve(state, frame[SEAT])


def enter(machine: Tokyo, state: State, frame: Frame) -> None:
    """The enter phase."""
    if state.counters[frame[SEAT]]:
        begin_enter(state, frame[SEAT])


def buy(machine: Tokyo, state: State, frame: Frame) -> None:
    """The buy phase."""
    if state.counters[frame[SEAT]]:
        begin_buying(state, frame[SEAT])


def finish(machine: Tokyo, state: State, frame: Frame) -> None:
    """The end phase. rules: kt.end.*"""
    seat = frame[SEAT]
    if not state.counters[seat] or frame[CUT]:
        return
    if machine.every_turn:
        for other in reversed(clockwise(machine, state, seat)):
            if other != seat:
                happen(machine, state, "a-turn-ends", other, (seat, 0))
    found = at(machine, state, "turn-ends", seat) + at(machine, state, "a-turn-ends", seat)
    state.stack.append([END_PHASE, 0, seat, tuple(found), 0])


def look_at_stars(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whoever has 20 stars and lives wins. rules: kt.victory.*"""
    if state.lasting:
        kept = [entry for entry in state.lasting if machine.lasting[entry[0]].for_good]
        if len(kept) < len(state.lasting):
            state.log.append(("lasting-ends", LASTED, NONE, frame[SEAT]))
        state.lasting = kept
    check_stars(machine, state, frame[SEAT])


def check_stars(machine: Tokyo, state: State, active: int) -> None:
    """End the game if a living monster has enough stars."""
    stars = state.counters
    found = [
        seat
        for seat in clockwise(machine, state, active)
        if stars[machine.stars + seat] >= STARS_TO_WIN
    ]
    if not found:
        return
    rules: Rules = WIN + (SEVERAL if len(found) > 1 else ())
    winner = NONE if machine.winners_share and len(found) > 1 else found[0]
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "stars", rules)


def turn_is_over(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards that give another turn afterwards. rule: kt.turn.extra-condition"""
    happen(machine, state, "turn-over", frame[SEAT], (frame[SEAT], 0))


def pass_on(machine: Tokyo, state: State, frame: Frame) -> None:
    """A further turn, or the next living monster clockwise. rules: kt.turn.next, .extra*"""
    alive = living(machine, state)
    back = frame[SEAT] if frame[BACK_TO] == NONE else frame[BACK_TO]
    further = [entry for entry in frame[FURTHER] if entry[0] in alive]
    frame[1] = 0
    if further:
        seat, fewer = further[0]
        frame[FURTHER] = tuple(further[1:])
        rules: Rules = FURTHER_TURN
        if seat != back:
            rules += ("kt.turn.extra-foreign",)
        state.log.append(("another-turn", rules, NONE, seat))
        frame[BACK_TO] = back
        frame[SEAT], frame[FEWER] = seat, fewer
        return
    frame[BACK_TO] = NONE
    frame[FURTHER] = ()
    n = machine.players
    frame[SEAT] = next(s for s in [(back + step) % n for step in range(1, n + 1)] if s in alive)
    frame[FEWER] = 0


def give_turn(machine: Tokyo, state: State, seat: int, fewer: int, cause: int) -> None:
    """Promise a monster another turn. rules: kt.turn.extra, kt.turn.extra-condition"""
    frame = state.stack[0]
    if fewer:
        fewer += frame[FEWER]
    frame[FURTHER] += ((seat, fewer),)
    state.log.append(("another-turn", FURTHER_TURN, cause, seat))
    if machine.ends_turn_for_another and seat == frame[SEAT]:
        frame[CUT] = 1


TURNS = PROCEDURES.declare(
    "turns",
    begin,
    start_effects,
    roll,
    resolve,
    enter,
    buy,
    finish,
    look_at_stars,
    turn_is_over,
    pass_on,
    remembers=6,
)


# --- the end phase -------------------------------------------------------------------------------------

# Locals of the frame of the end phase: whose, the effects left, whether poison has been dealt with.
WHOSE, LEFT, POISONED = 2, 3, 4


def offer_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """Which effect is next; the monster's poison is one of them. rules: kt.end.order, kt.token.*"""
    seat = frame[WHOSE]
    if not state.counters[seat]:
        state.stack.pop()
        return
    ready = [
        entry
        for entry in frame[LEFT]
        if state.where[entry[0]] == AREA + seat and applies(machine, state, entry, seat, (seat, 0))
    ]
    options: list[tuple[str, ...] | tuple[str, int, int]] = [
        ("resolve", card, number) for card, number in sorted(ready)
    ]
    poison = not frame[POISONED] and state.counters[machine.poison + seat]
    if poison and not (machine.poison_last and options):
        options.append(("poison",))
    if not options:
        state.stack.pop()
    elif len(options) == 1:
        state.answer = options[0]
    else:
        ask(state, "order", seat, options, -1, -1, NONE, END_ORDER)


def take_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """It takes place."""
    seat = frame[WHOSE]
    frame[1] = 0
    if state.answer[0] == "poison":
        frame[POISONED] = 1
        amount = state.counters[machine.poison + seat]
        state.log.append(("hit", POISON, NONE, seat, amount))
        deal(state, NONE, NONE, {seat: amount})
        return
    _, card, number = state.answer
    frame[LEFT] = tuple(entry for entry in frame[LEFT] if entry != (card, number))
    start(machine, state, (card, number), seat, (seat, 0))


END_PHASE = PROCEDURES.declare("end-phase", offer_end, take_end, remembers=3)
