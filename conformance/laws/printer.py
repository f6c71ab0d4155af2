"""Writes laws in their one form; comments stay where they are."""

from __future__ import annotations

import hashlib
import re

from conformance.laws.model import Law
from conformance.laws.reader import HEADERS, SECTIONS, read_text

SUM_DIGITS = 8
_SPACES = re.compile(r'("[^"]*")|\s+')


def print_law(law: Law) -> str:
    """One law, without comments."""
    options = ", ".join(line.text for line in law.options)
    headers = {
        "clauses": ", ".join(law.clauses),
        "rules": ", ".join(law.rules),
        "ruleset": law.ruleset,
        "options": options,
        "cards": ", ".join(law.cards),
        "narrow": law.narrow,
    }
    lines = [f'law {law.id} "{law.title}"']
    lines += [f"  {name} {text}" for name, text in headers.items() if text]
    for each in law.examples:
        values = "; ".join(f"{name} = {value}" for name, value in each.values)
        lines.append(f"  example {each.clause}" + (f": {values}" if values else ""))
    for title, found in sections(law):
        lines += [f"  {title}", *(f"    {text}" for text in found)]
    return "\n".join(lines) + "\n"


def sections(law: Law) -> list[tuple[str, list[str]]]:
    """The sections of a law with their lines."""
    premises = {each.place: f"{', '.join(each.group)}: {each.text}" for each in law.variables}
    premises |= {each.place: each.text for each in law.relations}
    found = [("for any", [premises[place] for place in sorted(premises)])]
    start = ", ".join(law.starting or ())
    given = "given" if law.starting is None else f"given start{': ' if start else ''}{start}"
    found.append((given, [line.text for line in law.given]))
    found += [("when", [line.text for line in law.when])]
    found += [("then", [line.text for line in law.then])]
    if law.other_given is not None:
        found.append(("as given", [line.text for line in law.other_given]))
    found.append(("as when", [line.text for line in law.other_when]))
    return [(name, lines) for name, lines in found if lines or name.startswith("given start")]


def law_sum(law: Law) -> str:
    """A checksum of what a law plays and claims; what it is called does not count."""
    options = [line.text for line in law.options]
    said = [law.id, law.ruleset, *law.rules, *options, *law.cards]
    for title, lines in sections(law):
        said += [title, *lines]
    return hashlib.sha256("\n".join(said).encode("utf-8")).hexdigest()[:SUM_DIGITS]


def format_laws(text: str, file: str = "<text>") -> str:
    """A file of laws in its one form; raises with every mistake in it."""
    read_text(text, file)
    blocks: list[list[str]] = [[]]
    for raw in re.split(r"\r\n|\r|\n", text):
        line = raw.rstrip()
        if not line.strip():
            continue
        is_head = not line.startswith(" ") and not line.startswith("#")
        if is_head:  # comments right above a law belong to it
            own = _comments_at_end(blocks[-1])
            blocks.append([*own, _tidy(line)])
        else:
            blocks[-1].append(line if line.startswith("#") else _tidy(line))
    parts = [_in_order(block) for block in blocks if block]
    return "\n".join("\n".join(part) + "\n" for part in parts)


def _comments_at_end(block: list[str]) -> list[str]:
    own: list[str] = []
    while block and block[-1].startswith("#"):
        own.insert(0, block.pop())
    return own


def _tidy(line: str) -> str:
    body = line.lstrip(" ")
    indent = len(line) - len(body)
    return " " * indent + _SPACES.sub(lambda found: found[1] or " ", body)


def _in_order(block: list[str]) -> list[str]:
    """Headers in the order of the list, each with the comments above it."""
    head: list[str] = []
    headers: list[tuple[int, list[str]]] = []
    rest: list[str] = []
    waiting: list[str] = []
    for line in block:
        word = line.strip().partition(" ")[0]
        if rest or line.strip() in SECTIONS or line.strip().startswith("given start"):
            rest += [*waiting, line]
            waiting = []
        elif line.lstrip().startswith("#") and head:
            waiting.append(line)
        elif line.startswith("  ") and word in HEADERS:
            headers.append((HEADERS.index(word), [*waiting, line]))
            waiting = []
        else:
            head += [*waiting, line]
            waiting = []
    ordered = [line for _, lines in sorted(headers, key=lambda each: each[0]) for line in lines]
    return [*head, *ordered, *waiting, *rest]
