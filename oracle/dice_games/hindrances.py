"""Why a card cannot be used now: another moment, used already, a price, a condition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from oracle.card_text import ability_of, ability_text, condition_text
from oracle.kernel.state import Rules, State

from .linker import Linker, Peeled
from .machine import Context, DiceGame, Linked
from .moments import HEADS, was_used

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.position import Position
    from rules_dsl.definitions import Call


class Hindrances:
    """What keeps cards of a game with these dice from being used.

    What may be lacking, and what else a game forbids, is each game's own.
    """

    at: Mapping[str, tuple[str, ...]]
    """The moments for which a procedure that waits asks what is used."""
    optional: Rules
    """That nothing needs to be used, and what lies before a monster."""
    once: Rules
    """That something is used once in a turn."""
    pay: Rules
    """What is paid with."""

    # --- what each game has of its own ---

    def linker(self, position: Position) -> Linker[Any]:
        """What reads the conditions of a text."""
        raise NotImplementedError

    def context(self, position: Position, seat: int) -> Context:
        """What the moment is about."""
        return (seat, 0)

    def lacking(
        self, position: Position, seat: int, card: int, call: Call, linked: Any
    ) -> Told | None:
        """What is not there that an effect needs, where there is more to say than which word."""
        if call.word != "pay":
            return None
        machine, state = cast("DiceGame", position.ruleset.machine), position.state
        name, who = position.name(position.handles[card]), machine.layout.seats[seat]
        energy = state.counters[machine.energy + seat]
        text = f"{name} asks for {call['amount']} energy, and {who} has {energy}."
        return text, (*self.pay, *linked.rules)

    def too_late(self, position: Position, name: str, linked: Any) -> Told | None:
        """Why what could be done is not offered at this point of a procedure."""
        raise NotImplementedError

    def held_back(self, position: Position, seat: int, card: int, linked: Any) -> Told | None:
        """Why a card cannot be used in this turn at all."""
        return None

    def of_moment(self, position: Position, card: int, linked: Any) -> Rules:
        """Rules about when a card is used, beside those of its text."""
        return ()

    def asked_about(self, position: Position, seat: int, card: int) -> list[Linked]:
        """The abilities of a card that come by themselves and ask their owner."""
        return []

    # --- reasons ---

    def not_usable(self, position: Position, seat: int, card: int) -> Iterator[Told]:
        """Why nothing of a card that a monster has can be used now."""
        machine, state = position.ruleset.machine, position.state
        now = self._moments(machine, state)
        timely = [
            linked
            for linked in self._used_by_choice(machine, state, seat, card)
            if now is None or linked.head in now
        ]
        if not timely:
            yield from self.at_other_moments(position, seat, card)
        for linked in timely:
            yield from self._hindered(position, seat, card, linked)

    def at_other_moments(self, position: Position, seat: int, card: int) -> Iterator[Told]:
        """When a card can be used, since that is not now."""
        name = position.name(position.handles[card])
        usable = self._used_by_choice(position.ruleset.machine, position.state, seat, card)
        asked = self.asked_about(position, seat, card)
        if not usable and not asked:
            yield f"Nothing of {name} is used by choice.", self.optional
        for linked in asked:
            when = ability_text(position.ruleset, linked).partition(":")[0]
            text = f'{name} works "{when}": it is asked about then, to be accepted or declined.'
            yield text, (self.optional[0], *linked.rules)
        for linked in usable:
            when = ability_text(position.ruleset, linked).partition(":")[0]
            rules = (*linked.rules, *self.of_moment(position, card, linked))
            yield f'{name} works "{when}", and that is not asked now.', rules

    def _used_by_choice(self, machine: Any, state: State, seat: int, card: int) -> list[Linked]:
        """The abilities of a card that their owner names to use them."""
        found = abilities(machine, state, seat, card)
        return [each for each in found if each.head in machine.windows]

    def _moments(self, machine: Any, state: State) -> tuple[str, ...] | None:
        """The moments that are now, if that is known."""
        frame = state.stack[-1]
        name = machine.code_names[frame[0]]
        if name == "window":
            return tuple(machine.heads[number] for number in frame[HEADS])
        return self.at.get(name)

    def _hindered(self, position: Position, seat: int, card: int, linked: Linked) -> Iterator[Told]:
        """What keeps an ability from working although its moment is now."""
        machine, state = position.ruleset.machine, position.state
        name = position.name(position.handles[card])
        held_back = self.held_back(position, seat, card, linked)
        if held_back is not None:
            yield held_back
            return
        if linked.once and was_used(state, card, linked.number):
            yield f"{name} was used in this turn already.", (*self.once, *linked.rules)
            return
        linker, context = self.linker(position), self.context(position, seat)
        linker.head, linker.ability = linked.head, linked
        peeled = Peeled(ability_of(position.ruleset, linked).body)
        for condition in peeled.conditions:
            if not linker.condition(condition)(machine, state, card, seat, context):
                asked = condition_text(position.ruleset, condition)
                yield f'{name} asks for "{asked}", and that is not so.', linked.rules
                return
        for call in peeled.body:
            bind = linker.words.possible.get(call.word)
            if bind is None and not linked.possible(machine, state, card, seat, context):
                bind = linker.words.gains.get(call.word)
            if bind is not None and not bind(linker, call)(machine, state, card, seat, context):
                nothing = f"There is nothing that {name} could be used on.", linked.rules
                yield self.lacking(position, seat, card, call, linked) or nothing
                return
        not_here = f"{name} cannot be used at this point.", linked.rules
        yield self.too_late(position, name, linked) or not_here


def abilities(machine: Any, state: State, seat: int, card: int) -> list[Linked]:
    """The abilities that a card of a monster has now."""
    having = [
        machine.definitions[definition].id
        for each, definition in machine.texts(machine, state, seat)
        if each == card
    ]
    return [linked for linked in machine.abilities if linked.definition in having]
