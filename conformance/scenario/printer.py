"""Writes scenarios in their one canonical form; reading it back gives the same scenario."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.scenario.model import (
    NUMBERS,
    SHARED_ZONES,
    ZONES,
    Cannot,
    Fact,
    Given,
    Item,
    Line,
    May,
    Now,
    Scenario,
    Step,
)
from conformance.scenario.phrases import write_item
from conformance.scenario.reader import default_ruleset
from conformance.scenario.sentences import CLAIM, say_offer, say_step


def print_scenarios(scenarios: Iterable[Scenario]) -> str:
    """A whole file: scenarios with an empty line between them."""
    return "\n".join(print_scenario(scenario) for scenario in scenarios)


def print_scenario(scenario: Scenario) -> str:
    """One scenario."""
    head = f'scenario {scenario.id} "{scenario.title}"' if scenario.id else None
    lines = [head or f'question "{scenario.title}"', *_headers(scenario)]
    if scenario.given is None:
        lines.append("  given start")
    else:
        lines += ["  given", *(f"    {line}" for line in given_lines(scenario.given))]
    if scenario.when:
        lines += ["  when", *(f"    {print_line(line)}" for line in scenario.when)]
    if scenario.then:
        lines += ["  then", *(f"    {print_fact(fact)}" for fact in scenario.then)]
    return "\n".join(lines) + "\n"


def print_line(line: Line) -> str:
    """One line of `when`."""
    match line:
        case Step():
            return say_step(line.seat, line.act)
        case Cannot():
            return f"{line.seat} cannot {say_offer(line.act)}"
        case Now():
            return f"now {print_fact(line.fact)}"
        case May() if line.is_choice:
            verb = "pick" if line.seat == "chance" else "choose"
            cards = ", ".join(str(card) for card in line.choice)
            return f"{line.seat} may {verb} {_amount(line)} of: {cards}"
        case May():
            return f"{line.seat} may: {', '.join(say_offer(act) for act in line.acts)}"


def print_fact(fact: Fact) -> str:
    """One line of `then`."""
    return CLAIM[fact.sentence].says.write(fact.args)


def _amount(line: May) -> str:
    if line.least == line.most:
        return "all" if line.most == len(line.choice) else str(line.most)
    return f"{line.least} to {line.most}" if line.least else f"up to {line.most}"


def _headers(scenario: Scenario) -> list[str]:
    options = ", ".join(f"{name} = {answer}" for name, answer in scenario.options.items())
    is_default = scenario.ruleset == default_ruleset(scenario.place)
    entries = {
        "rules": ", ".join(scenario.rules),
        "ruleset": "" if is_default else scenario.ruleset,
        "options": options,
        "cards": ", ".join(scenario.cards),
        "interaction": ", ".join(scenario.interactions),
        "provenance": "" if scenario.provenance == "rulebook" else scenario.provenance,
        "ruling": scenario.ruling,
    }
    return [f"  {name} {text}" for name, text in entries.items() if text]


def given_lines(given: Given) -> list[str]:
    """The lines of `given`, the first player's first."""
    order = sorted(given.players, key=lambda name: name != given.first)
    lines = []
    for name in order:
        had = given.players[name]
        parts = [f"{name} plays first"] if name == given.first else []
        parts += [f"{what} {had.numbers[what]}" for what in NUMBERS if what in had.numbers]
        parts += [f"{zone}: {_items(had.zones[zone])}" for zone in ZONES if had.zones.get(zone)]
        if name != given.first and parts:
            parts[0] = f"{name}: {parts[0]}"
        if parts:
            lines.append("; ".join(parts))
    shared = given.shared
    return lines + [f"{zone}: {_items(shared[zone])}" for zone in SHARED_ZONES if shared.get(zone)]


def _items(items: tuple[Item, ...]) -> str:
    return ", ".join(write_item(item) for item in items)
