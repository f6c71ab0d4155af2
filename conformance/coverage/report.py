"""The coverage for people: a table with percentages, and the page of one rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from conformance.coverage.figures import book_figures, rule_figures, set_figures
from conformance.coverage.measure import Coverage, RuleCoverage, is_focused
from conformance.coverage.problems import place_of
from conformance.replay.replay import Replay
from conformance.vectors.export import shown
from rules_dsl.specification import Specification

BEYOND = ("two_sided", "two_sided_excused", "killed", "killed_excused")

Row = tuple[str, str, int, int]
"""What is counted, what is said of it, how many it holds of, and of how many."""


def tell_table(
    coverage: Coverage, specification: Specification, console: Console, laws: Iterable[Row] = ()
) -> None:
    """Every figure with its share of the whole, games in the making apart."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("what")
    table.add_column("state")
    for heading in ("number", "of", "share"):
        table.add_column(heading, justify="right")
    before = None
    for what, state, part, whole in [*rows(coverage), *laws, *_draft_rows(coverage)]:
        share = "-" if whole == 0 else f"{share_of(part, whole):.1f} %"
        style = "green" if part == whole and whole else None
        table.add_row(
            "" if what == before else what, state, str(part), str(whole), share, style=style
        )
        before = what
    console.print(table)
    for line in tell_drafts(coverage, specification):
        console.print(escape(line))


def tell_drafts(coverage: Coverage, specification: Specification) -> Iterator[str]:
    """Of each game in the making, why it is and how far it has come."""
    for name, draft in coverage.drafts.items():
        covered = sum(bool(each.executed) for each in draft.rules.values())
        share = f"{covered} of {len(draft.rules)} rules covered"
        yield f"{name} is in the making ({specification.drafts[name].draft}): {share}"


def _draft_rows(coverage: Coverage) -> Iterator[Row]:
    for name, draft in coverage.drafts.items():
        for what, state, part, whole in rows(draft):
            yield f"{name}: {what}", state, part, whole


def share_of(part: int, whole: int) -> float:
    """A percentage, rounded down: only all of it is 100."""
    return 1000 * part // whole / 10


def rows(coverage: Coverage) -> Iterator[Row]:
    """The lines of the table."""
    passed, played = len(coverage.passed), len(coverage.results)
    yield "scenarios", "pass", passed, played
    for name, book in coverage.books.items():
        numbers = book_figures(book)
        for state in ("covered", "tested", "excused"):
            yield f"clauses {name}", state, numbers[state], numbers["testable"]
    numbers = rule_figures(coverage)
    for state in ("cited", "executed", "focused", "focused_excused", "excused", *BEYOND):
        yield "rules", state.replace("_", "-"), numbers[state], numbers["normative"]
    for name, cards in coverage.sets.items():
        numbers = set_figures(cards)
        yield f"cards {name}", "exercised", numbers["exercised"], numbers["total"]
        for part in ("abilities", "keywords"):
            yield f"cards {name}", part, numbers[f"{part}_exercised"], numbers[part]


def tell_rule(
    each: RuleCoverage, coverage: Coverage, specification: Specification, console: Console
) -> None:
    """One rule: its text, what it covers, and every scenario that cites it."""
    rule = each.rule
    console.print(f"[bold]{rule.id}[/]  {rule.kind}  {place_of(rule, specification)}")
    console.print(f"  {escape(' '.join(rule.text.split()))}")
    console.print(f"  covers: {', '.join(rule.covers) or rule.source}")
    flags: dict[str, object] = {
        "cited": each.cited,
        "executed": each.executed,
        "focused": each.focused,
    }
    if coverage.evidence is not None:
        flags |= {"two-sided": each.two_sided or (), "killed": each.killed}
    console.print("  " + ", ".join(_flag(name, bool(ids)) for name, ids in flags.items()))
    for excuse in (each.excuse, each.one_sided_excuse, each.unkilled_excuse):
        if excuse is not None:
            console.print(f"  excused: {escape(excuse)}")
    if each.two_sided is not None:
        console.print(f"  its other side: {each.two_sided}")
    if each.killed:
        console.print(f"  mutants killed: {escape(', '.join(each.killed))}")
    for result in coverage.results:
        if rule.id in result.scenario.rules:
            console.print(f"  {_scenario(result)}")


def _flag(name: str, holds: bool) -> str:
    return f"[green]{name}[/]" if holds else f"[red]not {name}[/]"


def _scenario(result: Replay) -> str:
    scenario = result.scenario
    state = result.status + (", focused" if result.passed and is_focused(result) else "")
    size = f"decisions: {result.decisions}, cards: {result.cards}"
    place = f"{shown(scenario.place.file)}:{scenario.place.line}"
    return escape(f"{scenario.label}  {scenario.title} ({state}; {size})  {place}")
