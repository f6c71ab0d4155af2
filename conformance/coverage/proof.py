"""Whether rulings are tied to what proves them, so that the opposite answer would not pass."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from conformance.replay.replay import Replay
from conformance.scenario.printer import print_fact, print_line
from rules_dsl.rules_text import Ruling


def why_not_proved(ruling: Ruling, replays: Mapping[str, Replay]) -> Iterator[str]:
    """What keeps the scenarios of a ruling from proving its answer, a sentence each.

    Its scenarios are the one it names and those that name it.
    """
    if ruling.scenario is None:
        yield "no scenario proves it"
        return
    if ruling.scenario not in replays:
        yield f"its scenario {ruling.scenario} does not exist"
        return
    naming = [each for each in replays.values() if each.scenario.ruling == ruling.id]
    shown = [replays[ruling.scenario], *naming]
    failed = [each.scenario.id for each in shown if not each.counts]
    if failed:
        yield f"its scenario {failed[0]} does not pass"
        return
    yield from _lines(ruling, shown)
    yield from _rules(ruling, shown)


def _lines(ruling: Ruling, shown: Sequence[Replay]) -> Iterator[str]:
    if not ruling.proof:
        yield f"no line proves it: name those of {ruling.scenario} that do in :proof:"
        return
    stand = {line for each in shown for line in lines_of(each)}
    for line in ruling.proof:
        if line not in stand:
            yield f"`{line}`, which is to prove it, does not stand in {ruling.scenario}"
    if not set(ruling.proof) & set(lines_of(shown[0])):
        yield f"no line of {ruling.scenario} is named in :proof:"


def lines_of(replay: Replay) -> list[str]:
    """What a scenario says: its steps and checks, and what is true in the end."""
    scenario = replay.scenario
    return [*map(print_line, scenario.when), *map(print_fact, scenario.then)]


def _rules(ruling: Ruling, shown: Sequence[Replay]) -> Iterator[str]:
    fired = frozenset[str]().union(*(each.fired for each in shown))
    for rule in ruling.rules:
        if rule not in fired:
            yield f"{rule} does not fire in {ruling.scenario}: name it in :does-not-apply:"
    for rule in ruling.does_not_apply:
        if rule in fired:
            yield f"{rule} is said not to apply, but it fires in {ruling.scenario}"
