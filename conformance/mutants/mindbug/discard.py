"""Misreadings of what cards do in a discard pile, or when they get there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy as copied
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.abilities import only_if
from conformance.mutants.mindbug.memory import owner, remember_owners
from conformance.mutants.mindbug.verbs import each_ability, given, move_all
from conformance.mutants.topic import Topic
from oracle.kernel.layers import Static
from oracle.kernel.state import State
from oracle.mindbug import atoms, copy, defeat, discard, draw, permissions, play, triggers
from oracle.mindbug.machine import LinkedRule, Mindbug
from oracle.mindbug.table import BOTH_HANDS, DISCARD, PLAY, UNDER
from rules_dsl.definitions import Ability

AS_IF = Topic(
    "mindbug",
    "discard",
    *("in-discard-pile", "put-into-discard", "life-lost"),
    *("bury-deck", "discard-everything"),
)

NOT_DEFEATED = 1 << 15
"""A card that got into its discard pile otherwise than by being defeated."""

Test = Callable[[State, int], bool]
"""Whether an ability of a card in a discard pile works."""

Seated = Callable[[State, int, int], int]
"""For whom it works, by the state, the card, and whose pile it is."""


def statics(machine: Mindbug) -> Iterator[Static]:
    """The continuous changes that cards in discard piles make."""
    for split in machine.statics_in_discard.values():
        for part in split:
            yield from part


def rules(machine: Mindbug) -> Iterator[LinkedRule]:
    """What cards in discard piles permit and forbid."""
    for table in machine.rule_words_in_discard.values():
        for found in table.values():
            yield from found


@do.verb
def working_only_if(change: Changes, test: Test) -> None:
    """Let what cards say in a discard pile hold only while a test of the card does."""

    @change.relink
    def relink(machine: Mindbug) -> None:
        for static in statics(machine):
            static.condition = only_if(static.condition, test)
        for rule in rules(machine):
            rule.holds = only_if(rule.holds, test)

    change.provided(triggers.trigger_in_discard)(test)


@do.verb
def working_for(change: Changes, whom: Seated) -> None:
    """Let what cards say in a discard pile work for another player."""

    def for_whom(function: Any) -> Any:
        def told(machine: Any, state: State, source: int, seat: int, *rest: Any) -> Any:
            return function(machine, state, source, whom(state, source, seat), *rest)

        return told

    @change.relink
    def relink(machine: Mindbug) -> None:
        for static in statics(machine):
            static.targets = for_whom(static.targets)
            if static.condition is not None:
                static.condition = for_whom(static.condition)
            if static.times is not None:
                static.times = for_whom(static.times)
        for rule in rules(machine):
            rule.holds = for_whom(rule.holds)

    given(triggers.trigger_in_discard, seat=lambda state, card, seat: whom(state, card, seat))(
        change
    )


def standing(read: Callable[[Ability], Iterable[Ability]]) -> do.Change:
    """Read constant abilities marked `in discard pile` as others."""

    def reread(ability: Ability) -> Iterable[Ability]:
        is_marked = ability.zone == "discard" and ability.kind != "trigger"
        return read(ability) if is_marked else (ability,)

    return each_ability(reread)


AS_IF(
    "the mark 'in discard pile' were not there: the ability worked in play",
    "mb.discard.ability",
    "mb.discard.in-pile-only",
).so("in-play-instead", standing(lambda ability: (evolve(ability, zone="play"),)))
AS_IF("an ability in the discard pile worked in play, too", "mb.discard.in-pile-only").so(
    "in-play-too", standing(lambda ability: (ability, evolve(ability, zone="play")))
)


def controller_above(state: State, card: int) -> int:
    """Who controls the creature that a boost card lies under."""
    host = next(host for host, below in state.under.items() if card in below)
    return state.where[host] - PLAY


def from_below(static: Static) -> Static:
    """The same change made by a card under a creature."""
    found, condition = copied(static), static.condition

    def targets(machine: Any, state: State, source: int, seat: int) -> list[int]:
        return static.targets(machine, state, source, controller_above(state, source))

    def holds(machine: Any, state: State, source: int, seat: int) -> bool:
        above = controller_above(state, source)
        return condition is None or condition(machine, state, source, above)

    found.targets, found.condition = targets, holds
    return found


@do.verb
def putting_there(change: Changes, *, defeated: bool, others: bool) -> None:
    """Let cards notice that they are put into a discard pile only when defeated, or only else."""
    leaving: list[int] = []

    given(
        discard.put_there,
        arrived=lambda arrived: [c for c in arrived if (defeated if c[0] in leaving else others)],
    )(change)

    @change.around(defeat.bury)
    def bury_and_note(bury: Any, cards: Iterable[int]) -> None:
        leaving[:] = list(cards)
        bury(cards=leaving[:])
        leaving.clear()


AS_IF(
    "a card noticed that it is put into a discard pile only when it is defeated",
    "mb.discard.put-there",
).so("noticed-when-defeated", putting_there(defeated=True, others=False))
AS_IF("a defeated creature were not put into a discard pile", "mb.discard.put-there").so(
    "not-noticed-when-defeated", putting_there(defeated=False, others=True)
)
AS_IF(
    "the effect of a card put into a discard pile belonged to the other player",
    "mb.discard.put-there",
).so(
    "noticed-by-the-other",
    given(discard.put_there, arrived=lambda arrived: [(card, 1 - seat) for card, seat in arrived]),
)
AS_IF("a card in a discard pile worked for the other player", "mb.discard.owner").so(
    "for-the-other", working_for(lambda state, card, seat: 1 - seat)
)
AS_IF("a card in a discard pile worked for the player who had it first", "mb.discard.owner").so(
    "for-the-first-owner", remember_owners, working_for(owner)
)


def last_loss(state: State) -> Any:
    """The loss of life that has just been told."""
    return next(record for record in reversed(state.log) if record[0] == "lose-life")


AS_IF(
    "an effect that waits for a loss of life happened once for each life", "mb.discard.life-lost"
).so(
    "for-each-life",
    do.around(triggers.trigger_in_discard)(
        lambda trigger, state: [trigger() for _ in range(last_loss(state)[4])]
    ),
)
AS_IF("an effect that waits for a loss of life heard only of attacks", "mb.discard.life-lost").so(
    "only-in-attacks",
    do.provided(triggers.trigger_in_discard)(
        lambda state: "mb.attack.unblocked" in last_loss(state)[1]
    ),
)
AS_IF(
    "a card that has left the discard pile could still be played by its effect",
    "mb.discard.life-lost",
).so("from-anywhere", do.put(play, "this_card", lambda machine, state, source, you: [source]))
AS_IF("a player who discards hand and deck refilled in between", "mb.discard.whole-pile").so(
    "refill-in-between",
    do.after(copy, "discard")(lambda machine, state: draw.refill(machine, state, BOTH_HANDS)),
)


@AS_IF(
    "an ability in the discard pile worked under a creature, too",
    "mb.discard.in-pile-only",
    "mb.boost.under",
)
def under_creatures_too(change: Changes) -> None:
    @change.around(permissions.said_elsewhere)
    def elsewhere_and_below(elsewhere: Any, machine: Mindbug, state: State) -> Any:
        below = [
            (card, controller_above(state, card), rule)
            for card in state.zones[UNDER]
            for rule in machine.speakers_in_discard.get(state.cards[card], ())
        ]
        return elsewhere() + below

    @change.relink
    def relink(machine: Mindbug) -> None:
        table = {
            number: tuple(tuple(map(from_below, part)) for part in split)
            for number, split in machine.statics_in_discard.items()
        }
        if table:
            machine.static_elsewhere += ((UNDER, 0, table),)


@AS_IF("of equal cards in a discard pile only one worked", "mb.discard.in-pile-only")
@working_only_if
def twins_count_once(state: State, card: int) -> bool:
    if not DISCARD <= state.where[card] <= DISCARD + 1:
        return True
    pile = state.zones[state.where[card]]
    return card == min(c for c in pile if state.cards[c] == state.cards[card])


@AS_IF("only the card of a defeated creature worked in a discard pile", "mb.discard.any-way")
def only_if_defeated(change: Changes) -> None:
    @change.around(discard.put_there)
    def put_and_note(put_there: Any, state: State, arrived: Iterable[tuple[int, int]]) -> None:
        found = list(arrived)
        for card, _ in found:
            atoms.mark(state, card, NOT_DEFEATED)
        state.derived = None
        put_there(arrived=found)

    @change.around(defeat.bury)
    def bury_and_note(bury: Any, state: State, cards: Iterable[int]) -> None:
        defeated = list(cards)
        bury(cards=defeated)
        for card in defeated:
            atoms.unmark(state, card, NOT_DEFEATED)
        state.derived = None

    working_only_if(lambda state, card: not state.marks[card] & NOT_DEFEATED)(change)


@AS_IF("a whole deck went to the discard pile of the other player", "mb.discard.whole-pile")
@do.around(discard.bury_deck)
def deck_to_the_opponent(bury_deck: Any, state: State, seat: int) -> Any:
    before = len(state.zones[DISCARD + seat])
    found = bury_deck()
    move_all(state, state.zones[DISCARD + seat][before:], DISCARD + 1 - seat)
    return found
