"""What holds until the end of the turn."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from oracle.kernel.layers import Static
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Lasting, Rules, State
from rules_dsl.definitions import Call, Selection

from .machine import LinkedRule
from .prohibitions import RULE_WORDS
from .selection import bind_candidates, bind_choice
from .table import ABILITY, DONE, SOURCE, YOU
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

LASTS = ("mb.lasting.turn",)
NEWCOMERS = ("mb.lasting.turn", "mb.lasting.newcomers")

LASTING_LEAVES = ("mb.lasting.leaves",)


@effect("until-end-of-turn")
def _until_end_of_turn(linker: Linker, call: Call) -> list[Any]:
    """Neighbours with the same subject speak of the same pick."""
    body = call["body"]
    assert isinstance(body, tuple)
    together = groupby(body, key=lambda each: each.args[0][1])
    return [step for subject, each in together for step in _bind(linker, subject, list(each))]


def _bind(linker: Linker, subject: object, calls: list[Call]) -> list[Step]:
    """Changes; whom they are for is fixed now, unless it is whoever fits at each moment."""
    numbers = [_register(linker, call) for call in calls]
    phrase = linker.phrase(subject)
    for_all = isinstance(phrase, Selection) and phrase.quantity.kind == "all"
    rules: Rules = NEWCOMERS if for_all else LASTS
    if not for_all:
        choice = bind_choice(linker, phrase)
    elif linker.machine.newcomers_included:
        choice = [_nobody]
    else:
        choice = [_now(bind_candidates(linker, phrase))]

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        targets = state.answer
        frame[DONE] = 1 if targets is None else len(targets)
        if frame[DONE]:
            for number in numbers:
                entry = (number, frame[SOURCE], frame[YOU], targets)
                last_for_turn(state, entry, frame[SOURCE], frame[ABILITY], rules)

    return [*choice, act]


def _register(linker: Linker, call: Call) -> int:
    """The number of a change among those that hold for a time."""
    linked, lasting = linker.ability, linker.machine.lasting
    change: Static | LinkedRule
    if call.word in RULE_WORDS:
        change = linker.rule(call, linked, LASTS)
    else:
        change = linker.static(call, linked, LASTS)
    lasting.append(change)
    return len(lasting) - 1


def _nobody(machine: Mindbug, state: State, frame: Frame) -> None:
    state.answer = None


def _now(candidates: Any) -> Step:
    def fix(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = tuple(candidates(machine, state, frame[SOURCE], frame[YOU]))

    return fix


def lasting_for(state: State, card: int) -> Rules:
    """What keeps a change for a time with its creature, if there is one."""
    kept = any(targets is not None and card in targets for _, _, _, targets in state.lasting)
    return LASTING_LEAVES if kept else ()


def without(entry: Lasting, card: int) -> Lasting | None:
    """A change for a time without a card that it was made for, or None if it reaches no other."""
    number, source, seat, targets = entry
    if targets is None or card not in targets:
        return entry
    left = tuple([target for target in targets if target != card])
    return (number, source, seat, left) if left else None


def last_for_turn(state: State, entry: Lasting, cause: int, ability: int, rules: Rules) -> None:
    """Let a change hold until the end of the turn."""
    state.lasting = [*state.lasting, entry]
    state.derived = state.said = None
    state.log.append(("lasting", rules, cause, ability))
