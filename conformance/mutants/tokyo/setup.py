"""Misreadings of how a game begins, and of what lies open."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games import row
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, buy, monsters, setup, turn
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


@do.verb
def opening(change: Changes, more: Any) -> None:
    """Do something more with the box when it is opened. Any: a step of setup."""

    @change.after(setup.open_box)
    def open_another_box(machine: Tokyo, state: State, frame: Frame) -> None:
        more(machine, state, frame)


# --- who plays -----------------------------------------------------------------------------------


@AS_IF("at most five monsters could play", "kt.setup.players")
def sixth_sits_out(change: Changes) -> None:
    def leave_out(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in range(MOST, machine.players):
            state.counters[seat] = 0
            state.registers[OUT_OF_GAME] |= 1 << seat

    @change.instead(setup.line_up)
    def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[setup.ROLLING] = tuple(monsters.living(machine, state))
        frame[setup.CLAWS] = ()
        frame[setup.NOW], frame[setup.DICE_LEFT] = 0, NUMBER_OF_DICE

    opening(leave_out)(change)


@AS_IF("two monsters were too few for a game", "kt.setup.players")
@opening
def two_are_no_game(machine: Tokyo, state: State, frame: Frame) -> None:
    if machine.players == FEWEST_PLAYERS:
        end(state, NONE, "last", ())


@AS_IF("two players could choose the same monster", "kt.setup.monsters")
@do.instead(setup.choose_monster)
def same_monster_twice(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[setup.NOW]
    if not machine.has_evolutions or seat == machine.players:
        frame[1] = setup.LINE_UP
        return
    options = [("be", number) for number in range(len(machine.monsters))]
    ask(state, "be", seat, options, -1, -1, NONE, setup.OWN_SET)


@AS_IF("some monsters were tougher than others", "kt.setup.monsters")
@opening
def monsters_differ(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in range(1, machine.players, 2):
        state.counters[seat] += 2


@AS_IF("the next monster were the one to the right", "kt.setup.seats")
@do.around(turn.pass_on)
def counter_clockwise(pass_on: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    promised = any(entry[0] in monsters.living(machine, state) for entry in frame[turn.FURTHER])
    before = frame[turn.SEAT] if frame[turn.BACK_TO] == NONE else frame[turn.BACK_TO]
    pass_on()
    if not promised:
        alive = monsters.clockwise(machine, state, before)
        frame[turn.SEAT] = alive[-1]


@AS_IF("clockwise from a monster meant from the first seat on", "kt.setup.seats")
@do.instead(monsters.others)
def from_the_first_seat(machine: Tokyo, state: State, seat: int) -> list[int]:
    return [each for each in monsters.living(machine, state) if each != seat]


AS_IF("clockwise meant to the right", "kt.setup.seats").so(
    "asked-to-the-right", do.around(monsters.others)(lambda others: others()[::-1])
)


@AS_IF("clockwise from a monster counted the eliminated monsters too", "kt.setup.seats")
@do.instead(monsters.clockwise)
def fallen_are_counted(machine: Tokyo, first: int) -> list[int]:
    return [(first + step) % machine.players for step in range(machine.players)]


# --- the cards -----------------------------------------------------------------------------------


@AS_IF("every card were in the box only once", "kt.setup.cards")
@do.relink
def one_copy_each(machine: Tokyo) -> None:
    machine.pool = tuple(dict.fromkeys(machine.pool))


@AS_IF("every card were in the box twice", "kt.setup.cards")
@do.relink
def two_copies_each(machine: Tokyo) -> None:
    machine.pool = tuple(sorted(2 * tuple(dict.fromkeys(machine.pool))))


@AS_IF("the cards came in the order of the box", "kt.setup.shuffle")
@do.instead(row, "ask")
def not_shuffled(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, [options[0]] if kind == "turn-up" else options, *rest)


@do.verb
def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""

    @change.around(projection.sees)
    def sees_otherwise(sees: Any, zone: Zone, owner: int | None, seat: int) -> Any:
        if zone.name != zone_name:
            return sees()
        return everybody or owner == seat


AS_IF("the cards of the deck lay face up", "kt.setup.shuffle", "kt.setup.public").so(
    "deck-face-up", seeing("deck", everybody=True)
)


@do.verb
def first_row_of(change: Changes, size: int) -> None:
    """Let another number of cards be laid out at setup."""

    @change.around(buy.next_card)
    def next_of_so_many(next_card: Any, state: State, frame: Frame) -> None:
        at_setup = frame[buy.AT_SETUP] == AT_SETUP
        if at_setup and len(state.zones[ROW]) < size:
            options = [("turn-up", card) for card in sorted(state.zones[DECK])]
            ask(state, "turn-up", -1, options, NONE, buy.FIRST_ROW)
        elif at_setup:
            frame[1] = buy.FILLED.at
        else:
            next_card()


AS_IF("two cards were laid out for sale at setup", "kt.setup.row").so("row-of-two", first_row_of(2))
AS_IF("four cards were laid out for sale at setup", "kt.setup.row").so(
    "row-of-four", first_row_of(4)
)
AS_IF("the cards for sale lay face down", "kt.setup.row", "kt.setup.public").so(
    "row-face-down", seeing("row", everybody=False)
)


# --- what each has -------------------------------------------------------------------------------


@do.verb
def starting_with(change: Changes, first: str, number: int) -> None:
    """Let all monsters start with another number of something."""

    def give(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in range(machine.players):
            state.counters[(getattr(machine, first) if first else 0) + seat] = number

    opening(give)(change)


AS_IF("monsters started with 8 hearts", "kt.setup.hearts").so("eight-hearts", starting_with("", 8))
AS_IF("monsters started with 12 hearts", "kt.setup.hearts").so(
    "twelve-hearts", starting_with("", 12)
)
AS_IF("monsters started with a star", "kt.setup.stars").so("one-star", starting_with("stars", 1))
AS_IF("monsters started with 2 energy", "kt.setup.energy").so(
    "two-energy", starting_with("energy", 2)
)


@AS_IF("each monster were dealt a keep card", "kt.setup.energy")
@opening
def dealt_a_card(machine: Tokyo, state: State, frame: Frame) -> None:
    keep = [card for card in state.zones[DECK] if state.cards[card] in machine.kept]
    for seat in range(machine.players):
        atoms.move(state, keep[seat], AREA + seat)


@AS_IF("a monster were in Tokyo from the start", "kt.setup.tokyo")
@opening
def first_seat_in_tokyo(machine: Tokyo, state: State, frame: Frame) -> None:
    state.counters[machine.place] = CITY


@AS_IF("the monster that begins were in Tokyo at once", "kt.setup.tokyo", "kt.setup.first-roll")
@do.after(setup.compare)
def beginner_in_tokyo(machine: Tokyo, state: State) -> None:
    if state.stack[0][0] == turn.TURNS:
        state.counters[machine.place + state.stack[0][turn.SEAT]] = CITY


# --- who begins ----------------------------------------------------------------------------------


@AS_IF("the monster in the first seat began", "kt.setup.first-roll")
@do.instead(setup.line_up)
def first_seat_begins(state: State) -> None:
    state.stack[-1] = setup.first_turn(0)


@AS_IF("the one with the fewest claws began", "kt.setup.first-roll")
@do.before(setup.compare)
def fewest_claws_begin(frame: Frame) -> None:
    frame[setup.CLAWS] = tuple(NUMBER_OF_DICE - claws for claws in frame[setup.CLAWS])


@AS_IF("the roll for the first turn brought its energy", "kt.setup.first-roll")
@do.before(setup.take_face)
def first_roll_counts(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer[1] == ENERGY_FACE:
        seat = frame[setup.ROLLING][frame[setup.NOW]]
        state.counters[machine.energy + seat] += 1


@AS_IF("the claws rolled for the first turn hit the others", "kt.setup.first-roll")
@do.before(setup.take_face)
def first_roll_hurts(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer[1] == CLAW:
        roller = frame[setup.ROLLING][frame[setup.NOW]]
        for seat in monsters.others(machine, state, roller):
            state.counters[seat] -= 1


@do.verb
def breaking_ties(change: Changes, *, only_without_claws: bool) -> None:
    """Let the first of those who tie begin."""

    @change.before(setup.compare)
    def compare_once(frame: Frame) -> None:
        claws = list(frame[setup.CLAWS])
        most = max(claws)
        if not (only_without_claws and most):
            claws[claws.index(most)] += 1
            frame[setup.CLAWS] = tuple(claws)


AS_IF("of those who tie the first seat began", "kt.setup.first-tie").so(
    "tie-to-the-first", breaking_ties(only_without_claws=False)
)
AS_IF("the first seat began if nobody had a claw", "kt.setup.first-tie").so(
    "no-claw-no-tie", breaking_ties(only_without_claws=True)
)


@AS_IF("all rolled again after a tie", "kt.setup.tied-alone")
@do.after(setup.compare)
def all_roll_again(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.stack[-1] is frame:
        frame[setup.ROLLING] = tuple(range(machine.players))


# --- what lies open ------------------------------------------------------------------------------


AS_IF("only its owner saw the cards of a monster", "kt.setup.public").so(
    "cards-hidden", seeing("area", everybody=False)
)
AS_IF("the discard pile lay face down", "kt.setup.public").so(
    "pile-face-down", seeing("discard", everybody=False)
)
