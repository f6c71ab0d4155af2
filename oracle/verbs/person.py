"""A person at the terminal: shows the table, asks, explains, and reads the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.console import Console
from rich.markup import escape

from oracle.explanation import Reason
from oracle.kernel.decision import Decision, Json
from oracle.position import Position

from .board import amount, board, choices, discard_piles, question
from .telling import Line

HELP = (
    "Type the number of a choice. Also: ? rules of what just happened, w N why a choice is "
    "possible, w why others are not, w NAME why a creature's power is so, b board, "
    "d discard piles, q quit."
)

NATURAL = {"turn": "attack", "block": "block", "hunt": "hunt", "attack-again": "attack"}
"""The verb that a player would expect of a creature, by kind of decision."""


class Quit(Exception):
    """The person stops playing."""


class Person:
    """Plays one seat; `read` gives the next line typed."""

    def __init__(
        self,
        seat: str,
        console: Console,
        read: Callable[[str], str],
        rule_texts: Callable[[], Mapping[str, str]],
    ) -> None:
        self.seat = seat
        self.console = console
        self.read = read
        self.rule_texts = rule_texts
        self.lines: list[Line] = []
        """What happened since this person last decided."""
        self._helped = False

    def decide(self, position: Position) -> Json:
        """Ask until there is an answer; a forced one is only told."""
        decision = position.decision
        assert decision is not None
        offered = choices(position, self.seat)
        forced = decision.forced()
        if forced is not None:
            what = ", ".join(text for text, _ in offered)
            self.console.print(f"[dim]You have no choice: {escape(what)}.[/]")
            self.lines = []
            return forced
        self.console.print(board(position, self.seat))
        self._ask(position, decision, offered)
        if not self._helped:
            self._helped = True
            self.console.print(f"[dim]{HELP}[/]")
        while True:
            answer = self._take(position, decision, offered, self._typed())
            if answer is not None:
                self.lines = []
                return answer

    def _typed(self) -> str:
        try:
            return self.read("> ").strip().lower()
        except EOFError:
            raise Quit from None

    def _ask(self, position: Position, decision: Decision, offered: list[tuple[str, Any]]) -> None:
        self.console.print(f"\n[bold]{escape(question(position, decision))}[/]")
        for number, (text, _) in enumerate(offered, start=1):
            self.console.print(f"  [bold]{number}[/]  {escape(text)}")
        if decision.factored:
            none = "; press Enter for none" if not decision.least else ""
            self.console.print(f"[dim]Type {amount(decision)} of the numbers{none}.[/]")

    def _take(
        self, position: Position, decision: Decision, offered: list[tuple[str, Any]], typed: str
    ) -> Json | None:
        """The answer in a line, or None after doing what else it asked for."""
        command, _, rest = typed.partition(" ")
        if command in ("q", "quit", "exit"):
            raise Quit
        if typed in ("?", "rules"):
            self._tell_rules()
        elif typed in ("h", "help"):
            self.console.print(HELP)
        elif typed in ("b", "board"):
            self.console.print(board(position, self.seat))
            self._ask(position, decision, offered)
        elif typed in ("d", "discard"):
            self.console.print(discard_piles(position, self.seat))
        elif command in ("w", "why"):
            self._tell_why(position, decision, offered, rest)
        else:
            return self._chosen(decision, offered, typed)
        return None

    def _chosen(
        self, decision: Decision, offered: list[tuple[str, Any]], typed: str
    ) -> Json | None:
        numbers = typed.replace(",", " ").split()
        wanted = [_number(word, len(offered)) for word in numbers]
        if None in wanted:
            bad = numbers[wanted.index(None)]
            self.console.print(
                f"[red]{escape(bad)} is no choice: type a number from 1 to {len(offered)}, "
                "or h for help.[/]"
            )
            return None
        taken = [offered[number - 1][1] for number in wanted if number is not None]
        if decision.factored:
            assert decision.most is not None
            if len(set(taken)) == len(taken) and decision.least <= len(taken) <= decision.most:
                return {"choose": taken}
            self.console.print(f"[red]Type {amount(decision)} different numbers.[/]")
            return None
        if len(taken) != 1:
            self.console.print("[red]Type one number, or h for help.[/]")
            return None
        answer: Json = taken[0]
        return answer

    # --- what else a person may ask ---

    def _tell_rules(self) -> None:
        if not self.lines:
            self.console.print("Nothing has happened since your last choice.")
            return
        for line in self.lines:
            self.console.print(f"{escape(line.text)}  [dim]{', '.join(line.rules)}[/]")
        self._tell_texts(rule for line in self.lines for rule in line.rules)

    def _tell_texts(self, rules: Iterable[str]) -> None:
        texts = self.rule_texts()
        for rule in dict.fromkeys(rules):
            text = " ".join(texts.get(rule, "").split())
            self.console.print(f"  [cyan]{rule}[/]  {escape(text)}")

    def _tell_why(
        self, position: Position, decision: Decision, offered: list[tuple[str, Any]], which: str
    ) -> None:
        if which:
            number = _number(which.strip(), len(offered))
            if number is None:
                self._tell_values(position, which.strip())
                return
            chosen = offered[number - 1][1]
            given = {"choose": [chosen]} if decision.factored else chosen
            reasons = position.why(given)
            if decision.factored:
                # One candidate alone may be too few; it is still a candidate.
                reasons = tuple(each for each in reasons if each.legal) or (
                    Reason(f"{position.name(chosen)} is a candidate.", decision.rules, True),
                )
            self._tell_reasons(position, reasons)
            return
        found = list(self._refused(position, decision))
        self._tell_reasons(position, found)
        if not found:
            self.console.print("Everything you could expect is among the choices.")
            self._tell_texts(decision.rules)

    def _tell_values(self, position: Position, name: str) -> None:
        """Why the creatures in play of that name are what they are."""
        players = position.view(self.seat)["players"].values()
        handles = [creature["h"] for player in players for creature in player["play"]]
        found = [handle for handle in handles if name in position.name(handle).lower()]
        for handle in found:
            explanation = position.explain(handle)
            self.console.print(f"[bold]{escape(explanation.name)}[/]\n{escape(explanation.text)}")
        if not found:
            self.console.print(
                f"[red]{escape(name)} is neither a choice nor a creature in play.[/]"
            )

    def _refused(self, position: Position, decision: Decision) -> Iterable[Reason]:
        """Why each creature in play, or card for sale, that is not among the choices is not."""
        players = position.view(self.seat)["players"]
        for owner, player in players.items():
            for creature in player["play"]:
                handle = creature["h"]
                if decision.factored:
                    if handle not in decision.candidates:
                        yield from (
                            reason
                            for reason in position.why({"choose": [handle]})
                            if position.name(handle) in reason.text
                        )
                    continue
                verb = NATURAL.get(decision.kind)
                mine = (owner == self.seat) == (verb != "hunt")
                if verb is not None and mine and {verb: handle} not in decision.options:
                    yield from position.why({verb: handle})
        if decision.kind == "buy":
            for handle in position.view(self.seat)["power-row"]:
                if {"buy": handle} not in decision.options:
                    yield from position.why({"buy": handle})

    def _addressed(self, position: Position, text: str) -> str:
        """A reason as one says it to this person: `your hand` for `the hand of p1`."""
        text = re.sub(rf"\bthe ([a-z ]+) of {self.seat}\b", r"your \1", text)
        for seat in position.ruleset.machine.layout.seats:
            name = "you" if seat == self.seat else "the opponent"
            text = re.sub(rf"\b{seat}\b", name, text)
        return text

    def _tell_reasons(self, position: Position, reasons: Iterable[Reason]) -> None:
        told = list(reasons)
        for reason in told:
            mark = "[green]possible[/]" if reason.legal else "[yellow]not possible[/]"
            self.console.print(f"{mark}: {escape(self._addressed(position, reason.text))}")
        self._tell_texts(rule for reason in told for rule in reason.rules)


def _number(word: str, most: int) -> int | None:
    if not word.isdecimal() or not word.isascii() or not 1 <= int(word) <= most:
        return None
    return int(word)
