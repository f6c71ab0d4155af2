"""Misreadings of how a game begins, and of what lies open."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, State
from oracle.king import row
from oracle.tokyo import atoms, buying, monsters, setup, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    AREA,
    CITY,
    CLAW,
    DECK,
    ENERGY_FACE,
    FEWEST_PLAYERS,
    NONE,
    NUMBER_OF_DICE,
    OUT_OF_GAME,
    ROW,
)

AS_IF = Topic("tokyo", "setup")

MOST = 5
AT_SETUP = 1
"""What a frame that fills the row says of itself when it is the first one."""


def opening(change: Changes, more: Any) -> None:
    """Do something more with the box when it is opened. Any: a step of setup."""
    open_box = setup.open_box

    def open_another_box(machine: Tokyo, state: State, frame: Frame) -> None:
        open_box(machine, state, frame)
        more(machine, state, frame)

    change.swap(open_box, open_another_box)


# --- who plays -----------------------------------------------------------------------------------


@AS_IF("sixth-sits-out", "at most five monsters could play", "kt.setup.players")
def sixth_sits_out(change: Changes) -> None:
    def leave_out(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in range(MOST, machine.players):
            state.counters[seat] = 0
            state.registers[OUT_OF_GAME] |= 1 << seat

    def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[setup.ROLLING] = tuple(monsters.living(machine, state))
        frame[setup.CLAWS] = ()
        frame[setup.NOW], frame[setup.DICE_LEFT] = 0, NUMBER_OF_DICE

    opening(change, leave_out)
    change.swap(setup.line_up, line_up)


@AS_IF("two-are-no-game", "two monsters were too few for a game", "kt.setup.players")
def two_are_no_game(change: Changes) -> None:
    def stop(machine: Tokyo, state: State, frame: Frame) -> None:
        if machine.players == FEWEST_PLAYERS:
            end(state, NONE, "last", ())

    opening(change, stop)


@AS_IF("same-monster-twice", "two players could choose the same monster", "kt.setup.monsters")
def same_monster_twice(change: Changes) -> None:
    def choose_any(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[setup.NOW]
        if not machine.has_evolutions or seat == machine.players:
            frame[1] = setup.LINE_UP
            return
        options = [("be", number) for number in range(len(machine.monsters))]
        ask(state, "be", seat, options, -1, -1, NONE, setup.OWN_SET)

    change.swap(setup.choose_monster, choose_any)


@AS_IF("monsters-differ", "some monsters were tougher than others", "kt.setup.monsters")
def monsters_differ(change: Changes) -> None:
    def make_tougher(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in range(1, machine.players, 2):
            state.counters[seat] += 2

    opening(change, make_tougher)


@AS_IF("counter-clockwise", "the next monster were the one to the right", "kt.setup.seats")
def counter_clockwise(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_back(machine: Tokyo, state: State, frame: Frame) -> None:
        promised = any(entry[0] in monsters.living(machine, state) for entry in frame[turn.FURTHER])
        before = frame[turn.SEAT] if frame[turn.BACK_TO] == NONE else frame[turn.BACK_TO]
        pass_on(machine, state, frame)
        if not promised:
            alive = monsters.clockwise(machine, state, before)
            frame[turn.SEAT] = alive[-1]

    change.swap(pass_on, pass_back)


@AS_IF(
    "from-the-first-seat",
    "clockwise from a monster meant from the first seat on",
    "kt.setup.seats",
)
def from_the_first_seat(change: Changes) -> None:
    def in_seat_order(machine: Tokyo, state: State, seat: int) -> list[int]:
        return [each for each in monsters.living(machine, state) if each != seat]

    change.swap(monsters.others, in_seat_order)


@AS_IF("asked-to-the-right", "clockwise meant to the right", "kt.setup.seats")
def asked_to_the_right(change: Changes) -> None:
    others = monsters.others

    def to_the_right(machine: Tokyo, state: State, seat: int) -> list[int]:
        return others(machine, state, seat)[::-1]

    change.swap(others, to_the_right)


@AS_IF(
    "fallen-are-counted",
    "clockwise from a monster counted the eliminated monsters too",
    "kt.setup.seats",
)
def fallen_are_counted(change: Changes) -> None:
    def all_clockwise(machine: Tokyo, state: State, first: int) -> list[int]:
        return [(first + step) % machine.players for step in range(machine.players)]

    change.swap(monsters.clockwise, all_clockwise)


# --- the cards -----------------------------------------------------------------------------------


@AS_IF("one-copy-each", "every card were in the box only once", "kt.setup.cards")
def one_copy_each(change: Changes) -> None:
    def keep_one(machine: Tokyo) -> None:
        machine.pool = tuple(dict.fromkeys(machine.pool))

    change.relink(keep_one)


@AS_IF("two-copies-each", "every card were in the box twice", "kt.setup.cards")
def two_copies_each(change: Changes) -> None:
    def take_two(machine: Tokyo) -> None:
        machine.pool = tuple(sorted(2 * tuple(dict.fromkeys(machine.pool))))

    change.relink(take_two)


@AS_IF("not-shuffled", "the cards came in the order of the box", "kt.setup.shuffle")
def not_shuffled(change: Changes) -> None:
    def ask_for_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [options[0]] if kind == "turn-up" else options, *rest)

    change.put(row, "ask", ask_for_the_first)


def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""
    sees = projection.sees

    def sees_otherwise(zone: Zone, owner: int | None, seat: int) -> bool:
        if zone.name != zone_name:
            return sees(zone, owner, seat)
        return everybody or owner == seat

    change.swap(sees, sees_otherwise)


@AS_IF(
    "deck-face-up",
    "the cards of the deck lay face up",
    "kt.setup.shuffle",
    "kt.setup.public",
)
def deck_face_up(change: Changes) -> None:
    seeing(change, "deck", everybody=True)


def first_row_of(change: Changes, size: int) -> None:
    """Let another number of cards be laid out at setup."""
    next_card = buying.next_card

    def next_of_so_many(machine: Tokyo, state: State, frame: Frame) -> None:
        at_setup = frame[buying.AT_SETUP] == AT_SETUP
        if at_setup and len(state.zones[ROW]) < size:
            options = [("turn-up", card) for card in sorted(state.zones[DECK])]
            ask(state, "turn-up", -1, options, -1, -1, NONE, buying.FIRST_ROW)
        elif at_setup:
            frame[1] = buying.FILLED
        else:
            next_card(machine, state, frame)

    change.swap(next_card, next_of_so_many)


@AS_IF("row-of-two", "two cards were laid out for sale at setup", "kt.setup.row")
def row_of_two(change: Changes) -> None:
    first_row_of(change, 2)


@AS_IF("row-of-four", "four cards were laid out for sale at setup", "kt.setup.row")
def row_of_four(change: Changes) -> None:
    first_row_of(change, 4)


@AS_IF(
    "row-face-down",
    "the cards for sale lay face down",
    "kt.setup.row",
    "kt.setup.public",
)
def row_face_down(change: Changes) -> None:
    seeing(change, "row", everybody=False)


# --- what each has -------------------------------------------------------------------------------


def starting_with(change: Changes, first: str, number: int) -> None:
    """Let all monsters start with another number of something."""

    def give(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in range(machine.players):
            state.counters[(getattr(machine, first) if first else 0) + seat] = number

    opening(change, give)


@AS_IF("eight-hearts", "monsters started with 8 hearts", "kt.setup.hearts")
def eight_hearts(change: Changes) -> None:
    starting_with(change, "", 8)


@AS_IF("twelve-hearts", "monsters started with 12 hearts", "kt.setup.hearts")
def twelve_hearts(change: Changes) -> None:
    starting_with(change, "", 12)


@AS_IF("one-star", "monsters started with a star", "kt.setup.stars")
def one_star(change: Changes) -> None:
    starting_with(change, "stars", 1)


@AS_IF("two-energy", "monsters started with 2 energy", "kt.setup.energy")
def two_energy(change: Changes) -> None:
    starting_with(change, "energy", 2)


@AS_IF("dealt-a-card", "each monster were dealt a keep card", "kt.setup.energy")
def dealt_a_card(change: Changes) -> None:
    def deal(machine: Tokyo, state: State, frame: Frame) -> None:
        keep = [card for card in state.zones[DECK] if state.cards[card] in machine.kept]
        for seat in range(machine.players):
            atoms.move(state, keep[seat], AREA + seat)

    opening(change, deal)


@AS_IF("first-seat-in-tokyo", "a monster were in Tokyo from the start", "kt.setup.tokyo")
def first_seat_in_tokyo(change: Changes) -> None:
    def enter(machine: Tokyo, state: State, frame: Frame) -> None:
        state.counters[machine.place] = CITY

    opening(change, enter)


@AS_IF(
    "beginner-in-tokyo",
    "the monster that begins were in Tokyo at once",
    "kt.setup.tokyo",
    "kt.setup.first-roll",
)
def beginner_in_tokyo(change: Changes) -> None:
    compare = setup.compare

    def compare_and_enter(machine: Tokyo, state: State, frame: Frame) -> None:
        compare(machine, state, frame)
        if state.stack[0][0] == turn.TURNS:
            state.counters[machine.place + state.stack[0][turn.SEAT]] = CITY

    change.swap(compare, compare_and_enter)


# --- who begins ----------------------------------------------------------------------------------


@AS_IF("first-seat-begins", "the monster in the first seat began", "kt.setup.first-roll")
def first_seat_begins(change: Changes) -> None:
    def begin_at_once(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack[-1] = setup.first_turn(0)

    change.swap(setup.line_up, begin_at_once)


@AS_IF("fewest-claws-begin", "the one with the fewest claws began", "kt.setup.first-roll")
def fewest_claws_begin(change: Changes) -> None:
    compare = setup.compare

    def compare_upside_down(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[setup.CLAWS] = tuple(NUMBER_OF_DICE - claws for claws in frame[setup.CLAWS])
        compare(machine, state, frame)

    change.swap(compare, compare_upside_down)


@AS_IF(
    "first-roll-counts",
    "the roll for the first turn brought its energy",
    "kt.setup.first-roll",
)
def first_roll_counts(change: Changes) -> None:
    take_face = setup.take_face

    def take_face_and_gain(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer[1] == ENERGY_FACE:
            seat = frame[setup.ROLLING][frame[setup.NOW]]
            state.counters[machine.energy + seat] += 1
        take_face(machine, state, frame)

    change.swap(take_face, take_face_and_gain)


@AS_IF(
    "first-roll-hurts",
    "the claws rolled for the first turn hit the others",
    "kt.setup.first-roll",
)
def first_roll_hurts(change: Changes) -> None:
    take_face = setup.take_face

    def take_face_and_hit(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer[1] == CLAW:
            roller = frame[setup.ROLLING][frame[setup.NOW]]
            for seat in monsters.others(machine, state, roller):
                state.counters[seat] -= 1
        take_face(machine, state, frame)

    change.swap(take_face, take_face_and_hit)


def breaking_ties(change: Changes, *, only_without_claws: bool) -> None:
    """Let the first of those who tie begin."""
    compare = setup.compare

    def compare_once(machine: Tokyo, state: State, frame: Frame) -> None:
        claws = list(frame[setup.CLAWS])
        most = max(claws)
        if not (only_without_claws and most):
            claws[claws.index(most)] += 1
            frame[setup.CLAWS] = tuple(claws)
        compare(machine, state, frame)

    change.swap(compare, compare_once)


@AS_IF("tie-to-the-first", "of those who tie the first seat began", "kt.setup.first-tie")
def tie_to_the_first(change: Changes) -> None:
    breaking_ties(change, only_without_claws=False)


@AS_IF("no-claw-no-tie", "the first seat began if nobody had a claw", "kt.setup.first-tie")
def no_claw_no_tie(change: Changes) -> None:
    breaking_ties(change, only_without_claws=True)


@AS_IF("all-roll-again", "all rolled again after a tie", "kt.setup.tied-alone")
def all_roll_again(change: Changes) -> None:
    compare = setup.compare

    def compare_all_again(machine: Tokyo, state: State, frame: Frame) -> None:
        compare(machine, state, frame)
        if state.stack[-1] is frame:
            frame[setup.ROLLING] = tuple(range(machine.players))

    change.swap(compare, compare_all_again)


# --- what lies open ------------------------------------------------------------------------------


@AS_IF("cards-hidden", "only its owner saw the cards of a monster", "kt.setup.public")
def cards_hidden(change: Changes) -> None:
    seeing(change, "area", everybody=False)


@AS_IF("pile-face-down", "the discard pile lay face down", "kt.setup.public")
def pile_face_down(change: Changes) -> None:
    seeing(change, "discard", everybody=False)
