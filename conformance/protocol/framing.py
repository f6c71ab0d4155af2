"""Lines: one message is one line of UTF-8 JSON, and no line is longer than a limit."""

from __future__ import annotations

import json
from typing import NoReturn

from conformance.protocol.canonical import JsonObject
from conformance.protocol.reading import Malformed

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes in a line, its end included; a longer one is not a message."""


def encode(message: JsonObject) -> bytes:
    """The line of a message."""
    return json.dumps(message, separators=(",", ":")).encode("ascii") + b"\n"


def decode(line: bytes) -> JsonObject:
    """The message of a line, or Malformed that says what the line is instead."""
    try:
        message = json.loads(line.decode("utf-8"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8 (byte {error.start + 1}): {excerpt(line)}") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON ({error.msg}, column {error.colno}): {excerpt(line)}") from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON ({error}): {excerpt(line)}") from None
    if not isinstance(message, dict):
        raise Malformed(f"not a JSON object: {excerpt(line)}")
    return message


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def excerpt(line: bytes, length: int = 80) -> str:
    """The beginning of a line, safe to print."""
    text = line[: length * 4].decode("utf-8", "backslashreplace").rstrip("\r\n")
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    text = text if len(text) <= length else text[: length - 3] + "..."
    return f'"{text}"'
