"""Why King of Tokyo allows an answer or does not: the reasons a player at the table would give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, cast

from oracle.dice_games.why import Cited, NoRoll, Reasons, counted, names_in, running, seat_of
from oracle.kernel.decision import Decision
from oracle.objections import is_card

from .buy import barred_by, can_be_swept, can_buy, wares
from .damage import damage_frame, pending_loss
from .hearts import TOKENS
from .hindrances import at_other_moments, not_usable
from .losses import LOST, SEATS
from .monsters import counters_on, in_tokyo, maximum_of, name_of_place, said_by
from .resolve import RESOLVED
from .roll import symbols
from .table import FACES
from .values import card_values, price, seat_values
from .whereabouts import is_at_hand, lies_before, where_is

if TYPE_CHECKING:
    from oracle.explanation import Told, Value
    from oracle.kernel.state import Rules, State
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
    "lot": ("says whom a text means of those tied", ("monster",)),
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

ELSEWHERE: dict[str, Told] = {
    "sweep": ("The row is swept only in one's own buy phase", ("kt.buy.sweep", "kt.turn.phases")),
    "mindbug": (
        "A Mindbug token is used only when another monster has finished rolling",
        ("kt.mindbug.window",),
    ),
    "result": ("Results are picked only in the resolve phase", ("kt.resolve.order",)),
    "heal": ("Hearts are used only when they are resolved", ("kt.heart.use",)),
    "remove": ("Tokens are removed only when hearts are resolved", ("kt.token.remove",)),
    "give": ("Hearts are given away only when they are resolved", ("kt.heart.others",)),
    "face": ("What a die shows is up to chance", ("kt.dice.faces",)),
    "accept": ("Nothing is offered that could be accepted", ("kt.card.may",)),
    "resolve": ("No two effects wait for an order", ("kt.card.waiting",)),
    "play": (
        "Evolution cards are played only at certain moments",
        ("kt.evolution.any-moment", "kt.evolution.named-moment"),
    ),
    "poison": ("Poison tokens work only in the end phase", ("kt.token.poison", "kt.end.effects")),
}
"""Why a verb does not answer a decision of another kind."""

MANDATORY: dict[str, Told] = {
    "resolve": ("Every result must be resolved", ("kt.resolve.all",)),
    "defend": ("What is not optional must be applied", ("kt.damage.defend", "kt.card.may")),
    "yield": ("A monster that does not yield stays", ("kt.yield.may",)),
    "reroll": ("To stop is to choose no dice", ("kt.roll.stop",)),
}
"""Why nothing can be declined, by kind of decision."""

CITED = Cited(
    optional=("kt.card.may",),
    owner=("kt.card.owner", "kt.card.keep"),
    rolls=("kt.roll.rerolls",),
    stop=("kt.roll.stop",),
    sweep=("kt.buy.sweep",),
    pay=("kt.energy.pay",),
)

NO_ROLL = NoRoll(
    others=("{name} rolls dice again only in its own roll phase", ("kt.roll.rerolls",)),
    over=("The roll phase is over", ("kt.roll.steps", "kt.turn.phases")),
    not_now=("Dice are rolled again before or after this choice", ("kt.roll.steps",)),
    none_left=("{name} has no rerolls left", ("kt.roll.rerolls", "kt.roll.steps")),
)


def worth_explaining(position: Position) -> list[str]:
    """The living monsters, the cards for sale, and those with something on them."""
    machine, state = _machine(position), position.state
    seats = [name for seat, name in enumerate(machine.layout.seats) if state.counters[seat]]
    decision = position.decision
    buyer = machine.active(state) if decision is None else seat_of(position, decision)
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
    names = names_in(position, option)
    return f"  {', '.join(names)}" if names else ""


def _machine(position: Position) -> Tokyo:
    return cast("Tokyo", position.ruleset.machine)


class _Reasons(Reasons):
    expected, elsewhere, mandatory = EXPECTED, ELSEWHERE, MANDATORY
    cited, no_roll = CITED, NO_ROLL
    rolls = "reroll"
    example = '{"choose": ["one", "claw"]}'
    where_is, is_at_hand = staticmethod(where_is), staticmethod(is_at_hand)
    not_usable, at_other_moments = staticmethod(not_usable), staticmethod(at_other_moments)

    def __init__(self) -> None:
        super().__init__()
        self.of_verb |= {"mindbug": _no_token, "poison": _no_poison}
        self.of_card |= {"play": _no_play}

    def is_known(self, position: Position, verb: str) -> bool:
        return verb != "mindbug" or _machine(position).has_tokens

    def price(self, position: Position, card: int, seat: int) -> Value:
        return price(position, card, seat)

    def wares(self, position: Position, seat: int) -> Iterable[int]:
        return wares(_machine(position), position.state, seat)

    def not_for_sale(self, position: Position, card: int) -> Rules:
        machine, state = _machine(position), position.state
        owned = lies_before(machine, state, card) is not None
        rules = ("kt.buy.price", "kt.buy.from-others" if owned else "kt.buy.when")
        return (*rules, "kt.consumable.type") if state.cards[card] in machine.consumable else rules

    def in_favour(self, position: Position, decision: Decision, given: Any) -> Iterator[Told]:
        verb = next(iter(given))
        if verb in ("yield", "stay"):
            yield _yielding(position, decision)
        elif verb == "heal":
            yield _healing(position, seat_of(position, decision))
        else:
            yield from super().in_favour(position, decision, given)

    def wrong_verb(
        self, position: Position, decision: Decision, verb: Any, value: Any
    ) -> Iterator[Told]:
        if verb in ("yield", "stay"):
            yield _no_yielding(position, seat_of(position, decision))
        elif verb == "buy":
            yield _no_buy_phase(position, seat_of(position, decision), value)
        else:
            yield from super().wrong_verb(position, decision, verb, value)

    def no_such_value(
        self, position: Position, decision: Decision, verb: str, value: Any
    ) -> Iterator[Told]:
        seats = position.ruleset.machine.layout.seats
        if verb == "remove" and value in TOKENS:
            yield _no_removal(position, decision, value)
        elif verb == "give" and value in seats:
            yield _no_gift(position, seat_of(position, decision), seats.index(value))
        elif verb == "monster" and value in seats:
            if position.state.counters[seats.index(value)]:
                yield f"The text does not mean {value}.", decision.rules
            else:
                yield f"{value} is eliminated.", ("kt.elimination.out",)
        else:
            yield from super().no_such_value(position, decision, verb, value)

    def no_result(self, position: Position, face: int) -> Told:
        state = position.state
        frame = running(_machine(position), state, "resolve-phase")
        if symbols(state, face) and frame is not None and frame[RESOLVED] >> face & 1:
            return f"The result {FACES[face]} is resolved already.", ("kt.resolve.all",)
        return f"Nothing shows {FACES[face]}.", ("kt.resolve.results",)

    def no_purchase(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        machine, state, name = _machine(position), position.state, position.name(handle)
        card = position.handles.index(handle)
        if state.cards[card] in machine.monster_of:
            yield f"{name} is an evolution card.", ("kt.evolution.not-power-cards",)
            return
        found = list(super().no_purchase(position, decision, handle))
        yield from found
        if not found and not can_buy(machine, state, card, seat_of(position, decision)):
            yield f"The text of {name} forbids it now.", barred_by(machine, state, card)

    def no_sweep(self, position: Position, decision: Decision) -> Iterator[Told]:
        if can_be_swept(position.state):
            yield from super().no_sweep(position, decision)
        else:
            text = "There is no card in the row, the deck and the discard pile."
            yield text, ("kt.buy.exhausted", "kt.buy.sweep")


# --- for an answer -------------------------------------------------------------------------------


def _yielding(position: Position, decision: Decision) -> Told:
    """Where the monster is and what it lost."""
    machine, state = _machine(position), position.state
    seat = seat_of(position, decision)
    where = name_of_place(state.counters[machine.place + seat])
    lost = f"lost {counted(_hearts_lost(state, seat), 'heart')} to the claws"
    hit = "was hit by the claws" if machine.yields_to_any_attack else lost
    return f"{decision.seat} is in {where} and {hit}.", ("kt.yield.may", "kt.yield.requires")


def _hearts_lost(state: State, seat: int) -> int:
    frame = damage_frame(state)
    if seat not in frame[SEATS] or not frame[LOST]:
        return 0
    return int(frame[LOST][frame[SEATS].index(seat)])


def _healing(position: Position, seat: int) -> Told:
    """What a heart does for the monster itself: nothing in Tokyo, nothing above its maximum."""
    machine, state = _machine(position), position.state
    name, hearts = machine.layout.seats[seat], state.counters[seat]
    if in_tokyo(machine, state, seat):
        return f"{name} is in Tokyo, where a heart does nothing for it.", ("kt.heart.in-tokyo",)
    most, rules = maximum_of(machine, state, seat)
    full = " already" if hearts >= most else ""
    text = f"{name} has {counted(hearts, 'heart')}{full}, and {most} at most."
    return text, ("kt.heart.face", "kt.heart.maximum", *rules)


# --- against an answer ---------------------------------------------------------------------------


def _no_buy_phase(position: Position, seat: int, handle: Any) -> Told:
    """Cards are bought in the buy phase, those of other monsters too."""
    rules: Rules = ("kt.buy.when", "kt.turn.phases")
    if is_card(position, handle):
        card = position.handles.index(handle)
        if lies_before(_machine(position), position.state, card) not in (None, seat):
            rules += ("kt.buy.from-others",)
    return "Cards are bought only in one's own buy phase.", rules


def _no_yielding(position: Position, seat: int) -> Told:
    """Who is outside, was not wounded, or has not lost its hearts yet, does not yield."""
    machine, state = _machine(position), position.state
    name = machine.layout.seats[seat]
    if not in_tokyo(machine, state, seat):
        return f"{name} is not in Tokyo.", ("kt.yield.may", "kt.yield.outside")
    if pending_loss(state, seat):
        text = f"{name} has not lost its hearts yet; yielding is decided after that."
        return text, ("kt.yield.after-loss",)
    wounded = "was not hit" if machine.yields_to_any_attack else "was not wounded"
    text = f"{name} {wounded} by claws just now, and nobody leaves Tokyo of its own accord."
    return text, ("kt.yield.requires", "kt.yield.not-to-cards", "kt.tokyo.stay")


def _no_removal(position: Position, decision: Decision, kind: str) -> Told:
    if in_tokyo(_machine(position), position.state, seat_of(position, decision)):
        text = f"{decision.seat} is in Tokyo, where hearts remove no tokens."
        return text, ("kt.heart.in-tokyo",)
    return f"{decision.seat} has no {kind} token.", ("kt.token.remove",)


def _no_gift(position: Position, seat: int, other: int) -> Told:
    machine, state = _machine(position), position.state
    name, whom = machine.layout.seats[seat], machine.layout.seats[other]
    if not said_by(machine, state, "heals-others", seat):
        return f"No card lets {name} give hearts away.", ("kt.heart.use", "kt.heart.others")
    if in_tokyo(machine, state, seat) and not machine.hearts_given_from_tokyo:
        return f"{name} is in Tokyo, where no hearts are given.", ("kt.heart.others-from-tokyo",)
    if other == seat:
        text = "Hearts are given to others; to heal oneself is another answer."
        return text, ("kt.heart.others",)
    if not state.counters[other]:
        return f"{whom} is eliminated.", ("kt.elimination.out",)
    most, rules = maximum_of(machine, state, other)
    text = f"{whom} lacks no hearts: it has, or is given, all of its {most}."
    return text, ("kt.heart.others", "kt.heart.maximum", *rules)


def _no_token(position: Position, decision: Decision) -> Iterator[Told]:
    yield f"{decision.seat} has no Mindbug token.", ("kt.mindbug.offer",)


def _no_poison(position: Position, decision: Decision) -> Iterator[Told]:
    machine = _machine(position)
    if not position.state.counters[machine.poison + seat_of(position, decision)]:
        yield f"{decision.seat} has no poison token.", ("kt.token.poison",)
    else:
        text = "The poison tokens have done their damage, or are not due yet."
        yield text, ("kt.end.effects", "kt.end.order")


def _no_play(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    machine, state = _machine(position), position.state
    card, seat = position.handles.index(handle), seat_of(position, decision)
    name, where = position.name(handle), where_is(machine, state, card)
    if where != f"in the hand of {machine.layout.seats[seat]}":
        yield f"{name} is {where}, not in the hand of {decision.seat}.", ("kt.evolution.play",)
    else:
        yield f"{name} is played at the moment its text names.", ("kt.evolution.named-moment",)


_REASONS = _Reasons()
in_favour, against = _REASONS.in_favour, _REASONS.against
