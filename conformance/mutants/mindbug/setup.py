"""Misreadings of how a game begins, and of what lies open."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.layout import Zone
from oracle.kernel.machine import Machine, ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, cards, setup
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECK, LIFE, MINDBUGS, PROCEDURES, YOU

AS_IF = Topic("mindbug", "setup")

Json = dict[str, Any]
"""A JSON object. Any: whatever JSON holds."""


@AS_IF("one-copy-each", "every creature were in the box only once", "mb.setup.pool")
def one_copy_each(change: Changes) -> None:
    def keep_one(machine: Mindbug) -> None:
        machine.pool = tuple(dict.fromkeys(machine.pool))

    change.relink(keep_one)


def starting_with(change: Changes, counter: int, number: int) -> None:
    """Let both players start with another number of something."""
    open_box = setup.open_box

    def open_another_box(machine: Mindbug, state: State, frame: Frame) -> None:
        state.counters[counter] = state.counters[counter + 1] = number
        open_box(machine, state, frame)

    change.swap(open_box, open_another_box)


@AS_IF("one-mindbug", "the players started with one Mindbug each", "mb.setup.mindbugs")
def one_mindbug(change: Changes) -> None:
    starting_with(change, MINDBUGS, 1)


@AS_IF("three-mindbugs", "the players started with three Mindbugs each", "mb.setup.mindbugs")
def three_mindbugs(change: Changes) -> None:
    starting_with(change, MINDBUGS, 3)


@AS_IF("two-life", "the players started with 2 life", "mb.setup.life")
def two_life(change: Changes) -> None:
    starting_with(change, LIFE, 2)


@AS_IF("four-life", "the players started with 4 life", "mb.setup.life")
def four_life(change: Changes) -> None:
    starting_with(change, LIFE, 4)


@AS_IF("not-shuffled", "the cards were dealt in the order of the box", "mb.setup.shuffle")
def not_shuffled(change: Changes) -> None:
    def ask_for_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, list(options)[:1] if kind == "deal" else options, *rest)

    change.put(setup, "ask", ask_for_the_first)


@AS_IF("deck-of-nine", "each player were dealt 9 cards", "mb.setup.deal")
def deck_of_nine(change: Changes) -> None:
    change.put(setup, "DECK_SIZE", 9)


@AS_IF("deck-of-eleven", "each player were dealt 11 cards", "mb.setup.deal")
def deck_of_eleven(change: Changes) -> None:
    change.put(setup, "DECK_SIZE", 11)


@AS_IF("hand-of-four", "the opening hand had 4 cards", "mb.setup.hand")
def hand_of_four(change: Changes) -> None:
    change.put(setup, "HAND_SIZE", 4)


@AS_IF("hand-of-six", "the opening hand had 6 cards", "mb.setup.hand")
def hand_of_six(change: Changes) -> None:
    change.put(setup, "HAND_SIZE", 6)


@AS_IF("no-reveal", "the first player were simply the one dealt to first", "mb.setup.first-player")
def no_reveal(change: Changes) -> None:
    first_turn = PROCEDURES.steps[setup.SETUP].index(setup.first_turn)

    def reveal_nothing(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[setup.STARTER] = 0
        frame[1] = first_turn

    change.swap(setup.reveal, reveal_nothing)


@AS_IF(
    "lower-power-starts",
    "the player with the lower revealed power took the first turn",
    "mb.setup.first-player-power",
)
def lower_power_starts(change: Changes) -> None:
    first_turn = setup.first_turn

    def other_first_turn(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer[0] == "reveal":
            frame[setup.STARTER] = 1 - frame[setup.STARTER]
        first_turn(machine, state, frame)

    change.swap(first_turn, other_first_turn)


@AS_IF(
    "tie-to-the-first",
    "equal revealed powers let the first of the players start",
    "mb.setup.first-player-tie",
)
def tie_to_the_first(change: Changes) -> None:
    take_revealed = setup.take_revealed
    first_turn = PROCEDURES.steps[setup.SETUP].index(setup.first_turn)

    def take_a_tie_too(machine: Mindbug, state: State, frame: Frame) -> None:
        had_first = frame[setup.FIRST] != -1
        take_revealed(machine, state, frame)
        if had_first and frame[setup.FIRST] == -1:
            frame[setup.STARTER] = 0
            frame[1] = first_turn

    change.swap(take_revealed, take_a_tie_too)


@AS_IF(
    "revealed-go-back",
    "the cards revealed for the first player went back into the unused pile",
    "mb.setup.first-player-cards",
)
def revealed_go_back(change: Changes) -> None:
    change.turn_round("first_player_cards_public")


def seeing(change: Changes, zone_name: str, *, owner_too: bool, others: bool) -> None:
    """Let a zone be seen by other players than it is."""
    sees = projection.sees

    def sees_otherwise(zone: Zone, owner: int | None, seat: int) -> bool:
        if zone.name != zone_name:
            return sees(zone, owner, seat)
        return owner_too if owner == seat else others

    change.swap(sees, sees_otherwise)


@AS_IF(
    "revealed-hidden",
    "the cards revealed for the first player were hidden again",
    "mb.setup.first-player-cards",
)
def revealed_hidden(change: Changes) -> None:
    seeing(change, "aside", owner_too=False, others=False)


@AS_IF(
    "hand-visible",
    "the view of a player showed the opponent's hand",
    "mb.setup.zones",
    "mb.setup.hand",
    "mb.effect.chooser",
)
def hand_visible(change: Changes) -> None:
    seeing(change, "hand", owner_too=True, others=True)


@AS_IF("own-hand-hidden", "players could not see their own hand", "mb.setup.zones")
def own_hand_hidden(change: Changes) -> None:
    seeing(change, "hand", owner_too=False, others=False)


@AS_IF(
    "own-deck-visible", "players could look into their own deck", "mb.setup.zones", "mb.setup.deal"
)
def own_deck_visible(change: Changes) -> None:
    seeing(change, "deck", owner_too=True, others=False)


@AS_IF("decks-visible", "everybody could look into the decks", "mb.setup.zones", "mb.setup.deal")
def decks_visible(change: Changes) -> None:
    seeing(change, "deck", owner_too=True, others=True)


@AS_IF("unused-visible", "everybody could look into the unused pile", "mb.setup.unused-pile")
def unused_visible(change: Changes) -> None:
    seeing(change, "unused", owner_too=True, others=True)


@AS_IF("draw-from-below", "cards were drawn from the bottom of the deck", "mb.setup.zones")
def draw_from_below(change: Changes) -> None:
    draw = atoms.draw

    def draw_last(state: State, seat: int, rules: tuple[str, ...]) -> None:
        deck = state.zones[DECK + seat]
        deck.insert(0, deck.pop())
        draw(state, seat, rules)

    change.swap(draw, draw_last)


@AS_IF(
    "unused-by-choice",
    "a card from the unused pile were chosen, not taken from its top",
    "mb.setup.unused-top",
)
def unused_by_choice(change: Changes) -> None:
    def ask_the_player(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask(state, kind, state.stack[-1][YOU] if kind == "top" else seat, *rest)

    change.put(cards, "ask", ask_the_player)


def hiding(change: Changes, what: str) -> None:
    """Let a number be hidden from the other player."""
    view = projection.view

    def view_without(machine: Machine, state: State, handles: list[str], seat: int) -> Json:
        json = view(machine, state, handles, seat)
        for name, belongings in json["players"].items():
            if name != json["seat"]:
                belongings.pop(what, None)
        return json

    change.swap(view, view_without)


@AS_IF("life-hidden", "life totals were hidden from the opponent", "mb.setup.life-public")
def life_hidden(change: Changes) -> None:
    hiding(change, "life")


@AS_IF(
    "mindbugs-hidden",
    "the Mindbugs left were hidden from the opponent",
    "mb.setup.mindbugs-public",
)
def mindbugs_hidden(change: Changes) -> None:
    hiding(change, "mindbugs")
