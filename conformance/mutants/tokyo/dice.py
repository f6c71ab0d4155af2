"""Misreadings of dice: their faces, their number, changed faces and added symbols."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.roll import KEPT, rerolling
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king import dice as king_dice
from oracle.king import rolling
from oracle.tokyo import atoms, dice_words, moments, monsters, resolve, roll, selection, turn
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


@AS_IF("no-heart-face", "a die had no heart", "kt.dice.faces")
def no_heart_face(change: Changes) -> None:
    change.put(rolling, "FACE", [face for face in FACE if face != FACE[HEART]])


@AS_IF("another-die-for-cards", "dice thrown for cards had other faces", "kt.dice.faces")
def another_die_for_cards(change: Changes) -> None:
    def ask_for_two_faces(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        thrown = kind == "roll" and state.stack[-1][0] != king_dice.REROLL_DICE
        ask(state, kind, seat, [FACE[HEART], FACE[CLAW]] if thrown else options, *rest)

    change.put(king_dice, "ask", ask_for_two_faces)


@AS_IF("extra-dice-lie-still", "only six dice could be rerolled", "kt.dice.extra-dice")
def extra_dice_lie_still(change: Changes) -> None:
    rerolling(
        change,
        lambda machine, state, frame, dice: (dice, 0, min(len(dice), NUMBER_OF_DICE)),
    )


@AS_IF("six-dice-count", "only six dice were resolved", "kt.dice.extra-dice")
def six_dice_count(change: Changes) -> None:
    symbols = roll.symbols

    def six_at_most(state: State, face: int) -> int:
        return min(symbols(state, face), NUMBER_OF_DICE)

    change.swap(symbols, six_at_most)


Count = Callable[[Tokyo, State, int, int], int]


def counting(change: Changes, count: Count) -> None:
    """Let the number of dice be reckoned in another way."""
    dice_of = monsters.dice_of

    def dice_otherwise(machine: Tokyo, state: State, seat: int, fewer: int) -> tuple[int, Rules]:
        _, rules = dice_of(machine, state, seat, fewer)
        return max(0, count(machine, state, seat, fewer)), rules

    change.swap(dice_of, dice_otherwise)


def extra_dice(machine: Tokyo, state: State, seat: int) -> int:
    """How many dice the cards of a monster add."""
    return monsters.total(machine, state, "modify-dice", seat)[0]


@AS_IF("one-extra-die", "several extra dice did not add up", "kt.dice.more")
def one_extra_die(change: Changes) -> None:
    counting(
        change,
        lambda machine, state, seat, fewer: (
            NUMBER_OF_DICE
            + min(1, extra_dice(machine, state, seat))
            - state.counters[machine.shrink + seat]
            - fewer
        ),
    )


@AS_IF("no-extra-die", "a monster never rolled more than six dice", "kt.dice.more")
def no_extra_die(change: Changes) -> None:
    dice_of = monsters.dice_of
    counting(
        change,
        lambda machine, state, seat, fewer: min(
            NUMBER_OF_DICE, dice_of(machine, state, seat, fewer)[0]
        ),
    )


@AS_IF("one-fewer-at-most", "all tokens together took one die", "kt.dice.count")
def one_fewer_at_most(change: Changes) -> None:
    counting(
        change,
        lambda machine, state, seat, fewer: (
            NUMBER_OF_DICE
            + extra_dice(machine, state, seat)
            - min(1, state.counters[machine.shrink + seat] + fewer)
        ),
    )


@AS_IF("reckoned-at-the-start", "dice were reckoned when the turn begins", "kt.dice.count")
def reckoned_at_the_start(change: Changes) -> None:
    begin, reckon = turn.begin, roll.reckon

    def begin_and_reckon(machine: Tokyo, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        seat, fewer = frame[turn.SEAT], frame[turn.FEWER]
        state.registers[REROLLS] = monsters.dice_of(machine, state, seat, fewer)[0]

    def reckon_as_before(machine: Tokyo, state: State, frame: Frame) -> None:
        early = state.registers[REROLLS]
        reckon(machine, state, frame)
        if not frame[roll.AGAIN_IN_TURN]:
            frame[roll.TO_ROLL] = early

    change.swap(begin, begin_and_reckon)
    change.swap(reckon, reckon_as_before)


@AS_IF("eight-dice-at-most", "there were never more than 8 dice", "kt.dice.no-limit")
def eight_dice_at_most(change: Changes) -> None:
    dice_of = monsters.dice_of
    counting(
        change,
        lambda machine, state, seat, fewer: min(
            monsters.DICE_IN_THE_BOX, dice_of(machine, state, seat, fewer)[0]
        ),
    )


# --- changed dice --------------------------------------------------------------------------------


@AS_IF("same-face-again", "a die could be changed to the face it shows", "kt.dice.change")
def same_face_again(change: Changes) -> None:
    def ask_for_any(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, list(TO_FACE) if kind == "face" else options, *rest)

    change.put(dice_words, "ask", ask_for_any)


@AS_IF("die-of-another", "dice of another could be changed", "kt.dice.change")
def die_of_another(change: Changes) -> None:
    change_dice = roll.change

    def let_all_change(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in monsters.others(machine, state, frame[roll.SEAT]):
            moments.open_window(machine, state, ("before-resolving",), seat)
        change_dice(machine, state, frame)

    change.swap(change_dice, let_all_change)


@AS_IF("changed-at-random", "a changed die were rolled again", "kt.dice.change")
def changed_at_random(change: Changes) -> None:
    change.put(EFFECTS, "change", EFFECTS["reroll"])


def roll_frame(state: State) -> Frame:
    """The roll phase that is under way."""
    return next(frame for frame in state.stack if frame[0] == roll.ROLL_PHASE)


@AS_IF("changed-for-good", "a changed die could not be changed again", "kt.dice.changed")
def changed_for_good(change: Changes) -> None:
    reckon, change_die, bind_faces = roll.reckon, EFFECTS["change"], selection.bind_faces

    def reckon_and_clear(machine: Tokyo, state: State, frame: Frame) -> None:
        reckon(machine, state, frame)
        frame[KEPT] = ()

    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        roll_frame(state)[KEPT] += (state.answer[1],)

    def change_and_note(linker: Linker, call: Call) -> list[Any]:
        return [*change_die(linker, call), note]

    def bind_unchanged(linker: Linker, phrase: Any, but: int | None = None) -> Any:
        found = bind_faces(linker, phrase, but)
        if linker.head != "before-resolving":
            return found
        return lambda machine, state, source, you: [
            face
            for face in found(machine, state, source, you)
            if state.registers[DICE + face] > roll_frame(state)[KEPT].count(face)
        ]

    change.swap(reckon, reckon_and_clear)
    change.put(EFFECTS, "change", change_and_note)
    change.swap(bind_faces, bind_unchanged)


@AS_IF("changed-is-nothing", "a changed die did not count at all", "kt.dice.changed")
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
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
    ) -> bool:
        return test(state) and possible(machine, state, source, you, context)

    linked.possible = holds


def adding(change: Changes, moment: str, test: Callable[[State], bool]) -> None:
    """Let cards that add symbols at a moment have one more condition."""

    def look_through(machine: Tokyo) -> None:
        for numbers in machine.triggered[moment].values():
            for number in numbers:
                only_if_also(machine.abilities[number], test)

    change.relink(look_through)


@AS_IF("only-to-claws", "claws were added only to rolled ones", "kt.dice.added")
def only_to_claws(change: Changes) -> None:
    adding(change, "adding", lambda state: bool(state.registers[DICE + CLAW]))


@AS_IF("only-one-adds", "only one card could add claws", "kt.dice.added")
def only_one_adds(change: Changes) -> None:
    adding(change, "adding", lambda state: not state.registers[ADDED + CLAW])


@AS_IF("added-before-changes", "claws were added before dice are changed", "kt.dice.added")
def added_before_changes(change: Changes) -> None:
    change_dice = roll.change

    def add_first(machine: Tokyo, state: State, frame: Frame) -> None:
        change_dice(machine, state, frame)
        moments.happen(machine, state, "adding", frame[roll.SEAT])

    def add_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        return

    change.swap(change_dice, add_first)
    change.swap(resolve.add_symbols, add_nothing)


@AS_IF("added-claws-do-nothing", "added claws alone were no attack", "kt.dice.added")
def added_claws_do_nothing(change: Changes) -> None:
    attack = resolve.attack

    def attack_if_rolled(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        if state.registers[DICE + CLAW]:
            attack(machine, state, seat, claws)

    change.swap(attack, attack_if_rolled)


@AS_IF(
    "rolled-claw-needed",
    "an added claw were not enough for a card that asks for a claw",
    "kt.dice.added-to-claws",
)
def rolled_claw_needed(change: Changes) -> None:
    adding(change, "adding-to-claws", lambda state: bool(state.registers[DICE + CLAW]))


@AS_IF(
    "one-adds-to-claws",
    "only one card that asks for a claw added its own",
    "kt.dice.added-to-claws",
)
def one_adds_to_claws(change: Changes) -> None:
    add_to_claws = resolve.add_to_claws

    def add_one(machine: Tokyo, state: State, frame: Frame) -> None:
        depth = len(state.stack)
        add_to_claws(machine, state, frame)
        if len(state.stack) > depth:
            moment = state.stack[-1]
            moment[moments.LEFT] = moment[moments.LEFT][:1]

    change.swap(add_to_claws, add_one)


@AS_IF(
    "asks-too-early", "cards that ask for a claw came before the others", "kt.dice.added-to-claws"
)
def asks_too_early(change: Changes) -> None:
    add_symbols, add_to_claws = resolve.add_symbols, resolve.add_to_claws
    change.swap(add_symbols, lambda machine, state, frame: add_to_claws(machine, state, frame))
    change.swap(add_to_claws, lambda machine, state, frame: add_symbols(machine, state, frame))


@AS_IF("added-are-no-faces", "added symbols did not count for sets", "kt.dice.added-symbols")
def added_are_no_faces(change: Changes) -> None:
    def rolled_each(linker: Linker, call: Call) -> Condition:
        faces = [FACES.index(face) for face in str(call["faces"]).split()]
        return lambda machine, state, source, you, context: all(
            state.registers[DICE + face] for face in faces
        )

    change.put(CONDITIONS, "rolled-each", rolled_each)


@AS_IF("added-are-dice", "an added symbol could be changed", "kt.dice.added-symbols")
def added_are_dice(change: Changes) -> None:
    added_before_changes(change)
    add = EFFECTS["add"]

    def make_dice(machine: Tokyo, state: State, frame: Frame) -> None:
        for face in range(6):
            state.registers[DICE + face] += state.registers[ADDED + face]
            state.registers[ADDED + face] = 0

    change.put(EFFECTS, "add", lambda linker, call: [*add(linker, call), make_dice])


# --- dice thrown for a card ----------------------------------------------------------------------


@AS_IF("thrown-hearts-heal", "hearts thrown for a card healed", "kt.dice.other-throws")
def thrown_hearts_heal(change: Changes) -> None:
    throw = EFFECTS["roll"]

    def heal(machine: Tokyo, state: State, frame: Frame) -> None:
        atoms.gain_hearts(machine, state, frame[YOU], frame[DONE], frame[SOURCE], (), own=True)

    change.put(EFFECTS, "roll", lambda linker, call: [*throw(linker, call), heal])


@AS_IF("thrown-into-the-roll", "dice thrown for a card joined the roll", "kt.dice.other-throws")
def thrown_into_the_roll(change: Changes) -> None:
    throw = EFFECTS["roll"]

    def join(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[ADDED + HEART] += frame[DONE]

    change.put(EFFECTS, "roll", lambda linker, call: [*throw(linker, call), join])
