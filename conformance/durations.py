"""Times as people write them: 5s, 500ms, 1m."""

from __future__ import annotations

import re

DURATION = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|s|m)?\Z", re.ASCII)
FACTORS = {"ms": 0.001, "s": 1.0, "m": 60.0, None: 1.0}
A_DAY = 86_400.0
EXPECTED = "write 5s, 500ms or 1m"


def seconds(text: str) -> float | None:
    """The seconds of a time longer than none and of a day at most; None when it is no such time."""
    found = DURATION.match(text)
    value = float(found[1]) * FACTORS[found[2]] if found else 0.0
    return value if 0 < value <= A_DAY else None
