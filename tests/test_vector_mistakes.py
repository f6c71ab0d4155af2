"""A wrong vector is refused with its place before any engine is judged by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from conformance.judge.vector_files import read_vectors
from rules_dsl.errors import KaijuError

FILE = Path(__file__).parent / "runner_vectors.jsonl"
TEXT = FILE.read_text(encoding="utf-8")

Change = Callable[[dict[str, Any]], None]
Kaiju = Callable[..., Result]


def written(tmp_path: Path, change: Change) -> Path:
    """The first vector of the file with something made wrong, in a file of its own."""
    content = json.loads(TEXT.splitlines()[0])
    change(content)
    file = tmp_path / "wrong.jsonl"
    file.write_text(json.dumps(content), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda v: v.update(colour="red"), "(MB-RUN001): unknown field `colour`"),
        (lambda v: v.update(file="x"), "unknown field `file`"),
        (lambda v: v["expect"][0].update(stat={}), "expect[0]: unknown field `stat`"),
        (lambda v: v["script"][0].update(who="p3"), 'script[0].who: "p3" is none of p1, p2'),
        (
            lambda v: v["script"][0].update(choose={"from": ["#1"], "min": 1, "max": 1}),
            "script[0]: expected one of `legal` and `choose`, not both",
        ),
        (lambda v: v["expect"].append({"after": 0}), "expect[1]: expected one of `legal`"),
        (
            lambda v: v["expect"].append({"after": 0, "legal": {"who": "p1"}}),
            "expect[1].legal: expected exactly one of `exactly` and `choose`",
        ),
        (
            lambda v: v["expect"].append({"after": 0, "view": {"seat": ["p1"]}}),
            'expect[1].view.seat: ["p1"] is none of p1, p2',
        ),
        (
            lambda v: v["expect"].append({"after": 0, "refused": {"do": {}, "code": "no"}}),
            'expect[1].refused.code: "no" is none of not-legal',
        ),
    ],
)
def test_a_field_that_says_nothing_or_nonsense(tmp_path: Path, change: Change, told: str) -> None:
    with pytest.raises(KaijuError) as caught:
        read_vectors(written(tmp_path, change))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TEXT.replace('"life":3', '"life":NaN', 1), "NaN is no JSON number"),
        (TEXT.replace('"life":3', '"life":1e999', 1), "1e999 is too large a number"),
        (TEXT.replace('"life":3', '"life":3,"life":4', 1), "says `life` twice"),
        ("[" * 100_000, "nested more than 100 deep"),
        ("\ufffd".encode().decode("latin-1"), "not JSON"),
    ],
)
def test_a_file_that_is_hardly_json(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KaijuError, match=told) as caught:
        read_vectors(file)
    assert str(caught.value).startswith(str(file))


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "wrong.jsonl"
    file.write_bytes(b'{"format": "\xff"}')
    with pytest.raises(KaijuError, match=r"wrong\.jsonl:1: this file is not UTF-8 text: byte 13"):
        read_vectors(file)


def test_marks_and_line_ends_of_other_systems_are_read(tmp_path: Path) -> None:
    file = tmp_path / "windows.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode())
    assert read_vectors(file)[0].id == "MB-RUN001"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda v: v.update(game="mindbug/first-contct"), "Did you mean mindbug/first-contact?"),
        (lambda v: v.update(options={"mb.option.x": "y"}), "unknown option 'mb.option.x'"),
        (lambda v: v.update(cards=["creature x"]), "message.cards:1:10: 'x' has no name"),
        (lambda v: v.update(setup={"players": {"p1": 5}}), "setup.players.p1"),
        (
            lambda v: v["setup"]["players"]["p1"]["play"][0].update(card="gorila"),
            "no card is called 'gorila'",
        ),
        (lambda v: v["setup"]["players"]["p1"]["play"][0].update(h="x"), "not a handle"),
    ],
)
def test_a_vector_about_nothing_that_exists_judges_nobody(
    kaiju: Kaiju, tmp_path: Path, change: Change, told: str
) -> None:
    file = written(tmp_path, change)
    result = kaiju("run", "--json", "--vectors", file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"{file} (MB-RUN001): ")
    assert told in result.stderr


def test_a_folder_without_vectors_is_named(kaiju: Kaiju, tmp_path: Path) -> None:
    result = kaiju("run", "--vectors", tmp_path)
    assert result.exit_code == 2
    assert f"{tmp_path}: there are no vectors here" in result.stderr
