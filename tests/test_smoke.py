"""`kaiju smoke`: each mistake of an adapter gets its own cross, and a right one gets none."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.engines.in_process import InProcess
from conformance.judge.vector_files import VECTORS, vector_files
from conformance.protocol.canonical import JsonObject
from conformance.protocol.serve import Server
from conformance.smoke.checklist import Checklist, check_adapter
from conformance.smoke.checks import (
    CHECKS,
    handles,
    hello,
    not_legal,
    one_next,
    promises,
    refusals,
    turn,
    unchanged,
    unknown_fields,
)
from conformance.smoke.desk import Desk
from conformance.smoke.findings import NOT_TRIED, RIGHT, TITLES, WRONG
from conformance.smoke.words import vocabulary
from conformance.starters.plan import plan
from conformance.starters.writing import write_all
from rules_dsl.specification import load_specification

GAMES = ["mindbug/first-contact"]

# What somebody may write by mistake: the check it spoils, and the change to the starter.
MISTAKES: dict[str, tuple[str, str, str]] = {
    "greets on stdout": (
        "framing",
        "    adapter = Adapter()\n",
        '    adapter = Adapter()\n    print("ready")\n',
    ),
    "logs on stdout after the reply": (
        "framing",
        "        sys.stdout.flush()\n",
        '        sys.stdout.write("answered\\n")\n        sys.stdout.flush()\n',
    ),
    "writes JSON on several lines": ("framing", "**reply})", "**reply}, indent=1)"),
    "writes UTF-16": (
        "framing",
        'sys.stdout.write(json.dumps({"id": ask.get("id"), **reply}) + "\\n")',
        'sys.stdout.buffer.write((json.dumps({"id": 1, **reply}) + "\\n").encode("utf-16"))',
    ),
    "never flushes": (
        "starts",
        "sys.stdout.write(",
        '(OUT := globals().setdefault("OUT", open(1, "w"))).write(',
    ),
    "cannot be imported": ("starts", "import hashlib", "import no_such_module"),
    "forgets the id": ("ids", '{"id": ask.get("id"), **reply}', "reply"),
    "counts by itself": (
        "ids",
        '"id": ask.get("id")',
        '"id": globals().__setitem__("N", globals().get("N", 0) + 1) or N',
    ),
    "gives ids as text": ("ids", '"id": ask.get("id")', '"id": str(ask.get("id"))'),
    "reads ASCII": ("utf-8", "json.loads(line)", 'json.loads(line.decode("ascii"))'),
    "calls an unknown operation an error": (
        "unknown-op",
        '{"unsupported": True}',
        '{"error": {"message": "no such operation"}}',
    ),
    "dies of an unknown operation": (
        "unknown-op",
        '            return {"unsupported": True}\n',
        "            sys.exit(3)\n",
    ),
    "refuses unknown fields": (
        "unknown-fields",
        "        self.must_know(ask)\n        return self.begin(Game.start",
        (
            '        if set(ask) - {"id", "op", "game", "pool"}:\n'
            '            raise Mistake("unknown field")\n'
            "        return self.begin(Game.start"
        ),
    ),
    "dies of a line that is no JSON": (
        "malformed",
        "except (ValueError, TypeError, RecursionError) as error:",
        "except RecursionError as error:",
    ),
    "says nothing to a line that is no JSON": (
        "malformed",
        "            ask, reply = {}, {",
        "            continue\n            ask, reply = {}, {",
    ),
    "reads only short lines": (
        "size",
        "for line in sys.stdin.buffer:",
        "for line in iter(lambda: sys.stdin.buffer.readline(65536), b''):",
    ),
    "waits for two things": (
        "next",
        'pending["chance"] = self.name()',
        'pending["chance"] = pending["decision"] = self.name()',
    ),
    "offers nothing": (
        "next",
        "        digest = fingerprint(",
        '        pending["legal"] = []\n        digest = fingerprint(',
    ),
    "has its own names": (
        "handles",
        'Game.start(ask["pool"],',
        "Game.start([{**c, 'h': '#' + str(int(c['h'][1:]) + 900)} for c in ask['pool']],",
    ),
    "accepts anything": ("refusals", "if not is_legal(answer, pending):", "if False:"),
    "has its own codes": ("refusals", '"not-legal"', '"illegal-move"'),
    "does not look at the id of the decision": (
        "refusals",
        "if decision != self.name():",
        "if False:",
    ),
    "counts refused answers": (
        "unchanged",
        '            return {"rejected": {"code": "not-legal"}}',
        '            self.number += 1\n            return {"rejected": {"code": "not-legal"}}',
    ),
    "acts before it refuses": (
        "unchanged",
        '            return {"rejected": {"code": "not-legal"}}',
        (
            '            self.playing().answer(pending["legal"][1])\n'
            '            return {"rejected": {"code": "not-legal"}}'
        ),
    ),
    "draws its own cards": (
        "determinism",
        "        self.playing().answer(answer)\n",
        '        import random\n        self.playing().answer(random.choice(pending["legal"]))\n',
    ),
    "keeps something from the game before": (
        "determinism",
        "        self.game, self.number = game, 0\n",
        (
            "        if self.game is not None:\n"
            '            game.players["p1"]["life"] = 7\n'
            "        self.game, self.number = game, 0\n"
        ),
    ),
    "promises too much": ("promises", '"ops": OPS', '"ops": ["view"]'),
    "promises what nobody knows": ("hello", '"ops": OPS', '"ops": ["set-up", "state"]'),
    "speaks another protocol": ("hello", '"protocol": 1,', '"protocol": 2,'),
    "has no name": ("hello", '"engine": ENGINE', '"engine": {}'),
    "mistypes the game": ("hello", '"games": PLAYS', '"games": {"mindbug": {}}'),
    "stays after bye": ("bye", "            return\n\n\nif", "            pass\n\n\nif"),
    "ends with an error": ("bye", "            return\n\n\nif", "            sys.exit(1)\n\n\nif"),
    "stays without input": (
        "end-of-input",
        "\n\nif __name__",
        "    import time\n    time.sleep(60)\n\n\nif __name__",
    ),
}

SILENT = {"never flushes", "says nothing to a line that is no JSON"}
"""The mistakes that are found by waiting."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A new adapter in Python."""
    write_all(tmp_path / "engine", plan("python", "engine", "mindbug"))
    return tmp_path / "engine"


def check(folder: Path, seconds: float = 5.0) -> Checklist:
    return check_adapter([sys.executable, str(folder / "adapter.py")], seconds, GAMES)


def wrong(checklist: Checklist) -> list[str]:
    return [finding.name for finding in checklist.findings if finding.status == WRONG]


def spoil(folder: Path, mistake: str) -> str:
    """Make a mistake in the adapter; the check that should tell it."""
    blame, old, new = MISTAKES[mistake]
    file = folder / "adapter.py"
    text = file.read_text(encoding="utf-8")
    assert old in text, "the starter has changed: change the mistake"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return blame


def test_a_right_adapter_has_no_cross(folder: Path) -> None:
    checklist = check(folder)
    assert [finding.status for finding in checklist.findings] == [RIGHT] * len(TITLES)
    assert checklist.is_good


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_gets_its_cross_and_no_other(folder: Path, mistake: str, monkeypatch) -> None:
    blame = spoil(folder, mistake)
    if mistake in SILENT:
        monkeypatch.setattr("conformance.smoke.desk.SECONDS_TO_START", 2.0)
    checklist = check(folder, seconds=1.0 if mistake in SILENT else 5.0)
    assert wrong(checklist) == [blame]
    (finding,) = [one for one in checklist.findings if one.status == WRONG]
    assert finding.expected
    assert finding.got
    assert finding.remedy.endswith((".", "?"))
    assert not checklist.is_good


def test_every_check_can_get_a_cross() -> None:
    crossed = {blame for blame, _, _ in MISTAKES.values()} | set(MINIATURES.values())
    crossed |= {blame for _, blame, _, _ in IN_A_TURN.values()}
    assert crossed - {""} == set(TITLES)
    assert set(CHECKS) | {"answers", "words"} == set(TITLES)


# What somebody may get wrong in a turn: the game, the check, and the change to the placeholder.
IN_A_TURN: dict[str, tuple[str, str, str, str]] = {
    "shortens a keyword": ("mindbug", "words", '["poisonous", "sneaky"])', '["poison", "sneaky"])'),
    "has its own name for a field": ("mindbug", "words", '"keywords":', '"traits":'),
    "has its own verb": ("mindbug", "words", '{"mindbug": True}', '{"use-mindbug": True}'),
    "has its own kind": ("duel", "words", '"kind": "reroll"', '"kind": "re-roll"'),
    "has its own face": ("tokyo", "words", '"three", "energy"', '"three", "lightning"'),
    "shows one face for all dice": (
        "tokyo",
        "turn",
        'dice.append(answer["face"])',
        'dice.append(answer["face"] if not dice else dice[0])',
    ),
    "can only roll one face": ("duel", "turn", "for face in FACES]\n", "for face in FACES[:2]]\n"),
    "forgets the Mindbug": ("mindbug", "turn", '["mindbugs"] -= 1', '["mindbugs"] -= 0'),
    "rolls one die too many": ("tokyo", "turn", "DICE, REROLLS, ROW", "REROLLS, DICE, ROW"),
    "pulls the wrong way": ("duel", "turn", 'self.turn == "p1"', 'self.turn == "p2"'),
}


def placeholder(folder: Path, game: str, old: str = "", new: str = "") -> Path:
    """A new adapter for a game, with a change in its placeholder."""
    write_all(folder, plan("python", "engine", game))
    text = (folder / "game.py").read_text(encoding="utf-8")
    assert old in text, "the starter has changed: change the mistake"
    (folder / "game.py").write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return folder


def usual(game: str) -> list[str]:
    return [load_specification().games[game].usual]


@pytest.mark.parametrize("mistake", IN_A_TURN)
def test_a_mistake_in_a_turn_gets_its_cross_and_no_other(tmp_path: Path, mistake: str) -> None:
    game, blame, old, new = IN_A_TURN[mistake]
    folder = placeholder(tmp_path / "engine", game, old, new)
    command = [sys.executable, str(folder / "adapter.py")]
    assert wrong(check_adapter(command, 5.0, usual(game))) == [blame]


def test_a_turn_is_played_by_the_answers_that_the_engine_declares(tmp_path: Path) -> None:
    option, answer = "kt.option.resolve-order", "fixed"
    folder = placeholder(
        tmp_path / "engine", "tokyo", "if len(left) > 1:", "if False:  # it has decided the order"
    )
    command = [sys.executable, str(folder / "adapter.py")]
    assert wrong(check_adapter(command, 5.0, usual("tokyo"))) == ["turn"]
    assert check_adapter(command, 5.0, usual("tokyo"), {option: answer}).is_good
    game = (folder / "game.py").read_text(encoding="utf-8")
    declared = game.replace("OPTIONS = {}", f'OPTIONS = {{"{option}": "{answer}"}}')
    (folder / "game.py").write_text(declared, encoding="utf-8")
    assert check_adapter(command, 5.0, usual("tokyo")).is_good


def test_a_turn_may_have_more_than_the_kit_compares(tmp_path: Path) -> None:
    own = '"phase": "main", "turn": self.turn'
    folder = placeholder(tmp_path / "engine", "mindbug", '"turn": self.turn', own)
    assert check(folder).is_good


def test_what_an_engine_cannot_play_yet_is_no_cross(tmp_path: Path) -> None:
    old = '                self.resolve_one(me, answer["result"]'
    new = '                raise NotYet("results")\n' + old
    folder = placeholder(tmp_path / "engine", "duel", old, new)
    found = check_adapter([sys.executable, str(folder / "adapter.py")], 5.0, usual("duel"))
    assert wrong(found) == []
    assert [one.name for one in found.findings if one.status == NOT_TRIED] == ["words", "turn"]
    assert "duel/standard: it asked to skip" in found.findings[-3].got


@pytest.mark.parametrize("game", ["mindbug", "tokyo", "duel"])
def test_the_words_are_those_of_the_vectors(game: str) -> None:
    known = vocabulary()[game]
    said: dict[str, set[str]] = {"kinds": set(), "verbs": set(), "fields": set()}
    for file in vector_files(VECTORS / game):
        for line in file.read_text("utf-8").splitlines():
            vector = json.loads(line)
            for step in vector["script"]:
                said["kinds"].add(step["kind"])
                said["verbs"] |= step["do"].keys()
            for one in vector["expect"]:
                said["fields"] |= set(keys_of(one.get("state")))
    assert said["kinds"] <= known["kinds"]
    assert said["verbs"] <= known["verbs"]
    assert said["fields"] <= known["fields"]
    unsaid = {part: known[part] - words for part, words in said.items()}
    assert unsaid == {**dict.fromkeys(said, frozenset()), **UNSAID[game]}


UNSAID = {
    "mindbug": {"kinds": {"replace"}, "verbs": {"for", "use"}},
    "tokyo": {},
    "duel": {"kinds": {"die", "monster"}, "verbs": {"die", "monster"}},
}
"""Words that only cards of one's own, or of several sets at once, bring about."""


def keys_of(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, part in value.items():
            if not re.fullmatch(r"p\d", key):
                yield key
            yield from keys_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from keys_of(part)


# Of the miniatures of the judge those that cannot speak; the others break rules, not the protocol.
MINIATURES = {
    "never-starts": "starts",
    "dies": "answers",
    "halts": "answers",
    "rubbish": "framing",
    "chatters": "framing",
    "wrong-id": "ids",
    "floods": "size",
    "two-things": "next",
    "accepts": "refusals",
    "shuffles": "determinism",
    "lies": "promises",
    "other-game": "hello",
    "leaks": "",
    "forced": "",
    "modest": "",
}


@pytest.mark.parametrize("sin", MINIATURES)
def test_a_miniature_gets_its_cross_and_no_other(sin: str) -> None:
    command = [sys.executable, "-m", "conformance.miniatures", sin]
    expected = [MINIATURES[sin]] if MINIATURES[sin] else []
    assert wrong(check_adapter(command, 1.0 if sin == "halts" else 10.0, GAMES)) == expected


class Oracle:
    """The oracle at the other end of a conversation, in this process."""

    def __init__(self) -> None:
        self.server = Server(InProcess())

    def ask(self, op: str, fields: JsonObject | None = None, **_: object) -> JsonObject:
        return self.server.answer({"id": 1, "op": op, **(fields or {})})


@pytest.mark.parametrize("ruleset", load_specification().all_rulesets)
def test_the_oracle_is_right_whatever_is_played(ruleset: str) -> None:
    desk = Desk([], 5.0, [ruleset])
    desk._talk = Oracle()
    desk.greet()
    for check in (hello, unknown_fields, one_next, handles, refusals, unchanged, promises, turn):
        check(desk)
    assert desk.game == ruleset


def test_an_engine_that_plays_something_else_is_no_wrong_adapter(kaiju, folder: Path) -> None:
    shown = kaiju("smoke", "--engine", engine(folder), "--ruleset", "tokyo")
    assert shown.exit_code == 2
    assert shown.stdout == ""
    assert "the engine does not play tokyo/current" in shown.stderr
    assert "It plays mindbug/first-contact: choose one with --ruleset." in shown.stderr


def test_what_could_not_be_tried_says_why(folder: Path) -> None:
    spoil(folder, "mistypes the game")
    untried = [one for one in check(folder).findings if one.status == NOT_TRIED]
    assert {"next", "refusals", "determinism"} <= {one.name for one in untried}
    assert "it plays no game that the kit knows" in {one.got for one in untried}
    assert "" not in {one.got for one in untried}


def test_a_dying_adapter_is_not_tried_for_ever(folder: Path) -> None:
    spoil(folder, "cannot be imported")
    checklist = check(folder)
    assert checklist.count(NOT_TRIED) == len(TITLES) - 1
    assert "no_such_module" in checklist.findings[0].got


def test_an_answer_nobody_can_have_offered() -> None:
    assert not_legal({"deal": "#3"}) == {"deal": "#99999"}
    assert not_legal({"choose": ["#1", "#2"]}) == {"choose": ["#99999"]}
    assert not_legal({"decline": True}) == {"decline": "#99999"}


# ------------------------------------------------------------------ the verb


def engine(folder: Path) -> str:
    return f"exec:{shlex.quote(sys.executable)} {shlex.quote(str(folder / 'adapter.py'))}"


def test_the_checklist_is_told_to_people(kaiju, folder: Path) -> None:
    shown = kaiju("smoke", "--engine", engine(folder))
    assert shown.exit_code == 0
    assert shown.output.count("✓") == len(TITLES)
    assert "all 20 right: engine speaks the protocol, at level 1 Puzzle" in shown.output
    spoil(folder, "has its own codes")
    shown = kaiju("smoke", "--engine", engine(folder))
    assert shown.exit_code == 1
    assert "✗ refuses what is not legal, with the right code\n    expected  {" in shown.output
    assert "1 wrong" in shown.output


def test_the_checklist_is_told_to_tools(kaiju, folder: Path) -> None:
    shown = kaiju("smoke", "--engine", engine(folder), "--json")
    *checks, summary = [json.loads(line) for line in shown.output.splitlines()]
    assert [one["check"] for one in checks] == list(TITLES)
    assert summary["counts"] == {"right": len(TITLES), "wrong": 0, "not-tried": 0}
    assert summary["level"] == {"level": 1, "name": "Puzzle"}


def test_equal_runs_print_equal_texts(kaiju, folder: Path) -> None:
    spoil(folder, "accepts anything")
    first, second = (kaiju("smoke", "--engine", engine(folder)).output for _ in range(2))
    assert first == second


def test_the_engine_of_the_configuration_is_the_default(kaiju, folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "kaiju.toml").write_text(f"engine = '{engine(folder)}'\n", encoding="utf-8")
    assert kaiju("smoke").exit_code == 0


@pytest.mark.parametrize(
    ("name", "message"),
    [
        (None, "no engine is named"),
        ("oracle", "is no program"),
        ("exec:", "the engine command is empty"),
        ("exec:/no/such/program", "cannot be started"),
    ],
)
def test_a_wrong_command_is_a_mistake_of_the_user(kaiju, tmp_path, monkeypatch, name, message):
    monkeypatch.chdir(tmp_path)
    shown = kaiju("smoke", *(["--engine", name] if name else []))
    assert shown.exit_code == 2
    assert message in shown.stderr
