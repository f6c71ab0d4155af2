"""Assembling a King of Tokyo machine from definitions, options and vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from oracle.dice_games.cited import Cited
from oracle.dice_games.preparing import prepare, take_words
from oracle.games import Game, Words
from oracle.kernel.decision import NUMBER, SEAT
from oracle.kernel.state import State
from rules_dsl.definitions import Card, Keyword
from rules_dsl.errors import KaijuError

from . import defending as _defending  # noqa: F401  (declares its procedure)
from . import moments
from .any_time import ANNOUNCED, OF_THE_ROLL, interrupt
from .atoms import effect_depth
from .buy import looks_at_top
from .copy import copies_another
from .elimination import check_fallen
from .events import EVENTS
from .guarding import takes_from_others
from .linker import Linker
from .machine import Tokyo
from .moments import (
    ADD_UP,
    AGAIN,
    ORDER,
    WINDOW_RULES,
    WINDOWS,
    more_to_play,
    open_window,
    play_answer,
)
from .monsters import others, texts
from .positions import asks_for_price, begin_at
from .roll import REROLL, ROLL, ROLL_PLACES, STOP
from .selection import CHOOSE
from .setup import begin_setup
from .table import (
    ACTIVE,
    AREA,
    BOUGHT,
    DECLINED,
    ENERGY,
    ENRICHED,
    FACES,
    FALLEN,
    FEWEST_PLAYERS,
    GAIN,
    GAINER,
    HEART,
    MINDBUGS,
    MOST_CARDS,
    MOST_PLAYERS,
    PLACE,
    POISON,
    PROCEDURES,
    SHRINK,
    SMALLEST_BAY,
    STAR_DEPTH,
    STARRED,
    STARS,
    STARS_TO_WIN,
    TOP,
    layout_with,
)
from .victory import check_stars
from .words import spare

if TYPE_CHECKING:
    from types import ModuleType

    from rules_dsl.module import Module

EVOLUTION = "evolution-card"

CHANGES = ("modify-dice", "modify-rerolls", "modify-maximum", "modify-cost")


def assemble_machine(
    cards: Sequence[Card],
    keywords: Sequence[Keyword],
    options: Mapping[str, str],
    words: Iterable[tuple[str, str, tuple[str, ...]]],
    players: int,
) -> Tokyo:
    """Link a ruleset for a number of monsters; `words` are (kind, id, rules) of the vocabulary."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise KaijuError(
            f"King of Tokyo is played by {FEWEST_PLAYERS} to {MOST_PLAYERS} monsters, "
            f"not by {players}"
        )
    rules = {(kind, word): cited for kind, word, cited in words}
    machine = Tokyo()
    prepare(machine, PROCEDURES, EVENTS, FACES, cards, options)
    machine.roll_places = ROLL_PLACES
    machine.players = players
    machine.has_tokens = any(card.choice("type") == "consumable" for card in cards)
    machine.has_evolutions = any(card.kind == EVOLUTION for card in cards)
    machine.recalls_prices = any(asks_for_price(card) for card in cards)
    machine.layout = layout_with(
        players,
        tokens=machine.has_tokens,
        evolutions=machine.has_evolutions,
        copies=any(copies_another(card) for card in cards),
        costs=tuple(machine.cost) if machine.recalls_prices else (),
    )
    _link_evolutions(machine, cards)
    machine.stars, machine.energy = STARS * players, ENERGY * players
    machine.poison, machine.shrink = POISON * players, SHRINK * players
    machine.place, machine.mindbugs = PLACE * players, MINDBUGS * players
    _take_options(machine)
    machine.kept = frozenset(n for n, card in enumerate(cards) if card.choice("type") != "discard")
    machine.consumable = frozenset(
        n for n, card in enumerate(cards) if card.choice("type") == "consumable"
    )
    powers = [(n, card) for n, card in enumerate(cards) if card.kind != EVOLUTION]
    machine.pool = tuple(n for n, card in powers for _ in range(card.copies))
    machine.box = machine.pool + tuple(n for own in machine.evolution_sets for n in own)
    if len(machine.pool) > MOST_CARDS:
        raise KaijuError(
            f"the ruleset has {len(machine.pool)} cards, more than {MOST_CARDS}",
            remedy="Give fewer cards, or fewer copies of them.",
        )
    take_words(machine, rules, CHANGES, "adding-to-claws", "wounded-besides")
    _prepare_tables(machine)
    _take_procedures(machine)
    linker = Linker(machine, rules, {keyword.id: keyword for keyword in keywords})
    for number, card in enumerate(cards):
        linker.link_card(number, card)
    _take_any_time(machine, cards)
    machine.label_abilities()
    copiers = {cards[number].id for number in machine.copiers}
    for linked in machine.abilities:
        if linked.definition in copiers:  # beside the abilities of what it copies
            linked.label = linked.name
        if linked.keyword is not None and linked.head not in ("static", "rule") and linked.uses:
            linked.label = linked.keyword
    return machine


def _link_evolutions(machine: Tokyo, cards: Sequence[Card]) -> None:
    """Which evolution cards belong to which monster. rules: kt.evolution.sets, .required"""
    players = machine.players
    first = AREA + players
    machine.evolution_deck, machine.hand = first, first + players
    machine.evolved, machine.evolution_pile = first + 2 * players, first + 3 * players
    machine.unchosen = first + 4 * players
    own = [(n, card) for n, card in enumerate(cards) if card.kind == EVOLUTION]
    machine.monsters = tuple(sorted({str(card.choice("monster")) for _, card in own}))
    machine.monster_of = {n: machine.monsters.index(str(card.choice("monster"))) for n, card in own}
    machine.evolution_sets = tuple(
        tuple(n for n, card in own for _ in range(card.copies) if machine.monster_of[n] == monster)
        for monster in range(len(machine.monsters))
    )
    machine.permanent = frozenset(n for n, card in own if card.choice("stay") == "permanent")
    machine.temporary = frozenset(n for n, card in own if card.choice("stay") == "temporary")
    if machine.has_evolutions and players > len(machine.monsters):
        raise KaijuError(
            f"{players} monsters are to play, and evolution cards are there for "
            f"{len(machine.monsters)}",
            remedy="Play with fewer monsters, or without evolution cards.",
        )


def _take_any_time(machine: Tokyo, cards: Sequence[Card]) -> None:
    """What can be done at any time in this ruleset. rules: kt.card.any-time, kt.evolution.*"""
    at_any_time = machine.triggered["any-time"]
    in_force = set(at_any_time)
    in_force.update(*machine.changes.values(), *machine.said.values())
    machine.worth_playing = frozenset(
        n for n in machine.monster_of if n in (in_force if n in machine.permanent else at_any_time)
    )
    machine.takers = frozenset(n for n, card in enumerate(cards) if takes_from_others(card))
    machine.no_news = machine.silent_events | OF_THE_ROLL | ANNOUNCED
    if (at_any_time or machine.worth_playing) and not machine.set_moments:
        machine.interrupt, machine.interrupt_register = interrupt, DECLINED


def _prepare_tables(machine: Tokyo) -> None:
    machine.checks = ((FALLEN, check_fallen), (ENRICHED, _check_gain))
    if machine.wins_at_once:
        machine.checks += ((STARRED, _check_at_once),)
    machine.static_places = tuple((AREA + seat, seat) for seat in range(machine.players))
    if machine.has_evolutions:
        machine.static_places += tuple(
            (machine.evolved + seat, seat) for seat in range(machine.players)
        )
    machine.sees_too = looks_at_top
    machine.option_types = {
        "face": FACES,
        "result": FACES,
        "to": FACES,
        "die": FACES,
        "monster": SEAT,
        "give": SEAT,
        "remove": ("poison", "shrink"),
        "amount": NUMBER,
        "mode": NUMBER,
        "be": machine.monsters,
    }
    machine.copiers = frozenset()
    machine.prices_for_all = False
    machine.uses = {}
    machine.needs_discarded = {}
    machine.misplaced = _placing(machine)
    machine.begin_game = begin_setup
    machine.begin_at = _begin_at_of(machine)


def _take_procedures(machine: Tokyo) -> None:
    """What the common procedures ask of this game."""
    machine.heart, machine.throw = HEART, "roll"
    cards = ("kt.evolution.not-power-cards",) if machine.has_evolutions else ()
    machine.cited = Cited(ORDER, ADD_UP, AGAIN, ROLL, REROLL, STOP, CHOOSE, CHOOSE + cards)
    machine.windows, machine.window_rules = WINDOWS, WINDOW_RULES
    machine.texts, machine.at, machine.has = texts, moments.at, moments.has
    machine.applies, machine.start = moments.applies, moments.start
    machine.usable = moments.usable
    machine.more_uses = more_to_play if machine.has_evolutions else None
    machine.take_more = play_answer
    machine.begins_to_hold = spare


def _check_at_once(machine: Tokyo, state: State, dirty: int) -> None:
    """By option: enough stars win as soon as what gave them is carried out."""
    depth = state.registers[STAR_DEPTH]
    if len(state.stack) > depth:
        state.dirty |= STARRED
        return
    check_stars(machine, state, state.registers[ACTIVE])
    state.registers[STAR_DEPTH] = left = effect_depth(machine, state)
    if left < len(state.stack) and state.pending is None:
        state.dirty |= STARRED


def _check_gain(machine: Tokyo, state: State, dirty: int) -> None:
    """Another monster's gain of stars may be answered to, once for each gain."""
    gainer = state.registers[GAINER] - 1
    if gainer < 0:
        return
    amount = state.registers[GAIN]
    state.registers[GAINER] = 0
    for seat in reversed(others(machine, state, gainer)):
        open_window(machine, state, ("other-gains-stars",), seat, (gainer, amount))


def _begin_at_of(machine: Tokyo) -> Callable[[State, int], None]:
    def begin(state: State, seat: int) -> None:
        begin_at(machine, state, seat)

    return begin


def _placing(machine: Tokyo) -> Callable[[int, int], str | None]:
    def misplaced(definition: int, place: int) -> str | None:
        if place >= AREA + machine.players:
            return None if definition in machine.monster_of else "is no evolution card"
        if definition in machine.monster_of:
            return "is an evolution card and never lies there"
        if place >= AREA and definition not in machine.kept:
            return "is a discard card and never lies before a monster"
        return "cannot lie there at the start" if place in (TOP, BOUGHT) else None

    return misplaced


def _take_options(machine: Tokyo) -> None:
    def is_(name: str, answer: str) -> bool:
        return machine.options[f"kt.option.{name}"] == answer

    machine.enters_without_claw = is_("enter-empty", "mandatory")
    machine.bay_in_use = is_("bay", "used") and machine.players >= SMALLEST_BAY
    machine.yields_to_any_attack = is_("yield-requires", "attack")
    machine.wins_at_once = is_("victory-moment", "at-once")
    machine.winners_share = is_("several-winners", "shared")
    machine.all_neighbours = is_("fire-breathing", "both-neighbours")
    machine.clamps_hearts = is_("even-bigger-loss", "clamp")
    machine.counters_stay = is_("tokens-on-bought-card", "stay")
    machine.ends_turn_for_another = is_("frenzy-card", "at-once")
    machine.chosen_order = is_("resolve-order", "chosen")
    machine.symbol_by_symbol = is_("results", "by-symbol")
    machine.bay_hit_when_city_empty = is_("empty-city", "wounds")
    machine.bay_moves_first = is_("bay-closing", "city-if-empty")
    machine.harmless_is_attack = is_("harmless-attack", "attack")
    machine.yields_to_the_fallen = is_("attacker-out", "may-yield")
    machine.ransom_to_owner = is_("kept-cards", "owner")
    machine.bay_buyer_moves = is_("control-from-bay", "moves")
    machine.yields_last = is_("unharmed-order", "last")
    machine.active_first = is_("asked-first", "active-first")
    machine.highest_maximum = is_("maximum-hearts", "twelve")
    machine.more_hearts_on_any_gain = is_("regeneration", "any-gain")
    machine.hearts_given_from_tokyo = is_("hearts-for-others", "allowed")
    machine.poison_last = is_("end-order", "poison-last")
    machine.fewest_may_tie = is_("fewest", "tied")
    machine.every_turn = is_("every-turn", "every")
    machine.latest_turn_first = is_("further-turns", "latest-first")
    machine.goes_on_from_taker = is_("foreign-turn", "goes-on")
    machine.start_lasts = is_("start-effects", "all-through")
    machine.dice_are_limited = is_("dice-limit", "eight")
    machine.rerolls_thrown = is_("other-throws", "rerolled")
    machine.only_dice_make_sets = is_("added-symbols", "dice-only")
    machine.enters_with_claws = is_("enter-moment", "with-claws")
    machine.others_reroll_any_time = is_("foreign-die", "any-roll")
    machine.others_reroll_last = is_("foreign-die", "after-changes")
    machine.active_waits = is_("waiting-order", "active-last")
    machine.refund_is_gain = is_("refunds", "gain")
    machine.tokyo_gives_stars = not (
        is_("two-monsters", "energy") and machine.players == FEWEST_PLAYERS
    )
    machine.tokens_race = is_("mindbug-race", "race")
    machine.buys_revealed_in_own_turn = is_("revealed-own-turn", "any-turn")
    machine.consumables_are_keep = is_("consumable-type", "keep")
    machine.only_first_roll = is_("before-roll", "first-roll-phase")
    machine.hunter_beaten_by_all = is_("hunter-all-targets", "all")
    machine.hunts_on_when_gone = is_("hunter-prey-gone", "normal-targets")
    machine.number_dice_only = is_("sneaky-stars", "number-dice")
    machine.poison_capped = is_("poisonous-amount", "hearts-had")
    machine.price_after_victory = is_("frenzy-price", "after-victory")
    machine.treasure_refused = is_("treasure-empty", "refused")
    machine.draws_two = is_("evolution-draw", "choose-of-two")
    starts = {"choose-of-two": 2, "one": 1, "none": 0}
    machine.starts_with = starts[machine.options["kt.option.evolution-start"]]
    machine.plays_in_own_turn = is_("evolution-timing", "own-turn")
    machine.set_moments = is_("any-time", "set-moments")
    machine.temporary_stays = is_("evolution-lasting", "stays")
    machine.new_ones_wait = is_("consumable-new", "next-turn")
    machine.doubled_on_top = is_("poisonous-doubled", "on-top")
    machine.looks_at_dealt = is_("exact-loss", "as-dealt")
    machine.copies_outlive = is_("copy-outlived", "works")
    machine.enters_afresh = is_("afresh-enters", "enters")
    machine.yields_inside = is_("yield-inside", "may-yield")
    machine.driven_out_yields = is_("driven-out", "yields")
    machine.control_of_free = is_("control-place", "free-first")
    machine.end_settled = is_("end-conditions", "phase-begins")
    machine.sells_at_cost = is_("sell-price", "printed")
    machine.own_harm_counts = is_("harm-self", "counts")
    machine.most_stars = STARS_TO_WIN if is_("star-limit", "twenty") else None
    machine.poison_apart = is_("poison-damage", "each-token")
    machine.copy_discarded = is_("copied-discard", "copying-card")
    machine.copy_sold = is_("copy-bought", "goes-on")
    machine.draws_after_rolling = is_("evolution-moment", "end-of-rolls")
    machine.lots_for_ties = is_("evolution-ties", "lots")
    machine.evolution_saves_first = is_("rescue-order", "evolution-first")
    machine.foreign_stays_here = is_("foreign-evolution", "own-pile")
    machine.tokens_run_out = is_("mindbug-supply", "eight")
    machine.others_after_tokens = is_("others-on-roll", "after-tokens")
    machine.roller_ignored = is_("roller-defends", "ignored")
    machine.gains_of_dice_only = is_("helpful-mindbug", "dice")
    machine.hunts_all = is_("hunter-twice", "all")


# --- the record of the game ----------------------------------------------------------------------


def _assemble(
    module: Module, answers: Mapping[str, str], words: Words, players: int | None
) -> Tokyo:
    number = FEWEST_PLAYERS if players is None else players
    return assemble_machine(module.cards, module.keywords, answers, words, number)


def _why() -> ModuleType:
    from . import why

    return why


def _showing() -> ModuleType:
    from . import showing

    return showing


def _telling() -> ModuleType:
    from . import telling

    return telling


GAME = Game("tokyo", _assemble, EVENTS, ("kt.attack.is", "wings"), _why, _showing, _telling)
