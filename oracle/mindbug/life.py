"""Life: lost, gained and set, and the end of the game without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step, end
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import unsettle
from .effects import bind_amount
from .permissions import rules_in_force, tell_say
from .table import ACTIVE, DISCARD, DONE, LIFE, LIVES, NONE, SOURCE, YOU
from .triggers import trigger_in_discard
from .words import Condition, Number, condition, effect, number

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

STARTING_LIFE = 3
LOSE = ("mb.life.lose",)
GAIN = ("mb.life.gain",)
GAIN_BEYOND = ("mb.life.gain", "mb.life.no-maximum")
SET = ("mb.life.set",)
ZERO = ("mb.life.zero",)
BOTH_ZERO = ("mb.life.zero", "mb.life.both-zero")

SAME_LIFE = ("mb.life.set",)
SET_LIFE = ("mb.life.lose", "mb.life.set")


def lose_life(
    machine: Mindbug, state: State, seat: int, amount: int, cause: int, rules: Rules = LOSE
) -> None:
    """Lower a life total, never below zero; what is lost in addition is part of the same loss."""
    counters = state.counters
    if amount > 0 and "loses-more-life" in machine.words_in_use:
        for source, seated, rule in rules_in_force(machine, state, "loses-more-life"):
            if rule.holds(machine, state, source, seated, (seat,)):
                amount += rule.amount
                tell_say(state, source, [(source, seated, rule)])
    amount = min(amount, counters[LIFE + seat])
    if amount <= 0:
        return
    counters[LIFE + seat] -= amount
    unsettle(state)
    state.dirty |= LIVES
    state.log.append(("lose-life", rules, cause, seat, amount, counters[LIFE + seat]))
    watching = machine.triggered_in_discard["life-lost"]
    if watching:
        for card in sorted(state.zones[DISCARD + seat]):
            if state.cards[card] in watching:
                trigger_in_discard(machine, state, "life-lost", card, seat)


def gain_life(state: State, seat: int, amount: int, cause: int, rules: Rules = ()) -> None:
    """Raise a life total; there is no maximum."""
    if amount <= 0:
        return
    counters = state.counters
    counters[LIFE + seat] += amount
    unsettle(state)
    told = GAIN_BEYOND if counters[LIFE + seat] > STARTING_LIFE else GAIN
    state.log.append(("gain-life", told + rules, cause, seat, amount, counters[LIFE + seat]))


def put_life(state: State, seat: int, life: int, cause: int) -> None:
    """Make a life total another one, which is neither a loss nor a gain."""
    state.counters[LIFE + seat] = life
    unsettle(state)
    state.dirty |= LIVES
    state.log.append(("set-life", SET, cause, seat, life))


def check_lives(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a player without life has lost, and the game is over at once."""
    lost = [seat for seat in (0, 1) if state.counters[LIFE + seat] == 0]
    if not lost:
        return
    if len(lost) == 2:
        active = state.registers[ACTIVE]
        rules: Rules = BOTH_ZERO
        winner = NONE if machine.draw_on_both_zero else 1 - active
    else:
        winner = 1 - lost[0]
        rules = ZERO
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "life", rules)


@number("life")
def _life(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        LIFE + seat(machine, state, frame[SOURCE], frame[YOU])
    ]


@condition("life-is")
def _life_is(linker: Linker, call: Call) -> Condition:
    seat, n = linker.player(call["player"]), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        state.counters[LIFE + seat(machine, state, source, you)] == n
    )


@effect("gain-life")
def _gain_life(linker: Linker, call: Call) -> list[Step]:
    return bind_amount(
        linker,
        call,
        lambda machine, state, seat, amount, cause: gain_life(state, seat, amount, cause),
    )


@effect("lose-life")
def _lose_life(linker: Linker, call: Call) -> list[Step]:
    return bind_amount(
        linker,
        call,
        lambda machine, state, seat, amount, cause: lose_life(machine, state, seat, amount, cause),
    )


@effect("set-life")
def _set_life(linker: Linker, call: Call) -> list[Step]:
    whose, amount = linker.player(call["player"]), linker.number(call["amount"])

    def set_life(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        difference = amount(machine, state, frame) - state.counters[LIFE + seat]
        if not difference:
            state.log.append(
                ("life-stays", SAME_LIFE, frame[SOURCE], seat, state.counters[LIFE + seat])
            )
        elif not machine.setting_is_losing:
            put_life(state, seat, state.counters[LIFE + seat] + difference, frame[SOURCE])
        else:
            gain_life(state, seat, difference, frame[SOURCE], SAME_LIFE)
            lose_life(machine, state, seat, -difference, frame[SOURCE], SET_LIFE)
        frame[DONE] = abs(difference)

    return [set_life]
