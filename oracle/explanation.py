"""Explanations: why a value is what it is, and why an answer is legal or not.

What is told here holds for every game. The record of each game says who adds its own
reasons; whether an answer is legal is always asked of the machine itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Protocol, cast

from attrs import frozen

from rules_dsl.errors import KaijuError

from . import games
from .kernel.decision import Decision
from .kernel.layers import Layer, derive
from .kernel.machine import Machine, Refused
from .position import Position


@frozen
class Part:
    """One part of a value: the printed one, or what a card in force adds."""

    text: str
    source: str | None
    rules: tuple[str, ...]


@frozen
class Value:
    """One derived value of a card and where it comes from."""

    name: str
    value: Any
    parts: tuple[Part, ...]
    text: str

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of all its parts."""
        return tuple(dict.fromkeys(rule for part in self.parts for rule in part.rules))


@frozen
class Explanation:
    """Why the values of one card are what they are."""

    handle: str
    name: str
    values: tuple[Value, ...]

    def __getitem__(self, name: str) -> Value:
        for value in self.values:
            if value.name == name:
                return value
        raise KeyError(name)

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of all values."""
        return tuple(dict.fromkeys(rule for value in self.values for rule in value.rules))

    @property
    def text(self) -> str:
        """All values in words, one a line."""
        return "\n".join(f"{value.name}: {value.text}" for value in self.values)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "handle": self.handle,
            "name": self.name,
            "values": {
                value.name: {
                    "value": value.value,
                    "text": value.text,
                    "parts": [
                        {"text": part.text, "source": part.source, "rules": list(part.rules)}
                        for part in value.parts
                    ],
                }
                for value in self.values
            },
        }


@frozen
class Reason:
    """One reason why an answer is legal or is not."""

    text: str
    rules: tuple[str, ...]
    legal: bool

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {"text": self.text, "rules": list(self.rules), "legal": self.legal}


Told = tuple[str, tuple[str, ...]]
"""A reason before it is known on which side it stands: its text and its rules."""


class Explaining(Protocol):
    """What a game tells of the reasons for its values and its answers."""

    PRINTED: Mapping[str, tuple[str, ...]]
    """The rules behind the printed value of each layer."""
    LOWEST: Mapping[str, tuple[str, ...]]
    """The rules behind the lowest value of each layer that has one."""
    EXAMPLE: str
    """An answer, as an example of how one is written."""

    def in_favour(self, position: Position, decision: Decision, given: Any) -> Iterable[Told]:
        """Why the game allows a legal answer."""

    def against(self, position: Position, decision: Decision, given: Any) -> Iterable[Told]:
        """Why the game does not allow an answer."""

    def card_values(self, position: Position, handle: str) -> Iterable[Value]:
        """Why the numbers of a card are what they are, beside those of the layers."""

    def seat_values(self, position: Position, seat: str) -> Iterable[Value]:
        """Why the numbers of a player are what they are, where a game reckons any."""

    def worth_explaining(self, position: Position) -> list[str]:
        """The seats and the handles of cards whose values people ask about."""

    def words_for(self, position: Position, option: Mapping[str, Any]) -> str:
        """What stands behind an option in a list: the names of its cards."""


def game_of(machine: Machine) -> Explaining:
    """What the game of a machine tells of its reasons."""
    return cast(Explaining, games.game(machine.game).why())


# --- values ------------------------------------------------------------------------------------


def card_of(position: Position, handle: str) -> int:
    """The number of the card behind a handle."""
    if handle in position.handles:
        return position.handles.index(handle)
    close = get_close_matches(str(handle), position.handles, 1)
    raise KaijuError(
        f"no card has the handle {handle!r}",
        remedy=f"Did you mean {close[0]}?" if close else "Handles look like #1.",
    )


def explain(position: Position, handle: str) -> Explanation:
    """Why the derived values of a card, or of a seat, are what they are now."""
    machine, state = position.ruleset.machine, position.state
    game = game_of(machine)
    if handle in machine.layout.seats:
        reckoned = tuple(game.seat_values(position, handle))
        if reckoned:
            return Explanation(handle, handle, reckoned)
    card = card_of(position, handle)
    derived = state.derived or derive(machine, state)
    values: list[Value] = []
    for layer in machine.layers:
        printed = layer.printed[state.cards[card]]
        value = derived[layer.index].get(card, printed)
        added = [
            (position.handles[source], amount, static.rules)
            for target, amount, source, static in derived[len(machine.layers)]
            if target == card and static.layer == layer.index
        ]
        if isinstance(layer.show(printed), list):
            values.append(_words(position, game, layer, value, printed, added))
        else:
            values.append(_sum(position, game, layer, value, printed, added))
    values += game.card_values(position, handle)
    return Explanation(handle, position.name(handle), tuple(values))


Added = list[tuple[str, int, tuple[str, ...]]]


def _sum(
    position: Position, game: Explaining, layer: Layer, value: int, printed: int, added: Added
) -> Value:
    """A number: `5 = 4 printed, +1 Shield Bugs`."""
    parts = [Part(f"{printed} printed", None, game.PRINTED.get(layer.name, ()))]
    total = printed
    for source, amount, rules in added:
        parts.append(Part(f"{amount:+d} {position.name(source)}", source, rules))
        total = layer.combine(total, amount)
    if total != value:
        parts.append(Part(f"at least {layer.lowest}", None, game.LOWEST.get(layer.name, ())))
    text = ", ".join(part.text for part in parts)
    return Value(layer.name, value, tuple(parts), f"{value} = {text}")


def _words(
    position: Position, game: Explaining, layer: Layer, value: int, printed: int, added: Added
) -> Value:
    """A set of words, each printed or given by somebody: `hunter from Snail Thrower`."""
    parts = [
        Part(f"{word} printed", None, game.PRINTED.get(layer.name, ()))
        for word in layer.show(printed)
    ]
    for source, amount, rules in added:
        for word in layer.show(amount):
            parts.append(Part(f"{word} from {position.name(source)}", source, rules))
    text = ", ".join(part.text for part in parts) or "none"
    return Value(layer.name, layer.show(value), tuple(parts), text)


# --- answers -----------------------------------------------------------------------------------


def why(position: Position, given: Any) -> tuple[Reason, ...]:
    """Why an answer is legal now, or why it is not; the machine itself is asked which."""
    outcome = position.over
    if outcome is not None:
        won = "nobody has won" if outcome.winner is None else f"{outcome.winner} has won"
        return (Reason(f"The game is over: {won}.", outcome.rules, False),)
    decision = position.decision
    assert decision is not None
    try:
        position.apply(given)
    except Refused as refused:
        told = list(_against(position, decision, given))
        fallback = (f"{_sentence(str(refused))}", decision.rules)
        return tuple(Reason(text, rules, False) for text, rules in told or [fallback])
    told = [(_offered(decision, given), decision.rules)]
    told += game_of(position.ruleset.machine).in_favour(position, decision, given)
    return tuple(Reason(text, rules, True) for text, rules in told)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _offered(decision: Decision, given: Mapping[str, Any]) -> str:
    if decision.most is None:
        count = len(decision.options)
        return "It is the only option." if count == 1 else f"It is one of the {count} options."
    chosen = len(given["choose"])
    return f"{chosen} of the {len(decision.candidates)} candidates, and {_bounds(decision)}."


def _bounds(decision: Decision) -> str:
    if decision.least == decision.most:
        return f"{decision.most} must be chosen"
    if not decision.least:
        return f"up to {decision.most} may be chosen"
    return f"{decision.least} to {decision.most} may be chosen"


def _against(position: Position, decision: Decision, given: Any) -> Iterable[Told]:
    game = game_of(position.ruleset.machine)
    if not isinstance(given, dict) or not given:
        yield f"An answer is an object such as {game.EXAMPLE}.", ()
        return
    if decision.most is not None and "choose" in given:
        yield from _choice(position, decision, given)
    else:
        unknown = [
            value
            for value in given.values()
            if isinstance(value, str) and value.startswith("#") and value not in position.handles
        ]
        for handle in unknown:
            yield f"No card has the handle {handle}.", ()
        if unknown:
            return
    yield from game.against(position, decision, given)


def _choice(position: Position, decision: Decision, given: Mapping[str, Any]) -> Iterable[Told]:
    chosen = given["choose"]
    names = position.ruleset.machine.choice_names.get(decision.kind)
    if not isinstance(chosen, list):
        what, example = ("handles", "#3") if names is None else ("names", names[0])
        yield f'A choice is a list of {what}, such as {{"choose": ["{example}"]}}.', ()
        return
    if len(given) > 1:
        yield 'A choice says nothing beside "choose".', ()
    if names is None:
        yield from _chosen_cards(position, decision, chosen)
    else:
        yield from _chosen_names(decision, chosen, names)
    assert decision.most is not None
    if not decision.least <= len(chosen) <= decision.most:
        yield f"{len(chosen)} chosen, but {_bounds(decision)}.", decision.rules


def _chosen_cards(position: Position, decision: Decision, chosen: list[Any]) -> Iterable[Told]:
    for handle in chosen:
        if handle not in position.handles:
            yield f"No card has the handle {handle}.", ()
    if len({str(handle) for handle in chosen}) < len(chosen):
        yield "The same card is chosen twice.", decision.rules


def _chosen_names(decision: Decision, chosen: list[Any], names: tuple[str, ...]) -> Iterable[Told]:
    """Candidates that are called alike may each be chosen, but no more of them than there are."""
    for name in dict.fromkeys(map(str, chosen)):
        wanted, there = list(map(str, chosen)).count(name), decision.candidates.count(name)
        if name not in names:
            yield f"{name} is none of {', '.join(names)}.", ()
        elif wanted > there:
            yield f"{wanted} of {name} chosen, but there are {there}.", decision.rules
