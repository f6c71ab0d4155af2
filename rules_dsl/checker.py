"""What can only be checked once everything is read: references between definitions."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from rules_dsl.definitions import Call, Card, Keyword, Selection, Span
from rules_dsl.diagnostics import Mistakes, nearest
from rules_dsl.kinds import property_line, spelled
from rules_dsl.module import Module
from rules_dsl.standing import Idle, every_call, idle_card, idle_text
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
    cards = {card.id: card for module in (known, *modules) for card in module.cards}
    keywords = {each.id: each for module in (known, *modules) for each in module.keywords}
    names = {card.name.casefold(): card for card in known.cards}
    for module, out in zip(modules, mistakes, strict=True):
        checker = _Checker(vocabulary, out, rules)
        is_whole = not out.found  # lines that could not be read may be what a card lacks
        for keyword in module.keywords:
            checker.once(places, "keyword", keyword)
            checker.cited(keyword)
        for card in module.cards:
            checker.once(places, "card", card)
            checker.one_name(names, card)
            checker.evolution(card, cards)
            if is_whole:
                checker.at_work(idle_card(card, keywords, vocabulary))
        for definition in _definitions(module):
            checker.at_work(idle_text(definition, vocabulary))
            for ability in definition.abilities:
                checker.order(ability.body, ())


def _definitions(module: Module) -> Iterator[Card | Keyword]:
    yield from module.keywords
    yield from module.cards


def _stage(number: int) -> str:
    return f"stage {number}" if number else "no stage"


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

    def one_name(self, names: dict[str, Card], card: Card) -> None:
        """A printed name names one card: players know no other."""
        first = names.setdefault(card.name.casefold(), card)
        if first.id != card.id:
            self.out.add(
                "duplicate-name",
                f"'{first.id}' is called \"{card.name}\" too",
                card.span,
                remedy="give one of the two another name",
            )

    def at_work(self, found: Iterator[Idle]) -> None:
        """Text that can never do anything is a mistake."""
        for idle in found:
            self.out.add("idle", idle.message, idle.span, remedy=idle.remedy)

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

    def _where(self, definition: Card | Keyword, text: str) -> Span:
        for number in range(definition.span.line, len(self.out.source)):
            column = self.out.source[number].find(text)
            if column >= 0:
                line, column = number + 1, column + 1
                return Span(self.out.file, line, column, line, column + len(text))
        return definition.span

    def evolution(self, card: Card, cards: Mapping[str, Card]) -> None:
        """A creature evolves to one of the next stage, and only if its card says to which."""
        word = self.vocabulary.successor
        if word is None:
            return
        if card.evolves_to is None:
            for call in every_call(tuple(ability.body for ability in card.abilities)):
                if call.word == word.effect:
                    line = property_line(word, self.vocabulary)
                    self.out.add(
                        "missing-evolution",
                        f"'{card.id}' does not say what it {spelled(word)}",
                        call.span,
                        remedy=f"add a line such as '{line}' to the card",
                    )
            return
        span = self._where(card, card.evolves_to)
        after = cards.get(card.evolves_to)
        if after is None:
            near = nearest(card.evolves_to, cards)
            self.out.add(
                "unknown-card",
                f"there is no card '{card.evolves_to}'",
                span,
                remedy=f"did you mean '{near}'?" if near else "define it, or correct the id",
            )
            return
        stage, next_stage = (each.property(str(word.counts)) for each in (card, after))
        if stage < 1 or next_stage != stage + 1:
            self.out.add(
                "wrong-stage",
                f"'{card.id}' ({_stage(stage)}) cannot evolve to '{after.id}' "
                f"({_stage(next_stage)})",
                span,
                "a creature of the next stage",
                "check the 'stage' lines of both cards",
            )

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
                    self._inside(call, value, (*deeds, *self._paid(call)))
                elif isinstance(value, Selection):
                    self._named(value, deeds)
            deeds += self._deeds(call)
            previous = call.word

    def _inside(self, call: Call, body: tuple[Call, ...], before: tuple[str, ...]) -> None:
        """Lines inside a line follow each other, unless only one of them happens."""
        if self.vocabulary.calls[call.word].hole("body").type != "alternatives":
            self.order(body, before)
            return
        if len(body) < 2:
            self.out.add(
                "too-few",
                f"'{self._begins(call)}' leaves no choice",
                call.span,
                "two effects or more, each on a line of its own",
            )
        for each in body:
            self.order((each,), before)

    def _named(self, value: Selection, deeds: list[str]) -> None:
        """What a filter refers to was done before."""
        for each in value.filters:
            wanted = self.vocabulary.calls[each.word].follows
            if wanted and wanted not in deeds:
                self.out.add(
                    "out-of-order",
                    f"'{self.out.text(each.span)}' needs a keyword that was named before it",
                    each.span,
                    remedy=f"put a line with '{self._lead(wanted)}' before it",
                )

    def _done(self, value: Call, deeds: list[str]) -> None:
        if value["what"] not in deeds:
            self.out.add(
                "out-of-order",
                f"nothing is {value['what']} before this",
                value.span,
                remedy="put the effect that does it on a line before this one",
            )

    def _deeds(self, call: Call) -> Iterator[str]:
        """What a call, or something inside it, does that later text can refer to."""
        yield self.vocabulary.calls[call.word].deed or call.word
        yield from self._paid(call)
        for _, value in call.args:
            if isinstance(value, tuple):
                for inner in value:
                    yield from self._deeds(inner)

    def _paid(self, call: Call) -> Iterator[str]:
        """What is done to have the rest of a call."""
        for hole in self.vocabulary.calls[call.word].holes:
            value = call.get(hole.name)
            if hole.like == "cost" and isinstance(value, Call):
                yield from self._deeds(value)

    def _begins(self, call: Call) -> str:
        return self.out.text(call.span).split(":")[0]

    def _lead(self, id: str) -> str:
        return self.vocabulary.calls[id].title.split(" <")[0]
