"""Counting below a position of any engine: by its own `perft`, or step by step."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Engine, Trouble
from conformance.perft.positions import Origin
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Count, Frame, Next, Over, Rejected
from oracle.verbs.progress import Tell, silent


class Refused(Trouble):
    """An engine refused an answer that it had offered itself."""

    status = "fail"


def counts(
    engine: Engine,
    ops: Collection[str],
    origin: Origin,
    depth: int,
    path: Sequence[Answer] = (),
    tell: Tell = silent,
) -> list[Count]:
    """What an engine counts below the position that `path` leads to, in the best way it offers."""
    frame = reach(engine, origin, path)
    if "perft" in ops:
        return engine.perft(depth, tell) if type(engine) is InProcess else engine.perft(depth)
    if "snapshot" in ops:
        return walk(engine, frame, depth, tell)
    return _repeat(engine, frame, origin, list(path), depth, tell)


def reach(engine: Engine, origin: Origin, path: Iterable[Answer]) -> Frame:
    """Begin anew and give the answers of a path; forced decisions are no part of it."""
    frame = settled(engine, origin.begin(engine))
    for given in (*origin.script, *path):
        frame = settled(engine, answered(engine, frame, given))
    return frame


def settled(engine: Engine, frame: Frame) -> Frame:
    """Where an engine stands once everything that is forced has been answered."""
    while not isinstance(frame.next, Over) and frame.next.legal.is_forced:
        frame = answered(engine, frame, frame.next.legal.only())
    return frame


def answered(engine: Engine, frame: Frame, given: Answer) -> Frame:
    """Where an engine stands after an answer that it offers."""
    if isinstance(frame.next, Over):
        raise Refused("the game is over, and should go on")
    told = engine.apply(frame.next.id, given)
    if isinstance(told, Rejected):
        because = f": {told.message}" if told.message else ""
        raise Refused(f"refused {given} ({told.code}{because}), which it offered itself")
    return told


def walk(engine: Engine, frame: Frame, depth: int, tell: Tell = silent) -> list[Count]:
    """Count with `snapshot` and `restore`; the engine ends up where it stood."""
    found = [Count() for _ in range(depth + 1)]
    _walk(engine, settled(engine, frame), 0, depth, found, tell)
    return found


def _walk(
    engine: Engine, frame: Frame, at: int, depth: int, found: list[Count], tell: Tell
) -> None:
    found[at] += one(frame.next)
    tell()
    if at == depth or isinstance(frame.next, Over):
        return
    here = engine.snapshot()
    for given in frame.next.legal:
        _walk(engine, settled(engine, answered(engine, frame, given)), at + 1, depth, found, tell)
        frame = engine.restore(here)


def _repeat(
    engine: Engine, frame: Frame, origin: Origin, path: list[Answer], depth: int, tell: Tell
) -> list[Count]:
    """Count by beginning anew for every branch: slow, and possible with every engine."""
    found = [Count() for _ in range(depth + 1)]
    found[0] = one(frame.next)
    tell()
    if depth and not isinstance(frame.next, Over):
        for given in frame.next.legal:
            branch = [*path, given]
            there = reach(engine, origin, branch)
            below = _repeat(engine, there, origin, branch, depth - 1, tell)
            for at, count in enumerate(below, 1):
                found[at] += count
    return found


def one(pending: Next) -> Count:
    """The count of a single position."""
    if isinstance(pending, Over):
        return Count(over=1)
    return Count(chance=1) if isinstance(pending, Chance) else Count(players=1)


def deep_enough(counts: Sequence[Count], positions: int) -> int:
    """The greatest depth down to which there are at most so many positions in all."""
    total = 0
    for depth, count in enumerate(counts):
        total += count.nodes
        if total > positions:
            return max(depth - 1, 0)
    return len(counts) - 1
