"""Misreadings of evolution: what a stage brings, what stays, and what is left behind."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve as changed

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import linked, move_all, when_done, without_lasting
from conformance.mutants.topic import Topic
from oracle.kernel.state import State
from oracle.mindbug import atoms, draw, evolve, leaving, play, terms, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ATTACKING, DISCARD, EVOLVED, EXHAUSTED, PLAY
from rules_dsl.definitions import Card
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "evolve", "evolve")

SECOND_BEFORE, THIRD_BEFORE = 1 << 15, 1 << 16
"""The stage a card had when it last left play."""
AS_IF(
    "the cards of later stages were shuffled into the decks",
    "mb.evolve.aside",
    "mb.evolve.deck",
    "mb.evolve.stages",
).so("faces-are-dealt", linked(pool=lambda machine: (*machine.pool, *machine.first_stage)))
AS_IF("creatures that can evolve were set aside whole, their stage 1 too", "mb.evolve.deck").so(
    "stage-one-aside", linked(pool=lambda m: tuple(n for n in m.pool if n not in m.next_stage))
)
AS_IF("a stage 1 creature evolved to stage 3 at once", "mb.evolve.second", "mb.evolve.stages").so(
    "straight-to-the-third",
    linked(next_stage=lambda m: {n: m.next_stage.get(o, o) for n, o in m.next_stage.items()}),
)
AS_IF("a stage 2 creature could not evolve", "mb.evolve.third", "mb.evolve.stages").so(
    "no-third",
    linked(next_stage=lambda m: {n: o for n, o in m.next_stage.items() if n not in m.first_stage}),
)
AS_IF("evolving ended exhaustion", "mb.evolve.keeps-state").so(
    "refreshes", when_done(evolve.evolve, lambda state, card: atoms.unmark(state, card, EXHAUSTED))
)
AS_IF("a creature became exhausted by evolving", "mb.evolve.keeps-state").so(
    "exhausts", when_done(evolve.evolve, lambda state, card: atoms.mark(state, card, EXHAUSTED))
)
AS_IF("Play effects happened when a creature evolves", "mb.evolve.no-play-effect").so(
    "plays",
    when_done(
        evolve.evolve,
        lambda machine, state, card: triggers.trigger(
            machine, state, "play", card, state.where[card] - PLAY
        ),
    ),
)


@do.verb
def keeping_its_stage(change: Changes, leaving: Any) -> None:
    """Let a card that leaves be what it was before."""

    @change.around(leaving)
    def leave(old: Any, state: State, card: int) -> Any:
        stage = state.cards[card]
        found = old()
        atoms.become(state, card, stage)
        return found


AS_IF("an evolved creature kept its stage when it left play", "mb.evolve.falls-back").so(
    "keeps-its-stage", keeping_its_stage(leaving.forget)
)
AS_IF("an evolved creature kept its stage when it returned to a hand", "mb.evolve.falls-back").so(
    "keeps-its-stage-in-hand", keeping_its_stage(draw.take_into_hand)
)
AS_IF("an evolved creature fell back by one stage when it left play", "mb.evolve.falls-back").so(
    "one-stage-back", linked(first_stage=lambda m: {after: n for n, after in m.next_stage.items()})
)
AS_IF("the Defeated effect of an evolved creature were that of stage 1", "mb.evolve.looks-back").so(
    "stage-one-is-defeated", do.turn_round("looks_back")
)


@AS_IF("an evolved creature had the power of its stage 1", "mb.evolve.second", "mb.evolve.third")
@do.relink
def keeps_its_power(machine: Mindbug) -> None:
    for stage, first in machine.first_stage.items():
        machine.power[stage] = machine.power[first]


@AS_IF(
    "an evolved creature had the abilities of its earlier stages, too",
    "mb.evolve.second",
    "mb.evolve.third",
)
@do.rewrite
def keeps_its_abilities(module: Module) -> Module:
    found: dict[str, Card] = {card.id: card for card in module.cards}
    for card in sorted(module.cards, key=lambda card: card.property("stage")):
        if card.evolves_to is not None and card.evolves_to in found:
            after = found[card.evolves_to]
            abilities = (*found[card.id].abilities, *after.abilities)
            found[after.id] = changed(after, abilities=abilities)
    return Module(tuple(found.values()), module.keywords)


@AS_IF(
    "an evolved creature were a new one: it attacked no more, and nothing given to it this turn "
    "held",
    "mb.evolve.same-creature",
    "mb.lasting.leaves",
)
@partial(when_done, evolve.evolve)
def as_a_new_creature(state: State, card: int) -> None:
    atoms.unmark(state, card, ATTACKING)
    without_lasting(state, card)


@AS_IF("a creature lost its boost cards by evolving", "mb.evolve.keeps-state")
@partial(when_done, evolve.evolve)
def loses_boosts(state: State, card: int) -> None:
    move_all(state, state.under.get(card, ()), DISCARD + state.where[card] - PLAY)
    state.derived = None


@AS_IF("a creature fell back to stage 1 when its control changed", "mb.evolve.falls-back")
@partial(when_done, terms.take_control)
def falls_back_on_control(machine: Mindbug, state: State, card: int) -> None:
    stage = state.cards[card]
    atoms.become(state, card, machine.first_stage.get(stage, stage))


@AS_IF("a card that had evolved once in a game could not evolve again", "mb.evolve.again")
@do.around(evolve.evolve)
def only_once(evolve: Any, machine: Mindbug, state: State, card: int) -> Any:
    is_first = state.cards[card] not in machine.first_stage
    return 0 if state.marks[card] & EVOLVED and is_first else evolve()


@AS_IF(
    "a card that enters play again had the stage it had reached before",
    "mb.evolve.again",
    "mb.evolve.falls-back",
)
def enters_evolved(change: Changes) -> None:
    @change.around(leaving.forget)
    def forget_but_note(forget: Any, machine: Mindbug, state: State, card: int) -> Any:
        stage = state.cards[card]
        boosts = forget()
        if stage in machine.first_stage:
            is_second = stage in machine.next_stage
            atoms.mark(state, card, SECOND_BEFORE if is_second else THIRD_BEFORE)
        return boosts

    @change.before(play.enter)
    def enter_as_before(machine: Mindbug, state: State, card: int) -> None:
        marks = state.marks[card]
        atoms.unmark(state, card, SECOND_BEFORE | THIRD_BEFORE)
        for _ in range(2 if marks & THIRD_BEFORE else 1 if marks & SECOND_BEFORE else 0):
            stage = state.cards[card]
            atoms.become(state, card, machine.next_stage.get(stage, stage))
