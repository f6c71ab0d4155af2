"""A ruling is tied to the lines that prove it: the opposite answer does not pass the gate."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from attrs import evolve

from conformance.coverage.proof import lines_of, why_not_proved
from conformance.replay.playing import kit_replays
from conformance.replay.replay import Replay
from conformance.scenario.loading import cached_load
from conformance.scenario.model import Scenario
from conformance.scenario.player import play
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text
from conformance.scenario.shelf import finished_files, read_scenarios
from rules_dsl.errors import KaijuError
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
    """Every scenario that proves a ruling, as it was played."""
    named = {each.scenario for each in RULINGS.values()} | {PROVED.scenario}
    scenarios = [
        each
        for file in read_scenarios(finished_files()).values()
        for each in file
        if each.id in named or each.ruling is not None
    ]
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


OTHER = {"alice": "bob", "bob": "alice", "carol": "alice", "dave": "alice"}
REPLACED = (
    (r"^(.+) took effect (once|twice|\d+ times)$", r"\1 did not take effect"),
    (r"^(.+) did not take effect$", r"\1 took effect once"),
    (r"^(.+) happened once$", r"\1 did not happen"),
    (r"^\w+ wins\b.*$", "nobody has won"),
    (r"^nobody has won$", "alice wins"),
    (r"^nobody wins$", "nobody has won"),
    (r"^(\w+) is outside Tokyo$", r"\1 is in Tokyo City"),
    (r"^(\w+) is in Tokyo (City|Bay)$", r"\1 is outside Tokyo"),
    (r"^(.+) is (eliminated|exhausted)$", r"\1 is not \2"),
    (r"^(.+) is off the board$", r"\1 is on fame middle"),
    (r"^(.+) is in the middle$", r"\1 is on alice's 1"),
    (r"^(.+) is in the deck$", r"\1 is in the discard pile"),
    (r"^(.+) is in the discard pile$", r"\1 is in the deck"),
    (r"^(.+) does not have (.+)$", r"\1 has \2"),
    (r"^(.+) has (\D+)$", r"\1 does not have \2"),
    (r"^(.+) can place (.+)$", r"\1 cannot place \2"),
    (r"^(.+) cannot place (.+)$", r"\1 can place \2"),
    (r"^(\w+) cannot (\w+)(.*)$", r"\1 \2s\3"),
)
"""What would be true if a line were not, by the form of the line."""


def _opposites(line: str) -> Iterator[str]:
    """What would be true if the line were not; not all of it is said so in every game."""
    if line.startswith("now "):
        yield from (f"now {each}" for each in _opposites(line.removeprefix("now ")))
        return
    for form, other in REPLACED:
        if re.match(form, line):
            yield re.sub(form, other, line)
    if offered := re.match(r"(\w+) may: (.+)", line):
        yield from (f"{offered[1]} cannot {each}" for each in offered[2].split(", "))
    if re.search(r" can(not)? ", line):
        return  # what cannot be done here may be impossible elsewhere too
    if swapped := re.search(r"\b(alice|bob|carol|dave)'s\b", line):
        yield line.replace(swapped[0], f"{OTHER[swapped[1]]}'s")
    for number in re.findall(r"\b\d+\b", line)[:1]:
        for other in (f"{int(number) + 1}", f"{int(number) - 1}"):
            yield re.sub(rf"\b{number}\b", other, line, count=1)


def _impossible(line: str) -> Iterator[str]:
    """What would be true just before a step if it could not be done."""
    if step := re.match(r"([a-z]+) (\w+)s\b(.*)", line):
        yield f"{step[1]} cannot {step[2]}{step[3]}"


def _turned(scenario: Scenario, line: str) -> Iterator[tuple[str, Scenario]]:
    """The scenario with the opposite of one of its lines, as far as it can be said."""
    text = print_scenario(scenario)
    old = f"    {line}\n"
    news = [(each, f"    {each}\n") for each in _opposites(line)]
    news += [(each, f"    {each}\n{old}") for each in _impossible(line)]
    if " rolls " in line:
        more = f"{line}, {line.rpartition(' ')[2]}"
        news.append((more, f"    {more}\n"))
    for opposite, new in news:
        try:
            (read,) = read_text(text.replace(old, new, 1), scenario.place.file)
        except KaijuError:
            continue
        yield opposite, read


def test_every_ruling_turned_into_its_opposite_fails(replays):
    for ruling in RULINGS.values():
        assert not evolve(ruling, answer=f"It is not true that: {ruling.answer}").is_confirmed
        naming = [each for each in replays.values() if each.scenario.ruling == ruling.id]
        turned = 0
        for shown in {
            each.scenario.id: each for each in [replays[ruling.scenario], *naming]
        }.values():
            for line in set(ruling.proof).intersection(lines_of(shown)):
                for opposite, scenario in _turned(shown.scenario, line):
                    turned += 1
                    assert not play(scenario, cached_load).passed, f"{ruling.id}: {opposite}"
        assert turned, f"{ruling.id}: no line of its proof can be turned into its opposite"
