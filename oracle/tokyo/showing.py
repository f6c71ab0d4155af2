"""King of Tokyo shown to a person: what it has beside what games with these dice show alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from rich.text import Text

from oracle.dice_games import showing
from oracle.dice_games.showing import Shown, called, text_of

from .buy import price_of
from .damage import pending_loss
from .hearts import TOKENS
from .monsters import name_of_place, said_by
from .roll import symbols
from .table import ACTOR, COPIED, COPIER, HAS_MONSTER, OUTSIDE, SWEEP_PRICE, TOP
from .whereabouts import lies_before

if TYPE_CHECKING:
    from oracle.explanation import Reason
    from oracle.kernel.decision import Decision, Json
    from oracle.position import Position

    from .machine import Tokyo

HELP = showing.HELP.format(dice="claw one one")

NEITHER = "neither a choice nor a living monster nor a card on the table"
"""What a name is that nothing can be told about."""

PHASES = {
    "roll-phase": "roll phase",
    "resolve-phase": "resolve phase",
    "enter-phase": "enter phase",
    "buy-phase": "buy phase",
    "end-phase": "end phase",
}
"""The procedures that are phases, as people call them."""

STEPS = {
    "roll": "roll phase",
    "resolve": "resolve phase",
    "enter": "enter phase",
    "buy": "buy phase",
    "finish": "end phase",
}
"""The steps of a turn with which its phases begin, for what comes between them."""

QUESTIONS = {
    "use": "Use a card now?",
    "reroll": "You have rolled {dice}. Which do you roll again? Rerolls left: {rolls}.",
    "resolve": "Which result do you resolve next?",
    "heart": "What is this heart for?",
    "defend": "You are to lose {loss}. What do you use?",
    "yield": "You were attacked in Tokyo. Do you yield it?",
    "mindbug": "{active} has rolled {dice}. Take this roll?",
    "buy": "You have {energy} energy. Buy, or go on?",
    "order": "Several effects wait. Which one is next?",
    "may": "{source}: do what its text offers?",
    "monster": "{source}: which monster?",
    "die": "{source}: which die?",
    "dice": "{source}: choose {amount} dice.",
    "face": "{source}: which face?",
    "amount": "{source}: how much?",
    "choose": "{source}: choose {amount}.",
    "mode": "{source}: choose one.",
    "be": "Which monster are you?",
    "keep": "{source}: what do you keep?",
    "play": "Play an evolution card?",
}

OPEN_ENDED = ("may", "choose", "amount")
"""Questions that only the text of the card makes clear."""

ANSWERS = {
    "use": "use {value}",
    "resolve": "{value}",
    "result": "resolve {value}",
    "heal": "heal yourself",
    "remove": "remove a {value} token from yourself",
    "give": "give it to {value}",
    "yield": "yield Tokyo",
    "stay": "stay in Tokyo",
    "mindbug": "use a Mindbug token",
    "buy": "buy {value}",
    "sweep": f"sweep the row for {SWEEP_PRICE} energy",
    "poison": "take the damage of your poison tokens",
    "accept": "yes",
    "decline": "no",
    "monster": "{value}",
    "die": "a die that shows {value}",
    "to": "{value}",
    "amount": "{value}",
    "mode": "{value}",
    "be": "{value}",
    "keep": "keep {value}",
    "play": "play {value}",
}

DECLINING = {
    "use": "use nothing",
    "defend": "use nothing more",
    "buy": "buy nothing more",
    "play": "play nothing",
    "keep": "do not keep it",
}

OWN_VALUES = ("me", "you", "myself", "dice", "hearts", "rerolls")
"""Words that ask for the values of the monster whose player asks."""


class _Shown(Shown):
    phases, steps = PHASES, STEPS
    questions, open_ended = QUESTIONS, OPEN_ENDED
    answers, declining = ANSWERS, DECLINING
    own_values = OWN_VALUES
    uses = ("buy", "use", "defend")
    rolls = "reroll"
    lies_before = staticmethod(lies_before)

    def price(self, position: Position, card: int, seat: int) -> int:
        return price_of(_machine(position), position.state, card, seat)[0]

    def symbols(self, position: Position, face: int) -> int:
        return symbols(position.state, face)

    def absent(self, player: Json) -> str:
        return "" if player["hearts"] else "eliminated"

    def describe(self, position: Position, line: Text, name: str, player: Json) -> None:
        line.append(f"  hearts {player['hearts']:>2}", style="red")
        line.append(f"  stars {player['stars']:>2}", style="yellow")
        line.append(f"  energy {player['energy']:>2}", style="cyan")
        if player["place"] != OUTSIDE:
            line.append(f"  in {name_of_place(player['place'])}", style="bold magenta")
        for kind in TOKENS:
            if player[kind]:
                line.append(f"  {self.counted(player[kind], f'{kind} token')}", style="green")
        if player.get("mindbugs"):
            line.append(f"  {self.counted(player['mindbugs'], 'Mindbug token')}", style="green")
        line.append(_own_cards(position, player, name), style="blue")

    def cards(self, position: Position, player: Json, own: bool) -> Iterator[tuple[str, Text]]:
        for card in (*player["area"], *player.get("evolutions", ())):
            yield card["h"], _with_counters(position, card)
        for handle in player.get("hand", ()) if own else ():
            yield handle, Text(f"in hand: {position.name(handle)}")

    def whose_turn(self, position: Position, view: Json, seat: str) -> str:
        actor = position.ruleset.machine.layout.seats[position.state.registers[ACTOR]]
        whose = super().whose_turn(position, view, seat)
        if actor == view["turn"]:
            return whose
        return f"{whose} with the roll taken by {called(position, actor, seat)}"

    def more_words(self, position: Position, decision: Decision) -> dict[str, Any]:
        machine, state = _machine(position), position.state
        loss = pending_loss(state, machine.layout.seats.index(decision.seat))
        active = machine.layout.seats[machine.active(state)]
        return {
            "loss": self.counted(loss, "heart"),
            "active": called(position, active, decision.seat),
        }

    def value(
        self, position: Position, decision: Decision, verb: str, option: Json, seat: str | None
    ) -> str:
        value: Any = option[verb]  # whatever an answer names
        if verb == "be":
            return _title(value)
        if verb in ("keep", "play"):
            return f"{position.name(value)} ({text_of(position, value)})"
        if value in position.ruleset.machine.layout.seats:
            return self._described(position, value, seat)
        return super().value(position, decision, verb, option, seat)

    def for_sale(
        self, position: Position, decision: Decision, handle: str, seat: str | None
    ) -> str:
        """A card with its price and, if it is not in the row, where it lies."""
        machine, state = _machine(position), position.state
        card = position.handles.index(handle)
        text = super().for_sale(position, decision, handle, seat)
        if state.where[card] == TOP:
            return f"{text}, from the top of the deck ({text_of(position, handle)})"
        owner = lies_before(machine, state, card)
        if owner is not None:
            return f"{text}, from {called(position, machine.layout.seats[owner], seat)}"
        return text

    def _described(self, position: Position, name: str, seat: str | None) -> str:
        player = position.projection()["players"][name]
        facts = [
            self.counted(player["hearts"], "heart"),
            self.counted(player["stars"], "star"),
            self.counted(player["energy"], "energy"),
        ]
        return f"{called(position, name, seat)} ({', '.join(facts)})"

    def refused(self, position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
        yield from super().refused(position, decision, seat)
        if decision.kind == "heart":
            for kind in TOKENS:
                if {"remove": kind} not in decision.options:
                    yield from position.why({"remove": kind})
            machine = _machine(position)
            seats = machine.layout.seats
            if said_by(machine, position.state, "heals-others", seats.index(seat)):
                for other in seats:
                    if other != seat and {"give": other} not in decision.options:
                        yield from position.why({"give": other})


def _machine(position: Position) -> Tokyo:
    return cast("Tokyo", position.ruleset.machine)


def _own_cards(position: Position, player: Json, name: str) -> str:
    """Which monster has which number of evolution cards, where there are such cards."""
    if "hand" not in player:
        return ""
    machine = _machine(position)
    which = position.state.registers[HAS_MONSTER + machine.layout.seats.index(name)]
    called_so = f"  {_title(machine.monsters[which - 1])}" if which else ""
    hand = player["hand"]
    count = hand["count"] if isinstance(hand, dict) else len(hand)
    return f"{called_so}  {count} in hand"


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def _with_counters(position: Position, card: Json) -> Text:
    """A card with what lies on it, what it was bought for and what it copies."""
    name = Text(position.name(card["h"]))
    if card["counters"]:
        name.append(f" ({card['counters']} on it)", style="green")
    machine, state = _machine(position), position.state
    number = position.handles.index(card["h"])
    if card.get("paid", machine.cost[state.cards[number]]) != machine.cost[state.cards[number]]:
        name.append(f" (bought for {card['paid']})", style="cyan")
    copied = state.registers[COPIED] - 1
    if state.registers[COPIER] == number + 1:
        name.append(f" (copies {position.name(position.handles[copied])})", style="magenta")
    return name


_SHOWN = _Shown()
board, discard_piles = _SHOWN.board, _SHOWN.discard_piles
question, answer_text, candidate_text = _SHOWN.question, _SHOWN.answer_text, _SHOWN.candidate_text
explained, refused = _SHOWN.explained, _SHOWN.refused
