"""What a game already defines: the words, keywords and cards an author can build on."""

from __future__ import annotations

from collections.abc import Container, Iterable
from pathlib import Path

from attrs import frozen

from rules_dsl.errors import KaijuError
from rules_dsl.module import Module
from rules_dsl.reader import read_files
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary


@frozen(eq=False)
class Library:
    """The vocabulary and the definitions of one game, and the ids of all rules."""

    vocabulary: Vocabulary
    known: Module
    rules: Container[str]


def open_library(game: str, leave_out: Iterable[Path] = ()) -> Library:
    """The library of a game without the files that are about to be read anew."""
    specification = load_specification()
    rulesets = [each for each in specification.rulesets.values() if each.game == game]
    if not rulesets:
        games = ", ".join(sorted({each.game for each in specification.rulesets.values()}))
        raise KaijuError(f"there is no game '{game}'", remedy=f"the games are: {games}")
    vocabulary = Vocabulary.load(spec_root() / rulesets[0].vocabulary)
    left_out = {path.resolve() for path in leave_out}
    files = dict.fromkeys(spec_root() / file for each in rulesets for file in each.cards)
    kept = [file for file in files if file.resolve() not in left_out]
    return Library(vocabulary, read_files(kept, vocabulary), specification.rules)
