"""Elimination: who without hearts is saved, who leaves the game, and what becomes of its place.

A damage says to its elimination what it did to whom; that is all an elimination knows of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oracle.dice_games.moments import push_moment
from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import ask, end
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .atoms import discard, give_all_up, lay_evolution, leave
from .bay import settle_bay
from .moments import NOBODY, Entry, applies, at, start, works
from .monsters import holder, in_tokyo, living
from .table import (
    ACTIVE,
    AREA,
    CITY,
    DECLINE,
    EMPTIED,
    FALLEN,
    NONE,
    OUT_OF_GAME,
    PROCEDURES,
    RESTARTS,
)
from .waiting import EVENTS, SEAT, TO_PLAY_FOR, Event, Waiting, come, gather, joins, offer_to_play

if TYPE_CHECKING:
    from .machine import Tokyo

Blow = tuple[int, int, tuple[int, ...]]
"""Whether claws hit a monster, how many hearts it lost, and whose doing that was."""

Vow = tuple[int, int]
"""Who said before the loss whether it will be saved at will, and whether it will."""

# Locals of the frame of an elimination: the attacker, whom it looks at, what struck each of them,
# whether Tokyo City was yielded to the attacker just now, who held it, plus one, and what waits for
# it, unless the damage it belongs to has that; what was said before about rescues, and a bit for
# each monster that starts afresh.
ELIMINATION_FRAME = Locals()
BY = ELIMINATION_FRAME.one()
STRUCK = ELIMINATION_FRAME.one()
BLOWS = ELIMINATION_FRAME.one()
YIELDED = ELIMINATION_FRAME.one()
HELD = ELIMINATION_FRAME.one()
WAITING = ELIMINATION_FRAME.one()
VOWS = ELIMINATION_FRAME.one()
AFRESH = ELIMINATION_FRAME.one()
# The local of the frame of a rescue beside those it shares with what waits: what was said before.
RESCUE_FRAME = Locals(TO_PLAY_FOR)
VOW = RESCUE_FRAME.one()

OUT = (
    "kt.elimination.zero",
    "kt.elimination.together",
    "kt.elimination.out",
    "kt.elimination.tokens",
)
LAST = ("kt.victory.last", "kt.victory.over")
NOBODY_LEFT = ("kt.victory.nobody", "kt.victory.over")


def begin_elimination(
    state: State,
    by: int,
    blows: dict[int, Blow],
    *,
    yielded: bool = False,
    waiting: tuple[Waiting, ...] = (),
    vows: tuple[Vow, ...] = (),
) -> None:
    """Look at monsters that have no hearts now."""
    struck = tuple(seat for seat in blows if not state.counters[seat])
    each = tuple(blows[seat] for seat in struck)
    state.stack.append([ELIMINATE, 0, by, struck, each, int(yielded), 0, waiting, vows, 0])


def heartless_events(state: State, there: Iterable[int], blows: dict[int, Blow]) -> list[Event]:
    """What waits for hearts that reached 0, of those who are there. rule: kt.elimination.reward"""
    return [
        (seat, head, (fallen, lost))
        for fallen, (_, lost, doers) in blows.items()
        if not state.counters[fallen]
        for seat in sorted(there)
        for head in ("a-monster-heartless", "eliminating")
        if head == "a-monster-heartless" or seat in doers
    ]


def still_due(machine: Tokyo, state: State, waiting: tuple[Waiting, ...]) -> list[Waiting]:
    """What has come about: only the living were wounded, only those who are out eliminated."""
    wounding, eliminating = machine.head_number["wounding"], machine.head_number["eliminating"]
    return [
        each
        for each in waiting
        if (each[1] != wounding or state.counters[each[2][0]])
        and (each[1] != eliminating or is_out(state, each[2][0]))
    ]


def rescue(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards may save those at 0 hearts. rule: kt.elimination.restart"""
    in_city = holder(machine, state, CITY)
    frame[HELD] = 0 if in_city is None else in_city + 1
    vows = dict(frame[VOWS])
    for seat in reversed(frame[STRUCK]):
        found = tuple(at(machine, state, "heartless", seat))
        if len(found) > 1:
            told = first_that_saves(machine, state, found)
            state.log.append(("together", told, NONE, seat, len(found)))
        event = (machine.head_number["heartless"], NOBODY, found)
        state.stack.append([RESCUE, 0, seat, (event,), vows.get(seat, NONE)])


def take_to_play_first(machine: Tokyo, state: State, frame: Frame) -> None:
    """What is played can save with the rest."""
    if joins(machine, state, frame):
        frame[1] = PLAY_FIRST.at


def save(machine: Tokyo, state: State, frame: Frame) -> None:
    """What saves a monster without being asked comes first. rule: kt.evolution.rescue"""
    if not machine.evolution_saves_first:
        save_unasked(machine, state, frame)


def save_unasked(machine: Tokyo, state: State, frame: Frame) -> None:
    """What saves a monster without being asked does so if it has no hearts still."""
    found = [entry for entry in frame[EVENTS][0][2] if not machine.abilities[entry[1]].optional]
    if found:
        push_moment(state, frame[SEAT], NOBODY, found, ordered=False)


def first_that_saves(machine: Tokyo, state: State, found: Iterable[Entry]) -> Rules:
    """What is said of several texts that can save a monster: the first that does is enough."""
    evolutions = any(state.cards[entry[0]] in machine.temporary for entry in found)
    return ("kt.evolution.rescue",) if evolutions else ("kt.elimination.restart",)


def offer_rescue(machine: Tokyo, state: State, frame: Frame) -> None:
    """A monster still without hearts is asked, unless it has said before. rule: .rescue"""
    found = next_rescue(machine, state, frame)
    if found is None or frame[VOW] == 0:
        state.stack.pop()
        if machine.evolution_saves_first and not state.counters[frame[SEAT]]:
            save_unasked(machine, state, frame)
    elif frame[VOW] == 1:
        state.answer = ACCEPT
    else:
        ask_for_rescue(state, frame[SEAT], found)


def ask_for_rescue(state: State, seat: int, found: Entry, more: Rules = ()) -> None:
    """Ask whether a card is used to stay in the game."""
    rules = ("kt.evolution.rescue", "kt.card.may", *more)
    ask(state, "may", seat, [ACCEPT, DECLINE], found[0], rules)


def next_rescue(machine: Tokyo, state: State, frame: Frame) -> Entry | None:
    """The first card that can save a monster at will now."""
    seat = frame[SEAT]
    found = rescues_at_will(machine, state, seat, frame[EVENTS][0][2])
    return next((entry for entry in found if applies(machine, state, entry, seat, NOBODY)), None)


def rescues_at_will(machine: Tokyo, state: State, seat: int, found: Iterable[Entry]) -> list[Entry]:
    """Those of what saves a monster at 0 hearts that it is asked about."""
    return [
        entry
        for entry in found
        if machine.abilities[entry[1]].optional and works(machine, state, entry[0], seat)
    ]


def take_rescue(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is used, or the next one offered."""
    found = next_rescue(machine, state, frame)
    assert found is not None
    head, about, entries = frame[EVENTS][0]
    left = tuple(entry for entry in entries if entry != found)
    frame[EVENTS] = ((head, about, left),)
    frame[1] = OFFER_STEP.at
    if state.answer == ACCEPT:
        start(machine, state, found, frame[SEAT], NOBODY)


PLAY_FIRST = Place()
OFFER_STEP = Place()
RESCUE = PROCEDURES.declare(
    "rescue",
    PLAY_FIRST,
    offer_to_play,
    take_to_play_first,
    save,
    OFFER_STEP,
    offer_rescue,
    take_rescue,
    remembers=RESCUE_FRAME,
)


def take_out(machine: Tokyo, state: State, frame: Frame) -> None:
    """All who are still without hearts leave the game together. rules: kt.elimination.*"""
    blows: dict[int, Blow] = dict(zip(frame[STRUCK], frame[BLOWS], strict=True))
    for seat in blows:
        if state.counters[seat]:
            tell_saved(machine, state, seat, afresh=bool(frame[AFRESH] >> seat & 1))
    out = [seat for seat in blows if not state.counters[seat]]
    for seat in out:
        eliminate(machine, state, seat, by_claws=bool(blows[seat][0]))
    left = living(machine, state)
    if len(left) < 2:
        winner = left[0] if left else NONE
        rules = LAST if left else NOBODY_LEFT
        state.log.append(("over", rules, NONE, winner))
        end(state, winner, "last" if left else "nobody", rules)
        return
    for seat in out:
        give_up_cards(machine, state, seat)
    if out and machine.bay_in_use:
        settle_bay(machine, state, len(left), kept=is_for_attacker(machine, state, frame))
    come(machine, state, frame[WAITING])


def start_afresh(state: State, seat: int) -> None:
    """Note that a monster starts afresh, wherever it was going. rule: .nobody-enters"""
    state.registers[RESTARTS] += 1
    frame = next(frame for frame in reversed(state.stack) if frame[0] == ELIMINATE)
    frame[AFRESH] |= 1 << seat


def tell_saved(machine: Tokyo, state: State, seat: int, *, afresh: bool) -> None:
    """A monster is saved and goes on. rules: kt.elimination.restart, .restart-counts, .rescue"""
    told: Rules = ("kt.evolution.rescue",)
    if afresh:
        told = ("kt.elimination.restart", "kt.elimination.restart-counts")
        if seat == state.registers[ACTIVE]:
            told += ("kt.elimination.restart-turn",)
    if state.counters[machine.mindbugs + seat]:
        told += ("kt.mindbug.eliminated",)
    state.log.append(("restart", told, NONE, seat))


def is_for_attacker(machine: Tokyo, state: State, frame: Frame) -> bool:
    """Whether Tokyo City, if it is empty, is for an attacker from outside.

    It is if its holder yielded it; by option also if the attack left its holder without hearts.
    rules: kt.yield.unharmed, kt.bay.closing-move, kt.elimination.restart-place
    """
    attacker = frame[BY]
    if attacker == NONE or not state.counters[attacker] or in_tokyo(machine, state, attacker):
        return False
    if frame[YIELDED]:
        return True
    every = zip(frame[STRUCK], frame[BLOWS], strict=True)
    fell = any(blow[0] and seat + 1 == frame[HELD] for seat, blow in every)
    return fell and not machine.bay_moves_first


def eliminate(machine: Tokyo, state: State, seat: int, *, by_claws: bool) -> None:
    """A monster leaves the game and Tokyo. rules: kt.elimination.out, .tokens, .place"""
    state.registers[OUT_OF_GAME] |= 1 << seat
    rules: Rules = OUT
    if seat == state.registers[ACTIVE]:
        rules += ("kt.elimination.own-turn",)
    if state.counters[machine.mindbugs + seat]:
        rules += ("kt.mindbug.eliminated",)
    state.log.append(("out", rules, NONE, seat))
    give_all_up(machine, state, seat)
    if in_tokyo(machine, state, seat):
        told: Rules = ("kt.elimination.place",)
        if by_claws:
            state.registers[EMPTIED] |= 1 << state.counters[machine.place + seat]
        else:
            told += ("kt.tokyo.not-by-cards",)
        leave(machine, state, seat, NONE, told)
    state.lasting = [entry for entry in state.lasting if entry[2] != seat]


def give_up_cards(machine: Tokyo, state: State, seat: int) -> None:
    """What lay before it is discarded once it is seen who is left. rule: kt.elimination.cards"""
    for card in sorted(state.zones[AREA + seat]):
        discard(machine, state, card, NONE, ("kt.elimination.cards",))
    if machine.has_evolutions:
        for first in (machine.hand, machine.evolved, machine.evolution_deck):
            for card in sorted(state.zones[first + seat]):
                lay_evolution(machine, state, card, seat, ("kt.evolution.eliminated",))


ELIMINATE = PROCEDURES.declare("eliminate", rescue, take_out, remembers=ELIMINATION_FRAME)


def is_out(state: State, seat: int) -> bool:
    """Whether a monster without hearts has left the game already."""
    return bool(state.registers[OUT_OF_GAME] >> seat & 1)


def check_fallen(machine: Tokyo, state: State, dirty: int) -> None:
    """Whoever has no hearts left, though no damage was dealt, is eliminated as well."""
    if any(frame[0] in (machine.code_number["damage"], ELIMINATE) for frame in state.stack):
        state.dirty |= FALLEN  # those look at it themselves
        return
    out = [s for s in range(machine.players) if not state.counters[s] and not is_out(state, s)]
    if out:
        blows: dict[int, Blow] = dict.fromkeys(out, (0, 0, ()))
        there = {*living(machine, state), *out}
        waiting = gather(machine, state, heartless_events(state, there, blows))
        begin_elimination(state, NONE, blows, waiting=waiting)
