"""What a game's table looks like: seats, zones with who may see them, counters, marks."""

from __future__ import annotations

from attrs import field, frozen

NATURE = -1
"""The seat of chance."""

EVERYBODY = "everybody"
OWNER = "owner"
NOBODY = "nobody"


@frozen
class Zone:
    """A place for cards: one for each seat or one for all, and who may look into it."""

    name: str
    each_seat: bool
    ordered: bool
    seen_by: str
    rules: tuple[str, ...] = ()
    single: bool = False
    """Whether it holds one card at most."""
    used: bool = True
    """Whether the ruleset has it; a place that is not used stays empty and is not shown."""
    shown: bool = True
    """Whether it is shown as a place; the cards under another are shown with that one."""


@frozen
class Counter:
    """A public number kept for each seat; a position may be set up with `least` or more.

    What a position says nothing of is `start`, be it below `least`: a game then knows better.
    """

    name: str
    start: int
    least: int
    rules: tuple[str, ...] = ()
    used: bool = True
    most: int = 9999
    """The most a position may be set up with."""


@frozen
class Amount:
    """A public number that lies on a card, kept in the bits of its marks from `shift` on."""

    name: str
    shift: int
    rules: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What the numbers are called, if they are shown and given by name."""
    zone: str = ""
    """The only zone whose cards show it; none if all that show anything do."""
    bits: int = 0
    """How many bits it takes, if not all that are left."""
    unsaid: tuple[int, ...] = ()
    """What a card has in a position that does not say, by its definition; 0 if there is none."""

    def shown(self, marks: int) -> int | str:
        """What a card with these marks shows."""
        number = marks >> self.shift
        if self.bits:
            number &= (1 << self.bits) - 1
        return self.names[number] if self.names else number


@frozen
class Gauge:
    """A public number of the table, kept in a register; a position may be set up with any of it."""

    name: str
    register: int
    least: int
    most: int
    rules: tuple[str, ...] = ()


@frozen
class Mark:
    """A yes-or-no state of a card, kept as one bit; a private mark is the machine's own memory."""

    name: str
    bit: int
    public: bool = True
    rules: tuple[str, ...] = ()
    zone: str = ""
    """The only zone whose cards show it; none if all that show anything do."""


@frozen
class Layout:
    """The table of a game. A zone kept for each seat takes one place for each seat, in order."""

    seats: tuple[str, ...]
    zones: tuple[Zone, ...]
    counters: tuple[Counter, ...]
    registers: tuple[str, ...]
    marks: tuple[Mark, ...]
    amounts: tuple[Amount, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    places: tuple[tuple[Zone, int | None], ...] = field(init=False)

    @places.default
    def _places(self) -> tuple[tuple[Zone, int | None], ...]:
        found: list[tuple[Zone, int | None]] = []
        for zone in self.zones:
            if zone.each_seat:
                found += [(zone, seat) for seat in range(len(self.seats))]
            else:
                found.append((zone, None))
        return tuple(found)

    under: str | None = field(init=False)
    """What the cards that lie under another are called, if the ruleset has any."""

    @under.default
    def _under(self) -> str | None:
        return next((zone.name for zone in self.zones if zone.used and not zone.shown), None)

    _on_cards: dict[str, tuple[tuple[Mark, ...], tuple[Amount, ...]]] = field(
        init=False, eq=False, repr=False
    )
    """By zone, the marks and the amounts that its cards show."""

    @_on_cards.default
    def _shown_on_cards(self) -> dict[str, tuple[tuple[Mark, ...], tuple[Amount, ...]]]:
        public = [mark for mark in self.marks if mark.public]
        return {
            zone.name: (
                tuple(mark for mark in public if mark.zone in ("", zone.name)),
                tuple(amount for amount in self.amounts if amount.zone in ("", zone.name)),
            )
            for zone in self.zones
        }

    def marks_in(self, zone: str) -> tuple[Mark, ...]:
        """The marks that cards in a zone show."""
        return self._on_cards[zone][0]

    def amounts_in(self, zone: str) -> tuple[Amount, ...]:
        """The amounts that cards in a zone show."""
        return self._on_cards[zone][1]

    def place(self, name: str) -> int:
        """The number of the (first) place of a zone."""
        for number, (zone, _) in enumerate(self.places):
            if zone.name == name:
                return number
        raise KeyError(name)
