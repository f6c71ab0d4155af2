"""The linked form of a King of Tokyo ruleset: tables the procedures look into."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.machine import LinkedAbility, Machine
from oracle.kernel.state import Rules, State

Possible = Callable[["Tokyo", State, int, int, tuple[int, int]], bool]
"""`(machine, state, source, you, context)`: whether an ability can be used, or applies, now."""

Seats = Callable[["Tokyo", State, int, int], list[int]]


class Linked(LinkedAbility):
    """An ability ready to run, with what decides when it is offered."""

    __slots__ = (
        "before_stop",
        "keyword",
        "once",
        "optional",
        "possible",
        "repeated",
        "uses",
        "yields",
    )

    possible: Possible
    optional: bool
    """Whether its owner may leave it."""
    once: bool
    """Whether it can be used once a turn only."""
    repeated: bool
    """Whether it can be used again at the same moment."""
    before_stop: bool
    """Whether it gives rerolls, and so is of use only while there can be some."""
    uses: bool
    """Whether its card is used up by it."""
    keyword: str | None
    """The keyword that gives it, if one does."""
    yields: bool
    """Whether Tokyo is yielded for it."""


class Change:
    """A continuous change of a number: dice, rerolls, maximum hearts, prices."""

    __slots__ = ("ability", "amount", "holds", "per", "rules", "subject")

    def __init__(
        self,
        ability: LinkedAbility,
        amount: int,
        holds: Callable[[Any, State, int, int], bool] | None,
        rules: Rules,
        subject: str,
        per: Callable[[Any, State, int, int], int] | None,
    ) -> None:
        self.ability = ability
        self.amount = amount
        self.holds = holds
        self.rules = rules
        self.subject = subject
        self.per = per


class Said:
    """A permission or prohibition, with the call that its readers look into."""

    __slots__ = ("ability", "amount", "candidates", "holds", "resource", "rules", "word")

    def __init__(self, word: str, ability: LinkedAbility, rules: Rules) -> None:
        self.word = word
        self.ability = ability
        self.rules = rules
        self.amount = 0
        self.resource = ""
        self.candidates: Callable[..., list[int]] | None = None
        self.holds: Callable[[Any, State, int, int], bool] | None = None


class InUse:
    """What works of a card while it is in use, by the keyword it was used through."""

    __slots__ = ("changes", "lasts", "said", "triggered")

    def __init__(self) -> None:
        self.lasts = ""
        self.triggered: dict[str, tuple[int, ...]] = {}
        self.said: dict[str, tuple[Said, ...]] = {}
        self.changes: dict[str, tuple[Change, ...]] = {}


class Held:
    """Something continuous that an effect made hold for a time, or for good.

    It is a change, something said, or a card in use.
    """

    __slots__ = ("change", "for_good", "next_purchase", "said", "use", "word")

    def __init__(self, word: str, for_good: bool) -> None:
        self.word = word
        self.for_good = for_good
        self.change: Change | None = None
        self.said: Said | None = None
        self.use: InUse | None = None
        self.next_purchase = False


class Tokyo(Machine):
    """A King of Tokyo ruleset for a number of monsters, ready to run."""

    options: dict[str, str]
    players: int
    stars: int
    """Where the counters of this kind begin; so with the next ones."""
    energy: int
    poison: int
    shrink: int
    place: int
    mindbugs: int
    abilities: list[Linked]  # type: ignore[assignment]
    pool: tuple[int, ...]
    cost: list[int]
    kept: frozenset[int]
    """Definitions that lie before their owner."""
    triggered: dict[str, dict[int, tuple[int, ...]]]
    changes: dict[str, dict[int, tuple[Change, ...]]]
    said: dict[str, dict[int, tuple[Said, ...]]]
    copiers: frozenset[int]
    lasting: list[Held]
    uses: dict[tuple[int, str], int]
    """What is in use by definition and keyword (or none): its number among `lasting`."""
    needs_discarded: dict[int, Callable[..., list[int]]]
    """Definitions whose text buys a card from the discard pile, and which cards it could be."""
    has_tokens: bool
    has_evolutions: bool
    evolution_deck: int
    """The first place of these; so with the next ones."""
    hand: int
    evolved: int
    evolution_pile: int
    unchosen: int
    monsters: tuple[str, ...]
    """The monsters that have evolution cards."""
    monster_of: dict[int, int]
    """Which of them an evolution card belongs to, by definition."""
    evolution_sets: tuple[tuple[int, ...], ...]
    consumable: frozenset[int]
    permanent: frozenset[int]
    temporary: frozenset[int]

    enters_without_claw: bool
    bay_in_use: bool
    yields_to_any_attack: bool
    wins_at_once: bool
    winners_share: bool
    all_neighbours: bool
    clamps_hearts: bool
    counters_stay: bool
    ends_turn_for_another: bool
    chosen_order: bool
    bay_hit_when_city_empty: bool
    bay_moves_first: bool
    harmless_is_attack: bool
    active_first: bool
    highest_maximum: bool
    more_hearts_on_any_gain: bool
    hearts_given_from_tokyo: bool
    poison_last: bool
    fewest_may_tie: bool
    every_turn: bool
    tokyo_gives_stars: bool
    tokens_race: bool
    consumables_are_keep: bool
    only_first_roll: bool
    hunter_beaten_by_all: bool
    hunts_on_when_gone: bool
    number_dice_only: bool
    poison_capped: bool
    price_after_victory: bool
    treasure_refused: bool
    new_ones_wait: bool
    doubled_on_top: bool
    draws_two: bool
    starts_with: int
    plays_in_own_turn: bool
    temporary_stays: bool
