"""Misreadings of cards and keywords: each is what somebody could have understood instead."""

from __future__ import annotations

import pytest

from conformance.engines.rulesets import ruleset
from conformance.mutants.catalogue import by_id, definition_misreadings, mutants
from conformance.mutants.mutant import vocabulary
from rules_dsl.mutate import misreadings
from rules_dsl.reader import read_text
from rules_dsl.specification import load_specification

GAME = "mindbug/first-contact"
ALL = "mindbug/all"


@pytest.fixture(scope="module")
def words():
    return vocabulary(GAME)


@pytest.fixture(scope="module")
def found():
    return {misreading.id: misreading for misreading in definition_misreadings(ALL)}


def test_they_are_made_the_same_way_every_time(words):
    module = ruleset(GAME, {}, ()).module
    assert misreadings(module, words) == misreadings(module, words)


def test_ids_are_unique_and_name_the_card(found):
    assert len(found) == len(definition_misreadings(ALL))
    for id, misreading in found.items():
        assert id.removeprefix("keyword/").startswith(misreading.definition)


def test_there_are_enough_of_them():
    assert len(mutants()) >= 250
    assert len(by_id()) == len(mutants())


def test_the_cards_of_every_set_are_misread(found):
    files = {misreading.before.span.file for misreading in found.values()}
    for file in load_specification().sets["mindbug"].values():
        assert any(each.endswith(file) for each in files), file


def test_more_sets_leave_those_of_a_set_as_they_are(found):
    alone = {misreading.id: misreading for misreading in definition_misreadings(GAME)}
    assert alone == {id: each for id, each in found.items() if id in alone}
    assert [id for id in found if id in alone] == list(alone)


@pytest.mark.parametrize(
    ("id", "cards"),
    [
        ("bee-bear/1:dropped", {"bee-bear"}),
        ("thunder-queen/1:never", {"thunder-queen", "typhoon-princess", "cloud-lady"}),
    ],
)
def test_an_earlier_stage_brings_a_misread_stage_into_the_game(id, cards):
    assert by_id()[id].touches == {f"card:{card}" for card in cards}


def test_who_has_or_gives_dice_brings_a_misread_side_of_the_die_into_the_game():
    touches = by_id()["smash/1:never"].touches
    assert {"card:smash", "card:kong", "card:mechamster", "card:extra-head"} <= touches
    assert not {"card:sheriff", "card:ambush", "card:bee-bear"} & touches


def test_their_rules_exist():
    rules = load_specification().rules
    for mutant in mutants():
        assert mutant.rules, mutant.id
        assert set(mutant.rules) <= rules.keys(), mutant.id


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("bee-bear/1:at-most-less", "creatures with power <= 6", "creatures with power <= 5"),
        ("brain-fly/1:at-least-too-far", "power >= 6", "power >= 5"),
        ("harpy-mother/1:up-to-exactly", "up to 2 creatures", "2 creatures"),
        ("compost-dragon/1:other-pile", "your discard pile", "the opponent's discard pile"),
        ("killer-bee/1:opponent-you", "the opponent loses", "you lose"),
        ("kangasaurus-rex/1:all-one", "all enemy creatures", "an enemy creature"),
        ("tiger-squirrel/1:all", "an enemy creature", "all enemy creatures"),
        ("shield-bugs/1:other-dropped", "other allied", "allied"),
        ("snail-thrower/1:no-hunter", "hunter and poisonous", "poisonous"),
        ("goblin-werewolf/1:negated", "while it is your turn", "while not it is your turn"),
        (
            "snail-hydra/1:more",
            "you control fewer creatures than the opponent",
            "the opponent controls fewer creatures than you",
        ),
        ("chameleon-sniper/1:on-play", "attack:", "play:"),
        ("elephantopus/1:only-this", "cannot block", "cannot block this"),
        ("keyword/frenzy:one-more", "twice", "three times"),
        ("keyword/tough:always", ", if this is not exhausted", ""),
    ],
)
def test_the_text_shows_the_change(found, words, id, old, new):
    removed, *added = found[id].difference(words).splitlines()
    assert removed.startswith("-")
    assert old in removed
    assert removed[1:].replace(old, new) in [line[1:] for line in added]


def test_what_no_text_says_is_told_in_words(found, words):
    assert found["brain-fly/1:opponent-chooses"].difference(words) == (
        "# the opponent chose for Brain Fly, not its controller"
    )


def test_every_change_shows(found, words):
    for misreading in found.values():
        assert misreading.before != misreading.after, misreading.id
        assert misreading.difference(words), misreading.id


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("bee-bear/1:at-most-less", "Bee Bear's 'power 6 or less' was read as 'less than 6'"),
        ("shield-bugs/1:other-dropped", "Shield Bugs' 'other' was not there"),
        ("killer-bee/1:twice", "the Play effect of Killer Bee happened twice"),
        ("killer-bee:no-hunter", "Killer Bee did not have HUNTER"),
        ("keyword/tough:dropped", "TOUGH replaced nothing"),
    ],
)
def test_the_words_are_those_of_a_player(found, id, said):
    assert found[id].words == said


@pytest.mark.parametrize(
    ("id", "rule"),
    [
        ("bee-bear/1:at-most-less", "mb.card.power"),
        ("harpy-mother/1:up-to-exactly", "mb.effect.full"),
        ("killer-bee/1:never", "mb.trigger.play"),
        ("killer-bee:no-hunter", "mb.keyword.hunter"),
        ("kangasaurus-rex/1:enemy-any", "mb.term.enemy"),
        ("strange-barrel/1:you-chooses", "mb.effect.named-chooser"),
        ("goblin-werewolf/1:always", "mb.constant.conditions"),
        ("keyword/tough:always", "mb.keyword.tough"),
    ],
)
def test_the_rules_are_those_of_the_changed_words(found, id, rule):
    assert rule in found[id].rules


def test_only_the_one_definition_changes(found):
    module = ruleset(GAME, {}, ()).module
    misreading = found["bee-bear/1:at-most-less"]
    after = misreading.of(module)
    changed = [card.id for card, old in zip(after.cards, module.cards, strict=True) if card != old]
    assert changed == ["bee-bear"]
    assert after.keywords == module.keywords


def test_cards_of_ones_own_are_misread_too(words):
    module = ruleset(GAME, {}, ()).module
    text = 'creature a "A"\n  power 1\n  play:\n    you may discard up to 2 cards\n'
    made = misreadings(read_text(text, "a.cards", words, module), words)
    assert "a/1:never" in {misreading.id for misreading in made}
