"""What a player reads when a card is wrong: the place, the mistake, what to do."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.diagnostics import Diagnostics
from rules_dsl.errors import KaijuError
from rules_dsl.reader import decode_text, read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)


def mistakes(text: str) -> Diagnostics:
    with pytest.raises(Diagnostics) as caught:
        read_text(text, "my.cards", VOCABULARY, KEYWORDS, rules={"mb.keyword.tough"})
    return caught.value


def message(*lines: str) -> str:
    """The message about a card with these lines."""
    return str(mistakes("\n".join(['creature yeti "Yeti"', "  power 5", *lines])))


def kinds(text: str) -> list[str]:
    return [diagnostic.kind for diagnostic in mistakes(text).found]


def test_an_unknown_word_is_shown_with_what_it_may_have_meant() -> None:
    assert message("  play: you gian 2 life") == (
        "my.cards:3:13: 'gian' is not a word this language knows\n"
        "      play: you gian 2 life\n"
        "                ^^^^\n"
        "  expected 'acquire', 'attack', 'boost', 'copy', 'defeat', 'discard' or another word\n"
        "  did you mean 'gain'?"
    )


def test_a_thing_of_the_wrong_type_is_shown_with_what_would_fit() -> None:
    assert message("  play: defeat you") == (
        "my.cards:3:16: 'defeat' works on creatures, but 'you' is a player\n"
        "      play: defeat you\n"
        "                   ^^^\n"
        "  expected something like 'a creature'"
    )


def test_a_character_that_a_terminal_would_obey_is_spelled_out() -> None:
    assert message("  play: \x1b[2J") == (
        "my.cards:3:9: '\\x1b' has no meaning here\n"
        "      play: \N{REPLACEMENT CHARACTER}[2J\n"
        "            ^\n"
        "  leave it out"
    )
    assert str(mistakes('creature yeti "Ye\tti"\n  power 5')) == (
        "my.cards:1:18: '\\t' cannot stand here: nobody could see it\n"
        '    creature yeti "Ye\tti"\n'
        "                     ^\n"
        "  leave it out"
    )


def test_a_missing_colon_is_shown_where_it_belongs() -> None:
    assert message("  play you gain 2 life") == (
        "my.cards:3:7: a colon is missing after 'play'\n"
        "      play you gain 2 life\n"
        "          ^\n"
        "  write 'play:'"
    )


def test_a_line_that_is_too_deep_is_shown_with_the_depth_it_should_have() -> None:
    assert message("    tough") == (
        "my.cards:3:1: this line is indented deeper than the line above it, "
        "which opens no block\n"
        "        tough\n"
        "    ^^^^\n"
        "  indent it by 2 spaces, like the line above, or end that line with a colon"
    )


def test_a_line_between_two_depths_is_shown_with_those_that_are_open() -> None:
    assert message("  play:", "      defeat a creature", "    you gain 1 life") == (
        "my.cards:5:1: this line is indented by 4 spaces, which is the depth of no line above it\n"
        "        you gain 1 life\n"
        "    ^^^^\n"
        "  indent it by 2 or 6 spaces"
    )


def test_a_tab_is_not_an_indent() -> None:
    assert message("\ttough") == (
        "my.cards:3:1: this line is indented with a tab\n"
        "    \ttough\n"
        "    ^\n"
        "  indent with spaces, 2 for each level"
    )


def test_an_effect_without_a_trigger_is_told_that_it_needs_one() -> None:
    remedy = (
        "  an effect needs to know when it happens: put 'play:', 'attack:', 'defeated:', "
        "'action:', 'put into a discard pile:' or 'when you lose life:' in front of it"
    )
    assert message("  the opponent gains 1 life") == (
        "my.cards:3:16: 'gains' cannot stand here\n"
        "      the opponent gains 1 life\n"
        "                   ^^^^^\n"
        "  expected 'can', 'cannot', 'defeat', 'have', 'lose', 'must' or another word\n" + remedy
    )
    assert message("  the opponent loses 1 life") == (
        "my.cards:3:24: 'life' cannot stand here\n"
        "      the opponent loses 1 life\n"
        "                           ^^^^\n"
        "  expected 'more'\n" + remedy
    )
    assert message("  in discard pile: you gain 1 life").endswith(
        "  an effect needs to know when it happens: "
        "write 'in discard pile, when you lose life:' in front of it"
    )


def test_what_lasts_is_told_that_it_needs_a_duration_in_an_effect() -> None:
    assert message("  attack: a creature cannot block") == (
        "my.cards:3:22: 'cannot' cannot stand here\n"
        "      attack: a creature cannot block\n"
        "                         ^^^^^^\n"
        "  expected 'acquire', 'attack', 'boost', 'copy', 'defeat', 'discard' or another word\n"
        "  what lasts needs to know for how long: put 'until end of turn:' in front of it"
    )
    assert message("  attack: until end of turn: you gain 1 life").endswith(
        "  an effect happens at once: put it on a line of its own"
    )


def test_a_choice_is_told_to_put_each_effect_on_a_line() -> None:
    assert message("  play: choose one: defeat a creature") == (
        "my.cards:3:21: 'defeat' cannot stand here\n"
        "      play: choose one: defeat a creature\n"
        "                        ^^^^^^\n"
        "  expected the end of the line\n"
        "  put each effect on a line of its own, indented below this one"
    )
    assert message("  play: choose one:", "    defeat a creature") == (
        "my.cards:3:9: 'choose one' leaves no choice\n"
        "      play: choose one:\n"
        "            ^^^^^^^^^^^\n"
        "  expected two effects or more, each on a line of its own"
    )


def test_a_card_that_evolves_is_told_which_card_is_meant() -> None:
    assert message("  stage 1", "  evolves to yetti") == (
        "my.cards:4:14: there is no card 'yetti'\n"
        "      evolves to yetti\n"
        "                 ^^^^^\n"
        "  did you mean 'yeti'?"
    )
    assert message("  stage 1", "  evolves to yeti") == (
        "my.cards:4:14: 'yeti' (stage 1) cannot evolve to 'yeti' (stage 1)\n"
        "      evolves to yeti\n"
        "                 ^^^^\n"
        "  expected a creature of the next stage\n"
        "  check the 'stage' lines of both cards"
    )
    assert message("  action: evolve a creature") == (
        "my.cards:3:18: 'evolve' works on the creature itself, but 'a creature' is a creature\n"
        "      action: evolve a creature\n"
        "                     ^^^^^^^^^^\n"
        "  expected something like 'this'"
    )


def test_every_kind_of_card_is_told_what_it_can_have() -> None:
    assert str(mistakes('powr card zap "Zap"\n  cost 2\n')) == (
        "my.cards:1:1: 'powr' does not begin a definition\n"
        '    powr card zap "Zap"\n'
        "    ^^^^\n"
        "  expected 'creature', 'power card', 'die face' or 'keyword'\n"
        "  did you mean 'power'?"
    )
    assert str(mistakes('power zap "Zap"\n  cost 2\n')) == (
        "my.cards:1:7: 'zap' cannot stand here\n"
        '    power zap "Zap"\n'
        "          ^^^\n"
        "  expected 'card'"
    )
    assert message("  cost 2") == (
        "my.cards:3:3: a creature has no cost\n      cost 2\n      ^^^^^^\n  remove this line"
    )
    assert str(mistakes('power card zap "Zap"\n  cost 2\n  play: you gain 1 life\n')) == (
        "my.cards:3:3: a power card has 'bought:' abilities only\n"
        "      play: you gain 1 life\n"
        "      ^^^^^^^^^^^^^^^^^^^^^\n"
        "  remove this line"
    )
    assert message("  rolled: you gain 1 life") == (
        "my.cards:3:3: 'rolled:' stands on a die face only\n"
        "      rolled: you gain 1 life\n"
        "      ^^^^^^^^^^^^^^^^^^^^^^^\n"
        "  remove this line"
    )
    assert str(mistakes('die face six "Six"\n  nonsense')).splitlines()[3] == "  expected 'rolled:'"


def test_a_card_without_a_name_is_told_how_to_write_one() -> None:
    assert str(mistakes("creature lone-yeti\n  power 5\n")) == (
        "my.cards:1:10: 'lone-yeti' has no name\n"
        "    creature lone-yeti\n"
        "             ^^^^^^^^^\n"
        '  expected the name of the card in double quotes, such as "Lone Yeti"\n'
        '  write the printed name behind the id: lone-yeti "Lone Yeti"'
    )


CARD = 'creature yeti "Yeti"\n  power 5\n'
BEAR = 'creature bear "Bear"\n  power 6\n  stage 2\n'
CHOICE = "  play:\n    choose one:\n"
WRONG = {
    "unknown-keyword": CARD + "  this has huntr",
    "missing-property": 'creature yeti "Yeti"\n  tough',
    "duplicate-id": CARD + CARD,
    "duplicate": CARD + "  power 6",
    "out-of-range": 'creature yeti "Yeti"\n  power 0',
    "empty-block": CARD + "  play:",
    "unterminated-string": 'creature yeti "Yeti\n  power 5',
    "missing-name": 'creature yeti ""\n  power 5',
    "bad-id": 'creature öl "Öl"\n  power 5',
    "unknown-character": CARD + "  play: you gain 2 life.",
    "too-short": CARD + "  play: defeat",
    "missing-quantity": CARD + "  play: defeat creatures",
    "wrong-quantity": CARD + "  a creature has +1 power",
    "missing-random": CARD + "  play: you steal 2 cards",
    "missing-zone": CARD + "  play: play a card",
    "wrong-zone": CARD + "  play: defeat a creature from your hand",
    "contradiction": CARD + "  play: defeat all random creatures",
    "out-of-order": CARD + "  play: if you do: you gain 1 life",
    "unknown-rule": "keyword zap\n  cites mb.keyword.zap\n  this cannot block",
    "missing-cites": "keyword zap\n  this cannot block",
    "missing-ability": "keyword zap\n  cites mb.keyword.tough",
    "taken-id": "keyword play\n  cites mb.keyword.tough\n  this cannot block",
    "misplaced": CARD + "  cites mb.keyword.tough",
    "too-deep": CARD + "  play: " + "if it is your turn: " * 12 + "you gain 1 life",
    "wrong-indent": "  power 5",
    "unknown-card": CARD + "  stage 1\n  evolves to nobody",
    "wrong-stage": CARD + 'creature bear "Bear"\n  power 2\n  evolves to yeti',
    "missing-evolution": CARD + "  action: evolve this",
    "too-few": CARD + "  play: choose one:\n    you gain 1 life",
}
MORE_WRONG = [
    ("misplaced", 'power card zap "Zap"\n  cost 2\n  tough'),
    ("misplaced", 'power card zap "Zap"\n  cost 2\n  evolves to yeti'),
    ("misplaced", 'die face six "Six"\n  in discard pile: this has +1 power'),
    ("misplaced", "keyword zap\n  cites mb.keyword.tough\n  bought: you gain 1 life"),
    ("missing-property", 'power card zap "Zap"\n  bought: you gain 1 life'),
    ("duplicate", CARD + "  dice 1\n  dice 2"),
    ("duplicate", CARD + "  stage 1\n  evolves to bear\n  evolves to bear\n" + BEAR),
    ("out-of-order", CARD + "  play: defeat all creatures with the named keyword"),
    (
        "out-of-order",
        CARD + CHOICE + "      you may discard a card\n      if you do: you gain 1 life",
    ),
    ("contradiction", CARD + "  play: play a card that is boosted from your hand"),
    ("contradiction", CARD + "  play: discard a card with power <= 3"),
    ("wrong-type", CARD + "  while your hand is empty: this has frenzy"),
    ("wrong-type", CARD + "  play: discard this"),
    ("wrong-quantity", CARD + "  play: boost 2 split among a creature"),
    ("missing-colon", CARD + "  in discard pile this cannot block"),
    ("missing-colon", CARD + "  in discard pile, play you gain 1 life"),
    ("empty-block", CARD + "  play: choose one:"),
    ("empty-block", CARD + "  attack: until end of turn:"),
    ("too-short", CARD + "  evolves to"),
    ("bad-id", CARD + "  evolves to Bear"),
]


@pytest.mark.parametrize("kind", WRONG)
def test_every_kind_of_mistake_is_told_apart(kind: str) -> None:
    assert kinds(WRONG[kind]) == [kind]


@pytest.mark.parametrize(("kind", "text"), MORE_WRONG)
def test_the_same_kind_of_mistake_has_many_faces(kind: str, text: str) -> None:
    assert kinds(text) == [kind]


@pytest.mark.parametrize("copies", ["x0", "x100"])
def test_copies_have_a_range(copies: str) -> None:
    assert kinds(f'creature yeti "Yeti" {copies}\n  power 5') == ["out-of-range"]


def test_several_mistakes_are_shown_in_one_run_each_once() -> None:
    text = """\
creature yeti "Yeti"
  power 5
  play: you gian 2 life
  attack: defeat you
  defeated you gain 1 life
creatur bear "Bear"
  powr 3
creature owl "Owl"
  power 4
  play:
    defeat a creature
      you gain 1 life
    the opponent discards a crad
"""
    found = mistakes(text).found
    assert [(d.span.line, d.kind) for d in found] == [
        (3, "unknown-word"),
        (4, "wrong-type"),
        (5, "missing-colon"),
        (6, "unknown-word"),
        (7, "unknown-word"),
        (12, "wrong-indent"),
        (13, "unknown-word"),
    ]


def test_every_mistake_says_what_was_expected_or_what_to_do() -> None:
    for text in (*WRONG.values(), *(text for _, text in MORE_WRONG)):
        for diagnostic in mistakes(text).found:
            assert diagnostic.remedy or diagnostic.expected


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(KaijuError, match="byte 3 cannot be read"):
        decode_text(b"ok\xff", "my.cards")
    with pytest.raises(KaijuError, match="larger than 1 MiB"):
        decode_text(b"#" * (1024 * 1024 + 1), "my.cards")


def test_a_hostile_file_is_given_up_early() -> None:
    assert kinds(CARD + "  tough" + " " * 1000 + "x") == ["too-long"]
    assert kinds(CARD + "  this cannot block\n" * 200) == ["too-long"]
    found = mistakes((CARD + "  nonsense\n" * 150) * 2).found
    assert len(found) == 101
    assert found[-1].message == "only the first 100 mistakes are shown; there may be more"


BEGINNINGS = ("creature", "power", "die", "dice", "keyword")
WORDS = sorted({*VOCABULARY.spellings, "yeti", '"Yeti"', "x2", "5", "+1", ":", ",", "<=", "tough"})
LINES = st.tuples(
    st.sampled_from(["", "  ", "    ", "      ", " ", "\t"]),
    st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=8),
).map(lambda pair: pair[0] + " ".join(pair[1]))


@settings(deadline=None, max_examples=150)
@given(st.sampled_from(["", CARD]), st.lists(LINES, max_size=12))
def test_whatever_is_written_is_read_or_told_what_is_wrong(card: str, more: list[str]) -> None:
    text = card + "\n".join(more)
    (reading,) = read_together([("my.cards", text)], VOCABULARY, KEYWORDS)
    lines = reading.mistakes.source
    for diagnostic in reading.mistakes.found:
        assert 1 <= diagnostic.span.line <= len(lines)
        assert str(diagnostic).startswith(f"my.cards:{diagnostic.span.line}:")
    if not reading.mistakes.found:
        defined = [line for line in lines if line.startswith(BEGINNINGS)]
        assert len(reading.module.cards) + len(reading.module.keywords) == len(defined)
