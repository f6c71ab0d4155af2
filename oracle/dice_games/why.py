"""Why an answer is allowed or not, as far as all games with these dice say it alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from attrs import frozen

from oracle.card_text import ability_text
from oracle.objections import Objections, is_card, offers

from .table import DICE, REROLLS, ROW, SWEEP_PRICE

if TYPE_CHECKING:
    from oracle.explanation import Told, Value
    from oracle.kernel.decision import Decision
    from oracle.kernel.state import Frame, Rules, State
    from oracle.position import Position

    from .machine import DiceGame

# A game's functions take that game's own machine, which is why the first parameter is open.
ToldOfCard = Callable[["Position", int, int], "Iterable[Told]"]
"""`(position, seat, card)`."""


@frozen
class Cited:
    """The rules of a game that its reasons rest on."""

    optional: Rules
    """What may be left."""
    owner: Rules
    """Who has the use of a card."""
    rolls: Rules
    """How often dice are rolled."""
    stop: Rules
    """Rolling can be stopped."""
    sweep: Rules
    """What sweeping is."""
    pay: Rules
    """What is paid with."""


@frozen
class NoRoll:
    """What a game says where no dice can be rolled again; `{name}` is who would."""

    others: Told
    """In the turn of another."""
    over: Told
    """After the roll phase."""
    not_now: Told
    """At another choice of the roll phase."""
    none_left: Told


class Reasons(Objections):
    """Why a game with these dice allows an answer or does not.

    Where cards lie, what they cost and when they can be used is each game's own.
    """

    mandatory: Mapping[str, Told]
    """Why nothing can be declined, by kind of decision."""
    cited: Cited
    no_roll: NoRoll
    rolls: str
    """What the player counts: rolls, or rerolls."""
    example: str
    """Dice, as an answer names them."""

    where_is: Callable[[Any, State, int], str]
    """Where a card lies, in words."""
    is_at_hand: Callable[[Any, State, int, int], bool]
    """Whether a seat has a card that it could use."""
    not_usable: ToldOfCard
    """Why nothing of a card can be used now."""
    at_other_moments: ToldOfCard
    """When a card can be used."""

    def __init__(self) -> None:
        self.of_verb = {"sweep": self.no_sweep, "decline": self._no_decline}
        self.of_card = {
            "buy": self.no_purchase,
            "use": self._no_use,
            "resolve": self._no_order,
            "turn-up": self._not_in_deck,
        }

    # --- what each game has of its own ---

    def price(self, position: Position, card: int, seat: int) -> Value:
        """What a card costs a monster, with all that changes it."""
        raise NotImplementedError

    def wares(self, position: Position, seat: int) -> Iterable[int]:
        """The cards that a monster can buy."""
        return position.state.zones[ROW]

    def not_for_sale(self, position: Position, card: int) -> Rules:
        """The rules by which a card is not among them."""
        raise NotImplementedError

    def no_result(self, position: Position, face: int) -> Told:
        """Why the result of a face cannot be resolved."""
        raise NotImplementedError

    # --- for an answer ---

    def in_favour(self, position: Position, decision: Decision, given: Any) -> Iterator[Told]:
        """What a legal answer rests on beside the rules of its decision."""
        verb = next(iter(given))
        if decision.kind == "reroll":
            left = counted(position.state.registers[REROLLS], self.rolls)
            again = bool(given["choose"])
            text = f"{decision.seat} has {left} left{'' if again else ' and stops'}."
            yield text, self.cited.rolls if again else self.cited.stop
        elif verb == "buy":
            yield self._costs(position, decision, position.handles.index(given[verb]))
        elif verb == "sweep":
            yield self._sweeping(position, decision), self.cited.sweep
        elif verb == "use":
            yield from self._words_used(position, decision, given)

    def _words_used(self, position: Position, decision: Decision, given: Any) -> Iterator[Told]:
        pending = position.state.pending
        assert pending is not None
        for option, shown in zip(pending[2], decision.options, strict=True):
            if shown == given and len(option) > 2:
                linked = position.ruleset.machine.abilities[option[2]]
                text = ability_text(position.ruleset, linked)
                yield f'{position.name(given["use"])} says "{text}".', linked.rules

    def _costs(self, position: Position, decision: Decision, card: int) -> Told:
        """A price, with its parts if there are several: `5 energy (5 = 6 printed, -1 ...)`."""
        cost = self.price(position, card, seat_of(position, decision))
        parts = f" ({cost.text})" if "," in cost.text else ""
        text = f"{position.name(position.handles[card])} costs {cost.value} energy{parts}"
        return f"{text}, and {decision.seat} has {_energy(position, decision)}.", cost.rules

    def _sweeping(self, position: Position, decision: Decision) -> str:
        energy = _energy(position, decision)
        return f"Sweeping costs {SWEEP_PRICE} energy, and {decision.seat} has {energy}."

    # --- against an answer of another kind ---

    def wrong_verb(
        self, position: Position, decision: Decision, verb: Any, value: Any
    ) -> Iterator[Told]:
        if verb == "pass" and offers(decision, "decline"):
            yield 'To pass is written {"decline": true}.', ()
        elif verb in ("decline", "pass"):
            yield from self._no_decline(position, decision)
        elif verb in ("choose", "reroll"):
            yield self._no_reroll(position, decision)
        elif verb == "use" and is_card(position, value):
            yield from self._not_asked_for(position, decision, value)
        else:
            yield from super().wrong_verb(position, decision, verb, value)

    def _no_decline(self, position: Position, decision: Decision) -> Iterator[Told]:
        otherwise = "Nothing here is optional", self.cited.optional
        text, rules = self.mandatory.get(decision.kind, otherwise)
        yield f"{text}.", rules

    def _no_reroll(self, position: Position, decision: Decision) -> Told:
        """Dice are rolled again in one's own roll phase, and only so often."""
        machine, state = _machine(position), position.state
        seat = seat_of(position, decision)
        if decision.kind == "reroll":
            return f"Dice are named like this: {self.example}.", ()
        if machine.active(state) != seat:
            text, rules = self.no_roll.others
        elif running(machine, state, "roll-phase") is None:
            text, rules = self.no_roll.over
        elif state.registers[REROLLS]:
            text, rules = self.no_roll.not_now
        else:
            text, rules = self.no_roll.none_left
        return f"{text.format(name=machine.layout.seats[seat])}.", rules

    def _not_asked_for(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        """Why a card is not used at a decision that is about something else."""
        card, seat = position.handles.index(handle), seat_of(position, decision)
        if self.is_at_hand(_machine(position), position.state, card, seat):
            yield from self.at_other_moments(position, seat, card)
        else:
            yield self._not_before(position, seat, card)

    def _not_before(self, position: Position, seat: int, card: int) -> Told:
        name, where = position.name(position.handles[card]), self._where(position, card)
        before = position.ruleset.machine.layout.seats[seat]
        return f"{name} is {where}, not before {before}.", self.cited.owner

    def _where(self, position: Position, card: int) -> str:
        return self.where_is(_machine(position), position.state, card)

    # --- against what an answer names ---

    def no_such_value(
        self, position: Position, decision: Decision, verb: str, value: Any
    ) -> Iterator[Told]:
        faces = _machine(position).faces
        if verb == "result" and value in faces:
            yield self.no_result(position, faces.index(value))
        elif (
            verb == "die"
            and value in faces
            and not position.state.registers[DICE + faces.index(value)]
        ):
            yield f"No die shows {value}.", decision.rules
        elif verb == "amount" and is_number(value):
            most = max(option["amount"] for option in decision.options)
            yield f"{value} is not possible: it is 0 to {most}.", decision.rules
        else:
            yield from super().no_such_value(position, decision, verb, value)

    def no_sweep(self, position: Position, decision: Decision) -> Iterator[Told]:
        """Why the row cannot be swept."""
        yield self._sweeping(position, decision), self.cited.sweep + self.cited.pay

    def no_purchase(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        """Why a card cannot be bought: it is not for sale, or too dear."""
        card, seat = position.handles.index(handle), seat_of(position, decision)
        if card not in self.wares(position, seat):
            where = self._where(position, card)
            text = f"{position.name(handle)} is {where}, and {decision.seat} buys from the row."
            yield text, self.not_for_sale(position, card)
        elif self.price(position, card, seat).value > _energy(position, decision):
            yield self._costs(position, decision, card)

    def _no_use(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        card, seat = position.handles.index(handle), seat_of(position, decision)
        written = _written(decision, "use", handle)
        if written is not None:
            yield written, ()
        elif not self.is_at_hand(_machine(position), position.state, card, seat):
            yield self._not_before(position, seat, card)
        else:
            yield from self.not_usable(position, seat, card)

    def _no_order(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        written = _written(decision, "resolve", handle)
        if written is not None:
            yield written, ()
        else:
            yield f"No effect of {position.name(handle)} is waiting.", decision.rules

    def _not_in_deck(self, position: Position, decision: Decision, handle: str) -> Iterator[Told]:
        where = self._where(position, position.handles.index(handle))
        yield f"{position.name(handle)} is {where}, not in the deck.", decision.rules

    def not_a_candidate(self, position: Position, decision: Decision, handle: str) -> Told:
        where = self._where(position, position.handles.index(handle))
        text = f"{position.name(handle)} is {where}, and not among those the text means."
        return text, decision.rules


def _machine(position: Position) -> DiceGame:
    return cast("DiceGame", position.ruleset.machine)


def _energy(position: Position, decision: Decision) -> int:
    return position.state.counters[_machine(position).energy + seat_of(position, decision)]


def _written(decision: Decision, verb: str, handle: str) -> str | None:
    """How an option for a card is written that names an ability too."""
    written = [option for option in decision.options if option.get(verb) == handle]
    return f"The ability is named too: {json.dumps(written[0])}." if written else None


def seat_of(position: Position, decision: Decision) -> int:
    """Who decides; for chance, whose turn it is."""
    machine = _machine(position)
    if decision.is_chance:
        return machine.active(position.state)
    return machine.layout.seats.index(decision.seat)


def running(machine: DiceGame, state: State, name: str) -> Frame | None:
    """The innermost running procedure of that name."""
    for frame in reversed(state.stack):
        if machine.code_names[frame[0]] == name:
            return frame
    return None


def names_in(position: Position, option: Mapping[str, Any]) -> list[str]:
    """The cards that an option names."""
    return [position.name(value) for value in option.values() if value in position.handles]


def is_number(value: Any) -> bool:
    """Whether a value is a number; `true` is none."""
    return isinstance(value, int) and not isinstance(value, bool)


def counted(number: int, noun: str) -> str:
    """So many of something: `1 heart`, `2 hearts`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
