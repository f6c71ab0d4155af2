"""What a scenario says once it is read: inert data, every part with its place."""

from __future__ import annotations

from attrs import field, frozen

SEATS = {"alice": "p1", "bob": "p2", "chance": "nature"}
"""The names of the scenario language and the seats they take."""

PEOPLE = {seat: name for name, seat in SEATS.items()}

PROVENANCES = ("rulebook", "ruling", "oracle")


@frozen(order=True)
class Place:
    """A line of a scenario file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


NOWHERE = Place("", 0)


@frozen
class CardRef:
    """A card as the text names it; a label such as [a] tells copies apart."""

    name: str
    label: str | None = None

    def __str__(self) -> str:
        plain = self.name[:1].isupper() and not _needs_quotes(self.name)
        name = self.name if plain or self.is_other else f'"{self.name}"'
        return f"{name} [{self.label}]" if self.label else name

    @property
    def is_other(self) -> bool:
        """Whether this names a filler card: `other 3`."""
        return self.name.startswith("other ") and self.name[6:].isdigit()


def _needs_quotes(name: str) -> bool:
    return " and " in name or any(mark in name for mark in ',;:[]()"')


@frozen
class Placed:
    """A card lying in a zone at the start of a scenario."""

    card: CardRef
    exhausted: bool = False
    boosts: tuple[Item, ...] = ()


@frozen
class Others:
    """A number of filler cards whose identity does not matter."""

    count: int


Item = Placed | Others

ZONES = ("hand", "deck", "discard", "in play")
SHARED_ZONES = ("unused", "aside", "power row", "power deck", "power discard")
"""Zones of the table, which belong to nobody."""

NUMBERS = ("life", "mindbugs", "energy")
"""What a player has a number of."""


@frozen
class Belongings:
    """What one player starts with, as far as the text says it."""

    numbers: dict[str, int] = field(factory=dict)
    zones: dict[str, tuple[Item, ...]] = field(factory=dict)


@frozen
class Given:
    """The situation in which a scenario starts."""

    first: str
    players: dict[str, Belongings]
    shared: dict[str, tuple[Item, ...]] = field(factory=dict)


@frozen
class Act:
    """One thing a player or chance can do, as a step does it or an offer lists it."""

    verb: str
    cards: tuple[CardRef, ...] = ()
    deck: tuple[Item, ...] = ()
    ability: str | None = None
    player: str | None = None
    keyword: str | None = None
    dice: str | None = None
    ordinal: str | None = None


@frozen
class Step:
    """A line that answers one decision (or, for dealt cards, several)."""

    seat: str
    act: Act
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class May:
    """A check: the pending decision offers exactly these answers."""

    seat: str
    acts: tuple[Act, ...] = ()
    choice: tuple[CardRef, ...] = ()
    least: int | None = None
    most: int | None = None
    place: Place = field(default=NOWHERE, eq=False)

    @property
    def is_choice(self) -> bool:
        """Whether it is about a choice of several cards at once."""
        return self.least is not None


@frozen
class Cannot:
    """A check: this answer to the pending decision is refused and changes nothing."""

    seat: str
    act: Act
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class Fact:
    """A claim about the game: a sentence of the fact table with its holes filled."""

    sentence: str
    args: dict[str, object]
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class Now:
    """A check: this fact holds between two steps."""

    fact: Fact
    place: Place = field(default=NOWHERE, eq=False)


Line = Step | May | Cannot | Now


@frozen
class Scenario:
    """One given / when / then; without `id` or `then` it is a question."""

    title: str
    id: str | None = None
    rules: tuple[str, ...] = ()
    ruleset: str = ""
    options: dict[str, str] = field(factory=dict)
    cards: tuple[str, ...] = ()
    interactions: tuple[str, ...] = ()
    provenance: str = "rulebook"
    ruling: str | None = None
    given: Given | None = None  # None: from the real start
    when: tuple[Line, ...] = ()
    then: tuple[Fact, ...] = ()
    place: Place = field(default=NOWHERE, eq=False)

    @property
    def is_question(self) -> bool:
        """Whether it claims nothing and so asks what can follow."""
        return not self.then

    @property
    def label(self) -> str:
        """How reports call it."""
        return self.id or "question"
