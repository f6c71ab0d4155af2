"""The linked form of a King of Tokyo ruleset: tables the procedures look into."""

from __future__ import annotations

from collections.abc import Callable

from oracle.dice_games import machine as dice_games
from oracle.dice_games.machine import Change as Change
from oracle.dice_games.machine import Possible as Possible
from oracle.dice_games.machine import Said as Said
from oracle.kernel.state import State

Seats = Callable[["Tokyo", State, int, int], list[int]]


class Linked(dice_games.Linked):
    """An ability ready to run, with what is special to cards in use and to Tokyo."""

    __slots__ = (
        "before_stop",
        "exact",
        "guards",
        "if_doomed",
        "keyword",
        "rerolls",
        "uses",
        "yields",
    )

    before_stop: bool
    """Whether it gives rerolls, and so is of use only while there can be some."""
    exact: bool
    """Whether it looks at how many hearts its owner loses."""
    guards: bool
    """Whether it does nothing but keep its owner from losing hearts."""
    if_doomed: bool
    """Whether it works only for an owner whom the wound eliminates."""
    uses: bool
    """Whether its card is used up by it."""
    keyword: str | None
    """The keyword that gives it, if one does."""
    rerolls: int
    """The face of which it rerolls single dice, for nothing and as often as one shows it."""
    yields: bool
    """Whether Tokyo is yielded for it."""


class InUse:
    """What works of a card while it is in use, by the keyword it was used through."""

    __slots__ = ("changes", "lasts", "said", "stays", "triggered")

    def __init__(self) -> None:
        self.lasts = ""
        self.stays = False  # before its owner, for its text gives it to another monster
        self.triggered: dict[str, tuple[int, ...]] = {}
        self.said: dict[str, tuple[Said, ...]] = {}
        self.changes: dict[str, tuple[Change, ...]] = {}


class Held(dice_games.Held):
    """Something continuous that an effect made hold: a change, something said, a card in use."""

    __slots__ = ("next_purchase", "use")

    def __init__(self, word: str, for_good: bool) -> None:
        super().__init__(word, for_good)
        self.use: InUse | None = None
        self.next_purchase = False


class Tokyo(dice_games.DiceGame):
    """A King of Tokyo ruleset for a number of monsters, ready to run."""

    stars: int
    """Where the counters of this kind begin; so with the next ones."""
    poison: int
    shrink: int
    place: int
    mindbugs: int
    abilities: list[Linked]  # type: ignore[assignment]
    pool: tuple[int, ...]
    copiers: frozenset[int]
    prices_for_all: bool
    """Whether a text changes what cards cost for everybody."""
    lasting: list[Held]  # type: ignore[assignment]
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
    symbol_by_symbol: bool
    bay_hit_when_city_empty: bool
    bay_moves_first: bool
    harmless_is_attack: bool
    yields_to_the_fallen: bool
    bay_buyer_moves: bool
    ransom_to_owner: bool
    active_first: bool
    yields_last: bool
    recalls_prices: bool
    highest_maximum: bool
    more_hearts_on_any_gain: bool
    hearts_given_from_tokyo: bool
    poison_last: bool
    fewest_may_tie: bool
    every_turn: bool
    latest_turn_first: bool
    goes_on_from_taker: bool
    start_lasts: bool
    dice_are_limited: bool
    only_dice_make_sets: bool
    rerolls_thrown: bool
    enters_with_claws: bool
    others_reroll_any_time: bool
    others_reroll_last: bool
    active_waits: bool
    refund_is_gain: bool
    tokyo_gives_stars: bool
    tokens_race: bool
    buys_revealed_in_own_turn: bool
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
    looks_at_dealt: bool
    copies_outlive: bool
    enters_afresh: bool
    yields_inside: bool
    driven_out_yields: bool
    control_of_free: bool
    end_settled: bool
    sells_at_cost: bool
    own_harm_counts: bool
    most_stars: int | None
    """The most stars a monster can have, if there is a limit."""
    poison_apart: bool
    copy_discarded: bool
    copy_sold: bool
    draws_two: bool
    starts_with: int
    plays_in_own_turn: bool
    set_moments: bool
    worth_playing: frozenset[int]
    """Evolution cards that do something before any moment their text names."""
    takers: frozenset[int]
    """Cards by whose text a monster can lose energy or cards to others."""
    no_news: frozenset[str]
    """Events after which nobody who declined is asked anew."""
    temporary_stays: bool
    draws_after_rolling: bool
    lots_for_ties: bool
    evolution_saves_first: bool
    foreign_stays_here: bool
    tokens_run_out: bool
    others_after_tokens: bool
    roller_ignored: bool
    hunts_all: bool
    gains_of_dice_only: bool
