"""Every vector as a test: `pytest --pyargs conformance --engine "exec:COMMAND" -k MB-7QK4X2`."""

from __future__ import annotations

import pytest

from conformance.engines.interface import Engine
from conformance.expectations import Expectation, judged
from conformance.judge.compare import show
from conformance.judge.report import board
from conformance.judge.results import Result
from conformance.judge.rulebook import rule_texts
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector, load_vectors
from conformance.plugin import chosen
from conformance.reports.cases import reproduce
from rules_dsl.errors import KaijuError


class Known(Exception):
    """The engine fails as its kaiju.toml says."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each vector; what kaiju.toml expects to fail is marked so, strictly."""
    if "vector" not in metafunc.fixturenames:
        return
    _, config = chosen(metafunc.config)
    vectors = [v for v in load_vectors() if config.ruleset in (None, v.game)]
    metafunc.parametrize(
        ("vector", "expected"), [_case(vector, config.expectation(vector)) for vector in vectors]
    )


def _case(vector: Vector, expected: Expectation | None) -> object:
    name = f"{vector.id} {vector.title}"
    if expected is None or expected.status == "pass":
        return pytest.param(vector, None, id=name)
    why = expected.reason or expected.issue or f"kaiju.toml expects {expected.status}"
    known = pytest.mark.xfail(strict=True, raises=Known, reason=why)
    return pytest.param(vector, expected, id=name, marks=known)


@pytest.fixture(scope="session")
def judge(engine: Engine, pytestconfig: pytest.Config) -> Judge:
    """The judge of that engine; it does not start anew an engine that never says hello."""
    return Judge(engine, chosen(pytestconfig)[1].options)


def test_vector(
    vector: Vector, expected: Expectation | None, judge: Judge, pytestconfig: pytest.Config
) -> None:
    try:
        result = judged(next(judge.results([vector])), expected)
    except KaijuError as error:
        pytest.exit(str(error), returncode=pytest.ExitCode.USAGE_ERROR)
    if result.status == "xfail":
        raise Known(result.message)
    if result.status in ("skip", "unsupported"):
        pytest.skip(f"{result.status}: {result.message}")
    if result.status not in ("pass", "xpass"):  # xpass fails by the mark, which is strict
        pytest.fail(told(result, vector, chosen(pytestconfig)[0]), pytrace=False)


def told(result: Result, vector: Vector, engine_name: str) -> str:
    """A failure as `kaiju run` tells it."""
    lines = [f"{result.status.upper()} {vector.id}  {vector.title}"]
    lines += [f"  {rule}  {text}" for rule, text in rule_texts(result.rules)]
    lines += [f"  {line}" for line in board(vector)]
    if result.script:
        lines.append(f"  so far: {' ; '.join(result.script)}")
    lines.append(f"  {result.message}")
    for found in result.differences:
        lines.append(f"  - {found.place}  want {show(found.want)}  got {show(found.got)}")
    lines += [f"  stderr | {line}" for line in result.stderr.splitlines()]
    lines += [f"  reproduce: {command}" for command in reproduce(vector.id, vector, engine_name)]
    return "\n".join(lines)
