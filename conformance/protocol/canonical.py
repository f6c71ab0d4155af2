"""One way to write JSON, so that equal values have equal texts and digests in every language."""

from __future__ import annotations

import hashlib
import json
import re
from typing import Any

JsonObject = dict[str, Any]
"""A JSON object; Any, since what a message carries is only known once it is read."""

HANDLE = re.compile(r"#(\d{1,18})((?:/[\w-]+)*)\Z")


canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode
"""The text of a JSON value with sorted keys and no spaces."""


def digest(value: object) -> str:
    """The first 16 hexadecimal digits of the SHA-256 of the canonical text."""
    return hashlib.sha256(canonical(value).encode("ascii")).hexdigest()[:16]


def handle_order(handle: object) -> tuple[int, str]:
    """Sorts handles by their number: #2 before #10."""
    found = HANDLE.match(str(handle))
    return (int(found[1]), found[2]) if found else (1 << 62, str(handle))
