"""The tree of pages in the sidebar, gathered once and open where the reader is.

Sphinx makes it anew for every page, out of copies of the contents of all pages, and the theme
takes it apart again. With hundreds of pages that is half of a build and most of each page; the
shape of what is written here is that of Sphinx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from attrs import frozen
from docutils import nodes
from markupsafe import escape
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


@frozen
class Entry:
    """A page, what the tree calls it, and what stands below it."""

    title: str
    document: str
    below: tuple[Entry, ...]

    def holds(self, document: str) -> bool:
        """Whether a page is this one or stands below it."""
        return self.document == document or any(each.holds(document) for each in self.below)


def offer_navigation(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let the theme write our tree, whatever it asks for."""
    if "toctree" in context:
        context["toctree"] = lambda **_: _written(app.env, page, context["pathto"])


def _written(env: BuildEnvironment, page: str, uri: Callable[[str], str]) -> str:
    """The tree as it stands on a page; one that is not in it stands at the index beside it."""
    is_in_it = any(entry.holds(page) for _, entries in _trees(env) for entry in entries)
    here = page if is_in_it else f"{page.rpartition('/')[0]}/index"
    parts = []
    for caption, entries in _trees(env):
        if caption:
            text = f'<span class="caption-text">{escape(caption)}</span>'
            parts.append(f'<p class="caption" role="heading">{text}</p>\n')
        parts += _list(entries, here, lambda each: "#" if each == page else uri(each), 1)
    return "".join(parts)


def _list(
    entries: tuple[Entry, ...], here: str, uri: Callable[[str], str], level: int
) -> Iterator[str]:
    current = any(entry.holds(here) for entry in entries)
    yield '<ul class="current">\n' if current else "<ul>\n"
    for entry in entries:
        mark = " current" if current and entry.holds(here) else ""
        own = "current " if entry.document == here else ""
        yield f'<li class="toctree-l{level}{mark}"><a class="{own}reference internal" '
        yield f'href="{uri(entry.document)}">{escape(entry.title)}</a>'
        if entry.below and mark:
            yield from _list(entry.below, here, uri, level + 1)
        yield "</li>\n"
    yield "</ul>\n"


@cache
def _trees(env: BuildEnvironment) -> list[tuple[str | None, tuple[Entry, ...]]]:
    """What each tree of the first page holds, with its caption."""
    trees = env.tocs[env.config.root_doc].findall(addnodes.toctree)
    return [(tree["caption"], tuple(_entries(env, tree))) for tree in trees]


def _entries(env: BuildEnvironment, tree: addnodes.toctree) -> Iterator[Entry]:
    for title, document in tree["entries"]:
        trees = env.tocs[document].findall(addnodes.toctree)
        below = tuple(entry for each in trees for entry in _entries(env, each))
        yield Entry(title or env.titles[document].astext(), document, below)
