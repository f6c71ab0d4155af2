"""The cards of King of Tokyo say what the printed cards say, each printing for itself."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from printed import row_of
from rules_dsl.definitions import Card
from rules_dsl.reader import read_files
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "tokyo"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
TABLES = Path(__file__).parent / "data"
PRINTINGS = ("2010", "current")


def cards(*files: str) -> tuple[Card, ...]:
    """The cards of some files, with the keywords they may have."""
    paths = [SPEC / f"{file}.cards" for file in ("keywords", *files)]
    return read_files(paths, VOCABULARY).cards


def table(name: str) -> list[dict]:
    """The printed facts that the project carries along: one row a card."""
    return json.loads((TABLES / f"tokyo-{name}.json").read_text("utf-8"))


def by_id(rows: list[dict]) -> list[dict]:
    """Rows in one order: the files of a printing interleave their cards."""
    return sorted(rows, key=lambda row: row["id"])


@pytest.mark.parametrize("printing", PRINTINGS)
def test_every_base_card_is_as_its_printing_has_it(printing: str) -> None:
    printed = [
        {key: row[key] for key in ("id", "type", "copies")} | row[printing] | {"keywords": []}
        for row in table("base")
    ]
    assert by_id([power(card) for card in cards("base", f"base-{printing}")]) == by_id(printed)


def test_every_power_card_of_the_expansion_is_as_printed() -> None:
    assert [power(card) for card in cards("mindbug")] == table("mindbug")


def test_every_evolution_card_is_as_printed() -> None:
    assert [evolution(card) for card in cards("evolutions")] == table("evolutions")


def printed(card: Card, **facts: Any) -> dict:
    """A card as a row of the table."""
    return row_of(card, copies=card.copies, keywords=list(card.keywords), **facts)


def power(card: Card) -> dict:
    """A power card as a row of the table."""
    assert card.kind == "power-card"
    return printed(
        card,
        cost=card.property("cost"),
        type=card.choice("type"),
    )


def evolution(card: Card) -> dict:
    """An evolution card as a row of the table."""
    assert card.kind == "evolution-card"
    return printed(
        card,
        monster=card.choice("monster"),
        type=card.choice("stay"),
    )


@pytest.mark.parametrize("printing", PRINTINGS)
def test_the_base_box_has_66_cards_of_64_kinds(printing: str) -> None:
    box = cards("base", f"base-{printing}")
    assert len({card.id for card in box}) == len(box) == 64
    assert copies_by(box, "type") == {"keep": 48, "discard": 18}
    assert [card.id for card in box if card.copies > 1] == ["evacuation-orders", "extra-head"]


def test_the_expansion_has_24_power_cards() -> None:
    box = cards("mindbug")
    assert len({card.id for card in box}) == len(box) == 24
    assert copies_by(box, "type") == {"keep": 3, "discard": 4, "consumable": 17}


def test_each_of_three_monsters_has_8_evolution_cards() -> None:
    box = cards("evolutions")
    assert len({card.id for card in box}) == len(box) == 23
    monsters = ("gigasnail-hydra", "mastermindbug", "sharky-crab-dog-mummypus-zilla")
    assert copies_by(box, "monster") == dict.fromkeys(monsters, 8)


def copies_by(box: tuple[Card, ...], name: str) -> dict:
    """How many cards the box has for each value of a property, copies counted."""
    found: Counter[str | None] = Counter()
    for card in box:
        found[card.choice(name)] += card.copies
    return dict(found)


def test_the_two_printings_split_no_card_that_is_the_same_in_both() -> None:
    old, new = ({card.id: card for card in cards(f"base-{each}")} for each in PRINTINGS)
    assert old.keys() == new.keys()
    assert [id for id in old if old[id] == new[id]] == []


def test_a_consumable_is_used_through_a_keyword_and_nothing_else_has_one() -> None:
    with_keyword = {card.id for card in cards("mindbug") if card.keywords}
    consumable = {card.id for card in cards("mindbug") if card.choice("type") == "consumable"}
    assert with_keyword == consumable
    evolved = {card.id for card in cards("evolutions") if card.keywords}
    assert evolved <= {c.id for c in cards("evolutions") if c.choice("stay") == "temporary"}
