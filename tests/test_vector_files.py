"""Vector files are JSON Lines; an index says where each vector is."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.judge.vector_files import (
    INDEX,
    VECTORS,
    find_vectors,
    index_text,
    list_vectors,
    read_index,
    vector_files,
)
from rules_dsl.errors import KaijuError

FILE = Path(__file__).parent / "runner_vectors.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one file, without an index."""
    (tmp_path / "some.jsonl").write_bytes(FILE.read_bytes())
    return tmp_path


def test_the_index_of_the_kit_names_every_vector_once():
    index = read_index(VECTORS)
    assert index == {listed.id: listed.file for listed in list_vectors()}
    text = (VECTORS / INDEX).read_text(encoding="utf-8")
    assert text == index_text(
        {
            file.relative_to(VECTORS): [one.id for one in list_vectors(file)]
            for file in vector_files(VECTORS)
        }
    )


def test_a_vector_is_found_by_its_id_without_reading_the_others(monkeypatch):
    from conformance.judge import vector_files as module

    read = []
    monkeypatch.setattr(
        module, "_lines", lambda file, old=module._lines: read.append(file) or old(file)
    )
    (found,) = find_vectors(["mb-7qk4x2"])
    assert found.id == "MB-7QK4X2"
    assert [str(file) for file in read] == [found.file]


@pytest.mark.parametrize("index", [None, "", "MB-RUN001 gone.jsonl\n", "rubbish\n", "\xff"])
def test_without_an_index_to_trust_every_file_is_read(folder: Path, index: str | None):
    if index is not None:
        (folder / INDEX).write_bytes(index.encode("latin-1"))
    assert [one.id for one in find_vectors(["MB-RUN001"], folder)] == ["MB-RUN001"]


def test_an_id_that_nothing_has_is_told_with_a_hint(folder: Path):
    with pytest.raises(KaijuError, match=r"there is no vector MB-RUN01\. Did you mean MB-RUN001\?"):
        find_vectors(["MB-RUN01"], folder)


def test_a_listed_vector_reads_itself():
    listed = list_vectors(FILE)[1]
    assert (listed.read().id, listed.read().title) == (listed.id, listed.title)
