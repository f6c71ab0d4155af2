"""Misreadings of `you` in a question about a player: always the one who sits first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.abilities import AS_IF as ABILITIES
from conformance.mutants.mindbug.life import AS_IF as LIFE
from conformance.mutants.mindbug.mindbug import AS_IF as MINDBUG
from conformance.mutants.mindbug.terms import AS_IF as TERMS
from oracle.kernel.machine import end
from oracle.kernel.state import State
from oracle.mindbug import life, table
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.words import CONDITIONS, NUMBERS, Seat
from rules_dsl.definitions import Call

FIRST_SEAT = 0

Table = dict[str, Callable[[Linker, Call], Any]]


@do.verb
def asked_of_the_first(change: Changes, table: Table, word: str) -> None:
    """Let a word ask its question as if the first player had said it."""

    @change.around(table, word)
    def bind_to_the_first(bind: Any, link: Linker, *_: Any) -> Any:
        player = link.player

        def seat_from_the_first(value: object) -> Seat:
            seat = player(value)

            def found(machine: Mindbug, state: State, source: int, you: int) -> int:
                return seat(machine, state, source, FIRST_SEAT)

            return found

        link.player = seat_from_the_first  # type: ignore[method-assign]
        try:
            return bind(link)
        finally:
            link.player = player  # type: ignore[method-assign]


LIFE("a life total that a card names were the first player's", "mb.life.set").so(
    "first-players-life", asked_of_the_first(NUMBERS, "life")
)


@LIFE(
    "of two players who reach 0 life at once the one who sits first had lost", "mb.life.both-zero"
)
@do.around(life.check_lives)
def both_zero_first_seat_loses(check_lives: Any, machine: Mindbug, state: State) -> None:
    if machine.draw_on_both_zero or any(state.counters[table.LIFE : table.LIFE + 2]):
        check_lives()
    else:
        end(state, 1 - FIRST_SEAT, "life", life.BOTH_ZERO)


MINDBUG(
    "Mindbugs that a card counts were counted as if the first player had played it",
    "mb.mindbug.spend",
    "mb.setup.mindbugs",
).so("first-players-mindbugs", asked_of_the_first(NUMBERS, "unused-mindbugs"))
ABILITIES("'you control no other creature' spoke of the first player", "mb.constant.conditions").so(
    "first-player-controls-none", asked_of_the_first(CONDITIONS, "controls-none")
)
TERMS("'you control fewer creatures' spoke of the first player", "mb.term.creature").so(
    "first-player-controls-fewer", asked_of_the_first(CONDITIONS, "controls-fewer")
)
TERMS("'you control more creatures' spoke of the first player", "mb.term.creature").so(
    "first-player-controls-more", asked_of_the_first(CONDITIONS, "controls-more")
)
ABILITIES(
    "'the opponent controls 3 or more creatures' spoke of the first player's opponent",
    "mb.constant.conditions",
).so("first-player-controls-at-least", asked_of_the_first(CONDITIONS, "controls-at-least"))
ABILITIES(
    "'you control exactly 1 other creature' spoke of the first player", "mb.constant.conditions"
).so("first-player-controls-exactly", asked_of_the_first(CONDITIONS, "controls-exactly"))
ABILITIES("'you have no unused Mindbugs' spoke of the first player", "mb.constant.conditions").so(
    "first-player-has-no-mindbugs", asked_of_the_first(CONDITIONS, "no-mindbugs")
)
ABILITIES("'you have exactly 1 life' spoke of the first player", "mb.constant.conditions").so(
    "first-player-has-one-life", asked_of_the_first(CONDITIONS, "life-is")
)
ABILITIES("'your discard pile is empty' spoke of the first player", "mb.constant.conditions").so(
    "first-players-empty-pile", asked_of_the_first(CONDITIONS, "empty-discard")
)
