"""Reads scenario files: strict lines, two-space indentation, every mistake with its place."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import define, field

from conformance.scenario.given import read_given
from conformance.scenario.mistakes import Mistakes, quote
from conformance.scenario.model import (
    PROVENANCES,
    Act,
    Cannot,
    Fact,
    Given,
    Line,
    May,
    Now,
    Place,
    Scenario,
    Step,
)
from conformance.scenario.phrases import read_card, split_commas
from conformance.scenario.sentences import (
    claims_list,
    offers_list,
    read_claim,
    read_offer,
    read_step,
    steps_list,
)
from rules_dsl.reader import load_text

ID = re.compile(r"[A-Z]{2,4}-[0-9A-HJKMNP-TV-Z]{6}")
_HEAD = re.compile(r'(?:scenario (?P<id>\S+)|question) "(?P<title>[^"]+)"')
_RULE = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")
_COMMENT = re.compile(r'^((?:"[^"]*"|[^"#]|(?<=\S)#)*?)(?:(?:^|(?<=\s))#.*)?$')
_CHOICE = re.compile(
    r"(?:choose|pick) (?:(?P<all>all)|up to (?P<upto>\d+)|(?P<least>\d+) to (?P<most>\d+)"
    r"|(?P<exactly>\d+)) of: (?P<cards>.+)"
)
_SEAT = re.compile(r"(alice|bob|chance) (.+)")

HEADERS = ("rules", "ruleset", "options", "cards", "interaction", "provenance", "ruling")
SECTIONS = ("given", "when", "then")
_RULESET = "ruleset "
DEFAULT_RULESETS = {"mindbug": "mindbug/first-contact"}


@define
class _Row:
    """One meaningful line of a file."""

    place: Place
    indent: int
    text: str


@define
class _Draft:
    """A scenario while it is read."""

    place: Place
    title: str
    id: str | None
    headers: dict[str, list[tuple[Place, str]]] = field(factory=dict)
    sections: dict[str, list[_Row]] = field(factory=dict)
    from_start: bool = False


def read_files(paths: list[Path]) -> list[Scenario]:
    """The scenarios of several files; raises with every mistake found in them."""
    scenarios: list[Scenario] = []
    mistakes = Mistakes()
    for path in paths:
        scenarios += _read(load_text(path), str(path), mistakes)
    mistakes.raise_any()
    return scenarios


def read_text(text: str, file: str = "<text>") -> list[Scenario]:
    """The scenarios of one text; raises with every mistake found in it."""
    mistakes = Mistakes()
    scenarios = _read(text, file, mistakes)
    mistakes.raise_any()
    return scenarios


def _read(text: str, file: str, mistakes: Mistakes) -> list[Scenario]:
    rows = _rows(text, file, mistakes)
    ruleset = _take_ruleset(rows)
    drafts = _drafts(rows, mistakes)
    if not drafts and not mistakes:
        mistakes.add(Place(file, 1), "there is no scenario in this file", _HEAD_FORM)
    return [_scenario(draft, ruleset, mistakes) for draft in drafts]


def _take_ruleset(rows: list[_Row]) -> str | None:
    """The ruleset that the first line names for the whole file; that line is taken off."""
    if rows and rows[0].indent == 0 and rows[0].text.startswith(_RULESET):
        return rows.pop(0).text.removeprefix(_RULESET).strip()
    return None


def _rows(text: str, file: str, mistakes: Mistakes) -> list[_Row]:
    rows = []
    for number, raw in enumerate(text.splitlines(), 1):
        place = Place(file, number)
        match = _COMMENT.match(raw)
        line = (match[1] if match else raw).rstrip()
        if not line.strip():
            continue
        body = line.lstrip(" ")
        indent = len(line) - len(body)
        if body.startswith("\t"):
            mistakes.add(place, "a tab in the indentation", "indent with spaces, two a level")
            body = body.lstrip()
        rows.append(_Row(place, indent, body))
    return rows


_HEAD_FORM = 'begin with `scenario MB-7QK4X2 "A title"` (fresh ids: `kaiju id`)'


def _drafts(rows: list[_Row], mistakes: Mistakes) -> list[_Draft]:
    drafts: list[_Draft] = []
    section: str | None = None
    for row in rows:
        if row.indent == 0:
            drafts.append(_head(row, mistakes))
            section = None
        elif not drafts:
            mistakes.add(row.place, f"{quote(row.text)} belongs to no scenario", _HEAD_FORM)
        elif row.indent == 2:
            section = _open(drafts[-1], row, mistakes)
        elif row.indent == 4 and section:
            drafts[-1].sections[section].append(row)
        else:
            mistakes.add(
                row.place,
                f"{row.indent} spaces before {quote(row.text)}",
                "headers and given / when / then stand at 2 spaces, their lines at 4",
            )
    return drafts


def _head(row: _Row, mistakes: Mistakes) -> _Draft:
    match = _HEAD.fullmatch(row.text)
    if match is None:
        mistakes.add(row.place, f"{quote(row.text)} does not start a scenario", _HEAD_FORM)
        return _Draft(row.place, row.text, None)
    if match["id"] and not ID.fullmatch(match["id"]):
        mistakes.add(
            row.place,
            f"{quote(match['id'])} is not a scenario id",
            "an id is a prefix and six characters, such as MB-7QK4X2 (fresh ids: `kaiju id`)",
        )
    return _Draft(row.place, match["title"], match["id"])


def _open(draft: _Draft, row: _Row, mistakes: Mistakes) -> str | None:
    if row.text == "given start":
        draft.from_start = True
        row = _Row(row.place, 2, "given")
    word, _, rest = row.text.partition(" ")
    if row.text in SECTIONS:
        if row.text in draft.sections:
            mistakes.add(row.place, f"a second `{row.text}` in one scenario", "merge the two")
        elif draft.sections and SECTIONS.index(row.text) < SECTIONS.index([*draft.sections][-1]):
            mistakes.add(row.place, f"`{row.text}` is out of order", "given, when, then")
        draft.sections.setdefault(row.text, [])
        return row.text
    if word not in HEADERS or not rest:
        known = [*HEADERS, *SECTIONS, "given start"]
        mistakes.unknown(row.place, word, known, "header", row.text)
    elif draft.sections:
        mistakes.add(row.place, f"`{word}` stands after given", "put headers before `given`")
    draft.headers.setdefault(word, []).append((row.place, rest))
    return None


def _scenario(draft: _Draft, of_file: str | None, mistakes: Mistakes) -> Scenario:
    place, headers = draft.place, draft.headers
    if draft.from_start and draft.sections.get("given"):
        mistakes.add(place, "`given start` has lines below it", "write `given` to set cards out")
    if "given" not in draft.sections:
        mistakes.add(place, "the scenario has no `given`", "write `given`, or `given start`")
    rules = _words(headers, "rules")
    for rule in rules:
        if not _RULE.fullmatch(rule):
            mistakes.add(place, f"{quote(rule)} is not a rule id", "such as mb.attack.tie")
    if draft.id and draft.sections.get("then") and not rules:
        mistakes.add(place, f"{draft.id} cites no rule", "add `rules mb.attack.tie, …`")
    provenance = _single(headers, "provenance", mistakes) or "rulebook"
    if provenance not in PROVENANCES:
        mistakes.unknown(place, provenance, list(PROVENANCES), "provenance")
    ruling = _single(headers, "ruling", mistakes)
    if provenance == "ruling" and not ruling and not headers.get("interaction") and draft.id:
        mistakes.add(
            place,
            "provenance is a ruling, but none is named",
            "add `ruling RUL-0003`, or the interaction it settles: `interaction I-014`",
        )
    given: Given | None = None
    if not draft.from_start:
        rows = [(row.place, row.text) for row in draft.sections.get("given", [])]
        given = read_given(rows, place, mistakes)
    ruleset = _single(headers, "ruleset", mistakes) or of_file or default_ruleset(place)
    if ruleset is None:
        mistakes.add(place, "the scenario names no ruleset", "add `ruleset mindbug/first-contact`")
    return Scenario(
        title=draft.title,
        id=draft.id,
        rules=tuple(rules),
        ruleset=ruleset or "",
        options=_options(headers, mistakes),
        cards=tuple(_words(headers, "cards")),
        interactions=tuple(_words(headers, "interaction")),
        provenance=provenance,
        ruling=ruling,
        given=given,
        when=_lines(draft.sections.get("when", []), mistakes),
        then=_facts(draft.sections.get("then", []), mistakes),
        place=place,
    )


def _words(headers: dict[str, list[tuple[Place, str]]], name: str) -> list[str]:
    return [word for _, text in headers.get(name, []) for word in split_commas(text)]


def _single(
    headers: dict[str, list[tuple[Place, str]]], name: str, mistakes: Mistakes
) -> str | None:
    found = headers.get(name, [])
    for place, text in found[1:]:
        mistakes.add(place, f"a second `{name}`: {quote(text)}", "keep one of them")
    return found[0][1] if found else None


def default_ruleset(place: Place) -> str | None:
    """The ruleset of a scenario that names none: its game's folder says it."""
    for folder in reversed(Path(place.file).resolve().parts[:-1]):
        if folder in DEFAULT_RULESETS:
            return DEFAULT_RULESETS[folder]
    return None


def _options(headers: dict[str, list[tuple[Place, str]]], mistakes: Mistakes) -> dict[str, str]:
    options: dict[str, str] = {}
    for place, text in headers.get("options", []):
        for part in split_commas(text):
            match = re.fullmatch(r"(\S+) = (\S+)", part)
            if match is None:
                mistakes.add(
                    place, f"{quote(part)} sets no option", "write `options NAME = ANSWER`"
                )
            elif match[1] in options:
                mistakes.add(place, f"{quote(match[1])} is set twice", "keep one of them")
            else:
                options[match[1]] = match[2]
    return options


def _lines(rows: list[_Row], mistakes: Mistakes) -> tuple[Line, ...]:
    lines = (_line(row, mistakes) for row in rows)
    return tuple(line for line in lines if line is not None)


def _line(row: _Row, mistakes: Mistakes) -> Line | None:
    if row.text.startswith("now "):
        fact = _fact(row.place, row.text.removeprefix("now "), mistakes)
        return Now(fact, row.place) if fact else None
    match = _SEAT.fullmatch(row.text)
    if match is None:
        mistakes.add(
            row.place,
            f"{quote(row.text)} does not say who acts",
            "begin with alice, bob, chance or now",
        )
        return None
    seat, text = match[1], match[2]
    if text.startswith("may: "):
        acts = [_offer(row.place, part, mistakes) for part in split_commas(text[len("may: ") :])]
        return May(seat, tuple(act for act in acts if act), place=row.place)
    if text.startswith("may "):
        return _choice(row.place, seat, text.removeprefix("may "), mistakes)
    if text.startswith("cannot "):
        act = _offer(row.place, text.removeprefix("cannot "), mistakes)
        return Cannot(seat, act, row.place) if act else None
    act = read_step(seat, text)
    if act is None:
        known = [says.split(" ", 1)[1] for says, _ in steps_list(seat == "chance")]
        mistakes.unknown(row.place, text, known, f"thing that {seat} does", row.text)
        return None
    return Step(seat, act, row.place)


def _offer(place: Place, text: str, mistakes: Mistakes) -> Act | None:
    act = read_offer(text)
    if act is None:
        mistakes.unknown(place, text, offers_list(), "answer to offer")
    return act


def _choice(place: Place, seat: str, text: str, mistakes: Mistakes) -> May | None:
    match = _CHOICE.fullmatch(text)
    if match is None:
        mistakes.add(
            place,
            f"{quote(text)} is not an offer",
            "write `may: play A, attack with B` or `may choose 2 of: A, B, C` "
            "(also `up to 2 of`, `1 to 3 of`, `all of`)",
        )
        return None
    try:
        cards = tuple(read_card(part) for part in split_commas(match["cards"]))
    except ValueError as error:
        mistakes.add(place, str(error), "name cards as they are printed, copies as `Name [a]`")
        return None
    exactly = len(cards) if match["all"] else int(match["exactly"] or 0)
    least = exactly or int(match["least"] or 0)
    most = exactly or int(match["upto"] or match["most"] or 0)
    return May(seat, choice=cards, least=least, most=most, place=place)


def _facts(rows: list[_Row], mistakes: Mistakes) -> tuple[Fact, ...]:
    facts = (_fact(row.place, row.text, mistakes) for row in rows)
    return tuple(fact for fact in facts if fact is not None)


def _fact(place: Place, text: str, mistakes: Mistakes) -> Fact | None:
    claim = read_claim(text)
    if claim is None:
        mistakes.unknown(place, text, [says for says, _ in claims_list()], "fact")
        return None
    return Fact(*claim, place)
