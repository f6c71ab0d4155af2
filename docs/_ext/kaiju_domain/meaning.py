"""What an ability means, written out: what happens, to how many, where, and who chooses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from attrs import frozen
from markupsafe import Markup, escape

from rules_dsl.definitions import Ability, Call, Selection
from rules_dsl.vocabulary import Hole, Literal, Phrase, Vocabulary, Word

from .markdown import prose
from .shelf import Shelf

Item = tuple[int, Markup]
"""How deep a point stands in the list, and what it says."""


@frozen
class Meaning:
    """Writes abilities out as nested lists; `link` writes a reference: kind, name, text."""

    shelf: Shelf
    link: Callable[[str, str, str | None], Markup]

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the game."""
        return self.shelf.vocabulary

    @property
    def _has_sides(self) -> bool:
        """Whether the game has two sides with creatures in play."""
        return bool(self.vocabulary.of_kind("side"))

    def of(self, ability: Ability) -> Markup:
        """The list for one ability."""
        return _nested(self._ability(ability))

    def _ability(self, ability: Ability) -> Iterator[Item]:
        in_pile = self._in_pile() if ability.zone == "discard" else None
        if ability.kind == "trigger":
            yield 0, self._explained(self.vocabulary.named("trigger", str(ability.head)))
            if in_pile:
                yield 1, Markup("only while {}").format(in_pile)
        elif ability.kind == "replace":
            yield 0, self._explained(self.vocabulary.named("replaceable", str(ability.head)))
        else:
            in_play = "it is in play" if self._has_sides else "the text works"
            yield 0, Markup("As long as {}:").format(in_pile or in_play)
        if ability.condition is not None:
            yield 1, Markup("only if: {}").format(self._call(ability.condition))
            yield from self._holes(ability.condition, 2)
        for call in ability.body:
            yield from self._effect(call, 1)

    def _in_pile(self) -> Markup:
        pile = self._word("place", "in-discard-pile", "in a discard pile")
        return Markup("it lies {}, for the player whose pile it is").format(pile)

    def _effect(self, call: Call, depth: int) -> Iterator[Item]:
        yield depth, self._call(call)
        yield from self._holes(call, depth + 1)

    def _call(self, call: Call) -> Markup:
        return self._explained(self.vocabulary.calls[call.word])

    def _explained(self, word: Word) -> Markup:
        return Markup("{}: {}").format(self._word(word.kind, word.id, word.id), prose(word.doc))

    def _word(self, kind: str, id: str, shown: str) -> Markup:
        return self.link("word", self.shelf.named(kind, id), shown)

    def _holes(self, call: Call, depth: int) -> Iterator[Item]:
        word = self.vocabulary.calls[call.word]
        for name, value in call.args:
            if value is None:
                continue
            hole = word.hole(name)
            label = Markup("<em>{}</em>: {}")
            if isinstance(value, tuple):
                yield depth, label.format(name, "")
                for each in value:
                    yield from self._effect(each, depth + 1)
            elif hole.type == "keyword":
                keyword = self.link("keyword", self.shelf.called(str(value)), None)
                yield depth, label.format(name, keyword)
            elif hole.type == "trigger":
                yield depth, label.format(name, self._word("trigger", str(value), str(value)))
            elif isinstance(value, Call) and self._is_told(value):
                yield depth, label.format(name, self._call(value))
                yield from self._holes(value, depth + 1)
            else:
                yield depth, label.format(name, self._filled(value, hole, word))

    def _is_told(self, call: Call) -> bool:
        """Whether what fills a hole is explained with all its own: a condition, a price."""
        return self.vocabulary.calls[call.word].kind in ("condition", "effect")

    def _filled(self, value: object, hole: Hole, word: Word) -> str:
        if hole.like == "tally" and isinstance(value, Call):
            return f"one for each {self._counted(value)}"
        if isinstance(value, Selection):
            place = [self._place(value)] if hole.like == "group" and word.kind == "effect" else []
            return "; ".join([self.selection(value, hole.like), *filter(None, place)])
        if hole.like == "signed" and isinstance(value, int):
            return f"{value:+d}"
        chosen = self._choice(hole, value)
        return self.said(value) if chosen is None else chosen

    def selection(self, selection: Selection, type: str) -> str:
        """A noun phrase with everything that it leaves unsaid."""
        players = self.vocabulary.types.get("player")
        means_players = players is not None and selection.noun == players.noun
        apart = ["not you" if means_players else "not this one"] if selection.other else []
        if type == "group":  # a condition names the player and asks whether there are any
            return "; ".join([self._noun(selection, one=False), *apart])
        if type == "any":
            some = f"at least one {self._noun(selection, one=True)}"
            return "; ".join(filter(None, [some, self._place(selection), *apart]))
        parts = [self._amount(selection), self._place(selection), *apart]
        return "; ".join(filter(None, [*parts, self._chooser(selection)]))

    def _counted(self, tally: Call) -> str:
        """What `for each` counts."""
        for _, value in tally.args:
            if isinstance(value, Selection):
                apart = ["not this one"] if value.other else []
                parts = [self._noun(value, one=True), self._place(value), *apart]
                return "; ".join(filter(None, parts))
        each = self.vocabulary.calls[tally.word].each or ()
        return " ".join(self._piece(piece, tally, one=True) for piece in each)

    def _noun(self, selection: Selection, *, one: bool) -> str:
        noun = _spelled(self.vocabulary.named("noun", selection.noun).forms[0], one=one)
        before: list[str] = []
        after: list[str] = []
        for each in selection.filters:
            side = before if self.vocabulary.calls[each.word].before else after
            side.append(self.said(each, one=one))
        return " ".join([*before, noun, " and ".join(after)]).rstrip()

    def _amount(self, selection: Selection) -> str:
        quantity = selection.quantity
        one, several = self._noun(selection, one=True), self._noun(selection, one=False)
        if quantity.kind == "all":
            return f"every {one}"
        count = self.said(quantity.count)
        if quantity.kind == "up-to":
            return f"any number from none to {count} {several}"
        if quantity.count == 1:
            return f"exactly 1 {one}, if there is one"
        if any(each.word == "equal-power" for each in selection.filters):
            return f"exactly {count} {several}, if there are so many"
        return f"exactly {count} {several}, or as many as there are"

    def _place(self, selection: Selection) -> str:
        """Where they are; a game whose words know no sides leaves nothing to say."""
        if selection.zone is not None:
            return f"from {self.said(selection.zone)}"
        if not self._has_sides:
            return ""
        sides = {"any": "either side", "allied": "your side", "enemy": "the opponent's side"}
        return f"in play on {sides[selection.side]}"

    def _chooser(self, selection: Selection) -> str:
        if selection.quantity.kind == "all" or selection.chooser is None:
            return "nobody chooses"
        word = self.vocabulary.calls[selection.chooser.word]
        if word.kind == "chance":
            return "chance picks"
        verb = "choose" if word.person == "second" else "chooses"
        return f"{_spelled(word.forms[0], one=True)} {verb}"

    def said(self, value: object, *, one: bool = True) -> str:
        """A value as card text says it, behind one thing or several."""
        if not isinstance(value, Call):
            return str(value)
        word = self.vocabulary.calls[value.word]
        return " ".join(self._piece(piece, value, one=one) for piece in word.forms[0])

    def _piece(self, piece: Literal | Hole, call: Call, *, one: bool) -> str:
        if isinstance(piece, Literal):
            return piece.one if one else piece.several
        value = call[piece.name]
        chosen = self._choice(piece, value)
        if chosen is not None:
            return chosen
        if isinstance(value, Selection):  # behind `the number of`
            apart = ", without this one" if value.other else ""
            return f"{self._noun(value, one=False)} {self._place(value)}".rstrip() + apart
        if piece.type == "possessive" and isinstance(value, Call):
            return _spelled(self.vocabulary.calls[value.word].possessive or (), one=True)
        return self.said(value)

    def _choice(self, hole: Hole, value: object) -> str | None:
        """What fills a hole whose type is one of several words, as text says it."""
        choices = self.vocabulary.types[hole.type].choices
        return next((_spelled(phrase, one=True) for phrase, each in choices if each == value), None)


def _nested(items: Iterable[Item]) -> Markup:
    """The points as lists in lists."""
    parts: list[str] = []
    open_lists = 0
    for depth, text in items:
        if depth >= open_lists:
            parts.append("<ul><li>")
            open_lists += 1
        else:
            parts += ["</li></ul>"] * (open_lists - depth - 1)
            open_lists = depth + 1
            parts.append("</li><li>")
        parts.append(str(escape(text)))
    return Markup("".join(parts) + "</li></ul>" * open_lists)


def _spelled(phrase: Phrase, *, one: bool) -> str:
    literals = (piece for piece in phrase if isinstance(piece, Literal))
    return " ".join(piece.one if one else piece.several for piece in literals)
