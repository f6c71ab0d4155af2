"""Where laws are kept, and which are meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from conformance.laws.model import Law
from conformance.laws.reader import heads, read_laws
from conformance.scenario.shelf import retired_ids
from rules_dsl.errors import KaijuError
from rules_dsl.reader import load_text
from rules_dsl.specification import load_specification, spec_root


def law_files() -> list[Path]:
    """Every file of laws of the specification."""
    return sorted(spec_root().glob("*/*.laws"))


def load_laws(files: Iterable[Path] | None = None) -> list[Law]:
    """The laws of some files, or all; ids are used once, and what they name is there."""
    if files is None:
        return list(_all_laws())
    laws = read_laws(files)
    expect_known(laws)
    return laws


@lru_cache(maxsize=1)
def _all_laws() -> tuple[Law, ...]:
    laws = read_laws(law_files())
    expect_known(laws)
    return tuple(laws)


FILES_KEPT = 8
"""Files of laws in memory, where only some laws are wanted."""


def list_laws() -> Iterator[tuple[Path, str, str]]:
    """The file, id and title of every law; none of them is read whole."""
    for file in law_files():
        for id, title in heads(load_text(file)):
            yield file, id, title


def one_law(file: Path, id: str) -> Law:
    """A law of a file; no other file is read."""
    return next(law for law in _laws_in(file) if law.id == id)


@lru_cache(maxsize=FILES_KEPT)
def _laws_in(file: Path) -> tuple[Law, ...]:
    return tuple(read_laws([file]))


def expect_known(laws: Iterable[Law]) -> None:
    """Refuse ids used twice, and rules and clauses that the specification does not have."""
    specification = load_specification()
    rules, clauses = specification.rules, specification.clauses
    seen: dict[str, Law] = {}
    retired = retired_ids()
    for law in laws:
        if law.id in seen or law.id in retired:
            message = f"the id {law.id} is used twice or retired"
            raise KaijuError(message, str(law.place), "take a fresh id: `kaiju id`")
        seen[law.id] = law
        for name, known, what in ((law.rules, rules, "rule"), (law.clauses, clauses, "clause")):
            for each in name:
                if each not in known:
                    raise KaijuError(
                        f"{law.id} names {each}, which the specification does not have",
                        str(law.citing.get(each, law.place)),
                        f"name a {what} of spec/ by its id",
                    )


def select(laws: Iterable[Law], expression: str) -> list[Law]:
    """The laws that an expression means: words of titles, ids, rule:, clause:, game:, topic:."""
    return [law for law in laws if all(_means(word, law) for word in expression.split())]


def _means(word: str, law: Law) -> bool:
    kind, joint, what = word.partition(":")
    if not joint:
        return law.id.startswith(word) or word.lower() in law.title.lower()
    match kind:
        case "rule":
            return any(fnmatchcase(rule, what) for rule in law.rules)
        case "clause":
            return any(fnmatchcase(clause, what) for clause in law.clauses)
        case "game":
            return law.game == what
        case "ruleset":
            return law.ruleset == what
        case "topic":
            return Path(law.place.file).stem == what
    raise KaijuError(
        f"`{word}` chooses nothing",
        remedy="write words of titles, ids, rule:ID, clause:ID, game:, ruleset: or topic:NAME",
    )
