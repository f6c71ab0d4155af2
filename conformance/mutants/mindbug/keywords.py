"""Misreadings of FRENZY, HUNTER and SNEAKY; the other keywords are in `toughness`."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, permissions
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import (
    ATTACK_WITH,
    BLOCK_WITH,
    DECLINE,
    EXHAUSTED,
    KEYWORDS,
    NONE,
    PLAY,
    PROCEDURES,
)

AS_IF = Topic("mindbug", "keywords")

TAKE_BLOCK = PROCEDURES.steps[combat.ATTACK].index(combat.take_block)

# --- frenzy ------------------------------------------------------------------------------------


@AS_IF("frenzy-must", "the second attack of FRENZY could not be declined", "mb.keyword.frenzy")
def frenzy_must(change: Changes) -> None:
    def ask_to_attack(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:1] if kind == "attack-again" else options, *rest)

    change.put(combat, "ask", ask_to_attack)


@AS_IF("frenzy-without-end", "FRENZY allowed any number of attacks", "mb.keyword.frenzy")
def frenzy_without_end(change: Changes) -> None:
    attack_times = permissions.attack_times

    def attack_for_ever(machine: Mindbug, state: State, card: int) -> tuple[int, Any, int]:
        times, rules, giver = attack_times(machine, state, card)
        return (99 if times > 1 else times), rules, giver

    change.swap(attack_times, attack_for_ever)


@AS_IF(
    "frenzy-without-effect",
    "the second attack of FRENZY had no Attack effect",
    "mb.keyword.frenzy",
    "mb.trigger.attack",
)
def frenzy_without_effect(change: Changes) -> None:
    let_trigger = combat.let_trigger

    def trigger_once(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[combat.MADE] == 1:
            let_trigger(machine, state, frame)

    change.swap(let_trigger, trigger_once)


@AS_IF(
    "frenzy-after-leaving",
    "FRENZY offered the second attack although the attacker had left",
    "mb.keyword.frenzy-in-play",
    "mb.attack.ends",
)
def frenzy_after_leaving(change: Changes) -> None:
    offer_again = combat.offer_again

    def offer_anyway(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[combat.ATTACKER], frame[combat.SEAT]
        gone = state.where[attacker] != PLAY + seat
        if gone and frame[combat.TIMES] > frame[combat.MADE]:
            options = [ATTACK_WITH[attacker], DECLINE]
            ask(state, "attack-again", seat, options, attacker, combat.GONE)
        else:
            offer_again(machine, state, frame)

    change.swap(offer_again, offer_anyway)


@AS_IF(
    "frenzy-not-when-exhausted",
    "an exhausted creature had no second attack",
    "mb.keyword.frenzy-in-play",
    "mb.keyword.frenzy",
)
def frenzy_not_when_exhausted(change: Changes) -> None:
    offer_again = combat.offer_again

    def offer_to_the_fresh(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.marks[frame[combat.ATTACKER]] & EXHAUSTED:
            state.stack.pop()
        else:
            offer_again(machine, state, frame)

    change.swap(offer_again, offer_to_the_fresh)


# --- hunter ------------------------------------------------------------------------------------


@AS_IF(
    "hunted-may-decline",
    "the defender could leave a hunted creature out of the fight",
    "mb.keyword.hunter",
)
def hunted_may_decline(change: Changes) -> None:
    take_hunt = combat.take_hunt

    def take_hunt_as_a_wish(machine: Mindbug, state: State, frame: Frame) -> None:
        hunting = state.answer[0] == "hunt"
        take_hunt(machine, state, frame)
        if hunting:
            frame[1] = TAKE_BLOCK
            options = [BLOCK_WITH[frame[combat.BLOCKER]], DECLINE]
            seat = 1 - frame[combat.SEAT]
            ask(state, "block", seat, options, frame[combat.ATTACKER], combat.BLOCK)

    change.swap(take_hunt, take_hunt_as_a_wish)


@AS_IF(
    "hunter-first",
    "HUNTER chose before the Attack effects",
    "mb.keyword.hunter",
    "mb.trigger.attack-before-block",
)
def hunter_first(change: Changes) -> None:
    change.turn_round("hunt_at_declaration")


@AS_IF(
    "hunter-only-able-blockers",
    "HUNTER could choose only creatures that are able to block",
    "mb.keyword.hunter-any",
)
def hunter_only_able_blockers(change: Changes) -> None:
    offer_hunt = combat.offer_hunt

    def offer_the_able(machine: Mindbug, state: State, frame: Frame) -> None:
        offer_hunt(machine, state, frame)
        if state.pending is not None:
            kind, seat, options, *rest = state.pending
            attacker = frame[combat.ATTACKER]
            able = [
                option
                for option in options
                if option == DECLINE
                or combat.forbidding(machine, state, option[1], attacker) is None
            ]
            state.pending = (kind, seat, able, *rest)  # type: ignore[assignment]  # as it was

    change.swap(offer_hunt, offer_the_able)


@AS_IF("hunter-must", "HUNTER could not be declined", "mb.keyword.hunter-optional")
def hunter_must(change: Changes) -> None:
    def ask_to_hunt(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:-1] if kind == "hunt" else options, *rest)

    change.put(combat, "ask", ask_to_hunt)


@AS_IF(
    "hunter-passes-by",
    "a HUNTER that chooses no creature could not be blocked",
    "mb.keyword.hunter-creatures",
    "mb.keyword.hunter-optional",
)
def hunter_passes_by(change: Changes) -> None:
    take_hunt = combat.take_hunt

    def take_hunt_or_pass(machine: Mindbug, state: State, frame: Frame) -> None:
        hunter = permissions.first_rule(
            machine, state, "can-choose-blocker", (frame[combat.ATTACKER],)
        )
        take_hunt(machine, state, frame)
        if state.answer == DECLINE and hunter is not None:
            frame[1] = TAKE_BLOCK  # taken as the decline of a block

    change.swap(take_hunt, take_hunt_or_pass)


@AS_IF(
    "hunter-own-creatures",
    "HUNTER could choose a creature of its own side",
    "mb.keyword.hunter",
    "mb.keyword.hunter-creatures",
)
def hunter_own_creatures(change: Changes) -> None:
    def ask_for_all(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "hunt":
            own = [("hunt", card) for card in sorted(state.zones[PLAY + seat])]
            options = [*own, *options]
        ask(state, kind, seat, options, *rest)

    change.put(combat, "ask", ask_for_all)


@AS_IF(
    "hunter-without-prey",
    "HUNTER could not attack when there is no enemy creature",
    "mb.keyword.hunter-creatures",
)
def hunter_without_prey(change: Changes) -> None:
    able_attackers = permissions.able_attackers

    def attackers_with_prey(machine: Mindbug, state: State, seat: int) -> list[int]:
        found = able_attackers(machine, state, seat)
        if state.zones[PLAY + 1 - seat]:
            return found
        word = "can-choose-blocker"
        return [c for c in found if permissions.first_rule(machine, state, word, (c,)) is None]

    change.swap(able_attackers, attackers_with_prey)


# --- sneaky ------------------------------------------------------------------------------------


@AS_IF("sneaky-cannot-block", "a SNEAKY creature could not block", "mb.keyword.sneaky-blocks")
def sneaky_cannot_block(change: Changes) -> None:
    offer_block = combat.offer_block

    def offer_the_open(machine: Mindbug, state: State, frame: Frame) -> None:
        offer_block(machine, state, frame)
        pending = state.pending
        assert pending is not None
        keywords = (state.derived or derive(machine, state))[KEYWORDS]
        mask = machine.keyword_masks["cannot-block"]
        if keywords[frame[combat.ATTACKER]] & mask:
            return
        options = [o for o in pending[2] if o == DECLINE or not keywords[o[1]] & mask]
        state.pending = (*pending[:2], options, *pending[3:])

    change.swap(offer_block, offer_the_open)


@AS_IF(
    "sneaky-past-hunter",
    "a hunted creature could not fight a SNEAKY attacker",
    "mb.keyword.sneaky",
    "mb.keyword.hunter-any",
)
def sneaky_past_hunter(change: Changes) -> None:
    note_prey = combat.note_prey

    def note_if_able(machine: Mindbug, state: State, frame: Frame) -> None:
        prey, attacker = state.answer[1], frame[combat.ATTACKER]
        if combat.forbidding(machine, state, prey, attacker) is None:
            note_prey(machine, state, frame)
        else:
            atoms.lose_life(machine, state, 1 - frame[combat.SEAT], 1, attacker, combat.UNBLOCKED)
            frame[combat.BLOCKER] = NONE

    take_hunt = combat.take_hunt

    def take_hunt_or_slip(machine: Mindbug, state: State, frame: Frame) -> None:
        take_hunt(machine, state, frame)
        if state.answer[0] == "hunt" and frame[combat.BLOCKER] == NONE:
            frame[1] = combat.AFTER.at

    change.swap(note_prey, note_if_able)
    change.swap(take_hunt, take_hunt_or_slip)
