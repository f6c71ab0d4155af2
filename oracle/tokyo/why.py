"""Why King of Tokyo allows an answer or does not: the reasons a player at the table would give."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from oracle.card_text import ability_text
from oracle.kernel.decision import Decision

from .buying import barred_by, can_buy, wares
from .damage import LOST, SEATS, damage_frame, pending_loss
from .hindrances import at_other_moments, not_usable
from .monsters import counters_on, in_tokyo, maximum_of, name_of_place, said_by
from .resolve import RESOLVED
from .roll import symbols
from .table import DICE, FACES, REROLLS, SWEEP_PRICE
from .values import card_values, price, seat_values
from .whereabouts import is_at_hand, lies_before, where_is

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.kernel.state import Frame, State
    from oracle.position import Position

    from .machine import Tokyo

__all__ = ["card_values", "seat_values"]  # told by this module, reckoned in their own

PRINTED: dict[str, tuple[str, ...]] = {}
LOWEST: dict[str, tuple[str, ...]] = {}

EXAMPLE = '{"buy": "#3"}'

EXPECTED = {
    "turn-up": ("turns up a card", ("turn-up",)),
    "peek": ("shows the top card of the deck", ("turn-up",)),
    "first-roll": ("rolls a die for the first turn", ("face",)),
    "roll": ("rolls a die", ("face",)),
    "race": ("says who called first", ("monster",)),
    "use": ("may use a card", ("use", "decline")),
    "mindbug": ("may take the roll", ("mindbug", "use", "decline")),
    "reroll": ("may roll dice again", ("choose",)),
    "resolve": ("picks the result that is resolved next", ("result",)),
    "heart": ("decides what a heart is for", ("heal", "remove", "give")),
    "defend": ("defends itself", ("use", "decline")),
    "yield": ("decides about yielding Tokyo", ("yield", "stay")),
    "buy": ("may buy and sweep", ("buy", "sweep", "use", "decline")),
    "order": ("picks the effect that is next", ("resolve", "poison")),
    "may": ("may do what the text offers", ("accept", "decline")),
    "monster": ("picks a monster", ("monster",)),
    "die": ("picks a die", ("die",)),
    "dice": ("picks dice", ("choose",)),
    "face": ("picks a face", ("to",)),
    "amount": ("says how much", ("amount",)),
    "choose": ("chooses among cards", ("choose",)),
    "mode": ("picks one of the alternatives of a text", ("mode",)),
    "be": ("picks a monster to play", ("be",)),
    "draw": ("draws an evolution card", ("draw",)),
    "keep": ("decides what to keep", ("keep", "decline")),
    "play": ("may play an evolution card", ("play", "use", "decline")),
}
"""What each kind of decision is about, and the verbs that answer it."""

ELSEWHERE: dict[str, tuple[str, tuple[str, ...]]] = {
    "sweep": ("The row is swept only in one's own buy phase", ("kt.buy.sweep", "kt.turn.phases")),
    "mindbug": (
        "A Mindbug token is used only when another monster has finished rolling",
        ("kt.mindbug.window",),
    ),
    "result": ("Results are picked only in the resolve phase", ("kt.resolve.order",)),
    "heal": ("Hearts are used only when they are resolved", ("kt.heart.use",)),
    "remove": ("Tokens are removed only when hearts are resolved", ("kt.token.remove",)),
    "give": ("Hearts are given away only when they are resolved", ("kt.heart.others",)),
    "accept": ("Nothing is offered that could be accepted", ("kt.card.may",)),
    "resolve": ("No two effects wait for an order", ("kt.card.waiting",)),
    "play": (
        "Evolution cards are played only at certain moments",
        ("kt.evolution.any-moment", "kt.evolution.named-moment"),
    ),
    "poison": ("Poison tokens work only in the end phase", ("kt.token.poison", "kt.end.effects")),
}
"""Why a verb does not answer a decision of another kind."""

MANDATORY: dict[str, tuple[str, tuple[str, ...]]] = {
    "resolve": ("Every result must be resolved", ("kt.resolve.all",)),
    "defend": ("What is not optional must be applied", ("kt.damage.defend", "kt.card.may")),
    "yield": ("A monster that does not yield stays", ("kt.yield.may",)),
    "reroll": ("To stop is to choose no dice", ("kt.roll.stop",)),
}
"""Why nothing can be declined, by kind of decision."""


def worth_explaining(position: Position) -> list[str]:
    """The living monsters, the cards for sale, and those with something on them."""
    machine, state = _machine(position), position.state
    seats = [name for seat, name in enumerate(machine.layout.seats) if state.counters[seat]]
    decision = position.decision
    buyer = machine.active(state) if decision is None else _seat(position, decision)
    sold = wares(machine, state, buyer)
    cards = [
        handle
        for card, handle in enumerate(position.handles)
        if card in sold
        or (lies_before(machine, state, card) is not None and counters_on(state, card))
    ]
    return seats + cards


def words_for(position: Position, option: dict[str, Any]) -> str:
    """What an option means, where its values alone do not say it."""
    names = [position.name(value) for value in option.values() if value in position.handles]
    return f"  {', '.join(names)}" if names else ""


def _machine(position: Position) -> Tokyo:
    return cast("Tokyo", position.ruleset.machine)


def _seat(position: Position, decision: Decision) -> int:
    """Who decides; for chance, whose turn it is."""
    machine = _machine(position)
    if decision.is_chance:
        return machine.active(position.state)
    return machine.layout.seats.index(decision.seat)


def _frame(machine: Tokyo, state: State, name: str) -> Frame | None:
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
    if decision.kind == "reroll":
        left = _counted(state.registers[REROLLS], "reroll")
        text = f"{name} has {left} left" + ("." if given["choose"] else " and stops.")
        yield text, ("kt.roll.rerolls",) if given["choose"] else ("kt.roll.stop",)
    elif verb == "buy":
        cost = price(position, position.handles.index(given[verb]), seat)
        energy = state.counters[machine.energy + seat]
        text = f"{position.name(given[verb])} costs {_cost(cost.value, cost.text)}"
        yield f"{text}, and {name} has {energy}.", cost.rules
    elif verb == "sweep":
        energy = state.counters[machine.energy + seat]
        yield f"Sweeping costs {SWEEP_PRICE} energy, and {name} has {energy}.", ("kt.buy.sweep",)
    elif verb in ("yield", "stay"):
        where = name_of_place(state.counters[machine.place + seat])
        lost = f"lost {_counted(_hearts_lost(state, seat), 'heart')} to the claws"
        hit = "was hit by the claws" if machine.yields_to_any_attack else lost
        yield f"{name} is in {where} and {hit}.", ("kt.yield.may", "kt.yield.requires")
    elif verb == "heal":
        yield from _healing(position, machine, seat)
    elif verb == "use":
        yield from _words_used(position, decision, given)


def _healing(position: Position, machine: Tokyo, seat: int) -> Iterator[Told]:
    """What a heart does for the monster itself: nothing in Tokyo, nothing above its maximum."""
    state, name = position.state, machine.layout.seats[seat]
    if in_tokyo(machine, state, seat):
        text = f"{name} is in Tokyo, where a heart does nothing for it."
        yield text, ("kt.heart.in-tokyo",)
        return
    hearts = state.counters[seat]
    most, rules = maximum_of(machine, state, seat)
    full = " already" if hearts >= most else ""
    text = f"{name} has {_counted(hearts, 'heart')}{full}, and {most} at most."
    yield text, ("kt.heart.face", "kt.heart.maximum", *rules)


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


def _hearts_lost(state: State, seat: int) -> int:
    frame = damage_frame(state)
    if seat not in frame[SEATS] or not frame[LOST]:
        return 0
    return int(frame[LOST][frame[SEATS].index(seat)])


# --- against an answer ---------------------------------------------------------------------------


def against(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """Why an answer is not possible: another decision, too little energy, nothing to do it with."""
    about, verbs = EXPECTED.get(decision.kind, ("decides", _verbs(decision)))
    if not _machine(position).has_tokens:
        verbs = tuple(each for each in verbs if each != "mindbug")
    verb = next(iter(given))
    if verb not in verbs:
        yield from _wrong_verb(position, decision, verb, given[verb])
        yield f"{decision.seat} {about}; answers are {_listed(verbs)}.", decision.rules
        return
    value = given[verb]
    if decision.most is not None:
        yield from _not_candidates(position, decision, value)
        return
    if {verb: True} in decision.options:
        yield f'This answer is written {{"{verb}": true}} and nothing else.', ()
        return
    if verb in position.ruleset.machine.option_types:
        yield from _no_such_value(position, decision, verb, value)
        return
    if verb in _REASONS:
        yield from _REASONS[verb](position, decision)
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
        text, rules = MANDATORY.get(decision.kind, ("Nothing here is optional", ("kt.card.may",)))
        yield f"{text}.", rules
    elif verb in ("yield", "stay"):
        yield from _no_yielding(machine, state, decision, _seat(position, decision))
    elif verb in ("choose", "reroll"):
        yield from _no_reroll(machine, state, decision, _seat(position, decision))
    elif verb == "face":
        yield "What a die shows is up to chance.", ("kt.dice.faces",)
    elif verb == "buy":
        yield from _no_buy_phase(position, _seat(position, decision), value)
    elif verb == "use" and isinstance(value, str) and value in position.handles:
        yield from _not_asked_for(position, decision, value)
    elif verb in ELSEWHERE:
        text, rules = ELSEWHERE[verb]
        yield f"{text}.", rules


def _no_buy_phase(position: Position, seat: int, handle: Any) -> Iterator[Told]:
    """Cards are bought in the buy phase, those of other monsters too."""
    rules: tuple[str, ...] = ("kt.buy.when", "kt.turn.phases")
    if isinstance(handle, str) and handle in position.handles:
        card = position.handles.index(handle)
        if lies_before(_machine(position), position.state, card) not in (None, seat):
            rules += ("kt.buy.from-others",)
    yield "Cards are bought only in one's own buy phase.", rules


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
    return f"{text}not before {machine.layout.seats[seat]}.", ("kt.card.owner", "kt.card.keep")


def _no_yielding(machine: Tokyo, state: State, decision: Decision, seat: int) -> Iterator[Told]:
    """Who is outside, was not wounded, or has not lost its hearts yet, does not yield."""
    name = machine.layout.seats[seat]
    if not in_tokyo(machine, state, seat):
        yield f"{name} is not in Tokyo.", ("kt.yield.may", "kt.yield.outside")
    elif pending_loss(state, seat):
        text = f"{name} has not lost its hearts yet; yielding is decided after that."
        yield text, ("kt.yield.after-loss",)
    else:
        wounded = "was not hit" if machine.yields_to_any_attack else "was not wounded"
        text = f"{name} {wounded} by claws just now, and nobody leaves Tokyo of its own accord."
        yield text, ("kt.yield.requires", "kt.yield.not-to-cards", "kt.tokyo.stay")


def _no_reroll(machine: Tokyo, state: State, decision: Decision, seat: int) -> Iterator[Told]:
    """Rerolls belong to one's own roll phase, and there are only so many."""
    rolling = _frame(machine, state, "roll-phase")
    name = machine.layout.seats[seat]
    if decision.kind == "reroll":
        yield 'Dice are named like this: {"choose": ["one", "claw"]}.', ()
    elif machine.active(state) != seat:
        yield f"{name} rolls dice again only in its own roll phase.", ("kt.roll.rerolls",)
    elif rolling is None:
        yield "The roll phase is over.", ("kt.roll.steps", "kt.turn.phases")
    elif state.registers[REROLLS]:
        yield "Dice are rolled again before or after this choice.", ("kt.roll.steps",)
    else:
        yield f"{name} has no rerolls left.", ("kt.roll.rerolls", "kt.roll.steps")


def _no_such_value(position: Position, decision: Decision, verb: str, value: Any) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    seat, name = _seat(position, decision), decision.seat
    if verb == "result" and value in FACES:
        yield from _no_result(machine, state, FACES.index(value))
    elif verb == "die" and value in FACES and not state.registers[DICE + FACES.index(value)]:
        yield f"No die shows {value}.", decision.rules
    elif verb == "remove" and value in ("poison", "shrink"):
        if in_tokyo(machine, state, seat):
            yield f"{name} is in Tokyo, where hearts remove no tokens.", ("kt.heart.in-tokyo",)
        else:
            yield f"{name} has no {value} token.", ("kt.token.remove",)
    elif verb == "give" and value in machine.layout.seats:
        yield from _no_gift(machine, state, seat, machine.layout.seats.index(value))
    elif verb == "monster" and value in machine.layout.seats:
        other = machine.layout.seats.index(value)
        if state.counters[other]:
            yield f"The text does not mean {value}.", decision.rules
        else:
            yield f"{value} is eliminated.", ("kt.elimination.out",)
    elif verb == "amount" and isinstance(value, int) and not isinstance(value, bool):
        most = max(option["amount"] for option in decision.options)
        yield f"{value} is not possible: it is 0 to {most}.", decision.rules
    else:
        names = [str(option[verb]) for option in decision.options if verb in option]
        one_of = f"one of {_listed(names)}" if len(names) > 1 else "".join(names) or "nothing here"
        yield f'"{verb}" names {one_of}, and {value!r} is none of these.', decision.rules


def _no_result(machine: Tokyo, state: State, face: int) -> Iterator[Told]:
    frame = _frame(machine, state, "resolve-phase")
    if symbols(state, face) and frame is not None and frame[RESOLVED] >> face & 1:
        yield f"The result {FACES[face]} is resolved already.", ("kt.resolve.all",)
    else:
        yield f"Nothing shows {FACES[face]}.", ("kt.resolve.results",)


def _no_gift(machine: Tokyo, state: State, seat: int, other: int) -> Iterator[Told]:
    name, whom = machine.layout.seats[seat], machine.layout.seats[other]
    if not said_by(machine, state, "heals-others", seat):
        yield f"No card lets {name} give hearts away.", ("kt.heart.use", "kt.heart.others")
    elif in_tokyo(machine, state, seat) and not machine.hearts_given_from_tokyo:
        yield f"{name} is in Tokyo, where no hearts are given.", ("kt.heart.others-from-tokyo",)
    elif other == seat:
        yield "Hearts are given to others; to heal oneself is another answer.", ("kt.heart.others",)
    elif not state.counters[other]:
        yield f"{whom} is eliminated.", ("kt.elimination.out",)
    else:
        most, rules = maximum_of(machine, state, other)
        text = f"{whom} lacks no hearts: it has, or is given, all of its {most}."
        yield text, ("kt.heart.others", "kt.heart.maximum", *rules)


def _no_sweep(position: Position, decision: Decision) -> Iterator[Told]:
    machine = _machine(position)
    energy = position.state.counters[machine.energy + _seat(position, decision)]
    text = f"Sweeping costs {SWEEP_PRICE} energy, and {decision.seat} has {energy}."
    yield text, ("kt.buy.sweep", "kt.energy.pay")


def _no_decline(position: Position, decision: Decision) -> Iterator[Told]:
    text, rules = MANDATORY.get(decision.kind, ("Nothing here is optional", ("kt.card.may",)))
    yield f"{text}.", rules


def _no_token(position: Position, decision: Decision) -> Iterator[Told]:
    yield f"{decision.seat} has no Mindbug token.", ("kt.mindbug.offer",)


def _no_poison(position: Position, decision: Decision) -> Iterator[Told]:
    machine = _machine(position)
    if not position.state.counters[machine.poison + _seat(position, decision)]:
        yield f"{decision.seat} has no poison token.", ("kt.token.poison",)
    else:
        text = "The poison tokens have done their damage, or are not due yet."
        yield text, ("kt.end.effects", "kt.end.order")


_REASONS = {
    "sweep": _no_sweep,
    "decline": _no_decline,
    "mindbug": _no_token,
    "poison": _no_poison,
}


# --- cards ---------------------------------------------------------------------------------------


def _no_purchase(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    seat, name = _seat(position, decision), position.name(handle)
    card = position.handles.index(handle)
    if state.cards[card] in machine.monster_of:
        yield f"{name} is an evolution card.", ("kt.evolution.not-power-cards",)
        return
    if card not in wares(machine, state, seat):
        where = where_is(machine, state, card)
        text = f"{name} is {where}, and {decision.seat} buys from the row."
        rules: tuple[str, ...] = (
            "kt.buy.price",
            "kt.buy.from-others" if "before" in where else "kt.buy.when",
        )
        if state.cards[card] in machine.consumable:
            rules += ("kt.consumable.type",)
        yield text, rules
        return
    cost = price(position, card, seat)
    energy = state.counters[machine.energy + seat]
    if cost.value > energy:
        costs = _cost(cost.value, cost.text)
        yield f"{name} costs {costs}, and {decision.seat} has {energy}.", cost.rules
    elif not can_buy(machine, state, card, seat):
        yield f"The text of {name} forbids it now.", barred_by(machine, state, card)


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


def _no_play(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    card, seat = position.handles.index(handle), _seat(position, decision)
    name, where = position.name(handle), where_is(machine, state, card)
    if where != f"in the hand of {machine.layout.seats[seat]}":
        yield f"{name} is {where}, not in the hand of {decision.seat}.", ("kt.evolution.play",)
    else:
        yield f"{name} is played at the moment its text names.", ("kt.evolution.named-moment",)


def _not_in_deck(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    where = where_is(_machine(position), position.state, position.handles.index(handle))
    yield f"{position.name(handle)} is {where}, not in the deck.", decision.rules


_CARD_REASONS = {
    "buy": _no_purchase,
    "use": _no_use,
    "resolve": _no_order,
    "turn-up": _not_in_deck,
    "play": _no_play,
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
