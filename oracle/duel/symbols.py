"""Effects of the card text of Duel on dice, and on the symbols of a Roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.dice import reroll_by_card, throw_dice
from oracle.dice_games.selection import bind_die_choice, bind_faces
from oracle.dice_games.table import ADDED, DECLINE, DICE, DONE, FACE, SOURCE, TO_FACE, YOU
from oracle.kernel.flow import Label
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .binding import Condition, can, effect
from .moments import at, offer_use
from .power import payable, spend
from .table import FACES, LEFT, MOST_TOKENS, POWER, SKIPPED, SPENT, SPENT_DICE, TOKENS

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Duel


THROW_AGAIN = ("kd.dice.throws", "kd.roll.free", "kd.card.may")


def _integer(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]


@effect("reroll")
def _reroll(linker: Linker, call: Call) -> list[Step]:
    phrase, rules = call["dice"], linker.told(call)
    assert isinstance(phrase, Selection)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer:
            faces, you = state.answer, frame[YOU]
            state.log.append(("reroll", rules, frame[SOURCE], you, len(faces)))
            reroll_by_card(state, faces, you, frame[SOURCE])

    return [*bind_die_choice(linker, phrase), act]


@can("reroll")
def _can_reroll(linker: Linker, call: Call) -> Condition:
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    found = bind_faces(linker, phrase)
    return lambda machine, state, source, you, context: bool(found(machine, state, source, you))


@effect("roll")
def _roll(linker: Linker, call: Call) -> list[Any]:
    if linker.machine.throws_rerolled:
        return _throw_and_reroll(linker, call, linker.told(call))
    return throw_dice(linker, call, linker.told(call))


def _throw_and_reroll(linker: Linker, call: Call, rules: Rules) -> list[Any]:
    """By option, a die thrown for a text may be rolled again. rules: kd.dice.throws, .free"""
    amount, label = linker.number(call["amount"]), Label()
    count = None if call.get("count") is None else linker.number(call["count"])
    left, shown = linker.slot(), linker.slot()

    def begin(machine: Duel, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        frame[left], frame[DONE] = much, 0

    def throw(machine: Duel, state: State, frame: Frame) -> None:
        if frame[left] <= 0:
            label.leave(frame)
            return
        ask(state, machine.throw, NATURE, FACE, frame[SOURCE], rules)

    def take(machine: Duel, state: State, frame: Frame) -> None:
        face, you = state.answer[1], frame[YOU]
        frame[shown] = face
        state.log.append(("throw", rules, frame[SOURCE], you, FACES[face]))
        found = [
            entry
            for entry in at(machine, state, "during-roll", you)
            if face in machine.abilities[entry[1]].rerolls
        ]
        if found:
            offer_use(state, you, found, THROW_AGAIN)
        else:
            state.answer = DECLINE

    def settle(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            frame[left] -= 1
            frame[DONE] += frame[shown] == machine.heart
        else:
            _, card, number = state.answer
            told = machine.abilities[number].rules + THROW_AGAIN
            state.log.append(("trigger", told, card, card, number, frame[YOU]))
        label.again(frame)

    return label.around([begin], [throw, take, settle], [])


@effect("add")
def _add(linker: Linker, call: Call) -> list[Step]:
    """Symbols of one face that you choose. rules: kd.monster.add, kd.roll.added-symbols"""
    amount, rules = _integer(call["amount"]), linker.told(call)

    def choose(machine: Duel, state: State, frame: Frame) -> None:
        options = TO_FACE if machine.adds_power else TO_FACE[:POWER]
        ask(state, "to", frame[YOU], list(options), frame[SOURCE], rules)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        face = frame[DONE] = state.answer[1]
        state.registers[ADDED + face] += amount
        state.log.append(("add", rules, frame[SOURCE], frame[YOU], amount, FACES[face]))

    return [choose, act]


@effect("add-again")
def _add_again(linker: Linker, call: Call) -> list[Step]:
    """The face just chosen once more. rule: kd.monster.add-again"""
    amount, rules = _integer(call["amount"]), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        face = frame[DONE]
        state.registers[ADDED + face] += amount
        state.log.append(("add", rules, frame[SOURCE], frame[YOU], amount, FACES[face]))

    return [act]


@effect("spend")
def _spend(linker: Linker, call: Call) -> list[Step]:
    amount, face = _integer(call["amount"]), FACES.index(str(call["face"]))
    rules = linker.told(call)
    activates = linker.kind == "monster" and not linker.plus

    def act(machine: Duel, state: State, frame: Frame) -> None:
        again = ("kd.power.again",) if activates and state.registers[SPENT] else ()
        spend(machine, state, frame[YOU], face, amount, frame[SOURCE], rules + again)

    return [act]


@can("spend")
def _can_spend(linker: Linker, call: Call) -> Condition:
    amount, face = _integer(call["amount"]), FACES.index(str(call["face"]))
    return lambda machine, state, source, you, context: payable(machine, state, face) >= amount


def _not_left(state: State, face: int) -> int:
    """Dice of a face that are not left out already and have paid for nothing. rule: .left"""
    registers = state.registers
    paid = registers[SPENT_DICE] if face == POWER else 0
    return registers[DICE + face] - registers[LEFT + face] - paid


@effect("leave-unresolved")
def _leave_unresolved(linker: Linker, call: Call) -> list[Step]:
    phrase, rules = call["dice"], linker.told(call)
    assert isinstance(phrase, Selection)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        for face in state.answer:
            state.registers[LEFT + face] += 1
            state.log.append(("leave-die", rules, frame[SOURCE], frame[YOU], FACES[face]))

    return [*bind_die_choice(linker, phrase, shown=_not_left), act]


@can("leave-unresolved")
def _can_leave(linker: Linker, call: Call) -> Condition:
    """Enough dice, and room for the dice token they are left for. rule: kd.resolve.leave"""
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    found = bind_faces(linker, phrase, shown=_not_left)
    least = _integer(phrase.quantity.count) if phrase.quantity.kind == "exactly" else 1
    for_token = linker.mentions("get-tokens")

    def holds(machine: Duel, state: State, source: int, you: int, context: tuple[int, ...]) -> bool:
        full = state.counters[TOKENS + you] >= MOST_TOKENS
        if for_token and full and not machine.leaves_for_nothing:
            return False
        return least <= sum(_not_left(state, face) for face in found(machine, state, source, you))

    return holds


@effect("skip-resolving")
def _skip_resolving(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[SKIPPED] = 1
        state.log.append(("skip", rules, frame[SOURCE], frame[YOU]))

    return [act]
