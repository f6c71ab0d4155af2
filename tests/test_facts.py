"""The cards of every set say what the printed cards say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules_dsl.reader import read_files
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
TABLES = Path(__file__).parent / "data"
FACTS = Path(__file__).parents[2] / "shared" / "facts"
SETS = {
    # set: different creatures, creature cards in the deck, power cards, faces of the die
    "first-contact": (32, 48, 0, 0),
    "beyond-evolution": (38, 44, 0, 0),
    "beyond-eternity": (32, 48, 0, 0),
    "king-of-tokyo": (32, 32, 16, 6),
    "new-servants": (12, 24, 0, 0),
    "promos": (9, 9, 0, 0),
}
EFFECTS = {"bought": "on-buy"}
"""What the facts call a trigger, where they have another name for it."""


@pytest.fixture(scope="module", params=SETS)
def name(request):
    """The name of a set."""
    return request.param


@pytest.fixture(scope="module")
def cards(name):
    """The cards as the specification writes them."""
    return read_files([SPEC / "keywords.cards", SPEC / f"{name}.cards"], VOCABULARY).cards


@pytest.fixture(scope="module")
def table(name):
    """The printed facts that the project carries along: one row a card."""
    return json.loads((TABLES / f"{name}.json").read_text("utf-8"))


def row(card):
    """A card as a row of the table."""
    effects = [
        "discard-pile" if ability.zone == "discard" else ability.head or "constant"
        for ability in card.abilities
    ]
    printed = {
        "id": card.id,
        "name": card.name,
        "copies": card.copies,
        **dict(card.properties),
        "evolves_to": card.evolves_to,
        "keywords": sorted(card.keywords) if card.kind == "creature" else None,
        "effects": sorted({EFFECTS.get(effect, effect) for effect in effects}),
    }
    return {key: value for key, value in printed.items() if value is not None}


def row_of_fact(fact):
    """A collected fact as a row of the table."""
    printed = {
        "id": fact["id"],
        "name": fact["name"]["en"],
        "copies": fact["copies"],
        "power": fact.get("power"),
        "dice": fact.get("dice") or None,
        "stage": fact.get("stage"),
        "cost": fact.get("cost"),
        "evolves_to": fact.get("evolves_to"),
        "keywords": sorted(fact["keywords"]) if fact["kind"] == "creature" else None,
        "effects": sorted({ability["trigger"] for ability in fact["abilities"]}),
    }
    return {key: value for key, value in printed.items() if value is not None}


def test_there_are_as_many_as_in_the_box(name, cards):
    """Stages 2 and 3 share cards that are in no deck."""
    creatures = [card for card in cards if card.kind == "creature"]
    assert len({card.id for card in cards}) == len(cards)
    assert SETS[name] == (
        len(creatures),
        sum(card.copies for card in creatures if card.property("stage") < 2),
        sum(card.kind == "power-card" for card in cards),
        sum(card.kind == "die-face" for card in cards),
    )


def test_every_card_is_as_printed(cards, table):
    assert [row(card) for card in cards if card.kind != "die-face"] == table


def test_the_table_agrees_with_the_facts_beside_the_checkout(name, table):
    facts = collected(f"mindbug-{'new-servants' if name == 'promos' else name}.json")
    wanted = f"mindbug-{name.removesuffix('s')}" if name == "promos" else f"mindbug-{name}"
    rows = [row_of_fact(fact) for fact in facts if fact["set"].startswith(wanted)]
    # Promos that would need a word of their own are left out.
    carried = {entry["id"] for entry in table}
    assert table == [each for each in rows if name != "promos" or each["id"] in carried]


def test_the_die_has_the_faces_of_the_facts_beside_the_checkout():
    die = collected("mindbug-king-of-tokyo-die.json")
    files = [SPEC / "keywords.cards", SPEC / "king-of-tokyo.cards"]
    faces = [card for card in read_files(files, VOCABULARY).cards if card.kind == "die-face"]
    assert [(face.id, face.copies) for face in faces] == [
        (face["id"], face["copies"]) for face in die["faces"]
    ]


def collected(file):
    """The facts collected beside the checkout."""
    if not (FACTS / file).exists():
        pytest.skip("the collected facts do not lie beside this checkout")
    return json.loads((FACTS / file).read_text("utf-8"))
