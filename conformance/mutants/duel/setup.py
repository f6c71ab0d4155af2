"""Misreadings of how a game of Duel begins, and of what lies open."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, buying, pulls, setup
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
from oracle.king import row
from oracle.king.table import AREA, DECK, NONE, NUMBER_OF_DICE, ROW

AS_IF = Topic("duel", "setup")


def after(change: Changes, old: Step, more: Any) -> None:
    """Do something more after a step. Any: a step of setup."""

    def step(machine: Duel, state: State, frame: Frame) -> None:
        old(machine, state, frame)
        more(machine, state, frame)

    change.swap(old, step)


# --- who plays -----------------------------------------------------------------------------------


@AS_IF(
    "two-monsters-each", "each player had two monsters, with the hearts of both", "kd.setup.players"
)
def two_monsters_each(change: Changes) -> None:
    take_monster = setup.take_monster

    def choose_two(machine: Duel, state: State, frame: Frame) -> None:
        if frame[setup.NOW] == 2 * PLAYERS:
            frame[1] = setup.LAY_ROW.at
            return
        options = [("be", state.cards[card]) for card in sorted(state.zones[MONSTERS])]
        seat = frame[setup.NOW] % PLAYERS
        ask(state, "be", seat, options, NONE, setup.CHOOSE_RULES)

    def take_two(machine: Duel, state: State, frame: Frame) -> None:
        if frame[setup.NOW] < PLAYERS:
            take_monster(machine, state, frame)
            return
        seat = frame[setup.NOW] % PLAYERS
        state.counters[HEARTS + seat] += machine.hearts_of[state.answer[1]]
        frame[setup.NOW] += 1
        frame[1] = setup.CHOOSE.at

    change.swap(setup.choose_monster, choose_two)
    change.swap(take_monster, take_two)


@AS_IF("same-monster-twice", "both players could choose the same monster", "kd.setup.monsters")
def same_monster_twice(change: Changes) -> None:
    take_monster = setup.take_monster

    def choose_any(machine: Duel, state: State, frame: Frame) -> None:
        if frame[setup.NOW] == PLAYERS:
            frame[1] = setup.LAY_ROW.at
            return
        options = [("be", definition) for definition in machine.hearts_of]
        ask(state, "be", frame[setup.NOW], options, NONE, setup.CHOOSE_RULES)

    def take_any(machine: Duel, state: State, frame: Frame) -> None:
        wanted = state.answer[1]
        if all(state.cards[card] != wanted for card in state.zones[MONSTERS]):
            mint_all(state, (wanted,), MONSTERS)
        take_monster(machine, state, frame)

    change.swap(setup.choose_monster, choose_any)
    change.swap(take_monster, take_any)


@AS_IF("second-seat-chooses-first", "the second seat chose its monster first", "kd.setup.monsters")
def second_seat_chooses_first(change: Changes) -> None:
    choose_monster, take_monster = setup.choose_monster, setup.take_monster

    def reversed_(step: Step) -> Step:
        def run(machine: Duel, state: State, frame: Frame) -> None:
            done = frame[setup.NOW]
            frame[setup.NOW] = PLAYERS if done == PLAYERS else rival(done)
            step(machine, state, frame)
            frame[setup.NOW] = done

        return run

    def take_and_go_on(machine: Duel, state: State, frame: Frame) -> None:
        reversed_(take_monster)(machine, state, frame)
        frame[setup.NOW] += 1

    change.swap(choose_monster, reversed_(choose_monster))
    change.swap(take_monster, take_and_go_on)


def seeing(change: Changes, zone_name: str, *, everybody: bool) -> None:
    """Let a zone be seen by all, or by nobody else than its owner."""
    sees = projection.sees

    def sees_otherwise(zone: Zone, owner: int | None, seat: int) -> bool:
        if zone.name != zone_name:
            return sees(zone, owner, seat)
        return everybody or owner == seat

    change.swap(sees, sees_otherwise)


@AS_IF("chosen-in-secret", "the monsters were chosen in secret", "kd.setup.monsters")
def chosen_in_secret(change: Changes) -> None:
    seeing(change, "monster", everybody=False)


@AS_IF("fourteen-for-all", "all monsters started with 14 hearts", "kd.setup.hearts")
def fourteen_for_all(change: Changes) -> None:
    def give(machine: Duel, state: State, frame: Frame) -> None:
        state.counters[HEARTS + frame[setup.NOW] - 1] = 14

    after(change, setup.take_monster, give)


@AS_IF(
    "two-hearts-short", "a monster started with fewer hearts than it can have", "kd.setup.hearts"
)
def two_hearts_short(change: Changes) -> None:
    def take_away(machine: Duel, state: State, frame: Frame) -> None:
        state.counters[HEARTS + frame[setup.NOW] - 1] -= 2

    after(change, setup.take_monster, take_away)


# --- the tracks and what lies on them ------------------------------------------------------------


def pulling_as(change: Changes, other: Any) -> None:
    """Let a marker go as if another monster pulled it. Any: which, given the one and the track."""
    step = pulls.step

    def step_otherwise(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[pulls.SEAT]
        frame[pulls.SEAT] = other(seat, frame[pulls.TRACK])
        step(machine, state, frame)
        frame[pulls.SEAT] = seat

    change.swap(step, step_otherwise)


@AS_IF("both-at-one-end", "both players sat at the same end of the tracks", "kd.setup.sides")
def both_at_one_end(change: Changes) -> None:
    pulling_as(change, lambda seat, track: 0)


@AS_IF("crosswise", "a player's end of one track were the other end of the other", "kd.setup.sides")
def crosswise(change: Changes) -> None:
    pulling_as(change, lambda seat, track: rival(seat) if track else seat)


@AS_IF("fame-with-the-first", "the fame marker started before the first seat", "kd.setup.markers")
def fame_with_the_first(change: Changes) -> None:
    def place(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[MARKERS] = 2

    after(change, setup.open_box, place)


@AS_IF(
    "destruction-with-the-second",
    "the destruction marker started on the side of the second player",
    "kd.setup.markers",
)
def destruction_with_the_second(change: Changes) -> None:
    def place(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[MARKERS + 1] = -2

    after(change, setup.open_box, place)


@AS_IF("token-laid-at-once", "a noise token lay on the board from the start", "kd.setup.supply")
def token_laid_at_once(change: Changes) -> None:
    def lay(machine: Duel, state: State, frame: Frame) -> None:
        token = next(card for card in state.zones[NOISE])
        place = machine.tokens[state.cards[token]].ways[0]
        atoms.move(state, token, BOARD)
        state.marks[token] = place << PLACE_SHIFT

    after(change, setup.open_box, lay)


@AS_IF("a-dice-token-each", "each monster started with a dice token", "kd.setup.supply")
def a_dice_token_each(change: Changes) -> None:
    def give(machine: Duel, state: State, frame: Frame) -> None:
        for seat in range(PLAYERS):
            state.counters[TOKENS + seat] = 1

    after(change, setup.open_box, give)


@AS_IF("dealt-a-card", "each monster were dealt a keep card", "kd.setup.supply")
def dealt_a_card(change: Changes) -> None:
    def deal(machine: Duel, state: State, frame: Frame) -> None:
        keep = [card for card in state.zones[DECK] if state.cards[card] in machine.kept]
        for seat in range(PLAYERS):
            atoms.move(state, keep[-1 - seat], AREA + seat)

    after(change, setup.open_box, deal)


# --- the cards -----------------------------------------------------------------------------------


def boxed(change: Changes, copies: Any) -> None:
    """Let the power cards be in the box in another number. Any: how often, by definition."""

    def pack(machine: Duel) -> None:
        others = {*machine.hearts_of, *machine.tokens}
        machine.box = tuple(
            definition
            for definition in machine.box
            for _ in range(1 if definition in others else copies(machine, definition))
        )

    change.relink(pack)


@AS_IF("two-copies-each", "every power card were in the box twice", "kd.setup.cards")
def two_copies_each(change: Changes) -> None:
    boxed(change, lambda machine, definition: 2)


@AS_IF("keep-cards-only", "only keep cards were power cards", "kd.setup.cards")
def keep_cards_only(change: Changes) -> None:
    boxed(change, lambda machine, definition: int(definition in machine.kept))


@AS_IF("not-shuffled", "the cards came in the order of the box", "kd.setup.shuffle")
def not_shuffled(change: Changes) -> None:
    def ask_for_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, list(options)[:1] if kind == "turn-up" else options, *rest)

    change.put(row, "ask", ask_for_the_first)


@AS_IF("deck-face-up", "the deck lay face up", "kd.setup.shuffle", "kd.setup.public")
def deck_face_up(change: Changes) -> None:
    seeing(change, "deck", everybody=True)


def first_row_of(change: Changes, size: int) -> None:
    """Let another number of cards be laid out at setup."""
    next_card = buying.next_card

    def next_of_so_many(machine: Duel, state: State, frame: Frame) -> None:
        if frame[buying.WHY] != buying.AT_SETUP:
            next_card(machine, state, frame)
        elif len(state.zones[ROW]) < size:
            row.turn_up(state, atoms.reshuffle, buying.LAY_OUT[buying.AT_SETUP])
        else:
            state.stack.pop()

    change.swap(next_card, next_of_so_many)


@AS_IF("row-of-two", "two cards were laid out for sale at setup", "kd.setup.row")
def row_of_two(change: Changes) -> None:
    first_row_of(change, 2)


@AS_IF("row-of-four", "four cards were laid out for sale at setup", "kd.setup.row")
def row_of_four(change: Changes) -> None:
    first_row_of(change, 4)


@AS_IF(
    "first-by-the-deck", "the first card lay next to the deck, the third rightmost", "kd.setup.row"
)
def first_by_the_deck(change: Changes) -> None:
    def lay_right(machine: Duel, state: State, frame: Frame) -> None:
        if frame[buying.WHY] == buying.AT_SETUP:
            cards = state.zones[ROW]
            cards.append(cards.pop(0))

    after(change, buying.lay_out, lay_right)


@AS_IF("row-face-down", "the cards for sale lay face down", "kd.setup.row", "kd.setup.public")
def row_face_down(change: Changes) -> None:
    seeing(change, "row", everybody=False)


# --- who begins ----------------------------------------------------------------------------------


def comparing(change: Changes, other: Any) -> None:
    """Let other numbers of symbols be compared. Any: which, given those of both."""
    compare = setup.compare

    def compare_others(machine: Duel, state: State, frame: Frame) -> None:
        frame[setup.SYMBOLS] = other(*frame[setup.SYMBOLS])
        compare(machine, state, frame)

    change.swap(compare, compare_others)


@AS_IF("first-seat-begins", "the first seat began", "kd.setup.first-roll")
def first_seat_begins(change: Changes) -> None:
    comparing(change, lambda one, two: (max(one, two), min(one, two)))


@AS_IF("fewer-claws-begin", "the one with fewer claws began", "kd.setup.first-roll")
def fewer_claws_begin(change: Changes) -> None:
    comparing(change, lambda one, two: (two, one))


@AS_IF("five-dice-for-the-first", "5 dice were rolled for the first turn", "kd.setup.first-roll")
def five_dice_for_the_first(change: Changes) -> None:
    change.put(setup, "NUMBER_OF_DICE", NUMBER_OF_DICE - 1)


@AS_IF("claws-always-decide", "claws decided under every answer", "kd.setup.first-roll")
def claws_always_decide(change: Changes) -> None:
    change.relink(lambda machine: setattr(machine, "symbol", CLAW))


@AS_IF("first-roll-counts", "the roll for the first turn brought its energy", "kd.setup.first-roll")
def first_roll_counts(change: Changes) -> None:
    take_face = setup.take_face

    def take_face_and_gain(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer[1] == ENERGY_FACE:
            state.counters[ENERGY + frame[setup.NOW]] += 1
        take_face(machine, state, frame)

    change.swap(take_face, take_face_and_gain)


@AS_IF("first-roll-hurts", "the claws rolled for the first turn were hits", "kd.setup.first-roll")
def first_roll_hurts(change: Changes) -> None:
    take_face = setup.take_face

    def take_face_and_hit(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer[1] == CLAW:
            state.counters[HEARTS + rival(frame[setup.NOW])] -= 1
        take_face(machine, state, frame)

    change.swap(take_face, take_face_and_hit)


@AS_IF("tie-to-the-first", "the first seat began after a tie", "kd.setup.first-tie")
def tie_to_the_first(change: Changes) -> None:
    comparing(change, lambda one, two: (one + (one == two), two))


@AS_IF("no-claw-no-tie", "the first seat began if nobody had a claw", "kd.setup.first-tie")
def no_claw_no_tie(change: Changes) -> None:
    comparing(change, lambda one, two: (one + (not one and not two), two))


@AS_IF("one-tie-only", "the first seat began after a second tie", "kd.setup.first-tie")
def one_tie_only(change: Changes) -> None:
    compare = setup.compare

    def compare_once_more(machine: Duel, state: State, frame: Frame) -> None:
        one, two = frame[setup.SYMBOLS]
        if one == two and state.registers[SPENT]:
            frame[setup.SYMBOLS] = (one + 1, two)
        state.registers[SPENT] += one == two  # nothing is spent before the first turn begins
        compare(machine, state, frame)

    change.swap(compare, compare_once_more)


@AS_IF("second-rolls-again", "only the second seat rolled again after a tie", "kd.setup.first-tie")
def second_rolls_again(change: Changes) -> None:
    line_up = setup.line_up

    def line_up_one(machine: Duel, state: State, frame: Frame) -> None:
        tied = frame[setup.SYMBOLS]
        line_up(machine, state, frame)
        if tied:
            frame[setup.SYMBOLS] = (tied[0], 0)
            frame[setup.NOW] = 1

    change.swap(line_up, line_up_one)


def starting_energy(change: Changes, other: Any) -> None:
    """Give the energy at the start to others. Any: says how much each gets, given the second."""
    gain_energy = atoms.gain_energy

    def give(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        for each, much in other(seat).items():
            gain_energy(state, each, much, cause, rules)
        return amount

    change.put(setup, "gain_energy", give)


@AS_IF("no-energy-at-start", "both started without energy", "kd.setup.second-energy")
def no_energy_at_start(change: Changes) -> None:
    starting_energy(change, lambda second: {})


@AS_IF("energy-for-both", "both started with 1 energy", "kd.setup.second-energy")
def energy_for_both(change: Changes) -> None:
    starting_energy(change, lambda second: {0: 1, 1: 1})


@AS_IF("energy-for-the-first", "the first player started with 1 energy", "kd.setup.second-energy")
def energy_for_the_first(change: Changes) -> None:
    starting_energy(change, lambda second: {rival(second): 1})


@AS_IF(
    "energy-for-the-second-seat", "the second seat started with 1 energy", "kd.setup.second-energy"
)
def energy_for_the_second_seat(change: Changes) -> None:
    starting_energy(change, lambda second: {1: 1})


# --- what lies open ------------------------------------------------------------------------------


@AS_IF("cards-hidden", "only its owner saw the cards of a monster", "kd.setup.public")
def cards_hidden(change: Changes) -> None:
    seeing(change, "area", everybody=False)


@AS_IF("pile-face-down", "the discard pile lay face down", "kd.setup.public")
def pile_face_down(change: Changes) -> None:
    seeing(change, "discard", everybody=False)


@AS_IF("supply-hidden", "nobody saw the noise tokens of the supply", "kd.setup.public")
def supply_hidden(change: Changes) -> None:
    seeing(change, "noise", everybody=False)
