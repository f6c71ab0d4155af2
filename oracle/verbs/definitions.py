"""What a rule, an option, a clause, a ruling, a keyword or a card says, found by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from attrs import asdict, frozen
from rich.console import Console
from rich.markup import escape

from oracle import games
from oracle.card_text import definition_text, vocabulary_of
from oracle.ruleset import Ruleset
from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection
from rules_dsl.errors import KaijuError
from rules_dsl.rules_text import SCENARIO_ID
from rules_dsl.sources import SOURCES
from rules_dsl.specification import Specification, load_specification
from rules_dsl.vocabulary import Word

from .arguments import default_ruleset
from .finding import Wanted

WHO = {"player", "source", "chance"}
"""Kinds of words that need no explanation beside the text."""


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
        for line in _plain(self.text).strip("\n").splitlines():
            console.print(f"  {escape(line)}")
        for name, value in self.facts:
            console.print(f"[cyan]{escape(name)}[/]  {escape(_plain(value))}")


def _plain(text: str) -> str:
    """A text of the specification without the marks that are meant for the site."""
    return re.sub(r"\*\*(.+?)\*\*", r"\1", re.sub(r"\{[a-z]+\}`([^`]+)`", r"\1", text))


def nearest(name: str, known: Iterable[str], ruleset: str) -> str:
    """A suggestion for a name that is unknown."""
    by_folded = {each.casefold(): each for each in known}
    close = get_close_matches(name.casefold(), by_folded, 1)
    if close:
        return f"Did you mean {by_folded[close[0]]}?"
    rule, card = games.game(ruleset.partition("/")[0]).examples
    return f"Name a JSON file, a rule such as {rule}, or a card such as {card}."


def describe(
    name: str,
    ruleset: str | None,
    options: Mapping[str, str],
    cards: Sequence[Path],
    players: int | None = None,
) -> Described:
    """Whatever is called so; without a ruleset, those of every game are looked into."""
    specification = load_specification()
    if name in specification.rules:
        return _rule(specification, name)
    if name in specification.options:
        return _option(specification, name)
    if name in specification.clauses:
        return _clause(specification, name)
    if name in specification.rulings:
        return _ruling(specification, name)
    if name in specification.known:
        return _known(specification, name)
    if SCENARIO_ID.fullmatch(name):
        raise KaijuError(
            f"{name} is the name of a scenario", remedy=f"Its story is told by: kaiju ask {name}"
        )
    wanted = Wanted(specification, name, ruleset, options, cards, players)
    found = wanted.found()
    if len(found) == 1:
        return _defined(*found[0])
    if found:
        rulesets = [loaded.name for loaded, _ in found]
        raise KaijuError(
            f"{' and '.join(rulesets)} both have something called {name!r}"
            if len(rulesets) == 2
            else f"several rulesets have something called {name!r}",
            remedy=f"Say which is meant: {' or '.join(f'--ruleset {each}' for each in rulesets)}.",
        )
    known = [*specification.rules, *specification.options, *specification.clauses]
    known += [*specification.rulings, *specification.known, *wanted.names()]
    before, _, bare = name.rpartition("/")
    game = before if before.partition("/")[0] in specification.games else default_ruleset()
    raise KaijuError(f"nothing is called {name!r}", remedy=nearest(bare, known, ruleset or game))


def _defined(loaded: Ruleset, definition: Card | Keyword) -> Described:
    """A card or a keyword of a ruleset."""
    vocabulary = vocabulary_of(loaded.name)
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
    return _definition(definition, text, words, list(dict.fromkeys(rules)), loaded.name)


def _rule(specification: Specification, name: str) -> Described:
    rule = specification.rules[name]
    facts = [("kind", rule.kind)]
    facts += [("covers", f"{id}: {specification.clauses[id].text}") for id in rule.covers]
    authority = specification.authority(rule)
    said = f"{SOURCES[authority]}: {rule.publisher}" if rule.publisher else SOURCES[authority]
    facts.append(("authority", said))
    if rule.source:
        facts.append(("source", rule.source))
    data: dict[str, Any] = {
        "rule": rule.id,
        "number": rule.number,
        "kind": rule.kind,
        "text": rule.text,
        "covers": list(rule.covers),
        "source": rule.source,
        "authority": authority,
        "options": list(rule.options),
        "undisputed": rule.undisputed,
    }
    if rule.undisputed:
        facts.append(("undisputed", rule.undisputed))
    for id in rule.options:
        facts.append(("option", f"{id}: {specification.options[id].question}"))
        facts += _answers(specification, id)
    facts.append(("stands in", f"spec/{rule.file}:{rule.line}"))
    return Described(f"Rule {rule.id}", rule.text, tuple(facts), data)


def _answers(specification: Specification, name: str) -> list[tuple[str, str]]:
    option = specification.options[name]
    return [
        ("  answer", f"{each.id}{mark}: {each.meaning} ({SOURCES[each.source]})")
        for each in option.answers
        for mark in [" (default)" * (each.id == option.default)]
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
        "said_by": {each.id: each.source for each in option.answers},
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
        ("source", str(clause.source)),
        ("covered by", ", ".join(rules) or specification.excuses.get(name, "no rule")),
    ]
    data = {
        "clause": clause.id,
        "book": clause.title,
        "source": asdict(clause.source),
        "text": clause.text,
        "rules": list(rules),
    }
    return Described(f"Clause {clause.id}", clause.text, tuple(facts), data)


def _ruling(specification: Specification, name: str) -> Described:
    ruling = specification.rulings[name]
    facts = [("question", ruling.question)]
    texts = {id: " ".join(specification.rules[id].text.split()) for id in ruling.rules}
    facts += [("rule", f"{id}: {text}") for id, text in texts.items()]
    facts += [("does not apply", id) for id in ruling.does_not_apply]
    if ruling.scenario:
        facts.append(("scenario", f"{ruling.scenario} (its story: kaiju ask {ruling.scenario})"))
    facts += [("proved by", line) for line in ruling.proof]
    facts += [("turns on", id) for id in ruling.interactions]
    facts.append(("stands in", f"spec/{ruling.file}:{ruling.line}"))
    data = {
        "ruling": ruling.id,
        "question": ruling.question,
        "answer": ruling.answer,
        "rules": list(ruling.rules),
        "scenario": ruling.scenario,
        "proof": list(ruling.proof),
        "does_not_apply": list(ruling.does_not_apply),
        "interactions": list(ruling.interactions),
    }
    return Described(f"Ruling {ruling.id}", ruling.answer, tuple(facts), data)


def _known(specification: Specification, name: str) -> Described:
    """An interaction or a difference, and what names it."""
    known = specification.known[name]
    facts = [("clause", f"{id}: {specification.clauses[id].text}") for id in known.clauses]
    named = specification.naming(name)
    facts += [(kind, ", ".join(ids)) for kind, ids in named.items() if ids]
    facts.append(("stands in", f"spec/{known.file}:{known.line}"))
    data = {known.kind: known.id, "text": known.text, "clauses": list(known.clauses), **named}
    return Described(f"{known.kind.capitalize()} {known.id}", known.text, tuple(facts), data)


def _definition(
    definition: Card | Keyword, text: str, words: list[Word], rules: list[str], ruleset: str
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
    facts.append(("ruleset", ruleset))
    data = {
        kind: definition.id,
        "text": text,
        "words": [word.id for word in words],
        "rules": rules,
        "ruleset": ruleset,
    }
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
