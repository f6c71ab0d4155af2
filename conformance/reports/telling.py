"""The story of a vector as the oracle plays it: who did what, what followed, where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from functools import cache
from typing import Any

from attrs import evolve, field, frozen

import oracle
from conformance.engines.rulesets import ruleset
from conformance.judge.players import SEATS
from conformance.judge.vector import Step, Vector
from conformance.protocol.canonical import JsonObject, handle_order
from conformance.protocol.legal import Answer
from conformance.scenario.known import games
from oracle.verbs.board import picture
from oracle.verbs.telling import story_of
from rules_dsl.errors import KaijuError

DEAL = "deal"

WITH_CARDS = {
    "play": "plays {0}",
    "attack": "attacks with {0}",
    "block": "blocks with {0}",
    "hunt": "makes {0} block",
    "choose": "chooses {0}",
    "resolve": "resolves the effect of {0} next",
    "use": "uses the replacement of {0}",
    "deal": "deals {0}",
    "reveal": "reveals {0}",
    "first": "lets {0} start",
    "act": "uses the action of {0}",
    "buy": "buys {0}",
    "roll": "rolls {0}",
    "apply": "applies {0} first",
    "reroll": "rolls again: {0}",
    "mode": "chooses alternative {0}",
    "keyword": "names {0}",
    "pile": "chooses the discard pile of {0}",
    "turn-up": "turns up {0}",
    "face": "rolls {0}",
    "result": "resolves {0}",
    "die": "chooses a die with {0}",
    "to": "turns it to {0}",
    "monster": "chooses {0}",
    "give": "gives a heart to {0}",
    "remove": "removes a {0} token",
    "amount": "chooses {0}",
    "be": "is {0}",
    "draw": "draws {0}",
    "keep": "keeps {0}",
    "token": "takes {0}",
    "place": "places the token on {0}",
}
PLAIN = {
    "mindbug": "uses a Mindbug",
    "accept": "accepts",
    "heal": "heals",
    "yield": "yields",
    "stay": "stays in Tokyo",
    "sweep": "sweeps the row",
    "poison": "takes the poison next",
}
DECLINES = {
    "mindbug": "does not use a Mindbug",
    "hunt": "leaves the choice of the blocker",
    "block": "does not block",
    "attack-again": "does not attack again",
    "buy": "stops buying",
    "reroll": "keeps the dice",
}


TABLE = {
    "power-row": "power row",
    "bought": "bought",
    "power-discard": "power discard pile",
    "row": "row",
    "top": "on top of the deck",
    "discard": "discard pile",
}
"""What lies open between the players, and how it is called."""


@frozen
class Card:
    """A card on the board; power and keywords are known of creatures in play, and what more
    there is to say of one: its dice, the cards under it."""

    handle: str
    name: str
    power: int | None = None
    keywords: tuple[str, ...] = ()
    exhausted: bool = False
    notes: tuple[str, ...] = ()


@frozen
class Side:
    """What one player has."""

    seat: str
    name: str
    has_turn: bool
    zones: dict[str, tuple[Card, ...]]
    tokens: tuple[tuple[str, str, int], ...] = ()
    """What it has that is counted: the word for it, its sign, how much."""
    place: str = ""
    """Where its monster is, in a game of monsters."""


@frozen
class Board:
    """A position, ready to be drawn: the other side first, as one sits at a table."""

    sides: tuple[Side, ...]
    unused: int = 0
    played: Card | None = None
    waits: str = ""
    table: dict[str, tuple[Card, ...]] = field(factory=dict)
    """Power cards for sale, bought and put away, in a game that has them."""
    picture: tuple[str, ...] = ()
    """What is drawn in plain text, in a game that has tracks."""


@frozen
class Told:
    """One step of the story, with what followed from it and by which rules."""

    text: str
    who: str
    kind: str
    number: int
    rules: tuple[str, ...] = ()
    events: tuple[tuple[str, tuple[str, ...]], ...] = ()


@frozen
class Story:
    """A vector told up to a step, and what its script would have gone on with."""

    before: Board
    steps: tuple[Told, ...] = ()
    after: Board | None = None
    rest: tuple[Told, ...] = ()
    names: dict[str, str] = field(factory=dict)
    from_start: bool = False


def tell(vector: Vector, steps: int) -> Story | None:
    """The story up to so many steps; None when the oracle itself cannot play the vector."""
    try:
        return _tell(vector, steps)
    except (KaijuError, oracle.Refused):
        return None  # a vector of another kit: the verdict is then told without its story


def _tell(vector: Vector, steps: int) -> Story:
    rules = ruleset(vector.game, vector.options, vector.cards, players=vector.players)
    position = rules.start() if vector.setup is None else rules.setup(vector.setup)
    names = {
        handle: f"{rules.cards[position.card(handle)].name} ({handle})"
        for handle in position.handles
    }
    before, changes = board(position, names), story_of(rules.machine).CHANGES
    done: list[Told] = []
    rest: list[Told] = []
    for number, step in enumerate(vector.script, 1):
        text, kind = say(step, names), step.kind
        if number > steps:
            rest.append(Told(text, step.who, kind, number))
            continue
        position, events = position.apply(step.do)
        told = [(_say_event(event, names, changes), event.rules) for event in events]
        by = told.pop(0)[1] if told and told[0][0] == text else ()
        done.append(Told(text, step.who, kind, number, by, tuple(told)))
    after = board(position, names) if done else None
    return Story(
        before,
        tuple(_dealt_together(done)),
        after,
        tuple(_dealt_together(rest)),
        names,
        from_start=vector.setup is None,
    )


def _called(names: dict[str, str]) -> Callable[[str], str]:
    return lambda word: names.get(word, SEATS.get(word, word))


def _say_event(event: oracle.Event, names: dict[str, str], changes: Set[str]) -> str:
    """An event as a sentence; a card that it gives another name is called so from then on."""
    text = event.text(_called(names))
    if event.kind in changes:
        handle = event.data["card"]
        names[handle] = f"{event.data['into']} ({handle})"
    return text


def _dealt_together(steps: list[Told]) -> Iterator[Told]:
    """Cards that are dealt one after another, told as one step."""
    start = f"{SEATS['nature']} {WITH_CARDS[DEAL].format('')}"
    held: Told | None = None
    for step in steps:
        if held is not None and step.kind == DEAL and not held.events:
            text = f"{held.text}, {step.text.removeprefix(start)}"
            held = evolve(held, text=text, events=step.events[1:])
            continue
        if held is not None:
            yield held
            held = None
        if step.kind == DEAL:
            held = evolve(step, events=step.events[1:])  # the first only says it was dealt
        else:
            yield step
    if held is not None:
        yield held


def say(step: Step, names: dict[str, str]) -> str:
    """A step as a sentence: `Bob blocks with Spider Owl (#2)`."""
    who = SEATS.get(step.who, step.who)
    return f"{who} {do(step.kind, step.do, names)}"


def do(kind: str, answer: Answer, names: dict[str, str]) -> str:
    """What somebody does: `blocks with Spider Owl (#2)`."""
    for verb, what in answer.items():
        if verb == "decline":
            return DECLINES.get(kind, "declines")
        if verb in PLAIN:
            return PLAIN[verb]
        if kind == "reroll" and isinstance(what, list):
            return f"rerolls {', '.join(map(str, what))}" if what else DECLINES[kind]
        if verb in WITH_CARDS:
            handles = what if isinstance(what, list) else [what]
            called = [_called(names)(str(handle)) for handle in handles]
            return WITH_CARDS[verb].format(" and ".join(called) or "nothing")
    return " ".join(f"{verb} {what}" for verb, what in answer.items())


# ------------------------------------------------------------------ boards


def board(position: oracle.Position, names: dict[str, str]) -> Board:
    """A position as it is drawn."""
    return board_of(position.projection(), names, _waits(position), picture(position))


def board_of(
    state: JsonObject, names: dict[str, str], waits: str = "", tracks: Sequence[str] = ()
) -> Board:
    """A position as it is drawn, from its state."""
    sides = tuple(
        _side(seat, state["players"][seat], state.get("turn") == seat, names)
        for seat in sorted(state["players"], reverse=True)
    )
    played = state.get("played")
    return Board(
        sides,
        len(state.get("unused", ())),
        _card(played, names) if isinstance(played, str) else None,
        waits,
        {
            name: tuple(_card(handle, names) for handle in _several(state[zone]))
            for zone, name in TABLE.items()
            if state.get(zone)
        },
        tuple(tracks),
    )


def _several(handles: object) -> list[str]:
    """The cards of a place, which may be one for a single card."""
    return [str(handle) for handle in handles] if isinstance(handles, list) else [str(handles)]


def _waits(position: oracle.Position) -> str:
    """Whose decision it is, or who has won."""
    decision, over = position.decision, position.over
    if decision is not None:
        return deciding(decision.seat, decision.kind)
    return f"{SEATS.get(over.winner or '', 'Nobody')} has won ({over.reason})" if over else ""


def deciding(who: str, kind: str) -> str:
    """Whose decision is pending, and of which kind."""
    return f"{SEATS.get(who, who)} decides: {_decision_called(kind)}"


@cache
def _decision_called(kind: str) -> str:
    """How scenarios call a kind of decision, in the first game that has it."""
    return next((game.decisions[kind] for game in games() if kind in game.decisions), kind)


ALWAYS = {
    "life": ("life", "♥"),
    "hearts": ("heart", "♥"),
    "stars": ("star", "★"),
    "mindbugs": ("mindbug", "◆"),
    "energy": ("energy", "⚡"),
}
SOMETIMES = {
    "poison": ("poison token", "☠"),
    "shrink": ("shrink token", "▾"),
    "dice": ("dice token", "⚄"),
}
"""What is counted, and the word and sign for it; some only if there is any."""

ZONES = {
    "in play": ("play", "area", "evolutions"),
    "hand": ("hand",),
    "discard pile": ("discard", "evolution-discard"),
    "deck": ("deck", "evolution-deck"),
}
PLACES = ("", "in Tokyo City", "in Tokyo Bay")


def _side(seat: str, had: JsonObject, has_turn: bool, names: dict[str, str]) -> Side:
    zones = {
        called: tuple(
            _card(one if isinstance(one, str) else one["h"], names, one)
            for place in places
            for one in _in_order(had.get(place, ()))
        )
        for called, places in ZONES.items()
    }
    tokens = [(*shown, had[what]) for what, shown in ALWAYS.items() if what in had]
    tokens += [(*shown, had[what]) for what, shown in SOMETIMES.items() if had.get(what)]
    monster = had.get("monster")
    where = str(names.get(monster, monster)) if monster else PLACES[had.get("place", 0)]
    return Side(seat, SEATS.get(seat, seat), has_turn, zones, tuple(tokens), where)


def _in_order(cards: Sequence[Any]) -> list[Any]:  # Any: handles, or cards with their marks
    """Cards that lie open by their names, others as they lie."""
    if all(isinstance(one, str) for one in cards):
        return list(cards)
    return sorted(cards, key=lambda one: handle_order(one["h"]))


def _card(handle: str, names: dict[str, str], stands: object = None) -> Card:
    name = names.get(handle, handle).removesuffix(f" ({handle})")
    if not isinstance(stands, dict):
        return Card(handle, name)
    return Card(
        handle,
        name,
        stands.get("power"),
        tuple(stands.get("keywords", ())),
        bool(stands.get("exhausted")),
        tuple(_notes(stands, names)),
    )


def _notes(stands: JsonObject, names: dict[str, str]) -> Iterator[str]:
    if stands.get("dice"):
        yield "1 die" if stands["dice"] == 1 else f"{stands['dice']} dice"
    if stands.get("counters"):
        yield "1 counter" if stands["counters"] == 1 else f"{stands['counters']} counters"
    if "paid" in stands:
        yield f"bought for {stands['paid']}"
    for boost in stands.get("boosts", ()):
        yield f"boost: {names.get(boost, boost)}"
