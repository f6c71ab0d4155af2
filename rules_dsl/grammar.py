"""The parser: the frame of grammar.lark with the words of a vocabulary filled in."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from importlib import resources

from attrs import frozen
from lark import Lark, Token, Tree
from lark.exceptions import GrammarError
from lark.lexer import Lexer
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rules_dsl.errors import KaijuError
from rules_dsl.vocabulary import BODIES, Hole, Literal, Phrase, Type, Vocabulary, Word

Node = Tree[Token]

# What a hole of each type is called in the grammar; choice types have a rule of their own.
_HOLES = {
    "player": "thing",
    "possessive": "possessive",
    "creatures": "thing",
    "cards": "thing",
    "number": "thing",
    "any": "thing",
    "group": "thing",
    "integer": "WHOLE_NUMBER",
    "signed": "SIGNED_NUMBER",
    "keyword": "KEYWORD_ID",
    "trigger": "trigger",
    "condition": "condition",
    "tally": "tally",
    "source": "thing",
    "pile": "thing",
    "cost": "predicate",
}
# What a hole for lines of their own becomes; the colon before it belongs to these rules.
_BODIES = {"effects": "body", "alternatives": "below", "constants": "constants"}
_SUBJECT_TYPES = ("player", "creatures", "cards", "any", "pile", "source")


class _Fed(Lexer):
    """A lexer that is never asked: the reader feeds its own tokens."""

    def __init__(self, lexer_conf: object) -> None: ...

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        return iter(())


@frozen(eq=False)
class Form:
    """What one alternative of the grammar stands for."""

    word: Word
    phrase: Phrase


@frozen(slots=False, eq=False)
class Grammar:
    """A parser and the way back from its alternatives to the words.

    `said` are the words a text may be made of; None is all of them.
    """

    vocabulary: Vocabulary
    said: frozenset[str] | None
    lark: Lark
    forms: dict[str, Form]
    choices: dict[str, object]

    @cached_property
    def terminals(self) -> dict[str, str]:
        """The terminal of each spelling, lower case."""
        named = {text.lower(): terminal for terminal, text in self.literals.items()}
        spelled = self.vocabulary.spellings.items()
        return {**named, **{word: named[first] for word, first in spelled if first in named}}

    @cached_property
    def kinds(self) -> frozenset[tuple[str, ...]]:
        """The terminals a card begins with, and the beginnings of those that are several."""
        forms = [
            form for word in self.vocabulary.of_kind("noun") if word.card for form in word.forms
        ]
        words = [[p.several.lower() for p in form if isinstance(p, Literal)] for form in forms]
        types = [tuple(self.terminals.get(word, "") for word in each) for each in words]
        return frozenset(each[:end] for each in types for end in range(1, len(each) + 1))

    @cached_property
    def literals(self) -> dict[str, str]:
        """The text that each literal terminal stands for."""
        return {t.name: str(t.pattern.value) for t in self.lark.terminals if t.pattern}

    def begin(self) -> InteractiveParser:
        """A parser at the beginning of one definition."""
        return self.lark.parse_interactive()


def grammar_of(vocabulary: Vocabulary) -> Grammar:
    """The frame filled with all words; an ambiguity is a fault of the table and is refused."""
    return _found(vocabulary, None)


def grammar_for(vocabulary: Vocabulary, words: Iterable[str]) -> Grammar:
    """A grammar in which everything can be said that can be said with these words.

    Making one takes most of the time of a start, and a text has few of the words. So the first
    one that is made has no more than is needed; if that is not enough for another text, the
    next one has everything.
    """
    spellings = vocabulary.spellings
    said = frozenset(spellings[word] for word in words if word in spellings)
    return _found(vocabulary, None if _made(vocabulary) else said, said)


def _found(
    vocabulary: Vocabulary, said: frozenset[str] | None, needed: frozenset[str] | None = None
) -> Grammar:
    """A grammar that was already made and has what is needed, or a new one."""
    made = _made(vocabulary)
    for grammar in made:
        if grammar.said is None or (needed is not None and needed <= grammar.said):
            return grammar
    made.append(_make(vocabulary, said))
    return made[-1]


@lru_cache(maxsize=8)
def _made(vocabulary: Vocabulary) -> list[Grammar]:
    """The grammars of a vocabulary so far."""
    return []


def _make(vocabulary: Vocabulary, said: frozenset[str] | None) -> Grammar:
    writer = _Writer(vocabulary, said)
    frame = resources.files("rules_dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
    text = frame + "\n" + "\n".join(writer.rules()) + "\n"
    collecting = gc.isenabled()
    gc.disable()  # table construction makes many small objects and no garbage: a third faster
    try:
        lark = Lark(
            text,
            parser="lalr",
            lexer=_Fed,
            strict=True,
            propagate_positions=True,
            maybe_placeholders=False,
        )
    except GrammarError as error:
        raise KaijuError(
            f"the vocabulary is ambiguous: {error}",
            remedy="change the phrase of one of the words so that one look ahead tells them apart",
        ) from error
    finally:
        if collecting:
            gc.enable()
    return Grammar(vocabulary, said, lark, writer.forms, writer.choices)


class _Writer:
    """Writes the rules that the frame leaves open, with the phrases that can be said."""

    def __init__(self, vocabulary: Vocabulary, said: frozenset[str] | None) -> None:
        self.vocabulary = vocabulary
        self.said = said
        self.forms: dict[str, Form] = {}
        self.choices: dict[str, object] = {}

    def rules(self) -> Iterator[str]:
        kinds = self.vocabulary.of_kind
        things = [(w, f) for w in kinds("player", "source", "number", "zone") for f in w.forms]
        yield self._extension("thing", things)
        adjectives = [(w, f) for w in kinds("chance", "side") for f in w.forms]
        adjectives += [(w, f) for w in kinds("filter") if w.before for f in w.forms]
        yield self._extension("adjective", adjectives)
        yield self._rule("possessive", [(w, w.possessive) for w in kinds("player") if w.possessive])
        named = {kind.noun for kind in self.vocabulary.types.values()}
        nouns = [(w, f) for w in kinds("noun") if w.id in named for f in w.forms]
        yield self._rule("noun", nouns)
        for name in ("zone", "filter", "trigger", "replaceable", "property"):
            words = [word for word in kinds(name) if not word.before]
            yield self._rule(name, [(w, f) for w in words for f in w.forms])
        yield self._rule("card_kind", [(w, f) for w in kinds("noun") if w.card for f in w.forms])
        yield self._rule("tally", [(w, w.each) for w in kinds("number") if w.each])
        yield from self._conditions()
        yield from self._effects()
        yield from self._constants()
        for kind in self.vocabulary.types.values():
            if kind.choices:
                yield self._choice(kind)

    def _extension(self, name: str, entries: list[tuple[Word, Phrase]]) -> str:
        """More alternatives for a rule of the frame."""
        sayable = [(word, phrase) for word, phrase in entries if self._can_be_said(phrase)]
        return "%extend " + self._rule(name, sayable) if sayable else ""

    def _conditions(self) -> Iterator[str]:
        conditions = [(w, f) for w in self.vocabulary.of_kind("condition") for f in w.forms]
        led = [(w, f) for w, f in conditions if _has_subject(f)]
        yield self._rule("condition_predicate", led, skip=1)
        others = [(w, f) for w, f in conditions if not _has_subject(f)]
        yield self._rule("condition", others, "thing condition_predicate -> condition")

    def _effects(self) -> Iterator[str]:
        effects = [(w, f) for w in self.vocabulary.of_kind("effect") for f in w.forms]
        compound = [(w, f) for w, f in effects if _has(f, *BODIES)]
        plain = [(w, f) for w, f in effects if not _has(f, *BODIES)]
        yield self._rule("predicate", plain, skip_subject=True)
        yield self._rule("compound", compound)

    def _constants(self) -> Iterator[str]:
        rules = [(w, f) for w in self.vocabulary.of_kind("rule") for f in w.forms]
        yield self._rule("rule_predicate", rules, skip=1)
        statics = [(w, f) for w in self.vocabulary.of_kind("static") for f in w.forms]
        scaled = [(w, f) for w, f in statics if _has(f, "tally")]
        plain = [(w, f) for w, f in statics if not _has(f, "tally")]
        verbs = {f[1] for _, f in statics}
        if len(verbs) > 1:
            raise KaijuError("all static words must begin with a subject and the same verb")
        yield self._rule("grant", plain, skip=2)
        yield self._rule("scaled", scaled, skip=2)
        verb = next(iter(verbs), None)
        yield self._joined("have", [self._literal(verb)] if isinstance(verb, Literal) else [])

    def _rule(
        self,
        name: str,
        entries: list[tuple[Word, Phrase]],
        *more: str,
        skip: int = 0,
        skip_subject: bool = False,
    ) -> str:
        """One rule with an alternative for each phrase, and the way back from its alias."""
        alternatives = list(more)
        for word, phrase in entries:
            if not self._can_be_said(phrase):
                continue
            alias = f"w{len(self.forms)}"
            self.forms[alias] = Form(word, phrase)
            rest = phrase[1:] if skip_subject and _has_subject(phrase) else phrase[skip:]
            alternatives.append(f"{self._expansion(rest)} -> {alias}")
        return self._joined(name, alternatives)

    def _joined(self, name: str, alternatives: list[str]) -> str:
        """A rule; without alternatives it begins with a terminal that no text has."""
        nothing = f"NO_{name.upper()}"
        if alternatives:
            return f"{name}: " + "\n    | ".join(alternatives)
        return f"{name}: {nothing}\n%declare {nothing}"

    def _can_be_said(self, phrase: Phrase) -> bool:
        if self.said is None:
            return True
        spellings = self.vocabulary.spellings
        words = (piece.several.lower() for piece in phrase if isinstance(piece, Literal))
        return all(spellings[word] in self.said for word in words)

    def _choice(self, kind: Type) -> str:
        alternatives = []
        for phrase, value in kind.choices:
            if not self._can_be_said(phrase):
                continue
            alias = f"c{len(self.choices)}"
            self.choices[alias] = value
            alternatives.append(f"{self._expansion(phrase)} -> {alias}")
        return self._joined(kind.id, alternatives)

    def _expansion(self, phrase: Phrase) -> str:
        parts: list[str] = []
        for piece in phrase:
            if isinstance(piece, Literal):
                parts.append(self._literal(piece))
            elif piece.like in _BODIES:
                # The colon belongs to the body, which may stand on the line or below it.
                body = _BODIES[piece.like]
                parts[-1:] = [body] if parts[-1] == '":"' else [parts[-1], "offered"]
            else:
                parts.append(_HOLES.get(piece.like, piece.type))
        return " ".join(parts)

    def _literal(self, piece: Literal) -> str:
        return f'"{self.vocabulary.spellings[piece.several.lower()]}"'


def _has_subject(phrase: Phrase) -> bool:
    """Whether a phrase begins with who or what it is about."""
    return isinstance(phrase[0], Hole) and phrase[0].like in _SUBJECT_TYPES


def _has(phrase: Phrase, *types: str) -> bool:
    """Whether a phrase has a hole of one of these types."""
    return any(isinstance(piece, Hole) and piece.like in types for piece in phrase)
