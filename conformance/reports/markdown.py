"""Markdown for the summary of a CI job: a short table, the failures folded."""

from __future__ import annotations

import html
from collections.abc import Iterator

from conformance.judge.compare import show
from conformance.judge.rulebook import rule_texts
from conformance.reports.cases import Case, Judged, by_topic

MOST_FAILURES = 50
MOST_DIFFERENCES = 12
MARKS = {"pass": "✅", "xfail": "🟨", "skip": "⬜", "unsupported": "⬜", "not-applicable": "⬜"}


def markdown(judged: Judged) -> str:
    """The verdict, the counts, a row a topic, and each failure to be opened."""
    lines = [f"## {_text(judged.stream.engine_name)}: {judged.headline}", "", *_counts(judged), ""]
    lines += _topics(judged)
    failures = judged.failures
    for case in failures[:MOST_FAILURES]:
        lines += ["", *_failure(case, judged)]
    if len(failures) > MOST_FAILURES:
        lines += ["", f"… and {len(failures) - MOST_FAILURES} more."]
    return "\n".join(lines) + "\n"


def _counts(judged: Judged) -> Iterator[str]:
    counts = {status: n for status, n in judged.stream.summary.counts.items() if n}
    heads = [f"{MARKS.get(status, '❌')} {status}" for status in counts]
    yield f"| {' | '.join(heads)} |"
    yield f"|{' ---: |' * len(counts)}"
    yield f"| {' | '.join(map(str, counts.values()))} |"


def _topics(judged: Judged) -> Iterator[str]:
    rows = [
        (topic, len(cases), sum(case.fails for case in cases))
        for topic, cases in by_topic(judged.cases)
    ]
    if not any(failed for *_, failed in rows):
        return
    yield "| topic | vectors | failing |"
    yield "| --- | ---: | ---: |"
    for topic, total, failed in rows:
        if failed:
            yield f"| {_text(topic)} | {total} | {failed} |"


def _failure(case: Case, judged: Judged) -> Iterator[str]:
    result = case.result
    yield "<details>"
    yield (
        f"<summary><b>{result.status}</b> <code>{html.escape(result.id)}</code> "
        f"{html.escape(result.title)}</summary>"
    )
    yield ""
    yield f"{_text(result.message)}"
    for said in judged.behaviour(case):
        yield f"\nIt behaves **{_text(said)}**."
    yield ""
    yield from _fenced(_details(case, judged))
    for rule, text in rule_texts(result.rules):
        yield f"- `{rule}`: {_text(text)}"
    if result.issue:
        yield f"- {_text(result.issue)}"
    yield ""
    yield "</details>"


def _details(case: Case, judged: Judged) -> list[str]:
    result = case.result
    lines = [f"so far: {' ; '.join(result.script)}"] if result.script else []
    for one in result.differences[:MOST_DIFFERENCES]:
        lines.append(f"- {one.place}  want {show(one.want)}  got {show(one.got)}")
    if len(result.differences) > MOST_DIFFERENCES:
        lines.append(f"... and {len(result.differences) - MOST_DIFFERENCES} more differences")
    return [*lines, *case.commands(judged.stream.command)]


def _fenced(lines: list[str]) -> list[str]:
    text = "\n".join(lines)
    fence = "```"
    while fence in text:
        fence += "`"
    return [f"{fence}text", *text.splitlines(), fence, ""]


def _text(text: str) -> str:
    """Words of others, so that nothing of them is taken for Markdown or HTML."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    for sign in "\\`*_[]|~#":
        escaped = escaped.replace(sign, f"\\{sign}")
    return escaped
