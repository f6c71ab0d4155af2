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
        "  expected 'defeat', 'discard', 'exhaust', 'gain', 'lose', 'may' or another word\n"
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
        "my.cards:1:18: '\\t' cannot stand in a name: nobody could see it\n"
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
    assert message("  the opponent loses 1 life") == (
        "my.cards:3:16: 'loses' cannot stand here\n"
        "      the opponent loses 1 life\n"
        "                   ^^^^^\n"
        "  expected 'can', 'cannot', 'defeat' or 'have'\n"
        "  an effect needs to know when it happens: "
        "put 'play:', 'attack:' or 'defeated:' in front of it"
    )


def test_a_card_without_a_name_is_told_how_to_write_one() -> None:
    assert str(mistakes("creature lone-yeti\n  power 5\n")) == (
        "my.cards:1:10: 'lone-yeti' has no name\n"
        "    creature lone-yeti\n"
        "             ^^^^^^^^^\n"
        '  expected the name of the card in double quotes, such as "Lone Yeti"\n'
        '  write the printed name behind the id: lone-yeti "Lone Yeti"'
    )


CARD = 'creature yeti "Yeti"\n  power 5\n'
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
}


@pytest.mark.parametrize("kind", WRONG)
def test_every_kind_of_mistake_is_told_apart(kind: str) -> None:
    assert kinds(WRONG[kind]) == [kind]


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
    for text in WRONG.values():
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
        defined = [line for line in lines if line.startswith(("creature", "keyword"))]
        assert len(reading.module.cards) + len(reading.module.keywords) == len(defined)
