"""Who is who in one scenario: the names of the text and the handles of the engine."""

from __future__ import annotations

import difflib
import string
from collections.abc import Collection, Mapping
from weakref import WeakKeyDictionary

from attrs import field, frozen

from conformance.scenario.face import Json, Position, Ruleset, number
from conformance.scenario.game import Game
from conformance.scenario.model import (
    SEATS,
    CardRef,
    Given,
    Item,
    Others,
    Place,
    Placed,
)
from conformance.scenario.stages import stages_of
from rules_dsl.errors import KaijuError


class Misnamed(KaijuError):
    """A card is called by a stage that it does not have now."""


@frozen
class _Company:
    """What all runs of a ruleset have in common."""

    ids: Mapping[str, str]
    """The ids of its cards by their names."""
    stages: Mapping[str, tuple[str, ...]]
    unsaid: Mapping[str, int]
    fillers: dict[str, str] = field(factory=dict)


_COMPANIES: WeakKeyDictionary[Ruleset, _Company] = WeakKeyDictionary()


def _company(ruleset: Ruleset, game: Game) -> _Company:
    known = _COMPANIES.get(ruleset)
    if known is None:
        ids = {card.name: id for id, card in ruleset.cards.items()}
        known = _Company(ids, stages_of(ruleset.cards), game.unsaid(ruleset))
        _COMPANIES[ruleset] = known
    return known


class Cast:
    """The cards of one run, by the names a scenario gives them."""

    def __init__(self, ruleset: Ruleset, place: Place, game: Game) -> None:
        self.ruleset = ruleset
        self.game = game
        self.place = place
        self.cards: dict[str, str] = {}
        self._called: dict[str, CardRef] = {}
        self._company = _company(ruleset, game)
        self._ids, self._stages = self._company.ids, self._company.stages
        self._others = 0
        self._now: dict[str, str] = {}
        """What the cards that can evolve are now; a stage has a name of its own."""

    def follow(self, position: Position) -> None:
        """Call every card from now on what it is in this position."""
        self._now = self._stages_in(position)

    def _stages_in(self, position: Position | None) -> dict[str, str]:
        if position is None:
            return {}
        if not self._stages:
            return {}
        evolving = [handle for handle, card in self.cards.items() if card in self._stages]
        return {handle: position.card(handle) for handle in evolving}

    # -- setting out

    def set_out(self, given: Given) -> Json:
        """The setup that a given part describes; every card gets a handle in reading order."""
        players = {}
        for name, had in given.players.items():
            entry: Json = {}
            for zone, items in had.zones.items():
                laid = self.lay(items, zone, given.places.get((name, zone)))
                entry[self.game.zones[zone]] = laid[0] if zone == self.game.bare_zone else laid
            for note in had.notes:
                entry |= self.game.notes[note]
            keys = self.game.number_keys
            numbers = {keys.get(what, what): number for what, number in had.numbers.items()}
            players[SEATS[name]] = {**entry, **self._company.unsaid, **numbers}
        setup: Json = {"players": players, "turn": SEATS[given.first]}
        for gauge, value in given.gauges.items():
            setup[self.game.gauge_keys[gauge]] = value
        for zone, items in given.shared.items():
            place = given.places.get(("", zone))
            setup[zone.replace(" ", "-")] = self.lay(items, zone, place)
        if self.game.complete:
            self.game.complete(setup, self)
        return setup

    def lay(self, items: tuple[Item, ...], zone: str, place: Place | None = None) -> list[Json]:
        """The entries of a zone; each gets the next handle."""
        laid: list[Json] = []
        for item in items:
            for one in _one_by_one(item):
                handle = f"#{len(self.cards) + 1}"
                ref = one.card if one else self._next_other()
                card = self.card_id(ref, place) if one else self._plain(zone)
                self.cards[handle], self._called[handle] = card, ref
                laid.append({"h": handle, "card": card} | _marks(one))
                if one and one.at:
                    laid[-1]["place"] = self.game.laid(one.at)
                if one and one.boosts:
                    laid[-1]["boosts"] = self.lay(one.boosts, zone, place)
        return laid

    def _plain(self, zone: str) -> str:
        fillers = self._company.fillers
        if zone not in fillers:
            fillers[zone] = self.game.filler(self.ruleset.cards.values(), zone)
        return fillers[zone]

    def adopt(self, position: Position) -> None:
        """Take over the cards of a game that starts from the real start, still unnamed."""
        for handle in position.handles[len(self.cards) :]:
            self.cards[handle] = position.card(handle)
            definition = self.ruleset.cards[self.cards[handle]]
            if definition.kind in self.game.pieces:
                self._called[handle] = self._piece(definition.name)

    def _piece(self, name: str) -> CardRef:
        """What a piece that is there from the start is called; copies have letters."""
        copies = self.ruleset.cards[self._ids[name]].copies
        labels = string.ascii_lowercase if copies > 1 else [None]
        free = (CardRef(name, label) for label in labels)
        return next(ref for ref in free if not self.knows(ref))

    def knows(self, ref: CardRef) -> bool:
        """Whether something is called so."""
        return ref in self._refs().values()

    def bind(self, ref: CardRef, legal: Collection[str]) -> str:
        """The handle of a card that chance shows; a name not used yet takes a free copy."""
        if self.knows(ref):
            return self.handle(ref)
        card = self.card_id(ref)
        for handle in sorted(legal, key=number):
            if self.cards.get(handle) == card and handle not in self._called:
                self._called[handle] = ref
                return handle
        return self.handle(ref)

    def bind_other(self, legal: Collection[str], reserved: Collection[str]) -> str:
        """A card that the scenario names nowhere, the lowest handle first."""
        for handle in sorted(legal, key=number):
            if self.cards[handle] not in reserved:
                self._called[handle] = self._next_other()
                return handle
        raise self._wrong("there are not enough cards for the `others`", "name fewer cards")

    def _next_other(self) -> CardRef:
        self._others += 1
        return CardRef(f"other {self._others}")

    # -- names

    def card_id(self, ref: CardRef, place: Place | None = None) -> str:
        """The id of the card with a name."""
        if ref.name not in self._ids:
            near = difflib.get_close_matches(ref.name, self._ids, 1)
            raise self._wrong(
                f"there is no card named `{ref.name}` in {self.ruleset.name}",
                f"did you mean `{near[0]}`?" if near else "cards are called as they are printed",
                place,
            )
        return self._ids[ref.name]

    def _refs(self, now: Mapping[str, str] | None = None) -> dict[str, CardRef]:
        """What every card that has a name is called, by the stage that it has now."""
        now = self._now if now is None else now
        return {
            handle: self._staged(ref, now[handle]) if handle in now else ref
            for handle, ref in self._called.items()
        }

    def _staged(self, ref: CardRef, stage: str) -> CardRef:
        return ref if ref.is_other else CardRef(self.ruleset.cards[stage].name, ref.label)

    def renamed(self, handle: str, name: str) -> str:
        """What a card is called that has got another name."""
        called = self._called.get(handle)
        return f"{name} ({handle})" if called is None else str(CardRef(name, called.label))

    def handle(self, ref: CardRef, place: Place | None = None) -> str:
        """The handle of a card of this scenario.

        A creature in play may also be called by a stage that lies under the one it has now.
        """
        refs = self._refs()
        found = [handle for handle, called in refs.items() if called == ref]
        found = found or [handle for handle in refs if self._has_been(handle, ref, place)]
        if len(found) == 1:
            return found[0]
        if found:
            raise self._wrong(
                f"`{ref}` may mean {len(found)} cards",
                f"tell the copies apart in `given`: {ref.name} [a], {ref.name} [b]",
                place,
            )
        if not ref.is_other:
            self.card_id(ref, place)
        known = sorted({str(called) for called in refs.values()})
        near = difflib.get_close_matches(str(ref), known, 1)
        raise self._wrong(
            f"`{ref}` is not among the cards of this scenario",
            f"did you mean `{near[0]}`?" if near else f"its cards: {', '.join(known)}",
            place,
        )

    def _has_been(self, handle: str, ref: CardRef, place: Place | None) -> bool:
        """Whether a card is at a later stage of what a text calls it; never at an earlier one."""
        stages = self._stages.get(self._now.get(handle, ""), ())
        wanted = self._ids.get(ref.name)
        if wanted not in stages or self._called[handle].label != ref.label:
            return False
        now = self._now[handle]
        if stages.index(wanted) > stages.index(now):
            name = self._staged(ref, now)
            raise Misnamed(f"`{ref}` is `{name}` now", str(place or self.place), f"say `{name}`")
        return True

    def name(self, handle: str) -> str:
        """How the scenario, or else the card, calls a handle."""
        return self._name(handle, self._refs(), self._now)

    def _name(self, handle: str, refs: Mapping[str, CardRef], now: Mapping[str, str]) -> str:
        called = refs.get(handle)
        if called is None:
            card = now.get(handle, self.cards[handle])
            return f"{self.ruleset.cards[card].name} ({handle})"
        same = [other for other, ref in refs.items() if ref == called]
        return str(called) if len(same) == 1 else f"{called} ({handle})"

    def open_piles(self, state: Json, *piles: str) -> list[str]:
        """What lies open on the table, a line for each pile that has cards."""
        lying = {pile: ", ".join(map(self.name, state.get(pile, ()))) for pile in piles}
        return [f"{pile.replace('-', ' ')}: {cards}" for pile, cards in lying.items() if cards]

    def is_filler(self, handle: str) -> bool:
        """Whether it is a card that stands where any card would do."""
        called = self._called.get(handle)
        return called is not None and called.is_other

    def face(self, id: str) -> str:
        """The name of a side of the die, or of a stage that a creature can take."""
        return str(CardRef(self.ruleset.cards[id].name))

    def names(self, position: Position | None = None) -> dict[str, str]:
        """What every card is called in a position, or at the beginning, and the players."""
        now = self._stages_in(position)
        refs = self._refs(now)
        cards = {card: self._name(card, refs, now) for card in self.cards}
        people = {seat: name.capitalize() for name, seat in SEATS.items()}
        return {**self.game.names, **cards, **people}

    def used_ids(self) -> set[str]:
        """The ids of the cards that the scenario sets out or names."""
        return {self.cards[handle] for handle in self._called}

    def _wrong(self, message: str, remedy: str, place: Place | None = None) -> KaijuError:
        return KaijuError(message, place=str(place or self.place), remedy=remedy)


def _one_by_one(item: Item) -> list[Placed | None]:
    return [None] * item.count if isinstance(item, Others) else [item]


def _marks(item: Placed | None) -> Json:
    if item is None:
        return {}
    marks: Json = {"exhausted": item.exhausted, "mimic": item.copied, "counters": item.counters}
    paid = {} if item.paid is None else {"paid": item.paid}
    return {name: value for name, value in marks.items() if value} | paid
