"""The lexicon names every card and every keyword, and names nothing that is not there."""

from __future__ import annotations

import tomllib

import pytest

from rules_dsl.module import Module
from rules_dsl.reader import read_files
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

SPECIFICATION = load_specification()
LEXICON = tomllib.loads((spec_root() / "lexicon.toml").read_text("utf-8"))
SETS = SPECIFICATION.sets["mindbug"]
OTHERS = [game for game in SPECIFICATION.games if game != "mindbug"]
FILES = {
    # These games are told by their files: a card is the same in every ruleset that has its file.
    f"{game}-{path.stem}": f"{game}/{path.name}"
    for game in OTHERS
    for path in sorted((spec_root() / game).glob("*.cards"))
    if path.stem != "keywords"
}
PARTS = {"mindbug": list(SETS)} | {
    game: [name for name in FILES if name.startswith(f"{game}-")] for game in OTHERS
}
PARTLY_WRITTEN = "promos"  # some promos need words that the language does not have
PRINTINGS = ("tokyo-base-2010", "tokyo-base-current")  # the same cards by two names


def read(game: str, *files: str) -> Module:
    vocabulary = Vocabulary.load(spec_root() / game / "vocabulary.toml")
    paths = [spec_root() / file for file in (f"{game}/keywords.cards", *files)]
    return read_files([path for path in paths if path.exists()], vocabulary)


@pytest.mark.parametrize("name", [*SETS, *FILES])
def test_every_card_of_a_set_has_its_english_name(name):
    file = (SETS | FILES)[name]
    printed = {card.id: card.name for card in read(file.split("/")[0], file).cards}
    named = {id: names["en"] for id, names in LEXICON["card"][name].items()}
    assert {id: named.get(id) for id in printed} == printed
    if name != PARTLY_WRITTEN:
        assert named.keys() == printed.keys()


def test_a_set_is_named_once():
    assert SETS.keys().isdisjoint(FILES)
    assert LEXICON["card"].keys() == (SETS | FILES).keys()


@pytest.mark.parametrize("game", PARTS)
def test_a_card_belongs_to_one_set_of_its_game(game):
    ids = [id for name in PARTS[game] if name != PRINTINGS[1] for id in LEXICON["card"][name]]
    assert len(ids) == len(set(ids))


def test_both_printings_have_the_same_cards():
    old, new = (LEXICON["card"][name] for name in PRINTINGS)
    assert old.keys() == new.keys()


@pytest.mark.parametrize(("game", "prefix"), [("mindbug", ""), ("tokyo", "tokyo-")])
def test_every_keyword_is_a_term_that_leads_to_a_rule_it_cites(game, prefix):
    terms = {term["id"]: term for term in LEXICON["term"]}
    for keyword in read(game).keywords:
        assert terms[f"{prefix}{keyword.id}"]["rule"] in keyword.cites


def test_every_monster_with_evolution_cards_is_a_term():
    cards = read("tokyo", "tokyo/evolutions.cards").cards
    assert {card.choice("monster") for card in cards} <= {term["id"] for term in LEXICON["term"]}


def test_every_monster_of_duel_is_a_term_by_the_same_names():
    terms = {term["id"].removeprefix("duel-"): term for term in LEXICON["term"]}
    for id, names in LEXICON["card"]["duel-monsters"].items():
        assert terms[id]["rule"].startswith("kd.monster."), id
        assert {language: terms[id].get(language) for language in names} == names


def test_a_term_has_an_id_of_its_own():
    terms = [term["id"] for term in LEXICON["term"]]
    assert len(terms) == len(set(terms))


def test_terms_lead_to_rules_that_exist():
    rules = SPECIFICATION.rules
    assert {term["rule"] for term in LEXICON["term"] if "rule" in term} <= rules.keys()


@pytest.mark.parametrize("game", OTHERS)
def test_a_word_of_several_games_says_by_its_id_which_one_is_meant(game):
    prefix = SPECIFICATION.games[game].prefix
    for term in LEXICON["term"]:
        if term["id"].startswith(f"{game}-"):
            assert term["rule"].startswith(f"{prefix}."), term["id"]


def test_every_name_is_in_a_language_with_a_source():
    languages = LEXICON["language"].keys()
    for term in LEXICON["term"]:
        assert term.keys() <= languages | {"id", "rule"}, term["id"]
        assert term["en"]
    for cards in LEXICON["card"].values():
        for id, names in cards.items():
            assert names.keys() <= languages, id
            assert all(names.values()), id
