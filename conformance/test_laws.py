"""Every law as a test: `pytest --pyargs conformance --engine "exec:COMMAND" -k MB-KCTY5M`."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.engines.interface import Engine
from conformance.judge.runner import Judge
from conformance.laws.fitting import fitted_to
from conformance.laws.running import judge as judge_law
from conformance.laws.shelf import list_laws, one_law
from conformance.laws.vectors import as_vectors, vectors_of
from conformance.plugin import ORACLE, chosen
from conformance.scenario.loading import cached_load

OF_THE_ORACLE = 8
"""Instances of a law that the oracle is judged by here; `kaiju laws` draws forty. Of 2,120
misreadings on record that laws notice, eight instances notice 2,086, twelve 2,094."""

OF_AN_ENGINE = 10
"""Instances of a law that an engine other than the oracle is judged by here."""

HARMLESS = ("pass", "skip", "unsupported", "not-applicable")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each law of the ruleset that is judged."""
    laws = list(list_laws())
    named = [f"{id} {title}" for _, id, title in laws]
    metafunc.parametrize(("file", "id"), [(file, id) for file, id, _ in laws], ids=named)


def test_law(file: Path, id: str, engine: Engine, pytestconfig: pytest.Config) -> None:
    law = one_law(file, id)
    name, config = chosen(pytestconfig)
    if name == ORACLE:
        verdict = judge_law(law, cached_load, OF_THE_ORACLE)
        assert not verdict.problems, "\n".join(verdict.problems)
        told = [f"with {each.instance}: {'; '.join(each.messages)}" for each in verdict.failures]
        assert not told, "\n".join(told)
        return
    played = [config.ruleset] if config.ruleset else list(engine.hello().games)
    fitting = fitted_to([law], played, cached_load)
    if not fitting:
        pytest.skip(f"the engine does not play {law.ruleset}")
    law = fitting[0]
    vectors = as_vectors([said for _, said in vectors_of(law, OF_AN_ENGINE)], str(law.place))
    results = list(Judge(engine, config.options, config.known).results(vectors))
    failed = [each for each in results if each.status not in HARMLESS]
    assert not failed, "\n".join(f"{each.title}: {each.message}" for each in failed)
    if all(each.status != "pass" for each in results):
        pytest.skip(results[0].message)
