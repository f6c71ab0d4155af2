"""A duel shown to a person: the table, the choices and what one may ask about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from oracle.card_text import ability_text, alternatives, card_text
from oracle.kernel.decision import Decision, Json
from oracle.kernel.state import State
from oracle.king.dice import dice_shown
from oracle.king.table import ADDED, DICE, REROLLS, ROW, SWEEP_PRICE, TURN
from oracle.position import Position
from rules_dsl.definitions import Card

from .buying import price_of
from .drawing import LEGEND, drawn, ends, inscription
from .hits import pending
from .moments import WINDOWS
from .monsters import result_of, texts
from .noise import TOKEN
from .powers import payable
from .table import ENERGY, FACES, LEFT, POWER
from .whereabouts import lies_before, place_text

if TYPE_CHECKING:
    from oracle.explanation import Reason

    from .machine import Duel

HELP = (
    "Type the number of a choice; dice to roll again also by their faces, such as: claw fame fame. "
    "Also: ? rules of what just happened, w N why a choice is possible, w why others are not, "
    "w NAME why a card has its price, w me or w monster N why its dice and hearts are so, "
    "b board, d discard pile, q quit."
)

NEITHER = "neither a choice nor a monster nor a card on the table"
"""What a name is that nothing can be told about."""

STEPS = {
    "roll": "roll phase",
    "resolve": "resolve phase",
    "buy": "buy phase",
    "finish": "end phase",
}
"""The steps of a turn with which its phases begin, as people call these."""

WITH_DICE = ("roll phase", "resolve phase")

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

OTHERWISE = "{source}: what do you choose?"
"""What is asked where the question has no words of its own."""

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


def _machine(position: Position) -> Duel:
    return cast("Duel", position.ruleset.machine)


def called(position: Position, seat: str, listener: str | None) -> str:
    """What a monster is called to one who listens, or to everybody."""
    number = position.ruleset.machine.layout.seats.index(seat) + 1
    return "you" if seat == listener else f"monster {number}"


def phase_of(machine: Duel, state: State) -> str:
    """Where the turn stands."""
    if not state.registers[TURN]:
        return "setup"
    if not state.stack:
        return "over"
    turns = state.stack[0]
    done = [step.__name__ for step in machine.codes[turns[0]][: turns[1]]]
    return next((STEPS[name] for name in reversed(done) if name in STEPS), "start of the turn")


# --- the board -----------------------------------------------------------------------------------


def board(position: Position, seat: str) -> RenderableType:
    """Both monsters with their cards, the tracks, the dice, and the cards for sale."""
    machine, state = _machine(position), position.state
    view = position.view(seat)
    parts: list[RenderableType] = []
    for name in view["players"]:
        parts += _monster(position, view, name, seat)
    parts += ["", *_tracks(position, view, seat)]
    phase = phase_of(machine, state)
    if phase in WITH_DICE:
        parts += ["", _dice(machine, state)]
    turn = state.registers[TURN]
    title = f"Turn {turn}: {called(position, view['turn'], seat)}, {phase}" if turn else "Setup"
    return Group(
        Panel(Group(*parts), title=f"[bold]{title}[/]", title_align="left", border_style="green"),
        _row(position, view, seat),
    )


def _monster(position: Position, view: Json, name: str, seat: str) -> list[RenderableType]:
    """One line for a monster and one for each card before it."""
    player = view["players"][name]
    begun = position.state.registers[TURN] > 0
    mark = ">" if begun and view["turn"] == name else " "
    line = Text(f"{mark} {called(position, name, seat):<10}", style="bold")
    if player["monster"] is None:
        line.append("  not chosen yet", style="dim")
        return [line]
    line.append(f"  {position.name(player['monster']):<13}", style="blue")
    line.append(f"  hearts {player['hearts']:>2}", style="red")
    line.append(f"  energy {player['energy']:>2}", style="cyan")
    if player["dice"]:
        line.append(f"  {_counted(player['dice'], 'dice token')}", style="green")
    grid = _grid()
    for card in player["area"]:
        text = "; ".join(_text(position, card["h"]))
        grid.add_row(Text(position.name(card["h"])), Text(text, style="dim"))
    return [line, Padding(grid, (0, 0, 0, 4))] if grid.row_count else [line]


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


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    return grid


def _dice(machine: Duel, state: State) -> Text:
    """The dice that lie there, the symbols added to them, and the rolls left."""
    faces = [FACES[face] for face in dice_shown(state)]
    line = Text("  Dice: ", style="bold")
    line.append(" ".join(faces) if faces else "none yet")
    added = [
        _counted(much, name)
        for face, name in enumerate(FACES)
        if (much := _more(machine, state, face))
    ]
    if added:
        line.append(f"   added: {', '.join(added)}")
    line.append(f"   rolls left: {state.registers[REROLLS]}", style="dim")
    return line


def _more(machine: Duel, state: State, face: int) -> int:
    """Symbols of a face in the Roll that no die shows."""
    dice = state.registers[DICE + face] - state.registers[LEFT + face]
    return max(state.registers[ADDED + face], result_of(machine, state, face) - dice)


def _row(position: Position, view: Json, seat: str) -> Panel:
    """What is for sale, left to right."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    machine, state = _machine(position), position.state
    for handle in view["row"]:
        price, _ = price_of(machine, state, position.handles.index(handle))
        card = position.ruleset.cards[position.card(handle)]
        text = "; ".join([_sort(position, card), *_text(position, handle)])
        grid.add_row(str(price), Text(position.name(handle)), Text(text, style="dim"))
    facts = f"deck {view['deck']['count']}   discard pile {len(view['discard'])}"
    return Panel(
        grid if view["row"] else Text("no power cards for sale", style="dim"),
        title=f"[bold]Power cards[/]  {facts}",
        title_align="left",
        border_style="yellow",
    )


def _sort(position: Position, card: Card) -> str:
    """The type of a card, and the noise token it brings."""
    token = card.choice("noise")
    sort = str(card.choice("type"))
    return f"{sort}, {position.ruleset.cards[token].name} token" if token else sort


def _text(position: Position, handle: str) -> list[str]:
    return card_text(position.ruleset, position.ruleset.cards[position.card(handle)])


UNCOUNTED = ("energy", "fame", "destruction", "power")


def _counted(number: int, noun: str) -> str:
    plural = "" if number == 1 or noun in UNCOUNTED else "s"
    return f"{number} {noun}{plural}"


def discard_piles(position: Position, seat: str) -> RenderableType:
    """What lies in the discard pile."""
    names = [position.name(handle) for handle in position.view(seat)["discard"]]
    return Text(f"Discard pile: {', '.join(names) or 'empty'}")


# --- the choices ---------------------------------------------------------------------------------


def question(position: Position, decision: Decision, amount: str) -> str:
    """What is to be decided, in words; `amount` says how many are to be chosen."""
    machine, state = _machine(position), position.state
    seat = machine.layout.seats.index(decision.seat)
    source = ""
    if decision.source is not None:
        source = position.name(decision.source)
        if decision.kind in OPEN_ENDED:
            source = f"{source} ({'; '.join(_text(position, decision.source))})"
    asked = QUESTIONS.get(decision.kind, OTHERWISE).format(
        source=source,
        amount=amount,
        dice=", ".join(FACES[face] for face in dice_shown(state)) or "no dice",
        rolls=state.registers[REROLLS],
        hits=_counted(pending(state, seat), "hit"),
        energy=state.counters[ENERGY + seat],
        token=_to_lay(position),
    )
    asked = asked.removeprefix(": ")
    return f"{asked[:1].upper()}{asked[1:]}"


def _to_lay(position: Position) -> str:
    """The noise token that is being laid, with what lies on its cells."""
    machine, state = _machine(position), position.state
    frame = state.stack[-1] if state.stack else [-1]
    if frame[0] < 0 or machine.code_names[frame[0]] != "lay-token":
        return "the token"
    handle = position.handles[frame[TOKEN]]
    signs = inscription(position.ruleset.cards[position.card(handle)])
    return f"{position.name(handle)} ({signs})"


def answer_text(
    position: Position, decision: Decision, option: Json, seat: str | None = None
) -> str:
    """One option in words, to `seat` if it is one that listens."""
    verb = next(iter(option))
    if verb == "decline":
        return DECLINING.get(decision.kind, ANSWERS[verb])
    value = _value(position, decision, verb, option, seat)
    return ANSWERS[verb].format(value=value) if verb in ANSWERS else f"{verb} {value}".strip()


def _value(
    position: Position, decision: Decision, verb: str, option: Json, seat: str | None
) -> str:
    """What an answer names: a card, a place, a face, a number."""
    machine, state = _machine(position), position.state
    value: Any = option[verb]  # whatever an answer names
    if verb == "buy":
        price, _ = price_of(machine, state, position.handles.index(value))
        return f"{position.name(value)} for {price} energy"
    if verb == "be":
        return _choosable(position, value)
    if verb == "mode":
        return _alternative(position, decision, value)
    if verb == "place":
        return _place(position, value, seat)
    if verb == "token":
        return _token(position, value, seat)
    if verb == "result":
        return _counted(result_of(machine, state, FACES.index(value)), value)
    if "ability" in option:
        text = _ability(position, value, option["ability"])
        paid = _power_left(machine, state) if verb == "use" and decision.kind == "resolve" else ""
        return f"{position.name(value)}: {text}{paid}" if text else position.name(value)
    return "" if value is True else position.name(str(value))


def _power_left(machine: Duel, state: State) -> str:
    left = payable(machine, state, POWER)
    return f" ({left} power left)" if left else ""


def _choosable(position: Position, name: str) -> str:
    """A monster with its hearts and its power."""
    card = position.ruleset.cards[name]
    text = "; ".join(card_text(position.ruleset, card))
    return f"{card.name}, {_counted(card.property('hearts'), 'heart')}: {text}"


def _token(position: Position, handle: str, seat: str | None) -> str:
    """A noise token and where it is."""
    found = [t["place"] for t in position.projection()["board"] if t["h"] == handle]
    where = f"on {_place(position, found[0], seat)}" if found else "off the board"
    return f"{position.name(handle)} ({where})"


def _alternative(position: Position, decision: Decision, number: int) -> str:
    """What an alternative of the source's text says."""
    found: list[str] = []
    if decision.source is not None:
        source = position.ruleset.cards[position.card(decision.source)]
        found = alternatives(position.ruleset, source)
    alike = len(found) == len(decision.options)
    return found[number - 1] if alike else f"alternative {number}"


def _ability(position: Position, handle: str, label: str) -> str:
    """The words of an ability that an answer names, behind the moment it works at."""
    definition = position.card(handle)
    for linked in _machine(position).abilities:
        if linked.definition == definition and linked.label == label:
            whole = ability_text(position.ruleset, linked)
            return whole.partition(": ")[2] or whole
    return ""


def candidate_text(position: Position, decision: Decision, candidate: str, seat: str) -> str:
    """A candidate of a choice in words: a face, or a card and where it lies."""
    if candidate not in position.handles:
        return candidate
    machine, state = _machine(position), position.state
    owner = lies_before(machine, state, position.handles.index(candidate))
    name = position.name(candidate)
    if owner is not None:
        whose = called(position, machine.layout.seats[owner], seat)
        return f"{name} ({'yours' if whose == 'you' else f'of {whose}'})"
    return name


# --- what a person may ask -----------------------------------------------------------------------


def explained(position: Position, seat: str, name: str) -> list[str]:
    """The monster or the cards that are called so."""
    for each, player in position.view(seat)["players"].items():
        names = (each, called(position, each, None), *(OWN_VALUES if each == seat else ()))
        if player["monster"] is not None and name in names:
            return [each]
    return [handle for handle in _open(position) if name in position.name(handle).lower()]


def _open(position: Position) -> Iterable[str]:
    """The cards in the row and before monsters."""
    machine, state = _machine(position), position.state
    for card, handle in enumerate(position.handles):
        if state.where[card] == ROW or lies_before(machine, state, card) is not None:
            yield handle


def refused(position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
    """Why cards for sale, or cards and powers one could use, are not among the choices."""
    offered = {str(value) for option in decision.options for value in option.values()}
    if decision.kind == "buy":
        for handle in position.view(seat)["row"]:
            if handle not in offered:
                yield from position.why({"buy": handle})
        if {"sweep": True} not in decision.options:
            yield from position.why({"sweep": True})
    if decision.kind in ("buy", "use", "defend", "resolve"):
        for handle in _usable_at_times(position, seat):
            if handle not in offered:
                yield from position.why({"use": handle})


def _usable_at_times(position: Position, seat: str) -> Iterator[str]:
    """What a monster may use at some moment or other: cards, and its own power."""
    machine, state = _machine(position), position.state
    windowed = {linked.definition for linked in machine.abilities if linked.head in WINDOWS}
    number = machine.layout.seats.index(seat)
    for card, definition in texts(machine, state, number):
        if machine.definitions[definition].id in windowed:
            yield position.handles[card]
