"""Misreadings of what may be done at any time: when, who is asked first, and who at all."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import any_time, buying, defending, monsters, roll
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.table import ACTIVE, DECLINED

AS_IF = Topic("tokyo", "any-time")


@AS_IF(
    "before-losses-and-purchases",
    "at any time meant a loss of hearts and one's own purchases alone",
    "kt.card.any-time",
)
def before_losses_and_purchases(change: Changes) -> None:
    def never(machine: Tokyo) -> None:
        machine.interrupt = None

    change.relink(never)


@AS_IF("own-decisions", "at any time meant before one's own decisions alone", "kt.card.any-time")
def own_decisions(change: Changes) -> None:
    interrupt = any_time.interrupt

    def only_its_own(machine: Tokyo, state: State, since: int) -> Frame | None:
        before = interrupt(machine, state, since)
        pending = state.pending
        assert pending is not None
        return before if before and before[any_time.SEAT] == pending[1] else None

    def ask_them(machine: Tokyo) -> None:
        if machine.interrupt is not None:
            machine.interrupt = only_its_own

    change.relink(ask_them)


@AS_IF(
    "not-after-the-roll",
    "nobody could act after the last roll where nothing is decided",
    "kt.card.any-time",
)
def not_after_the_roll(change: Changes) -> None:
    def go_on(machine: Tokyo, state: State, frame: Frame) -> None:
        """It is resolved at once."""

    change.swap(roll.before_resolving, go_on)


@AS_IF(
    "at-set-moments",
    "a card that names no moment were played at four moments of a turn",
    "kt.evolution.any-moment",
)
def at_set_moments(change: Changes) -> None:
    def at_four(machine: Tokyo) -> None:
        machine.interrupt, machine.set_moments = None, True

    change.relink(at_four)


@AS_IF("first-seat-first", "the first seat were asked before the others", "kt.card.any-time-order")
def first_seat_first(change: Changes) -> None:
    clockwise = monsters.clockwise

    def by_seats(machine: Tokyo, state: State, first: int) -> list[int]:
        return clockwise(machine, state, 0)

    change.put(any_time, "clockwise", by_seats)


@AS_IF(
    "roller-first",
    "the roller were asked before the mindbugger in borrowed phases",
    "kt.card.any-time-order",
)
def roller_first(change: Changes) -> None:
    clockwise = monsters.clockwise

    def from_roller(machine: Tokyo, state: State, first: int) -> list[int]:
        return clockwise(machine, state, state.registers[ACTIVE])

    change.put(any_time, "clockwise", from_roller)


@AS_IF(
    "not-asked-anew",
    "who declined before another used something were not asked again",
    "kt.card.any-time-order",
)
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

    def ask_fewer(machine: Tokyo) -> None:
        if machine.interrupt is not None:
            machine.interrupt = keep_declined

    change.relink(ask_fewer)


@AS_IF("dice-are-news", "every roll of dice asked who declined again", "kt.card.any-time-asked")
def dice_are_news(change: Changes) -> None:
    def all_but_silent(machine: Tokyo) -> None:
        machine.no_news = machine.silent_events

    change.relink(all_but_silent)


@AS_IF(
    "dice-are-no-news",
    "who declined during the roll were not asked after it",
    "kt.card.any-time-asked",
)
def dice_are_no_news(change: Changes) -> None:
    dice_lie = roll.dice_lie

    def lie_quietly(machine: Tokyo, state: State, frame: Frame) -> None:
        declined = state.registers[DECLINED]
        dice_lie(machine, state, frame)
        state.registers[DECLINED] = declined

    change.swap(dice_lie, lie_quietly)


@AS_IF(
    "dice-of-others-no-news",
    "who declined after the roll were not asked again when others changed it",
    "kt.card.any-time-asked",
)
def dice_of_others_no_news(change: Changes) -> None:
    def look_away(machine: Tokyo, state: State, frame: Frame) -> None:
        """Whatever the others did, nothing has changed."""

    change.swap(roll.look_again, look_away)


@AS_IF(
    "asked-again-in-vain",
    "who declined in its defence or its buy phase were asked again at once",
    "kt.card.any-time-asked",
)
def asked_again_in_vain(change: Changes) -> None:
    def forget(machine: Tokyo, state: State, seat: int, offered: list[Entry]) -> None:
        """It is not noted."""

    change.put(defending, "note_declined", forget)
    change.put(buying, "note_declined", forget)


@AS_IF(
    "asked-who-holds-one",
    "only a monster were asked that holds a card for any time",
    "kt.evolution.any-moment-asked",
)
def asked_who_holds_one(change: Changes) -> None:
    could_hold = any_time.could_hold

    def does_hold(machine: Tokyo, state: State, seat: int, card: int) -> bool:
        held = state.where[card] == machine.hand + seat
        return held and could_hold(machine, state, seat, card)

    change.swap(could_hold, does_hold)


@AS_IF(
    "asked-for-all-permanents",
    "a permanent card were asked for before the moments it names",
    "kt.evolution.any-moment-asked",
)
def asked_for_all_permanents(change: Changes) -> None:
    def all_worth_it(machine: Tokyo) -> None:
        machine.worth_playing |= machine.permanent

    change.relink(all_worth_it)


@AS_IF(
    "no-hearts-lost-at-the-loss-alone",
    "a monster paid to lose no hearts only when it is about to lose some",
    "kt.damage.none-this-turn",
)
def no_hearts_lost_at_the_loss_alone(change: Changes) -> None:
    def nobody_takes(machine: Tokyo, state: State, seat: int) -> bool:
        return False

    change.put(any_time, "others_can_take", nobody_takes)


@AS_IF(
    "no-hearts-lost-always-asked",
    "a monster were asked to pay for losing no hearts before every decision",
    "kt.card.any-time-asked",
)
def no_hearts_lost_always_asked(change: Changes) -> None:
    def anybody_takes(machine: Tokyo, state: State, seat: int) -> bool:
        return True

    change.put(any_time, "others_can_take", anybody_takes)
