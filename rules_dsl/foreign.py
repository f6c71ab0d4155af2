"""Files that others write: their text, TOML and JSON, or a mistake with its place in them.

Nothing in such a file may break its reader: neither brackets without end nor numbers that Python
itself refuses to read or to show.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from rules_dsl.errors import KaijuError

LARGEST = 256 * 1024 * 1024
DEEPEST = 100
LONGEST_NUMBER = 40
"""Digits: more than any count, seed or checksum that we write has."""

_BRACKETS = b"[]{}"
_NO_BRACKETS = bytes(set(range(256)).difference(_BRACKETS))
_JSON_PART = re.compile(r'"(?:[^"\\]|\\.)*"|(?P<opens>[\[{])|(?P<closes>[\]}])', re.DOTALL)
_TOML_PART = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*'
    r"|(?P<opens>[\[{])|(?P<closes>[\]}])",
    re.DOTALL,
)
_DIGITS = re.compile(rf"[0-9](?:_?[0-9a-fA-F]){{{LONGEST_NUMBER},}}|0[xob]_?[0-9a-fA-F_]+")
_MANY_DOTS = re.compile(rf"(?:[^.=\n]*\.){{{DEEPEST},}}")
_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


def load_text(path: Path | str, most: int = LARGEST) -> str:
    """The text of a file, if it is UTF-8 and has no more bytes than that."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = getattr(error, "strerror", None) or str(error)
        raise KaijuError(
            f"this file cannot be read: {reason.lower()}",
            str(path),
            "check the name and that you may read it",
        ) from error
    return decode_text(data, str(path), most)


def decode_text(data: bytes, place: str, most: int = LARGEST) -> str:
    """Bytes as text, if they are UTF-8 and no more than that."""
    if len(data) > most:
        raise KaijuError(
            f"this file is larger than {most // 1024 // 1024} MiB",
            place,
            "split it, or check that it is the right file",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise KaijuError(
            f"this file is not UTF-8 text: byte {error.start + 1} cannot be read",
            f"{place}:{line}",
            "save it as UTF-8",
        ) from error


def load_toml(path: Path | str, most: int = LARGEST) -> dict[str, Any]:  # Any: whatever TOML holds
    """What a TOML file says."""
    return parse_toml(load_text(path, most), str(path))


def load_json(path: Path | str) -> Any:  # Any: whatever JSON holds
    """What a JSON file says."""
    return parse_json(load_text(path), str(path))


def parse_toml(text: str, place: str) -> dict[str, Any]:  # Any: whatever TOML holds
    """What a text in TOML says; `place` is the file it is from."""
    _refuse_deep(text, place, _TOML_PART)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT.search(str(error))
        message = str(error).replace(at[0], "") if at else str(error)
        where = f"{at[1]}:{at[2]}" if at and at[1] else _line_and_column(text, len(text))
        raise KaijuError(f"not TOML: {message}", f"{place}:{where}") from None
    except ValueError:  # Python reads no number with so many digits
        raise _too_large(text, place) from None
    for value, depth in _values(table):
        if depth > DEEPEST:
            dots = _MANY_DOTS.search(text)
            raise _too_deep(text, place, dots.start() if dots else 0)
        if isinstance(value, int) and abs(value) >= 10**LONGEST_NUMBER:
            raise _too_large(text, place)
    return table


def parse_json(  # Any: whatever JSON holds
    text: str, place: str, first: int = 1, words: dict[str, str] | None = None
) -> Any:
    """What a text in JSON says, each name once in an object.

    `place` is the file it is from, `first` the line of that file with which it begins.
    Texts read with the same `words` keep what they say in common only once in memory.
    """
    _refuse_deep(text, place, _JSON_PART, first)
    decoder = _decoder if words is None else _decoding(partial(_once_sharing, words))
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        where = f"{place}:{error.lineno + first - 1}:{error.colno}"
        raise KaijuError(f"not JSON: {error.msg}", where) from None
    except _LargeNumber:
        raise _too_large(text, place, first) from None
    except ValueError as error:
        raise KaijuError(f"not JSON: {error}", place) from None


class _LargeNumber(ValueError):
    """A number with more digits than anybody needs."""


def _whole(number: str) -> int:
    if len(number) > LONGEST_NUMBER:
        raise _LargeNumber
    return int(number)


def _finite(number: str) -> float:
    """A number that JSON can write again."""
    if math.isinf(value := float(number)):
        raise ValueError(f"{number} is too large a number")
    return value


def _no_constant(name: str) -> NoReturn:
    """Refuse NaN and Infinity, which JSON does not have."""
    raise ValueError(f"{name} is no JSON number")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:  # Any: whatever JSON holds
    """An object that says each name once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"an object says `{twice}` twice")
    return found


def _once_sharing(words: dict[str, str], pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that says each name once, of words that are kept once."""
    share = words.setdefault
    return _once(
        [
            (share(name, name), share(value, value) if type(value) is str else value)
            for name, value in pairs
        ]
    )


def _decoding(make_object: Callable[[list[tuple[str, Any]]], dict[str, Any]]) -> json.JSONDecoder:
    return json.JSONDecoder(
        parse_int=_whole,
        parse_float=_finite,
        parse_constant=_no_constant,
        object_pairs_hook=make_object,
    )


_decoder = _decoding(_once)


def _refuse_deep(text: str, place: str, part: re.Pattern[str], first: int = 1) -> None:
    """Refuse brackets in brackets in brackets, before a parser follows them."""
    left = text.encode("ascii", "ignore").translate(None, _NO_BRACKETS)
    for _ in range(DEEPEST):
        if not left:
            return
        left = left.replace(b"[]", b"").replace(b"{}", b"")
    # Brackets in texts and comments count for nothing, and only now is it worth looking for them.
    depth = 0
    for found in part.finditer(text):
        depth += (found["opens"] is not None) - (found["closes"] is not None)
        if depth > DEEPEST:
            raise _too_deep(text, place, found.start(), first)


def _values(table: dict[str, Any]) -> Iterator[tuple[object, int]]:  # Any: whatever TOML holds
    """Everything in a table with how deep it lies."""
    open: list[tuple[object, int]] = [(table, 0)]
    while open:
        value, depth = open.pop()
        yield value, depth
        if isinstance(value, dict | list) and depth <= DEEPEST:
            inner = value.values() if isinstance(value, dict) else value
            open += [(each, depth + 1) for each in inner]


def _too_deep(text: str, place: str, at: int, first: int = 1) -> KaijuError:
    return KaijuError(
        f"this is nested more than {DEEPEST} deep",
        f"{place}:{_line_and_column(text, at, first)}",
        "check that it is the right file",
    )


def _too_large(text: str, place: str, first: int = 1) -> KaijuError:
    limit = LONGEST_NUMBER
    long = (one for one in _DIGITS.finditer(text) if len(one[0].replace("_", "")) > limit)
    at = next((one.start() for one in long), 0)
    return KaijuError(
        f"this number has more than {limit} digits",
        f"{place}:{_line_and_column(text, at, first)}",
        "write a smaller number",
    )


def _line_and_column(text: str, at: int, first: int = 1) -> str:
    before = text[:at]
    return f"{before.count(chr(10)) + first}:{at - before.rfind(chr(10))}"
