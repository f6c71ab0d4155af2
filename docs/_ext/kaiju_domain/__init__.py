"""The Sphinx domain of the reference: rules, clauses, cards and all that links them.

`library` reads the specification and the scenarios and knows every link both ways, with a
`shelf` for each game; `places` knows where each thing stands; `pages` writes the pages nobody
writes by hand; `directives` puts one thing each on a page, which `writing` writes through its
template; `domain` resolves references to them.
"""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from rules_dsl.errors import KaijuError

from .domain import KaijuDomain, warn_with_advice
from .highlighting import CardLexer
from .library import library
from .navigation import offer_navigation
from .pages import write_pages
from .places import places
from .sources import fingerprint
from .writing import show_written, written


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the domain, and write the generated pages before any page is read."""
    app.add_config_value("kaiju_fingerprint", "", "env", str)
    app.add_domain(KaijuDomain)
    app.add_node(written, html=(show_written, None))
    app.add_lexer("kaiju", CardLexer)
    app.connect("config-inited", prepare)
    app.connect("warn-missing-reference", warn_with_advice)
    app.connect("html-page-context", offer_navigation, priority=400)  # before the theme asks
    return {
        "version": version("kaiju-rules"),
        "env_version": 2,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }


def prepare(app: Sphinx, config: Config) -> None:
    """Write the pages; a change of what they show makes Sphinx read all of them again."""
    folder = Path(app.srcdir) / "reference"
    stamp = folder / "fingerprint.txt"
    try:
        config.kaiju_fingerprint = fingerprint()
        if stamp.exists() and stamp.read_text("utf-8") == config.kaiju_fingerprint:
            return  # nothing has changed, and reading the specification takes seconds
        write_pages(library(), folder)
        places()  # read once, before Sphinx shares the work out
    except KaijuError as error:
        raise ConfigError(f"the specification cannot be shown: {error}") from error
    stamp.write_text(config.kaiju_fingerprint, "utf-8")
