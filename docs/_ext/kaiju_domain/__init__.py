"""The Sphinx domain of the reference: rules, clauses, cards and all that links them.

`library` reads the specification and the scenarios and knows every link both ways, `pages`
writes the pages nobody writes by hand, `directives` renders one thing each through a template,
`domain` resolves references to them.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from rules_dsl.errors import KaijuError

from .directives import Fold, hide_fold, show_fold
from .directives import fold as fold_node
from .domain import KaijuDomain, warn_with_advice
from .highlighting import CardLexer
from .library import library
from .pages import write_pages
from .sources import fingerprint


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, and write the generated pages before any page is read."""
    app.add_config_value("kaiju_fingerprint", "", "env", str)
    app.add_domain(KaijuDomain)
    app.add_directive("fold", Fold)
    app.add_node(fold_node, html=(show_fold, hide_fold))
    app.add_lexer("kaiju", CardLexer)
    app.connect("config-inited", prepare)
    app.connect("warn-missing-reference", warn_with_advice)
    return {
        "version": version("kaiju-rules"),
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def prepare(app: Sphinx, config: Config) -> None:
    """Write the pages; a change of what they show makes Sphinx read all of them again."""
    try:
        config.kaiju_fingerprint = fingerprint()
        write_pages(library(), Path(app.srcdir) / "reference")
    except KaijuError as error:
        raise ConfigError(f"the specification cannot be shown: {error}") from error
