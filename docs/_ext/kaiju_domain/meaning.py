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
        pile = f"it lies {role('word', 'frame:in-discard-pile', 'in a discard pile')}"
        in_pile = f"{pile}, for the player whose pile it is" if ability.zone == "discard" else ""
        if ability.kind == "trigger":
            yield _item(0, self._explained(self.vocabulary.named("trigger", str(ability.head))))
            if in_pile:
                yield _item(1, f"only while {in_pile}")
        elif ability.kind == "replace":
            word = self.vocabulary.named("replaceable", str(ability.head))
            yield _item(0, self._explained(word))
        else:
            yield _item(0, f"As long as {in_pile or 'it is in play'}:")
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
        word = self.vocabulary.calls[call.word]
        types = {hole.name: hole.type for hole in word.holes}
        for name, value in call.args:
            if value is None:
                continue
            if isinstance(value, tuple):
                yield _item(depth, f"*{name}*:")
                for each in value:
                    yield from self._effect(each, depth + 1)
            elif types[name] == "keyword":
                yield _item(depth, f"*{name}*: {role('keyword', str(value))}")
            elif types[name] == "trigger":
                yield _item(depth, f"*{name}*: {role('word', f'trigger:{value}', str(value))}")
            elif types[name] == "condition" and isinstance(value, Call):
                yield _item(depth, f"*{name}*: {self._call(value)}")
                yield from self._holes(value, depth + 1)
            elif types[name] == "tally" and isinstance(value, Call):
                yield _item(depth, f"*{name}*: one for each {escaped(self._counted(value))}")
            elif isinstance(value, Selection):
                shown = self.selection(value, types[name])
                if types[name] == "group" and word.kind == "effect":
                    shown = f"{shown}; {self._place(value)}"
                yield _item(depth, f"*{name}*: {escaped(shown)}")
            else:
                shown = f"{value:+d}" if types[name] == "signed" else self.said(value)
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

    def _counted(self, tally: Call) -> str:
        """What `for each` counts."""
        for _, value in tally.args:
            if isinstance(value, Selection):
                apart = ["not this one"] if value.other else []
                return "; ".join([self._noun(value, one=True), self._place(value), *apart])
        each = self.vocabulary.calls[tally.word].each or ()
        return " ".join(self._piece(piece, tally, one=True) for piece in each)

    def _noun(self, selection: Selection, *, one: bool) -> str:
        noun = self.vocabulary.named("noun", selection.noun).forms[0]
        filters = " and ".join(self.said(each, one=one) for each in selection.filters)
        return f"{_spelled(noun, one=one)} {filters}".rstrip()

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
        choices = self.vocabulary.types[piece.type].choices
        if choices:
            return next(_spelled(phrase, one=True) for phrase, each in choices if each == value)
        if isinstance(value, Selection):  # behind `the number of`
            apart = ", without this one" if value.other else ""
            return f"{self._noun(value, one=False)} {self._place(value)}{apart}"
        if piece.type == "possessive" and isinstance(value, Call):
            return _spelled(self.vocabulary.calls[value.word].possessive or (), one=True)
        return self.said(value)


def _spelled(phrase: Phrase, *, one: bool) -> str:
    literals = (piece for piece in phrase if isinstance(piece, Literal))
    return " ".join(piece.one if one else piece.several for piece in literals)


def _item(depth: int, text: str) -> str:
    return f"{'  ' * depth}- {text}"
