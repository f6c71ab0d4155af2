"""Misreadings of what may be done at any time: when, who is asked first, and who at all."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import any_time, buy, defending, monsters, roll
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, DECLINED

AS_IF = Topic("tokyo", "any-time")


@AS_IF("at any time meant before one's own decisions alone", "kt.card.any-time")
def own_decisions(change: Changes) -> None:
    interrupt = any_time.interrupt

    def only_its_own(machine: Tokyo, state: State, since: int) -> Frame | None:
        before = interrupt(machine, state, since)
        pending = state.pending
        assert pending is not None
        return before if before and before[any_time.SEAT] == pending[1] else None

    @change.relink
    def ask_them(machine: Tokyo) -> None:
        if machine.interrupt is not None:
            machine.interrupt = only_its_own


@AS_IF(
    "a card that names no moment were played at four moments of a turn", "kt.evolution.any-moment"
)
@do.relink
def at_set_moments(machine: Tokyo) -> None:
    machine.interrupt, machine.set_moments = None, True


@AS_IF("the roller were asked before the mindbugger in borrowed phases", "kt.card.any-time-order")
@do.around(any_time, "clockwise")
def roller_first(clockwise: Any, state: State) -> Any:
    return clockwise(first=state.registers[ACTIVE])


@AS_IF("who declined before another used something were not asked again", "kt.card.any-time-order")
def not_asked_anew(change: Changes) -> None:
    interrupt = any_time.interrupt

    def keep_declined(machine: Tokyo, state: State, since: int) -> Frame | None:
        declined = state.registers[DECLINED]
        used = any(record[0] == "trigger" for record in state.log[since:])
        before = interrupt(machine, state, since)
        if not used:
            return before
        state.registers[DECLINED] |= declined
        return before if before and not declined >> before[any_time.SEAT] & 1 else None

    @change.relink
    def ask_fewer(machine: Tokyo) -> None:
        if machine.interrupt is not None:
            machine.interrupt = keep_declined


@AS_IF("only a monster were asked that holds a card for any time", "kt.evolution.any-moment-asked")
@do.around(any_time.could_hold)
def asked_who_holds_one(could_hold: Any, machine: Tokyo, state: State, seat: int, card: int) -> Any:
    return state.where[card] == machine.hand + seat and could_hold()


@AS_IF(
    "a permanent card were asked for before the moments it names", "kt.evolution.any-moment-asked"
)
@do.relink
def asked_for_all_permanents(machine: Tokyo) -> None:
    machine.worth_playing |= machine.permanent


AS_IF("who declined during the roll were not asked after it", "kt.card.any-time-asked").so(
    "dice-are-no-news", own.keeps(roll.dice_lie, lambda state: (state.registers, DECLINED))
)
AS_IF(
    "who declined in its defence or its buy phase were asked again at once",
    "kt.card.any-time-asked",
).so(
    "asked-again-in-vain",
    *(do.instead(module, "note_declined")(lambda: None) for module in (defending, buy)),
)
AS_IF("at any time meant a loss of hearts and one's own purchases alone", "kt.card.any-time").so(
    "before-losses-and-purchases", do.answer("interrupt", None)
)
AS_IF("nobody could act after the last roll where nothing is decided", "kt.card.any-time").so(
    "not-after-the-roll", do.never(roll.before_resolving)
)
AS_IF("the first seat were asked before the others", "kt.card.any-time-order").so(
    "first-seat-first",
    do.instead(any_time, "clockwise")(lambda machine, state: monsters.clockwise(machine, state, 0)),
)
AS_IF("every roll of dice asked who declined again", "kt.card.any-time-asked").so(
    "dice-are-news", do.relink(lambda machine: setattr(machine, "no_news", machine.silent_events))
)
AS_IF(
    "who declined after the roll were not asked again when others changed it",
    "kt.card.any-time-asked",
).so("dice-of-others-no-news", do.never(roll.look_again))
AS_IF(
    "a monster paid to lose no hearts only when it is about to lose some",
    "kt.damage.none-this-turn",
).so("no-hearts-lost-at-the-loss-alone", do.instead(any_time, "others_can_take")(lambda: False))
AS_IF(
    "a monster were asked to pay for losing no hearts before every decision",
    "kt.card.any-time-asked",
).so("no-hearts-lost-always-asked", do.instead(any_time, "others_can_take")(lambda: True))
