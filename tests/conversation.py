"""Conversations with an adapter of an example engine, and the vectors that it can play."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

Json = dict[str, Any]

GAME = "mindbug/first-contact"


def fight(blocker: str) -> Json:
    """A position in which Luchataur may attack, and the other has one creature and a card."""
    theirs = {
        "play": [{"h": "#2", "card": blocker}],
        "hand": [{"h": "#3", "card": "gorillion"}],
    }
    mine = {"play": [{"h": "#1", "card": "luchataur"}]}
    return {"turn": "p1", "players": {"p1": mine, "p2": theirs}}


class Conversation:
    """Writes lines to the adapter and reads its replies."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def line(self, text: str) -> Json:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(text + "\n")
        self._process.stdin.flush()
        reply: Json = json.loads(self._process.stdout.readline())
        return reply

    def ask(self, op: str, **fields: object) -> Json:
        reply = self.line(json.dumps({"id": 7, "op": op, **fields}, ensure_ascii=False))
        assert reply.pop("id") == 7
        return reply


def expect_survived(engine: Conversation, line: str) -> None:
    """A line that is no request is answered with an error, and the next is understood."""
    reply = engine.line(line)
    assert reply["id"] is None
    assert "error" in reply
    assert engine.ask("hello", protocol=[1])["protocol"] == 1


@contextmanager
def talking_to(*command: str) -> Iterator[Conversation]:
    """A conversation with a program, which is ended behind it."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as process:
        yield Conversation(process)
        process.kill()


def vectors(project: Path) -> Iterator[Json]:
    """Every vector of the kit."""
    for path in sorted((project / "conformance/vectors").rglob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def is_beyond(vector: Json) -> bool:
    """Whether it is of other sets, or brings cards as text."""
    return vector["game"] != GAME or bool(vector.get("cards"))


def what_passed(printed: str, project: Path) -> tuple[Json, Json, set[str]]:
    """The summary of a run, what did not pass, and the vectors that the engine cannot play.

    Those that do not apply to it, as it plays by other answers, are left out.
    """
    *results, summary = [json.loads(line) for line in printed.splitlines()]
    others = {each["id"]: each["status"] for each in results if each["status"] != "pass"}
    by_other_answers = {id for id, status in others.items() if status == "not-applicable"}
    beyond, with_answers = set(), set()
    for vector in vectors(project):
        beyond |= {vector["id"]} if is_beyond(vector) else set()
        with_answers |= {vector["id"]} if vector["options"] else set()
    assert by_other_answers <= with_answers
    return summary, {id: others[id] for id in others.keys() - by_other_answers}, beyond
