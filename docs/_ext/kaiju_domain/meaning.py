"""What an ability means, written out: what happens, to how many, where, and who chooses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rules_dsl.definitions import Ability, Call, Selection
from rules_dsl.vocabulary import Hole, Literal, Phrase, Vocabulary, Word

from .markdown import escaped, role


@frozen
class Meaning:
    """Writes abilities out as nested lists of MyST."""

    vocabulary: Vocabulary

    def of(self, ability: Ability) -> str:
        """The list for one ability."""
        return "\n".join(self._ability(ability))

    def _ability(self, ability: Ability) -> Iterator[str]:
        if ability.kind == "trigger":
            yield _item(0, self._explained(self.vocabulary.named("trigger", str(ability.head))))
        elif ability.kind == "replace":
            word = self.vocabulary.named("replaceable", str(ability.head))
            yield _item(0, self._explained(word))
        else:
            yield _item(0, "As long as it is in play:")
        if ability.condition is not None:
            yield _item(1, f"only if: {self._call(ability.condition)}")
            yield from self._holes(ability.condition, 2)
        for call in ability.body:
            yield from self._effect(call, 1)

    def _effect(self, call: Call, depth: int) -> Iterator[str]:
        yield _item(depth, self._call(call))
        yield from self._holes(call, depth + 1)

    def _call(self, call: Call) -> str:
        return self._explained(self.vocabulary.calls[call.word])

    def _explained(self, word: Word) -> str:
        return f"{role('word', f'{word.kind}:{word.id}', word.id)}: {word.doc}"

    def _holes(self, call: Call, depth: int) -> Iterator[str]:
        types = {hole.name: hole.type for hole in self.vocabulary.calls[call.word].holes}
        for name, value in call.args:
            if value is None:
                continue
            if isinstance(value, tuple):
                yield _item(depth, f"*{name}*:")
                for each in value:
                    yield from self._effect(each, depth + 1)
            elif types.get(name) == "keyword":
                yield _item(depth, f"*{name}*: {role('keyword', str(value))}")
            elif isinstance(value, Selection):
                yield _item(depth, f"*{name}*: {escaped(self.selection(value, types[name]))}")
            else:
                shown = f"{value:+d}" if types.get(name) == "signed" else self.said(value)
                yield _item(depth, f"*{name}*: {escaped(shown)}")

    def selection(self, selection: Selection, type: str) -> str:
        """A noun phrase with everything that it leaves unsaid."""
        apart = ["not this one"] if selection.other else []
        if type == "group":  # a condition names the player and asks whether there are any
            return "; ".join([self._noun(selection, one=False), *apart])
        if type == "any":
            some = f"at least one {self._noun(selection, one=True)}"
            return "; ".join([some, self._place(selection), *apart])
        parts = [self._amount(selection), self._place(selection), *apart]
        return "; ".join([*parts, self._chooser(selection)])

    def _noun(self, selection: Selection, *, one: bool) -> str:
        noun = self.vocabulary.named("noun", selection.noun).forms[0]
        return _spelled(noun, one=one) + "".join(f" {self.said(f)}" for f in selection.filters)

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
        return f"exactly {count} {several}, or as many as there are"

    def _place(self, selection: Selection) -> str:
        if selection.zone is not None:
            return f"from {self.said(selection.zone)}"
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

    def said(self, value: object) -> str:
        """A value as card text says it."""
        if not isinstance(value, Call):
            return str(value)
        word = self.vocabulary.calls[value.word]
        phrase = word.forms[0] if word.forms else word.each or ()
        return " ".join(self._piece(piece, value) for piece in phrase)

    def _piece(self, piece: Literal | Hole, call: Call) -> str:
        if isinstance(piece, Literal):
            return piece.one
        value = call[piece.name]
        if isinstance(value, Selection):
            return f"{self._amount(value)} {self._place(value)}"
        if piece.type == "possessive" and isinstance(value, Call):
            return _spelled(self.vocabulary.calls[value.word].possessive or (), one=True)
        return self.said(value)


def _spelled(phrase: Phrase, *, one: bool) -> str:
    literals = (piece for piece in phrase if isinstance(piece, Literal))
    return " ".join(piece.one if one else piece.several for piece in literals)


def _item(depth: int, text: str) -> str:
    return f"{'  ' * depth}- {text}"
