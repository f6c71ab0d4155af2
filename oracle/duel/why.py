"""Why Duel allows an answer or does not: the reasons a player at the table would give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from oracle.dice_games.table import ROW
from oracle.dice_games.why import (
    Cited,
    NoRoll,
    Reasons,
    counted,
    is_number,
    names_in,
    running,
    seat_of,
)
from oracle.kernel.decision import Decision

from .drawing import cells_in
from .hindrances import at_other_moments, not_usable
from .monsters import laid_tokens, markers, result_of
from .noise import TOKEN
from .table import (
    BOARD,
    ENOUGH_TO_PULL,
    FACES,
    LEFT,
    MOST_EXTRA_DICE,
    PLACE_SHIFT,
    POWER,
    RESOLVED,
    TOKENS,
    TRACK_OF,
)
from .tracks import FARTHEST, PLACE_NAMES, PLACES, TRACKS, is_special
from .values import card_values, price, seat_values
from .whereabouts import is_at_hand, place_text, where_is

if TYPE_CHECKING:
    from oracle.explanation import Told, Value
    from oracle.kernel.state import Rules, State
    from oracle.position import Position

    from .machine import Duel

__all__ = ["card_values", "seat_values"]  # told by this module, reckoned in their own

PRINTED: dict[str, tuple[str, ...]] = {}
LOWEST: dict[str, tuple[str, ...]] = {}

EXAMPLE = '{"buy": "#3"}'

EXPECTED = {
    "be": ("picks a monster to play", ("be",)),
    "first-roll": ("rolls a die for the first turn", ("face",)),
    "turn-up": ("turns up a card", ("turn-up",)),
    "order": ("picks the effect that is next", ("resolve",)),
    "use": ("may use a card", ("use", "decline")),
    "tokens": ("may spend dice tokens", ("amount",)),
    "roll": ("rolls a die", ("face",)),
    "throw": ("throws a die for a card", ("face",)),
    "reroll": ("may roll dice again", ("choose",)),
    "resolve": ("picks what is resolved next", ("result", "use", "decline")),
    "defend": ("defends itself", ("use", "decline")),
    "token": ("picks a noise token", ("token",)),
    "place": ("places a noise token", ("place", "decline")),
    "buy": ("may buy and sweep", ("buy", "sweep", "use", "decline")),
    "may": ("may do what the text offers", ("accept", "decline")),
    "mode": ("picks one of the alternatives of a text", ("mode",)),
    "to": ("picks a symbol", ("to",)),
    "amount": ("says how much", ("amount",)),
    "die": ("picks a die", ("die",)),
    "dice": ("picks dice", ("choose",)),
    "choose": ("chooses among cards", ("choose",)),
}
"""What each kind of decision is about, and the verbs that answer it."""

ELSEWHERE: dict[str, Told] = {
    "sweep": ("The row is swept only in one's own buy phase", ("kd.buy.sweep", "kd.turn.phases")),
    "buy": (
        "Cards are bought only in one's own buy phase, or when a card offers it",
        ("kd.buy.may", "kd.turn.phases"),
    ),
    "result": ("Results are picked only in the resolve phase", ("kd.resolve.order",)),
    "place": ("No noise token is placed now", ("kd.noise.before", "kd.king.only")),
    "token": ("No noise token is chosen now", ("kd.king.only",)),
    "face": ("What a die shows is up to chance", ("kd.dice.faces",)),
    "accept": ("Nothing is offered that could be accepted", ("kd.card.may",)),
    "resolve": ("No two effects wait for an order", ("kd.card.waiting",)),
    "amount": (
        "Dice tokens are spent only before one's own first roll",
        ("kd.dice.token-spend", "kd.dice.token-useless"),
    ),
    "be": ("Monsters are chosen before the game begins", ("kd.setup.monsters",)),
}
"""Why a verb does not answer a decision of another kind."""

MANDATORY: dict[str, Told] = {
    "resolve": ("Every result must be resolved", ("kd.resolve.all",)),
    "defend": ("What is not optional must be applied", ("kd.hit.defend", "kd.card.may")),
    "reroll": ("To stop is to choose no dice", ("kd.roll.stop",)),
    "tokens": ("To spend none is to answer 0", ("kd.dice.token-spend",)),
    "place": ("A token that can be placed must be placed", ("kd.noise.must",)),
    "mode": ("One of the alternatives must be chosen", ("kd.card.may", "kd.turn.cut-short")),
}
"""Why nothing can be declined, by kind of decision."""

CITED = Cited(
    optional=("kd.card.may",),
    owner=("kd.card.owner", "kd.card.keep"),
    rolls=("kd.roll.three",),
    stop=("kd.roll.stop",),
    sweep=("kd.buy.sweep",),
    pay=("kd.energy.kept",),
)

NO_ROLL = NoRoll(
    others=("{name} rolls dice only in its own roll phase", ("kd.turn.phases",)),
    over=("The roll phase is over", ("kd.roll.complete", "kd.turn.phases")),
    not_now=("Dice are rolled again before or after this choice", ("kd.roll.some",)),
    none_left=("{name} has no rolls left", ("kd.roll.three", "kd.roll.complete")),
)


def worth_explaining(position: Position) -> list[str]:
    """The monsters, and the cards for sale."""
    machine, state = _machine(position), position.state
    seats = [name for name in machine.layout.seats if seat_values(position, name)]
    return seats + [position.handles[card] for card in state.zones[ROW]]


def words_for(position: Position, option: dict[str, Any]) -> str:
    """What an option means, where its values alone do not say it."""
    names = names_in(position, option)
    if option.get("place") in PLACE_NAMES:
        names.append(place_text(option["place"]))
    return f"  {', '.join(names)}" if names else ""


def _machine(position: Position) -> Duel:
    return cast("Duel", position.ruleset.machine)


class _Reasons(Reasons):
    expected, elsewhere, mandatory = EXPECTED, ELSEWHERE, MANDATORY
    cited, no_roll = CITED, NO_ROLL
    rolls = "roll"
    example = '{"choose": ["claw", "fame"]}'
    where_is, is_at_hand = staticmethod(where_is), staticmethod(is_at_hand)
    not_usable, at_other_moments = staticmethod(not_usable), staticmethod(at_other_moments)

    def __init__(self) -> None:
        super().__init__()
        self.of_card |= {"token": _no_token}

    def price(self, position: Position, card: int, seat: int) -> Value:
        return price(position, card)

    def not_for_sale(self, position: Position, card: int) -> Rules:
        return ("kd.buy.may", "kd.setup.row")

    def in_favour(self, position: Position, decision: Decision, given: Any) -> Iterator[Told]:
        verb = next(iter(given))
        if decision.kind == "tokens":
            yield f"{decision.seat} has {_tokens_of(position, decision)}.", ("kd.dice.token-spend",)
        elif verb == "place":
            yield _lying_there(given[verb])
        elif verb == "result":
            yield from _pulling(position, FACES.index(given[verb]))
        else:
            yield from super().in_favour(position, decision, given)

    def wrong_verb(
        self, position: Position, decision: Decision, verb: Any, value: Any
    ) -> Iterator[Told]:
        if verb == "amount":
            yield _no_tokens(position, decision)
        else:
            yield from super().wrong_verb(position, decision, verb, value)

    def no_such_value(
        self, position: Position, decision: Decision, verb: str, value: Any
    ) -> Iterator[Told]:
        if verb == "place":
            yield from _no_place(position, decision, value)
        elif decision.kind == "tokens" and is_number(value):
            yield _too_many(position, decision, value)
        elif verb == "be" and isinstance(value, str) and value in position.ruleset.cards:
            yield f"{position.ruleset.cards[value].name} is taken.", ("kd.setup.monsters",)
        else:
            yield from super().no_such_value(position, decision, verb, value)

    def no_result(self, position: Position, face: int) -> Told:
        machine, state = _machine(position), position.state
        amount, name = result_of(machine, state, face), FACES[face]
        if face == POWER:
            text = "Power symbols are no result: they pay for the special power of the monster."
            return text, ("kd.resolve.results", "kd.power.own")
        if state.registers[RESOLVED] >> face & 1:
            return f"The result {name} is resolved already.", ("kd.resolve.all",)
        if state.registers[LEFT + face] and not amount:
            return f"Every {name} was left unresolved.", ("kd.resolve.left",)
        if face in TRACK_OF and amount:
            text = f"{amount} {name} pull nothing: it takes {ENOUGH_TO_PULL}."
            return text, ("kd.pull.too-few",)
        return f"Nothing shows {name}.", ("kd.resolve.results",)

    def not_a_candidate(self, position: Position, decision: Decision, handle: str) -> Told:
        card = position.handles.index(handle)
        if "kd.buy.at-start" in decision.rules and position.state.where[card] == ROW:
            text = f"{position.name(handle)} costs more energy than {decision.seat} has."
            return text, decision.rules
        return super().not_a_candidate(position, decision, handle)

    def no_sweep(self, position: Position, decision: Decision) -> Iterator[Told]:
        if not position.state.zones[ROW]:
            yield "There is no card in the row.", ("kd.buy.exhausted", "kd.buy.sweep")
        else:
            yield from super().no_sweep(position, decision)


# --- results and dice tokens ---------------------------------------------------------------------


def _pulling(position: Position, face: int) -> Iterator[Told]:
    """How far fame and destruction symbols pull."""
    if face in TRACK_OF:
        amount = result_of(_machine(position), position.state, face)
        cells = counted(amount - ENOUGH_TO_PULL + 1, "cell")
        text = f"{amount} {FACES[face]} pull the marker {cells}."
        yield text, ("kd.pull.three", "kd.pull.further")


def _held(position: Position, decision: Decision) -> int:
    return position.state.counters[TOKENS + seat_of(position, decision)]


def _tokens_of(position: Position, decision: Decision) -> str:
    return counted(_held(position, decision), "dice token")


def _no_tokens(position: Position, decision: Decision) -> Told:
    """Dice tokens have one moment, and are of no use beyond two extra dice."""
    text, rules = ELSEWHERE["amount"]
    held = f"{decision.seat} has {_tokens_of(position, decision)}"
    return f"{text}, for at most {MOST_EXTRA_DICE} extra dice; {held}.", rules


def _too_many(position: Position, decision: Decision, value: int) -> Told:
    most = max(option["amount"] for option in decision.options)
    if value > _held(position, decision):
        return f"{decision.seat} has {_tokens_of(position, decision)}.", ("kd.dice.token-spend",)
    if value > most:
        text = f"Only {counted(most, 'dice token')} could still add a die."
        return text, ("kd.dice.token-useless", "kd.dice.most")
    return f"{value} is no number of dice tokens.", decision.rules


# --- noise tokens --------------------------------------------------------------------------------


def _lying_there(place: str) -> Told:
    rules: Rules = ("kd.noise.where",)
    rules += ("kd.noise.special-cells",) if is_special(PLACE_NAMES.index(place)) else ()
    return f"Nothing else lies on {place_text(place)}.", rules


def _no_token(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    name, card = position.name(handle), position.handles.index(handle)
    kind = _machine(position).tokens.get(position.state.cards[card])
    if kind is None:
        yield f"{name} is no noise token.", ("kd.king.tokens",)
    elif kind.monster is None:
        yield f"{name} is none of the tokens of a monster.", ("kd.king.tokens", "kd.king.only")
    else:
        yield f"{name} can be placed or moved nowhere.", ("kd.noise.stuck", "kd.king.both-out")


def _no_place(position: Position, decision: Decision, place: Any) -> Iterator[Told]:
    """Why a token cannot lie there: no such cells, a token or a marker there, the wrong way."""
    machine, state = _machine(position), position.state
    if place not in PLACE_NAMES:
        text = f'A place is written such as "{PLACE_NAMES[0]}": cells next to each other on a track'
        yield f"{text}, from {FARTHEST} to -{FARTHEST}.", ("kd.noise.where", "kd.track.cells")
        return
    track, cells = cells_in(place)
    sizes = {len(cells_in(option["place"])[1]) for option in decision.options if "place" in option}
    if len(cells) not in sizes:
        text = f"The token covers {counted(min(sizes), 'cell')} of the board."
        yield text, ("kd.noise.where", "kd.noise.size")
        return
    name = place_text(place)
    moved = _lifted(machine, state)
    others = [
        laid
        for card, laid in zip(state.zones[BOARD], laid_tokens(machine, state), strict=True)
        if card != moved
    ]
    taken = {cell for number, _ in others for cell in _covered(number, track)}
    stands = markers(state)[TRACKS.index(track)]
    if taken & set(cells):
        yield f"Another token lies on {name}.", ("kd.noise.other-token",)
    elif any(2 * cell == stands for cell in cells):
        yield f"The {track} marker stands on {name}.", ("kd.noise.marker",)
    elif moved is not None and place == PLACE_NAMES[state.marks[moved] >> PLACE_SHIFT]:
        text = f"It lies on {name} already; to leave it there is to decline."
        yield text, ("kd.noise.move",)
    elif {"place": _turned(place)} in decision.options:
        text = f"The token lies on {name} only the other way round."
        yield text, ("kd.noise.either-way", "kd.noise.bent")
    else:
        yield f"The token does not fit on {name}.", decision.rules


def _lifted(machine: Duel, state: State) -> int | None:
    """The token that is being moved, if it is one on the board."""
    frame = running(machine, state, "lay-token")
    token = None if frame is None else int(frame[TOKEN])
    return token if token is not None and state.where[token] == BOARD else None


def _covered(number: int, track: str) -> tuple[int, ...]:
    where, cells = PLACES[number]
    return cells if TRACKS[where] == track else ()


def _turned(place: str) -> str:
    track, _, cells = place.partition(":")
    return f"{track}:{','.join(reversed(cells.split(',')))}"


_REASONS = _Reasons()
in_favour, against = _REASONS.in_favour, _REASONS.against
