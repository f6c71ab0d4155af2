"""Misreadings that forget a rule on one of the ways that lead to it: dice, cards or bonuses."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.bonus import AS_IF as BONUS
from conformance.mutants.duel.dice import AS_IF as DICE
from conformance.mutants.duel.hearts import AS_IF as HEARTS
from conformance.mutants.duel.king import AS_IF as KING
from conformance.mutants.duel.victory import AS_IF as VICTORY
from oracle.dice_games.table import AREA, BOUGHT
from oracle.duel import dice, hearts, king, pull, victory
from oracle.duel.table import HEARTS as HEARTS_OF
from oracle.duel.table import TOKENS
from oracle.kernel.state import Frame, State

CARDS = (AREA, AREA + 1, BOUGHT)


def is_card(state: State, cause: int) -> bool:
    """Whether something is caused by a card that a monster has or has just bought."""
    return cause >= 0 and state.where[cause] in CARDS


@HEARTS("a card could give hearts beyond those of the board", "kd.heart.maximum", "kd.heart.card")
@do.around(hearts.give_hearts)
def card_beyond_maximum(gain: Any, state: State, seat: int, amount: int, cause: int) -> Any:
    if not is_card(state, cause):
        return gain()
    state.counters[HEARTS_OF + seat] += amount
    return amount


@DICE("a card could give a third dice token", "kd.dice.token-limit")
@do.around(dice.get_tokens)
def card_beyond_the_limit(get: Any, state: State, seat: int, amount: int, cause: int) -> Any:
    if not is_card(state, cause):
        return get()
    state.counters[TOKENS + seat] += amount
    return amount


@do.verb
def unless_by_cards(change: Changes, *, cards: bool) -> None:
    """Let pulls of cards, or all others, bring no bonuses."""

    @change.provided(pull.apply_bonus)
    def apply_for_some(state: State, frame: Frame) -> object:
        return is_card(state, frame[pull.CAUSE]) is not cards


BONUS("a pull by a card brought no bonus", "kd.bonus.enter", "kd.pull.card").so(
    "not-by-cards", unless_by_cards(cards=True)
)


@VICTORY(
    "a monster could not win by markers that a card pulls",
    "kd.victory.cell",
    "kd.victory.spotlights",
    "kd.victory.at-once",
)
@do.around(victory.look_at_markers)
def not_by_cards(look: Any, state: State) -> None:
    frame = pull.pull_frame(state)
    if frame is None or not is_card(state, frame[pull.CAUSE]):
        look()


@KING("The King's tokens did not stop a pull by a card", "kd.king.stop")
@do.around(king.stop_pull)
def cards_pull_through(stop: Any, state: State) -> None:
    frame = pull.pull_frame(state)
    if frame is None or not is_card(state, frame[pull.CAUSE]):
        stop()
