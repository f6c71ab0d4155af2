"""The words of a game, listed and looked up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.diagnostics import either, nearest
from rules_dsl.errors import KaijuError
from rules_dsl.kinds import spelled
from rules_dsl.library import Library
from rules_dsl.printer import print_keyword
from rules_dsl.specification import load_specification
from rules_dsl.vocabulary import KINDS, Hole, Vocabulary, Word, phrase_text


def words_command(vocabulary: Vocabulary) -> str:
    """The command that lists the words of a vocabulary."""
    _, *others = load_specification().games.values()
    named = [game.name for game in others if game.prefix == vocabulary.prefix]
    return " ".join(["kaiju words", *(f"--game {name}" for name in named)])


def said_elsewhere(texts: Sequence[str], vocabulary: Vocabulary) -> tuple[str, str] | None:
    """The beginning of a line that only another game knows, as it is written, and that game."""
    specification = load_specification()
    tables = {each.game: each.vocabulary for each in specification.all_rulesets.values()}
    for game, table in tables.items():
        other = Vocabulary.load(specification.root / table)
        for word in other.of_kind("successor", "place"):
            phrase = spelled(word).split()
            if other.prefix != vocabulary.prefix and [*texts[: len(phrase)]] == phrase:
                return " ".join(phrase), game
    return None


def list_words(kind: str | None, library: Library) -> Iterator[str]:
    """Every word of a kind, or all of them, with its meaning."""
    if kind is not None and kind not in (*KINDS, "keyword"):
        raise KaijuError(
            f"there is no kind '{kind}'", remedy=f"the kinds are: {', '.join(KINDS)}, keyword"
        )
    for each in KINDS:
        found = library.vocabulary.of_kind(each)
        if found and kind in (None, each):
            yield f"{each}:"
            for word in found:
                yield f"  {word.title}"
                yield f"      {word.doc}"
    if kind in (None, "keyword"):
        yield "keyword:"
        for keyword in library.known.keywords:
            yield f"  {keyword.id}"
            yield f"      [{', '.join(keyword.cites)}]"


def describe_word(text: str, library: Library) -> Iterator[str]:
    """All about the words with this id, or the words whose phrases have this word in them."""
    vocabulary = library.vocabulary
    wanted = text.lower()
    words = [word for word in vocabulary.words if word.id == wanted]
    words = words or [word for word in vocabulary.words if wanted in _spellings(word)]
    keywords = [keyword for keyword in library.known.keywords if keyword.id == wanted]
    if not words and not keywords:
        ids = [word.id for word in vocabulary.words]
        ids += [keyword.id for keyword in library.known.keywords]
        near = nearest(wanted, ids, vocabulary.spellings)
        listed = f"`{words_command(vocabulary)}` lists every word"
        hint = f"did you mean '{near}'?" if near else listed
        raise KaijuError(f"there is no word '{text}'", remedy=hint)
    for keyword in keywords:
        yield print_keyword(keyword, vocabulary).rstrip()
    for word in words:
        yield from _describe(word, vocabulary)


def _describe(word: Word, vocabulary: Vocabulary) -> Iterator[str]:
    yield f"{word.id} ({word.kind})"
    for form in word.forms:
        yield f"  phrase  {phrase_text(form)}"
    if word.possessive:
        yield f"  phrase  {phrase_text(word.possessive)}"
    if word.each:
        yield f"  phrase  for each {phrase_text(word.each)}"
    yield f"  means   {word.doc}"
    for hole in word.holes:
        kind = vocabulary.types[hole.type]
        yield f"  {hole.name}: {kind.one}, such as '{kind.example}'"
    if word.moments:
        heads = [vocabulary.named("trigger", moment) for moment in word.moments]
        behind = either([f"'{spelled(head)}:'" for head in heads])
        yield f"  only    behind {behind}"
    yield f"  rules   {', '.join(word.rules)}"
    for definition, rules in word.elsewhere.items():
        yield f"  rules   on {definition}: {', '.join(rules)}"


def _spellings(word: Word) -> set[str]:
    phrases = [*word.forms, *([word.each] if word.each else [])]
    return {
        spelling.lower()
        for phrase in phrases
        for piece in phrase
        if not isinstance(piece, Hole)
        for spelling in (piece.several, piece.one)
    }
