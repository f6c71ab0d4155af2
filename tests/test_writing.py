"""Files are written wholly or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.errors import KaijuError
from rules_dsl.writing import replace_text


def test_a_text_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "a.txt"
    replace_text(file, "one\n")
    file.chmod(0o600)
    replace_text(file, "two\n")
    assert file.read_bytes() == b"two\n"
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("one")
    link.symlink_to(real)
    replace_text(link, "two")
    assert link.is_symlink()
    assert real.read_text() == "two"


@pytest.mark.parametrize("name", ["file/below.txt", "folder"])
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("in the way")
    (tmp_path / "folder").mkdir()
    with pytest.raises(KaijuError, match="this file cannot be written") as caught:
        replace_text(tmp_path / name, "text")
    assert caught.value.place == str(tmp_path / name)
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "folder"]


def test_ctrl_c_leaves_the_old_text_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    replace_text(file, "one\n")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        replace_text(file, "two\n")
    assert file.read_text() == "one\n"
    assert list(tmp_path.iterdir()) == [file]
