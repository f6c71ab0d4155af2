"""The cards of First Contact say what the printed cards say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_dsl.reader import read_files
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

TABLE = Path(__file__).parent / "data" / "first-contact.json"
FACTS = Path(__file__).parents[2] / "shared" / "facts" / "mindbug-first-contact.json"


@pytest.fixture(scope="module")
def table():
    """The printed facts that the project carries along: one row a card."""
    return json.loads(TABLE.read_text("utf-8"))


@pytest.fixture(scope="module")
def cards():
    """The cards as the specification writes them."""
    described = load_specification().ruleset("mindbug/first-contact")
    vocabulary = Vocabulary.load(spec_root() / described.vocabulary)
    return read_files([spec_root() / file for file in described.cards], vocabulary).cards


def row(card):
    """A card as a row of the table."""
    return {
        "id": card.id,
        "name": card.name,
        "copies": card.copies,
        "power": card.property("power"),
        "keywords": sorted(card.keywords),
        "effects": sorted({ability.head or "constant" for ability in card.abilities}),
    }


def test_there_are_32_creatures_on_48_cards(cards):
    assert len({card.id for card in cards}) == 32
    assert {card.kind for card in cards} == {"creature"}
    assert sum(card.copies for card in cards) == 48


def test_every_card_is_as_printed(cards, table):
    assert [row(card) for card in cards] == table


def test_the_table_agrees_with_the_facts_beside_the_checkout(table):
    if not FACTS.exists():
        pytest.skip("the collected facts do not lie beside this checkout")
    facts = json.loads(FACTS.read_text("utf-8"))
    assert table == [
        {
            "id": fact["id"],
            "name": fact["name"]["en"],
            "copies": fact["copies"],
            "power": fact["power"],
            "keywords": sorted(fact["keywords"]),
            "effects": sorted({ability["trigger"] for ability in fact["abilities"]}),
        }
        for fact in facts
    ]
