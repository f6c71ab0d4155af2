"""Misreadings of POISONOUS and TOUGH, and of what exhausted creatures may do."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.keywords import AS_IF
from oracle.kernel import projection
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, defeat, leaving, permissions, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.permissions import InForce
from oracle.mindbug.table import DECLINE, EXHAUSTED, KEYWORDS, PLAY, POWER

POISON = "defeats-each-fighter"


# --- poisonous ---------------------------------------------------------------------------------


@do.verb
def poisoning(change: Changes, when: Any) -> None:
    """Let POISONOUS work only sometimes; `when(machine, state, frame, fighter, other)`."""
    rules_about = permissions.rules_about

    @change.instead(combat, "rules_about")
    def rules_about_some(machine: Mindbug, state: State, word: str, card: int) -> list[InForce]:
        found = rules_about(machine, state, word, card)
        if word != POISON or not found:
            return found
        frame = state.stack[-1]
        fighters = frame[table.ATTACKER], frame[table.BLOCKER]
        other = fighters[0] if card == fighters[1] else fighters[1]
        return found if when(machine, state, frame, card, other) else []


AS_IF("POISONOUS worked only for attackers", "mb.keyword.poisonous").so(
    "poisonous-only-attacking",
    poisoning(lambda m, s, frame, card, other: card == frame[table.ATTACKER]),
)
AS_IF("POISONOUS worked only for blockers", "mb.keyword.poisonous").so(
    "poisonous-only-blocking",
    poisoning(lambda m, s, frame, card, other: card == frame[table.BLOCKER]),
)
AS_IF(
    "POISONOUS did nothing to a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.poisonous",
).so(
    "poisonous-ignored-by-tough",
    poisoning(lambda machine, state, frame, card, other: not _tough(machine, state, other)),
)


def _tough(machine: Mindbug, state: State, card: int) -> int:
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    return int(keywords[card] & machine.replacement_mask)


@AS_IF("a POISONOUS creature were not defeated by a stronger one", "mb.keyword.poisonous-both")
@do.instead(combat, "defeat")
def poisonous_survives(machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any) -> None:
    frame = state.stack[-1]
    fighters = frame[table.ATTACKER], frame[table.BLOCKER]
    venomous = [card for card in fighters if permissions.rules_about(machine, state, POISON, card)]
    left = cards if len(venomous) == 2 else tuple(c for c in cards if c not in venomous)
    defeat.defeat(machine, state, left, *rest)


@AS_IF(
    "POISONOUS defeated even a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
)
@do.instead(combat, "defeat")
def poisonous_through_tough(
    machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
) -> None:
    poisoned = [card for card in dict.fromkeys(why[2]) if card in cards]
    defeat.defeat(machine, state, tuple(c for c in cards if c not in poisoned), cause, why)
    defeat.bury(machine, state, poisoned, cause, why[0])


@AS_IF(
    "a creature that loses by power and by POISONOUS were defeated twice, through TOUGH",
    "mb.keyword.tough-poisonous",
)
@do.instead(combat, "defeat")
def poison_and_power_count_twice(
    machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
) -> None:
    frame = state.stack[-1]
    attacker, blocker = frame[table.ATTACKER], frame[table.BLOCKER]
    powers = state.derived[POWER]
    weaker = [
        card
        for card, other in ((attacker, blocker), (blocker, attacker))
        if powers[card] <= powers[other]
    ]
    twice = [card for card in weaker if card in why[2]]
    defeat.defeat(machine, state, tuple(c for c in cards if c not in twice), cause, why)
    defeat.bury(machine, state, twice, cause, why[0])


# --- tough -------------------------------------------------------------------------------------


@do.verb
def replacing(change: Changes, when: Any) -> None:
    """Let TOUGH work only sometimes; `when(machine, state, card)`."""

    @change.around(defeat.replacements_of)
    def replacements_sometimes(
        replacements_of: Any, machine: Mindbug, state: State, card: int
    ) -> Any:
        return replacements_of() if when(machine, state, card) else []


def _fighting(machine: Mindbug, state: State, card: int) -> bool:
    return int(state.stack[-1][0]) < machine.first_effect


AS_IF("TOUGH worked only in fights", "mb.keyword.tough-any-cause").so(
    "tough-only-in-fights", replacing(_fighting)
)
AS_IF("TOUGH worked only against effects", "mb.keyword.tough").so(
    "tough-not-in-fights",
    replacing(lambda machine, state, card: not _fighting(machine, state, card)),
)


@AS_IF(
    "exhausted creatures became ready at the start of their player's turn",
    "mb.keyword.tough",
    "mb.keyword.fresh",
)
@do.before(turn.begin)
def tough_renews(state: State, frame: Frame) -> None:
    if state.number:
        for card in state.zones[PLAY + frame[turn.SEAT]]:
            state.marks[card] &= ~EXHAUSTED
        state.derived = None


@AS_IF(
    "a TOUGH creature that becomes exhausted defeated nobody in that fight",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
)
@do.instead(combat, "defeat")
def tough_takes_back_the_fight(
    machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any
) -> None:
    saved = tuple(c for c in cards if defeat.replacements_of(machine, state, c))
    defeat.defeat(machine, state, saved or cards, *rest)


# --- exhausted ---------------------------------------------------------------------------------


@AS_IF("a player could not see which enemy creatures are exhausted", "mb.keyword.exhausted-public")
@do.result(projection.view)
def exhausted_hidden(json: dict[str, Any]) -> dict[str, Any]:
    for name, belongings in json["players"].items():
        if name != json["seat"]:
            for creature in belongings["play"]:
                creature["exhausted"] = False
    return json


@AS_IF("an exhausted creature could not attack", "mb.keyword.exhausted-attacks")
@do.result(permissions.able_attackers)
def exhausted_cannot_attack(found: list[int], state: State) -> list[int]:
    return [card for card in found if not state.marks[card] & EXHAUSTED]


@AS_IF("an exhausted creature could not block", "mb.keyword.exhausted-blocks")
@do.instead(combat, "ask")
def exhausted_cannot_block(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    if kind == "block":
        options = [o for o in options if o == DECLINE or not state.marks[o[1]] & EXHAUSTED]
    ask(state, kind, seat, options, *rest)


@AS_IF("a creature that comes into play again were still exhausted", "mb.keyword.fresh")
@do.around(leaving.forget)
def stays_exhausted(forget: Any, state: State, card: int) -> Any:
    exhausted = state.marks[card] & EXHAUSTED
    boosts = forget()
    state.marks[card] |= exhausted
    return boosts
