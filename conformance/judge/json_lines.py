"""The report for tools: JSON Lines, one object a vector, the summary last."""

from __future__ import annotations

import json
from collections.abc import Callable

from conformance.judge.results import Result, Summary
from conformance.judge.vector import Vector


class JsonLines:
    """Gives each result as it comes to `write`, a line at a time."""

    def __init__(self, write: Callable[[str], object], timing: bool = False) -> None:
        self._write = write
        self._timing = timing

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def result(self, result: Result, vector: Vector) -> None:
        self._write(json.dumps(result.to_json(self._timing)))

    def searching(self, what: str) -> None:
        """Tools need not know what takes so long."""

    def summary(self, summary: Summary) -> None:
        self._write(json.dumps(summary.to_json()))
