"""What games share: words and types of a common table, which the table of a game takes."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from attrs import field, frozen

from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text, parse_toml
from rules_dsl.specification import spec_root

INCLUDE = "include"
INSTEAD = "instead"
_NAMES = ("id", "kind")

Entry = dict[str, Any]  # Any: whatever TOML holds


@frozen(slots=False)
class Source:
    """The text of a table, which knows the line of each entry."""

    path: str
    text: str

    def word(self, index: int) -> str:
        """Where the word of this number stands."""
        return self._place(self._words[index] if index < len(self._words) else None)

    def type(self, name: str) -> str:
        """Where the type of this name stands."""
        return self._place(self._types.get(name))

    @cached_property
    def _words(self) -> list[int]:
        return [number for number, line in self._headers if line.startswith("[[word]]")]

    @cached_property
    def _types(self) -> dict[str, int]:
        found = ((line.partition("]")[0], number) for number, line in self._headers)
        return {head.removeprefix("[types."): number for head, number in found}

    @cached_property
    def _headers(self) -> list[tuple[int, str]]:
        lines = enumerate(self.text.splitlines(), 1)
        return [(number, line) for number, line in lines if line.startswith("[")]

    def _place(self, line: int | None) -> str:
        return f"{self.path}:{line}" if line else self.path


@frozen(eq=False)
class Shared:
    """The words, by kind and id, and the types of a common table."""

    file: str = ""
    words: dict[tuple[str, str], Entry] = field(factory=dict)
    types: dict[str, Entry] = field(factory=dict)

    def word(self, entry: Entry, place: str) -> Entry:
        """A word of a game, with what the common table says of it."""
        names = str(entry.get("kind")), str(entry.get("id"))
        return self._taken(entry, self.words.get(names), f"the word `{names[1]}`", place)

    def type(self, name: str, entry: Entry, place: str) -> Entry:
        """A type of a game, with what the common table says of it."""
        return self._taken(entry, self.types.get(name), f"the type `{name}`", place)

    def _taken(self, entry: Entry, shared: Entry | None, what: str, place: str) -> Entry:
        changed = entry.get(INSTEAD, {})
        if shared is None:
            if INSTEAD in entry:
                raise KaijuError(
                    f"{what} changes something with `{INSTEAD}`, but it is not shared",
                    place,
                    f"leave `{INSTEAD}.` out, or correct the id and the kind",
                )
            return entry
        plain = {name: value for name, value in entry.items() if name != INSTEAD}
        for name in plain:
            if name in shared and name not in _NAMES:
                raise KaijuError(
                    f"{what} is shared, and its `{name}` stands in {self.file}",
                    place,
                    f"write `{INSTEAD}.{name} = …` to change it here, or leave it out",
                )
        for name, value in changed.items():
            if name not in shared or name in _NAMES:
                raise KaijuError(
                    f"{what} changes `{name}`, which {self.file} does not say of it",
                    place,
                    f"write `{name} = …` to add it",
                )
            if value == shared[name]:
                raise KaijuError(
                    f"{what} changes `{name}` to what {self.file} says already",
                    place,
                    "leave it out",
                )
        return {**shared, **plain, **changed}


@lru_cache(maxsize=8)
def _read(text: str, file: str) -> Shared:
    source = Source(file, text)
    data = parse_toml(text, file)
    for name in set(data) - {"types", "word"}:
        raise KaijuError(f"a common table has no `{name}`", file, "it has types and words only")
    words: dict[tuple[str, str], Entry] = {}
    for index, entry in enumerate(data.get("word", [])):
        names = str(entry.get("kind")), str(entry.get("id"))
        if names in words:
            message = f"the {names[0]} `{names[1]}` is declared twice"
            raise KaijuError(message, source.word(index), "remove one of the two")
        if "rules" in entry:
            raise KaijuError(
                f"the word `{names[1]}` names rules, which belong to one game",
                source.word(index),
                "name them in the table of each game that takes the word",
            )
        words[names] = entry
    return Shared(file, words, data.get("types", {}))


def read_shared(name: str | None) -> Shared:
    """The common table of this name, which is its place in the specification."""
    if name is None:
        return Shared()
    path = spec_root() / name
    return _read(load_text(path), f"{spec_root().name}/{name}")
