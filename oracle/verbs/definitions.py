"""What a rule, an option, a clause, a keyword or a card says, found by its name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from attrs import frozen
from rich.console import Console
from rich.markup import escape

from oracle.card_text import definition_text, vocabulary_of
from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection
from rules_dsl.errors import KaijuError
from rules_dsl.specification import Specification, load_specification
from rules_dsl.vocabulary import Word

from .arguments import number_of_players

WHO = {"player", "source", "chance"}
"""Kinds of words that need no explanation beside the text."""

EXAMPLES = {
    "mindbug": ("mb.attack.tie", "gorillion"),
    "tokyo": ("kt.attack.is", "wings"),
    "duel": ("kd.pull.further", "extra-head"),
}
"""A rule and a card of each game."""


@frozen
class Described:
    """Something named, as data and as lines to print: a heading, its text, and facts."""

    title: str
    text: str
    facts: tuple[tuple[str, str], ...]
    data: dict[str, Any]

    def show(self, console: Console) -> None:
        """Print it."""
        console.print(f"[bold]{escape(self.title)}[/]")
        for line in self.text.strip("\n").splitlines():
            console.print(f"  {escape(line)}")
        for name, value in self.facts:
            console.print(f"[cyan]{escape(name)}[/]  {escape(value)}")


def nearest(name: str, known: Iterable[str], ruleset: str) -> str:
    """A suggestion for a name that is unknown."""
    by_folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), by_folded, 1)
    if close:
        return f"Did you mean {by_folded[close[0]]}?"
    rule, card = EXAMPLES[ruleset.partition("/")[0]]
    return f"Name a JSON file, a rule such as {rule}, or a card such as {card}."


def describe(
    name: str,
    ruleset: str,
    options: Mapping[str, str],
    cards: Sequence[Path],
    players: int | None = None,
) -> Described:
    """Whatever is called so."""
    specification = load_specification()
    if name in specification.rules:
        return _rule(specification, name)
    if name in specification.options:
        return _option(specification, name)
    if name in specification.clauses:
        return _clause(specification, name)
    from oracle.ruleset import load

    number = number_of_players(ruleset, players)
    loaded = load(ruleset, options=options, cards=cards, players=number)
    definitions: list[Card | Keyword] = [*loaded.cards.values(), *loaded.keywords.values()]
    wanted = name.casefold()
    for definition in definitions:
        called = definition.name if isinstance(definition, Card) else definition.id
        if wanted in (definition.id, called.casefold()):
            vocabulary = vocabulary_of(ruleset)
            if isinstance(definition, Card):
                vocabulary = vocabulary.on(definition.kind)
            words = list(dict.fromkeys(_words(definition.abilities, vocabulary)))
            rules = [rule for word in words for rule in word.rules]
            if isinstance(definition, Card):
                for keyword in definition.keywords:
                    rules += loaded.keywords[keyword].cites
            else:
                rules = [*definition.cites, *rules]
            text = definition_text(loaded, definition)
            return _definition(definition, text, words, list(dict.fromkeys(rules)))
    known = [*specification.rules, *specification.options, *specification.clauses]
    known += [each.id for each in definitions]
    known += [each.name for each in definitions if isinstance(each, Card)]
    raise KaijuError(f"nothing is called {name!r}", remedy=nearest(name, known, ruleset))


def _rule(specification: Specification, name: str) -> Described:
    rule = specification.rules[name]
    facts = [("kind", rule.kind)]
    facts += [("covers", f"{id}: {specification.clauses[id].text}") for id in rule.covers]
    if rule.source:
        facts.append(("source", rule.source))
    data: dict[str, Any] = {
        "rule": rule.id,
        "number": rule.number,
        "kind": rule.kind,
        "text": rule.text,
        "covers": list(rule.covers),
        "source": rule.source,
        "option": rule.option,
    }
    if rule.option:
        option = specification.options[rule.option]
        facts.append(("option", f"{option.id}: {option.question}"))
        facts += _answers(specification, rule.option)
    facts.append(("stands in", f"spec/{rule.file}:{rule.line}"))
    return Described(f"Rule {rule.id}", rule.text, tuple(facts), data)


def _answers(specification: Specification, name: str) -> list[tuple[str, str]]:
    option = specification.options[name]
    return [
        ("  answer", f"{each.id}{' (default)' * (each.id == option.default)}: {each.meaning}")
        for each in option.answers
    ]


def _option(specification: Specification, name: str) -> Described:
    option = specification.options[name]
    facts = _answers(specification, name)
    facts.append(("rules", ", ".join(option.rules)))
    facts.append(("sources", ", ".join(option.sources)))
    data = {
        "option": option.id,
        "question": option.question,
        "answers": {each.id: each.meaning for each in option.answers},
        "default": option.default,
        "rules": list(option.rules),
        "sources": list(option.sources),
    }
    return Described(f"Option {option.id}", option.question, tuple(facts), data)


def _clause(specification: Specification, name: str) -> Described:
    clause = specification.clauses[name]
    rules = specification.covering.get(name, ())
    facts = [
        ("book", f"{clause.title}, {clause.section}"),
        ("covered by", ", ".join(rules) or specification.excuses.get(name, "no rule")),
    ]
    data = {"clause": clause.id, "book": clause.title, "text": clause.text, "rules": list(rules)}
    return Described(f"Clause {clause.id}", clause.text, tuple(facts), data)


def _definition(
    definition: Card | Keyword, text: str, words: list[Word], rules: list[str]
) -> Described:
    if isinstance(definition, Card):
        title, kind = definition.name, "card"
        facts = [("copies", str(definition.copies))]
        what = definition.kind.replace("-", " ")
    else:
        title, kind, facts = definition.id.upper(), "keyword", []
        what = "card with it"
    facts += [("means", f"{word.title}: {word.doc}") for word in words if word.kind not in WHO]
    facts.append(("rules", ", ".join(rules) or f"none beside those of every {what}"))
    data = {kind: definition.id, "text": text, "words": [word.id for word in words], "rules": rules}
    return Described(title, text, tuple(facts), data)


def _words(abilities: Iterable[Ability], vocabulary: Any) -> Iterator[Word]:
    """Every word of the text, in the order it is met."""

    def inside(value: object) -> Iterator[Word]:
        if isinstance(value, Selection):
            if value.side != "any":
                yield vocabulary.named("side", value.side)
            for part in (*value.filters, value.zone, value.quantity.count):
                yield from inside(part)
        elif isinstance(value, Call):
            if value.word in vocabulary.calls:
                yield vocabulary.calls[value.word]
            for _, argument in value.args:
                yield from inside(argument)
        elif isinstance(value, tuple):
            for each in value:
                yield from inside(each)

    for ability in abilities:
        if ability.kind == "trigger":
            yield vocabulary.named("trigger", ability.head)
        elif ability.kind == "replace":
            yield vocabulary.named("replaceable", ability.head)
        yield from inside(ability.condition)
        yield from inside(ability.body)
