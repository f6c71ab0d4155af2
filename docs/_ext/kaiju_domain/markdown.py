"""Writing MyST: text that means itself, and references."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules_dsl.specification import Game

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$^])")


def escaped(text: str) -> str:
    """Text in which no character means anything but itself."""
    return _SPECIAL.sub(r"\\\1", text)


def role(kind: str, target: str, shown: str | None = None) -> str:
    """A reference; without a text of its own it shows the name of its target."""
    return f"{{{kind}}}`{shown} <{target}>`" if shown else f"{{{kind}}}`{target}`"


def roles(kind: str, targets: Iterable[str]) -> str:
    """References in a row."""
    return ", ".join(role(kind, target) for target in targets)


def one_line(text: str) -> str:
    """Card text of several lines in one."""
    first, *rest = (line.strip() for line in text.strip().splitlines())
    for line in rest:
        first += f" {line}" if first.endswith(":") else f"; {line}"
    return first


def set_title(name: str) -> str:
    """The id of a set as a title."""
    words = (word if word == "of" else word.capitalize() for word in name.split("-"))
    return " ".join(words)


def game_title(game: Game) -> str:
    """What a game is called."""
    return game.title or game.name.capitalize()


class CardNames:
    """Finds the names of cards in running text."""

    def __init__(self, ids: Mapping[str, str]) -> None:
        self._ids = ids
        names = "|".join(re.escape(name) for name in sorted(ids, key=len, reverse=True))
        # Not `\b`: a name may end in a full stop.
        self._pattern = re.compile(rf"(?<!\w)(?:{names})(?!\w)") if names else re.compile(r"(?!)")

    def in_text(self, text: str) -> tuple[str, ...]:
        """The cards a text names, by id."""
        return tuple(dict.fromkeys(self._ids[name] for name in self._pattern.findall(text)))

    def linked(self, text: str) -> str:
        """The text as MyST, each name of a card a reference to it."""
        parts, end = [], 0
        for match in self._pattern.finditer(text):
            parts.append(escaped(text[end : match.start()]))
            parts.append(role("card", self._ids[match[0]], match[0]))
            end = match.end()
        return "".join([*parts, escaped(text[end:])])
