"""Effects on places and turns, and what holds until the next purchase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oracle.dice_games.control import hold
from oracle.dice_games.linker import whole as whole
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from . import atoms
from .binding import effect
from .damage import note_leaving, pending_loss, reduce_damage
from .moments import happen, has_yielded
from .monsters import in_tokyo
from .selection import bind_players
from .table import ABILITY, RESTARTS, SOURCE, YOU
from .tokyo import drive_out, still_enters, take_control
from .turn import give_turn

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

# --- effects: Tokyo and turns --------------------------------------------------------------------


@effect("take-tokyo")
def _take_tokyo(linker: Linker, call: Call) -> list[Step]:
    before = linker.slot()

    def clear(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[before] = state.registers[RESTARTS]
        if machine.driven_out_yields:
            drive_out(machine, state, frame[YOU], frame[SOURCE])

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you, cause = frame[YOU], frame[SOURCE]
        if still_enters(machine, state, you, frame[before]):
            take_control(machine, state, you, cause)
        else:
            state.log.append(("outside", ("kt.tokyo.nobody-enters",), cause, you))

    return [clear, act]


@effect("leave-tokyo")
def _leave_tokyo(linker: Linker, call: Call) -> list[Step]:
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            if in_tokyo(machine, state, seat):
                driven = machine.driven_out_yields and seat != frame[YOU]
                kind: Literal["yield", "leave"] = "yield" if driven else "leave"
                atoms.leave(machine, state, seat, frame[SOURCE], rules, kind)
                if driven:
                    has_yielded(machine, state, seat)
                else:
                    happen(machine, state, "leaving", seat)

    return [*before, act]


@effect("yield")
def _yield(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        note_leaving(state, frame[YOU])
        source, you = frame[SOURCE], frame[YOU]
        state.log.append(("applies", rules, source, source, frame[ABILITY], you))

    return [act]


@effect("extra-turn")
def _extra_turn(linker: Linker, call: Call) -> list[Step]:
    fewer = int(call.get("fewer") or 0)  # type: ignore[call-overload]
    first = linker.use_number is not None

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        give_turn(machine, state, frame[YOU], fewer, frame[SOURCE], first=first)

    return [act]


# --- effects: whom lines are about, and what holds for a time ------------------------------------


@effect("choose")
def _choose(linker: Linker, call: Call) -> list[Step]:
    """The monster that the following lines are about."""
    before, _ = bind_players(linker, call["player"])
    return before


@effect("next-purchase")
def _next_purchase(linker: Linker, call: Call) -> list[Step]:
    """What holds until the next purchase, or the end of the turn."""
    first = len(linker.machine.lasting)
    steps = hold(linker, call)
    for held in linker.machine.lasting[first:]:
        held.next_purchase = True
    return steps


def spare(
    machine: Tokyo, state: State, numbers: list[int], source: int, you: int, rules: Rules
) -> None:
    """Who cannot lose hearts from now on does not lose those about to be lost either."""
    immune = [each for each in numbers if machine.lasting[each].word == "cannot-lose-hearts"]
    loss = pending_loss(state, you)
    if immune and loss:
        reduce_damage(state, you, loss)
        state.log.append(("prevent", rules, source, you, loss, 0))
