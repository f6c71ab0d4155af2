"""More misreadings of pulls: those of cards, and what cards count or do about pulls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.pull import AS_IF
from oracle.dice_games.table import ACTIVE, DICE, NONE, YOU
from oracle.duel import game, king, pull, resolve
from oracle.duel.binding import EFFECTS, NUMBERS, Number
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import begin_moment
from oracle.duel.monsters import roll_of
from oracle.duel.pull import CAUSE, LEFT, MADE, SEAT, TRACK
from oracle.duel.table import CLAW, CLAWS
from oracle.duel.tracks import TRACKS
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

PULLS, COUNTED = "pull", "resolved-symbols"


@do.verb
def by_cards(change: Changes, word: Callable[[Linker, Call, list[Step]], list[Step]]) -> None:
    """Let pulls of power cards do something else."""

    @change.result(EFFECTS, PULLS)
    def bind_otherwise(steps: list[Step], linker: Linker, call: Call) -> list[Step]:
        return word(linker, call, steps) if linker.kind == POWER_CARD else steps


def pulls_both(linker: Linker) -> bool:
    """Whether the text that is being linked pulls both markers."""
    tracks = {call["track"] for call in linker.text.body if call.word == PULLS}
    return len(tracks) == len(TRACKS)


@do.verb
def counting(change: Changes, count: Number) -> None:
    """Let claws resolved be counted otherwise."""

    @change.around(NUMBERS, COUNTED)
    def bind_otherwise(bind: Any, call: Call) -> Any:
        return count if call["face"] == "claw" else bind()


# --- cards that pull -----------------------------------------------------------------------------


@AS_IF("a card made a pull of its own for each cell", "kd.pull.card")
@do.around(pull.begin_pull)
def cell_by_cell(begin_pull: Any, cells: int, cause: int) -> None:
    if cause == NONE:
        begin_pull()
        return
    for _ in range(cells):
        begin_pull(cells=1)


@AS_IF("a card pulled for the monster whose turn it is", "kd.pull.card")
@by_cards
def for_the_active(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
    def act(machine: Duel, state: State, frame: Frame) -> None:
        owner, frame[YOU] = frame[YOU], state.registers[ACTIVE]
        for step in steps:
            step(machine, state, frame)
        frame[YOU] = owner

    return [act]


@AS_IF("a card that pulls both markers pulled the fame marker first", "kd.pull.both-markers")
def fame_first(change: Changes) -> None:
    bind = EFFECTS[PULLS]

    def pull_the_other(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
        if not pulls_both(linker):
            return steps
        other = TRACKS[1 - TRACKS.index(str(call["track"]))]
        args = tuple((key, other if key == "track" else value) for key, value in call.args)
        return bind(linker, Call(call.word, args, call.span))

    by_cards(pull_the_other)(change)


AS_IF("a card that pulls both markers pulled the first only", "kd.pull.both-markers").so(
    "one-of-both",
    by_cards(
        lambda linker, call, steps: [] if pulls_both(linker) and call["track"] == "fame" else steps
    ),
)


# --- claws resolved ------------------------------------------------------------------------------


@AS_IF("multiplied hits were as many claws resolved", "kd.pull.for-each-claw")
@do.before(resolve.hit)
def hits_counted(state: State, frame: Frame) -> None:
    state.registers[CLAWS] = frame[resolve.HITS]


AS_IF("claws counted though not resolved", "kd.pull.for-each-claw").so(
    "claws-of-the-roll", counting(lambda machine, state, frame, you: roll_of(machine, state, CLAW))
)
AS_IF("claws that were added did not count", "kd.pull.for-each-claw").so(
    "rolled-claws-only",
    counting(
        lambda machine, state, frame, you: min(state.registers[CLAWS], state.registers[DICE + CLAW])
    ),
)
AS_IF("without claws the marker were pulled one cell", "kd.pull.for-each-claw").so(
    "at-least-one", counting(lambda machine, state, frame, you: max(1, state.registers[CLAWS]))
)


@AS_IF("each claw made a pull of its own", "kd.pull.for-each-claw")
@by_cards
def a_pull_for_each_claw(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
    if call.get("count") is None or not linker.mentions(COUNTED):
        return steps

    def act(machine: Duel, state: State, frame: Frame) -> None:
        before = len(state.stack)
        for step in steps:
            step(machine, state, frame)
        if len(state.stack) > before:
            pull = state.stack.pop()
            cells, pull[LEFT] = pull[LEFT], 1
            state.stack += [list(pull) for _ in range(cells)]

    return [act]


# --- hits for cells ------------------------------------------------------------------------------


@do.verb
def ending(change: Changes, made: Callable[[Frame], int]) -> None:
    """Let another number of cells count as made when a pull is over."""

    @change.before(pull.pull_is_over)
    def over_otherwise(frame: Frame) -> None:
        frame[MADE] = made(frame)


AS_IF("a card dealt one hit for a whole pull", "kd.pull.hits").so(
    "one-hit", ending(lambda frame: 1)
)
AS_IF("hits came after each step and not together, or the reverse", "kd.pull.hits").so(
    "other-answer", do.turn_round("hits_each_step")
)


@AS_IF("hits were dealt for cells that a stopped pull did not make", "kd.pull.hits")
@do.before(king.stop_pull)
def cells_not_made(state: State) -> None:
    frame = pull.pull_frame(state)
    if frame is not None:
        frame[MADE] += frame[LEFT]


AS_IF("hits were dealt for pulls by symbols only", "kd.pull.hits").so(
    "symbols-only", do.provided(pull.pull_is_over)(lambda frame: frame[CAUSE] == NONE)
)


@AS_IF("a hit after a step came before the bonus of the cell", "kd.pull.hits")
def hit_before_bonus(change: Changes) -> None:
    @change.after(pull.leave)
    def hit_first(machine: Duel, state: State, frame: Frame) -> None:
        if machine.hits_each_step:
            found = pull.per_cell(machine, state, frame[SEAT], counting=True)
            begin_moment(state, frame[SEAT], (frame[TRACK], 1), found)

    @change.instead(pull.after_step)
    def go_on(frame: Frame) -> None:
        frame[1] = 0


@AS_IF(
    "what a card counts were as many pulls, or one pull, as the other answer says",
    "kd.pull.counted",
)
@do.after(game._take_options)
def counted_otherwise(machine: Duel) -> None:
    machine.pulls_apart = not machine.pulls_apart


@AS_IF(
    "what a card does each time were one pull, or pulls apart, as the other answer says",
    "kd.pull.each-time",
)
@do.after(game._take_options)
def each_time_otherwise(machine: Duel) -> None:
    machine.each_time_in_one = not machine.each_time_in_one
