"""Assembling a machine of Duel from definitions, options and vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from oracle.dice_games.cited import Cited
from oracle.dice_games.preparing import prepare, take_words
from oracle.dice_games.row import check_row
from oracle.dice_games.table import ACTIVE, AREA, BOUGHT, MOST_CARDS
from oracle.games import Game, Words
from oracle.kernel.decision import DEFINITION, NUMBER, SEAT
from oracle.kernel.state import State
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError

from . import moments
from .cards import ADD_UP, MAY, ORDER
from .checking import check_monsters, check_tokens, check_tracks
from .events import EVENTS
from .linker import MONSTER as MONSTER_KIND
from .linker import NOISE as NOISE_KIND
from .linker import Linker
from .machine import Duel
from .moments import WINDOW_RULES, WINDOWS
from .monsters import has, texts
from .roll import FACE_SHOWN, REROLL, ROLL_PLACES, STOP
from .setup import begin_setup
from .table import (
    BOARD,
    ENERGY,
    FACES,
    HEART,
    LAYOUT,
    MONSTER,
    MONSTERS,
    NOISE,
    PLAYERS,
    PROCEDURES,
)
from .tracks import PLACE_NAMES
from .turn import first_turn

if TYPE_CHECKING:
    from types import ModuleType

    from rules_dsl.module import Module

CHANGES = ("modify-dice", "modify-rerolls", "modify-symbols")
CHOOSE = ("kd.card.owner",)


def assemble_machine(
    cards: Sequence[Card],
    options: Mapping[str, str],
    words: Iterable[tuple[str, str, tuple[str, ...]]],
) -> Duel:
    """Link a ruleset; `words` are (kind, id, rules) of the vocabulary."""
    rules = {(kind, word): cited for kind, word, cited in words}
    machine = Duel()
    prepare(machine, PROCEDURES, EVENTS, FACES, cards, options)
    machine.roll_places = ROLL_PLACES
    machine.players = PLAYERS
    machine.energy = ENERGY
    machine.layout = LAYOUT
    _take_options(machine)
    _take_cards(machine, cards)
    take_words(machine, rules, CHANGES)
    _prepare_tables(machine)
    _take_procedures(machine)
    linker = Linker(machine, rules)
    for number, card in enumerate(cards):
        linker.link_card(number, card)
    machine.label_abilities()
    return machine


def _take_cards(machine: Duel, cards: Sequence[Card]) -> None:
    """The box: power cards, monsters and noise tokens, in this order."""
    machine.kept = frozenset(n for n, card in enumerate(cards) if card.choice("type") == "keep")
    machine.hearts_of = {
        n: card.property("hearts") for n, card in enumerate(cards) if card.kind == MONSTER_KIND
    }
    machine.tokens = {}
    machine.added_faces = set()
    machine.noise_of = {
        n: machine.definition_number[token]
        for n, card in enumerate(cards)
        if (token := card.choice("noise")) is not None and token in machine.definition_number
    }
    kinds = {MONSTER_KIND: 1, NOISE_KIND: 2}
    order = sorted(range(len(cards)), key=lambda n: kinds.get(cards[n].kind, 0))
    machine.box = tuple(n for n in order for _ in range(cards[n].copies))
    if len(machine.box) > MOST_CARDS:
        raise KaijuError(
            f"the ruleset has {len(machine.box)} cards and tokens, more than {MOST_CARDS}",
            remedy="Give fewer cards, or fewer copies of them.",
        )
    if len(machine.hearts_of) < PLAYERS:
        raise KaijuError("the ruleset has fewer monsters than players")


def _prepare_tables(machine: Duel) -> None:
    machine.static_places = (*((AREA + seat, seat) for seat in range(PLAYERS)), (BOARD, 0))
    machine.option_types = {
        "face": FACES,
        "result": FACES,
        "to": FACES,
        "die": FACES,
        "place": PLACE_NAMES,
        "monster": SEAT,
        "amount": NUMBER,
        "mode": NUMBER,
        "be": DEFINITION,
    }
    machine.misplaced = _placing(machine)
    machine.begin_game = begin_setup
    machine.begin_at = _begin_at_of(machine)


def _take_procedures(machine: Duel) -> None:
    """What the common procedures ask of this game."""
    machine.heart, machine.throw = HEART, "throw"
    machine.cited = Cited(ORDER, ADD_UP, MAY, FACE_SHOWN, REROLL, STOP, CHOOSE, CHOOSE)
    machine.windows, machine.window_rules = WINDOWS, WINDOW_RULES
    machine.texts, machine.at, machine.has = texts, moments.at, has
    machine.applies, machine.start = moments.applies, moments.start
    machine.usable = moments.usable
    machine.more_uses = machine.begins_to_hold = None


# --- setting up a position -----------------------------------------------------------------------


def _placing(machine: Duel) -> Callable[[int, int], str | None]:
    def misplaced(definition: int, place: int) -> str | None:
        if place in (MONSTERS, *(MONSTER + seat for seat in range(PLAYERS))):
            return None if definition in machine.hearts_of else "is no monster"
        if place in (NOISE, BOARD):
            return None if definition in machine.tokens else "is no noise token"
        if definition in machine.hearts_of or definition in machine.tokens:
            return "is no power card"
        if place >= AREA and definition not in machine.kept:
            return "is a discard card and never lies before a monster"
        return "cannot lie there at the start" if place == BOUGHT else None

    return misplaced


def _begin_at_of(machine: Duel) -> Callable[[State, int], None]:
    def begin(state: State, seat: int) -> None:
        check_monsters(machine, state)
        check_row(state)
        check_tokens(machine, state)
        check_tracks(machine, state)
        state.registers[ACTIVE] = seat
        state.stack.append(first_turn(seat))

    return begin


# --- options -------------------------------------------------------------------------------------


def _take_options(machine: Duel) -> None:
    def is_(name: str, answer: str) -> bool:
        return machine.options[f"kd.option.{name}"] == answer

    machine.symbol = FACES.index(machine.options["kd.option.first-player-symbol"])
    machine.ending_first = is_("start-order", "ending-first")
    machine.free_after_last = is_("free-rerolls", "after-last")
    machine.markers_when_complete = is_("added-claws", "when-complete")
    machine.pulls_apart = is_("counted-pull", "apart")
    machine.each_time_in_one = is_("each-time-pull", "one-pull")
    machine.dice_of_a_kind = is_("of-a-kind", "dice")
    machine.backlash = machine.options["kd.option.backlash"]
    machine.roll_is_resolving = is_("while-resolving", "complete-roll")
    machine.skips_cards = is_("skipped-roll", "skips-cards")
    machine.left_out_of_roll = is_("left-dice", "out-of-roll")
    machine.leaves_for_nothing = is_("batteries-full", "offered")
    machine.dice_defend_first = is_("defence-order", "dice-first")
    machine.first_while_true = is_("first-hit", "first-while-true")
    machine.own_turns_only = is_("hits-beyond", "own-turns")
    machine.hits_add_up = is_("hits-counted", "whole-turn")
    machine.symbols_only = is_("dice-energy", "symbols")
    machine.hits_each_step = is_("cell-hits", "each-step")
    machine.king_cell_is_empty = is_("king-cell", "empty")
    machine.adds_power = is_("added-power", "any")
    machine.must_multiply = is_("nuclear-breath", "must")
    machine.row_shrinks = is_("empty-deck", "row-shrinks")
    machine.reward_after = is_("buy-reward", "after-card")
    machine.both_fall_draw = is_("both-fall", "draw")
    machine.symbol_by_symbol = is_("results", "by-symbol")
    machine.late_cards_join = is_("late-cards", "join")
    machine.waits_once = is_("fewer-dice-again", "once")
    machine.fewer_of_all = is_("fewer-dice-of", "all-dice")
    machine.throws_rerolled = is_("thrown-dice", "rerolled")
    machine.rival_follows_first = is_("waiting-order", "rival-first")
    machine.last_heart_lost = is_("last-heart", "lost")
    machine.pulls_later = is_("nested-pull", "afterwards")
    machine.power_in_one = is_("power-moment", "in-one")
    machine.own_purchase_counts = is_("own-purchase", "counts")
    machine.moved_card_anew = is_("once-moved", "anew")
    machine.any_time_in_roll = is_("any-time", "between-rolls")


# --- the record of the game ----------------------------------------------------------------------


def _assemble(
    module: Module, answers: Mapping[str, str], words: Words, players: int | None
) -> Duel:
    if players not in (None, PLAYERS):
        raise KaijuError(f"Duel is played by {PLAYERS} monsters, not by {players}")
    return assemble_machine(module.cards, answers, words)


def _why() -> ModuleType:
    from . import why

    return why


def _showing() -> ModuleType:
    from . import showing

    return showing


def _telling() -> ModuleType:
    from . import telling

    return telling


GAME = Game("duel", _assemble, EVENTS, ("kd.pull.further", "extra-head"), _why, _showing, _telling)
