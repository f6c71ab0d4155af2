"""Laws of continuous effects: nothing holds itself up, and nothing is kept too long."""

from __future__ import annotations

import json
from itertools import count

import pytest

import oracle
from rules_dsl.errors import KaijuError

GAME = "mindbug/first-contact"
CARDS = """
creature mimic "Mimic"
  power 5
  while an enemy creature has hunter: this has hunter

creature echo "Echo"
  power 4
  while another allied creature has hunter: this has hunter

creature rested "Rested"
  power 3
  tough
  frenzy
  while this is not exhausted: this has +2 power
"""


@pytest.fixture(scope="module")
def ruleset(project, tmp_path_factory):
    file = tmp_path_factory.mktemp("cards") / "layers.cards"
    file.write_text(CARDS, encoding="utf-8")
    probes = project / "conformance" / "scenarios" / "mindbug" / "probes.cards"
    return oracle.load(GAME, cards=[probes, file])


def table(ruleset, mine, theirs=(), turn="p1"):
    """A position with these creatures in play; handles count up from #1, mine first."""
    numbers = count(1)
    sides = {
        seat: {"play": [{"h": f"#{next(numbers)}", "card": card} for card in cards]}
        for seat, cards in (("p1", mine), ("p2", theirs))
    }
    return ruleset.setup({"players": sides, "turn": turn})


def shown(position, handle, what):
    for player in position.projection()["players"].values():
        for creature in player["play"]:
            if creature["h"] == handle:
                return creature[what]
    raise AssertionError(f"{handle} is not in play")


# mb.constant.grounded


def test_two_copying_creatures_do_not_hold_each_other_up(ruleset):
    position = table(ruleset, ["mimic"], ["mimic"])
    assert shown(position, "#1", "keywords") == shown(position, "#2", "keywords") == []


def test_two_printed_copiers_do_not_hold_each_other_up(ruleset):
    both = ["sharky-crab-dog-mummypus"]
    position = table(ruleset, both, both)
    assert shown(position, "#1", "keywords") == shown(position, "#2", "keywords") == []


def test_a_copy_of_a_copy_comes_from_the_one_who_has_it(ruleset):
    # #3 has hunter printed; #1 copies from #3; #2 copies from #1; #4 copies from #1 or #2.
    position = table(ruleset, ["mimic", "echo"], ["killer-bee", "mimic"])
    assert [shown(position, f"#{n}", "keywords") for n in (1, 2, 3, 4)] == [["hunter"]] * 4


def test_a_copied_keyword_goes_with_the_one_who_has_it(ruleset):
    position = table(ruleset, ["mimic", "echo", "gorillion"], ["killer-bee", "mimic"])
    position.advance({"attack": "#3"})
    position.advance({"block": "#4"})  # Killer Bee is defeated
    for handle in ("#1", "#2", "#5"):
        assert shown(position, handle, "keywords") == []


def test_a_printed_keyword_and_a_copied_one_are_one(ruleset):
    position = table(ruleset, ["snail-thrower", "killer-bee", "shark-dog"])
    assert shown(position, "#3", "keywords") == ["hunter", "poisonous"]
    assert shown(position, "#2", "keywords") == ["hunter"]  # power 5 is more than 4


# mb.card.minimum-power


def test_modifiers_add_up_and_the_sum_is_at_least_one(ruleset):
    position = table(ruleset, ["probe-blight", "probe-blight", "plain-three", "plain-seven"])
    assert shown(position, "#3", "power") == 1  # 3 - 2 - 2
    assert shown(position, "#4", "power") == 3
    assert shown(position, "#1", "power") == 3  # the other one only


def test_the_sum_is_limited_not_each_step(ruleset):
    # 3 - 5 + 1 + 1: limited at each step it would be 3, as a sum it is 1 (0 is below 1).
    position = table(ruleset, ["shield-bugs", "shield-bugs", "plain-three"], ["probe-withering"])
    assert shown(position, "#3", "power") == 1
    # 5 - 5 + 1 + 1 is 2 whichever comes first.
    position = table(ruleset, ["shield-bugs", "shield-bugs", "plain-five"], ["probe-withering"])
    assert shown(position, "#3", "power") == 2


def test_two_shield_bugs_strengthen_each_other_and_never_themselves(ruleset):
    position = table(ruleset, ["shield-bugs", "shield-bugs"], ["shield-bugs"])
    assert [shown(position, f"#{n}", "power") for n in (1, 2, 3)] == [5, 5, 4]


# mb.constant.in-play, mb.constant.conditions


def test_a_constant_ability_begins_and_ends_with_the_turn(ruleset):
    position = table(ruleset, ["goblin-werewolf"], ["goblin-werewolf"])
    assert shown(position, "#1", "power") == 8
    assert shown(position, "#2", "power") == 2
    position.advance({"attack": "#1"})
    position.advance({"decline": True})  # the hunter's choice is not used
    position.advance({"decline": True})
    assert shown(position, "#1", "power") == 2
    assert shown(position, "#2", "power") == 8


def test_exhaustion_ends_what_held_while_not_exhausted_at_once(ruleset):
    position = table(ruleset, ["rested", "plain-one"], ["gorillion", "gorillion"])
    assert shown(position, "#1", "power") == 5
    position.advance({"attack": "#1"})
    position.advance({"block": "#3"})  # defeated, so exhausted instead; frenzy offers a second
    assert position.decision.kind == "attack-again"
    assert shown(position, "#1", "exhausted")
    assert shown(position, "#1", "power") == 3
    restored = ruleset.restore(json.loads(json.dumps(position.save())))
    assert restored.digest() == position.digest()


@pytest.mark.parametrize(
    "text",
    [
        "other creatures with hunter have +1 power",
        "other creatures without hunter have -1 power",
        "while an enemy creature has hunter: this has +1 power",
    ],
)
def test_power_that_depends_on_keywords_is_refused(tmp_path, text):
    # Keywords depend on power (Snail Thrower), so the other way round would be a circle.
    file = tmp_path / "circle.cards"
    file.write_text(f'creature circle "Circle"\n  power 3\n  {text}\n', encoding="utf-8")
    with pytest.raises(KaijuError, match="power cannot depend on keywords") as error:
        oracle.load(GAME, cards=[file])
    assert error.value.place.startswith(f"{file}:3:")


def test_a_keyword_limited_by_power_reads_the_power_with_its_bonus(ruleset):
    # Shield Bugs lift a creature of power 4 above the limit of Snail Thrower.
    position = table(ruleset, ["snail-thrower", "shark-dog"])
    assert "poisonous" in shown(position, "#2", "keywords")
    position = table(ruleset, ["snail-thrower", "shark-dog", "shield-bugs"])
    assert "poisonous" not in shown(position, "#2", "keywords")
