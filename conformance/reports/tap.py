"""TAP version 14: a line a vector, with what differs below those that fail."""

from __future__ import annotations

import json
from collections.abc import Iterator

from conformance.judge.compare import show
from conformance.reports.cases import LEFT_OUT, Case, Judged


def tap(judged: Judged) -> str:
    """Known failures are TODO, what was not judged is SKIP."""
    lines = ["TAP version 14", f"1..{len(judged.cases)}"]
    for number, case in enumerate(judged.cases, 1):
        lines += _case(number, case, judged)
    if judged.stream.summary.interrupted:
        lines.append("Bail out! The run was stopped.")
    return "\n".join(lines) + "\n"


def _case(number: int, case: Case, judged: Judged) -> Iterator[str]:
    result = case.result
    named = _escaped(f"{result.id} {result.title}")
    if result.status == "pass":
        yield f"ok {number} - {named}"
    elif result.status in LEFT_OUT:
        yield f"ok {number} - {named} # SKIP {_escaped(result.message or result.status)}"
    elif result.status == "xfail":
        yield f"not ok {number} - {named} # TODO {_escaped(result.issue or 'a known failure')}"
    else:
        yield f"not ok {number} - {named}"
        yield from _diagnosis(case, judged)


def _diagnosis(case: Case, judged: Judged) -> Iterator[str]:
    """A block of YAML; JSON texts are YAML."""
    result = case.result
    said: dict[str, object] = {
        "status": result.status,
        "message": result.message,
        "rules": list(result.rules),
        "authority": result.authority,
        "differences": [
            {"place": one.place, "want": show(one.want), "got": show(one.got)}
            for one in result.differences
        ],
        "behaves": judged.behaviour(case),
        "reproduce": case.commands(judged.stream.command)[0],
    }
    yield "  ---"
    for key, value in said.items():
        if value:
            yield f"  {key}: {json.dumps(value)}"
    yield "  ..."


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace("#", "\\#")
