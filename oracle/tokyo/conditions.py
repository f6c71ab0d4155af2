"""Numbers and conditions of King of Tokyo card text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oracle.dice_games.control import compare as compare
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .binding import Condition, Number, condition, number
from .damage import claws_hit, pending_loss
from .keywords import is_doomed
from .losses import AMOUNTS, DEALT
from .monsters import counters_on, in_tokyo, others
from .roll import symbols
from .selection import amount_of
from .table import (
    ATTACKED,
    CONTEXT,
    DICE,
    DONE,
    ENERGY_FACE,
    FACES,
    GAINED_ENERGY,
    GAINED_HEARTS,
    GAINED_STARS,
    HARMED,
    HAS_ATTACKED,
    HEALED_HEARTS,
    HEART,
    MOST_PLAYERS,
    REROLLED,
    ROLLED_ENERGY,
    SCORED,
    SCORED_STARS,
    SOURCE,
    YOU,
)
from .uses import TAKEN, hunted_with, kept_of

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


@number("per")
def _per(linker: Linker, call: Call) -> Number:
    """So many lots of something, rounded down. rules: kt.energy.lose, kt.end.per-amount"""
    lot, resource = int(call["n"]), str(call["resource"])  # type: ignore[call-overload]
    return lambda machine, state, frame, whose: amount_of(machine, state, resource, whose) // lot


GAINS = {
    "hearts-gained": (GAINED_HEARTS, HEALED_HEARTS),
    "energy-gained": (GAINED_ENERGY, ROLLED_ENERGY),
}
"""What a monster gained in its resolve phase, and how much of it by its dice."""

SHOWN = {"hearts-shown": HEART, "energy-shown": ENERGY_FACE}


def of_the_phase(gain: Call) -> Callable[[Tokyo, State], int] | None:
    """What an effect counts of a resolve phase or of its dice, if it does. rule: .as-much"""
    count = gain.get("count")
    change = count["change"] if isinstance(count, Call) and count.word == "changed" else None
    if change in GAINS:
        gained, from_dice = GAINS[str(change)]
        return lambda machine, state: state.registers[
            from_dice if machine.gains_of_dice_only else gained
        ]
    if change in SHOWN:
        face = DICE + SHOWN[str(change)]
        return lambda machine, state: state.registers[face]
    return None


@number("changed")
def _changed(linker: Linker, call: Call) -> Number:
    """What the event that the line answers to changed."""
    change = call["change"]
    if change == "hearts-lost" and linker.head == "wounded":
        return _size_of_wound
    if change == "hearts-lost" and linker.head == "eliminating":
        return lambda machine, state, frame, whose: (
            kept_of(state, frame[SOURCE], frame[CONTEXT]) or (0,) * (TAKEN + MOST_PLAYERS)
        )[TAKEN + frame[CONTEXT][0]]
    if change in ("hearts-lost", "hearts-prevented"):
        return lambda machine, state, frame, whose: int(frame[CONTEXT][1])
    if change == "stars-gained":
        return lambda machine, state, frame, whose: state.registers[
            SCORED_STARS if machine.number_dice_only else GAINED_STARS
        ]
    if change == "stars-lost":
        return lambda machine, state, frame, whose: (
            kept_of(state, frame[SOURCE], frame[CONTEXT]) or (0,) * (TAKEN + MOST_PLAYERS)
        )[TAKEN + whose]
    much = of_the_phase(Call("gain", (("count", call),)))
    if much is not None:
        return lambda machine, state, frame, whose: much(machine, state)
    raise linker.refusal(f"nothing tells yet how much '{change}' is", call.span)


def _size_of_wound(machine: Tokyo, state: State, frame: Frame, whose: int) -> int:
    return wound(machine, state, frame[YOU], int(frame[CONTEXT][1]))


def wound(machine: Tokyo, state: State, seat: int, size: int) -> int:
    """The damage left after the defence, by option at most the hearts. rule: .poisonous"""
    return min(size, state.counters[seat]) if machine.poison_capped else size


@number("cost-of-card")
@number("price-paid")
def _worth_of_card(linker: Linker, call: Call) -> Number:
    """What the effect that discarded the card kept of it."""
    return lambda machine, state, frame, whose: int(frame[DONE])


# --- conditions ----------------------------------------------------------------------------------


def _whose(value: object) -> Callable[[int, tuple[int, ...]], int]:
    assert isinstance(value, Call)
    if value.word == "you":
        return lambda you, context: you
    return lambda you, context: context[0]


@condition("is-in-tokyo")
def _is_in_tokyo(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: in_tokyo(
        machine, state, whose(you, context)
    )


@condition("is-alive")
def _is_alive(linker: Linker, call: Call) -> Condition:
    if call["player"] == Call("hunted"):
        return lambda machine, state, source, you, context: (
            (prey := hunted_with(state, source, context)) >= 0 and bool(state.counters[prey])
        )
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: bool(state.counters[whose(you, context)])


@condition("is-hunted")
def _is_hunted(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: (
        hunted_with(state, source, context) == whose(you, context)
    )


@condition("is-doomed")
def _is_doomed(linker: Linker, call: Call) -> Condition:
    """The wound takes the last heart, and nothing saves its owner. rule: .poisonous-doubled"""
    return lambda machine, state, source, you, context: is_doomed(machine, state, you)


@condition("has")
def _has(linker: Linker, call: Call) -> Condition:
    whose, limit, resource = _whose(call["player"]), call["limit"], str(call["resource"])
    wanted = int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: compare(
        limit, amount_of(machine, state, resource, whose(you, context)), wanted
    )


@condition("has-extreme")
def _has_extreme(linker: Linker, call: Call) -> Condition:
    """No other has more, or fewer; by option a tie is enough. rule: kt.end.fewest"""
    resource, most = str(call["resource"]), call["extreme"] == "most"
    hunted = call["player"] == Call("hunted")
    whose = _whose(call["player"])

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, ...]
    ) -> bool:
        seat = hunted_with(state, source, context) if hunted else whose(you, context)
        if seat < 0 or not state.counters[seat]:
            return False
        own = amount_of(machine, state, resource, seat)
        rivals = [amount_of(machine, state, resource, s) for s in others(machine, state, seat)]
        if most:
            return all(own >= rival for rival in rivals)
        if machine.fewest_may_tie:
            return all(own <= rival for rival in rivals)
        return all(own < rival for rival in rivals)

    return holds


@condition("rolled")
def _rolled(linker: Linker, call: Call) -> Condition:
    limit, wanted = call["limit"], int(call["n"])  # type: ignore[call-overload]
    of_a_kind = call["face"] == "any"  # such a text speaks of dice
    faces = range(6) if call["face"] == "any" else (FACES.index(str(call["face"])),)

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, ...]
    ) -> bool:
        found = [
            state.registers[DICE + face] if of_a_kind else symbols(state, face) for face in faces
        ]
        return any(compare(limit, amount, wanted) for amount in found)

    return holds


@condition("rolled-each")
def _rolled_each(linker: Linker, call: Call) -> Condition:
    """Each of these faces shows, by option on a die. rule: kt.dice.added-symbols"""
    faces = [FACES.index(face) for face in str(call["faces"]).split()]
    return lambda machine, state, source, you, context: all(
        state.registers[DICE + face] if machine.only_dice_make_sets else symbols(state, face)
        for face in faces
    )


@condition("scored")
def _scored(linker: Linker, call: Call) -> Condition:
    """By the scoring the line answers to, or else at any time in this turn."""
    face = FACES.index(str(call["face"]))
    if linker.head == "scoring":
        return lambda machine, state, source, you, context: context[1] == face
    return lambda machine, state, source, you, context: bool(state.registers[SCORED] >> face & 1)


@condition("no-attack")
def _no_attack(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, context: (
        not (state.registers[ATTACKED] & HAS_ATTACKED)
    )


@condition("claws-hit")
def _claws_hit(linker: Linker, call: Call) -> Condition:
    """The attack that is being settled hits somebody. rule: kt.attack.neighbour-damage"""
    return lambda machine, state, source, you, context: claws_hit(state)


@condition("loses")
def _loses(linker: Linker, call: Call) -> Condition:
    """The loss as it stands now, or as it was. rules: kt.damage.small, kt.damage.at-least"""
    limit, wanted = call["limit"], int(call["n"])  # type: ignore[call-overload]
    if linker.head in ("would-lose", "would-be-wounded"):
        amounts = DEALT if linker.machine.looks_at_dealt else AMOUNTS
        return lambda machine, state, source, you, context: compare(
            limit, pending_loss(state, you, amounts), wanted
        )
    if linker.head == "wounded":
        return lambda machine, state, source, you, context: compare(
            limit, wound(machine, state, you, context[1]), wanted
        )
    return lambda machine, state, source, you, context: compare(limit, context[1], wanted)


@condition("gained")
def _gained(linker: Linker, call: Call) -> Condition:
    """By the gain the line answers to, or in the resolve phase that ends."""
    limit, wanted = call["limit"], int(call["n"])  # type: ignore[call-overload]
    if linker.head == "other-gains-stars":
        return lambda machine, state, source, you, context: compare(limit, context[1], wanted)
    return lambda machine, state, source, you, context: compare(
        limit, state.registers[GAINED_STARS], wanted
    )


@condition("harmless")
def _harmless(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: (
        not (state.registers[HARMED] >> whose(you, context) & 1)
    )


@condition("is-empty")
def _is_empty(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, context: not counters_on(state, source)


@condition("shows")
def _shows(linker: Linker, call: Call) -> Condition:
    face = FACES.index(str(call["face"]))
    return lambda machine, state, source, you, context: state.registers[REROLLED] == face
