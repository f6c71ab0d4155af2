"""The reference of a game that is new: its files are all it takes."""

from __future__ import annotations

import shutil
import sys
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from rules_dsl.specification import Specification, spec_root

if not all(map(find_spec, ("sphinx", "myst_parser", "furo"))):  # to import them takes much room
    pytest.skip("Sphinx and its theme are not installed", allow_module_level=True)

GAME = """
[game.other]
prefix = "xo"
title = "Another Game"
books = []
topics = ["start"]
draft = "somebody has just begun it"

[[ruleset]]
name = "other/whole"
game = "other"
vocabulary = "other/vocabulary.toml"
cards = ["other/old.cards", "other/keywords.cards"]

[[ruleset]]
name = "other/new"
game = "other"
vocabulary = "other/vocabulary.toml"
cards = ["other/new.cards", "other/keywords.cards"]
"""
OPTION = """
[[option]]
id = "xo.option.first"
question = "Who begins?"
answers = [
  { id = "eldest", source = "ours", meaning = "The eldest." },
  { id = "any", source = "ours", meaning = "Anybody." },
]
default = "any"
reason = "Nobody asks for more."
sources = []
rules = ["xo.start.first"]
"""
RULE = """# The start

```{rule} xo.start.first
:kind: procedure
:source: ruling I-001
:option: xo.option.first

Somebody begins.
```
"""
CARD = 'power card extra-head "{}"\n  cost 7\n  keep\n  you have +1 die\n'


@pytest.fixture
def reference(project, tmp_path, monkeypatch):
    """The modules of the reference, over a specification that has one more game."""
    root = tmp_path / "spec"
    shutil.copytree(spec_root(), root)
    for file, text in {"rulesets.toml": GAME, "options.toml": OPTION}.items():
        with (root / file).open("a", encoding="utf-8") as more:
            more.write(text)
    other = root / "other"
    other.mkdir()
    words = (root / "tokyo" / "vocabulary.toml").read_text("utf-8")
    (other / "vocabulary.toml").write_text(words, encoding="utf-8")
    (other / "start.md").write_text(RULE, encoding="utf-8")
    (other / "old.cards").write_text(CARD.format("Extra Head"), encoding="utf-8")
    (other / "new.cards").write_text(CARD.format("Second Head"), encoding="utf-8")
    (other / "keywords.cards").write_text(
        "keyword tough\n  cites xo.start.first\n  you have +1 die\n", encoding="utf-8"
    )

    monkeypatch.syspath_prepend(str(project / "docs" / "_ext"))
    forget()
    names = ("library", "pages", "places")
    modules = {name: import_module(f"kaiju_domain.{name}") for name in names}
    monkeypatch.setattr(modules["library"], "load_specification", lambda: Specification(root))
    yield SimpleNamespace(**modules)
    forget()


def forget() -> None:
    """Let the modules be imported anew: they read the specification once."""
    for name in [name for name in sys.modules if name.split(".")[0] == "kaiju_domain"]:
        del sys.modules[name]


def test_a_new_game_needs_nothing_but_its_files(reference, tmp_path, monkeypatch):
    # what the cards of all other games ask takes long to find out, and is tested elsewhere
    monkeypatch.setattr(reference.pages, "decisions_of", lambda *given: {})
    folder = tmp_path / "reference"
    reference.pages.write_pages(reference.library.library(), folder)
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    assert made >= {
        "other/index.md",
        "other/start.md",
        "options/other.md",
        "language/other.md",
        "keywords/other.md",
        "cards/other/index.md",
        "cards/other/set-old.md",
        "cards/other/extra-head.md",
    }
    for page in ("rules", "options", "language", "keywords", "cards"):
        assert "Another Game" in (folder / page / "index.md").read_text("utf-8")
    assert "somebody has just begun it" in (folder / "other" / "start.md").read_text("utf-8")
    assert "in the making" not in (folder / "mindbug" / "combat.md").read_text("utf-8")


def test_a_clause_and_an_answer_tell_who_says_them(reference):
    page = import_module("kaiju_domain.writing").Page(
        lambda document: document, lambda *said: said[0]
    )
    rendered = import_module("kaiju_domain.templates").rendered
    clause = rendered("clause.html", page=page, id="KOT-TOKYO-004")
    assert "<dt>Source</dt><dd>the printed book, lines 274, 338, 364</dd>" in clause
    assert "<dt>Open</dt>" not in clause
    option = rendered("option.html", page=page, id="kt.option.even-bigger-loss")
    assert "(a licensed online game)" in option
    assert "(the printed book)" in option


def test_the_names_of_three_games_are_their_own(reference):
    places, aliases = reference.places.places(), reference.places.aliases()
    assert places["keyword", "tough"].document == "reference/keywords/mindbug"
    assert places["keyword", "tokyo/tough"].document == "reference/keywords/tokyo"
    assert places["keyword", "other/tough"].document == "reference/keywords/other"
    assert places["card", "extra-head"].document == "reference/cards/mindbug/extra-head"
    assert places["card", "tokyo/extra-head"].document == "reference/cards/tokyo/extra-head"
    assert places["card", "other/old/extra-head"].name == "Extra Head (old)"
    assert aliases["card", "other/extra-head"] == "other/new/extra-head"
    assert places.keys().isdisjoint(aliases)
    anchors = Counter((target.document, target.anchor.lower()) for target in places.values())
    assert [place for place, count in anchors.items() if count > 1] == []
