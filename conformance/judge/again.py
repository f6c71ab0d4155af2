"""Failures tried once more, alone in a new process: what passes then depends on earlier games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from conformance.engines.interface import Engine
from conformance.judge.causes import Cause
from conformance.judge.results import HARMLESS, NOT_PLAYED, Result
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector
from rules_dsl.errors import KaijuError

CAUSES_TRIED = 24
"""Causes whose smallest vector is tried again; an engine with more has other troubles."""
MORE_TRIED = 3
"""Other vectors of a cause that are tried once its smallest has passed; of the rest it is
assumed that they go with those."""
SEARCHED = 3
"""Causes for which the games before are searched."""
TRIED_STATUSES = ("fail", "auto-choice", "crash", "protocol-error", "timeout")
TIMEOUTS_TRIED = 2
"""Each takes its time once more."""
LOOKED_BACK = 128
"""Games before a vector among which those are searched that bring its failure out."""

Fresh = Callable[[], Engine]
"""Starts the engine in a new process."""


class Again:
    """Tries failures of a run once more; `vectors` are those of the run in their order."""

    def __init__(
        self,
        fresh: Fresh,
        vectors: Sequence[Vector],
        results: Sequence[Result],
        options: Mapping[str, str] | None = None,
        known: Collection[str] = (),
    ) -> None:
        self._fresh = fresh
        self._options = options
        self._known = known
        played = {result.id for result in results if result.status not in NOT_PLAYED}
        self._played = [vector for vector in vectors if vector.id in played]

    def earlier(self, causes: Sequence[Cause]) -> dict[str, tuple[str, ...]]:
        """The failures that depend on earlier games, each with those that bring it out.

        They are few if they were found in time, else none: that it passes alone is certain.
        """
        found: dict[str, tuple[str, ...]] = {}
        searched = 0
        for cause in _worth_trying(causes):
            ids = [result.id for result in cause.results]
            if self._fails([], ids[0]):
                continue
            found[ids[0]] = ()
            if searched < SEARCHED:
                searched += 1
                found[ids[0]] = self._bringing_out(ids[0])
            tried = ids[1 : 1 + MORE_TRIED]
            alone = {id: self._fails([], id) for id in tried}
            assumed = [] if any(alone.values()) else ids[1 + MORE_TRIED :]
            found |= dict.fromkeys((*(id for id in tried if not alone[id]), *assumed), ())
        return found

    def _fails(self, before: Sequence[Vector], id: str) -> bool:
        """Whether a vector fails in a new process, after others."""
        (vector,) = (one for one in self._played if one.id == id)
        try:
            judge = Judge(self._fresh(), self._options, self._known)
            try:
                *_, last = judge.results([*before, vector])
            finally:
                judge.close()
        except KaijuError:
            return True  # it cannot be started any more
        return last.status not in HARMLESS

    def _bringing_out(self, id: str) -> tuple[str, ...]:
        """The games before a vector after which it fails; nothing if there are too many."""
        at = next(at for at, vector in enumerate(self._played) if vector.id == id)
        before: Sequence[Vector] = ()
        length = 1
        while not before:
            some = self._played[max(0, at - length) : at]
            if self._fails(some, id):
                before = some
            elif length >= min(at, LOOKED_BACK):
                return ()
            length *= 2
        return tuple(vector.id for vector in self._fewer(before, id))

    def _fewer(self, before: Sequence[Vector], id: str) -> Sequence[Vector]:
        """Half of the games again and again, as long as one half is enough."""
        while len(before) > 1:
            middle = len(before) // 2
            halves = before[:middle], before[middle:]
            enough = next((half for half in halves if self._fails(half, id)), None)
            if enough is None:
                return before
            before = enough
        return before


def _worth_trying(causes: Sequence[Cause]) -> list[Cause]:
    """Some causes of failures of the engine; what only expectations make is none."""
    tried = [cause for cause in causes if cause.smallest.status in TRIED_STATUSES]
    late = [cause for cause in tried if cause.smallest.status == "timeout"]
    return [cause for cause in tried if cause not in late[TIMEOUTS_TRIED:]][:CAUSES_TRIED]
