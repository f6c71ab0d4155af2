"""The lexicon: what each term and each card is called in the languages of its editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import frozen

from rules_dsl.foreign import load_text, parse_toml

Names = Mapping[str, str]
"""A name in each language that has one."""


@frozen
class Language:
    """A language, and where its words come from."""

    name: str
    terms: str
    cards: str


@frozen
class Term:
    """A word of the rules, and the rule that says what it means."""

    id: str
    names: Names
    rule: str | None


@frozen
class Lexicon:
    """The terms, and the names of the cards by set and id."""

    languages: Mapping[str, Language]
    terms: tuple[Term, ...]
    cards: Mapping[str, Mapping[str, Names]]

    def used(self, named: Iterable[Names]) -> list[str]:
        """The languages in which at least one of these things has a name."""
        found = {language for names in named for language in names}
        return [language for language in self.languages if language in found]


def read_lexicon(path: Path) -> Lexicon:
    """The lexicon in a file of the specification; a small game need not have one."""
    table = parse_toml(load_text(path), path.name) if path.exists() else {}
    languages = {id: Language(**entry) for id, entry in table.get("language", {}).items()}
    terms = tuple(
        Term(entry["id"], {id: entry[id] for id in languages if id in entry}, entry.get("rule"))
        for entry in table.get("term", ())
    )
    return Lexicon(languages, terms, table.get("card", {}))
