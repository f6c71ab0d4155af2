"""What authors are told to do speaks of their own game, and of what may stand there."""

from __future__ import annotations

import pytest

TOKYO = 'power card {0} "{0}"\n  cost 3\n  keep\n  bought: you gain 2 stars\n'


@pytest.mark.parametrize("game", [(), ("--game", "mindbug"), ("--game", "duel")])
def test_words_of_another_game_are_recognised(kaiju, tmp_path, game):
    file = tmp_path / "my.cards"
    file.write_text(TOKYO.format("a"), encoding="utf-8")
    result = kaiju("check", *game, file)
    assert result.exit_code == 2
    assert "these are words of King of Tokyo: say --game tokyo" in result.stderr
    assert kaiju("check", "--game", "tokyo", file).exit_code == 0


def test_a_slip_is_no_word_of_another_game(kaiju, tmp_path):
    file = tmp_path / "my.cards"
    file.write_text(TOKYO.format("a").replace("gain", "gian"), encoding="utf-8")
    result = kaiju("check", "--game", "tokyo", file)
    assert "did you mean 'gain'?" in result.stderr
    assert "--game" not in result.stderr


@pytest.mark.parametrize("line", ["frob", "lose 3", "star", "consumable"])
def test_only_what_may_stand_there_is_offered(duel, line):
    said = duel.message(line)
    assert "did you mean" not in said
    assert "`kaiju words --game duel` lists every word" in said
    assert "such as 'you cannot be hit'" in said
    assert "another trigger" in said


def test_what_begins_later_stands_behind_a_trigger(duel):
    line = "in the rival's next turn: the rival has -1 die"
    assert "an effect needs to know when it happens: put 'bought:'" in duel.message(line)
    assert duel.only(f"bought: {line}").word == "next-turn"


def test_the_name_of_a_card_is_made_of_its_id(tokyo):
    said = tokyo.message_about("power card acid-bath\n  cost 3\n  keep\n")
    assert 'such as "Acid Bath"' in said
