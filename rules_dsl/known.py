"""Reads what was known to be tricky before any rule was written: interactions and differences.

An interaction is a situation that is easily got wrong; a difference is a point on which the books
or their editions part, or which they leave open. Rules, options, rulings and scenarios name them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rules_dsl.errors import KaijuError
from rules_dsl.rules_text import directives, expect_fields, names

KNOWN_KINDS = {"interaction": "interactions", "difference": "differences"}
"""The kinds, each with the folder of its pages."""

KNOWN_ID = re.compile(r"I-\d{3}|[A-Z]{3}-[XD]\d{2}")


@frozen
class Known:
    """One such point, the clauses it turns on and where it stands."""

    id: str
    kind: str
    text: str
    clauses: tuple[str, ...]
    file: str
    line: int


def read_known(page: str, kind: str, file: str, place: str) -> Iterator[Known]:
    """The points of one page; `file` is what each remembers, `place` what an error shows."""
    for found in directives(page, place):
        where = f"{place}:{found.line}"
        if found.name != kind:
            continue
        if not KNOWN_ID.fullmatch(found.argument):
            raise KaijuError(
                f"'{found.argument}' is not the id of an interaction or a difference",
                where,
                "They look like I-085, KOT-X02 and KOT-D04.",
            )
        expect_fields(found, where, required=(), optional=("clauses",))
        clauses = names(found.fields.get("clauses", ""))
        yield Known(found.argument, kind, found.text, clauses, file, found.line)
