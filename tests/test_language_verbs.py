"""`kaiju check`, `kaiju fmt` and `kaiju words` as a card author meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conformance.cli import main
from rules_dsl.specification import spec_root

GOOD = 'creature imp "Imp"\n  power 2\n  sneaky\n  attack: the opponent discards a card\n'
UNTIDY = GOOD.replace("  power 2", "    power   2  # small").replace("  sneaky", "    sneaky")
UNTIDY = UNTIDY.replace("  attack", "    attack")
BAD = 'creature imp "Imp"\n  powr 2\n  play defeat you\n'


def kaiju(*arguments: object, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "my.cards"
    file.write_text(GOOD, encoding="utf-8")
    return file


def test_a_good_file_is_counted(file: Path) -> None:
    result = kaiju("check", file)
    assert (result.exit_code, result.stdout) == (0, "1 file, 1 card, no mistakes\n")


def test_a_bad_file_is_told_all_its_mistakes(file: Path) -> None:
    file.write_text(BAD, encoding="utf-8")
    result = kaiju("check", file)
    assert result.exit_code == 2
    assert f"{file}:2:3: 'powr' is not a word" in result.stderr
    assert f"{file}:3:7: a colon is missing after 'play'" in result.stderr
    assert result.stderr.endswith("1 file, 2 mistakes\n")


def test_explain_spells_out_who_chooses_how_many_from_where(file: Path) -> None:
    text = kaiju("check", "--explain", file).stdout
    assert "Imp (creature, power 2, 1 copy)" in text
    assert "cards: exactly 1 card in the hand of opponent chosen by opponent" in text
    assert "[mb.term.discard, mb.term.discard-all]" in text


def test_explain_spells_out_where_an_ability_works_and_what_a_card_becomes(file: Path) -> None:
    file.write_text(
        'creature imp "Imp"\n  power 2\n  stage 1\n  evolves to ogre\n'
        "  in discard pile: allied creatures that are boosted have +1 die\n"
        "  action:\n    choose one:\n      evolve this\n"
        "      until end of turn: a creature cannot block\n"
        'creature ogre "Ogre"\n  power 5\n  stage 2\n',
        encoding="utf-8",
    )
    text = kaiju("check", "--explain", file).stdout
    assert "Imp (creature, power 2, stage 1, evolves to ogre, 1 copy)" in text
    assert "in-discard-pile: An ability that works only in a discard pile" in text
    assert "subject: all allied creatures boosted in play" in text
    assert "blockers: exactly 1 creature in play chosen by you" in text


def test_check_can_answer_in_json(file: Path) -> None:
    answer = json.loads(kaiju("check", "--json", file).stdout)
    assert answer["ok"]
    assert answer["cards"][0]["abilities"] == ["attack: the opponent discards a card"]
    assert answer["cards"][0]["evolves_to"] is None
    file.write_text(BAD, encoding="utf-8")
    result = kaiju("check", "--json", file)
    assert result.exit_code == 2
    found = [(each["line"], each["kind"]) for each in json.loads(result.stdout)["mistakes"]]
    assert found == [(2, "unknown-word"), (3, "missing-colon")]


def test_check_reads_standard_input() -> None:
    assert kaiju("check", "-", stdin=GOOD).exit_code == 0
    assert "stdin:2:3: 'powr'" in kaiju("check", "-", stdin=BAD).stderr


def test_check_knows_the_files_of_the_game_and_does_not_count_them_twice() -> None:
    files = sorted((spec_root() / "mindbug").glob("*.cards"))
    assert kaiju("check", *files).stdout == "7 files, 177 cards, 5 keywords, no mistakes\n"


TOKYO = 'power card comet "Comet"\n  cost 3\n  keep\n  when you attack: you gain 1 star\n'


def test_the_game_of_a_file_is_that_of_its_folder(tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "tokyo" / "my.cards"
    file.parent.mkdir()
    file.write_text(TOKYO, encoding="utf-8")
    assert kaiju("check", file).exit_code == 0
    assert kaiju("check", "--game", "mindbug", file).exit_code == 2
    assert kaiju("fmt", "--check", file).exit_code == 0
    assert kaiju("check", "--game", "tokyo", "-", stdin=TOKYO).exit_code == 0
    assert kaiju("check", "-", stdin=TOKYO).exit_code == 2
    monkeypatch.chdir(spec_root() / "tokyo")
    assert kaiju("check", "base.cards").stdout.endswith("no mistakes\n")


def test_files_of_different_games_are_refused() -> None:
    result = kaiju("check", spec_root() / "tokyo/base.cards", spec_root() / "mindbug/promos.cards")
    assert result.exit_code == 2
    assert "these files belong to different games: mindbug, tokyo" in result.stderr


@pytest.mark.parametrize(
    "file", sorted(path.name for path in (spec_root() / "tokyo").glob("*.cards"))
)
def test_every_file_of_tokyo_can_be_checked_and_is_canonical(file: str) -> None:
    assert kaiju("check", spec_root() / "tokyo" / file).stdout.endswith("no mistakes\n")
    assert kaiju("fmt", "--check", spec_root() / "tokyo" / file).exit_code == 0


def test_two_printings_of_the_same_cards_are_not_checked_together() -> None:
    files = [spec_root() / "tokyo" / f"base-{name}.cards" for name in ("2010", "current")]
    result = kaiju("check", *files)
    assert result.exit_code == 2
    assert "no ruleset has all of base-2010.cards, base-current.cards" in result.stderr


def test_words_of_another_game() -> None:
    assert "kt.roll.foreign-die" in kaiju("words", "--game", "tokyo", "reroll").stdout


def test_a_card_of_the_game_cannot_be_defined_again(file: Path) -> None:
    file.write_text('creature gorillion "Gorillion"\n  power 9\n', encoding="utf-8")
    assert "there is already a card 'gorillion'" in kaiju("check", file).stderr


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "no such file"), (b"\xff\xfe", "not UTF-8"), (b"#" * 1048577, "larger than 1 MiB")],
)
def test_a_file_that_cannot_be_read_is_a_mistake(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    file = tmp_path / "my.cards"
    if content is not None:
        file.write_bytes(content)
    for verb in ("check", "fmt"):
        result = kaiju(verb, file)
        assert result.exit_code == 2
        assert message in result.stderr


def test_an_unknown_game_is_refused(file: Path) -> None:
    result = kaiju("check", "--game", "chess", file)
    assert result.exit_code == 2
    assert "there is no game 'chess'" in result.stderr


def test_fmt_rewrites_a_file_and_keeps_its_comments(file: Path) -> None:
    file.write_text(UNTIDY, encoding="utf-8")
    file.chmod(0o640)
    result = kaiju("fmt", file)
    assert (result.exit_code, result.stderr) == (0, f"{file}: rewritten\n")
    assert file.read_text(encoding="utf-8") == GOOD.replace("power 2", "power 2  # small")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(file.parent.iterdir()) == [file]


def test_fmt_check_writes_nothing_and_fails_when_something_would_change(file: Path) -> None:
    assert kaiju("fmt", "--check", file).exit_code == 0
    file.write_text(UNTIDY, encoding="utf-8")
    result = kaiju("fmt", "--check", file)
    assert (result.exit_code, result.stderr) == (1, f"{file}: would change\n")
    assert file.read_text(encoding="utf-8") == UNTIDY


def test_fmt_diff_shows_the_change_and_writes_nothing(file: Path) -> None:
    file.write_text(UNTIDY, encoding="utf-8")
    result = kaiju("fmt", "--diff", file)
    assert result.exit_code == 0
    assert "-    power   2  # small\n" in result.stdout
    assert "+  power 2  # small\n" in result.stdout
    assert file.read_text(encoding="utf-8") == UNTIDY


def test_fmt_writes_no_file_when_one_has_mistakes(file: Path) -> None:
    file.write_text(UNTIDY, encoding="utf-8")
    other = file.with_name("bad.cards")
    other.write_text(BAD, encoding="utf-8")
    result = kaiju("fmt", file, other)
    assert result.exit_code == 2
    assert "'powr' is not a word" in result.stderr
    assert file.read_text(encoding="utf-8") == UNTIDY


def test_fmt_prints_standard_input_in_canonical_form() -> None:
    assert kaiju("fmt", "-", stdin=UNTIDY).stdout.startswith('creature imp "Imp"\n  power 2')


def test_words_lists_and_describes() -> None:
    assert "  <player> take control of <creatures>" in kaiju("words").stdout
    assert "mb.keyword.tough" in kaiju("words", "tough").stdout
    assert kaiju("words", "--kind", "trigger").stdout.startswith("trigger:\n  play\n")
    described = kaiju("words", "defeat").stdout
    assert described.startswith("defeat (effect)\n  phrase  defeat <creatures>\n")


def test_words_knows_what_may_be_meant() -> None:
    result = kaiju("words", "defaet")
    assert result.exit_code == 2
    assert "did you mean 'defeat'?" in result.stderr
    assert kaiju("words", "--kind", "verb").exit_code == 2
