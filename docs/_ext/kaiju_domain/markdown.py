"""Writing MyST and HTML: text that means itself, and references."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup, escape

from rules_dsl.specification import Game

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$^])")
_CODE = re.compile(r"`([^`]+)`")


def escaped(text: str) -> str:
    """MyST in which no character means anything but itself."""
    return _SPECIAL.sub(r"\\\1", text)


def prose(text: str) -> Markup:
    """HTML of a sentence in which only `code` is marked."""
    return Markup(_CODE.sub(r'<code class="literal">\1</code>', str(escape(text))))


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
        first = "".join(re.escape(letter) for letter in sorted({name[0] for name in ids}))
        # Not `\b`: a name may end in a full stop. The first letter alone rules most places out.
        pattern = rf"(?=[{first}])(?<!\w)(?:{names})(?!\w)" if ids else r"(?!)"
        self._pattern = re.compile(pattern)

    def in_text(self, text: str) -> tuple[str, ...]:
        """The cards a text names."""
        return tuple(dict.fromkeys(self._ids[name] for name in self._pattern.findall(text)))

    def linked(self, text: str, link: Callable[[str, str], Markup]) -> Markup:
        """The text as HTML, each name of a card a reference to it."""
        parts, end = [], 0
        for match in self._pattern.finditer(text):
            parts.append(escape(text[end : match.start()]))
            parts.append(link(self._ids[match[0]], match[0]))
            end = match.end()
        return Markup().join([*parts, escape(text[end:])])
