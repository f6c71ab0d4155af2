"""A person at the terminal: shows the table, asks, explains, and reads the answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape

from oracle.explanation import Reason
from oracle.kernel.decision import Decision, Json
from oracle.position import Position

from .board import amount, choices, question, showing_of
from .telling import YOU, story_of

if TYPE_CHECKING:
    from .telling import Line


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
        self._show_board(position)
        self._ask(position, decision, offered)
        if not self._helped:
            self._helped = True
            self.console.print(f"[dim]{escape(self._help(position))}[/]")
        while True:
            answer = self._take(position, decision, offered, self._typed())
            if answer is not None:
                self.lines = []
                return answer

    def _help(self, position: Position) -> str:
        return f"{showing_of(position.ruleset.machine).HELP} This again: h."

    def _show_board(self, position: Position) -> None:
        self.console.print(showing_of(position.ruleset.machine).board(position, self.seat))

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
            names = position.ruleset.machine.choice_names.get(decision.kind)
            what = "names or numbers" if names else "numbers"
            self.console.print(f"[dim]Type {amount(decision)} of the {what}{none}.[/]")

    def _take(
        self, position: Position, decision: Decision, offered: list[tuple[str, Any]], typed: str
    ) -> Json | None:
        """The answer in a line, or None after doing what else it asked for."""
        showing = showing_of(position.ruleset.machine)
        command, _, rest = typed.partition(" ")
        if command in ("q", "quit", "exit"):
            raise Quit
        if typed in ("?", "rules"):
            self._tell_rules()
        elif typed in ("h", "help"):
            self.console.print(escape(self._help(position)))
        elif typed in ("b", "board"):
            self._show_board(position)
            self._ask(position, decision, offered)
        elif typed in ("d", "discard"):
            self.console.print(showing.discard_piles(position, self.seat))
        elif command in ("w", "why"):
            self._tell_why(position, decision, offered, rest)
        else:
            return self._chosen(position, decision, offered, typed)
        return None

    def _chosen(
        self, position: Position, decision: Decision, offered: list[tuple[str, Any]], typed: str
    ) -> Json | None:
        names = position.ruleset.machine.choice_names.get(decision.kind, ())
        words = typed.replace(",", " ").split()
        wanted = _numbered(words, [value for _, value in offered], names)
        if None in wanted:
            bad = words[wanted.index(None)]
            numbers = f"a number from 1 to {len(offered)}"
            what = f"a name such as {offered[0][1]}, {numbers}" if names else numbers
            self.console.print(f"[red]{escape(bad)} is no choice: type {what}, or h for help.[/]")
            return None
        taken = [offered[number - 1][1] for number in wanted if number is not None]
        if decision.factored:
            assert decision.most is not None
            if len(set(wanted)) == len(taken) and decision.least <= len(taken) <= decision.most:
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
        found = list(showing_of(position.ruleset.machine).refused(position, decision, self.seat))
        self._tell_reasons(position, found)
        if not found:
            self.console.print("Everything you could expect is among the choices.")
            self._tell_texts(decision.rules)

    def _tell_values(self, position: Position, name: str) -> None:
        """Why the values of what is called so are what they are."""
        showing = showing_of(position.ruleset.machine)
        found = showing.explained(position, self.seat, name) or self._played(position, name)
        for each in found:
            explanation = position.explain(each)
            called = self._addressed(position, explanation.name)
            told = self._addressed(position, explanation.text)
            self.console.print(f"[bold]{escape(called)}[/]\n{escape(told)}")
        if not found:
            self.console.print(f"[red]{escape(name)} is {showing.NEITHER}.[/]")

    def _played(self, position: Position, name: str) -> list[str]:
        """The seat that plays a monster of this name."""
        players: Mapping[str, Mapping[str, object]] = position.view(self.seat)["players"]
        return [
            seat
            for seat, has in players.items()
            for each in has.values()
            if isinstance(each, str) and each in position.handles
            if position.name(each).lower() == name
        ]

    def _addressed(self, position: Position, text: str) -> str:
        """A reason as one says it to this person: `your hand` for `the hand of p1`."""
        machine = position.ruleset.machine
        story = story_of(machine)
        text = re.sub(rf"\bthe ([a-z ]+) of {self.seat}\b", r"your \1", text)
        for number, seat in enumerate(machine.layout.seats, start=1):
            name = YOU if seat == self.seat else story.OTHER.format(number=number)
            text = re.sub(rf"\b{seat}\b", name, text)
        return story.reason_to(text)

    def _tell_reasons(self, position: Position, reasons: Iterable[Reason]) -> None:
        told = list(reasons)
        for reason in told:
            mark = "[green]possible[/]" if reason.legal else "[yellow]not possible[/]"
            self.console.print(f"{mark}: {escape(self._addressed(position, reason.text))}")
        self._tell_texts(rule for reason in told for rule in reason.rules)


def _numbered(
    words: Iterable[str], offered: Sequence[Any], names: Iterable[str]
) -> list[int | None]:
    """The numbers of the choices that words stand for; a name stands for the next one called so."""
    found: list[int | None] = []
    for word in words:
        number = _number(word, len(offered))
        called = {name for name in names if word in (name, f"{name}s")}
        if number is None and called:
            alike = [n for n, value in enumerate(offered, start=1) if value in called]
            number = next((n for n in alike if n not in found), None)
        found.append(number)
    return found


def _number(word: str, most: int) -> int | None:
    if not word.isdecimal() or not word.isascii() or not 1 <= int(word) <= most:
        return None
    return int(word)
