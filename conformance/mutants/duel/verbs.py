"""What the misreadings of Duel do besides: verbs of several topics, and what fits into a line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from oracle.dice_games.table import NONE, REROLLS
from oracle.duel import bonus, dice, hits, moments, pull
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.table import PROCEDURES, rival
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call


def let(where: list[Any], at: int, value: object) -> None:
    """Write a local, a register or a counter."""
    where[at] = value


def add(where: list[Any], at: int, much: int) -> None:
    """Let a local, a register or a counter be more, or less."""
    where[at] += much


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


def always(*given: Any) -> bool:
    """A condition that always holds."""
    return True


def saying(call: Call, **otherwise: Any) -> Call:
    """A call that says something otherwise, where it says anything about it."""
    args = tuple((name, otherwise.get(name, value)) for name, value in call.args)
    return Call(call.word, args, call.span)


def begin_texts(machine: Duel, state: State, seat: int, card: int, *heads: str) -> None:
    """Let what a card does at some moments begin now."""
    for head in heads:
        numbers = machine.triggered[head].get(state.cards[card], ())
        moments.begin_moment(state, seat, (seat, 0), [(card, number) for number in numbers])


def happens(head: str, whose: int, *, to_rival: bool = False) -> Step:
    """A step: something happens to the monster that a local names, or to its rival."""

    def begin(machine: Duel, state: State, frame: Frame) -> None:
        seat = rival(frame[whose]) if to_rival else frame[whose]
        moments.happen(machine, state, head, seat, (seat, 0))

    return begin


def stops(machine: Duel, state: State, frame: Frame) -> bool:
    """Whether a pull has come onto a token of those that stop pulls."""
    if frame[pull.TOKEN] == NONE:
        return False
    number = bonus.ability_of(machine, state, frame[pull.TOKEN], frame[pull.CELL])
    return number is not None and machine.abilities[number].stops


@do.around(hits.follow)
def rival_first(follow: Any, state: State) -> None:
    """Let what follows hits on the rival come first."""
    depth = len(state.stack)
    follow()
    state.stack[depth:] = reversed(state.stack[depth:])


@do.around(dice.reckon)
def rolls_saved(reckon: Any, state: State) -> None:
    """Let the rolls that are left of a turn be had in the next."""
    saved = state.registers[REROLLS]
    reckon()
    state.registers[REROLLS] += saved


@do.verb
def kept(change: Changes, step: Step | Callable[[State], None], *registers: int) -> None:
    """Let a step leave some registers as they are."""

    @change.around(step)
    def do_and_put_back(do: Any, state: State) -> None:
        were = [state.registers[each] for each in registers]
        do()
        for each, was in zip(registers, were, strict=True):
            state.registers[each] = was


@do.verb
def remembered(
    change: Changes, step: Step, local: int, when: Callable[[Frame], object] = always
) -> None:
    """Let a step leave a local of the procedure as it is."""

    @change.around(step)
    def do_and_put_back(do: Any, frame: Frame) -> None:
        was = frame[local]
        do()
        if when(frame):
            frame[local] = was


@do.verb
def once(change: Changes, *heads: str) -> None:
    """Let what begins so be had once a turn."""

    @change.relink
    def limit(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head in heads:
                linked.once = True


@do.verb
def then(
    change: Changes, word: str, act: Step, when: Callable[[Linker, Call], object] = always
) -> None:
    """Let a word do something more, as a step of its own."""

    @change.around(EFFECTS, word)
    def bind_and(bind: Any, linker: Linker, call: Call) -> Any:
        return [*bind(), act] if when(linker, call) else bind()


@do.verb
def steps(change: Changes, procedure: int, *steps: Step) -> None:
    """Let a procedure have other steps."""
    change.put(PROCEDURES.steps, procedure, steps)


@do.verb
def in_order(change: Changes, procedure: int, *steps: Step) -> None:
    """Let some steps come in another order: each takes the place of the next."""
    ordered = list(PROCEDURES.steps[procedure])
    places = sorted(ordered.index(step) for step in steps)
    for place, step in zip(places, steps, strict=True):
        ordered[place] = step
    change.put(PROCEDURES.steps, procedure, tuple(ordered))
