"""A spelling that clashes with another is refused when the table of words is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.errors import KaijuError
from rules_dsl.grammar import grammar_of
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

TABLE = """
[types.player]
one = "a player"
many = "players"
example = "you"

[types.thing]
one = "a thing"
many = "things"
example = "life"
choices = { "lives|life" = "life", energy = "energy" }

[[word]]
id = "you"
kind = "player"
phrase = "you"
doc = "You."
rules = []

[[word]]
id = "gain"
kind = "effect"
phrase = "{player:player} gain|gains {thing:thing}"
doc = "To gain."
rules = []

[[word]]
id = "first"
kind = "trigger"
phrase = "first"
doc = "At first."
rules = []
"""
LINES = TABLE.count("\n")


def word(id: str, kind: str, phrase: str) -> str:
    return f'[[word]]\nid = "{id}"\nkind = "{kind}"\nphrase = {phrase}\ndoc = "X."\nrules = []\n'


def refused(tmp_path: Path, more: str, table: str = TABLE) -> str:
    file = tmp_path / "words.toml"
    file.write_text(table + more, encoding="utf-8")
    with pytest.raises(KaijuError) as caught:
        Vocabulary.load(file)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_the_table_itself_is_read(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text(TABLE, encoding="utf-8")
    assert len(Vocabulary.load(file).words) == 3


def test_two_words_with_the_same_phrase(tmp_path: Path) -> None:
    assert refused(tmp_path, word("begin", "trigger", '"first"')) == (
        f"words.toml:{LINES + 1}: `first` (trigger `begin`) reads the same as `first` "
        "(trigger `first`)\n"
        f"change one of the two phrases; the other stands in words.toml:{LINES - 5}"
    )


def test_a_word_that_says_a_phrase_twice(tmp_path: Path) -> None:
    more = word("win", "effect", '["{player:player} win", "win"]')
    assert refused(tmp_path, more).endswith("\nleave one of the two phrases out")


def test_two_words_that_differ_in_what_only_the_type_check_can_tell(tmp_path: Path) -> None:
    types = '[types.cards]\none = "a card"\nmany = "cards"\nexample = "a card"\n'
    table = TABLE + word("show", "effect", '"show {player:player}"')
    message = refused(tmp_path, word("look", "effect", '"show {cards:cards}"'), types + table)
    assert "`show <cards>` (effect `look`) reads the same as `show <player>`" in message


def test_two_kinds_of_words_that_stand_in_the_same_place(tmp_path: Path) -> None:
    message = refused(tmp_path, word("it", "number", '"you"'))
    assert "`you` (number `it`) reads the same as `you` (player `you`)" in message


def test_a_place_that_reads_as_a_trigger(tmp_path: Path) -> None:
    message = refused(tmp_path, word("pile", "place", '"first"'))
    assert "`first` (place `pile`) reads the same as `first` (trigger `first`)" in message


def test_the_same_spelling_in_places_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    file.write_text(TABLE + word("first", "effect", '"first"'), encoding="utf-8")
    assert len(Vocabulary.load(file).words) == 4


def test_a_spelling_that_another_word_has_already(tmp_path: Path) -> None:
    table = TABLE + word("win", "effect", '"win|wins"')
    more = word("gains", "effect", '"gain|wins {thing:thing} twice"')
    line = LINES + table[len(TABLE) :].count("\n") + 1
    assert refused(tmp_path, more, table) == (
        f"words.toml:{line}: `gain|wins` are two spellings of one word, but `wins` is another "
        "word in `win`\nspell it otherwise in one of the two"
    )


def test_a_value_of_a_type_that_is_spelled_as_another(tmp_path: Path) -> None:
    table = TABLE.replace('energy = "energy" }', 'energy = "energy", life = "hearts" }')
    assert refused(tmp_path, "", table) == (
        "words.toml:7: the type `thing` reads `life` as `life` and as `hearts`\n"
        "spell one of the two otherwise"
    )


def test_a_phrase_that_hides_behind_the_beginning_of_another(tmp_path: Path) -> None:
    table = TABLE + word("pause", "effect", '"pause"')
    more = word("instead", "effect", '"pause instead of {thing:thing}"')
    line = LINES + table[len(TABLE) :].count("\n") + 1
    assert refused(tmp_path, more, table) == (
        f"words.toml:{line}: `pause instead of <thing>` (effect `instead`) begins with all of "
        "`pause` (effect `pause`), and 'instead' can stand behind that too\n"
        f"change one of the two phrases; the other stands in words.toml:{LINES + 1}"
    )


def test_a_phrase_that_hides_behind_what_another_phrase_goes_on_with(tmp_path: Path) -> None:
    table = TABLE + word("owner", "player", '"the owner"')
    table += word("wait", "condition", '"{player:player} of all things wait"')
    more = word("far", "player", '"the owner of all cards"')
    assert "and 'of' can stand behind that too" in refused(tmp_path, more, table)


def test_a_longer_phrase_that_one_word_ahead_tells_apart(tmp_path: Path) -> None:
    file = tmp_path / "words.toml"
    more = word("pause", "effect", '["pause", "pause for {thing:thing}"]')
    file.write_text(TABLE + more, encoding="utf-8")
    assert len(Vocabulary.load(file).words) == 4


def test_two_words_for_what_a_card_becomes(tmp_path: Path) -> None:
    types = '[types.card-id]\none = "an id"\nmany = "ids"\nexample = "yeti"\n'
    table = types + TABLE + word("evolves", "successor", '"evolves to {card:card-id}"')
    message = refused(tmp_path, word("grows", "successor", '"grows into {card:card-id}"'), table)
    assert "the successor `grows` means what another one means" in message


def test_what_only_the_parser_finds_is_refused_when_the_parser_is_made(tmp_path: Path) -> None:
    more = word("it", "player", '"it"') + word("waits", "condition", '"{player:player} waits"')
    file = tmp_path / "words.toml"
    file.write_text(TABLE + more + word("lull", "condition", '"it waits"'), encoding="utf-8")
    with pytest.raises(KaijuError, match="the vocabulary is ambiguous"):
        grammar_of(Vocabulary.load(file))


@pytest.mark.parametrize("game", load_specification().games)
def test_the_words_of_every_game_can_be_told_apart(game: str) -> None:
    rulesets = load_specification().all_rulesets.values()
    for table in {each.vocabulary for each in rulesets if each.game == game}:
        assert grammar_of(Vocabulary.load(spec_root() / table)).said is None
