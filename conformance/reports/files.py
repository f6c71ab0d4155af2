"""Files are written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from rules_dsl.errors import KaijuError


def expect_writable(path: Path) -> None:
    """Refuse a path that cannot be written, before any work is done for it."""
    folder = path.parent
    if path.is_dir():
        raise KaijuError("is a folder, not a file", place=str(path))
    if not folder.is_dir():
        raise KaijuError(
            f"there is no folder {folder}", place=str(path), remedy=f"Make it: mkdir -p {folder}"
        )
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise KaijuError("cannot be written: Permission denied", place=str(path))


def write_whole(path: Path, text: str) -> None:
    """Write a file in one step: whoever reads it sees the old text or the new one."""
    expect_writable(path)
    target = path.resolve()
    if target.exists() and not target.is_file():  # a pipe or a device cannot be replaced
        target.write_text(text, encoding="utf-8", errors="backslashreplace")
        return
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
    name: str | None = None
    try:
        descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
        with os.fdopen(
            descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="\n"
        ) as file:
            file.write(text)
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException as error:
        if name is not None:
            with contextlib.suppress(OSError):
                Path(name).unlink()
        if isinstance(error, OSError):
            raise KaijuError(f"cannot be written: {error.strerror}", place=str(path)) from None
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
