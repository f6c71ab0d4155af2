"""Misreadings of the words that mean the same on every card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import ON_LOAN, owner, remember_owners
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, cards, selection, triggers, turn, words
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import Candidates, Matches
from oracle.mindbug.table import DISCARD, EXHAUSTED, PLAY
from rules_dsl.definitions import Call, Selection
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "terms")


def reading(phrase: Any, change: Callable[[Selection], Selection]) -> Any:
    """A text with every noun phrase in it changed."""
    if isinstance(phrase, Selection):
        return change(phrase)
    if isinstance(phrase, Call):
        args = tuple((name, reading(value, change)) for name, value in phrase.args)
        return evolve(phrase, args=args)
    if isinstance(phrase, tuple):
        return tuple(reading(each, change) for each in phrase)
    return phrase


def rereading(change: Changes, read: Callable[[Selection], Selection]) -> None:
    """Change the noun phrases of all triggered effects."""

    def reread(module: Module) -> Module:
        found = []
        for card in module.cards:
            abilities = tuple(
                evolve(each, body=reading(each.body, read)) if each.kind == "trigger" else each
                for each in card.abilities
            )
            found.append(evolve(card, abilities=abilities))
        return Module(tuple(found), module.keywords)

    change.rewrite(reread)


@AS_IF(
    "creature-means-enemy",
    "'a creature' meant 'an enemy creature'",
    "mb.term.creature",
)
def creature_means_enemy(change: Changes) -> None:
    def enemies(phrase: Selection) -> Selection:
        unsaid = phrase.noun == "creature" and phrase.side == "any"
        return evolve(phrase, side="enemy") if unsaid else phrase

    rereading(change, enemies)


@AS_IF("enemy-means-any", "'an enemy creature' meant 'a creature'", "mb.term.enemy")
def enemy_means_any(change: Changes) -> None:
    def anybody(phrase: Selection) -> Selection:
        return evolve(phrase, side="any") if phrase.side == "enemy" else phrase

    rereading(change, anybody)


def meaning(change: Changes, leaves_out: Callable[[Selection, State, int, int], bool]) -> None:
    """Let noun phrases about creatures leave some out: `(phrase, state, source, card)`."""
    bind_candidates, bind_matches = selection.bind_candidates, selection.bind_matches

    def candidates_of(linker: Linker, phrase: Selection | Call) -> Candidates:
        found = bind_candidates(linker, phrase)
        if isinstance(phrase, Call) or phrase.noun != "creature":
            return found
        return lambda machine, state, source, you: [
            card
            for card in found(machine, state, source, you)
            if not leaves_out(phrase, state, source, card)
        ]

    def matches_of(linker: Linker, phrase: Selection | Call) -> Matches:
        fits = bind_matches(linker, phrase)
        if isinstance(phrase, Call):
            return fits
        return lambda machine, state, source, you, card: (
            fits(machine, state, source, you, card) and not leaves_out(phrase, state, source, card)
        )

    change.swap(bind_candidates, candidates_of)
    change.swap(bind_matches, matches_of)


@AS_IF(
    "twins-are-not-others",
    "'other' left out equal copies of the same creature",
    "mb.term.allied",
    "mb.setup.pool",
)
def twins_are_not_others(change: Changes) -> None:
    def is_twin(phrase: Selection, state: State, source: int, card: int) -> bool:
        return phrase.other and state.cards[card] == state.cards[source]

    meaning(change, is_twin)


@AS_IF(
    "allied-without-itself",
    "'allied creatures' left out the creature that says it",
    "mb.term.allied",
)
def allied_without_itself(change: Changes) -> None:
    def is_itself(phrase: Selection, state: State, source: int, card: int) -> bool:
        return phrase.side == "allied" and card == source

    meaning(change, is_itself)


@AS_IF(
    "discarded-creatures-too",
    "effects on creatures reached those in the discard piles",
    "mb.term.card",
)
def discarded_creatures_too(change: Changes) -> None:
    bind_choice = selection.bind_choice

    def bind_with_piles(
        linker: Linker, phrase: Selection | Call, *rest: Any, **named: Any
    ) -> list[Step]:
        choose, *others = bind_choice(linker, phrase, *rest, **named)
        if isinstance(phrase, Call) or phrase.noun != "creature":
            return [choose, *others]

        def choose_anywhere(machine: Mindbug, state: State, frame: Frame) -> None:
            choose(machine, state, frame)
            pending = state.pending
            piles = sorted(state.zones[DISCARD] + state.zones[DISCARD + 1])
            if pending is not None:
                options = sorted({*pending[2], *piles})
                state.pending = (*pending[:2], options, *pending[3:])

        return [choose_anywhere, *others]

    change.swap(bind_choice, bind_with_piles)


@AS_IF(
    "discard-to-the-opponent",
    "discarded cards went to the discard pile of the opponent",
    "mb.term.discard",
)
def discard_to_the_opponent(change: Changes) -> None:
    discard = atoms.discard

    def discard_over_there(
        machine: Mindbug, state: State, found: Iterable[int], seat: int, cause: int
    ) -> None:
        gone = list(found)
        discard(machine, state, gone, seat, cause)
        for card in gone:
            atoms.move(state, card, DISCARD + 1 - seat)

    change.swap(discard, discard_over_there)


@AS_IF(
    "too-few-discards-nothing",
    "a player who holds fewer cards than are to be discarded discarded none",
    "mb.term.discard-all",
    "mb.effect.impossible",
)
def too_few_discards_nothing(change: Changes) -> None:
    def ask_if_enough(state: State, kind: str, *rest: Any) -> None:
        if state.log and state.log[-1][0] == "impossible":
            state.answer = ()
        else:
            ask_to_choose(state, kind, *rest)

    change.put(cards, "ask_to_choose", ask_if_enough)


@AS_IF(
    "refill-feeds-the-discard",
    "the refill came after each card of a discard, and drawn cards were discarded too",
    "mb.term.discard-all",
)
def refill_feeds_the_discard(change: Changes) -> None:
    change.turn_round("refill_after_each_card")


@AS_IF(
    "stolen-cards-are-discarded",
    "stolen cards went to the thief's discard pile, not hand",
    "mb.term.steal",
)
def stolen_cards_are_discarded(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_or_discard(
        machine: Mindbug, state: State, card: int, seat: int, kind: Any, *rest: Any
    ) -> None:
        take_into_hand(machine, state, card, seat, kind, *rest)
        if kind == "steal":
            atoms.move(state, card, DISCARD + seat)

    change.swap(take_into_hand, take_or_discard)


@AS_IF(
    "stolen-otherwise",
    "several cards were stolen one by one, or together where the option says one by one",
    "mb.term.steal",
)
def stolen_otherwise(change: Changes) -> None:
    stolen_in_turn = words.stolen_in_turn
    change.swap(stolen_in_turn, lambda machine: not stolen_in_turn(machine))


@AS_IF("control-for-a-turn", "control of a creature lasted for one turn", "mb.term.control")
def control_for_a_turn(change: Changes) -> None:
    begin, take_control = turn.begin, atoms.take_control

    def begin_and_give_back(machine: Mindbug, state: State, frame: Frame) -> None:
        for card, marks in enumerate(state.marks):
            if marks & ON_LOAN:
                state.marks[card] &= ~ON_LOAN
                if PLAY <= state.where[card] <= PLAY + 1:
                    atoms.move(state, card, PLAY + 1 - (state.where[card] - PLAY))
        begin(machine, state, frame)

    def take_on_loan(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        changed = take_control(machine, state, card, seat, cause, *rest)
        if changed:
            state.marks[card] |= ON_LOAN
        return changed

    change.swap(begin, begin_and_give_back)
    change.swap(take_control, take_on_loan)


@AS_IF(
    "control-refreshes",
    "a creature whose control changes were no longer exhausted",
    "mb.term.control-keeps-state",
)
def control_refreshes(change: Changes) -> None:
    take_control = atoms.take_control

    def take_fresh(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        changed = take_control(machine, state, card, seat, cause, *rest)
        if changed:
            state.marks[card] &= ~EXHAUSTED
        return changed

    change.swap(take_control, take_fresh)


@AS_IF(
    "control-plays",
    "a Play effect happened when control of the creature changes",
    "mb.term.control-no-play",
)
def control_plays(change: Changes) -> None:
    take_control = atoms.take_control

    def take_and_trigger(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        changed = take_control(machine, state, card, seat, cause, *rest)
        if changed:
            triggers.trigger(machine, state, "play", card, seat)
        return changed

    change.swap(take_control, take_and_trigger)


@AS_IF(
    "return-to-the-first-owner",
    "a stolen creature returned to the hand of its first owner",
    "mb.term.return",
)
def return_to_the_first_owner(change: Changes) -> None:
    remember_owners(change)
    take_into_hand = atoms.take_into_hand

    def take_home(
        machine: Mindbug, state: State, card: int, seat: int, kind: Any, *rest: Any
    ) -> None:
        home = owner(state, card, seat) if kind == "return" else seat
        take_into_hand(machine, state, card, home, kind, *rest)

    change.swap(take_into_hand, take_home)


@AS_IF(
    "return-to-the-player",
    "a returned creature went to the hand of the player of the effect",
    "mb.term.return",
)
def return_to_the_player(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_to_the_player(
        machine: Mindbug, state: State, card: int, seat: int, kind: Any, *rest: Any
    ) -> None:
        who = state.stack[-1][3] if kind == "return" else seat
        take_into_hand(machine, state, card, who, kind, *rest)

    change.swap(take_into_hand, take_to_the_player)
