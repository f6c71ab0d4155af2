"""Moments: when abilities of cards work, who is asked, and in which order.

At a moment all that a monster has for it is carried out, one after another in the order it chooses.
A window is a moment at which a monster may use what it has, as often as it can, until it declines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.machine import Context as Context
from oracle.dice_games.machine import Entry as Entry
from oracle.dice_games.moments import (
    ABOUT,
    HEADED,
    HEADS,
    can_work,
    printed_at,
    push_window,
    run_ability,
)
from oracle.dice_games.moments import LEFT as LEFT
from oracle.dice_games.moments import MOMENT as MOMENT
from oracle.dice_games.moments import NOBODY as NOBODY
from oracle.dice_games.moments import SEAT as SEAT
from oracle.dice_games.moments import SPENT as SPENT
from oracle.dice_games.moments import WINDOW as WINDOW
from oracle.dice_games.moments import begin as begin
from oracle.dice_games.moments import begin_moment as begin_moment
from oracle.dice_games.moments import is_new as is_new
from oracle.dice_games.moments import note_used as note_used
from oracle.dice_games.moments import offer as offer
from oracle.dice_games.moments import offer_use as ask_to_use
from oracle.dice_games.moments import pick as pick
from oracle.dice_games.moments import take as take
from oracle.dice_games.moments import was_used as was_used
from oracle.dice_games.table import USED as USED
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State

from .atoms import move_evolution
from .monsters import is_ignored
from .table import ACTIVE, AREA, BOUGHT, COPIED, COPIER, DECLINE, NONE, PLAY_CARD, PROCEDURES
from .table import TAKEN_NOW as TAKEN_NOW
from .uses import in_use, kept_in_use, times_used, told_apart

if TYPE_CHECKING:
    from .machine import Tokyo

TOGETHER = frozenset({"adding", "adding-to-claws", "settling", "dealing", "starts-in-tokyo"})
"""Moments at which all works together, so that nobody chooses an order."""

FOR_THE_FALLEN = frozenset({"wounded"})
"""Moments that a monster without hearts still has."""

ORDER = ("kt.card.waiting",)
ADD_UP = ("kt.card.add-up",)
MAY = ("kt.card.may",)
AGAIN = ("kt.card.may", "kt.card.again")

WINDOWS = frozenset(
    {
        "before-roll",
        "during-roll",
        "other-rolled",
        "other-resolving",
        "before-resolving",
        "would-lose",
        "would-be-wounded",
        "revealing",
        "other-resolved",
        "other-gains-stars",
        "any-time",
    }
)
"""Moments at which the owner is asked what to use; the question stands for a `you may`."""


def at(machine: Tokyo, state: State, head: str, seat: int) -> list[Entry]:
    """The abilities that a monster has for a moment."""
    if machine.roller_ignored and is_ignored(machine, state, seat):
        return []
    found = printed_at(machine, state, head, seat)
    if state.lasting:
        for card, use, which in told_apart(machine, state, seat):
            found += [(card, number, *which) for number in use.triggered.get(head, ())]
    return found


def start(machine: Tokyo, state: State, entry: Entry, seat: int, context: Context) -> None:
    """Let an ability work."""
    card, number = entry[0], entry[1]
    own = state.cards[card]
    rules: Rules = ()
    if own in machine.copiers and (
        machine.abilities[number].definition != machine.definitions[own].id
    ):
        rules = ("kt.copy.text", "kt.copy.this-card", "kt.copy.own-tokens")
    if len(entry) > 2:
        rules += ("kt.keyword.hunter-again",)
    run_ability(machine, state, entry, seat, about_use(entry, context), rules)


def about_use(entry: Entry, context: Context) -> Context:
    """What an ability is about, with the use of its card that it belongs to, if it is not the last.

    rules: kt.keyword.several, kt.keyword.hunter-again
    """
    about: Any = (*context[:2], *entry[2:])
    return about if len(entry) > 2 else context


def applies(machine: Tokyo, state: State, entry: Entry, seat: int, context: Context) -> bool:
    """Whether an ability can work now."""
    card, number = entry[0], entry[1]
    if machine.roller_ignored and is_ignored(machine, state, seat):
        return False
    waits = machine.new_ones_wait and machine.abilities[number].uses
    if waits and card in state.stack[0][TAKEN_NOW]:
        return False
    if machine.abilities[number].uses and card in kept_in_use(machine, state, seat):
        return False
    if machine.plays_in_own_turn and waits_for_turn(machine, state, entry, seat):
        return False
    times = max(1, times_used(state, card)) if state.lasting else 1
    return can_work(machine, state, entry, seat, about_use(entry, context), times)


def waits_for_turn(machine: Tokyo, state: State, entry: Entry, seat: int) -> bool:
    """Whether an ability is that of an evolution card for any time, in the turn of another.

    rule: kt.evolution.any-moment
    """
    return seat != state.registers[ACTIVE] and is_for_any_moment(machine, state, entry)


def is_for_any_moment(machine: Tokyo, state: State, entry: Entry) -> bool:
    """Whether an ability is that of an evolution card that names no moment."""
    temporary = state.cards[entry[0]] in machine.temporary
    return temporary and machine.abilities[entry[1]].head == "any-time"


# --- moments -------------------------------------------------------------------------------------


def happen(machine: Tokyo, state: State, head: str, seat: int, context: Context = NOBODY) -> None:
    """Let all abilities of a monster for a moment work."""
    if not state.counters[seat] and head not in FOR_THE_FALLEN:
        return
    if machine.has_evolutions and fitting(machine, state, head, seat, context):
        state.stack.append([PLAY_AT, 0, seat, context, machine.head_number[head]])
        return
    found = at(machine, state, head, seat)
    begin_moment(state, seat, context, found, ordered=head not in TOGETHER)


def has_yielded(machine: Tokyo, state: State, seat: int) -> None:
    """What a monster has for leaving Tokyo, or for yielding alone. rule: kt.evolution.leaving"""
    happen(machine, state, "yielding", seat)
    happen(machine, state, "leaving", seat)


def fitting(machine: Tokyo, state: State, head: str, seat: int, context: Context) -> list[int]:
    """The permanent evolution cards in a hand that would work at this moment."""
    table = machine.triggered[head]
    return [
        card
        for card in sorted(state.zones[machine.hand + seat])
        if state.cards[card] in machine.permanent
        and any(
            applies(machine, state, (card, number), seat, context)
            for number in table.get(state.cards[card], ())
        )
    ]


def offer_fitting(machine: Tokyo, state: State, frame: Frame) -> None:
    """A permanent card may be played at the moment it names. rule: kt.evolution.named-moment"""
    head = machine.heads[frame[HEADS]]
    found = fitting(machine, state, head, frame[SEAT], frame[ABOUT])
    if not found:
        state.answer = DECLINE
        return
    options = [*(PLAY_CARD[card] for card in found), DECLINE]
    rules = ("kt.evolution.named-moment", "kt.evolution.play")
    ask(state, "play", frame[SEAT], options, NONE, rules)


def take_fitting(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is played; when all is, the moment comes."""
    seat = frame[SEAT]
    if state.answer != DECLINE:
        play_it(machine, state, state.answer[1], seat)
        frame[1] = OFFER_FITTING.at
        return
    head = machine.heads[frame[HEADS]]
    state.stack.pop()
    found = at(machine, state, head, seat)
    begin_moment(state, seat, frame[ABOUT], found, ordered=head not in TOGETHER)


OFFER_FITTING = Place()
PLAY_AT = PROCEDURES.declare(
    "play-at",
    OFFER_FITTING,
    offer_fitting,
    take_fitting,
    remembers=HEADED,
)


def happen_to(
    machine: Tokyo,
    state: State,
    head: str,
    card: int,
    definition: int,
    seat: int,
    context: Context | None = None,
) -> None:
    """Let the abilities work that one card has for a moment by one definition."""
    numbers = machine.triggered[head].get(definition, ())
    about = (seat, 0) if context is None else context
    begin_moment(state, seat, about, [(card, number) for number in numbers])


def tell_waiting(state: State, seats: list[int]) -> None:
    """Tell that effects of several monsters come one after another. rule: kt.card.waiting"""
    several = len(set(seats))
    if several > 1:
        state.log.append(("one-after-another", ORDER, NONE, several))


def works(machine: Tokyo, state: State, card: int, seat: int) -> bool:
    """Whether abilities of a card can work for a monster: it lies there, or is in use."""
    place = state.where[card]
    if place in (AREA + seat, BOUGHT):
        return True
    if machine.has_evolutions and place in (machine.evolved + seat, machine.hand + seat):
        return True
    return any(card == each for each, _ in in_use(machine, state, seat))


def has(machine: Tokyo, state: State, entry: Entry, seat: int) -> bool:
    """Whether a monster still has an ability: a copy that ended has it no more. rule: .copy.ends"""
    card = entry[0]
    own = state.cards[card]
    if own in machine.copiers:
        definition = machine.abilities[entry[1]].definition
        if definition != machine.definitions[own].id:
            copied = state.registers[COPIED] - 1 if state.registers[COPIER] == card + 1 else NONE
            if copied == NONE or machine.definitions[state.cards[copied]].id != definition:
                return False
    return works(machine, state, card, seat)


# --- windows -------------------------------------------------------------------------------------


def open_window(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context = NOBODY
) -> None:
    """Ask a monster what it uses, until it declines."""
    fits = machine.has_evolutions and any(
        fitting(machine, state, head, seat, context) for head in heads
    )
    if fits or usable(machine, state, heads, seat, context):
        push_window(machine, state, heads, seat, context)


def usable(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    """What a monster can use now, of these moments."""
    stopped = "before-resolving" in heads  # what gives rerolls comes too late
    return [
        entry
        for head in heads
        for entry in at(machine, state, head, seat)
        if applies(machine, state, entry, seat, context)
        and not (stopped and machine.abilities[entry[1]].before_stop)
    ]


def offer_use(
    state: State,
    seat: int,
    found: list[Entry],
    rules: Rules = AGAIN,
    kind: str = "use",
    plays: list[int] | None = None,
) -> None:
    """Ask what to use, or which evolution card to play for it, or to decline."""
    options, more = as_options(plays or [])
    ask_to_use(state, seat, found, rules + more, kind, options)


def as_options(plays: list[int]) -> tuple[list[Any], Rules]:
    """Evolution cards that may be played, as options of a window, and the rules of playing them."""
    rules = ("kt.evolution.named-moment", "kt.evolution.play") if plays else ()
    return [PLAY_CARD[card] for card in plays], rules


def to_play(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[int]:
    """The permanent evolution cards in a hand that would work in one of these windows."""
    if not machine.has_evolutions:
        return []
    found = [card for head in heads for card in fitting(machine, state, head, seat, context)]
    return sorted(set(found))


def play_it(machine: Tokyo, state: State, card: int, seat: int) -> None:
    """A permanent card is played at the moment it names. rule: kt.evolution.named-moment"""
    move_evolution(state, card, machine.evolved + seat)
    rules = ("kt.evolution.named-moment", "kt.evolution.permanent")
    state.log.append(("play", rules, card, seat, card))


def more_to_play(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> tuple[list[Any], Rules]:
    """The evolution cards that may be played in a window, as its options."""
    return as_options(to_play(machine, state, heads, seat, context))


def play_answer(machine: Tokyo, state: State, seat: int) -> None:
    """The evolution card named in a window is played."""
    play_it(machine, state, state.answer[1], seat)


WINDOW_RULES: dict[str, Rules] = {
    "before-roll": ("kt.keyword.before-roll", "kt.keyword.choice", "kt.keyword.several"),
    "other-rolled": ("kt.roll.foreign-die", "kt.roll.foreign-order", "kt.roll.steps"),
    "other-resolving": ("kt.roll.others-last",),
    "before-resolving": ("kt.dice.change", "kt.roll.steps"),
}
