"""Cards that read otherwise under an answer to an option."""

from __future__ import annotations

import pytest

from oracle import ruleset as loading
from rules_dsl.errors import KaijuError
from rules_dsl.reader import ids_of_cards, load_text, read_files, read_instead
from rules_dsl.specification import READINGS, load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = load_specification()
READ = [
    (option.id, answer.id, file)
    for option in SPEC.options.values()
    for answer in option.answers
    for file in answer.cards
]
VOCABULARY = Vocabulary.load(spec_root() / "tokyo" / "vocabulary.toml")
BASE = [spec_root() / "tokyo" / "base.cards", spec_root() / "tokyo" / "base-current.cards"]
OTHERWISE = """power card camouflage "Camouflage"
  cost 3
  keep
  when you would lose hearts: you may pay 1 energy: you lose 1 fewer heart
"""


def test_a_card_stands_where_the_one_of_its_id_stood(tmp_path):
    file = tmp_path / "otherwise.cards"
    file.write_text(OTHERWISE, "utf-8")
    before, after = read_files(BASE, VOCABULARY), read_instead(BASE, [file], VOCABULARY)
    assert [card.id for card in after.cards] == [card.id for card in before.cards]
    changed = [a for a, b in zip(after.cards, before.cards, strict=True) if a != b]
    assert [card.id for card in changed] == ["camouflage"]


def test_a_card_that_stands_for_none_is_refused(tmp_path):
    file = tmp_path / "otherwise.cards"
    file.write_text(
        OTHERWISE.replace("camouflage", "no-such-card").replace("Camou", "Camo"), "utf-8"
    )
    with pytest.raises(KaijuError, match="no card 'no-such-card'"):
        read_instead(BASE, [file], VOCABULARY)


@pytest.mark.parametrize(("option", "answer", "file"), READ)
def test_every_reading_is_of_cards_of_its_set_and_in_force_under_its_answer(option, answer, file):
    game, folder, name, _ = file.split("/")
    assert folder == READINGS
    rulesets = [each for each in SPEC.rulesets.values() if f"{game}/{name}.cards" in each.cards]
    assert rulesets, f"no ruleset has the set {name}"
    ids = ids_of_cards(load_text(spec_root() / file))
    assert ids
    assert answer != SPEC.options[option].default, "what holds by default stands in the set itself"
    usual = loading.load(rulesets[0].name, options={option: SPEC.options[option].default})
    other = loading.load(rulesets[0].name, options={option: answer})
    for id in ids:
        assert other.cards[id] != usual.cards[id]
