"""Writing a file wholly or not at all."""

from __future__ import annotations

import os
import tempfile
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


def _unwritable(path: Path | str, error: OSError) -> KaijuError:
    reason = (error.strerror or str(error)).lower()
    return KaijuError(
        f"this file cannot be written: {reason}", str(path), "check that you may write there"
    )
