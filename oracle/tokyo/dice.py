"""Dice: how many a monster has, and effects that reroll, change, add and throw them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.dice import reroll_by_card, throw_dice
from oracle.kernel.flow import Label
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .binding import effect
from .moments import Entry, at, offer_use
from .monsters import total
from .selection import bind_die_choice
from .table import (
    ADDED,
    CONTEXT,
    DECLINE,
    DICE,
    DONE,
    FACE,
    FACES,
    HEART,
    NUMBER_OF_DICE,
    REROLLS,
    SOURCE,
    TO_FACE,
    YOU,
)
from .uses import kept_of

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

DICE_IN_THE_BOX = 8


@effect("reroll")
def _reroll(linker: Linker, call: Call) -> list[Step]:
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer:
            whose = frame[CONTEXT][0] if frame[CONTEXT][0] >= 0 else frame[YOU]
            faces = state.answer
            state.log.append(("reroll", rules, frame[SOURCE], whose, len(faces)))
            reroll_by_card(state, faces, whose, frame[SOURCE])

    return [*bind_die_choice(linker, phrase), act]


@effect("change")
def _change(linker: Linker, call: Call) -> list[Step]:
    """A die is turned to a face. rules: kt.dice.change, kt.dice.changed"""
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    rules = linker.told(call)
    wanted = None if call["face"] == "any" else FACES.index(str(call["face"]))
    slot = linker.slot()

    def keep(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[slot] = state.answer

    def ask_face(machine: Tokyo, state: State, frame: Frame) -> None:
        if wanted is not None or not frame[slot]:
            state.answer = TO_FACE[wanted or 0]
            return
        options = [TO_FACE[face] for face in range(6) if face != frame[slot][0]]
        ask(state, "face", frame[YOU], options, frame[SOURCE], rules)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        to = state.answer[1]
        for face in frame[slot]:
            state.registers[DICE + face] -= 1
            state.registers[DICE + to] += 1
            used = ("kt.consumable.changed-die",) if kept_of(state, frame[SOURCE]) else ()
            source, you = frame[SOURCE], frame[YOU]
            told = ("change-die", rules + used, source, you, FACES[face], FACES[to])
            state.log.append(told)

    return [*bind_die_choice(linker, phrase, wanted), keep, ask_face, act]


@effect("set-aside")
def _set_aside(linker: Linker, call: Call) -> list[Step]:
    """Dice are taken out of the roll."""
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for face in state.answer:
            state.registers[DICE + face] -= 1
            state.log.append(("set-aside", rules, frame[SOURCE], frame[YOU], FACES[face]))

    return [*bind_die_choice(linker, phrase), act]


@effect("add")
def _add(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]
    wanted = None if call["face"] == "any" else FACES.index(str(call["face"]))

    def ask_face(machine: Tokyo, state: State, frame: Frame) -> None:
        if wanted is not None:
            state.answer = TO_FACE[wanted]
            return
        ask(state, "face", frame[YOU], list(TO_FACE), frame[SOURCE], rules)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        face = state.answer[1]
        state.registers[ADDED + face] += amount
        state.log.append(("add", rules, frame[SOURCE], frame[YOU], amount, FACES[face]))

    return [ask_face, act]


@effect("roll")
def _roll(linker: Linker, call: Call) -> list[Any]:
    """Dice thrown for this text alone; hearts among them are counted. rule: .other-throws

    By option a card that rerolls single dice of its owner's roll rerolls these as well.
    """
    rules = linker.told(call)
    if linker.head == "would-lose":
        rules += ("kt.damage.die-for-each",)
    shown, label = linker.slot(), Label()

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        found = rerolling(machine, state, frame[YOU], frame[shown])
        if found:
            offer_use(state, frame[YOU], found, rules + SINGLE_DIE)
        else:
            label.leave(frame)

    def take_up(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            label.leave(frame)
            return
        _, card, number = state.answer
        face = machine.abilities[number].rerolls
        faces = list(frame[shown])
        faces.remove(face)
        frame[shown] = tuple(faces)
        frame[DONE] -= face == HEART
        told = machine.abilities[number].rules + SINGLE_DIE
        state.log.append(("trigger", told, card, card, number, frame[YOU]))
        ask(state, machine.throw, NATURE, FACE, frame[SOURCE], rules)

    def lie(machine: Tokyo, state: State, frame: Frame) -> None:
        face = state.answer[1]
        frame[shown] += (face,)
        frame[DONE] += face == HEART
        state.log.append(("throw", rules, frame[SOURCE], frame[YOU], FACES[face]))
        label.again(frame)

    return [
        *throw_dice(linker, call, rules, shown),
        *label.around([], [offer, take_up, lie], []),
    ]


SINGLE_DIE = ("kt.roll.single-die",)


def rerolling(machine: Tokyo, state: State, you: int, shown: tuple[int, ...]) -> list[Entry]:
    """By option what rerolls one of the dice that a monster threw. rule: kt.dice.other-throws"""
    if not machine.rerolls_thrown:
        return []
    found = at(machine, state, "during-roll", you)
    return [entry for entry in found if machine.abilities[entry[1]].rerolls in shown]


@effect("gain-rerolls")
def _gain_rerolls(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[REROLLS] += amount(machine, state, frame, frame[YOU])
        left = state.registers[REROLLS]
        state.log.append(("rerolls", rules, frame[SOURCE], frame[YOU], left))

    return [act]


def dice_of(machine: Tokyo, state: State, seat: int, fewer: int) -> tuple[int, Rules]:
    """How many dice a monster rolls. rule: kt.dice.count"""
    amount, rules = total(machine, state, "modify-dice", seat)
    shrink = state.counters[machine.shrink + seat]
    if shrink:
        rules += ("kt.token.shrink", "kt.token.stay")
    if amount > 0:
        rules += ("kt.dice.extra-dice",)
    dice = max(0, NUMBER_OF_DICE + amount - shrink - fewer)
    if dice > DICE_IN_THE_BOX:
        rules += ("kt.dice.no-limit",)
        dice = DICE_IN_THE_BOX if machine.dice_are_limited else dice
    return dice, rules
