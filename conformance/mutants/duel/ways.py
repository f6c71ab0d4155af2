"""Misreadings of several pages: of one way, one seat or one time of what a rule is about."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.bonus import AS_IF as BONUS
from conformance.mutants.duel.dice import AS_IF as DICE
from conformance.mutants.duel.end import AS_IF as END
from conformance.mutants.duel.hearts import AS_IF as HEARTS
from conformance.mutants.duel.hits import AS_IF as HITS
from conformance.mutants.duel.king import AS_IF as KING
from conformance.mutants.duel.resolve import AS_IF as RESOLVE
from conformance.mutants.duel.verbs import then
from conformance.mutants.duel.victory import AS_IF as VICTORY
from oracle.dice_games.table import ACTIVE, AREA, BOUGHT, YOU
from oracle.duel import dice, hearts, king, pull, turn, victory
from oracle.duel.binding import CONDITIONS, NUMBERS, WORDS
from oracle.duel.machine import Duel
from oracle.duel.moments import at, happen, note_used
from oracle.duel.table import HEARTS as HEARTS_OF
from oracle.duel.table import TOKENS
from oracle.kernel.state import Frame, State


# --- in a monster's own turn, or at the start of it ----------------------------------------------
def noticed(machine: Duel, state: State, frame: Frame) -> None:
    """Let a monster that stays at one heart in its own turn notice a gain."""
    if state.registers[ACTIVE] == frame[YOU]:
        happen(machine, state, "gaining-hearts", frame[YOU], (frame[YOU], 1))


def used_up(machine: Duel, state: State, frame: Frame) -> None:
    """Let what adds to a gain be used up when a monster stays at one heart in its own turn."""
    if state.registers[ACTIVE] == frame[YOU]:
        for card, number in at(machine, state, "gaining-hearts", frame[YOU]):
            note_used(state, card, number)


@DICE(
    "keep cards were discarded before the effects for the start of the turn",
    "kd.dice.fewer-per-card",
    "kd.turn.start",
)
def discards_before_the_start(change: Changes) -> None:
    offer, take = dice.offer_discards, dice.take_discards
    first = change.procedure(
        "discards-first", lambda *given: offer(*given), lambda *given: take(*given), remembers=2
    )

    @change.after(turn.start_effects)
    def start_with_discards(state: State, frame: Frame) -> None:
        state.stack.append([first, 0, frame[turn.SEAT], 0])

    @change.instead(offer)
    def offer_nothing(state: State) -> None:
        state.answer = ()


HITS("the heart that is left were gained, in its owner's own turn", "kd.hit.stay").so(
    "staying-is-gaining-in-own-turn", then("set-hearts", noticed)
)
HEARTS(
    "the heart that is left used up the one that a gain adds once a turn",
    "kd.heart.extra",
    "kd.hit.stay",
).so("staying-uses-up-the-extra", then("set-hearts", used_up))


# --- by dice, cards or bonuses -------------------------------------------------------------------
def is_card(state: State, cause: int) -> bool:
    """Whether something is caused by a card that a monster has or has just bought."""
    return cause >= 0 and state.where[cause] in (AREA, AREA + 1, BOUGHT)


def is_pulled_by_card(state: State) -> bool:
    """Whether a card pulls a marker."""
    frame = pull.pull_frame(state)
    return frame is not None and is_card(state, frame[pull.CAUSE])


@do.verb
def beyond(change: Changes, atom: Any, counter: int) -> None:
    """Let an atom know no limit if a card is its cause."""

    @change.around(atom)
    def without_limit(do: Any, state: State, seat: int, amount: int, cause: int) -> Any:
        if not is_card(state, cause):
            return do()
        state.counters[counter + seat] += amount
        return amount


HEARTS(
    "a card could give hearts beyond those of the board", "kd.heart.maximum", "kd.heart.card"
).so("card-beyond-maximum", beyond(hearts.give_hearts, HEARTS_OF))
DICE("a card could give a third dice token", "kd.dice.token-limit").so(
    "card-beyond-the-limit", beyond(dice.get_tokens, TOKENS)
)
BONUS("a pull by a card brought no bonus", "kd.bonus.enter", "kd.pull.card").so(
    "not-by-cards",
    do.unless(pull.apply_bonus)(lambda state, frame: is_card(state, frame[pull.CAUSE])),
)
VICTORY(
    "a monster could not win by markers that a card pulls",
    "kd.victory.cell",
    "kd.victory.spotlights",
    "kd.victory.at-once",
).so("not-by-cards", do.unless(victory.look_at_markers)(is_pulled_by_card))
KING("The King's tokens did not stop a pull by a card", "kd.king.stop").so(
    "cards-pull-through", do.unless(king.stop_pull)(is_pulled_by_card)
)


# --- of the monster that sits first --------------------------------------------------------------
FIRST_SEAT = 0


@do.verb
def of_the_first(change: Changes, table: dict[str, Any], word: str) -> None:
    """Let a number or a question on a card be as if the first monster had the card."""

    @change.result(table, word)
    def bind_to_the_first(test: Any) -> Any:
        return lambda machine, state, by, you, *rest: test(machine, state, by, FIRST_SEAT, *rest)


HEARTS(
    "both monsters could have as many hearts as the one that sits first",
    "kd.heart.maximum",
    "kd.monster.hearts",
).so("maximum-of-the-first-seat", do.around(hearts.most_hearts)(lambda most: most(seat=FIRST_SEAT)))
END("lots of energy were counted for the monster that sits first", "kd.end.per-amount").so(
    "energy-of-the-first-seat", of_the_first(NUMBERS, "per")
)
DICE(
    "keep cards that cost dice were counted as if the monster that sits first had said so",
    "kd.dice.fewer-per-card",
).so("cards-of-the-first-seats-rival", of_the_first(NUMBERS, "keep-cards"))
HITS("hits beyond the third were counted for the monster that sits first", "kd.hit.beyond").so(
    "beyond-for-the-first-seat", of_the_first(NUMBERS, "hits-beyond")
)
KING(
    "The King's tokens stopped a pull only if The King were the rival of the first seat",
    "kd.king.stop",
).so("stops-the-first-seat", of_the_first(CONDITIONS, "rival-is"))
RESOLVE(
    "dice could be left unresolved as long as the monster that sits first has room for a token",
    "kd.resolve.leave",
).so("tokens-of-the-first-seat", of_the_first(WORDS.possible, "leave-unresolved"))
