"""The guides: every card and scenario that they show is one, and is answered as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_dsl.specification import load_specification, spec_root

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
BLOCK = re.compile(
    r"(?:^% game (?P<game>\w+)\n)?^```kaiju\n(?P<text>.*?)^```$", flags=re.MULTILINE | re.DOTALL
)

ANSWER = re.compile(
    r"(?:^```kaiju\n|^\$ cat \w+\.scenario\n)(?P<text>(?:(?!```|\$).*\n)+)(?:```\n\n```console\n)?"
    r"\$ kaiju ask \w+\.scenario\n(?P<lines>(?:(?!```).*\n)+)```$",
    flags=re.MULTILINE,
)


def blocks(*, scenarios: bool) -> list[tuple[str, str]]:
    """The game and the text of each block of cards or of scenarios."""
    found = [block for guide in GUIDES for block in BLOCK.finditer(guide.read_text("utf-8"))]
    return [
        (block["game"] or "mindbug", block["text"])
        for block in found
        if block["text"].startswith(("scenario", "question")) is scenarios
    ]


def title(text: str) -> str:
    """What stands first in quotes: the name of the first card, or the title."""
    return text.split('"')[1] if '"' in text else text


@pytest.mark.parametrize(("game", "text"), blocks(scenarios=False), ids=title)
def test_every_card_of_a_guide_is_right(kaiju, tmp_path, game, text):
    file = tmp_path / "my.cards"
    file.write_text(text, encoding="utf-8")
    told = kaiju("check", "--game", game, file)
    assert told.exit_code == 0, told.output


@pytest.mark.parametrize("text", [text for _, text in blocks(scenarios=True)], ids=title)
def test_every_scenario_of_a_guide_can_be_asked(kaiju, tmp_path, text):
    ruleset = re.search(r"ruleset (\w+)/", text)
    game = ruleset[1] if ruleset else "mindbug"
    folder = tmp_path / game  # a scenario without a ruleset has that of its folder
    folder.mkdir()
    cards = [block for of, block in blocks(scenarios=False) if of == game and title(block) in text]
    (folder / "my.cards").write_text("\n".join(cards), encoding="utf-8")
    (folder / "my.scenario").write_text(text, encoding="utf-8")
    told = kaiju("ask", folder / "my.scenario")
    assert told.exit_code == 0, told.output
    assert "does not come to pass" not in told.output


def answers() -> list[tuple[str, list[str]]]:
    """Each question behind which its answer stands, in a guide or the README, and its lines."""
    pages = [page.read_text("utf-8") for page in (*GUIDES, README)]
    found = [each for page in pages for each in ANSWER.finditer(page)]
    return [(each["text"], each["lines"].splitlines()) for each in found]


@pytest.mark.parametrize(("text", "lines"), answers(), ids=[title(text) for text, _ in answers()])
def test_a_question_is_answered_as_it_is_shown(kaiju, tmp_path, text, lines):
    (tmp_path / "my.scenario").write_text(text, encoding="utf-8")
    told = iter(kaiju("ask", tmp_path / "my.scenario").output.splitlines())
    for line in lines:
        begin = line.removesuffix("…")  # stands for what is left out, of a line or of the lines
        if begin.strip():
            assert any(each.startswith(begin) for each in told), line


def test_the_guides_show_every_game():
    games = load_specification().games.keys()
    assert {game for game, _ in blocks(scenarios=False)} == games
    asked = "\n".join(text for _, text in blocks(scenarios=True))
    assert games <= set(re.findall(r"ruleset (\w+)/", asked))


# ------------------------------------------------------------------ figures


def figures(*files: str) -> dict[str, int]:
    """How many definitions of each kind card files have, and how many cards in all."""
    found: dict[str, int] = {"cards": 0}
    for file in files:
        text = (spec_root() / file).read_text("utf-8")
        for kind, copies in re.findall(r'^([a-z ]+) [a-z0-9-]+ "[^"]+"(?: x(\d+))?', text, re.M):
            found[kind] = found.get(kind, 0) + 1
            found["cards"] += int(copies or 1)
    return found


FIGURES = {
    "First Contact": ("mindbug/first-contact.cards", "{creature} creatures on {cards} cards"),
    "Beyond Eternity": ("mindbug/beyond-eternity.cards", "{creature} creatures on {cards} cards"),
    "King of Tokyo": (
        "mindbug/king-of-tokyo.cards",
        "{creature} creatures, {power card} power cards, {die face} die faces",
    ),
    "New Servants": ("mindbug/new-servants.cards", "{creature} creatures on {cards} cards"),
    "promos": ("mindbug/promos.cards", "{creature} creatures that need"),
    "`tokyo/2010`": (
        "tokyo/base.cards tokyo/base-2010.cards",
        "{cards} cards, {power card} of them different",
    ),
    "`tokyo/current`": ("tokyo/base-current.cards", "{power card} cards read otherwise"),
    "`tokyo/mindbug-expert`": ("tokyo/mindbug.cards", "its own {cards} cards"),
    "`tokyo/evolutions`": ("tokyo/evolutions.cards", "the {cards} evolution cards"),
    "`duel/standard`": (
        "duel/base.cards duel/monsters.cards",
        "{power card} power cards, {monster} monsters",
    ),
}
"""For each row of the README the files that its figures are about, and what it should say."""


@pytest.mark.parametrize("row", FIGURES)
def test_the_figures_of_the_readme_are_true(row):
    files, said = FIGURES[row]
    told = next(
        line for line in README.read_text("utf-8").splitlines() if line.startswith(f"| {row} |")
    )
    assert said.format_map(figures(*files.split())) in told


@pytest.mark.parametrize("page", [README, *GUIDES], ids=lambda page: page.stem)
def test_no_page_counts_the_vectors(page):
    """Their number changes with every scenario; whoever wants it runs them."""
    assert re.findall(r"\d+ pass of \d+ vectors|\d+ of \d+, …", page.read_text("utf-8")) == []
