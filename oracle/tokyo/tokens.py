"""Tokens on monsters: given and removed, and the damage that poison does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .amounts import bind_each
from .binding import effect
from .damage import deal
from .table import NONE, PROCEDURES, SOURCE

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

TOKENS_IN_BOX = {"poison": 12, "shrink": 12}
MINDBUGS_IN_BOX = 8
POISON = ("kt.token.poison", "kt.token.poison-one-damage", "kt.token.stay")


def give_token(
    machine: Tokyo, state: State, seat: int, kind: str, amount: int, cause: int, rules: Rules
) -> None:
    """Put tokens on a monster."""
    if state.counters[seat]:
        first = {
            "poison": machine.poison,
            "shrink": machine.shrink,
            "mindbug": machine.mindbugs,
        }[kind]
        on_table = sum(state.counters[first : first + machine.players])
        if kind == "mindbug":
            rules += ("kt.mindbug.supply",)
            if machine.tokens_run_out and on_table + amount > MINDBUGS_IN_BOX:
                amount = max(0, MINDBUGS_IN_BOX - on_table)
        if kind == "mindbug" and not amount:
            state.log.append(("none-left", rules, cause, seat))
            return
        state.counters[first + seat] += amount
        on_table += amount
        if kind in TOKENS_IN_BOX and on_table > TOKENS_IN_BOX[kind]:
            rules += ("kt.token.supply",)
        state.log.append(("token", rules, cause, seat, amount, kind))


def remove_token(machine: Tokyo, state: State, seat: int, kind: str, rules: Rules) -> None:
    """Take a token off a monster."""
    first = machine.poison if kind == "poison" else machine.shrink
    state.counters[first + seat] -= 1
    state.log.append(("remove-token", rules, NONE, seat, kind))


@effect("get-tokens")
def _get_tokens(linker: Linker, call: Call) -> list[Step]:
    kind = str(call["token"])

    def give(machine: Tokyo, state: State, seat: int, much: int, frame: Frame, rules: Rules) -> int:
        give_token(machine, state, seat, kind, much, frame[SOURCE], rules)
        return much

    return bind_each(linker, call, give)


# Locals of the frame of poison: whose, how many damages are left, and how much each is.
POISON_FRAME = Locals()
POISONED_SEAT = POISON_FRAME.one()
TIMES = POISON_FRAME.one()
EACH = POISON_FRAME.one()


def next_poison(machine: Tokyo, state: State, frame: Frame) -> None:
    """All tokens deal one damage, by option each its own. rule: kt.token.poison-one-damage"""
    seat, left, amount = frame[POISONED_SEAT], frame[TIMES], frame[EACH]
    if left and state.counters[seat]:
        frame[1], frame[TIMES] = NEXT_POISON.at, left - 1
        state.log.append(("hit", POISON, NONE, seat, amount))
        deal(state, NONE, NONE, {seat: amount})


NEXT_POISON = Place()
POISONING = PROCEDURES.declare(
    "poisoning",
    NEXT_POISON,
    next_poison,
    remembers=POISON_FRAME,
)
