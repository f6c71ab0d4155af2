"""The table shown as its layout describes it: numbers and cards of each player, then the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from oracle.card_text import card_text
from oracle.kernel.decision import Decision, Json
from oracle.position import Position

if TYPE_CHECKING:
    from oracle.explanation import Reason

HELP = (
    "Type the number of a choice. Also: ? rules of what just happened, w N why a choice is "
    "possible, b board, q quit."
)

NEITHER = "neither a choice nor a card that anything can be told about"

NUMBERS = (int, bool)


def board(position: Position, seat: str) -> RenderableType:
    """Every player, the others above, and the places that belong to nobody."""
    view = position.view(seat)
    sides = sorted(view["players"], key=lambda name: name == seat)
    titles = {name: "You" if name == seat else f"Opponent ({name})" for name in sides}
    players = [_panel(position, titles[name], view["players"][name]) for name in sides]
    rest = {zone.name: view[zone.name] for zone, owner in _places(position) if owner is None}
    return Group(*players[:-1], _panel(position, "Table", rest), players[-1])


def _places(position: Position) -> Iterator[Any]:
    for zone, owner in position.ruleset.machine.layout.places:
        if zone.used and zone.shown:
            yield zone, owner


def _panel(position: Position, title: str, had: Json) -> Panel:
    facts = [f"{name} {value}" for name, value in had.items() if isinstance(value, NUMBERS)]
    lines = [
        f"{name}: {_said(position, value)}"
        for name, value in had.items()
        if not isinstance(value, NUMBERS)
    ]
    heading = "   ".join([title, *facts])
    return Panel(Text("\n".join(lines)), title=heading, title_align="left")


def _said(position: Position, lying: Any) -> str:  # Any: cards, or how many there are
    if isinstance(lying, dict):
        return f"{lying['count']} cards" if "count" in lying else position.name(lying["h"])
    cards = [lying] if isinstance(lying, str) else lying or []
    handles = [each["h"] if isinstance(each, dict) else each for each in cards]
    return ", ".join(_card(position, handle) for handle in handles) or "nothing"


def _card(position: Position, handle: str) -> str:
    card = position.ruleset.cards[position.card(handle)]
    facts = [f"{name} {value}" for name, value in card.properties]
    text = "; ".join([*facts, *card_text(position.ruleset, card)])
    return f"{card.name} ({text})" if text else card.name


def discard_piles(position: Position, seat: str) -> RenderableType:
    """Everything is on the board."""
    return board(position, seat)


def question(position: Position, decision: Decision, amount: str) -> str:
    """The kind of the decision and the card that asks."""
    source = f"{position.name(decision.source)}: " if decision.source else ""
    many = f" ({amount})" if decision.factored else ""
    return f"{source}{decision.kind.replace('-', ' ')}{many}?"


def answer_text(
    position: Position, decision: Decision, option: Json, seat: str | None = None
) -> str:
    """The verb of an option and what it names."""
    verb, value = next(iter(option.items()))
    named = position.name(value) if value in position.handles else value
    return verb if value is True else f"{verb} {named}"


def candidate_text(position: Position, decision: Decision, candidate: str, seat: str) -> str:
    """A candidate by its name."""
    return position.name(candidate)


def explained(position: Position, seat: str, name: str) -> list[str]:
    """Nothing is reckoned that could be explained."""
    return []


def refused(position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
    """Nothing is told of what is not offered."""
    yield from ()
