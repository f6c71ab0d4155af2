"""Follows what a script leaves open: every outcome that can come of it, equal ones together."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from attrs import define, field

from conformance.scenario.answers import (
    NATURE,
    answer_of,
    fits,
    say_answer,
    say_decision,
    say_offers,
)
from conformance.scenario.cast import Cast, Misnamed
from conformance.scenario.face import (
    Decision,
    Event,
    Json,
    Position,
    every_answer,
    is_forced,
)
from conformance.scenario.game import Game
from conformance.scenario.model import PEOPLE, Line, Step
from conformance.scenario.player import is_legal, play_line
from conformance.scenario.printer import print_line
from conformance.scenario.run import Failure, Run
from rules_dsl.errors import KaijuError

OF_ONE_PLAYER = ("reroll",)
"""Decisions that nobody else makes while one player has them to make."""


@define
class Ending:
    """One distinct outcome and the ways to it."""

    position: Position
    events: tuple[Event, ...]
    leftover: tuple[Step, ...]
    ways: list[tuple[str, ...]] = field(factory=list)


@define
class Endings:
    """Everything that can follow, as far as it was followed."""

    found: dict[str, Ending] = field(factory=dict)
    visited: int = 0
    cut_short: bool = False

    def never_done(self) -> Step | None:
        """A step of the script that happens in no outcome, of those that are known."""
        left = [ending.leftover for ending in self.found.values()]
        return max(left, key=len)[0] if left and all(left) else None


@define
class _Branch:
    position: Position
    steps: tuple[Step, ...]
    way: tuple[str, ...]
    events: tuple[Event, ...]
    answered: int


def play_until_open(run: Run) -> tuple[Step, ...]:
    """Do the lines of a question up to its first open decision; the steps left over."""
    lines = list(run.scenario.when)
    while lines and not _is_open(run, lines[0]):
        play_line(run, lines)
    _expect_own_decision(run, lines)
    for line in lines:
        if not isinstance(line, Step):
            raise KaijuError(
                f"`{print_line(line)}` stands after a decision that the script leaves open",
                place=str(line.place),
                remedy="answer every decision before it, or leave it out",
            )
    apart = run.cast.game.apart or (lambda step: (step,))
    return tuple(one for line in lines if isinstance(line, Step) for one in apart(line))


def _expect_own_decision(run: Run, lines: list[Line]) -> None:
    """Refuse a line that does for one player what only another can do now."""
    decision = run.position.decision
    if not lines or not isinstance(lines[0], Step) or decision is None:
        return
    step = lines[0]
    kinds = run.cast.game.verb(step.act.verb).kinds
    if decision.kind in OF_ONE_PLAYER and decision.kind in kinds:
        raise Failure(
            f"`{print_line(step)}`, but the game waits for {say_decision(decision, run.cast)}; "
            f"{say_offers(decision, run.cast)}",
            step.place,
        )


def _is_open(run: Run, line: Line) -> bool:
    """Whether the game waits for an answer that the line does not give."""
    game = run.cast.game
    if not isinstance(line, Step) or (line.act.verb in game.several and game.apart is None):
        return False
    while run.position.decision is not None:
        if fits(line.seat, line.act, run.position.decision, game):
            return False
        if not run.pass_over():
            return True
    return False


def explore(
    run: Run,
    steps: tuple[Step, ...] = (),
    depth: int | None = None,
    limit: int = 2000,
    progress: Callable[[int], None] = lambda visited: None,
) -> Endings:
    """Answer the steps where they fit and try every answer where none does.

    Without a depth it goes on until the next turn action, or what comes before it in a later turn
    (or the end of the game); with one it goes on for so many open decisions. After `limit`
    positions it stops and says so.
    """
    endings = Endings()
    branches = [_Branch(run.position, steps, (), (), len(run.moves))]
    turn = run.position.projection()["turn"]
    while branches:
        if endings.visited >= limit:
            endings.cut_short = True
            break
        branch = branches.pop()
        endings.visited += 1
        progress(endings.visited)
        if _is_ending(branch, run.cast.game, depth, turn):
            _note(endings, branch)
        else:
            branches += reversed(_follow(branch, run.cast))
    return endings


def _is_ending(branch: _Branch, game: Game, depth: int | None, turn: str) -> bool:
    decision = branch.position.decision
    if decision is None:
        return True
    if depth is not None:
        forced = is_forced(decision, game.own_acts)
        return not branch.steps and len(branch.way) >= depth and not forced
    steps_apply = branch.steps and fits(branch.steps[0].seat, branch.steps[0].act, decision, game)
    if steps_apply or not branch.answered:
        return False
    return game.rests(decision, branch.position.projection()["turn"] != turn)


def _follow(branch: _Branch, cast: Cast) -> list[_Branch]:
    decision = branch.position.decision
    assert decision is not None
    cast.follow(branch.position)
    if branch.steps:
        step = branch.steps[0]
        if fits(step.seat, step.act, decision, cast.game):
            do = _scripted(step, decision, cast)
            if do is not None and is_legal(decision, do):
                return [_after(branch, do, branch.steps[1:], branch.way)]
    return [
        _after(branch, dict(do), branch.steps, branch.way + _said(branch, dict(do), cast))
        for do in _different(decision, branch.steps, cast)
    ]


def _scripted(step: Step, decision: Decision, cast: Cast) -> Json | None:
    """The answer of a step, or None where a card of it is called otherwise in this branch."""
    try:
        return answer_of(step.act, decision, cast, step.place)
    except Misnamed:
        return None


def _different(decision: Decision, steps: tuple[Step, ...], cast: Cast) -> Iterator[Json]:
    """Every answer; of the cards that chance can turn up, only one of those that are alike."""
    named = {str(ref) for step in steps for ref in step.act.cards}
    seen: set[str] = set()
    for do in every_answer(decision):
        handle = next(iter(do.values())) if decision.seat == NATURE and len(do) == 1 else None
        if isinstance(handle, str) and cast.is_filler(handle) and cast.name(handle) not in named:
            if cast.cards[handle] in seen:
                continue
            seen.add(cast.cards[handle])
        yield do


def _said(branch: _Branch, do: Json, cast: Cast) -> tuple[str, ...]:
    decision = branch.position.decision
    assert decision is not None
    if is_forced(decision, cast.game.own_acts):
        return ()
    return (f"{PEOPLE[decision.seat]}: {say_answer(decision.kind, do, cast)}",)


def _after(branch: _Branch, do: Json, steps: tuple[Step, ...], way: tuple[str, ...]) -> _Branch:
    position, events = branch.position.apply(do)
    return _Branch(position, steps, way, (*branch.events, *events), branch.answered + 1)


def _note(endings: Endings, branch: _Branch) -> None:
    """Merge outcomes that are the same, also in what is still to come: turns promised, say."""
    position = branch.position
    key = position.digest()  # all that counts of a game that is over
    if position.over is None:
        held = {**position.save()["state"], "number": 0}  # how many decisions it took
        key = json.dumps(held, sort_keys=True)
    key += f" {len(branch.steps)}"
    ending = endings.found.get(key)
    if ending is None:
        ending = endings.found[key] = Ending(branch.position, branch.events, branch.steps)
    ending.ways.append(branch.way)
