"""The table of words is complete, closed and unambiguous."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_dsl.errors import KaijuError
from rules_dsl.grammar import grammar_of
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import KINDS, Vocabulary

TABLE = spec_root() / "mindbug" / "vocabulary.toml"
VOCABULARY = Vocabulary.load(TABLE)


def table(tmp_path: Path, more: str) -> Vocabulary:
    file = tmp_path / "vocabulary.toml"
    file.write_text(TABLE.read_text(encoding="utf-8") + more, encoding="utf-8")
    return Vocabulary.load(file)


def test_every_word_says_what_it_means_and_rests_on_rules_that_exist() -> None:
    rules = load_specification().rules
    for word in VOCABULARY.words:
        assert word.doc.endswith("."), word.id
        assert word.rules, word.id
        assert [rule for rule in word.rules if rule not in rules] == [], word.id


def test_every_type_is_used_and_every_kind_known() -> None:
    used = {hole.type for word in VOCABULARY.words for hole in word.holes}
    assert set(VOCABULARY.types) - used <= {"zone"}  # zones stand behind `from`
    assert {word.kind for word in VOCABULARY.words} <= set(KINDS)


def test_every_word_of_the_frame_is_in_the_grammar() -> None:
    terminals = grammar_of(VOCABULARY).terminals
    for word in VOCABULARY.of_kind("frame"):
        for spelling in word.title.split():
            assert spelling in terminals


def test_a_field_that_nothing_reads_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KaijuError, match="the field `colour`, which nothing reads"):
        table(
            tmp_path,
            """
[[word]]
id = "dance"
kind = "effect"
phrase = "dance"
doc = "A dance."
rules = []
colour = "red"
""",
        )


def test_a_word_is_declared_once(tmp_path: Path) -> None:
    entry = '[[word]]\nid = "life"\nkind = "zone"\nphrase = "x"\ndoc = "X."\nrules = []\n'
    with pytest.raises(KaijuError, match="`life` is declared twice"):
        table(tmp_path, entry)


def test_a_hole_has_a_type_that_exists(tmp_path: Path) -> None:
    entry = '[[word]]\nid = "x"\nkind = "effect"\nphrase = "x {y:z}"\ndoc = "X."\nrules = []\n'
    with pytest.raises(KaijuError, match="the unknown type `z`"):
        table(tmp_path, entry)


def test_a_vocabulary_that_is_no_table_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    file.write_text("not = = toml", encoding="utf-8")
    with pytest.raises(KaijuError, match=r"vocabulary\.toml:1:7: not TOML"):
        Vocabulary.load(file)
