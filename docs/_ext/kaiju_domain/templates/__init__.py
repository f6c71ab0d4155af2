"""The templates: blocks as HTML, pages as MyST, both with Jinja."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from kaiju_domain.library import clause_page, library
from kaiju_domain.markdown import (
    escaped,
    game_title,
    one_line,
    prose,
    role,
    roles,
    set_title,
)
from rules_dsl.sources import SOURCES


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=select_autoescape(["html"], default=False),
    )
    environment.filters.update(
        escaped=escaped, one_line=one_line, set_title=set_title, game_title=game_title, prose=prose
    )
    environment.globals.update(role=role, roles=roles, library=library())
    environment.globals.update(sources=SOURCES, clause_page=clause_page)
    return environment


def rendered(template: str, **values: object) -> str:
    """The text of a template."""
    return _environment().get_template(template).render(**values)
