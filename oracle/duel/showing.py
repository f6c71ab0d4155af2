"""A duel shown to a person: what it has beside what games with these dice show alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rich.console import RenderableType
from rich.text import Text

from oracle.card_text import card_text
from oracle.dice_games import showing
from oracle.dice_games.showing import Shown, called
from oracle.dice_games.table import ADDED, DICE, SWEEP_PRICE
from oracle.dice_games.why import counted

from .buy import price_of
from .drawing import LEGEND, drawn, ends, inscription
from .hits import pending
from .monsters import result_of
from .noise import TOKEN
from .power import payable
from .table import LEFT, POWER
from .whereabouts import lies_before, place_text

if TYPE_CHECKING:
    from oracle.kernel.decision import Decision, Json
    from oracle.position import Position
    from rules_dsl.definitions import Card

    from .machine import Duel

HELP = showing.HELP.format(dice="claw fame fame")

NEITHER = "neither a choice nor a monster nor a card on the table"
"""What a name is that nothing can be told about."""

STEPS = {
    "roll": "roll phase",
    "resolve": "resolve phase",
    "buy": "buy phase",
    "finish": "end phase",
}
"""The steps of a turn with which its phases begin, as people call these."""

QUESTIONS = {
    "be": "Which monster are you?",
    "use": "Use a card now?",
    "tokens": "How many dice tokens do you spend for extra dice?",
    "reroll": "You have rolled {dice}. Which do you roll again? Rolls left: {rolls}.",
    "resolve": "What do you resolve next?",
    "defend": "You are to take {hits}. What do you use?",
    "token": "Which noise token?",
    "place": "Where do you lay {token}? Its first cell is named first.",
    "buy": "You have {energy} energy. Buy, or go on?",
    "order": "Several effects wait. Which one is next?",
    "may": "{source}: do what its text offers?",
    "mode": "{source}: choose one.",
    "to": "{source}: which symbol?",
    "amount": "{source}: how much?",
    "die": "{source}: which die?",
    "dice": "{source}: choose {amount} dice.",
    "choose": "{source}: choose {amount}.",
}

OPEN_ENDED = ("may", "choose", "amount", "to", "dice")
"""Questions that only the text of the card makes clear."""

ANSWERS = {
    "use": "use {value}",
    "resolve": "{value}",
    "result": "resolve {value}",
    "buy": "buy {value}",
    "sweep": f"sweep the row for {SWEEP_PRICE} energy",
    "accept": "yes",
    "decline": "no",
    "to": "{value}",
    "die": "a die that shows {value}",
    "amount": "{value}",
    "mode": "{value}",
    "be": "{value}",
    "token": "{value}",
    "place": "{value}",
}

DECLINING = {
    "use": "use nothing",
    "resolve": "use nothing more",
    "defend": "use nothing more",
    "buy": "buy nothing more",
    "place": "leave it where it is",
}

OWN_VALUES = ("me", "you", "myself", "dice", "hearts", "rolls")
"""Words that ask for the values of the monster whose player asks."""


class _Shown(Shown):
    steps = STEPS
    questions, open_ended = QUESTIONS, OPEN_ENDED
    answers, declining = ANSWERS, DECLINING
    own_values = OWN_VALUES
    uses = ("buy", "use", "defend", "resolve")
    rolls = "roll"
    uncounted = ("energy", "fame", "destruction", "power")
    lies_before = staticmethod(lies_before)

    def price(self, position: Position, card: int, seat: int) -> int:
        return price_of(_machine(position), position.state, card)[0]

    def symbols(self, position: Position, face: int) -> int:
        return result_of(_machine(position), position.state, face)

    def added(self, position: Position, face: int) -> int:
        registers = position.state.registers
        dice = registers[DICE + face] - registers[LEFT + face]
        return max(registers[ADDED + face], self.symbols(position, face) - dice)

    def absent(self, player: Json) -> str:
        return "not chosen yet" if player["monster"] is None else ""

    def describe(self, position: Position, line: Text, name: str, player: Json) -> None:
        line.append(f"  {position.name(player['monster']):<13}", style="blue")
        line.append(f"  hearts {player['hearts']:>2}", style="red")
        line.append(f"  energy {player['energy']:>2}", style="cyan")
        if player["dice"]:
            line.append(f"  {counted(player['dice'], 'dice token')}", style="green")

    def middle(self, position: Position, view: Json, seat: str) -> list[RenderableType]:
        return ["", *_tracks(position, view, seat)]

    def sort(self, position: Position, card: Card) -> str:
        """The type of a card, and the noise token it brings."""
        token, sort = card.choice("noise"), super().sort(position, card)
        return f"{sort}, {position.ruleset.cards[token].name} token" if token else sort

    def more_words(self, position: Position, decision: Decision) -> dict[str, Any]:
        hits = pending(position.state, _machine(position).layout.seats.index(decision.seat))
        return {"hits": counted(hits, "hit"), "token": _to_lay(position)}

    def value(
        self, position: Position, decision: Decision, verb: str, option: Json, seat: str | None
    ) -> str:
        value: Any = option[verb]  # whatever an answer names
        if verb == "be":
            return _choosable(position, value)
        if verb == "place":
            return _place(position, value, seat)
        if verb == "token":
            return _token(position, value, seat)
        return super().value(position, decision, verb, option, seat)

    def ability(self, position: Position, decision: Decision, handle: str, label: str) -> str:
        """In the resolve phase also what is left to pay with."""
        text = super().ability(position, decision, handle, label)
        left = payable(_machine(position), position.state, POWER)
        paid = text and left and decision.kind == "resolve"
        return f"{text} ({left} power left)" if paid else text


def _machine(position: Position) -> Duel:
    return cast("Duel", position.ruleset.machine)


# --- the tracks ----------------------------------------------------------------------------------


def _tracks(position: Position, view: Json, seat: str) -> list[RenderableType]:
    """The tracks with who sits at which end, and the tokens by name."""
    left, right = (_end(position, view, name, seat) for name in view["players"])
    tokens = {
        token["h"]: position.ruleset.cards[position.card(token["h"])] for token in view["board"]
    }
    lines = [ends(left, right), *drawn(view, tokens)]
    found: list[RenderableType] = [Text(line, no_wrap=True) for line in lines]
    for token in view["board"]:
        where = _place(position, token["place"], seat)
        text = f"  {position.name(token['h'])} ({inscription(tokens[token['h']])}) on {where}"
        found.append(Text(text, style="dim"))
    return [*found, Text(f" {LEGEND}", style="dim")]


def picture(position: Position) -> list[str]:
    """The tracks in plain text, for whoever asks about a position."""
    shown = position.projection()
    tokens = {
        token["h"]: position.ruleset.cards[position.card(token["h"])] for token in shown["board"]
    }
    left, right = (
        f"{name} ({position.name(had['monster'])})" if had["monster"] else name
        for name, had in shown["players"].items()
    )
    return [ends(left, right), *drawn(shown, tokens)]


def _end(position: Position, view: Json, name: str, seat: str) -> str:
    monster = view["players"][name]["monster"]
    who = called(position, name, seat)
    return f"{who} ({position.name(monster)})" if monster else who


def _place(position: Position, place: str, seat: str | None) -> str:
    """A place of a token, as one says it to a seat."""

    def owner(name: str) -> str:
        return "your" if name == seat else f"{called(position, name, None)}'s"

    return place_text(place, owner)


# --- the choices ---------------------------------------------------------------------------------


def _to_lay(position: Position) -> str:
    """The noise token that is being laid, with what lies on its cells."""
    machine, state = _machine(position), position.state
    frame = state.stack[-1] if state.stack else [-1]
    if frame[0] < 0 or machine.code_names[frame[0]] != "lay-token":
        return "the token"
    handle = position.handles[frame[TOKEN]]
    signs = inscription(position.ruleset.cards[position.card(handle)])
    return f"{position.name(handle)} ({signs})"


def _choosable(position: Position, name: str) -> str:
    """A monster with its hearts and its power."""
    card = position.ruleset.cards[name]
    text = "; ".join(card_text(position.ruleset, card))
    return f"{card.name}, {counted(card.property('hearts'), 'heart')}: {text}"


def _token(position: Position, handle: str, seat: str | None) -> str:
    """A noise token and where it is."""
    found = [t["place"] for t in position.projection()["board"] if t["h"] == handle]
    where = f"on {_place(position, found[0], seat)}" if found else "off the board"
    return f"{position.name(handle)} ({where})"


_SHOWN = _Shown()
board, discard_piles = _SHOWN.board, _SHOWN.discard_piles
question, answer_text, candidate_text = _SHOWN.question, _SHOWN.answer_text, _SHOWN.candidate_text
explained, refused = _SHOWN.explained, _SHOWN.refused
