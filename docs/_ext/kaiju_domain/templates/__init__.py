"""The templates of the blocks and pages: MyST with Jinja."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kaiju_domain.library import library
from kaiju_domain.markdown import escaped, game_title, one_line, role, roles, set_title


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # what it writes is MyST, not HTML
    )
    environment.filters.update(
        escaped=escaped, one_line=one_line, set_title=set_title, game_title=game_title
    )
    environment.globals.update(role=role, roles=roles, library=library())
    return environment


def rendered(template: str, **values: object) -> str:
    """The MyST text of a template."""
    return _environment().get_template(template).render(**values)
