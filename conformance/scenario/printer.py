"""Writes scenarios in their one canonical form; reading it back gives the same scenario."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conformance.scenario.known import game_of
from conformance.scenario.model import (
    Can,
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
from conformance.scenario.phrases import in_a_row, write_item
from conformance.scenario.rulesets import default_ruleset
from conformance.scenario.sentences import CLAIM, say_offer, say_step


def print_scenarios(scenarios: Iterable[Scenario]) -> str:
    """A whole file: scenarios with an empty line between them."""
    return "\n".join(print_scenario(scenario) for scenario in scenarios)


def print_scenario(scenario: Scenario) -> str:
    """One scenario."""
    head = f'scenario {scenario.id} "{scenario.title}"' if scenario.id else None
    lines = [head or f'question "{scenario.title}"', *_headers(scenario)]
    if scenario.given is None:
        lines.append("  given start" + _named(scenario.starting))
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
        case Can():
            return f"{line.seat} can {say_offer(line.act)}"
        case Cannot():
            return f"{line.seat} cannot {say_offer(line.act)}"
        case Now():
            return f"now {print_fact(line.fact)}"
        case May() if line.is_choice:
            verb = line.verb or ("pick" if line.seat == "chance" else "choose")
            things = ", ".join(str(one) for one in line.choice)
            return f"{line.seat} may {verb} {_amount(line)} of: {things}"
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
        "provenance": scenario.provenance,
        "ruling": scenario.ruling,
    }
    return [f"  {name} {text}" for name, text in entries.items() if text]


def _named(starting: tuple[str, ...]) -> str:
    return f": {', '.join(starting)}" if starting else ""


def given_lines(given: Given) -> list[str]:
    """The lines of `given`, the first player's first."""
    game = game_of(given.game)
    order = sorted(given.players, key=lambda name: name != given.first)
    lines, plain = [], []
    for name in order:
        had = given.players[name]
        parts = [write_item(item) for item in had.zones.get(game.bare_zone, ())]
        parts += [f"{what} {had.numbers[what]}" for what in game.numbers if what in had.numbers]
        parts += had.notes
        parts += _zones(had.zones, [zone for zone in game.zones if zone != game.bare_zone])
        if name == given.first:
            lines.append("; ".join([f"{name} plays first", *parts]))
        elif parts:
            lines.append(f"{name}: {'; '.join(parts)}")
        else:
            plain.append(name)
    if plain and game.is_open:
        lines.append(f"{in_a_row(plain)} play{'s' if len(plain) == 1 else ''} too")
    for name, hole in game.gauges.items():
        lines += [f"{name}: {hole.write(given.gauges[name])}"] if name in given.gauges else []
    return lines + _zones(given.shared, game.shared)


def _zones(zones: Mapping[str, tuple[Item, ...]], known: Iterable[str]) -> list[str]:
    return [
        f"{zone}: {', '.join(write_item(item) for item in zones[zone])}"
        for zone in known
        if zones.get(zone)
    ]
