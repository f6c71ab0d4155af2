"""Canonical text: any definition back into the words of the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection, Span
from rules_dsl.fitting import YOU
from rules_dsl.kinds import spelled
from rules_dsl.lexer import INDENT
from rules_dsl.module import Module
from rules_dsl.vocabulary import BODIES, Hole, Literal, Phrase, Type, Vocabulary, Word

_COUNTS = ("integer", "number", "signed")
"""Holes for numbers, with which the words behind them agree."""


@frozen
class Printed:
    """One line of canonical text, and the lines of the source it comes from."""

    depth: int
    text: str
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        return " " * (INDENT * self.depth) + self.text

    def deeper(self) -> Printed:
        """The same line one block further in."""
        return evolve(self, depth=self.depth + 1)


def print_card(card: Card, vocabulary: Vocabulary) -> str:
    """The canonical text of a card."""
    return _text(Printer(vocabulary).card(card))


def print_keyword(keyword: Keyword, vocabulary: Vocabulary) -> str:
    """The canonical text of a keyword."""
    return _text(Printer(vocabulary).keyword(keyword))


def print_ability(ability: Ability, vocabulary: Vocabulary) -> str:
    """The canonical text of one ability, as it stands below a card."""
    return _text(Printer(vocabulary).ability(ability))


def print_filter(filter: Call, vocabulary: Vocabulary) -> str:
    """The canonical text of a filter, as it stands behind several creatures."""
    return Printer(vocabulary).filter(filter, one=False)


def print_call(call: Call, vocabulary: Vocabulary) -> str:
    """The canonical text of a condition or a zone, as it stands behind `if` or `from`."""
    return Printer(vocabulary).call(call)


def print_module(module: Module, vocabulary: Vocabulary) -> str:
    """The canonical text of everything in a module, in the order it was written."""
    return "\n".join(_text(lines) for lines in Printer(vocabulary).module(module))


def _like(kind: Type) -> str:
    """How holes of a type are filled."""
    return kind.like or kind.id


def _text(lines: Sequence[Printed]) -> str:
    return "".join(f"{line}\n" for line in lines)


@frozen
class Printer:
    """Prints definitions line by line."""

    vocabulary: Vocabulary

    def module(self, module: Module) -> list[list[Printed]]:
        """The lines of each definition, in the order they were written."""
        definitions: list[tuple[Span, list[Printed]]] = [
            *((keyword.span, self.keyword(keyword)) for keyword in module.keywords),
            *((card.span, self.card(card)) for card in module.cards),
        ]
        return [lines for _, lines in sorted(definitions, key=lambda pair: pair[0])]

    def card(self, card: Card) -> list[Printed]:
        """The lines of a card."""
        copies = f" x{card.copies}" if card.copies > 1 else ""
        kind = self._one(self.vocabulary.named("noun", card.kind).forms[0])
        header = f'{kind} {card.id} "{card.name}"{copies}'
        return [
            Printed(0, header, card.span.line, card.span.line),
            *(Printed(1, self._property(name, value)) for name, value in card.properties),
            *(Printed(1, line) for line in self.successor(card)),
            *(Printed(1, keyword) for keyword in card.keywords),
            *(line.deeper() for ability in card.abilities for line in self.ability(ability)),
        ]

    def successor(self, card: Card) -> Iterator[str]:
        """The line that says what a card becomes, if it becomes another."""
        word = self.vocabulary.successor
        if card.evolves_to and word:
            call = Call(word.id, ((word.holes[0].name, card.evolves_to),))
            yield self._render(word.forms[0], call, word, singular=True)

    def _property(self, name: str, value: int | str) -> str:
        word = self.vocabulary.named("property", name)
        return self._render(word.forms[0], Call(name, ((word.holes[0].name, value),)), word)

    def keyword(self, keyword: Keyword) -> list[Printed]:
        """The lines of a keyword."""
        return [
            Printed(0, f"keyword {keyword.id}", keyword.span.line, keyword.span.line),
            Printed(1, f"cites {', '.join(keyword.cites)}"),
            *(line.deeper() for ability in keyword.abilities for line in self.ability(ability)),
        ]

    def ability(self, ability: Ability) -> list[Printed]:
        """The lines of an ability."""
        place = self.vocabulary.place(ability.zone)
        where = [spelled(place)] if place else []
        match ability.kind:
            case "trigger":
                header = ", ".join([*where, self._named("trigger", ability.head)])
                return self._block(header, ability.body, ability.span.line)
            case "replace":
                return self._replacement(ability)
        (line,) = self._constants(ability.body)
        when = [f"while {self._call(ability.condition)}"] if ability.condition else []
        header = ", ".join([*where, *when])
        text = f"{header}: {line.text}" if header else line.text
        return [Printed(0, text, ability.span.line, ability.span.end_line)]

    # --- lines ---------------------------------------------------------------------------------

    def _constants(self, body: tuple[Call, ...]) -> list[Printed]:
        """What lasts, line by line; changes of one subject share a line."""
        lines: list[list[Call]] = []
        for call in body:
            if lines and self._shares_line(lines[-1][-1], call):
                lines[-1].append(call)
            else:
                lines.append([call])
        return [
            Printed(0, self._changes(line), line[0].span.line, line[-1].span.end_line)
            for line in lines
        ]

    def _shares_line(self, before: Call, call: Call) -> bool:
        """Whether a change can stand behind another; one that says `for each` comes last."""
        if any(self.vocabulary.calls[each.word].kind != "static" for each in (before, call)):
            return False
        return before["subject"] == call["subject"] and before.get("count") is None

    def _changes(self, body: list[Call]) -> str:
        """Changes of one subject: `this has +5 power, frenzy and hunter`."""
        first, *rest = body
        grants = [self._call(call, skip=2) for call in rest]
        text = self._call(first)
        *middle, last = ["", *grants] if grants else ["", ""]
        text = ", ".join([text, *filter(None, middle)])
        return f"{text} and {last}" if last else text

    def _replacement(self, ability: Ability) -> list[Printed]:
        text = f"when {self._named('replaceable', ability.head)}"
        if ability.condition is not None:
            text += f", if {self._call(ability.condition)}"
        if len(ability.body) == 1 and not self._compound(ability.body[0]):
            effect = self._call(ability.body[0])
            span = ability.span
            return [Printed(0, f"{text}: {effect} instead", span.line, span.end_line)]
        return self._below(f"{text}, instead:", ability.body, ability.span.line)

    def _block(self, header: str, body: tuple[Call, ...], line: int) -> list[Printed]:
        """A header with its one effect beside it, or its effects below it."""
        if len(body) == 1:
            inner = self._effect(body[0])
            if len(inner) == 1:
                return [Printed(0, f"{header}: {inner[0].text}", line, inner[0].last)]
        return self._below(f"{header}:", body, line)

    def _below(self, header: str, body: tuple[Call, ...], line: int) -> list[Printed]:
        inner = (line.deeper() for call in body for line in self._effect(call))
        return [Printed(0, header, line, line), *inner]

    def _lasting(self, header: str, body: tuple[Call, ...], line: int) -> list[Printed]:
        """A header with the one thing that lasts beside it, or several below it."""
        inner = self._constants(body)
        if len(inner) == 1:
            return [Printed(0, f"{header}: {inner[0].text}", line, inner[0].last)]
        return [Printed(0, f"{header}:", line, line), *(each.deeper() for each in inner)]

    def _effect(self, call: Call) -> list[Printed]:
        span = call.span
        if not self._compound(call):
            return [Printed(0, self._call(call), span.line, span.end_line)]
        word = self.vocabulary.calls[call.word]
        phrase = self._form(call, word)
        head = phrase[:-1]
        body = call[phrase[-1].name]  # type: ignore[union-attr]
        assert isinstance(body, tuple)
        kind = word.hole("body").like
        if head[-1] == Literal(":", ":"):
            header = self._render(head[:-1], call, word)
            if kind == "effects":
                return self._block(header, body, span.line)
            if kind == "alternatives":
                return self._below(f"{header}:", body, span.line)
            return self._lasting(header, body, span.line)
        header = self._render(head, call, word)
        if len(body) == 1 and self._offers(body[0]):
            return [Printed(0, f"{header} {self._deed(body[0])}", span.line, span.end_line)]
        return self._below(f"{header}:", body, span.line)

    def _compound(self, call: Call) -> bool:
        """Whether a call has effects of its own inside."""
        return any(hole.like in BODIES for hole in self.vocabulary.calls[call.word].holes)

    def _offers(self, call: Call) -> bool:
        """Whether a call can stand right behind `you may`: you do it, and it is one effect."""
        return not self._compound(call) and self._subject(call) in (None, YOU)

    def _deed(self, call: Call) -> str:
        """What `you` do, without saying who does it."""
        return self._call(call, skip=1 if self._subject(call) else 0)

    def _subject(self, call: Call) -> object:
        first = self.vocabulary.calls[call.word].forms[0][0]
        return call[first.name] if isinstance(first, Hole) and first.like == "player" else None

    # --- phrases -------------------------------------------------------------------------------

    def _call(self, call: Call, skip: int = 0) -> str:
        word = self.vocabulary.calls[call.word]
        if word.tacit and not skip and self._subject(call) == YOU:
            skip = 1
        return self._render(self._form(call, word)[skip:], call, word)

    def _form(self, call: Call, word: Word) -> Phrase:
        """The first form that says everything the call holds."""
        for form in word.forms:
            shown = {piece.name for piece in form if isinstance(piece, Hole)}
            if all(name in shown or value == word.missing(name) for name, value in call.args):
                return form
        raise ValueError(f"`{call.word}` has no form for its arguments")

    def _render(self, phrase: Phrase, call: Call, word: Word, singular: bool = False) -> str:
        parts: list[str] = []
        several = False  # whether a number stands before: `exactly 2`, `1 or more`
        for piece in phrase:
            if isinstance(piece, Literal):
                text = piece.one if singular else piece.several
                several = several or (bool(parts) and parts[-1] == "1")
            else:
                value = call[piece.name]
                text = self._hole(piece, value, word, several)
                if not self.vocabulary.types[piece.type].choices:
                    singular = self._is_one(piece, value)
                    several = piece.like in _COUNTS and not singular
            if parts and parts[-1] == "a" and text[0] in "aeiou":
                parts[-1] = "an"
            parts.append(text)
        return " ".join(parts).replace(" :", ":")

    def _hole(self, hole: Hole, value: object, word: Word, several: bool) -> str:
        kind = self.vocabulary.types[hole.type]
        if kind.choices:
            phrase = next(phrase for phrase, chosen in kind.choices if chosen == value)
            return self._several(phrase) if several else self._one(phrase)
        if hole.like == "cost":
            assert isinstance(value, Call)
            return self._deed(value)
        if hole.like == "possessive":
            assert isinstance(value, Call)
            return self._one(self.vocabulary.calls[value.word].possessive or ())
        if hole.like == "pile":
            return self._call(Call("discard-pile", (("player", value),)))
        if hole.like == "trigger":
            return self._named("trigger", value)
        if hole.like == "signed":
            return f"{value:+d}"
        if hole.like == "tally":
            assert isinstance(value, Call)
            tally = self.vocabulary.calls[value.word]
            return self._render(tally.each or (), value, tally)
        if isinstance(value, Selection):
            return self._selection(value, kind, word, several)
        return self._call(value) if isinstance(value, Call) else str(value)

    def _is_one(self, hole: Hole, value: object) -> bool:
        """Whether the words behind a hole agree with one thing."""
        if isinstance(value, Selection):
            return hole.like in ("any", "group") or value.quantity.count == 1
        if hole.like == "pile":
            return True
        if isinstance(value, Call):
            word = self.vocabulary.calls[value.word]
            return word.kind == "source" or (word.kind == "player" and word.person == "third")
        return value in (1, -1)

    # --- noun phrases --------------------------------------------------------------------------

    def _selection(self, selection: Selection, kind: Type, word: Word, several: bool) -> str:
        noun = self.vocabulary.named("noun", selection.noun).forms[0]
        words = list(self._adjectives(selection, kind, word))
        one = selection.quantity.count == 1 or (_like(kind) in ("any", "group") and not several)
        before = [each for each in selection.filters if self.vocabulary.calls[each.word].before]
        words += [self.filter(each, one) for each in before]
        words.append(self._one(noun) if one else self._several(noun))
        filters = [self.filter(each, one) for each in selection.filters if each not in before]
        if filters:
            words.append(" and ".join(filters))
        if selection.zone is not None and word.zone is None:
            words.append(f"from {self._call(selection.zone)}")
        if words[0] == "a" and words[1][0] in "aeiou":
            words[0] = "an"
        return " ".join(words)

    def call(self, call: Call) -> str:
        """The text of a condition or a zone."""
        return self._call(call)

    def filter(self, call: Call, one: bool) -> str:
        """The text of a filter behind a noun that means one thing or several."""
        word = self.vocabulary.calls[call.word]
        return self._render(self._form(call, word), call, word, singular=one)

    def _adjectives(self, selection: Selection, kind: Type, word: Word) -> Iterator[str]:
        quantity = selection.quantity
        one = _like(kind) == "any" or (quantity.kind == "exactly" and quantity.count == 1)
        if one:
            yield "another" if selection.other else "a"
        elif quantity.kind == "exactly":
            yield str(quantity.count)
        elif quantity.kind == "up-to":
            yield f"up to {quantity.count}"
        elif word.kind == "effect" and _like(kind) != "group":
            yield "all"
        if selection.chooser is not None:
            chooser = self.vocabulary.calls[selection.chooser.word]
            if chooser.kind == "chance":
                yield self._one(chooser.forms[0])
        if selection.other and not one:
            yield "other"
        if selection.side != "any":
            yield self._named("side", selection.side)

    def _named(self, kind: str, id: object) -> str:
        return self._one(self.vocabulary.named(kind, str(id)).forms[0])

    def _one(self, phrase: Phrase) -> str:
        return " ".join(piece.one for piece in phrase if isinstance(piece, Literal))

    def _several(self, phrase: Phrase) -> str:
        return " ".join(piece.several for piece in phrase if isinstance(piece, Literal))
