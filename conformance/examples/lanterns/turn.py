"""From the deck to the end: setting up, and turns of one lantern each."""

from __future__ import annotations

from oracle.kernel.layout import NATURE
from oracle.kernel.linking import wait
from oracle.kernel.machine import ask, end
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State, mint_all

from .atoms import gain, move, offer_draw, take_drawn
from .table import (
    ACTIVE,
    DECK,
    ENOUGH,
    HAND,
    HAND_SIZE,
    NONE,
    PROCEDURES,
    STARTER,
    STREET,
    TURN,
    Lanterns,
)

FRAME = Locals()
SEAT = FRAME.one()
"""The one local of both procedures: whose turn it is, or who draws."""

# Places that are jumped to.
DEAL, FIND_FIRST, NEXT_TURN, REFILL = Place(), Place(), Place(), Place()


def shuffle(machine: Lanterns, state: State, frame: Frame) -> None:
    """The deck lies face down. rule: ln.setup.deck"""
    mint_all(state, machine.box, DECK)
    state.log.append(("deck", ("ln.setup.deck", "ln.setup.light"), NONE, len(machine.box)))


def deal(machine: Lanterns, state: State, frame: Frame) -> None:
    """Three cards each. rule: ln.setup.hand"""
    if len(state.zones[HAND + frame[SEAT]]) == HAND_SIZE:
        frame[SEAT] += 1
    if frame[SEAT] == len(machine.layout.seats):
        frame[1] = FIND_FIRST.at
        return
    offer_draw(state, ("ln.setup.hand",))


def take_dealt(machine: Lanterns, state: State, frame: Frame) -> None:
    """The card goes into a hand."""
    take_drawn(state, frame[SEAT], ("ln.setup.hand",))
    frame[1] = DEAL.at


def find_first(machine: Lanterns, state: State, frame: Frame) -> None:
    """Chance decides. rule: ln.setup.first"""
    ask(state, "first", NATURE, [("first", 0), ("first", 1)], NONE, ("ln.setup.first",))


def begin_turns(machine: Lanterns, state: State, frame: Frame) -> None:
    """The first turn begins."""
    seat = state.answer[1]
    state.log.append(("first", ("ln.setup.first",), NONE, seat))
    begin_at(state, seat)


def begin_at(state: State, seat: int) -> None:
    """Begin the turn of a player, as the first of a game or of a position."""
    state.registers[STARTER] = seat
    state.registers[ACTIVE] = seat
    state.stack[:] = [[TURNS, 0, seat]]


def begin_turn(machine: Lanterns, state: State, frame: Frame) -> None:
    """A turn begins, or the game is over. rules: ln.turn.alternate, ln.end.empty"""
    seat = frame[SEAT]
    if not state.zones[HAND] and not state.zones[HAND + 1]:
        compare(machine, state)
        return
    state.registers[ACTIVE] = seat
    state.registers[TURN] += 1
    state.log.append(("turn", ("ln.turn.alternate",), NONE, seat, state.registers[TURN]))


def compare(machine: Lanterns, state: State) -> None:
    """More light wins; with equal light the option decides. rule: ln.end.equal"""
    mine, theirs = state.counters[0], state.counters[1]
    winner = 0 if mine > theirs else 1
    rules: tuple[str, ...] = ("ln.end.empty",)
    if mine == theirs:
        rules = ("ln.end.empty", "ln.end.equal")
        winner = 1 - state.registers[STARTER] if machine.second_wins else NONE
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "light", rules)


def offer(machine: Lanterns, state: State, frame: Frame) -> None:
    """One lantern must be lit. rules: ln.turn.light, ln.turn.pass"""
    seat = frame[SEAT]
    hand = sorted(state.zones[HAND + seat])
    if not hand:
        state.log.append(("pass", ("ln.turn.pass",), NONE, seat))
        frame[1] = REFILL.at
        return
    options = [("light", card) for card in hand]
    ask(state, "light", seat, options, NONE, ("ln.turn.light",))


def light(machine: Lanterns, state: State, frame: Frame) -> None:
    """The lantern hangs in the street and gives its glow. rules: ln.turn.glow, ln.lantern.lit"""
    seat, card = frame[SEAT], state.answer[1]
    move(state, card, STREET + seat)
    state.log.append(("light", ("ln.turn.light",), NONE, seat, card))
    gain(state, seat, machine.glow[state.cards[card]], ("ln.turn.glow",), card)
    wait(state, machine.triggered["lit"][state.cards[card]], card, seat)


def refill(machine: Lanterns, state: State, frame: Frame) -> None:
    """Up to three cards in hand, as far as the deck has any. rule: ln.turn.refill"""
    seat = frame[SEAT]
    if len(state.zones[HAND + seat]) >= HAND_SIZE or not state.zones[DECK]:
        frame[SEAT] = 1 - seat
        frame[1] = NEXT_TURN.at
        return
    offer_draw(state, ("ln.turn.refill",))


def take_refill(machine: Lanterns, state: State, frame: Frame) -> None:
    """The card goes into the hand."""
    take_drawn(state, frame[SEAT], ("ln.turn.refill",))
    frame[1] = REFILL.at


def check_light(machine: Lanterns, state: State, dirty: int) -> None:
    """Who has enough light wins at once. rule: ln.end.fifteen"""
    for seat in (0, 1):
        if state.counters[seat] >= ENOUGH:
            state.log.append(("over", ("ln.end.fifteen",), NONE, seat))
            end(state, seat, "fifteen", ("ln.end.fifteen",))
            return


SETUP = PROCEDURES.declare(
    "setup",
    shuffle,
    DEAL,
    deal,
    take_dealt,
    FIND_FIRST,
    find_first,
    begin_turns,
    remembers=FRAME,
)
TURNS = PROCEDURES.declare(
    "turns", NEXT_TURN, begin_turn, offer, light, REFILL, refill, take_refill, remembers=FRAME
)
