"""Keywords: whom HUNTER hunts, what FRENZY costs, and what POISONOUS does to who falls by a wound.

POISONOUS answers at the same moment as the wound, so a monster that could save itself at will says
before the loss whether it does. rule: kt.keyword.poisonous-doubled
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import Step
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .binding import effect
from .damage import DOUBLED, damage_frame, pending_loss
from .elimination import ask_for_rescue, rescues_at_will
from .losses import VOWS
from .moments import Entry, at
from .selection import bind_players
from .table import NONE, PROCEDURES, SOURCE, TURN, YOU
from .uses import HUNTED, SINCE, keep, kept_of, told_apart

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

VOW_FRAME = Locals()
WHO = VOW_FRAME.one()
"""The local of the frame of what is said about a rescue: who says it."""


def offer_vow(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whether it will be saved is asked as it would be at 0 hearts. rule: kt.evolution.rescue"""
    seat = frame[WHO]
    answers = at(machine, state, "wounded", seat)
    hangs = any(machine.abilities[entry[1]].if_doomed for entry in answers)
    saves = only_at_will(machine, state, seat) if hangs and not machine.doubled_on_top else None
    if saves:
        ask_for_rescue(state, seat, saves[0], DOUBLED)
    else:
        state.stack.pop()


def take_vow(machine: Tokyo, state: State, frame: Frame) -> None:
    """What it said holds when its hearts are at 0."""
    damage_frame(state)[VOWS] += ((frame[WHO], int(state.answer == ACCEPT)),)


PROCEDURES.declare("vow", offer_vow, take_vow, remembers=VOW_FRAME)


def is_doomed(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether the wound takes the last heart and nothing saves the monster.

    Where the doubled loss comes on top, it is seen later whether the monster was saved at will.
    """
    return (
        pending_loss(state, seat) >= state.counters[seat]
        and only_at_will(machine, state, seat) is not None
        and (seat, 1) not in damage_frame(state)[VOWS]
    )


def only_at_will(machine: Tokyo, state: State, seat: int) -> list[Entry] | None:
    """What could save a monster at will, unless something else does anyway."""
    saves = at(machine, state, "heartless", seat)
    at_will = rescues_at_will(machine, state, seat, saves)
    return at_will if len(at_will) == len(saves) else None


def given_turn_ends(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What is due at the end of a turn that a card gave. rule: kt.keyword.frenzy-price"""
    found: list[Entry] = []
    for card, use, which in told_apart(machine, state, seat):
        kept = kept_of(state, card, (NONE, 0, *which))
        if kept is not None and kept[SINCE] < state.registers[TURN]:
            found += [(card, number) for number in use.triggered.get("given-turn-ends", ())]
    return found


@effect("hunt")
def _hunt(linker: Linker, call: Call) -> list[Step]:
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            keep(state, frame[SOURCE], HUNTED, seat)
            state.log.append(("hunt", rules, frame[SOURCE], frame[YOU], seat))

    return [*before, act]
