"""Writing a file wholly or not at all."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from rules_dsl.errors import KaijuError

NEW_FILE = 0o644


def replace_text(path: Path | str, text: str) -> None:
    """Put a text in the place of a file in one step; folders that are missing are made."""
    target = Path(path).resolve()  # behind a link, the file it leads to is replaced
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        mode = target.stat().st_mode if target.exists() else NEW_FILE
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise _unwritable(path, error) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _unwritable(path, error) from error
        raise


def rewrite_text(path: Path | str, text: str) -> None:
    """Give a file that somebody wrote a new text; its links, its owner and its mode stay.

    A file with several names, or with another owner, cannot be replaced without losing one of
    them. It is written where it lies, and gets its old text back if that fails.
    """
    expect_rewritable(path)
    found = Path(path).stat()
    if found.st_nlink == 1 and found.st_uid == os.geteuid():
        replace_text(path, text)
        return
    try:
        with Path(path).open("r+b") as file:
            before = file.read()
            try:
                _put(file.fileno(), text.encode())
            except BaseException:
                with suppress(OSError):
                    _put(file.fileno(), before)
                raise
    except OSError as error:
        raise _unwritable(path, error) from error


def _put(handle: int, data: bytes) -> None:
    """Make these bytes all that a file has; what is too long is cut off last."""
    at = 0
    while at < len(data):
        at += os.pwrite(handle, data[at:], at)
    os.ftruncate(handle, len(data))
    os.fsync(handle)


def expect_regular(path: Path | str) -> None:
    """Refuse what has no text to be rewritten: a folder, a pipe, a device, a socket."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):  # whoever reads it tells why
        return
    if not stat.S_ISREG(mode):
        kinds = {stat.S_ISDIR: "a folder", stat.S_ISFIFO: "a pipe", stat.S_ISSOCK: "a socket"}
        what = next((name for test, name in kinds.items() if test(mode)), "a device")
        raise KaijuError(f"this is {what}, not a file of text", str(path), "name a file")


def expect_rewritable(path: Path | str) -> None:
    """Refuse what is no file of text, or is read-only, even where nothing stops us."""
    expect_regular(path)
    if not Path(path).stat().st_mode & 0o222 or not os.access(path, os.W_OK):
        raise KaijuError(
            "this file is read-only", str(path), "make it writable first: chmod u+w FILE"
        )


def _unwritable(path: Path | str, error: OSError) -> KaijuError:
    reason = (error.strerror or str(error)).lower()
    return KaijuError(
        f"this file cannot be written: {reason}", str(path), "check that you may write there"
    )
