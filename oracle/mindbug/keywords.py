"""Keywords: HUNTER chooses the blocker, FRENZY attacks again, TOUGH is exhausted instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import unmark
from .force import limited, must_hunt
from .leaving import Snapshot
from .permissions import (
    able_attackers,
    first_rule,
    forbidding,
    rules_about,
    tell_kept_from_attacking,
)
from .selection import bind_candidates, bind_choice
from .table import (
    ATTACK_WITH,
    ATTACKER,
    ATTACKING,
    ATTACKING_SIDE,
    BLOCKER,
    DECLINE,
    DONE,
    EXHAUSTED,
    FORCED,
    HUNT,
    KEYWORDS,
    MADE,
    NONE,
    PLAY,
    SOURCE,
    TIMES,
)
from .words import Condition, condition, effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

HUNT_CHOICE = ("mb.keyword.hunter-optional", "mb.keyword.hunter-creatures")
NO_PREY = ("mb.keyword.hunter-creatures",)
GONE = ("mb.keyword.frenzy-in-play",)


def attack_times(machine: Mindbug, state: State, card: int) -> tuple[int, Rules, int]:
    """How often this creature can attack in a turn, by which rules, and whose text says so."""
    times, giver = 1, NONE
    rules: Rules = ()
    for source, _, rule in rules_about(machine, state, "can-attack-times", card):
        if rule.amount > times:
            times, rules, giver = rule.amount, rule.rules, source
    return times, rules, giver


def exhaust(state: State, card: int, cause: int, rules: Rules) -> None:
    """Turn a creature sideways."""
    state.marks[card] |= EXHAUSTED
    state.derived = None
    state.log.append(("exhaust", rules, cause, card))


def take_early_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """With the hunter choice at declaration: note the prey before anything happens."""
    if state.answer[0] == "hunt":
        note_prey(machine, state, frame)


def offer_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """Offer the choice of the blocker to an attacker who may make it. rule: mb.keyword.hunter"""
    attacker, seat = frame[ATTACKER], frame[ATTACKING_SIDE]
    state.answer = DECLINE
    found = first_rule(machine, state, "can-choose-blocker", (attacker,))
    if found is None:
        return
    prey = sorted(state.zones[PLAY + 1 - seat])
    rules = found[2].rules + HUNT_CHOICE
    options = [HUNT[card] for card in prey]
    options.append(DECLINE)
    if "cannot-hunt" in machine.words_in_use or "must-hunt" in machine.words_in_use:
        options = limited(machine, state, attacker, prey, frame[MADE])
    if not prey or options == [DECLINE]:
        state.log.append(("no-prey", NO_PREY, attacker, attacker))
        return
    if state.cards[attacker] in machine.triggered["attack"] and not machine.hunt_at_declaration:
        rules += ("mb.trigger.attack-before-block",)
    ask(state, "hunt", seat, options, attacker, rules)


def note_prey(machine: Mindbug, state: State, frame: Frame) -> None:
    """Make the chosen creature the blocker, able to block or not. rule: mb.keyword.hunter-any"""
    prey = state.answer[1]
    frame[BLOCKER] = prey
    found = first_rule(machine, state, "can-choose-blocker", (frame[ATTACKER],))
    rules = found[2].rules if found else ()
    ban = forbidding(machine, state, prey, frame[ATTACKER])
    if ban is not None:
        rules += ("mb.keyword.hunter-any", *ban[2].rules)
    state.log.append(("hunt", rules, frame[ATTACKER], prey, frame[ATTACKER]))


def offer_again(machine: Mindbug, state: State, frame: Frame) -> None:
    """An attacker still in play that can attack more often may do so. rule: mb.keyword.frenzy"""
    attacker, seat, made = frame[ATTACKER], frame[ATTACKING_SIDE], frame[MADE]
    stayed = state.marks[attacker] & ATTACKING
    unmark(state, attacker, ATTACKING)
    if state.where[attacker] != PLAY + seat or not stayed:
        if frame[TIMES] > made:
            state.log.append(("no-more", GONE, attacker, attacker))
        state.stack.pop()
        return
    times, rules, _ = attack_times(machine, state, attacker)
    if frame[FORCED] and times > made and not machine.attacks_again_when_forced:
        state.log.append(("no-more", ("mb.force.frenzy",), attacker, attacker))
        state.stack.pop()
        return
    if made >= times or attacker not in able_attackers(machine, state, seat):
        if frame[TIMES] > made:
            tell_kept_from_attacking(machine, state, seat)
            state.log.append(("no-more", GONE, attacker, attacker))
        state.stack.pop()
        return
    options = [ATTACK_WITH[attacker], DECLINE]
    if frame[FORCED]:
        rules += ("mb.force.frenzy",)
    elif machine.must_attack_again:
        hunters, told = must_hunt(machine, state, seat, [attacker])
        if hunters:
            options.remove(DECLINE)
            rules += told
    ask(state, "attack-again", seat, options, attacker, rules)


@condition("has-keyword")
def _has_keyword(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creature"])
    found = bind_candidates(linker, phrase)
    bit = linker.keyword_bit(str(call["keyword"]))
    about_this = isinstance(phrase, Call)

    def has_keyword(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        if about_this and last is not None:
            return bool(last[KEYWORDS] & bit)
        keywords = (state.derived or derive(machine, state))[KEYWORDS]
        return any(keywords[card] & bit for card in found(machine, state, source, you))

    return has_keyword


@condition("not-exhausted")
def _not_exhausted(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creature"])
    found = bind_candidates(linker, phrase)
    about_this = isinstance(phrase, Call)

    def not_exhausted(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        if about_this and last is not None:
            return not last[2]
        cards = found(machine, state, source, you)
        return not any(state.marks[card] & EXHAUSTED for card in cards)

    return not_exhausted


@effect("exhaust")
def _exhaust(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    rules = linker.ability_rules

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        fresh = [card for card in state.answer if not state.marks[card] & EXHAUSTED]
        for card in fresh:
            exhaust(state, card, frame[SOURCE], rules)
        frame[DONE] = len(fresh)

    return [*bind_choice(linker, phrase), act]
