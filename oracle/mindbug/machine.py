"""The linked form of a Mindbug ruleset: tables the procedures look into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.layers import Condition, Static
from oracle.kernel.machine import LinkedAbility, Machine
from oracle.kernel.state import Rules, State

Holds = Callable[..., bool]


class LinkedRule:
    """A permission or prohibition in force while its source is in play.

    `holds(machine, state, source, controller, subjects)` says whether it speaks about the
    subjects: (blocker, attacker), (card,) or (trigger, seat), as its word says. It is its source's
    `own` when it speaks about nothing but its source; of blocks, only while its source attacks.
    """

    __slots__ = ("ability", "amount", "holds", "own", "rules", "word")

    def __init__(
        self,
        word: str,
        ability: LinkedAbility,
        holds: Callable[[Any, Any, int, int, tuple[Any, ...]], bool],
        rules: Rules,
        amount: int,
        *,
        own: bool,
    ) -> None:
        self.word = word
        self.own = own
        self.ability = ability
        self.holds = holds
        self.rules = rules
        self.amount = amount

    def about(self, targets: tuple[int, ...]) -> LinkedRule:
        """The same rule about these cards, whatever they have become."""

        def holds(
            machine: Any, state: Any, source: int, controller: int, subjects: tuple[Any, ...]
        ) -> bool:
            return subjects[0] in targets

        return LinkedRule(self.word, self.ability, holds, self.rules, self.amount, own=False)


class LinkedReplacement:
    """What happens to a card instead of an event, if the condition holds."""

    __slots__ = ("ability", "condition", "rules")

    def __init__(self, ability: LinkedAbility, condition: Condition | None, rules: Rules) -> None:
        self.ability = ability
        self.condition = condition
        self.rules = rules


class Mindbug(Machine):
    """A Mindbug ruleset, ready to run. Tables are keyed by definition number or keyword bit."""

    options: dict[str, str]
    power: list[int]
    keyword_bits: dict[str, int]
    pool: tuple[int, ...]
    triggered: dict[str, dict[int, tuple[int, ...]]]
    triggered_in_discard: dict[str, dict[int, tuple[int, ...]]]
    triggered_at_all: frozenset[int]
    constants: frozenset[int]
    speaking_in_discard: frozenset[int]
    """Definitions with an ability that works in a discard pile."""
    mixed: bool
    """Whether the creatures come from more than one set."""
    words_in_use: frozenset[str]
    own_words: dict[
        str,
        tuple[int, tuple[tuple[int, LinkedRule], ...], dict[int, tuple[LinkedRule, ...]]],
    ]
    """Words about one creature that are only ever said of the creature itself.

    With each the mask of the keywords that say it, their rules, and those of cards' own text.
    """
    rule_words: dict[str, dict[int, tuple[LinkedRule, ...]]]
    rule_words_in_discard: dict[str, dict[int, tuple[LinkedRule, ...]]]
    speakers: dict[int, tuple[LinkedRule, ...]]
    """What each definition in play permits and forbids by words that no keyword says."""
    speakers_in_discard: dict[int, tuple[LinkedRule, ...]]
    words_elsewhere: frozenset[str]
    """Words that cards in discard piles say, or effects for a time."""
    keyword_words: dict[str, tuple[tuple[int, LinkedRule], ...]]
    keyword_masks: dict[str, int]
    replacements: dict[int, tuple[LinkedReplacement, ...]]
    keyword_replacements: tuple[tuple[int, LinkedReplacement], ...]
    replacement_mask: int

    statics_in_discard: dict[int, tuple[tuple[Static, ...], ...]]
    foresight: dict[int, Callable[[Any, State, int, int], bool | None]]
    """For each Action whether it would do something, as far as that can be seen."""
    next_stage: dict[int, int]
    first_stage: dict[int, int]
    """The stage that an evolved creature falls back to."""
    die_faces: tuple[int, ...]
    power_pool: tuple[int, ...]
    cost: list[int]

    draw_on_both_zero: bool
    same_turn_follow_up: bool
    hunt_at_declaration: bool
    first_player_cards_public: bool
    spend_first: bool
    refill_after_each_card: bool
    attacks_again_when_forced: bool
    hunt_is_the_action: bool
    """Whether a player whose creature must hunt has to attack with it."""
    gone_attackers_hit: bool
    """By option: whether an attacker that is gone when the block is due still costs a life."""
    hunts_again: bool
    """Whether such a creature must hunt in a second attack, too."""
    must_attack_again: bool
    """Whether such a creature has to make the second attack, too."""
    copies_when_barred: bool
    """Whether effects that a player cannot activate may be copied or resolved once more."""
    any_alternative: bool
    """Whether an alternative may be chosen of which nothing can be carried out."""
    triggers_between_dice: bool
    newcomers_included: bool
    looks_back: bool
    amounts_together: bool
    defeats_together: bool
    saved_count_as_defeated: bool
    setting_is_losing: bool
    own_card_usable: bool
    boosts_to_controller: bool
    boosts_stay: bool
    boosts_noticed: bool
    refills_between_hand_and_deck: bool
    effects_follow_source: bool
