"""What card text becomes: explicit definitions."""

from __future__ import annotations

import pytest

from rules_dsl.definitions import Ability, Call, Card, Quantity, Selection
from rules_dsl.module import Module
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
FILES = [SPEC / "keywords.cards", SPEC / "first-contact.cards"]
GAME = read_files(FILES, VOCABULARY, rules=load_specification().rules)
CARDS = {card.id: card for card in GAME.cards}
THIS, YOU, OPPONENT, NATURE = Call("this"), Call("you"), Call("opponent"), Call("nature")
ALL = Quantity("all")


def ability(*lines: str) -> Ability:
    text = "\n".join(['creature yeti "Yeti"', "  power 5", *(f"  {line}" for line in lines)])
    (card,) = read_text(text, "my.cards", VOCABULARY, GAME).cards
    (found,) = card.abilities
    return found


def effect(text: str) -> Call:
    (call,) = ability(f"play: {text}").body
    return call


def test_first_contact_has_32_creatures_on_48_cards() -> None:
    assert len(GAME.cards) == 32
    assert sum(card.copies for card in GAME.cards) == 48
    assert [keyword.id for keyword in GAME.keywords] == [
        "frenzy",
        "hunter",
        "poisonous",
        "sneaky",
        "tough",
    ]


def test_a_card_keeps_what_is_printed_in_the_order_it_is_printed() -> None:
    turtle = CARDS["rhino-turtle"]
    assert turtle == Card(
        "rhino-turtle", "creature", "Rhino Turtle", 2, (("power", 8),), ("frenzy", "tough")
    )
    assert turtle.property("power") == 8


def test_you_choose_unless_the_text_names_somebody_else() -> None:
    own = effect("discard 2 cards")
    theirs = effect("the opponent discards 2 cards")
    random = effect("the opponent discards 2 random cards")
    for call, player, chooser in (
        (own, YOU, YOU),
        (theirs, OPPONENT, OPPONENT),
        (random, OPPONENT, NATURE),
    ):
        assert call["player"] == player
        assert call["cards"] == Selection(
            "card",
            Quantity("exactly", 2),
            zone=Call("hand", (("player", player),)),
            chooser=chooser,
        )


@pytest.mark.parametrize(
    ("text", "quantity", "chooser"),
    [
        ("a creature", Quantity("exactly", 1), YOU),
        ("3 creatures", Quantity("exactly", 3), YOU),
        ("up to 2 creatures", Quantity("up-to", 2), YOU),
        ("all creatures", ALL, None),
    ],
)
def test_how_many_is_written_out(text: str, quantity: Quantity, chooser: Call | None) -> None:
    assert effect(f"defeat {text}")["creatures"] == Selection("creature", quantity, chooser=chooser)


def test_another_is_one_that_is_not_this() -> None:
    assert effect("defeat another enemy creature") == effect("defeat a other enemy creature")


def test_the_plural_alone_means_all_in_what_lasts() -> None:
    found = ability("other allied creatures with power <= 4 have hunter and poisonous")
    others = Selection(
        "creature", ALL, "allied", True, filters=(Call("power-at-most", (("n", 4),)),)
    )
    assert found == Ability(
        "static",
        body=(
            Call("grant-keyword", (("subject", others), ("keyword", "hunter"))),
            Call("grant-keyword", (("subject", others), ("keyword", "poisonous"))),
        ),
    )


def test_a_replacement_has_a_condition_and_what_happens_instead() -> None:
    tough = next(keyword for keyword in GAME.keywords if keyword.id == "tough")
    assert tough.abilities == (
        Ability(
            "replace",
            "defeated",
            Call("not-exhausted", (("creature", THIS),)),
            (Call("exhaust", (("creatures", THIS),)),),
        ),
    )


def test_a_word_left_out_has_its_default() -> None:
    assert effect("put the top card of the unused pile into your hand")["amount"] == 1
    assert ability("this cannot block").body[0]["attacker"] is None


def test_a_line_and_a_block_mean_the_same() -> None:
    assert ability("play: if it is your turn: you gain 1 life") == ability(
        "play:", "  if it is your turn:", "    gain 1 life"
    )
    assert ability("while it is your turn: this has frenzy") == ability(
        "while it is your turn:", "  this has frenzy"
    )


def test_a_file_of_ones_own_may_define_keywords_and_use_all_that_are_known() -> None:
    text = """\
creature imp "Imp"
  power 2
  sneaky
  shy

keyword shy
  cites mb.attack.block
  this cannot block
"""
    module = read_text(text, "my.cards", VOCABULARY, GAME)
    assert module.cards[0].keywords == ("sneaky", "shy")
    assert [keyword.id for keyword in module.keywords] == ["shy"]


def test_every_part_knows_where_it_stands() -> None:
    text = 'creature imp "Imp"\n  power 2\n  play:\n    you gain 2 life\n'
    (card,) = read_text(text, "my.cards", VOCABULARY).cards
    (found,) = card.abilities
    (call,) = found.body
    assert (card.span.line, card.span.column, card.span.end_column) == (1, 1, 19)
    assert (found.span.line, found.span.end_line) == (3, 4)
    assert (call.span.line, call.span.column, call.span.end_column) == (4, 5, 20)


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(
    tmp_path: pytest.TempPathFactory,
) -> None:
    file = tmp_path / "my.cards"  # type: ignore[operator]
    file.write_bytes(b'\xef\xbb\xbfcreature imp "Imp"\r\n  power 2\r\n')
    assert read_files([file], VOCABULARY) == Module(
        (Card("imp", "creature", "Imp", properties=(("power", 2),)),)
    )
