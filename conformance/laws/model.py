"""What a law says once it is read: inert data, every part with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

from conformance.laws.numbers import Number
from conformance.room import ROOM
from conformance.scenario.model import NOWHERE, Fact, Line, Place, Step

SCENARIOS = ROOM / "scenarios"


# ---- variables


@frozen
class Filter:
    """What a printed card must have, or must not: `with power <= 4`, `without tough`."""

    what: str  # property, equal, effect, keyword, word, zone, abilities
    word: str = ""
    compare: str = ""
    number: Number | None = None
    words: tuple[str, ...] = ()
    wanted: bool = True

    @property
    def names(self) -> set[str]:
        """The variables it speaks of."""
        return self.number.names() if self.number else set()


@frozen
class Cards:
    """Any printed card of a sort: `plain creatures with power <= 4, without tough`."""

    noun: str
    plain: bool = False
    filters: tuple[Filter, ...] = ()

    def names(self) -> set[str]:
        """The variables it speaks of."""
        return set().union(*(each.names for each in self.filters))


@frozen
class Range:
    """A number from one to another; a number computed when both are the same."""

    least: Number
    most: Number

    def names(self) -> set[str]:
        """The variables it speaks of."""
        return self.least.names() | self.most.names()


@frozen
class Words:
    """One of some words, numbers, or cards by their names."""

    words: tuple[str, ...]

    def names(self) -> set[str]:
        """It speaks of none."""
        return set()


@frozen
class Faces:
    """How many dice show something: from one number to another, or as many as there are."""

    faces: tuple[str, ...]
    least: Number
    most: Number | None


@frozen
class Dice:
    """What some dice show: `six dice with 1 to 6 claws, no hearts`."""

    count: Number
    faces: tuple[Faces, ...] = ()
    rest: tuple[str, ...] = ()
    """What the other dice can show; empty: anything else."""

    def names(self) -> set[str]:
        """The variables it speaks of."""
        every = [number for each in self.faces for number in (each.least, each.most) if number]
        return self.count.names().union(*(number.names() for number in every))


Sort = Cards | Range | Words | Dice


@frozen
class Variable:
    """A name that stands for anything of a sort."""

    name: str
    sort: Sort
    group: tuple[str, ...]
    """The names that are declared together, which `equal` is about."""
    text: str = field(eq=False)
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class Relation:
    """What must be true of the variables: `b can block a`, `n < m`."""

    word: str
    left: Number
    right: Number
    text: str = field(eq=False)
    place: Place = field(default=NOWHERE, eq=False)

    def names(self) -> set[str]:
        """The variables it speaks of."""
        return self.left.names() | self.right.names()


# ---- lines


@frozen(cache_hash=True)
class Template:
    """A line with variables in it: texts and, between them, what is filled in."""

    parts: tuple[str | Number, ...]
    text: str = field(eq=False)
    place: Place = field(default=NOWHERE, eq=False)

    def names(self) -> set[str]:
        """The variables that it uses."""
        return set().union(*(part.names() for part in self.parts if isinstance(part, Number)))


@frozen
class IfAsked:
    """A step that only some positions ask for."""

    step: Step

    @property
    def place(self) -> Place:
        """Where the step stands."""
        return self.step.place


@frozen
class Whatever:
    """Decisions that are left open and answered by drawn answers."""

    seat: str = ""
    """Whose; everybody's and chance's if it is nobody's."""
    until: tuple[str, str] = ("", "")
    """Until whose decision of which sort; to the end of the turn if nothing is said."""
    place: Place = field(default=NOWHERE, eq=False)


LawLine = Line | IfAsked | Whatever


@frozen
class Throughout:
    """A fact that holds at every decision from the first step on, or at none."""

    fact: Fact
    wanted: bool


@frozen
class Alike:
    """That two runs end alike, but for some things."""

    but: tuple[str, ...] = ()
    place: Place = field(default=NOWHERE, eq=False)


Conclusion = Fact | Throughout | Alike


@frozen
class Example:
    """A worked example of a book: the values that make it an instance of the law."""

    clause: str
    values: tuple[tuple[str, str], ...]
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class Law:
    """A scenario with variables, for one clarification of the books."""

    id: str
    title: str
    ruleset: str
    clauses: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    narrow: str = ""
    """Why its variables admit fewer than half of the cards."""
    options: tuple[Template, ...] = ()
    cards: tuple[str, ...] = ()
    """Files of cards beside the scenarios of the game, for what no printed card shows."""
    variables: tuple[Variable, ...] = ()
    relations: tuple[Relation, ...] = ()
    given: tuple[Template, ...] = ()
    starting: tuple[str, ...] | None = None
    """Who plays, where it begins at the real start."""
    when: tuple[Template, ...] = ()
    then: tuple[Template, ...] = ()
    other_given: tuple[Template, ...] | None = None
    other_when: tuple[Template, ...] = ()
    """The run that the first is compared with."""
    examples: tuple[Example, ...] = ()
    place: Place = field(default=NOWHERE, eq=False)
    citing: dict[str, Place] = field(factory=dict, eq=False)
    """Where each rule and each clause is named."""

    @property
    def game(self) -> str:
        """The game it is about."""
        return self.ruleset.partition("/")[0]

    @property
    def card_files(self) -> tuple[Path, ...]:
        """The files of the cards that it adds."""
        return tuple(SCENARIOS / self.game / f"{name}.cards" for name in self.cards)

    @property
    def compares(self) -> bool:
        """Whether it compares two runs."""
        return bool(self.other_when) or self.other_given is not None

    def lines(self) -> Iterator[Template]:
        """Every line that variables can stand in."""
        yield from (*self.options, *self.given, *self.when, *self.then)
        yield from (*(self.other_given or ()), *self.other_when)

    def variable(self, name: str) -> Variable:
        """The variable with a name."""
        return next(each for each in self.variables if each.name == name)
