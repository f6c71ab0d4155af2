"""Misreadings of pulls: how far markers are pulled, what the steps lead to, and what cards do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import in_order, let, saying
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ACTIVE, DICE, NONE, YOU
from oracle.duel import bonus, game, king, pull, resolve, victory
from oracle.duel.binding import EFFECTS, NUMBERS, Number
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel
from oracle.duel.moments import begin_moment, start
from oracle.duel.monsters import path, result_of, roll_of, token_under
from oracle.duel.pull import CELL, LEFT, LEFT_TOKEN, MADE, PULL, SEAT, TOKEN, TRACK, pull_frame
from oracle.duel.table import BOARD, CLAW, CLAWS, ENOUGH_TO_PULL, MARKERS, RESOLVED, TRACK_OF
from oracle.duel.tracks import TRACKS
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "pull")


@do.verb
def by_symbols(change: Changes, pulled: Callable[[int], int]) -> None:
    """Let so many symbols of a kind pull another number of cells."""

    @change.around(resolve, "begin_pull")
    def begin_otherwise(begin_pull: Any, cells: int) -> None:
        begin_pull(cells=pulled(cells + ENOUGH_TO_PULL - 1))


def toward(frame: Frame) -> int:
    """Toward which side a pull goes."""
    return 1 if frame[SEAT] == 0 else -1


# --- markers and symbols -------------------------------------------------------------------------
@AS_IF("a marker were always pulled on away from the middle", "kd.pull.towards")
@do.around(pull.step)
def outward(step: Any, state: State, frame: Frame) -> None:
    seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
    if at:
        frame[SEAT] = 0 if at > 0 else 1
    step()
    frame[SEAT] = seat


@AS_IF("each pull began in the middle", "kd.pull.both-ways")
@do.before(pull.step)
def from_the_middle(state: State, frame: Frame) -> None:
    if frame[LEFT] > 0 and not frame[MADE]:
        state.registers[MARKERS + frame[TRACK]] = 0


@AS_IF("a pull ended in the middle", "kd.pull.both-ways")
@do.before(pull.after_step)
def not_over_the_middle(state: State, frame: Frame) -> None:
    if not state.registers[MARKERS + frame[TRACK]]:
        frame[LEFT] = 0


@AS_IF("only one of the two markers could be pulled", "kd.pull.separate")
@do.result(resolve.results)
def one_track_a_turn(left: list[int], state: State) -> list[int]:
    pulled = any(state.registers[RESOLVED] >> face & 1 for face in TRACK_OF)
    return [each for each in left if not (pulled and each in TRACK_OF)]


@AS_IF("fame and destruction symbols were counted together", "kd.pull.separate")
@do.around(resolve, "begin_pull")
def counted_together(begin_pull: Any, machine: Duel, state: State) -> None:
    symbols = sum(result_of(machine, state, face) for face in TRACK_OF)
    begin_pull(cells=symbols - ENOUGH_TO_PULL + 1)


AS_IF("fame pulled the destruction marker, and the reverse", "kd.pull.three").so(
    "other-marker",
    do.put(resolve, "TRACK_OF", dict(zip(TRACK_OF, reversed(TRACK_OF.values()), strict=True))),
)
AS_IF("each of three symbols or more pulled one cell", "kd.pull.three").so(
    "a-cell-each", by_symbols(lambda symbols: symbols)
)
AS_IF("it took four symbols to pull a marker one cell", "kd.pull.three").so(
    "four-needed", do.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL + 1)
)
AS_IF("every three symbols pulled one cell", "kd.pull.further").so(
    "every-three", by_symbols(lambda symbols: symbols // ENOUGH_TO_PULL)
)
AS_IF("more than three symbols pulled one cell too", "kd.pull.further").so(
    "one-cell-only", by_symbols(lambda symbols: 1)
)
AS_IF("two symbols pulled one cell, as three do", "kd.pull.too-few").so(
    "two-pull",
    do.put(resolve, "ENOUGH_TO_PULL", ENOUGH_TO_PULL - 1),
    # The resolve phase now counts one cell more than the symbols it was asked for would pull.
    by_symbols(lambda symbols: max(1, symbols - ENOUGH_TO_PULL)),
)


# --- steps ---------------------------------------------------------------------------------------
@AS_IF("a pull went to its last cell at once", "kd.pull.step")
@do.before(pull.step)
def one_jump(machine: Duel, state: State, frame: Frame) -> None:
    line, register = path(machine, state, frame[TRACK]), MARKERS + frame[TRACK]
    while frame[LEFT] > 1:
        state.registers[register] = line.step(state.registers[register], toward(frame))
        frame[LEFT] -= 1
        frame[MADE] += 1


@AS_IF("what the steps of a pull lead to were carried out after the last of them", "kd.pull.step")
@do.around(pull.apply_bonus)
def bonuses_at_the_end(apply_bonus: Any, machine: Duel, state: State, frame: Frame) -> None:
    under = frame[TOKEN], frame[CELL]
    stops = frame[TOKEN] != NONE and bonus.stops_here(machine, state, under, frame[SEAT])
    if frame[LEFT] and not stops:
        return
    seat, at = frame[SEAT], state.registers[MARKERS + frame[TRACK]]
    apply_bonus()
    line = path(machine, state, frame[TRACK])
    for _ in range(frame[MADE] - 1):
        at = line.step(at, -toward(frame))
        if at not in line.on_token:
            continue
        index, cell = line.on_token[at]
        token = state.zones[BOARD][index]
        number = bonus.ability_of(machine, state, token, cell)
        if number is not None and not machine.abilities[number].stops:
            start(machine, state, (token, number), seat, (seat, 0))


@AS_IF("it were looked for victory after the bonus of the cell", "kd.pull.step-order")
def victory_after_bonus(change: Changes) -> None:
    change.put(pull, "look_at_markers", lambda *given: None)

    @change.after(pull.after_step)
    def look_after(machine: Duel, state: State, frame: Frame) -> None:
        victory.look_at_markers(machine, state, frame[SEAT])


@AS_IF("a pull within a pull waited for its end", "kd.pull.nested")
@do.around(pull.begin_pull)
def nested_afterwards(begin_pull: Any, state: State) -> None:
    outer = pull_frame(state)
    before = len(state.stack)
    begin_pull()
    if outer is not None and len(state.stack) > before:
        below = next(at for at, frame in enumerate(state.stack) if frame is outer)
        state.stack.insert(below, state.stack.pop())


@AS_IF("a pull within a pull put an end to it", "kd.pull.nested")
@do.before(pull.begin_pull)
def nested_replaces(state: State) -> None:
    outer = pull_frame(state)
    if outer is not None:
        outer[LEFT] = 0


AS_IF("the bonus of a cell came before what rewards leaving a token", "kd.pull.step-order").so(
    "bonus-before-leaving", in_order(PULL, pull.enter, pull.apply_bonus, pull.leave)
)


# --- when a pull is over -------------------------------------------------------------------------
@AS_IF("what waits for a pull took place before its first step", "kd.pull.over")
def waits_before(change: Changes) -> None:
    @change.after(pull.begin_pull)
    def announce(machine: Duel, state: State, seat: int, track: int, cells: int) -> None:
        found = pull.per_cell(machine, state, seat, counting=True)
        found += pull.per_cell(machine, state, seat, counting=False)
        begin_moment(state, seat, (track, cells), found)

    change.never(pull.pull_is_over)


@AS_IF("nothing waited for a pull that was stopped", "kd.pull.over")
@do.unless(pull.pull_is_over)
def stopped_is_nothing(machine: Duel, state: State, frame: Frame) -> bool:
    under = token_under(machine, state, frame[TRACK])
    return under is not None and bonus.stops_here(machine, state, under, frame[SEAT])


# --- leaving tokens ------------------------------------------------------------------------------
@AS_IF(
    "a step from one cell of a token to another of it were a pull off a token",
    "kd.pull.leave-token",
)
@do.before(pull.leave)
def from_cell_to_cell(machine: Duel, state: State, frame: Frame) -> None:
    if frame[TOKEN] != NONE and frame[LEFT_TOKEN] == NONE:
        line = path(machine, state, frame[TRACK])
        if line.step(state.registers[MARKERS + frame[TRACK]], -toward(frame)) in line.on_token:
            frame[LEFT_TOKEN] = frame[TOKEN]


AS_IF("a step from one token to another were no pull off a token", "kd.pull.leave-token").so(
    "to-bare-cells-only", do.provided(pull.leave)(lambda frame: frame[TOKEN] == NONE)
)
AS_IF("only the first step of a pull left a token", "kd.pull.leave-token").so(
    "first-step-only", do.provided(pull.leave)(lambda frame: frame[MADE] == 1)
)


# --- cards that pull -----------------------------------------------------------------------------
@do.verb
def by_cards(change: Changes, word: Callable[[Linker, Call, list[Step]], list[Step]]) -> None:
    """Let pulls of power cards do something else."""

    @change.result(EFFECTS, "pull")
    def bind_otherwise(steps: list[Step], linker: Linker, call: Call) -> list[Step]:
        return word(linker, call, steps) if linker.kind == POWER_CARD else steps


def pulls_both(linker: Linker) -> bool:
    """Whether the text that is being linked pulls both markers."""
    tracks = {call["track"] for call in linker.text.body if call.word == "pull"}
    return len(tracks) == len(TRACKS)


@AS_IF("a card made a pull of its own for each cell", "kd.pull.card")
@do.around(pull.begin_pull)
def cell_by_cell(begin_pull: Any, cells: int, cause: int) -> None:
    for _ in range(1 if cause == NONE else cells):
        begin_pull(cells=cells if cause == NONE else 1)


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
@do.around(EFFECTS, "pull")
def fame_first(bind: Any, linker: Linker, call: Call) -> Any:
    if linker.kind != POWER_CARD or not pulls_both(linker):
        return bind()
    return bind(call=saying(call, track=TRACKS[1 - TRACKS.index(str(call["track"]))]))


AS_IF("a card that pulls both markers pulled the first only", "kd.pull.both-markers").so(
    "one-of-both",
    by_cards(
        lambda linker, call, steps: [] if pulls_both(linker) and call["track"] == "fame" else steps
    ),
)


# --- claws resolved ------------------------------------------------------------------------------
@do.verb
def counting(change: Changes, count: Number) -> None:
    """Let claws resolved be counted otherwise."""
    do.result(NUMBERS, "resolved-symbols")(
        lambda bound, call: count if call["face"] == "claw" else bound
    )(change)


@AS_IF("each claw made a pull of its own", "kd.pull.for-each-claw")
@by_cards
def a_pull_for_each_claw(linker: Linker, call: Call, steps: list[Step]) -> list[Step]:
    def act(machine: Duel, state: State, frame: Frame) -> None:
        before = len(state.stack)
        for step in steps:
            step(machine, state, frame)
        if len(state.stack) > before:
            pull = state.stack.pop()
            cells, pull[LEFT] = pull[LEFT], 1
            state.stack += [list(pull) for _ in range(cells)]

    for_each = call.get("count") is not None and linker.mentions("resolved-symbols")
    return [act] if for_each else steps


AS_IF("multiplied hits were as many claws resolved", "kd.pull.for-each-claw").so(
    "hits-counted",
    do.before(resolve.hit)(lambda state, frame: let(state.registers, CLAWS, frame[resolve.HITS])),
)
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


# --- hits for cells ------------------------------------------------------------------------------
@AS_IF("hits were dealt for cells that a stopped pull did not make", "kd.pull.hits")
@do.before(king.stop_pull)
def cells_not_made(state: State) -> None:
    frame = pull_frame(state)
    if frame is not None:
        frame[MADE] += frame[LEFT]


@AS_IF("a hit after a step came before the bonus of the cell", "kd.pull.hits")
def hit_before_bonus(change: Changes) -> None:
    @change.after(pull.leave)
    def hit_first(machine: Duel, state: State, frame: Frame) -> None:
        if machine.hits_each_step:
            found = pull.per_cell(machine, state, frame[SEAT], counting=True)
            begin_moment(state, frame[SEAT], (frame[TRACK], 1), found)

    do.instead(pull.after_step)(lambda frame: begin_again(frame))(change)


@do.verb
def otherwise(change: Changes, answer: str) -> None:
    """Let a machine take the other answer as soon as it is told which."""

    @change.after(game._take_options)
    def turn_round(machine: Duel) -> None:
        setattr(machine, answer, not getattr(machine, answer))


AS_IF("a card dealt one hit for a whole pull", "kd.pull.hits").so(
    "one-hit", do.before(pull.pull_is_over)(lambda frame: let(frame, MADE, 1))
)
AS_IF("hits came after each step and not together, or the reverse", "kd.pull.hits").so(
    "other-answer", do.turn_round("hits_each_step")
)
AS_IF("hits were dealt for pulls by symbols only", "kd.pull.hits").so(
    "symbols-only", do.provided(pull.pull_is_over)(lambda frame: frame[pull.CAUSE] == NONE)
)
AS_IF(
    "what a card counts were as many pulls, or one pull, as the other answer says",
    "kd.pull.counted",
).so("counted-otherwise", otherwise("pulls_apart"))
AS_IF(
    "what a card does each time were one pull, or pulls apart, as the other answer says",
    "kd.pull.each-time",
).so("each-time-otherwise", otherwise("each_time_in_one"))
