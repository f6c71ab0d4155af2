"""Whether a thing fits the hole it stands in, and what it becomes there."""

from __future__ import annotations

from typing import NoReturn

from attrs import evolve, frozen
from lark import Token

from rules_dsl.definitions import Call, Quantity, Selection, Span
from rules_dsl.diagnostics import Mistakes
from rules_dsl.vocabulary import Hole, Literal, Type, Vocabulary, Word

YOU = Call("you")
_EVERY = Quantity("all")
_ONE = Quantity("exactly", 1)


class Wrong(Exception):
    """A mistake that is already noted; what contains it cannot be compiled."""


@frozen(eq=False)
class Phrased:
    """A thing as it was written, before anything is made of it."""

    kind: str  # player, source, number, zone or selection
    span: Span
    value: int | Call | Selection
    random: bool = False


class Fitter:
    """Fits things into holes."""

    def __init__(self, vocabulary: Vocabulary, mistakes: Mistakes) -> None:
        self.vocabulary = vocabulary
        self.mistakes = mistakes

    def fit(
        self,
        thing: Phrased,
        word: Word,
        hole: Hole,
        given: dict[str, object],
        picks: bool = False,
    ) -> object:
        """What fills the hole, with quantity, zone and chooser written out.

        Where the text `picks`, somebody chooses even for words that otherwise mean everything.
        """
        kind = self.vocabulary.types[hole.type]
        if hole.like == "player" and (thing.kind == "player" or kind.noun is None):
            return thing.value if thing.kind == "player" else self._mismatch(thing, word, kind)
        if hole.like == "pile":
            return self._owner(thing, word, kind)
        if hole.like == "number":
            return self._number(thing, word, kind)
        if thing.kind == "source" and (word.itself or hole.like in ("creatures", "any", "source")):
            return thing.value
        selection = thing.value
        if not isinstance(selection, Selection) or selection.noun != kind.noun:
            self._mismatch(thing, word, kind)
        self._told_apart(selection)
        if hole.like == "cards":
            return self._cards(thing, selection, word, given)
        if selection.zone is not None:
            things = self._things(selection.noun)
            self._wrong(
                "wrong-zone",
                f"{things} are in play: a word about {things} has no 'from'",
                selection.zone.span,
                remedy=f"leave it out, or write 'card' instead of '{selection.noun}'",
            )
        picks = picks and selection.quantity.kind != "none"
        if hole.like in ("creatures", "player") and (picks or word.kind == "effect"):
            return self._chosen(thing, selection, word, given)
        return self._every(thing, selection, hole)

    def needs_you(self, subject: Phrased, word: Word) -> None:
        """Refuse a subject for a word that only `you` do."""
        if subject.value != YOU:
            text = self.mistakes.text(subject.span)
            self._wrong(
                "wrong-type",
                f"only 'you' can '{word.head}', but the line says '{text}'",
                subject.span,
                remedy=f"remove '{text}'",
            )

    def integer(self, token: Token, word: Word, hole: Hole) -> int:
        """A number written in digits, in the range of its hole."""
        kind = self.vocabulary.types[hole.type]
        span = self._at(token)
        return self._in_range(int(token), kind, span, word.head)

    def count(self, token: Token) -> int:
        """How many things a noun phrase means."""
        return self._in_range(int(token), self.vocabulary.types["integer"], self._at(token), None)

    def _owner(self, thing: Phrased, word: Word, kind: Type) -> object:
        """Whose discard pile a zone is."""
        zone = thing.value
        if not isinstance(zone, Call) or zone.word != "discard-pile":
            self._mismatch(thing, word, kind)
        return zone["player"]

    # --- numbers -------------------------------------------------------------------------------

    def _number(self, thing: Phrased, word: Word, kind: Type) -> object:
        if thing.kind != "number":
            self._mismatch(thing, word, kind)
        if isinstance(thing.value, int):
            return self._in_range(thing.value, kind, thing.span, word.head)
        return thing.value

    def _in_range(self, number: int, kind: Type, span: Span, head: str | None) -> int:
        if not kind.minimum <= abs(number) <= kind.maximum:
            about = f"'{head}' cannot go with {number}" if head else f"{number} is out of range"
            expected = f"a number from {kind.minimum} to {kind.maximum}"
            self._wrong("out-of-range", about, span, expected)
        return number

    # --- noun phrases --------------------------------------------------------------------------

    def _told_apart(self, selection: Selection) -> None:
        """Refuse filters that say nothing about such things."""
        for each in selection.filters:
            about = self.vocabulary.calls[each.word].of
            if about not in (None, selection.noun):
                text = self.mistakes.text(each.span)
                self._wrong(
                    "wrong-type",
                    f"'{text}' tells {self._things(about)} apart, not "
                    f"{self._things(selection.noun)}",
                    each.span,
                    remedy="leave it out",
                )

    def _things(self, noun: str) -> str:
        """What several things are called."""
        form = self.vocabulary.named("noun", noun).forms[0]
        return " ".join(piece.several for piece in form if isinstance(piece, Literal))

    def _chosen(
        self, thing: Phrased, selection: Selection, word: Word, given: dict[str, object]
    ) -> Selection:
        """A noun phrase that somebody, or chance, picks from, unless it means all."""
        if selection.quantity.kind == "none":
            text = self.mistakes.text(thing.span)
            self._wrong(
                "missing-quantity",
                f"'{text}' does not say how many",
                thing.span,
                "'a', 'all', a number, or 'up to' and a number before it",
            )
        if word.single and selection.quantity != _ONE:
            text = self.mistakes.text(thing.span)
            self._wrong(
                "wrong-quantity",
                f"'{word.head}' is about one thing, but '{text}' can be another number",
                thing.span,
                "'a', 'an' or 'another' before the noun",
            )
        if selection.quantity.kind == "all":
            if thing.random:
                self._wrong(
                    "contradiction",
                    "'all' leaves nothing to pick at random",
                    thing.span,
                    remedy="remove 'random', or say how many instead of 'all'",
                )
            return selection
        return evolve(selection, chooser=self._chooser(thing, word, given))

    def _chooser(self, thing: Phrased, word: Word, given: dict[str, object]) -> Call:
        chance = next(iter(self.vocabulary.of_kind("chance")), None)
        if chance is not None and word.chooser == chance.id and not thing.random:
            text = self.mistakes.text(thing.span)
            self._wrong(
                "missing-random",
                f"'{word.head}' picks at random, but '{text}' does not say so",
                thing.span,
                f"'{chance.head}' before the noun",
            )
        if thing.random and chance is not None:
            return Call(chance.id)
        chooser = given.get(word.chooser) if word.chooser else YOU
        assert isinstance(chooser, Call)
        return chooser

    def _every(self, thing: Phrased, selection: Selection, hole: Hole) -> Selection:
        """A noun phrase that names a set: nobody picks from it."""
        kind = selection.quantity.kind
        one = kind == "exactly" and selection.quantity.count == 1
        wanted = {
            "group": (kind == "none", "the noun alone, such as 'other creature'"),
            "any": (one, "'a' or 'an' and a noun, such as 'an enemy creature', or 'this'"),
        }
        fits, expected = wanted.get(
            hole.like, (kind in ("none", "all"), "the plural alone, such as 'enemy creatures'")
        )
        if thing.random or not fits:
            text = self.mistakes.text(thing.span)
            self._wrong("wrong-quantity", f"'{text}' cannot be picked here", thing.span, expected)
        return evolve(selection, quantity=_EVERY)

    def _cards(
        self, thing: Phrased, selection: Selection, word: Word, given: dict[str, object]
    ) -> Selection:
        """Cards with the zone they come from: the one written, or the one the word implies."""
        for other, text in ((selection.side != "any", "a side"), (selection.other, "'other'")):
            if other:
                self._wrong(
                    "contradiction",
                    f"{text} says nothing about cards that are not in play",
                    thing.span,
                    remedy="leave it out",
                )
        for each in selection.filters:
            if word.zone is not None or not self.vocabulary.calls[each.word].cards:
                text = self.mistakes.text(each.span)
                self._wrong(
                    "contradiction",
                    f"cards that are not in play cannot be told apart by '{text}' here",
                    each.span,
                    remedy="leave it out",
                )
        implied = self._implied_zone(thing, word, given)
        if selection.zone is None and implied is None:
            example = self.vocabulary.types["cards"].example
            self._wrong(
                "missing-zone",
                f"'{self.mistakes.text(thing.span)}' does not say where from",
                thing.span,
                f"a zone behind it, such as 'from {example.partition(' from ')[2]}'",
            )
        if selection.zone is not None and implied is not None and selection.zone != implied:
            self._wrong(
                "wrong-zone",
                f"'{word.head}' does not work on that zone",
                selection.zone.span,
                remedy="leave it out",
            )
        placed = evolve(selection, zone=implied or selection.zone)
        return self._chosen(thing, placed, word, given)

    def _implied_zone(self, thing: Phrased, word: Word, given: dict[str, object]) -> Call | None:
        if word.zone is None:
            return None
        player = given[word.zone.hole]
        assert isinstance(player, Call)
        if word.zone.rival:
            rival = self.vocabulary.calls[player.word].rival
            if rival is None:
                self._wrong(
                    "wrong-type",
                    f"'{word.head}' is for one player, and this is for each",
                    thing.span,
                    remedy="write 'you' or 'the opponent' before it",
                )
            player = Call(rival)
        return Call(word.zone.word, (("player", player),))

    # --- messages ------------------------------------------------------------------------------

    def _mismatch(self, thing: Phrased, word: Word, kind: Type) -> NoReturn:
        text = self.mistakes.text(thing.span)
        self._wrong(
            "wrong-type",
            f"'{word.head}' works on {kind.many}, but '{text}' is {self._called(thing)}",
            thing.span,
            f"something like '{kind.example}'",
        )

    def _called(self, thing: Phrased) -> str:
        types = self.vocabulary.types
        if isinstance(thing.value, Selection):
            noun = thing.value.noun
            kind = next(t for t in types.values() if t.noun == noun)
            one = thing.value.quantity.kind == "exactly" and thing.value.quantity.count == 1
            return kind.one if one else kind.many
        if thing.kind == "source":
            return types.get("creatures", types["source"]).one
        return types[thing.kind].one

    def _at(self, token: Token) -> Span:
        return Span(
            self.mistakes.file,
            token.line or 0,
            token.column or 0,
            token.end_line or 0,
            token.end_column or 0,
        )

    def _wrong(
        self,
        kind: str,
        message: str,
        span: Span,
        expected: str | None = None,
        remedy: str | None = None,
    ) -> NoReturn:
        self.mistakes.add(kind, message, span, expected, remedy)
        raise Wrong
