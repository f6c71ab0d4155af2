"""What can only be checked once everything is read: references between definitions."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rules_dsl.definitions import Call, Card, Keyword, Span
from rules_dsl.diagnostics import Mistakes
from rules_dsl.module import Module
from rules_dsl.vocabulary import Vocabulary


def check(
    modules: Sequence[Module],
    known: Module,
    vocabulary: Vocabulary,
    mistakes: Sequence[Mistakes],
    rules: Container[str] | None,
) -> None:
    """Check modules read together; each one's mistakes go to the entry beside it."""
    places = {
        (kind, definition.id): definition.span
        for kind, definitions in (("card", known.cards), ("keyword", known.keywords))
        for definition in definitions
    }
    for module, out in zip(modules, mistakes, strict=True):
        checker = _Checker(vocabulary, out, rules)
        for keyword in module.keywords:
            checker.once(places, "keyword", keyword)
            checker.cited(keyword)
        for card in module.cards:
            checker.once(places, "card", card)
        for abilities in (each.abilities for each in _definitions(module)):
            for ability in abilities:
                checker.order(ability.body, ())


def _definitions(module: Module) -> Iterator[Card | Keyword]:
    yield from module.keywords
    yield from module.cards


class _Checker:
    """Checks the definitions of one text."""

    def __init__(self, vocabulary: Vocabulary, out: Mistakes, rules: Container[str] | None) -> None:
        self.vocabulary = vocabulary
        self.out = out
        self.rules = rules

    def once(self, places: dict[tuple[str, str], Span], kind: str, found: Card | Keyword) -> None:
        """An id names one definition."""
        first = places.setdefault((kind, found.id), found.span)
        if first is found.span:
            return
        where = f" in {first.file}, line {first.line}" if first.line else ""
        self.out.add(
            "duplicate-id",
            f"there is already a {kind} '{found.id}'{where}",
            found.span,
            remedy="give one of the two another id",
        )

    def cited(self, keyword: Keyword) -> None:
        """Every rule a keyword cites exists."""
        for rule in keyword.cites if self.rules is not None else ():
            if rule not in self.rules:  # type: ignore[operator]
                self.out.add(
                    "unknown-rule",
                    f"there is no rule '{rule}'",
                    self._where(keyword, rule),
                    remedy="cite a rule of the specification",
                )

    def _where(self, keyword: Keyword, rule: str) -> Span:
        for number in range(keyword.span.line, len(self.out.source)):
            column = self.out.source[number].find(rule)
            if column >= 0:
                line, column = number + 1, column + 1
                return Span(self.out.file, line, column, line, column + len(rule))
        return keyword.span

    def order(self, body: tuple[Call, ...], before: tuple[str, ...]) -> None:
        """Text that refers to what was just done stands after something that does it."""
        deeds = list(before)
        previous: str | None = None
        for call in body:
            word = self.vocabulary.calls[call.word]
            if word.follows and previous != word.follows:
                wanted = self.vocabulary.calls[word.follows]
                self.out.add(
                    "out-of-order",
                    f"'{self._begins(call)}' stands right after '{self._lead(wanted.id)} …' only",
                    call.span,
                    remedy=f"put a line with '{self._lead(wanted.id)} …' before it",
                )
            for name, value in call.args:
                if isinstance(value, Call) and "what" in dict(value.args):
                    self._done(value, deeds)
                elif name == "body" and isinstance(value, tuple):
                    self.order(value, tuple(deeds))
            deeds += self._deeds(call)
            previous = call.word

    def _done(self, value: Call, deeds: list[str]) -> None:
        if value["what"] not in deeds:
            self.out.add(
                "out-of-order",
                f"nothing is {value['what']} before this",
                value.span,
                remedy="put the effect that does it on a line before this one",
            )

    def _deeds(self, call: Call) -> Iterator[str]:
        """What a call, or something inside it, does that later text can count."""
        deed = self.vocabulary.calls[call.word].deed
        if deed:
            yield deed
        for _, value in call.args:
            if isinstance(value, tuple):
                for inner in value:
                    yield from self._deeds(inner)

    def _begins(self, call: Call) -> str:
        return self.out.text(call.span).split(":")[0]

    def _lead(self, id: str) -> str:
        return self.vocabulary.calls[id].title.split(" <")[0]
