"""Where laws are kept, and which are meant."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

from conformance.laws.model import Law
from conformance.laws.reader import read_laws
from conformance.scenario.shelf import retired_ids
from rules_dsl.errors import KaijuError
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
