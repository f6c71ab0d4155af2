"""Three misreadings of the rules of Lanterns."""

from __future__ import annotations

from conformance.mutants import verbs as do
from conformance.mutants.topic import Topic
from oracle.kernel.state import State

from . import atoms, turn
from .table import Lanterns

AS_IF = Topic("lanterns", "turn")

AS_IF("it took 16 light to win", "ln.end.fifteen").so("sixteen", do.put(turn, "ENOUGH", 16))


@AS_IF("lanterns had no glow", "ln.turn.glow")
@do.relink
def no_glow(machine: Lanterns) -> None:
    machine.glow = [0] * len(machine.glow)


@AS_IF("a player could have less than no light", "ln.lantern.lose")
@do.instead(atoms.lose)
def below_none(state: State, seat: int, amount: int, rules: tuple[str, ...], cause: int) -> None:
    state.counters[seat] -= amount
    state.log.append(("lose", rules, cause, seat, amount))
