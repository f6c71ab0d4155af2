"""Definitions made of tables of TOML and JSON, and what every such table is held to."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from attrs import NOTHING, fields

from rules_dsl.errors import KaijuError


def build(kind: type[Any], entry: Mapping[str, Any], place: str) -> Any:  # Any: a table of TOML
    """A definition of this kind from the fields of a table."""
    attributes = {attribute.name: attribute for attribute in fields(kind)}
    values = {name: tuple(v) if isinstance(v, list) else v for name, v in entry.items()}
    for name, value in values.items():
        expect_known(name, attributes, place, "field")
        if not _fits(value, str(attributes[name].type)):
            raise KaijuError(
                f"the field '{name}' holds something else than expected",
                place,
                f"Expected: {_shape(str(attributes[name].type))}.",
            )
    for name, attribute in attributes.items():
        if name not in values and attribute.default is NOTHING:
            raise KaijuError(f"the field '{name}' is missing", place, f"Add '{name} = …'.")
    return kind(**values)


_SHAPES = {"str": "a text", "tuple": "a list", "dict": "a table of texts"}
_RANGE = "tuple[int, int]"


def _shape(annotation: str) -> str:
    if annotation == _RANGE:
        return "a list of two whole numbers"
    return _SHAPES[annotation.partition("[")[0]]


def _fits(value: object, annotation: str) -> bool:
    if annotation == "str":
        return isinstance(value, str)
    if annotation.startswith("dict"):
        return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())
    if annotation == _RANGE and isinstance(value, tuple):
        return len(value) == 2 and all(type(v) is int for v in value)
    if not isinstance(value, tuple):
        return False
    return annotation != "tuple[str, ...]" or all(isinstance(v, str) for v in value)


def expect_new(id: str, found: Mapping[str, object], place: str, what: str) -> None:
    """Refuse a second thing of the same id."""
    if id in found:
        raise KaijuError(f"the {what} {id} stands twice", place, "Rename or remove one of the two.")


def expect_known(
    name: str, known: Mapping[str, object] | set[str], place: str | None, what: str
) -> None:
    """Refuse a name that nothing has, and say which was probably meant."""
    if name not in known:
        near = get_close_matches(name, list(known), n=1)
        remedy = f"Did you mean {near[0]}?" if near else f"Known: {_some(sorted(known))}."
        raise KaijuError(f"unknown {what} '{name}'", place, remedy)


def _some(names: list[str]) -> str:
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "") or "none"
