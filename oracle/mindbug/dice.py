"""Dice of an attack: roll, perhaps reroll, then every result in the order the attacker likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import TRIGGERED, Step, ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from oracle.kernel.waiting import effect_frame
from rules_dsl.definitions import Call

from .effects import bind_amount
from .permissions import rules_in_force, tell_say
from .table import DECLINE, ENERGY, NONE, PROCEDURES
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

# Locals of the dice frame: faces are definitions, NONE where a die is still to be rolled.
DICE_FRAME = Locals()
ATTACKER = DICE_FRAME.one()
SEAT = DICE_FRAME.one()
FACES = DICE_FRAME.one()
LEFT = DICE_FRAME.one()

ROLL = ("mb.dice.roll", "mb.dice.attack-only", "mb.dice.before-block")
ROLL_TWO = (*ROLL, "mb.dice.two", "mb.dice.both-dice")
REROLL = ("mb.dice.reroll",)
REROLL_TWO = ("mb.dice.reroll", "mb.dice.reroll-two")
FINAL = ("mb.dice.final", "mb.dice.at-once")
ORDER = ("mb.dice.order", "mb.dice.all-effects")
APPLY = ("mb.dice.at-once", "mb.dice.controller")
APPLY_BOTH = (*APPLY, "mb.dice.all-effects")
ENERGY_RULES = ("mb.dice.energy", "mb.dice.energy-kept", "mb.dice.energy-unlimited")
RESULTS: dict[str, Rules] = {
    "until-end-of-turn": ("mb.dice.growth", "mb.dice.growth-lasts"),
    "discard": ("mb.dice.smash",),
}
"""What a face rests on, by the word of its effect."""

REROLLS = ("first", "second", "both")
"""Which dice are rolled again; with one die, or two that show the same, the first will do."""


def roll_dice(state: State, attacker: int, seat: int, count: int) -> None:
    """Begin to roll the dice of an attack."""
    state.stack.append([DICE_OF_ATTACK, 0, attacker, seat, (NONE,) * count, NONE])


def roll(machine: Mindbug, state: State, frame: Frame) -> None:
    """Roll one die after the other. rules: mb.dice.roll, mb.dice.two"""
    if NONE not in frame[FACES]:
        frame[1] = OFFER_REROLL.at
        return
    options = [("roll", face) for face in machine.die_faces]
    rules = ROLL_TWO if len(frame[FACES]) > 1 else ROLL
    ask(state, "roll", NATURE, options, frame[ATTACKER], rules)


def take_roll(machine: Mindbug, state: State, frame: Frame) -> None:
    """Note what a die shows."""
    face = state.answer[1]
    faces = list(frame[FACES])
    faces[faces.index(NONE)] = face
    frame[FACES] = tuple(faces)
    rules = (*(ROLL_TWO if len(faces) > 1 else ROLL), "mb.dice.faces")
    state.log.append(("roll", rules, frame[ATTACKER], face))
    frame[1] = NEXT_DIE.at


def offer_reroll(machine: Mindbug, state: State, frame: Frame) -> None:
    """Once, or more often by a card, some of the dice may be rolled again. rule: mb.dice.reroll"""
    if frame[LEFT] == NONE:
        frame[LEFT] = 1
        for source, controller, rule in rules_in_force(machine, state, "rerolls-more"):
            if rule.holds(machine, state, source, controller, (frame[SEAT],)):
                frame[LEFT] += rule.amount
                tell_say(state, frame[ATTACKER], [(source, controller, rule)])
    if not frame[LEFT]:
        state.answer = DECLINE
        return
    options = [("reroll", 0)]
    two = len(frame[FACES]) > 1
    if two and frame[FACES][0] != frame[FACES][1]:
        options.append(("reroll", 1))
    if two:
        options.append(("reroll", 2))
    rules = REROLL_TWO if two else REROLL
    ask(state, "reroll", frame[SEAT], [*options, DECLINE], frame[ATTACKER], rules)


def take_reroll(machine: Mindbug, state: State, frame: Frame) -> None:
    """Roll the chosen dice again; the new result stands. rule: mb.dice.final"""
    if state.answer == DECLINE:
        state.log.append(("final", FINAL, frame[ATTACKER]))
        return
    which = state.answer[1]
    faces = list(frame[FACES])
    for die in range(len(faces)):
        if which in (die, 2):
            faces[die] = NONE
    frame[FACES] = tuple(faces)
    frame[LEFT] -= 1
    rules = REROLL_TWO if len(faces) > 1 else REROLL
    state.log.append(("reroll", rules, frame[ATTACKER], frame[SEAT]))
    frame[1] = NEXT_DIE.at


def offer_order(machine: Mindbug, state: State, frame: Frame) -> None:
    """Two different results are applied in the order the attacker likes. rule: mb.dice.order"""
    faces = frame[FACES]
    if not faces:
        state.stack.pop()
        let_waiting_go(machine, state)
        return
    if len(set(faces)) == 1:
        state.answer = ("apply", faces[0])
        return
    options = [("apply", face) for face in sorted(set(faces))]
    ask(state, "dice-order", frame[SEAT], options, frame[ATTACKER], ORDER)


def apply(machine: Mindbug, state: State, frame: Frame) -> None:
    """Carry out what a die shows, for the attacker's controller. rule: mb.dice.controller"""
    face = state.answer[1]
    faces = list(frame[FACES])
    faces.remove(face)
    rules = APPLY_BOTH if faces else APPLY
    if faces and not machine.triggers_between_dice:
        state.resolving = 1  # what triggers waits as if an effect were being resolved
    frame[FACES] = tuple(faces)
    frame[1] = OFFER_ORDER.at
    texts = machine.definitions[face].abilities
    for number in machine.triggered["rolled"].get(face, ()):
        linked = machine.abilities[number]
        word = texts[linked.ordinal - 1].body[0].word
        told = rules + RESULTS.get(word, ())
        state.log.append(("apply", told, frame[ATTACKER], number, frame[SEAT]))
        state.log.append(("resolve", linked.rules, frame[ATTACKER], number, frame[SEAT]))
        state.stack.append(effect_frame(linked, frame[ATTACKER], frame[SEAT], None))


def let_waiting_go(machine: Mindbug, state: State) -> None:
    """What waited for the last result waits no longer. rule: mb.dice.order"""
    if not state.resolving or machine.triggers_between_dice:
        return
    state.resolving = int(any(frame[0] == machine.resolve_code for frame in state.stack))
    if state.waiting:
        state.dirty |= TRIGGERED


NEXT_DIE = Place()
OFFER_REROLL = Place()
OFFER_ORDER = Place()
DICE_OF_ATTACK = PROCEDURES.declare(
    "dice",
    NEXT_DIE,
    roll,
    take_roll,
    OFFER_REROLL,
    offer_reroll,
    take_reroll,
    OFFER_ORDER,
    offer_order,
    apply,
    remembers=DICE_FRAME,
)


@effect("gain-energy")
def _gain_energy(linker: Linker, call: Call) -> list[Step]:
    return bind_amount(
        linker,
        call,
        lambda machine, state, seat, amount, cause: gain_energy(
            state, seat, amount, cause, ENERGY_RULES
        ),
    )


def gain_energy(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Take energy from the supply, which never runs out."""
    if amount > 0:
        state.counters[ENERGY + seat] += amount
        energy = state.counters[ENERGY + seat]
        state.log.append(("gain-energy", rules, cause, seat, amount, energy))
