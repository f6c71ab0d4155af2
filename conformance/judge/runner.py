"""A run: every vector gets a verdict, whatever the engine does."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack

from attrs import evolve

from conformance.engines.interface import Engine, Trouble
from conformance.judge.blame import rules_involved
from conformance.judge.features import missing
from conformance.judge.fitting import fit
from conformance.judge.results import Result
from conformance.judge.rulebook import changed_rules
from conformance.judge.vector import Vector
from conformance.judge.walk import Failed, Walk
from conformance.protocol.messages import Hello

TRIES_TO_START = 2


class Judge:
    """Judges one engine; an engine that never says hello is not asked for ever.

    `options` are the answers that the engine has decided on, beside those it declares itself;
    `known` are misreadings that it is known to have: it is judged as if they were the rules.
    """

    def __init__(
        self,
        engine: Engine,
        options: Mapping[str, str] | None = None,
        known: Collection[str] = (),
    ) -> None:
        self._engine = engine
        self._options = dict(options or {})
        self._known = tuple(known)
        self._not_started = 0
        self._why: Trouble | None = None
        self.hello: Hello | None = None

    def results(self, vectors: Iterable[Vector]) -> Iterator[Result]:
        """The verdict on each vector, as it is found."""
        if self._known:
            yield from self._results_behind_what_is_known(vectors)
            return
        for vector in vectors:
            yield self._timed(vector)

    def _results_behind_what_is_known(self, vectors: Iterable[Vector]) -> Iterator[Result]:
        """The same by an oracle that misreads as the engine is known to."""
        from conformance.mutants.known import known, lifted  # misreadings take long to import

        with ExitStack() as misreading:
            game = ""
            for vector in vectors:
                if vector.game.partition("/")[0] != game:
                    game = vector.game.partition("/")[0]
                    misreading.close()
                    misreading.enter_context(known(self._known, vector.game))
                result = self._timed(vector)
                with lifted():
                    yield result

    def _timed(self, vector: Vector) -> Result:
        started = time.perf_counter()
        result = self._judge(vector)
        return evolve(result, seconds=time.perf_counter() - started)

    def close(self) -> None:
        """End the engine."""
        self._engine.close()

    def _judge(self, vector: Vector) -> Result:
        result = Result(
            vector.id, "pass", vector.title, vector.rule_ids, authority=vector.authority
        )
        if self._why is not None:
            return evolve(
                result, status=self._why.status, message=f"{self._why} (it was not tried again)"
            )
        walk: Walk | None = None
        try:
            self.hello = hello = self._engine.hello()
            self._not_started = 0
            reason = out_of_reach(vector, hello)
            if reason is not None:
                return evolve(result, status="unsupported", message=reason)
            fitted = fit(vector, hello, self._options, anew=bool(self._known))
            result = evolve(result, under=fitted.under)
            if fitted.vector is None:
                return evolve(result, status="not-applicable", message=fitted.reason)
            vector = fitted.vector
            walk = Walk(self._engine, hello, vector)
            walk.go()
            result = evolve(result, message=walk.note)
        except Trouble as trouble:
            self._remember(trouble)
            result = evolve(
                result, status=trouble.status, message=str(trouble), stderr=trouble.stderr
            )
        except Failed as failed:
            result = evolve(
                result,
                status=failed.status,
                message=str(failed),
                differences=failed.differences,
                rules=rules_involved(vector, walk.step if walk is not None else 0),
            )
        if walk is not None:
            result = evolve(result, script=tuple(walk.told), step=walk.step)
        return _with_suspicion(result, vector)

    def _remember(self, trouble: Trouble) -> None:
        if trouble.before_hello:
            self._not_started += 1
            if self._not_started >= TRIES_TO_START:
                self._why = trouble


def out_of_reach(vector: Vector, hello: Hello) -> str | None:
    """Why this engine cannot be judged by this vector, if so."""
    played = hello.plays(vector.game)
    if played is None:
        return f"the engine does not play {vector.game}"
    if vector.players is not None and not played.seats(vector.players):
        return f"the engine does not play {vector.game} with {vector.players}"
    if vector.cards and "card" not in hello.ops:
        return "the engine does not read card texts (`card`)"
    if vector.setup is not None and "setup" not in hello.ops:
        return "the engine does not stand positions up (`setup`)"
    if unknown := missing(played.features, vector.requires):
        return f"the engine does not know {', '.join(unknown)}"
    return None


def _with_suspicion(result: Result, vector: Vector) -> Result:
    """A verdict of a vector whose rules have changed since is no verdict on the engine."""
    if result.status not in ("pass", "fail", "auto-choice"):
        return result
    changed = changed_rules(vector)
    if not changed:
        return result
    was = "" if result.status == "pass" else f" (the engine: {result.message})"
    has = "has" if len(changed) == 1 else "have"
    return evolve(
        result,
        status="suspect",
        message=f"{', '.join(changed)} {has} changed or gone since the vector was made{was}",
    )
