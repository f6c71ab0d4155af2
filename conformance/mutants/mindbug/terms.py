"""Misreadings of the words that mean the same on every card."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.memory import ON_LOAN, owner, remember_owners
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, discard, draw, selection, setup, terms, triggers, turn
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


@do.verb
def rereading(change: Changes, read: Callable[[Selection], Selection]) -> None:
    """Change the noun phrases of all triggered effects."""

    @change.rewrite
    def reread(module: Module) -> Module:
        found = []
        for card in module.cards:
            abilities = tuple(
                evolve(each, body=reading(each.body, read)) if each.kind == "trigger" else each
                for each in card.abilities
            )
            found.append(evolve(card, abilities=abilities))
        return Module(tuple(found), module.keywords)


@AS_IF("'a creature' meant 'an enemy creature'", "mb.term.creature")
@rereading
def creature_means_enemy(phrase: Selection) -> Selection:
    unsaid = phrase.noun == "creature" and phrase.side == "any"
    return evolve(phrase, side="enemy") if unsaid else phrase


AS_IF("'an enemy creature' meant 'a creature'", "mb.term.enemy").so(
    "enemy-means-any",
    rereading(lambda phrase: evolve(phrase, side="any") if phrase.side == "enemy" else phrase),
)


@do.verb
def meaning(change: Changes, leaves_out: Callable[[Selection, State, int, int], bool]) -> None:
    """Let noun phrases about creatures leave some out: `(phrase, state, source, card)`."""

    @change.result(selection.bind_candidates)
    def candidates_of(found: Candidates, phrase: Selection | Call) -> Candidates:
        if isinstance(phrase, Call) or phrase.noun != "creature":
            return found
        return lambda machine, state, source, you: [
            card
            for card in found(machine, state, source, you)
            if not leaves_out(phrase, state, source, card)
        ]

    @change.result(selection.bind_matches)
    def matches_of(fits: Matches, phrase: Selection | Call) -> Matches:
        if isinstance(phrase, Call):
            return fits
        return lambda machine, state, source, you, card: (
            fits(machine, state, source, you, card) and not leaves_out(phrase, state, source, card)
        )


@AS_IF("'other' left out equal copies of the same creature", "mb.term.allied", "mb.setup.pool")
@meaning
def twins_are_not_others(phrase: Selection, state: State, source: int, card: int) -> bool:
    return phrase.other and state.cards[card] == state.cards[source]


AS_IF("'allied creatures' left out the creature that says it", "mb.term.allied").so(
    "allied-without-itself",
    meaning(lambda phrase, state, source, card: phrase.side == "allied" and card == source),
)


@AS_IF("effects on creatures reached those in the discard piles", "mb.term.card")
@do.around(selection.bind_choice)
def discarded_creatures_too(bind_choice: Any, phrase: Selection | Call) -> Any:
    choose, *others = bind_choice()
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


@AS_IF("discarded cards went to the discard pile of the opponent", "mb.term.discard")
@do.around(discard.discard)
def discard_to_the_opponent(discard: Any, state: State, cards: Iterable[int], seat: int) -> None:
    gone = list(cards)
    discard(cards=gone)
    for card in gone:
        atoms.move(state, card, DISCARD + 1 - seat)


@AS_IF(
    "a player who holds fewer cards than are to be discarded discarded none",
    "mb.term.discard-all",
    "mb.effect.impossible",
)
@do.instead(setup, "ask")
def too_few_discards_nothing(state: State, kind: str, *rest: Any) -> None:
    if state.log and state.log[-1][0] == "impossible":
        state.answer = ()
    else:
        ask(state, kind, *rest)


AS_IF(
    "the refill came after each card of a discard, and drawn cards were discarded too",
    "mb.term.discard-all",
).so("refill-feeds-the-discard", do.turn_round("refill_after_each_card"))


@AS_IF("stolen cards went to the thief's discard pile, not hand", "mb.term.steal")
@do.after(draw.take_into_hand)
def stolen_cards_are_discarded(state: State, card: int, seat: int, kind: str) -> None:
    if kind == "steal":
        atoms.move(state, card, DISCARD + seat)


@AS_IF(
    "several cards were stolen one by one, or together where the option says one by one",
    "mb.term.steal",
)
def stolen_otherwise(change: Changes) -> None:
    stolen_in_turn = terms.stolen_in_turn
    change.swap(stolen_in_turn, lambda machine: not stolen_in_turn(machine))


@AS_IF("control of a creature lasted for one turn", "mb.term.control")
def control_for_a_turn(change: Changes) -> None:
    @change.before(turn.begin)
    def begin_and_give_back(state: State) -> None:
        for card, marks in enumerate(state.marks):
            if marks & ON_LOAN:
                state.marks[card] &= ~ON_LOAN
                if PLAY <= state.where[card] <= PLAY + 1:
                    atoms.move(state, card, PLAY + 1 - (state.where[card] - PLAY))

    @change.result(terms.take_control)
    def take_on_loan(changed: int, state: State, card: int) -> int:
        if changed:
            state.marks[card] |= ON_LOAN
        return changed


@AS_IF("a creature whose control changes were no longer exhausted", "mb.term.control-keeps-state")
@do.result(terms.take_control)
def control_refreshes(changed: int, state: State, card: int) -> int:
    if changed:
        state.marks[card] &= ~EXHAUSTED
    return changed


@AS_IF("a Play effect happened when control of the creature changes", "mb.term.control-no-play")
@do.result(terms.take_control)
def control_plays(changed: int, machine: Mindbug, state: State, card: int, seat: int) -> int:
    if changed:
        triggers.trigger(machine, state, "play", card, seat)
    return changed


@AS_IF("a stolen creature returned to the hand of its first owner", "mb.term.return")
def return_to_the_first_owner(change: Changes) -> None:
    remember_owners(change)

    @change.around(draw.take_into_hand)
    def take_home(take_into_hand: Any, state: State, card: int, seat: int, kind: str) -> None:
        home = owner(state, card, seat) if kind == "return" else seat
        take_into_hand(seat=home)


@AS_IF("a returned creature went to the hand of the player of the effect", "mb.term.return")
@do.around(draw.take_into_hand)
def return_to_the_player(take_into_hand: Any, state: State, seat: int, kind: str) -> None:
    who = state.stack[-1][3] if kind == "return" else seat
    take_into_hand(seat=who)
