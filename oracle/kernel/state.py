"""The state of a game: small integers in short lists, cheap to copy at every decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .machine import Machine

Frame = list[Any]
"""`[code, step, *locals]`: which code runs, which step is next, and what it remembers.

Locals are ints, None, or tuples of ints, so that a frame can be copied and saved anywhere.
"""


class Each:
    """Options that are one verb with each of some cards, made when they are looked at.

    `of` is the table of all options of the verb, by card. A deck to deal from is long and only
    one of its cards is taken.
    """

    __slots__ = ("cards", "of")

    def __init__(self, of: Sequence[Any], cards: Iterable[int]) -> None:
        self.of = of
        self.cards = tuple(cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __getitem__(self, index: int) -> Any:
        return self.of[self.cards[index]]

    def __iter__(self) -> Iterator[Any]:
        return map(self.of.__getitem__, self.cards)

    def __contains__(self, option: object) -> bool:
        return any(option == each for each in self)

    def index(self, option: object) -> int:
        """The place of an option."""
        return list(self).index(option)


Options = list[Any] | Each

Pending = tuple[str, int, Options, int, int, int, tuple[str, ...]]
"""`(kind, seat, options, least, most, source, rules)` of the one decision the game waits for.

`least` is -1 when exactly one option is taken; otherwise the answer is a sorted tuple of
`least` to `most` different options. `source` is the card that asks, or -1.
"""


Waiting = tuple[int, int, int, int, "tuple[int, ...] | None"]
"""`(ability, source, seat, place, snapshot)`: an effect that has triggered, not yet resolved.

`seat` controls it, `place` is where its source lay when it triggered, and `snapshot` holds the
derived values and marks its source had when it left, once it has.
"""

Lasting = tuple[int, int, int, "tuple[int, ...] | None"]
"""`(number, source, seat, targets)`: a change that holds for a time, by its number in the machine.

`targets` are the cards it was made for, or other numbers that a game keeps with it; None when it
reaches whatever its text means at each moment, with `source` and `seat` in the place of the card
and its controller.
"""

Rules = tuple[str, ...]
"""The ids of the rules something rests on."""

Record = tuple[Any, ...]
"""`(kind, rules, cause, *fields)`: one event as the machine logs it."""


class State:
    """Everything a game remembers between two decisions."""

    __slots__ = (
        "answer",
        "cards",
        "counters",
        "derived",
        "dirty",
        "heard",
        "lasting",
        "log",
        "marks",
        "number",
        "pending",
        "registers",
        "resolving",
        "said",
        "stack",
        "under",
        "waiting",
        "where",
        "zones",
    )

    cards: tuple[int, ...]
    """The definition of each card instance; an instance is its place in this tuple."""
    zones: list[list[int]]
    where: list[int]
    marks: list[int]
    counters: list[int]
    registers: list[int]
    stack: list[Frame]
    waiting: list[Waiting]
    lasting: list[Lasting]
    under: dict[int, tuple[int, ...]]
    """The cards that lie under a card, for each card that has some."""
    resolving: int
    pending: Pending | None
    answer: Any
    number: int
    dirty: int
    derived: Any
    said: dict[str, Any] | None
    """What a game has found out about where its cards lie; None once one of them moved."""
    log: list[Record]
    heard: bool
    """Whether anybody wants to know what happens; if not, no events are kept."""

    def clone(self) -> State:
        """An independent copy with an empty log; derived values are shared until a change."""
        new = State.__new__(State)
        new.cards = self.cards
        new.zones = [zone[:] for zone in self.zones]
        new.where = self.where[:]
        new.marks = self.marks[:]
        new.counters = self.counters[:]
        new.registers = self.registers[:]
        new.stack = [frame[:] for frame in self.stack]
        new.waiting = self.waiting[:]
        new.lasting = self.lasting  # these two are replaced, never changed
        new.under = self.under
        new.resolving = self.resolving
        new.pending = self.pending
        new.answer = self.answer
        new.number = self.number
        new.dirty = self.dirty
        new.derived = self.derived
        new.said = self.said
        new.log = []
        new.heard = self.heard
        return new


def blank(machine: Machine) -> State:
    """An empty table."""
    layout = machine.layout
    state = State()
    state.cards = ()
    state.zones = [[] for _ in layout.places]
    state.where = []
    state.marks = []
    state.counters = [c.start for c in layout.counters for _ in layout.seats]
    state.registers = [0] * len(layout.registers)
    state.stack = []
    state.waiting = []
    state.lasting = []
    state.under = {}
    state.resolving = 0
    state.pending = None
    state.answer = None
    state.number = 0
    state.dirty = 0
    state.derived = None
    state.said = None
    state.log = []
    state.heard = True
    return state


def mint(state: State, definition: int, place: int) -> int:
    """A new card instance, put last into a place."""
    card = len(state.cards)
    state.cards = (*state.cards, definition)
    state.where.append(place)
    state.marks.append(0)
    state.zones[place].append(card)
    state.derived = state.said = None
    return card


def mint_all(state: State, definitions: tuple[int, ...], place: int) -> None:
    """Many new card instances at once, put into a place in their order."""
    first = len(state.cards)
    state.cards += definitions
    state.where += [place] * len(definitions)
    state.marks += [0] * len(definitions)
    state.zones[place] += range(first, len(state.cards))
    state.derived = state.said = None
