"""`kaiju fmt` rewrites files of text, and leaves everything else about them as it was."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from rules_dsl import writing
from rules_dsl.errors import KaijuError
from rules_dsl.writing import rewrite_text

Kaiju = Callable[..., Result]
UGLY = 'creature   yeti "Yeti"\n  power   3\n'
FINE = 'creature yeti "Yeti"\n  power 3\n'


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "my.cards"
    file.write_text(UGLY)
    return file


def test_all_names_of_a_file_keep_the_same_text(kaiju: Kaiju, cards: Path) -> None:
    other = cards.with_name("other.cards")
    other.hardlink_to(cards)
    cards.chmod(0o640)
    assert kaiju("fmt", cards).exit_code == 0
    assert other.samefile(cards)
    assert other.read_text() == FINE
    assert cards.stat().st_mode & 0o777 == 0o640
    assert sorted(cards.parent.iterdir()) == [cards, other]


def test_a_link_leads_to_the_same_file(kaiju: Kaiju, cards: Path) -> None:
    link = cards.with_name("link.cards")
    link.symlink_to(cards.name)
    cards.chmod(0o600)
    assert kaiju("fmt", link).exit_code == 0
    assert link.is_symlink()
    assert cards.read_text() == FINE
    assert cards.stat().st_mode & 0o777 == 0o600


def test_a_read_only_file_stays_and_nothing_else_is_written(kaiju: Kaiju, cards: Path) -> None:
    locked = cards.with_name("locked.cards")
    locked.write_text(UGLY.replace("yeti", "bear").replace("Yeti", "Bear"))
    before = locked.read_text()
    locked.chmod(0o444)
    result = kaiju("fmt", cards, locked)
    assert result.exit_code == 2
    assert f"{locked}: this file is read-only" in result.stderr
    assert (cards.read_text(), locked.read_text()) == (UGLY, before)
    assert locked.stat().st_mode & 0o777 == 0o444
    assert kaiju("fmt", "--diff", cards, locked).exit_code == 0
    cards.write_text(FINE)
    locked.chmod(0o644)
    locked.unlink()
    cards.chmod(0o444)
    assert kaiju("fmt", cards).exit_code == 0  # nothing to write


@pytest.mark.parametrize("kind", ["a folder", "a pipe", "a device", "a socket"])
def test_what_is_no_file_of_text_is_refused_unread(kaiju: Kaiju, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing"
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a device":
        path.symlink_to(os.devnull)
    else:
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(path))
    result = kaiju("fmt", path)
    assert result.exit_code == 2
    assert f"{path}: this is {kind}, not a file of text" in result.stderr
    assert path.exists()


def test_a_file_with_two_names_gets_its_old_text_back_if_writing_fails(
    cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = cards.with_name("other.cards")
    other.hardlink_to(cards)
    cut, failures = os.ftruncate, iter([OSError(28, "No space left on device")])

    def fail(handle: int, length: int) -> None:
        for failure in failures:
            raise failure
        cut(handle, length)

    monkeypatch.setattr(writing.os, "ftruncate", fail)
    with pytest.raises(KaijuError, match="no space left on device"):
        rewrite_text(cards, FINE)
    assert other.read_text() == UGLY
