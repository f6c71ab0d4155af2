"""Misreadings of borrowed phases: entering and buying in them, and how the roller goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.borrowed import (
    AS_IF,
    Act,
    before_resolving,
    energy_of,
    is_taker,
    phases,
    remembered,
    remembering,
)
from conformance.mutants.tokyo.mindbug import THIS_GAME, after_taking, forget, is_noted, note
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, borrowed, buying, entering, moments, monsters, roll, turn
from oracle.tokyo.machine import Change, Said, Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, NONE, PROCEDURES, REROLLS, STARS_TO_WIN, SWEEP

TURN_STEPS = PROCEDURES.steps[turn.TURNS]


def after_phases(change: Changes, act: Act) -> None:
    """Do something when the roller goes on; frames it begins come first."""
    give_back = borrowed.give_back

    def give_back_and_act(machine: Tokyo, state: State, frame: Frame) -> None:
        give_back(machine, state, frame)
        act(machine, state, frame[borrowed.TAKER], frame[borrowed.ROLLER])

    change.swap(give_back, give_back_and_act)


def go_on_at(state: State, step: Callable[..., None]) -> None:
    """Let the turn go on with another step."""
    state.stack[0][1] = TURN_STEPS.index(step)


# --- entering and buying -----------------------------------------------------------------------


@AS_IF("no-entering", "a mindbugger never entered Tokyo", "kt.borrowed.enter")
def no_entering(change: Changes) -> None:
    def stay_out(machine: Tokyo, state: State, frame: Frame) -> None:
        return

    change.swap(borrowed.enter, stay_out)


@AS_IF("roller-enters", "the roller entered for the mindbugger", "kt.borrowed.enter")
def roller_enters(change: Changes) -> None:
    def enter_roller(machine: Tokyo, state: State, frame: Frame) -> None:
        entering.begin_enter(state, frame[borrowed.ROLLER])

    change.swap(borrowed.enter, enter_roller)


@AS_IF("no-star", "a mindbugger gained no star for entering", "kt.borrowed.enter")
def no_star(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_for_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[entering.SEAT]
        had = state.counters[machine.stars + seat]
        come_in(machine, state, frame)
        if is_taker(state, seat):
            state.counters[machine.stars + seat] = had

    change.swap(come_in, come_in_for_nothing)


@AS_IF("no-buying", "a mindbugger could not buy", "kt.borrowed.buy")
def no_buying(change: Changes) -> None:
    def buy_nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        return

    change.swap(borrowed.buy, buy_nothing)


@AS_IF("roller-buys", "the roller bought in the place of the mindbugger", "kt.borrowed.buy")
def roller_buys(change: Changes) -> None:
    def let_the_roller(machine: Tokyo, state: State, frame: Frame) -> None:
        buying.begin_buying(state, frame[borrowed.ROLLER])

    change.swap(borrowed.buy, let_the_roller)


@AS_IF("roller-pays", "the mindbugger bought with the roller's energy", "kt.borrowed.buy")
def roller_pays(change: Changes) -> None:
    can_buy, pay = buying.can_buy, atoms.pay

    def can_buy_with_it(
        machine: Tokyo, state: State, card: int, seat: int, discount: int = 0
    ) -> bool:
        own, counters = machine.energy + seat, state.counters
        before = counters[own]
        if is_taker(state, seat):
            counters[own] = counters[machine.energy + state.registers[ACTIVE]]
        found = can_buy(machine, state, card, seat, discount)
        counters[own] = before
        return found

    def pay_with_it(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        payer = state.registers[ACTIVE] if is_taker(state, seat) else seat
        pay(machine, state, payer, amount, cause, rules)

    change.put(buying, "can_buy", can_buy_with_it)
    change.put(buying, "pay", pay_with_it)


@AS_IF("no-sweeping", "a mindbugger could not sweep the row", "kt.borrowed.buy")
def no_sweeping(change: Changes) -> None:
    def ask_without(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "buy" and is_taker(state, seat):
            options = [option for option in options if option != SWEEP]
        ask(state, kind, seat, options, *rest)

    change.put(buying, "ask", ask_without)


@AS_IF(
    "no-wares-of-cards",
    "cards for its owner's buy phase did nothing in a borrowed one",
    "kt.borrowed.buy",
)
def no_wares_of_cards(change: Changes) -> None:
    said_by, changes_of = monsters.said_by, monsters.changes_of

    def said_in_own_turn(
        machine: Tokyo, state: State, word: str, seat: int
    ) -> list[tuple[int, Said]]:
        if word == "can-buy" and is_taker(state, seat):
            return []
        return said_by(machine, state, word, seat)

    def changed_in_own_turn(
        machine: Tokyo, state: State, word: str, seat: int
    ) -> list[tuple[int, Change, int]]:
        if word == "modify-cost" and is_taker(state, seat):
            return []
        return changes_of(machine, state, word, seat)

    change.swap(said_by, said_in_own_turn)
    change.swap(changes_of, changed_in_own_turn)


# --- no turn of the mindbugger -----------------------------------------------------------------


@AS_IF(
    "turn-of-mindbugger",
    "the borrowed phases were in a turn of the mindbugger",
    "kt.borrowed.not-a-turn",
)
def turn_of_mindbugger(change: Changes) -> None:
    give_back = borrowed.give_back

    def begin_turn(machine: Tokyo, state: State, seat: int, roller: int) -> None:
        state.registers[ACTIVE] = seat

    def end_turn(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[ACTIVE] = frame[borrowed.ROLLER]
        give_back(machine, state, frame)

    after_taking(change, begin_turn)
    change.swap(give_back, end_turn)


def use_anew(state: State, seat: int) -> None:
    """Forget what a monster has used in this turn."""
    frame, own = state.stack[0], state.zones[AREA + seat]
    frame[turn.USED] = tuple(entry for entry in frame[turn.USED] if entry[0] not in own)


@AS_IF(
    "used-anew-by-mindbugger",
    "the mindbugger could use anew what it has used once in this turn",
    "kt.borrowed.not-a-turn",
)
def used_anew_by_mindbugger(change: Changes) -> None:
    after_taking(change, lambda machine, state, seat, roller: use_anew(state, seat))


@AS_IF(
    "own-turn-cards",
    "the mindbugger could use what is for its own turn",
    "kt.borrowed.not-a-turn",
)
def own_turn_cards(change: Changes) -> None:
    def open_before_roll(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        moments.open_window(machine, state, ("before-roll",), taker)

    before_resolving(change, open_before_roll)


@AS_IF(
    "tokyo-stars",
    "a mindbugger in Tokyo gained the 2 stars for starting there",
    "kt.borrowed.no-turn-start",
)
def tokyo_stars(change: Changes) -> None:
    def gain(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if monsters.in_tokyo(machine, state, taker):
            atoms.gain_stars(machine, state, taker, 2, NONE, turn.TOKYO)

    before_resolving(change, gain)


@AS_IF(
    "start-effects",
    "the mindbugger's effects for the start of a turn worked",
    "kt.borrowed.no-turn-start",
)
def start_effects(change: Changes) -> None:
    def let_them(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        moments.happen(machine, state, "turn-starts", taker, (taker, 0))

    before_resolving(change, let_them)


def ending(change: Changes, *, effects: bool, poison: bool, last: bool) -> None:
    """Let the mindbugger have part of an end phase after its purchase."""

    def finish(machine: Tokyo, state: State, frame: Frame) -> None:
        taker = frame[borrowed.TAKER]
        found = moments.at(machine, state, "turn-ends", taker)
        used = [entry for entry in found if machine.abilities[entry[1]].uses]
        first = [entry for entry in found if entry not in used]
        state.stack.append(
            [
                turn.END_PHASE,
                0,
                taker,
                tuple(first) if effects else (),
                int(not poison),
                tuple(used) if last else (),
            ]
        )

    phases(change, borrowed.resolve, borrowed.enter, borrowed.buy, finish, borrowed.give_back)


@AS_IF(
    "end-effects",
    "the mindbugger's effects for the end of a turn worked",
    "kt.borrowed.no-turn-end",
)
def end_effects(change: Changes) -> None:
    ending(change, effects=True, poison=False, last=False)


@AS_IF("end-poison", "the mindbugger's poison worked", "kt.borrowed.no-turn-end")
def end_poison(change: Changes) -> None:
    ending(change, effects=False, poison=True, last=False)


@AS_IF(
    "end-frenzy",
    "the mindbugger could activate FRENZY at the end of the borrowed phases",
    "kt.borrowed.no-turn-end",
    "kt.borrowed.phases",
)
def end_frenzy(change: Changes) -> None:
    ending(change, effects=False, poison=False, last=True)


@AS_IF("extra-turn", "a mindbugger could get another turn", "kt.borrowed.no-extra-turn")
def extra_turn(change: Changes) -> None:
    give_turn = turn.give_turn

    def give_always(
        machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
    ) -> None:
        actor = state.registers[ACTOR]
        state.registers[ACTOR] = state.registers[ACTIVE]
        give_turn(machine, state, seat, fewer, cause, first=first)
        state.registers[ACTOR] = actor

    change.swap(give_turn, give_always)


@AS_IF(
    "no-frenzy-for-sale",
    "a mindbugger could not buy a card that gives another turn",
    "kt.borrowed.no-extra-turn",
)
def no_frenzy_for_sale(change: Changes) -> None:
    can_buy = buying.can_buy

    def can_buy_it(machine: Tokyo, state: State, card: int, seat: int, discount: int = 0) -> bool:
        bodies = [each.body for each in machine.definitions[state.cards[card]].abilities]
        gives = any(call.word == "extra-turn" for body in bodies for call in body)
        if gives and is_taker(state, seat):
            return False
        return can_buy(machine, state, card, seat, discount)

    change.swap(can_buy, can_buy_it)


# --- how the roller goes on --------------------------------------------------------------------


@AS_IF("rerolls-left", "the roller had only the rerolls left that it had", "kt.borrowed.back")
def rerolls_left(change: Changes) -> None:
    reckon = roll.reckon

    def reckon_what_is_left(machine: Tokyo, state: State, frame: Frame) -> None:
        left = state.registers[REROLLS]
        reckon(machine, state, frame)
        if frame[roll.AGAIN_IN_TURN]:
            state.registers[REROLLS] = left

    change.swap(reckon, reckon_what_is_left)


@AS_IF("no-new-roll", "the roller's turn were over with the borrowed phases", "kt.borrowed.back")
def no_new_roll(change: Changes) -> None:
    after_phases(change, lambda machine, state, taker, roller: go_on_at(state, turn.finish))


@AS_IF("dice-as-before", "the roller's dice were counted at its first roll", "kt.borrowed.back")
def dice_as_before(change: Changes) -> None:
    reckon, begin = roll.reckon, turn.roll

    def count_once(machine: Tokyo, state: State, frame: Frame) -> None:
        reckon(machine, state, frame)
        kept = remembered(state)
        if kept:
            frame[roll.TO_ROLL] = kept[0]
        state.stack[0][turn.ROLLED] = (1, frame[roll.TO_ROLL])

    def begin_and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        kept = frame[turn.ROLLED]
        begin(machine, state, frame)
        frame[turn.ROLLED] = kept or 1

    change.swap(reckon, count_once)
    change.swap(begin, begin_and_keep)


@AS_IF("spent-given-back", "energy spent on a taken roll were given back", "kt.borrowed.back")
def spent_given_back(change: Changes) -> None:
    def give(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for energy in remembered(state):
            state.counters[machine.energy + roller] = energy

    remembering(change, roll.reckon, energy_of)
    before_resolving(change, give)


@AS_IF(
    "activated-ends",
    "what the roller activated ended with the roll that was taken",
    "kt.borrowed.still-active",
)
def activated_ends(change: Changes) -> None:
    def end_it(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        state.lasting = [
            entry
            for entry in state.lasting
            if entry[2] != roller or machine.lasting[entry[0]].for_good
        ]

    after_phases(change, end_it)


@AS_IF(
    "start-again",
    "the effects for the start of the turn worked again",
    "kt.borrowed.no-second-start",
)
def start_again(change: Changes) -> None:
    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if state.counters[roller]:
            go_on_at(state, turn.start_effects)

    after_phases(change, go_on)


@AS_IF(
    "stars-again",
    "a roller in Tokyo gained 2 stars again with its new roll",
    "kt.borrowed.no-second-start",
)
def stars_again(change: Changes) -> None:
    def gain(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if monsters.in_tokyo(machine, state, roller):
            atoms.gain_stars(machine, state, roller, 2, NONE, turn.TOKYO)

    after_phases(change, gain)


@AS_IF(
    "used-anew-by-roller",
    "the roller could use once more what may be used once a turn",
    "kt.borrowed.no-second-start",
)
def used_anew_by_roller(change: Changes) -> None:
    after_phases(change, lambda machine, state, taker, roller: use_anew(state, roller))


# --- whose turn is next ------------------------------------------------------------------------


@AS_IF(
    "on-from-mindbugger",
    "the turns went on from the mindbugger",
    "kt.borrowed.turn-order",
)
def on_from_mindbugger(change: Changes) -> None:
    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        state.stack[0][turn.BACK_TO] = taker

    after_phases(change, go_on)


@AS_IF("turn-missed", "a mindbugger missed its next turn", "kt.borrowed.turn-order")
def turn_missed(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_over(machine: Tokyo, state: State, frame: Frame) -> None:
        pass_on(machine, state, frame)
        if is_noted(state, THIS_GAME, frame[turn.SEAT]):
            forget(state, THIS_GAME, frame[turn.SEAT])
            pass_on(machine, state, frame)

    after_taking(change, lambda machine, state, seat, roller: note(state, THIS_GAME, seat))
    change.swap(pass_on, pass_over)


# --- elimination, and the stars ----------------------------------------------------------------


@AS_IF(
    "over-with-roller",
    "the borrowed phases were over when the roller is eliminated",
    "kt.borrowed.roller-eliminated",
)
def over_with_roller(change: Changes) -> None:
    buy = borrowed.buy

    def buy_if_it_lives(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.counters[frame[borrowed.ROLLER]]:
            buy(machine, state, frame)

    change.swap(buy, buy_if_it_lives)


@AS_IF(
    "mindbugger-next",
    "the mindbugger had the turn after an eliminated roller",
    "kt.borrowed.roller-eliminated",
)
def mindbugger_next(change: Changes) -> None:
    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if not state.counters[roller]:
            state.stack[0][turn.BACK_TO] = (taker - 1) % machine.players

    after_phases(change, go_on)


def when_the_taker_falls(change: Changes, step: Callable[..., None]) -> None:
    """Let the turn go on otherwise when the mindbugger was eliminated."""

    def go_on(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        if not state.counters[taker] and state.counters[roller]:
            go_on_at(state, step)

    after_phases(change, go_on)


@AS_IF(
    "over-with-mindbugger",
    "the roller's turn were over when the mindbugger is eliminated",
    "kt.borrowed.mindbugger-eliminated",
)
def over_with_mindbugger(change: Changes) -> None:
    when_the_taker_falls(change, turn.finish)


@AS_IF(
    "roll-falls-back",
    "the roller resolved its roll when the mindbugger is eliminated",
    "kt.borrowed.mindbugger-eliminated",
)
def roll_falls_back(change: Changes) -> None:
    when_the_taker_falls(change, turn.resolve)


@AS_IF(
    "stars-win-at-once",
    "a mindbugger with 20 stars won at the end of the borrowed phases",
    "kt.borrowed.stars",
)
def stars_win_at_once(change: Changes) -> None:
    after_phases(
        change, lambda machine, state, taker, roller: turn.check_stars(machine, state, taker)
    )


@AS_IF(
    "own-turn-wins",
    "a mindbugger with 20 stars won only at the end of its own turn",
    "kt.borrowed.stars",
)
def own_turn_wins(change: Changes) -> None:
    check_stars = turn.check_stars

    def check_the_active(machine: Tokyo, state: State, active: int) -> None:
        if state.counters[machine.stars + active] >= STARS_TO_WIN:
            check_stars(machine, state, active)

    change.swap(check_stars, check_the_active)
