"""Variables in lines: what stands in for them while a law is read, and how they are filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from conformance.laws.game import law_words
from conformance.laws.model import Cards, Dice, Range, Variable, Words
from conformance.laws.numbers import Binding, NotANumber, Number, Value
from conformance.scenario.game import Game
from rules_dsl.definitions import Card

BYSTANDERS = "bystanders"
BYSTANDERS_PLAY = "bystanders play too"


def faces_of(game: Game) -> dict[str, str]:
    """The words for the faces of a game's dice, singular and plural; none without dice."""
    words = law_words(game.name)
    faces, results = words.faces, words.results
    plural = {results.get(face, face): face for face in faces}
    also = {f"{face}s": face for face in faces}
    return {face: face for face in faces} | plural | also


STAND_IN = Card("stand-in", "creature", "Stand In")


def stand_ins(
    parts: Iterable[str | Number], sorts: Mapping[str, Variable], game: Game
) -> Iterator[dict[str, Value]]:
    """Values by which a line can be read before anything is drawn: all words, one of the rest."""
    used = set().union(*(part.names() for part in parts if isinstance(part, Number)), set())
    plain = {name: _stand_in(sorts[name], game) for name in used}
    yield plain
    for name in sorted(used):
        sort = sorts[name].sort
        if isinstance(sort, Words):
            yield from ({**plain, name: _word(word)} for word in sort.words[1:])


def _stand_in(variable: Variable, game: Game) -> Value:
    match variable.sort:
        case Cards():
            return STAND_IN
        case Range():
            return 1
        case Words():
            return _word(variable.sort.words[0])
        case Dice():
            return (next(iter(faces_of(game).values())),)


def _word(text: str) -> Value:
    return int(text) if text.isdigit() else text


def filled(parts: Iterable[str | Number], binding: Binding, strict: bool = True) -> str:
    """The text of a line with its variables filled in; raises NotANumber.

    Stand-ins may come to less than zero, which nothing that is drawn may.
    """
    return "".join(
        part if isinstance(part, str) else written(part, binding, strict) for part in parts
    )


def written(number: Number, binding: Binding, strict: bool = True) -> str:
    """What stands in a line for a variable or an expression."""
    if number.kind == "variable":
        value = binding[number.name]
        if isinstance(value, Card):
            return f'"{value.name}"'
        if isinstance(value, tuple):
            return ", ".join(value)
        if isinstance(value, str):
            return value
    found = number.of(binding)
    if found < 0 and strict:
        raise NotANumber(f"`{number}` comes to {found}")
    return str(abs(found))


def shown(value: Value) -> str:
    """A value as reports show it."""
    if isinstance(value, Card):
        return value.name
    return ", ".join(value) if isinstance(value, tuple) else str(value)
