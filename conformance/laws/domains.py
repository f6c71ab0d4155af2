"""Which printed cards a variable admits, and which values of it the others leave."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping

from conformance.laws.model import Cards, Filter, Relation
from conformance.laws.numbers import Binding
from conformance.laws.silence import Silence
from conformance.scenario.fillers import lies_in_decks
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
    "!=": operator.ne,
}


def of_noun(cards: Iterable[Card], noun: str) -> list[Card]:
    """The printed cards that a noun means, the plainest first."""
    found = [card for card in cards if _is(card, noun)]
    return sorted(found, key=lambda card: (len(card.abilities), len(card.keywords), card.id))


def _is(card: Card, noun: str) -> bool:
    match noun:
        case "creature":
            return lies_in_decks(card)
        case "keep card" | "discard card":
            return card.kind == "power-card" and card.choice("type") == noun.split()[0]
        case "noise token":
            return card.kind == "noise"
    return card.kind == noun.replace(" ", "-")


def expect_words(sort: Cards, cards: Collection[Card], keywords: Collection[str]) -> None:
    """Refuse filters with words that no card of the sort has."""
    printed = of_noun(cards, sort.noun)
    numbers = {
        name for card in printed for name, value in card.properties if isinstance(value, int)
    }
    choices = {
        name for card in printed for name, value in card.properties if isinstance(value, str)
    }
    heads = {ability.head for card in printed for ability in card.abilities if ability.head}
    for each in sort.filters:
        known: Collection[str] = ()
        match each.what:
            case "property" | "equal":
                known, wrong = numbers, [each.word] if each.word not in numbers else []
            case "effect":
                known, wrong = heads, [each.word] if each.word not in heads else []
            case "keyword":
                known = {*keywords, *choices}
                wrong = [word for word in each.words if word not in known]
            case _:
                wrong = []
        for word in wrong:
            raise KaijuError(
                f"no {sort.noun} has `{word}`", remedy=f"known are: {', '.join(sorted(known))}"
            )


def admits_alone(sort: Cards, card: Card, silence: Silence) -> bool:
    """Whether a variable may stand for a card, whatever the others stand for."""
    if sort.plain and not silence.is_plain(card):
        return False
    alone = [each for each in sort.filters if each.what != "equal" and not each.names]
    return all(_passes(each, card, {}, ()) == each.wanted for each in alone)


def admits_beside(sort: Cards, card: Card, binding: Binding, group: Collection[str]) -> bool:
    """Whether a card that a variable may stand for alone fits what the others stand for."""
    beside = [each for each in sort.filters if each.what == "equal" or each.names]
    return all(_passes(each, card, binding, group) == each.wanted for each in beside)


def _passes(each: Filter, card: Card, binding: Binding, group: Collection[str]) -> bool:
    match each.what:
        case "property" if each.compare == "in":
            return str(card.property(each.word)) in each.words
        case "property":
            assert each.number is not None
            return _COMPARE[each.compare](card.property(each.word), each.number.of(binding))
        case "equal":
            others = [binding[name] for name in group if name in binding]
            return all(
                other.property(each.word) == card.property(each.word)
                for other in others
                if isinstance(other, Card)
            )
        case "effect":
            return any(ability.head == each.word for ability in card.abilities)
        case "zone":
            return any(ability.zone == each.word for ability in card.abilities)
        case "abilities":
            return bool(card.abilities)
    has = [word in card.keywords or card.choice(word) is not None for word in each.words]
    return all(has) if each.word == "all" and each.wanted else any(has)


def holds(relation: Relation, binding: Binding) -> bool:
    """Whether what a law demands of its variables is true."""
    if relation.word == "can block":
        blocker, attacker = binding[relation.left.name], binding[relation.right.name]
        assert isinstance(blocker, Card)
        assert isinstance(attacker, Card)
        return "sneaky" not in attacker.keywords or "sneaky" in blocker.keywords
    words = [binding.get(side.name) for side in (relation.left, relation.right)]
    if all(isinstance(word, str) for word in words) and relation.word in ("=", "!="):
        return (words[0] == words[1]) == (relation.word == "=")
    return _COMPARE[relation.word](relation.left.of(binding), relation.right.of(binding))
