"""Misreadings of evolution cards: whose they are, how they are drawn and held, what they mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    any_time,
    atoms,
    conditions,
    elimination,
    evolving,
    moments,
    resolve,
    roll,
    setup,
    words,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Context
from oracle.tokyo.table import ACTIVE, DICE, ENERGY_FACE, HEART, TURN

AS_IF = Topic("tokyo", "evolution", "evolution-card")


def seeing(change: Changes, name: str, *, owner_too: bool, others: bool) -> None:
    """Let a zone be seen by others than it is."""
    sees = projection.sees

    def sees_otherwise(zone: Zone, owner: int | None, seat: int) -> bool:
        if zone.name != name:
            return sees(zone, owner, seat)
        return owner_too if owner == seat else others

    change.swap(sees, sees_otherwise)


# --- whose they are ----------------------------------------------------------------------------


@AS_IF("copies-once", "a set had each design of evolution card once", "kt.evolution.sets")
def copies_once(change: Changes) -> None:
    def thin_out(machine: Tokyo) -> None:
        machine.evolution_sets = tuple(tuple(dict.fromkeys(own)) for own in machine.evolution_sets)
        machine.box = machine.pool + tuple(n for own in machine.evolution_sets for n in own)

    change.relink(thin_out)


@AS_IF("same-set", "two players could have the same monster", "kt.evolution.required")
def same_set(change: Changes) -> None:
    def ask_for_any(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "be":
            options = [("be", number) for number in range(options[-1][1] + 1)]
        ask(state, kind, seat, options, *rest)

    change.put(setup, "ask", ask_for_any)


@AS_IF("not-shuffled", "an evolution deck were in the order of the box", "kt.evolution.deck")
def not_shuffled(change: Changes) -> None:
    def ask_for_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [options[0]] if kind == "draw" else options, *rest)

    change.put(evolving, "ask", ask_for_the_first)


@AS_IF("own-deck-visible", "monsters could look into their own deck", "kt.evolution.deck")
def own_deck_visible(change: Changes) -> None:
    seeing(change, "evolution-deck", owner_too=True, others=False)


@AS_IF("pile-hidden", "discarded evolution cards lay face down", "kt.evolution.deck")
def pile_hidden(change: Changes) -> None:
    seeing(change, "evolution-discard", owner_too=False, others=False)


# --- at the start ------------------------------------------------------------------------------


@AS_IF("start-by-seats", "the first seat were the first to draw at setup", "kt.evolution.start")
def start_by_seats(change: Changes) -> None:
    compare = setup.compare

    def compare_and_sort(machine: Tokyo, state: State, frame: Frame) -> None:
        compare(machine, state, frame)
        drawing = [each for each in state.stack if each[0] == evolving.DRAWING]
        if drawing:
            drawing.sort(key=lambda each: -each[evolving.SEAT])
            state.stack[-len(drawing) :] = drawing

    change.swap(compare, compare_and_sort)


def keeping(change: Changes, when: Callable[[State], bool]) -> None:
    """Let both cards that are drawn be kept, sometimes."""
    keep_one = evolving.keep_one

    def keep_both(machine: Tokyo, state: State, frame: Frame) -> None:
        if when(state):
            state.stack.pop()
        else:
            keep_one(machine, state, frame)

    change.swap(keep_one, keep_both)


@AS_IF("start-with-both", "both cards drawn at setup were kept", "kt.evolution.start")
def start_with_both(change: Changes) -> None:
    keeping(change, lambda state: not state.registers[TURN])


@AS_IF("start-ignored", "each began with one of two cards under every answer", "kt.evolution.start")
def start_ignored(change: Changes) -> None:
    def start_with_two(machine: Tokyo) -> None:
        machine.starts_with = evolving.TWO

    change.relink(start_with_two)


# --- when one is drawn -------------------------------------------------------------------------


def drawing(change: Changes, cards: Callable[[Tokyo, State, int, int], int]) -> None:
    """Let a roll give other numbers of cards; `cards(machine, state, seat, hearts)`."""
    let_others = resolve.let_others

    def draw_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        let_others(machine, state, frame)
        seat = frame[resolve.SEAT]
        if machine.has_evolutions and state.counters[seat]:
            for _ in range(cards(machine, state, seat, roll.symbols(state, HEART))):
                evolving.get_evolution(machine, state, seat)

    change.put(resolve, "HEARTS_TO_DRAW", ALL)
    change.swap(let_others, draw_otherwise)


ALL = 100
"""More hearts than there ever are."""


@AS_IF("draw-for-two", "two hearts gave an evolution card", "kt.evolution.draw")
def draw_for_two(change: Changes) -> None:
    drawing(change, lambda machine, state, seat, hearts: int(hearts >= 2))


@AS_IF("draw-for-each-three", "six hearts gave two evolution cards", "kt.evolution.draw")
def draw_for_each_three(change: Changes) -> None:
    drawing(change, lambda machine, state, seat, hearts: hearts // 3)


@AS_IF("draw-for-exactly-three", "more than three hearts gave no card", "kt.evolution.draw")
def draw_for_exactly_three(change: Changes) -> None:
    drawing(change, lambda machine, state, seat, hearts: int(hearts == 3))


@AS_IF(
    "draw-for-dice",
    "hearts added to a roll did not count for a card",
    "kt.evolution.draw-moment",
)
def draw_for_dice(change: Changes) -> None:
    drawing(change, lambda machine, state, seat, hearts: int(state.registers[DICE + HEART] >= 3))


@AS_IF("draw-outside", "hearts gave no evolution card in Tokyo", "kt.evolution.draw")
def draw_outside(change: Changes) -> None:
    def outside(machine: Tokyo, state: State, seat: int, hearts: int) -> int:
        return int(hearts >= 3 and not state.counters[machine.place + seat])

    drawing(change, outside)


@AS_IF(
    "draw-at-once",
    "the card came when the hearts are resolved",
    "kt.evolution.draw-moment",
)
def draw_at_once(change: Changes) -> None:
    heal = resolve.heal

    def heal_and_draw(machine: Tokyo, state: State, frame: Frame) -> None:
        heal(machine, state, frame)
        if machine.has_evolutions and roll.symbols(state, HEART) >= 3:
            evolving.get_evolution(machine, state, frame[resolve.SEAT])

    change.put(resolve, "HEARTS_TO_DRAW", ALL)
    change.swap(heal, heal_and_draw)


@AS_IF("roller-draws", "the roller got the card for a roll taken", "kt.evolution.borrowed")
def roller_draws(change: Changes) -> None:
    def get_for_the_roller(machine: Tokyo, state: State, seat: int) -> None:
        evolving.get_evolution(machine, state, state.registers[ACTIVE])

    change.put(resolve, "get_evolution", get_for_the_roller)


@AS_IF("both-draw", "roller and mindbugger got a card for a roll taken", "kt.evolution.borrowed")
def both_draw(change: Changes) -> None:
    def get_for_both(machine: Tokyo, state: State, seat: int) -> None:
        if seat != state.registers[ACTIVE]:
            evolving.get_evolution(machine, state, state.registers[ACTIVE])
        evolving.get_evolution(machine, state, seat)

    change.put(resolve, "get_evolution", get_for_both)


# --- how one is drawn --------------------------------------------------------------------------


@AS_IF("keeps-both", "both cards drawn for hearts were kept", "kt.evolution.draw-choice")
def keeps_both(change: Changes) -> None:
    keeping(change, lambda state: state.registers[TURN] > 0)


@AS_IF("other-into-deck", "the card not kept went back into the deck", "kt.evolution.draw-choice")
def other_into_deck(change: Changes) -> None:
    put_other_away = evolving.put_other_away

    def put_back(machine: Tokyo, state: State, frame: Frame) -> None:
        put_other_away(machine, state, frame)
        for card in frame[evolving.DRAWN]:
            if card != state.answer[1]:
                atoms.move(state, card, machine.evolution_deck + frame[evolving.DECK_OF])

    change.swap(put_other_away, put_back)


@AS_IF(
    "not-rebuilt", "an evolution deck that runs out gave nothing more", "kt.evolution.draw-choice"
)
def not_rebuilt(change: Changes) -> None:
    def rebuild_nothing(machine: Tokyo, state: State, seat: int) -> None:
        return

    change.swap(atoms.reshuffle_evolutions, rebuild_nothing)


@AS_IF("one-is-none", "a card that comes alone were discarded", "kt.evolution.draw-choice")
def one_is_none(change: Changes) -> None:
    keep_one = evolving.keep_one

    def keep_of_two(machine: Tokyo, state: State, frame: Frame) -> None:
        drawn = frame[evolving.DRAWN]
        if len(drawn) < frame[evolving.WANTED]:
            for card in drawn:
                home = evolving.home_of(machine, state, card)
                atoms.lay_evolution(machine, state, card, home, ())
        keep_one(machine, state, frame)

    change.swap(keep_one, keep_of_two)


@AS_IF("top-card-rebuilt", "a deck were rebuilt under `top-card` too", "kt.evolution.draw-choice")
def top_card_rebuilt(change: Changes) -> None:
    rebuilding(change, lambda frame: frame[evolving.DECK_OF] == frame[evolving.SEAT])


@AS_IF("foreign-rebuilt", "an empty deck of another monster were rebuilt", "kt.evolution.foreign")
def foreign_rebuilt(change: Changes) -> None:
    rebuilding(change, lambda frame: frame[evolving.DECK_OF] != frame[evolving.SEAT])


def rebuilding(change: Changes, when: Callable[[Frame], bool]) -> None:
    """Let decks be rebuilt that are not."""
    next_card = evolving.next_card

    def next_of_pile(machine: Tokyo, state: State, frame: Frame) -> None:
        whose = frame[evolving.DECK_OF]
        short = len(frame[evolving.DRAWN]) < frame[evolving.WANTED]
        if short and not state.zones[machine.evolution_deck + whose] and when(frame):
            atoms.reshuffle_evolutions(machine, state, whose)
        next_card(machine, state, frame)

    change.swap(next_card, next_of_pile)


@AS_IF("top-card-ignored", "two cards were drawn under every answer", "kt.evolution.draw-choice")
def top_card_ignored(change: Changes) -> None:
    def draw_two(machine: Tokyo) -> None:
        machine.draws_two = True

    change.relink(draw_two)


# --- the hand ----------------------------------------------------------------------------------


@AS_IF("hand-visible", "everybody could look into every hand", "kt.evolution.hand")
def hand_visible(change: Changes) -> None:
    seeing(change, "hand", owner_too=True, others=True)


@AS_IF("own-hand-hidden", "monsters could not look into their own hand", "kt.evolution.hand")
def own_hand_hidden(change: Changes) -> None:
    seeing(change, "hand", owner_too=False, others=False)


@AS_IF("hand-of-three", "a hand had three evolution cards at most", "kt.evolution.hand")
def hand_of_three(change: Changes) -> None:
    put_other_away = evolving.put_other_away

    def put_more_away(machine: Tokyo, state: State, frame: Frame) -> None:
        put_other_away(machine, state, frame)
        for card in list(state.zones[machine.hand + frame[evolving.SEAT]])[3:]:
            home = evolving.home_of(machine, state, card)
            atoms.lay_evolution(machine, state, card, home, ())

    change.swap(put_other_away, put_more_away)


# --- drawn from another deck -------------------------------------------------------------------


@AS_IF(
    "foreign-to-its-owner",
    "a card drawn from another deck went to the hand of its monster",
    "kt.evolution.foreign",
)
def foreign_to_its_owner(change: Changes) -> None:
    take_card = evolving.take_card

    def take_for_owner(machine: Tokyo, state: State, frame: Frame) -> None:
        card = state.answer[1]
        take_card(machine, state, frame)
        atoms.move(state, card, machine.hand + frame[evolving.DECK_OF])

    change.swap(take_card, take_for_owner)


@AS_IF(
    "foreign-not-played",
    "a card drawn from another deck could not be played",
    "kt.evolution.foreign",
)
def foreign_not_played(change: Changes) -> None:
    playable, timely = evolving.playable, any_time.timely

    def own_playable(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
        found = playable(machine, state, seat)
        return [each for each in found if evolving.home_of(machine, state, each[1]) == seat]

    def own_timely(machine: Tokyo, state: State, seat: int) -> list[Any]:
        hand = state.zones[machine.hand + seat]
        found = timely(machine, state, seat)
        return [
            each
            for each in found
            if each[0] not in hand or evolving.home_of(machine, state, each[0]) == seat
        ]

    change.swap(playable, own_playable)
    change.swap(timely, own_timely)


# --- elimination -------------------------------------------------------------------------------


def staying(change: Changes, *places: str) -> None:
    """Let the evolution cards of an eliminated monster stay in some places."""
    give_up_cards = elimination.give_up_cards

    def give_up_some(machine: Tokyo, state: State, seat: int) -> None:
        found = []
        if machine.has_evolutions:
            numbers = [getattr(machine, place) + seat for place in places]
            found = [(card, place) for place in numbers for card in state.zones[place]]
        give_up_cards(machine, state, seat)
        for card, place in found:
            atoms.move(state, card, place)

    change.swap(give_up_cards, give_up_some)


@AS_IF("eliminated-keeps-hand", "an eliminated monster kept its hand", "kt.evolution.eliminated")
def eliminated_keeps_hand(change: Changes) -> None:
    staying(change, "hand")


@AS_IF("eliminated-keeps-deck", "its deck stayed in the game", "kt.evolution.eliminated")
def eliminated_keeps_deck(change: Changes) -> None:
    staying(change, "evolution_deck")


@AS_IF("eliminated-keeps-play", "its cards in play stayed there", "kt.evolution.eliminated")
def eliminated_keeps_play(change: Changes) -> None:
    staying(change, "evolved")


# --- what others gain, and leaving Tokyo -------------------------------------------------------


@AS_IF(
    "as-much-as-rolled",
    "a text that gives as much as another gains counted what its dice show",
    "kt.evolution.as-much",
)
def as_much_as_rolled(change: Changes) -> None:
    for gain, face in (("hearts-gained", HEART), ("energy-gained", ENERGY_FACE)):
        change.put(conditions.GAINS, gain, (DICE + face, DICE + face))


@AS_IF(
    "moved-out-is-not-leaving",
    "a monster that a card moves out of Tokyo had not left it",
    "kt.evolution.leaving",
)
def moved_out_is_not_leaving(change: Changes) -> None:
    def happen_but(
        machine: Tokyo, state: State, head: str, seat: int, context: Context = moments.NOBODY
    ) -> None:
        if head != "leaving":
            moments.happen(machine, state, head, seat, context)

    change.put(words, "happen", happen_but)
