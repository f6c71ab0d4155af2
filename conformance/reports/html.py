"""One HTML page about a run: works from disk, loads nothing, can be filtered."""

from __future__ import annotations

from pathlib import Path

from conformance.judge.causes import Cause
from conformance.judge.results import HARMLESS, STATUSES
from conformance.levels import LEVELS
from conformance.reports.cases import Judged
from conformance.reports.html_parts import cards, failures, rules, vectors
from conformance.reports.markup import Markup, element
from conformance.reports.telling import tell

TOLD_IN_FULL = 30
"""Causes whose smallest vector has its story; a page has room for no more."""
CAUSES_LISTED = 12
"""Causes on the first screen; the others are below."""
HERE = Path(__file__).parent
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"


def html(judged: Judged) -> str:
    """The page."""
    told = [*judged.causes, *judged.known_causes]
    stories = {
        case.result.id: tell(case.vector, case.result.step)
        for case in (judged.by_id[cause.smallest.id] for cause in told[:TOLD_IN_FULL])
        if case.vector
    }
    sections = {
        "failures": ("Failures", failures(judged, told, stories)),
        "rules": ("Rules", rules(judged, stories.values())),
        "cards": ("Cards", cards(judged)),
        "vectors": ("Vectors", vectors(judged)),
    }
    page = element(
        "html",
        _head(judged),
        element(
            "body",
            element("a", "Skip to the results", href="#results", class_="jump"),
            _overview(judged),
            _tools(judged, {key: title for key, (title, _) in sections.items()}),
            element(
                "main",
                *[
                    element(
                        "section",
                        element("h2", title, id=f"{key}-title"),
                        content,
                        id=key,
                        aria_labelledby=f"{key}-title",
                    )
                    for key, (title, content) in sections.items()
                ],
                id="results",
            ),
            element("p", "Nothing fits the filter.", id="none", hidden=True),
            element("script", Markup((HERE / "page.js").read_text(encoding="utf-8"))),
        ),
        lang="en",
    )
    return f"<!doctype html>\n{page}\n"


def _head(judged: Judged) -> Markup:
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("link", rel="icon", href="data:,"),
        element("title", f"{judged.stream.engine_name}: {judged.headline}"),
        element("style", Markup((HERE / "page.css").read_text(encoding="utf-8"))),
    )


# ------------------------------------------------------------------ overview


def _overview(judged: Judged) -> Markup:
    summary = judged.stream.summary
    passed, total = summary.counts.get("pass", 0), summary.played
    good = summary.is_good and not summary.interrupted
    return element(
        "header",
        element("p", "Kaiju conformance report", class_="kind"),
        element("h1", judged.stream.engine_name),
        element(
            "p",
            element("span", f"{passed}", class_="score"),
            element("span", f" of {total} vectors pass", class_="of"),
            element("span", _verdict(judged), class_=f"verdict {'good' if good else 'bad'}"),
            class_="headline",
        ),
        _bar(judged),
        element("p", judged.broken, class_="broken") if judged.broken else None,
        _causes(judged),
        _facts(judged),
        _why_not(judged),
    )


def _verdict(judged: Judged) -> str:
    summary = judged.stream.summary
    if summary.interrupted:
        return "stopped before the end"
    if summary.failed:
        return f"{summary.failed} {'fails' if summary.failed == 1 else 'fail'} the run"
    return "nothing fails" if summary.is_good else "nothing was judged"


def _counts(judged: Judged) -> dict[str, int]:
    """The statuses that occur, the good ones first and the failures last."""
    counts = judged.stream.summary.counts
    order = sorted(STATUSES, key=lambda status: status not in HARMLESS)
    return {status: counts[status] for status in order if counts.get(status)}


def _bar(judged: Judged) -> Markup:
    counts = _counts(judged)
    said = ", ".join(f"{count} {status}" for status, count in counts.items())
    parts = [
        element("i", class_=status, style=f"flex-grow:{count}", title=f"{count} {status}")
        for status, count in counts.items()
    ]
    return element("div", *parts, class_="bar", role="img", aria_label=said or "nothing judged")


def _causes(judged: Judged) -> Markup | None:
    """What is wrong, each thing once, with a way to the vector that shows it."""
    found = judged.causes
    if not found:
        return None
    rows = [
        element(
            "li",
            element("a", cause.says, href=f"#{cause.smallest.id}"),
            element("span", f" {_count(cause)}", class_="handle"),
        )
        for cause in found[:CAUSES_LISTED]
    ]
    more = len(found) - CAUSES_LISTED
    return element(
        "div",
        element("p", "1 cause" if len(found) == 1 else f"{len(found)} causes"),
        element("ol", *rows),
        element("p", f"and {more} more below") if more > 0 else None,
        class_="likely",
    )


def _count(cause: Cause) -> str:
    vectors = "1 vector" if not cause.others else f"{len(cause.results)} vectors"
    ids = cause.misreading.ids if cause.misreading is not None else ""
    return f"{vectors} · {ids}" if ids else vectors


def _why_not(judged: Judged) -> Markup | None:
    """Why vectors were not judged, and what to declare so that they are."""
    reasons = judged.why_not
    if not reasons:
        return None
    rows = [
        element("li", f"{one.count}: {one.says}. ", element("span", one.remedy, class_="quiet"))
        for one in reasons
    ]
    count = sum(one.count for one in reasons)
    return element(
        "details",
        element("summary", f"{count} vectors were not judged"),
        element("ul", *rows),
        class_="more why-not",
    )


def _facts(judged: Judged) -> Markup:
    stream = judged.stream
    about, engine = stream.summary.about, stream.summary.engine
    level = about.get("level")
    named = str(LEVELS[level]) if isinstance(level, int) and level < len(LEVELS) else None
    options = about.get("options") or {}
    facts = {
        "ruleset": about.get("ruleset"),
        "level": named,
        "passed by level": ", ".join(
            f"{one['name']} {one['passed']}/{one['vectors']}" for one in about.get("levels", ())
        ),
        "options": ", ".join(f"{key} = {value}" for key, value in options.items()),
        "language": engine.get("language"),
        "engine": stream.command,
        "kit": about.get("kit"),
        "specification": about.get("spec"),
        "expectations that fit no vector": ", ".join(about.get("unmatched", ())),
    }
    rows = [
        element("div", element("dt", key), element("dd", str(value)))
        for key, value in facts.items()
        if value
    ]
    return element("dl", *rows, class_="facts")


def _tools(judged: Judged, sections: dict[str, str]) -> Markup:
    toggles = [
        element(
            "button",
            element("i", class_=status, aria_hidden="true"),
            f"{status} ",
            element("b", str(count)),
            type="button",
            class_="toggle",
            aria_pressed="true",
            data_status=status,
        )
        for status, count in _counts(judged).items()
    ]
    tabs = [element("a", title, href=f"#{key}", class_="tab") for key, title in sections.items()]
    return element(
        "div",
        element("nav", *tabs, aria_label="Parts of the report"),
        element(
            "div",
            element(
                "input",
                type="search",
                id="filter",
                placeholder="filter: id, words, rule, card, topic",
                aria_label="Filter by id, words of the title, rule, card or topic",
                autocomplete="off",
            ),
            element("output", id="shown", aria_live="polite", for_="filter"),
            class_="search",
        ),
        element("div", *toggles, class_="toggles", role="group", aria_label="Statuses shown"),
        class_="tools",
    )
