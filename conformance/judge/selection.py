"""Which vectors are wanted: ids, `rule:`, `card:`, `game:`, `authority:` and so on, and words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from fnmatch import fnmatchcase
from functools import cache

from conformance.judge.vector import Vector
from conformance.judge.vector_files import expect_known_ids
from rules_dsl.errors import KaijuError
from rules_dsl.sources import AUTHORITIES
from rules_dsl.specification import load_specification

Term = tuple[str, str]
"""What is looked at, and the pattern it must be like; a plain word looks at nothing special."""

Card = tuple[str, str]
"""A game and the id of one of its cards."""

HEADING = re.compile(r'^[a-z][a-z ]* ([a-z0-9-]+) "([^"]+)"', re.MULTILINE)
TERM = re.compile(r'(?:(?P<kind>[a-z]+):)?(?:"(?P<quoted>[^"]*)"|(?P<bare>\S+))')
ID = re.compile(r"[A-Z]{2}-[0-9A-Z*?]*\Z", re.ASCII)


WAYS = (
    "an id or its beginning (KD-), rule:mb.attack.tie, rule:mb.keyword.*, card:NAME, "
    "game:tokyo, ruleset:tokyo/current, authority:book, or words of the title"
)
"""How vectors can be selected, to be told to people."""


def select(
    vectors: Sequence[Vector], ids: Iterable[str] = (), expressions: Iterable[str] = ()
) -> list[Vector]:
    """The vectors with one of the ids, or that fit one of the expressions; all without either."""
    wanted = [name.upper() for name in ids]
    expect_known_ids(wanted, vectors)
    patterns = list(expressions)
    if not wanted and not patterns:
        chosen = list(vectors)
    else:
        chosen = [
            vector
            for vector in vectors
            if vector.id in wanted or any(fits(vector, pattern) for pattern in patterns)
        ]
    if not chosen:
        what = f"no vector fits -k {' -k '.join(map(repr, patterns))}" if patterns else "no vectors"
        raise KaijuError(
            what,
            remedy=f"Select by {WAYS}.",
        )
    return chosen


def fits(vector: Vector, expression: str) -> bool:
    """Whether every term of the expression holds for the vector."""
    return all(_FITS[kind](vector, pattern) for kind, pattern in _terms(expression))


def rulesets_meant(expressions: Iterable[str]) -> frozenset[str] | None:
    """The rulesets to which the expressions keep; None where any may fit."""
    found = set()
    for expression in expressions:
        named = [pattern for kind, pattern in _terms(expression) if kind == "ruleset"]
        if not named or set(named[0]) & set("*?["):
            return None
        found.add(named[0].casefold())
    return frozenset(found) or None


@cache
def _terms(expression: str) -> tuple[Term, ...]:
    """The terms of an expression; words after `card:` belong to it if they make a card's name."""
    terms: list[Term] = []
    for found in TERM.finditer(expression):
        kind, pattern = found["kind"] or "", found["bare"] or found["quoted"] or ""
        if kind not in _FITS:
            kind, pattern = "", found[0]
        if not kind and terms and terms[-1][0] == "card":
            longer = f"{terms[-1][1]} {pattern}"
            if any(name.startswith(_plain(longer)) for name in _printed()):
                terms[-1] = ("card", longer)
                continue
        terms.append((kind, pattern))
    return tuple(terms)


def _cites(vector: Vector, pattern: str) -> bool:
    return any(_like(rule, pattern) for rule in vector.rule_ids)


def _has_card(vector: Vector, pattern: str) -> bool:
    """Whether a vector has a card: by its id, or by a name printed on it, however spelled."""
    cards = [need.removeprefix("card:") for need in vector.requires if need.startswith("card:")]
    if any(fnmatchcase(card, pattern) for card in cards):
        return True
    name = _plain(pattern)
    if not name or "*" in pattern:
        return False
    game, named = vector.game.partition("/")[0], _printed().get(name, frozenset())
    return any(_plain(card) == name or (game, card) in named for card in cards)


def _is_of_game(vector: Vector, pattern: str) -> bool:
    return fnmatchcase(vector.game.partition("/")[0], pattern.casefold())


def _is_of_ruleset(vector: Vector, pattern: str) -> bool:
    return fnmatchcase(vector.game, pattern.casefold())


def _is_of_kind(vector: Vector, pattern: str) -> bool:
    return _like(vector.kind, pattern)


def _is_said_by(vector: Vector, pattern: str) -> bool:
    """Whether it has this authority, of which there are few: another name is a mistake."""
    if not any(fnmatchcase(kind, pattern) for kind in AUTHORITIES):
        raise KaijuError(
            f"there is no authority {pattern!r}", remedy=f"There are {', '.join(AUTHORITIES)}."
        )
    return fnmatchcase(vector.authority, pattern)


def _says(vector: Vector, word: str) -> bool:
    """Whether the id begins so, or a word of the title."""
    if ID.match(word.upper()) and fnmatchcase(vector.id, f"{word.upper()}*"):
        return True
    return re.search(rf"(?<!\w){re.escape(word.casefold())}", vector.title.casefold()) is not None


_FITS: dict[str, Callable[[Vector, str], bool]] = {
    "": _says,
    "rule": _cites,
    "card": _has_card,
    "game": _is_of_game,
    "ruleset": _is_of_ruleset,
    "kind": _is_of_kind,
    "authority": _is_said_by,
}


def _like(name: str, pattern: str) -> bool:
    return fnmatchcase(name, pattern) or name.startswith(f"{pattern}.")


def _plain(name: str) -> str:
    """A name without case, accents, spaces and stops."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum())


@cache
def _printed() -> dict[str, frozenset[Card]]:
    """By what is printed on it, the cards of every game: editions name one card differently.

    Only the headings are read: to understand the cards would take longer than to select.
    """
    found: dict[str, set[Card]] = {}
    specification = load_specification()
    for ruleset in specification.all_rulesets.values():
        for file in ruleset.cards:
            for card, name in HEADING.findall((specification.root / file).read_text("utf-8")):
                found.setdefault(_plain(name), set()).add((ruleset.game, card))
    return {name: frozenset(cards) for name, cards in found.items()}
