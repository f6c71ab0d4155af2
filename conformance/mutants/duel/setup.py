"""Misreadings of how a game of Duel begins, and of what lies open."""

from __future__ import annotations

from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms, row
from oracle.dice_games.table import AREA, DECK, NONE, NUMBER_OF_DICE, ROW
from oracle.duel import buy, energy, pull, setup
from oracle.duel.machine import Duel
from oracle.duel.table import (
    BOARD,
    CLAW,
    ENERGY,
    ENERGY_FACE,
    HEARTS,
    MARKERS,
    MONSTERS,
    NOISE,
    PLACE_SHIFT,
    PLAYERS,
    SPENT,
    TOKENS,
    rival,
)
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State, mint_all

AS_IF = Topic("duel", "setup")


@do.verb
def following(change: Changes, old: Step, more: Any) -> None:
    """Do something more after a step. Any: a step of setup."""

    @change.instead(old)
    def step(machine: Duel, state: State, frame: Frame) -> None:
        old(machine, state, frame)
        more(machine, state, frame)


# --- who plays -----------------------------------------------------------------------------------


@AS_IF("each player had two monsters, with the hearts of both", "kd.setup.players")
def two_monsters_each(change: Changes) -> None:
    @change.instead(setup.choose_monster)
    def choose_two(state: State, frame: Frame) -> None:
        if frame[setup.NOW] == 2 * PLAYERS:
            frame[1] = setup.LAY_ROW.at
            return
        options = [("be", state.cards[card]) for card in sorted(state.zones[MONSTERS])]
        seat = frame[setup.NOW] % PLAYERS
        ask(state, "be", seat, options, NONE, setup.CHOOSE_RULES)

    @change.around(setup.take_monster)
    def take_two(take_monster: Any, machine: Duel, state: State, frame: Frame) -> None:
        if frame[setup.NOW] < PLAYERS:
            take_monster()
            return
        seat = frame[setup.NOW] % PLAYERS
        state.counters[HEARTS + seat] += machine.hearts_of[state.answer[1]]
        frame[setup.NOW] += 1
        frame[1] = setup.CHOOSE.at


@AS_IF("both players could choose the same monster", "kd.setup.monsters")
def same_monster_twice(change: Changes) -> None:
    @change.instead(setup.choose_monster)
    def choose_any(machine: Duel, state: State, frame: Frame) -> None:
        if frame[setup.NOW] == PLAYERS:
            frame[1] = setup.LAY_ROW.at
            return
        options = [("be", definition) for definition in machine.hearts_of]
        ask(state, "be", frame[setup.NOW], options, NONE, setup.CHOOSE_RULES)

    @change.before(setup.take_monster)
    def take_any(state: State) -> None:
        wanted = state.answer[1]
        if all(state.cards[card] != wanted for card in state.zones[MONSTERS]):
            mint_all(state, (wanted,), MONSTERS)


@AS_IF("the second seat chose its monster first", "kd.setup.monsters")
def second_seat_chooses_first(change: Changes) -> None:
    def reversed_(step: Step) -> Step:
        def run(machine: Duel, state: State, frame: Frame) -> None:
            done = frame[setup.NOW]
            frame[setup.NOW] = PLAYERS if done == PLAYERS else rival(done)
            step(machine, state, frame)
            frame[setup.NOW] = done

        return run

    @change.around(setup.take_monster)
    def take_and_go_on(take_monster: Any, machine: Duel, state: State, frame: Frame) -> None:
        reversed_(take_monster)(machine, state, frame)
        frame[setup.NOW] += 1

    change.swap(setup.choose_monster, reversed_(setup.choose_monster))


@do.verb
def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""

    @change.around(projection.sees)
    def sees_otherwise(sees: Any, zone: Zone, owner: int | None, seat: int) -> Any:
        if zone.name != zone_name:
            return sees()
        return everybody or owner == seat


AS_IF("the monsters were chosen in secret", "kd.setup.monsters").so(
    "chosen-in-secret", seeing("monster", everybody=False)
)


@AS_IF("all monsters started with 14 hearts", "kd.setup.hearts")
@partial(following, setup.take_monster)
def fourteen_for_all(machine: Duel, state: State, frame: Frame) -> None:
    state.counters[HEARTS + frame[setup.NOW] - 1] = 14


@AS_IF("a monster started with fewer hearts than it can have", "kd.setup.hearts")
@partial(following, setup.take_monster)
def two_hearts_short(machine: Duel, state: State, frame: Frame) -> None:
    state.counters[HEARTS + frame[setup.NOW] - 1] -= 2


# --- the tracks and what lies on them ------------------------------------------------------------


@do.verb
def pulling_as(change: Changes, other: Any) -> None:
    """Let a marker go as if another monster pulled it. Any: which, given the one and the track."""

    @change.around(pull.step)
    def step_otherwise(step: Any, frame: Frame) -> None:
        seat = frame[pull.SEAT]
        frame[pull.SEAT] = other(seat, frame[pull.TRACK])
        step()
        frame[pull.SEAT] = seat


AS_IF("both players sat at the same end of the tracks", "kd.setup.sides").so(
    "both-at-one-end", pulling_as(lambda seat, track: 0)
)
AS_IF("a player's end of one track were the other end of the other", "kd.setup.sides").so(
    "crosswise", pulling_as(lambda seat, track: rival(seat) if track else seat)
)


@AS_IF("the fame marker started before the first seat", "kd.setup.markers")
@partial(following, setup.open_box)
def fame_with_the_first(machine: Duel, state: State, frame: Frame) -> None:
    state.registers[MARKERS] = 2


@AS_IF("the destruction marker started on the side of the second player", "kd.setup.markers")
@partial(following, setup.open_box)
def destruction_with_the_second(machine: Duel, state: State, frame: Frame) -> None:
    state.registers[MARKERS + 1] = -2


@AS_IF("a noise token lay on the board from the start", "kd.setup.supply")
@partial(following, setup.open_box)
def token_laid_at_once(machine: Duel, state: State, frame: Frame) -> None:
    token = next(card for card in state.zones[NOISE])
    place = machine.tokens[state.cards[token]].ways[0]
    atoms.move(state, token, BOARD)
    state.marks[token] = place << PLACE_SHIFT


@AS_IF("each monster started with a dice token", "kd.setup.supply")
@partial(following, setup.open_box)
def a_dice_token_each(machine: Duel, state: State, frame: Frame) -> None:
    for seat in range(PLAYERS):
        state.counters[TOKENS + seat] = 1


@AS_IF("each monster were dealt a keep card", "kd.setup.supply")
@partial(following, setup.open_box)
def dealt_a_card(machine: Duel, state: State, frame: Frame) -> None:
    keep = [card for card in state.zones[DECK] if state.cards[card] in machine.kept]
    for seat in range(PLAYERS):
        atoms.move(state, keep[-1 - seat], AREA + seat)


# --- the cards -----------------------------------------------------------------------------------


@do.verb
def boxed(change: Changes, copies: Any) -> None:
    """Let the power cards be in the box in another number. Any: how often, by definition."""

    @change.relink
    def pack(machine: Duel) -> None:
        others = {*machine.hearts_of, *machine.tokens}
        machine.box = tuple(
            definition
            for definition in machine.box
            for _ in range(1 if definition in others else copies(machine, definition))
        )


AS_IF("every power card were in the box twice", "kd.setup.cards").so(
    "two-copies-each", boxed(lambda machine, definition: 2)
)
AS_IF("only keep cards were power cards", "kd.setup.cards").so(
    "keep-cards-only", boxed(lambda machine, definition: int(definition in machine.kept))
)


@AS_IF("the cards came in the order of the box", "kd.setup.shuffle")
@do.instead(row, "ask")
def not_shuffled(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, list(options)[:1] if kind == "turn-up" else options, *rest)


AS_IF("the deck lay face up", "kd.setup.shuffle", "kd.setup.public").so(
    "deck-face-up", seeing("deck", everybody=True)
)


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


AS_IF("two cards were laid out for sale at setup", "kd.setup.row").so("row-of-two", first_row_of(2))
AS_IF("four cards were laid out for sale at setup", "kd.setup.row").so(
    "row-of-four", first_row_of(4)
)


@AS_IF("the first card lay next to the deck, the third rightmost", "kd.setup.row")
@partial(following, buy.lay_out)
def first_by_the_deck(machine: Duel, state: State, frame: Frame) -> None:
    if frame[buy.WHY] == buy.AT_SETUP:
        cards = state.zones[ROW]
        cards.append(cards.pop(0))


AS_IF("the cards for sale lay face down", "kd.setup.row", "kd.setup.public").so(
    "row-face-down", seeing("row", everybody=False)
)


# --- who begins ----------------------------------------------------------------------------------


@do.verb
def comparing(change: Changes, other: Any) -> None:
    """Let other numbers of symbols be compared. Any: which, given those of both."""

    @change.before(setup.compare)
    def compare_others(frame: Frame) -> None:
        frame[setup.SYMBOLS] = other(*frame[setup.SYMBOLS])


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
    "claws-always-decide", do.relink(lambda machine: setattr(machine, "symbol", CLAW))
)


@AS_IF("the roll for the first turn brought its energy", "kd.setup.first-roll")
@do.before(setup.take_face)
def first_roll_counts(state: State, frame: Frame) -> None:
    if state.answer[1] == ENERGY_FACE:
        state.counters[ENERGY + frame[setup.NOW]] += 1


@AS_IF("the claws rolled for the first turn were hits", "kd.setup.first-roll")
@do.before(setup.take_face)
def first_roll_hurts(state: State, frame: Frame) -> None:
    if state.answer[1] == CLAW:
        state.counters[HEARTS + rival(frame[setup.NOW])] -= 1


AS_IF("the first seat began after a tie", "kd.setup.first-tie").so(
    "tie-to-the-first", comparing(lambda one, two: (one + (one == two), two))
)
AS_IF("the first seat began if nobody had a claw", "kd.setup.first-tie").so(
    "no-claw-no-tie", comparing(lambda one, two: (one + (not one and not two), two))
)


@AS_IF("the first seat began after a second tie", "kd.setup.first-tie")
@do.before(setup.compare)
def one_tie_only(state: State, frame: Frame) -> None:
    one, two = frame[setup.SYMBOLS]
    if one == two and state.registers[SPENT]:
        frame[setup.SYMBOLS] = one + 1, two
    state.registers[SPENT] += one == two  # nothing is spent before the first turn begins


@AS_IF("only the second seat rolled again after a tie", "kd.setup.first-tie")
@do.around(setup.line_up)
def second_rolls_again(line_up: Any, frame: Frame) -> None:
    tied = frame[setup.SYMBOLS]
    line_up()
    if tied:
        frame[setup.SYMBOLS] = tied[0], 0
        frame[setup.NOW] = 1


@do.verb
def starting_energy(change: Changes, other: Any) -> None:
    """Give the energy at the start to others. Any: says how much each gets, given the second."""
    gain_energy = energy.give_energy

    @change.instead(setup, "give_energy")
    def give(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        for each, much in other(seat).items():
            gain_energy(state, each, much, cause, rules)
        return amount


AS_IF("both started without energy", "kd.setup.second-energy").so(
    "no-energy-at-start", starting_energy(lambda second: {})
)
AS_IF("both started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-both", starting_energy(lambda second: {0: 1, 1: 1})
)
AS_IF("the first player started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-the-first", starting_energy(lambda second: {rival(second): 1})
)
AS_IF("the second seat started with 1 energy", "kd.setup.second-energy").so(
    "energy-for-the-second-seat", starting_energy(lambda second: {1: 1})
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
