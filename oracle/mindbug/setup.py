"""From the box to the first turn: shuffle and deal, hands, who starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Each, Frame, State, mint_all
from rules_dsl.definitions import Call
from rules_dsl.errors import KaijuError

from .atoms import move
from .draw import draw, take_into_hand
from .power import TURNED_UP, offer_top, put_into_row
from .table import (
    ABILITY,
    ASIDE,
    DEAL,
    DECK,
    DECK_SIZE,
    DONE,
    HAND_SIZE,
    LIFE,
    MINDBUGS,
    NONE,
    POWER_DECK,
    PROCEDURES,
    REVEAL,
    SOURCE,
    UNUSED,
    YOU,
)
from .turn import TURNS
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

# Locals of the setup frame.
SETUP_FRAME = Locals()
DEALT = SETUP_FRAME.one()
FIRST = SETUP_FRAME.one()
SECOND = SETUP_FRAME.one()
STARTER = SETUP_FRAME.one()

POOL = ("mb.setup.pool", "mb.card.creature", "mb.card.keywords", "mb.card.ability")
TABLE = ("mb.setup.mindbugs", "mb.setup.life", "mb.setup.zones")
SHUFFLE = ("mb.setup.shuffle", "mb.setup.deal")
DEALT_RULES = ("mb.setup.deal",)
OPENING_HAND = ("mb.setup.hand",)
UNDEALT = ("mb.setup.unused-pile",)
FIRST_CARD = ("mb.setup.first-player",)
HIGHER = ("mb.setup.first-player-power", "mb.card.creature")
TIE = ("mb.setup.first-player-tie",)
OUT = ("mb.setup.first-player-cards",)
STAGES = ("mb.evolve.stages", "mb.evolve.aside", "mb.evolve.deck")
POWER_CARDS = (
    "mb.power.deck",
    "mb.power.deck-hidden",
    "mb.power.no-energy-at-start",
    "mb.power.shared",
)

TOP = ("mb.setup.unused-top", "mb.setup.unused-pile")
NO_TOP = ("mb.setup.unused-top", "mb.effect.impossible")


def begin_setup(state: State) -> None:
    """Open the box."""
    state.stack.append([SETUP, 0, 0, NONE, NONE, NONE])


def open_box(machine: Mindbug, state: State, frame: Frame) -> None:
    """All creature cards of the ruleset; each player gets life and Mindbugs. mb.setup.*"""
    if len(machine.pool) < 2 * DECK_SIZE:
        raise KaijuError(
            f"a game needs {2 * DECK_SIZE} creature cards, this ruleset has {len(machine.pool)}",
            remedy="Join it to another set: mindbug/first-contact+promos.",
        )
    mint_all(state, machine.pool, UNUSED)
    rules = (*POOL, "mb.sets.mixing" if machine.mixed else "mb.sets.standalone")
    state.log.append(("pool", rules, NONE, len(machine.pool)))
    if machine.first_stage:
        state.log.append(("stages", STAGES, NONE, len(machine.first_stage)))
    if machine.power_pool:
        mint_all(state, machine.power_pool, POWER_DECK)
        told = (*POWER_CARDS, "mb.power.mixed") if machine.mixed else POWER_CARDS
        state.log.append(("power-deck", told, NONE, len(machine.power_pool)))
    else:
        frame[1] = DEAL_NEXT.at
    for seat in (0, 1):
        counters = state.counters
        life, mindbugs = counters[LIFE + seat], counters[MINDBUGS + seat]
        state.log.append(("table", TABLE, NONE, seat, life, mindbugs))


def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
    """The power row: the three top cards of the power deck. rule: mb.power.row"""
    if not offer_top(state, NONE, TURNED_UP):
        frame[1] = DEAL_NEXT.at


def take_turned_up(machine: Mindbug, state: State, frame: Frame) -> None:
    """The card lies face up in the row."""
    put_into_row(state, state.answer[1], TURNED_UP)
    frame[1] = TURN_UP.at


def deal(machine: Mindbug, state: State, frame: Frame) -> None:
    """A shuffled deck is a card drawn at random, ten times for each. mb.setup.shuffle, .deal"""
    if frame[DEALT] == 2 * DECK_SIZE:
        state.log.append(("unused", UNDEALT, NONE, len(state.zones[UNUSED])))
        frame[1] = OPEN_HANDS.at
        return
    ask(state, "deal", NATURE, Each(DEAL, state.zones[UNUSED]), NONE, SHUFFLE)


def take_dealt(machine: Mindbug, state: State, frame: Frame) -> None:
    """The card goes face down into the deck of its player."""
    seat, card = frame[DEALT] // DECK_SIZE, state.answer[1]
    move(state, card, DECK + seat)
    state.dirty = 0
    state.log.append(("deal", DEALT_RULES, NONE, seat, card))
    frame[DEALT] += 1
    frame[1] = DEAL_NEXT.at


def open_hands(machine: Mindbug, state: State, frame: Frame) -> None:
    """Five cards each. rule: mb.setup.hand"""
    for seat in (0, 1):
        for _ in range(HAND_SIZE):
            draw(state, seat, OPENING_HAND)


def reveal(machine: Mindbug, state: State, frame: Frame) -> None:
    """Each player turns up a random unused card. rule: mb.setup.first-player"""
    pile = state.zones[UNUSED]
    if frame[FIRST] == NONE and len(pile) < 2:
        options = [("first", 0), ("first", 1)]
        ask(state, "first", NATURE, options, NONE, TIE)
        return
    ask(state, "reveal", NATURE, Each(REVEAL, pile), NONE, FIRST_CARD)


def take_revealed(machine: Mindbug, state: State, frame: Frame) -> None:
    """The higher printed power starts; a tie is revealed anew. mb.setup.first-player-power, -tie"""
    verb, card = state.answer
    if verb == "first":
        frame[STARTER] = card
        state.log.append(("first", TIE, NONE, card))
        return
    move(state, card, ASIDE)
    first = frame[FIRST]
    seat = 0 if first == NONE else 1
    state.log.append(("reveal", FIRST_CARD, NONE, seat, card))
    if first == NONE:
        frame[FIRST] = card
        frame[1] = REVEAL_NEXT.at
        return
    mine, theirs = machine.power[state.cards[first]], machine.power[state.cards[card]]
    if mine == theirs:
        state.log.append(("tie", TIE, NONE, first, card))
        frame[FIRST] = NONE
        frame[1] = REVEAL_NEXT.at
        return
    frame[STARTER] = 0 if mine > theirs else 1
    state.log.append(("first", HIGHER, NONE, frame[STARTER]))


def first_turn(machine: Mindbug, state: State, frame: Frame) -> None:
    """The revealed cards stay out, or go back by option; the first turn begins."""
    if machine.first_player_cards_public:
        state.log.append(("out", OUT, NONE, len(state.zones[ASIDE])))
    else:
        for card in sorted(state.zones[ASIDE]):
            move(state, card, UNUSED)
        state.log.append(("back", OUT, NONE, len(state.zones[UNUSED])))
    state.stack[-1] = [TURNS, 0, frame[STARTER], 0, 0]


TURN_UP = Place()
DEAL_NEXT = Place()
OPEN_HANDS = Place()
REVEAL_NEXT = Place()
SETUP = PROCEDURES.declare(
    "setup",
    open_box,
    TURN_UP,
    turn_up,
    take_turned_up,
    DEAL_NEXT,
    deal,
    take_dealt,
    OPEN_HANDS,
    open_hands,
    REVEAL_NEXT,
    reveal,
    take_revealed,
    first_turn,
    remembers=SETUP_FRAME,
)


@effect("take-unused")
def _take_unused(linker: Linker, call: Call) -> list[Step]:
    """The pile is shuffled and hidden, so chance decides what its top card is."""
    whose, amount = linker.player(call["player"]), linker.number(call["amount"])
    left = linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left] = amount(machine, state, frame)
        frame[DONE] = 0

    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        pile = state.zones[UNUSED]
        if not frame[left]:
            loop.leave(frame)
        elif not pile:
            state.log.append(("impossible", NO_TOP, frame[SOURCE], frame[ABILITY]))
            loop.leave(frame)
        else:
            options = [REVEAL[card] for card in sorted(pile)]
            ask(state, "top", NATURE, options, frame[SOURCE], TOP)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        take_into_hand(machine, state, state.answer[1], seat, "recover", frame[SOURCE], TOP)
        frame[left] -= 1
        frame[DONE] += 1
        loop.again(frame)

    return loop.around([begin], [turn_up, take], [])
