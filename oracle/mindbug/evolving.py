"""The words of stages and Actions: evolving, and attacks that an effect brings about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .atoms import evolve
from .combat import attack
from .permissions import able_attackers
from .selection import bind_choice
from .table import ABILITY, DONE, PLAY, SOURCE
from .words import IMPOSSIBLE, effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug


FORCED = ("mb.force.attack",)


@effect("evolve")
def _evolve(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        source = frame[SOURCE]
        frame[DONE] = sum(evolve(machine, state, card, source) for card in state.answer)
        if not frame[DONE]:
            told = (*IMPOSSIBLE, "mb.evolve.third") if state.answer else IMPOSSIBLE
            state.log.append(("impossible", told, source, frame[ABILITY]))

    return [*bind_choice(linker, phrase), act]


@effect("force-attack")
def _force_attack(linker: Linker, call: Call) -> list[Step]:
    """A whole attack of another player's creature, inside the effect that brings it about."""
    phrase = linker.phrase(call["creatures"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for card in state.answer:
            seat = state.where[card] - PLAY
            if card in able_attackers(machine, state, seat):
                frame[DONE] += 1
                state.log.append(("forced", FORCED, frame[SOURCE], card, seat))
                attack(state, card, seat, forced=1)
            else:
                told = IMPOSSIBLE + FORCED
                state.log.append(("impossible", told, frame[SOURCE], frame[ABILITY]))

    return [*bind_choice(linker, phrase), act]
