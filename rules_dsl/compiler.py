"""From a parse tree to definitions: every hole filled, every choice explicit."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve
from lark import Token

from rules_dsl.definitions import Ability, Call, Card, Keyword, Quantity, Selection, Span
from rules_dsl.diagnostics import Mistakes
from rules_dsl.fitting import Fitter, Phrased, Wrong
from rules_dsl.grammar import Grammar, Node
from rules_dsl.kinds import misplaced, property_line
from rules_dsl.slots import Form
from rules_dsl.vocabulary import BODIES, Hole, Word


class Compiler:
    """Compiles the definitions of one text and notes what does not fit."""

    def __init__(self, grammar: Grammar, mistakes: Mistakes) -> None:
        self.grammar = grammar
        self.mistakes = mistakes
        self.fitter = Fitter(grammar.vocabulary, mistakes)
        self.cards: list[Card] = []
        self.keywords: list[Keyword] = []

    def define(self, tree: Node) -> None:
        """Compile one definition."""
        if tree.data == "card":
            self._card(tree)
        elif tree.data == "keyword":
            self._keyword(tree)
        else:
            _Body(self).read(_block(tree))

    def span(self, node: Node | Token) -> Span:
        """Where a part of the tree stands."""
        at = node if isinstance(node, Token) else node.meta
        return Span(
            self.mistakes.file,
            at.line or 0,
            at.column or 0,
            at.end_line or 0,
            at.end_column or 0,
        )

    def _card(self, tree: Node) -> None:
        kind = self.grammar.forms[str(_tree(tree.children[0]).data)].word
        id, name = _token(tree.children[1]), _token(tree.children[2])
        body = _Body(self)
        body.read(_block(tree))
        span = self._header(tree)
        copies = 1
        if len(tree.children) == 5:
            copies = self._copies(_token(tree.children[3]))
        if not name.strip('" '):
            self.mistakes.add(
                "missing-name",
                f"'{id}' has an empty name",
                self.span(name),
                remedy="write the printed name between the quotes",
            )
        for cited in body.cites:
            self.mistakes.add(
                "misplaced",
                "a card cites no rules: its words and keywords do",
                self.span(cited),
                remedy="remove this line",
            )
        if self._misplaced(kind, body, body.marks):
            body.evolves = None
        if not body.broken:
            self._missing_properties(kind, str(id), body, span)
        self.cards.append(
            Card(
                id=str(id),
                kind=kind.id,
                name=str(name)[1:-1],
                copies=copies,
                properties=tuple(self._in_order(body.properties)),
                keywords=tuple(body.printed),
                abilities=tuple(body.abilities),
                evolves_to=str(body.evolves) if body.evolves else None,
                span=span,
            )
        )

    def _missing_properties(self, kind: Word, id: str, body: _Body, span: Span) -> None:
        for word in self.grammar.vocabulary.of_kind("property"):
            missing = word.id not in body.properties
            if word.of == kind.id and missing and not word.optional:
                self.mistakes.add(
                    "missing-property",
                    f"'{id}' has no {word.id}",
                    span,
                    remedy=f"add a line such as '{self._line_of(word)}' below it",
                )

    def _in_order(self, properties: dict[str, int | str]) -> Iterator[tuple[str, int | str]]:
        """Properties in the order of the table, whichever way they are written."""
        for word in self.grammar.vocabulary.of_kind("property"):
            if word.id in properties:
                yield word.id, properties[word.id]

    def _misplaced(self, kind: Word | None, body: _Body, marks: list[Span]) -> bool:
        """Whether some lines are such as a definition of this kind cannot have."""
        properties = [
            (self.grammar.forms[str(item.data)].word, self.span(item))
            for item in body.property_items
        ]
        vocabulary = self.grammar.vocabulary
        found = list(misplaced(kind, properties, marks, body.abilities, vocabulary))
        for message, span in found:
            end = len(self.mistakes.source[span.line - 1].rstrip()) + 1
            line = evolve(span, end_line=span.line, end_column=end)
            self.mistakes.add("misplaced", message, line, remedy="remove this line")
        return bool(found)

    def _copies(self, token: Token) -> int:
        copies = int(token[1:])
        if not 1 <= copies <= 99:
            self.mistakes.add(
                "out-of-range",
                f"a card cannot have {copies} copies",
                self.span(token),
                "a number from 1 to 99",
                "leave it out for a single copy",
            )
        return copies

    def _keyword(self, tree: Node) -> None:
        id = _token(tree.children[0])
        body = _Body(self)
        body.read(_block(tree))
        span = self._header(tree)
        for place in [*map(self.span, body.property_items), *body.marks]:
            self.mistakes.add(
                "misplaced",
                "a keyword has abilities only",
                place,
                remedy="move this line to a card",
            )
        self._misplaced(None, body, [])
        if not body.cites and not body.broken:
            self.mistakes.add(
                "missing-cites",
                f"the keyword '{id}' cites no rule",
                span,
                remedy=f"add a line such as 'cites {self._rule_of(id)}' below it",
            )
        if not body.abilities and not body.broken:
            self.mistakes.add(
                "missing-ability",
                f"the keyword '{id}' does nothing",
                span,
                remedy="add a line that says what it does",
            )
        if str(id) in {*self.grammar.vocabulary.spellings, *self.grammar.terminals}:
            self.mistakes.add(
                "taken-id",
                f"'{id}' is already a word of the language",
                self.span(id),
                remedy="give the keyword another id",
            )
        cites = tuple(str(token) for token in body.cites)
        self.keywords.append(Keyword(str(id), cites, tuple(body.abilities), span))

    def _line_of(self, word: Word) -> str:
        return property_line(word, self.grammar.vocabulary)

    def _rule_of(self, keyword: str) -> str:
        return f"{self.grammar.vocabulary.prefix}.keyword.{keyword}"

    def _header(self, tree: Node) -> Span:
        """The span of the first line of a definition."""
        whole = self.span(tree)
        line = self.mistakes.source[whole.line - 1].rstrip()
        return Span(whole.file, whole.line, whole.column, whole.line, len(line) + 1)


class _Body:
    """The lines of one definition, compiled."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler = compiler
        self.properties: dict[str, int | str] = {}
        self.property_items: list[Node] = []
        self.printed: dict[str, Token] = {}
        self.evolves: Token | None = None
        self.cites: list[Token] = []
        self.abilities: list[Ability] = []
        self.broken = False

    @property
    def marks(self) -> list[Span]:
        """Where the lines stand that only a creature has."""
        evolves = [self.evolves] if self.evolves else []
        return [self.compiler.span(token) for token in (*evolves, *self.printed.values())]

    def read(self, items: list[Node]) -> None:
        for item in items:
            try:
                self._item(item)
            except Wrong:
                self.broken = True

    def _item(self, item: Node) -> None:
        if item.data == "elsewhere":
            place, ability = (_tree(child) for child in item.children)
            self._ability(ability, item, str(self._form(place).word.lies))
            return
        match item.data:
            case "broken":
                self.broken = True
            case "printed":
                self._printed(_token(item.children[0]))
            case "cites":
                self.cites += [_token(child) for child in item.children]
            case "evolves":
                self._evolves(_token(_tree(item.children[0]).children[0]))
            case "triggered" | "lasting":
                self._ability(item, item, "play")
            case "replacement":
                self._replacement(item)
            case _:
                self._property(item)

    def _ability(self, node: Node, item: Node, zone: str) -> None:
        """What happens or lasts while the card is in a zone."""
        if node.data == "triggered":
            trigger, body = (_tree(child) for child in node.children)
            word = self._form(trigger).word
            self._add("trigger", item, self._lines(body), head=word.id, zone=zone)
        else:
            self._lasting(node, item, zone)

    def _add(
        self,
        kind: str,
        node: Node,
        body: tuple[Call, ...],
        head: str | None = None,
        condition: Call | None = None,
        zone: str = "play",
    ) -> None:
        span = self.compiler.span(node)
        self.abilities.append(Ability(kind, head, condition, body, zone, span))

    def _evolves(self, token: Token) -> None:
        if self.evolves is not None:
            self._duplicate("what it evolves to is given twice", token)
        self.evolves = token

    def _printed(self, token: Token) -> None:
        if token.lower() in self.printed:
            self._duplicate(f"'{token}' is printed twice", token)
        self.printed[token.lower()] = token

    def _property(self, item: Node) -> None:
        word = self._form(item).word
        value = self._hole(word.holes[0], item.children[0], word, {})
        assert isinstance(value, int | str)
        if word.id in self.properties:
            self._duplicate(f"{word.id} is given twice", item)
        self.properties.setdefault(word.id, value)
        self.property_items.append(item)

    def _duplicate(self, message: str, node: Node | Token) -> None:
        span = self.compiler.span(node)
        self.compiler.mistakes.add("duplicate", message, span, remedy="remove one of the lines")

    def _lasting(self, lasting: Node, item: Node, zone: str) -> None:
        """Continuous text, under a condition or not; each line is an ability of its own."""
        condition = None
        lines = [_tree(child) for child in lasting.children]
        if lasting.data == "lasting" and len(lines) == 2:
            condition = self._condition(lines[0])
            lines = [_tree(child) for child in lines[1].children]
        for line in lines:
            if line.data == "broken":
                self.broken = True
                continue
            node = item if len(lines) == 1 else line
            self._add(str(line.data), node, self._constant(line), None, condition, zone)

    def _constant(self, line: Node, picks: bool = False) -> tuple[Call, ...]:
        """One line of what lasts; where it `picks`, `a creature` is one that somebody chooses."""
        subject, *rest = (_tree(child) for child in line.children)
        predicates = rest[1:] if line.data == "static" else rest
        return tuple(self._call(predicate, subject, picks) for predicate in predicates)

    def _replacement(self, item: Node) -> None:
        event, *middle, instead = (_tree(child) for child in item.children)
        condition = self._condition(middle[0]) if middle else None
        word = self._form(event).word
        self._add("replace", item, self._lines(instead), word.id, condition)

    # --- effects and conditions ----------------------------------------------------------------

    def _lines(self, body: Node) -> tuple[Call, ...]:
        """The calls of a body; a line already reported makes the whole body wrong."""
        calls: list[Call] = []
        wrong: Wrong | None = None
        for child in body.children:
            try:
                calls += self._line(_tree(child))
            except Wrong as error:
                wrong = error
        if wrong:
            raise wrong
        return tuple(calls)

    def _line(self, line: Node) -> tuple[Call, ...]:
        match line.data:
            case "broken":
                raise Wrong
            case "effect":
                *subject, predicate = (_tree(child) for child in line.children)
                return (self._call(predicate, subject[0] if subject else None),)
            case "static" | "rule":
                return self._constant(line, picks=True)
        return (self._call(line),)

    def _condition(self, node: Node) -> Call:
        if node.data == "condition":
            subject, predicate = (_tree(child) for child in node.children)
            return self._call(predicate, subject)
        return self._call(node)

    def _form(self, node: Node) -> Form:
        return self.compiler.grammar.forms[str(node.data)]

    def _call(self, node: Node, subject: Node | None = None, picks: bool = False) -> Call:
        """A word with its holes filled from the children of its alternative and its subject."""
        form = self._form(node)
        word, fitter = form.word, self.compiler.fitter
        holes = [piece for piece in form.phrase if isinstance(piece, Hole)]
        children: list[Node | Token] = list(node.children)
        given: dict[str, object] = {}
        if len(children) < len(holes):
            # The first hole is the subject, which stands before the predicate or is `you`.
            first = holes.pop(0)
            if subject is None:
                given[first.name] = Call("you")
            else:
                given[first.name] = self._hole(first, subject, word, given, picks)
        elif subject is not None:
            fitter.needs_you(self._phrased(subject), word)
        for hole, child in zip(holes, children, strict=True):
            given[hole.name] = self._hole(hole, child, word, given, picks)
        args = tuple((h.name, given.get(h.name, word.missing(h.name))) for h in word.holes)
        span = self.compiler.span(node)
        if subject is not None:
            start = self.compiler.span(subject)
            span = Span(span.file, start.line, start.column, span.end_line, span.end_column)
        return Call(word.id, args, span)

    def _hole(
        self,
        hole: Hole,
        child: Node | Token,
        word: Word,
        given: dict[str, object],
        picks: bool = False,
    ) -> object:
        fitter = self.compiler.fitter
        if isinstance(child, Token):
            if hole.like == "keyword":
                return str(child).lower()
            return fitter.integer(child, word, hole)
        if hole.like in BODIES:
            if child.data == "offer":
                return (self._call(_tree(child.children[0])),)
            return self._lines(child)
        if hole.like == "condition":
            return self._condition(child)
        if hole.like == "trigger":
            return self._form(child).word.id
        if hole.like in ("tally", "cost"):
            return self._call(child)
        if hole.like == "possessive":
            return Call(self._form(child).word.id, (), self.compiler.span(child))
        if str(child.data) in self.compiler.grammar.choices:
            return self.compiler.grammar.choices[str(child.data)]
        return fitter.fit(self._phrased(child), word, hole, given, picks)

    # --- things --------------------------------------------------------------------------------

    def _phrased(self, node: Node) -> Phrased:
        """A player, a number, a zone, the source or a noun phrase, before it is fitted."""
        span = self.compiler.span(node)
        if node.data == "selection":
            return self._selection(node, span)
        if node.data == "integer":
            return Phrased("number", span, int(_token(node.children[0])))
        word = self._form(node).word
        args: list[tuple[str, object]] = []
        holes = [piece for piece in self._form(node).phrase if isinstance(piece, Hole)]
        for hole, child in zip(holes, node.children, strict=True):
            args.append((hole.name, self._hole(hole, child, word, dict(args))))
        return Phrased(word.kind, span, Call(word.id, tuple(args), span))

    def _selection(self, node: Node, span: Span) -> Phrased:
        parts = Parts(self.compiler.mistakes)
        zone: Call | None = None
        filters: list[Call] = []
        noun = ""
        for child in (_tree(child) for child in node.children):
            here = self.compiler.span(child)
            match child.data:
                case "exactly" | "up_to":
                    kind = "exactly" if child.data == "exactly" else "up-to"
                    number = self.compiler.fitter.count(_token(child.children[0]))
                    parts.put("quantity", Quantity(kind, number), here)
                case "article" | "another":
                    parts.put("quantity", Quantity("exactly", 1), here)
                    if child.data == "another":
                        parts.put("other", True, here)
                case "all":
                    parts.put("quantity", Quantity("all"), here)
                case "other":
                    parts.put("other", True, here)
                case "qualifier":
                    filters.append(self._call(_tree(child.children[0])))
                case "origin":
                    if zone is not None:
                        parts.twice(here)
                    zone = self._zone(_tree(child.children[0]))
                case _:
                    word = self._form(child).word
                    if word.kind == "noun":
                        noun = word.id
                    elif word.kind == "filter":
                        filters.append(self._call(child))
                    else:
                        parts.put(word.kind, word.id, here)
        quantity = parts.found.get("quantity")
        selection = Selection(
            noun=noun,
            quantity=quantity if isinstance(quantity, Quantity) else Quantity("none"),
            side=str(parts.found.get("side", "any")),
            other=bool(parts.found.get("other")),
            zone=zone,
            filters=tuple(filters),
            span=span,
        )
        return Phrased("selection", span, selection, random="chance" in parts.found)

    def _zone(self, node: Node) -> Call:
        call = self._phrased(node).value
        assert isinstance(call, Call)
        return call


class Parts:
    """The words before a noun, each of which may stand there once."""

    def __init__(self, mistakes: Mistakes) -> None:
        self.mistakes = mistakes
        self.found: dict[str, object] = {}

    def put(self, name: str, value: object, span: Span) -> None:
        if name in self.found:
            self.twice(span)
        self.found[name] = value

    def twice(self, span: Span) -> None:
        """Refuse a word that says again, or otherwise, what was said."""
        text = self.mistakes.text(span)
        self.mistakes.add(
            "contradiction",
            f"'{text}' says again, or otherwise, what was said before it",
            span,
            remedy=f"remove '{text}' or the word before it that does the same",
        )
        raise Wrong


def _block(tree: Node) -> list[Node]:
    last = tree.children[-1]
    if isinstance(last, Token) or last.data != "block":
        return []
    return [_tree(child) for child in last.children]


def _tree(child: Node | Token) -> Node:
    assert not isinstance(child, Token)
    return child


def _token(child: Node | Token) -> Token:
    assert isinstance(child, Token)
    return child
