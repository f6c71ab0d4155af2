"""Hearts: what the hearts of a roll are used for, and a maximum that falls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .any_time import before_all_else
from .atoms import gain_hearts, lower_maximum, more_of
from .bay import in_bay
from .energy import get_energy, lose_energy
from .moments import open_window
from .monsters import has_say, in_tokyo, maximum_of, others, said_by
from .table import HEALED_HEARTS, NONE, PROCEDURES
from .tokens import remove_token

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of the resolve phase that are about hearts: whose it is, how many are left to
# use, and how they are used: so many for the monster itself, and for whom the others.
HEARTS_FRAME = Locals()
SEAT = HEARTS_FRAME.one()
SYMBOLS = HEARTS_FRAME.one()
HEALING = HEARTS_FRAME.one()
GIFTS = HEARTS_FRAME.one()

# Places of the resolve phase.
HEARTS = Place()
HEAL_STEP = Place()
NEXT_RESULT = Place()

HEAL = ("kt.heart.face",)
IN_TOKYO = ("kt.heart.in-tokyo",)
USE_HEARTS = ("kt.heart.use", "kt.heart.face")
REMOVE = ("kt.token.remove", "kt.heart.use")
GIVE = ("kt.heart.others", "kt.heart.use", "kt.heart.others-price")
GIVE_PRICE = ("kt.heart.others-price", "kt.energy.returned")
TOKENS = ("poison", "shrink")


def offer_hearts(machine: Tokyo, state: State, frame: Frame) -> None:
    """What each heart is used for, where there is a choice. rule: kt.heart.use"""
    seat = frame[SEAT]
    inside = in_tokyo(machine, state, seat)
    if not frame[SYMBOLS]:
        frame[1] = HEAL_STEP.at
        return
    gifts: list[tuple[str, int]] = []
    healers = said_by(machine, state, "heals-others", seat)
    if healers and (not inside or machine.hearts_given_from_tokyo):
        gifts = [
            ("give", other)
            for other in others(machine, state, seat)
            if state.counters[other] + frame[GIFTS].count(other)
            < maximum_of(machine, state, other)[0]
        ]
    removals = []
    if not inside:
        for kind, first in enumerate((machine.poison, machine.shrink)):
            if state.counters[first + seat]:
                removals.append(("remove", kind))
    if not gifts and not removals:
        if inside:
            barred = ("kt.heart.others-from-tokyo",) if healers else ()
            told = IN_TOKYO + barred + in_bay(machine, state, seat)
            state.log.append(("no-healing", told, NONE, seat))
        else:
            frame[HEALING] += frame[SYMBOLS]
        frame[SYMBOLS] = 0
        frame[1] = HEAL_STEP.at
        return
    rules: Rules = USE_HEARTS
    if removals:
        rules += ("kt.token.remove",)
    if gifts:
        rules += ("kt.heart.others",)
        if inside:
            rules += ("kt.heart.others-from-tokyo",)
    options = [("heal",), *removals, *sorted(gifts)]
    ask(state, "heart", seat, options, NONE, rules)


def take_heart(machine: Tokyo, state: State, frame: Frame) -> None:
    """One heart is used."""
    seat = frame[SEAT]
    verb = state.answer[0]
    frame[SYMBOLS] -= 1
    frame[1] = HEARTS.at
    if verb == "heal":
        if in_tokyo(machine, state, seat):
            state.log.append(("no-healing", IN_TOKYO, NONE, seat))
        else:
            frame[HEALING] += 1
    elif verb == "remove":
        remove_token(machine, state, seat, TOKENS[state.answer[1]], REMOVE)
    else:
        frame[GIFTS] += (state.answer[1],)


def give_hearts(machine: Tokyo, state: State, seat: int, other: int, hearts: int) -> None:
    """Another monster is healed and pays for it. rules: kt.heart.others, .others-price"""
    card, said = said_by(machine, state, "heals-others", seat)[0]
    has_say(state, card, said, seat)
    rules: Rules = GIVE
    if not machine.more_hearts_on_any_gain:  # it is the healing of the one that gives
        more, told = more_of(machine, state, "hearts", seat)
        room = maximum_of(machine, state, other)[0] - state.counters[other]
        hearts, rules = min(hearts + more, room), GIVE + told
    gain_hearts(machine, state, other, hearts, card, rules, own=False)
    paid = lose_energy(machine, state, other, said.amount * hearts, card, GIVE_PRICE)
    get_energy(machine, state, seat, paid, card, GIVE_PRICE)


def heal(machine: Tokyo, state: State, frame: Frame) -> None:
    """The hearts for the monster itself are one gain. rule: kt.heart.face"""
    seat, gifts = frame[SEAT], frame[GIFTS]
    gained = gain_hearts(machine, state, seat, frame[HEALING], NONE, HEAL, own=True)
    state.registers[HEALED_HEARTS] += min(gained, frame[HEALING])
    for other in dict.fromkeys(gifts):
        give_hearts(machine, state, seat, other, gifts.count(other))
    frame[1] = NEXT_RESULT.at


# --- a maximum that falls -------------------------------------------------------------------------

# Locals of the frame of a maximum that falls: whose, and why.
FALL_FRAME = Locals()
WHOSE = FALL_FRAME.one()
CAUSE = FALL_FRAME.one()


def before_falling(machine: Tokyo, state: State, frame: Frame) -> None:
    """What its owner may use at any time comes before hearts are lost. rule: kt.card.any-time"""
    if machine.set_moments:
        open_window(machine, state, ("any-time",), frame[WHOSE], (frame[WHOSE], 0))
    else:
        state.stack.append(before_all_else(frame[WHOSE]))


def fall(machine: Tokyo, state: State, frame: Frame) -> None:
    """The hearts go, which is no damage. rule: kt.heart.maximum-lost"""
    lower_maximum(machine, state, frame[WHOSE], frame[CAUSE])


PROCEDURES.declare("maximum-falls", before_falling, fall, remembers=FALL_FRAME)
