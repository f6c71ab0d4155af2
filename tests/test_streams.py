"""Two trees are compared game by game, and the first difference is told."""

from __future__ import annotations

import pytest

from conformance.streams.__main__ import HERE, Tree, compare, difference, main

RULESET = "mindbug/first-contact"


@pytest.fixture
def changed(tmp_path):
    """This tree, but for one sentence of the oracle that is changed."""
    for room in ("spec", "rules_dsl", "oracle", "conformance"):
        (tmp_path / room).symlink_to(HERE / room)
    (tmp_path / "oracle").unlink()
    for file in (HERE / "oracle").rglob("*.py"):
        copy = tmp_path / file.relative_to(HERE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(file.read_text("utf-8"), "utf-8")
    combat = tmp_path / "oracle/mindbug/combat.py"
    text = combat.read_text("utf-8")
    combat.write_text(text.replace("if ours <= theirs or", "if ours < theirs or"), "utf-8")
    return Tree(tmp_path)


def test_a_tree_plays_the_same_games_as_itself(capsys):
    assert main([str(HERE), "--ruleset", RULESET, "--games", "2"]) == 0
    assert capsys.readouterr().out == f"{RULESET}: 2 of 2 games are the same\n"


def test_what_differs_is_told_with_what_came_before(changed: Tree, capsys):
    assert compare(Tree(HERE), changed, [RULESET], 20, 0) == 1
    told = capsys.readouterr().out
    assert "of 20 games are the same\nmindbug/first-contact, seed " in told
    assert '\n  - {"cause"' in told
    assert "\n  + " in told


def test_games_that_are_the_same_differ_nowhere():
    assert difference(Tree(HERE), Tree(HERE), RULESET, 0).endswith("  - (the end)\n  + (the end)")


def test_what_is_no_tree_is_refused(capsys):
    assert main(["no-such-commit"]) == 2
    assert "is neither a folder nor a commit" in capsys.readouterr().err
