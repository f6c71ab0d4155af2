"""Linking the texts of cards: what every game does alike that says nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules_dsl.definitions import Ability, Call

from .binding import binder
from .flow import assemble, only_if, optional, repeat
from .machine import TRIGGERED, LinkedAbility, Machine
from .state import Frame, Rules, State

SOURCE, YOU, SLOTS = 2, 3, 7
"""Locals of the frame of an effect: its card, who has it, and the first that a text may use."""

Test = Callable[[Any, State, Frame], bool]
Amount = Callable[[Any, State, Frame], int]


class Words:
    """What the words of a game do; each is bound by a function of the linker and the call."""

    def __init__(self) -> None:
        self.effects: dict[str, Callable[[Any, Call], list[Any]]] = {
            "if": _if,
            "may": _may,
            "for-each": _for_each,
        }
        self.conditions: dict[str, Callable[[Any, Call], Test]] = {}
        self.numbers: dict[str, Callable[[Any, Call], Amount]] = {}
        self.effect = binder(self.effects)
        self.condition = binder(self.conditions)
        self.number = binder(self.numbers)


class Linker:
    """Turns the texts of cards into code; one linker builds one machine."""

    def __init__(
        self, machine: Machine, words: Words, cited: Iterable[tuple[str, str, Rules]]
    ) -> None:
        self.machine = machine
        self.words = words
        self._rules = {word: rules for _, word, rules in cited}
        self._slots = 0

    def link(self, card: str, ordinal: int, ability: Ability) -> LinkedAbility:
        """Link an ability that happens at a moment."""
        machine, head = self.machine, str(ability.head)
        linked = LinkedAbility(len(machine.abilities), card, ordinal, head, self.told(Call(head)))
        machine.abilities.append(linked)
        machine.ability_number[linked.name] = linked.number
        self._slots = 0
        steps = assemble(self.body(ability.body))
        linked.size = self._slots
        linked.code = machine.add_code(linked.name, steps, SLOTS - SOURCE + linked.size)
        return linked

    def told(self, call: Call) -> Rules:
        """The rules that a word rests on."""
        return self._rules.get(call.word, ())

    def body(self, calls: Any) -> list[Any]:
        """The pieces of effects, one after the other."""
        return [piece for call in calls for piece in self.words.effects[call.word](self, call)]

    def condition(self, call: Any) -> Test:
        """A function that tells whether a condition holds."""
        return self.words.conditions[call.word](self, call)

    def number(self, value: Any) -> Amount:
        """A function that gives a number."""
        if isinstance(value, Call):
            return self.words.numbers[value.word](self, value)
        fixed = int(value)
        return lambda machine, state, frame: fixed

    def slot(self) -> int:
        """A local of the effect's frame that nobody else uses."""
        self._slots += 1
        return SLOTS + self._slots - 1


def wait(state: State, numbers: Iterable[int], card: int, seat: int) -> None:
    """Let abilities of a card wait until the step under way is done."""
    for number in numbers:
        state.waiting.append((number, card, seat, state.where[card], None))
        state.dirty |= TRIGGERED


def copies(cards: Iterable[Any]) -> tuple[int, ...]:
    """The definitions of all cards of a box, as often as there are copies."""
    return tuple(number for number, card in enumerate(cards) for _ in range(card.copies))


def _if(linker: Linker, call: Call) -> list[Any]:
    return only_if(linker.condition(call["condition"]), linker.body(call["body"]))


def _may(linker: Linker, call: Call) -> list[Any]:
    return optional(
        lambda machine, state, frame: int(frame[YOU]),
        linker.told(call),
        lambda frame, accepted: None,
        linker.body(call["body"]),
    )


def _for_each(linker: Linker, call: Call) -> list[Any]:
    return repeat(linker.number(call["count"]), linker.slot(), linker.body(call["body"]))
