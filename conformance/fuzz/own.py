"""Cases of one's own: a seal that only this user can set, with a key that no checkout holds."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import os
import secrets
from pathlib import Path

from conformance.protocol.canonical import canonical

KEY_BYTES = 32
ONLY_MINE = 0o077
"""Permissions that a key must not give to others."""


def seal(case: str, engine: str) -> str | None:
    """The seal of a case found here, in this folder, by this user; None without a key."""
    key = _key(make=True)
    return _sealed(key, case, engine) if key is not None else None


def is_own(said: object, case: str, engine: str) -> bool:
    """Whether this user found the case in this folder, with this engine."""
    key = _key(make=False)
    if key is None or not isinstance(said, str) or not said.isascii():
        return False
    return hmac.compare_digest(said, _sealed(key, case, engine))


def _sealed(key: bytes, case: str, engine: str) -> str:
    """A command means something else in another folder, so the folder is sealed too."""
    text = canonical([case, engine, str(Path.cwd())])
    return hmac.new(key, text.encode("ascii"), hashlib.sha256).hexdigest()


def _key(make: bool) -> bytes | None:
    """The key of this user, or None where there is none that only this user can read."""
    with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: nobody has a home here
        state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
        file = Path(state) / "kaiju" / "key"
        if make and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            new = file.with_name(f"key.{secrets.token_hex(8)}")
            descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as target:
                target.write(secrets.token_bytes(KEY_BYTES))
            with contextlib.suppress(FileExistsError):
                os.link(new, file)  # the first one wins, and is whole
            new.unlink()
        about = file.stat()
        if about.st_uid == os.getuid() and not about.st_mode & ONLY_MINE:
            key = file.read_bytes()
            return key if len(key) == KEY_BYTES else None
    return None
