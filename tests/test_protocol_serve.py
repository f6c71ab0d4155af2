"""The oracle served over lines: every message fits the schema, no message ends it."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

from conformance.engines.in_process import InProcess
from conformance.protocol.canonical import digest
from conformance.protocol.framing import encode
from conformance.protocol.messages import REQUESTS
from conformance.protocol.serve import Server, serve

GAME = "mindbug/first-contact"
WORDS = [
    *("id", "game", "setup", "players", "p1", "p2", "turn", "hand", "deck", "play", "life", "h"),
    *("card", "cards", "decision", "do", "choose", "attack", "seat", "snapshot", "position"),
    *("state", "handles", "options", "text", "pool", "protocol", "unused", "mindbugs"),
]
SETUP = {
    "players": {
        "p1": {
            "play": [{"h": "#1", "card": "strange-barrel"}, {"h": "#3", "card": "luchataur"}],
            "hand": [{"h": "#5", "card": "killer-bee"}],
        },
        "p2": {
            "play": [{"h": "#2", "card": "gorillion"}],
            "hand": [{"h": f"#{number}", "card": "spider-owl"} for number in range(10, 14)],
        },
    },
    "turn": "p1",
}
STRANGE = {"players": {"p1": {"hand": [{"h": "#1", "card": "nobody"}]}, "p2": {}}, "turn": "p1"}
SESSION: list[dict[str, Any]] = [
    {"op": "hello", "protocol": [1], "kit": "test"},
    {"op": "start", "game": GAME},
    {"op": "view", "seat": "p1"},
    {"op": "apply", "decision": "d0", "do": {"deal": "#7"}},
    {"op": "setup", "game": GAME, "setup": SETUP},
    {"op": "view", "seat": "p1"},
    {"op": "view", "seat": "p2"},
    {"op": "state"},
    {"op": "apply", "decision": "d0", "do": {"attack": "#2"}},
    {"op": "apply", "decision": "d77", "do": {"attack": "#1"}},
    {"op": "apply", "decision": "d0", "do": {}},
    {"op": "apply", "decision": "d0", "do": {"attack": "#1"}},
    {"op": "snapshot"},
    {"op": "apply", "decision": "d1", "do": {"block": "#2"}},
    {"op": "state"},
    {"op": "perft", "depth": 2},
    {"op": "replay", "game": GAME, "setup": SETUP, "script": [{"attack": "#1"}]},
    {"op": "replay", "game": GAME, "setup": SETUP, "script": [{"attack": "#2"}]},
    {"op": "dance", "depth": 2},
    {"op": "view", "seat": "p3"},
    {"op": "setup", "game": GAME, "setup": STRANGE},
    {"op": "start", "game": "chess/960"},
    {"op": "bye"},
]


@pytest.fixture(scope="module")
def schema(request: pytest.FixtureRequest) -> dict[str, Any]:
    path = Path(__file__).parent.parent / "conformance" / "schema" / "protocol-1.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def recorded() -> list[tuple[dict[str, Any], dict[str, Any]]]:
    server = Server(InProcess())
    session = []
    for number, message in enumerate(SESSION, 1):
        request = {"id": number, **message}
        session.append((request, json.loads(encode(server.answer(request)))))
    return session


def test_the_schema_is_one(schema: dict[str, Any]) -> None:
    jsonschema_rs.meta.validate(schema)


def test_a_recorded_session_fits_the_schema(
    schema: dict[str, Any], recorded: list[tuple[dict[str, Any], dict[str, Any]]]
) -> None:
    requests = jsonschema_rs.Draft202012Validator(
        {"$ref": "#/$defs/request", "$defs": schema["$defs"]}
    )
    replies = jsonschema_rs.Draft202012Validator(
        {"$ref": "#/$defs/reply", "$defs": schema["$defs"]}
    )
    wrong = [recorded[10][0], recorded[18][0], recorded[19][0]]
    for request, reply in recorded:
        if request not in wrong:
            requests.validate(request)
        replies.validate(reply)
        assert reply["id"] == request["id"]


def test_what_each_request_is_answered(
    recorded: list[tuple[dict[str, Any], dict[str, Any]]],
) -> None:
    kinds = [next(key for key in reply if key != "id") for _, reply in recorded]
    assert kinds == [
        "protocol",
        *("frame", "view", "frame"),
        *("frame", "view", "view", "state"),
        *("rejected", "rejected", "rejected", "frame", "snapshot", "frame", "state"),
        *("perft", "replay", "replay", "unsupported", "error", "error", "error"),
        "bye",
    ]
    codes = [reply["rejected"]["code"] for _, reply in recorded if "rejected" in reply]
    assert codes == ["not-legal", "wrong-decision", "malformed"]
    assert recorded[13][1]["frame"]["next"]["chance"], "a defeated barrel asks chance"
    assert recorded[13][1]["frame"]["digest"] == digest(recorded[14][1]["state"])


def test_restore_goes_back() -> None:
    server = Server(InProcess())
    server.answer({"id": 1, "op": "setup", "game": GAME, "setup": SETUP})
    taken = server.answer({"id": 2, "op": "snapshot"})["snapshot"]
    before = server.answer({"id": 3, "op": "state"})["state"]
    kept = json.loads(json.dumps(taken))
    server.answer({"id": 4, "op": "apply", "decision": "d0", "do": {"attack": "#1"}})
    fresh = Server(InProcess())
    frame = fresh.answer({"id": 1, "op": "restore", "snapshot": kept})["frame"]
    assert frame["next"]["kind"] == "turn"
    assert fresh.answer({"id": 2, "op": "state"})["state"] == before


@pytest.mark.parametrize(
    "snapshot",
    [
        *(None, 7, {}, {"game": GAME}, {"game": GAME, "position": {}}),
        {"game": GAME, "options": [], "cards": [], "position": {}},
        {"game": GAME, "options": {}, "cards": [[1]], "position": {}},
    ],
)
def test_a_wrong_snapshot_is_an_error(snapshot: object) -> None:
    reply = Server(InProcess()).answer({"id": 1, "op": "restore", "snapshot": snapshot})
    assert reply["error"]["message"].startswith("this is no snapshot of this engine: ")


def talk(*lines: bytes, longest_line: int = 4096) -> Iterator[dict[str, Any]]:
    target = io.BytesIO()
    serve(InProcess(), io.BytesIO(b"".join(lines)), target, longest_line)
    return (json.loads(line) for line in target.getvalue().splitlines())


def test_bad_lines_are_answered_and_the_engine_goes_on() -> None:
    told = list(
        talk(
            b"rubbish\n",
            b"\n",
            b"[]\n",
            b'{"id": 5}\n',
            b'{"id": 6, "op": 7}\n',
            b'{"id": "x", "op": "apply"}\n',
            b'{"id": 7, "op": "apply", "decision": "d1", "do": {"play": "#1"}}\n',
            b'{"id": 8, "op": "fly"}\n',
            b'{"id": 9, "op": "start"}\n',
            b"x" * 9000 + b"\n",
            b'{"id": 10, "op": "hello", "protocol": [2]}\n',
            b'{"id": 11, "op": "bye"}\n',
            b'{"id": 12, "op": "hello", "protocol": [1]}\n',
        )
    )
    assert [reply["id"] for reply in told] == [None, None, 5, 6, "x", 7, 8, 9, None, 10, 11]
    assert "not JSON" in told[0]["error"]["message"]
    assert "`op` is missing" in told[2]["error"]["message"]
    assert told[4]["rejected"]["code"] == "malformed"
    assert "start or setup first" in told[5]["error"]["message"]
    assert told[6] == {"id": 8, "unsupported": True}
    assert "`game` is missing" in told[7]["error"]["message"]
    assert "longer than 4096 bytes" in told[8]["error"]["message"]
    assert "protocol 1" in told[9]["error"]["message"]
    assert told[10] == {"id": 11, "bye": True}


@pytest.mark.parametrize("number", ["1e999", "[" * 960 + "]" * 960, "{}", "1.5"])
def test_an_id_that_cannot_be_said_back_is_refused(number: str) -> None:
    (told,) = talk(f'{{"id": {number}, "op": "state"}}\n'.encode())
    assert told["id"] is None
    assert "error" in told


@pytest.mark.parametrize("op", ["state", "snapshot", "view"])
def test_without_a_game_there_is_nothing_to_tell(op: str) -> None:
    reply = Server(InProcess()).answer({"id": 1, "op": op, "seat": "p1"})
    assert reply["error"]["message"] == "no game is being played: send start or setup first"


def test_wrong_card_texts_are_told_where_the_message_has_them() -> None:
    asked = {"id": 1, "op": "start", "game": GAME, "cards": ["creature x"]}
    told = Server(InProcess()).answer(asked)["error"]["message"]
    assert told.startswith("message.cards:1:10: 'x' has no name")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.sampled_from(["#1", GAME]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner),
    max_leaves=12,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(op=st.sampled_from(sorted(REQUESTS)), fields=st.dictionaries(st.sampled_from(WORDS), JSON))
def test_no_message_is_too_strange(op: str, fields: dict[str, Any]) -> None:
    server = Server(InProcess())
    server.answer({"id": 0, "op": "setup", "game": GAME, "setup": SETUP})
    if isinstance(fields.get("depth"), int):
        fields["depth"] = min(fields["depth"], 6)  # what lies deeper takes hundreds of megabytes
    reply = json.loads(encode(server.answer({"game": GAME, "decision": "d0", **fields, "op": op})))
    assert len(set(reply) - {"id"}) >= 1
    before = server.answer({"id": 1, "op": "state"})
    assert "state" in before or "error" in before


def engine_process() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "conformance.cli", "engine"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_the_verb_refuses_wrong_card_files(kaiju: Callable[..., Result], tmp_path: Path) -> None:
    file = tmp_path / "my.cards"
    file.write_text('creature imp "Imp"\n  powr 2\n', encoding="utf-8")
    result = kaiju("engine", "--cards", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{file}:2:3: 'powr' is not a word" in result.stderr


def test_the_verb_ends_with_its_input() -> None:
    process = engine_process()
    out, err = process.communicate(b'nonsense\n{"id":1,"op":"hello","protocol":[1]}\n', timeout=30)
    assert process.returncode == 0
    assert err == b""
    rubbish, hello = (json.loads(line) for line in out.splitlines())
    assert "error" in rubbish
    assert GAME in hello["games"]


def test_the_verb_ends_cleanly_with_ctrl_c() -> None:
    process = engine_process()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b'{"id":1,"op":"hello","protocol":[1]}\n')
    process.stdin.flush()
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in out + err


def test_card_texts_travel_with_the_setup() -> None:
    server = Server(InProcess())
    text = 'creature snail "Snail"\n  power 3\n  play: you gain 2 life\n'
    setup = {"players": {"p1": {"hand": [{"h": "#1", "card": "snail"}]}, "p2": {}}, "turn": "p1"}
    asked = {"id": 1, "op": "setup", "game": GAME, "setup": setup}
    assert "error" in server.answer(asked)
    assert "frame" in server.answer({**asked, "cards": [text]})
    assert "error" in server.answer({**asked, "cards": ["creature oops"]})


def test_cards_are_said_back_in_canonical_form() -> None:
    server = Server(InProcess())
    text = 'creature snail "Snail"\n    power 3\n    play: you gain 2 life\n'
    reply = server.answer({"id": 1, "op": "card", "game": GAME, "text": text})
    assert reply["card"]["text"] == text.replace("    ", "  ")
    wrong = server.answer({"id": 2, "op": "card", "game": GAME, "text": "creature oops"})
    assert "message.cards:1:" in wrong["error"]["message"]
