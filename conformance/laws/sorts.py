"""Reads what a variable ranges over: cards, numbers, words, dice."""

from __future__ import annotations

import re
from collections.abc import Mapping

from conformance.laws.game import law_words
from conformance.laws.model import Cards, Dice, Faces, Filter, Range, Relation, Sort, Words
from conformance.laws.numbers import NAME, NotANumber, Number, read_number
from conformance.scenario.model import Place
from conformance.scenario.phrases import split_commas

COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COMPARISONS = ("<=", ">=", "<", ">", "=", "!=")
_COMPARE = "|".join(COMPARISONS)
_PROPERTY = re.compile(rf"({NAME}(?:-{NAME})*) ({_COMPARE}) (.+)")
_EXACTLY = re.compile(rf"({NAME}) (\d+)(?: to (\d+))?")
_EFFECT = re.compile(r"an? ([a-z-]+) effect")
_CLAUSES = re.compile(r",? (?:and )?(?=(?:with|without) )")
_DICE = re.compile(r"(.+?) dice(?: with (.+))?")
_RELATION = re.compile(rf"(.+?) ({_COMPARE}) (.+)")
_BLOCK = re.compile(rf"({NAME}) can block ({NAME})")


class NoSort(ValueError):
    """A text that no variable can range over; says what is wrong."""


def read_sort(text: str, game: str, faces: Mapping[str, str]) -> Sort:
    """What a text lets a variable range over; `faces` are dice words, singular and plural."""
    if text.startswith("one of "):
        return Words(tuple(split_commas(text.removeprefix("one of "))))
    for noun in sorted(law_words(game).nouns, key=len, reverse=True):
        match = re.fullmatch(rf"(?:an? )?(plain )?{noun}s?(?: (.+))?", text)
        if match:
            return Cards(noun, bool(match[1]), _filters(match[2] or ""))
    dice = _DICE.fullmatch(text)
    if dice and faces:
        return _dice(dice, faces)
    try:
        least, joint, most = text.partition(" to ")
        low = read_number(least)
        return Range(low, read_number(most) if joint else low)
    except NotANumber:
        nouns = ", ".join(f"`{noun}s`" for noun in law_words(game).nouns)
        raise NoSort(
            f"`{text}` is nothing that a variable can range over; write cards ({nouns}), "
            "numbers (`1 to 4`, `n + 1`), words (`one of a, b`)"
            + (", dice (`six dice with 1 to 6 claws`)" if faces else "")
        ) from None


def read_relation(text: str, place: Place) -> Relation:
    """What a line demands of variables that are declared."""
    block = _BLOCK.fullmatch(text)
    if block:
        blocker, attacker = (Number("variable", name=name) for name in block.groups())
        return Relation("can block", blocker, attacker, text, place)
    match = _RELATION.fullmatch(text)
    if match is None:
        raise NoSort(
            f"`{text}` neither declares a variable nor relates some; "
            "write `a: creature`, `b can block a` or `n < m`"
        )
    try:
        return Relation(match[2], read_number(match[1]), read_number(match[3]), text, place)
    except NotANumber as error:
        raise NoSort(str(error)) from None


# ---- cards


def _filters(text: str) -> tuple[Filter, ...]:
    return tuple(_filter(clause) for clause in _CLAUSES.split(text) if clause)


def _filter(clause: str) -> Filter:
    word, _, what = clause.partition(" ")
    if word not in ("with", "without") or not what:
        raise NoSort(f"`{clause}` says nothing of a card; begin with `with` or `without`")
    wanted = word == "with"
    if what.startswith("equal "):
        return Filter("equal", what.removeprefix("equal "), wanted=wanted)
    if effect := _EFFECT.fullmatch(what):
        return Filter("effect", effect[1], wanted=wanted)
    if what == "an ability in the discard pile":
        return Filter("zone", "discard", wanted=wanted)
    if what in ("abilities", "effects"):
        return Filter("abilities", wanted=wanted)
    try:
        return _numbered(what, wanted) or _listed(what, wanted)
    except NotANumber as error:
        raise NoSort(f"`{clause}`: {error}") from None


def _numbered(what: str, wanted: bool) -> Filter | None:
    """`power <= 4`, `cost 3 to 5`, `power 7`."""
    if compared := _PROPERTY.fullmatch(what):
        number = read_number(compared[3])
        return Filter("property", compared[1], compared[2], number, wanted=wanted)
    if exactly := _EXACTLY.fullmatch(what):
        least, most = int(exactly[2]), int(exactly[3] or exactly[2])
        words = tuple(map(str, range(least, most + 1)))
        return Filter("property", exactly[1], "in", None, words, wanted)
    return None


def _listed(what: str, wanted: bool) -> Filter:
    """`tough`, `tough or frenzy`, `tough and frenzy`."""
    joint = " and " if " and " in what else " or "
    words = tuple(what.split(joint))
    for word in words:
        if not re.fullmatch(r"[a-z]+(?:-[a-z]+)*", word):
            raise NoSort(f"`{word}` is no keyword and no property of a card")
    return Filter("keyword", "all" if joint == " and " else "any", words=words, wanted=wanted)


# ---- dice


def _dice(match: re.Match[str], faces: Mapping[str, str]) -> Dice:
    count = _count(match[1])
    found: list[Faces] = []
    rest: tuple[str, ...] = ()
    for part in split_commas(match[2] or ""):
        part = part.removeprefix("and ")
        if part.startswith("the rest "):
            rest = tuple(_face(word, faces) for word in part[9:].split(" or "))
        else:
            found.append(_shown(part, faces))
    return Dice(count, tuple(found), rest)


_SHOWN = (
    (re.compile(r"at least (.+?) (\S+)"), lambda n: (n, None)),
    (re.compile(r"at most (.+?) (\S+)"), lambda n: (Number("value", 0), n)),
)


def _shown(part: str, faces: Mapping[str, str]) -> Faces:
    """`1 to 6 claws`, `no hearts`, `at least two claws`, `at most 2 of each number`."""
    if of_each := re.fullmatch(r"at most (.+?) of each number", part):
        most = _count(of_each[1])
        numbers = tuple(face for face in dict.fromkeys(faces.values()) if face in COUNTS)
        if not numbers:
            raise NoSort("these dice show no numbers")
        return Faces(numbers, Number("value", -1), most)
    for form, bounds in _SHOWN:
        if shown := form.fullmatch(part):
            least, most_ = bounds(_count(shown[1]))
            return Faces((_face(shown[2], faces),), least, most_)
    amount, _, word = part.rpartition(" ")
    if not amount:
        raise NoSort(f"`{part}` says nothing of dice; write `2 claws`, `1 to 3 claws`, `no hearts`")
    face = (_face(word, faces),)
    if amount == "no":
        return Faces(face, Number("value", 0), Number("value", 0))
    least_text, joint, most_text = amount.partition(" to ")
    least = _count(least_text)
    return Faces(face, least, _count(most_text) if joint else least)


def _count(text: str) -> Number:
    if text in COUNTS:
        return Number("value", COUNTS.index(text))
    try:
        return read_number(text)
    except NotANumber as error:
        raise NoSort(str(error)) from None


def _face(word: str, faces: Mapping[str, str]) -> str:
    if word not in faces:
        raise NoSort(f"`{word}` is no face of these dice: {', '.join(dict.fromkeys(faces))}")
    return faces[word]
