"""Mindbug shown to a person: the table as one seat sees it, its choices and what it may ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oracle.card_text import alternatives, card_text
from oracle.kernel.decision import Decision, Json
from oracle.position import Position

if TYPE_CHECKING:
    from oracle.explanation import Reason

HELP = (
    "Type the number of a choice. Also: ? rules of what just happened, w N why a choice is "
    "possible, w why others are not, w NAME why a creature's power is so, b board, "
    "d discard piles, q quit."
)

NEITHER = "neither a choice nor a creature in play"
"""What a name is that nothing can be told about."""

NATURAL = {"turn": "attack", "block": "block", "hunt": "hunt", "attack-again": "attack"}
"""The verb that a player would expect of a creature, by kind of decision."""

ACTIONS = "Your turn: play a card, attack or use an action."
"""What a turn asks where a creature has an action."""

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
    "buy": "Your turn begins: buy power cards?",
    "reroll": "{source} has rolled. Roll again?",
    "dice-order": "Which result of {source} comes first?",
    "mode": "{source}: choose one.",
    "keyword": "{source}: name a keyword.",
    "pile": "{source}: into whose discard pile?",
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
    "act": "use the action of {card}",
    "buy": "buy {card}",
    "apply": "{card}",
    "reroll": "roll {card} again",
    "mode": "{card}",
    "keyword": "{card}",
    "pile": "{card}",
}

DICE = {"first": "the first die", "second": "the second die", "both": "both dice"}

DECLINING = {
    "mindbug": "let it happen",
    "hunt": "let the opponent decide",
    "block": "do not block",
    "attack-again": "do not attack again",
    "may": "no",
    "buy": "buy nothing more",
    "reroll": "keep the dice",
}


def board(position: Position, seat: str) -> RenderableType:
    """Both sides of the table: the opponent above, the seat itself with its hand below."""
    view = position.view(seat)
    sides = sorted(view["players"], key=lambda name: name == seat)
    opponent, own = (_side(position, view, name, name == seat) for name in sides)
    return Group(opponent, *_power_cards(position, view), own)


def _power_cards(position: Position, view: Json) -> list[RenderableType]:
    """What is for sale, in a game with power cards."""
    if "power-row" not in view:
        return []
    grid = _grid()
    for handle in view["power-row"]:
        card = position.ruleset.cards[position.card(handle)]
        text = "; ".join(card_text(position.ruleset, card))
        grid.add_row(f"{card.property('cost')}", Text(card.name), Text(text, style="dim"))
    facts = f"deck {view['power-deck']['count']}   discard pile {len(view['power-discard'])}"
    return [
        Panel(
            grid if view["power-row"] else Text("no power cards for sale", style="dim"),
            title=f"[bold]Power cards[/]  {facts}",
            title_align="left",
            border_style="yellow",
        )
    ]


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
    if "energy" in player:
        facts += f"   energy {player['energy']}"
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
        keywords += [f"[magenta]{note}[/]" for note in _notes(position, creature)]
        text = [escape(line) for line in card_text(position.ruleset, card)[bool(card.keywords) :]]
        grid.add_row(
            str(creature["power"]),
            Text(card.name),
            "  ".join([", ".join(keywords), f"[dim]{'; '.join(text)}[/]"]).strip(),
        )
    return grid


def _notes(position: Position, creature: Json) -> list[str]:
    """The dice and the boosts of a creature, and the stage it has come to."""
    notes = _dice(creature.get("dice", 0))
    if creature.get("boosts"):
        boosts = [position.name(handle) for handle in creature["boosts"]]
        notes.append(f"boosted by {escape(' and '.join(boosts))}")
    stage = position.ruleset.cards[position.card(creature["h"])].property("stage")
    return [*notes, f"stage {stage}"] if stage else notes


def _dice(count: int) -> list[str]:
    return ["1 die" if count == 1 else f"{count} dice"] if count else []


def _hand(position: Position, hand: list[str]) -> RenderableType:
    grid = _grid()
    for handle in hand:
        card = position.ruleset.cards[position.card(handle)]
        text = "; ".join([*_dice(card.property("dice")), *card_text(position.ruleset, card)])
        grid.add_row(f"{card.property('power')}", Text(card.name), Text(text, style="dim"))
    return Group(Text("hand:" if hand else "no cards in hand", style="dim"), grid)


def discard_piles(position: Position, seat: str) -> RenderableType:
    """What lies in both discard piles, and face up out of the game."""
    view = position.view(seat)
    lines = []
    for name, player in view["players"].items():
        whose = "Your" if name == seat else "The opponent's"
        lines.append(f"{whose} discard pile: {_names(position, player['discard'])}")
    if "power-discard" in view:
        lines.append(f"Power discard pile: {_names(position, view['power-discard'])}")
    lines.append(f"Out of the game: {_names(position, view['aside'])}")
    return Text("\n".join(lines))


def _names(position: Position, handles: Iterable[str]) -> str:
    return ", ".join(position.name(handle) for handle in handles) or "empty"


def question(position: Position, decision: Decision, amount: str) -> str:
    """What is to be decided, in words; `amount` says how many are to be chosen."""
    source = position.name(decision.source) if decision.source else "This effect"
    if decision.kind == "mindbug" and decision.source:
        card = position.ruleset.cards[position.card(decision.source)]
        facts = [f"power {card.property('power')}", *_dice(card.property("dice"))]
        facts += card_text(position.ruleset, card)
        source = f"{source} ({'; '.join(facts)})"
    asked = QUESTIONS[decision.kind]
    if decision.kind == "turn" and any("act" in option for option in decision.options):
        asked = ACTIONS
    return asked.format(source=source, amount=amount)


def answer_text(
    position: Position, decision: Decision, option: Json, seat: str | None = None
) -> str:
    """One option in words, to `seat` if it is one that listens."""
    verb = next(iter(option))
    if verb == "decline":
        return DECLINING[decision.kind]
    named = _value(position, decision, verb, option[verb], seat)
    text = ANSWERS[verb].format(card=named, ability=option.get("ability", ""))
    return f"{text} (for {option['for']})" if "for" in option else text


def _value(
    position: Position, decision: Decision, verb: str, value: Any, seat: str | None
) -> str:  # Any: whatever an answer names
    """What an answer names: a card, a result of a die, an alternative of a text."""
    if verb == "buy":
        cost = position.ruleset.cards[position.card(value)].property("cost")
        return f"{position.name(value)} for {cost} energy"
    if verb == "apply":
        face = position.ruleset.cards[value]
        return f"{face.name}: {'; '.join(card_text(position.ruleset, face))}"
    if verb == "reroll":
        return DICE[value]
    if verb == "mode":
        return _alternative(position, decision, value)
    if verb == "pile":
        return "yours" if value == seat else "the opponent's" if seat else f"that of {value}"
    return position.name(value) if isinstance(value, str) else ""


def _alternative(position: Position, decision: Decision, number: int) -> str:
    """What an alternative of the source's text says, if that text is its own."""
    if decision.source is not None:
        card = position.ruleset.cards[position.card(decision.source)]
        texts = alternatives(position.ruleset, card)
        if len(texts) == len(decision.options):
            return texts[number - 1]
    return f"alternative {number}"


def candidate_text(position: Position, decision: Decision, handle: str, seat: str) -> str:
    """A candidate of a choice in words."""
    view = position.view(seat)
    name = position.name(handle)
    for owner, player in view["players"].items():
        for creature in player["play"]:
            if creature["h"] == handle:
                whose = "yours" if owner == seat else "the opponent's"
                return f"{name} (power {creature['power']}, {whose})"
    return name


# --- what a person may ask -----------------------------------------------------------------------


def explained(position: Position, seat: str, name: str) -> list[str]:
    """The creatures in play that are called so."""
    players = position.view(seat)["players"].values()
    handles = [creature["h"] for player in players for creature in player["play"]]
    return [handle for handle in handles if name in position.name(handle).lower()]


def refused(position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
    """Why each creature in play, or card for sale, that is not among the choices is not."""
    players = position.view(seat)["players"]
    for owner, player in players.items():
        for creature in player["play"]:
            handle = creature["h"]
            if decision.factored:
                if handle not in decision.candidates:
                    yield from (
                        reason
                        for reason in position.why({"choose": [handle]})
                        if position.name(handle) in reason.text
                    )
                continue
            verb = NATURAL.get(decision.kind)
            mine = (owner == seat) == (verb != "hunt")
            if verb is not None and mine and {verb: handle} not in decision.options:
                yield from position.why({verb: handle})
    if decision.kind == "buy":
        for handle in position.view(seat)["power-row"]:
            if {"buy": handle} not in decision.options:
                yield from position.why({"buy": handle})
