"""The lexicon names every card and every keyword, and names nothing that is not there."""

from __future__ import annotations

import tomllib

import pytest

from rules_dsl.module import Module
from rules_dsl.reader import read_files
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

LEXICON = tomllib.loads((spec_root() / "lexicon.toml").read_text("utf-8"))
SETS = load_specification().sets["mindbug"]
PARTLY_WRITTEN = "promos"  # some promos need words that the language does not have


def read(*files: str) -> Module:
    vocabulary = Vocabulary.load(spec_root() / "mindbug" / "vocabulary.toml")
    paths = [spec_root() / file for file in ("mindbug/keywords.cards", *files)]
    return read_files(paths, vocabulary)


@pytest.mark.parametrize("name", SETS)
def test_every_card_of_a_set_has_its_english_name(name):
    printed = {card.id: card.name for card in read(SETS[name]).cards}
    named = {id: names["en"] for id, names in LEXICON["card"][name].items()}
    assert {id: named.get(id) for id in printed} == printed
    if name != PARTLY_WRITTEN:
        assert named.keys() == printed.keys()


def test_a_set_is_named_once_and_a_card_belongs_to_one_set():
    assert LEXICON["card"].keys() == SETS.keys()
    ids = [id for cards in LEXICON["card"].values() for id in cards]
    assert len(ids) == len(set(ids))


def test_every_keyword_is_a_term():
    terms = [term["id"] for term in LEXICON["term"]]
    assert len(terms) == len(set(terms))
    assert {keyword.id for keyword in read().keywords} <= set(terms)


def test_terms_lead_to_rules_that_exist():
    rules = load_specification().rules
    assert {term["rule"] for term in LEXICON["term"] if "rule" in term} <= rules.keys()


def test_every_name_is_in_a_language_with_a_source():
    languages = LEXICON["language"].keys()
    for term in LEXICON["term"]:
        assert term.keys() <= languages | {"id", "rule"}, term["id"]
        assert term["en"]
    for cards in LEXICON["card"].values():
        for id, names in cards.items():
            assert names.keys() <= languages, id
            assert all(names.values()), id
