"""Rounds on a Dask cluster: the same campaign, played by whoever the cluster has."""

from __future__ import annotations

import contextlib
import importlib
import logging
import time
from typing import Any, NoReturn

from conformance.fuzz.campaign import Deserted
from conformance.fuzz.plan import Plan
from conformance.fuzz.rounds import OnWay, Player, Round, Task
from rules_dsl.errors import KaijuError

SECONDS_TO_CONNECT = "10s"
SECONDS_TO_LEAVE = 2.0
LOUD = ("distributed", "distributed.client", "distributed.core", "tornado.application", "asyncio")
SECONDS_BETWEEN_LOOKS = 1.0
"""How often is looked who is still there while no round comes in."""
SECONDS_WITHOUT_WORKERS = 60.0
"""How long new workers are waited for by a campaign that has no end of its own."""


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
        self._address = address
        self._distributed = distributed
        self._deadline: float | None = None
        self.on_way: OnWay = lambda _: None  # a cluster says nothing before a round is done
        try:
            self._client: Any = distributed.Client(address, timeout=SECONDS_TO_CONNECT)
        except (OSError, ValueError) as error:
            raise KaijuError(
                f"no cluster answers at {address}: {error}",
                remedy="Write the address of its scheduler, such as tcp://10.0.0.1:8786.",
            ) from None
        for name in LOUD:  # what they would log when a cluster falls apart is told in one sentence
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.size = max(1, len(self._client.scheduler_info()["workers"]))
        self._rounds: list[Any] = []  # Any: futures of Dask, which is not always there

    def start(self, task: Task) -> None:
        """Send a round to the cluster."""
        if task.seconds is not None:
            self._deadline = time.monotonic() + task.seconds
        try:
            self._rounds.append(self._client.submit(play_round, self._plan, task, pure=False))
        except Exception as error:  # noqa: BLE001  Dask has many ways to say that it is closed
            self._is_gone(error)

    def finished(self) -> Round:
        """The next round that is done; an error once nobody is left to play it."""
        deserted: float | None = None
        while True:
            for future in self._rounds:
                if future.done():
                    self._rounds.remove(future)
                    return self._result(future)
            if self._has_workers():
                deserted = None
            elif deserted is None:
                deserted = time.monotonic()
            elif time.monotonic() > (self._deadline or deserted + SECONDS_WITHOUT_WORKERS):
                raise Deserted(
                    f"the cluster at {self._address} has lost all its workers",
                    remedy="What is told is what they found before; start workers and try again.",
                )
            with contextlib.suppress(TimeoutError):
                self._distributed.wait(
                    self._rounds, timeout=SECONDS_BETWEEN_LOOKS, return_when="FIRST_COMPLETED"
                )

    def _result(self, future: Any) -> Round:
        if future.status in ("cancelled", "lost"):
            self._is_gone(RuntimeError("it has forgotten a round"))
        try:
            return Round.from_json(future.result())
        except self._distributed.KilledWorker as error:
            raise KaijuError(
                f"the workers of the cluster at {self._address} end while they play: {error}",
                remedy="Look at their logs: the engine may take all their memory.",
            ) from None

    def _has_workers(self) -> bool:
        if self._client.status != "running":
            self._is_gone(RuntimeError(f"the connection is {self._client.status}"))
        try:
            return bool(self._client.scheduler_info()["workers"])
        except Exception as error:  # noqa: BLE001  Dask has many ways to say that it is closed
            self._is_gone(error)

    def _is_gone(self, error: Exception) -> NoReturn:
        raise KaijuError(
            f"the scheduler of the cluster at {self._address} is gone: {error}",
            remedy="What is told is what was found before; start the cluster and try again.",
        ) from None

    def close(self) -> None:
        """Leave the cluster; what still runs there is cancelled."""
        with contextlib.suppress(Exception):  # one that is gone cannot be left
            if self._client.status == "running":
                self._client.cancel(self._rounds)
            self._client.close(timeout=SECONDS_TO_LEAVE)


def play_round(plan: Plan, task: Task) -> dict[str, Any]:
    """One round with an engine of its own, which is ended with it."""
    subject = plan.subject()
    try:
        with plan.judging():
            return Player(plan, subject).play(task).to_json()
    finally:
        subject.close()
