"""What the card language does for King of Tokyo: monsters, prices, sorts of cards and dice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_dsl.definitions import Call, Keyword, Quantity, Selection
from rules_dsl.errors import KaijuError
from rules_dsl.formatter import format_reading
from rules_dsl.meaning import explain_card
from rules_dsl.module import Module
from rules_dsl.printer import print_keyword, print_module
from rules_dsl.reader import read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import HOLE_TYPES, Vocabulary

SPEC = spec_root() / "tokyo"
TABLE = SPEC / "vocabulary.toml"
VOCABULARY = Vocabulary.load(TABLE)
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)
FILES = sorted(SPEC.glob("*.cards"))
SETS = ("keywords", "base", "base-current", "mindbug", "evolutions")
ALL = read_files([SPEC / f"{file}.cards" for file in SETS], VOCABULARY)
BOX = {card.id: card for card in ALL.cards}
YOU, THIS = Call("you"), Call("this")
EVERY, ONE = Quantity("all"), Quantity("exactly", 1)


def known_to(path: Path) -> Module:
    """What a file of cards builds on."""
    return Module() if path.stem == "keywords" else KEYWORDS


# --- every card and keyword ---


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_printed_and_read_back_is_the_same_file(path: Path) -> None:
    module = read_text(path.read_text("utf-8"), path.name, VOCABULARY, known_to(path))
    written = print_module(module, VOCABULARY)
    again = read_text(written, "printed.cards", VOCABULARY, known_to(path))
    assert again == module
    assert print_module(again, VOCABULARY) == written


@pytest.mark.parametrize("keyword", KEYWORDS.keywords, ids=lambda keyword: keyword.id)
def test_a_keyword_printed_and_read_back_is_the_same_keyword(keyword: Keyword) -> None:
    written = print_keyword(keyword, VOCABULARY)
    (again,) = read_text(written, "printed.cards", VOCABULARY).keywords
    assert again == keyword
    assert print_keyword(again, VOCABULARY) == written


def test_what_an_author_writes_loosely_is_formatted_once_and_for_all(tokyo) -> None:
    loose = tokyo.text(
        "during your roll: you may take 1 smoke counters off this:  # puff",
        "    gain 1 rerolls",
        "    if this are empty: discard this",
        "Bought: put 3 smoke counter on this",
        head=("KEEP", "cost 4"),
    )
    tidy = """\
power card probe "Probe"
  cost 4
  keep
  during your roll:  # puff
    you may take 1 smoke counter off this:
      you gain 1 reroll
      if this is empty: discard this
  bought: put 3 smoke counters on this
"""
    for each in (loose, tidy):
        (reading,) = read_together([("my.cards", each)], VOCABULARY, KEYWORDS)
        assert not reading.mistakes.found
        assert format_reading(reading, VOCABULARY) == tidy


# --- the table ---


def test_what_a_choice_is_misheard_as_is_a_choice() -> None:
    misheard = [kind for kind in VOCABULARY.types.values() if kind.misheard]
    assert {kind.id for kind in misheard} == {"limit", "extreme"}
    for kind in misheard:
        assert {each for pair in kind.misheard for each in pair} <= {v for _, v in kind.choices}


def test_a_type_is_filled_as_the_one_it_is_like() -> None:
    assert VOCABULARY.calls["reroll"].hole("dice").like == "creatures"
    assert VOCABULARY.calls["has"].hole("n").like == "integer"
    assert VOCABULARY.calls["gain-stars"].hole("player").like == "player"
    for word in VOCABULARY.words:
        for hole in word.holes:
            kind = VOCABULARY.types[hole.type]
            assert hole.like == (kind.like or hole.type)
            assert kind.choices or hole.like in HOLE_TYPES


def test_a_type_like_one_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    odd = '\n[types.beasts]\none = "a"\nmany = "b"\nexample = "c"\nlike = "wolves"\n'
    file.write_text(TABLE.read_text("utf-8") + odd, "utf-8")
    with pytest.raises(KaijuError, match="the type `beasts` needs `choices`, or is misspelled"):
        Vocabulary.load(file)


# --- monsters ---


def monsters(call: Call) -> Selection:
    found = call["player"]
    assert isinstance(found, Selection)
    assert found.noun == "monster"
    return found


def test_monsters_are_named_by_noun_phrases_and_all_of_them_ask_nobody(tokyo) -> None:
    found = monsters(tokyo.only("bought: all other monsters lose 2 hearts"))
    assert (found.quantity, found.other, found.filters, found.chooser) == (EVERY, True, (), None)
    assert not monsters(tokyo.only("bought: all monsters lose 3 hearts")).other


def test_you_choose_where_a_number_of_monsters_is_meant(tokyo) -> None:
    for said, quantity in (("another monster loses", ONE), ("up to 2 other monsters lose", None)):
        found = monsters(tokyo.only(f"bought: {said} 1 heart"))
        assert found.quantity == (quantity or Quantity("up-to", 2))
        assert (found.other, found.chooser) == (True, YOU)


def test_monsters_can_be_told_apart_by_several_things_at_once(tokyo) -> None:
    call = tokyo.only("bought: all monsters beside you and with a Mindbug token lose 1 heart")
    assert [each.word for each in monsters(call).filters] == ["beside-you", "with-token"]


def test_a_constant_names_monsters_without_all(tokyo) -> None:
    assert tokyo.only("you aim claws at other monsters")["targets"] == Selection(
        "monster", EVERY, other=True
    )
    assert tokyo.printed("all other monsters have -1 reroll") == "other monsters have -1 reroll"
    assert "'a monster' cannot be picked here" in tokyo.message("a monster cannot lose hearts")


@pytest.mark.parametrize("who", ["you", "that monster", "the attacker", "the hunted monster"])
def test_one_monster_can_be_named_by_its_part_in_the_story(tokyo, who: str) -> None:
    call = tokyo.only(f"when you wound a monster: {who} lose 1 heart")
    assert isinstance(call["player"], Call)


def test_they_are_each_of_the_monsters_the_effect_is_about() -> None:
    (*_, call) = BOX["vast-storm"].abilities[0].body
    tally = call["count"]
    assert isinstance(tally, Call)
    assert (tally.word, tally["player"]) == ("per", Call("they"))


# --- prices ---


def test_a_price_stands_between_you_may_and_the_colon(tokyo) -> None:
    call = tokyo.only("at any time: you may pay 2 energy: you gain 1 heart")
    assert call.word == "may-first"
    assert call["cost"] == Call("pay", (("amount", 2),))
    assert [each.word for each in call["body"]] == ["gain-hearts"]


def test_without_a_colon_there_is_no_price(tokyo) -> None:
    call = tokyo.only("before you roll: you may take control of Tokyo")
    assert (call.word, call["body"]) == ("may", (Call("take-tokyo"),))


def test_every_effect_of_yours_can_be_a_price(tokyo) -> None:
    cost = tokyo.only(
        "before you resolve your roll: you may discard this: change a die to any face"
    )
    assert cost["cost"].get("cards") == THIS
    assert tokyo.only("bought: you may lose 1 star: you gain 1 heart")["cost"].get("player") == YOU


def test_what_was_paid_can_be_counted_in_what_follows(tokyo) -> None:
    line = "bought: you may roll 1 die: you gain 1 heart for each heart rolled this way"
    assert tokyo.printed(line) == line
    assert "nothing is rolled before this" in tokyo.message(
        "bought: you may pay 1 energy: you gain 1 heart for each heart rolled this way"
    )


def test_what_a_price_buys_stands_below_it_if_it_is_more_than_one_thing(tokyo) -> None:
    lines = tokyo.printed(
        "bought: you may pay 1 energy:", "    you gain 1 heart", "    you gain 1 star"
    ).splitlines()
    assert lines == [
        "bought:",
        "  you may pay 1 energy:",
        "    you gain 1 heart",
        "    you gain 1 star",
    ]


def test_a_price_is_told_with_all_its_words() -> None:
    told = [line.strip() for line in explain_card(BOX["metamorph"], {}, VOCABULARY)]
    words = [line.partition(":")[0] for line in told]
    assert words[-7:] == [
        "repeatedly",
        "may-first",
        "discard",
        "player",
        "cards",
        "take-back",
        "amount",
    ]
    assert told[-3] == "cards: exactly 1 card of type keep in the area of you chosen by you"


@pytest.mark.parametrize("cost", ["all monsters lose 1 heart", "if you are in Tokyo", "you pay 1"])
def test_a_price_is_one_thing_that_you_do(tokyo, cost: str) -> None:
    assert re.search(
        r"my.cards:4:\d+: '.+' cannot stand here", tokyo.message(f"bought: you may {cost}:")
    )


def test_only_you_pay(tokyo) -> None:
    assert tokyo.message("bought: all monsters pay 2 energy") == (
        "my.cards:4:11: only 'you' can 'pay', but the line says 'all monsters'\n"
        "      bought: all monsters pay 2 energy\n"
        "              ^^^^^^^^^^^^\n"
        "  remove 'all monsters'"
    )


# --- cards and dice ---


def test_a_sort_of_cards_stands_before_the_noun(tokyo) -> None:
    cards = tokyo.only("bought: discard a keep card from your area")["cards"]
    assert cards == Selection(
        "card",
        ONE,
        zone=Call("area", (("player", YOU),)),
        filters=(Call("of-type", (("type", "keep"),)),),
        chooser=YOU,
    )
    wares = tokyo.only("keep cards you buy have -1 cost")["subject"]
    assert [each.word for each in wares.filters] == ["of-type", "you-buy"]
    assert "'keep' cannot stand here" in tokyo.message("bought: discard a card keep from your area")


def test_a_property_can_be_a_word() -> None:
    card = BOX["chew-pinch-catch-and-smack"]
    assert card.properties == (
        ("monster", "sharky-crab-dog-mummypus-zilla"),
        ("stay", "temporary"),
    )
    assert (card.choice("stay"), card.choice("cost"), card.property("cost")) == (
        "temporary",
        None,
        0,
    )
    assert (BOX["heal"].property("cost"), BOX["heal"].choice("type")) == (3, "discard")
    assert BOX["heal"].property("type") == 0  # a word is no number


def test_a_filter_tells_only_its_own_things_apart(tokyo) -> None:
    assert tokyo.message("bought: reroll a die in Tokyo") == (
        "my.cards:4:24: 'in Tokyo' tells monsters apart, not dice\n"
        "      bought: reroll a die in Tokyo\n"
        "                           ^^^^^^^^\n"
        "  leave it out"
    )
    assert "'showing heart' tells dice apart, not monsters" in tokyo.message(
        "bought: all monsters showing heart lose 1 heart"
    )


@pytest.mark.parametrize(
    "line",
    [
        "before you roll: hunt {}monsters",
        "bought: choose {}monsters",
        "bought: draw the top evolution card of {}monsters",
        "bought: put the mimic token on {}cards from any area",
    ],
)
@pytest.mark.parametrize("many", ["all ", "2 ", "up to 2 "])
def test_a_word_about_one_thing_takes_no_more(tokyo, line: str, many: str) -> None:
    assert "is about one thing, but" in tokyo.message(line.format(many))
    assert tokyo.read(line.format("a "))


# --- numbers and their words ---


@pytest.mark.parametrize(
    ("loose", "tidy"),
    [
        ("bought: add 1 claws to your roll", "bought: add 1 claw to your roll"),
        ("bought: add 2 claw to your roll", "bought: add 2 claws to your roll"),
        ("bought: add 2 energy to your roll", "bought: add 2 energy to your roll"),
        ("bought: put 3 smoke counter on this", "bought: put 3 smoke counters on this"),
        ("bought: you get 1 mindbug tokens", "bought: you get 1 Mindbug token"),
        ("you have -1 dice", "you have -1 die"),
        ("you have -2 die", "you have -2 dice"),
        ("bought: all other monster loses 1 hearts", "bought: all other monsters lose 1 heart"),
        ("bought: another monsters lose 2 heart", "bought: another monster loses 2 hearts"),
        (
            "bought: if you has exactly 1 stars: gain 1 star",
            "bought: if you have exactly 1 star: you gain 1 star",
        ),
        (
            "bought: if you have exactly 0 star: gain 1 star",
            "bought: if you have exactly 0 stars: you gain 1 star",
        ),
        (
            "bought: if you rolled at least 3 two: gain 1 star",
            "bought: if you rolled at least 3 twos: you gain 1 star",
        ),
        ("bought: set aside a die showing claws", "bought: set aside a die showing claw"),
    ],
)
def test_words_agree_with_their_numbers(tokyo, loose: str, tidy: str) -> None:
    assert tokyo.printed(loose) == tidy
    assert tokyo.read(loose) == tokyo.read(tidy)


def test_none_at_all_is_something_to_have_but_nothing_to_gain(tokyo) -> None:
    assert (
        tokyo.only("bought: if you have exactly 0 energy: you gain 1 star")["condition"]["n"] == 0
    )
    assert tokyo.message("bought: you gain 0 stars") == (
        "my.cards:4:20: 'gain' cannot go with 0\n"
        "      bought: you gain 0 stars\n"
        "                       ^\n"
        "  expected a number from 1 to 99"
    )
