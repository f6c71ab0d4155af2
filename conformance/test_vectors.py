"""Every vector as a test: `pytest --pyargs conformance --engine "exec:COMMAND" -k MB-7QK4X2`."""

from __future__ import annotations

import pytest

from conformance.engines.interface import Engine
from conformance.expectations import Config, Expectation, judged
from conformance.judge.compare import show
from conformance.judge.report import board
from conformance.judge.results import Result
from conformance.judge.rulebook import rule_texts
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector
from conformance.judge.vector_files import Listed, list_vectors
from conformance.plugin import chosen
from conformance.reports.cases import reproduce
from rules_dsl.errors import KaijuError


class Known(Exception):
    """The engine fails as its kaiju.toml says."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each vector; what kaiju.toml expects to fail is marked so, strictly."""
    if "listed" not in metafunc.fixturenames:
        return
    _, config = chosen(metafunc.config)
    listed = [each for each in list_vectors() if config.ruleset in (None, each.game)]
    metafunc.parametrize(("listed", "expected"), [_case(each, config) for each in listed])


def _case(listed: Listed, config: Config) -> object:
    name = f"{listed.id} {listed.title}"
    expected = config.expectation(listed.read()) if config.expectations else None
    if expected is None or expected.status == "pass":
        return pytest.param(listed, None, id=name)
    why = expected.reason or expected.issue or f"kaiju.toml expects {expected.status}"
    known = pytest.mark.xfail(strict=True, raises=Known, reason=why)
    return pytest.param(listed, expected, id=name, marks=known)


@pytest.fixture(scope="session")
def judge(engine: Engine, pytestconfig: pytest.Config) -> Judge:
    """The judge of that engine; it does not start anew an engine that never says hello."""
    return Judge(engine, chosen(pytestconfig)[1].options, chosen(pytestconfig)[1].known)


def test_vector(
    listed: Listed, expected: Expectation | None, judge: Judge, pytestconfig: pytest.Config
) -> None:
    vector = listed.read()
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
