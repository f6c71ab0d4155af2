"""A vector: what an engine is judged by, and how it is read from JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import cattrs
from attrs import evolve, field, frozen
from cattrs.gen import make_dict_structure_fn, override

from conformance.engines.rulesets import number_of_players, seats_of
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.messages import CODES, Count
from conformance.protocol.reading import Malformed, converter, explain, read_object
from rules_dsl.errors import KaijuError

FORMAT = 3
NATURE = "nature"


@frozen
class Cited:
    """A rule the vector rests on, with the checksum of its text at that time."""

    id: str
    sum: str = ""


@frozen
class Step:
    """One answer of the script, and the exact set it was chosen from when the vector says it.

    `digest` is that of the position in which it is asked. Where only one answer is possible an
    engine may ask or not, so such a step says nothing and is stepped over.
    """

    who: str
    kind: str
    do: Answer
    legal: list[Answer] | None = None
    choose: Choose | None = None
    digest: str | None = None

    @property
    def offered(self) -> Legal | None:
        if self.legal is None and self.choose is None:
            return None
        return Legal.of(self.legal, self.choose)

    @property
    def is_forced(self) -> bool:
        """Whether the vector says that no other answer was possible."""
        offered = self.offered
        return offered is not None and offered.is_forced

    def __str__(self) -> str:
        return f"{self.who} {say(self.do)}"


@frozen
class Offer:
    """What must be offered, to whom, exactly."""

    who: str
    kind: str | None = None
    exactly: list[Answer] | None = None
    choose: Choose | None = None

    @property
    def legal(self) -> Legal:
        return Legal.of(self.exactly, self.choose)


@frozen
class Refusal:
    """An answer that must be refused and change nothing."""

    do: Answer
    code: str | None = None


@frozen
class Expectation:
    """What must hold after so many steps of the script, behind every forced decision there."""

    after: int
    legal: Offer | None = None
    refused: Refusal | None = None
    state: JsonObject | None = None
    digest: str | None = None
    view: JsonObject | None = None
    perft: list[Count] | None = None
    origin: str = ""


@frozen
class Vector:
    """One language-neutral test of an engine."""

    id: str
    title: str
    game: str
    kind: str = "scenario"
    options: dict[str, str] = field(factory=dict)
    assumes: dict[str, list[str]] = field(factory=dict)
    requires: list[str] = field(factory=list)
    cards: list[str] = field(factory=list)
    rules: list[Cited] = field(factory=list)
    provenance: JsonObject = field(factory=dict)
    setup: JsonObject | None = None
    start: JsonObject | None = None
    script: list[Step] = field(factory=list)
    expect: list[Expectation] = field(factory=list)
    file: str = ""

    @property
    def authority(self) -> str:
        """Who says what it expects; nothing if it does not tell."""
        return str(self.provenance.get("authority", ""))

    @property
    def players(self) -> int | None:
        """How many play: as many as the setup has seats, or as the start says."""
        if self.start is not None:
            said = self.start.get("players")
            return said if isinstance(said, int) else None
        return number_of_players(self.game, self.setup)

    @property
    def seats(self) -> tuple[str, ...]:
        """Who plays."""
        return seats_of(self.game, self.players)

    @property
    def rule_ids(self) -> tuple[str, ...]:
        return tuple(rule.id for rule in self.rules)

    @property
    def card_ids(self) -> dict[str, str]:
        """The card of every handle the setup names."""
        return cards_in(self.setup)


def cards_in(setup: object) -> dict[str, str]:
    """The card of every handle in a setup or a part of it, wherever it lies."""
    if isinstance(setup, list):
        return {handle: card for part in setup for handle, card in cards_in(part).items()}
    if not isinstance(setup, dict):
        return {}
    found = cards_in(list(setup.values()))
    if isinstance(setup.get("h"), str) and isinstance(setup.get("card"), str):
        found = {setup["h"]: setup["card"], **found}
    return found


def say(do: Answer) -> str:
    """An answer in a few words: `block #2`."""
    words = []
    for verb, what in do.items():
        if what is True:
            words.append(verb)
        elif isinstance(what, list):
            words.append(f"{verb} {', '.join(map(str, what)) or 'nothing'}")
        else:
            words.append(f"{verb} {what}")
    return " ".join(words)


# ------------------------------------------------------------------ reading


def _read_only_known_fields(kind: type) -> None:
    """A field that nobody reads would be a check that nobody makes."""
    # Any: mypy takes what is meant for fields for the other arguments
    hidden: dict[str, Any] = {"file": override(omit=True)} if kind is Vector else {}
    inner: Any = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **hidden)
    converter.register_structure_hook(kind, lambda value, _: inner(read_object(value), kind))


for _kind in (Cited, Step, Offer, Refusal, Expectation, Vector):
    _read_only_known_fields(_kind)


def read_vector(given: Any, file: str, place: str) -> Vector:  # Any: JSON not checked yet
    """The vector that a JSON value says; a mistake is told with its place."""
    if isinstance(given, dict) and isinstance(given.get("id"), str):
        place = f"{place} ({given['id']})"
    _expect_format(given, place)
    try:
        said = {name: value for name, value in given.items() if name != "format"}
        vector: Vector = converter.structure(said, Vector)
    except (cattrs.BaseValidationError, TypeError, ValueError, AttributeError) as error:
        raise KaijuError("; ".join(explain(error)), place=place) from None
    except Malformed as error:
        raise KaijuError(str(error), place=place) from None
    if (vector.setup is None) == (vector.start is None):
        raise KaijuError("expected exactly one of `setup` and `start`", place=place)
    for where, what in _mistakes(vector):
        raise KaijuError(what, place=f"{place} {where}")
    return evolve(vector, file=file)


def _expect_format(given: object, place: str) -> None:
    if not isinstance(given, dict):
        raise KaijuError("expected an object: a vector file has one vector a line", place=place)
    if given.get("format") != FORMAT or type(given["format"]) is not int:
        said = f"vector format {given['format']!r} is not known" if "format" in given else ""
        raise KaijuError(
            said or "`format` is missing",
            place=place,
            remedy=f'This kit reads vectors that say "format": {FORMAT}, one a line.',
        )


def _mistakes(vector: Vector) -> Iterator[tuple[str, str]]:
    """What is wrong in a vector whose fields are all of the right kind, each with its place."""
    for name, value in (vector.start or {}).items():
        if name != "players" or type(value) is not int:
            yield f"start.{name}", "expected nothing but `players`, a whole number"
    seats = vector.seats
    who = (*seats, NATURE)
    for at, step in enumerate(vector.script):
        if step.who not in who:
            yield f"script[{at}].who", _none_of(step.who, who)
        if step.legal is not None and step.choose is not None:
            yield f"script[{at}]", "expected one of `legal` and `choose`, not both"
    for at, expectation in enumerate(vector.expect):
        for where, what in _mistakes_of(expectation, len(vector.script), seats):
            yield f"expect[{at}]{where}", what


def _mistakes_of(
    expectation: Expectation, steps: int, seats: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    offer, refusal, view = expectation.legal, expectation.refused, expectation.view
    if not 0 <= expectation.after <= steps:
        yield "", f"`after` is {expectation.after}, the script has {steps} steps"
    if all(each is None for each in (offer, refusal, view, expectation.state, expectation.perft)):
        yield "", "expected one of `legal`, `refused`, `state`, `view` and `perft`"
    if offer is not None and offer.who not in (*seats, NATURE):
        yield ".legal.who", _none_of(offer.who, (*seats, NATURE))
    if offer is not None and (offer.exactly is None) == (offer.choose is None):
        yield ".legal", "expected exactly one of `exactly` and `choose`"
    if refusal is not None and refusal.code not in (None, *CODES):
        yield ".refused.code", _none_of(refusal.code, CODES)
    if view is not None and view.get("seat") not in seats:
        yield ".view.seat", _none_of(view.get("seat"), seats)


def _none_of(value: object, known: Iterable[str]) -> str:
    return f"{json.dumps(value)} is none of {', '.join(known)}"
