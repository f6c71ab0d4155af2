"""Misreadings of life: how it is lost and gained, and when it decides the game."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, turn, words
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, LIFE, LIVES, NONE

AS_IF = Topic("mindbug", "life")


@AS_IF("below-zero", "a life total could go below 0", "mb.life.lose")
def below_zero(change: Changes) -> None:
    check_lives = atoms.check_lives

    def lose_all(
        machine: Mindbug,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules = atoms.LOSE,
    ) -> None:
        if amount > 0:
            state.counters[LIFE + seat] -= amount
            state.dirty |= LIVES
            left = state.counters[LIFE + seat]
            state.log.append(("lose-life", rules, cause, seat, amount, left))

    def check_below(machine: Mindbug, state: State, dirty: int) -> None:
        had = state.counters[:]
        state.counters[LIFE : LIFE + 2] = [max(0, life) for life in had[LIFE : LIFE + 2]]
        check_lives(machine, state, dirty)
        state.counters[:] = had

    change.swap(atoms.lose_life, lose_all)
    change.swap(check_lives, check_below)


@AS_IF("at-most-three", "nobody could have more than 3 life", "mb.life.no-maximum")
def at_most_three(change: Changes) -> None:
    gain_life = atoms.gain_life

    def gain_up_to_three(
        state: State, seat: int, amount: int, cause: int, rules: Rules = ()
    ) -> None:
        room = max(0, atoms.STARTING_LIFE - state.counters[LIFE + seat])
        gain_life(state, seat, min(amount, room), cause, rules)

    change.swap(gain_life, gain_up_to_three)


@AS_IF("gain-is-one", "gaining life always meant 1 life", "mb.life.gain")
def gain_is_one(change: Changes) -> None:
    gain_life = atoms.gain_life

    def gain_one(state: State, seat: int, amount: int, cause: int, rules: Rules = ()) -> None:
        gain_life(state, seat, min(amount, 1), cause, rules)

    change.swap(gain_life, gain_one)


@AS_IF("lose-is-one", "losing life always meant 1 life", "mb.life.lose")
def lose_is_one(change: Changes) -> None:
    lose_life = atoms.lose_life

    def lose_one(
        machine: Mindbug,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules = atoms.LOSE,
    ) -> None:
        lose_life(machine, state, seat, min(amount, 1), cause, rules)

    change.swap(lose_life, lose_one)


@AS_IF("set-only-lowers", "setting a life total could not raise it", "mb.life.set")
def set_only_lowers(change: Changes) -> None:
    gain_life = atoms.gain_life

    def gain_unless_set(
        state: State, seat: int, amount: int, cause: int, rules: Rules = ()
    ) -> None:
        if "mb.life.set" not in rules:
            gain_life(state, seat, amount, cause, rules)

    change.put(words, "gain_life", gain_unless_set)


@AS_IF("set-only-raises", "setting a life total could not lower it", "mb.life.set")
def set_only_raises(change: Changes) -> None:
    lose_life = atoms.lose_life

    def lose_unless_set(
        machine: Mindbug,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules = atoms.LOSE,
    ) -> None:
        if "mb.life.set" not in rules:
            lose_life(machine, state, seat, amount, cause, rules)

    change.put(words, "lose_life", lose_unless_set)


@AS_IF("over-at-turn-end", "the game were over only at the end of the turn", "mb.life.zero")
def over_at_turn_end(change: Changes) -> None:
    check_lives, pass_on = atoms.check_lives, turn.pass_on

    def check_later(machine: Mindbug, state: State, dirty: int) -> None:
        if state.stack[-1][1] == turn.NEXT_TURN.at:  # a position that is set up
            check_lives(machine, state, dirty)

    def check_and_pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
        check_lives(machine, state, LIVES)
        if state.pending is None:
            pass_on(machine, state, frame)

    change.swap(check_lives, check_later)
    change.swap(pass_on, check_and_pass_on)


@AS_IF("zero-survives", "a player at 0 life were still in the game", "mb.life.zero")
def zero_survives(change: Changes) -> None:
    def check_nothing(machine: Mindbug, state: State, dirty: int) -> None:
        return

    change.swap(atoms.check_lives, check_nothing)


@AS_IF(
    "both-zero-active-wins",
    "the active player won when both reached 0 life at once",
    "mb.life.both-zero",
)
def both_zero_active_wins(change: Changes) -> None:
    check_lives = atoms.check_lives

    def check_for_the_active(machine: Mindbug, state: State, dirty: int) -> None:
        if not any(state.counters[LIFE : LIFE + 2]):
            winner = state.registers[ACTIVE]
            state.log.append(("over", atoms.BOTH_ZERO, NONE, winner))
            end(state, winner, "life", atoms.BOTH_ZERO)
        else:
            check_lives(machine, state, dirty)

    change.swap(check_lives, check_for_the_active)


@AS_IF(
    "both-zero-first-loses",
    "of two players who reach 0 life at once the one named first had lost",
    "mb.life.both-zero",
)
def both_zero_first_loses(change: Changes) -> None:
    change.turn_round("draw_on_both_zero")
