"""The roll phase: how many dice, the rolls, and what looks at the complete Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.machine import Entry
from oracle.dice_games.rolling import SEAT as SEAT
from oracle.dice_games.rolling import TO_ROLL as TO_ROLL
from oracle.dice_games.rolling import RollPlaces
from oracle.dice_games.rolling import offer_reroll as offer_reroll
from oracle.dice_games.rolling import roll as roll
from oracle.dice_games.rolling import take_face as take_face
from oracle.dice_games.rolling import take_reroll as take_reroll
from oracle.dice_games.table import ADDED, DECLINE, DICE, NONE, REROLLS
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .cards import ADD_UP, ORDER
from .dice import (
    ROLL_FRAME,
    ROLLED,
    offer_discards,
    offer_tokens,
    reckon,
    take_discards,
    take_tokens,
)
from .moments import (
    applies,
    at,
    begin_moment,
    happen,
    note_used,
    offer_use,
    start,
    usable,
    was_used,
)
from .monsters import changes_of, has_say, markers_in_spotlights, tell_spotlights, works
from .table import COMPLETE, FACES, LEFT, PROCEDURES, RESOLVER, SKIPPED, SPOTLIT

if TYPE_CHECKING:
    from .machine import Duel

FACE_SHOWN = ("kd.dice.faces",)
STOP = ("kd.roll.stop",)
REROLL = ("kd.roll.three", "kd.roll.some", "kd.roll.stop", "kd.roll.any-die")
USE = ("kd.roll.free", "kd.card.may")
COMPLETED = ("kd.roll.complete", "kd.roll.result", "kd.roll.complete-steps")


def begin_roll(state: State, seat: int) -> None:
    """Begin a roll phase."""
    state.stack.append([ROLL_PHASE, 0, seat, 0, 0, 0])


def offer_cards(machine: Duel, state: State, frame: Frame) -> None:
    """What may be used during the roll. rules: kd.roll.free, kd.card.any-time"""
    late = machine.free_after_last and state.registers[REROLLS] > 0
    about = (frame[SEAT], 0)
    found = [] if late else usable(machine, state, ("during-roll",), frame[SEAT], about)
    rules: Rules = USE if found else ()
    if machine.any_time_in_roll:
        more = usable(machine, state, ("any-time",), frame[SEAT], about)
        rules += ("kd.card.any-time", "kd.card.may") if more else ()
        found = found + more
    if found and frame[ROLLED]:
        offer_use(state, frame[SEAT], found, rules)
    else:
        state.answer = DECLINE


def take_card(machine: Duel, state: State, frame: Frame) -> None:
    """Use it, and ask again."""
    if state.answer != DECLINE:
        _, card, number = state.answer
        frame[1] = OFFER.at
        start(machine, state, (card, number), frame[SEAT], (frame[SEAT], 0))


def complete(machine: Duel, state: State, frame: Frame) -> None:
    """The Roll is complete; first, symbols are added to it. rules: kd.roll.complete, .added"""
    seat, registers = frame[SEAT], state.registers
    registers[COMPLETE] = 1
    registers[SPOTLIT] = markers_in_spotlights(state)
    state.log.append(("complete", COMPLETED, NONE, seat))
    found = changes_of(machine, state, "modify-symbols", seat)
    for card, you, change, much in found:
        rules = change.rules + (("kd.card.add-up",) if len(found) > 1 else ())
        if change.per is not None:
            rules += tell_spotlights(machine, state)
        if much:
            has_say(state, card, change, you)
            state.log.append(("added", rules, card, you, much, change.face))
        else:
            state.log.append(("no-effect", rules, card, card, change.ability.number, you))
    happen(machine, state, "adding", seat, (seat, 0))


def may_skip(machine: Duel, state: State, frame: Frame) -> None:
    """By option, skipping the resolve phase skips what looks at the Roll. rule: kd.resolve.skip"""
    if machine.skips_cards:
        seat = frame[SEAT]
        found = [e for e in at(machine, state, "resolving", seat) if machine.abilities[e[1]].skips]
        begin_moment(state, seat, (seat, 0), found)


def look(machine: Duel, state: State, frame: Frame) -> None:
    """What looks at the complete Roll. rules: kd.roll.complete-steps, kd.roll.backlash"""
    seat = frame[SEAT]
    found = at(machine, state, "after-roll", seat)
    if state.registers[SKIPPED]:
        for card, number in found:
            state.log.append(("no-effect", ("kd.resolve.skip",), card, card, number, seat))
        return
    if machine.roll_is_resolving:
        state.registers[RESOLVER] = seat + 1
    batches = [found]
    if machine.backlash != "chosen":
        hard = [entry for entry in found if machine.abilities[entry[1]].hits_you]
        batches = [hard, [entry for entry in found if entry not in hard]]
    if machine.backlash == "last":
        batches.reverse()
    for batch in reversed(batches):
        if batch:
            state.stack.append([LOOK, 0, seat, tuple(batch)])
    if len(found) > 1:
        ready = sum(applies(machine, state, entry, seat, (seat, 0)) for entry in found)
        if ready > 1:
            state.log.append(("together", ADD_UP, NONE, seat, ready))


ROLL_PLACES = RollPlaces()
ROLL_STEP = ROLL_PLACES.roll
OFFER = ROLL_PLACES.offer_cards
COMPLETE_STEP = ROLL_PLACES.behind
ROLL_PHASE = PROCEDURES.declare(
    "roll-phase",
    offer_discards,
    take_discards,
    reckon,
    offer_tokens,
    take_tokens,
    ROLL_STEP,
    roll,
    take_face,
    OFFER,
    offer_cards,
    take_card,
    offer_reroll,
    take_reroll,
    COMPLETE_STEP,
    complete,
    may_skip,
    look,
    remembers=ROLL_FRAME,
)

# --- what looks at the complete Roll -------------------------------------------------------------

# Locals of the frame of looking at a Roll: whose it is, and the effects left.
LOOK_FRAME = Locals()
WHO = LOOK_FRAME.one()
WAITING = LOOK_FRAME.one()


def pick_look(machine: Duel, state: State, frame: Frame) -> None:
    """Which effect is next, as long as one applies. rule: kd.roll.complete-steps

    One that does not apply can be taken first where what it looks at may still change.
    """
    seat = frame[WHO]
    if machine.late_cards_join:
        frame[WAITING] += late_looks(machine, state, frame)
    here = [entry for entry in frame[WAITING] if works(machine, state, entry[0], seat)]
    ready = [entry for entry in here if applies(machine, state, entry, seat, (seat, 0))]
    if not ready:
        state.stack.pop()
        return
    if can_change(machine, state, seat):
        ready = here
    if len(ready) == 1:
        state.answer = ("resolve", *ready[0])
        return
    options = [("resolve", card, number) for card, number in sorted(ready)]
    rules = ("kd.roll.complete-steps", *ORDER)
    ask(state, "order", seat, options, NONE, rules)


def late_looks(machine: Duel, state: State, frame: Frame) -> tuple[Entry, ...]:
    """By option, effects of cards that came since. rules: kd.roll.complete-steps, .backlash"""
    others = [each for each in state.stack if each[0] == LOOK and each is not frame]
    known = [entry for each in (frame, *others) for entry in each[WAITING]]
    hard = machine.backlash == "first"
    return tuple(
        entry
        for entry in at(machine, state, "after-roll", frame[WHO])
        if entry not in known
        and not was_used(state, *entry)
        and (not others or machine.abilities[entry[1]].hits_you == hard)
    )


def can_change(machine: Duel, state: State, seat: int) -> bool:
    """Whether the complete Roll can change by what happens. rule: kd.roll.added-markers"""
    return not machine.markers_when_complete and any(
        change.per is not None
        for _, _, change, _ in changes_of(machine, state, "modify-symbols", seat)
    )


def take_look(machine: Duel, state: State, frame: Frame) -> None:
    """Its condition is looked at now, and never again."""
    seat = frame[WHO]
    _, card, number = state.answer
    frame[WAITING] = tuple(entry for entry in frame[WAITING] if entry != (card, number))
    frame[1] = PICK_LOOK.at
    works_now = applies(machine, state, (card, number), seat, (seat, 0))
    if machine.late_cards_join:
        note_used(state, card, number)
    if works_now:
        if any(state.registers[ADDED + face] for face in machine.abilities[number].looks_at):
            told = ("kd.monster.added",)
            state.log.append(("applies", told, card, card, number, seat))
        start(machine, state, (card, number), seat, (seat, 0))
    else:
        rules = ("kd.roll.complete-steps",)
        state.log.append(("no-effect", rules, card, card, number, seat))


PICK_LOOK = Place()
LOOK = PROCEDURES.declare(
    "look",
    PICK_LOOK,
    pick_look,
    take_look,
    remembers=LOOK_FRAME,
)


def clear_roll(state: State) -> None:
    """Nothing of the roll before is left. rule: kd.turn.begin"""
    for face in range(len(FACES)):
        for first in (DICE, ADDED, LEFT):
            state.registers[first + face] = 0
