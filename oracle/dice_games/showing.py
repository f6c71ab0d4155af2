"""A game with these dice shown to a person: the table, the choices and what one may ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oracle.card_text import ability_text, alternatives, card_text
from oracle.objections import offers

from .dice import dice_shown
from .table import ADDED, REROLLS, ROW, TURN
from .why import counted

if TYPE_CHECKING:
    from oracle.explanation import Reason
    from oracle.kernel.decision import Decision, Json
    from oracle.kernel.state import State
    from oracle.position import Position
    from rules_dsl.definitions import Card

    from .machine import DiceGame

HELP = (
    "Type the number of a choice; dice to roll again also by their faces, such as: {dice}. "
    "Also: ? rules of what just happened, w N why a choice is possible, w why others are not, "
    "w NAME why a card has its price, w me or w monster N why its dice and hearts are so, "
    "b board, d discard pile, q quit."
)

WITH_DICE = ("roll phase", "resolve phase")

OTHERWISE = "{source}: what do you choose?"
"""What is asked where the question has no words of its own."""


class Shown:
    """What a person sees and reads of a game with these dice.

    The words are tables of each game; so is what its monsters have beside cards.
    """

    phases: Mapping[str, str] = {}
    """The procedures that are phases, as people call them."""
    steps: Mapping[str, str]
    """The steps of a turn with which its phases begin, for what comes between them."""
    questions: Mapping[str, str]
    open_ended: tuple[str, ...]
    """Questions that only the text of the card makes clear."""
    answers: Mapping[str, str]
    declining: Mapping[str, str]
    own_values: tuple[str, ...]
    """Words that ask for the values of the monster whose player asks."""
    uses: tuple[str, ...]
    """Decisions at which one could expect to use what one has."""
    rolls: str
    """What the player counts: rolls, or rerolls."""
    uncounted: tuple[str, ...] = ("energy",)
    """Words that are the same for one and for many."""

    lies_before: Callable[[Any, State, int], int | None]
    """The monster that a card lies before, if there is one."""

    # --- what each game has of its own ---

    def price(self, position: Position, card: int, seat: int) -> int:
        """What a card costs a monster."""
        raise NotImplementedError

    def symbols(self, position: Position, face: int) -> int:
        """How many symbols of a face are resolved."""
        raise NotImplementedError

    def added(self, position: Position, face: int) -> int:
        """How many symbols of a face no die shows."""
        return position.state.registers[ADDED + face]

    def absent(self, player: Json) -> str:
        """Why nothing is to be shown of a monster, if so."""
        raise NotImplementedError

    def describe(self, position: Position, line: Text, name: str, player: Json) -> None:
        """Add to its line what a monster has."""
        raise NotImplementedError

    def cards(self, position: Position, player: Json, own: bool) -> Iterator[tuple[str, Text]]:
        """The cards of a monster that one sees, and what they are called."""
        for card in player["area"]:
            yield card["h"], Text(position.name(card["h"]))

    def middle(self, position: Position, view: Json, seat: str) -> list[RenderableType]:
        """What lies between the monsters."""
        return []

    def whose_turn(self, position: Position, view: Json, seat: str) -> str:
        """Who plays the turn, and where it stands."""
        return f"{called(position, view['turn'], seat)}, {self.phase(position)}"

    def sort(self, position: Position, card: Card) -> str:
        """What kind of card is for sale."""
        return str(card.choice("type"))

    def more_words(self, position: Position, decision: Decision) -> dict[str, Any]:
        """What else the questions of the game mention."""
        raise NotImplementedError

    # --- the board ---

    def phase(self, position: Position) -> str:
        """Where the turn stands."""
        machine, state = position.ruleset.machine, position.state
        if not state.registers[TURN]:
            return "setup"
        for frame in reversed(state.stack):
            name = machine.code_names[frame[0]]
            if name in self.phases:
                return self.phases[name]
        if not state.stack:
            return "over"
        turns = state.stack[0]
        done = [step.__name__ for step in machine.codes[turns[0]][: turns[1]]]
        began = (self.steps[name] for name in reversed(done) if name in self.steps)
        return next(began, "start of the turn")

    def board(self, position: Position, seat: str) -> RenderableType:
        """Every monster with its cards, the dice, and the cards for sale at the seat's prices."""
        view = position.view(seat)
        parts: list[RenderableType] = []
        for name in view["players"]:
            parts += self._monster(position, view, name, seat)
        parts += self.middle(position, view, seat)
        if self.phase(position) in WITH_DICE:
            parts += ["", self._dice(position)]
        turn = position.state.registers[TURN]
        title = f"Turn {turn}: {self.whose_turn(position, view, seat)}" if turn else "Setup"
        return Group(
            _panel(Group(*parts), f"[bold]{title}[/]", "green"),
            self._row(position, view, seat),
        )

    def _monster(
        self, position: Position, view: Json, name: str, seat: str
    ) -> list[RenderableType]:
        """One line for a monster and one for each card before it."""
        player = view["players"][name]
        begun = position.state.registers[TURN] > 0
        mark = ">" if begun and view["turn"] == name else " "
        line = Text(f"{mark} {called(position, name, seat):<10}", style="bold")
        absent = self.absent(player)
        if absent:
            line.append(f"  {absent}", style="dim")
            return [line]
        self.describe(position, line, name, player)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        for handle, card in self.cards(position, player, name == seat):
            grid.add_row(card, Text(text_of(position, handle), style="dim"))
        return [line, Padding(grid, (0, 0, 0, 4))] if grid.row_count else [line]

    def _dice(self, position: Position) -> Text:
        """The dice that lie there, the symbols added to them, and the rolls left."""
        line = Text("  Dice: ", style="bold")
        line.append(" ".join(_faces(position)) or "none yet")
        added = [
            self.counted(much, name)
            for face, name in enumerate(_machine(position).faces)
            if (much := self.added(position, face))
        ]
        if added:
            line.append(f"   added: {', '.join(added)}")
        left = position.state.registers[REROLLS]
        line.append(f"   {self.rolls}s left: {left}", style="dim")
        return line

    def _row(self, position: Position, view: Json, seat: str) -> Panel:
        """What is for sale."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="bold")
        grid.add_column(style="bold", no_wrap=True)
        grid.add_column()
        buyer = _machine(position).layout.seats.index(seat)
        for handle in view["row"]:
            price = self.price(position, position.handles.index(handle), buyer)
            card = position.ruleset.cards[position.card(handle)]
            text = "; ".join([self.sort(position, card), *card_text(position.ruleset, card)])
            grid.add_row(str(price), Text(position.name(handle)), Text(text, style="dim"))
        facts = f"deck {view['deck']['count']}   discard pile {len(view['discard'])}"
        sold = grid if view["row"] else Text("no power cards for sale", style="dim")
        return _panel(sold, f"[bold]Power cards[/]  {facts}", "yellow")

    def discard_piles(self, position: Position, seat: str) -> RenderableType:
        """What lies in the discard pile."""
        names = [position.name(handle) for handle in position.view(seat)["discard"]]
        return Text(f"Discard pile: {', '.join(names) or 'empty'}")

    def counted(self, number: int, noun: str) -> str:
        """So many of something: `2 hearts`, `2 energy`."""
        return f"{number} {noun}" if noun in self.uncounted else counted(number, noun)

    # --- the choices ---

    def question(self, position: Position, decision: Decision, amount: str) -> str:
        """What is to be decided, in words; `amount` says how many are to be chosen."""
        machine, state = _machine(position), position.state
        source = ""
        if decision.source is not None:
            source = position.name(decision.source)
            if decision.kind in self.open_ended:
                source = f"{source} ({text_of(position, decision.source)})"
        asked = self.questions.get(decision.kind, OTHERWISE).format(
            source=source,
            amount=amount,
            dice=", ".join(_faces(position)) or "no dice",
            rolls=state.registers[REROLLS],
            energy=state.counters[machine.energy + machine.layout.seats.index(decision.seat)],
            **self.more_words(position, decision),
        )
        asked = asked.removeprefix(": ")
        return f"{asked[:1].upper()}{asked[1:]}"

    def answer_text(
        self, position: Position, decision: Decision, option: Json, seat: str | None = None
    ) -> str:
        """One option in words, to `seat` if it is one that listens."""
        verb = next(iter(option))
        if verb == "decline":
            return self.declining.get(decision.kind, self.answers[verb])
        value = self.value(position, decision, verb, option, seat)
        if verb in self.answers:
            return self.answers[verb].format(value=value)
        return f"{verb} {value}".strip()

    def value(
        self, position: Position, decision: Decision, verb: str, option: Json, seat: str | None
    ) -> str:
        """What an answer names: a card, a face, a number."""
        value: Any = option[verb]  # whatever an answer names
        if verb == "buy":
            return self.for_sale(position, decision, value, seat)
        if verb == "mode":
            return _alternative(position, decision, value)
        if verb == "result":
            face = _machine(position).faces.index(value)
            return self.counted(self.symbols(position, face), value)
        if "ability" in option:
            text = self.ability(position, decision, value, option["ability"])
            return f"{position.name(value)}: {text}" if text else position.name(value)
        return "" if value is True else position.name(str(value))

    def for_sale(
        self, position: Position, decision: Decision, handle: str, seat: str | None
    ) -> str:
        """A card with its price."""
        buyer = _machine(position).layout.seats.index(decision.seat)
        price = self.price(position, position.handles.index(handle), buyer)
        return f"{position.name(handle)} for {price} energy"

    def ability(self, position: Position, decision: Decision, handle: str, label: str) -> str:
        """The words of an ability that an answer names, behind the moment it works at."""
        machine, state = _machine(position), position.state
        card, seat = position.handles.index(handle), machine.layout.seats.index(decision.seat)
        having = {position.card(handle)} | {
            machine.definitions[definition].id
            for each, definition in machine.texts(machine, state, seat)
            if each == card
        }
        for linked in machine.abilities:
            if linked.definition in having and linked.label == label:
                whole = ability_text(position.ruleset, linked)
                return whole.partition(": ")[2] or whole
        return ""

    def candidate_text(
        self, position: Position, decision: Decision, candidate: str, seat: str
    ) -> str:
        """A candidate of a choice in words: a face, or a card and where it lies."""
        if candidate not in position.handles:
            return candidate
        owner = self._owner(position, position.handles.index(candidate))
        name = position.name(candidate)
        if owner is not None:
            whose = called(position, position.ruleset.machine.layout.seats[owner], seat)
            return f"{name} ({'yours' if whose == 'you' else f'of {whose}'})"
        return name

    def _owner(self, position: Position, card: int) -> int | None:
        return self.lies_before(_machine(position), position.state, card)

    # --- what a person may ask ---

    def explained(self, position: Position, seat: str, name: str) -> list[str]:
        """The monster that is shown, or the cards, that are called so."""
        for each, player in position.view(seat)["players"].items():
            own = self.own_values if each == seat else ()
            if not self.absent(player) and name in (each, called(position, each, None), *own):
                return [each]
        return [handle for handle in self._open(position) if name in position.name(handle).lower()]

    def _open(self, position: Position) -> Iterable[str]:
        """The cards in the row and before monsters."""
        for card, handle in enumerate(position.handles):
            if position.state.where[card] == ROW or self._owner(position, card) is not None:
                yield handle

    def refused(self, position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
        """Why cards for sale, or what one could use, are not among the choices."""
        offered = {str(value) for option in decision.options for value in option.values()}
        if decision.kind == "buy":
            for handle in position.view(seat)["row"]:
                if handle not in offered:
                    yield from position.why({"buy": handle})
            if not offers(decision, "sweep"):
                yield from position.why({"sweep": True})
        if decision.kind in self.uses:
            for handle in _usable_at_times(position, seat):
                if handle not in offered:
                    yield from position.why({"use": handle})


def called(position: Position, seat: str, listener: str | None) -> str:
    """What a monster is called to one who listens, or to everybody."""
    number = position.ruleset.machine.layout.seats.index(seat) + 1
    return "you" if seat == listener else f"monster {number}"


def text_of(position: Position, handle: str) -> str:
    """What a card says, on one line."""
    return "; ".join(card_text(position.ruleset, position.ruleset.cards[position.card(handle)]))


def _machine(position: Position) -> DiceGame:
    return cast("DiceGame", position.ruleset.machine)


def _faces(position: Position) -> list[str]:
    """What the dice that lie there show."""
    return [_machine(position).faces[face] for face in dice_shown(position.state)]


def _panel(content: RenderableType, title: str, colour: str) -> Panel:
    return Panel(content, title=title, title_align="left", border_style=colour)


def _alternative(position: Position, decision: Decision, number: int) -> str:
    """What an alternative of the source's text says."""
    found: list[str] = []
    if decision.source is not None:
        source = position.ruleset.cards[position.card(decision.source)]
        found = alternatives(position.ruleset, source)
    alike = len(found) == len(decision.options)
    return found[number - 1] if alike else f"alternative {number}"


def _usable_at_times(position: Position, seat: str) -> list[str]:
    """What a monster may use at some moment or other, in the order in which it lies there."""
    machine, state = _machine(position), position.state
    windowed = {linked.definition for linked in machine.abilities if linked.head in machine.windows}
    found = [
        position.handles[card]
        for card, definition in machine.texts(machine, state, machine.layout.seats.index(seat))
        if machine.definitions[definition].id in windowed
    ]
    return list(dict.fromkeys(found))  # a card may have the text of another too
