"""Misreadings that take the monster that sits first for the one that is meant."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.dice import AS_IF as DICE
from conformance.mutants.duel.end import AS_IF as END
from conformance.mutants.duel.hearts import AS_IF as HEARTS
from conformance.mutants.duel.hits import AS_IF as HITS
from conformance.mutants.duel.king import AS_IF as KING
from conformance.mutants.duel.resolve import AS_IF as RESOLVE
from oracle.duel import atoms
from oracle.duel.binding import CONDITIONS, NUMBERS, WORDS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

FIRST_SEAT = 0


def counted_for_the_first(change: Changes, word: str) -> None:
    """Let a number on a card be the first monster's."""
    bind = NUMBERS[word]

    def bind_to_the_first(link: Linker, call: Call) -> Any:
        number = bind(link, call)

        def found(machine: Duel, state: State, frame: Frame, you: int) -> int:
            return int(number(machine, state, frame, FIRST_SEAT))

        return found

    change.put(NUMBERS, word, bind_to_the_first)


def asked_of_the_first(change: Changes, table: dict[str, Any], word: str) -> None:
    """Let a question on a card be asked as if the first monster had the card."""
    bind = table[word]

    def bind_to_the_first(link: Linker, call: Call) -> Any:
        test = bind(link, call)

        def holds(machine: Duel, state: State, source: int, you: int, *rest: Any) -> bool:
            return bool(test(machine, state, source, FIRST_SEAT, *rest))

        return holds

    change.put(table, word, bind_to_the_first)


@HEARTS(
    "maximum-of-the-first-seat",
    "both monsters could have as many hearts as the one that sits first",
    "kd.heart.maximum",
    "kd.monster.hearts",
)
def maximum_of_the_first_seat(change: Changes) -> None:
    most = atoms.most_hearts
    change.swap(most, lambda machine, state, seat: most(machine, state, FIRST_SEAT))


@END(
    "energy-of-the-first-seat",
    "lots of energy were counted for the monster that sits first",
    "kd.end.per-amount",
)
def energy_of_the_first_seat(change: Changes) -> None:
    counted_for_the_first(change, "per")


@DICE(
    "cards-of-the-first-seats-rival",
    "keep cards that cost dice were counted as if the monster that sits first had said so",
    "kd.dice.fewer-per-card",
)
def cards_of_the_first_seats_rival(change: Changes) -> None:
    counted_for_the_first(change, "keep-cards")


@HITS(
    "beyond-for-the-first-seat",
    "hits beyond the third were counted for the monster that sits first",
    "kd.hit.beyond",
)
def beyond_for_the_first_seat(change: Changes) -> None:
    counted_for_the_first(change, "hits-beyond")


@KING(
    "stops-the-first-seat",
    "The King's tokens stopped a pull only if The King were the rival of the first seat",
    "kd.king.stop",
)
def stops_the_first_seat(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "rival-is")


@RESOLVE(
    "tokens-of-the-first-seat",
    "dice could be left unresolved as long as the monster that sits first has room for a token",
    "kd.resolve.leave",
)
def tokens_of_the_first_seat(change: Changes) -> None:
    asked_of_the_first(change, WORDS.possible, "leave-unresolved")
