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
from rules_dsl.slots import Form, slots, symbols, verb
from rules_dsl.vocabulary import Literal, Phrase, Type, Vocabulary

Node = Tree[Token]

_EXTENDED = ("thing", "adjective")
"""Rules of the frame that words add to."""
_MORE = {"condition": ("thing condition_predicate -> condition",)}
"""What else stands in a slot."""


class _Fed(Lexer):
    """A lexer that is never asked: the reader feeds its own tokens."""

    def __init__(self, lexer_conf: object) -> None: ...

    def lex(self, lexer_state: object, parser_state: object) -> Iterator[Token]:
        return iter(())


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
    def successors(self) -> frozenset[tuple[str, ...]]:
        """The terminals that stand before the id of the card that one becomes."""
        forms = [form for word in self.vocabulary.of_kind("successor") for form in word.forms]
        words = [[p.several.lower() for p in form if isinstance(p, Literal)] for form in forms]
        return frozenset(tuple(self.terminals.get(word, "") for word in each) for each in words)

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
        for name, forms in slots(self.vocabulary):
            yield self._slot(name, forms)
        have = verb(self.vocabulary)
        yield self._joined("have", [self._expansion((have,))] if have else [])
        for kind in self.vocabulary.types.values():
            if kind.choices:
                yield self._choice(kind)

    def _slot(self, name: str, forms: list[Form]) -> str:
        """One rule with an alternative for each phrase, and the way back from its alias."""
        alternatives = list(_MORE.get(name, ()))
        for form in forms:
            if self._can_be_said(form.phrase):
                alias = f"w{len(self.forms)}"
                self.forms[alias] = form
                alternatives.append(f"{self._expansion(form.rest)} -> {alias}")
        if name not in _EXTENDED:
            return self._joined(name, alternatives)
        return "%extend " + self._joined(name, alternatives) if alternatives else ""

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
        return " ".join(symbols(phrase, self.vocabulary.spellings))
