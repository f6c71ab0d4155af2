"""A table to play at: an engine, a ruleset, and games drawn from choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from conformance.engines.interface import Engine
from conformance.engines.rulesets import ruleset
from conformance.properties.choices import Choices
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Chance, Decision, Frame, Over, Rejected
from conformance.scenario.fillers import CREATURE, POWER_CARD, lies_in_decks
from oracle import Ruleset
from rules_dsl.definitions import Card

LIMIT = 3_000
"""More answers than any game needs; one that goes on longer does not end."""

PAIR = ("p1", "p2")
FULL_HAND = 5
ROW = 3
"""Power cards for sale, as long as there are enough."""


@frozen
class Move:
    """One answer, with the frames before and after it."""

    before: Frame
    pending: Decision | Chance
    answer: Answer
    after: Frame


@frozen
class CardFacts:
    """What a position needs to know of a card: how many there are, what can become of it."""

    copies: int
    is_tough: bool
    kind: str = CREATURE
    is_dealt: bool = True
    stages: tuple[str, ...] = ()
    """What it can evolve to, one after the other."""
    can_be_boosted: bool = False
    type: str = ""
    """Of a power card of King of Tokyo: `keep` or `discard`."""
    hearts: int = 0
    """Of a monster of Duel: the hearts of its board."""
    covers: int = 0
    cells: int = 0
    """Of a noise token of Duel: how many cells of the board it lies on, and how many it has."""
    reads_alike: bool = False
    """Whether it is the same from both ends."""
    bends: bool = False
    """Whether its shape says which way round it lies."""


class Table:
    """Where a claim plays its games."""

    def __init__(self, engine: Engine, game: str, options: Mapping[str, str] | None = None) -> None:
        self.engine = engine
        self.game = game
        self.options = dict(options or {})
        self.cards = card_facts(game)

    @property
    def seats(self) -> tuple[str, ...]:
        """Everybody who can have a seat at it."""
        return PAIR

    # ---- beginnings

    def begin(self, choices: Choices) -> Frame:
        """A drawn position or, one time in four, the start of a game."""
        if "setup" in self.engine.hello().ops and choices.below(4) != 3:
            return self.stand(self.position(choices))
        return self.start()

    def start(self) -> Frame:
        """A game from its beginning."""
        return self.engine.start(self.game, self.options)

    def stand(self, setup: JsonObject) -> Frame:
        """A position."""
        return self.engine.setup(self.game, setup, self.options)

    def position(self, choices: Choices) -> JsonObject:
        """A position with cards of this table's ruleset."""
        return random_position(self.cards, choices)

    # ---- playing on

    def moves(self, frame: Frame, choices: Choices, limit: int = LIMIT) -> Iterator[Move]:
        """The game from a frame to its end; every answer is one of those offered."""
        for _ in range(limit):
            if isinstance(frame.next, Over):
                return
            move = self.move(frame, choices)
            yield move
            frame = move.after
        raise AssertionError(f"the game did not end within {limit} answers")

    def changes(self, choices: Choices) -> Iterator[tuple[JsonObject, Move, JsonObject]]:
        """Every move of one game, between the position before it and the one after it."""
        frame = self.begin(choices)
        state = self.state(frame)
        for move in self.moves(frame, choices):
            before, state = state, self.state(move.after)
            yield before, move, state

    def move(self, frame: Frame, choices: Choices) -> Move:
        """One answer of those offered."""
        pending = frame.next
        assert not isinstance(pending, Over)
        answer = pending.legal.nth(choices.below(len(pending.legal)))
        return Move(frame, pending, answer, self.answer(frame, answer))

    def frames(self, choices: Choices) -> Iterator[Frame]:
        """Every frame of one game."""
        frame = self.begin(choices)
        yield frame
        for move in self.moves(frame, choices):
            yield move.after

    def answer(self, frame: Frame, answer: Answer) -> Frame:
        """The frame after an answer that is legal."""
        assert not isinstance(frame.next, Over)
        told = self.engine.apply(frame.next.id, answer)
        assert not isinstance(told, Rejected), f"{answer} was offered, then refused: {told}"
        return told

    def state(self, frame: Frame) -> JsonObject:
        """The whole position of the frame the engine stands at."""
        return frame.state if frame.state is not None else self.engine.state()


def random_position(cards: Mapping[str, CardFacts], choices: Choices) -> JsonObject:
    """A position at the beginning of a turn: any cards in any zones, hands refilled."""
    pool = [name for name in dealt(cards) for _ in range(cards[name].copies)]
    box = Box(pool, choices, cards)
    players = {}
    for seat in PAIR:
        deck = choices.below(4)
        players[seat] = {
            "life": choices.between(1, 4),
            "mindbugs": choices.below(3),
            "play": box.creatures(choices.below(5)),
            "hand": box.cards(FULL_HAND if deck else choices.below(FULL_HAND + 1)),
            "deck": box.cards(deck),
            "discard": box.cards(choices.below(3)),
        }
    setup = {"players": players, "unused": box.cards(choices.below(3)), "turn": "p1"}
    return with_power_cards(setup, cards, box, choices)


def dealt(cards: Mapping[str, CardFacts]) -> list[str]:
    """The cards that decks are made of."""
    return [name for name, facts in cards.items() if facts.kind == CREATURE and facts.is_dealt]


def with_power_cards(
    setup: JsonObject, cards: Mapping[str, CardFacts], box: Box, choices: Choices
) -> JsonObject:
    """The position with power cards and energy, in a ruleset that has them."""
    pool = [name for name, facts in cards.items() if facts.kind == POWER_CARD]
    if not pool:
        return setup

    def some(count: int) -> list[JsonObject]:
        return box.row([choices.draw(pool) for _ in range(min(count, len(pool)))])

    for player in setup["players"].values():
        player["energy"] = choices.below(5)
    row = some(ROW - choices.below(2) * choices.below(ROW + 1))
    deck = some(choices.below(4)) if len(row) == ROW else []
    return setup | {"power-row": row, "power-deck": deck, "power-discard": some(choices.below(3))}


class Box:
    """Cards taken from a pool, each with a handle of its own."""

    def __init__(
        self, pool: list[str], choices: Choices, facts: Mapping[str, CardFacts] | None = None
    ) -> None:
        self._pool = pool
        self._choices = choices
        self._facts = facts or {}
        self._minted = 0

    @property
    def left(self) -> list[str]:
        """The cards that are still in the pool."""
        return list(self._pool)

    def go_on_after(self, other: Box) -> None:
        """Name the cards on from where another box has come to."""
        self._minted = other._minted

    def cards(self, count: int) -> list[JsonObject]:
        """So many cards, as far as the pool reaches."""
        return [
            self.card(self._choices.draw(self._pool)) for _ in range(min(count, len(self._pool)))
        ]

    def creatures(self, count: int) -> list[JsonObject]:
        """So many cards in play: perhaps evolved, boosted, and exhausted where they are tough."""
        found = self.cards(count)
        choices = self._choices
        for card in found:
            facts = self._facts.get(card["card"])
            if facts is not None and facts.stages:
                card["card"] = choices.one_of([card["card"], *facts.stages])
                facts = self._facts.get(card["card"])
            if facts is not None and facts.is_tough and choices.below(2):
                card["exhausted"] = True
            if facts is not None and facts.can_be_boosted and choices.below(3) == 2:
                card["boosts"] = self.cards(choices.between(1, 3))
        return found

    def card(self, name: str) -> JsonObject:
        """One card that need not be in the pool."""
        self._minted += 1
        return {"h": f"#{self._minted}", "card": name}

    def row(self, names: Iterable[str]) -> list[JsonObject]:
        """Several cards by name."""
        return [self.card(name) for name in names]


def card_facts(game: str) -> dict[str, CardFacts]:
    """The cards of a ruleset, as the specification has them."""
    return facts_of(ruleset(game, {}, ()))


def facts_of(rules: Ruleset) -> dict[str, CardFacts]:
    """The same of a ruleset that is loaded."""
    return {
        name: CardFacts(
            card.copies,
            "tough" in card.keywords,
            card.kind,
            lies_in_decks(card),
            tuple(_stages(rules.cards, card)),
            rules.machine.static_under is not None and card.kind == CREATURE,
            card.choice("type") or "",
            card.property("hearts"),
            card.property("covers"),
            card.property("cells"),
            _reads_alike(card),
            card.property("covers") == 3 and not _reads_alike(card),
        )
        for name, card in rules.cards.items()
    }


def _reads_alike(card: Card) -> bool:
    """Whether what lies on the cells of a token is the same from both ends."""
    heads = ("first-cell", "second-cell", "third-cell")[: card.property("cells")]
    bodies = {ability.head: ability.body for ability in card.abilities}
    order = [bodies.get(head) for head in heads]
    return order == order[::-1]


def _stages(cards: Mapping[str, Card], card: Card) -> Iterator[str]:
    """What a card evolves to, and what that evolves to."""
    while card.evolves_to is not None:
        yield card.evolves_to
        card = cards[card.evolves_to]


# ------------------------------------------------------------------ reading states


def zones(state: JsonObject) -> dict[str, list[str]]:
    """Every zone of a state with the handles in it."""
    shared = ("unused", "aside", "power-row", "power-deck", "power-discard", "bought")
    found = {zone: list(state[zone]) for zone in shared if zone in state}
    found["played"] = [state["played"]] if state["played"] else []
    for seat, player in state["players"].items():
        for zone in ("hand", "deck", "discard"):
            found[f"{seat}.{zone}"] = list(player[zone])
        found[f"{seat}.play"] = [card["h"] for card in player["play"]]
        found[f"{seat}.boosts"] = [h for card in player["play"] for h in card.get("boosts", ())]
    return found


def visible(state: JsonObject, seat: str) -> set[str]:
    """The handles of the cards a seat may know."""
    hidden = ("unused", ".deck", "power-deck", f"{other(seat)}.hand")
    return {
        handle
        for zone, handles in zones(state).items()
        if not zone.endswith(hidden)
        for handle in handles
    }


def other(seat: str) -> str:
    """The other seat."""
    return "p2" if seat == "p1" else "p1"
