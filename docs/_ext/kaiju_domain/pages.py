"""The pages nobody writes by hand: made from the library, into a folder Git does not keep."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from itertools import groupby
from pathlib import Path

from conformance.laws.language import PARTS, nouns_of
from rules_dsl.known import KNOWN_KINDS
from rules_dsl.specification import Game

from .decisions import decisions_of
from .lexicon import read_lexicon
from .library import Library, clause_page
from .shelf import Shelf
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
    yield from _rulings(library)
    yield from _known(library)
    yield from _scenarios(library)
    yield from _laws(library)
    yield from _clauses(library)
    for shelf in library.shelves.values():
        yield from _game(shelf)
        yield f"decisions/{shelf.game.name}", _decisions(library, shelf)
    for name in ("rules", "rulings", "options", "cards", "keywords", "language", "decisions"):
        yield f"{name}/index", rendered(f"page-{name}-index.md")
    lexicon = read_lexicon(library.specification.root / "lexicon.toml")
    yield "lexicon", rendered("page-lexicon.md", lexicon=lexicon)
    grammar = resources.files("rules_dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    laws = rendered("page-law-language.md", parts=PARTS, nouns=nouns_of)
    yield "language/laws", laws
    yield "language/grammar", rendered("page-grammar.md", grammar=grammar.rstrip())


def _rules(library: Library) -> Iterator[tuple[str, str]]:
    """The pages of rules are the files of the specification themselves."""
    for game in library.specification.games.values():
        folder = library.specification.root / game.name
        texts = {topic: (folder / f"{topic}.md").read_text("utf-8") for topic in game.topics}
        titles = {topic: text.partition("\n")[0].lstrip("# ") for topic, text in texts.items()}
        yield f"{game.name}/index", rendered("page-rules.md", game=game, titles=titles)
        for topic, text in texts.items():
            yield f"{game.name}/{topic}", _marked(text, game)


def _marked(page: str, game: Game) -> str:
    """A page of a game; of one in the making, it says so under its title."""
    title, _, rest = page.partition("\n")
    return f"{title}\n\n{rendered('draft.md', game=game)}\n{rest}" if game.draft else page


def _rulings(library: Library) -> Iterator[tuple[str, str]]:
    """So are those of the rulings."""
    for page in sorted((library.specification.root / "rulings").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        yield f"rulings/{page.stem}", text.replace("# ", "# Rulings: ", 1)


def _known(library: Library) -> Iterator[tuple[str, str]]:
    """And those of the interactions and the differences."""
    for folder in KNOWN_KINDS.values():
        for page in sorted((library.specification.root / folder).glob("*.md")):
            yield f"{folder}/{page.stem}", page.read_text(encoding="utf-8")
        yield f"{folder}/index", rendered(f"page-{folder}-index.md")


def _game(shelf: Shelf) -> Iterator[tuple[str, str]]:
    """The options, the language, the keywords and the cards of a game."""
    game = shelf.game
    yield f"options/{game.name}", _marked(rendered("page-options.md", game=game), game)
    if shelf.words:
        words = rendered("page-words.md", shelf=shelf, kinds=_kinds(shelf))
        yield f"language/{game.name}", _marked(words, game)
    if shelf.keywords:
        keywords = rendered("page-keywords.md", shelf=shelf)
        yield f"keywords/{game.name}", _marked(keywords, game)
    if shelf.cards:
        yield f"cards/{game.name}/index", _marked(rendered("page-cards.md", shelf=shelf), game)
    for name, entries in shelf.sets.items():
        template = "page-printed-set.md" if entries[0].printed else "page-set.md"
        text = rendered(template, shelf=shelf, name=name, entries=entries)
        yield f"cards/{game.name}/set-{name}", text
        for entry in entries if entries[0].printed else ():
            printings = [shelf.cards[each] for each in entry.printings] or [entry]
            text = rendered("page-card.md", shelf=shelf, printings=printings)
            yield f"cards/{game.name}/{entry.card.id}", text


def _decisions(library: Library, shelf: Shelf) -> str:
    """Which decisions each card of a game brings."""
    decisions = decisions_of(library, shelf)
    text = rendered("page-decisions.md", shelf=shelf, decisions=decisions)
    return _marked(text, shelf.game)


def _scenarios(library: Library) -> Iterator[tuple[str, str]]:
    yield "scenarios/index", rendered("page-scenarios-index.md")
    for name, topics in library.scenario_topics.items():
        game = library.specification.games[name]
        text = rendered("page-scenarios.md", game=game, topics=topics)
        yield f"scenarios/{name}/index", _marked(text, game)
        for topic in topics:
            text = rendered("page-scenario-topic.md", game=game, topic=topic)
            yield f"scenarios/{name}/{topic}", text


def _laws(library: Library) -> Iterator[tuple[str, str]]:
    yield "laws/index", rendered("page-laws-index.md")
    for name, topics in library.law_topics.items():
        game = library.specification.games[name]
        text = rendered("page-laws.md", game=game, topics=topics)
        yield f"laws/{name}/index", _marked(text, game)
        for topic in topics:
            yield f"laws/{name}/{topic}", rendered("page-law-topic.md", game=game, topic=topic)


def _clauses(library: Library) -> Iterator[tuple[str, str]]:
    yield "clauses/index", rendered("page-books.md")
    for book in library.books:
        for kind, clauses in library.clause_pages(book).items():
            sections = [
                (section, list(group)) for section, group in groupby(clauses, lambda c: c.section)
            ]
            text = rendered(
                "page-book.md",
                book=book,
                source=kind,
                clauses=clauses,
                sections=sections,
                whole=all(map(library.specification.in_scope, clauses)),
            )
            yield f"clauses/{clause_page(book, kind)}", text


_KINDS = {
    "trigger": ("Triggers", "When the effects after a colon happen."),
    "effect": ("Effects", "What happens: the lines of a trigger."),
    "static": ("Continuous changes", "What is changed for as long as the text holds."),
    "rule": ("Permissions and prohibitions", "What may and may not be done meanwhile."),
    "replaceable": ("Replaceable events", "What `when … instead` can replace."),
    "condition": ("Conditions", "What stands after `if` and `while`."),
    "player": ("Players", "Who does it, or to whom it happens."),
    "noun": ("Nouns", "What a text is about."),
    "side": ("Sides", "Whose creatures are meant."),
    "filter": ("Filters", "Which of them are meant."),
    "number": ("Numbers", "Read from the game when the text gets there."),
    "zone": ("Zones", "Where cards come from."),
    "source": ("The source", "The card itself."),
    "chance": ("Chance", "When nobody chooses."),
    "property": ("Properties", "What is printed on a card."),
    "successor": ("Successors", "What a card becomes."),
    "place": ("Places", "Where the card lies while a text works, if it is not in play."),
    "frame": ("The frame", "What holds a text together; it is part of the grammar itself."),
}
"""The kinds of words in the order a card author meets them."""


def _kinds(shelf: Shelf) -> list[tuple[str, str, list[str]]]:
    """The kinds that a game has, with their words; one that is new here comes last."""
    found: dict[str, list[str]] = {kind: [] for kind in _KINDS}
    for name, entry in shelf.words.items():
        found.setdefault(entry.word.kind, []).append(name)
    titled = ((_KINDS.get(kind, (kind.capitalize(), "")), names) for kind, names in found.items())
    return [(*title, names) for title, names in titled if names]
