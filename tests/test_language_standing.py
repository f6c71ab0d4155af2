"""Text that can never do anything is refused with its place and a remedy."""

from __future__ import annotations

import pytest

CONSUMABLE = ("cost 3", "consumable")
DISCARD = ("cost 3", "discard")
TEMPORARY = ("monster mastermindbug", "temporary")


@pytest.mark.parametrize("line", ["bought: any number of times: you gain 1 energy"])
def test_what_is_done_any_number_of_times_can_be_declined(tokyo, duel, line):
    for author in (tokyo, duel):
        said = author.message(line)
        assert "4:11: 'any number of times:' needs something that can be declined" in said
        assert "write 'any number of times: you may …'" in said


def test_an_offer_may_be_made_any_number_of_times(tokyo, duel):
    for author in (tokyo, duel):
        assert author.only("bought: any number of times: you may gain 1 energy")


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        (
            "bought: all monsters your claws hit lose 1 extra heart",
            "'when your attack is settled:'",
        ),
        ("when you attack: if your claws hit a monster: you gain 1 star", "is settled:' only"),
        ("at the end of your turn: you may yield Tokyo", "'when you would be wounded:' only"),
        ("bought: you lose none of them", "'when you would lose hearts:' or"),
    ],
)
def test_a_word_of_a_moment_stands_behind_its_trigger_only(tokyo, line, behind):
    said = tokyo.message(line)
    assert f"means nothing behind '{line.partition(':')[0]}:'" in said
    assert behind in said


def test_a_card_does_something_while_it_is_there(tokyo, duel):
    for author in (tokyo, duel):
        said = author.message("you have +1 die", head=DISCARD)
        assert "is a discard card, and no line of it says 'bought:'" in said
        assert "write what it does behind 'bought:'" in said
    said = tokyo.message("at the start of your turn: you gain 1 star", head=CONSUMABLE)
    assert "is a consumable card, and no line of it says 'use this'" in said
    said = tokyo.message(
        "at the start of your turn: you gain 1 star", kind="evolution card", head=TEMPORARY
    )
    assert "is a temporary card, and no line of it says 'use this'" in said
    assert "behind 'you may use this:'" in said


def test_a_keyword_says_how_a_consumable_is_used(tokyo):
    text = 'power card a "A"\n  cost 3\n  {}\n  frenzy\n'
    assert tokyo.message_about(text.format("keep")).startswith("my.cards:1:1: only a consumable")
    said = tokyo.message("before you roll: you may use this: you gain 1 star")
    assert "only a consumable card says 'use this'" in said


def test_a_printed_name_belongs_to_one_card(tokyo):
    cards = 'power card a "Twin"\n  cost 3\n  keep\n\npower card b "TWIN"\n  cost 3\n  keep\n'
    said = tokyo.message_about(cards)
    assert "my.cards:5:1: 'a' is called \"TWIN\" too" in said
    assert "give one of the two another name" in said


def test_a_noise_token_has_a_shape_that_can_lie_on_a_track(duel):
    said = duel.message_about('noise token a "A"\n  covers 1 cell\n  has 3 cells\n')
    assert "'a' covers 1 and has 3 cells, which cannot be" in said
    assert "1 and 1, 2 and 2, 3 and 3, 2 and 3 or 3 and 2" in said
