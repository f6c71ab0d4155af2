"""Hits: who takes how many, who defends how, who loses hearts, and what follows.

The steps are those of rule kd.hit.steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, DECLINE, NONE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .hearts import lose_hearts
from .moments import applies, at, begin_moment, happen, start
from .monsters import has_say, said_of, works
from .table import HEARTS, PROCEDURES, TOOK, rival
from .victory import fall

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the frame of hits: the tuples go together, one entry for each monster hit. LOST are the
# hearts that the hits really cost, BEFORE those that each had lost in this turn before.
HITS_FRAME = Locals()
CAUSE = HITS_FRAME.one()
SEATS = HITS_FRAME.one()
AMOUNTS = HITS_FRAME.one()
LOST = HITS_FRAME.one()
NEXT = HITS_FRAME.one()
BEFORE = HITS_FRAME.one()
# Locals of the frame of a defence.
DEFENCE_FRAME = Locals()
WHO = DEFENCE_FRAME.one()
APPLIED = DEFENCE_FRAME.one()
STAGE = DEFENCE_FRAME.one()

LOSE = ("kd.hit.heart", "kd.hit.steps")
UNHARMED = ("kd.hit.taken",)
DEFEND = ("kd.hit.defend",)


def deal(machine: Duel, state: State, hits: dict[int, int], cause: int, rules: Rules) -> None:
    """Deal hits of one source to one monster or to both. rules: kd.hit.one, kd.hit.both"""
    active = state.registers[ACTIVE]
    order = sorted((seat for seat in hits if hits[seat] > 0), key=lambda seat: seat != active)
    if len(order) > 1:
        rules += ("kd.hit.both",)
    seats = []
    for seat in order:
        state.log.append(("hit", rules, cause, seat, hits[seat]))
        shields = said_of(machine, state, "cannot-be-hit", seat)
        if shields:
            card, you, said = shields[0]
            has_say(state, card, said, you)
            state.log.append(("immune", said.rules, card, seat))
        else:
            seats.append(seat)
    if seats:
        amounts = tuple(hits[seat] for seat in seats)
        state.stack.append([HITS, 0, cause, tuple(seats), amounts, (), 0, ()])


def hits_frame(state: State) -> Frame | None:
    """The hits that are being dealt, the latest."""
    for frame in reversed(state.stack):
        if frame[0] == HITS:
            return frame
    return None


def pending(state: State, seat: int) -> int:
    """How many hits a monster is about to take, or has just taken."""
    frame = hits_frame(state)
    if frame is None or seat not in frame[SEATS]:
        return 0
    amounts = frame[LOST] or frame[AMOUNTS]
    return int(amounts[frame[SEATS].index(seat)])


def taken_before(state: State, seat: int) -> int:
    """How many hits of this turn a monster had taken before the latest."""
    frame = hits_frame(state)
    if frame is None or seat not in frame[SEATS] or not frame[BEFORE]:
        return state.registers[TOOK + seat]
    return int(frame[BEFORE][frame[SEATS].index(seat)])


def prevent(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Take away some of the hits that a monster is about to take."""
    frame = hits_frame(state)
    if frame is None or frame[LOST] or seat not in frame[SEATS]:
        return
    index = frame[SEATS].index(seat)
    amounts = list(frame[AMOUNTS])
    amount = min(amount, amounts[index])
    if amount > 0:
        amounts[index] -= amount
        frame[AMOUNTS] = tuple(amounts)
        state.log.append(("prevent", rules, cause, seat, amount, amounts[index]))


# --- the steps of hits ---------------------------------------------------------------------------


def defend(machine: Duel, state: State, frame: Frame) -> None:
    """Each monster hit defends itself, the active one first. rules: kd.hit.defend, kd.hit.both"""
    if frame[NEXT] == len(frame[SEATS]):
        return
    seat = frame[SEATS][frame[NEXT]]
    frame[NEXT] += 1
    frame[1] = DEFEND_NEXT.at
    if at(machine, state, "would-be-hit", seat):
        state.stack.append([DEFENCE, 0, seat, (), 0])


def lose(machine: Duel, state: State, frame: Frame) -> None:
    """All lose hearts for what is left, together. rules: kd.hit.heart, kd.hit.taken"""
    lost, before = [], []
    for seat, amount in zip(frame[SEATS], frame[AMOUNTS], strict=True):
        before.append(state.registers[TOOK + seat])
        if not amount:
            lost.append(0)
            state.log.append(("unharmed", UNHARMED, frame[CAUSE], seat))
            continue
        beyond = amount > state.counters[HEARTS + seat]
        rules: Rules = LOSE + (UNHARMED if beyond else ())
        lost.append(lose_hearts(state, seat, amount, frame[CAUSE], rules))
        state.registers[TOOK + seat] += lost[-1]
    frame[LOST], frame[BEFORE] = tuple(lost), tuple(before)


def fallen(state: State, frame: Frame) -> list[int]:
    """The monsters hit that have no hearts."""
    return [seat for seat in frame[SEATS] if not state.counters[HEARTS + seat]]


def save(machine: Duel, state: State, frame: Frame) -> None:
    """A card may save a monster that lost its last heart. rule: kd.hit.stay"""
    for seat in reversed(fallen(state, frame)):
        happen(machine, state, "heartless", seat, (seat, 0))


def sort_out(machine: Duel, state: State, frame: Frame) -> None:
    """Who has no hearts now has lost; what was saved was not lost. rules: kd.victory.*"""
    lost_game = fallen(state, frame)
    if lost_game:
        fall(state, lost_game, draw=machine.both_fall_draw)
        return
    lost = list(frame[LOST])
    for index, seat in enumerate(frame[SEATS]):
        total = state.registers[TOOK + seat]
        if lost[index] and total != frame[BEFORE][index] + lost[index]:
            lost[index] = total - frame[BEFORE][index]
    frame[LOST] = tuple(lost)


def follow(machine: Duel, state: State, frame: Frame) -> None:
    """Effects that waited for the hits, those of one monster first. rule: kd.card.waiting"""
    first = state.registers[ACTIVE]
    if machine.rival_follows_first:
        first = rival(first)
    waiting: list[tuple[int, list[Entry]]] = []
    for seat in (first, rival(first)):
        found: list[Entry] = []
        if hurt(frame, seat):
            found += at(machine, state, "was-hit", seat)
        if hurt(frame, rival(seat)):
            found += at(machine, state, "rival-hit", seat)
        if found:
            waiting.append((seat, found))
    if len(waiting) > 1 and all(
        any(applies(machine, state, entry, seat, (seat, 0)) for entry in found)
        for seat, found in waiting
    ):
        told = ("kd.card.waiting",)
        state.log.append(("one-after-another", told, NONE, len(waiting)))
    for seat, found in reversed(waiting):
        begin_moment(state, seat, (seat, 0), found)


def hurt(frame: Frame, seat: int) -> bool:
    """Whether the hits cost a monster hearts."""
    return seat in frame[SEATS] and frame[LOST][frame[SEATS].index(seat)] > 0


DEFEND_NEXT = Place()
HITS = PROCEDURES.declare(
    "hits",
    DEFEND_NEXT,
    defend,
    lose,
    save,
    sort_out,
    follow,
    remembers=HITS_FRAME,
)


def stay(state: State, seat: int, hearts: int, cause: int) -> None:
    """A monster without hearts has some again: those were not lost. rules: .stay, .taken"""
    frame = hits_frame(state)
    if frame is not None and seat in frame[SEATS] and frame[LOST]:
        before = taken_before(state, seat)
        taken = state.registers[TOOK + seat] = max(before, state.registers[TOOK + seat] - hearts)
        told = ("keeps", ("kd.hit.stay", "kd.hit.taken"), cause, seat, hearts, taken - before)
        state.log.append(told)


# --- one monster's defence -----------------------------------------------------------------------


def offer_defence(machine: Duel, state: State, frame: Frame) -> None:
    """What the monster may or must apply next. rule: kd.hit.defend"""
    seat = frame[WHO]
    ready = defences(machine, state, frame)
    if not ready or not pending(state, seat):
        state.stack.pop()
        return
    must = [entry for entry in ready if not machine.abilities[entry[1]].optional]
    options: list[Any] = [("use", *entry) for entry in sorted(ready)]
    if not must:
        options.append(DECLINE)
    if len(options) == 1:
        state.answer = options[0]
        return
    rules: Rules = DEFEND + (() if must else ("kd.card.may",))
    ask(state, "defend", seat, options, NONE, rules)


def defences(machine: Duel, state: State, frame: Frame) -> list[Entry]:
    """What a monster has against the hits and has not applied; by option, dice come first."""
    seat = frame[WHO]
    ready = [
        entry
        for entry in at(machine, state, "would-be-hit", seat)
        if entry not in frame[APPLIED]
        and works(machine, state, entry[0], seat)
        and applies(machine, state, entry, seat, (seat, 0))
    ]
    if machine.dice_defend_first and not frame[STAGE]:
        thrown = [entry for entry in ready if machine.abilities[entry[1]].throws]
        return thrown or ready
    return ready


def take_defence(machine: Duel, state: State, frame: Frame) -> None:
    """It is applied, and what is left is defended against."""
    seat = frame[WHO]
    frame[1] = OFFER_DEFENCE.at
    if state.answer == DECLINE:
        if machine.dice_defend_first and not frame[STAGE]:
            frame[STAGE] = 1
            frame[APPLIED] += tuple(
                entry
                for entry in at(machine, state, "would-be-hit", seat)
                if machine.abilities[entry[1]].throws
            )
            return
        state.stack.pop()
        return
    _, card, number = state.answer
    frame[APPLIED] += ((card, number),)
    start(machine, state, (card, number), seat, (seat, 0))


OFFER_DEFENCE = Place()
DEFENCE = PROCEDURES.declare(
    "defence",
    OFFER_DEFENCE,
    offer_defence,
    take_defence,
    remembers=DEFENCE_FRAME,
)
