"""What can be misheard in the text of all sets, and how it reads then."""

from __future__ import annotations

import pytest

from rules_dsl.module import Module
from rules_dsl.mutate import misreadings
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
GAME = read_files(sorted(SPEC.glob("*.cards")), VOCABULARY)
FOUND = {misreading.id: misreading for misreading in misreadings(GAME, VOCABULARY)}


def test_each_is_another_one_and_shows() -> None:
    assert len(FOUND) == len(misreadings(GAME, VOCABULARY))
    for misreading in FOUND.values():
        assert misreading.before != misreading.after, misreading.id
        assert misreading.difference(VOCABULARY), misreading.id
        assert misreading.rules, misreading.id


def test_no_two_of_a_card_are_the_same() -> None:
    seen = {misreading.after for misreading in FOUND.values()}
    assert len(seen) == len(FOUND)


def test_every_card_with_text_can_be_misheard() -> None:
    misheard = {misreading.definition for misreading in FOUND.values()}
    assert {card.id for card in GAME.cards if card.abilities} <= misheard


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("captain-hippo/1:having", "with hunter", "without hunter"),
        ("cheery-chimpborg/1:one-less", "controls 3 or more", "controls 2 or more"),
        (
            "the-lurker/1:fewer",
            "you control more creatures than the opponent",
            "the opponent controls more creatures than you",
        ),
        ("blessed-shield-bugs/1:in-play", "in discard pile: ", ""),
        ("cursed-gorillion/1:one-less", "-2 power", "-3 power"),
        ("ant-zombie-horde/1:one-less", "boost 2", "boost 1"),
        ("ant-zombie-horde/1:one-more", "boost 2", "boost 3"),
        ("duckdra/1:must", "you may defeat", "defeat"),
        ("ferret-pacifier/1:lowest", "highest", "lowest"),
        ("majestic-manticore/1:highest", "lowest", "highest"),
        ("agile-rooster/1:one-more", "more than 1", "more than 2"),
        ("froblin-instigator/1:uncounted", " for each other allied creature", ""),
        ("froblin-instigator/1:other-dropped", "other allied", "allied"),
        ("chuckling-chimpborg/1:opponent-you-2", "Mindbug of the opponent", "Mindbug of you"),
        ("boogie-woogie/1:own-pile", "any discard pile", "your discard pile"),
        ("bookwyrm/1:other-hand", "your hand", "the opponent's hand"),
        ("monster-buddies/1:filter-dropped", " with a play effect", ""),
        ("utility-bug/1:of-attack", "the play effect of", "the attack effect of"),
        ("turf-the-surfer/1:all", "a creature cannot", "creatures cannot"),
        ("rage/1:allied-any", "allied creatures", "creatures"),
        ("growth-2/1:one-more", "+2 power", "+3 power"),
        ("radioactive-rabbit/1:opponent-you", "the opponent takes", "take"),
    ],
)
def test_the_text_shows_the_change(id: str, old: str, new: str) -> None:
    removed, added = FOUND[id].difference(VOCABULARY).splitlines()
    assert (removed[0], added[0]) == ("-", "+")
    assert removed[1:].replace(old, new, 1) == added[1:]


@pytest.mark.parametrize(
    ("id", "lines"),
    [
        ("cloud-lady/1:not-evolved", ["-    evolve this"]),
        ("cloud-lady/1:never", ["-  action:"]),
        ("goat-dragon/1:without-1", ["-      boost 1 to a creature", "+  play: defeat a creature"]),
        ("goat-dragon/1:all-of-them", ["-    choose one:", "+    boost 1 to a creature"]),
        ("rage/1:never", ["-  bought: until end of turn: allied creatures have frenzy"]),
        ("hyenix/1:never", ["-  in discard pile, when you lose life: you may play this"]),
        ("dr-orange-u-tan/1:no-if-you-do", ["-    if you do: return all enemy creatures"]),
        ("tornado-dragon/1:no-for-each", ["-    for each card discarded this way: defeat"]),
    ],
)
def test_lines_come_and_go(id: str, lines: list[str]) -> None:
    shown = FOUND[id].difference(VOCABULARY).splitlines()
    for line in lines:
        assert any(each.startswith(line) for each in shown), shown


def test_what_lasts_can_be_forgotten_while_the_rest_happens() -> None:
    text = """\
creature imp "Imp"
  power 2
  attack:
    you gain 1 life
    until end of turn: this has frenzy
"""
    cards = read_text(text, "my.cards", VOCABULARY, GAME)
    heard = {each.id for each in misreadings(cards + Module((), GAME.keywords), VOCABULARY)}
    assert "imp/1:nothing-lasts" in heard
    assert "imp/1:last-dropped" not in heard  # it is the same
    assert "blastfish/1:nothing-lasts" not in FOUND  # nothing else happens, so it is never


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("cloud-lady/1:not-evolved", "Cloud Lady did not evolve"),
        ("goat-dragon/1:without-2", "Goat Dragon did not offer choice 2"),
        ("rage/1:twice", "the effect of Rage happened twice"),
        ("hyenix/1:never", "the 'when you lose life' effect of Hyenix never happened"),
        (
            "captain-hippo/1:having",
            "Captain Hippo's 'with HUNTER' was read as 'without HUNTER'",
        ),
        (
            "blessed-killer-bee/1:in-play",
            "Blessed Killer Bee did this in play, not in a discard pile",
        ),
    ],
)
def test_the_words_are_those_of_a_player(id: str, said: str) -> None:
    assert FOUND[id].words == said
