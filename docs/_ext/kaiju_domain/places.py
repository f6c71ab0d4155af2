"""Where everything stands: the page and the anchor of each thing, what it is called, a hint."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from attrs import frozen

from rules_dsl.vocabulary import phrase_text

from .entries import CardEntry, KeywordEntry, WordEntry
from .library import Library, clause_page, library

Key = tuple[str, str]
"""The kind and the name of a thing."""


@frozen
class Target:
    """Where a thing stands, what it is called, and what it is in one sentence."""

    document: str
    anchor: str
    name: str
    hint: str
    alias: str | None = None


@cache
def places() -> dict[Key, Target]:
    """The place of each thing that has one, by kind and name."""
    return {(kind, name): target for kind, name, target in _all(library())}


@cache
def aliases() -> dict[Key, str]:
    """Other names, by kind, with the name that each stands for."""
    return {(kind, t.alias): name for (kind, name), t in places().items() if t.alias}


def _all(library: Library) -> Iterator[tuple[str, str, Target]]:
    specification = library.specification
    for id, rule in specification.rules.items():
        page = f"reference/{rule.file.removesuffix('.md')}"
        yield "rule", id, Target(page, id, id, " ".join(rule.text.split()))
    for book, clauses in library.books.items():
        for clause in clauses:
            page = f"reference/clauses/{clause_page(book, clause.source.kind)}"
            yield "clause", clause.id, Target(page, clause.id, clause.id, clause.text)
    for shelf in library.shelves.values():
        for id in library.options_of_game(shelf.game):
            option = specification.options[id]
            hint = f"{option.question} ({' | '.join(answer.id for answer in option.answers)})"
            yield "option", id, Target(f"reference/options/{shelf.game.name}", id, id, hint)
        for name, word in shelf.words.items():
            yield "word", name, _word(word)
        for name, keyword in shelf.keywords.items():
            yield "keyword", name, _keyword(keyword)
        for name, card in shelf.cards.items():
            yield "card", name, _card(card)
    for id, ruling in specification.rulings.items():
        page = f"reference/{ruling.file.removesuffix('.md')}"
        yield "ruling", id, Target(page, id, id, ruling.question)
    for id, known in specification.known.items():
        page = f"reference/{known.file.removesuffix('.md')}"
        yield known.kind, id, Target(page, id, id, " ".join(known.text.split()))
    for id, entry in library.scenarios.items():
        page = f"reference/scenarios/{entry.game}/{entry.topic}"
        yield "scenario", id, Target(page, id, id, entry.scenario.title)
    for id, law in library.laws.items():
        page = f"reference/laws/{law.game}/{law.topic}"
        yield "law", id, Target(page, id, id, law.law.title)


def _word(entry: WordEntry) -> Target:
    word = entry.word
    hint = f"{phrase_text((*word.forms, word.each or ())[0])}. {word.doc}"
    page, anchor = f"reference/language/{entry.game}", f"{word.kind}-{word.id}"
    return Target(page, anchor, word.id, hint, entry.alias if entry.alias != entry.name else None)


def _keyword(entry: KeywordEntry) -> Target:
    hint = "; ".join(line.text.strip() for line in entry.lines)
    id = entry.keyword.id
    return Target(f"reference/keywords/{entry.game}", f"keyword-{id}", id, hint)


def _card(entry: CardEntry) -> Target:
    hint = "; ".join(line.strip() for line in entry.text.splitlines()[1:])
    page = entry.card.id if entry.printed else f"set-{entry.set}"
    several = f"{entry.set}-" if entry.printings else ""
    anchor = f"card-{several}{entry.card.id}"
    return Target(f"reference/cards/{entry.game}/{page}", anchor, entry.title, hint, entry.alias)
