"""Misreadings of evolution: what a stage brings, what stays, and what is left behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve as changed

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import State
from oracle.mindbug import atoms, draw, evolve, lasting, leaving, play, terms, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ATTACKING, DISCARD, EVOLVED, EXHAUSTED, PLAY
from rules_dsl.definitions import Card
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "evolve", "evolve")

SECOND_BEFORE, THIRD_BEFORE = 1 << 15, 1 << 16
"""The stage a card had when it last left play."""


# --- stages ------------------------------------------------------------------------------------


@AS_IF(
    "the cards of later stages were shuffled into the decks",
    "mb.evolve.aside",
    "mb.evolve.deck",
    "mb.evolve.stages",
)
@do.relink
def faces_are_dealt(machine: Mindbug) -> None:
    machine.pool += tuple(machine.first_stage)
    machine.box = machine.pool + machine.power_pool


@AS_IF("creatures that can evolve were set aside whole, their stage 1 too", "mb.evolve.deck")
@do.relink
def stage_one_aside(machine: Mindbug) -> None:
    machine.pool = tuple(n for n in machine.pool if n not in machine.next_stage)
    machine.box = machine.pool + machine.power_pool


@AS_IF("a stage 1 creature evolved to stage 3 at once", "mb.evolve.second", "mb.evolve.stages")
@do.relink
def straight_to_the_third(machine: Mindbug) -> None:
    after = machine.next_stage
    machine.next_stage = {n: after.get(next_, next_) for n, next_ in after.items()}


@AS_IF("a stage 2 creature could not evolve", "mb.evolve.third", "mb.evolve.stages")
@do.relink
def no_third(machine: Mindbug) -> None:
    machine.next_stage = {
        n: after for n, after in machine.next_stage.items() if n not in machine.first_stage
    }


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


# --- what stays --------------------------------------------------------------------------------


@do.verb
def evolving(change: Changes, then: Callable[[Mindbug, State, int], None]) -> None:
    """Let something more happen to a creature that evolves."""

    @change.result(evolve.evolve)
    def evolve_and(done: int, machine: Mindbug, state: State, card: int) -> int:
        if done:
            then(machine, state, card)
            state.derived = state.said = None
        return done


@AS_IF(
    "an evolved creature were a new one: it attacked no more, and nothing given to it this turn "
    "held",
    "mb.evolve.same-creature",
    "mb.lasting.leaves",
)
@evolving
def as_a_new_creature(machine: Mindbug, state: State, card: int) -> None:
    state.marks[card] &= ~ATTACKING
    state.lasting = [left for each in state.lasting if (left := lasting.without(each, card))]


@AS_IF("evolving ended exhaustion", "mb.evolve.keeps-state")
@evolving
def refreshes(machine: Mindbug, state: State, card: int) -> None:
    state.marks[card] &= ~EXHAUSTED


@AS_IF("a creature became exhausted by evolving", "mb.evolve.keeps-state")
@evolving
def exhausts(machine: Mindbug, state: State, card: int) -> None:
    state.marks[card] |= EXHAUSTED


@AS_IF("a creature lost its boost cards by evolving", "mb.evolve.keeps-state")
@evolving
def loses_boosts(machine: Mindbug, state: State, card: int) -> None:
    for boost in state.under.get(card, ()):
        atoms.move(state, boost, DISCARD + state.where[card] - PLAY)


@AS_IF("Play effects happened when a creature evolves", "mb.evolve.no-play-effect")
@evolving
def plays(machine: Mindbug, state: State, card: int) -> None:
    triggers.trigger(machine, state, "play", card, state.where[card] - PLAY)


# --- leaving play ------------------------------------------------------------------------------


@AS_IF("an evolved creature kept its stage when it left play", "mb.evolve.falls-back")
@do.around(leaving.forget)
def keeps_its_stage(forget: Any, state: State, card: int) -> Any:
    stage = state.cards[card]
    boosts = forget()
    atoms.become(state, card, stage)
    return boosts


@AS_IF("an evolved creature kept its stage when it returned to a hand", "mb.evolve.falls-back")
@do.around(draw.take_into_hand)
def keeps_its_stage_in_hand(take_into_hand: Any, state: State, card: int) -> None:
    stage = state.cards[card]
    take_into_hand()
    atoms.become(state, card, stage)


@AS_IF("an evolved creature fell back by one stage when it left play", "mb.evolve.falls-back")
@do.relink
def one_stage_back(machine: Mindbug) -> None:
    machine.first_stage = {after: n for n, after in machine.next_stage.items()}


@AS_IF("a creature fell back to stage 1 when its control changed", "mb.evolve.falls-back")
@do.result(terms.take_control)
def falls_back_on_control(taken: int, machine: Mindbug, state: State, card: int) -> int:
    if taken:
        stage = state.cards[card]
        atoms.become(state, card, machine.first_stage.get(stage, stage))
    return taken


AS_IF("the Defeated effect of an evolved creature were that of stage 1", "mb.evolve.looks-back").so(
    "stage-one-is-defeated", do.turn_round("looks_back")
)


@AS_IF("a card that had evolved once in a game could not evolve again", "mb.evolve.again")
@do.around(evolve.evolve)
def only_once(evolve: Any, machine: Mindbug, state: State, card: int) -> Any:
    if state.marks[card] & EVOLVED and state.cards[card] not in machine.first_stage:
        return 0
    return evolve()


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
            state.marks[card] |= SECOND_BEFORE if is_second else THIRD_BEFORE
        return boosts

    @change.before(play.enter)
    def enter_as_before(machine: Mindbug, state: State, card: int) -> None:
        reached = 2 if state.marks[card] & THIRD_BEFORE else 1
        if state.marks[card] & (SECOND_BEFORE | THIRD_BEFORE):
            state.marks[card] &= ~(SECOND_BEFORE | THIRD_BEFORE)
            for _ in range(reached):
                stage = state.cards[card]
                atoms.become(state, card, machine.next_stage.get(stage, stage))
