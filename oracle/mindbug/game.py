"""Assembling a Mindbug machine from definitions, options and vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from oracle.games import Game, Words
from oracle.kernel.decision import DEFINITION, NUMBER, SEAT
from oracle.kernel.preparing import prepare
from oracle.kernel.state import State
from rules_dsl.definitions import Call, Card, Keyword
from rules_dsl.errors import KaijuError

from . import setup as _setup  # noqa: F401  (binds words)
from .boost import boost_static
from .cards import layers_of
from .dice import REROLLS
from .draw import refill
from .events import EVENTS
from .life import check_lives
from .linker import Linker, unbound
from .machine import LinkedRule, Mindbug
from .positions import begin_at
from .prohibitions import RULE_WORDS
from .setup import begin_setup
from .table import (
    ACTIVE,
    BOTH_HANDS,
    BOUGHT,
    DISCARD,
    LAYOUT,
    LIVES,
    MOST_CARDS,
    PLAY,
    POWER_DECK,
    POWER_DISCARD,
    POWER_ROW,
    PROCEDURES,
    SHOWN,
    layout_with,
)
from .triggers import HEADS

if TYPE_CHECKING:
    from types import ModuleType

    from rules_dsl.module import Module


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
    prepare(machine, PROCEDURES, EVENTS)
    machine.layout = layout_with(
        power_cards=any(card.kind == POWER_CARD for card in cards),
        boosts=any(word in BOOSTING for card in cards for word in _words(card)),
    )
    machine.options = dict(options)
    _take_options(machine)
    machine.definitions = tuple(cards)
    machine.definition_number = {card.id: number for number, card in enumerate(cards)}
    machine.power = [card.property("power") for card in cards]
    machine.cost = [card.property("cost") for card in cards]
    machine.pool = _copies(cards, lambda card: card.kind == CREATURE and card.property("stage") < 2)
    machine.power_pool = _copies(cards, lambda card: card.kind == POWER_CARD)
    machine.box = machine.pool + machine.power_pool
    machine.die_faces = tuple(n for n, card in enumerate(cards) if card.kind == DIE_FACE)
    machine.mixed = len({card.span.file for card in cards}) > 1
    _link_stages(machine, cards)
    if len(machine.pool) + len(machine.power_pool) > MOST_CARDS:
        raise KaijuError(
            f"the ruleset has {len(machine.pool)} cards, more than {MOST_CARDS} in all",
            remedy="Give fewer cards, or fewer copies of them.",
        )
    machine.keyword_bits = {keyword.id: 1 << n for n, keyword in enumerate(keywords)}
    machine.option_types = {
        "first": SEAT,
        "pile": SEAT,
        "roll": DEFINITION,
        "apply": DEFINITION,
        "mode": NUMBER,
        "reroll": REROLLS,
        "keyword": tuple(machine.keyword_bits),
    }
    _prepare_tables(machine)
    linker = Linker(machine, rules)
    for keyword in keywords:
        linker.link_keyword(keyword)
    for number, card in enumerate(cards):
        linker.link_card(number, card)
    _gather_words(machine)
    machine.label_abilities()
    machine.triggered_at_all = frozenset(
        number for table in machine.triggered.values() for number in table
    )
    if machine.statics_in_discard:
        elsewhere = machine.statics_in_discard
        machine.static_elsewhere = ((DISCARD, 0, elsewhere), (DISCARD + 1, 1, elsewhere))
    machine.layers = layers_of(machine, cards)
    return machine


CREATURE, POWER_CARD, DIE_FACE = "creature", "power-card", "die-face"
BOOSTING = ("boost", "boost-split")


def _words(card: Card) -> Iterator[str]:
    """The words of a card's text."""

    def inside(value: object) -> Iterator[str]:
        if isinstance(value, Call):
            yield value.word
            for _, argument in value.args:
                yield from inside(argument)
        elif isinstance(value, tuple):
            for each in value:
                yield from inside(each)

    for ability in card.abilities:
        yield from inside(ability.body)


def _copies(cards: Sequence[Card], wanted: Callable[[Card], bool]) -> tuple[int, ...]:
    """Each card as often as it is in the box."""
    return tuple(n for n, card in enumerate(cards) if wanted(card) for _ in range(card.copies))


def _link_stages(machine: Mindbug, cards: Sequence[Card]) -> None:
    """Who evolves into whom, and what an evolved creature falls back to."""
    machine.next_stage, machine.first_stage = {}, {}
    for number, card in enumerate(cards):
        if card.evolves_to is None:
            continue
        after = machine.definition_number.get(card.evolves_to)
        if after is None:
            raise KaijuError(
                f"'{card.id}' evolves to '{card.evolves_to}', which is no card of this ruleset",
                place=f"{card.span.file}:{card.span.line}:{card.span.column}",
                remedy="Name a card that is defined in the same ruleset.",
            )
        machine.next_stage[number] = after
    for first in set(machine.next_stage) - set(machine.next_stage.values()):
        stage = machine.next_stage[first]
        while stage not in machine.first_stage:
            machine.first_stage[stage] = first
            stage = machine.next_stage.get(stage, stage)
    machine.changing_cards = bool(machine.next_stage)


def _gather_words(machine: Mindbug) -> None:
    """Which permissions and prohibitions there are at all, and who says them."""
    lasting = {rule.word for rule in machine.lasting if isinstance(rule, LinkedRule)}
    machine.words_elsewhere = frozenset(
        word for word in RULE_WORDS if machine.rule_words_in_discard[word] or word in lasting
    )
    machine.speakers = _speakers(machine, machine.rule_words)
    machine.speakers_in_discard = _speakers(machine, machine.rule_words_in_discard)
    machine.words_in_use = machine.words_elsewhere | frozenset(
        word for word in RULE_WORDS if machine.rule_words[word] or machine.keyword_words[word]
    )
    machine.own_words = {
        word: (machine.keyword_masks[word], machine.keyword_words[word], machine.rule_words[word])
        for word in RULE_WORDS
        if word not in machine.words_elsewhere
        and all(rule.own for rules in machine.rule_words[word].values() for rule in rules)
        and all(rule.own for _, rule in machine.keyword_words[word])
    }


def _speakers(
    machine: Mindbug, tables: dict[str, dict[int, tuple[LinkedRule, ...]]]
) -> dict[int, tuple[LinkedRule, ...]]:
    """What each definition permits and forbids, by definition instead of by word."""
    found: dict[int, tuple[LinkedRule, ...]] = {}
    in_play = tables is machine.rule_words
    for word, table in tables.items():
        if in_play and machine.keyword_masks[word]:
            continue  # found together with the keywords that say it
        for number, rules in table.items():
            found[number] = found.get(number, ()) + rules
    return found


def _take_options(machine: Mindbug) -> None:
    answers = machine.options
    machine.same_turn_follow_up = answers["mb.option.mindbug-follow-up"] == "same-turn-action"
    machine.hunt_at_declaration = answers["mb.option.hunter-choice"] == "declaration"
    machine.first_player_cards_public = answers["mb.option.first-player-cards"] == "public"
    machine.draw_on_both_zero = answers["mb.option.simultaneous-zero"] == "draw"
    machine.spend_first = answers["mb.option.mindbug-payment"] == "spend-first"
    machine.refill_after_each_card = answers["mb.option.discard-refill"] == "after-each-card"
    machine.attacks_again_when_forced = answers["mb.option.forced-attack-frenzy"] == "again"
    machine.hunt_is_the_action = answers["mb.option.must-hunt"] == "turn-action"
    machine.gone_attackers_hit = answers["mb.option.attacker-gone"] == "life-lost"
    machine.hunts_again = answers["mb.option.must-hunt-again"] != "free"
    machine.must_attack_again = (
        machine.hunt_is_the_action and answers["mb.option.must-hunt-again"] == "attacks-again"
    )
    machine.copies_when_barred = answers["mb.option.barred-effects"] == "only-triggers"
    machine.any_alternative = answers["mb.option.choose-one"] == "any"
    machine.triggers_between_dice = answers["mb.option.dice-triggers"] == "between"
    machine.newcomers_included = answers["mb.option.turn-bonus-newcomers"] == "included"
    machine.looks_back = answers["mb.option.evolved-defeated"] == "looks-back"
    machine.nested_waiting = answers["mb.option.waiting-effects"] == "nested"
    machine.amounts_together = answers["mb.option.for-each-amount"] == "together"
    machine.defeats_together = answers["mb.option.for-each-defeat"] == "together"
    machine.saved_count_as_defeated = answers["mb.option.saved-by-tough"] == "defeated"
    machine.setting_is_losing = answers["mb.option.set-life"] == "difference"
    machine.own_card_usable = answers["mb.option.own-card"] == "usable"
    machine.boosts_to_controller = answers["mb.option.boosts-leave"] == "controller"
    machine.boosts_stay = answers["mb.option.boosts-taken"] == "stay"
    machine.boosts_noticed = answers["mb.option.boosts-put-there"] == "triggers"
    machine.refills_between_hand_and_deck = answers["mb.option.hand-and-deck"] == "refill"
    machine.effects_follow_source = answers["mb.option.source-taken"] == "new-controller"


def _prepare_tables(machine: Mindbug) -> None:
    machine.checks = ((LIVES, check_lives), (BOTH_HANDS, refill))
    machine.static_places = ((PLAY, 0), (PLAY + 1, 1))
    machine.order_rules = ("mb.effect.order",)
    machine.wait_rules = ("mb.effect.one-at-a-time",)
    machine.moved_rules = ("mb.trigger.last-controller",)
    machine.triggered = {head: {} for head in HEADS}
    machine.triggered_in_discard = {head: {} for head in HEADS}
    machine.statics_in_discard = {}
    machine.shown_mark = SHOWN
    machine.constants = frozenset()
    machine.foresight = {}
    machine.speaking_in_discard = frozenset()
    machine.rule_words = {word: {} for word in RULE_WORDS}
    machine.rule_words_in_discard = {word: {} for word in RULE_WORDS}
    machine.static_under = boost_static(machine) if machine.layout.zones[BOOSTS].used else None
    machine.keyword_words = dict.fromkeys(RULE_WORDS, ())
    machine.keyword_masks = dict.fromkeys(RULE_WORDS, 0)
    machine.replacements = {}
    machine.keyword_replacements = ()
    machine.replacement_mask = 0
    machine.active = machine.orderer = _active
    machine.misplaced = _placing(machine)
    machine.begin_game = begin_setup
    machine.begin_at = _begin_at_of(machine)


BOOSTS = next(number for number, zone in enumerate(LAYOUT.zones) if zone.name == "boosts")


def _placing(machine: Mindbug) -> Callable[[int, int], str | None]:
    """Which cards can lie where at the start of a turn."""
    kinds = [card.kind for card in machine.definitions]

    def misplaced(definition: int, place: int) -> str | None:
        if place == BOUGHT:
            return "cannot be here: nothing is being bought when a turn begins"
        kind, among_powers = kinds[definition], place in (POWER_ROW, POWER_DECK, POWER_DISCARD)
        if kind == DIE_FACE:
            return "is a face of a die, not a card"
        if kind == POWER_CARD and not among_powers:
            return "is a power card: it lies in the row, the deck or the discard pile of those"
        if kind == CREATURE and among_powers:
            return "is a creature, not a power card"
        return None

    return misplaced


def _active(state: State) -> int:
    return state.registers[ACTIVE]


def _begin_at_of(machine: Mindbug) -> Callable[[State, int], None]:
    return lambda state, seat: begin_at(machine, state, seat)


# --- the record of the game ----------------------------------------------------------------------


def _assemble(
    module: Module, answers: Mapping[str, str], words: Words, players: int | None
) -> Mindbug:
    return assemble_machine(module.cards, module.keywords, answers, words)


def _why() -> ModuleType:
    from . import why

    return why


def _showing() -> ModuleType:
    from . import showing

    return showing


def _telling() -> ModuleType:
    from . import telling

    return telling


GAME = Game("mindbug", _assemble, EVENTS, ("mb.attack.tie", "gorillion"), _why, _showing, _telling)
