"""Reads scenario files: strict lines, two-space indentation, every mistake with its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from attrs import define

from conformance.scenario.game import NOBODY, Game
from conformance.scenario.given import expect_seats, read_given
from conformance.scenario.known import game_of
from conformance.scenario.misfits import misfit
from conformance.scenario.mistakes import Mistakes, nearest, quote
from conformance.scenario.model import (
    PROVENANCES,
    Act,
    Can,
    Cannot,
    CardRef,
    Fact,
    Given,
    Line,
    May,
    Now,
    Place,
    Scenario,
    Step,
)
from conformance.scenario.outline import (
    RULESET,
    Draft,
    Outline,
    Row,
    read_all,
    read_drafts,
    read_rows,
    take_ruleset,
)
from conformance.scenario.phrases import Hole, any_of, read_card, split_commas
from conformance.scenario.rulesets import default_ruleset
from conformance.scenario.sentences import (
    claims_list,
    offers_list,
    read_claim,
    read_offer,
    read_step,
)
from rules_dsl.diagnostics import either
from rules_dsl.errors import KaijuError
from rules_dsl.reader import load_text
from rules_dsl.specification import load_specification

ID = re.compile(r"[A-Z]{2,4}-[0-9A-HJKMNP-TV-Z]{6}")
_HEAD = re.compile(r'(?:scenario (?P<id>\S+)|question) "(?P<title>[^"]+)"')
_RULE = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")
_AMOUNT = (
    r"(?:(?P<all>all)|up to (?P<upto>\d+)|(?P<least>\d+) to (?P<most>\d+)"
    r"|(?P<exactly>\d+)) of: (?P<things>.+)"
)

HEADERS = ("rules", "ruleset", "options", "cards", "interaction", "provenance", "ruling")
SECTIONS = ("given", "when", "then")


@define
class _Draft(Draft):
    """A scenario while it is read."""

    is_broken: bool = False
    """Whether its first line is none, so that it may be no scenario at all."""


def read_files(paths: list[Path]) -> list[Scenario]:
    """The scenarios of several files; raises with every mistake found in them."""
    return read_all(((load_text(path), str(path)) for path in paths), _read)


def read_text(text: str, file: str = "<text>") -> list[Scenario]:
    """The scenarios of one text; raises with every mistake found in it."""
    return read_all([(text, file)], _read)


def _read(text: str, file: str, mistakes: Mistakes) -> list[Scenario]:
    rows = read_rows(text, file, mistakes)
    ruleset = take_ruleset(rows)
    drafts = read_drafts(rows, mistakes, _OUTLINE, _head)
    if not drafts and not mistakes:
        mistakes.add(Place(file, 1), "there is no scenario in this file", _HEAD_FORM)
    return [_scenario(draft, ruleset, mistakes) for draft in drafts if not draft.is_broken]


_HEAD_FORM = (
    'begin with `question "A title"`, or with `scenario MB-7QK4X2 "A title"` '
    "(fresh ids: `kaiju id`)"
)


_OUTLINE = Outline(
    "scenario",
    _HEAD_FORM,
    HEADERS,
    SECTIONS,
    "headers and given / when / then stand at 2 spaces, their lines at 4",
    ("given", "put headers before `given`"),
)


def _head(row: Row, mistakes: Mistakes) -> _Draft:
    match = _HEAD.fullmatch(row.text)
    if match is None:
        near = nearest(row.text.split()[0], ["question", "scenario", "ruleset"])
        hint = f"did you mean `{near} …`? " if near else ""
        message = f"{quote(row.text)} does not start a scenario"
        mistakes.add(row.place, message, f"{hint}{_HEAD_FORM}")
        return _Draft(row.place, "", row.text, is_broken=True)
    if match["id"] and not ID.fullmatch(match["id"]):
        mistakes.add(
            row.place,
            f"{quote(match['id'])} is not a scenario id",
            "an id is a prefix and six characters, such as MB-7QK4X2 (fresh ids: `kaiju id`)",
        )
    return _Draft(row.place, match["id"] or "", match["title"])


def _scenario(draft: _Draft, of_file: Row | None, mistakes: Mistakes) -> Scenario:
    place, headers = draft.place, draft.headers
    if draft.starting is not None and draft.sections.get("given"):
        mistakes.add(place, "`given start` has lines below it", "write `given` to set cards out")
    if "given" not in draft.sections:
        mistakes.add(place, "the scenario has no `given`", "write `given`, or `given start`")
    rules = _words(headers, "rules")
    citing = {
        rule: row.place for row in headers.get("rules", []) for rule in split_commas(row.text)
    }
    for rule, line in citing.items():
        if not _RULE.fullmatch(rule):
            mistakes.add(line, f"{quote(rule)} is not a rule id", "such as mb.attack.tie")
    provenance = _single(headers, "provenance", mistakes) or ""
    if provenance and provenance not in PROVENANCES:
        mistakes.add(
            place,
            f"`{provenance}` is no known provenance",
            "leave the line out: who says it follows from the rules it cites; only an outcome "
            "taken from the oracle is marked, by `provenance oracle`",
        )
    ruling = _single(headers, "ruling", mistakes)
    where, ruleset = _ruleset(draft, of_file, mistakes)
    since = len(mistakes.found)
    if ruleset is None:
        # Without its game nothing else of a scenario can be understood.
        return Scenario(draft.title, draft.id or None, place=place)
    game = game_of(ruleset)
    given: Given | None = None
    if draft.starting is None:
        rows = [(row.place, row.text) for row in draft.sections.get("given", [])]
        given = read_given(rows, place, game, mistakes)
    elif game.is_open:
        expect_seats(draft.starting, place, game, mistakes)
    elif draft.starting:
        mistakes.add(place, "who plays from the start is not open", "write `given start`")
    when = _lines(draft.sections.get("when", []), game, mistakes)
    then = _facts(draft.sections.get("then", []), game, mistakes)
    _expect_ruleset(ruleset, where, mistakes, since)
    return Scenario(
        title=draft.title,
        id=draft.id or None,
        rules=tuple(rules),
        ruleset=ruleset,
        options=_options(headers, mistakes),
        cards=tuple(_words(headers, "cards")),
        interactions=tuple(_words(headers, "interaction")),
        provenance=provenance,
        ruling=ruling,
        given=given,
        starting=(draft.starting or ()) if game.is_open else (),
        when=when,
        then=then,
        place=place,
        citing=citing,
    )


def _ruleset(draft: _Draft, of_file: Row | None, mistakes: Mistakes) -> tuple[Place, str | None]:
    """The ruleset of a scenario, its own or that of its file or folder, and where it is named."""
    name = _single(draft.headers, "ruleset", mistakes)
    if name is not None:
        return draft.headers["ruleset"][0].place, name
    if of_file is not None:
        return of_file.place, of_file.text.removeprefix(RULESET).strip()
    name = default_ruleset(draft.place)
    if name is None:
        usual = [game.usual for game in load_specification().games.values() if game.usual]
        remedy = f"add {either([f'`ruleset {each}`' for each in usual])}, as the game is"
        mistakes.add(draft.place, "the scenario names no ruleset", remedy)
    return draft.place, name


def _expect_ruleset(name: str, place: Place, mistakes: Mistakes, since: int) -> None:
    """Blame mistakes on a ruleset that is not there: its game's words are not known either."""
    try:
        load_specification().ruleset(name)
    except KaijuError as error:
        if len(mistakes.found) > since:
            del mistakes.found[since:]
            mistakes.add(place, error.message, error.remedy or "")


def _words(headers: Mapping[str, list[Row]], name: str) -> list[str]:
    return [word for row in headers.get(name, []) for word in split_commas(row.text)]


def _single(headers: Mapping[str, list[Row]], name: str, mistakes: Mistakes) -> str | None:
    found = headers.get(name, [])
    for row in found[1:]:
        mistakes.add(row.place, f"a second `{name}`: {quote(row.text)}", "keep one of them")
    return found[0].text if found else None


def _options(headers: Mapping[str, list[Row]], mistakes: Mistakes) -> dict[str, str]:
    options: dict[str, str] = {}
    for row in headers.get("options", []):
        place = row.place
        for part in split_commas(row.text):
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


def _lines(rows: list[Row], game: Game, mistakes: Mistakes) -> tuple[Line, ...]:
    lines = (read_line(row, game, mistakes) for row in rows)
    return tuple(line for line in lines if line is not None)


def read_line(row: Row, game: Game, mistakes: Mistakes) -> Line | None:
    """What a line of `when` says."""
    if row.text.startswith("now "):
        fact = read_fact(row.place, row.text.removeprefix("now "), game, mistakes)
        return Now(fact, row.place) if fact else None
    match = re.fullmatch(rf"({any_of(game.seats)}) (.+)", row.text)
    if match is None:
        return _happening(row, game, mistakes)
    seat, text = match[1], match[2]
    if text.startswith("may: "):
        parts = split_commas(text[len("may: ") :])
        acts = [_offer(row.place, part, game, mistakes) for part in parts]
        return May(seat, tuple(act for act in acts if act), place=row.place)
    if text.startswith("may "):
        return _choice(row.place, seat, text.removeprefix("may "), game, mistakes)
    for word, check in (("cannot ", Cannot), ("can ", Can)):
        if text.startswith(word):
            act = _offer(row.place, text.removeprefix(word), game, mistakes)
            return check(seat, act, row.place) if act else None
    act = read_step(game, seat, text)
    by_itself = read_step(game, NOBODY, row.text)
    if act is None and by_itself is not None:
        return Step("chance", by_itself, row.place)
    if act is None:
        verbs, what = game.verbs_said_of(seat), f"thing that {seat} does"
        wrong = misfit((verb.does for verb in verbs), text)
        if wrong is not None:
            mistakes.unfit(row.place, row.text, wrong, what)
        else:
            known = [verb.does.text for verb in verbs]
            mistakes.unknown(row.place, text, known, what, row.text)
        return None
    return Step(seat, act, row.place)


def _happening(row: Row, game: Game, mistakes: Mistakes) -> Step | None:
    """A line that names nobody: what it says happens by itself."""
    act = read_step(game, NOBODY, row.text)
    if act is not None:
        return Step("chance", act, row.place)
    by_itself = [f"`{verb.does.text}`" for verb in game.verbs_said_of(NOBODY)]
    ways = [*game.seats, *by_itself, "now"]
    mistakes.add(
        row.place,
        f"{quote(row.text)} does not say who acts",
        f"begin with {', '.join(ways[:-1])} or {ways[-1]}",
    )
    return None


def _offer(place: Place, text: str, game: Game, mistakes: Mistakes) -> Act | None:
    act = read_offer(game, text)
    if act is None:
        mistakes.unknown(place, text, offers_list(game), "answer to offer")
    return act


def _choice(place: Place, seat: str, text: str, game: Game, mistakes: Mistakes) -> May | None:
    match = re.fullmatch(rf"(?P<verb>{any_of(game.choices)}) {_AMOUNT}", text)
    if match is None:
        mistakes.add(
            place,
            f"{quote(text)} is not an offer",
            "write `may: play A, attack with B` or `may choose 2 of: A, B, C` "
            "(also `up to 2 of`, `1 to 3 of`, `all of`)",
        )
        return None
    hole = game.choosable.get(match["verb"])
    things: tuple[CardRef | str, ...]
    parts = split_commas(match["things"])
    try:
        things = tuple(_thing(part, hole) for part in parts) if hole else _cards(parts)
    except ValueError as error:
        remedy = "name cards as they are printed, copies as `Name [a]`"
        mistakes.add(place, str(error), remedy if hole is None else f"one of {hole.pattern}")
        return None
    exactly = len(things) if match["all"] else int(match["exactly"] or 0)
    least = exactly or int(match["least"] or 0)
    most = exactly or int(match["upto"] or match["most"] or 0)
    verb = match["verb"] if hole else ""
    return May(seat, choice=things, least=least, most=most, place=place, verb=verb)


def _cards(parts: list[str]) -> tuple[CardRef, ...]:
    return tuple(read_card(part) for part in parts)


def _thing(text: str, hole: Hole) -> str:
    if not re.fullmatch(hole.pattern, text):
        raise ValueError(f"`{text}` is nothing to choose here")
    return text


def _facts(rows: list[Row], game: Game, mistakes: Mistakes) -> tuple[Fact, ...]:
    facts = (read_fact(row.place, row.text, game, mistakes) for row in rows)
    return tuple(fact for fact in facts if fact is not None)


def read_fact(place: Place, text: str, game: Game, mistakes: Mistakes) -> Fact | None:
    """What a line of `then` claims."""
    claim = read_claim(game, text)
    if claim is None:
        wrong = misfit((claim.says for claim in game.claims), text)
        if wrong is not None:
            mistakes.unfit(place, text, wrong, "fact")
        else:
            mistakes.unknown(place, text, [says for says, _ in claims_list(game)], "fact")
        return None
    return Fact(*claim, place)
