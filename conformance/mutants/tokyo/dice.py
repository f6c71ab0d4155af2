"""Misreadings of dice: their faces, their number, changed faces and added symbols."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.roll import KEPT, rerolling
from conformance.mutants.topic import Topic
from oracle.dice_games import dice as common_dice
from oracle.dice_games import rolling
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, attack, moments, monsters, resolve, roll, selection, table, turn
from oracle.tokyo import dice as dice_of_tokyo
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Linked, Possible, Tokyo
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "dice")


# --- faces and number ----------------------------------------------------------------------------
@AS_IF("dice thrown for cards had other faces", "kt.dice.faces")
@do.around(common_dice, "ask")
def another_die_for_cards(ask: Any, state: State, kind: str, options: Any) -> None:
    thrown = kind == "roll" and state.stack[-1][0] != common_dice.REROLL_DICE
    ask(options=[table.FACE[table.HEART], table.FACE[table.CLAW]] if thrown else options)


@own.around(dice_of_tokyo.dice_of)
def counting(count: Any, dice_of: Any, machine: Tokyo, state: State, seat: int, fewer: int) -> Any:
    """Let the number of dice be reckoned in another way."""
    _, rules = dice_of()
    return max(0, count(machine, state, seat, fewer)), rules


def extra_dice(machine: Tokyo, state: State, seat: int) -> int:
    """How many dice the cards of a monster add."""
    return monsters.total(machine, state, "modify-dice", seat)[0]


@AS_IF("dice were reckoned when the turn begins", "kt.dice.count")
def reckoned_at_the_start(change: Changes) -> None:
    @change.after(turn.begin)
    def begin_and_reckon(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, fewer = frame[turn.SEAT], frame[turn.FEWER]
        state.registers[table.REROLLS] = dice_of_tokyo.dice_of(machine, state, seat, fewer)[0]

    @change.around(roll.reckon)
    def reckon_as_before(reckon: Any, state: State, frame: Frame) -> None:
        early = state.registers[table.REROLLS]
        reckon()
        if not frame[roll.AGAIN_IN_TURN]:
            frame[roll.TO_ROLL] = early


AS_IF("a die had no heart", "kt.dice.faces").so(
    "no-heart-face",
    do.put(rolling, "FACE", [face for face in table.FACE if face != table.FACE[table.HEART]]),
)
AS_IF("only six dice could be rerolled", "kt.dice.extra-dice").so(
    "extra-dice-lie-still",
    rerolling(lambda machine, state, frame, dice: (dice, 0, min(len(dice), table.NUMBER_OF_DICE))),
)
AS_IF("only six dice were resolved", "kt.dice.extra-dice").so(
    "six-dice-count", do.around(roll.symbols)(lambda symbols: min(symbols(), table.NUMBER_OF_DICE))
)
AS_IF("several extra dice did not add up", "kt.dice.more").so(
    "one-extra-die",
    counting(
        lambda machine, state, seat, fewer: (
            table.NUMBER_OF_DICE
            + min(1, extra_dice(machine, state, seat))
            - state.counters[machine.shrink + seat]
            - fewer
        )
    ),
)
AS_IF("a monster never rolled more than six dice", "kt.dice.more").so(
    "no-extra-die",
    do.result(dice_of_tokyo.dice_of)(lambda dice: (min(table.NUMBER_OF_DICE, dice[0]), dice[1])),
)
AS_IF("all tokens together took one die", "kt.dice.count").so(
    "one-fewer-at-most",
    counting(
        lambda machine, state, seat, fewer: (
            table.NUMBER_OF_DICE
            + extra_dice(machine, state, seat)
            - min(1, state.counters[machine.shrink + seat] + fewer)
        )
    ),
)
AS_IF("there were never more than 8 dice", "kt.dice.no-limit").so(
    "eight-dice-at-most",
    do.result(dice_of_tokyo.dice_of)(
        lambda dice: (min(dice_of_tokyo.DICE_IN_THE_BOX, dice[0]), dice[1])
    ),
)


# --- changed dice --------------------------------------------------------------------------------
@AS_IF("dice of another could be changed", "kt.dice.change")
@do.before(roll.change)
def die_of_another(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in monsters.others(machine, state, frame[roll.SEAT]):
        moments.open_window(machine, state, ("before-resolving",), seat)


def roll_frame(state: State) -> Frame:
    """The roll phase that is under way."""
    return next(frame for frame in state.stack if frame[0] == roll.ROLL_PHASE)


@AS_IF("a changed die could not be changed again", "kt.dice.changed")
def changed_for_good(change: Changes) -> None:
    change.after(roll.reckon)(lambda frame: setitem(frame, KEPT, ()))

    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        roll_frame(state)[KEPT] += (state.answer[1],)

    change.around(EFFECTS, "change")(lambda change_die: [*change_die(), note])

    @change.result(selection.bind_faces)
    def bind_unchanged(found: Any, linker: Linker) -> Any:
        if linker.head != "before-resolving":
            return found
        return lambda machine, state, source, you: [
            face
            for face in found(machine, state, source, you)
            if state.registers[table.DICE + face] > roll_frame(state)[KEPT].count(face)
        ]


@AS_IF("a changed die did not count at all", "kt.dice.changed")
@partial(own.then, "change")
def changed_is_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
    state.registers[table.DICE + state.answer[1]] -= 1


AS_IF("a die could be changed to the face it shows", "kt.dice.change").so(
    "same-face-again", own.offers(dice_of_tokyo, "face", lambda options: list(table.TO_FACE))
)
AS_IF("a changed die were rolled again", "kt.dice.change").so(
    "changed-at-random", do.put(EFFECTS, "change", EFFECTS["reroll"])
)


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
def adding(change: Changes, moment: str, test: Any) -> None:
    """Let cards that add symbols at a moment have one more condition."""

    @change.relink
    def look_through(machine: Tokyo) -> None:
        for numbers in machine.triggered[moment].values():
            for number in numbers:
                only_if_also(machine.abilities[number], test)


ADDED_BEFORE_CHANGES = (
    do.after(roll.change)(
        lambda machine, state, frame: moments.happen(machine, state, "adding", frame[roll.SEAT])
    ),
    do.never(resolve.add_symbols),
)


@AS_IF("only one card that asks for a claw added its own", "kt.dice.added-to-claws")
@do.around(resolve.add_to_claws)
def one_adds_to_claws(add_to_claws: Any, state: State) -> None:
    depth = len(state.stack)
    add_to_claws()
    if len(state.stack) > depth:
        moment = state.stack[-1]
        moment[moments.LEFT] = moment[moments.LEFT][:1]


@AS_IF("added symbols did not count for sets", "kt.dice.added-symbols")
@do.instead(CONDITIONS, "rolled-each")
def added_are_no_faces(call: Call) -> Condition:
    faces = [table.FACES.index(face) for face in str(call["faces"]).split()]
    return lambda machine, state, source, you, context: all(
        state.registers[table.DICE + face] for face in faces
    )


@AS_IF("an added symbol could be changed", "kt.dice.added-symbols")
@own.also(*ADDED_BEFORE_CHANGES)
@partial(own.then, "add")
def added_are_dice(machine: Tokyo, state: State, frame: Frame) -> None:
    for face in range(6):
        state.registers[table.DICE + face] += state.registers[table.ADDED + face]
        state.registers[table.ADDED + face] = 0


AS_IF("claws were added only to rolled ones", "kt.dice.added").so(
    "only-to-claws", adding("adding", lambda state: bool(state.registers[table.DICE + table.CLAW]))
)
AS_IF("only one card could add claws", "kt.dice.added").so(
    "only-one-adds", adding("adding", lambda state: not state.registers[table.ADDED + table.CLAW])
)
AS_IF("claws were added before dice are changed", "kt.dice.added").so(
    "added-before-changes", *ADDED_BEFORE_CHANGES
)
AS_IF("added claws alone were no attack", "kt.dice.added").so(
    "added-claws-do-nothing",
    do.provided(attack.attack)(lambda state: state.registers[table.DICE + table.CLAW]),
)
AS_IF("an added claw were not enough for a card that asks for a claw", "kt.dice.added-to-claws").so(
    "rolled-claw-needed",
    adding("adding-to-claws", lambda state: bool(state.registers[table.DICE + table.CLAW])),
)
AS_IF("cards that ask for a claw came before the others", "kt.dice.added-to-claws").so(
    "asks-too-early", own.in_order(resolve.RESOLVE_PHASE, resolve.add_to_claws, resolve.add_symbols)
)


# --- dice thrown for a card ----------------------------------------------------------------------
@AS_IF("hearts thrown for a card healed", "kt.dice.other-throws")
@partial(own.then, "roll")
def thrown_hearts_heal(machine: Tokyo, state: State, frame: Frame) -> None:
    seat, number, source = frame[table.YOU], frame[table.DONE], frame[table.SOURCE]
    atoms.gain_hearts(machine, state, seat, number, source, (), own=True)


@AS_IF("dice thrown for a card joined the roll", "kt.dice.other-throws")
@partial(own.then, "roll")
def thrown_into_the_roll(machine: Tokyo, state: State, frame: Frame) -> None:
    state.registers[table.ADDED + table.HEART] += frame[table.DONE]
