"""The same campaign on a Dask cluster, where Dask is installed."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path

import pytest

from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.cluster import Cluster
from conformance.fuzz.rounds import Plan
from rules_dsl.errors import KaijuError

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
PLAN = Plan(f"exec:{sys.executable} {PLANTED} hunter-cannot-be-declined", "mindbug/first-contact")


def findings(crew):
    try:
        return list(Campaign(crew, Budget(games=40), lambda _: None).findings())
    finally:
        crew.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # Dask's own
def test_a_cluster_finds_the_same_as_one_process():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
    ) as cluster:
        found = findings(Cluster(PLAN, cluster.scheduler_address))
    assert found
    assert found == findings(Alone(PLAN))


def test_without_dask_the_user_is_told_how_to_get_it(monkeypatch):
    whole = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] == "distributed":
            raise ModuleNotFoundError(name=name)
        return whole(name, *rest, **more)

    monkeypatch.setattr("importlib.import_module", without)
    with pytest.raises(KaijuError) as told:
        Cluster(PLAN, "tcp://127.0.0.1:1")
    assert "pip install 'kaiju-rules[cluster]'" in str(told.value)


@pytest.mark.filterwarnings("ignore")
def test_an_address_where_nobody_answers_is_a_mistake_of_the_command(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("conformance.fuzz.cluster.SECONDS_TO_CONNECT", "1s")
    with pytest.raises(KaijuError, match="no cluster answers at"):
        Cluster(PLAN, "tcp://127.0.0.1:1")
