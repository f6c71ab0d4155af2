"""Misreadings that show only in a second attack, or in a later turn of the same creature."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.keywords import AS_IF
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import combat, keywords, permissions, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.permissions import InForce
from oracle.mindbug.table import (
    ACTIVE,
    ATTACK_WITH,
    ATTACKING,
    BLOCK_WITH,
    DECLINE,
    EXHAUSTED,
    PLAY,
)

__all__ = ["AS_IF"]

HAS_ATTACKED = 1 << 13
HAS_BLOCKED = 1 << 14
ATTACKED_AGAIN = 1 << 12
"""Marks of a creature that nothing but these misreadings looks at."""


@AS_IF(
    "HUNTER chose the blocker of the first attack only", "mb.keyword.hunter", "mb.keyword.frenzy"
)
@do.around(keywords.offer_hunt)
def hunter_in_the_first_attack(offer_hunt: Any, state: State, frame: Frame) -> None:
    state.answer = DECLINE
    if frame[table.MADE] == 1:
        offer_hunt()


@AS_IF("every creature could block a second attack", "mb.keyword.sneaky", "mb.keyword.frenzy")
@do.instead(combat, "rules_in_force")
def sneaky_in_the_first_attack(machine: Mindbug, state: State, word: str) -> list[InForce]:
    frame = state.stack[-1]
    is_again = frame[0] == combat.ATTACK and frame[table.MADE] > 1
    return (
        []
        if word == "cannot-block" and is_again
        else permissions.rules_in_force(machine, state, word)
    )


@AS_IF(
    "a creature attacked again if it had FRENZY when the first attack was declared",
    "mb.keyword.frenzy",
    "mb.keyword.frenzy-in-play",
)
@do.instead(keywords, "attack_times")
def frenzy_as_declared(machine: Mindbug, state: State, card: int) -> tuple[int, Rules, int]:
    found, rules, giver = keywords.attack_times(machine, state, card)
    is_over = not state.marks[card] & ATTACKING
    return state.stack[-1][table.TIMES] if is_over else found, rules, giver


@AS_IF("a creature attacked twice in one turn of the game only", "mb.keyword.frenzy")
def frenzy_once_a_game(change: Changes) -> None:
    @change.around(keywords.offer_again)
    def offer_unless_done(offer_again: Any, state: State, frame: Frame) -> None:
        if state.marks[frame[table.ATTACKER]] & ATTACKED_AGAIN:
            state.marks[frame[table.ATTACKER]] &= ~ATTACKING
            state.stack.pop()
        else:
            offer_again()

    @change.before(combat.take_again)
    def take_and_note(state: State, frame: Frame) -> None:
        if state.answer[0] == "attack":
            state.marks[frame[table.ATTACKER]] |= ATTACKED_AGAIN


@AS_IF(
    "an exhausted creature had no Attack effect",
    "mb.keyword.exhausted-attacks",
    "mb.keyword.exhausted-abilities",
)
@do.unless(combat.let_trigger)
def exhausted_without_effect(state: State, frame: Frame) -> object:
    return state.marks[frame[table.ATTACKER]] & EXHAUSTED


def noting(change: Changes) -> None:
    """Mark creatures that attack or block until their player's next turn is over."""

    @change.after(combat.declare)
    def declare_and_note(state: State, frame: Frame) -> None:
        state.marks[frame[table.ATTACKER]] |= HAS_ATTACKED

    @change.before(combat.take_block)
    def block_and_note(state: State) -> None:
        if state.answer[0] == "block":
            state.marks[state.answer[1]] |= HAS_BLOCKED

    @change.before(turn.pass_on)
    def pass_on_and_forget(state: State) -> None:
        active = state.registers[ACTIVE]
        for card in state.zones[PLAY + active]:
            state.marks[card] &= ~HAS_BLOCKED
        for card in state.zones[PLAY + 1 - active]:
            state.marks[card] &= ~HAS_ATTACKED


@AS_IF("a creature that attacked could not block in the next turn", "mb.attack.block")
def attackers_do_not_block(change: Changes) -> None:
    noting(change)

    @change.instead(combat, "ask")
    def ask_the_fresh(state: State, kind: str, seat: int, options: list[Any], *rest: Any) -> None:
        if kind == "block":
            tired = [c for c in state.zones[PLAY + seat] if state.marks[c] & HAS_ATTACKED]
            options = [each for each in options if each not in [BLOCK_WITH[c] for c in tired]]
        ask(state, kind, seat, options, *rest)


@AS_IF("a creature that blocked could not attack in the next turn", "mb.attack.declare")
def blockers_do_not_attack(change: Changes) -> None:
    noting(change)

    @change.instead(turn, "ask")
    def ask_the_fresh(state: State, kind: str, seat: int, options: list[Any], *rest: Any) -> None:
        tired = [c for c in state.zones[PLAY + seat] if state.marks[c] & HAS_BLOCKED]
        left = [each for each in options if each not in [ATTACK_WITH[c] for c in tired]]
        ask(state, kind, seat, left or options, *rest)


@AS_IF("HUNTER had to be used on an enemy creature that is alone", "mb.keyword.hunter-optional")
@do.instead(keywords, "ask")
def only_prey_must(state: State, kind: str, seat: int, options: list[Any], *rest: Any) -> None:
    is_alone = kind == "hunt" and len(options) == 2 and DECLINE in options
    ask(state, kind, seat, options[:1] if is_alone else options, *rest)
