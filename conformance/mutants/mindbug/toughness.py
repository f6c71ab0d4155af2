"""Misreadings of POISONOUS and TOUGH, and of what exhausted creatures may do."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.keywords import AS_IF
from oracle.kernel import projection
from oracle.kernel.layers import derive
from oracle.kernel.machine import Machine, ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, defeat, permissions, turn
from oracle.mindbug.machine import LinkedReplacement, Mindbug
from oracle.mindbug.permissions import InForce
from oracle.mindbug.table import DECLINE, EXHAUSTED, KEYWORDS, PLAY, POWER

POISON = "defeats-each-fighter"


# --- poisonous ---------------------------------------------------------------------------------


def poisoning(change: Changes, when: Any) -> None:
    """Let POISONOUS work only sometimes; `when(machine, state, frame, fighter, other)`."""
    rules_about = permissions.rules_about

    def rules_about_some(machine: Mindbug, state: State, word: str, card: int) -> list[InForce]:
        found = rules_about(machine, state, word, card)
        if word != POISON or not found:
            return found
        frame = state.stack[-1]
        fighters = frame[combat.ATTACKER], frame[combat.BLOCKER]
        other = fighters[0] if card == fighters[1] else fighters[1]
        return found if when(machine, state, frame, card, other) else []

    change.put(combat, "rules_about", rules_about_some)


@AS_IF("poisonous-only-attacking", "POISONOUS worked only for attackers", "mb.keyword.poisonous")
def poisonous_only_attacking(change: Changes) -> None:
    poisoning(change, lambda m, s, frame, card, other: card == frame[combat.ATTACKER])


@AS_IF("poisonous-only-blocking", "POISONOUS worked only for blockers", "mb.keyword.poisonous")
def poisonous_only_blocking(change: Changes) -> None:
    poisoning(change, lambda m, s, frame, card, other: card == frame[combat.BLOCKER])


@AS_IF(
    "poisonous-ignored-by-tough",
    "POISONOUS did nothing to a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.poisonous",
)
def poisonous_ignored_by_tough(change: Changes) -> None:
    poisoning(change, lambda machine, state, frame, card, other: not _tough(machine, state, other))


def _tough(machine: Mindbug, state: State, card: int) -> int:
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    return int(keywords[card] & machine.replacement_mask)


@AS_IF(
    "poisonous-survives",
    "a POISONOUS creature were not defeated by a stronger one",
    "mb.keyword.poisonous-both",
)
def poisonous_survives(change: Changes) -> None:
    real = defeat.defeat

    def spare(machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any) -> None:
        frame = state.stack[-1]
        fighters = frame[combat.ATTACKER], frame[combat.BLOCKER]
        venomous = [
            card for card in fighters if permissions.rules_about(machine, state, POISON, card)
        ]
        left = cards if len(venomous) == 2 else tuple(c for c in cards if c not in venomous)
        real(machine, state, left, *rest)

    change.put(combat, "defeat", spare)


@AS_IF(
    "poisonous-through-tough",
    "POISONOUS defeated even a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
)
def poisonous_through_tough(change: Changes) -> None:
    bury, real = atoms.bury, defeat.defeat

    def defeat_the_poisoned(
        machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
    ) -> None:
        poisoned = [card for card in dict.fromkeys(why[2]) if card in cards]
        real(machine, state, tuple(c for c in cards if c not in poisoned), cause, why)
        bury(machine, state, poisoned, cause, why[0])

    change.put(combat, "defeat", defeat_the_poisoned)


@AS_IF(
    "poison-and-power-count-twice",
    "a creature that loses by power and by POISONOUS were defeated twice, through TOUGH",
    "mb.keyword.tough-poisonous",
)
def poison_and_power_count_twice(change: Changes) -> None:
    bury, real = atoms.bury, defeat.defeat

    def defeat_twice(
        machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
    ) -> None:
        frame = state.stack[-1]
        attacker, blocker = frame[combat.ATTACKER], frame[combat.BLOCKER]
        powers = state.derived[POWER]
        weaker = [
            card
            for card, other in ((attacker, blocker), (blocker, attacker))
            if powers[card] <= powers[other]
        ]
        twice = [card for card in weaker if card in why[2]]
        real(machine, state, tuple(c for c in cards if c not in twice), cause, why)
        bury(machine, state, twice, cause, why[0])

    change.put(combat, "defeat", defeat_twice)


# --- tough -------------------------------------------------------------------------------------


def replacing(change: Changes, when: Any) -> None:
    """Let TOUGH work only sometimes; `when(machine, state, card)`."""
    replacements_of = defeat.replacements_of

    def replacements_sometimes(
        machine: Mindbug, state: State, card: int
    ) -> list[LinkedReplacement]:
        return replacements_of(machine, state, card) if when(machine, state, card) else []

    change.swap(replacements_of, replacements_sometimes)


def _fighting(machine: Mindbug, state: State, card: int) -> bool:
    return int(state.stack[-1][0]) < machine.first_effect


@AS_IF("tough-only-in-fights", "TOUGH worked only in fights", "mb.keyword.tough-any-cause")
def tough_only_in_fights(change: Changes) -> None:
    replacing(change, _fighting)


@AS_IF("tough-not-in-fights", "TOUGH worked only against effects", "mb.keyword.tough")
def tough_not_in_fights(change: Changes) -> None:
    replacing(change, lambda machine, state, card: not _fighting(machine, state, card))


@AS_IF(
    "tough-renews",
    "exhausted creatures became ready at the start of their player's turn",
    "mb.keyword.tough",
    "mb.keyword.fresh",
)
def tough_renews(change: Changes) -> None:
    begin = turn.begin

    def begin_ready(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.number:
            for card in state.zones[PLAY + frame[turn.SEAT]]:
                state.marks[card] &= ~EXHAUSTED
            state.derived = None
        begin(machine, state, frame)

    change.swap(begin, begin_ready)


@AS_IF(
    "tough-takes-back-the-fight",
    "a TOUGH creature that becomes exhausted defeated nobody in that fight",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
)
def tough_takes_back_the_fight(change: Changes) -> None:
    real = defeat.defeat

    def defeat_the_first(
        machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any
    ) -> None:
        saved = tuple(c for c in cards if defeat.replacements_of(machine, state, c))
        real(machine, state, saved or cards, *rest)

    change.put(combat, "defeat", defeat_the_first)


# --- exhausted ---------------------------------------------------------------------------------


@AS_IF(
    "exhausted-hidden",
    "a player could not see which enemy creatures are exhausted",
    "mb.keyword.exhausted-public",
)
def exhausted_hidden(change: Changes) -> None:
    view = projection.view

    def view_without(
        machine: Machine, state: State, handles: list[str], seat: int
    ) -> dict[str, Any]:
        json = view(machine, state, handles, seat)
        for name, belongings in json["players"].items():
            if name != json["seat"]:
                for creature in belongings["play"]:
                    creature["exhausted"] = False
        return json

    change.swap(view, view_without)


@AS_IF(
    "exhausted-cannot-attack",
    "an exhausted creature could not attack",
    "mb.keyword.exhausted-attacks",
)
def exhausted_cannot_attack(change: Changes) -> None:
    able_attackers = permissions.able_attackers

    def able_and_fresh(machine: Mindbug, state: State, seat: int) -> list[int]:
        found = able_attackers(machine, state, seat)
        return [card for card in found if not state.marks[card] & EXHAUSTED]

    change.swap(able_attackers, able_and_fresh)


@AS_IF(
    "exhausted-cannot-block",
    "an exhausted creature could not block",
    "mb.keyword.exhausted-blocks",
)
def exhausted_cannot_block(change: Changes) -> None:
    def ask_the_fresh(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "block":
            options = [o for o in options if o == DECLINE or not state.marks[o[1]] & EXHAUSTED]
        ask(state, kind, seat, options, *rest)

    change.put(combat, "ask", ask_the_fresh)


@AS_IF(
    "stays-exhausted",
    "a creature that comes into play again were still exhausted",
    "mb.keyword.fresh",
)
def stays_exhausted(change: Changes) -> None:
    forget = atoms.forget

    def forget_nothing(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        exhausted = state.marks[card] & EXHAUSTED
        boosts = forget(machine, state, card, seat, cause)
        state.marks[card] |= exhausted
        return boosts

    change.swap(forget, forget_nothing)
