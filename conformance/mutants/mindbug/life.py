"""Misreadings of life: how it is lost and gained, and when it decides the game."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Rules, State
from oracle.mindbug import life as life_topic
from oracle.mindbug import turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, LIFE, LIVES, NONE

AS_IF = Topic("mindbug", "life")


@AS_IF("a life total could go below 0", "mb.life.lose")
def below_zero(change: Changes) -> None:
    @change.instead(life_topic.lose_life)
    def lose_all(
        state: State, seat: int, amount: int, cause: int, rules: Rules = life_topic.LOSE
    ) -> None:
        if amount > 0:
            state.counters[LIFE + seat] -= amount
            state.dirty |= LIVES
            left = state.counters[LIFE + seat]
            state.log.append(("lose-life", rules, cause, seat, amount, left))

    @change.around(life_topic.check_lives)
    def check_below(check_lives: Any, state: State) -> None:
        had = state.counters[:]
        state.counters[LIFE : LIFE + 2] = [max(0, life) for life in had[LIFE : LIFE + 2]]
        check_lives()
        state.counters[:] = had


@AS_IF("nobody could have more than 3 life", "mb.life.no-maximum")
@do.around(life_topic.gain_life)
def at_most_three(gain_life: Any, state: State, seat: int, amount: int) -> None:
    room = max(0, life_topic.STARTING_LIFE - state.counters[LIFE + seat])
    gain_life(amount=min(amount, room))


AS_IF("gaining life always meant 1 life", "mb.life.gain").so(
    "gain-is-one",
    do.around(life_topic.gain_life)(lambda gain_life, amount: gain_life(amount=min(amount, 1))),
)
AS_IF("losing life always meant 1 life", "mb.life.lose").so(
    "lose-is-one",
    do.around(life_topic.lose_life)(lambda lose_life, amount: lose_life(amount=min(amount, 1))),
)


@AS_IF("setting a life total could not raise it", "mb.life.set")
@do.instead(life_topic, "gain_life")
def set_only_lowers(state: State, seat: int, amount: int, cause: int, rules: Rules = ()) -> None:
    if "mb.life.set" not in rules:
        life_topic.gain_life(state, seat, amount, cause, rules)


@AS_IF("setting a life total could not lower it", "mb.life.set")
@do.instead(life_topic, "lose_life")
def set_only_raises(
    machine: Mindbug,
    state: State,
    seat: int,
    amount: int,
    cause: int,
    rules: Rules = life_topic.LOSE,
) -> None:
    if "mb.life.set" not in rules:
        life_topic.lose_life(machine, state, seat, amount, cause, rules)


@AS_IF("the game were over only at the end of the turn", "mb.life.zero")
def over_at_turn_end(change: Changes) -> None:
    check_lives = life_topic.check_lives

    @change.instead(check_lives)
    def check_later(machine: Mindbug, state: State, dirty: int) -> None:
        if state.stack[-1][1] == turn.NEXT_TURN.at:  # a position that is set up
            check_lives(machine, state, dirty)

    @change.around(turn.pass_on)
    def check_and_pass_on(pass_on: Any, machine: Mindbug, state: State) -> None:
        check_lives(machine, state, LIVES)
        if state.pending is None:
            pass_on()


@AS_IF("a player at 0 life were still in the game", "mb.life.zero")
@do.instead(life_topic.check_lives)
def zero_survives() -> None:
    return


@AS_IF("the active player won when both reached 0 life at once", "mb.life.both-zero")
@do.around(life_topic.check_lives)
def both_zero_active_wins(check_lives: Any, state: State) -> None:
    if not any(state.counters[LIFE : LIFE + 2]):
        winner = state.registers[ACTIVE]
        state.log.append(("over", life_topic.BOTH_ZERO, NONE, winner))
        end(state, winner, "life", life_topic.BOTH_ZERO)
    else:
        check_lives()


AS_IF(
    "of two players who reach 0 life at once the one named first had lost", "mb.life.both-zero"
).so("both-zero-first-loses", do.turn_round("draw_on_both_zero"))
