"""Tells what happened in a scenario, for people: who did what, what followed, by which rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from rich.console import Console
from rich.markup import escape

from conformance.scenario.answers import say_decision, say_offers
from conformance.scenario.explore import Ending, Endings
from conformance.scenario.face import Event, Json
from conformance.scenario.game import Game
from conformance.scenario.known import games
from conformance.scenario.model import PEOPLE, Scenario
from conformance.scenario.naming import Namer
from conformance.scenario.player import Result
from conformance.scenario.printer import given_lines, print_fact, print_line
from conformance.scenario.run import Move, Run
from conformance.scenario.sentences import (
    claims_list,
    offers_list,
    steps_list,
)

WAYS_SHOWN = 6
OUTCOMES_SHOWN = 20


def tell_result(
    result: Result,
    console: Console,
    texts: Mapping[str, str] | None,
    authority: Callable[[Scenario], str] | None = None,
) -> None:
    """The story of a scenario with its verdict.

    `texts` adds what the cited rules say, `authority` who says that it goes as it does.
    """
    _tell_given(result.scenario, console)
    _tell_moves(result.run, console)
    _draw(result.run, console)
    if result.passed:
        for fact in result.scenario.then:
            console.print(f"  so {escape(print_fact(fact))}")
        console.print(f"[green]It holds.[/] {_cited(result.scenario)}")
        if result.scenario.rules and authority is not None:
            console.print(f"[dim]authority: {authority(result.scenario)}[/]")
    else:
        for message in result.messages:
            console.print(f"  [red]{escape(message)}[/]")
        console.print("[bold red]It does not hold.[/]")
    if texts is not None:
        _tell_texts(result.scenario.rules or sorted(result.fired), texts, console)


def _draw(run: Run, console: Console) -> None:
    """What the table looks like in the end, where words do not show it."""
    draw = run.cast.game.draw
    for line in draw(run.position.projection(), run) if draw else ():
        console.print(escape(f"  {line}"))


def _cited(scenario: Scenario) -> str:
    return f"[dim]By {', '.join(scenario.rules)}.[/]" if scenario.rules else ""


def _tell_texts(rules: Iterable[str], texts: Mapping[str, str], console: Console) -> None:
    for rule in rules:
        console.print(f"  [cyan]{rule}[/]: {escape(texts.get(rule, 'unknown rule'))}")


def _tell_given(scenario: Scenario, console: Console) -> None:
    console.print(f"[bold]{escape(scenario.label)}[/]  {escape(scenario.title)}")
    if scenario.given is None:
        console.print("  given the start of a game")
    else:
        for line in given_lines(scenario.given):
            console.print(f"  [dim]given[/] {escape(line)}")


def _tell_moves(run: Run, console: Console) -> None:
    namer = Namer(run.cast)
    if run.setup is not None:
        _tell_events(run.opening, namer, console)
    for number, move in enumerate(run.moves):
        _tell_checks(run, number, console)
        console.print(f"  [bold]{escape(_told(move, run.cast.game))}[/]")
        _tell_events(move.events, namer, console)
    _tell_checks(run, len(run.moves), console)


def _tell_checks(run: Run, number: int, console: Console) -> None:
    for observed in run.observed:
        if observed.after == number and observed.said:
            console.print(f"  {escape(observed.said)} [green](so it is)[/]")


def _told(move: Move, game: Game) -> str:
    who = PEOPLE[move.seat].capitalize()
    if any(move.kind in game.verb(verb).kinds for verb in game.several):
        return f"{who}: {move.said}."
    if move.line is None:
        return f"{who} can only {move.said}."
    said = f"{print_line(move.line)}."
    return said[0].upper() + said[1:]


def _tell_events(events: Iterable[Event], namer: Namer, console: Console) -> None:
    for event in events:
        rules = f"  [dim]{escape(', '.join(event.rules))}[/]" if event.rules else ""
        console.print(f"    {escape(namer.tell(event))}{rules}")


def tell_question(
    run: Run,
    endings: Endings,
    console: Console,
    texts: Mapping[str, str] | None,
    shown: int | None = OUTCOMES_SHOWN,
) -> None:
    """The story so far, and then the outcomes, or so many of them, with the ways to them."""
    _tell_given(run.scenario, console)
    _tell_moves(run, console)
    found = list(endings.found.values())
    open_ways = sum(len(ending.ways) for ending in found)
    if open_ways == 1:
        console.print("[bold]Then there is one outcome:[/]")
    else:
        ends = "one outcome" if len(found) == 1 else f"{len(found)} outcomes"
        console.print(f"[bold]{open_ways} ways to go on lead to {ends}:[/]")
    fired = set(run.fired)
    for number, ending in enumerate(found[:shown], 1):
        fired.update(rule for event in ending.events for rule in event.rules)
        console.print(f"[bold cyan]Outcome {number}[/]")
        _tell_ways(ending, console)
        _tell_events(ending.events, Namer(run.cast, run.position), console)
        _tell_ending(ending, run, console)
    if shown is not None and len(found) > shown:
        more = len(found) - shown
        console.print(
            f"[yellow]{more} more outcome{'s are' if more > 1 else ' is'} not shown. "
            "Script more of the choices, or say --all.[/]"
        )
    if endings.cut_short:
        console.print(
            f"[yellow]Stopped after {endings.visited} positions: there are more outcomes. "
            "Script more of the choices, or raise --limit.[/]"
        )
    if texts is not None:
        _tell_texts(sorted(fired), texts, console)


def _tell_ways(ending: Ending, console: Console) -> None:
    for way in ending.ways[:WAYS_SHOWN]:
        if way:
            console.print(f"  if {escape('; '.join(way))}")
    more = len(ending.ways) - WAYS_SHOWN
    if more > 0:
        console.print(f"  or in {more} more ways")


def _tell_ending(ending: Ending, run: Run, console: Console) -> None:
    run.cast.follow(ending.position)
    for line in say_state(ending.position.projection(), run):
        console.print(f"  {escape(line)}")
    decision = ending.position.decision
    if decision is None:
        console.print(f"  [bold]{run.cast.game.say_result(ending.position)}[/]")
    else:
        console.print(
            f"  next: {say_decision(decision, run.cast)} ({escape(say_offers(decision, run.cast))})"
        )
    for step in ending.leftover:
        console.print(f"  [yellow]`{escape(print_line(step))}` does not come to pass[/]")


def say_state(state: Json, run: Run) -> list[str]:
    """What lies open, a line a player."""
    return run.cast.game.say_state(state, run)


def result_json(result: Result) -> Json:
    """A result for other tools."""
    return _head_json(result.run) | {
        "status": result.status,
        "messages": list(result.messages),
        "rules": {"cited": list(result.scenario.rules), "fired": sorted(result.fired)},
    }


def question_json(run: Run, endings: Endings) -> Json:
    """The outcomes of a question for other tools."""
    outcomes = [
        {
            "ways": [list(way) for way in ending.ways],
            "events": _events_json(ending.events, Namer(run.cast, run.position)),
            "state": ending.position.projection(),
            "digest": ending.position.digest(),
            "leftover": [print_line(step) for step in ending.leftover],
        }
        for ending in endings.found.values()
    ]
    return _head_json(run) | {
        "status": "open",
        "outcomes": outcomes,
        "complete": not endings.cut_short,
    }


def _head_json(run: Run) -> Json:
    names, namer = run.cast.names(), Namer(run.cast)
    return {
        "id": run.scenario.id,
        "title": run.scenario.title,
        "place": str(run.scenario.place),
        "names": {handle: names[handle] for handle in run.cast.cards},
        "story": [
            {
                "who": move.seat,
                "kind": move.kind,
                "do": move.do,
                "forced": move.forced,
                "text": _told(move, run.cast.game),
                "rules": list(move.rules),
                "events": _events_json(move.events, namer),
            }
            for move in run.moves
        ],
    }


def _events_json(events: Iterable[Event], namer: Namer) -> list[Json]:
    return [
        {"kind": event.kind, "text": namer.tell(event), "rules": list(event.rules)}
        for event in events
    ]


def tell_sentences(console: Console) -> None:
    """Every sentence of the language with its meaning, game by game."""
    for number, game in enumerate(games()):
        if number:
            console.print(f"\n[bold]{game.title}[/]\n")
        _tell_sentences_of(game, console)


def _tell_sentences_of(game: Game, console: Console) -> None:
    some = " or ".join(game.people) if len(game.people) == 2 else ", ".join(game.people)
    lines = game.sentences
    parts = {
        "Headers (two spaces, below the title)": lines.header_lines,
        "The situation (below `given`; `given start` is the real start)": lines.given_lines,
        f"Steps of a player (below `when`; {some})": steps_list(game, chance=False),
        "Steps of chance (below `when`)": steps_list(game, chance=True),
        "Checks between steps (below `when`)": list(lines.check_lines),
        "Answers that `may:` and `cannot` can name": [(text, "") for text in offers_list(game)],
        "Facts (below `then`, or after `now` below `when`)": claims_list(game),
        "Kinds of decision for `the next decision is …`": [
            (f"bob's {words}", f"decision kind {kind}") for kind, words in game.decisions.items()
        ],
    }
    for title, entries in parts.items():
        console.print(f"[bold]{title}[/]")
        width = max(len(text) for text, _ in entries)
        for text, doc in entries:
            console.print(escape(f"  {text:<{width}}  {doc}".rstrip()))
