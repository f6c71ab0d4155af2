"""What both dice games claim of their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from conformance.engines.rulesets import pool
from conformance.properties.choices import Choices
from conformance.properties.table import Table
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Over

Piles = Callable[[JsonObject], dict[str, list[str]]]
"""Every place of a state with the handles in it."""


def pieces_are_conserved(table: Table, choices: Choices, piles: Piles) -> None:
    """Every piece is in exactly one place, and none appears or vanishes: in a game from its start
    there is all that is in the box."""
    from_start = bool(choices.below(2))
    first = table.start() if from_start else table.begin(choices)
    known = _once_each(piles(table.engine.state()))
    if from_start:
        assert known == {card["h"] for card in pool(table.game, {}, ())}
    for _ in table.moves(first, choices):
        now = _once_each(piles(table.engine.state()))
        assert now == known, f"pieces appeared or vanished: {now ^ known}"


def _once_each(found: dict[str, list[str]]) -> set[str]:
    counted = Counter(handle for handles in found.values() for handle in handles)
    twice = [handle for handle, count in counted.items() if count > 1]
    assert not twice, f"{twice} are in two places at once"
    return set(counted)


def paid_sweeps(table: Table, choices: Choices) -> Iterator[tuple[JsonObject, JsonObject]]:
    """The positions before and after each sweep of a game, which costs 2 energy."""
    for before, move, state in table.changes(choices):
        if isinstance(move.after.next, Over):
            return
        if "sweep" in move.answer:
            energy = [each["players"][move.pending.who]["energy"] for each in (before, state)]
            assert energy[0] - energy[1] == 2, f"a sweep changed energy {energy}"
            yield before, state
