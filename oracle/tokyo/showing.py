"""King of Tokyo shown to a person: the table, the choices and what one may ask about them."""

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
from oracle.position import Position

from .damage import pending_loss
from .moments import WINDOWS
from .monsters import name_of_place, price_of, said_by, texts
from .roll import dice_shown, symbols
from .table import (
    ACTOR,
    ADDED,
    COPIED,
    FACES,
    HAS_MONSTER,
    OUTSIDE,
    REROLLS,
    ROW,
    SWEEP_PRICE,
    TOP,
    TURN,
)
from .whereabouts import lies_before

if TYPE_CHECKING:
    from oracle.explanation import Reason

    from .machine import Tokyo

HELP = (
    "Type the number of a choice; dice to roll again also by their faces, such as: claw one one. "
    "Also: ? rules of what just happened, w N why a choice is possible, w why others are not, "
    "w NAME why a card has its price, w me or w monster N why its dice and hearts are so, "
    "b board, d discard pile, q quit."
)

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

WITH_DICE = ("roll phase", "resolve phase")

QUESTIONS = {
    "use": "Use a card now?",
    "reroll": "You have rolled {dice}. Which do you roll again? Rerolls left: {rerolls}.",
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

OTHERWISE = "{source}: what do you choose?"
"""What is asked where the question has no words of its own."""

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


def _machine(position: Position) -> Tokyo:
    return cast("Tokyo", position.ruleset.machine)


def called(position: Position, seat: str, listener: str | None) -> str:
    """What a monster is called to one who listens, or to everybody."""
    number = position.ruleset.machine.layout.seats.index(seat) + 1
    return "you" if seat == listener else f"monster {number}"


def phase_of(machine: Tokyo, state: State) -> str:
    """Where the turn stands."""
    if not state.registers[TURN]:
        return "setup"
    for frame in reversed(state.stack):
        name = machine.code_names[frame[0]]
        if name in PHASES:
            return PHASES[name]
    if not state.stack:
        return "over"
    turns = state.stack[0]
    done = [step.__name__ for step in machine.codes[turns[0]][: turns[1]]]
    return next((STEPS[name] for name in reversed(done) if name in STEPS), "start of the turn")


# --- the board -----------------------------------------------------------------------------------


def board(position: Position, seat: str) -> RenderableType:
    """Every monster with its cards, the dice, and the cards for sale at the prices of the seat."""
    machine, state = _machine(position), position.state
    view = position.view(seat)
    parts: list[RenderableType] = []
    for name in view["players"]:
        parts += _monster(position, view, name, seat)
    phase = phase_of(machine, state)
    if phase in WITH_DICE:
        parts += ["", _dice(state)]
    turn = state.registers[TURN]
    title = f"Turn {turn}: {called(position, view['turn'], seat)}, {phase}" if turn else "Setup"
    actor = machine.layout.seats[state.registers[ACTOR]]
    if actor != view["turn"]:
        title += f" with the roll taken by {called(position, actor, seat)}"
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
    if not player["hearts"]:
        line.append("  eliminated", style="dim")
        return [line]
    line.append(f"  hearts {player['hearts']:>2}", style="red")
    line.append(f"  stars {player['stars']:>2}", style="yellow")
    line.append(f"  energy {player['energy']:>2}", style="cyan")
    if player["place"] != OUTSIDE:
        line.append(f"  in {name_of_place(player['place'])}", style="bold magenta")
    for kind in ("poison", "shrink"):
        if player[kind]:
            line.append(f"  {_counted(player[kind], f'{kind} token')}", style="green")
    if player.get("mindbugs"):
        line.append(f"  {_counted(player['mindbugs'], 'Mindbug token')}", style="green")
    line.append(_own_cards(position, player, name), style="blue")
    cards = [*player["area"], *player.get("evolutions", ())]
    hand = player.get("hand", ())
    grid = _grid()
    for card in cards:
        text = "; ".join(_text(position, card["h"]))
        grid.add_row(_with_counters(position, card), Text(text, style="dim"))
    for handle in hand if name == seat else ():
        text = "; ".join(_text(position, handle))
        grid.add_row(Text(f"in hand: {position.name(handle)}"), Text(text, style="dim"))
    return [line, Padding(grid, (0, 0, 0, 4))] if grid.row_count else [line]


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


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    return grid


def _with_counters(position: Position, card: Json) -> Text:
    """A card with what lies on it and what it copies."""
    name = Text(position.name(card["h"]))
    if card["counters"]:
        name.append(f" ({card['counters']} on it)", style="green")
    machine, state = _machine(position), position.state
    copied = state.registers[COPIED] - 1
    if copied >= 0 and state.cards[position.handles.index(card["h"])] in machine.copiers:
        name.append(f" (copies {position.name(position.handles[copied])})", style="magenta")
    return name


def _dice(state: State) -> Text:
    """The dice that lie there, the symbols added to them, and the rerolls left."""
    faces = [FACES[face] for face in dice_shown(state)]
    line = Text("  Dice: ", style="bold")
    line.append(" ".join(faces) if faces else "none yet")
    added = [
        _counted(state.registers[ADDED + face], name)
        for face, name in enumerate(FACES)
        if state.registers[ADDED + face]
    ]
    if added:
        line.append(f"   added: {', '.join(added)}")
    line.append(f"   rerolls left: {state.registers[REROLLS]}", style="dim")
    return line


def _row(position: Position, view: Json, seat: str) -> Panel:
    """What is for sale."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    machine, state = _machine(position), position.state
    number = machine.layout.seats.index(seat)
    for handle in view["row"]:
        card = position.handles.index(handle)
        price, _ = price_of(machine, state, card, number)
        kind = position.ruleset.cards[position.card(handle)].choice("type")
        text = "; ".join([str(kind), *_text(position, handle)])
        grid.add_row(str(price), Text(position.name(handle)), Text(text, style="dim"))
    facts = f"deck {view['deck']['count']}   discard pile {len(view['discard'])}"
    return Panel(
        grid if view["row"] else Text("no power cards for sale", style="dim"),
        title=f"[bold]Power cards[/]  {facts}",
        title_align="left",
        border_style="yellow",
    )


def _text(position: Position, handle: str) -> list[str]:
    return card_text(position.ruleset, position.ruleset.cards[position.card(handle)])


def _counted(number: int, noun: str) -> str:
    plural = "" if number == 1 or noun == "energy" else "s"
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
        rerolls=state.registers[REROLLS],
        loss=_counted(pending_loss(state, seat), "heart"),
        energy=state.counters[machine.energy + seat],
        active=called(position, machine.layout.seats[machine.active(state)], decision.seat),
    )
    asked = asked.removeprefix(": ")
    return f"{asked[:1].upper()}{asked[1:]}"


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
    """What an answer names: a card, a monster, a face, a number."""
    value: Any = option[verb]  # whatever an answer names
    if verb == "buy":
        return _for_sale(position, decision, value, seat)
    if verb == "be":
        return _title(value)
    if verb == "mode":
        return _alternative(position, decision, value)
    if verb in ("keep", "play"):
        return f"{position.name(value)} ({'; '.join(_text(position, value))})"
    if verb == "result":
        return _counted(symbols(position.state, FACES.index(value)), value)
    if value in position.ruleset.machine.layout.seats:
        return _described(position, value, seat)
    if "ability" in option:
        text = _ability(position, decision, value, option["ability"])
        return f"{position.name(value)}: {text}" if text else position.name(value)
    return "" if value is True else position.name(str(value))


def _for_sale(position: Position, decision: Decision, handle: str, seat: str | None) -> str:
    """A card with its price and, if it is not in the row, where it lies."""
    machine, state = _machine(position), position.state
    card = position.handles.index(handle)
    price, _ = price_of(machine, state, card, machine.layout.seats.index(decision.seat))
    text = f"{position.name(handle)} for {price} energy"
    if state.where[card] == TOP:
        return f"{text}, from the top of the deck ({'; '.join(_text(position, handle))})"
    owner = lies_before(machine, state, card)
    if owner is not None:
        return f"{text}, from {called(position, machine.layout.seats[owner], seat)}"
    return text


def _alternative(position: Position, decision: Decision, number: int) -> str:
    """What an alternative of the source's text says."""
    found: list[str] = []
    if decision.source is not None:
        source = position.ruleset.cards[position.card(decision.source)]
        found = alternatives(position.ruleset, source)
    alike = len(found) == len(decision.options)
    return found[number - 1] if alike else f"alternative {number}"


def _described(position: Position, name: str, seat: str | None) -> str:
    player = position.projection()["players"][name]
    facts = [
        _counted(player["hearts"], "heart"),
        _counted(player["stars"], "star"),
        _counted(player["energy"], "energy"),
    ]
    return f"{called(position, name, seat)} ({', '.join(facts)})"


def _ability(position: Position, decision: Decision, handle: str, label: str) -> str:
    """The words of an ability that an answer names, behind the moment it works at."""
    machine, state = _machine(position), position.state
    card, seat = position.handles.index(handle), machine.layout.seats.index(decision.seat)
    having = {machine.definitions[state.cards[card]].id} | {
        machine.definitions[definition].id
        for each, definition in texts(machine, state, seat)
        if each == card
    }
    for linked in machine.abilities:
        if linked.definition in having and linked.label == label:
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
    """The living monster or the cards that are called so."""
    players = position.view(seat)["players"]
    for each, player in players.items():
        names = (each, called(position, each, None), *(OWN_VALUES if each == seat else ()))
        if player["hearts"] and name in names:
            return [each]
    return [handle for handle in _open(position) if name in position.name(handle).lower()]


def _open(position: Position) -> Iterable[str]:
    """The cards in the row and before monsters."""
    machine, state = _machine(position), position.state
    for card, handle in enumerate(position.handles):
        if state.where[card] == ROW or lies_before(machine, state, card) is not None:
            yield handle


def refused(position: Position, decision: Decision, seat: str) -> Iterator[Reason]:
    """Why cards for sale, or cards one could use, are not among the choices."""
    machine, state = _machine(position), position.state
    offered = {str(value) for option in decision.options for value in option.values()}
    if decision.kind == "buy":
        for handle in position.view(seat)["row"]:
            if handle not in offered:
                yield from position.why({"buy": handle})
        if {"sweep": True} not in decision.options:
            yield from position.why({"sweep": True})
    if decision.kind in ("buy", "use", "defend"):
        for handle in _usable_at_times(position, machine, state, seat):
            if handle not in offered:
                yield from position.why({"use": handle})
    if decision.kind == "heart":
        for kind in ("poison", "shrink"):
            if {"remove": kind} not in decision.options:
                yield from position.why({"remove": kind})
        if said_by(machine, state, "heals-others", machine.layout.seats.index(seat)):
            for other in machine.layout.seats:
                if other != seat and {"give": other} not in decision.options:
                    yield from position.why({"give": other})


def _usable_at_times(position: Position, machine: Tokyo, state: State, seat: str) -> Iterator[str]:
    """The cards of a monster that it may use at some moment or other."""
    windowed = {linked.definition for linked in machine.abilities if linked.head in WINDOWS}
    number = machine.layout.seats.index(seat)
    found = {
        card
        for card, definition in texts(machine, state, number)
        if machine.definitions[definition].id in windowed
    }
    for card in sorted(found):
        yield position.handles[card]
