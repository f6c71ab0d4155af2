"""`kaiju explain`: why an answer is legal or a power is so; what a rule or a card says."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from oracle.explanation import Explanation, Reason, game_of
from oracle.position import Position
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import LARGEST, decode_text, load_text, parse_json

from .arguments import (
    PLAYERS,
    RULESET,
    default_ruleset,
    number_of_players,
    with_cards_and_options,
    with_players,
)
from .case import Case, case_file, is_case, read_case
from .recognising import recognised

STDIN = "standard input"


@click.command()
@click.argument("what", metavar="FILE|-|CASE|RULE|CARD")
@click.option("--card", "which", metavar="HANDLE|NAME", help="Explain only this card's values.")
@click.option("--seat", metavar="SEAT", help="Explain only this player's values, where it has any.")
@click.option("--answer", metavar="JSON", help='Explain only this answer: \'{"block": "#2"}\'.')
@click.option(
    "--ruleset",
    metavar="NAME",
    type=RULESET,
    help="The ruleset  [default: that of a saved position, or the usual one of the game].",
)
@with_cards_and_options
@with_players
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def explain(
    what: str,
    which: str | None,
    seat: str | None,
    answer: str | None,
    ruleset: str | None,
    cards: tuple[Path, ...],
    options: dict[str, str],
    players: int | None,
    as_json: bool,
) -> None:
    """Say why an answer is legal, or why a power is what it is.

    FILE (or - for standard input) holds a position as JSON: a setup, or one that was saved.
    Without --card, --seat and --answer every answer that is legal now is listed with its rules,
    and every creature with the reasons for its power and keywords, every monster with those for
    its dice and hearts. The name of a rule, an option, a clause, a ruling, a keyword or a card
    tells what it says; tokyo/NAME and tokyo/SET/NAME are names of one game and of one set.
    A CASE of `kaiju fuzz`, its file or its id in kaiju-corpus, is explained where the engine
    parted from the oracle.

    \b
    Examples:
      kaiju explain mb.attack.tie
      kaiju explain kt.yield.may
      kaiju explain kd.pull.towards
      kaiju explain axolotl-healer
      kaiju explain position.json --card "Shield Bugs"
      kaiju explain position.json --answer '{"block": "#2"}'
      kaiju explain 3f2a91bc
      kaiju explain wings
      kaiju explain acid-attack --ruleset duel/standard
    """
    console = Console(highlight=False, soft_wrap=True)
    found = None if Path(what).is_file() else case_file(what)
    what = what if found is None else str(found)
    if what != "-" and not what.endswith(".json") and not Path(what).is_file():
        if which is not None or seat is not None or answer is not None:
            raise KaijuError(
                f"--card and --answer ask about a position, and {what!r} is no file",
                remedy="Name a JSON file that holds a setup or a saved position.",
            )
        from .definitions import describe

        described = describe(what, ruleset, options, cards, players)
        if as_json:
            click.echo(json.dumps(described.data, ensure_ascii=False))
        else:
            described.show(console)
        return
    case = _case(what, options, cards)
    if case is not None:
        position = case.position
    else:
        position = _position(what, ruleset, options, cards, players)
    reasons = None if answer is None else position.why(_answer(answer))
    asked = [] if seat is None else [_seat(position, seat)]
    asked += [] if which is None else _named(position, which)
    if not asked and answer is None:
        asked = game_of(position.ruleset.machine).worth_explaining(position)
    explanations = [position.explain(each) for each in asked]
    only_values = which is not None or seat is not None
    if as_json:
        _print_json(position, reasons, explanations, only_values)
    elif reasons is not None or only_values:
        _tell_reasons(console, reasons or ())
        _tell_values(console, explanations)
    else:
        if case is not None:
            _tell_case(console, case)
        _draw(console, position)
        _tell_options(console, position)
        _tell_values(console, explanations)


# --- the position --------------------------------------------------------------------------------


def _answer(text: str) -> dict[str, Any]:
    given = parse_json(text, "--answer")
    if not isinstance(given, dict):
        raise KaijuError(
            "an answer is an object",
            place="--answer",
            remedy='Write it like {"block": "#2"}.',
        )
    return given


def _read(file: str) -> str:
    if file == "-":
        return decode_text(sys.stdin.buffer.read(LARGEST + 1), STDIN)
    return load_text(file)


def _case(file: str, options: dict[str, str], cards: tuple[Path, ...]) -> Case | None:
    """The case of a file, or None if it holds something else."""
    if file == "-":
        return None
    given = parse_json(load_text(file), file)
    return read_case(given, file, options, cards) if is_case(given) else None


def _position(
    file: str,
    name: str | None,
    options: dict[str, str],
    cards: tuple[Path, ...],
    players: int | None,
) -> Position:
    from oracle.ruleset import load

    place = STDIN if file == "-" else file
    given = parse_json(_read(file), place)
    is_saved = isinstance(given, dict) and "state" in given
    if is_saved:
        saved = given.get("options", {})
        if not isinstance(saved, dict) or not isinstance(given.get("ruleset", ""), str):
            raise KaijuError("this is not a saved position", place=place)
        name = name or given.get("ruleset")
        options = {**saved, **options}
    if name is None:
        name = recognised(given)
        if name != default_ruleset():
            told = f"{place} is taken for a position of {name}; --ruleset names another."
            click.echo(told, err=True)
    try:
        number = number_of_players(name, players)
        if number is not None and (seats := _seats_in(given, name)):
            _expect_all_seated(given, seats, players)
            number = players or seats
        ruleset = load(name, options=options, cards=cards, players=number)
        return ruleset.restore(given) if is_saved else ruleset.setup(given)
    except KaijuError as error:
        if error.place == PLAYERS:
            raise
        where = f"{place}: {error.place}" if error.place else place
        raise KaijuError(error.message, place=where, remedy=error.remedy) from None


def _expect_all_seated(given: dict[str, Any], seats: int, players: int | None) -> None:
    """Refuse a number of players that is not that of the position, where it tells all of them."""
    told = seats if "state" in given else len(given.get("players", ()))
    if players not in (None, seats) and told == seats:
        raise KaijuError(
            f"{seats} play in this position, not {players}",
            place=PLAYERS,
            remedy=f"Leave --players out, or describe p{seats + 1} too."
            if players is not None and players > seats and "state" not in given
            else "Leave --players out.",
        )


def _seats_in(given: Any, name: str) -> int | None:
    """How many play in a position of a ruleset with an open number, if that can be seen."""
    from oracle.ruleset import load
    from rules_dsl.specification import load_specification

    if not isinstance(given, dict):
        return None
    fewest, most = load_specification().ruleset(name).players
    if "state" in given:
        counters = given["state"].get("counters") if isinstance(given["state"], dict) else None
        kinds = len(load(name).machine.layout.counters)
        found = len(counters) // kinds if isinstance(counters, list) else 0
    else:
        described = given.get("players", {})
        seats = [*(described if isinstance(described, dict) else ()), given.get("turn")]
        found = max((int(s[1:]) for s in seats if re.fullmatch(r"p[1-9]", str(s))), default=0)
    return max(fewest, min(found, most)) if found else None


def _seat(position: Position, name: str) -> str:
    machine = position.ruleset.machine
    if name not in machine.layout.seats:
        raise KaijuError(
            f"no seat is called {name!r}",
            place="--seat",
            remedy=f"Use one of: {', '.join(machine.layout.seats)}.",
        )
    if not list(game_of(machine).seat_values(position, name)):
        raise KaijuError(f"nothing of {name} is reckoned", place="--seat")
    return name


def _named(position: Position, which: str) -> list[str]:
    if which in position.handles:
        return [which]
    wanted = which.casefold()
    found = [
        handle
        for handle in position.handles
        if wanted in (position.card(handle), position.name(handle).casefold())
    ]
    if not found:
        from .definitions import nearest

        known = [*position.handles, *(position.name(handle) for handle in position.handles)]
        known += [position.card(handle) for handle in position.handles]
        raise KaijuError(
            f"no card of this position is called {which!r}",
            remedy=nearest(which, known, position.ruleset.name),
        )
    return found


# --- the telling ---------------------------------------------------------------------------------


def _rules(rules: Iterable[str]) -> str:
    cited = ", ".join(rules)
    return f"  [dim]{cited}[/]" if cited else ""


def _tell_reasons(console: Console, reasons: Iterable[Reason]) -> None:
    for reason in reasons:
        verdict = "[green]legal[/]" if reason.legal else "[red]not legal[/]"
        console.print(f"{verdict}: {escape(reason.text)}{_rules(reason.rules)}")


def _tell_case(console: Console, case: Case) -> None:
    if case.title:
        console.print(f"[bold]{escape(case.title)}[/]{_rules(case.rules)}")
    if case.told:
        console.print(f"so far: {escape(' ; '.join(case.told))}")


def _draw(console: Console, position: Position) -> None:
    from .board import picture

    for line in picture(position):
        console.print(escape(line))


def _tell_options(console: Console, position: Position) -> None:
    decision = position.decision
    if decision is None:
        _tell_reasons(console, position.why({}))
        return
    source = f" for {position.name(decision.source)}" if decision.source else ""
    head = f"Decision {decision.number}: {decision.kind} of {decision.seat}{source}"
    console.print(f"[bold]{escape(head)}[/]{_rules(decision.rules)}")
    if decision.most is not None:
        console.print(f"  choose {decision.least} to {decision.most} of:")
        for candidate in decision.candidates:
            name = f"  {position.name(candidate)}" if candidate in position.handles else ""
            console.print(f"    {candidate}{escape(name)}")
    game = game_of(position.ruleset.machine)
    for option in decision.options:
        further = position.why(option)[1:]
        shown = json.dumps(option)
        console.print(f"  {escape(shown):<24}{escape(game.words_for(position, option))}")
        for reason in further:
            console.print(f"      {escape(reason.text)}{_rules(reason.rules)}")


def _tell_values(console: Console, explanations: Iterable[Explanation]) -> None:
    for explanation in explanations:
        handle = "" if explanation.handle == explanation.name else f" {explanation.handle}"
        console.print(f"[bold]{escape(explanation.name)}[/]{handle}")
        for value in explanation.values:
            console.print(f"  {value.name}: {escape(value.text)}{_rules(value.rules)}")


def _print_json(
    position: Position,
    reasons: tuple[Reason, ...] | None,
    explanations: list[Explanation],
    only_values: bool,
) -> None:
    seats = position.ruleset.machine.layout.seats
    cards = [each.to_json() for each in explanations if each.handle not in seats]
    shown: dict[str, Any] = {"cards": cards}
    if len(cards) < len(explanations):
        shown["seats"] = [each.to_json() for each in explanations if each.handle in seats]
    decision = position.decision
    if reasons is not None:
        shown["legal"] = all(reason.legal for reason in reasons)
        shown["reasons"] = [reason.to_json() for reason in reasons]
    elif not only_values:
        shown["decision"] = None
        if decision is not None:
            shown["decision"] = {
                "number": decision.number,
                "seat": decision.seat,
                "kind": decision.kind,
                "rules": list(decision.rules),
                **decision.legal(),
            }
    click.echo(json.dumps(shown, ensure_ascii=False))
