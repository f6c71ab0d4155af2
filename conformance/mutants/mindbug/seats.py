"""Misreadings of `you` in a question about a player: always the one who sits first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.abilities import AS_IF as ABILITIES
from conformance.mutants.mindbug.life import AS_IF as LIFE
from conformance.mutants.mindbug.mindbug import AS_IF as MINDBUG
from conformance.mutants.mindbug.terms import AS_IF as TERMS
from oracle.kernel.machine import end
from oracle.kernel.state import State
from oracle.mindbug import atoms, table
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.words import CONDITIONS, NUMBERS, Seat
from rules_dsl.definitions import Call

FIRST_SEAT = 0

Table = dict[str, Callable[[Linker, Call], Any]]


def asked_of_the_first(change: Changes, table: Table, word: str) -> None:
    """Let a word ask its question as if the first player had said it."""
    bind = table[word]

    def bind_to_the_first(link: Linker, call: Call) -> Any:
        player = link.player

        def seat_from_the_first(value: object) -> Seat:
            seat = player(value)

            def found(machine: Mindbug, state: State, source: int, you: int) -> int:
                return seat(machine, state, source, FIRST_SEAT)

            return found

        link.player = seat_from_the_first  # type: ignore[method-assign]
        try:
            return bind(link, call)
        finally:
            link.player = player  # type: ignore[method-assign]

    change.put(table, word, bind_to_the_first)


@LIFE("first-players-life", "a life total that a card names were the first player's", "mb.life.set")
def first_players_life(change: Changes) -> None:
    asked_of_the_first(change, NUMBERS, "life")


@LIFE(
    "both-zero-first-seat-loses",
    "of two players who reach 0 life at once the one who sits first had lost",
    "mb.life.both-zero",
)
def both_zero_first_seat_loses(change: Changes) -> None:
    check_lives = atoms.check_lives

    def check_for_the_second(machine: Mindbug, state: State, dirty: int) -> None:
        if machine.draw_on_both_zero or any(state.counters[table.LIFE : table.LIFE + 2]):
            check_lives(machine, state, dirty)
        else:
            end(state, 1 - FIRST_SEAT, "life", atoms.BOTH_ZERO)

    change.swap(check_lives, check_for_the_second)


@MINDBUG(
    "first-players-mindbugs",
    "Mindbugs that a card counts were counted as if the first player had played it",
    "mb.mindbug.spend",
    "mb.setup.mindbugs",
)
def first_players_mindbugs(change: Changes) -> None:
    asked_of_the_first(change, NUMBERS, "unused-mindbugs")


@ABILITIES(
    "first-player-controls-none",
    "'you control no other creature' spoke of the first player",
    "mb.constant.conditions",
)
def first_player_controls_none(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "controls-none")


@TERMS(
    "first-player-controls-fewer",
    "'you control fewer creatures' spoke of the first player",
    "mb.term.creature",
)
def first_player_controls_fewer(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "controls-fewer")


@TERMS(
    "first-player-controls-more",
    "'you control more creatures' spoke of the first player",
    "mb.term.creature",
)
def first_player_controls_more(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "controls-more")


@ABILITIES(
    "first-player-controls-at-least",
    "'the opponent controls 3 or more creatures' spoke of the first player's opponent",
    "mb.constant.conditions",
)
def first_player_controls_at_least(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "controls-at-least")


@ABILITIES(
    "first-player-controls-exactly",
    "'you control exactly 1 other creature' spoke of the first player",
    "mb.constant.conditions",
)
def first_player_controls_exactly(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "controls-exactly")


@ABILITIES(
    "first-player-has-no-mindbugs",
    "'you have no unused Mindbugs' spoke of the first player",
    "mb.constant.conditions",
)
def first_player_has_no_mindbugs(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "no-mindbugs")


@ABILITIES(
    "first-player-has-one-life",
    "'you have exactly 1 life' spoke of the first player",
    "mb.constant.conditions",
)
def first_player_has_one_life(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "life-is")


@ABILITIES(
    "first-players-empty-pile",
    "'your discard pile is empty' spoke of the first player",
    "mb.constant.conditions",
)
def first_players_empty_pile(change: Changes) -> None:
    asked_of_the_first(change, CONDITIONS, "empty-discard")
