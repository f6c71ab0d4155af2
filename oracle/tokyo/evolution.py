"""Evolution cards: whose they are, how they are drawn, held and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Each, Frame, Rules, State

from .atoms import lay_evolution, move_evolution, reshuffle_evolutions
from .moments import applies, at, start
from .monsters import clockwise
from .table import ACTIVE, DECLINE, DRAW, HAS_MONSTER, KEEP_CARD, NONE, PLAY_CARD, PROCEDURES

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of drawing: who, from whose deck, how many to draw, what was drawn.
DRAW_FRAME = Locals()
SEAT = DRAW_FRAME.one()
DECK_OF = DRAW_FRAME.one()
WANTED = DRAW_FRAME.one()
DRAWN = DRAW_FRAME.one()
# Locals of the frame of playing: who may, in order; who is asked; a moment's number or none.
PLAYING_FRAME = Locals()
SEATS = PLAYING_FRAME.one()
ASKED = PLAYING_FRAME.one()

FROM_DECK = ("kt.evolution.deck", "kt.evolution.hand")
CHOICE = ("kt.evolution.draw-choice",)
EMPTY = ("kt.evolution.draw-choice",)
FOREIGN = ("kt.evolution.foreign",)
PLAY = (
    "kt.evolution.play",
    "kt.evolution.any-moment",
    "kt.evolution.set-moments",
    "kt.evolution.permanent",
)
PLAYED = ("kt.evolution.play", "kt.evolution.permanent")
TWO = 2


def home_of(machine: Tokyo, state: State, card: int) -> int:
    """The seat of the monster whose deck a card belongs to."""
    monster = machine.monster_of[state.cards[card]]
    seats = range(machine.players)
    return next(seat for seat in seats if state.registers[HAS_MONSTER + seat] == monster + 1)


def pile_of(machine: Tokyo, state: State, card: int, seat: int) -> int:
    """Whose discard pile a card goes to that a monster had. rule: kt.evolution.foreign"""
    return seat if machine.foreign_stays_here else home_of(machine, state, card)


# --- drawing -------------------------------------------------------------------------------------


def draw(state: State, seat: int, deck_of: int, count: int) -> None:
    """Draw so many cards of a deck and keep one of them. rule: kt.elimination.out"""
    if state.counters[seat]:
        state.stack.append([DRAWING, 0, seat, deck_of, count, ()])


def get_evolution(machine: Tokyo, state: State, seat: int) -> None:
    """A monster gets an evolution card of its own. rules: kt.evolution.draw, .draw-choice"""
    if not machine.draws_two:
        state.log.append(("evolution", CHOICE, NONE, seat))
    draw(state, seat, seat, TWO if machine.draws_two else 1)


def next_card(machine: Tokyo, state: State, frame: Frame) -> None:
    """The top card of the deck; a pile is shuffled where two are drawn. rule: .draw-choice"""
    deck = machine.evolution_deck + frame[DECK_OF]
    if len(frame[DRAWN]) >= frame[WANTED]:
        frame[1] = KEEP_ONE.at
        return
    own = frame[DECK_OF] == frame[SEAT]
    if not state.zones[deck] and own and machine.draws_two:
        reshuffle_evolutions(machine, state, frame[SEAT])
    if not state.zones[deck]:
        state.log.append(("no-cards", EMPTY if own else FOREIGN, NONE))
        frame[1] = KEEP_ONE.at
        return
    rules: Rules = FROM_DECK if own else FROM_DECK + FOREIGN
    ask(state, "draw", NATURE, Each(DRAW, sorted(state.zones[deck])), NONE, rules)


def take_card(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is in hand, for its owner alone to see. rule: kt.evolution.hand"""
    card, seat = state.answer[1], frame[SEAT]
    move_evolution(state, card, machine.hand + seat)
    state.log.append(("draw", FROM_DECK, NONE, frame[SEAT], card))
    frame[DRAWN] += (card,)
    frame[1] = NEXT_CARD.at


def keep_one(machine: Tokyo, state: State, frame: Frame) -> None:
    """Of two cards drawn one is kept."""
    if len(frame[DRAWN]) < TWO:
        state.stack.pop()
        return
    options = [KEEP_CARD[card] for card in sorted(frame[DRAWN])]
    ask(state, "keep", frame[SEAT], options, NONE, CHOICE)


def put_other_away(machine: Tokyo, state: State, frame: Frame) -> None:
    """The other is discarded."""
    for card in frame[DRAWN]:
        if card != state.answer[1]:
            lay_evolution(machine, state, card, pile_of(machine, state, card, frame[SEAT]), CHOICE)


NEXT_CARD = Place()
KEEP_ONE = Place()
DRAWING = PROCEDURES.declare(
    "drawing",
    NEXT_CARD,
    next_card,
    take_card,
    KEEP_ONE,
    keep_one,
    put_other_away,
    remembers=DRAW_FRAME,
)


# --- playing -------------------------------------------------------------------------------------


def open_play(machine: Tokyo, state: State) -> None:
    """One of the moments at which evolution cards may be played. rule: .set-moments"""
    active = state.registers[ACTIVE]
    seats = [active] if machine.plays_in_own_turn else clockwise(machine, state, active)
    if any(playable(machine, state, seat) for seat in seats):
        state.stack.append([PLAYING, 0, tuple(seats), 0])


def playable(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
    """What a monster may play from its hand when no moment is named."""
    found: list[tuple[Any, ...]] = []
    if not state.counters[seat]:
        return found
    hand = sorted(state.zones[machine.hand + seat])
    found += [PLAY_CARD[card] for card in hand if state.cards[card] in machine.permanent]
    for entry in at(machine, state, "any-time", seat):
        if entry[0] in hand and applies(machine, state, entry, seat, (seat, 0)):
            found.append(("use", entry[0], entry[1]))
    return found


def offer_play(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each is asked until it declines."""
    while frame[ASKED] < len(frame[SEATS]):
        seat = frame[SEATS][frame[ASKED]]
        found = playable(machine, state, seat)
        if found:
            ask(state, "play", seat, [*found, DECLINE], NONE, PLAY)
            return
        frame[ASKED] += 1
    state.stack.pop()


def take_play(machine: Tokyo, state: State, frame: Frame) -> None:
    """A card is played, or the next is asked."""
    frame[1] = OFFER_PLAY.at
    seat = frame[SEATS][frame[ASKED]]
    if state.answer == DECLINE:
        frame[ASKED] += 1
    elif state.answer[0] == "use":
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))
    else:
        put_into_play(machine, state, state.answer[1], seat)


def played_rules(options: list[tuple[Any, ...]]) -> Rules:
    """What playing one of these options from hand rests on."""
    return PLAYED if any(option[0] == "play" for option in options) else ()


def put_into_play(machine: Tokyo, state: State, card: int, seat: int) -> None:
    """A permanent card lies before its owner from now on. rule: kt.evolution.permanent"""
    move_evolution(state, card, machine.evolved + seat)
    state.log.append(("play", PLAYED, card, seat, card))


OFFER_PLAY = Place()
PLAYING = PROCEDURES.declare(
    "playing",
    OFFER_PLAY,
    offer_play,
    take_play,
    remembers=PLAYING_FRAME,
)
