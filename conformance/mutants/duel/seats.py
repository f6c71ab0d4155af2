"""Misreadings that take the monster that sits first for the one that is meant."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF as DICE
from conformance.mutants.duel.end import AS_IF as END
from conformance.mutants.duel.hearts import AS_IF as HEARTS
from conformance.mutants.duel.hits import AS_IF as HITS
from conformance.mutants.duel.king import AS_IF as KING
from conformance.mutants.duel.resolve import AS_IF as RESOLVE
from oracle.duel import hearts
from oracle.duel.binding import CONDITIONS, NUMBERS, WORDS
from oracle.duel.machine import Duel
from oracle.kernel.state import Frame, State

FIRST_SEAT = 0


@do.verb
def counted_for_the_first(change: Changes, word: str) -> None:
    """Let a number on a card be the first monster's."""

    @change.result(NUMBERS, word)
    def bind_to_the_first(number: Any) -> Any:
        def found(machine: Duel, state: State, frame: Frame, you: int) -> int:
            return int(number(machine, state, frame, FIRST_SEAT))

        return found


@do.verb
def asked_of_the_first(change: Changes, table: dict[str, Any], word: str) -> None:
    """Let a question on a card be asked as if the first monster had the card."""

    @change.result(table, word)
    def bind_to_the_first(test: Any) -> Any:
        def holds(machine: Duel, state: State, source: int, you: int, *rest: Any) -> bool:
            return bool(test(machine, state, source, FIRST_SEAT, *rest))

        return holds


@HEARTS(
    "both monsters could have as many hearts as the one that sits first",
    "kd.heart.maximum",
    "kd.monster.hearts",
)
def maximum_of_the_first_seat(change: Changes) -> None:
    most = hearts.most_hearts
    change.swap(most, lambda machine, state, seat: most(machine, state, FIRST_SEAT))


END("lots of energy were counted for the monster that sits first", "kd.end.per-amount").so(
    "energy-of-the-first-seat", counted_for_the_first("per")
)
DICE(
    "keep cards that cost dice were counted as if the monster that sits first had said so",
    "kd.dice.fewer-per-card",
).so("cards-of-the-first-seats-rival", counted_for_the_first("keep-cards"))
HITS("hits beyond the third were counted for the monster that sits first", "kd.hit.beyond").so(
    "beyond-for-the-first-seat", counted_for_the_first("hits-beyond")
)
KING(
    "The King's tokens stopped a pull only if The King were the rival of the first seat",
    "kd.king.stop",
).so("stops-the-first-seat", asked_of_the_first(CONDITIONS, "rival-is"))
RESOLVE(
    "dice could be left unresolved as long as the monster that sits first has room for a token",
    "kd.resolve.leave",
).so("tokens-of-the-first-seat", asked_of_the_first(WORDS.possible, "leave-unresolved"))
