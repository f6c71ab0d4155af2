"""The table of words: every phrase of the language, its holes, its meaning in one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from attrs import Factory, evolve, field, frozen

from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_text, parse_toml
from rules_dsl.sharing import INCLUDE, Shared, Source, read_shared

_MEANT = ("player", "number", "zone", "filter", "condition", "effect", "static", "rule")
# Words of these kinds stand in compiled text as a Call, so their ids share one namespace.
CALL_KINDS = ("source", "chance", *_MEANT)
# Words of these kinds are named by their id in compiled text.
NAMED_KINDS = ("trigger", "replaceable", "noun", "side", "property", "successor", "place")
KINDS = (*CALL_KINDS, *NAMED_KINDS, "frame")
# Kinds whose words a machine must give a meaning.
BOUND_KINDS = (*_MEANT, "trigger", "replaceable")
HOLE_TYPES = (
    "player",
    "possessive",
    "creatures",
    "cards",
    "number",
    "integer",
    "signed",
    "any",
    "group",
    "zone",
    "pile",
    "keyword",
    "trigger",
    "condition",
    "tally",
    "effects",
    "alternatives",
    "constants",
    "source",
    "cost",
    "card-id",
)
BODIES = ("effects", "alternatives", "constants")
"""Types of holes that are filled by lines of their own."""

_PIECE = re.compile(r"\{([a-z-]+):([a-z-]+)\}|([^\s{}:]+)|(:)")


@frozen
class Literal:
    """A word that stands in the text as it is: `several` for you or many, `one` for one."""

    several: str
    one: str


@frozen
class Hole:
    """A place in a phrase that other words fill.

    `like` is how it is filled: as the type of the same name, or as the one its type is like.
    """

    name: str
    type: str
    like: str = field(default=Factory(lambda hole: hole.type, takes_self=True))


Phrase = tuple[Literal | Hole, ...]


@frozen(eq=False)
class Type:
    """What may fill a hole, and how messages call it."""

    id: str
    one: str
    many: str
    example: str
    like: str | None = None
    noun: str | None = None
    minimum: int = 1
    maximum: int = 99
    choices: tuple[tuple[Phrase, object], ...] = ()
    misheard: tuple[tuple[object, object], ...] = ()
    """Choices, each with the one that people take it for by mistake."""


@frozen(eq=False)
class Origin:
    """The zone that the cards of a word come from when the text does not say it."""

    word: str
    hole: str
    rival: bool


@frozen(eq=False)
class Word:
    """One word of the vocabulary."""

    id: str
    kind: str
    doc: str
    rules: tuple[str, ...]
    forms: tuple[Phrase, ...]
    each: Phrase | None = None
    default: tuple[tuple[str, object], ...] = ()
    chooser: str | None = None
    zone: Origin | None = None
    deed: str | None = None
    follows: str | None = None
    possessive: Phrase | None = None
    person: str = "third"
    rival: str | None = None
    of: str | None = None
    optional: bool = False
    card: bool = False
    cards: bool = False
    card_rules: tuple[str, ...] = field(default=(), converter=tuple)
    """What a filter rests on where it speaks of cards that are not in play."""
    itself: bool = False
    tacit: bool = False
    before: bool = False
    """Whether a filter stands before its noun: `a keep card`."""
    single: bool = False
    """Whether what it picks is always exactly one thing."""
    moments: tuple[str, ...] = field(default=(), converter=tuple)
    """The triggers behind which it may stand; behind any, if it names none."""
    holds: tuple[str, ...] = field(default=(), converter=tuple)
    """The effects of which its body is exactly one; any effects, if it names none."""
    needs: tuple[tuple[str, str], ...] = ()
    """Values of a property, each with the trigger or effect without which a card does nothing."""
    lies: str | None = None
    """The zone where a card lies when an ability behind this place works."""
    example: str | None = None
    """The trigger that messages show behind a place."""
    effect: str | None = None
    """The effect that only a card with a successor can have."""
    counts: str | None = None
    """The property that is one more on the successor of a card."""
    beside: tuple[str, tuple[tuple[int, int], ...]] | None = None
    """Another property, and the values that it and this one can have together."""
    taken_for: str | None = None
    """A word of the same kind, with the same holes, that people take it for by mistake."""
    elsewhere: dict[str, tuple[str, ...]] = field(factory=dict, eq=False)
    """The rules it rests on instead in definitions of some kinds: `{ noise = [...] }`."""

    @property
    def all_rules(self) -> tuple[str, ...]:
        """The rules it rests on, in definitions of any kind."""
        return tuple(
            dict.fromkeys([*self.rules, *(r for on in self.elsewhere.values() for r in on)])
        )

    @property
    def is_wrapper(self) -> bool:
        """Whether it only holds effects: `once each turn: …`."""
        return [hole.like for hole in self.holes] == ["effects"]

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """Every hole of the word: those of the form that has most of them, `each` included."""
        forms = (*self.forms, *([self.each] if self.each else []))
        found = [tuple(piece for piece in form if isinstance(piece, Hole)) for form in forms]
        return max(found, key=len)

    def hole(self, name: str) -> Hole:
        """The hole of that name."""
        return next(hole for hole in self.holes if hole.name == name)

    def missing(self, name: str) -> object:
        """What a hole holds when the form at hand leaves it out."""
        return dict(self.default).get(name)

    @property
    def title(self) -> str:
        """The word as a list shows it: its first phrase with the holes named."""
        form = self.forms[0] if self.forms else self.each or ()
        return phrase_text(form)

    @property
    def head(self) -> str:
        """The first word of the phrase that is not a hole, by which messages call it."""
        for piece in (*self.forms, self.each or ())[0]:
            if isinstance(piece, Literal):
                return piece.several
        return self.id


def phrase_text(phrase: Phrase) -> str:
    """A phrase as people read it, with its holes as `<type>`."""
    text = " ".join(
        f"<{piece.type}>" if isinstance(piece, Hole) else piece.several for piece in phrase
    )
    return text.replace(" :", ":")


@frozen(slots=False, eq=False)
class Vocabulary:
    """The words and types of one game."""

    words: tuple[Word, ...]
    types: dict[str, Type]

    @staticmethod
    def load(path: Path | str) -> Vocabulary:
        """Read a vocabulary table, or say what is wrong with it."""
        return _load(load_text(path), str(path))

    @cached_property
    def calls(self) -> dict[str, Word]:
        """The words that stand in compiled text as a Call, by id."""
        return {word.id: word for word in self.words if word.kind in CALL_KINDS}

    @cached_property
    def prefix(self) -> str:
        """What the ids of the rules of this game begin with."""
        return next((rule.split(".")[0] for word in self.words for rule in word.rules), "xx")

    @cached_property
    def bound(self) -> tuple[Word, ...]:
        """The words a machine must give a meaning."""
        return tuple(word for word in self.words if word.kind in BOUND_KINDS)

    def on(self, kind: str) -> Vocabulary:
        """The vocabulary as definitions of a kind use it: each word with its rules there."""
        if not any(kind in word.elsewhere for word in self.words):
            return self
        words = (evolve(word, rules=word.elsewhere.get(kind, word.rules)) for word in self.words)
        return evolve(self, words=tuple(words))

    def citations(self) -> list[tuple[str, str, tuple[str, ...]]]:
        """(kind, id, rules) of each word, then (kind of definition, id, rules) of `elsewhere`."""
        words = [(word.kind, word.id, tuple(word.rules)) for word in self.words]
        there = [(on, word.id, r) for word in self.words for on, r in word.elsewhere.items()]
        return words + there

    def of_kind(self, *kinds: str) -> tuple[Word, ...]:
        """The words of some kinds, in the order of the table."""
        return tuple(word for word in self.words if word.kind in kinds)

    def named(self, kind: str, id: str) -> Word:
        """The word with this kind and id."""
        for word in self.words:
            if word.kind == kind and word.id == id:
                return word
        raise KeyError(f"{kind} {id}")

    @cached_property
    def successor(self) -> Word | None:
        """The word for what a card becomes, in a game where cards become others."""
        return next(iter(self.of_kind("successor")), None)

    def place(self, zone: str) -> Word | None:
        """The word for where a card lies when an ability works, if it is not in play."""
        return next((word for word in self.of_kind("place") if word.lies == zone), None)

    def phrases(self) -> Iterator[Phrase]:
        """Every phrase of the table."""
        for word in self.words:
            yield from word.forms
            yield from (phrase for phrase in (word.each, word.possessive) if phrase)
        for kind in self.types.values():
            yield from (phrase for phrase, _ in kind.choices)

    @cached_property
    def spellings(self) -> dict[str, str]:
        """Each spelling of each literal, lower case, with the one that stands for all of them."""
        first: dict[str, str] = {}
        for phrase in self.phrases():
            for piece in phrase:
                if isinstance(piece, Literal):
                    spelled = [piece.several.lower(), piece.one.lower()]
                    known = next((first[s] for s in spelled if s in first), spelled[0])
                    for spelling in spelled:
                        first.setdefault(spelling, known)
        return first


@lru_cache(maxsize=8)
def _load(text: str, path: str) -> Vocabulary:
    """One vocabulary for one text, so that what is built from it is built once."""
    from rules_dsl.clashes import refuse_clashes  # it looks at vocabularies, so it comes after

    source = Source(path, text)
    vocabulary = _Table(source).read(parse_toml(text, path))
    refuse_clashes(vocabulary, source)
    return vocabulary


_FIELDS = frozenset(Word.__slots__) - {"forms"} | {"phrase"}  # type: ignore[attr-defined]
_FIELDS_OF_TYPES = frozenset(Type.__slots__) - {"id"}  # type: ignore[attr-defined]


class _Table:
    """Reads the TOML form of a vocabulary and refuses what nothing would read."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.place = source.path
        """The entry that is being read."""

    def read(self, data: dict[str, Any]) -> Vocabulary:
        self._only(data, {"types", "word", INCLUDE}, "the vocabulary")
        shared = read_shared(data.get(INCLUDE))
        types = dict(self._types(data.get("types", {}), shared))
        words = tuple(self._words(data.get("word", []), shared, types))
        return Vocabulary(words, types)

    def _types(self, entries: dict[str, Any], shared: Shared) -> Iterator[tuple[str, Type]]:
        for name, entry in entries.items():
            self.place = self.source.type(name)
            yield name, self._type(name, shared.type(name, entry, self.place))

    def _words(
        self, entries: list[dict[str, Any]], shared: Shared, types: dict[str, Type]
    ) -> Iterator[Word]:
        seen: set[tuple[str, str]] = set()
        alone: set[tuple[str, str]] = set()
        for index, entry in enumerate(entries):
            self.place = self.source.word(index)
            word = self._word(shared.word(entry, self.place), types)
            space = "call" if word.kind in CALL_KINDS else word.kind
            if (space, word.id) in seen:
                raise self._wrong(f"the {word.kind} `{word.id}` is declared twice")
            seen.add((space, word.id))
            if word.kind in ("successor", "place"):
                if (word.kind, str(word.lies)) in alone:
                    raise self._wrong(f"the {word.kind} `{word.id}` means what another one means")
                alone.add((word.kind, str(word.lies)))
            yield word

    def _type(self, name: str, entry: dict[str, Any]) -> Type:
        fields = dict(entry)
        self._only(entry, _FIELDS_OF_TYPES, f"the type `{name}`")
        for needed in ("one", "many", "example"):
            if needed not in entry:
                raise self._wrong(f"the type `{name}` has no `{needed}`")
        chosen = fields.pop("choices", {})
        misheard = tuple(fields.pop("misheard", {}).items())
        if not chosen and entry.get("like", name) not in HOLE_TYPES:
            raise self._wrong(f"the type `{name}` needs `choices`, or is misspelled")
        choices = tuple((self._phrase(text, {}), value) for text, value in chosen.items())
        return Type(id=name, choices=choices, misheard=misheard, **fields)

    def _word(self, entry: dict[str, Any], types: dict[str, Type]) -> Word:
        entry = dict(entry)
        name = f"the word `{entry.get('id', '?')}`"
        self._only(entry, _FIELDS, name)
        for needed in ("id", "kind", "doc", "rules"):
            if needed not in entry:
                raise self._wrong(f"{name} has no `{needed}`")
        if entry["kind"] not in KINDS:
            raise self._wrong(f"{name} has the unknown kind `{entry['kind']}`")
        phrases = entry.pop("phrase", [])
        phrases = [phrases] if isinstance(phrases, str) else phrases
        zone = entry.pop("zone", None)
        each, possessive = entry.pop("each", None), entry.pop("possessive", None)
        if not phrases and not each:
            raise self._wrong(f"{name} has no `phrase`")
        return Word(
            **{
                **entry,
                "rules": tuple(entry["rules"]),
                "elsewhere": {kind: tuple(r) for kind, r in entry.get("elsewhere", {}).items()},
                "default": tuple(entry.get("default", {}).items()),
                "needs": tuple(entry.get("needs", {}).items()),
                "beside": self._beside(entry.get("beside", {})),
                "forms": tuple(self._phrase(text, types) for text in phrases),
                "each": self._phrase(each, types) if each else None,
                "possessive": self._phrase(possessive, types) if possessive else None,
                "zone": self._origin(zone) if zone else None,
            }
        )

    def _phrase(self, text: str, types: dict[str, Type]) -> Phrase:
        pieces: list[Literal | Hole] = []
        for name, kind, literal, colon in _PIECE.findall(text):
            if name:
                if kind not in types:
                    raise self._wrong(f"`{text}` has a hole of the unknown type `{kind}`")
                pieces.append(Hole(name, kind, types[kind].like or kind))
            else:
                several, _, one = (literal or colon).partition("|")
                pieces.append(Literal(several, one or several))
        return tuple(pieces)

    def _beside(
        self, entry: dict[str, list[list[int]]]
    ) -> tuple[str, tuple[tuple[int, int], ...]] | None:
        for other, pairs in entry.items():
            return other, tuple((first, second) for first, second in pairs)
        return None

    def _origin(self, entry: dict[str, str]) -> Origin:
        self._only(entry, {"word", "of"}, "a `zone`")
        hole = entry["of"].removeprefix("rival of ")
        return Origin(entry["word"], hole, hole != entry["of"])

    def _only(self, entry: dict[str, Any], fields: Iterable[str], where: str) -> None:
        for key in entry:
            if key not in fields:
                raise self._wrong(f"{where} has the field `{key}`, which nothing reads")

    def _wrong(self, message: str) -> KaijuError:
        return KaijuError(message, self.place)
