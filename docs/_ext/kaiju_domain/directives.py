"""Directives: each shows one thing of the library through its template."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.directives import ObjectDescription
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from rules_dsl.errors import KaijuError
from rules_dsl.vocabulary import Word, phrase_text

from .library import Library, library
from .templates import rendered

if TYPE_CHECKING:
    from .domain import KaijuDomain

Badge = tuple[str, str]
"""A short text and the class that colours it."""


class Shown(ObjectDescription[str]):
    """One thing with its name, its badges and what its template says of it."""

    option_spec: ClassVar = {}
    in_contents = False
    id: str

    def run(self) -> list[nodes.Node]:
        self.id = self.arguments[0].strip()
        _, _, kind = self.name.rpartition(":")
        known = self.known(library())
        if self.id not in known:
            raise self.error(f"there is no {kind} {self.id}")
        own = "\n".join(self.content)
        try:
            text = rendered(f"{kind}.md", id=self.id, thing=known[self.id], own=own)
        except KaijuError as error:
            raise self.error(f"{kind} {self.id} cannot be shown: {error}") from error
        self.content = StringList(text.splitlines(), source=self.get_source_info()[0])
        return super().run()

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        signode += addnodes.desc_name("", self.shown_name())
        for text, kind in self.badges():
            signode += nodes.inline("", text, classes=["badge", kind])
        return self.id

    def add_target_and_index(self, name: str, sig: str, signode: addnodes.desc_signature) -> None:
        from .domain import Target

        anchor = self.anchor()
        signode["ids"].append(anchor)
        domain = cast("KaijuDomain", self.env.domains["kaiju"])
        target = Target(self.env.docname, anchor, self.reference_name(), self.hint())
        if not domain.note(self.objtype, self.id, target, self.alias()):
            other = domain.targets[self.objtype, self.id].document
            raise self.error(f"{self.objtype} {self.id} already stands in {other}")

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        return (self.id,) if self.in_contents else ()

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        return self.contents_name() if self.in_contents else ""

    # ---- what each kind says for itself

    def known(self, library: Library) -> Mapping[str, object]:
        """Everything of this kind by id."""
        raise NotImplementedError

    def anchor(self) -> str:
        """The fragment of its address."""
        return self.id

    def alias(self) -> str | None:
        """Another name that leads here."""
        return None

    def shown_name(self) -> str:
        """How its own block calls it."""
        return self.id

    def contents_name(self) -> str:
        """How the contents of the page call it."""
        return self.shown_name()

    def reference_name(self) -> str:
        """How references call it."""
        return self.id

    def hint(self) -> str:
        """What a reader sees on hover."""
        raise NotImplementedError

    def badges(self) -> list[Badge]:
        """Short texts beside its name."""
        return []


class RuleBlock(Shown):
    """A rule: the text stands in the directive, its links come from the library."""

    in_contents = True
    option_spec: ClassVar = dict.fromkeys(
        ("covers", "kind", "option", "source"), directives.unchanged
    )

    def known(self, library: Library) -> Mapping[str, object]:
        return library.specification.rules

    def hint(self) -> str:
        return " ".join(library().specification.rules[self.id].text.split())

    def badges(self) -> list[Badge]:
        rule = library().specification.rules[self.id]
        return [(rule.kind, f"kind-{rule.kind}")]


class ClauseBlock(Shown):
    """A clause of a printed book, in the words of the inventory."""

    def known(self, library: Library) -> Mapping[str, object]:
        return library.specification.clauses

    def hint(self) -> str:
        return library().specification.clauses[self.id].text

    def badges(self) -> list[Badge]:
        specification = library().specification
        clause = specification.clauses[self.id]
        found = [(clause.kind, "plain")]
        if not clause.testable:
            found.append(("not testable", "plain"))
        if not specification.in_scope(clause):
            found.append(("not yet in scope", "muted"))
        elif self.id in specification.excuses:
            found.append(("excused", "muted"))
        return found


class CardBlock(Shown):
    """A card with its text and its meaning."""

    def known(self, library: Library) -> Mapping[str, object]:
        return library.cards

    def anchor(self) -> str:
        return f"card-{self.id}"

    def reference_name(self) -> str:
        return library().cards[self.id].card.name

    def hint(self) -> str:
        entry = library().cards[self.id]
        return "; ".join(line.strip() for line in entry.text.splitlines()[1:])

    def badges(self) -> list[Badge]:
        card = library().cards[self.id].card
        kind = [] if card.kind == "creature" else [(card.kind.replace("-", " "), "plain")]
        found = [*kind, *((f"{name} {value}", "plain") for name, value in card.properties)]
        found += [(keyword, "keyword") for keyword in card.keywords]
        return [*found, (f"{card.copies} copies", "muted")] if card.copies > 1 else found


class KeywordBlock(Shown):
    """A keyword with its text and its meaning."""

    in_contents = True

    def known(self, library: Library) -> Mapping[str, object]:
        return library.keywords

    def anchor(self) -> str:
        return f"keyword-{self.id}"

    def hint(self) -> str:
        return "; ".join(line.text.strip() for line in library().keywords[self.id].lines)


class OptionBlock(Shown):
    """An option with its question and its answers."""

    in_contents = True

    def known(self, library: Library) -> Mapping[str, object]:
        return library.specification.options

    def hint(self) -> str:
        option = library().specification.options[self.id]
        return f"{option.question} ({' | '.join(answer.id for answer in option.answers)})"


class RulingBlock(Shown):
    """A ruling: the answer stands in the directive."""

    in_contents = True
    option_spec: ClassVar = dict.fromkeys(
        ("question", "rules", "interaction", "scenario"), directives.unchanged
    )

    def known(self, library: Library) -> Mapping[str, object]:
        return library.specification.rulings

    def contents_name(self) -> str:
        return self.hint()

    def hint(self) -> str:
        return library().specification.rulings[self.id].question


class ScenarioBlock(Shown):
    """A scenario step by step."""

    def known(self, library: Library) -> Mapping[str, object]:
        return library.scenarios

    def hint(self) -> str:
        return library().scenarios[self.id].scenario.title

    def badges(self) -> list[Badge]:
        provenance = library().scenarios[self.id].scenario.provenance
        return [(provenance, "plain")]


class WordBlock(Shown):
    """A word of the language."""

    in_contents = True

    def known(self, library: Library) -> Mapping[str, object]:
        return library.words

    @property
    def word(self) -> Word:
        """The word itself."""
        return library().words[self.id]

    def anchor(self) -> str:
        return f"{self.word.kind}-{self.word.id}"

    def alias(self) -> str | None:
        return f"{self.word.kind}:{self.word.id}"

    def shown_name(self) -> str:
        return self.word.id

    def reference_name(self) -> str:
        return self.word.id

    def hint(self) -> str:
        return f"{phrase_text((*self.word.forms, self.word.each or ())[0])}. {self.word.doc}"

    def badges(self) -> list[Badge]:
        return [(self.word.kind, "plain")]


DIRECTIVES: dict[str, type[Shown]] = {
    "rule": RuleBlock,
    "clause": ClauseBlock,
    "card": CardBlock,
    "keyword": KeywordBlock,
    "option": OptionBlock,
    "ruling": RulingBlock,
    "scenario": ScenarioBlock,
    "word": WordBlock,
}


class fold(nodes.General, nodes.Element):  # noqa: N801  node classes are named in lower case
    """Something long behind a line that says what it is."""


class Fold(SphinxDirective):
    """Puts its content behind a line: `{fold} 32 cards`."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        return [fold("", *self.parse_content_to_nodes(), summary=self.arguments[0])]


def show_fold(translator: HTML5Translator, node: fold) -> None:
    """Open the element that folds."""
    summary = translator.encode(node["summary"])
    translator.body.append(f'<details class="fold"><summary>{summary}</summary>\n')


def hide_fold(translator: HTML5Translator, node: fold) -> None:
    """Close the element that folds."""
    translator.body.append("</details>\n")
