"""What card text becomes: explicit definitions."""

from __future__ import annotations

import pytest

from rules_dsl.definitions import Ability, Call, Card, Quantity, Selection
from rules_dsl.grammar import grammar_for, grammar_of
from rules_dsl.module import Module
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary, _load

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
FILES = [SPEC / "keywords.cards", SPEC / "first-contact.cards"]
SETS = ("beyond-evolution", "beyond-eternity", "king-of-tokyo", "new-servants", "promos")
GAME = read_files(FILES, VOCABULARY, rules=load_specification().rules)
MORE = read_files([SPEC / f"{name}.cards" for name in SETS], VOCABULARY, GAME)
CARDS = {card.id: card for card in (GAME + MORE).cards}
THIS, YOU, OPPONENT, NATURE = Call("this"), Call("you"), Call("opponent"), Call("nature")
ALL = Quantity("all")
ALLIES = Selection("creature", ALL, "allied")


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


def test_a_power_card_and_a_die_face_are_cards_of_their_own_kind() -> None:
    frenzy = Call("grant-keyword", (("subject", ALLIES), ("keyword", "frenzy")))
    lasts = Call("until-end-of-turn", (("body", (frenzy,)),))
    assert CARDS["rage"] == Card(
        "rage",
        "power-card",
        "Rage",
        properties=(("cost", 1),),
        abilities=(Ability("trigger", "bought", None, (lasts,)),),
    )
    assert (CARDS["growth-1"].kind, CARDS["growth-1"].abilities[0].head) == ("die-face", "rolled")


def test_what_a_card_may_leave_out_is_nothing() -> None:
    assert (CARDS["kong"].property("dice"), CARDS["gorillion"].property("dice")) == (1, 0)
    text = 'creature imp "Imp"\n  stage 1\n  dice 2\n  power 3\n'
    (card,) = read_text(text, "my.cards", VOCABULARY).cards
    assert card.properties == (("power", 3), ("dice", 2), ("stage", 1))


def test_a_card_names_the_card_it_evolves_to() -> None:
    assert CARDS["cloud-lady"].evolves_to == "typhoon-princess"
    assert CARDS["cloud-lady"].abilities[0].body[-1] == Call("evolve", (("creatures", THIS),))
    assert CARDS["thunder-queen"].evolves_to is None


def test_an_ability_says_in_which_zone_it_works() -> None:
    more = Call("loses-more-life", (("player", OPPONENT), ("amount", 2)))
    assert CARDS["blessed-killer-bee"].abilities == (Ability("rule", body=(more,), zone="discard"),)
    play = Call("may", (("body", (Call("play-card", (("cards", THIS),)),)),))
    assert CARDS["hyenix"].abilities == (
        Ability("trigger", "life-lost", body=(play,), zone="discard"),
    )
    assert ability("in discard pile, while it is your turn: this cannot block").condition
    assert CARDS["peacasus"].abilities[0].zone == "play"


def test_you_pick_what_lasts_until_end_of_turn() -> None:
    (call,) = CARDS["turf-the-surfer"].abilities[0].body
    picked = Selection("creature", Quantity("exactly", 1), chooser=YOU)
    assert call["body"] == (Call("cannot-block", (("blockers", picked), ("attacker", None))),)
    call = effect("until end of turn: up to 2 random enemy creatures have +1 power and frenzy")
    some = Selection("creature", Quantity("up-to", 2), "enemy", chooser=NATURE)
    assert [each["subject"] for each in call["body"]] == [some, some]  # type: ignore[attr-defined]


def test_a_plural_lasts_for_all_until_end_of_turn() -> None:
    call = effect("until end of turn: allied creatures have +1 die")
    assert call["body"] == (Call("modify-dice", (("subject", ALLIES), ("amount", 1))),)


def test_a_choice_has_its_alternatives() -> None:
    (call,) = CARDS["goat-dragon"].abilities[0].body
    body = call["body"]
    assert isinstance(body, tuple)
    assert [each.word for each in body] == ["boost", "defeat"]


def test_what_is_counted_is_none_unless_the_text_says_for_each() -> None:
    enemies = Call("count", (("selection", Selection("creature", ALL, "enemy")),))
    assert effect("the opponent discards a card")["count"] is None
    assert effect("the opponent discards a card for each enemy creature")["count"] == enemies
    assert effect("gain 1 life for each enemy creature")["count"] == enemies
    assert effect("lose 1 life for each unused Mindbug of the opponent")["count"] == Call(
        "unused-mindbugs", (("player", OPPONENT),)
    )
    assert ability("this has frenzy and +2 power for each enemy creature").body[1]["count"] == (
        enemies
    )


def test_you_take_control_unless_somebody_else_does() -> None:
    assert effect("take control of a creature")["player"] == YOU
    assert effect("the opponent takes control of this")["player"] == OPPONENT


def test_cards_are_told_apart_by_what_is_printed_on_them() -> None:
    call = effect("play a card with a defeated effect from any discard pile")
    assert call["cards"] == Selection(
        "card",
        Quantity("exactly", 1),
        zone=Call("any-discard-pile"),
        filters=(Call("with-effect", (("trigger", "defeated"),)),),
        chooser=YOU,
    )


def test_a_discard_pile_is_named_by_its_player() -> None:
    found = ability("while the opponent's discard pile is empty: this has frenzy")
    assert found.condition == Call("empty-discard", (("player", OPPONENT),))


def test_what_is_read_does_not_depend_on_what_else_could_be_said() -> None:
    """A reader knows the words of a text at first, and all others when it needs them."""
    table = (SPEC / "vocabulary.toml").read_text(encoding="utf-8")
    for file in FILES, [FILES[0], *(SPEC / f"{name}.cards" for name in SETS)]:
        few, whole = (_load(table, f"vocabulary of {file} {number}") for number in range(2))
        grammar_of(whole)
        assert read_files(file, few) == read_files(file, whole)
        assert grammar_for(few, ()).said is not None
        assert grammar_for(whole, ()).said is None


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
