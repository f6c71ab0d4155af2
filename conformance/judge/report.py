"""The report for people: what failed, why it matters, how to see it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from conformance.games import kit_of
from conformance.judge.causes import Cause, causes, told
from conformance.judge.compare import show
from conformance.judge.results import HARMLESS, Result, Summary
from conformance.judge.rulebook import rule_texts
from conformance.judge.said_by import broken
from conformance.judge.vector import Vector
from conformance.judge.walk import STANDS_OTHERWISE
from conformance.judge.why_not import LEFT_OUT, why_not
from conformance.levels import LEVELS
from conformance.protocol.canonical import JsonObject
from conformance.reports.cases import reproduce
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
TOLD_IN_FULL = 12
"""Causes with the board of their smallest vector; of those after them a line says enough."""
LISTED = 40
"""Causes that are listed."""
IDS_SHOWN = 8
OPTIONS_SHOWN = 6


class Report:
    """Shows how far the run is; when it is over, the counts, the causes, then the details."""

    def __init__(self, engine_name: str, total: int, to_stderr: bool = False) -> None:
        self._console = Console(stderr=to_stderr)
        self._engine_name = engine_name
        self._results: list[Result] = []
        self._vectors: dict[str, Vector] = {}
        self._failed = 0
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
        """A verdict; it is told at the end, with those that are like it."""
        self._results.append(result)
        if vector is not None and result.status not in HARMLESS:
            self._vectors[result.id] = vector
        self._failed += result.status not in HARMLESS
        failed = f"  {self._failed} failed" if self._failed else ""
        self._progress.update(self._task, advance=1, description=f"{result.id}{failed}")

    def searching(self, what: str) -> None:
        """Say what is looked for when all vectors are judged."""
        self._progress.update(self._task, description=what)

    def summary(self, summary: Summary) -> None:
        """The counts, the causes, and then of each cause the smallest vector in full."""
        self._progress.stop()
        self._counts(summary)
        named, earlier = named_in(summary.about), summary.about.get("earlier")
        found = causes(self._results, self._vectors, named, earlier)
        self._list(found)
        self._notes(summary)
        for number, cause in enumerate(found[:TOLD_IN_FULL], 1):
            self._console.print()
            self._tell_cause(number, cause)
        if len(found) > TOLD_IN_FULL:
            self._console.print()
            self._say(
                f"{len(found) - TOLD_IN_FULL} more causes; the HTML report (--html) tells "
                "each with its board and its story",
                style="dim",
            )

    def _counts(self, summary: Summary) -> None:
        name = " ".join(
            str(summary.engine[key]) for key in ("name", "version") if summary.engine.get(key)
        )
        left_out = sum(summary.counts.get(status, 0) for status in LEFT_OUT)
        counts = ", ".join(
            f"{count} {status}"
            for status, count in summary.counts.items()
            if count and status not in LEFT_OUT
        )
        cut = "stopped: " if summary.interrupted else ""
        good = summary.is_good and not summary.interrupted
        who = name or self._engine_name or "an engine"
        self._line(
            f"{cut}{counts or 'nothing judged'}",
            "green" if good else "red",
            f"of {_many(summary.played)} that {who} plays"
            + (f"; {left_out} of {summary.total} were not judged" if left_out else ""),
        )

        if said := broken(self._results):
            self._say(f"  {said}", style="red")

    def _list(self, found: Sequence[Cause]) -> None:
        if not found:
            return
        one = len(found) == 1
        self._line(f"{len(found)} cause{'' if one else 's'}", "red", "")
        for number, cause in enumerate(found[:LISTED], 1):
            count = len(cause.results)
            vectors = _many(count)
            ids = f" ({cause.misreading.ids})" if cause.misreading and cause.misreading.ids else ""
            self._say(f"  {number}. {cause.says}{ids}: {vectors}", style="yellow")
        if len(found) > LISTED:
            self._say(f"  ... and {len(found) - LISTED} more")

    def _notes(self, summary: Summary) -> None:
        anew = [one for one in self._results if one.under and one.status not in LEFT_OUT]
        if anew:
            names = {f"{name} = {answer}" for one in anew for name, answer in one.under.items()}
            self._say(
                f"  {len(anew)} were derived anew under what the engine declares: "
                f"{_some(sorted(names), OPTIONS_SHOWN)}",
                style="dim",
            )
        for reason in why_not(self._results):
            self._say(f"  {reason}", style="dim")
        if summary.about.get("levels"):
            self._say(f"  {level_line(summary.about)}", style="dim")
        for stale in summary.about.get("unmatched", ()):
            self._say(f"  no vector fits the expectation {stale}", style="yellow")

    # ---- one cause

    def _tell_cause(self, number: int, cause: Cause) -> None:
        result = cause.smallest
        vector = self._vectors.get(result.id)
        self._line(f"{number}. {cause.says}", "yellow", "")
        self._line(result.status.upper(), _colour(result.status), f"{result.id}  {result.title}")
        if result.status == "xpass":
            self._say(f"  {result.message}")
        else:
            self._tell(result, vector, (cause.earlier or {}).get(result.id, ()))
        if cause.others:
            self._say(f"  the same: {_some(cause.others, IDS_SHOWN)}")

    def _tell(self, result: Result, vector: Vector | None, earlier: Sequence[str]) -> None:
        for rule, text in rule_texts(result.rules):
            self._say(f"  {rule}  {text}", style="cyan")
        for line in board(vector) if vector else ():
            self._say(f"  {line}")
        if result.script:
            self._say(f"  so far: {' ; '.join(result.script)}")
        said = told(result, vector)
        self._say(f"  {said}", style="bold")
        for line in result.message.splitlines():
            if line not in (said, STANDS_OTHERWISE):
                self._say(f"  {line}")
        if result.under:
            answers = ", ".join(f"{name} = {answer}" for name, answer in result.under.items())
            self._say(f"  judged under {answers}, as the engine declares")
        for found in result.differences[:SHOW_DIFFERENCES]:
            self._say(f"  - {found.place}  want {show(found.want)}  got {show(found.got)}")
        if len(result.differences) > SHOW_DIFFERENCES:
            self._say(f"  ... and {len(result.differences) - SHOW_DIFFERENCES} more differences")
        for line in result.stderr.splitlines():
            self._say(f"  stderr | {line}", style="dim")
        commands = reproduce(result.id, vector, self._engine_name, earlier)
        for number, command in enumerate(commands):
            self._say(f"  {'reproduce:' if number == 0 else '          '} {command}")

    def _line(self, head: str, colour: str, rest: str) -> None:
        said = Text.assemble(
            (printable(head), f"bold {colour}"), " " if rest else "", printable(rest)
        )
        self._console.print(said, soft_wrap=True, highlight=False)

    def _say(self, text: str, style: str = "") -> None:
        said = Text(printable(text), style=style)  # an engine's words may be anything
        self._console.print(said, soft_wrap=True, highlight=False)


def _many(count: int) -> str:
    return f"{count} vector{'' if count == 1 else 's'}"


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
    usual = kit_of(vector.game).told
    lines = [_seat(seat, players[seat], vector.setup, usual) for seat in sorted(players)]
    for track in ("fame", "destruction"):
        lines += [f"  {track} marker: {vector.setup[track]}"] if track in vector.setup else []
    for zone in ("power-row", "power-deck", "power-discard", "board", "row", "deck", "discard"):
        cards = vector.setup.get(zone)
        lines += [f"  {zone}: {', '.join(map(_card, cards))}"] if cards else []
    return lines


IN_TOKYO = ("", "in Tokyo City", "in Tokyo Bay")


def _seat(seat: str, player: JsonObject, setup: JsonObject, usual: Mapping[str, int]) -> str:
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
