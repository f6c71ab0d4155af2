"""What is wrong with a scenario is told at its line, with the word that is wrong."""

from __future__ import annotations

import pytest

from conformance.scenario.mistakes import nearest

TOKYO = """\
question "What follows?"
  ruleset tokyo/current
  rules kt.attack.is
  given
    alice plays first; hearts 7
    bob: hearts 8; in Tokyo City
    row: Wings
    carol plays too
  when
    alice rolls claw, claw, one, one, two, two
"""
DUEL = """\
question "What follows?"
  ruleset duel/standard
  given
    alice plays first; hearts 7
    bob plays too
    fame marker: alice's 3
    board: Cat on fame alice's 2
  when
    alice rolls claw, claw, fame, fame, power, power
"""


@pytest.fixture
def asked(kaiju, tmp_path):
    """What `kaiju ask` says of a scenario with one thing changed."""

    def ask(text, old, new):
        assert old in text
        file = tmp_path / "my.scenario"
        file.write_text(text.replace(old, new), encoding="utf-8")
        return kaiju("ask", file, "--limit", 3)

    return ask


def test_both_are_well_as_they_stand(asked):
    assert asked(TOKYO, "Wings", "Wings").exit_code == 0
    assert asked(DUEL, "Cat", "Cat").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hearts 8", "hearts 800", ":6: bob: hearts: it has at most 10 hearts, not 800"),
        ("row: Wings", "row: Wingz", ":7: there is no card named `Wingz`"),
        ("hearts 7", "cards: Wingz", ":5: there is no card named `Wingz`"),
        ("kt.attack.is", "kt.attack.iss", ":3: question cites kt.attack.iss"),
        ("kt.attack.is", "attack", ":3: `attack` is not a rule id"),
        ("rolls claw", "rolls fame", "`fame` is no face of this die\nit is one of: one, two"),
        ("alice rolls", "alice rols", "did you mean `rolls {faces}`?"),
        ("in Tokyo City", "in Tokio City", ":6: `in Tokio City` is nothing that bob can have\ndid"),
        ("tokyo/current", "tokio/current", ":2: unknown ruleset 'tokio/current'\nDid you mean"),
        ("  ruleset tokyo/current\n", "", "`ruleset tokyo/current` or `ruleset duel/standard`"),
        ("carol plays", "carol and gina play", ":8: `gina` is no player"),
        ("question", "questio", ':1: `questio "What follows?"` does not start a scenario\ndid you'),
    ],
)
def test_a_mistake_in_king_of_tokyo(asked, old, new, told):
    result = asked(TOKYO, old, new)
    assert result.exit_code == 2
    assert told in result.stderr


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("hearts 7", "hearts 700", ":4: alice: hearts: a whole number from"),
        ("alice's 3", "alice's 7", ":6: fame marker: "),
        ("alice's 2\n", "alice's 2, Tiger on fame alice's 2\n", ":7: board: another token lies"),
        ("rolls claw", "rolls one", "`one` is no face of this die\nit is one of: claw, heart"),
    ],
)
def test_a_mistake_in_duel(asked, old, new, told):
    result = asked(DUEL, old, new)
    assert result.exit_code == 2
    assert told in result.stderr


def test_nothing_is_near_to_nothing() -> None:
    assert nearest("", ["question", "given"]) is None
    assert nearest(" ", ["question", "given"]) is None
