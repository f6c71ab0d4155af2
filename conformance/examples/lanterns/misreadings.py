"""Three misreadings of the rules of Lanterns."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State

from . import atoms, turn
from .table import Lanterns

AS_IF = Topic("lanterns", "turn")


@AS_IF("no-glow", "a lantern gave no light of its own", "ln.turn.glow")
def no_glow(change: Changes) -> None:
    def light(machine: Lanterns, state: State, frame: Frame) -> None:
        known, machine.glow = machine.glow, [0] * len(machine.glow)
        lit(machine, state, frame)
        machine.glow = known

    lit = turn.light
    change.swap(turn.light, light)


@AS_IF("sixteen", "it took 16 light to win", "ln.end.fifteen")
def sixteen(change: Changes) -> None:
    change.put(turn, "ENOUGH", 16)


@AS_IF("below-none", "a player could have less than no light", "ln.lantern.lose")
def below_none(change: Changes) -> None:
    def lose(state: State, seat: int, amount: int, rules: tuple[str, ...], cause: int) -> None:
        state.counters[seat] -= amount
        state.log.append(("lose", rules, cause, seat, amount))

    change.swap(atoms.lose, lose)
