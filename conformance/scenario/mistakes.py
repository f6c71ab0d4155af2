"""Mistakes in a scenario file, collected so that one run shows them all."""

from __future__ import annotations

import difflib
import re

from attrs import define, field

from conformance.scenario.misfits import Misfit
from conformance.scenario.model import Place
from rules_dsl.errors import KaijuError
from rules_dsl.unseen import Unseen

MOST = 50
"""Mistakes told at once: more than these nobody reads."""


def quote(text: str) -> str:
    """A piece of the file as messages show it."""
    return f"`{text}`"


@define
class Mistakes:
    """What is wrong in the files read so far."""

    found: list[tuple[Place, KaijuError]] = field(factory=list)

    def __bool__(self) -> bool:
        return bool(self.found)

    def add(self, place: Place, message: str, remedy: str) -> None:
        """Note one mistake and how to mend it."""
        self.found.append((place, KaijuError(message, place=str(place), remedy=remedy)))

    def unseen(self, place: Place, column: int, unseen: Unseen) -> None:
        """Note a character that nobody sees."""
        where = f"{place}:{column}"
        self.found.append((place, KaijuError(unseen.message, place=where, remedy=unseen.remedy)))

    def unknown(
        self, place: Place, text: str, known: list[str], what: str, line: str | None = None
    ) -> None:
        """Note a text that is none of a closed list, with the nearest entry and the list."""
        near = nearest(text, known)
        hint = f"did you mean `{near}`?\n" if near else ""
        listed = "\n".join(f"  {entry}" for entry in known)
        self.add(place, f"{quote(line or text)} is no known {what}", f"{hint}known are:\n{listed}")

    def unfit(self, place: Place, text: str, misfit: Misfit, what: str) -> None:
        """Note a sentence in which one word cannot stand, with those that can."""
        near = difflib.get_close_matches(misfit.word, misfit.known, 1)
        hint = f"did you mean `{near[0]}`? " if near else ""
        remedy = f"{hint}it is one of: {', '.join(misfit.known)}"
        self.add(place, f"{quote(text)} is no known {what}: {misfit}", remedy)

    def raise_any(self) -> None:
        """Raise one error that tells all mistakes, in the order of the file."""
        if len(self.found) == 1:
            raise self.found[0][1]
        if self.found:
            in_order = sorted(self.found, key=lambda entry: entry[0])
            told = [str(mistake) for _, mistake in in_order[:MOST]]
            if len(in_order) > MOST:
                told.append(f"and {len(in_order) - MOST} more; put these right first")
            raise KaijuError("\n".join(told))


def nearest(text: str, known: list[str]) -> str | None:
    """The entry most like a text, or else the one that begins so; holes count for nothing."""
    bare = {re.sub(r"\{\w+\}", "", entry): entry for entry in known}
    words = re.sub(r"[A-Z][\w-]*(?: [A-Z][\w-]*)*", "", text)
    found = difflib.get_close_matches(words, list(bare), 1, 0.5)
    if found:
        return bare[found[0]]
    begins = {entry.split()[0]: entry for entry in reversed(known)}
    first = (text.split() or [""])[0]
    found = difflib.get_close_matches(first, list(begins), 1, 0.75)
    return begins[found[0]] if found else None
