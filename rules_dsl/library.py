"""What a game already defines: the words, keywords and cards an author can build on."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable
from pathlib import Path

from attrs import frozen

from rules_dsl.diagnostics import Diagnostics
from rules_dsl.errors import KaijuError
from rules_dsl.module import Module
from rules_dsl.reader import ids_of_cards, load_text, read_together
from rules_dsl.specification import READINGS, RulesetSpec, load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary


@frozen(eq=False)
class Library:
    """The vocabulary and the definitions of one game, and the ids of all rules."""

    vocabulary: Vocabulary
    known: Module
    rules: Container[str]


def open_library(game: str, leave_out: Iterable[Path] = ()) -> Library:
    """The library of a game without the files that are about to be read anew.

    Files that never meet in a ruleset, such as two printings of the same cards, do not meet here
    either: the library is that of the largest ruleset with the files that are left out.
    """
    specification = load_specification()
    listed = specification.all_rulesets.values()
    rulesets = [each for each in listed if each.game == game]
    if not rulesets:
        games = ", ".join(sorted({each.game for each in listed}))
        raise KaijuError(f"there is no game '{game}'", remedy=f"the games are: {games}")
    left_out = {path.resolve() for path in leave_out}
    ruleset = _largest(rulesets, left_out)
    vocabulary = Vocabulary.load(spec_root() / ruleset.vocabulary)
    return Library(vocabulary, _known(ruleset, vocabulary, left_out), specification.rules)


def game_of_files(files: Iterable[Path], default: str) -> str:
    """The game that files belong to: the one in whose folder they lie, else the default."""
    games = load_specification().games
    found = {game for file in files if (game := _folder(file)) in games}
    if len(found) > 1:
        raise KaijuError(
            f"these files belong to different games: {', '.join(sorted(found))}",
            remedy="name those of one game, or say whose words to use with --game",
        )
    return found.pop() if found else default


def _folder(file: Path) -> str:
    """The folder of a file as it is written; of a file of the specification, its real one."""
    real = file.resolve()
    if real.is_relative_to(spec_root()):
        return real.relative_to(spec_root()).parts[0]  # cards of answers lie deeper in it
    return file.parent.name


def _largest(rulesets: Collection[RulesetSpec], left_out: Collection[Path]) -> RulesetSpec:
    """The ruleset with the most files among those that have all files that are left out."""
    ours = {file.resolve() for ruleset in rulesets for file in _files(ruleset)}
    wanted = ours.intersection(left_out)
    holding = [each for each in rulesets if wanted <= {file.resolve() for file in _files(each)}]
    if not holding:
        names = ", ".join(sorted(file.name for file in wanted))
        raise KaijuError(f"no ruleset has all of {names}", remedy="name those of one ruleset")
    return max(holding, key=lambda ruleset: len(ruleset.cards))


def _known(ruleset: RulesetSpec, vocabulary: Vocabulary, left_out: Collection[Path]) -> Module:
    """What the files define that are not left out; they may use keywords of those that are."""
    files = _files(ruleset)
    instead = frozenset[str]().union(
        *(ids_of_cards(load_text(p)) for p in left_out if is_reading(p))
    )
    readings = read_together([(str(file), load_text(file)) for file in files], vocabulary, Module())
    kept = [
        reading
        for file, reading in zip(files, readings, strict=True)
        if file.resolve() not in left_out
    ]
    if wrong := [each for reading in kept for each in reading.mistakes.found]:
        raise Diagnostics(wrong)
    found = sum((reading.module for reading in kept), Module())
    return Module(tuple(card for card in found.cards if card.id not in instead), found.keywords)


def is_reading(file: Path) -> bool:
    """Whether a file of the specification has cards as they read under an answer to an option."""
    return file.is_relative_to(spec_root()) and file.parent.parent.name == READINGS


def _files(ruleset: RulesetSpec) -> list[Path]:
    return [spec_root() / file for file in ruleset.cards]
