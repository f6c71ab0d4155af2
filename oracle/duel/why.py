"""Why Duel allows an answer or does not: the reasons a player at the table would give."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from oracle.card_text import ability_text
from oracle.kernel.decision import Decision
from oracle.king.table import DICE, REROLLS, ROW, SWEEP_PRICE

from .drawing import cells_in
from .hindrances import at_other_moments, not_usable
from .monsters import laid_tokens, markers, result_of
from .noise import TOKEN
from .paths import FARTHEST, PLACE_NAMES, PLACES, TRACKS, is_special
from .table import (
    BOARD,
    ENERGY,
    ENOUGH_TO_PULL,
    FACES,
    MOST_EXTRA_DICE,
    PLACE_SHIFT,
    POWER,
    RESOLVED,
    TOKENS,
    TRACK_OF,
)
from .values import card_values, price, seat_values
from .whereabouts import is_at_hand, place_text, where_is

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.kernel.state import Frame, State
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

ELSEWHERE: dict[str, tuple[str, tuple[str, ...]]] = {
    "sweep": ("The row is swept only in one's own buy phase", ("kd.buy.sweep", "kd.turn.phases")),
    "buy": ("Cards are bought only in one's own buy phase", ("kd.buy.may", "kd.turn.phases")),
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

MANDATORY: dict[str, tuple[str, tuple[str, ...]]] = {
    "resolve": ("Every result must be resolved", ("kd.resolve.all",)),
    "defend": ("What is not optional must be applied", ("kd.hit.defend", "kd.card.may")),
    "reroll": ("To stop is to choose no dice", ("kd.roll.stop",)),
    "tokens": ("To spend none is to answer 0", ("kd.dice.token-spend",)),
    "place": ("A token that can be placed must be placed", ("kd.noise.must",)),
    "mode": ("One of the alternatives must be chosen", ("kd.card.may", "kd.turn.cut-short")),
}
"""Why nothing can be declined, by kind of decision."""


def worth_explaining(position: Position) -> list[str]:
    """The monsters, and the cards for sale."""
    machine, state = _machine(position), position.state
    seats = [name for name in machine.layout.seats if seat_values(position, name)]
    return seats + [position.handles[card] for card in state.zones[ROW]]


def words_for(position: Position, option: dict[str, Any]) -> str:
    """What an option means, where its values alone do not say it."""
    names = [position.name(value) for value in option.values() if value in position.handles]
    if option.get("place") in PLACE_NAMES:
        names.append(place_text(option["place"]))
    return f"  {', '.join(names)}" if names else ""


def _machine(position: Position) -> Duel:
    return cast("Duel", position.ruleset.machine)


def _seat(position: Position, decision: Decision) -> int:
    """Who decides; for chance, whose turn it is."""
    machine = _machine(position)
    if decision.is_chance:
        return machine.active(position.state)
    return machine.layout.seats.index(decision.seat)


def _frame(machine: Duel, state: State, name: str) -> Frame | None:
    """The innermost running procedure of that name."""
    for frame in reversed(state.stack):
        if machine.code_names[frame[0]] == name:
            return frame
    return None


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


# --- for an answer -------------------------------------------------------------------------------


def in_favour(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """What a legal answer rests on beside the rules of its decision."""
    machine, state = _machine(position), position.state
    verb, name = next(iter(given)), decision.seat
    seat = _seat(position, decision)
    energy = state.counters[ENERGY + seat]
    if decision.kind == "reroll":
        left = _counted(state.registers[REROLLS], "roll")
        text = f"{name} has {left} left" + ("." if given["choose"] else " and stops.")
        yield text, ("kd.roll.three",) if given["choose"] else ("kd.roll.stop",)
    elif decision.kind == "tokens":
        held = _counted(state.counters[TOKENS + seat], "dice token")
        yield f"{name} has {held}.", ("kd.dice.token-spend",)
    elif verb == "buy":
        cost = price(position, position.handles.index(given[verb]))
        text = f"{position.name(given[verb])} costs {_cost(cost.value, cost.text)}"
        yield f"{text}, and {name} has {energy}.", cost.rules
    elif verb == "sweep":
        yield f"Sweeping costs {SWEEP_PRICE} energy, and {name} has {energy}.", ("kd.buy.sweep",)
    elif verb == "place":
        yield from _lying_there(given[verb])
    elif verb == "result":
        yield from _pulling(machine, state, FACES.index(given[verb]))
    elif verb == "use":
        yield from _words_used(position, decision, given)


def _lying_there(place: str) -> Iterator[Told]:
    special = PLACE_NAMES.index(place)
    rules: tuple[str, ...] = ("kd.noise.where",)
    rules += ("kd.noise.special-cells",) if is_special(special) else ()
    yield f"Nothing else lies on {place_text(place)}.", rules


def _pulling(machine: Duel, state: State, face: int) -> Iterator[Told]:
    """How far fame and destruction symbols pull."""
    if face in TRACK_OF:
        amount = result_of(machine, state, face)
        cells = _counted(amount - ENOUGH_TO_PULL + 1, "cell")
        yield (
            f"{amount} {FACES[face]} pull the marker {cells}.",
            ("kd.pull.three", "kd.pull.further"),
        )


def _words_used(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    assert state.pending is not None
    for option, shown in zip(state.pending[2], decision.options, strict=True):
        if shown == given and len(option) > 2:
            linked = machine.abilities[option[2]]
            text = ability_text(position.ruleset, linked)
            yield f'{position.name(given["use"])} says "{text}".', linked.rules


def _cost(value: int, text: str) -> str:
    """A price, with its parts if there are several: `5 energy (5 = 6 printed, -1 ...)`."""
    return f"{value} energy ({text})" if "," in text else f"{value} energy"


# --- against an answer ---------------------------------------------------------------------------


def against(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """Why an answer is not possible: another decision, too little energy, nothing to do it with."""
    about, verbs = EXPECTED.get(decision.kind, ("decides", _verbs(decision)))
    verb = next(iter(given))
    if verb not in verbs:
        yield from _wrong_verb(position, decision, verb, given[verb])
        yield f"{decision.seat} {about}; answers are {_listed(verbs)}.", decision.rules
        return
    value = given[verb]
    if decision.most is not None:
        yield from _not_candidates(position, decision, value)
        return
    if any(option.get(verb) is True for option in decision.options):
        yield f'This answer is written {{"{verb}": true}} and nothing else.', ()
        return
    if verb in _REASONS:
        yield from _REASONS[verb](position, decision)
        return
    if verb in position.ruleset.machine.option_types:
        yield from _no_such_value(position, decision, verb, value)
        return
    if not isinstance(value, str) or value not in position.handles:
        yield f'"{verb}" names one card, such as {{"{verb}": "#3"}}.', ()
        return
    found = list(_CARD_REASONS[verb](position, decision, value)) if verb in _CARD_REASONS else []
    yield from found
    if not found and len(given) > 1:
        yield f"The rest of the answer fits no option for {position.name(value)}.", decision.rules


def _verbs(decision: Decision) -> tuple[str, ...]:
    """The verbs that are offered, for a decision that is not described here."""
    if decision.most is not None:
        return ("choose",)
    return tuple(dict.fromkeys(next(iter(option)) for option in decision.options))


def _wrong_verb(position: Position, decision: Decision, verb: Any, value: Any) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    if {"decline": True} in decision.options and verb == "pass":
        yield 'To pass is written {"decline": true}.', ()
    elif verb in ("decline", "pass"):
        text, rules = MANDATORY.get(decision.kind, ("Nothing here is optional", ("kd.card.may",)))
        yield f"{text}.", rules
    elif verb in ("choose", "reroll"):
        yield from _no_reroll(machine, state, decision, _seat(position, decision))
    elif verb == "use" and isinstance(value, str) and value in position.handles:
        yield from _not_asked_for(position, decision, value)
    elif verb == "amount":
        yield from _no_tokens(position, decision)
    elif verb in ELSEWHERE:
        text, rules = ELSEWHERE[verb]
        yield f"{text}.", rules


def _no_tokens(position: Position, decision: Decision) -> Iterator[Told]:
    """Dice tokens have one moment, and are of no use beyond two extra dice."""
    seat = _seat(position, decision)
    held = _counted(position.state.counters[TOKENS + seat], "dice token")
    text, rules = ELSEWHERE["amount"]
    yield f"{text}, for at most {MOST_EXTRA_DICE} extra dice; {decision.seat} has {held}.", rules


def _not_asked_for(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    """Why a card is not used at a decision that is about something else."""
    card, seat = position.handles.index(handle), _seat(position, decision)
    if is_at_hand(_machine(position), position.state, card, seat):
        yield from at_other_moments(position, seat, card)
    else:
        yield _not_before(position, seat, card)


def _not_before(position: Position, seat: int, card: int) -> Told:
    machine = _machine(position)
    where = where_is(machine, position.state, card)
    text = f"{position.name(position.handles[card])} is {where}, "
    return f"{text}not before {machine.layout.seats[seat]}.", ("kd.card.owner", "kd.card.keep")


def _no_reroll(machine: Duel, state: State, decision: Decision, seat: int) -> Iterator[Told]:
    """Dice are rolled again in one's own roll phase, and only so often."""
    name = machine.layout.seats[seat]
    if machine.active(state) != seat:
        yield f"{name} rolls dice only in its own roll phase.", ("kd.turn.phases",)
    elif _frame(machine, state, "roll-phase") is None:
        yield "The roll phase is over.", ("kd.roll.complete", "kd.turn.phases")
    elif state.registers[REROLLS]:
        yield "Dice are rolled again before or after this choice.", ("kd.roll.some",)
    else:
        yield f"{name} has no rolls left.", ("kd.roll.three", "kd.roll.complete")


def _no_such_value(position: Position, decision: Decision, verb: str, value: Any) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    if verb == "result" and value in FACES:
        yield from _no_result(machine, state, FACES.index(value))
    elif verb == "place":
        yield from _no_place(position, decision, value)
    elif verb == "die" and value in FACES and not state.registers[DICE + FACES.index(value)]:
        yield f"No die shows {value}.", decision.rules
    elif decision.kind == "tokens" and _is_number(value):
        yield from _too_many(position, decision, value)
    elif verb == "be" and value in position.ruleset.cards:
        yield f"{position.ruleset.cards[value].name} is taken.", ("kd.setup.monsters",)
    elif verb == "amount" and _is_number(value):
        most = max(option["amount"] for option in decision.options)
        yield f"{value} is not possible: it is 0 to {most}.", decision.rules
    else:
        names = [str(option[verb]) for option in decision.options if verb in option]
        one_of = f"one of {_listed(names)}" if len(names) > 1 else "".join(names) or "nothing here"
        yield f'"{verb}" names {one_of}, and {value!r} is none of these.', decision.rules


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _too_many(position: Position, decision: Decision, value: int) -> Iterator[Told]:
    held = position.state.counters[TOKENS + _seat(position, decision)]
    most = max(option["amount"] for option in decision.options)
    if value > held:
        text = f"{decision.seat} has {_counted(held, 'dice token')}."
        yield text, ("kd.dice.token-spend",)
    elif value > most:
        text = f"Only {_counted(most, 'dice token')} could still add a die."
        yield text, ("kd.dice.token-useless", "kd.dice.most")
    else:
        yield f"{value} is no number of dice tokens.", decision.rules


def _no_result(machine: Duel, state: State, face: int) -> Iterator[Told]:
    amount, name = result_of(machine, state, face), FACES[face]
    if face == POWER:
        text = "Power symbols are no result: they pay for the special power of the monster."
        yield text, ("kd.resolve.results", "kd.power.own")
    elif state.registers[RESOLVED] >> face & 1:
        yield f"The result {name} is resolved already.", ("kd.resolve.all",)
    elif face in TRACK_OF and amount:
        text = f"{amount} {name} pull nothing: it takes {ENOUGH_TO_PULL}."
        yield text, ("kd.pull.too-few",)
    else:
        yield f"Nothing shows {name}.", ("kd.resolve.results",)


# --- places of tokens ----------------------------------------------------------------------------


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
        text = f"The token covers {_counted(min(sizes), 'cell')} of the board."
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
    frame = _frame(machine, state, "lay-token")
    token = None if frame is None else int(frame[TOKEN])
    return token if token is not None and state.where[token] == BOARD else None


def _covered(number: int, track: str) -> tuple[int, ...]:
    where, cells = PLACES[number]
    return cells if TRACKS[where] == track else ()


def _turned(place: str) -> str:
    track, _, cells = place.partition(":")
    return f"{track}:{','.join(reversed(cells.split(',')))}"


# --- sweeping, declining -------------------------------------------------------------------------


def _no_sweep(position: Position, decision: Decision) -> Iterator[Told]:
    state = position.state
    energy = state.counters[ENERGY + _seat(position, decision)]
    if not state.zones[ROW]:
        yield "There is no card in the row.", ("kd.buy.exhausted", "kd.buy.sweep")
    else:
        text = f"Sweeping costs {SWEEP_PRICE} energy, and {decision.seat} has {energy}."
        yield text, ("kd.buy.sweep", "kd.energy.kept")


def _no_decline(position: Position, decision: Decision) -> Iterator[Told]:
    text, rules = MANDATORY.get(decision.kind, ("Nothing here is optional", ("kd.card.may",)))
    yield f"{text}.", rules


_REASONS: dict[str, Callable[[Position, Decision], Iterator[Told]]] = {
    "sweep": _no_sweep,
    "decline": _no_decline,
}


# --- cards ---------------------------------------------------------------------------------------


def _no_purchase(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    state, seat = position.state, _seat(position, decision)
    name, card = position.name(handle), position.handles.index(handle)
    if card not in state.zones[ROW]:
        where = where_is(_machine(position), state, card)
        text = f"{name} is {where}, and {decision.seat} buys from the row."
        yield text, ("kd.buy.may", "kd.setup.row")
        return
    cost = price(position, card)
    energy = state.counters[ENERGY + seat]
    if cost.value > energy:
        costs = _cost(cost.value, cost.text)
        yield f"{name} costs {costs}, and {decision.seat} has {energy}.", cost.rules


def _no_use(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    card, seat = position.handles.index(handle), _seat(position, decision)
    written = [option for option in decision.options if option.get("use") == handle]
    if written:
        yield f"The ability is named too: {json.dumps(written[0])}.", ()
    elif not is_at_hand(_machine(position), position.state, card, seat):
        yield _not_before(position, seat, card)
    else:
        yield from not_usable(position, seat, card)


def _no_order(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    written = [option for option in decision.options if option.get("resolve") == handle]
    if written:
        yield f"The ability is named too: {json.dumps(written[0])}.", ()
    else:
        yield f"No effect of {position.name(handle)} is waiting.", decision.rules


def _no_token(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    state, card = position.state, position.handles.index(handle)
    machine, name = _machine(position), position.name(handle)
    kind = machine.tokens.get(state.cards[card])
    if kind is None:
        yield f"{name} is no noise token.", ("kd.king.tokens",)
    elif kind.monster is None:
        yield f"{name} is none of the tokens of a monster.", ("kd.king.tokens", "kd.king.only")
    else:
        yield f"{name} can be placed or moved nowhere.", ("kd.noise.stuck", "kd.king.both-out")


def _not_in_deck(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    where = where_is(_machine(position), position.state, position.handles.index(handle))
    yield f"{position.name(handle)} is {where}, not in the deck.", decision.rules


_CARD_REASONS: dict[str, Callable[[Position, Decision, str], Iterator[Told]]] = {
    "buy": _no_purchase,
    "use": _no_use,
    "resolve": _no_order,
    "token": _no_token,
    "turn-up": _not_in_deck,
}


def _not_candidates(position: Position, decision: Decision, chosen: Any) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    if not isinstance(chosen, list) or decision.kind in machine.choice_names:
        return
    for handle in chosen:
        if handle in position.handles and handle not in decision.candidates:
            where = where_is(machine, state, position.handles.index(handle))
            text = f"{position.name(handle)} is {where}, and not among those the text means."
            yield text, decision.rules


def _listed(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
