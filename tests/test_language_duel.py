"""What the card language does for Duel: monsters, noise tokens, tracks and their rolls."""

from __future__ import annotations

import pytest

from rules_dsl.definitions import Call, Quantity, Selection
from rules_dsl.meaning import explain_card
from rules_dsl.mutate import misreadings
from rules_dsl.reader import read_files
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "duel"
TABLE = SPEC / "vocabulary.toml"
VOCABULARY = Vocabulary.load(TABLE)
FILES = sorted(SPEC.glob("*.cards"))
MODULE = read_files(FILES, VOCABULARY)
BOX = {card.id: card for card in MODULE.cards}
YOU, RIVAL = Call("you"), Call("rival")
EVERY, ONE = Quantity("all"), Quantity("exactly", 1)
KEEP = ("cost 3", "keep")


# --- every definition ---


def test_every_definition_can_be_explained() -> None:
    for card in BOX.values():
        first, *_ = explain_card(card, {}, VOCABULARY)
        assert first.startswith(card.name)


def test_every_misreading_changes_something_names_rules_and_can_be_told() -> None:
    found = misreadings(MODULE, VOCABULARY)
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert each.rules, each.id
        assert each.before != each.after
        assert each.difference(VOCABULARY)


# --- monsters ---


def test_the_word_for_the_two_monsters_also_begins_the_definition_of_one(duel) -> None:
    assert BOX["the-king"].kind == "monster"
    assert BOX["the-king"].properties == (("hearts", 15),)
    call = duel.only("bought: all monsters take 5 hits")
    assert call["player"] == Selection("monster", EVERY)


def test_monsters_are_told_apart_by_their_spotlight(duel) -> None:
    line = "bought: all monsters with a marker in their spotlight take 4 hits"
    assert duel.printed(line) == line
    assert duel.only(line)["player"].filters == (Call("in-spotlight"),)


def test_the_rival_is_one_and_you_are_several(duel) -> None:
    assert duel.printed("bought: you takes 2 hit") == "bought: you take 2 hits"
    assert duel.printed("bought: the rival take 1 hits") == "bought: the rival takes 1 hit"


@pytest.mark.parametrize("id", ["alienoid", "cyber-kitty"])
def test_the_plus_line_of_a_power_is_offered_each_time_the_line_it_adds_to_was_used(
    id: str,
) -> None:
    (ability,) = BOX[id].abilities
    (call,) = ability.body
    (activation,) = call["body"] if call.word == "repeatedly" else (call,)
    assert activation["cost"] == Call("spend", (("amount", 2), ("face", "power")))
    _, plus = activation["body"]
    assert plus["cost"] == Call("spend", (("amount", 1), ("face", "power")))


# --- noise tokens ---


def test_what_a_cell_gives_stands_behind_its_number_and_a_cell_without_a_line_is_empty() -> None:
    assert BOX["penguin"].properties == (("covers", 2), ("cells", 3))
    (ability,) = BOX["penguin"].abilities
    assert (ability.head, [each.word for each in ability.body]) == ("second-cell", ["hit"])
    assert BOX["alien"].abilities == ()


def test_a_noise_token_has_lines_about_its_cells_only(duel) -> None:
    head = ("covers 1 cell", "has 1 cell")
    only_cells = "a noise token has 'first cell:', 'second cell:' or 'third cell:' abilities only"
    for line in ("bought: take another turn", "you cannot be hit"):
        assert only_cells in duel.message(line, kind="noise token", head=head)
    wanted = "'first cell:' stands on a noise token only"
    assert wanted in duel.message("first cell: you gain 1 heart")
    assert "a noise token has no cost" in duel.message("cost 3", kind="noise token", head=head)
    assert "'probe' has no covers" in duel.message(
        "first cell: you gain 1 heart", kind="noise token", head=("has 1 cell",)
    )


def test_a_power_card_may_come_with_a_noise_token_of_the_box(duel) -> None:
    assert BOX["acid-attack"].choice("noise") == "tiger"
    assert BOX["extra-head"].choice("noise") is None
    assert "'tigre'" in duel.message("bought: take another turn", head=(*KEEP, "noise tigre"))


def test_only_the_kings_token_belongs_to_a_monster_and_asks_who_pulls() -> None:
    king = BOX["king"]
    assert (king.copies, king.choice("monster")) == (2, "the-king")
    (line,) = king.abilities[0].body
    assert line["condition"] == Call("rival-is", (("player", YOU), ("monster", "the-king")))


# --- what lasts, and whose turn ---


def test_what_waits_for_a_turn_of_the_rival_is_something_that_lasts(duel) -> None:
    call = duel.only("bought: in the rival's next turn: the rival has -1 die")
    assert (call.word, call["player"]) == ("next-turn", RIVAL)
    assert [each.word for each in call["body"]] == ["modify-dice"]
    assert "'pull' cannot stand here" in duel.message(
        "bought: in the rival's next turn: pull the fame marker 1 cell"
    )


def test_who_discards_chooses_and_the_area_says_whose_cards_they_are(duel) -> None:
    call = duel.only("bought: discard a keep card from the rival's area")
    assert (call["player"], call["cards"].chooser) == (YOU, YOU)
    assert call["cards"].zone == Call("area", (("player", RIVAL),))
    assert duel.only("the rival can discard a keep card from your area")["cards"].chooser == RIVAL
    assert "is about one thing" in duel.message("you can discard 2 cards from your area")


def test_symbols_are_counted_anew_for_each_thing_that_lasts(duel) -> None:
    call = duel.only("you have +1 claw in your roll for each marker in a spotlight")
    assert (call["amount"], call["face"]) == (1, "claw")
    assert call["count"] == Call("markers-in-spotlights")
    assert duel.printed("you have +2 claw in your roll") == "you have +2 claws in your roll"


def test_several_effects_can_be_one_thing_to_choose() -> None:
    (choice,) = BOX["hibernation"].abilities[1].body
    leave, stay = choice["body"]
    assert (leave.word, stay.word) == ("discard", "all-of")
    assert [each.word for each in stay["body"]] == ["gain-hearts", "end-turn"]


@pytest.mark.parametrize(
    ("loose", "tidy"),
    [
        ("bought: pull the fame marker 1 cells", "bought: pull the fame marker 1 cell"),
        ("bought: pull the fame marker 2 cell", "bought: pull the fame marker 2 cells"),
        ("bought: get 1 dice tokens", "bought: you get 1 dice token"),
        (
            "after you roll: if you rolled at least 1 claws: gain 1 energy",
            "after you roll: if you rolled at least 1 claw: you gain 1 energy",
        ),
        (
            "after you roll: if you rolled exactly 0 claw: gain 1 energy",
            "after you roll: if you rolled exactly 0 claws: you gain 1 energy",
        ),
    ],
)
def test_words_agree_with_their_numbers(duel, loose: str, tidy: str) -> None:
    assert duel.printed(loose) == tidy
