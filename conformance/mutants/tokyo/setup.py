"""Misreadings of how a game begins, and of what lies open."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.dice_games import row
from oracle.kernel import projection
from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, buy, monsters, setup, table, turn
from oracle.tokyo.machine import Tokyo

AS_IF = Topic("tokyo", "setup")

MOST = 5
AT_SETUP = 1
"""What a frame that fills the row says of itself when it is the first one."""


opening = do.after(setup.open_box)


# --- who plays -----------------------------------------------------------------------------------
def line_up_the_living(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those who have hearts roll first."""
    frame[setup.ROLLING] = tuple(monsters.living(machine, state))
    frame[setup.CLAWS] = ()
    frame[setup.NOW], frame[setup.DICE_LEFT] = 0, table.NUMBER_OF_DICE


@AS_IF("at most five monsters could play", "kt.setup.players")
@own.also(do.instead(setup.line_up)(line_up_the_living))
@opening
def sixth_sits_out(machine: Tokyo, state: State) -> None:
    for seat in range(MOST, machine.players):
        state.counters[seat] = 0
        state.registers[table.OUT_OF_GAME] |= 1 << seat


@AS_IF("two monsters were too few for a game", "kt.setup.players")
@opening
def two_are_no_game(machine: Tokyo, state: State, frame: Frame) -> None:
    if machine.players == table.FEWEST_PLAYERS:
        end(state, table.NONE, "last", ())


@AS_IF("two players could choose the same monster", "kt.setup.monsters")
@do.instead(setup.choose_monster)
def same_monster_twice(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[setup.NOW]
    if not machine.has_evolutions or seat == machine.players:
        frame[1] = setup.LINE_UP.at
        return
    options = [("be", number) for number in range(len(machine.monsters))]
    ask(state, "be", seat, options, table.NONE, setup.OWN_SET)


@AS_IF("some monsters were tougher than others", "kt.setup.monsters")
@opening
def monsters_differ(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in range(1, machine.players, 2):
        state.counters[seat] += 2


@AS_IF("the next monster were the one to the right", "kt.setup.seats")
@do.around(turn.pass_on)
def counter_clockwise(pass_on: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    promised = any(entry[0] in monsters.living(machine, state) for entry in frame[turn.FURTHER])
    before = frame[turn.SEAT] if frame[turn.BACK_TO] == table.NONE else frame[turn.BACK_TO]
    pass_on()
    if not promised:
        frame[turn.SEAT] = monsters.clockwise(machine, state, before)[-1]


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


@do.verb
def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""
    change.around(projection.sees)(
        lambda sees, zone, owner, seat: (
            sees() if zone.name != zone_name else everybody or owner == seat
        )
    )


@own.around(buy.next_card)
def first_row_of(size: int, next_card: Any, state: State, frame: Frame) -> None:
    """Let another number of cards be laid out at setup."""
    at_setup = frame[buy.AT_SETUP] == AT_SETUP
    if at_setup and len(state.zones[table.ROW]) < size:
        options = [("turn-up", card) for card in sorted(state.zones[table.DECK])]
        ask(state, "turn-up", -1, options, table.NONE, buy.FIRST_ROW)
    elif at_setup:
        frame[1] = buy.FILLED.at
    else:
        next_card()


AS_IF("the cards came in the order of the box", "kt.setup.shuffle").so(
    "not-shuffled", own.offers(row, "turn-up", lambda options: [options[0]])
)
AS_IF("the cards of the deck lay face up", "kt.setup.shuffle", "kt.setup.public").so(
    "deck-face-up", seeing("deck", everybody=True)
)
AS_IF("two cards were laid out for sale at setup", "kt.setup.row").so("row-of-two", first_row_of(2))
AS_IF("four cards were laid out for sale at setup", "kt.setup.row").so(
    "row-of-four", first_row_of(4)
)
AS_IF("the cards for sale lay face down", "kt.setup.row", "kt.setup.public").so(
    "row-face-down", seeing("row", everybody=False)
)


# --- what each has -------------------------------------------------------------------------------
def starting_with(first: str, number: int) -> do.Change:
    """Let all monsters start with another number of something."""

    def give(machine: Tokyo, state: State) -> None:
        for seat in range(machine.players):
            state.counters[(getattr(machine, first) if first else 0) + seat] = number

    return opening(give)


@AS_IF("each monster were dealt a keep card", "kt.setup.energy")
@opening
def dealt_a_card(machine: Tokyo, state: State, frame: Frame) -> None:
    keep = [card for card in state.zones[table.DECK] if state.cards[card] in machine.kept]
    for seat in range(machine.players):
        atoms.move(state, keep[seat], table.AREA + seat)


@AS_IF("the monster that begins were in Tokyo at once", "kt.setup.tokyo", "kt.setup.first-roll")
@do.after(setup.compare)
def beginner_in_tokyo(machine: Tokyo, state: State) -> None:
    if state.stack[0][0] == turn.TURNS:
        state.counters[machine.place + state.stack[0][turn.SEAT]] = table.CITY


AS_IF("monsters started with 8 hearts", "kt.setup.hearts").so("eight-hearts", starting_with("", 8))
AS_IF("monsters started with 12 hearts", "kt.setup.hearts").so(
    "twelve-hearts", starting_with("", 12)
)
AS_IF("monsters started with a star", "kt.setup.stars").so("one-star", starting_with("stars", 1))
AS_IF("monsters started with 2 energy", "kt.setup.energy").so(
    "two-energy", starting_with("energy", 2)
)
AS_IF("a monster were in Tokyo from the start", "kt.setup.tokyo").so(
    "first-seat-in-tokyo",
    opening(lambda machine, state, frame: setitem(state.counters, machine.place, table.CITY)),
)


# --- who begins ----------------------------------------------------------------------------------
@AS_IF("the one with the fewest claws began", "kt.setup.first-roll")
@do.before(setup.compare)
def fewest_claws_begin(frame: Frame) -> None:
    frame[setup.CLAWS] = tuple(table.NUMBER_OF_DICE - claws for claws in frame[setup.CLAWS])


@AS_IF("the roll for the first turn brought its energy", "kt.setup.first-roll")
@do.before(setup.take_face)
def first_roll_counts(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer[1] == table.ENERGY_FACE:
        state.counters[machine.energy + frame[setup.ROLLING][frame[setup.NOW]]] += 1


@AS_IF("the claws rolled for the first turn hit the others", "kt.setup.first-roll")
@do.before(setup.take_face)
def first_roll_hurts(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer[1] == table.CLAW:
        for seat in monsters.others(machine, state, frame[setup.ROLLING][frame[setup.NOW]]):
            state.counters[seat] -= 1


@own.before(setup.compare)
def breaking_ties(only_without_claws: bool, frame: Frame) -> None:
    """Let the first of those who tie begin."""
    claws = list(frame[setup.CLAWS])
    if not (only_without_claws and max(claws)):
        claws[claws.index(max(claws))] += 1
        frame[setup.CLAWS] = tuple(claws)


@AS_IF("all rolled again after a tie", "kt.setup.tied-alone")
@do.after(setup.compare)
def all_roll_again(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.stack[-1] is frame:
        frame[setup.ROLLING] = tuple(range(machine.players))


AS_IF("the monster in the first seat began", "kt.setup.first-roll").so(
    "first-seat-begins",
    do.instead(setup.line_up)(lambda state: setitem(state.stack, -1, setup.first_turn(0))),
)
AS_IF("of those who tie the first seat began", "kt.setup.first-tie").so(
    "tie-to-the-first", breaking_ties(False)
)
AS_IF("the first seat began if nobody had a claw", "kt.setup.first-tie").so(
    "no-claw-no-tie", breaking_ties(True)
)


# --- what lies open ------------------------------------------------------------------------------
AS_IF("only its owner saw the cards of a monster", "kt.setup.public").so(
    "cards-hidden", seeing("area", everybody=False)
)
AS_IF("the discard pile lay face down", "kt.setup.public").so(
    "pile-face-down", seeing("discard", everybody=False)
)
