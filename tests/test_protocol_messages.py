"""Lines become messages, and what is no message is told with its place."""

from __future__ import annotations

import pytest

from conformance.protocol.framing import decode, encode
from conformance.protocol.messages import (
    ApplyRequest,
    Chance,
    Decision,
    EngineInfo,
    Frame,
    GameInfo,
    Hello,
    Over,
    StartRequest,
)
from conformance.protocol.reading import Malformed, read

DECISION = {"decision": "d1", "who": "p1", "kind": "turn", "legal": [{"play": "#1"}]}


def test_a_line_is_one_message() -> None:
    message = {"id": 1, "op": "apply", "do": {"play": "#1", "name": "Жаба\n"}}
    line = encode(message)
    assert line.count(b"\n") == 1
    assert decode(line) == message


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"hello\n", "not JSON"),
        (b"[1, 2]\n", "not a JSON object"),
        (b'"text"\n', "not a JSON object"),
        (b'{"id": NaN}\n', "NaN is no JSON number"),
        (b'{"id": \xff}\n', "not UTF-8"),
        (b"[" * 200_000, "not JSON"),
        (b'{"id": ' + b"9" * 6000 + b"}", "not JSON"),
        (b'{"id": 1', "not JSON"),
    ],
)
def test_lines_that_are_no_messages(line: bytes, told: str) -> None:
    with pytest.raises(Malformed, match=told):
        decode(line)


def test_unknown_fields_are_ignored() -> None:
    given = {"game": "mindbug/first-contact", "colour": "green", "id": 4, "op": "start"}
    assert read(given, StartRequest) == StartRequest("mindbug/first-contact")


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        ({}, StartRequest, "`game` is missing"),
        ({"game": 7}, StartRequest, "game: expected a text, got a whole number"),
        ({"game": "x", "cards": "text"}, StartRequest, "cards"),
        ({"game": "x", "options": {"a": 1}}, StartRequest, "options"),
        ({"decision": "d1", "do": []}, ApplyRequest, "do: expected an object, got a list"),
        ({"decision": 1, "do": {}}, ApplyRequest, "decision: expected a text"),
        ({"protocol": True, "engine": {"name": "x"}}, Hello, "protocol: expected a whole number"),
        ({"protocol": 1, "engine": {}}, Hello, "`engine.name` is missing"),
        ([], Frame, "object"),
        ({"n": 1, "next": {}}, Frame, "exactly one of `decision`, `chance` and `over`"),
        ({"n": 1, "next": {**DECISION, "chance": "d2"}}, Frame, "it has decision and chance"),
        ({"n": 1, "next": {**DECISION, "choose": {}}}, Frame, "exactly one of `legal` and"),
        ({"n": 1, "next": {**DECISION, "legal": []}}, Frame, "`legal` is empty"),
        ({"n": 1, "next": {**DECISION, "legal": [{"a": 1}, {"a": 1}]}}, Frame, "twice"),
        ({"n": 1, "next": {**DECISION, "who": None}}, Frame, "`who` must be a text, got null"),
        (
            {"n": 1, "next": {"chance": "d", "kind": "pick", "choose": {"from": ["#1"]}}},
            Frame,
            "`min` and `max`",
        ),
        (
            {
                "n": 1,
                "next": {
                    "chance": "d",
                    "kind": "pick",
                    "choose": {"from": ["#1"], "min": 2, "max": 2},
                },
            },
            Frame,
            "cannot choose 2 to 2 of 1",
        ),
    ],
)
def test_malformed_messages_say_where(given: object, kind: type, told: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(given, kind)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    "said",
    [
        DECISION,
        {"chance": "d9", "kind": "deal", "legal": [{"deal": "#5"}], "data": {"to": "p1"}},
        {"chance": "d9", "kind": "pick", "choose": {"from": ["#1", "#2"], "min": 1, "max": 1}},
        {"over": {"winner": None, "reason": "draw"}},
    ],
)
def test_frames_are_written_as_they_are_read(said: dict[str, object]) -> None:
    frame = read({"n": 3, "next": said, "digest": "0123456789abcdef"}, Frame)
    assert isinstance(frame.next, Decision | Chance | Over)
    assert frame.to_json() == {"n": 3, "next": said, "digest": "0123456789abcdef"}


def test_an_engine_plays_what_it_lists_and_with_all_sets_every_union():
    engine = EngineInfo("some", "1")
    union = "mindbug/first-contact+promos"
    some = Hello(1, engine, {"mindbug/first-contact": GameInfo()})
    every = Hello(1, engine, {"mindbug/all": GameInfo()})
    assert some.plays("mindbug/first-contact") is not None
    assert some.plays(union) is None
    assert every.plays(union) is not None
    assert every.plays("mindbug/first-contact") is None
    assert Hello(1, engine).plays(union) is not None
