"""Misreadings of how a game begins, and of what lies open."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import asks, where
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.state import Frame, State
from oracle.mindbug import draw, setup
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECK, LIFE, MINDBUGS, PROCEDURES, YOU

AS_IF = Topic("mindbug", "setup")

Json = dict[str, Any]
"""A JSON object. Any: whatever JSON holds."""

FIRST_TURN = PROCEDURES.steps[setup.SETUP].index(setup.first_turn)


@do.verb
def starting_with(change: Changes, counter: int, number: int) -> None:
    """Let both players start with another number of something."""

    @change.before(setup.open_box)
    def open_another_box(state: State) -> None:
        state.counters[counter] = state.counters[counter + 1] = number


AS_IF("the players started with one Mindbug each", "mb.setup.mindbugs").so(
    "one-mindbug", starting_with(MINDBUGS, 1)
)
AS_IF("the players started with three Mindbugs each", "mb.setup.mindbugs").so(
    "three-mindbugs", starting_with(MINDBUGS, 3)
)
AS_IF("the players started with 2 life", "mb.setup.life").so("two-life", starting_with(LIFE, 2))
AS_IF("the players started with 4 life", "mb.setup.life").so("four-life", starting_with(LIFE, 4))
AS_IF("the cards were dealt in the order of the box", "mb.setup.shuffle").so(
    "not-shuffled", asks(setup, "deal", lambda options: list(options)[:1])
)
AS_IF("each player were dealt 9 cards", "mb.setup.deal").so(
    "deck-of-nine", do.put(setup, "DECK_SIZE", 9)
)
AS_IF("each player were dealt 11 cards", "mb.setup.deal").so(
    "deck-of-eleven", do.put(setup, "DECK_SIZE", 11)
)
AS_IF("the opening hand had 4 cards", "mb.setup.hand").so(
    "hand-of-four", do.put(setup, "HAND_SIZE", 4)
)
AS_IF("the opening hand had 6 cards", "mb.setup.hand").so(
    "hand-of-six", do.put(setup, "HAND_SIZE", 6)
)
AS_IF(
    "the cards revealed for the first player went back into the unused pile",
    "mb.setup.first-player-cards",
).so("revealed-go-back", do.turn_round("first_player_cards_public"))


def seeing(zone_name: str, *, owner_too: bool, others: bool) -> do.Change:
    """Let a zone be seen by other players than it is."""
    return where(
        projection.sees,
        lambda zone: zone.name == zone_name,
        lambda owner, seat: owner_too if owner == seat else others,
    )


AS_IF(
    "the cards revealed for the first player were hidden again", "mb.setup.first-player-cards"
).so("revealed-hidden", seeing("aside", owner_too=False, others=False))
AS_IF(
    "the view of a player showed the opponent's hand",
    "mb.setup.zones",
    "mb.setup.hand",
    "mb.effect.chooser",
).so("hand-visible", seeing("hand", owner_too=True, others=True))
AS_IF("players could not see their own hand", "mb.setup.zones").so(
    "own-hand-hidden", seeing("hand", owner_too=False, others=False)
)
AS_IF("players could look into their own deck", "mb.setup.zones", "mb.setup.deal").so(
    "own-deck-visible", seeing("deck", owner_too=True, others=False)
)
AS_IF("everybody could look into the decks", "mb.setup.zones", "mb.setup.deal").so(
    "decks-visible", seeing("deck", owner_too=True, others=True)
)
AS_IF("everybody could look into the unused pile", "mb.setup.unused-pile").so(
    "unused-visible", seeing("unused", owner_too=True, others=True)
)
AS_IF("a card from the unused pile were chosen, not taken from its top", "mb.setup.unused-top").so(
    "unused-by-choice", asks(setup, "top", seat=lambda state: state.stack[-1][YOU])
)


@do.verb
def hides(change: Changes, what: str) -> None:
    """Let a number be hidden from the other player."""

    @change.result(projection.view)
    def view_without(json: Json) -> Json:
        for name, belongings in json["players"].items():
            if name != json["seat"]:
                belongings.pop(what, None)
        return json


AS_IF("life totals were hidden from the opponent", "mb.setup.life-public").so(
    "life-hidden", hides("life")
)
AS_IF("the Mindbugs left were hidden from the opponent", "mb.setup.mindbugs-public").so(
    "mindbugs-hidden", hides("mindbugs")
)


@AS_IF("every creature were in the box only once", "mb.setup.pool")
@do.relink
def one_copy_each(machine: Mindbug) -> None:
    machine.pool = tuple(dict.fromkeys(machine.pool))


@AS_IF("the first player were simply the one dealt to first", "mb.setup.first-player")
@do.instead(setup.reveal)
def no_reveal(frame: Frame) -> None:
    frame[setup.STARTER] = 0
    frame[1] = FIRST_TURN


@AS_IF(
    "the player with the lower revealed power took the first turn", "mb.setup.first-player-power"
)
@do.before(setup.first_turn)
def lower_power_starts(state: State, frame: Frame) -> None:
    if state.answer[0] == "reveal":
        frame[setup.STARTER] = 1 - frame[setup.STARTER]


@AS_IF("equal revealed powers let the first of the players start", "mb.setup.first-player-tie")
@do.around(setup.take_revealed)
def tie_to_the_first(take_revealed: Any, frame: Frame) -> None:
    had_first = frame[setup.FIRST] != -1
    take_revealed()
    if had_first and frame[setup.FIRST] == -1:
        frame[setup.STARTER] = 0
        frame[1] = FIRST_TURN


@AS_IF("cards were drawn from the bottom of the deck", "mb.setup.zones")
@do.before(draw.draw)
def draw_from_below(state: State, seat: int) -> None:
    deck = state.zones[DECK + seat]
    deck.insert(0, deck.pop())
