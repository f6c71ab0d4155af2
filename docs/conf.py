"""How the reference is built: `sphinx-build -W docs build/docs`."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from rules_dsl.home import home

project = "Kaiju"
author = "The Kaiju authors"
copyright = author
version = release = version_of("kaiju-rules")

extensions = ["myst_parser", "kaiju_domain"]
exclude_patterns = ["_ext"]
source_suffix = {".md": "markdown"}

# `{rule}` and the other roles mean ours; a reference that leads nowhere fails the build.
primary_domain = "kaiju"
nitpicky = True

myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 3

if home() is not None:  # a game of one's own: our guides are not beside it
    suppress_warnings = ["myst.xref_missing"]

html_theme = "furo"
html_title = "Kaiju"
html_static_path = ["_static"]
html_css_files = ["kaiju.css"]
html_copy_source = False
html_show_sphinx = False
smartquotes = False  # card text is quoted as it is written
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#0f6b5c",
        "color-brand-content": "#0f6b5c",
    },
    "dark_css_variables": {
        "color-brand-primary": "#5fd0b8",
        "color-brand-content": "#5fd0b8",
    },
}
pygments_style = "friendly"
pygments_dark_style = "native"
toc_object_entries_show_parents = "hide"
