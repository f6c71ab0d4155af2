"""Misreadings of how a game of Duel begins, and of what lies open."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import add, let
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms, row
from oracle.dice_games.table import AREA, DECK, NONE, NUMBER_OF_DICE, ROW
from oracle.duel import buy, hearts, pull, setup, table
from oracle.duel.machine import Duel
from oracle.duel.setup import NOW, SYMBOLS
from oracle.duel.table import BOARD, CLAW, HEARTS, MARKERS, MONSTERS, NOISE, PLAYERS, SPENT, rival
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State, mint_all

AS_IF = Topic("duel", "setup")


# --- who plays -----------------------------------------------------------------------------------
@do.verb
def choosing(change: Changes, most: int, options: Callable[[Duel, State], list[Any]]) -> None:
    """Let so many monsters be chosen, of other ones."""

    @change.instead(setup.choose_monster)
    def choose(machine: Duel, state: State, frame: Frame) -> None:
        if frame[NOW] == most:
            frame[1] = setup.LAY_ROW.at
            return
        found = [("be", definition) for definition in options(machine, state)]
        ask(state, "be", frame[NOW] % PLAYERS, found, NONE, setup.CHOOSE_RULES)


@AS_IF("each player had two monsters, with the hearts of both", "kd.setup.players")
def two_monsters_each(change: Changes) -> None:
    choosing(
        2 * PLAYERS, lambda machine, state: [state.cards[c] for c in sorted(state.zones[MONSTERS])]
    )(change)

    @change.around(setup.take_monster)
    def take_two(take_monster: Any, machine: Duel, state: State, frame: Frame) -> None:
        if frame[NOW] < PLAYERS:
            take_monster()
            return
        state.counters[HEARTS + frame[NOW] % PLAYERS] += machine.hearts_of[state.answer[1]]
        frame[NOW] += 1
        frame[1] = setup.CHOOSE.at


@AS_IF("both players could choose the same monster", "kd.setup.monsters")
def same_monster_twice(change: Changes) -> None:
    choosing(PLAYERS, lambda machine, state: list(machine.hearts_of))(change)

    @change.before(setup.take_monster)
    def take_any(state: State) -> None:
        wanted = state.answer[1]
        if all(state.cards[card] != wanted for card in state.zones[MONSTERS]):
            mint_all(state, (wanted,), MONSTERS)


@do.verb
def for_the_other(change: Changes, step: Step, further: int) -> None:
    """Let a step of the choice be one for the other seat; it goes on by so much."""

    @change.around(step)
    def do_for_the_other(do: Any, frame: Frame) -> None:
        done = frame[NOW]
        frame[NOW] = PLAYERS if done == PLAYERS else rival(done)
        do()
        frame[NOW] = done + further


@do.verb
def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""

    @change.around(projection.sees)
    def sees_otherwise(sees: Any, zone: Zone, owner: int | None, seat: int) -> Any:
        return (everybody or owner == seat) if zone.name == zone_name else sees()


AS_IF("the second seat chose its monster first", "kd.setup.monsters").so(
    "second-seat-chooses-first",
    for_the_other(setup.choose_monster, 0),
    for_the_other(setup.take_monster, 1),
)
AS_IF("the monsters were chosen in secret", "kd.setup.monsters").so(
    "chosen-in-secret", seeing("monster", everybody=False)
)
AS_IF("all monsters started with 14 hearts", "kd.setup.hearts").so(
    "fourteen-for-all", do.around(hearts.start_with_hearts)(lambda start: start(hearts=14))
)
AS_IF("a monster started with fewer hearts than it can have", "kd.setup.hearts").so(
    "two-hearts-short",
    do.around(hearts.start_with_hearts)(lambda start, hearts: start(hearts=hearts - 2)),
)


# --- the tracks and what lies on them ------------------------------------------------------------
@do.verb
def pulling_as(change: Changes, other: Callable[[int, int], int]) -> None:
    """Let a marker go as if another monster pulled it: which, given the one and the track."""

    @change.around(pull.step)
    def step_otherwise(step: Any, frame: Frame) -> None:
        seat = frame[pull.SEAT]
        frame[pull.SEAT] = other(seat, frame[pull.TRACK])
        step()
        frame[pull.SEAT] = seat


with_the_box = do.after(setup.open_box)


@AS_IF("a noise token lay on the board from the start", "kd.setup.supply")
@with_the_box
def token_laid_at_once(machine: Duel, state: State) -> None:
    token = next(card for card in state.zones[NOISE])
    atoms.move(state, token, BOARD)
    state.marks[token] = machine.tokens[state.cards[token]].ways[0] << table.PLACE_SHIFT


@AS_IF("each monster started with a dice token", "kd.setup.supply")
@with_the_box
def a_dice_token_each(state: State) -> None:
    for seat in range(PLAYERS):
        state.counters[table.TOKENS + seat] = 1


@AS_IF("each monster were dealt a keep card", "kd.setup.supply")
@with_the_box
def dealt_a_card(machine: Duel, state: State) -> None:
    keep = [card for card in state.zones[DECK] if state.cards[card] in machine.kept]
    for seat in range(PLAYERS):
        atoms.move(state, keep[-1 - seat], AREA + seat)


AS_IF("both players sat at the same end of the tracks", "kd.setup.sides").so(
    "both-at-one-end", pulling_as(lambda seat, track: 0)
)
AS_IF("a player's end of one track were the other end of the other", "kd.setup.sides").so(
    "crosswise", pulling_as(lambda seat, track: rival(seat) if track else seat)
)
AS_IF("the fame marker started before the first seat", "kd.setup.markers").so(
    "fame-with-the-first", with_the_box(lambda state: let(state.registers, MARKERS, 2))
)
AS_IF("the destruction marker started on the side of the second player", "kd.setup.markers").so(
    "destruction-with-the-second", with_the_box(lambda state: let(state.registers, MARKERS + 1, -2))
)


# --- the cards -----------------------------------------------------------------------------------
@do.verb
def boxed(change: Changes, copies: Callable[[Duel, int], int]) -> None:
    """Let the power cards be in the box in another number: how often, by definition."""

    @change.relink
    def pack(machine: Duel) -> None:
        others = {*machine.hearts_of, *machine.tokens}
        machine.box = tuple(
            definition
            for definition in machine.box
            for _ in range(1 if definition in others else copies(machine, definition))
        )


@AS_IF("the cards came in the order of the box", "kd.setup.shuffle")
@do.around(row, "ask")
def not_shuffled(ask: Any, kind: str, options: Any) -> None:
    ask(options=list(options)[:1] if kind == "turn-up" else options)


@do.verb
def first_row_of(change: Changes, size: int) -> None:
    """Let another number of cards be laid out at setup."""

    @change.around(buy.next_card)
    def next_of_so_many(next_card: Any, state: State, frame: Frame) -> None:
        if frame[buy.WHY] != buy.AT_SETUP:
            next_card()
        elif len(state.zones[ROW]) < size:
            row.turn_up(state, buy.reshuffle, buy.LAY_OUT[buy.AT_SETUP])
        else:
            state.stack.pop()


@AS_IF("the first card lay next to the deck, the third rightmost", "kd.setup.row")
@do.after(buy.lay_out)
def first_by_the_deck(state: State, frame: Frame) -> None:
    if frame[buy.WHY] == buy.AT_SETUP:
        cards = state.zones[ROW]
        cards.append(cards.pop(0))


AS_IF("every power card were in the box twice", "kd.setup.cards").so(
    "two-copies-each", boxed(lambda machine, definition: 2)
)
AS_IF("only keep cards were power cards", "kd.setup.cards").so(
    "keep-cards-only", boxed(lambda machine, definition: int(definition in machine.kept))
)
AS_IF("the deck lay face up", "kd.setup.shuffle", "kd.setup.public").so(
    "deck-face-up", seeing("deck", everybody=True)
)
AS_IF("two cards were laid out for sale at setup", "kd.setup.row").so("row-of-two", first_row_of(2))
AS_IF("four cards were laid out for sale at setup", "kd.setup.row").so(
    "row-of-four", first_row_of(4)
)
AS_IF("the cards for sale lay face down", "kd.setup.row", "kd.setup.public").so(
    "row-face-down", seeing("row", everybody=False)
)


# --- who begins ----------------------------------------------------------------------------------
@do.verb
def comparing(change: Changes, other: Callable[[int, int], tuple[int, int]]) -> None:
    """Let other numbers of symbols be compared: which, given those of both."""
    do.before(setup.compare)(lambda frame: let(frame, SYMBOLS, other(*frame[SYMBOLS])))(change)


@do.verb
def counting_too(change: Changes, face: int, carry_out: Callable[[State, int], None]) -> None:
    """Let a symbol of the roll for the first turn do what it does: given whose it is."""

    @change.before(setup.take_face)
    def take_and_carry_out(state: State, frame: Frame) -> None:
        if state.answer[1] == face:
            carry_out(state, frame[NOW])


@AS_IF("the first seat began after a second tie", "kd.setup.first-tie")
@do.before(setup.compare)
def one_tie_only(state: State, frame: Frame) -> None:
    one, two = frame[SYMBOLS]
    if one == two and state.registers[SPENT]:
        frame[SYMBOLS] = one + 1, two
    state.registers[SPENT] += one == two  # nothing is spent before the first turn begins


@AS_IF("only the second seat rolled again after a tie", "kd.setup.first-tie")
@do.around(setup.line_up)
def second_rolls_again(line_up: Any, frame: Frame) -> None:
    tied = frame[SYMBOLS]
    line_up()
    if tied:
        frame[SYMBOLS], frame[NOW] = (tied[0], 0), 1


@do.verb
def starting_energy(change: Changes, other: Callable[[int], tuple[int, ...]]) -> None:
    """Give the energy at the start to others: to whom, given the second."""

    @change.around(setup, "give_energy")
    def give(gain_energy: Any, seat: int) -> None:
        for each in other(seat):
            gain_energy(seat=each)


AS_IF("the first seat began", "kd.setup.first-roll").so(
    "first-seat-begins", comparing(lambda one, two: (max(one, two), min(one, two)))
)
AS_IF("the one with fewer claws began", "kd.setup.first-roll").so(
    "fewer-claws-begin", comparing(lambda one, two: (two, one))
)
AS_IF("5 dice were rolled for the first turn", "kd.setup.first-roll").so(
    "five-dice-for-the-first", do.put(setup, "NUMBER_OF_DICE", NUMBER_OF_DICE - 1)
)
AS_IF("claws decided under every answer", "kd.setup.first-roll").so(
    "claws-always-decide", do.answer("symbol", CLAW)
)
AS_IF("the roll for the first turn brought its energy", "kd.setup.first-roll").so(
    "first-roll-counts",
    counting_too(table.ENERGY_FACE, lambda state, who: add(state.counters, table.ENERGY + who, 1)),
)
AS_IF("the claws rolled for the first turn were hits", "kd.setup.first-roll").so(
    "first-roll-hurts",
    counting_too(CLAW, lambda state, seat: add(state.counters, HEARTS + rival(seat), -1)),
)
AS_IF("the first seat began after a tie", "kd.setup.first-tie").so(
    "tie-to-the-first", comparing(lambda one, two: (one + (one == two), two))
)
AS_IF("the first seat began if nobody had a claw", "kd.setup.first-tie").so(
    "no-claw-no-tie", comparing(lambda one, two: (one + (not one and not two), two))
)
AS_IF("both started without energy", "kd.setup.second-energy").so(
    "no-energy-at-start", starting_energy(lambda second: ())
)
AS_IF("both started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-both", starting_energy(lambda second: (0, 1))
)
AS_IF("the first player started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-the-first", starting_energy(lambda second: (rival(second),))
)
AS_IF("the second seat started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-the-second-seat", starting_energy(lambda second: (1,))
)


# --- what lies open ------------------------------------------------------------------------------
AS_IF("only its owner saw the cards of a monster", "kd.setup.public").so(
    "cards-hidden", seeing("area", everybody=False)
)
AS_IF("the discard pile lay face down", "kd.setup.public").so(
    "pile-face-down", seeing("discard", everybody=False)
)
AS_IF("nobody saw the noise tokens of the supply", "kd.setup.public").so(
    "supply-hidden", seeing("noise", everybody=False)
)
