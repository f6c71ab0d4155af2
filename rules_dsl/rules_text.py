"""Reads the rules and the rulings out of their MyST pages, without Sphinx."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from attrs import field, frozen

from rules_dsl.errors import KaijuError

KINDS = ("definition", "permission", "prohibition", "procedure", "timing", "choice")

RULE_ID = re.compile(r"[a-z]+(\.[a-z][a-z0-9]*(-[a-z0-9]+)*){2,}")
RULING_ID = re.compile(r"RUL-\d{4}")
SCENARIO_ID = re.compile(r"[A-Z]{2}-[0-9A-HJKMNP-TV-Z]{6}")
SOURCE = re.compile(
    r"(ruling I-\d{3}(, I-\d{3})*|(gap|from) [A-Z]{3}-[A-Z]+-\d{3}(, [A-Z]{3}-[A-Z]+-\d{3})*)"
)

_FENCE = re.compile(r"(?P<ticks>`{3,}|~{3,})(?:\{(?P<name>[\w-]+)\})?\s*(?P<argument>.*)")
_FIELD = re.compile(r":(?P<name>[a-z-]+):\s*(?P<value>.*)")


@frozen
class Directive:
    """One fenced directive of a page, with the line its fence opens on."""

    name: str
    argument: str
    fields: dict[str, str]
    text: str
    line: int


@frozen
class Rule:
    """One normative statement, the clauses it covers and where it stands."""

    id: str
    kind: str
    covers: tuple[str, ...]
    text: str
    file: str
    line: int
    topic: str
    options: tuple[str, ...] = ()
    """The questions on whose answers it turns."""
    source: str | None = None
    publisher: str | None = None
    """Where its publisher says it, if no clause gives it but an answer of the publisher does."""
    undisputed: str | None = None
    """Of a gap without an option: why no careful player would read it otherwise."""
    number: int | None = None
    checksum: str = field(init=False)

    @checksum.default
    def _checksum(self) -> str:
        return checksum(self.text)

    @property
    def sources(self) -> tuple[str, ...]:
        """The clauses that leave it open or give it, or the interactions whose ruling it is."""
        return names((self.source or "").partition(" ")[2])

    @property
    def follows_from(self) -> tuple[str, ...]:
        """The clauses that give it, although what they say themselves is for other rules."""
        return self.sources if (self.source or "").startswith("from ") else ()

    @property
    def fills_a_gap(self) -> bool:
        """Whether the books leave open what it says, and no publisher answers it either."""
        kind = (self.source or "").partition(" ")[0]
        return kind == "gap" or (kind == "ruling" and not (self.covers or self.publisher))


@frozen
class Ruling:
    """One question of a player with its answer, the rules behind it and the proving scenario."""

    id: str
    question: str
    answer: str
    rules: tuple[str, ...]
    file: str
    line: int
    interactions: tuple[str, ...] = ()
    scenario: str | None = None
    proof: tuple[str, ...] = ()
    """The lines of the scenario that prove the answer."""
    does_not_apply: tuple[str, ...] = ()
    """Rules the answer names although they do not fire: a player might think that they apply."""
    confirmed: str = ""
    """The checksum of what somebody confirmed last."""

    @property
    def is_confirmed(self) -> bool:
        """Whether it says what somebody confirmed, proved by the same lines."""
        return self.confirmed == self.checksum

    @property
    def checksum(self) -> str:
        """Of what somebody confirmed: the question, the answer and what proves it."""
        return checksum("\n".join([self.question, self.answer, str(self.scenario), *self.proof]))


def checksum(text: str) -> str:
    """The first 12 hex digits of the SHA-256 of a text, however its white space falls."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:12]


def directives(page: str, place: str) -> Iterator[Directive]:
    """Every fenced directive of a page, in order; what other fences enclose is skipped."""
    lines = page.splitlines()
    position = 0
    while position < len(lines):
        opening = _FENCE.fullmatch(lines[position].strip())
        position += 1
        if opening is None:
            continue
        start, ticks = position, opening["ticks"]
        while position < len(lines) and not _closes(lines[position], ticks):
            position += 1
        if position == len(lines):
            raise KaijuError(
                "this block is never closed", f"{place}:{start}", f"Close it with {ticks}."
            )
        if opening["name"]:
            yield _directive(opening, lines[start:position], start, place)
        position += 1


def is_field(line: str) -> bool:
    """Whether a line of a directive is one of its fields."""
    return _FIELD.fullmatch(line.strip()) is not None


def _closes(line: str, ticks: str) -> bool:
    line = line.strip()
    return line.startswith(ticks) and not line.strip(ticks[0])


def _directive(opening: re.Match[str], body: list[str], line: int, place: str) -> Directive:
    fields: dict[str, str] = {}
    count = 0
    while count < len(body) and (match := _FIELD.fullmatch(body[count].strip())):
        count += 1
        if match["name"] in fields:
            raise KaijuError(
                f"the field :{match['name']}: is given twice",
                f"{place}:{line + count}",
                "Keep one of the two.",
            )
        fields[match["name"]] = match["value"].strip()
    text = "\n".join(body[count:]).strip()
    return Directive(opening["name"], opening["argument"].strip(), fields, text, line)


def read_rules(page: str, file: str, place: str, prefix: str, topic: str) -> Iterator[Rule]:
    """The rules of one page; `file` is what a rule remembers, `place` what an error shows."""
    for found in directives(page, place):
        if found.name != "rule":
            continue
        where = f"{place}:{found.line}"
        id = found.argument
        if not RULE_ID.fullmatch(id) or not id.startswith(f"{prefix}."):
            raise KaijuError(
                f"'{id}' is not a rule id",
                where,
                f"A rule id is lower case and dotted, like {prefix}.attack.tie.",
            )
        expect_fields(
            found,
            where,
            required=("kind",),
            optional=("covers", "source", "option", "publisher", "undisputed"),
        )
        kind, source = found.fields["kind"], found.fields.get("source")
        if kind not in KINDS:
            raise KaijuError(
                f"rule {id} has the unknown kind '{kind}'", where, f"Kinds are: {', '.join(KINDS)}."
            )
        covers = names(found.fields.get("covers", ""))
        if not covers and not source:
            raise KaijuError(
                f"rule {id} names nothing it rests on",
                where,
                "Give the clauses it covers in :covers:, or a ruling or gap in :source:.",
            )
        if source is not None and not SOURCE.fullmatch(source):
            raise KaijuError(
                f"rule {id} has a source that cannot be read: '{source}'",
                where,
                "Write 'ruling I-052', 'gap MBB-GOAL-001' or 'from MBB-CARD-004', or several.",
            )
        rule = Rule(
            id,
            kind,
            covers,
            found.text,
            file,
            found.line,
            topic,
            names(found.fields.get("option", "")),
            source,
            found.fields.get("publisher"),
            found.fields.get("undisputed"),
        )
        _expect_a_reason(rule, where)
        yield rule


def _expect_a_reason(rule: Rule, where: str) -> None:
    """What is undisputed has a reason, and no option."""
    if rule.undisputed is not None and (rule.options or not rule.undisputed):
        why = "has an option" if rule.options else "gives no reason"
        raise KaijuError(
            f"rule {rule.id} is called undisputed, but it {why}",
            where,
            "Write why no careful player would read it otherwise, or give the rule an option.",
        )


def read_rulings(page: str, file: str, place: str) -> Iterator[Ruling]:
    """The rulings of one page."""
    for found in directives(page, place):
        if found.name != "ruling":
            continue
        where = f"{place}:{found.line}"
        if not RULING_ID.fullmatch(found.argument):
            raise KaijuError(
                f"'{found.argument}' is not a ruling id", where, "A ruling id looks like RUL-0001."
            )
        expect_fields(
            found,
            where,
            required=("question", "rules", "scenario"),
            optional=("interaction", "proof", "does-not-apply", "confirmed"),
        )
        scenario: str | None = found.fields["scenario"]
        if scenario == "TBD":
            scenario = None
        elif not SCENARIO_ID.fullmatch(str(scenario)):
            raise KaijuError(
                f"ruling {found.argument} names '{scenario}', which is not a scenario id",
                where,
                "A scenario id looks like MB-7QK4X2; write TBD while there is none.",
            )
        yield Ruling(
            found.argument,
            found.fields["question"],
            found.text,
            names(found.fields["rules"]),
            file,
            found.line,
            names(found.fields.get("interaction", "")),
            scenario,
            tuple(
                line.strip() for line in found.fields.get("proof", "").split("|") if line.strip()
            ),
            names(found.fields.get("does-not-apply", "")),
            found.fields.get("confirmed", ""),
        )


def names(written: str) -> tuple[str, ...]:
    """The names of a comma-separated list."""
    return tuple(name.strip() for name in written.split(",") if name.strip())


def expect_fields(
    found: Directive, where: str, *, required: tuple[str, ...], optional: tuple[str, ...]
) -> None:
    """Refuse fields that a directive does not have, and miss those it must have."""
    known = ", ".join(f":{name}:" for name in required + optional)
    for name in found.fields:
        if name not in required + optional:
            raise KaijuError(
                f"{found.name} {found.argument} has the unknown field :{name}:",
                where,
                f"Fields are: {known}.",
            )
    for name in required:
        if not found.fields.get(name):
            raise KaijuError(
                f"{found.name} {found.argument} lacks the field :{name}:",
                where,
                f"Add a line ':{name}: …' under its first line.",
            )
    if not found.text:
        raise KaijuError(
            f"{found.name} {found.argument} has no text", where, "Write it under the fields."
        )
