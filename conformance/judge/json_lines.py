"""The report for tools: JSON Lines, one object a vector, the summary last."""

from __future__ import annotations

import json

import click

from conformance.judge.results import Result, Summary
from conformance.judge.vector import Vector


class JsonLines:
    """Writes each result as it comes."""

    def __init__(self, timing: bool = False) -> None:
        self._timing = timing

    def __enter__(self) -> JsonLines:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def result(self, result: Result, vector: Vector) -> None:
        click.echo(json.dumps(result.to_json(self._timing)))

    def summary(self, summary: Summary) -> None:
        click.echo(json.dumps(summary.to_json()))
