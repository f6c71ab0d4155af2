"""Writes many files or none: what is there already stays, and nothing is left half-written."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from conformance.starters.plan import File
from rules_dsl.errors import KaijuError


def write_all(folder: Path, files: Iterable[File], force: bool = False) -> list[File]:
    """Write the files below a folder, and return those written.

    Optional files that are there stay as they are; others only give way to `force`.
    """
    files = [
        file for file in files if not (file.is_optional and os.path.lexists(folder / file.path))
    ]
    _refuse_what_is_in_the_way(folder, files, force)
    try:
        with _folder(folder), _staged(folder, files) as stage:
            for file in files:
                target = folder / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                (stage / file.path).replace(target)
    except OSError as error:
        raise KaijuError(
            f"cannot be written: {error.strerror}", place=str(error.filename or folder)
        ) from None
    return files


def _refuse_what_is_in_the_way(folder: Path, files: list[File], force: bool) -> None:
    if folder.exists() and not folder.is_dir():
        raise KaijuError("is a file, not a folder", place=str(folder), remedy="Name a folder.")
    for file in files:
        target = folder / file.path
        above = [part for part in target.parents if part.is_relative_to(folder)]
        for part in above:
            if part.exists() and not part.is_dir():
                raise KaijuError("a folder is needed where a file is", place=str(part))
        if target.is_dir():
            raise KaijuError("a file is needed where a folder is", place=str(target))
    there = [file.path for file in files if os.path.lexists(folder / file.path)]
    if there and not force:
        raise KaijuError(
            f"would overwrite {', '.join(there)}",
            place=str(folder),
            remedy="Nothing was written. Name another folder, or write over them with --force.",
        )


@contextlib.contextmanager
def _folder(folder: Path) -> Iterator[None]:
    """The folder, made if need be, and gone again if what was made in it failed."""
    missing = [part for part in [folder, *folder.parents] if not part.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:  # also when the user stops it
        if missing:
            shutil.rmtree(missing[-1], ignore_errors=True)
        raise


@contextlib.contextmanager
def _staged(folder: Path, files: list[File]) -> Iterator[Path]:
    """A folder beside the targets in which all files are complete."""
    stage = Path(tempfile.mkdtemp(prefix=".kaiju-init-", dir=folder))
    try:
        for file in files:
            (stage / file.path).parent.mkdir(parents=True, exist_ok=True)
            (stage / file.path).write_text(file.text, encoding="utf-8")
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)
