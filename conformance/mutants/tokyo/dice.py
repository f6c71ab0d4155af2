"""Misreadings of dice: their faces, their number, changed faces and added symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.roll import KEPT, rerolling
from conformance.mutants.topic import Topic
from oracle.dice_games import dice as common_dice
from oracle.dice_games import rolling
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, attack, dice, moments, monsters, resolve, roll, selection, turn
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Linked, Possible, Tokyo
from oracle.tokyo.table import (
    ADDED,
    CLAW,
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
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "dice")


# --- faces and number ----------------------------------------------------------------------------


AS_IF("a die had no heart", "kt.dice.faces").so(
    "no-heart-face", do.put(rolling, "FACE", [face for face in FACE if face != FACE[HEART]])
)


@AS_IF("dice thrown for cards had other faces", "kt.dice.faces")
@do.instead(common_dice, "ask")
def another_die_for_cards(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    thrown = kind == "roll" and state.stack[-1][0] != common_dice.REROLL_DICE
    ask(state, kind, seat, [FACE[HEART], FACE[CLAW]] if thrown else options, *rest)


AS_IF("only six dice could be rerolled", "kt.dice.extra-dice").so(
    "extra-dice-lie-still",
    rerolling(lambda machine, state, frame, dice: (dice, 0, min(len(dice), NUMBER_OF_DICE))),
)
AS_IF("only six dice were resolved", "kt.dice.extra-dice").so(
    "six-dice-count", do.around(roll.symbols)(lambda symbols: min(symbols(), NUMBER_OF_DICE))
)


Count = Callable[[Tokyo, State, int, int], int]


@do.verb
def counting(change: Changes, count: Count) -> None:
    """Let the number of dice be reckoned in another way."""

    @change.around(dice.dice_of)
    def dice_otherwise(dice_of: Any, machine: Tokyo, state: State, seat: int, fewer: int) -> Any:
        _, rules = dice_of()
        return max(0, count(machine, state, seat, fewer)), rules


def extra_dice(machine: Tokyo, state: State, seat: int) -> int:
    """How many dice the cards of a monster add."""
    return monsters.total(machine, state, "modify-dice", seat)[0]


AS_IF("several extra dice did not add up", "kt.dice.more").so(
    "one-extra-die",
    counting(
        lambda machine, state, seat, fewer: (
            NUMBER_OF_DICE
            + min(1, extra_dice(machine, state, seat))
            - state.counters[machine.shrink + seat]
            - fewer
        )
    ),
)


@AS_IF("a monster never rolled more than six dice", "kt.dice.more")
def no_extra_die(change: Changes) -> None:
    dice_of = dice.dice_of
    counting(
        lambda machine, state, seat, fewer: min(
            NUMBER_OF_DICE, dice_of(machine, state, seat, fewer)[0]
        )
    )(change)


AS_IF("all tokens together took one die", "kt.dice.count").so(
    "one-fewer-at-most",
    counting(
        lambda machine, state, seat, fewer: (
            NUMBER_OF_DICE
            + extra_dice(machine, state, seat)
            - min(1, state.counters[machine.shrink + seat] + fewer)
        )
    ),
)


@AS_IF("dice were reckoned when the turn begins", "kt.dice.count")
def reckoned_at_the_start(change: Changes) -> None:
    @change.after(turn.begin)
    def begin_and_reckon(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, fewer = frame[turn.SEAT], frame[turn.FEWER]
        state.registers[REROLLS] = dice.dice_of(machine, state, seat, fewer)[0]

    @change.around(roll.reckon)
    def reckon_as_before(reckon: Any, state: State, frame: Frame) -> None:
        early = state.registers[REROLLS]
        reckon()
        if not frame[roll.AGAIN_IN_TURN]:
            frame[roll.TO_ROLL] = early


@AS_IF("there were never more than 8 dice", "kt.dice.no-limit")
def eight_dice_at_most(change: Changes) -> None:
    dice_of = dice.dice_of
    counting(
        lambda machine, state, seat, fewer: min(
            dice.DICE_IN_THE_BOX, dice_of(machine, state, seat, fewer)[0]
        )
    )(change)


# --- changed dice --------------------------------------------------------------------------------


@AS_IF("a die could be changed to the face it shows", "kt.dice.change")
@do.instead(dice, "ask")
def same_face_again(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, list(TO_FACE) if kind == "face" else options, *rest)


@AS_IF("dice of another could be changed", "kt.dice.change")
@do.before(roll.change)
def die_of_another(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in monsters.others(machine, state, frame[roll.SEAT]):
        moments.open_window(machine, state, ("before-resolving",), seat)


AS_IF("a changed die were rolled again", "kt.dice.change").so(
    "changed-at-random", do.put(EFFECTS, "change", EFFECTS["reroll"])
)


def roll_frame(state: State) -> Frame:
    """The roll phase that is under way."""
    return next(frame for frame in state.stack if frame[0] == roll.ROLL_PHASE)


@AS_IF("a changed die could not be changed again", "kt.dice.changed")
def changed_for_good(change: Changes) -> None:
    @change.after(roll.reckon)
    def reckon_and_clear(frame: Frame) -> None:
        frame[KEPT] = ()

    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        roll_frame(state)[KEPT] += (state.answer[1],)

    @change.around(EFFECTS, "change")
    def change_and_note(change_die: Any) -> Any:
        return [*change_die(), note]

    @change.result(selection.bind_faces)
    def bind_unchanged(found: Any, linker: Linker) -> Any:
        if linker.head != "before-resolving":
            return found
        return lambda machine, state, source, you: [
            face
            for face in found(machine, state, source, you)
            if state.registers[DICE + face] > roll_frame(state)[KEPT].count(face)
        ]


@AS_IF("a changed die did not count at all", "kt.dice.changed")
def changed_is_nothing(change: Changes) -> None:
    change_die = EFFECTS["change"]

    def take_out(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[DICE + state.answer[1]] -= 1

    change.put(EFFECTS, "change", lambda linker, call: [*change_die(linker, call), take_out])


# --- added symbols -------------------------------------------------------------------------------


def only_if_also(linked: Linked, test: Callable[[State], bool]) -> None:
    """Let an ability have one more condition."""
    possible: Possible = linked.possible

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, ...]
    ) -> bool:
        return test(state) and possible(machine, state, source, you, context)

    linked.possible = holds


@do.verb
def adding(change: Changes, moment: str, test: Callable[[State], bool]) -> None:
    """Let cards that add symbols at a moment have one more condition."""

    @change.relink
    def look_through(machine: Tokyo) -> None:
        for numbers in machine.triggered[moment].values():
            for number in numbers:
                only_if_also(machine.abilities[number], test)


AS_IF("claws were added only to rolled ones", "kt.dice.added").so(
    "only-to-claws", adding("adding", lambda state: bool(state.registers[DICE + CLAW]))
)
AS_IF("only one card could add claws", "kt.dice.added").so(
    "only-one-adds", adding("adding", lambda state: not state.registers[ADDED + CLAW])
)


@AS_IF("claws were added before dice are changed", "kt.dice.added")
def added_before_changes(change: Changes) -> None:
    @change.after(roll.change)
    def add_first(machine: Tokyo, state: State, frame: Frame) -> None:
        moments.happen(machine, state, "adding", frame[roll.SEAT])

    @change.instead(resolve.add_symbols)
    def add_nothing() -> None:
        return


AS_IF("added claws alone were no attack", "kt.dice.added").so(
    "added-claws-do-nothing",
    do.provided(attack.attack)(lambda state: state.registers[DICE + CLAW]),
)
AS_IF("an added claw were not enough for a card that asks for a claw", "kt.dice.added-to-claws").so(
    "rolled-claw-needed",
    adding("adding-to-claws", lambda state: bool(state.registers[DICE + CLAW])),
)


@AS_IF("only one card that asks for a claw added its own", "kt.dice.added-to-claws")
@do.around(resolve.add_to_claws)
def one_adds_to_claws(add_to_claws: Any, state: State) -> None:
    depth = len(state.stack)
    add_to_claws()
    if len(state.stack) > depth:
        moment = state.stack[-1]
        moment[moments.LEFT] = moment[moments.LEFT][:1]


@AS_IF("cards that ask for a claw came before the others", "kt.dice.added-to-claws")
def asks_too_early(change: Changes) -> None:
    add_symbols, add_to_claws = resolve.add_symbols, resolve.add_to_claws
    change.swap(add_symbols, lambda machine, state, frame: add_to_claws(machine, state, frame))
    change.swap(add_to_claws, lambda machine, state, frame: add_symbols(machine, state, frame))


@AS_IF("added symbols did not count for sets", "kt.dice.added-symbols")
@do.instead(CONDITIONS, "rolled-each")
def added_are_no_faces(call: Call) -> Condition:
    faces = [FACES.index(face) for face in str(call["faces"]).split()]
    return lambda machine, state, source, you, context: all(
        state.registers[DICE + face] for face in faces
    )


@AS_IF("an added symbol could be changed", "kt.dice.added-symbols")
def added_are_dice(change: Changes) -> None:
    added_before_changes(change)
    add = EFFECTS["add"]

    def make_dice(machine: Tokyo, state: State, frame: Frame) -> None:
        for face in range(6):
            state.registers[DICE + face] += state.registers[ADDED + face]
            state.registers[ADDED + face] = 0

    change.put(EFFECTS, "add", lambda linker, call: [*add(linker, call), make_dice])


# --- dice thrown for a card ----------------------------------------------------------------------


@AS_IF("hearts thrown for a card healed", "kt.dice.other-throws")
def thrown_hearts_heal(change: Changes) -> None:
    throw = EFFECTS["roll"]

    def heal(machine: Tokyo, state: State, frame: Frame) -> None:
        atoms.gain_hearts(machine, state, frame[YOU], frame[DONE], frame[SOURCE], (), own=True)

    change.put(EFFECTS, "roll", lambda linker, call: [*throw(linker, call), heal])


@AS_IF("dice thrown for a card joined the roll", "kt.dice.other-throws")
def thrown_into_the_roll(change: Changes) -> None:
    throw = EFFECTS["roll"]

    def join(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[ADDED + HEART] += frame[DONE]

    change.put(EFFECTS, "roll", lambda linker, call: [*throw(linker, call), join])
