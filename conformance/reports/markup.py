"""HTML written by functions: what is not markup already is escaped."""

from __future__ import annotations

import html
import re

VOID = {"br", "input", "link", "meta"}
CODE = re.compile(r"`([^`]+)`")


class Markup(str):
    """A text that is HTML."""

    __slots__ = ()


Part = str | Markup | None


def element(name: str, /, *parts: Part, **attributes: str | bool | None) -> Markup:
    """An element; `class_` is class, `data_text` is data-text, True an attribute alone."""
    said = "".join(
        f" {key.rstrip('_').replace('_', '-')}"
        + ("" if value is True else f'="{html.escape(str(value))}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID:
        return Markup(f"<{name}{said}>")
    return Markup(f"<{name}{said}>{join(*parts)}</{name}>")


def join(*parts: Part) -> Markup:
    """Parts one after another; texts among them are escaped."""
    return Markup(
        "".join(
            part if isinstance(part, Markup) else html.escape(part, quote=False)
            for part in parts
            if part is not None
        )
    )


def prose(text: str) -> Markup:
    """A text of the specification, in which backquotes mark code."""
    return Markup(CODE.sub(r"<code>\1</code>", html.escape(" ".join(text.split()), quote=False)))


def link(address: str) -> Markup:
    """A link, if the address is one that a browser may follow."""
    if re.match(r"https?://", address):
        return element("a", address, href=address, rel="noopener noreferrer")
    return join(address)
