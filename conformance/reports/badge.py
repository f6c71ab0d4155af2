"""The badge: JSON for shields.io, such as `Mindbug L1 | 409/412`."""

from __future__ import annotations

import json

from conformance.reports.cases import Judged


def badge(judged: Judged) -> str:
    """Game and level, how many vectors up to that level pass, and a colour for the verdict."""
    passed, total = _score(judged)
    said = {
        "schemaVersion": 1,
        "label": _label(judged),
        "message": f"{passed}/{total}",
        "color": _colour(judged),
    }
    return json.dumps(said) + "\n"


def _label(judged: Judged) -> str:
    about = judged.stream.summary.about
    game = str(about.get("ruleset", "")).partition("/")[0].capitalize() or "Kaiju"
    level = about.get("level")
    return f"{game} L{level}" if level is not None else game


def _score(judged: Judged) -> tuple[int, int]:
    """What passes of what an engine of this level can be asked."""
    summary = judged.stream.summary
    level = summary.about.get("level", -1)
    within = [one for one in summary.about.get("levels", ()) if one["level"] <= level]
    if not within:
        return summary.counts.get("pass", 0), summary.total
    return sum(one["passed"] for one in within), sum(one["vectors"] for one in within)


def _colour(judged: Judged) -> str:
    summary = judged.stream.summary
    if not summary.is_good or summary.interrupted:
        return "red"
    passed, total = _score(judged)
    return "brightgreen" if passed == total else "green"
