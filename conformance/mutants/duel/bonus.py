"""Misreadings of noise bonuses: when a marker finds one, what it gives, and to whom."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.duel import monsters, pulls, resolve
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.linker import NOISE, Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.duel.monsters import result_of, token_under
from oracle.duel.paths import side_of
from oracle.duel.pulls import (
    CELL,
    FORGONE,
    LEFT,
    MADE,
    SEAT,
    TOKEN,
    TRACK,
    ability_of,
    kind_of,
    pull_frame,
)
from oracle.duel.table import CLAW, CLAWS, ENERGY, HEARTS, MARKERS, POWER, PROCEDURES, TOKENS, rival
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.king.table import NONE, SOURCE, USED, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "bonus")

CELL_IS = "is-cell"

Cell = Callable[[Duel, State, Frame], bool]
"""Asks something of the cell that a pull has come to."""


def applying(change: Changes, when: Cell) -> None:
    """Let bonuses be applied only if something holds; what stops a pull is none."""
    apply_bonus = pulls.apply_bonus

    def apply_when(machine: Duel, state: State, frame: Frame) -> None:
        if frame[TOKEN] == NONE or stops(machine, state, frame) or when(machine, state, frame):
            apply_bonus(machine, state, frame)

    change.swap(apply_bonus, apply_when)


def stops(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether the cell that a pull has come to is of those that stop pulls."""
    number = ability_of(machine, state, frame[TOKEN], frame[CELL])
    return number is not None and machine.abilities[number].stops


def giving(change: Changes, word: str, give: Callable[[Duel, State, Frame, Step], None]) -> None:
    """Let a word do something else on noise tokens; what it does there is given."""
    bind = EFFECTS[word]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        steps = bind(linker, call)
        if linker.kind != NOISE:
            return steps

        def printed(machine: Duel, state: State, frame: Frame) -> None:
            for step in steps:  # nothing is asked between them
                step(machine, state, frame)

        return [lambda machine, state, frame: give(machine, state, frame, printed)]

    change.put(EFFECTS, word, bind_otherwise)


def to_the_rival(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
    """What is printed, with puller and rival exchanged."""
    frame[YOU] = rival(frame[YOU])
    printed(machine, state, frame)
    frame[YOU] = rival(frame[YOU])


def twice(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
    """What is printed, and again."""
    printed(machine, state, frame)
    printed(machine, state, frame)


# --- when one is found ---------------------------------------------------------------------------


@AS_IF("last-cell-only", "only the cell where a pull ends gave its bonus", "kd.bonus.enter")
def last_cell_only(change: Changes) -> None:
    applying(change, lambda machine, state, frame: not frame[LEFT])


@AS_IF("first-cell-only", "only the first step of a pull brought a bonus", "kd.bonus.enter")
def first_cell_only(change: Changes) -> None:
    applying(change, lambda machine, state, frame: frame[MADE] == 1)


@AS_IF("start-counts", "a marker that starts on a bonus brought it too", "kd.bonus.enter")
def start_counts(change: Changes) -> None:
    after_step, step = pulls.after_step, pulls.step

    def step_after_bonus(machine: Duel, state: State, frame: Frame) -> None:
        under = token_under(machine, state, frame[TRACK])
        if under is None or frame[MADE] or frame[LEFT] <= 0 or frame[FORGONE]:
            step(machine, state, frame)
            return
        frame[TOKEN], frame[CELL] = under
        if stops(machine, state, frame):
            step(machine, state, frame)
            return
        pulls.apply_bonus(machine, state, frame)
        frame[FORGONE], frame[1] = 1, BACK

    def back(machine: Duel, state: State, frame: Frame) -> None:
        if frame[MADE]:
            after_step(machine, state, frame)
        else:
            begin_again(frame)

    change.swap(step, step_after_bonus)
    change.swap(after_step, back)


BACK = PROCEDURES.steps[pulls.PULL].index(pulls.after_step)
"""The step of a pull that leads to the next one."""


# --- what it gives -------------------------------------------------------------------------------


@AS_IF("smash-hits-puller", "a smash bonus hit the puller", "kd.bonus.smash")
def smash_hits_puller(change: Changes) -> None:
    giving(change, "hit", to_the_rival)


@AS_IF("smash-is-one-hit", "every smash bonus dealt one hit", "kd.bonus.smash")
def smash_is_one_hit(change: Changes) -> None:
    smashing(change, lambda hits: [1])


@AS_IF("smash-one-by-one", "the hits of a smash bonus were dealt one by one", "kd.bonus.smash")
def smash_one_by_one(change: Changes) -> None:
    smashing(change, lambda hits: [1] * hits)


def smashing(change: Changes, deal: Callable[[int], list[int]]) -> None:
    """Let smash bonuses deal other hits, lot by lot."""
    bind = EFFECTS["hit"]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        if linker.kind != NOISE:
            return bind(linker, call)
        steps: list[Step] = []
        for amount in deal(int(str(call["amount"]))):
            args = tuple((key, amount if key == "amount" else value) for key, value in call.args)
            steps += bind(linker, Call(call.word, args, call.span))
        return steps

    change.put(EFFECTS, "hit", bind_otherwise)


@AS_IF("heal-beyond", "a heal bonus gave a heart above the maximum", "kd.bonus.heal")
def heal_beyond(change: Changes) -> None:
    def heal(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        before = state.counters[HEARTS + frame[YOU]]
        printed(machine, state, frame)
        if state.counters[HEARTS + frame[YOU]] == before:
            state.counters[HEARTS + frame[YOU]] += 1

    giving(change, "gain-hearts", heal)


@AS_IF("heal-twice", "a heal bonus gave two hearts", "kd.bonus.heal")
def heal_twice(change: Changes) -> None:
    giving(change, "gain-hearts", twice)


@AS_IF("energy-twice", "an energy bonus gave two energy", "kd.bonus.energy")
def energy_twice(change: Changes) -> None:
    giving(change, "gain-energy", twice)


@AS_IF("energy-stolen", "the energy of a bonus were taken from the rival", "kd.bonus.energy")
def energy_stolen(change: Changes) -> None:
    def steal(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        other = rival(frame[YOU])
        if state.counters[ENERGY + other]:
            state.counters[ENERGY + other] -= 1
            printed(machine, state, frame)

    giving(change, "gain-energy", steal)


@AS_IF("one-token-at-most", "a dice bonus gave no second dice token", "kd.bonus.dice")
def one_token_at_most(change: Changes) -> None:
    def get(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        if not state.counters[TOKENS + frame[YOU]]:
            printed(machine, state, frame)

    giving(change, "get-tokens", get)


@AS_IF("third-token", "a dice bonus gave a third dice token", "kd.bonus.dice")
def third_token(change: Changes) -> None:
    def get(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        before = state.counters[TOKENS + frame[YOU]]
        printed(machine, state, frame)
        state.counters[TOKENS + frame[YOU]] = before + 1

    giving(change, "get-tokens", get)


@AS_IF("side-owner", "a bonus served the monster on whose side it lies", "kd.bonus.puller")
def side_owner(change: Changes) -> None:
    apply_bonus = pulls.apply_bonus

    def apply_for_side(machine: Duel, state: State, frame: Frame) -> None:
        puller, cell = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
        if frame[TOKEN] != NONE and cell and not stops(machine, state, frame):
            frame[SEAT] = side_of(cell)
        apply_bonus(machine, state, frame)
        frame[SEAT] = puller

    change.swap(apply_bonus, apply_for_side)


# --- no symbol -----------------------------------------------------------------------------------


@AS_IF("smash-is-a-claw", "a smash bonus were a claw resolved", "kd.bonus.not-dice")
def smash_is_a_claw(change: Changes) -> None:
    settle = resolve.settle

    def hit(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        state.registers[CLAWS] += 1
        printed(machine, state, frame)

    def settle_with_them(machine: Duel, state: State, frame: Frame) -> None:
        before = state.registers[CLAWS]
        settle(machine, state, frame)
        state.registers[CLAWS] += before

    giving(change, "hit", hit)
    change.swap(settle, settle_with_them)


@AS_IF("smash-in-the-roll", "a smash bonus were a claw of the Roll", "kd.bonus.not-dice")
def smash_in_the_roll(change: Changes) -> None:
    roll_of = monsters.roll_of

    def hit(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        note_used(state, frame[SOURCE], SMASHED)
        printed(machine, state, frame)

    def roll_with_them(machine: Duel, state: State, face: int) -> int:
        found = roll_of(machine, state, face)
        if face == CLAW:
            found += sum(number == SMASHED for _, number in state.stack[0][USED])
        return found

    giving(change, "hit", hit)
    change.swap(roll_of, roll_with_them)


SMASHED = -2
"""Remembered as an ability of a token whose smash bonus was applied in this turn."""


@AS_IF("smash-multiplied", "power symbols multiplied a smash bonus too", "kd.bonus.not-dice")
def smash_multiplied(change: Changes) -> None:
    def hit(machine: Duel, state: State, frame: Frame, printed: Step) -> None:
        you = frame[YOU]
        times = 1
        if at(machine, state, "resolving-claws", you):
            times = max(1, result_of(machine, state, POWER))
        for _ in range(times):
            printed(machine, state, frame)

    giving(change, "hit", hit)


# --- hits in place of bonuses --------------------------------------------------------------------


def looking(
    change: Changes, content: str, holds: Callable[[Duel, State, Frame, bool], bool]
) -> None:
    """Let cards that ask for cells with some content find others; what is found is given."""
    bind = CONDITIONS[CELL_IS]

    def bind_otherwise(linker: Linker, call: Call) -> Condition:
        printed = bind(linker, call)
        if (call["content"] == "empty") != (content == "empty"):
            return printed

        def found(
            machine: Duel, state: State, source: int, you: int, about: tuple[int, int]
        ) -> bool:
            frame = pull_frame(state)
            if frame is None or frame[TOKEN] == NONE or frame[FORGONE]:
                return False
            as_printed = printed(machine, state, source, you, about)
            return holds(machine, state, frame, as_printed)

        return found

    change.put(CONDITIONS, CELL_IS, bind_otherwise)


def has_bonus(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether a cell has a bonus."""
    number = ability_of(machine, state, frame[TOKEN], frame[CELL])
    return number is not None and not machine.abilities[number].stops


@AS_IF("besides", "the hit came beside the bonus and not in its place", "kd.bonus.instead")
def besides(change: Changes) -> None:
    def forgo_nothing(linker: Linker, call: Call) -> list[Step]:
        return [lambda machine, state, frame: None]

    change.put(EFFECTS, "forgo-bonus", forgo_nothing)


@AS_IF("smash-too", "one hit could be dealt in place of a smash bonus too", "kd.bonus.instead")
def smash_too(change: Changes) -> None:
    looking(change, "bonus", lambda machine, state, frame, found: has_bonus(machine, state, frame))


@AS_IF("instead-at-last", "only the last bonus of a pull could be changed", "kd.bonus.instead")
def instead_at_last(change: Changes) -> None:
    looking(change, "bonus", lambda machine, state, frame, found: found and not frame[LEFT])


@AS_IF("king-cell", "the cell of a King token counted as the other answer says", "kd.bonus.empty")
def king_cell(change: Changes) -> None:
    change.turn_round("king_cell_is_empty")


@AS_IF("empty-tokens-only", "only tokens without any bonus had empty cells", "kd.bonus.empty")
def empty_tokens_only(change: Changes) -> None:
    def on_empty(machine: Duel, state: State, frame: Frame, found: bool) -> bool:
        cells = kind_of(machine, state, frame[TOKEN]).cells
        return found and (stops(machine, state, frame) or all(cell is None for cell in cells))

    looking(change, "empty", on_empty)


@AS_IF("where-it-ends", "only an empty cell where the pull ends counted", "kd.bonus.empty")
def where_it_ends(change: Changes) -> None:
    looking(change, "empty", lambda machine, state, frame, found: found and not frame[LEFT])


@AS_IF("bare-cells-too", "bare cells of the board were empty cells", "kd.bonus.empty")
def bare_cells_too(change: Changes) -> None:
    enter = pulls.enter
    bind = CONDITIONS[CELL_IS]

    def enter_anything(machine: Duel, state: State, frame: Frame) -> None:
        if frame[TOKEN] == NONE:
            happen(machine, state, "entering", frame[SEAT], (frame[TRACK], 1))
        else:
            enter(machine, state, frame)

    def bind_otherwise(linker: Linker, call: Call) -> Condition:
        printed = bind(linker, call)

        def holds(
            machine: Duel, state: State, source: int, you: int, about: tuple[int, int]
        ) -> bool:
            frame = pull_frame(state)
            if call["content"] == "empty" and frame is not None and frame[TOKEN] == NONE:
                return True
            return printed(machine, state, source, you, about)

        return holds

    change.swap(enter, enter_anything)
    change.put(CONDITIONS, CELL_IS, bind_otherwise)
