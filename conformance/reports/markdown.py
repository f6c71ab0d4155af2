"""Markdown for the summary of a CI job: counts and causes, the details folded."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from conformance.judge.causes import Cause, told
from conformance.judge.compare import show
from conformance.judge.rulebook import rule_texts
from conformance.judge.why_not import LEFT_OUT
from conformance.reports.cases import Case, Judged, by_topic

MOST_CAUSES = 40
MOST_IDS = 20
MOST_DIFFERENCES = 12
MARKS = {"pass": "✅", "xfail": "🟨", **dict.fromkeys(LEFT_OUT, "⬜")}


def markdown(judged: Judged) -> str:
    """The verdict, the counts, the causes; then each cause to be opened, and all the rest."""
    lines = [f"## {_text(judged.stream.engine_name)}: {judged.headline}", "", *_counts(judged), ""]
    lines += [f"{_text(judged.broken)}.".capitalize(), ""] if judged.broken else []
    lines += _causes(judged)
    for number, cause in enumerate(judged.causes[:MOST_CAUSES], 1):
        lines += ["", *_cause(number, cause, judged)]
    lines += ["", *_topics(judged), *_why_not(judged)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _causes(judged: Judged) -> Iterator[str]:
    found = judged.causes
    for number, cause in enumerate(found[:MOST_CAUSES], 1):
        vectors = "1 vector" if not cause.others else f"{len(cause.results)} vectors"
        yield f"{number}. {_text(cause.says)}{_ids(cause)}: {vectors}"
    if len(found) > MOST_CAUSES:
        yield f"\n… and {len(found) - MOST_CAUSES} more causes."


def _ids(cause: Cause) -> str:
    return f" (`{cause.misreading.ids}`)" if cause.misreading and cause.misreading.ids else ""


def _why_not(judged: Judged) -> Iterator[str]:
    reasons = judged.why_not
    if reasons:
        yield ""
    for reason in reasons:
        yield f"- {_text(str(reason))}"


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


def _cause(number: int, cause: Cause, judged: Judged) -> Iterator[str]:
    """One cause: its smallest vector in full, the others by their ids."""
    result = cause.smallest
    case = judged.by_id[result.id]
    yield "<details>"
    yield (
        f"<summary>{number}. <b>{result.status}</b> <code>{html.escape(result.id)}</code> "
        f"{html.escape(result.title)}</summary>"
    )
    yield ""
    yield f"{_text(told(result, case.vector))}"
    if cause.misreading is not None:
        yield f"\nIt behaves **{_text(cause.misreading.says)}**{_ids(cause)}."
    yield ""
    yield from _fenced(_details(case, judged, (cause.earlier or {}).get(result.id, ())))
    for rule, text in rule_texts(result.rules):
        yield f"- `{rule}`: {_text(text)}"
    if result.issue:
        yield f"- {_text(result.issue)}"
    if cause.others:
        more = len(cause.others) - MOST_IDS
        said = ", ".join(f"`{id}`" for id in cause.others[:MOST_IDS])
        yield f"\nThe same: {said}{f' and {more} more' if more > 0 else ''}"
    yield ""
    yield "</details>"


def _details(case: Case, judged: Judged, earlier: Sequence[str]) -> list[str]:
    result = case.result
    lines = [line for line in result.message.splitlines() if line != told(result, case.vector)]
    lines += [f"so far: {' ; '.join(result.script)}"] if result.script else []
    for one in result.differences[:MOST_DIFFERENCES]:
        lines.append(f"- {one.place}  want {show(one.want)}  got {show(one.got)}")
    if len(result.differences) > MOST_DIFFERENCES:
        lines.append(f"... and {len(result.differences) - MOST_DIFFERENCES} more differences")
    return [*lines, *case.commands(judged.stream.command, earlier)]


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
