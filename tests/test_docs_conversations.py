"""The guide for implementers: its conversations are what the oracle says, its recipe works."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path

import pytest

from conformance.engines.in_process import InProcess
from conformance.expectations import load_config
from conformance.protocol.messages import GameInfo
from conformance.protocol.reading import read
from conformance.protocol.serve import Server

GUIDE = Path(__file__).parent.parent / "docs" / "guides" / "implementers.md"
TEXT = GUIDE.read_text(encoding="utf-8")
CONVERSATIONS = re.findall(r"```text\n(> .*?)```", TEXT, re.S)


def exchanges(conversation: str) -> list[tuple[str, str]]:
    lines = conversation.splitlines()
    asked, answered = lines[::2], lines[1::2]
    assert all(line.startswith("> ") for line in asked)
    assert all(line.startswith("< ") for line in answered)
    return [(a[2:], b[2:]) for a, b in zip(asked, answered, strict=True)]


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=range(len(CONVERSATIONS)))
def test_a_conversation_is_as_the_oracle_speaks(conversation: str) -> None:
    server = Server(InProcess())
    for asked, answered in exchanges(conversation):
        ask = json.loads(asked.replace("[…]", "[]"))  # the oracle names the cards itself
        said = json.dumps(server.answer(ask), separators=(",", ":"))
        wanted = ".*".join(map(re.escape, answered.split("…")))
        if '"op":"hello"' in asked:  # which rulesets and operations there are is told elsewhere
            assert json.loads(said)["protocol"] == 1
            continue
        assert re.fullmatch(wanted, said), f"{asked}\n{said}"


def test_the_guide_shows_a_state_of_mindbug_and_of_duel() -> None:
    shown = "".join(CONVERSATIONS)
    assert '"state":{' in shown
    assert '"mindbugs":2' in shown
    assert '"fame":4' in shown


def test_options_are_declared_as_the_guide_shows(tmp_path: Path) -> None:
    section = TEXT[TEXT.index("## Where books leave a choice") :]
    said = json.loads(re.search(r"```json\n(.*?)```", section, re.S)[1])
    (info,) = said["games"].values()
    declared: GameInfo = read(info, GameInfo)
    file = tmp_path / "kaiju.toml"
    file.write_text(re.search(r"```toml\n(.*?)```", section, re.S)[1], encoding="utf-8")
    assert load_config(file).options == declared.options != {}


class Engine:
    """An engine that rolls a die and asks for a place in the middle of an action."""

    def __init__(self) -> None:
        self.sum, self.turn, self.asked = 0, 0, []

    def copy(self) -> Engine:
        return copy.deepcopy(self)

    def over(self) -> dict[str, object] | None:
        return {"winner": "p1", "reason": "sum"} if self.sum >= 6 else None

    def state(self) -> dict[str, int]:
        return {"sum": self.sum, "turn": self.turn}

    def take_turn(self, ask) -> None:
        self.turn += 1
        self.sum += ask({"who": "nature", "kind": "roll"})["face"]
        if ask({"who": "p1", "kind": "may"}).get("accept"):
            self.sum += ask({"who": "nature", "kind": "roll"})["face"]


def test_an_engine_that_calls_back_answers_one_question_at_a_time() -> None:
    recipe = re.search(r"```\{code-block\} python\n:caption: An engine.*?\n\n(.*?)```", TEXT, re.S)
    names: dict[str, type] = {}
    exec(recipe[1], names)
    game = names["Game"](Engine())
    talk = [
        ({"face": 1}, "may", {"sum": 1, "turn": 1}),
        ({"accept": True}, "roll", {"sum": 1, "turn": 1}),
        ({"face": 2}, "roll", {"sum": 3, "turn": 2}),
        ({"face": 2}, "may", {"sum": 5, "turn": 2}),
        ({"decline": True}, "roll", {"sum": 5, "turn": 3}),
        ({"face": 3}, "may", {"sum": 8, "turn": 3}),
    ]
    assert (game.pending()["kind"], game.state()) == ("roll", {"sum": 0, "turn": 1})
    for answer, kind, state in talk:
        game.answer(answer)
        assert (game.pending()["kind"], game.state()) == (kind, state)
    game.answer({"decline": True})
    assert game.pending() == {"over": {"winner": "p1", "reason": "sum"}}
    assert game.state() == {"sum": 8, "turn": 3}
