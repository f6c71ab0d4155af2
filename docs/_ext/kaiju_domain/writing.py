"""Writing blocks straight as HTML.

Thousands of blocks are made from the library and hold nothing that MyST would have to read; a
node that stands for one is written through its template when its page is. The library knows
where everything stands, so references need no search either.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen
from docutils import nodes
from markupsafe import Markup
from sphinx.writers.html5 import HTML5Translator

from .entries import Line
from .library import library
from .markdown import CardNames
from .meaning import Meaning
from .places import aliases, places
from .shelf import Shelf
from .templates import rendered

_LINK = Markup('<a class="reference internal" href="{}" title="{}: {}">{}</a>')
_CODE = Markup('<code class="xref kaiju literal">{}</code>')
_NAME = Markup('<span class="xref kaiju">{}</span>')
_FIELD = Markup("<dt>{}</dt><dd>{}</dd>\n")
_FOLD = Markup('<details class="fold"><summary>{} more</summary>{}</details>')
_DRAWN = Markup('<details class="fold"><summary>For example</summary><ul>{}</ul></details>')
_BLOCK = Markup('<div class="highlight-{} notranslate">{}</div>')

PROSE = ("card",)
"""The kinds that are called by a name of plain words."""


class written(nodes.General, nodes.Element):  # noqa: N801  node classes are named in lower case
    """A block that its template writes: `template` and its `values`; the text in it is found."""


def show_written(translator: HTML5Translator, node: written) -> None:
    """Write a block."""
    builder = translator.builder
    here = builder.current_docname
    page = Page(
        lambda document: builder.get_relative_uri(here, document),
        lambda text, language: translator.highlighter.highlight_block(text, language),
    )
    translator.body.append(rendered(node["template"], page=page, **node["values"]))
    raise nodes.SkipNode


@frozen(eq=False)
class Page:
    """Writes what depends on the page it stands on: references and coloured text."""

    uri: Callable[[str], str]
    highlight: Callable[[str, str], str]

    def link(self, kind: str, name: str, shown: str | None = None) -> Markup:
        """A reference; without a text of its own it shows the name of its target."""
        target = places()[kind, aliases().get((kind, name), name)]
        text = (_NAME if kind in PROSE else _CODE).format(shown or target.name)
        return _LINK.format(f"{self.uri(target.document)}#{target.anchor}", kind, target.hint, text)

    def links(self, kind: str, names: Sequence[str]) -> Markup:
        """References in a row."""
        return Markup(", ").join(self.link(kind, name) for name in names)

    def sources(self, names: Sequence[str]) -> Markup:
        """What a rule, an option or a scenario comes from: clauses, interactions, differences."""
        known = library().specification.known
        return Markup(", ").join(
            self.link(known[name].kind if name in known else "clause", name) for name in names
        )

    def field(self, label: str, kind: str, names: Sequence[str], most: int = 12) -> Markup:
        """What a block leads to, the first of it at once; nothing if there is nothing."""
        if not names:
            return Markup()
        if len(names) <= most + 1:
            return _FIELD.format(label, self.links(kind, names))
        rest = _FOLD.format(len(names) - most, self.links(kind, names[most:]))
        return _FIELD.format(label, self.links(kind, names[:most]) + rest)

    def scenarios(self, ids: Sequence[str], most: int = 3) -> Markup:
        """Scenarios with their titles, the first of them at once."""
        if not ids:
            return _FIELD.format("Scenarios", "none yet")
        if len(ids) <= most + 1:
            return _FIELD.format("Scenarios", self.titled(ids))
        rest = _FOLD.format(len(ids) - most, self.titled(ids[most:]))
        return _FIELD.format("Scenarios", self.titled(ids[:most]) + rest)

    def titled(self, ids: Sequence[str]) -> Markup:
        """A list of scenarios with their titles."""
        known = library().scenarios
        item = Markup("<li>{} {}</li>")
        items = (item.format(self.link("scenario", id), known[id].scenario.title) for id in ids)
        return Markup("<ul>{}</ul>").format(Markup().join(items))

    def laws(self, ids: Sequence[str], most: int = 1) -> Markup:
        """Laws as they are written, the first of them at once, the others by their titles."""
        known = library().laws
        if not ids:
            return Markup()
        whole = Markup().join(self.law(id) for id in ids[:most])
        item = Markup("<li>{} {}</li>")
        rest = [item.format(self.link("law", id), known[id].law.title) for id in ids[most:]]
        more = Markup("<ul>{}</ul>").format(Markup().join(rest)) if rest else Markup()
        if len(rest) > 3:
            more = _FOLD.format(len(rest), more)
        return Markup('<div class="laws">{}{}</div>\n').format(whole, more)

    def law(self, id: str) -> Markup:
        """One law with its text, and some instances of it."""
        entry = library().laws[id]
        drawn = Markup().join(Markup("<li>{}</li>").format(each) for each in entry.instances)
        values = _DRAWN.format(drawn) if drawn else Markup()
        text = self.named(entry.text, entry.card_names)
        return Markup('<pre class="law">{}</pre>{}').format(text, values)

    def named(self, text: str, names: CardNames) -> Markup:
        """Text in which each name of a card is a reference to it."""
        return names.linked(text, lambda name, shown: self.link("card", name, shown))

    def code(self, text: str) -> Markup:
        """Text of a card, coloured."""
        return _BLOCK.format("kaiju", Markup(self.highlight(text, "kaiju")))

    def meaning(self, lines: Sequence[Line], shelf: Shelf) -> Markup:
        """What abilities mean, one after another."""
        meaning = Meaning(shelf, self.link)
        item = Markup('<div class="ability">{}{}</div>\n')
        parts = (item.format(self.code(line.text), meaning.of(line.ability)) for line in lines)
        return Markup().join(parts)
