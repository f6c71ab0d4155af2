"""Evolving: stages, one after the other, and what falls back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import become
from .effects import IMPOSSIBLE
from .lasting import lasting_for
from .selection import bind_choice
from .table import ABILITY, DONE, EVOLVED, EXHAUSTED, SOURCE
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

EVOLVING = ("mb.evolve.stages", "mb.evolve.same-creature", "mb.evolve.no-play-effect")
SECOND = ("mb.evolve.second", *EVOLVING)
THIRD = ("mb.evolve.third", *EVOLVING)
FALL_BACK = ("mb.evolve.falls-back",)
FALL_BACK_ASIDE = ("mb.evolve.falls-back", "mb.evolve.aside")
LOOKS_BACK = ("mb.evolve.looks-back",)


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


def evolve(machine: Mindbug, state: State, card: int, cause: int) -> int:
    """Bring a creature to its next stage as it is; returns how many evolved."""
    after = machine.next_stage.get(state.cards[card])
    if after is None:
        return 0
    rules: Rules = THIRD if state.cards[card] in machine.first_stage else SECOND
    if state.marks[card] & EXHAUSTED or card in state.under:
        rules += ("mb.evolve.keeps-state",)
    rules += lasting_for(state, card)
    if rules[0] == SECOND[0] and state.marks[card] & EVOLVED:
        rules += ("mb.evolve.again",)
    become(state, card, after)
    state.log.append(("evolve", rules, cause, card, after))
    return 1
