"""Which lines a card of each kind can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules_dsl.definitions import Ability, Span
from rules_dsl.diagnostics import either
from rules_dsl.vocabulary import Literal, Vocabulary, Word


def misplaced(
    kind: Word | None,
    properties: Sequence[tuple[Word, Span]],
    marks: Sequence[Span],
    abilities: Sequence[Ability],
    vocabulary: Vocabulary,
) -> Iterator[tuple[str, Span]]:
    """What is wrong with the lines of a card of this kind (None: a keyword), and where.

    `marks` are the lines that only a creature has: its keywords, and what it evolves to. A kind
    with triggers of its own has nothing else; all other kinds share what is left.
    """
    own = [word for word in vocabulary.of_kind("trigger") if kind and word.of == kind.id]
    name = spelled(kind) if kind else "keyword"
    for word, span in properties:
        if kind and word.of != kind.id:
            yield f"a {name} has no {word.id}", span
    only = f"a {name} has " + either([f"'{spelled(word)}:'" for word in own]) + " abilities only"
    for span in marks if own else ():
        yield only, span
    for ability in abilities:
        triggered = ability.kind == "trigger"
        head = vocabulary.named("trigger", str(ability.head)) if triggered else None
        if own and head not in own:
            yield only, ability.span
        elif head is not None and head.of and head not in own:
            noun = spelled(vocabulary.named("noun", head.of))
            yield f"'{spelled(head)}:' stands on a {noun} only", ability.span


def property_line(word: Word, vocabulary: Vocabulary) -> str:
    """A line that gives a property, as an example."""
    kind = vocabulary.types[word.holes[0].type]
    value = "5" if word.holes[0].like == "integer" else kind.example
    pieces = (piece.one if isinstance(piece, Literal) else value for piece in word.forms[0])
    return " ".join(pieces)


def spelled(word: Word) -> str:
    """A word without holes as it is written for one thing."""
    return " ".join(piece.one for piece in word.forms[0] if isinstance(piece, Literal))
