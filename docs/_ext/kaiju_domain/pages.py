"""The pages nobody writes by hand: made from the library, into a folder Git does not keep."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from itertools import groupby
from pathlib import Path

from rules_dsl.specification import Game, Specification

from .lexicon import read_lexicon
from .library import Library
from .templates import rendered


def write_pages(library: Library, folder: Path) -> None:
    """Write every page that changed and remove those that are no more."""
    pages = {folder / f"{name}.md": text for name, text in _pages(library)}
    for path, text in pages.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in folder.rglob("*.md"):
        if path not in pages:
            path.unlink()


def _pages(library: Library) -> Iterator[tuple[str, str]]:
    yield from _rules(library)
    yield from _cards(library)
    yield from _scenarios(library)
    yield from _clauses(library)
    yield "options", rendered("page-options.md")
    yield "keywords", rendered("page-keywords.md")
    lexicon = read_lexicon(library.specification.root / "lexicon.toml")
    yield "lexicon", rendered("page-lexicon.md", lexicon=lexicon)
    yield "language/words", rendered("page-words.md", kinds=_kinds(library))
    grammar = resources.files("rules_dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    yield "language/grammar", rendered("page-grammar.md", grammar=grammar.rstrip())


def _rules(library: Library) -> Iterator[tuple[str, str]]:
    """The pages of rules and rulings are the files of the specification themselves."""
    specification = library.specification
    for game in specification.games.values():
        folder = specification.root / game.name
        texts = {topic: (folder / f"{topic}.md").read_text("utf-8") for topic in game.topics}
        titles = {topic: text.partition("\n")[0].lstrip("# ") for topic, text in texts.items()}
        yield f"{game.name}/index", rendered("page-rules.md", game=game, titles=titles)
        for topic, text in texts.items():
            yield f"{game.name}/{topic}", _marked(text, game) if game.draft else text
        if game.draft:
            yield f"{game.name}/definitions", _definitions(game, specification)
    for page in sorted((specification.root / "rulings").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield f"rulings/{page.stem}", text.replace("# ", "# Rulings: ", 1)


def _marked(page: str, game: Game) -> str:
    """A page of a game in the making, which says so under its title."""
    title, _, rest = page.partition("\n")
    return f"{title}\n\n{rendered('draft.md', game=game)}\n{rest}"


def _definitions(game: Game, specification: Specification) -> str:
    """The cards of a game in the making as they are written: they have no pages of their own."""
    rulesets = [each for each in specification.all_rulesets.values() if each.game == game.name]
    files = dict.fromkeys(file for each in rulesets for file in each.cards)
    texts = {file: (specification.root / file).read_text("utf-8") for file in files}
    return rendered("page-definitions.md", game=game, texts=texts)


def _cards(library: Library) -> Iterator[tuple[str, str]]:
    yield "cards/index", rendered("page-cards.md")
    for name, entries in library.sets.items():
        if entries[0].printed:
            yield f"cards/set-{name}", rendered("page-printed-set.md", name=name, entries=entries)
            for entry in entries:
                yield f"cards/{entry.card.id}", rendered("page-card.md", entry=entry)
        else:
            yield f"cards/set-{name}", rendered("page-set.md", name=name, entries=entries)


def _scenarios(library: Library) -> Iterator[tuple[str, str]]:
    topics = library.scenario_topics
    yield "scenarios/index", rendered("page-scenarios.md", topics=topics)
    for (game, topic), entries in topics.items():
        text = rendered("page-scenario-topic.md", game=game, topic=topic, entries=entries)
        yield f"scenarios/{game}/{topic}", text


def _clauses(library: Library) -> Iterator[tuple[str, str]]:
    yield "clauses/index", rendered("page-books.md")
    for book, clauses in library.books.items():
        sections = [
            (section, list(group)) for section, group in groupby(clauses, lambda c: c.section)
        ]
        text = rendered("page-book.md", book=book, clauses=clauses, sections=sections)
        yield f"clauses/{book.lower()}", text


_KINDS = (
    ("trigger", "Triggers", "When the effects after a colon happen."),
    ("effect", "Effects", "What happens: the lines of a trigger."),
    ("static", "Continuous changes", "What creatures have while the text is in play."),
    ("rule", "Permissions and prohibitions", "What may and may not be done meanwhile."),
    ("replaceable", "Replaceable events", "What `when … instead` can replace."),
    ("condition", "Conditions", "What stands after `if` and `while`."),
    ("player", "Players", "Who does it, or to whom it happens."),
    ("noun", "Nouns", "What a text is about."),
    ("side", "Sides", "Whose creatures are meant."),
    ("filter", "Filters", "Which of them are meant."),
    ("number", "Numbers", "Read from the game when the text gets there."),
    ("zone", "Zones", "Where cards come from."),
    ("source", "The source", "The creature itself."),
    ("chance", "Chance", "When nobody chooses."),
    ("property", "Properties", "What is printed on a card."),
    ("frame", "The frame", "What holds a text together; it is part of the grammar itself."),
)
"""The kinds of words in the order a card author meets them."""


def _kinds(library: Library) -> list[tuple[str, str, list[str]]]:
    return [
        (title, about, [name for name, word in library.words.items() if word.kind == kind])
        for kind, title, about in _KINDS
    ]
