"""What games share stands once; a game takes it, and says what it changes."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_toml
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary, Word

TABLES = {
    each.game: spec_root() / each.vocabulary
    for each in load_specification().all_rulesets.values()
    if spec_root() in (spec_root() / each.vocabulary).parents
}
GAMES = {game: Vocabulary.load(path) for game, path in TABLES.items()}
SHARED = load_toml(spec_root() / "vocabulary.toml")
HEAD = 'include = "vocabulary.toml"\n[types]\n'
TAKEN = '[[word]]\nid = "discard"\nkind = "effect"\nrules = ["xx.y.z"]\n'
TYPES = """
[types.player]
example = "you"
[types.cards]
example = "a card"
"""


def read(tmp_path: Path, text: str) -> Vocabulary:
    file = tmp_path / "words.toml"
    file.write_text(text, encoding="utf-8")
    return Vocabulary.load(file)


def refused(tmp_path: Path, text: str) -> str:
    with pytest.raises(KaijuError) as caught:
        read(tmp_path, text)
    return str(caught.value).replace(f"{tmp_path}/", "")


def test_every_shared_word_and_type_is_taken_by_two_games_or_more() -> None:
    words = [(word.kind, word.id) for table in GAMES.values() for word in table.words]
    types = [name for table in GAMES.values() for name in table.types]
    assert len(SHARED["word"]) > 50
    for entry in SHARED["word"]:
        assert words.count((entry["kind"], entry["id"])) > 1, entry["id"]
    for name in SHARED["types"]:
        assert types.count(name) > 1, name


def test_no_two_games_say_the_same_phrase_each_for_itself() -> None:
    shared = {(entry["kind"], entry["id"]) for entry in SHARED["word"]}
    own: dict[object, list[str]] = defaultdict(list)
    for game, table in GAMES.items():
        for word in table.words:
            if (word.kind, word.id) not in shared:
                for form in (*word.forms, word.each):
                    if form:
                        own[word.kind, form].append(f"{game}: {word.id}")
    assert {phrase: games for phrase, games in own.items() if len(games) > 1} == {}


def test_a_taken_word_has_the_shared_phrase_and_the_rules_of_its_game(tmp_path: Path) -> None:
    word = read(tmp_path, HEAD + TYPES + TAKEN).calls["discard"]
    assert word.title == "<player> discard <cards>"
    assert word.doc == next(e["doc"] for e in SHARED["word"] if e["id"] == "discard")
    assert (word.rules, word.chooser, word.tacit) == (("xx.y.z",), "player", False)


def test_a_game_changes_and_adds_fields(tmp_path: Path) -> None:
    more = 'tacit = true\ninstead.doc = "The cards go."\n'
    word = read(tmp_path, HEAD + TYPES + TAKEN + more).calls["discard"]
    assert (word.doc, word.tacit) == ("The cards go.", True)


def test_what_a_game_does_not_take_is_not_in_it(tmp_path: Path) -> None:
    table = read(tmp_path, HEAD + TYPES + TAKEN)
    assert [word.id for word in table.words] == ["discard"]
    assert list(table.types) == ["player", "cards"]


@pytest.mark.parametrize(
    ("more", "message", "remedy"),
    [
        (
            'doc = "The cards go."',
            "is shared, and its `doc` stands in spec/vocabulary.toml",
            "write `instead.doc = …` to change it here, or leave it out",
        ),
        (
            'instead.deed = "gone"',
            "changes `deed`, which spec/vocabulary.toml does not say of it",
            "write `deed = …` to add it",
        ),
        (
            'instead.chooser = "player"',
            "changes `chooser` to what spec/vocabulary.toml says already",
            "leave it out",
        ),
    ],
)
def test_a_change_says_that_it_is_one(tmp_path: Path, more: str, message: str, remedy: str) -> None:
    told = refused(tmp_path, HEAD + TYPES + TAKEN + more)
    assert told == f"words.toml:8: the word `discard` {message}\n{remedy}"


def test_a_word_of_one_game_has_nothing_to_change(tmp_path: Path) -> None:
    entry = '[[word]]\nid = "dance"\nkind = "effect"\nrules = []\ninstead.doc = "A dance."\n'
    assert refused(tmp_path, HEAD + entry) == (
        "words.toml:3: the word `dance` changes something with `instead`, but it is not shared\n"
        "leave `instead.` out, or correct the id and the kind"
    )


def test_without_the_common_table_nothing_is_shared(tmp_path: Path) -> None:
    message = refused(tmp_path, TAKEN)
    assert message == "words.toml:1: the word `discard` has no `doc`"


def test_a_common_table_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "this file cannot be read" in refused(tmp_path, 'include = "nothing.toml"\n')


def test_a_shared_type_is_whole_in_its_game(tmp_path: Path) -> None:
    message = refused(tmp_path, 'include = "vocabulary.toml"\n[types.player]\n')
    assert message == "words.toml:2: the type `player` has no `example`"


@pytest.mark.parametrize("game", ["tokyo", "duel"])
def test_only_mindbug_has_discard_piles_that_speak_and_creatures_that_evolve(game: str) -> None:
    def ids(table: Vocabulary) -> list[str]:
        words: tuple[Word, ...] = table.of_kind("place", "successor")
        return [word.id for word in words]

    assert sorted(ids(GAMES["mindbug"])) == ["evolves-to", "in-discard-pile"]
    assert ids(GAMES[game]) == []
