"""What a scenario says once it is read: inert data, every part with its place."""

from __future__ import annotations

from attrs import field, frozen

NAMES = ("alice", "bob", "carol", "dave", "erin", "frank")
"""The players of the scenario language in the order of their seats."""

SEATS = {name: f"p{number}" for number, name in enumerate(NAMES, 1)} | {"chance": "nature"}
"""The names of the scenario language and the seats they take."""

PEOPLE = {seat: name for name, seat in SEATS.items()}

PROVENANCES = ("oracle",)


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
    counters: int = 0
    copied: bool = False
    paid: int | None = None
    """What it was bought for, if that is said."""
    at: str = ""
    """Where it lies on a board."""


@frozen
class Others:
    """A number of filler cards whose identity does not matter."""

    count: int


Item = Placed | Others


@frozen
class Belongings:
    """What one player starts with, as far as the text says it."""

    numbers: dict[str, int] = field(factory=dict)
    zones: dict[str, tuple[Item, ...]] = field(factory=dict)
    notes: tuple[str, ...] = ()
    """What is so or not so and no number says: `in Tokyo City`."""


@frozen
class Given:
    """The situation in which a scenario starts."""

    first: str
    players: dict[str, Belongings]
    shared: dict[str, tuple[Item, ...]] = field(factory=dict)
    game: str = ""
    """The game whose words it uses; the first of all if none is said."""
    gauges: dict[str, object] = field(factory=dict)
    """What is said of the table otherwise: where markers are."""
    places: dict[tuple[str, str], Place] = field(factory=dict, eq=False)
    """Where a zone, a number or a marker is said, by whose it is (nobody's: "") and its name; who
    plays, by the player alone."""


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
    faces: tuple[str, ...] = ()
    token: str | None = None
    monster: str | None = None
    spot: str | None = None
    n: int | None = None


@frozen
class Step:
    """A line that answers one decision (or, for dealt cards and for dice, several)."""

    seat: str
    act: Act
    place: Place = field(default=NOWHERE, eq=False)


@frozen
class May:
    """A check: the pending decision offers exactly these answers."""

    seat: str
    acts: tuple[Act, ...] = ()
    choice: tuple[CardRef | str, ...] = ()
    least: int | None = None
    most: int | None = None
    place: Place = field(default=NOWHERE, eq=False)
    verb: str = ""
    """What is done with the things chosen, where it is not just choosing or picking."""

    @property
    def is_choice(self) -> bool:
        """Whether it is about a choice of several things at once."""
        return self.least is not None


@frozen
class Can:
    """A check: the pending decision offers this answer among others."""

    seat: str
    act: Act
    place: Place = field(default=NOWHERE, eq=False)


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


Line = Step | May | Can | Cannot | Now


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
    provenance: str = ""
    """`oracle` if its outcome was taken from the oracle and not from the rules."""
    ruling: str | None = None
    given: Given | None = None  # None: from the real start
    starting: tuple[str, ...] = ()
    """Who plays from the real start, where the number of players is open."""
    when: tuple[Line, ...] = ()
    then: tuple[Fact, ...] = ()
    place: Place = field(default=NOWHERE, eq=False)
    citing: dict[str, Place] = field(factory=dict, eq=False)
    """Where each rule is cited."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays."""
        return self.starting if self.given is None else tuple(self.given.players)

    @property
    def is_question(self) -> bool:
        """Whether it claims nothing and so asks what can follow."""
        return not self.then

    @property
    def label(self) -> str:
        """How reports call it."""
        return self.id or "question"
