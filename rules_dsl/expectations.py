"""What the reader expected where a text does not go on as it could, in words."""

from __future__ import annotations

from collections.abc import Collection

from attrs import frozen
from lark import Token

from rules_dsl.definitions import Span
from rules_dsl.diagnostics import Mistakes, either, nearest
from rules_dsl.dictionary import said_elsewhere, words_command
from rules_dsl.grammar import Grammar
from rules_dsl.kinds import property_line, spelled
from rules_dsl.lexer import INDENT, Unexpected
from rules_dsl.specification import load_specification
from rules_dsl.vocabulary import Literal, Word

_NAMES = {
    "CARD_ID": "an id: small letters, digits and hyphens",
    "CARD_NAME": "the name of the card in double quotes",
    "COPY_COUNT": "how many copies there are, such as x2",
    "WHOLE_NUMBER": "a number",
    "SIGNED_NUMBER": "a number with a sign, such as +2",
    "KEYWORD_ID": "a keyword",
    "RULE_ID": "the id of a rule",
    "_NEWLINE": "the end of the line",
    "_INDENT": "an indented line",
}
_MOST_LISTED = 6
_MOST_TRIGGERS = 9


def report(
    wrong: Unexpected, grammar: Grammar, keywords: Collection[str], out: Mistakes
) -> int | None:
    """Note the mistake; the answer is the line to leave out, or None if it was put right."""
    teller = _Teller(wrong, grammar, keywords, out)
    if wrong.line.broken and wrong.token.type not in ("_INDENT", "_DEDENT"):
        return wrong.index
    if set(wrong.accepted) == {"_INDENT"}:
        return teller.empty_block()
    if wrong.token.type == "_INDENT":
        teller.indented()
        return None
    if teller.of_another_game():
        return wrong.index
    if wrong.token.type == "UNKNOWN_WORD":
        return teller.unknown_word()
    if "COLON" in wrong.accepted and len(wrong.accepted) < _MOST_LISTED * 2:
        return teller.missing_colon()
    if "CARD_NAME" in wrong.accepted:
        return teller.missing_name()
    if wrong.ends:
        return teller.too_short()
    return teller.misplaced()


@frozen
class _Teller:
    wrong: Unexpected
    grammar: Grammar
    keywords: Collection[str]
    out: Mistakes

    def empty_block(self) -> int:
        """A line that opens a block is followed by none."""
        index = self.wrong.index if self.wrong.behind else self.wrong.index - 1
        line = self.wrong.lines[index]
        first, last = line.tokens[0], line.tokens[-1]
        if line.depth:
            message = f"'{self._said(first, last)}' has nothing to do"
            remedy = "write an effect behind the colon, or indent effects below the line"
        else:
            message = f"'{line.tokens[1] if len(line.tokens) > 1 else first}' has no text"
            remedy = f"indent its lines below it by {INDENT} spaces"
        self.out.add("empty-block", message, self._span(first, last), remedy=remedy)
        return index

    def indented(self) -> None:
        """A line is deeper than the one above, which opens no block."""
        line, above = self.wrong.line, self.wrong.lines[self.wrong.index - 1]
        span = Span(self.out.file, line.number, 1, line.number, line.column)
        self.out.add(
            "wrong-indent",
            "this line is indented deeper than the line above it, which opens no block",
            span,
            remedy=f"indent it by {above.column - 1} spaces, like the line above, "
            "or end that line with a colon",
        )
        for deeper in self.wrong.lines[self.wrong.index :]:
            if deeper.depth <= above.depth:
                break
            deeper.depth -= 1

    def of_another_game(self) -> bool:
        """Whether the line begins as only lines of another game do."""
        line = self.wrong.line.tokens
        if self.wrong.ends or self._begins_definition() or self.wrong.token is not line[0]:
            return False
        found = said_elsewhere([token.lower() for token in line], self.grammar.vocabulary)
        if found is None:
            return False
        phrase, game = found
        span = self._span(line[0], line[len(phrase.split()) - 1])
        title = load_specification().games[game].title
        remedy = f"only {title} has such lines: leave it out, or say --game {game}"
        self.out.add("unknown-word", f"'{phrase}' is not a word of this game", span, None, remedy)
        return True

    def unknown_word(self) -> int:
        """A word that is in no table."""
        token = self.wrong.token
        keyword = set(self.wrong.accepted) <= {"KEYWORD_ID", "SIGNED_NUMBER"}
        if self._begins_definition():
            begins = [phrase.split()[0] for phrase in self._definitions()]
            self._add_unknown(
                "unknown-word", f"'{token}' does not begin a definition", self._expected(), begins
            )
        elif keyword:
            self._add_unknown(
                "unknown-keyword", f"'{token}' is not a keyword", None, list(self.keywords)
            )
        else:
            self._add_unknown(
                "unknown-word",
                f"'{token}' is not a word this language knows",
                self._expected(),
                self._acceptable_words(),
            )
        return self.wrong.index

    def _add_unknown(self, kind: str, message: str, expected: str | None, here: list[str]) -> None:
        token = self.wrong.token
        near = nearest(str(token), here)
        if near:
            remedy = f"did you mean '{near}'?"
        elif kind == "unknown-keyword":
            remedy = f"the keywords are {', '.join(sorted(self.keywords)) or 'none yet'}"
        else:
            remedy = f"`{words_command(self.grammar.vocabulary)}` lists every word"
        self.out.add(kind, message, self._span(token, token), expected, remedy)

    def missing_colon(self) -> int:
        """A colon is the only sensible thing here, and it is not here."""
        before = self._before()
        after = self._behind(before)
        said = self._said(self.wrong.line.tokens[0], before)
        self.out.add(
            "missing-colon",
            f"a colon is missing after '{said}'",
            after,
            remedy=f"write '{said}:'",
        )
        return self.wrong.index

    def missing_name(self) -> int:
        """A card without a name."""
        token = self.wrong.token
        id = self._before()
        self.out.add(
            "missing-name",
            f"'{id}' has no name",
            self._span(id if self.wrong.ends else token, token),
            f'{_NAMES["CARD_NAME"]}, such as "{_title(str(id))}"',
            f'write the printed name behind the id: {id} "{_title(str(id))}"',
        )
        return self.wrong.index

    def too_short(self) -> int:
        """The line ends before it says everything."""
        token = self.wrong.line.tokens[-1]
        self.out.add(
            "too-short",
            f"the line ends too early, after '{token}'",
            self._behind(token),
            self._expected(),
        )
        return self.wrong.index

    def _behind(self, token: Token) -> Span:
        """The place behind a word of this line."""
        number, column = self.wrong.line.number, token.end_column or 0
        return Span(self.out.file, number, column, number, column + 1)

    def misplaced(self) -> int:
        """A word that exists but cannot stand here."""
        token = self.wrong.token
        self.out.add(
            "misplaced",
            f"'{token}' cannot stand here",
            self._span(token, token),
            self._expected(),
            self._instead(),
        )
        return self.wrong.index

    def _instead(self) -> str | None:
        """What to do about a word in the wrong place, if what was meant can be guessed."""
        if self._begins_definition():
            return f"if the line belongs to the card above, indent it by {INDENT} spaces"
        before = [token.type for token in self._tokens_before()]
        if set(self.wrong.accepted) == {"_NEWLINE"} and before[-1:] == ["COLON"]:
            return "put each effect on a line of its own, indented below this one"
        effects, constants = self._beginnings("effect"), self._beginnings("static", "rule")
        if self.wrong.token.type in effects or effects & constants & set(before):
            return self._happens(before)
        if "COLON" in before and self.wrong.token.type in constants:
            return "what lasts needs to know for how long: put 'until end of turn:' in front of it"
        return None

    def _happens(self, before: list[str]) -> str | None:
        """What to do about an effect where none can stand."""
        if "UNTIL" in before:
            return "an effect happens at once: put it on a line of its own"
        place = self._place(before)
        if place:
            head = self.grammar.vocabulary.named("trigger", str(place.example))
            remedy = f"write '{spelled(place)}, {spelled(head)}:' in front of it"
        elif self.wrong.line.depth > 1 or {"COLON", "WHEN", "PUT"} & set(before):
            return None
        else:
            remedy = f"put {either(self._moments())} in front of it"
        return f"an effect needs to know when it happens: {remedy}"

    def _place(self, before: list[str]) -> Word | None:
        """The place that a line begins with, or begins to begin with."""
        for word in self.grammar.vocabulary.of_kind("place") if before else ():
            begins = [self.grammar.terminals[each.lower()] for each in spelled(word).split()]
            if before[: len(begins)] == begins[: len(before)]:
                return word
        return None

    def _tokens_before(self) -> list[Token]:
        """The words of the line before the wrong one."""
        tokens = self.wrong.line.tokens
        return [token for token in tokens if (token.column or 0) < (self.wrong.token.column or 0)]

    def _beginnings(self, *kinds: str) -> set[str]:
        """The verbs of some kinds of words; `you` is nobody's verb."""
        terminals = self.grammar.terminals
        heads = {word.head.lower() for word in self.grammar.vocabulary.of_kind(*kinds)}
        return {terminals[head] for head in heads - {"you"}}

    def _triggers(self) -> list[str]:
        """What abilities of this kind of card begin with."""
        words = self.grammar.vocabulary.of_kind("trigger")
        own = [word for word in words if word.of == self._kind()]
        return [spelled(word) for word in own or [word for word in words if word.of is None]]

    def _moments(self) -> list[str]:
        """The triggers as messages list them."""
        heads = [f"'{head}:'" for head in self._triggers()]
        return heads if len(heads) <= _MOST_TRIGGERS else [*heads[:_MOST_LISTED], "another trigger"]

    def _kind(self) -> str | None:
        """The kind of card that the line belongs to."""
        begins = " ".join(token.lower() for token in self.wrong.lines[0].tokens)
        nouns = [w for w in self.grammar.vocabulary.of_kind("noun") if w.card]
        return next((w.id for w in nouns if begins.startswith(spelled(w))), None)

    def _acceptable_words(self) -> list[str]:
        literals = self.grammar.literals
        terminals = set(self.wrong.accepted)
        words = [w for w, t in self.grammar.terminals.items() if t in terminals and t in literals]
        return [*words, *(self.keywords if "KEYWORD_ID" in terminals else ())]

    def _expected(self) -> str | None:
        """What could stand here, by names and examples."""
        accepted = set(self.wrong.accepted)
        if self._begins_definition():
            return either([f"'{word}'" for word in self._definitions()])
        if {"KEYWORD_ID", "WHILE"} <= accepted:
            return either(self._items())
        literals = self.grammar.literals
        things = {"A", "ALL", "WHOLE_NUMBER"}
        names: list[str] = []
        if things <= accepted:
            names.append(f"something like {self._examples()}")
            accepted -= self._thing_beginnings()
        names += [_NAMES[terminal] for terminal in sorted(accepted) if terminal in _NAMES]
        heading = self._heading() if self.wrong.line.depth == 0 else {}
        words = sorted(f"'{heading.get(t, literals[t])}'" for t in accepted if t in literals)
        if len(words) > _MOST_LISTED:
            words = [*words[:_MOST_LISTED], "another word"]
        return either([*words, *names]) or None

    def _examples(self) -> str:
        types = self.grammar.vocabulary.types
        shown = [types[name].example for name in ("creatures", "source", "player") if name in types]
        return either([f"'{example}'" for example in shown])

    def _thing_beginnings(self) -> set[str]:
        """The terminals that noun phrases, players and numbers begin with."""
        vocabulary, terminals = self.grammar.vocabulary, self.grammar.terminals
        words = {"a", "another", "all", "up", "other"}
        kinds = ("player", "source", "chance", "side", "noun", "number", "zone")
        for word in vocabulary.of_kind(*kinds):
            for phrase in (*word.forms, word.possessive):
                if phrase and isinstance(phrase[0], Literal):
                    words.add(phrase[0].several.lower())
        return {"WHOLE_NUMBER", *(terminals[word] for word in words)}

    def _begins_definition(self) -> bool:
        return self.wrong.line.depth == 0 and self.wrong.token is self.wrong.line.tokens[0]

    def _definitions(self) -> list[str]:
        """The words that begin a definition."""
        nouns = [word for word in self.grammar.vocabulary.of_kind("noun") if word.card]
        return [*map(spelled, nouns), "keyword"]

    def _heading(self) -> dict[str, str]:
        """How the words that begin a definition are written there."""
        words = " ".join(self._definitions()).split()
        return {self.grammar.terminals[word]: word for word in words}

    def _items(self) -> list[str]:
        """What a line of a card or keyword may be, by examples."""
        kind, triggers = self._kind(), self._moments()
        own = [w for w in self.grammar.vocabulary.of_kind("property") if w.of == kind]
        vocabulary = self.grammar.vocabulary
        properties = [f"'{property_line(w, vocabulary)}'" for w in own if not w.optional]
        if any(word.of == kind for word in self.grammar.vocabulary.of_kind("trigger")):
            return [*properties, *triggers]
        lasting = f"what lasts, such as '{vocabulary.types['constants'].example}'"
        return [*properties, "a keyword", *triggers, lasting]

    def _before(self) -> Token:
        tokens = self.wrong.line.tokens
        if self.wrong.token in tokens and not self.wrong.ends:
            position = next(i for i, t in enumerate(tokens) if t is self.wrong.token)
            return tokens[position - 1]
        return tokens[-1]

    def _said(self, first: Token, last: Token) -> str:
        return self.out.text(self._span(first, last)).rstrip(":")

    def _span(self, first: Token, last: Token) -> Span:
        return Span(
            self.out.file,
            first.line or 0,
            first.column or 0,
            last.end_line or 0,
            last.end_column or 0,
        )


def _title(id: str) -> str:
    return " ".join(part.capitalize() for part in id.split("-"))
