"""Linking: what turns abilities into code in every game with these dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

from oracle.kernel.flow import assemble
from oracle.kernel.state import Rules, State
from rules_dsl.definitions import Ability, Call, Selection, Span
from rules_dsl.errors import KaijuError

from .binding import Condition, Number, Words
from .machine import Change, DiceGame, Held, Linked, Possible, Said
from .table import SLOTS, SOURCE

ALL = 1 << 20
"""More than there ever is of anything."""

OPTIONAL = frozenset({"may", "may-first"})


def whole(call: Call) -> tuple[Call, ...]:
    """All that is done if one does what one may: what comes first, and the rest."""
    body: Any = call["body"]
    cost: Any = call.get("cost")
    return tuple(body) if cost is None else (cost, *body)


class Peeled:
    """The body of an ability taken apart: what must hold, whether it may be left, the rest."""

    def __init__(self, body: tuple[Call, ...]) -> None:
        self.conditions: list[Call] = []
        self.once = self.optional = self.repeated = False
        while len(body) == 1:
            (call,) = body
            if call.word == "if":
                self.conditions.append(call["condition"])  # type: ignore[arg-type]
            elif call.word == "once-each-turn":
                self.once = True
            elif call.word == "repeatedly":
                self.repeated = True
            elif call.word in OPTIONAL:
                self.optional = True
            else:
                break
            body = whole(call)
            if call.word in OPTIONAL:
                break
        self.body = body


M = TypeVar("M", bound=DiceGame)


class Linker(Generic[M]):
    """Turns abilities into code; one linker builds one machine. Each game has its own."""

    words: Words
    ability_rules: Rules
    """What every ability rests on."""
    inside: frozenset[str]
    """Words that stand in the holes of others and have rules of their own."""
    linked_type: type[Linked] = Linked
    held_type: type[Held] = Held

    def __init__(self, machine: M, word_rules: dict[tuple[str, str], Rules]) -> None:
        self.machine = machine
        self._word_rules = {word: rules for (_, word), rules in reversed(word_rules.items())}
        self._slots = 0
        self.head = ""
        self.ability: Linked

    # --- what bindings ask for ---

    def refusal(self, message: str, span: Span) -> KaijuError:
        """An error at a place in card text."""
        return KaijuError(message, place=f"{span.file}:{span.line}:{span.column}")

    def told(self, call: Call) -> Rules:
        """The rules that what a word does rests on, and those of the words in its holes."""
        found = [rule for rule in self.rules_of(call.word) if self.concerns(rule, call)]
        found += self.told_besides(call)
        for _, value in call.args:
            if isinstance(value, Selection):
                found += [rule for each in value.filters for rule in self.told(each)]
                found += self.told_of(value)
            elif isinstance(value, Call) and value.word in self.inside:
                found += self.told(value)
        return tuple(rule for rule in dict.fromkeys(found) if self.is_in_force(rule))

    def rules_of(self, word: str) -> Rules:
        """The rules that the vocabulary gives a word."""
        return self._word_rules.get(word, ())

    def concerns(self, rule: str, call: Call) -> bool:
        """Whether a rule of a word is about the text that the word stands in."""
        return True

    def told_besides(self, call: Call) -> Rules:
        """The rules that depend on what stands in the holes of a word."""
        return ()

    def told_of(self, phrase: Selection) -> Rules:
        """The rules that a noun phrase rests on."""
        return ()

    def is_in_force(self, rule: str) -> bool:
        """Whether a rule belongs to the parts that this game is played with."""
        return True

    def number(self, value: object) -> Number:
        """A function that gives a number."""
        if isinstance(value, Call):
            return self.words.numbers[value.word](self, value)
        fixed = ALL if value == "all" else int(value)  # type: ignore[call-overload]
        return lambda machine, state, frame, whose: fixed

    def condition(self, call: Call) -> Condition:
        """A function that tells whether a condition holds."""
        if call.word not in self.words.conditions:
            raise self.refusal(f"the condition '{call.word}' is not known yet", call.span)
        return self.words.conditions[call.word](self, call)

    def of_type(self, type_: str) -> frozenset[int]:
        """The definitions of a type."""
        cards = self.machine.definitions
        return frozenset(n for n, card in enumerate(cards) if card.choice("type") == type_)

    def cards_in(self, zone: Call) -> Any:
        """A function `(machine, state, you)` that gives the cards of a zone."""
        raise NotImplementedError

    def slot(self) -> int:
        """A local of the effect's frame that nobody else uses."""
        self._slots += 1
        return SLOTS + self._slots - 1

    def body(self, calls: Any) -> list[Any]:
        """The pieces of several effects one after the other."""
        found: list[Any] = []
        for call in calls:
            if call.word not in self.words.effects:
                raise self.refusal(f"the effect '{call.word}' is not known yet", call.span)
            found += self.words.effects[call.word](self, call)
        return found

    def possible(self, body: Iterable[Call]) -> Possible:
        """Whether effects that one may choose to carry out can be, and any would do something."""
        calls = tuple(body)
        table, gains = self.words.possible, self.words.gains
        tests = [table[call.word](self, call) for call in calls if call.word in table]
        brings = [gains[call.word](self, call) for call in calls if call.word in gains]
        if any(call.word not in {*table, *gains, "use"} for call in calls):
            brings = []  # that will do something anyway

        def holds(
            machine: Any, state: State, source: int, you: int, context: tuple[int, ...]
        ) -> bool:
            return all(test(machine, state, source, you, context) for test in tests) and (
                not brings or any(each(machine, state, source, you, context) for each in brings)
            )

        return holds

    def lasting(self, call: Call, *, for_good: bool) -> int:
        """Something continuous that an effect makes hold; returns its number."""
        held = self.held_type(call.word, for_good)
        if call.word in self.machine.changes:
            held.change = self.change(call, self.ability, None)
        else:
            held.said = self.say(call, self.ability, None)
        self.machine.lasting.append(held)
        return len(self.machine.lasting) - 1

    # --- what each game says for itself ---

    def after_each(self) -> list[Any]:
        """Steps carried out each time that a text which can be repeated has been."""
        return []

    def change(self, call: Call, linked: Linked, given: Call | None) -> Change:
        """A continuous change of a number."""
        raise NotImplementedError

    def say(self, call: Call, linked: Linked, given: Call | None) -> Said:
        """A permission or prohibition."""
        raise NotImplementedError

    # --- abilities ---

    def named(self, card: str, ordinal: int, ability: Ability) -> Linked:
        """A new ability with its name and number."""
        machine = self.machine
        head = ability.head if ability.kind == "trigger" else ability.kind
        linked = self.linked_type(
            len(machine.abilities), card, ordinal, head or "", self.ability_rules
        )
        linked.once_a_window = False
        machine.abilities.append(linked)
        machine.ability_number[linked.name] = linked.number
        self.ability = linked
        return linked

    def begin(self, ability: Ability, linked: Linked) -> Peeled:
        """Begin the code of an ability that works at a moment."""
        self.head = str(ability.head)
        self._slots = 0
        peeled = Peeled(ability.body)
        linked.once, linked.optional = peeled.once, peeled.optional
        linked.repeated = peeled.repeated or self.head in self.machine.windows
        return peeled

    def compile(
        self,
        ability: Ability,
        linked: Linked,
        peeled: Peeled,
        *,
        asked: bool,
        conditions: Iterable[Condition] = (),
        last: Iterable[Any] = (),
    ) -> None:
        """The code of an ability; who is `asked` beforehand is not asked again by a `may`."""
        tests = [self.condition(call) for call in peeled.conditions]
        able = self.possible(peeled.body) if peeled.optional else None
        linked.possible = all_of([*tests, *conditions], able)
        body = peeled.body if asked and peeled.optional else ability.body
        if peeled.once and not (asked and peeled.optional):
            linked.once = False  # the text notes it itself
        steps = [*assemble(self.body(body)), *last]
        linked.size = self._slots
        linked.code = self.machine.add_code(linked.name, steps, SLOTS - SOURCE + linked.size)

    def trigger_rules(self, ability: Ability) -> Rules:
        """What an ability that works at a moment rests on: the moment and what must hold."""
        rules = self.told(Call(str(ability.head))) + self.ability_rules
        body = ability.body
        while len(body) == 1 and body[0].word in ("if", "once-each-turn", "repeatedly"):
            (call,) = body
            given = call.get("condition")
            rules += self.rules_of(call.word) + (self.told(given) if given else ())  # type: ignore[arg-type]
            body = whole(call)
        return tuple(dict.fromkeys(rules))

    def holds_while(self, given: Call | None) -> Any:
        """Whether what stands behind `while` holds, or None if nothing does."""
        if given is None:
            return None
        test = self.condition(given)
        return lambda machine, state, source, you: test(machine, state, source, you, (you, 0))


def all_of(conditions: list[Condition], able: Possible | None) -> Possible:
    """Whether all conditions hold, and what may be done can be."""

    def holds(machine: Any, state: State, source: int, you: int, context: tuple[int, ...]) -> bool:
        for test in conditions:
            if not test(machine, state, source, you, context):
                return False
        return able is None or able(machine, state, source, you, context)

    return holds
