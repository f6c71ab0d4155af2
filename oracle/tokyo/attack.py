"""Attacks: whom the claws of a monster hit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State

from .bay import in_bay
from .damage import deal
from .moments import happen
from .monsters import has_say, holder, in_tokyo, others, said_by
from .table import ATTACKED, BAY, CITY, FROM_OUTSIDE, HAS_ATTACKED, NONE
from .uses import all_hunted

if TYPE_CHECKING:
    from .machine import Tokyo

ATTACK = ("kt.attack.is", "kt.attack.claws", "kt.resolve.place")
NO_TARGET = ("kt.attack.nobody-in-tokyo",)


def neighbours(machine: Tokyo, state: State, seat: int) -> list[int]:
    """The next living monster on either side. rule: kt.attack.neighbours"""
    around = others(machine, state, seat)
    return sorted({around[0], around[-1]}) if around else []


def targets_of(
    machine: Tokyo, state: State, seat: int, *, attack: bool = True
) -> tuple[list[int], Rules]:
    """Whom the claws of a monster hit from where it is now, or would hit if it attacked.

    rules: kt.attack.places …, kt.attack.without-claw
    """
    rules: Rules
    only = said_by(machine, state, "aims-only-at", seat)
    everywhere = said_by(machine, state, "aims-at", seat)
    if only and not (everywhere and machine.hunter_beaten_by_all):
        card, said = only[-1]
        assert said.candidates is not None
        prey = said.candidates(machine, state, card, seat)
        if machine.hunts_all and len(only) > 1:
            prey = [each for each in all_hunted(state, seat) if state.counters[each]]
        if prey or not machine.hunts_on_when_gone:
            rules = said.rules
            has_say(state, card, said, seat)
            if len(only) > 1:
                rules += ("kt.keyword.hunter-again",)
            if everywhere:
                rules += ("kt.keyword.hunter-all-targets",)
            if not prey:
                rules += ("kt.keyword.hunter-prey-gone",)
            elif any(in_tokyo(machine, state, each) for each in prey):
                rules += ("kt.keyword.hunter-in-tokyo",)
            elif not in_tokyo(machine, state, seat):
                rules += ("kt.keyword.hunter-outside",)
            return prey, rules
    hunting: Rules = ()
    if only and everywhere and machine.hunter_beaten_by_all:
        hunting = ("kt.keyword.hunter-all-targets",)
    elif only:
        hunting = ("kt.keyword.hunter-prey-gone",)
    inside = in_tokyo(machine, state, seat)
    rules = (*hunting, "kt.attack.places", "kt.attack.before-entering", "kt.tokyo.both")
    rules += ("kt.attack.from-tokyo",) if inside else ("kt.attack.from-outside",)
    found = [
        other for other in others(machine, state, seat) if in_tokyo(machine, state, other) != inside
    ]
    if found and not inside and holder(machine, state, CITY) is None:
        rules += ("kt.attack.empty-city",)
        if attack and not machine.bay_hit_when_city_empty:
            found = [each for each in found if state.counters[machine.place + each] != BAY]
    for card, said in everywhere:
        assert said.candidates is not None
        more = said.candidates(machine, state, card, seat)
        found += [other for other in more if other not in found]
        rules += said.rules
        has_say(state, card, said, seat)
    return found, rules


def attack(machine: Tokyo, state: State, seat: int, claws: int) -> None:
    """One attack with all claws, even if they hit nobody. rules: kt.attack.is, .claws"""
    found, rules = targets_of(machine, state, seat)
    state.registers[ATTACKED] |= HAS_ATTACKED
    if not in_tokyo(machine, state, seat):
        state.registers[ATTACKED] |= FROM_OUTSIDE
    told = ATTACK + rules + in_bay(machine, state, seat)
    if not any(in_tokyo(machine, state, other) for other in range(machine.players)):
        told += () if found else NO_TARGET
    state.log.append(("attack", told, NONE, seat, claws))
    deal(state, seat, NONE, dict.fromkeys(found, claws), claws=True)
    if machine.harmless_is_attack:
        happen(machine, state, "attacking", seat, (seat, claws))
