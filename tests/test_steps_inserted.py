"""A step that does nothing can stand anywhere in any procedure: nothing counts steps."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

import oracle
from conformance.engines.in_process import InProcess
from conformance.engines.interface import Trouble
from conformance.engines.rulesets import ruleset
from conformance.judge.vector import Vector
from conformance.judge.walk import Failed, Walk
from conformance.mutants.games import GAMES, game_of
from conformance.mutants.suite import load_suite
from oracle.kernel import waiting
from oracle.kernel.machine import Machine, end, run
from oracle.kernel.procedures import Locals, Place, Procedures, Step
from oracle.kernel.state import Frame, State

ORACLE = Path(oracle.__file__).parent

Way = tuple[int, int]
"""Which step was at work, and which was to come next."""

Sample = dict[tuple[str, str], list[Vector]]
"""By game and procedure, scenarios that go every way through it that any of those tried goes."""

NOT_RUN = {"choose-replacements"}
"""No published card can be saved in two ways, so no scenario comes there."""


def nothing(machine: Machine, state: State, frame: Frame) -> None:
    """A step that does nothing."""


@contextmanager
def inserted(
    machines: Sequence[Machine], code: int, places: Sequence[Place], at: int, *, moved: bool
) -> Iterator[None]:
    """A step that does nothing among those of a code, before or behind a place that is there."""
    steps = machines[0].codes[code]
    kept = [place.at for place in places]
    for machine in machines:
        machine.codes[code] = (*steps[:at], nothing, *steps[at:])
    for place in places:
        place.at += place.at > at or (moved and place.at == at)
    try:
        yield
    finally:
        for machine in machines:
            machine.codes[code] = steps
        for place, was in zip(places, kept, strict=True):
            place.at = was


def every_insertion(
    machines: Sequence[Machine], code: int, places: Sequence[Place]
) -> Iterator[str]:
    """Insert the step everywhere in a code, one place after the other; each is told."""
    for at in range(len(machines[0].codes[code])):
        here = any(place.at == at for place in places)
        for moved in (True, False) if here else (True,):
            with inserted(machines, code, places, at, moved=moved):
                yield f"{machines[0].code_names[code]}, step {at}" + (
                    "" if moved else ", behind the place"
                )


def places_of(game: str, name: str) -> tuple[Place, ...]:
    """The places of a procedure."""
    if name == "resolve":
        return (waiting.PICK,)
    procedures = GAMES[game].procedures
    return procedures.places[procedures.names.index(name)] if name in procedures.names else ()


# --- which scenarios go through a procedure ------------------------------------------------------


def machine_of(vector: Vector) -> Machine:
    """The machine that a vector is judged by."""
    return ruleset(vector.game, vector.options, vector.cards, players=vector.players).machine


def ways_of(vector: Vector) -> dict[str, set[Way]]:
    """The ways that a scenario goes, by procedure."""
    machine, found = machine_of(vector), defaultdict[str, set[Way]](set)

    def noting(name: str, number: int, step: Step) -> Step:
        def note(machine: Machine, state: State, frame: Frame) -> None:
            step(machine, state, frame)
            found[name].add((number, frame[1]))

        return note

    kept = machine.codes[: machine.first_effect]
    for code, steps in enumerate(kept):
        name = machine.code_names[code]
        machine.codes[code] = tuple(noting(name, n, step) for n, step in enumerate(steps))
    try:
        walk(vector)
    finally:
        machine.codes[: machine.first_effect] = kept
    return found


def walk(vector: Vector) -> None:
    """Judge the oracle by a vector."""
    engine = InProcess()
    Walk(engine, engine.hello(), vector).go()


def all_procedures() -> set[tuple[str, str]]:
    """Every procedure of every game that scenarios can run."""
    every = ((game, name) for game, each in GAMES.items() for name in each.procedures.names)
    return {(game, name) for game, name in every if name not in NOT_RUN}


@cache
def sample() -> Sample:
    """Every second scenario is tried, and more until every procedure is met.

    Of these, so many are kept of each procedure as it takes to go every way.
    """
    suite = load_suite()
    ids = sorted(suite.scenarios)
    by_procedure = defaultdict[tuple[str, str], dict[str, set[Way]]](dict)
    for number, id in enumerate([*ids[::2], *ids[1::2]]):
        if 2 * number > len(ids) and by_procedure.keys() >= all_procedures():
            break
        vector = suite.vectors[id]
        for name, ways in ways_of(vector).items():
            by_procedure[game_of(vector.game), name][id] = ways
    return {
        procedure: [suite.vectors[id] for id in covering(ways)]
        for procedure, ways in by_procedure.items()
    }


def covering(ways: dict[str, set[Way]]) -> list[str]:
    """A few that go every way together."""
    left: set[Way] = set().union(*ways.values())
    chosen = []
    while left:
        best = max(ways, key=lambda id: len(ways[id] & left))
        chosen.append(best)
        left -= ways[best]
    return chosen


# --- the tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_step_that_does_nothing_changes_nothing(game):
    procedures = {name for each, name in all_procedures() if each == game}
    assert {name for each, name in sample() if each == game} >= procedures, "not all are run"
    failed = []
    for (each, name), vectors in sample().items():
        if each != game:
            continue
        machines = list({id(m): m for m in map(machine_of, vectors)}.values())
        code = machines[0].code_number[name]
        for where in every_insertion(machines, code, places_of(game, name)):
            for vector in vectors:
                try:
                    walk(vector)
                except (Failed, Trouble) as error:
                    failed.append(f"{where}: {vector.id}: {error}")
    assert not failed, "\n".join(failed[:20])


def toy(jump: int | Place) -> tuple[Machine, tuple[Place, ...]]:
    """A procedure that notes and counts to three, going back by a number or to a place."""
    back = jump if isinstance(jump, Place) else Place()
    held = Locals()
    count = held.one()

    def go_back(machine: Machine, state: State, frame: Frame) -> None:
        frame[count] += 1
        if frame[count] < 3:
            frame[1] = jump.at if isinstance(jump, Place) else jump

    def note(machine: Machine, state: State, frame: Frame) -> None:
        state.log.append(("counted", (), -1, frame[count]))

    def stop(machine: Machine, state: State, frame: Frame) -> None:
        end(state, -1, "counted", ())

    procedures = Procedures()
    procedures.declare("count", note, back, note, go_back, stop, remembers=held)
    machine = Machine()
    machine.codes, machine.code_names = list(procedures.steps), procedures.names
    return machine, procedures.places[0]


def counted(machine: Machine) -> list[int]:
    """What the toy counts."""
    state = State()
    state.stack, state.waiting, state.log = [[0, 0, 0]], [], []
    state.pending, state.dirty, state.resolving = None, 0, 0
    run(machine, state)
    return [record[3] for record in state.log]


def test_a_jump_to_a_place_bears_it_and_one_by_a_number_is_caught():
    for jump, bears in ((Place(), True), (1, False)):
        machine, places = toy(jump)
        assert counted(machine) == [0, 0, 1, 2]
        told = []
        for where in every_insertion([machine], 0, places):
            told.append((where, counted(machine) == [0, 0, 1, 2]))
        assert all(same for _, same in told) is bears, told


def jumps_by_number(tree: ast.AST) -> list[int]:
    """The lines that set the step of a frame to anything but a place."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign):
            found += [node.lineno] if is_step(node.target) else []
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                found += [
                    part.lineno for part, value in parts(target, node.value) if by_hand(value)
                ]
    return found


def parts(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """What is assigned to the step of a frame, alone or among others."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=True)
        return [pair for pair in pairs if is_step(pair[0])]
    return [(target, value)] if is_step(target) else []


def is_step(target: ast.expr) -> bool:
    """Whether something is the second entry of a frame."""
    if not (isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Constant)):
        return False
    name = ast.unparse(target.value)
    return target.slice.value == 1 and ("frame" in name or "stack" in name)


def by_hand(value: ast.expr) -> bool:
    """Whether a step is given as anything but a place."""
    if isinstance(value, ast.IfExp):
        return by_hand(value.body) or by_hand(value.orelse)
    return not (isinstance(value, ast.Attribute) and value.attr == "at")


def test_nobody_writes_the_number_of_a_step():
    games = [path for path in ORACLE.rglob("*.py") if path.parent.name != "kernel"]
    found = {
        f"{path.relative_to(ORACLE)}:{line}"
        for path in games
        for line in jumps_by_number(ast.parse(path.read_text()))
    }
    assert not found
    planted = "frame[1] = 4\nframe[1] -= 1\nframe[2], frame[1] = 1, FIGHT\nframe[1] = FIGHT.at"
    assert jumps_by_number(ast.parse(planted)) == [1, 2, 3]
