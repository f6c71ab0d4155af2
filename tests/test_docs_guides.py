"""The guides: every card and scenario that they show is one, and is answered as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_dsl.specification import load_specification

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
