"""Misreadings that show only in a second attack, or in a later turn of the same creature."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.keywords import AS_IF
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import combat, permissions, turn
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
    "hunter-in-the-first-attack",
    "HUNTER chose the blocker of the first attack only",
    "mb.keyword.hunter",
    "mb.keyword.frenzy",
)
def hunter_in_the_first_attack(change: Changes) -> None:
    offer_hunt = combat.offer_hunt

    def offer_once(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = DECLINE
        if frame[combat.MADE] == 1:
            offer_hunt(machine, state, frame)

    change.swap(offer_hunt, offer_once)


@AS_IF(
    "sneaky-in-the-first-attack",
    "every creature could block a second attack",
    "mb.keyword.sneaky",
    "mb.keyword.frenzy",
)
def sneaky_in_the_first_attack(change: Changes) -> None:
    in_force = permissions.rules_in_force

    def in_force_at_first(machine: Mindbug, state: State, word: str) -> list[InForce]:
        frame = state.stack[-1]
        is_again = frame[0] == combat.ATTACK and frame[combat.MADE] > 1
        return [] if word == "cannot-block" and is_again else in_force(machine, state, word)

    change.put(combat, "rules_in_force", in_force_at_first)


@AS_IF(
    "frenzy-as-declared",
    "a creature attacked again if it had FRENZY when the first attack was declared",
    "mb.keyword.frenzy",
    "mb.keyword.frenzy-in-play",
)
def frenzy_as_declared(change: Changes) -> None:
    times = permissions.attack_times

    def times_as_declared(machine: Mindbug, state: State, card: int) -> tuple[int, Rules, int]:
        found, rules, giver = times(machine, state, card)
        is_over = not state.marks[card] & ATTACKING
        return state.stack[-1][combat.TIMES] if is_over else found, rules, giver

    change.put(combat, "attack_times", times_as_declared)


@AS_IF(
    "frenzy-once-a-game",
    "a creature attacked twice in one turn of the game only",
    "mb.keyword.frenzy",
)
def frenzy_once_a_game(change: Changes) -> None:
    offer_again, take_again = combat.offer_again, combat.take_again

    def offer_unless_done(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.marks[frame[combat.ATTACKER]] & ATTACKED_AGAIN:
            state.marks[frame[combat.ATTACKER]] &= ~ATTACKING
            state.stack.pop()
        else:
            offer_again(machine, state, frame)

    def take_and_note(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer[0] == "attack":
            state.marks[frame[combat.ATTACKER]] |= ATTACKED_AGAIN
        take_again(machine, state, frame)

    change.swap(offer_again, offer_unless_done)
    change.swap(take_again, take_and_note)


@AS_IF(
    "exhausted-without-effect",
    "an exhausted creature had no Attack effect",
    "mb.keyword.exhausted-attacks",
    "mb.keyword.exhausted-abilities",
)
def exhausted_without_effect(change: Changes) -> None:
    let_trigger = combat.let_trigger

    def let_the_ready_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
        if not state.marks[frame[combat.ATTACKER]] & EXHAUSTED:
            let_trigger(machine, state, frame)

    change.swap(let_trigger, let_the_ready_trigger)


def noting(change: Changes) -> None:
    """Mark creatures that attack or block until their player's next turn is over."""
    declare, take_block, pass_on = combat.declare, combat.take_block, turn.pass_on

    def declare_and_note(machine: Mindbug, state: State, frame: Frame) -> None:
        declare(machine, state, frame)
        state.marks[frame[combat.ATTACKER]] |= HAS_ATTACKED

    def block_and_note(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer[0] == "block":
            state.marks[state.answer[1]] |= HAS_BLOCKED
        take_block(machine, state, frame)

    def pass_on_and_forget(machine: Mindbug, state: State, frame: Frame) -> None:
        active = state.registers[ACTIVE]
        for card in state.zones[PLAY + active]:
            state.marks[card] &= ~HAS_BLOCKED
        for card in state.zones[PLAY + 1 - active]:
            state.marks[card] &= ~HAS_ATTACKED
        pass_on(machine, state, frame)

    change.swap(declare, declare_and_note)
    change.swap(take_block, block_and_note)
    change.swap(pass_on, pass_on_and_forget)


@AS_IF(
    "attackers-do-not-block",
    "a creature that attacked could not block in the next turn",
    "mb.attack.block",
)
def attackers_do_not_block(change: Changes) -> None:
    noting(change)

    def ask_the_fresh(state: State, kind: str, seat: int, options: list[Any], *rest: Any) -> None:
        if kind == "block":
            tired = [c for c in state.zones[PLAY + seat] if state.marks[c] & HAS_ATTACKED]
            options = [each for each in options if each not in [BLOCK_WITH[c] for c in tired]]
        ask(state, kind, seat, options, *rest)

    change.put(combat, "ask", ask_the_fresh)


@AS_IF(
    "blockers-do-not-attack",
    "a creature that blocked could not attack in the next turn",
    "mb.attack.declare",
)
def blockers_do_not_attack(change: Changes) -> None:
    noting(change)

    def ask_the_fresh(state: State, kind: str, seat: int, options: list[Any], *rest: Any) -> None:
        tired = [c for c in state.zones[PLAY + seat] if state.marks[c] & HAS_BLOCKED]
        left = [each for each in options if each not in [ATTACK_WITH[c] for c in tired]]
        ask(state, kind, seat, left or options, *rest)

    change.put(turn, "ask", ask_the_fresh)


@AS_IF(
    "only-prey-must",
    "HUNTER had to be used on an enemy creature that is alone",
    "mb.keyword.hunter-optional",
)
def only_prey_must(change: Changes) -> None:
    def ask_without_decline(
        state: State, kind: str, seat: int, options: list[Any], *rest: Any
    ) -> None:
        is_alone = kind == "hunt" and len(options) == 2 and DECLINE in options
        ask(state, kind, seat, options[:1] if is_alone else options, *rest)

    change.put(combat, "ask", ask_without_decline)
