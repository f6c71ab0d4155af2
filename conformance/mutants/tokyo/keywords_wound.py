"""More misreadings of keywords: wounds, POISONOUS and TOUGH."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import amounts, atoms, conditions, damage, moments, roll, uses
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.damage import (
    AMOUNTS,
    ANSWERS,
    APPLIED,
    ASKED,
    BY,
    CLAWS,
    FOR,
    HIT,
    JOINED,
    LATER,
    LOST,
    SEATS,
    WHO,
    damage_frame,
    pending_loss,
)
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.moments import Context, Entry, happen
from oracle.tokyo.table import (
    ACTIVE,
    ACTOR,
    CLAW,
    CONTEXT,
    DONE,
    SOURCE,
    YOU,
)
from oracle.tokyo.uses import FOR_WOUND, LOSS, in_use, kept_of
from rules_dsl.definitions import Call

HEARTS_LOST = Call("changed", (("change", "hearts-lost"),))


def is_poisonous(use: InUse) -> bool:
    """Whether what is in use answers a wound."""
    return "wounded" in use.triggered


def used_tough(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster uses something against the wound that does not answer it."""
    used = [use for _, use in in_use(machine, state, seat) if use.lasts == FOR_WOUND]
    return any(not is_poisonous(use) for use in used)


# --- wounds --------------------------------------------------------------------------------------


def sizing(change: Changes, size: Callable[[Tokyo, State, Frame, int], int]) -> None:
    """Let a wound be of another size: by (machine, state, frame of the effect, its size)."""
    changed = NUMBERS["changed"]

    def bind(linker: Linker, call: Call) -> Number:
        real = changed(linker, call)
        if linker.head != "wounded" or call != HEARTS_LOST:
            return real
        return lambda machine, state, frame, whose: size(
            machine, state, frame, real(machine, state, frame, whose)
        )

    change.put(NUMBERS, "changed", bind)


@AS_IF(
    "wound-before-defence",
    "the size of a wound were the damage before what follows in the defence",
    "kt.keyword.wounded",
)
def wound_before_defence(change: Changes) -> None:
    def as_it_was(machine: Tokyo, state: State, frame: Frame, size: int) -> int:
        kept = kept_of(state, frame[SOURCE])
        return size if kept is None else kept[LOSS]

    sizing(change, as_it_was)


@AS_IF(
    "wound-in-turns-only",
    "a borrowed resolve phase wounded nobody",
    "kt.keyword.wounded",
)
def wound_in_turns_only(change: Changes) -> None:
    offer_defence = damage.offer_defence

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.registers[ACTOR] != state.registers[ACTIVE]:
            frame[FOR] = 0
        offer_defence(machine, state, frame)

    change.swap(offer_defence, offer)


@AS_IF(
    "against-every-loss",
    "POISONOUS and TOUGH could be activated against any loss of hearts",
    "kt.keyword.wound-window",
)
def against_every_loss(change: Changes) -> None:
    change.put(damage, "DEFENCES", damage.AGAINST_CLAWS)


@AS_IF(
    "before-other-defences",
    "POISONOUS and TOUGH had to come before other defences",
    "kt.keyword.wound-window",
)
def before_other_defences(change: Changes) -> None:
    offer_defence = damage.offer_defence

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[APPLIED]:
            frame[FOR] = 0
        offer_defence(machine, state, frame)

    change.swap(offer_defence, offer)


@AS_IF("roller-is-attacker", "the roller were the attacker always", "kt.keyword.attacker")
def roller_is_attacker(change: Changes) -> None:
    answer = damage.answer

    def answer_the_roller(machine: Tokyo, state: State, frame: Frame) -> None:
        by = frame[BY]
        frame[BY] = state.registers[ACTIVE]
        answer(machine, state, frame)
        frame[BY] = by

    change.swap(answer, answer_the_roller)


# --- POISONOUS -----------------------------------------------------------------------------------


@AS_IF("poisonous-one-heart", "POISONOUS cost the attacker 1 heart", "kt.keyword.poisonous")
def poisonous_one_heart(change: Changes) -> None:
    sizing(change, lambda machine, state, frame, size: min(size, 1))


@AS_IF(
    "poisonous-unharmed",
    "POISONOUS worked for an owner that other cards save from every heart",
    "kt.keyword.poisonous",
)
def poisonous_unharmed(change: Changes) -> None:
    answering_unharmed(change, lambda machine, state, seat: not used_tough(machine, state, seat))


def answering_unharmed(change: Changes, does: Callable[[Tokyo, State, int], bool]) -> None:
    """Let POISONOUS answer for some that lose no heart: by (machine, state, seat)."""
    answer = damage.answer

    def answer_all(machine: Tokyo, state: State, frame: Frame) -> None:
        answer(machine, state, frame)
        for seat, amount, hit in zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True):
            if hit and not amount and does(machine, state, seat):
                for card, use in in_use(machine, state, seat):
                    kept = kept_of(state, card)
                    if is_poisonous(use) and kept is not None:
                        found = [(card, number) for number in use.triggered["wounded"]]
                        moments.begin_moment(state, seat, (frame[BY], kept[LOSS]), found)

    change.swap(answer, answer_all)


@AS_IF(
    "poisonous-gives-tokens",
    "POISONOUS gave the attacker poison tokens",
    "kt.keyword.poisonous",
)
def poisonous_gives_tokens(change: Changes) -> None:
    def give(
        state: State, you: int, cause: int, damage: dict[int, int]
    ) -> None:
        for seat, amount in damage.items():
            state.counters[3 * players(state) + seat] += amount

    def players(state: State) -> int:
        return len(state.counters) // 7

    change.put(amounts, "answer_wound", give)
