"""Whether text stands where it can do something: at its moment, on a card that comes to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection, Span
from rules_dsl.diagnostics import either
from rules_dsl.kinds import spelled
from rules_dsl.vocabulary import Literal, Vocabulary, Word


@frozen
class Idle:
    """Text that can never do what it says: what it is, where, and what to write instead."""

    message: str
    span: Span
    remedy: str


def idle_text(definition: Card | Keyword, vocabulary: Vocabulary) -> Iterator[Idle]:
    """What stands in the abilities of a card or keyword and can do nothing there."""
    for ability in definition.abilities:
        for call in every_call((ability.condition, ability.body)):
            word = vocabulary.calls[call.word]
            if word.moments and ability.kind == "trigger" and ability.head not in word.moments:
                yield _untimely(call, ability, word, vocabulary)
            if word.holds and not _holds(call, word):
                yield _unoffered(call, word, vocabulary)


def idle_card(
    card: Card, keywords: Mapping[str, Keyword], vocabulary: Vocabulary
) -> Iterator[Idle]:
    """What the properties of a card ask for and it does not have, or has and they do not allow."""
    said = _said(card, keywords)
    for word in vocabulary.of_kind("property"):
        if word.of == card.kind:
            yield from _unpaired(card, word)
            yield from _unused(card, word, said, vocabulary)


def _unused(
    card: Card, word: Word, said: Mapping[str, Span], vocabulary: Vocabulary
) -> Iterator[Idle]:
    """A consumable that nobody can use; a card that says how it is used and is no consumable."""
    value = card.choice(word.id)
    for each, needed in word.needs:
        is_effect = needed in vocabulary.calls
        trigger = None if is_effect else vocabulary.named("trigger", needed)
        lead = vocabulary.calls[needed].title if trigger is None else f"{spelled(trigger)}:"
        if value == each and needed not in said:
            behind = f"you may {lead}:" if is_effect else lead
            message = f"'{card.id}' is a {value} card, and no line of it says '{lead}'"
            yield Idle(message, card.span, f"write what it does behind '{behind}'")
        elif is_effect and value != each and needed in said:
            place = said[needed] if said[needed].file == card.span.file else card.span
            message = f"only a {each} card says '{lead}'"
            yield Idle(message, place, f"make it {each}, or leave '{lead}' out")


def every_call(value: object) -> Iterator[Call]:
    """The calls of a text and those inside them, in whatever holes."""
    if isinstance(value, Call):
        yield value
        yield from every_call(tuple(argument for _, argument in value.args))
    elif isinstance(value, Selection):
        yield from every_call((*value.filters, value.zone, value.quantity.count))
    elif isinstance(value, tuple):
        for each in value:
            yield from every_call(each)


def _untimely(call: Call, ability: Ability, word: Word, vocabulary: Vocabulary) -> Idle:
    heads = [vocabulary.named("trigger", moment) for moment in word.moments]
    behind = either([f"'{spelled(head)}:'" for head in heads])
    here = spelled(vocabulary.named("trigger", str(ability.head)))
    message = f"'{_phrase(word)}' means nothing behind '{here}:'"
    return Idle(message, call.span, f"it stands behind {behind} only")


def _holds(call: Call, word: Word) -> bool:
    body = call.get("body")
    return isinstance(body, tuple) and len(body) == 1 and body[0].word in word.holds


def _unoffered(call: Call, word: Word, vocabulary: Vocabulary) -> Idle:
    lead, inside = _phrase(word), _phrase(vocabulary.calls[word.holds[0]])
    message = f"'{lead}:' needs something that can be declined, or it would never end"
    return Idle(message, call.span, f"write '{lead}: {inside} …' with all of it in one offer")


def _said(card: Card, keywords: Mapping[str, Keyword]) -> dict[str, Span]:
    """The triggers and effects of a card and of its keywords, each with where it first stands."""
    found: dict[str, Span] = {}
    printed = [keywords[id] for id in card.keywords if id in keywords]
    abilities = [*card.abilities, *(each for keyword in printed for each in keyword.abilities)]
    for ability in abilities:
        if ability.kind == "trigger":
            found.setdefault(str(ability.head), ability.span)
        for call in every_call(ability.body):
            found.setdefault(call.word, call.span)
    return found


def _unpaired(card: Card, word: Word) -> Iterator[Idle]:
    if word.beside is None:
        return
    other, pairs = word.beside
    given = (card.property(other), card.property(word.id))
    if given not in pairs and all(given):
        possible = either([f"{first} and {second}" for first, second in pairs])
        yield Idle(
            f"'{card.id}' {other} {given[0]} and has {given[1]} {word.id}, which cannot be",
            card.span,
            f"the two can be {possible}",
        )


def _phrase(word: Word) -> str:
    """The fixed words of a phrase: `yield Tokyo`, `any number of times`."""
    pieces = [piece.several if isinstance(piece, Literal) else "…" for piece in word.forms[0]]
    return " ".join(pieces).partition(" :")[0].removesuffix(" …")
