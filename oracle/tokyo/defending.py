"""Defence: what a monster applies against hearts it is about to lose, one thing at a time.

rule: kt.damage.defend
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .any_time import note_declined
from .damage import AGAINST_CLAWS, DEFENCES, damage_frame, pending_loss
from .losses import DEALT, DECIDED
from .moments import Entry, applies, at, is_for_any_moment, offer_use, start
from .table import DECLINE, NONE, PROCEDURES

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of a defence: whose, whether against claws, what was applied, and whether
# only yielding is left.
DEFENCE_FRAME = Locals()
WHO = DEFENCE_FRAME.one()
FOR = DEFENCE_FRAME.one()
APPLIED = DEFENCE_FRAME.one()
STAGE = DEFENCE_FRAME.one()

DEFEND = ("kt.damage.defend", "kt.damage.asked")


def offer_defence(machine: Tokyo, state: State, frame: Frame) -> None:
    """What applies to the loss as it is now; what is not optional must be applied."""
    seat = frame[WHO]
    if pending_loss(state, seat) == 0:
        state.stack.pop()
        return
    found = defences(machine, state, frame)
    must = any(not machine.abilities[entry[1]].optional for entry in found)
    more: Rules = ("kt.yield.unharmed-first",) if yields_by(machine, found) else ()
    if not found:
        tell_as_dealt(machine, state, frame)
        go_on_to_wounds(machine, state, frame)
    elif must and len(found) == 1:
        state.answer = ("use", *found[0][:2])
    elif must:
        options = [("use", entry[0], entry[1]) for entry in sorted(found)]
        ask(state, "defend", seat, options, NONE, DEFEND + more)
    else:
        if any(machine.abilities[entry[1]].keyword for entry in found):
            more += ("kt.keyword.choice", "kt.keyword.wound-window")
        if any(machine.abilities[entry[1]].head == "any-time" for entry in found):
            more += ("kt.card.any-time",)
        if any(machine.abilities[entry[1]].guards for entry in found):
            more += ("kt.card.any-time-asked",)
        if any(is_for_any_moment(machine, state, entry) for entry in found):
            more += ("kt.evolution.any-moment", "kt.evolution.set-moments")
        offer_use(state, seat, found, (*DEFEND, "kt.card.may", *more), "defend")


def defences(machine: Tokyo, state: State, frame: Frame) -> list[Entry]:
    """What a monster can apply now; by option yielding comes last. rule: kt.yield.unharmed-first"""
    seat = frame[WHO]
    context = (seat, pending_loss(state, seat))
    found = []
    for head in AGAINST_CLAWS if frame[FOR] else DEFENCES:
        for entry in at(machine, state, head, seat):
            linked = machine.abilities[entry[1]]
            if machine.yields_last and linked.yields != bool(frame[STAGE]):
                continue
            if not machine.set_moments and is_for_any_moment(machine, state, entry):
                continue  # it came before this defence
            if entry in frame[APPLIED] and not (linked.optional and linked.repeated):
                continue
            if applies(machine, state, entry, seat, context):
                found.append(entry)
    return told_once(machine, found) if len(found) > 1 else found


def tell_as_dealt(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option what looks at an exact loss does nothing about the rest of a greater one."""
    seat = frame[WHO]
    if not machine.looks_at_dealt or pending_loss(state, seat) == pending_loss(state, seat, DEALT):
        return
    for card, number, *_ in at(machine, state, "would-lose", seat):
        if machine.abilities[number].exact and (card, number) not in frame[APPLIED]:
            told = (*machine.abilities[number].rules, "kt.damage.small")
            state.log.append(("no-effect", told, card, card, number, seat))


def yields_by(machine: Tokyo, found: list[Entry]) -> bool:
    """Whether one of these defences is yielding to be spared."""
    return any(machine.abilities[entry[1]].yields for entry in found)


def told_once(machine: Tokyo, found: list[Entry]) -> list[Entry]:
    """Without a wider use of a card at the time of its keyword. rule: kt.evolution.keyword"""
    of = machine.abilities
    timely = {card for card, number, *_ in found if of[number].keyword}
    return [
        entry
        for entry in found
        if of[entry[1]].keyword or not (of[entry[1]].uses and entry[0] in timely)
    ]


def go_on_to_wounds(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option after all else, whether to yield and be spared. rule: kt.yield.unharmed-first"""
    if frame[STAGE] or not (frame[FOR] and machine.yields_last):
        state.stack.pop()
    else:
        frame[STAGE] = 1
        frame[1] = OFFER_DEFENCE.at


def take_defence(machine: Tokyo, state: State, frame: Frame) -> None:
    """Apply it to what the one before left."""
    if state.answer == DECLINE:
        declined = defences(machine, state, frame)
        if yields_by(machine, declined):
            damage_frame(state)[DECIDED] |= 1 << frame[WHO]
        note_declined(machine, state, frame[WHO], declined)
        go_on_to_wounds(machine, state, frame)
        return
    _, card, number = state.answer
    frame[APPLIED] += ((card, number),)
    frame[1] = OFFER_DEFENCE.at
    seat = frame[WHO]
    start(machine, state, (card, number), seat, (seat, pending_loss(state, seat)))


OFFER_DEFENCE = Place()
DEFENCE = PROCEDURES.declare(
    "defence",
    OFFER_DEFENCE,
    offer_defence,
    take_defence,
    remembers=DEFENCE_FRAME,
)
