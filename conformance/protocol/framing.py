"""Lines: one message is one line of UTF-8 JSON, and no line is longer than a limit."""

from __future__ import annotations

import json
import math
from typing import NoReturn

from conformance.protocol.canonical import JsonObject
from conformance.protocol.reading import Malformed

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes in a line, its end included; a longer one is not a message."""


_encoder = json.JSONEncoder(separators=(",", ":"))


def encode(message: JsonObject) -> bytes:
    """The line of a message."""
    return _encoder.encode(message).encode("ascii") + b"\n"


def finite(number: str) -> float:
    """A number that JSON can write again."""
    if math.isinf(value := float(number)):
        raise ValueError(f"{number} is too large a number")
    return value


def no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is no JSON number")


_decoder = json.JSONDecoder(parse_constant=no_constant, parse_float=finite)


def decode(line: bytes) -> JsonObject:
    """The message of a line, or Malformed that says what the line is instead."""
    try:
        message = _decoder.decode(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise Malformed(f"not UTF-8 (byte {error.start + 1}): {excerpt(line)}") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"not JSON ({error.msg}, column {error.colno}): {excerpt(line)}") from None
    except (ValueError, RecursionError) as error:
        raise Malformed(f"not JSON ({error}): {excerpt(line)}") from None
    if not isinstance(message, dict):
        raise Malformed(f"not a JSON object: {excerpt(line)}")
    return message


def excerpt(line: bytes, length: int = 80) -> str:
    """The beginning of a line, safe to print."""
    text = line[: length * 4].decode("utf-8", "backslashreplace").rstrip("\r\n")
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    text = text if len(text) <= length else text[: length - 3] + "..."
    return f'"{text}"'
