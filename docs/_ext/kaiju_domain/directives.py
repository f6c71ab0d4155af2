"""Directives: each shows one thing of the library through its template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.directives import ObjectDescription
from sphinx.util.docutils import SphinxDirective

from rules_dsl.known import KNOWN_KINDS

from .library import library
from .places import Target, places
from .writing import written

if TYPE_CHECKING:
    from .domain import KaijuDomain
    from .entries import LawEntry, ScenarioEntry

Badge = tuple[str, str]
"""A short text and the class that colours it."""


class Shown(ObjectDescription[str]):
    """One thing with its name, its badges and what its template says of it."""

    option_spec: ClassVar = {}
    in_contents = False
    keeps_text = False
    """Whether the text in the directive is shown, above all that the template writes."""
    id: str

    def run(self) -> list[nodes.Node]:
        self.id = self.arguments[0].strip()
        _, _, self.kind = self.name.rpartition(":")
        if (self.kind, self.id) not in places():
            raise self.error(f"there is no {self.kind} {self.id}")
        if not self.keeps_text:
            self.content = StringList()
        return super().run()

    @property
    def target(self) -> Target:
        """Where it stands."""
        return places()[self.kind, self.id]

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        signode += addnodes.desc_name("", self.target.name)
        for text, kind in self.badges():
            signode += nodes.inline("", text, classes=["badge", kind])
        return self.id

    def add_target_and_index(self, name: str, sig: str, signode: addnodes.desc_signature) -> None:
        signode["ids"].append(self.target.anchor)
        domain = cast("KaijuDomain", self.env.domains["kaiju"])
        if problem := domain.note(self.kind, self.id, self.env.docname):
            raise self.error(problem)

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        values = {"id": self.id}
        found = nodes.Text(self.searched())
        content_node += written("", found, template=f"{self.kind}.html", values=values)

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        return (self.id,) if self.in_contents else ()

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        return self.contents_name() if self.in_contents else ""

    # ---- what each kind says for itself

    def contents_name(self) -> str:
        """How the contents of the page call it."""
        return self.target.name

    def searched(self) -> str:
        """The words by which a search finds it, apart from the text in the directive."""
        return ""

    def badges(self) -> list[Badge]:
        """Short texts beside its name."""
        return []


class RuleBlock(Shown):
    """A rule: the text stands in the directive, its links come from the library."""

    in_contents = True
    keeps_text = True
    option_spec: ClassVar = dict.fromkeys(
        ("covers", "kind", "option", "source", "publisher", "undisputed"), directives.unchanged
    )

    def badges(self) -> list[Badge]:
        rule = library().specification.rules[self.id]
        return [(rule.kind, f"kind-{rule.kind}")]


class ClauseBlock(Shown):
    """A clause of a printed book, in the words of the inventory."""

    def searched(self) -> str:
        return self.target.hint

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

    def searched(self) -> str:
        return self.target.hint

    def badges(self) -> list[Badge]:
        card = library().cards[self.id].card
        kind = [] if card.kind == "creature" else [(card.kind.replace("-", " "), "plain")]
        found = [*kind, *(_fact(name, value) for name, value in card.properties)]
        found += [(keyword, "keyword") for keyword in card.keywords]
        return [*found, (f"{card.copies} copies", "muted")] if card.copies > 1 else found


def _fact(name: str, value: int | str) -> Badge:
    """A property as a badge: one that is a word speaks for itself."""
    return (f"{name} {value}" if isinstance(value, int) else value.replace("-", " "), "plain")


class KeywordBlock(Shown):
    """A keyword with its text and its meaning."""

    in_contents = True

    def searched(self) -> str:
        return self.target.hint


class OptionBlock(Shown):
    """An option with its question and its answers."""

    in_contents = True

    def searched(self) -> str:
        option = library().specification.options[self.id]
        return " ".join([option.question, *(answer.meaning for answer in option.answers)])


class RulingBlock(Shown):
    """A ruling: the answer stands in the directive."""

    in_contents = True
    keeps_text = True
    option_spec: ClassVar = dict.fromkeys(
        ("question", "rules", "interaction", "scenario", "proof", "does-not-apply", "confirmed"),
        directives.unchanged,
    )

    def contents_name(self) -> str:
        return self.target.hint

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        question = nodes.strong("", self.target.hint)
        content_node.insert(0, nodes.paragraph("", "", question))
        super().transform_content(content_node)


class KnownBlock(Shown):
    """An interaction or a difference: the text stands in the directive."""

    in_contents = True
    keeps_text = True
    option_spec: ClassVar = {"clauses": directives.unchanged}

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        values = {"id": self.id}
        content_node += written("", nodes.Text(""), template="known.html", values=values)


class WordBlock(Shown):
    """A word of the language."""

    in_contents = True

    def searched(self) -> str:
        return self.target.hint

    def badges(self) -> list[Badge]:
        return [(library().words[self.id].word.kind, "plain")]


class _OfTopic(SphinxDirective):
    """All of one kind that a topic has: `{…} mindbug/combat`."""

    required_arguments = 1
    kind: ClassVar[str]

    def topics(self) -> Mapping[str, Mapping[str, Sequence[ScenarioEntry | LawEntry]]]:
        """What there is, by game and topic."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        game, _, topic = self.arguments[0].partition("/")
        entries = self.topics().get(game, {}).get(topic, [])
        if not entries:
            raise self.error(f"there are no {self.kind}s {self.arguments[0]}")
        domain = cast("KaijuDomain", self.env.domains["kaiju"])
        for entry in entries:
            if problem := domain.note(self.kind, entry.id, self.env.docname):
                raise self.error(problem)
        text = " ".join(entry.searched for entry in entries)
        values = {"game": game, "topic": topic}
        return [written("", nodes.Text(text), template=f"{self.kind}s.html", values=values)]


class Scenarios(_OfTopic):
    """The scenarios of a topic, step by step: `{scenarios} mindbug/combat`."""

    kind = "scenario"

    def topics(self) -> Mapping[str, Mapping[str, Sequence[ScenarioEntry]]]:
        return library().scenario_topics


class Laws(_OfTopic):
    """The laws of a topic: `{laws} mindbug/combat`."""

    kind = "law"

    def topics(self) -> Mapping[str, Mapping[str, Sequence[LawEntry]]]:
        return library().law_topics


DIRECTIVES: dict[str, type[Shown]] = {
    "rule": RuleBlock,
    "clause": ClauseBlock,
    "card": CardBlock,
    "keyword": KeywordBlock,
    "option": OptionBlock,
    "ruling": RulingBlock,
    "word": WordBlock,
    **dict.fromkeys(KNOWN_KINDS, KnownBlock),
}
"""The directives of the things that are shown one by one."""
