"""Words of a vocabulary that a reader could not tell apart are refused when it is read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rules_dsl.errors import KaijuError
from rules_dsl.sharing import Source
from rules_dsl.slots import Form, slots, symbols, verb
from rules_dsl.vocabulary import Literal, Vocabulary, Word, phrase_text

# What the frame puts behind the phrases of a slot. A rule that ends a thing stands alone.
_FRAME = """
item: trigger ":" | property NEWLINE | "when" replaceable ":" | "when" replaceable ","
item: place ":" | place "," | successor NEWLINE
line: predicate "instead" | predicate NEWLINE | thing predicate | "while" condition ":"
change: thing rule_predicate | thing have | grant "," | grant "and"
condition: thing condition_predicate
thing: noun | noun filter | noun "and" | noun "from" | filter filter | filter "and"
thing: filter "from" | filter | zone filter | zone "and" | zone "from" | zone
card: card_kind CARD_ID
body: ":"
below: ":"
constants: ":"
offered: ":" | predicate
"""


Told = tuple[Form, tuple[str, ...]]
"""A phrase, and what it is to the parser."""
Expanded = tuple[str, list[Told]]
"""A slot with its phrases."""

_HEADS = ("trigger", "place")
"""Slots that stand before a colon at the beginning of a line."""


def refuse_clashes(vocabulary: Vocabulary, source: Source) -> None:
    """Refuse a spelling that clashes with another: with file, line and what to do."""
    _Clashes(vocabulary, source).refuse()


class _Clashes:
    def __init__(self, vocabulary: Vocabulary, source: Source) -> None:
        self.vocabulary = vocabulary
        self.source = source

    def refuse(self) -> None:
        self._spellings()
        self._choices()
        spellings = self.vocabulary.spellings
        found = [
            (name, [(form, tuple(symbols(form.rest, spellings))) for form in forms])
            for name, forms in slots(self.vocabulary)
        ]
        heads = [each for name, forms in found if name in _HEADS for each in forms]
        for forms in (heads, *(forms for name, forms in found if name not in _HEADS)):
            self._twice(forms)
        after: _After | None = None
        for name, forms in found:
            for short, long, following in _prefixes(forms):
                after = after or _After(found, self.vocabulary)
                if after.first(following) & after.follow(name):
                    raise self._hidden(short, long, following)

    def _spellings(self) -> None:
        """Both spellings of a word are the same word everywhere."""
        spellings = self.vocabulary.spellings
        for phrase in self.vocabulary.phrases():
            for piece in phrase:
                if not isinstance(piece, Literal) or piece.several is piece.one:
                    continue
                one = piece.one.lower()
                if spellings[piece.several.lower()] != spellings[one]:
                    word = next((w for w in self.vocabulary.words if phrase in _phrases(w)), None)
                    other = self._speaker(one, phrase)
                    raise KaijuError(
                        f"`{piece.several}|{piece.one}` are two spellings of one word, but "
                        f"`{piece.one}` is another word in `{other}`",
                        self._place(word) if word else self.source.path,
                        "spell it otherwise in one of the two",
                    )

    def _speaker(self, spelling: str, besides: object) -> str:
        """The phrase that has a spelling first."""
        for phrase in self.vocabulary.phrases():
            if phrase is not besides:
                for piece in phrase:
                    if isinstance(piece, Literal) and spelling in (
                        piece.several.lower(),
                        piece.one.lower(),
                    ):
                        return phrase_text(phrase)
        return spelling

    def _choices(self) -> None:
        """A text chooses one value of a type."""
        for kind in self.vocabulary.types.values():
            known: dict[tuple[str, ...], object] = {}
            for phrase, value in kind.choices:
                text = tuple(symbols(phrase, self.vocabulary.spellings))
                if text in known:
                    raise KaijuError(
                        f"the type `{kind.id}` reads `{phrase_text(phrase)}` as "
                        f"`{known[text]}` and as `{value}`",
                        self.source.type(kind.id),
                        "spell one of the two otherwise",
                    )
                known[text] = value

    def _twice(self, forms: list[Told]) -> None:
        """A text is one phrase of one word."""
        known: dict[tuple[str, ...], Form] = {}
        for form, text in forms:
            first = known.setdefault(text, form)
            if first is not form:
                raise KaijuError(
                    f"{_shown(form)} reads the same as {_shown(first)}",
                    self._place(form.word),
                    "leave one of the two phrases out"
                    if first.word is form.word
                    else f"change one of the two phrases; the other stands in "
                    f"{self._place(first.word)}",
                )

    def _hidden(self, short: Form, long: Form, following: str) -> KaijuError:
        return KaijuError(
            f"{_shown(long)} begins with all of {_shown(short)}, and {following.strip(chr(34))!r} "
            "can stand behind that too",
            self._place(long.word),
            f"change one of the two phrases; the other stands in {self._place(short.word)}",
        )

    def _place(self, word: Word) -> str:
        index = next(i for i, each in enumerate(self.vocabulary.words) if each is word)
        return self.source.word(index)


class _After:
    """What can stand behind the phrases of each slot."""

    def __init__(self, found: list[Expanded], vocabulary: Vocabulary) -> None:
        self.begins: dict[str, set[str]] = defaultdict(set)
        self.next: dict[str, set[str]] = defaultdict(set)
        self.ends: dict[str, set[str]] = defaultdict(set)
        spellings = vocabulary.spellings
        for name, forms in found:
            for _, parts in forms:
                self._read(name, parts)
        for kind in vocabulary.types.values():
            for phrase, _ in kind.choices:
                self._read(kind.id, symbols(phrase, spellings))
        have = verb(vocabulary)
        if have:
            self._read("have", symbols((have,), spellings))
        for rule in _FRAME.strip().splitlines():
            name, _, alternatives = rule.partition(": ")
            for each in alternatives.split(" | "):
                self._read(name, each.split())

    def _read(self, name: str, parts: Sequence[str]) -> None:
        self.begins[name].add(parts[0])
        for part, behind in pairwise(parts):
            self.next[part].add(behind)
        self.ends[parts[-1]].add(name)

    def first(self, symbol: str) -> set[str]:
        """The words and marks that a rule begins with."""
        return {each for each in _reached({symbol}, self.begins) if each not in self.begins}

    def follow(self, name: str) -> set[str]:
        """The words and marks that can stand behind a rule."""
        around = _reached({name}, self.ends)
        behind = {each for rule in around for each in self.next[rule]}
        return {each for symbol in behind for each in self.first(symbol)}


def _reached(start: set[str], steps: dict[str, set[str]]) -> set[str]:
    found, open = set(start), list(start)
    while open:
        for each in steps.get(open.pop(), set()) - found:
            found.add(each)
            open.append(each)
    return found


def _prefixes(
    forms: list[Told],
) -> Iterator[tuple[Form, Form, str]]:
    """Each phrase that is the beginning of another, and what follows it there."""
    known = {text: form for form, text in forms}
    for long, text in forms:
        for end in range(1, len(text)):
            short = known.get(text[:end])
            if short is not None:
                yield short, long, text[end]


def _phrases(word: Word) -> list[object]:
    return [*word.forms, word.each, word.possessive]


def _shown(form: Form) -> str:
    return f"`{phrase_text(form.phrase)}` ({form.word.kind} `{form.word.id}`)"
