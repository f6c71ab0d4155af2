"""Rounds in processes of their own, each with its own engine."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
import traceback
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any

from attrs import evolve

from conformance.engines.cores import keep_to_one_core
from conformance.fuzz.plan import Plan
from conformance.fuzz.rounds import OnWay, Player, Round, Task
from conformance.stopping import deaf_children, leave_stopping_to_the_parent
from rules_dsl.errors import KaijuError

SECONDS_TO_END = 3.0
ON_WAY = "on-way"


class Workers:
    """So many processes; one that is told to end takes its engine with it."""

    def __init__(self, plan: Plan, size: int) -> None:
        self.size = size
        self.on_way: OnWay = lambda _: None
        context = multiprocessing.get_context("spawn")  # the engine's threads forbid to fork
        self._processes = []
        self._idle: list[Connection[Any, Any]] = []
        self._busy: list[Connection[Any, Any]] = []
        for number in range(size):
            ours, theirs = context.Pipe()
            process = context.Process(target=work, args=(theirs, plan, number), daemon=True)
            with deaf_children():
                process.start()
            theirs.close()
            self._processes.append(process)
            self._idle.append(ours)

    def start(self, task: Task) -> None:
        """Give an idle process a round."""
        connection = self._idle.pop()
        connection.send((task, time.time()))
        self._busy.append(connection)

    def finished(self) -> Round:
        """The next round that is done."""
        connection, said = self._heard()
        while ON_WAY in said:
            self.on_way(Round.from_json(said[ON_WAY]))
            connection, said = self._heard()
        self._busy.remove(connection)
        self._idle.append(connection)
        if "mistake" in said:
            raise KaijuError(*said["mistake"])
        if "error" in said:
            raise RuntimeError(said["error"])
        return Round.from_json(said)

    def _heard(self) -> tuple[Connection[Any, Any], dict[str, Any]]:
        """The next word of a process."""
        connection = wait(self._busy)[0]
        assert isinstance(connection, Connection)
        try:
            return connection, connection.recv()
        except EOFError:
            raise KaijuError(
                "a fuzzing process ended without a word",
                remedy="It may have run out of memory: try fewer --jobs.",
            ) from None

    def close(self) -> None:
        """End every process; each ends its engine."""
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.join(SECONDS_TO_END)
            if process.is_alive():
                process.kill()
                process.join()
        for connection in (*self._idle, *self._busy):
            connection.close()


def work(connection: Connection[Any, Any], plan: Plan, number: int) -> None:
    """Play the rounds that come in until nobody sends any more."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    leave_stopping_to_the_parent()
    keep_to_one_core(number)
    subject = plan.subject()
    try:
        player = Player(plan, subject)
        with plan.judging(), contextlib.suppress(EOFError, BrokenPipeError):
            while True:
                connection.send(_answer(player, connection))
    finally:
        subject.close()


def _received(connection: Connection[Any, Any]) -> tuple[Task, float]:
    """A round, and when it was given."""
    task, given = connection.recv()
    return task, given


def _after(task: Task, waited: float) -> Task:
    """A round that has waited for its process to start has that much less time."""
    if task.seconds is None:
        return task
    return evolve(task, seconds=max(task.seconds - max(waited, 0.0), 0.0))


def _answer(player: Player, connection: Connection[Any, Any]) -> dict[str, Any]:
    task, given = _received(connection)
    task = _after(task, time.time() - given)
    try:
        return player.play(task, lambda way: connection.send({ON_WAY: way.to_json()})).to_json()
    except BrokenPipeError:  # nobody listens any more
        raise
    except KaijuError as error:
        return {"mistake": (error.message, error.place, error.remedy)}
    except Exception:  # noqa: BLE001  the parent reports it
        return {"error": traceback.format_exc()}
