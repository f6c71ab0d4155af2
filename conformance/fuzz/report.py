"""The report of a campaign for people: each puzzle small enough to be read at a glance."""

from __future__ import annotations

import shlex
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from conformance.engines.in_process import waits_for
from conformance.fuzz.as_vector import vector_of
from conformance.fuzz.campaign import Figures
from conformance.fuzz.comparing import TROUBLES
from conformance.fuzz.finding import Finding
from conformance.fuzz.shrinking import HISTORY, POSITION, REPLAYED, START, TRACE, UNSTEADY, UNTRIED
from conformance.fuzz.telling import Story
from conformance.judge.compare import show
from conformance.judge.headline import headline, names_in
from conformance.judge.report import board
from conformance.judge.rulebook import rule_texts
from conformance.judge.vector import say
from conformance.judge.walk import describe
from conformance.protocol.canonical import JsonObject
from rules_dsl.errors import printable

SHOW_DIFFERENCES = 8
SHOW_RULES = 3
SHOW_STEPS = 30
SHOW_STDERR = 6

LABELS = {
    POSITION: "",
    HISTORY: "history-dependent: no position shows it, the engine remembers what they leave out",
    START: "before the first turn, where no position can be stood up",
    TRACE: "as a trace: the engine does not stand positions up (`setup`)",
    REPLAYED: "only when the whole game is replayed in one message (`replay`)",
    UNSTEADY: "not steady: the same game, played again, did not show it",
    UNTRIED: "as it was met: the time was up before it was played again and made small",
}


CUT = "the time was up before everything smaller was tried"
BEHIND = (
    "behind another difference: where the engine offers something else, the script goes past it"
)


class Report:
    """Writes findings as they come, above a line of progress on a terminal."""

    def __init__(self, engine: str, corpus: Path, is_default: bool, seed: int) -> None:
        self._engine = engine
        self._corpus = "" if is_default else f" --corpus {shlex.quote(str(corpus))}"
        self._seed = seed
        self._console = Console()
        self._stderr = Console(stderr=True)
        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            TimeElapsedColumn(),
            console=self._stderr,
            transient=True,
            disable=not self._stderr.is_terminal,
        )
        self._task = self._progress.add_task("", total=None)
        self.progress(Figures())

    def __enter__(self) -> Report:
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def progress(self, figures: Figures) -> None:
        """How far the campaign is."""
        self._progress.update(
            self._task,
            description=f"{_many(figures.games, 'game')}, {figures.decisions} decisions, "
            f"{_many(len(figures.findings), 'finding')}",
        )

    def finding(self, finding: Finding) -> None:
        """One finding, with all it takes to understand and repeat it."""
        for line, style in tell(finding):
            self._say(line, style)
        for at, command in enumerate(commands(finding, self._engine, self._corpus)):
            head = "reproduce:" if at == 0 else "          "
            self._say(f"  {head} {command}")
        self._console.print()

    def summary(self, figures: Figures, interrupted: bool) -> None:
        """What was done, and how to do it again."""
        self._progress.stop()
        for line, style in tell_summary(figures, self._seed, interrupted):
            self._say(line, style)

    def _say(self, text: str, style: str = "") -> None:
        said = Text(printable(text), style=style)  # a case may come from anybody
        self._console.print(said, soft_wrap=True, highlight=False)


def tell(finding: Finding) -> list[tuple[str, str]]:
    """The lines about a finding, each with its style."""
    names = names_in(vector_of(finding.parted, finding.id))
    said = headline(finding.differences, finding.message, names)
    head = f"DIFFERENCE {finding.id}  {finding.kind}: {said}"
    if finding.kind in TROUBLES:
        head = f"{finding.kind.upper()} {finding.id}  {finding.message}"
    lines = [(head, "bold red")]
    if LABELS.get(finding.label):
        lines.append((f"  {LABELS[finding.label]}", "yellow"))
    elif finding.is_cut:
        lines.append((f"  {CUT}", "yellow"))
    if finding.where.known:
        lines.append((f"  judged with what is known: {', '.join(finding.where.known)}", "yellow"))
    if finding.is_behind:
        lines.append((f"  {BEHIND}", "yellow"))
    if finding.label == UNTRIED:  # it may be one of those above, seen from further away
        first = rule_texts(finding.rules[:1])
        return [*lines, *((f"  {rule}  {text}", "cyan") for rule, text in first)]
    rules = rule_texts(finding.rules)
    lines += [(f"  {rule}  {text}", "cyan") for rule, text in rules[:SHOW_RULES]]
    if len(rules) > SHOW_RULES:
        more = ", ".join(rule for rule, _ in rules[SHOW_RULES:])
        lines.append((f"  and {more}", "cyan"))
    lines += [(f"  {line}", "") for line in board(vector_of(finding.parted, finding.id))]
    lines += [(f"  {line}", "") for line in _steps(finding)]
    for one in finding.differences[:SHOW_DIFFERENCES]:
        lines.append((f"  - {one.place}  want {show(one.want)}  got {show(one.got)}", ""))
    if len(finding.differences) > SHOW_DIFFERENCES:
        more = str(len(finding.differences) - SHOW_DIFFERENCES)
        lines.append((f"  ... and {more} more differences", ""))
    stderr = finding.stderr.splitlines()[-SHOW_STDERR:]
    lines += [(f"  stderr | {line}", "dim") for line in stderr]
    lines += [(f"  behaves like {name}", "yellow") for name in finding.behaves_like]
    lines.append((f"  {_size(finding)}", "dim"))
    return lines


def _steps(finding: Finding) -> list[str]:
    story = Story(finding.parted)
    told = [str(done) for done in story.done]
    cut = len(told) - SHOW_STEPS
    if cut > 0:
        told = [f"... {cut} steps ...", *told[cut:]]
    lines = [f"play: {' ; '.join(told)}"] if told else []
    lines.append(f"then: {describe(waits_for(story.position))} decides")
    if story.position.over is not None:
        lines[-1] = f"then: {describe(waits_for(story.position))}"
    if finding.probe is not None and finding.probe.refuse is not None:
        lines.append(f"try: {say(finding.probe.refuse)}")
    if finding.probe is not None and finding.probe.view is not None:
        lines.append(f"look: the view of {finding.probe.view}")
    return lines


def _size(finding: Finding) -> str:
    was = _amounts(finding.cards_before, finding.decisions_before)
    cards = finding.cards_before if finding.where.setup is None else finding.cards
    now = _amounts(cards, finding.decisions)
    took = f"{finding.seconds:.2f} s and {finding.messages} messages"
    return f"shrunk from {was} to {now} in {took}; game {finding.game} of seed {finding.seed}"


def _amounts(cards: int, decisions: int) -> str:
    return f"{_many(cards, 'card')} and {_many(decisions, 'decision')}"


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def commands(finding: Finding, engine: str, corpus: str = "") -> list[str]:
    """What to type to see a finding again, and to keep it for ever."""
    replay = f"kaiju replay {finding.id} --engine {shlex.quote(engine)}{corpus}"
    if finding.label != POSITION or finding.kind in TROUBLES:
        return [replay]
    rule = next(iter(finding.rules), "RULE")
    return [replay, f'kaiju adopt {finding.id} --rules {rule} --title "…"{corpus}']


def tell_summary(figures: Figures, seed: int, interrupted: bool) -> list[tuple[str, str]]:
    """The last lines of a campaign."""
    rate = figures.decisions / figures.seconds if figures.seconds else 0.0
    found = len(figures.findings)
    head = "stopped: " if interrupted else ""
    cut = sum(one.is_cut for one in figures.findings)
    head += f"{_many(found, 'finding')} in {_many(figures.differences, 'difference')}"
    head += f" ({cut} not made small in time)" if cut else ""
    if not figures.differences:
        head = ("stopped: " if interrupted else "") + "no difference"
    said = (
        f"{head}: {_many(figures.games, 'game')}, {figures.decisions} decisions "
        f"({rate:.0f} a second), {len(figures.rules)} rules reached, seed {seed}"
    )
    lines = [(said, "bold red" if found else "bold green" if not interrupted else "bold")]
    if figures.skipped:
        lines.append(
            (f"  the engine skipped {_many(figures.skipped, 'game')}: {figures.why_skipped}", "")
        )
    return lines


def summary_json(figures: Figures, seed: int, interrupted: bool) -> JsonObject:
    """The last line for tools."""
    said: JsonObject = {
        "summary": True,
        "seed": seed,
        "games": figures.games,
        "decisions": figures.decisions,
        "messages": figures.messages,
        "rules": len(figures.rules),
        "differences": figures.differences,
        "findings": len(figures.findings),
        "cut": sum(one.is_cut for one in figures.findings),
        "seconds": round(figures.seconds, 2),
    }
    if figures.skipped:
        said |= {"skipped": figures.skipped, "why_skipped": figures.why_skipped}
    return {**said, "interrupted": True} if interrupted else said
