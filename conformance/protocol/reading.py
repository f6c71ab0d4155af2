"""Reading messages strictly (no number passes for a text), unknown fields ignored; writing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn

from conformance.protocol.canonical import HANDLE, JsonObject
from conformance.protocol.legal import Choose, Legal
from conformance.protocol.messages import (
    ApplyRequest,
    Chance,
    Decision,
    Frame,
    GameInfo,
    Next,
    Over,
)


class Malformed(ValueError):
    """A message that is not what the protocol says, with the place in it."""


T = TypeVar("T")

converter = cattrs.Converter()

MISSING = "is missing"


def _strictly(kind: type) -> None:
    def read(value: object, _: object) -> object:
        if type(value) is not kind:
            raise TypeError(f"expected {_NAMES[kind]}, got {_kind_of(value)}")
        return value

    converter.register_structure_hook(kind, read)


_NAMES: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def _kind_of(value: object) -> str:
    return _NAMES.get(type(value), type(value).__name__)


for _kind in (str, int, bool):
    _strictly(_kind)


def _object(value: object, _: object) -> JsonObject:
    if not isinstance(value, dict):
        raise TypeError(f"expected an object, got {_kind_of(value)}")
    return value


def read_object(value: object) -> JsonObject:
    """The object that a value must be."""
    return _object(value, None)


def _texts(value: object, _: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"expected a list of texts, got {_kind_of(value)}")
    return list(value)


MOST_TWINS = 256
"""Candidates of a choice among which some are alike, such as dice: more cannot be counted."""


def _is_card(name: str) -> bool:
    return HANDLE.match(name) is not None


def _choose(value: object, _: object) -> Choose:
    given = _object(value, None)
    of = _texts(given.get("from"), None)
    least, most = given.get("min"), given.get("max")
    if type(least) is not int or type(most) is not int:
        raise TypeError("`min` and `max` must be whole numbers")
    if len(set(of)) != len(of):
        twice = next((one for one, many in Counter(of).items() if many > 1 and _is_card(one)), None)
        if twice is not None:
            raise ValueError(f"`from` names the card {twice} twice")
        if len(of) > MOST_TWINS:
            raise ValueError(f"`from` has {len(of)} things, of which some are alike")
    if not 0 <= least <= most or least > len(of):
        raise ValueError(f"cannot choose {least} to {most} of {len(of)}")
    return Choose(tuple(of), least, most)


def _legal(given: JsonObject) -> Legal:
    if ("legal" in given) == ("choose" in given):
        raise ValueError("expected exactly one of `legal` and `choose`")
    if "choose" in given:
        return Legal(factored=_choose(given["choose"], None))
    listed = given["legal"]
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise TypeError("`legal` must be a list of objects")
    if not listed:
        raise ValueError("`legal` is empty: a game that waits must allow an answer")
    legal = Legal(tuple(listed))
    if len(legal) != len(listed):
        raise ValueError("`legal` names an answer twice")
    return legal


def _field(given: JsonObject, name: str) -> str:
    value = given.get(name)
    if not isinstance(value, str):
        raise TypeError(f"`{name}` must be a text, got {_kind_of(value)}")
    return value


def _next(value: object, _: object) -> Next:
    given = _object(value, None)
    named = [name for name in ("decision", "chance", "over") if name in given]
    if len(named) != 1:
        raise ValueError(
            "`next` must have exactly one of `decision`, `chance` and `over`, "
            f"it has {' and '.join(named) or 'none'}"
        )
    if named == ["decision"]:
        source = given.get("source")
        return Decision(
            _field(given, "decision"),
            _field(given, "who"),
            _field(given, "kind"),
            _legal(given),
            source if isinstance(source, str) else None,
        )
    if named == ["chance"]:
        data = given.get("data", {})
        return Chance(
            _field(given, "chance"), _field(given, "kind"), _legal(given), _object(data, None)
        )
    over = _object(given["over"], None)
    winner = over.get("winner")
    if winner is not None and not isinstance(winner, str):
        raise TypeError("`winner` must be a seat or null")
    return Over(winner, str(over.get("reason") or ""))


def _list_of(kind: Any) -> Callable[[object, object], list[Any]]:
    """Reads a list, and nothing that only behaves like one."""
    (inner,) = get_args(kind)

    def read_list(value: object, _: object) -> list[Any]:
        if not isinstance(value, list):
            raise TypeError(f"expected a list, got {_kind_of(value)}")
        return _each(kind, ((at, one, inner) for at, one in enumerate(value)))

    return read_list


def _dict_of(kind: Any) -> Callable[[object, object], dict[str, Any]]:
    """Reads an object whose values are all of one kind."""
    _, inner = get_args(kind)

    def read_dict(value: object, _: object) -> dict[str, Any]:
        given = _object(value, None)
        values = _each(kind, ((key, one, inner) for key, one in given.items()))
        return dict(zip(given, values, strict=True))

    return read_dict


def _each(kind: Any, parts: Iterable[tuple[Any, object, Any]]) -> list[Any]:
    found, errors = [], []
    for at, value, inner in parts:
        try:
            found.append(converter.structure(value, inner))
        except Exception as error:  # noqa: BLE001  told below, with the others
            error.add_note(IterableValidationNote("", at, inner))
            errors.append(error)
    if errors:
        raise IterableValidationError("", errors, kind)
    return found


def _class(kind: Any) -> Callable[[object, object], Any]:
    """Reads an object into a class."""
    inner = make_dict_structure_fn(kind, converter)

    def read_class(value: object, _: object) -> Any:
        return inner(_object(value, None), kind)

    return read_class


def _is_a(container: type) -> Callable[[Any], bool]:
    return lambda kind: bool(get_origin(kind) is container)


converter.register_structure_hook_factory(attrs.has, _class)
converter.register_structure_hook_factory(_is_a(list), _list_of)
converter.register_structure_hook_factory(_is_a(dict), _dict_of)
converter.register_structure_hook_func(lambda kind: kind == JsonObject, _object)
converter.register_structure_hook_func(lambda kind: kind == Next, _next)
converter.register_structure_hook(Choose, _choose)


def _quickly(kind: type[T], quick: Callable[[JsonObject], T | None]) -> None:
    """Read messages of a kind that come in thousands by hand; the slow way tells what is wrong."""
    slow = _class(kind)

    def read_quickly(value: object, _: object) -> T:
        if isinstance(value, dict):
            with suppress(TypeError, ValueError):
                found = quick(value)
                if found is not None:
                    return found
        read: T = slow(value, None)
        return read

    converter.register_structure_hook(kind, read_quickly)


def _quick_frame(given: JsonObject) -> Frame | None:
    n, digest, state = given.get("n"), given.get("digest"), given.get("state")
    if type(n) is not int or "next" not in given:
        return None
    if not isinstance(digest, str | None) or not isinstance(state, dict | None):
        return None
    return Frame(n, _next(given["next"], None), digest, state)


def _quick_apply(given: JsonObject) -> ApplyRequest | None:
    decision, do = given.get("decision"), given.get("do")
    if isinstance(decision, str) and isinstance(do, dict):
        return ApplyRequest(decision, do)
    return None


_quickly(Frame, _quick_frame)
_quickly(ApplyRequest, _quick_apply)


def read(given: object, kind: type[Any]) -> Any:  # Any: an instance of `kind`
    """The message of this kind, or Malformed with what is wrong in which field."""
    try:
        return converter.structure(given, kind)
    except Exception as error:  # noqa: BLE001  cattrs groups errors of every class
        raise Malformed("; ".join(explain(error))) from None


def explain(error: BaseException) -> list[str]:
    """What is wrong in a message, one sentence for each field."""
    said = []
    for line in cattrs.transform_error(error, path="", format_exception=_say):
        what, _, place = line.rpartition(" @ ")
        place = place.lstrip(".")
        if what == MISSING:
            said.append(f"`{place}` {what}")
        else:
            said.append(f"{place}: {what}" if place else what)
    return said


def _say(error: BaseException, kind: type | None) -> str:
    if isinstance(error, KeyError):
        return MISSING
    if isinstance(error, ForbiddenExtraKeysError):
        return f"unknown field {', '.join(f'`{name}`' for name in sorted(error.extra_fields))}"
    return str(error)


def _offered(info: GameInfo) -> JsonObject:
    """What an engine offers of a game; a number of players only where it says one."""
    said: JsonObject = {"options": dict(info.options), "features": list(info.features)}
    return {**said, "players": list(info.players)} if info.players else said


converter.register_unstructure_hook(GameInfo, _offered)


def write(message: Any) -> JsonObject:  # Any: any message class
    """The message as JSON; fields that say what their absence says are left out."""
    said: JsonObject = {}
    for name, default in _written(message.__class__):
        value = getattr(message, name)
        if default is attrs.NOTHING or value != default:
            said[name] = _plain(value)
    return said


@cache
def _written(kind: Any) -> tuple[tuple[str, Any], ...]:
    """The fields of a message class, each with what it says when it is left out."""
    return tuple(
        (field.name, field.default.factory() if _is_made(field.default) else field.default)
        for field in attrs.fields(kind)
    )


def _is_made(default: Any) -> bool:
    return isinstance(default, attrs.Factory)  # type: ignore[arg-type]  # a class at run time


def _plain(value: Any) -> Any:
    """JSON as it is; what holds messages is taken apart."""
    if isinstance(value, str | int) or value is None:
        return value
    return converter.unstructure(value)
