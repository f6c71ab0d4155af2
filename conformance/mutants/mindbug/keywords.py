"""Misreadings of FRENZY, HUNTER and SNEAKY; the other keywords are in `toughness`."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, keywords, life, permissions, table
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ATTACK_WITH, BLOCK_WITH, DECLINE, EXHAUSTED, KEYWORDS, NONE, PLAY

AS_IF = Topic("mindbug", "keywords")

TAKE_BLOCK = PROCEDURES.steps[combat.ATTACK].index(combat.take_block)

# --- frenzy ------------------------------------------------------------------------------------


@AS_IF("the second attack of FRENZY could not be declined", "mb.keyword.frenzy")
@do.instead(keywords, "ask")
def frenzy_must(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, options[:1] if kind == "attack-again" else options, *rest)


@AS_IF("FRENZY allowed any number of attacks", "mb.keyword.frenzy")
@do.around(keywords.attack_times)
def frenzy_without_end(attack_times: Any) -> Any:
    times, rules, giver = attack_times()
    return 99 if times > 1 else times, rules, giver


@AS_IF("the second attack of FRENZY had no Attack effect", "mb.keyword.frenzy", "mb.trigger.attack")
@do.provided(combat.let_trigger)
def frenzy_without_effect(frame: Frame) -> object:
    return frame[table.MADE] == 1


@AS_IF(
    "FRENZY offered the second attack although the attacker had left",
    "mb.keyword.frenzy-in-play",
    "mb.attack.ends",
)
@do.around(keywords.offer_again)
def frenzy_after_leaving(offer_again: Any, state: State, frame: Frame) -> None:
    attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
    gone = state.where[attacker] != PLAY + seat
    if gone and frame[table.TIMES] > frame[table.MADE]:
        options = [ATTACK_WITH[attacker], DECLINE]
        ask(state, "attack-again", seat, options, -1, -1, attacker, keywords.GONE)
    else:
        offer_again()


@AS_IF(
    "an exhausted creature had no second attack", "mb.keyword.frenzy-in-play", "mb.keyword.frenzy"
)
@do.around(keywords.offer_again)
def frenzy_not_when_exhausted(offer_again: Any, state: State, frame: Frame) -> None:
    if state.marks[frame[table.ATTACKER]] & EXHAUSTED:
        state.stack.pop()
    else:
        offer_again()


# --- hunter ------------------------------------------------------------------------------------


@AS_IF("the defender could leave a hunted creature out of the fight", "mb.keyword.hunter")
@do.around(combat.take_hunt)
def hunted_may_decline(take_hunt: Any, state: State, frame: Frame) -> None:
    hunting = state.answer[0] == "hunt"
    take_hunt()
    if hunting:
        frame[1] = combat.FIGHT - 1
        options = [BLOCK_WITH[frame[table.BLOCKER]], DECLINE]
        seat = 1 - frame[table.ATTACKING_SIDE]
        ask(state, "block", seat, options, -1, -1, frame[table.ATTACKER], combat.BLOCK)


AS_IF(
    "HUNTER chose before the Attack effects", "mb.keyword.hunter", "mb.trigger.attack-before-block"
).so("hunter-first", do.turn_round("hunt_at_declaration"))


@AS_IF("HUNTER could choose only creatures that are able to block", "mb.keyword.hunter-any")
@do.after(keywords.offer_hunt)
def hunter_only_able_blockers(machine: Mindbug, state: State, frame: Frame) -> None:
    if state.pending is not None:
        kind, seat, options, *rest = state.pending
        attacker = frame[table.ATTACKER]
        able = [
            option
            for option in options
            if option == DECLINE
            or permissions.forbidding(machine, state, option[1], attacker) is None
        ]
        state.pending = (kind, seat, able, *rest)  # type: ignore[assignment]  # as it was


@AS_IF("HUNTER could not be declined", "mb.keyword.hunter-optional")
@do.instead(keywords, "ask")
def hunter_must(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, options[:-1] if kind == "hunt" else options, *rest)


@AS_IF(
    "a HUNTER that chooses no creature could not be blocked",
    "mb.keyword.hunter-creatures",
    "mb.keyword.hunter-optional",
)
@do.around(combat.take_hunt)
def hunter_passes_by(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    hunter = permissions.first_rule(machine, state, "can-choose-blocker", (frame[table.ATTACKER],))
    take_hunt()
    if state.answer == DECLINE and hunter is not None:
        frame[1] = combat.FIGHT - 1  # taken as the decline of a block


@AS_IF(
    "HUNTER could choose a creature of its own side",
    "mb.keyword.hunter",
    "mb.keyword.hunter-creatures",
)
@do.instead(keywords, "ask")
def hunter_own_creatures(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    if kind == "hunt":
        own = [("hunt", card) for card in sorted(state.zones[PLAY + seat])]
        options = [*own, *options]
    ask(state, kind, seat, options, *rest)


@AS_IF("HUNTER could not attack when there is no enemy creature", "mb.keyword.hunter-creatures")
@do.result(permissions.able_attackers)
def hunter_without_prey(found: list[int], machine: Mindbug, state: State, seat: int) -> list[int]:
    if state.zones[PLAY + 1 - seat]:
        return found
    word = "can-choose-blocker"
    return [c for c in found if permissions.first_rule(machine, state, word, (c,)) is None]


# --- sneaky ------------------------------------------------------------------------------------


@AS_IF("a SNEAKY creature could not block", "mb.keyword.sneaky-blocks")
@do.after(combat.offer_block)
def sneaky_cannot_block(machine: Mindbug, state: State, frame: Frame) -> None:
    pending = state.pending
    assert pending is not None
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    mask = machine.keyword_masks["cannot-block"]
    if keywords[frame[table.ATTACKER]] & mask:
        return
    options = [o for o in pending[2] if o == DECLINE or not keywords[o[1]] & mask]
    state.pending = (*pending[:2], options, *pending[3:])


@AS_IF(
    "a hunted creature could not fight a SNEAKY attacker",
    "mb.keyword.sneaky",
    "mb.keyword.hunter-any",
)
def sneaky_past_hunter(change: Changes) -> None:
    @change.around(keywords.note_prey)
    def note_if_able(note_prey: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        prey, attacker = state.answer[1], frame[table.ATTACKER]
        if permissions.forbidding(machine, state, prey, attacker) is None:
            note_prey()
        else:
            life.lose_life(
                machine, state, 1 - frame[table.ATTACKING_SIDE], 1, attacker, combat.UNBLOCKED
            )
            frame[table.BLOCKER] = NONE

    @change.after(combat.take_hunt)
    def take_hunt_or_slip(state: State, frame: Frame) -> None:
        if state.answer[0] == "hunt" and frame[table.BLOCKER] == NONE:
            frame[1] = combat.AFTER
