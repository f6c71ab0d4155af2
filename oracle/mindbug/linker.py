"""Linking: definitions of keywords and cards become the tables and code of a machine."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from oracle.kernel.flow import Label, assemble
from oracle.kernel.layers import Count, Static
from oracle.kernel.machine import KernelError, LinkedAbility
from oracle.kernel.state import Rules, State
from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection, Span
from rules_dsl.errors import KaijuError

from . import (  # noqa: F401  (bind words)
    boost,
    combat,
    conditions,
    copy,
    defeat,
    dice,
    discard,
    effects,
    evolve,
    keywords,
    lasting,
    life,
    mindbug,
    play,
    power,
    setup,
    terms,
)
from .foresight import bind_foresight
from .machine import LinkedReplacement, LinkedRule, Mindbug
from .prohibitions import RULE_WORDS
from .selection import FILTERS, GROUPS, Filter, bind_candidates, bind_filter, rules_of
from .table import DICE, KEYWORDS, POWER, SLOTS, SOURCE, YOU
from .triggers import HEADS
from .words import (
    CONDITIONS,
    EFFECTS,
    NUMBERS,
    PLACES,
    PLAYERS,
    SHARED_PLACES,
    SINGLE_PLAYERS,
    Condition,
    Number,
    Seat,
    Seats,
)

RESOLVE_RULES = ("mb.card.ability", "mb.effect.full")
CHANGING = {"your-turn", "life-is", "no-mindbugs"}
"""Conditions that change though no card moves."""

CONSTANT = ("mb.constant.in-play", "mb.constant.definition")
CONDITIONAL = ("mb.constant.conditions",)
IN_DISCARD = ("mb.discard.ability", "mb.discard.in-pile-only", "mb.discard.owner")
OWN_RULES: dict[str, Rules] = {
    "must-hunt": ("mb.force.must-hunt",),
    "cannot-hunt": ("mb.force.cannot-hunt",),
    "reverses-fights": ("mb.force.reversed",),
    "loses-more-life": ("mb.force.more-life",),
    "rerolls-more": ("mb.dice.reroll",),
}
"""Words that mean the same wherever they stand."""


BOUND: dict[str, Collection[str]] = {
    "effect": EFFECTS,
    "condition": CONDITIONS,
    "number": NUMBERS,
    "player": PLAYERS,
    "zone": {*PLACES, *SHARED_PLACES},
    "rule": RULE_WORDS,
    "static": {"modify-power", "grant-keyword", "modify-dice"},
    "filter": {*FILTERS, *GROUPS},
    "trigger": HEADS,
    "replaceable": {"defeated"},
}
"""Every word that does something, by kind: the vocabulary must declare just these."""


def unbound(words: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Words declared but not bound, and words bound but not declared."""
    declared = {(kind, word) for kind, word in words if kind in BOUND}
    bound = {(kind, word) for kind, names in BOUND.items() for word in names}
    return (
        sorted(f"{kind} {word}" for kind, word in declared - bound),
        sorted(f"{kind} {word}" for kind, word in bound - declared),
    )


class Linker:
    """Turns abilities into code; one linker builds one machine."""

    def __init__(self, machine: Mindbug, word_rules: dict[tuple[str, str], Rules]) -> None:
        self.machine = machine
        self._word_rules = word_rules
        self._slots = 0
        self.ability_rules: Rules = ()
        self.ability: LinkedAbility

    # --- what bindings ask for ---

    def refusal(self, message: str, span: Span) -> KaijuError:
        """An error at a place in card text."""
        return KaijuError(message, place=_place(span))

    def word_rules(self, word: str) -> Rules:
        """The rules the vocabulary gives a word."""
        for (_, name), rules in self._word_rules.items():
            if name == word:
                return rules
        return ()

    def keyword_bit(self, keyword: str) -> int:
        """The bit of a keyword."""
        return self.machine.keyword_bits[keyword]

    def phrase(self, value: object) -> Selection | Call:
        """A noun phrase or `this`."""
        if not isinstance(value, Selection | Call):
            raise KernelError(f"a noun phrase was expected, not {value!r}")
        return value

    def player(self, value: object) -> Seat:
        """A function that gives one player's seat."""
        assert isinstance(value, Call)
        if value.word not in SINGLE_PLAYERS:
            raise self.refusal(f"'{value.word}' is more than one player; name one", value.span)
        return SINGLE_PLAYERS[value.word]

    def players(self, value: object) -> Seats:
        """A function that gives the seats of one or more players, the active one first."""
        assert isinstance(value, Call)
        return PLAYERS[value.word]

    def number(self, value: object) -> Number:
        """A function that gives a number."""
        if isinstance(value, int):
            fixed = value
            return lambda machine, state, frame: fixed
        assert isinstance(value, Call)
        return NUMBERS[value.word](self, value)

    def filter(self, call: Call) -> Filter:
        """A test of one creature."""
        return bind_filter(self, call)

    def places(self, zone: Call) -> Seats:
        """A function that gives the places of a zone."""
        if zone.word in SHARED_PLACES:
            shared = SHARED_PLACES[zone.word]
            return lambda machine, state, source, you: shared
        first = PLACES[zone.word]
        seat = self.player(zone["player"])
        return lambda machine, state, source, you: (first + seat(machine, state, source, you),)

    def condition(self, call: Call | None) -> Condition | None:
        """A function that tells whether a condition holds."""
        return None if call is None else CONDITIONS[call.word](self, call)

    def slot(self) -> int:
        """A local of the effect's frame that nobody else uses."""
        self._slots += 1
        return SLOTS + self._slots - 1

    def label(self) -> Label:
        """A loop to be placed when the code is assembled."""
        return Label()

    def body(self, calls: Any) -> list[Any]:
        """The pieces of several effects one after the other."""
        return [piece for call in calls for piece in EFFECTS[call.word](self, call)]

    # --- keywords and cards ---

    def link_keyword(self, keyword: Keyword) -> None:
        """Add what a keyword does to the tables."""
        machine, bit = self.machine, self.machine.keyword_bits[keyword.id]
        for ordinal, ability in enumerate(keyword.abilities, start=1):
            linked = self._ability(keyword.id, ordinal, ability, keyword.cites)
            if ability.kind == "rule":
                for word, rule in self._rules(ability, linked, keyword.cites):
                    machine.keyword_words[word] += ((bit, rule),)
                    machine.keyword_masks[word] |= bit
            elif ability.kind == "replace":
                entry = self._replacement(ability, linked, keyword.cites)
                machine.keyword_replacements += ((bit, entry),)
                machine.replacement_mask |= bit
            else:
                raise self.refusal(
                    f"keyword '{keyword.id}': a keyword can permit, forbid or replace; "
                    f"'{ability.kind}' abilities stand on cards",
                    ability.span,
                )

    def link_card(self, number: int, card: Card) -> None:
        """Add what a card does to the tables."""
        machine = self.machine
        for ordinal, ability in enumerate(card.abilities, start=1):
            in_discard = ability.zone == "discard"
            rules = RESOLVE_RULES if ability.kind == "trigger" else ("mb.card.ability",)
            linked = self._ability(card.id, ordinal, ability, rules)
            if ability.kind == "trigger":
                assert ability.head is not None
                self._code(linked, ability)
                heads = machine.triggered_in_discard if in_discard else machine.triggered
                if ability.head == "action":
                    body = _whole_body(ability)
                    machine.foresight[linked.number] = bind_foresight(self, number, body)
                table = heads[ability.head]
                table[number] = (*table.get(number, ()), linked.number)
            elif ability.kind == "static":
                if ability.condition is not None and ability.condition.word in CHANGING:
                    machine.volatile |= {number}
                statics = self._statics(ability, linked)
                split_by = machine.statics_in_discard if in_discard else machine.statics
                split = split_by.get(number, ((), (), ()))
                split_by[number] = tuple(
                    (*split[layer], *(static for static in statics if static.layer == layer))
                    for layer in (POWER, KEYWORDS, DICE)
                )
            elif ability.kind == "rule":
                constant = constant_rules(ability)
                words = machine.rule_words_in_discard if in_discard else machine.rule_words
                for word, rule in self._rules(ability, linked, constant):
                    words[word][number] = (*words[word].get(number, ()), rule)
            else:
                entry = self._replacement(ability, linked, rules)
                machine.replacements[number] = (*machine.replacements.get(number, ()), entry)
            if in_discard:
                machine.speaking_in_discard |= {number}
            elif ability.kind != "trigger":
                machine.constants |= {number}

    def _ability(self, owner: str, ordinal: int, ability: Ability, rules: Rules) -> LinkedAbility:
        machine = self.machine
        head = ability.head if ability.kind == "trigger" else ability.kind
        linked = LinkedAbility(len(machine.abilities), owner, ordinal, head or "", rules)
        machine.abilities.append(linked)
        machine.ability_number[linked.name] = linked.number
        return linked

    def _code(self, linked: LinkedAbility, ability: Ability) -> None:
        self._slots = 0
        self.ability = linked
        self.ability_rules = linked.rules
        steps = assemble(self.body(_whole_body(ability)))
        linked.size = self._slots
        linked.code = self.machine.add_code(linked.name, steps, SLOTS - SOURCE + linked.size)

    def _replacement(
        self, ability: Ability, linked: LinkedAbility, rules: Rules
    ) -> LinkedReplacement:
        self._code(linked, ability)
        return LinkedReplacement(linked, self.condition(ability.condition), rules)

    def _rules(
        self, ability: Ability, linked: LinkedAbility, rules: Rules
    ) -> list[tuple[str, LinkedRule]]:
        condition = self.condition(ability.condition)
        if ability.condition is not None:
            rules += self.word_rules(ability.condition.word)
        return [(call.word, self.rule(call, linked, rules, condition)) for call in ability.body]

    def rule(
        self, call: Call, linked: LinkedAbility, rules: Rules, condition: Condition | None = None
    ) -> LinkedRule:
        """A permission or prohibition."""
        holds, amount = RULE_WORDS[call.word](self, call)
        if condition is not None:
            holds = _both(condition, holds)
        told = tuple(dict.fromkeys(rules + OWN_RULES.get(call.word, ()) + _noun_rules(self, call)))
        return LinkedRule(call.word, linked, holds, told, amount, own=_own(call))

    def _statics(self, ability: Ability, linked: LinkedAbility) -> list[Static]:
        rules = constant_rules(ability)
        if ability.condition is not None:
            rules += self.word_rules(ability.condition.word)
        return [self.static(call, linked, rules, ability.condition) for call in ability.body]

    def static(
        self, call: Call, linked: LinkedAbility, rules: Rules, given: Call | None = None
    ) -> Static:
        """A continuous change."""
        subject = self.phrase(call["subject"])
        rules += rules_of(self, subject)
        reads_keywords = _reads(KEYWORD_TESTS, given, subject)
        if call.word == "modify-power":
            if reads_keywords:
                raise KaijuError(
                    "power cannot depend on keywords, because keywords depend on power",
                    place=_place(call.span),
                    remedy="Name the creatures by side or power instead.",
                )
            layer, amount = POWER, int(call["amount"])  # type: ignore[call-overload]
        elif call.word == "modify-dice":
            if not self.machine.die_faces:
                raise self.refusal("this ruleset has no dice to roll", call.span)
            layer, amount = DICE, int(call["amount"])  # type: ignore[call-overload]
            rules += ("mb.dice.maximum",)
        else:
            layer, amount = KEYWORDS, self.keyword_bit(str(call["keyword"]))
            rules += ("mb.card.keywords",)
        count = call.get("count")
        if count is not None:
            rules += _noun_rules(self, count)
        return Static(
            layer,
            self.condition(given),
            bind_candidates(self, subject),
            amount,
            linked,
            tuple(dict.fromkeys(rules)),
            looks_back=reads_keywords or (layer == POWER and _reads(POWER_TESTS, given, subject)),
            times=None if count is None else self.tally(count),
        )

    def tally(self, value: object) -> Count:
        """How often a continuous change is made."""
        assert isinstance(value, Call)
        counted = NUMBERS[value.word](self, value)
        silent: list[Any] = [0, 0, 0, 0, 0, None, 0]

        def times(machine: Mindbug, state: State, source: int, you: int) -> int:
            told = len(state.log)
            silent[SOURCE], silent[YOU] = source, you
            number = counted(machine, state, silent)
            del state.log[told:]  # deriving a value is no event
            return number

        return times


def _whole_body(ability: Ability) -> tuple[Call, ...]:
    """The effects of an ability; those of a trigger only if its condition holds."""
    if ability.kind != "trigger" or ability.condition is None:
        return ability.body
    args = (("condition", ability.condition), ("body", ability.body))
    return (Call("if", args, ability.span),)


def constant_rules(ability: Ability) -> Rules:
    """What a constant ability rests on, by where its card must lie."""
    rules = IN_DISCARD if ability.zone == "discard" else CONSTANT
    return rules + CONDITIONAL if ability.condition is not None else rules


KEYWORD_TESTS = frozenset({"has-keyword", "with-keyword", "without-keyword"})
POWER_TESTS = frozenset(
    {
        "power-at-most",
        "power-at-least",
        "power-below-this",
        "power-far-from-this",
        "power-shared",
        "shared-power",
        *GROUPS,
    }
)


def _both(condition: Condition, holds: Any) -> Any:
    def both(machine: Any, state: State, source: int, you: int, subjects: Any) -> bool:
        return condition(machine, state, source, you) and bool(
            holds(machine, state, source, you, subjects)
        )

    return both


def _own(call: Call) -> bool:
    """Whether a rule word speaks only about its source, or only while its source attacks."""
    if call.word == "cannot-block":
        return call.get("attacker") == Call("this")
    nouns = [value for _, value in call.args if isinstance(value, Selection | Call)]
    return nouns == [Call("this")]


def _place(span: Span) -> str:
    return f"{span.file}:{span.line}:{span.column}"


def _reads(tests: frozenset[str], condition: Call | None, subject: Selection | Call) -> bool:
    """Whether a continuous change depends on one of these tests."""
    phrases = [subject]
    if condition is not None:
        if condition.word in tests:
            return True
        phrases += [value for _, value in condition.args if isinstance(value, Selection)]
    return any(
        call.word in tests
        for phrase in phrases
        if isinstance(phrase, Selection)
        for call in phrase.filters
    )


def _noun_rules(linker: Linker, call: object) -> Rules:
    """The rules of the noun phrases in a word."""
    assert isinstance(call, Call)
    found: Rules = ()
    for _, value in call.args:
        if isinstance(value, Selection):
            found += rules_of(linker, value)
    return found
