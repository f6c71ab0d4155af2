"""The same campaign on a Dask cluster, where Dask is installed."""

from __future__ import annotations

import builtins
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from conformance.fuzz.campaign import Alone, Budget, Campaign, Deserted
from conformance.fuzz.cluster import Cluster, play_round
from conformance.fuzz.plan import Plan
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


# ------------------------------------------------------------------ clusters that fall apart


class Future:
    """A round on a cluster: done at once, never, or forgotten."""

    def __init__(self, status, value=None):
        self.status = status
        self.value = value

    def done(self):
        return self.status != "pending"

    def result(self):
        return self.value


class Client:
    """A cluster that plays one round and then falls apart in its own way."""

    def __init__(self, way):
        self.way = way
        self.status = "running"
        self.played = 0

    def scheduler_info(self):
        if self.played and self.way == "closes":
            raise OSError("connection refused")
        return {"workers": {} if self.played else {"w": 1}}

    def submit(self, play, plan, task, pure):
        if self.played:
            self.status = "connecting" if self.way == "vanishes" else "running"
            return Future("cancelled" if self.way == "forgets" else "pending")
        self.played += 1
        return Future("finished", play_round(PLAN, task))

    def cancel(self, futures):
        raise OSError("nobody is there")

    def close(self, timeout):
        pass


@pytest.fixture
def falling_apart(monkeypatch):
    """A cluster of Dask that is none."""

    def fall(way):
        def wait(futures, timeout, return_when):
            time.sleep(0.01)
            raise TimeoutError

        dask = SimpleNamespace(
            Client=lambda address, timeout: Client(way), wait=wait, KilledWorker=MemoryError
        )
        monkeypatch.setitem(sys.modules, "distributed", dask)
        return Cluster(PLAN, "tcp://somewhere")

    return fall


def ending(crew, budget):
    campaign = Campaign(crew, budget, lambda _: None)
    with pytest.raises(KaijuError) as told:
        list(campaign.findings())
    campaign.stop()
    crew.close()
    return campaign.figures, told.value


@pytest.mark.parametrize("way", ["closes", "vanishes", "forgets"])
def test_a_scheduler_that_dies_is_an_error_with_what_was_found(falling_apart, way):
    figures, error = ending(falling_apart(way), Budget(games=60))
    assert figures.games == 20
    assert figures.findings
    assert not isinstance(error, Deserted)
    assert "the scheduler of the cluster at tcp://somewhere is gone" in str(error)


@pytest.mark.parametrize("budget", [Budget(seconds=5), Budget(games=60)])
def test_a_campaign_without_workers_ends_when_its_time_is_over(falling_apart, monkeypatch, budget):
    monkeypatch.setattr("conformance.fuzz.cluster.SECONDS_WITHOUT_WORKERS", 0.1)
    figures, error = ending(falling_apart("loses its workers"), budget)
    assert figures.findings
    assert isinstance(error, Deserted)
    assert "has lost all its workers" in str(error)


@pytest.mark.parametrize("way", ["closes", "loses its workers"])
def test_the_verb_tells_what_was_found_and_why_it_ended(
    falling_apart, monkeypatch, kaiju, tmp_path, way
):
    monkeypatch.setattr("conformance.fuzz.cluster.SECONDS_WITHOUT_WORKERS", 0.1)
    naming = "conformance.fuzz.misreading.Namer.named"  # takes seconds, and is tested elsewhere
    monkeypatch.setattr(naming, lambda _, found, deadline: found)
    falling_apart(way)
    done = kaiju(
        *("fuzz", "--engine", PLAN.engine, "--games", "60", "--cluster", "tcp://somewhere"),
        *("--corpus", tmp_path),
    )
    assert "DIFFERENCE" in done.stdout
    assert "stopped: 1 finding" in done.stdout
    assert "the cluster at tcp://somewhere" in done.stderr
    assert done.exit_code == (2 if way == "closes" else 1)
    assert len(list(tmp_path.glob("*.json"))) == 1
