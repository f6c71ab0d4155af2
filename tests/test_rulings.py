"""A ruling is tied to the lines that prove it: the opposite answer does not pass the gate."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import evolve

from conformance.coverage.proof import lines_of, why_not_proved
from conformance.replay.playing import kit_replays
from conformance.replay.replay import Replay
from conformance.scenario.reader import read_text
from conformance.scenario.shelf import finished_files, read_scenarios
from rules_dsl.rules_text import Ruling
from rules_dsl.specification import load_specification

RULINGS = load_specification().rulings
TIE = "mb.attack.tie"
SCENARIO = f"""scenario MB-0WHS8E "Equal powers defeat each other"
  rules {TIE}
  ruleset mindbug/first-contact
  given
    alice plays first; in play: Luchataur [a]
    bob: hand: 1 other; in play: Luchataur [b]
  when
    alice attacks with Luchataur [a]
    bob blocks with Luchataur [b]
    now it is bob's turn
  then
    Luchataur [a] is in alice's discard pile
    alice has 3 life
"""
PROVED = Ruling(
    "RUL-0001",
    "Equal powers: what happens?",
    "Both are defeated.",
    (TIE,),
    "rulings/mindbug.md",
    3,
    scenario="MB-0WHS8E",
    proof=("Luchataur [a] is in alice's discard pile",),
    does_not_apply=("mb.attack.lower-power",),
)


@pytest.fixture(scope="module")
def replays() -> dict[str, Replay]:
    """Every scenario of the kit as it was played."""
    scenarios = [each for file in read_scenarios(finished_files()).values() for each in file]
    return {each.scenario.id: each for each in kit_replays().replays(scenarios)}


@pytest.fixture
def tie(replays) -> dict[str, Replay]:
    """One scenario, played."""
    (scenario,) = read_text(SCENARIO, "combat.scenario")
    played = evolve(replays["MB-0WHS8E"], scenario=scenario)
    return {"MB-0WHS8E": played}


def why(ruling: Ruling, replays: dict[str, Replay]) -> list[str]:
    return list(why_not_proved(ruling, replays))


def test_a_ruling_is_proved_by_its_lines(tie):
    assert why(PROVED, tie) == []
    assert lines_of(tie["MB-0WHS8E"])[2] == "now it is bob's turn"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"scenario": None}, "no scenario proves it"),
        ({"scenario": "MB-000000"}, "its scenario MB-000000 does not exist"),
        ({"proof": ()}, "no line proves it: name those of MB-0WHS8E that do in :proof:"),
        (
            {"proof": ("alice has 3 life", "alice has 2 life")},
            "`alice has 2 life`, which is to prove it, does not stand in MB-0WHS8E",
        ),
        (
            {"rules": (TIE, "mb.attack.unblocked")},
            "mb.attack.unblocked does not fire in MB-0WHS8E: name it in :does-not-apply:",
        ),
        (
            {"does_not_apply": (TIE,)},
            f"{TIE} is said not to apply, but it fires in MB-0WHS8E",
        ),
    ],
)
def test_what_is_not_proved_is_told(tie, changes, said):
    assert why(evolve(PROVED, **changes), tie) == [said]


def test_a_scenario_that_fails_proves_nothing(tie):
    failed = {id: evolve(each, messages=("the life is 2",)) for id, each in tie.items()}
    assert why(PROVED, failed) == ["its scenario MB-0WHS8E does not pass"]


def test_every_ruling_is_proved(replays):
    assert {id: found for id, each in RULINGS.items() if (found := why(each, replays))} == {}


def _opposites(line: str) -> Iterator[str]:
    """What would be true if the line were not."""
    for word, other in (
        (" is ", " is not "),
        (" cannot ", " can "),
        (" has ", " does not have "),
        (" wins", " does not win"),
        (" does not ", " does "),
    ):
        if word in line:
            yield line.replace(word, other, 1)
    yield from (line.replace(n, str(int(n) + 1), 1) for n in line.split() if n.isdecimal())


def test_every_ruling_turned_into_its_opposite_fails(replays):
    turned = 0
    for ruling in RULINGS.values():
        assert not evolve(ruling, answer=f"It is not true that: {ruling.answer}").is_confirmed
        for line in ruling.proof:
            for opposite in _opposites(line):
                turned += 1
                proof = tuple(opposite if each == line else each for each in ruling.proof)
                assert why(evolve(ruling, proof=proof), replays), f"{ruling.id}: {opposite}"
    assert turned >= len(RULINGS)
