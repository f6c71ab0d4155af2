"""Down to the first wrong branch: where an engine and the oracle count differently, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from attrs import field, frozen

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Engine, Trouble
from conformance.engines.rulesets import number_of_players, ordered_lists, ruleset
from conformance.judge.compare import Difference, differences, kept_differences
from conformance.judge.reference import same_next
from conformance.judge.walk import describe, legal_differences
from conformance.perft.positions import Origin
from conformance.perft.walk import counts, reach
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Count, Frame, Over
from conformance.protocol.words import kept
from oracle.verbs.board import picture
from oracle.verbs.progress import Tell, silent

NOT_AS_IT_PLAYS = (
    "every branch agrees: what the engine counts is not what it plays, its own `perft` is wrong"
)


@frozen
class Branch:
    """One answer and what both count below it; an engine in trouble counts nothing."""

    answer: Answer
    wanted: list[Count]
    counted: list[Count] | None
    trouble: str = ""

    @property
    def differs(self) -> bool:
        return self.counted != self.wanted


@frozen
class Fork:
    """A position on the way down: what it waits for, and its branches as far as compared."""

    pending: str
    who: str
    depth: int
    branches: tuple[Branch, ...]


@frozen
class Division:
    """What was found: nothing when both count the same."""

    wanted: list[Count]
    counted: list[Count] | None
    forks: tuple[Fork, ...] = ()
    path: tuple[tuple[str, Answer], ...] = ()
    message: str = field(default="", converter=kept)
    differences: tuple[Difference, ...] = field(default=(), converter=kept_differences)
    state: JsonObject = field(factory=dict)
    picture: tuple[str, ...] = ()
    """What the game draws of the position, where words do not show it."""

    @property
    def agrees(self) -> bool:
        return not self.message


def divide(
    engine: Engine, ops: Collection[str], origin: Origin, depth: int, tell: Tell = silent
) -> Division:
    """Compare the counts below a position and follow the first branch that differs."""
    oracle = InProcess()
    known = oracle.hello().ops
    wanted = counts(oracle, known, origin, depth, tell=tell)
    counted, trouble = _counted(engine, ops, origin, depth, [])
    if wanted == counted:
        return Division(wanted, counted)
    left = first_difference(wanted, counted)
    forks: list[Fork] = []
    path: list[tuple[str, Answer]] = []
    while True:
        answers = [answer for _, answer in path]
        right = reach(oracle, origin, answers)
        state = oracle.state()
        message, found = _compare(engine, ops, origin, answers, right, state)
        if not message and not isinstance(right.next, Over) and left:
            branches = _branches(oracle, known, engine, ops, origin, answers, right, left - 1)
            forks.append(Fork(describe(right.next), right.next.who, left, branches))
            if branches and branches[-1].differs:
                wrong = branches[-1]
                path.append((right.next.who, wrong.answer))
                trouble = wrong.trouble
                left = first_difference(wrong.wanted, wrong.counted)
                continue
        message = message or trouble or NOT_AS_IT_PLAYS
        drawn = tuple(_picture(oracle, origin))
        way = tuple(forks), tuple(path)
        return Division(wanted, counted, *way, message, tuple(found), state, drawn)


def _picture(oracle: Engine, origin: Origin) -> list[str]:
    """What the game draws of where the oracle stands."""
    players = number_of_players(origin.game, origin.setup) if origin.setup else origin.players
    rules = ruleset(origin.game, origin.options, origin.cards, players=players)
    return picture(rules.restore(oracle.snapshot()["position"]))


def first_difference(wanted: Sequence[Count], counted: Sequence[Count] | None) -> int:
    """The least depth at which two counts differ; the greatest when nothing was counted."""
    pairs = zip(wanted, counted or (), strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), len(wanted) - 1)


def _branches(
    oracle: Engine,
    known: Collection[str],
    engine: Engine,
    ops: Collection[str],
    origin: Origin,
    path: list[Answer],
    frame: Frame,
    depth: int,
) -> tuple[Branch, ...]:
    """The branches of a position in order, up to the first that differs."""
    assert not isinstance(frame.next, Over)
    found: list[Branch] = []
    for answer in frame.next.legal:
        wanted = counts(oracle, known, origin, depth, [*path, answer])
        found.append(Branch(answer, wanted, *_counted(engine, ops, origin, depth, [*path, answer])))
        if found[-1].differs:
            break
    return tuple(found)


def _counted(
    engine: Engine, ops: Collection[str], origin: Origin, depth: int, path: Sequence[Answer]
) -> tuple[list[Count] | None, str]:
    """What an engine counts, or what it does instead."""
    try:
        return counts(engine, ops, origin, depth, path), ""
    except Trouble as trouble:
        return None, f"{trouble.status}: {trouble}"


def _compare(
    engine: Engine,
    ops: Collection[str],
    origin: Origin,
    path: list[Answer],
    right: Frame,
    state: JsonObject,
) -> tuple[str, list[Difference]]:
    """How the engine stands otherwise than the oracle at the end of a path.

    What stands otherwise comes first: it is often the cause of what is offered otherwise.
    """
    try:
        frame = reach(engine, origin, path)
        shown = engine.state() if "state" in ops else frame.state
    except Trouble as trouble:
        return f"{trouble.status}: {trouble}", []
    found = []
    if shown is not None:
        found = differences(state, shown, ordered=partial(ordered_lists, origin.game))
    if same_next(right.next, frame.next):
        return ("the game stands otherwise" if found else ""), found
    message = f"waits for {describe(frame.next)}, not for {describe(right.next)}"
    if not isinstance(right.next, Over) and not isinstance(frame.next, Over):
        if (right.next.who, right.next.kind) == (frame.next.who, frame.next.kind):
            message = f"offers {right.next.who} something else ({right.next.kind})"
        found += legal_differences(right.next.legal, frame.next.legal)
    return message, found
