"""Misreadings of life: how it is lost and gained, and when it decides the game."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import given
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Rules, State
from oracle.mindbug import life, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, LIFE, LIVES, NONE

AS_IF = Topic("mindbug", "life")


@do.verb
def at_most(change: Changes, most: int) -> None:
    """Let nobody gain more life than they may have."""

    def room(state: State, seat: int, amount: int) -> int:
        return min(amount, max(0, most - state.counters[LIFE + seat]))

    given(life.gain_life, amount=room)(change)


AS_IF("nobody could have more than 3 life", "mb.life.no-maximum").so("at-most-three", at_most(3))
AS_IF("nobody could have more than 10 life", "mb.life.no-maximum").so("at-most-ten", at_most(10))
AS_IF("gaining life always meant 1 life", "mb.life.gain").so(
    "gain-is-one", given(life.gain_life, amount=lambda amount: min(amount, 1))
)
AS_IF("losing life always meant 1 life", "mb.life.lose").so(
    "lose-is-one", given(life.lose_life, amount=lambda amount: min(amount, 1))
)
AS_IF("setting a life total could not raise it", "mb.life.set").so(
    "set-only-lowers", do.unless(life, "gain_life")(lambda rules=(): "mb.life.set" in rules)
)
AS_IF("setting a life total could not lower it", "mb.life.set").so(
    "set-only-raises", do.unless(life, "lose_life")(lambda rules=(): "mb.life.set" in rules)
)
AS_IF("a player at 0 life were still in the game", "mb.life.zero").so(
    "zero-survives", do.never(life.check_lives)
)


@do.verb
def ending(change: Changes, *, by_attacks: bool) -> None:
    """Let only attacks, or only effects, end the game."""

    @change.after(life.lose_life)
    def lose_and_go_on(state: State, rules: Rules = ()) -> None:
        if ("mb.attack.unblocked" in rules) is not by_attacks:
            state.dirty &= ~LIVES


AS_IF("only an attack could take the last life", "mb.life.zero").so(
    "only-attacks-end", ending(by_attacks=True)
)
AS_IF("only an effect could take the last life", "mb.life.zero").so(
    "only-effects-end", ending(by_attacks=False)
)
AS_IF(
    "of two players who reach 0 life at once the one named first had lost", "mb.life.both-zero"
).so("both-zero-first-loses", do.turn_round("draw_on_both_zero"))


@AS_IF("a life total could go below 0", "mb.life.lose")
def below_zero(change: Changes) -> None:
    @change.instead(life.lose_life)
    def lose_all(
        state: State, seat: int, amount: int, cause: int, rules: Rules = life.LOSE
    ) -> None:
        if amount > 0:
            state.counters[LIFE + seat] -= amount
            state.dirty |= LIVES
            left = state.counters[LIFE + seat]
            state.log.append(("lose-life", rules, cause, seat, amount, left))

    @change.around(life.check_lives)
    def check_below(check_lives: Any, state: State) -> None:
        had = state.counters[:]
        state.counters[LIFE : LIFE + 2] = [max(0, life) for life in had[LIFE : LIFE + 2]]
        check_lives()
        state.counters[:] = had


@AS_IF("the game were over only at the end of the turn", "mb.life.zero")
def over_at_turn_end(change: Changes) -> None:
    check_lives = life.check_lives

    @change.provided(check_lives)
    def at_once(state: State) -> object:
        return state.stack[-1][1] == turn.NEXT_TURN.at  # a position that is set up

    @change.around(turn.pass_on)
    def check_and_pass_on(pass_on: Any, machine: Mindbug, state: State) -> None:
        check_lives(machine, state, LIVES)
        if state.pending is None:
            pass_on()


@AS_IF("the active player won when both reached 0 life at once", "mb.life.both-zero")
@do.around(life.check_lives)
def both_zero_active_wins(check_lives: Any, state: State) -> None:
    if not any(state.counters[LIFE : LIFE + 2]):
        winner = state.registers[ACTIVE]
        state.log.append(("over", life.BOTH_ZERO, NONE, winner))
        end(state, winner, "life", life.BOTH_ZERO)
    else:
        check_lives()
