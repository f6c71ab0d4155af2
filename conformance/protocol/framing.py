"""Lines: one message is one line of UTF-8 JSON, and no line is longer than a limit."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

from conformance.protocol.canonical import JsonObject
from conformance.protocol.reading import Malformed

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes in a line, its end included; a longer one is not a message."""

DEEPEST = 200
"""Lists and objects inside each other; what lies deeper cannot be compared and shown."""

NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*"?|[^][{}"]+', re.DOTALL)
"""Texts, and what stands between them and the brackets."""


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


def no_twins(pairs: list[tuple[str, Any]]) -> JsonObject:  # Any: any JSON value
    """An object that says everything once: of two values of a key nobody knows which holds."""
    found = dict(pairs)
    if len(found) != len(pairs):
        many = Counter(key for key, _ in pairs)
        twice = next(key for key in many if many[key] > 1)
        named = excerpt(twice.encode("utf-8", "backslashreplace"))
        raise ValueError(f"an object has the key {named} twice")
    return found


_decoder = json.JSONDecoder(
    parse_constant=no_constant, parse_float=finite, object_pairs_hook=no_twins
)


def expect_shallow(line: bytes) -> None:
    """Refuse what is nested deeper than anybody needs, before it is read."""
    depth = 0
    for sign in NO_BRACKETS.sub(b"", line):
        if sign in b"[{":
            depth += 1
            if depth > DEEPEST:
                raise ValueError(f"lists and objects more than {DEEPEST} deep")
        elif sign in b"]}":
            depth -= 1


def decode(line: bytes) -> JsonObject:
    """The message of a line, or Malformed that says what the line is instead."""
    try:
        if line.count(b"[") + line.count(b"{") > DEEPEST:
            expect_shallow(line)
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
