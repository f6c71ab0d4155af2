"""The table as one seat sees it, and that seat's choices, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oracle.card_text import card_text
from oracle.kernel.decision import Decision, Json
from oracle.position import Position

QUESTIONS = {
    "turn": "Your turn: play a card or attack.",
    "mindbug": "The opponent plays {source}. Use a Mindbug to take it?",
    "hunt": "{source} hunts: which enemy creature must block it?",
    "block": "{source} attacks you. Block it?",
    "attack-again": "{source} may attack once more.",
    "choose": "{source}: choose {amount}.",
    "may": "{source}: do what its text offers?",
    "order": "Several effects wait. Which one is next?",
    "replace": "{source} would be defeated. What happens instead?",
}

ANSWERS = {
    "play": "play {card}",
    "attack": "attack with {card}",
    "mindbug": "use a Mindbug",
    "hunt": "{card} must block",
    "block": "block with {card}",
    "accept": "yes",
    "resolve": "{card}, {ability}",
    "use": "{ability} of {card}",
}

DECLINING = {
    "mindbug": "let it happen",
    "hunt": "let the opponent decide",
    "block": "do not block",
    "attack-again": "do not attack again",
    "may": "no",
}


def board(position: Position, seat: str) -> RenderableType:
    """Both sides of the table: the opponent above, the seat itself with its hand below."""
    view = position.view(seat)
    sides = sorted(view["players"], key=lambda name: name == seat)
    return Group(*(_side(position, view, name, name == seat) for name in sides))


def _side(position: Position, view: Json, name: str, own: bool) -> Panel:
    player = view["players"][name]
    parts: list[RenderableType] = [_creatures(position, player["play"])]
    if own:
        parts.append(_hand(position, player["hand"]))
    hand = len(player["hand"]) if own else player["hand"]["count"]
    facts = (
        f"life {player['life']}   Mindbugs {player['mindbugs']}   hand {hand}   "
        f"deck {player['deck']['count']}   discard pile {len(player['discard'])}"
    )
    return Panel(
        Group(*parts),
        title=f"[bold]{'You' if own else 'Opponent'}[/]  {facts}",
        title_align="left",
        border_style="green" if own else "red",
    )


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    return grid


def _creatures(position: Position, creatures: list[Json]) -> RenderableType:
    if not creatures:
        return Text("no creatures in play", style="dim")
    grid = _grid()
    for creature in creatures:
        card = position.ruleset.cards[position.card(creature["h"])]
        keywords = [f"[cyan]{word}[/]" for word in creature["keywords"]]
        if creature["exhausted"]:
            keywords.append("[yellow]exhausted[/]")
        text = [escape(line) for line in card_text(position.ruleset, card)[bool(card.keywords) :]]
        grid.add_row(
            str(creature["power"]),
            Text(card.name),
            "  ".join([", ".join(keywords), f"[dim]{'; '.join(text)}[/]"]).strip(),
        )
    return grid


def _hand(position: Position, hand: list[str]) -> RenderableType:
    grid = _grid()
    for handle in hand:
        card = position.ruleset.cards[position.card(handle)]
        text = "; ".join(card_text(position.ruleset, card))
        grid.add_row(f"{card.property('power')}", Text(card.name), Text(text, style="dim"))
    return Group(Text("hand:" if hand else "no cards in hand", style="dim"), grid)


def discard_piles(position: Position, seat: str) -> RenderableType:
    """What lies in both discard piles, and face up out of the game."""
    view = position.view(seat)
    lines = []
    for name, player in view["players"].items():
        whose = "Your" if name == seat else "The opponent's"
        lines.append(f"{whose} discard pile: {_names(position, player['discard'])}")
    lines.append(f"Out of the game: {_names(position, view['aside'])}")
    return Text("\n".join(lines))


def _names(position: Position, handles: Iterable[str]) -> str:
    return ", ".join(position.name(handle) for handle in handles) or "empty"


def question(position: Position, decision: Decision) -> str:
    """What is to be decided, in words."""
    source = position.name(decision.source) if decision.source else "This effect"
    if decision.kind == "mindbug" and decision.source:
        card = position.ruleset.cards[position.card(decision.source)]
        facts = [f"power {card.property('power')}", *card_text(position.ruleset, card)]
        source = f"{source} ({'; '.join(facts)})"
    return QUESTIONS[decision.kind].format(source=source, amount=amount(decision))


def amount(decision: Decision) -> str:
    """How many are to be chosen."""
    if decision.least == decision.most:
        return f"{decision.most}"
    return f"{decision.least} to {decision.most}"


def choices(position: Position, seat: str) -> list[tuple[str, Any]]:
    """The options of a decision in words; for a factored one, its candidates."""
    decision = position.decision
    assert decision is not None
    if decision.factored:
        return [(_place(position, seat, handle), handle) for handle in decision.candidates]
    return [(answer_text(position, decision, option), option) for option in decision.options]


def answer_text(position: Position, decision: Decision, option: Json) -> str:
    """One option in words."""
    verb = next(iter(option))
    if verb == "decline":
        return DECLINING[decision.kind]
    value = option[verb]
    card = position.name(value) if isinstance(value, str) else ""
    text = ANSWERS[verb].format(card=card, ability=option.get("ability", ""))
    return f"{text} (for {option['for']})" if "for" in option else text


def _place(position: Position, seat: str, handle: str) -> str:
    view = position.view(seat)
    name = position.name(handle)
    for owner, player in view["players"].items():
        for creature in player["play"]:
            if creature["h"] == handle:
                whose = "yours" if owner == seat else "the opponent's"
                return f"{name} (power {creature['power']}, {whose})"
    return name
