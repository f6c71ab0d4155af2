"""Worked examples of the books: each is an instance of a law."""

from __future__ import annotations

from conformance.laws.domains import admits_alone, admits_beside, holds
from conformance.laws.drawing import Again, Artist
from conformance.laws.model import Cards, Dice, Example, Law, Range, Variable, Words
from conformance.laws.numbers import Value
from conformance.laws.playing import play_instance
from conformance.scenario.face import Load
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError


def example_problem(law: Law, example: Example, load: Load) -> str | None:
    """Why a worked example is no instance of its law; None if it is one and holds."""
    artist = Artist(law, load)
    said = dict(example.values)
    binding: dict[str, Value] = {}
    where = f"{example.place}: {example.clause}"
    for each in law.variables:
        value = _value(each, said, binding, artist)
        if value is None:
            return f"{where}: `{each.name} = {said.get(each.name)}` is not what {each.text} admits"
        binding[each.name] = value
    for relation in law.relations:
        if not holds(relation, binding):
            return f"{where}: `{relation.text}` does not hold"
    try:
        outcome = play_instance(artist.fill(binding, Again(()), quiet=True), load)
    except KaijuError as error:
        return f"{where}: {error}"
    return f"{where}: {'; '.join(outcome.messages)}" if outcome.messages else None


def _value(
    variable: Variable, said: dict[str, str], binding: dict[str, Value], artist: Artist
) -> Value | None:
    """The value that an example gives a variable; one that follows from others need not be said."""
    text, sort = said.get(variable.name), variable.sort
    match sort:
        case Range():
            least, most = sort.least.of(binding), sort.most.of(binding)
            if text is None:
                return least if least == most else None
            return int(text) if text.isdigit() and least <= int(text) <= most else None
        case Words():
            known = {word.strip('"'): word for word in sort.words}
            if text not in known:
                return None
            return int(text) if text.isdigit() else known[text]
        case Dice():
            return None if text is None else artist.shown(sort, tuple(text.split(", ")), binding)
        case Cards():
            card = next((c for c in artist.ruleset.cards.values() if c.name == text), None)
            return card if card and _admits(sort, card, variable, binding, artist) else None


def _admits(
    sort: Cards, card: Card, variable: Variable, binding: dict[str, Value], artist: Artist
) -> bool:
    return admits_alone(sort, card, artist.silence) and admits_beside(
        sort, card, binding, variable.group
    )
