"""JUnit XML: a suite a topic, a case a vector."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

from conformance.judge.compare import show
from conformance.judge.rulebook import rule_texts
from conformance.reports.cases import ERRORS, LEFT_OUT, Case, Judged, by_topic
from rules_dsl.sources import AUTHORITIES

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, even escaped."""


def junit(judged: Judged) -> str:
    """Known failures and what was not judged are skipped; errors are apart from failures."""
    root = Xml.Element("testsuites", name=f"kaiju run of {_clean(judged.stream.engine_name)}")
    for topic, cases in by_topic(judged.cases):
        suite = Xml.SubElement(root, "testsuite", name=_clean(topic))
        for case in cases:
            _case(suite, case, judged)
        _count(suite, cases)
    _count(root, judged.cases)
    Xml.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{Xml.tostring(root, encoding="unicode")}\n'


def _count(element: Xml.Element, cases: list[Case] | tuple[Case, ...]) -> None:
    verdicts = [_verdict(case) for case in cases]
    element.set("tests", str(len(cases)))
    element.set("failures", str(verdicts.count("failure")))
    element.set("errors", str(verdicts.count("error")))
    if element.tag == "testsuite":  # the schema does not count them above
        element.set("skipped", str(verdicts.count("skipped")))
    element.set("time", f"{sum(case.result.seconds for case in cases):.3f}")


def _verdict(case: Case) -> str | None:
    status = case.result.status
    if status == "pass":
        return None
    if status == "xfail" or status in LEFT_OUT:
        return "skipped"
    return "error" if status in ERRORS else "failure"


def _case(suite: Xml.Element, case: Case, judged: Judged) -> None:
    result = case.result
    element = Xml.SubElement(
        suite,
        "testcase",
        classname=_clean(f"kaiju.{case.topic}"),
        name=_clean(f"{result.id} {result.title}"),
        time=f"{result.seconds:.3f}",
    )
    verdict = _verdict(case)
    if verdict is None:
        return
    message = result.message or result.status
    if result.status == "xfail":
        message = f"known failure{f' {result.issue}' if result.issue else ''}: {message}"
    told = Xml.SubElement(element, verdict, message=_clean(message))
    if verdict != "skipped":
        told.set("type", result.status)
        told.text = _clean(_details(case, judged))
    if result.stderr:
        Xml.SubElement(element, "system-err").text = _clean(result.stderr)


def _details(case: Case, judged: Judged) -> str:
    result = case.result
    lines = [result.message]
    lines += [f"so far: {' ; '.join(result.script)}"] if result.script else []
    lines += [
        f"- {one.place}  want {show(one.want)}  got {show(one.got)}" for one in result.differences
    ]
    lines += (
        [f"authority: {AUTHORITIES[result.authority]}"] if result.authority in AUTHORITIES else []
    )
    lines += [f"behaves {said}" for said in judged.behaviour(case)]
    lines += [f"{rule}: {text}" for rule, text in rule_texts(result.rules)]
    lines += [f"reproduce: {case.commands(judged.stream.command)[0]}"]
    return "\n".join(lines)


def _clean(text: str) -> str:
    return NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
