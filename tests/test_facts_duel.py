"""The cards, monsters and noise tokens of Duel are as printed, down to every number."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from printed import row_of
from rules_dsl.definitions import Ability, Call, Card, Selection
from rules_dsl.reader import read_files
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "duel"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
TABLES = Path(__file__).parent / "data"
CELLS = ("first-cell", "second-cell", "third-cell")


def cards(file: str) -> tuple[Card, ...]:
    """The definitions of a file."""
    return read_files([SPEC / f"{file}.cards"], VOCABULARY).cards


def table(name: str) -> list[dict]:
    """The printed facts that the project carries along: one row a definition."""
    return json.loads((TABLES / f"duel-{name}.json").read_text("utf-8"))


# --- what a text does, as a row of the table has it: a word with its numbers on each line ---


def ability_row(ability: Ability) -> list[str]:
    """When it happens, then what happens, in the order of the text."""
    return [ability.head or "always", *lines(ability.body)]


def lines(body: tuple[Call, ...]) -> list[str]:
    return [line for call in body for line in told(call)]


def told(call: Call) -> Iterator[str]:
    """A word with what is said on the same line, then the words that it holds."""
    values = [value for _, value in call.args if value is not None]
    held = [value for value in values if is_held(value)]
    yield " ".join([call.word, *(said(value) for value in values if value not in held)])
    for value in held:
        yield from told(value) if isinstance(value, Call) else lines(value)


def is_held(value: object) -> bool:
    """Whether it is a line of its own: a condition, what is done first, or what then happens."""
    if isinstance(value, Call):
        return VOCABULARY.calls[value.word].kind in ("condition", "effect")
    return isinstance(value, tuple)


def said(value: object) -> str:
    """Something that stands on the line of its word."""
    if isinstance(value, Call):
        inside = (said(each) for _, each in value.args if each is not None)
        return " ".join([value.word, *inside])
    if isinstance(value, Selection):
        other = "other" if value.other else None
        many = (value.quantity.kind, value.quantity.count, other)
        parts = [*many, value.noun, *value.filters, value.zone]
        return " ".join(said(part) for part in parts if part is not None)
    return str(value)


# --- rows ---


def power_card(card: Card) -> dict:
    assert card.kind == "power-card"
    return row_of(
        card,
        copies=card.copies,
        cost=card.property("cost"),
        type=card.choice("type"),
        noise=card.choice("noise"),
        abilities=[ability_row(each) for each in card.abilities],
    )


def monster(card: Card) -> dict:
    assert card.kind == "monster"
    return row_of(
        card,
        hearts=card.property("hearts"),
        abilities=[ability_row(each) for each in card.abilities],
    )


def noise_token(card: Card) -> dict:
    assert card.kind == "noise"
    cells: dict[str | None, list[str]] = {each: [] for each in CELLS[: card.property("cells")]}
    for ability in card.abilities:
        cells[ability.head] += lines(ability.body)
    return row_of(
        card,
        copies=card.copies,
        monster=card.choice("monster"),
        covers=card.property("covers"),
        cells=list(cells.values()),
        cards=[each.id for each in cards("base") if each.choice("noise") == card.id],
    )


ROWS = {"base": power_card, "monsters": monster, "noise": noise_token}


@pytest.mark.parametrize("file", ROWS)
def test_everything_is_as_printed(file: str) -> None:
    rows = [ROWS[file](card) for card in cards(file)]
    for row, printed in zip(rows, table(file), strict=True):
        assert row == printed


# --- the box ---


def test_the_box_has_50_different_power_cards() -> None:
    box = cards("base")
    assert len({card.id for card in box}) == len(box) == 50
    assert Counter(card.choice("type") for card in box) == {"keep": 31, "discard": 19}
    assert {card.copies for card in box} == {1}


def test_the_box_has_13_noise_tokens_of_which_2_belong_to_the_king() -> None:
    box = cards("noise")
    assert sum(card.copies for card in box) == 13
    assert [(card.id, card.copies) for card in box if card.choice("monster")] == [("king", 2)]


def test_each_common_noise_token_comes_with_three_cards() -> None:
    common = [card.id for card in cards("noise") if card.choice("monster") is None]
    brought = Counter(card.choice("noise") for card in cards("base") if card.choice("noise"))
    assert brought == dict.fromkeys(common, 3)


def test_what_the_language_calls_noise_tokens_and_monsters_is_in_the_box() -> None:
    named = {
        kind: [value for _, value in VOCABULARY.types[kind].choices] for kind in ("token", "kaiju")
    }
    assert named["token"] == [card.id for card in cards("noise") if not card.choice("monster")]
    assert named["kaiju"] == [card.id for card in cards("monsters")]


def test_a_noise_token_is_as_long_as_what_it_covers_or_one_cell_longer_or_shorter() -> None:
    change = {card.id: card.property("cells") - card.property("covers") for card in cards("noise")}
    assert {id: by for id, by in change.items() if by} == {"alien": -1, "phantom": 1, "penguin": 1}


def test_only_discard_cards_do_nothing_but_what_they_do_when_bought() -> None:
    for card in cards("base"):
        heads = {ability.head for ability in card.abilities}
        assert (heads == {"bought"}) == (card.choice("type") == "discard")
