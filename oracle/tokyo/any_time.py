"""What may be done at any time: before any decision of any monster its owner is asked first.

Whether a monster is asked hangs on what everybody can see. Of a hand that is how many cards it
has, from which decks, and which cards of these decks lie open elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import OVER, PAUSE, ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .evolution import played_rules, put_into_play
from .moments import AGAIN, Entry, applies, is_for_any_moment, start, usable
from .monsters import clockwise
from .table import ACTIVE, ACTOR, AREA, DECLINE, DECLINED, NONE, PLAY_CARD, PROCEDURES, ROW, TURN

if TYPE_CHECKING:
    from .machine import Tokyo

ASKED_FRAME = Locals()
SEAT = ASKED_FRAME.one()
"""The local of the frame of what is done at any time: who is asked."""

ASKED = ("kt.card.any-time", "kt.card.any-time-order", "kt.card.any-time-asked")
IN_HAND = ("kt.evolution.any-moment", "kt.evolution.any-moment-asked")

OF_THE_ROLL = frozenset({"dice", "rerolls", "face", "reroll", "change-die", "set-aside", "add"})
"""Events that matter to others only when the roll is resolved. rule: kt.card.any-time-asked"""

ANNOUNCED = frozenset({"result", "score", "attack", "trigger"})
"""Events that say what is about to change and change nothing themselves."""

AMONG_ITS_OPTIONS = frozenset({"buy", "defend"})
"""Decisions that offer their monster what its open cards allow at any time."""


def interrupt(machine: Tokyo, state: State, since: int) -> Frame | None:
    """Who comes before the pending decision. rules: kt.card.any-time, -order, -asked"""
    registers = state.registers
    if registers[DECLINED] and any(
        record[0] not in machine.no_news for record in state.log[since:]
    ):
        registers[DECLINED] = 0
    said = state.said
    owners, holders = who_may(machine, state) if said is None else said["any-time"]
    if not (owners or holders):
        return None
    pending = state.pending
    assert pending is not None
    if pending[1] == NATURE or pending[0] == OVER or not registers[TURN]:
        return None
    if state.stack[-1][0] == AT_ANY_TIME:
        return None
    for seat in clockwise(machine, state, registers[ACTOR]):
        if registers[DECLINED] >> seat & 1:
            continue
        offered = seat == pending[1] and pending[0] in AMONG_ITS_OPTIONS
        if could_play(machine, state, seat) or (
            seat in owners and not offered and open_uses(machine, state, seat)
        ):
            return before_all_else(seat)
    return None


def pause(machine: Tokyo, state: State, seat: int) -> None:
    """A moment of the game at which nothing is decided, but all may act. rule: kt.card.any-time"""
    if machine.interrupt is not None and any(who_may(machine, state)):
        ask(state, PAUSE, seat, [], NONE, ())


def before_all_else(seat: int) -> Frame:
    """The frame that asks a monster what it does at any time."""
    return [AT_ANY_TIME, 0, seat]


def who_may(machine: Tokyo, state: State) -> tuple[frozenset[int], dict[int, list[int]]]:
    """Who has an open card for any time, and whose hand could hold which, as all can see."""
    said = state.said
    if said is None:
        said = state.said = {"any-time": (owners_of(machine, state), holders_of(machine, state))}
    found: tuple[frozenset[int], dict[int, list[int]]] = said["any-time"]
    return found


def owners_of(machine: Tokyo, state: State) -> frozenset[int]:
    """Who has an open card for any time, or one that may copy it."""
    table, cards = machine.triggered["any-time"], state.cards
    places = [(seat, AREA + seat) for seat in range(machine.players)]
    if machine.has_evolutions:
        places += [(seat, machine.evolved + seat) for seat in range(machine.players)]
    return frozenset(
        seat
        for seat, place in places
        for card in state.zones[place]
        if cards[card] in table or cards[card] in machine.copiers
    )


def holders_of(machine: Tokyo, state: State) -> dict[int, list[int]]:
    """By seat the cards worth playing before a moment they name that its hand could hold.

    rule: kt.evolution.any-moment-asked
    """
    if not machine.worth_playing:
        return {}
    hidden = range(machine.evolution_deck, machine.evolved)
    unseen = [
        card
        for card, definition in enumerate(state.cards)
        if definition in machine.worth_playing and state.where[card] in hidden
    ]
    found = {}
    for seat in range(machine.players) if unseen else ():
        if state.zones[machine.hand + seat]:
            own = [card for card in unseen if could_hold(machine, state, seat, card)]
            if own:
                found[seat] = own
    return found


def could_hold(machine: Tokyo, state: State, seat: int, card: int) -> bool:
    """Whether a card that is not open comes from a deck from which a hand has cards.

    All saw from which deck each card of a hand was drawn, and which cards left it.
    """
    if machine.foreign_stays_here:
        return True  # decks may be mixed by now
    monster = machine.monster_of[state.cards[card]]
    hand = state.zones[machine.hand + seat]
    return any(machine.monster_of[state.cards[held]] == monster for held in hand)


def could_play(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a hand could hold a card that would do something now, as far as all can see."""
    if machine.plays_in_own_turn and seat != state.registers[ACTIVE]:
        return False
    table = machine.triggered["any-time"]
    for card in who_may(machine, state)[1].get(seat, ()):
        if state.cards[card] in machine.permanent or any(
            applies(machine, state, (card, number), seat, (seat, 0))
            for number in table.get(state.cards[card], ())
        ):
            return True
    return False


def open_uses(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What a monster's open cards allow it now, at any time."""
    found = timely(machine, state, seat)
    return [entry for entry in found if not is_for_any_moment(machine, state, entry)]


def timely(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What a monster can use now, at any time, without what is early enough before a loss.

    rule: kt.card.any-time-asked
    """
    found = usable(machine, state, ("any-time",), seat, (seat, 0))
    guards = [entry for entry in found if machine.abilities[entry[1]].guards]
    if guards and not others_can_take(machine, state, seat):
        return [entry for entry in found if entry not in guards]
    return found


def others_can_take(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether an open card, to be bought or of another monster, can cost this one its means."""
    places = [AREA + other for other in range(machine.players) if other != seat]
    if machine.has_evolutions:
        places += [machine.evolved + other for other in range(machine.players) if other != seat]
    return any(
        state.cards[card] in machine.takers
        for place in (ROW, *places)
        for card in state.zones[place]
    )


def offer_any_time(machine: Tokyo, state: State, frame: Frame) -> None:
    """A monster is asked until it declines. rule: kt.card.any-time-order"""
    seat = frame[SEAT]
    from_hand = bool(state.counters[seat]) and could_play(machine, state, seat)
    if not state.counters[seat] or not (from_hand or open_uses(machine, state, seat)):
        state.stack.pop()
        return
    found = timely(machine, state, seat)
    named = dict.fromkeys((entry[0], entry[1]) for entry in sorted(found))
    options: list[Any] = [("use", card, number) for card, number in named]
    rules: Rules = ASKED + AGAIN
    if from_hand:
        hand = sorted(state.zones[machine.hand + seat])
        options += [PLAY_CARD[card] for card in hand if state.cards[card] in machine.permanent]
        rules += IN_HAND + played_rules(options)
    kind = "play" if from_hand else "use"
    ask(state, kind, seat, [*options, DECLINE], NONE, rules)


def take_any_time(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is done, and the monster asked again; who declines waits until something happens."""
    seat = frame[SEAT]
    if state.answer == DECLINE:
        state.registers[DECLINED] |= 1 << seat
        return
    frame[1] = OFFER_AGAIN.at
    if state.answer[0] == "use":
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))
    else:
        put_into_play(machine, state, state.answer[1], seat)


OFFER_AGAIN = Place()
AT_ANY_TIME = PROCEDURES.declare(
    "at-any-time",
    OFFER_AGAIN,
    offer_any_time,
    take_any_time,
    remembers=ASKED_FRAME,
)


def note_declined(machine: Tokyo, state: State, seat: int, offered: list[Entry]) -> None:
    """A monster declined what was among its options. rule: kt.card.any-time-asked"""
    if any(machine.abilities[entry[1]].head == "any-time" for entry in offered):
        state.registers[DECLINED] |= 1 << seat


def before_loss(machine: Tokyo, state: State, seat: int) -> Frame | None:
    """What comes before a loss of hearts even if nothing else is asked. rule: kt.card.any-time"""
    wide = machine.interrupt is not None
    return before_all_else(seat) if wide and could_play(machine, state, seat) else None
