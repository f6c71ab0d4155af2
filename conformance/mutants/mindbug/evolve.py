"""Misreadings of evolution: what a stage brings, what stays, and what is left behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve as changed

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Rules, State
from oracle.mindbug import atoms, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ATTACKING, DISCARD, EVOLVED, EXHAUSTED, PLAY
from rules_dsl.definitions import Card
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "evolve", "evolve")

SECOND_BEFORE, THIRD_BEFORE = 1 << 15, 1 << 16
"""The stage a card had when it last left play."""


# --- stages ------------------------------------------------------------------------------------


@AS_IF(
    "faces-are-dealt",
    "the cards of later stages were shuffled into the decks",
    "mb.evolve.aside",
    "mb.evolve.deck",
    "mb.evolve.stages",
)
def faces_are_dealt(change: Changes) -> None:
    def deal_all(machine: Mindbug) -> None:
        machine.pool += tuple(machine.first_stage)
        machine.box = machine.pool + machine.power_pool

    change.relink(deal_all)


@AS_IF(
    "stage-one-aside",
    "creatures that can evolve were set aside whole, their stage 1 too",
    "mb.evolve.deck",
)
def stage_one_aside(change: Changes) -> None:
    def keep_aside(machine: Mindbug) -> None:
        machine.pool = tuple(n for n in machine.pool if n not in machine.next_stage)
        machine.box = machine.pool + machine.power_pool

    change.relink(keep_aside)


@AS_IF(
    "straight-to-the-third",
    "a stage 1 creature evolved to stage 3 at once",
    "mb.evolve.second",
    "mb.evolve.stages",
)
def straight_to_the_third(change: Changes) -> None:
    def skip(machine: Mindbug) -> None:
        after = machine.next_stage
        machine.next_stage = {n: after.get(next_, next_) for n, next_ in after.items()}

    change.relink(skip)


@AS_IF("no-third", "a stage 2 creature could not evolve", "mb.evolve.third", "mb.evolve.stages")
def no_third(change: Changes) -> None:
    def stop(machine: Mindbug) -> None:
        machine.next_stage = {
            n: after for n, after in machine.next_stage.items() if n not in machine.first_stage
        }

    change.relink(stop)


@AS_IF(
    "keeps-its-power",
    "an evolved creature had the power of its stage 1",
    "mb.evolve.second",
    "mb.evolve.third",
)
def keeps_its_power(change: Changes) -> None:
    def keep(machine: Mindbug) -> None:
        for stage, first in machine.first_stage.items():
            machine.power[stage] = machine.power[first]

    change.relink(keep)


@AS_IF(
    "keeps-its-abilities",
    "an evolved creature had the abilities of its earlier stages, too",
    "mb.evolve.second",
    "mb.evolve.third",
)
def keeps_its_abilities(change: Changes) -> None:
    def keep(module: Module) -> Module:
        found: dict[str, Card] = {card.id: card for card in module.cards}
        for card in sorted(module.cards, key=lambda card: card.property("stage")):
            if card.evolves_to is not None and card.evolves_to in found:
                after = found[card.evolves_to]
                abilities = (*found[card.id].abilities, *after.abilities)
                found[after.id] = changed(after, abilities=abilities)
        return Module(tuple(found.values()), module.keywords)

    change.rewrite(keep)


# --- what stays --------------------------------------------------------------------------------


def evolving(change: Changes, then: Callable[[Mindbug, State, int], None]) -> None:
    """Let something more happen to a creature that evolves."""
    evolve = atoms.evolve

    def evolve_and(machine: Mindbug, state: State, card: int, cause: int) -> int:
        done = evolve(machine, state, card, cause)
        if done:
            then(machine, state, card)
            state.derived = state.said = None
        return done

    change.swap(evolve, evolve_and)


@AS_IF(
    "as-a-new-creature",
    "an evolved creature were a new one: it attacked no more, and nothing given to it this turn "
    "held",
    "mb.evolve.same-creature",
    "mb.lasting.leaves",
)
def as_a_new_creature(change: Changes) -> None:
    def be_new(machine: Mindbug, state: State, card: int) -> None:
        state.marks[card] &= ~ATTACKING
        state.lasting = [left for each in state.lasting if (left := atoms._without(each, card))]

    evolving(change, be_new)


@AS_IF("refreshes", "evolving ended exhaustion", "mb.evolve.keeps-state")
def refreshes(change: Changes) -> None:
    def refresh(machine: Mindbug, state: State, card: int) -> None:
        state.marks[card] &= ~EXHAUSTED

    evolving(change, refresh)


@AS_IF("exhausts", "a creature became exhausted by evolving", "mb.evolve.keeps-state")
def exhausts(change: Changes) -> None:
    def tire(machine: Mindbug, state: State, card: int) -> None:
        state.marks[card] |= EXHAUSTED

    evolving(change, tire)


@AS_IF("loses-boosts", "a creature lost its boost cards by evolving", "mb.evolve.keeps-state")
def loses_boosts(change: Changes) -> None:
    def drop(machine: Mindbug, state: State, card: int) -> None:
        for boost in state.under.get(card, ()):
            atoms.move(state, boost, DISCARD + state.where[card] - PLAY)

    evolving(change, drop)


@AS_IF("plays", "Play effects happened when a creature evolves", "mb.evolve.no-play-effect")
def plays(change: Changes) -> None:
    def enter(machine: Mindbug, state: State, card: int) -> None:
        triggers.trigger(machine, state, "play", card, state.where[card] - PLAY)

    evolving(change, enter)


# --- leaving play ------------------------------------------------------------------------------


@AS_IF(
    "keeps-its-stage",
    "an evolved creature kept its stage when it left play",
    "mb.evolve.falls-back",
)
def keeps_its_stage(change: Changes) -> None:
    forget = atoms.forget

    def forget_all_else(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        stage = state.cards[card]
        boosts = forget(machine, state, card, seat, cause)
        atoms.become(state, card, stage)
        return boosts

    change.swap(forget, forget_all_else)


@AS_IF(
    "keeps-its-stage-in-hand",
    "an evolved creature kept its stage when it returned to a hand",
    "mb.evolve.falls-back",
)
def keeps_its_stage_in_hand(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_as_it_is(machine: Mindbug, state: State, card: int, *rest: Any) -> None:
        stage = state.cards[card]
        take_into_hand(machine, state, card, *rest)
        atoms.become(state, card, stage)

    change.swap(take_into_hand, take_as_it_is)


@AS_IF(
    "one-stage-back",
    "an evolved creature fell back by one stage when it left play",
    "mb.evolve.falls-back",
)
def one_stage_back(change: Changes) -> None:
    def step_back(machine: Mindbug) -> None:
        machine.first_stage = {after: n for n, after in machine.next_stage.items()}

    change.relink(step_back)


@AS_IF(
    "falls-back-on-control",
    "a creature fell back to stage 1 when its control changed",
    "mb.evolve.falls-back",
)
def falls_back_on_control(change: Changes) -> None:
    take_control = atoms.take_control

    def take_the_first_stage(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        taken = take_control(machine, state, card, seat, cause, *rest)
        if taken:
            stage = state.cards[card]
            atoms.become(state, card, machine.first_stage.get(stage, stage))
        return taken

    change.swap(take_control, take_the_first_stage)


@AS_IF(
    "stage-one-is-defeated",
    "the Defeated effect of an evolved creature were that of stage 1",
    "mb.evolve.looks-back",
)
def stage_one_is_defeated(change: Changes) -> None:
    change.turn_round("looks_back")


@AS_IF(
    "only-once",
    "a card that had evolved once in a game could not evolve again",
    "mb.evolve.again",
)
def only_once(change: Changes) -> None:
    evolve = atoms.evolve

    def evolve_once(machine: Mindbug, state: State, card: int, cause: int) -> int:
        if state.marks[card] & EVOLVED and state.cards[card] not in machine.first_stage:
            return 0
        return evolve(machine, state, card, cause)

    change.swap(evolve, evolve_once)


@AS_IF(
    "enters-evolved",
    "a card that enters play again had the stage it had reached before",
    "mb.evolve.again",
    "mb.evolve.falls-back",
)
def enters_evolved(change: Changes) -> None:
    forget, enter = atoms.forget, atoms.enter

    def forget_but_note(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        stage = state.cards[card]
        boosts = forget(machine, state, card, seat, cause)
        if stage in machine.first_stage:
            is_second = stage in machine.next_stage
            state.marks[card] |= SECOND_BEFORE if is_second else THIRD_BEFORE
        return boosts

    def enter_as_before(machine: Mindbug, state: State, card: int, *rest: Any) -> None:
        reached = 2 if state.marks[card] & THIRD_BEFORE else 1
        if state.marks[card] & (SECOND_BEFORE | THIRD_BEFORE):
            state.marks[card] &= ~(SECOND_BEFORE | THIRD_BEFORE)
            for _ in range(reached):
                stage = state.cards[card]
                atoms.become(state, card, machine.next_stage.get(stage, stage))
        enter(machine, state, card, *rest)

    change.swap(forget, forget_but_note)
    change.swap(enter, enter_as_before)
