"""Reads laws: the lines of scenarios with variables in them, every mistake with its place."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

from attrs import define

from conformance.games import names
from conformance.laws.model import (
    Alike,
    Conclusion,
    Example,
    IfAsked,
    Law,
    LawLine,
    Relation,
    Template,
    Throughout,
    Variable,
    Whatever,
)
from conformance.laws.numbers import NAME, NotANumber, Number, read_number
from conformance.laws.sorts import NoSort, read_relation, read_sort
from conformance.laws.words import BYSTANDERS, BYSTANDERS_PLAY, faces_of, filled, stand_ins
from conformance.scenario.game import Game
from conformance.scenario.given import read_given
from conformance.scenario.known import game_of
from conformance.scenario.misfits import Misfit
from conformance.scenario.mistakes import Mistakes, quote
from conformance.scenario.model import Place, Step
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
from conformance.scenario.phrases import any_of, split_commas, split_outside_quotes
from conformance.scenario.reader import (
    ID,
    read_fact,
    read_line,
)
from rules_dsl.reader import load_text
from rules_dsl.specification import load_specification

HEADERS = ("clauses", "rules", "ruleset", "options", "cards", "narrow", "example")
SECTIONS = ("for any", "given", "when", "then", "as given", "as when")
_HEAD = re.compile(r'law (?P<id>\S+) "(?P<title>[^"]+)"')
_HEAD_FORM = 'begin with `law MB-KCTY5M "A title"` (fresh ids: `kaiju id`)'
_EXAMPLE = re.compile(r"(?P<clause>[A-Z]+-[A-Z0-9]+-\d+)(?:: (?P<values>.+))?")
_CLAUSE = re.compile(r"[A-Z]+(?:-[A-Z0-9]+)+")
_RULE = re.compile(r"[a-z]+(?:\.[a-z0-9-]+)+")
IF_ASKED = ", if asked"
_WHATEVER = re.compile(
    r"whatever (?:(?P<seat>[a-z]+) answers|is answered)"
    r"(?: until (?P<whose>[a-z]+)'s (?P<decision>.+))?"
)
_ALIKE = re.compile(r"all is alike(?: but (?P<but>.+))?")
_ATOM = rf"(?:\d+|(?:{NAME}(?:-{NAME})* of )?{NAME})"
_CANDIDATE = re.compile(rf"(?<![\w'.-]){_ATOM}(?: [-+*] {_ATOM})*(?!\w)")


_Read = Callable[[str, Mistakes], object]
_Some = Callable[[str], list[str]]


def read_laws(paths: Iterable[Path]) -> list[Law]:
    """The laws of several files; raises with every mistake found in them."""
    return read_all(((load_text(path), str(path)) for path in paths), _read)


def read_text(text: str, file: str = "<text>") -> list[Law]:
    """The laws of one text; raises with every mistake found in it."""
    return read_all([(text, file)], _read)


def heads(text: str) -> list[tuple[str, str]]:
    """The ids and titles of the laws of a text, which is read no further."""
    found = (_HEAD.fullmatch(line) for line in text.splitlines())
    return [(head["id"], head["title"]) for head in found if head]


def _read(text: str, file: str, mistakes: Mistakes) -> list[Law]:
    rows = read_rows(text, file, mistakes)
    of_file = take_ruleset(rows)
    drafts = read_drafts(rows, mistakes, _OUTLINE, _head)
    if not drafts and not mistakes:
        mistakes.add(Place(file, 1), "there is no law in this file", _HEAD_FORM)
    found = (_law(draft, of_file, mistakes) for draft in drafts)
    return [law for law in found if law is not None]


_OUTLINE = Outline(
    "law",
    _HEAD_FORM,
    HEADERS,
    SECTIONS,
    "headers and sections stand at 2 spaces, their lines at 4",
    ("`for any`", "put headers first"),
)


def _head(row: Row, mistakes: Mistakes) -> Draft:
    head = _HEAD.fullmatch(row.text)
    if head is None:
        mistakes.add(row.place, f"{quote(row.text)} does not start a law", _HEAD_FORM)
        return Draft(row.place, "?", row.text)
    if not ID.fullmatch(head["id"]):
        remedy = "an id is a prefix and six characters (fresh ids: `kaiju id`)"
        mistakes.add(row.place, f"{quote(head['id'])} is not an id", remedy)
    return Draft(row.place, head["id"], head["title"])


# ---- a law


def _law(draft: Draft, of_file: Row | None, mistakes: Mistakes) -> Law | None:
    before = len(mistakes.found)
    ruleset = _ruleset(draft, of_file, mistakes)
    if ruleset is None or ruleset.partition("/")[0] not in names():
        return None
    game = game_of(ruleset)
    variables, relations = _premises(draft.sections.get("for any", []), game, mistakes)
    sorts = {each.name: each for each in variables}
    reading = _Reading(game, sorts, mistakes)
    for section in ("when", "then"):
        if not draft.sections.get(section):
            mistakes.add(draft.place, f"{draft.id} has no `{section}`", f"add `{section}`")
    if draft.starting is None and "given" not in draft.sections:
        mistakes.add(draft.place, f"{draft.id} has no `given`", "add it, or `given start`")
    sections = draft.sections
    if ("as given" in sections) and not sections.get("as when"):
        mistakes.add(draft.place, "`as given` without `as when`", "say what is done there")
    law = Law(
        draft.id,
        draft.title,
        ruleset,
        clauses=_listed(draft, "clauses", _CLAUSE, "clause id", mistakes),
        rules=_listed(draft, "rules", _RULE, "rule id", mistakes),
        narrow=" ".join(row.text for row in draft.headers.get("narrow", [])),
        options=tuple(map(reading.option, draft.headers.get("options", []))),
        cards=tuple(
            word for row in draft.headers.get("cards", []) for word in split_commas(row.text)
        ),
        variables=variables,
        relations=relations,
        given=reading.given(sections.get("given", []), draft.place),
        starting=draft.starting,
        when=tuple(map(reading.line, sections.get("when", []))),
        then=tuple(map(reading.conclusion, sections.get("then", []))),
        other_given=reading.given(sections["as given"], draft.place)
        if "as given" in sections
        else None,
        other_when=tuple(map(reading.line, sections.get("as when", []))),
        examples=_examples(draft, sorts, mistakes),
        place=draft.place,
        citing={
            word: row.place
            for name in ("clauses", "rules")
            for row in draft.headers.get(name, [])
            for word in split_commas(row.text)
        },
    )
    if len(mistakes.found) == before:
        _expect_sense(law, mistakes)
    return law


def _ruleset(draft: Draft, of_file: Row | None, mistakes: Mistakes) -> str | None:
    rows = draft.headers.get("ruleset", [])
    if rows:
        return rows[0].text
    if of_file is not None:
        return of_file.text.removeprefix(RULESET).strip()
    folder = Path(draft.place.file).resolve().parent.name
    described = load_specification().games.get(folder)
    if described is None or not described.usual:
        remedy = f"add `ruleset {load_specification().first_game.usual}`, or as the game is"
        mistakes.add(draft.place, f"{draft.id} names no ruleset", remedy)
        return None
    return described.usual


def _listed(
    draft: Draft, name: str, form: re.Pattern[str], what: str, mistakes: Mistakes
) -> tuple[str, ...]:
    found = []
    for row in draft.headers.get(name, []):
        for word in split_commas(row.text):
            found.append(word)
            if not form.fullmatch(word):
                mistakes.add(row.place, f"{quote(word)} is not a {what}", "such as those in spec/")
    if name == "rules" and not found:
        mistakes.add(draft.place, f"{draft.id} names no rule", "add `rules mb.attack.tie, …`")
    return tuple(found)


def _examples(
    draft: Draft, sorts: Mapping[str, Variable], mistakes: Mistakes
) -> tuple[Example, ...]:
    found = []
    for row in draft.headers.get("example", []):
        match = _EXAMPLE.fullmatch(row.text)
        if match is None:
            remedy = "write `example MBB-ATTACK-006: a = Gorillion; n = 3`"
            mistakes.add(row.place, f"{quote(row.text)} is no example", remedy)
            continue
        values = []
        for part in split_outside_quotes(match["values"] or "", ";"):
            name, joint, value = part.partition(" = ")
            if not joint or name not in sorts:
                mistakes.add(row.place, f"{quote(part)} gives no variable a value", "write `n = 3`")
            values.append((name, value.strip('"')))
        found.append(Example(match["clause"], tuple(values), row.place))
    return tuple(found)


def _premises(
    rows: list[Row], game: Game, mistakes: Mistakes
) -> tuple[tuple[Variable, ...], tuple[Relation, ...]]:
    variables: list[Variable] = []
    relations: list[Relation] = []
    for row in rows:
        known = {each.name for each in variables}
        match = re.fullmatch(rf"({NAME}(?:, {NAME})*): (.+)", row.text)
        try:
            if match is None:
                relations.append(read_relation(row.text, row.place))
                names = relations[-1].names()
            else:
                group = tuple(match[1].split(", "))
                sort = read_sort(match[2], game.name, faces_of(game))
                names = sort.names()
                for name in group:
                    if name in known or group.count(name) > 1:
                        mistakes.add(row.place, f"a second `{name}`", "take another name")
                    variables.append(Variable(name, sort, group, match[2], row.place))
            for name in sorted(names - known - set(match[1].split(", ") if match else ())):
                mistakes.add(row.place, f"`{name}` is not declared above", "declare it first")
        except NoSort as error:
            mistakes.add(row.place, str(error), "see `kaiju laws --help`")
    return tuple(variables), tuple(relations)


def read_premises(lines: Iterable[str], game: str) -> tuple[Variable, ...]:
    """The variables that some lines of `for any` declare; raises with every mistake in them."""
    mistakes = Mistakes()
    rows = [Row(Place("<text>", number), 4, line) for number, line in enumerate(lines, 1)]
    variables, _ = _premises(rows, game_of(game), mistakes)
    mistakes.raise_any()
    return variables


def _expect_sense(law: Law, mistakes: Mistakes) -> None:
    """Refuse variables that nothing uses, and comparisons with nothing."""
    used = set().union(*(line.names() for line in law.lines()))
    for each in reversed(law.variables):
        if each.name in used:
            used |= each.sort.names()
    for relation in law.relations:
        used |= relation.names()
    for each in reversed(law.variables):
        if each.name in used:
            used |= each.sort.names()
        else:
            mistakes.add(each.place, f"nothing uses `{each.name}`", "use it or leave it out")
    alike = any(_ALIKE.fullmatch(line.text) for line in law.then)
    if law.compares != alike:
        mistakes.add(
            law.place,
            f"{law.id} compares with nothing" if alike else f"{law.id} does not say what is alike",
            "`all is alike` in `then` and `as when` below it belong together",
        )


# ---- lines


@define
class _Reading:
    """Finds the variables in lines: as many words as can be, so that the line has a meaning."""

    game: Game
    sorts: Mapping[str, Variable]
    mistakes: Mistakes

    def option(self, row: Row) -> Template:
        """`mb.option.x = answer`."""
        return self._template(row, lambda text, mistakes: None)

    def line(self, row: Row) -> Template:
        """A line of `when`."""
        return self._template(
            row, lambda text, mistakes: read_law_line(Row(row.place, 4, text), self.game, mistakes)
        )

    def conclusion(self, row: Row) -> Template:
        """A line of `then`."""
        return self._template(
            row, lambda text, mistakes: read_conclusion(row.place, text, self.game, mistakes)
        )

    def given(self, rows: list[Row], place: Place) -> tuple[Template, ...]:
        """The lines of `given`; each is tried alone, so that a mistake has its place."""

        def read(row: Row, text: str, mistakes: Mistakes) -> None:
            if text == BYSTANDERS_PLAY:
                return
            people = [f"{name} plays too" for name in self.game.people[: self._seats(rows)]]
            text = without_bystanders(text)
            also = [(row.place, each) for each in people] if self.game.is_open else []
            first = [] if " plays first" in text else [(row.place, "alice plays first")]
            if text:
                read_given([*first, (row.place, text), *also], row.place, self.game, mistakes)

        def template(row: Row) -> Template:
            return self._template(row, lambda text, mistakes: read(row, text, mistakes))

        found = tuple(map(template, rows))
        if rows and not any(" plays first" in row.text for row in rows):
            remedy = "begin a line with `alice plays first`"
            self.mistakes.add(place, "nobody plays first", remedy)
        return found

    def _seats(self, rows: list[Row]) -> int:
        named = set(
            re.findall(rf"\b(?:{any_of(self.game.people)})\b", " ".join(r.text for r in rows))
        )
        return max(len(named), self.game.fewest)

    def _template(self, row: Row, read: _Read) -> Template:
        spans = list(_spans(row.text, self.sorts))
        for size in range(len(spans), -1, -1):
            for some in itertools.combinations(spans, size):
                if any(one[1] > other[0] for one, other in itertools.pairwise(some)):
                    continue
                parts = _parts(row.text, some)
                if not self._tried(row, parts, read, _Trying()):
                    return Template(parts, row.text, row.place)
        # nothing has a meaning: told of the words that look like variables
        whole = [one for one in spans if not any(_is_part(one, other) for other in spans)]
        self.mistakes.found += self._tried(row, _parts(row.text, whole), read, Mistakes()).found[:1]
        return Template((row.text,), row.text, row.place)

    def _tried(
        self, row: Row, parts: tuple[str | Number, ...], read: _Read, mistakes: Mistakes
    ) -> Mistakes:
        """What is wrong with a line when some of its words are variables."""
        for stand_in in stand_ins(parts, self.sorts, self.game):
            try:
                read(filled(parts, stand_in, strict=False), mistakes)
            except NotANumber as error:
                mistakes.add(row.place, str(error), "compute with numbers")
        return mistakes


def _is_part(one: tuple[int, int, Number], other: tuple[int, int, Number]) -> bool:
    """Whether an expression stands inside another."""
    return one != other and other[0] <= one[0] and one[1] <= other[1]


class _Trying(Mistakes):
    """Mistakes that nobody will read: without advice, which takes long to find."""

    def unknown(
        self, place: Place, text: str, known: list[str], what: str, line: str | None = None
    ) -> None:
        self.add(place, text, "")

    def unfit(self, place: Place, text: str, misfit: Misfit, what: str) -> None:
        self.add(place, text, "")


def _spans(text: str, sorts: Mapping[str, Variable]) -> Iterator[tuple[int, int, Number]]:
    """The places of a line at which a variable or an expression of some can stand."""
    quoted = [match.span() for match in re.finditer(r'"[^"]*"', text)]
    for match in _CANDIDATE.finditer(text):
        if any(start <= match.start() < end for start, end in quoted):
            continue
        yield from _sense(match[0], match.start(), sorts)


def _sense(text: str, at: int, sorts: Mapping[str, Variable]) -> Iterator[tuple[int, int, Number]]:
    try:
        number = read_number(text)
    except NotANumber:
        return
    names = number.names()
    if names and names <= set(sorts):
        yield at, at + len(text), number
    if number.kind == "variable":
        return
    for part in re.finditer(NAME, text):  # what is no expression may still hold a variable
        if part[0] in sorts:
            yield at + part.start(), at + part.end(), Number("variable", name=part[0])


def _parts(text: str, spans: Iterable[tuple[int, int, Number]]) -> tuple[str | Number, ...]:
    parts: list[str | Number] = []
    end = 0
    for start, stop, number in spans:
        if start > end:
            parts.append(text[end:start])
        parts.append(number)
        end = stop
    return (*parts, text[end:]) if end < len(text) or not parts else tuple(parts)


def without_bystanders(text: str) -> str:
    """A line of `given` with nobody standing by."""
    return with_bystanders(text, lambda zone: [])


def with_bystanders(text: str, some: _Some) -> str:
    """A line of `given` with cards for the word `bystanders`; `some` draws them for a zone."""
    if BYSTANDERS not in text:
        return text
    parts = []
    for part in split_outside_quotes(text, ";"):
        head, joint, listed = part.rpartition(": ")
        if not joint or BYSTANDERS not in split_commas(listed):
            parts.append(part)
            continue
        cards: list[str] = []
        for card in split_commas(listed):
            cards += some(head.rpartition(": ")[2] or head) if card == BYSTANDERS else [card]
        whose = head.rpartition(": ")[0]
        if cards:
            parts.append(f"{head}: {', '.join(cards)}")
        elif whose:
            parts.append(f"{whose}:")
    return "; ".join(parts)


@lru_cache(maxsize=2_000)
def _cached_line(text: str, place: Place, game: str) -> LawLine | None:
    mistakes = Mistakes()
    found = read_law_line(Row(place, 4, text), game_of(game), mistakes)
    mistakes.raise_any()
    return found


@lru_cache(maxsize=2_000)
def _cached_conclusion(text: str, place: Place, game: str) -> Conclusion | None:
    mistakes = Mistakes()
    found = read_conclusion(place, text, game_of(game), mistakes)
    mistakes.raise_any()
    return found


def filled_line(text: str, place: Place, game: str) -> LawLine:
    """A line of `when` without variables."""
    found = _cached_line(text, place, game)
    assert found is not None
    return found


def filled_conclusion(text: str, place: Place, game: str) -> Conclusion:
    """A line of `then` without variables."""
    found = _cached_conclusion(text, place, game)
    assert found is not None
    return found


def read_law_line(row: Row, game: Game, mistakes: Mistakes) -> LawLine | None:
    """What a line of `when` says: a line of a scenario, `if asked`, or `whatever`."""
    if row.text.startswith("whatever"):
        return _whatever(row, game, mistakes)
    if row.text.endswith(IF_ASKED):
        line = read_line(Row(row.place, 4, row.text.removesuffix(IF_ASKED)), game, mistakes)
        if isinstance(line, Step):
            return IfAsked(line)
        if line is not None:
            mistakes.add(row.place, f"{quote(row.text)}: only steps are asked for", "write a step")
        return None
    return read_line(row, game, mistakes)


def _whatever(row: Row, game: Game, mistakes: Mistakes) -> Whatever | None:
    match = _WHATEVER.fullmatch(row.text)
    known = {**{name: name for name in game.seats}, "anybody": ""}
    if match is None or (match["seat"] or "anybody") not in known:
        mistakes.add(
            row.place,
            f"{quote(row.text)} leaves nothing open",
            "write `whatever bob answers`, `whatever is answered`, or "
            "`whatever is answered until alice's turn action`",
        )
        return None
    whose, decision = match["whose"] or "", match["decision"] or ""
    if whose and (decision not in game.decisions.values() or whose not in known):
        mistakes.unknown(row.place, decision, list(game.decisions.values()), "decision", row.text)
    return Whatever(known[match["seat"] or "anybody"], (whose, decision), row.place)


def read_conclusion(place: Place, text: str, game: Game, mistakes: Mistakes) -> Conclusion | None:
    """What a line of `then` claims: a fact, `always` or `never` one, or that all is alike."""
    alike = _ALIKE.fullmatch(text)
    if alike:
        return Alike(
            tuple(re.split(r", | and ", alike["but"] or "")) if alike["but"] else (), place
        )
    for word, wanted in (("always ", True), ("never ", False)):
        if text.startswith(word):
            fact = read_fact(place, text.removeprefix(word), game, mistakes)
            return Throughout(fact, wanted) if fact else None
    return read_fact(place, text, game, mistakes)
