"""Misreadings that forget a rule on one of the ways that lead to it: dice, cards or bonuses."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.duel.bonus import AS_IF as BONUS
from conformance.mutants.duel.dice import AS_IF as DICE
from conformance.mutants.duel.hearts import AS_IF as HEARTS
from conformance.mutants.duel.king import AS_IF as KING
from conformance.mutants.duel.victory import AS_IF as VICTORY
from oracle.duel import atoms, pulls, victory
from oracle.duel.machine import Duel
from oracle.duel.table import HEARTS as HEARTS_OF
from oracle.duel.table import TOKENS
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import AREA, BOUGHT

CARDS = (AREA, AREA + 1, BOUGHT)


def is_card(state: State, cause: int) -> bool:
    """Whether something is caused by a card that a monster has or has just bought."""
    return cause >= 0 and state.where[cause] in CARDS


@HEARTS(
    "card-beyond-maximum",
    "a card could give hearts beyond those of the board",
    "kd.heart.maximum",
    "kd.heart.card",
)
def card_beyond_maximum(change: Changes) -> None:
    gain = atoms.gain_hearts

    def gain_by_cards_at_will(
        machine: Duel, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        if not is_card(state, cause):
            return gain(machine, state, seat, amount, cause, rules)
        state.counters[HEARTS_OF + seat] += amount
        return amount

    change.swap(gain, gain_by_cards_at_will)


@DICE(
    "card-beyond-the-limit",
    "a card could give a third dice token",
    "kd.dice.token-limit",
)
def card_beyond_the_limit(change: Changes) -> None:
    get = atoms.get_tokens

    def get_by_cards_at_will(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        if not is_card(state, cause):
            return get(state, seat, amount, cause, rules)
        state.counters[TOKENS + seat] += amount
        return amount

    change.swap(get, get_by_cards_at_will)


def unless_by_cards(change: Changes, *, cards: bool) -> None:
    """Let pulls of cards, or all others, bring no bonuses."""
    apply = pulls.apply_bonus

    def apply_for_some(machine: Duel, state: State, frame: Frame) -> None:
        if is_card(state, frame[pulls.CAUSE]) is not cards:
            apply(machine, state, frame)

    change.swap(apply, apply_for_some)


@BONUS("not-by-cards", "a pull by a card brought no bonus", "kd.bonus.enter", "kd.pull.card")
def not_by_cards(change: Changes) -> None:
    unless_by_cards(change, cards=True)


@VICTORY(
    "not-by-cards",
    "a monster could not win by markers that a card pulls",
    "kd.victory.cell",
    "kd.victory.spotlights",
    "kd.victory.at-once",
)
def not_won_by_cards(change: Changes) -> None:
    look = victory.look_at_markers

    def look_unless_by_cards(machine: Duel, state: State, puller: int) -> None:
        frame = pulls.pull_frame(state)
        if frame is None or not is_card(state, frame[pulls.CAUSE]):
            look(machine, state, puller)

    change.swap(look, look_unless_by_cards)


@KING(
    "cards-pull-through",
    "The King's tokens did not stop a pull by a card",
    "kd.king.stop",
)
def cards_pull_through(change: Changes) -> None:
    stop = pulls.stop_pull

    def stop_unless_by_cards(state: State, seat: int, cause: int, rules: Rules) -> None:
        frame = pulls.pull_frame(state)
        if frame is None or not is_card(state, frame[pulls.CAUSE]):
            stop(state, seat, cause, rules)

    change.swap(stop, stop_unless_by_cards)
