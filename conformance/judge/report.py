"""The report for people: what failed, why it matters, how to see it again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from conformance.judge.compare import show
from conformance.judge.results import HARMLESS, Result, Summary
from conformance.judge.rulebook import rule_texts
from conformance.judge.vector import Vector
from conformance.levels import LEVELS
from conformance.protocol.canonical import JsonObject
from conformance.reports.cases import LEFT_OUT, reproduce
from conformance.reports.misreadings import named_in
from rules_dsl.errors import printable

COLOURS = {
    "pass": "green",
    "skip": "yellow",
    "unsupported": "yellow",
    "not-applicable": "yellow",
    "suspect": "magenta",
}
SHOW_DIFFERENCES = 12
REASONS_SHOWN = 3
"""Why an engine of which nothing could be judged was left alone, the commonest first."""
TOLD_IN_FULL = 20
"""Failures with their boards; of those after them a line each says enough."""


class Report:
    """Writes to the terminal as results come in, above a line of progress."""

    def __init__(self, engine_name: str, total: int, to_stderr: bool = False) -> None:
        self._console = Console(stderr=to_stderr)
        self._engine_name = engine_name
        self._last_message = ""
        self._told = 0
        self._left_out: Counter[str] = Counter()
        self._progress = Progress(
            TextColumn("{task.completed}/{task.total} {task.description}"),
            BarColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task = self._progress.add_task("", total=total)

    def __enter__(self) -> Report:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def result(self, result: Result, vector: Vector | None) -> None:
        """A verdict, in full when it is a bad one."""
        self._progress.update(self._task, advance=1, description=result.id)
        if result.status in HARMLESS:
            if result.status in LEFT_OUT:
                self._left_out[result.message] += 1
            return
        same = result.message == self._last_message and not result.differences
        self._last_message = result.message
        self._line(result.status.upper(), _colour(result.status), f"{result.id}  {result.title}")
        self._told += not same
        if same:
            self._say("  as before")
        elif self._told > TOLD_IN_FULL or result.status == "xpass":
            self._say(f"  {result.message}")
        else:
            self._tell(result, vector)

    def _tell(self, result: Result, vector: Vector | None) -> None:
        for rule, text in rule_texts(result.rules):
            self._say(f"  {rule}  {text}", style="cyan")
        for line in board(vector) if vector else ():
            self._say(f"  {line}")
        if result.script:
            self._say(f"  so far: {' ; '.join(result.script)}")
        for line in result.message.splitlines():
            self._say(f"  {line}", style="bold")
        for found in result.differences[:SHOW_DIFFERENCES]:
            self._say(f"  - {found.place}  want {show(found.want)}  got {show(found.got)}")
        if len(result.differences) > SHOW_DIFFERENCES:
            self._say(f"  ... and {len(result.differences) - SHOW_DIFFERENCES} more differences")
        for line in result.stderr.splitlines():
            self._say(f"  stderr | {line}", style="dim")
        for number, command in enumerate(reproduce(result.id, vector, self._engine_name)):
            self._say(f"  {'reproduce:' if number == 0 else '          '} {command}")
        self._console.print()

    def summary(self, summary: Summary) -> None:
        """The counts, and who was judged."""
        self._progress.stop()
        name = " ".join(
            str(summary.engine[key]) for key in ("name", "version") if summary.engine.get(key)
        )
        counts = ", ".join(f"{count} {status}" for status, count in summary.counts.items() if count)
        cut = "stopped: " if summary.interrupted else ""
        good = summary.is_good and not summary.interrupted
        self._line(
            f"{cut}{counts or 'nothing judged'}",
            "green" if good else "red",
            f"of {summary.total} vectors by {name or self._engine_name or 'an engine'}",
        )
        if self._left_out.total() == summary.total:
            for why, count in self._left_out.most_common(REASONS_SHOWN):
                self._say(f"  {count} left out: {why}", style="yellow")
        if summary.about.get("levels"):
            self._say(f"  {level_line(summary.about)}", style="dim")
        for named in named_in(summary.about):
            where = f"{named.mutant}; {_some(named.vectors)}"
            self._say(f"  behaves as if {named.as_if} ({where})", style="yellow")
        if self._told > TOLD_IN_FULL:
            self._say(
                "  the HTML report (--html) tells every failure with its board and its story",
                style="dim",
            )
        for stale in summary.about.get("unmatched", ()):
            self._say(f"  no vector fits the expectation {stale}", style="yellow")

    def _line(self, head: str, colour: str, rest: str) -> None:
        said = Text.assemble((head, f"bold {colour}"), " ", printable(rest))
        self._console.print(said, soft_wrap=True, highlight=False)

    def _say(self, text: str, style: str = "") -> None:
        said = Text(printable(text), style=style)  # an engine's words may be anything
        self._console.print(said, soft_wrap=True, highlight=False)


def _colour(status: str) -> str:
    return COLOURS.get(status, "red")


def level_line(about: JsonObject) -> str:
    """The engine's level, and how many vectors of each level ran."""
    ran = [
        f"{each['level']} {each['name']} {each['ran']} of {each['vectors']}"
        for each in about["levels"]
    ]
    own = about.get("level")
    level = f"level {LEVELS[own]}; " if isinstance(own, int) else ""
    return f"{level}vectors that ran: {', '.join(ran)}"


def _some(vectors: Sequence[str], most: int = 3) -> str:
    more = len(vectors) - most
    return ", ".join(vectors[:most]) + (f" and {more} more" if more > 0 else "")


def board(vector: Vector) -> list[str]:
    """The position a vector starts from, one line a player."""
    if vector.setup is None:
        return ["from the start of a game"]
    players = vector.setup.get("players", {})
    usual = USUAL.get(vector.game.partition("/")[0], {})
    lines = [_seat(seat, players[seat], vector.setup, usual) for seat in sorted(players)]
    for track in ("fame", "destruction"):
        lines += [f"  {track} marker: {vector.setup[track]}"] if track in vector.setup else []
    for zone in ("power-row", "power-deck", "power-discard", "board", "row", "deck", "discard"):
        cards = vector.setup.get(zone)
        lines += [f"  {zone}: {', '.join(map(_card, cards))}"] if cards else []
    return lines


USUAL = {"mindbug": {"life": 3, "mindbugs": 2}, "tokyo": {"hearts": 10}}
"""By game, what everybody has at the start, and so is always said."""
IN_TOKYO = ("", "in Tokyo City", "in Tokyo Bay")


def _seat(seat: str, player: JsonObject, setup: JsonObject, usual: dict[str, int]) -> str:
    parts = [f"{'>' if setup.get('turn') == seat else ' '} {seat}"]
    parts += [f"{what} {player.get(what, number)}" for what, number in usual.items()]
    parts += [
        f"{what} {number}"
        for what, number in player.items()
        if what not in usual and what != "place" and isinstance(number, int) and number
    ]
    parts += [IN_TOKYO[player["place"]]] if player.get("place") in (1, 2) else []
    if "monster" in player:
        parts.append(_card(player["monster"]))
    for zone in ("play", "area", "evolutions", "hand", "discard"):
        cards = player.get(zone)
        if cards:
            parts.append(f"{zone}: {', '.join(map(_card, cards))}")
    if player.get("deck"):
        parts.append(f"deck: {len(player['deck'])}")
    return "  ".join(parts)


def _card(card: JsonObject) -> str:
    notes = ["exhausted"] if card.get("exhausted") else []
    notes += [f"counters {card['counters']}"] if card.get("counters") else []
    notes += [f"bought for {card['paid']}"] if "paid" in card else []
    notes += [f"on {card['place']}"] if card.get("place") else []
    boosts = [_card(boost) for boost in card.get("boosts") or ()]
    notes += [f"boosted by {' and '.join(boosts)}"] if boosts else []
    return f"{card.get('h')} {card.get('card')}" + (f" ({', '.join(notes)})" if notes else "")
