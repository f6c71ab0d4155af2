"""Assembling a Mindbug machine from definitions, options and vocabulary."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence

from oracle.kernel import waiting
from oracle.kernel.layers import Layer
from oracle.kernel.state import State
from rules_dsl.definitions import Card, Keyword
from rules_dsl.errors import KaijuError

from . import setup as _setup  # noqa: F401  (declares the procedures)
from .atoms import check_lives, refill
from .linker import Linker, unbound
from .machine import Mindbug
from .prohibitions import RULE_WORDS
from .setup import begin_setup
from .table import (
    ACTIVE,
    BOTH_HANDS,
    KEYWORDS,
    LAYOUT,
    LIVES,
    LOWEST_POWER,
    MOST_CARDS,
    PLAY,
    POWER,
    PROCEDURES,
)
from .turn import TURNS

RESOLVE = PROCEDURES.declare("resolve", *waiting.STEPS, remembers=1)


def assemble_machine(
    cards: Sequence[Card],
    keywords: Sequence[Keyword],
    options: Mapping[str, str],
    words: Iterable[tuple[str, str, tuple[str, ...]]],
) -> Mindbug:
    """Link a ruleset; `words` are (kind, id, rules) of the vocabulary."""
    rules = {(kind, word): cited for kind, word, cited in words}
    missing, superfluous = unbound(rules)
    if missing or superfluous:
        raise LookupError(f"words without a binding: {missing}; without a word: {superfluous}")
    machine = Mindbug()
    machine.layout = LAYOUT
    machine.options = dict(options)
    _take_options(machine)
    machine.definitions = tuple(cards)
    machine.definition_number = {card.id: number for number, card in enumerate(cards)}
    machine.power = [card.property("power") for card in cards]
    machine.pool = tuple(n for n, card in enumerate(cards) for _ in range(card.copies))
    if len(machine.pool) > MOST_CARDS:
        raise KaijuError(
            f"the ruleset has {len(machine.pool)} cards, more than {MOST_CARDS} in all",
            remedy="Give fewer cards, or fewer copies of them.",
        )
    machine.keyword_bits = {keyword.id: 1 << n for n, keyword in enumerate(keywords)}
    _prepare_tables(machine)
    linker = Linker(machine, rules)
    for keyword in keywords:
        linker.link_keyword(keyword)
    for number, card in enumerate(cards):
        linker.link_card(number, card)
    machine.words_in_use = frozenset(
        word for word in RULE_WORDS if machine.rule_words[word] or machine.keyword_words[word]
    )
    machine.own_words = {
        word: (machine.keyword_masks[word], machine.keyword_words[word], machine.rule_words[word])
        for word in RULE_WORDS
        if all(rule.own for rules in machine.rule_words[word].values() for rule in rules)
        and all(rule.own for _, rule in machine.keyword_words[word])
    }
    machine.label_abilities()
    machine.triggered_at_all = frozenset(
        number for table in machine.triggered.values() for number in table
    )
    machine.layers = (
        Layer("power", POWER, machine.power, operator.add, lowest=LOWEST_POWER),
        Layer(
            "keywords",
            KEYWORDS,
            [_bits(machine, card.keywords) for card in cards],
            operator.or_,
            grounded=True,
            show=lambda bits: sorted(k for k, bit in machine.keyword_bits.items() if bits & bit),
        ),
    )
    return machine


def _take_options(machine: Mindbug) -> None:
    answers = machine.options
    machine.same_turn_follow_up = answers["mb.option.mindbug-follow-up"] == "same-turn-action"
    machine.hunt_at_declaration = answers["mb.option.hunter-choice"] == "declaration"
    machine.first_player_cards_public = answers["mb.option.first-player-cards"] == "public"
    machine.draw_on_both_zero = answers["mb.option.simultaneous-zero"] == "draw"
    machine.spend_first = answers["mb.option.mindbug-payment"] == "spend-first"
    machine.refill_after_each_card = answers["mb.option.discard-refill"] == "after-each-card"
    machine.nested_waiting = answers["mb.option.waiting-effects"] == "nested"


def _prepare_tables(machine: Mindbug) -> None:
    machine.codes = list(PROCEDURES.steps)
    machine.code_names = list(PROCEDURES.names)
    machine.frame_sizes = list(PROCEDURES.sizes)
    machine.code_number = {name: number for number, name in enumerate(PROCEDURES.names)}
    machine.abilities = []
    machine.ability_number = {}
    machine.checks = ((LIVES, check_lives), (BOTH_HANDS, refill))
    machine.statics = {}
    machine.volatile = frozenset()
    machine.static_places = ((PLAY, 0), (PLAY + 1, 1))
    machine.resolve_code = RESOLVE
    machine.first_effect = len(machine.codes)
    machine.order_rules = ("mb.effect.order",)
    machine.wait_rules = ("mb.effect.one-at-a-time",)
    machine.moved_rules = ("mb.trigger.last-controller",)
    machine.triggered = {"play": {}, "attack": {}, "defeated": {}}
    machine.constants = frozenset()
    machine.rule_words = {word: {} for word in RULE_WORDS}
    machine.keyword_words = dict.fromkeys(RULE_WORDS, ())
    machine.keyword_masks = dict.fromkeys(RULE_WORDS, 0)
    machine.replacements = {}
    machine.keyword_replacements = ()
    machine.replacement_mask = 0
    machine.active = machine.orderer = _active
    machine.begin_game = begin_setup
    machine.begin_at = _begin_at


def _active(state: State) -> int:
    return state.registers[ACTIVE]


def _begin_at(state: State, seat: int) -> None:
    """Put a set-up position at the start of a turn; hands are checked at once."""
    state.registers[ACTIVE] = seat
    state.dirty = BOTH_HANDS | LIVES
    state.stack.append([TURNS, 0, seat, 0])


def _bits(machine: Mindbug, keywords: Iterable[str]) -> int:
    bits = 0
    for keyword in keywords:
        bits |= machine.keyword_bits[keyword]
    return bits
