"""More misreadings of pulls: those of cards, and what cards count or do about pulls."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.duel.pull import AS_IF
from conformance.mutants.jumps import begin_again
from oracle.duel import game, pulls, resolve
from oracle.duel.binding import EFFECTS, NUMBERS, Number
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import begin_moment
from oracle.duel.monsters import roll_of
from oracle.duel.paths import TRACKS
from oracle.duel.pulls import CAUSE, LEFT, MADE, SEAT, TRACK
from oracle.duel.table import CLAW, CLAWS
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import ACTIVE, DICE, NONE, YOU
from rules_dsl.definitions import Call

PULLS, COUNTED = "pull", "resolved-symbols"


def by_cards(change: Changes, word: Callable[[Linker, Call, list[Step]], list[Step]]) -> None:
    """Let pulls of power cards do something else."""
    bind = EFFECTS[PULLS]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        steps = bind(linker, call)
        return word(linker, call, steps) if linker.kind == POWER_CARD else steps

    change.put(EFFECTS, PULLS, bind_otherwise)


def pulls_both(linker: Linker) -> bool:
    """Whether the text that is being linked pulls both markers."""
    tracks = {call["track"] for call in linker.text.body if call.word == PULLS}
    return len(tracks) == len(TRACKS)


def counting(change: Changes, count: Number) -> None:
    """Let claws resolved be counted otherwise."""
    bind = NUMBERS[COUNTED]

    def bind_otherwise(linker: Linker, call: Call) -> Number:
        return count if call["face"] == "claw" else bind(linker, call)

    change.put(NUMBERS, COUNTED, bind_otherwise)


# --- cards that pull -----------------------------------------------------------------------------


@AS_IF("cell-by-cell", "a card made a pull of its own for each cell", "kd.pull.card")
def cell_by_cell(change: Changes) -> None:
    begin_pull = pulls.begin_pull

    def begin_many(
        machine: Duel, state: State, seat: int, track: int, cells: int, cause: int, rules: Rules
    ) -> None:
        if cause == NONE:
            begin_pull(machine, state, seat, track, cells, cause, rules)
            return
        for _ in range(cells):
            begin_pull(machine, state, seat, track, 1, cause, rules)

    change.swap(begin_pull, begin_many)


@AS_IF("for-the-active", "a card pulled for the monster whose turn it is", "kd.pull.card")
def for_the_active(change: Changes) -> None:
    def pull_for_active(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
        def act(machine: Duel, state: State, frame: Frame) -> None:
            owner, frame[YOU] = frame[YOU], state.registers[ACTIVE]
            for step in steps:
                step(machine, state, frame)
            frame[YOU] = owner

        return [act]

    by_cards(change, pull_for_active)


@AS_IF(
    "fame-first",
    "a card that pulls both markers pulled the fame marker first",
    "kd.pull.both-markers",
)
def fame_first(change: Changes) -> None:
    bind = EFFECTS[PULLS]

    def pull_the_other(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
        if not pulls_both(linker):
            return steps
        other = TRACKS[1 - TRACKS.index(str(call["track"]))]
        args = tuple((key, other if key == "track" else value) for key, value in call.args)
        return bind(linker, Call(call.word, args, call.span))

    by_cards(change, pull_the_other)


@AS_IF(
    "one-of-both", "a card that pulls both markers pulled the first only", "kd.pull.both-markers"
)
def one_of_both(change: Changes) -> None:
    by_cards(
        change,
        lambda linker, call, steps: [] if pulls_both(linker) and call["track"] == "fame" else steps,
    )


# --- claws resolved ------------------------------------------------------------------------------


@AS_IF("hits-counted", "multiplied hits were as many claws resolved", "kd.pull.for-each-claw")
def hits_counted(change: Changes) -> None:
    hit = resolve.hit

    def hit_and_count(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[CLAWS] = frame[resolve.HITS]
        hit(machine, state, frame)

    change.swap(hit, hit_and_count)


@AS_IF("claws-of-the-roll", "claws counted though not resolved", "kd.pull.for-each-claw")
def claws_of_the_roll(change: Changes) -> None:
    counting(change, lambda machine, state, frame, you: roll_of(machine, state, CLAW))


@AS_IF("rolled-claws-only", "claws that were added did not count", "kd.pull.for-each-claw")
def rolled_claws_only(change: Changes) -> None:
    counting(
        change,
        lambda machine, state, frame, you: min(
            state.registers[CLAWS], state.registers[DICE + CLAW]
        ),
    )


@AS_IF("at-least-one", "without claws the marker were pulled one cell", "kd.pull.for-each-claw")
def at_least_one(change: Changes) -> None:
    counting(change, lambda machine, state, frame, you: max(1, state.registers[CLAWS]))


@AS_IF("a-pull-for-each-claw", "each claw made a pull of its own", "kd.pull.for-each-claw")
def a_pull_for_each_claw(change: Changes) -> None:
    def pull_each(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
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

    by_cards(change, pull_each)


# --- hits for cells ------------------------------------------------------------------------------


def ending(change: Changes, made: Callable[[Frame], int]) -> None:
    """Let another number of cells count as made when a pull is over."""
    pull_is_over = pulls.pull_is_over

    def over_otherwise(machine: Duel, state: State, frame: Frame) -> None:
        frame[MADE] = made(frame)
        pull_is_over(machine, state, frame)

    change.swap(pull_is_over, over_otherwise)


@AS_IF("one-hit", "a card dealt one hit for a whole pull", "kd.pull.hits")
def one_hit(change: Changes) -> None:
    ending(change, lambda frame: 1)


@AS_IF("other-answer", "hits came after each step and not together, or the reverse", "kd.pull.hits")
def other_answer(change: Changes) -> None:
    change.turn_round("hits_each_step")


@AS_IF(
    "cells-not-made", "hits were dealt for cells that a stopped pull did not make", "kd.pull.hits"
)
def cells_not_made(change: Changes) -> None:
    stop_pull = pulls.stop_pull

    def stop_and_count(state: State, seat: int, cause: int, rules: Rules) -> None:
        frame = pulls.pull_frame(state)
        if frame is not None:
            frame[MADE] += frame[LEFT]
        stop_pull(state, seat, cause, rules)

    change.swap(stop_pull, stop_and_count)


@AS_IF("symbols-only", "hits were dealt for pulls by symbols only", "kd.pull.hits")
def symbols_only(change: Changes) -> None:
    pull_is_over = pulls.pull_is_over

    def over_by_symbols(machine: Duel, state: State, frame: Frame) -> None:
        if frame[CAUSE] == NONE:
            pull_is_over(machine, state, frame)

    change.swap(pull_is_over, over_by_symbols)


@AS_IF(
    "hit-before-bonus",
    "a hit after a step came before the bonus of the cell",
    "kd.pull.hits",
)
def hit_before_bonus(change: Changes) -> None:
    leave, after_step = pulls.leave, pulls.after_step

    def hit_first(machine: Duel, state: State, frame: Frame) -> None:
        leave(machine, state, frame)
        if machine.hits_each_step:
            found = pulls.per_cell(machine, state, frame[SEAT], counting=True)
            begin_moment(state, frame[SEAT], (frame[TRACK], 1), found)

    def go_on(machine: Duel, state: State, frame: Frame) -> None:
        begin_again(frame)

    change.swap(leave, hit_first)
    change.swap(after_step, go_on)


@AS_IF(
    "counted-otherwise",
    "what a card counts were as many pulls, or one pull, as the other answer says",
    "kd.pull.counted",
)
def counted_otherwise(change: Changes) -> None:
    take_options = game._take_options

    def take_another(machine: Duel) -> None:
        take_options(machine)
        machine.pulls_apart = not machine.pulls_apart

    change.swap(take_options, take_another)


@AS_IF(
    "each-time-otherwise",
    "what a card does each time were one pull, or pulls apart, as the other answer says",
    "kd.pull.each-time",
)
def each_time_otherwise(change: Changes) -> None:
    take_options = game._take_options

    def take_another(machine: Duel) -> None:
        take_options(machine)
        machine.each_time_in_one = not machine.each_time_in_one

    change.swap(take_options, take_another)
