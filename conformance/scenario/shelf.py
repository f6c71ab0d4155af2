"""Where the kit keeps its scenarios, and which ids are taken."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path

from conformance.room import ROOM
from conformance.scenario.mistakes import nearest
from conformance.scenario.model import Scenario
from conformance.scenario.reader import ID, read_files
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification, spec_root

SCENARIOS = ROOM / "scenarios"
RETIRED = SCENARIOS / "retired.txt"


def scenario_files() -> list[Path]:
    """Every scenario file of the kit."""
    return sorted(SCENARIOS.rglob("*.scenario"))


def finished_files() -> list[Path]:
    """The scenario files of the kit without those of games in the making."""
    unfinished = load_specification().drafts
    return [f for f in scenario_files() if f.relative_to(SCENARIOS).parts[0] not in unfinished]


def id_files() -> list[Path]:
    """Every file that gives ids: scenarios, laws, games found by search, counted positions."""
    room = SCENARIOS.parent
    found = [*sorted((room / "search").glob("*.txt")), room / "perft" / "positions.json"]
    laws = sorted(spec_root().glob("*/*.laws"))
    return [*scenario_files(), *laws, *(file for file in found if file.exists())]


def read_scenarios(files: list[Path]) -> dict[Path, list[Scenario]]:
    """The scenarios of each file; an id used twice or retired is a mistake."""
    scenarios = read_files(files)
    expect_unique(scenarios, retired_ids())
    by_file: dict[Path, list[Scenario]] = {file: [] for file in files}
    for scenario in scenarios:
        by_file[Path(scenario.place.file)].append(scenario)
    return by_file


def expect_unique(scenarios: Iterable[Scenario], retired: set[str]) -> None:
    """Refuse ids that another scenario has or had."""
    seen: dict[str, Scenario] = {}
    for scenario in scenarios:
        if scenario.id is None:
            continue
        message = ""
        if scenario.id in retired:
            message = f"the id {scenario.id} is retired"
        elif scenario.id in seen:
            message = f"the id {scenario.id} is used twice, first at {seen[scenario.id].place}"
        if message:
            raise KaijuError(message, str(scenario.place), "take a fresh id: `kaiju id`")
        seen[scenario.id] = scenario


def expect_known_rules(scenarios: Iterable[Scenario], known: Collection[str]) -> None:
    """Refuse citations of rules that the specification does not have."""
    for scenario in scenarios:
        for rule in scenario.rules:
            if rule not in known:
                near = nearest(rule, sorted(known))
                raise KaijuError(
                    f"{scenario.label} cites {rule}, which the specification does not have",
                    str(scenario.citing.get(rule, scenario.place)),
                    f"did you mean `{near}`?" if near else "cite rules of spec/ by their ids",
                )


def retired_ids(file: Path = RETIRED) -> set[str]:
    """Ids of scenarios that are gone; they are never used again."""
    if not file.exists():
        return set()
    lines = file.read_text(encoding="utf-8").splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def taken_ids(files: list[Path]) -> set[str]:
    """Every id in use or retired; files with mistakes count too."""
    texts = [file.read_text(encoding="utf-8", errors="replace") for file in files]
    return retired_ids().union(*(ID.findall(text) for text in texts))
