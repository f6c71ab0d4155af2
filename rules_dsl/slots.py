"""Where each phrase of a vocabulary stands in the frame, and what it looks like to the parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rules_dsl.errors import KaijuError
from rules_dsl.vocabulary import BODIES, Hole, Literal, Phrase, Vocabulary, Word

# What a hole of each type is called in the grammar; choice types have a rule of their own.
_HOLES = {
    "player": "thing",
    "possessive": "possessive",
    "creatures": "thing",
    "cards": "thing",
    "number": "thing",
    "any": "thing",
    "group": "thing",
    "integer": "WHOLE_NUMBER",
    "signed": "SIGNED_NUMBER",
    "keyword": "KEYWORD_ID",
    "trigger": "trigger",
    "condition": "condition",
    "tally": "tally",
    "source": "thing",
    "pile": "thing",
    "cost": "predicate",
    "card-id": "CARD_ID",
}
# What a hole for lines of their own becomes; the colon before it belongs to these rules.
_BODIES = {"effects": "body", "alternatives": "below", "constants": "constants"}
_SUBJECT_TYPES = ("player", "creatures", "cards", "any", "pile", "source")


@frozen(eq=False)
class Form:
    """One phrase of a word, and the part of it that stands in a slot."""

    word: Word
    phrase: Phrase
    rest: Phrase


Slot = tuple[str, list[Form]]


def slots(vocabulary: Vocabulary) -> Iterator[Slot]:
    """The rules of the grammar that the frame leaves open, each with its phrases."""
    kinds = vocabulary.of_kind
    yield _slot("thing", kinds("player", "source", "number", "zone"))
    adjectives = (*kinds("chance", "side"), *(w for w in kinds("filter") if w.before))
    yield _slot("adjective", adjectives)
    owners = [(word, word.possessive) for word in kinds("player") if word.possessive]
    yield "possessive", [Form(word, phrase, phrase) for word, phrase in owners]
    named = {kind.noun for kind in vocabulary.types.values()}
    yield _slot("noun", tuple(word for word in kinds("noun") if word.id in named))
    for name in ("zone", "filter", "trigger", "replaceable", "property", "successor", "place"):
        yield _slot(name, tuple(word for word in kinds(name) if not word.before))
    yield _slot("card_kind", tuple(word for word in kinds("noun") if word.card))
    counted = [(word, word.each) for word in kinds("number") if word.each]
    yield "tally", [Form(word, phrase, phrase) for word, phrase in counted]
    conditions = [(w, f) for w in kinds("condition") for f in w.forms]
    yield "condition_predicate", [Form(w, f, f[1:]) for w, f in conditions if _has_subject(f)]
    yield "condition", [Form(w, f, f) for w, f in conditions if not _has_subject(f)]
    effects = [(w, f) for w in kinds("effect") for f in w.forms]
    plain = [(w, f) for w, f in effects if not _has(f, *BODIES)]
    yield "predicate", [Form(w, f, f[1:] if _has_subject(f) else f) for w, f in plain]
    yield "compound", [Form(w, f, f) for w, f in effects if _has(f, *BODIES)]
    yield "rule_predicate", [Form(w, f, f[1:]) for w in kinds("rule") for f in w.forms]
    yield from _statics(vocabulary)


def _statics(vocabulary: Vocabulary) -> Iterator[Slot]:
    statics = [Form(w, f, f[2:]) for w in vocabulary.of_kind("static") for f in w.forms]
    if len({form.phrase[1] for form in statics}) > 1:
        raise KaijuError("all static words must begin with a subject and the same verb")
    yield "grant", [form for form in statics if not _has(form.phrase, "tally")]
    yield "scaled", [form for form in statics if _has(form.phrase, "tally")]


def verb(vocabulary: Vocabulary) -> Literal | None:
    """The verb with which all continuous changes begin."""
    phrases = (f for w in vocabulary.of_kind("static") for f in w.forms)
    return next((each[1] for each in phrases if isinstance(each[1], Literal)), None)


def symbols(phrase: Phrase, spellings: Mapping[str, str]) -> list[str]:
    """A phrase as the grammar has it: words in quotes, holes by the names of their rules."""
    parts: list[str] = []
    for piece in phrase:
        if isinstance(piece, Literal):
            parts.append(f'"{spellings[piece.several.lower()]}"')
        elif piece.like in _BODIES:
            # The colon belongs to the body, which may stand on the line or below it.
            body = _BODIES[piece.like]
            parts[-1:] = [body] if parts[-1] == '":"' else [parts[-1], "offered"]
        else:
            parts.append(_HOLES.get(piece.like, piece.type))
    return parts


def _slot(name: str, words: tuple[Word, ...]) -> Slot:
    return name, [Form(word, phrase, phrase) for word in words for phrase in word.forms]


def _has_subject(phrase: Phrase) -> bool:
    """Whether a phrase begins with who or what it is about."""
    return isinstance(phrase[0], Hole) and phrase[0].like in _SUBJECT_TYPES


def _has(phrase: Phrase, *types: str) -> bool:
    """Whether a phrase has a hole of one of these types."""
    return any(isinstance(piece, Hole) and piece.like in types for piece in phrase)
