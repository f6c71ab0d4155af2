"""What misreadings do on vectors, exactly: they are judged just as the engine was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from attrs import evolve, frozen

from conformance.engines.watched import Watched
from conformance.judge.answers import answers_of_engine
from conformance.judge.compare import Difference
from conformance.judge.results import Result
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector
from conformance.mutants.catalogue import by_id
from conformance.mutants.misreader import misreader
from conformance.mutants.mutant import Mutant
from conformance.mutants.together import together
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import Hello
from rules_dsl.specification import load_specification

Misreadings = frozenset[str]
"""Ids of mutants that are in force at once."""


@frozen
class Shown:
    """What an engine shows on a vector: two that show the same cannot be told apart by it."""

    status: str
    step: int
    message: str
    differences: tuple[Difference, ...]
    waits: JsonObject | None = None
    """What it waits for: two that stand the same can still ask for different things."""

    @classmethod
    def by(cls, result: Result) -> Shown:
        """What a result says; that its failure was expected is no part of it."""
        status = {"xfail": "fail", "xpass": "pass"}.get(result.status, result.status)
        if status == "fail" and result.message.startswith("answered by itself"):
            status = "auto-choice"  # as an expected one was before
        waits = None if status == "pass" else result.waits
        return cls(status, result.step, result.message, result.differences, waits)


class Replays:
    """What misreadings show on the vectors of a run, each looked at once.

    The engine introduced itself with `hello` and plays by `options`; `vectors` are those it was
    judged by, as they were judged.
    """

    def __init__(
        self, vectors: Iterable[Vector], hello: Hello, options: Mapping[str, str] | None = None
    ) -> None:
        self.vectors = {vector.id: vector for vector in vectors}
        self._hello = hello
        self._options = dict(options or {})
        self._shown: dict[tuple[Misreadings, str], Shown | None] = {}

    def can_be_said(self, mutant: Mutant, vector: str) -> bool:
        """Whether the words of a misreading are true of a vector.

        They tell what an engine does instead of the default; where another answer to an option
        about the same rules is in force, doing the default is the misreading.
        """
        answers = answers_of_engine(self._hello, self.vectors[vector], self._options)
        return _answered_otherwise(tuple(sorted(answers.items()))).isdisjoint(mutant.rules)

    def shown(self, misreadings: Misreadings, ids: Iterable[str]) -> dict[str, Shown | None]:
        """What these misreadings show, all in force; None where they cannot be so at once."""
        wanted = [id for id in ids if id in self.vectors]
        missing = [id for id in wanted if (misreadings, id) not in self._shown]
        if missing:
            self._replay(misreadings, missing)
        return {id: self._shown[misreadings, id] for id in wanted}

    def _replay(self, misreadings: Misreadings, ids: list[str]) -> None:
        known = by_id()
        mutants = [known[id] for id in sorted(misreadings)]
        try:
            with misreader(together(mutants), self._hello, self._options) as engine:
                watched = Watched(engine)
                judge = Judge(watched, self._options)
                for result in judge.results(self.vectors[id] for id in ids):
                    seen = evolve(result, waits=watched.waits())
                    self._shown[misreadings, result.id] = Shown.by(seen)
        except LookupError:  # two of them exchange the same function of the oracle
            for id in ids:
                self._shown[misreadings, id] = None


@cache
def _answered_otherwise(answers: tuple[tuple[str, str], ...]) -> frozenset[str]:
    """The rules of all options that are not answered by their default."""
    options = load_specification().options
    return frozenset(
        rule
        for id, answer in answers
        if answer != options[id].default
        for rule in options[id].rules
    )
