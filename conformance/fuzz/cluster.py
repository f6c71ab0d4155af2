"""Rounds on a Dask cluster: the same campaign, played by whoever the cluster has."""

from __future__ import annotations

import importlib
from typing import Any

from conformance.fuzz.rounds import OnWay, Plan, Player, Round, Task
from rules_dsl.errors import KaijuError

SECONDS_TO_CONNECT = "10s"


class Cluster:
    """The workers of a scheduler; they need Kaiju and the engine's command, and nothing else."""

    def __init__(self, plan: Plan, address: str) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ModuleNotFoundError:
            raise KaijuError(
                "a cluster needs Dask's `distributed`, which is not installed",
                remedy="Install it: pip install 'kaiju-rules[cluster]'",
            ) from None
        self._plan = plan
        self.on_way: OnWay = lambda _: None  # a cluster says nothing before a round is done
        try:
            self._client: Any = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise KaijuError(
                f"no cluster answers at {address}: {error}",
                remedy="Write the address of its scheduler, such as tcp://10.0.0.1:8786.",
            ) from None
        self.size = max(1, len(self._client.scheduler_info()["workers"]))
        self._rounds: Any = distributed.as_completed([])

    def start(self, task: Task) -> None:
        """Send a round to the cluster."""
        self._rounds.add(self._client.submit(play_round, self._plan, task, pure=False))

    def finished(self) -> Round:
        """The next round that is done."""
        return Round.from_json(next(self._rounds).result())

    def close(self) -> None:
        """Leave the cluster; what still runs there is cancelled."""
        self._client.cancel(list(self._rounds.futures))
        self._client.close()


def play_round(plan: Plan, task: Task) -> dict[str, Any]:
    """One round with an engine of its own, which is ended with it."""
    subject = plan.subject()
    try:
        return Player(plan, subject).play(task).to_json()
    finally:
        subject.close()
