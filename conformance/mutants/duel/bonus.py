"""Misreadings of noise bonuses: when a marker finds one, what it gives, and to whom."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import saying, stops
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.dice_games.table import NONE, SOURCE, USED, YOU
from oracle.duel import bonus, monsters, pull, resolve
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.linker import NOISE, Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.duel.pull import CELL, FORGONE, LEFT, MADE, SEAT, TOKEN, TRACK, pull_frame
from oracle.duel.table import CLAW, CLAWS, ENERGY, HEARTS, MARKERS, POWER, PROCEDURES, TOKENS, rival
from oracle.duel.tracks import side_of
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "bonus")


@do.verb
def applying(change: Changes, when: Callable[[Frame], bool]) -> None:
    """Let bonuses be applied only if something holds; what stops a pull is none."""
    do.provided(pull.apply_bonus)(
        lambda machine, state, frame: (
            frame[TOKEN] == NONE or stops(machine, state, frame) or when(frame)
        )
    )(change)


@do.verb
def giving(change: Changes, word: str, give: Callable[[Duel, State, Frame, Any], None]) -> None:
    """Let a word do something else on noise tokens; what it does there is given."""

    @change.result(EFFECTS, word)
    def bind_otherwise(steps: list[Step], linker: Linker, *_: Any) -> list[Step]:
        def act(machine: Duel, state: State, frame: Frame) -> None:
            # Nothing is asked between the steps.
            give(machine, state, frame, lambda: [step(machine, state, frame) for step in steps])

        return [act] if linker.kind == NOISE else steps


def to_the_rival(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    """What is printed, with puller and rival exchanged."""
    frame[YOU] = rival(frame[YOU])
    printed()
    frame[YOU] = rival(frame[YOU])


def twice(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    """What is printed, and again."""
    printed()
    printed()


# --- when one is found ---------------------------------------------------------------------------
@AS_IF("a marker that starts on a bonus brought it too", "kd.bonus.enter")
def start_counts(change: Changes) -> None:
    @change.around(pull.step)
    def step_after_bonus(step: Any, machine: Duel, state: State, frame: Frame) -> None:
        under = monsters.token_under(machine, state, frame[TRACK])
        if under is not None and not frame[MADE] and frame[LEFT] > 0 and not frame[FORGONE]:
            frame[TOKEN], frame[CELL] = under
            if not stops(machine, state, frame):
                pull.apply_bonus(machine, state, frame)
                frame[FORGONE], frame[1] = 1, BACK
                return
        step()

    @change.around(pull.after_step)
    def back(after_step: Any, frame: Frame) -> None:
        if frame[MADE]:
            after_step()
        else:
            begin_again(frame)


BACK = PROCEDURES.steps[pull.PULL].index(pull.after_step)
"""The step of a pull that leads to the next one."""


AS_IF("only the cell where a pull ends gave its bonus", "kd.bonus.enter").so(
    "last-cell-only", applying(lambda frame: not frame[LEFT])
)
AS_IF("only the first step of a pull brought a bonus", "kd.bonus.enter").so(
    "first-cell-only", applying(lambda frame: frame[MADE] == 1)
)


# --- what it gives -------------------------------------------------------------------------------
@do.verb
def smashing(change: Changes, deal: Callable[[int], list[int]]) -> None:
    """Let smash bonuses deal other hits, lot by lot."""

    @change.around(EFFECTS, "hit")
    def bind_otherwise(bind: Any, linker: Linker, call: Call) -> Any:
        if linker.kind != NOISE:
            return bind()
        lots = deal(int(str(call["amount"])))
        return [step for amount in lots for step in bind(call=saying(call, amount=amount))]


@AS_IF("a heal bonus gave a heart above the maximum", "kd.bonus.heal")
@partial(giving, "gain-hearts")
def heal_beyond(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    before = state.counters[HEARTS + frame[YOU]]
    printed()
    state.counters[HEARTS + frame[YOU]] += state.counters[HEARTS + frame[YOU]] == before


@AS_IF("the energy of a bonus were taken from the rival", "kd.bonus.energy")
@partial(giving, "gain-energy")
def energy_stolen(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    if state.counters[ENERGY + rival(frame[YOU])]:
        state.counters[ENERGY + rival(frame[YOU])] -= 1
        printed()


@AS_IF("a dice bonus gave no second dice token", "kd.bonus.dice")
@partial(giving, "get-tokens")
def one_token_at_most(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    if not state.counters[TOKENS + frame[YOU]]:
        printed()


@AS_IF("a dice bonus gave a third dice token", "kd.bonus.dice")
@partial(giving, "get-tokens")
def third_token(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    before = state.counters[TOKENS + frame[YOU]]
    printed()
    state.counters[TOKENS + frame[YOU]] = before + 1


@AS_IF("a bonus served the monster on whose side it lies", "kd.bonus.puller")
@do.around(pull.apply_bonus)
def side_owner(apply_bonus: Any, machine: Duel, state: State, frame: Frame) -> None:
    puller, cell = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
    if frame[TOKEN] != NONE and cell and not stops(machine, state, frame):
        frame[SEAT] = side_of(cell)
    apply_bonus()
    frame[SEAT] = puller


AS_IF("a smash bonus hit the puller", "kd.bonus.smash").so(
    "smash-hits-puller", giving("hit", to_the_rival)
)
AS_IF("every smash bonus dealt one hit", "kd.bonus.smash").so(
    "smash-is-one-hit", smashing(lambda hits: [1])
)
AS_IF("the hits of a smash bonus were dealt one by one", "kd.bonus.smash").so(
    "smash-one-by-one", smashing(lambda hits: [1] * hits)
)
AS_IF("a heal bonus gave two hearts", "kd.bonus.heal").so(
    "heal-twice", giving("gain-hearts", twice)
)
AS_IF("an energy bonus gave two energy", "kd.bonus.energy").so(
    "energy-twice", giving("gain-energy", twice)
)


# --- no symbol -----------------------------------------------------------------------------------
@AS_IF("a smash bonus were a claw resolved", "kd.bonus.not-dice")
def smash_is_a_claw(change: Changes) -> None:
    def hit(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
        state.registers[CLAWS] += 1
        printed()

    @change.around(resolve.settle)
    def settle_with_them(settle: Any, state: State) -> None:
        before = state.registers[CLAWS]
        settle()
        state.registers[CLAWS] += before

    giving("hit", hit)(change)


@AS_IF("a smash bonus were a claw of the Roll", "kd.bonus.not-dice")
def smash_in_the_roll(change: Changes) -> None:
    def hit(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
        note_used(state, frame[SOURCE], SMASHED)
        printed()

    @change.result(monsters.roll_of)
    def roll_with_them(found: int, state: State, face: int) -> int:
        smashed = sum(number == SMASHED for _, number in state.stack[0][USED])
        return found + smashed if face == CLAW else found

    giving("hit", hit)(change)


SMASHED = -2
"""Remembered as an ability of a token whose smash bonus was applied in this turn."""


@AS_IF("power symbols multiplied a smash bonus too", "kd.bonus.not-dice")
@partial(giving, "hit")
def smash_multiplied(machine: Duel, state: State, frame: Frame, printed: Any) -> None:
    multiplies = at(machine, state, "resolving-claws", frame[YOU])
    for _ in range(max(1, monsters.result_of(machine, state, POWER)) if multiplies else 1):
        printed()


# --- hits in place of bonuses --------------------------------------------------------------------
@do.verb
def looking(
    change: Changes, content: str, holds: Callable[[Duel, State, Frame, bool], bool]
) -> None:
    """Let cards that ask for cells with some content find others; what is found is given."""

    @change.result(CONDITIONS, "is-cell")
    def bind_otherwise(printed: Condition, call: Call) -> Condition:
        def found(machine: Duel, state: State, *given: Any) -> bool:
            frame = pull_frame(state)
            if frame is None or frame[TOKEN] == NONE or frame[FORGONE]:
                return False
            return holds(machine, state, frame, printed(machine, state, *given))

        return printed if (call["content"] == "empty") != (content == "empty") else found


def has_bonus(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether a cell has a bonus."""
    number = bonus.ability_of(machine, state, frame[TOKEN], frame[CELL])
    return number is not None and not machine.abilities[number].stops


@AS_IF("only tokens without any bonus had empty cells", "kd.bonus.empty")
@partial(looking, "empty")
def empty_tokens_only(machine: Duel, state: State, frame: Frame, found: bool) -> bool:
    cells = bonus.kind_of(machine, state, frame[TOKEN]).cells
    return found and (stops(machine, state, frame) or all(cell is None for cell in cells))


@AS_IF("bare cells of the board were empty cells", "kd.bonus.empty")
def bare_cells_too(change: Changes) -> None:
    @change.around(pull.enter)
    def enter_anything(enter: Any, machine: Duel, state: State, frame: Frame) -> None:
        if frame[TOKEN] == NONE:
            happen(machine, state, "entering", frame[SEAT], (frame[TRACK], 1))
        else:
            enter()

    @change.result(CONDITIONS, "is-cell")
    def bind_otherwise(printed: Condition, call: Call) -> Condition:
        def holds(machine: Duel, state: State, *given: Any) -> bool:
            frame = pull_frame(state)
            bare = frame is not None and frame[TOKEN] == NONE
            return (call["content"] == "empty" and bare) or printed(machine, state, *given)

        return holds


AS_IF("the hit came beside the bonus and not in its place", "kd.bonus.instead").so(
    "besides", do.instead(EFFECTS, "forgo-bonus")(lambda: [lambda machine, state, frame: None])
)
AS_IF("one hit could be dealt in place of a smash bonus too", "kd.bonus.instead").so(
    "smash-too",
    looking("bonus", lambda machine, state, frame, found: has_bonus(machine, state, frame)),
)
AS_IF("only the last bonus of a pull could be changed", "kd.bonus.instead").so(
    "instead-at-last",
    looking("bonus", lambda machine, state, frame, found: found and not frame[LEFT]),
)
AS_IF("the cell of a King token counted as the other answer says", "kd.bonus.empty").so(
    "king-cell", do.turn_round("king_cell_is_empty")
)
AS_IF("only an empty cell where the pull ends counted", "kd.bonus.empty").so(
    "where-it-ends",
    looking("empty", lambda machine, state, frame, found: found and not frame[LEFT]),
)
