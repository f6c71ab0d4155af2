"""Ways to change a game of King of Tokyo: each changes one thing and tells of it.

Those for stars, energy, tokens and what lies on cards stand with their topics.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from oracle.dice_games.atoms import move as move
from oracle.kernel.state import Rules, State

from .monsters import counters_on, has_say, maximum_of, name_of_place, said_by, tell_changes, texts
from .table import (
    AREA,
    CITY,
    COPIED,
    COPIER,
    COUNTERS_SHIFT,
    DECK,
    DISCARD,
    FALLEN,
    GAINED_HEARTS,
    HARMED,
    LEFT_BAY,
    LEFT_CITY,
    MIMIC,
    NONE,
    OUT_OF_GAME,
    OUTSIDE,
    PAID_BITS,
    PAID_SHIFT,
    RESOLVER,
    STARTING_HEARTS,
)

if TYPE_CHECKING:
    from .machine import Tokyo

MAXIMUM = ("kt.heart.maximum",)
LOST_WITH_IT = 2
"""By option: how many hearts go with a card that raised the maximum."""


# --- what is gained, and hearts ------------------------------------------------------------------


def effect_depth(machine: Tokyo, state: State) -> int:
    """How deep the effect lies that is carried out now; what it gives counts once it is done."""
    for depth in range(len(state.stack) - 1, -1, -1):
        if state.stack[depth][0] >= machine.first_effect:
            return depth
    return len(state.stack)


def note_gain(state: State, seat: int, register: int, amount: int) -> None:
    """Remember what the monster whose resolve phase it is gains in it."""
    if state.registers[RESOLVER] == seat + 1:
        state.registers[register] += amount


def more_of(machine: Tokyo, state: State, resource: str, seat: int) -> tuple[int, Rules]:
    """What cards add to each gain. rules: kt.energy.extra, kt.heart.extra"""
    amount = 0
    rules: Rules = ()
    for card, said in said_by(machine, state, "gains-more", seat):
        if said.resource == resource:
            amount += said.amount
            rules += said.rules
            has_say(state, card, said, seat)
    return amount, rules


def gain_hearts(
    machine: Tokyo,
    state: State,
    seat: int,
    amount: int,
    cause: int,
    rules: Rules,
    *,
    own: bool,
    rescue: bool = False,
) -> int:
    """Give hearts up to the maximum, with what cards add to the gain. rule: kt.heart.maximum"""
    counters = state.counters
    if amount <= 0 or not (counters[seat] or rescue):
        return 0
    most, told = maximum_of(machine, state, seat)
    room = most - counters[seat]
    if room <= 0:
        state.log.append(("full", MAXIMUM + told, cause, seat))
        return 0
    if own or machine.more_hearts_on_any_gain:
        more, extra = more_of(machine, state, "hearts", seat)
        amount += more
        rules += extra
    elif any(said.resource == "hearts" for _, said in said_by(machine, state, "gains-more", seat)):
        rules += ("kt.heart.extra",)
    if amount > room:
        amount = room
        rules += MAXIMUM
    counters[seat] += amount
    if counters[seat] > STARTING_HEARTS:
        tell_changes(machine, state, "modify-maximum", seat)
    state.log.append(("gain-hearts", rules + told, cause, seat, amount, counters[seat]))
    note_gain(state, seat, GAINED_HEARTS, amount)
    return amount


def lose_hearts(
    machine: Tokyo, state: State, seat: int, amount: int, by: int, cause: int, rules: Rules
) -> int:
    """Take hearts, never below 0, and note whose doing it was. rule: kt.damage.lose"""
    amount = min(amount, state.counters[seat])
    if amount > 0:
        state.counters[seat] -= amount
        if by != NONE and (by != seat or machine.own_harm_counts):
            state.registers[HARMED] |= 1 << by
        state.log.append(("lose-hearts", rules, cause, seat, amount, state.counters[seat]))
    return amount


def lose_maximum(machine: Tokyo, state: State, seat: int, cause: int) -> None:
    """A maximum fell; if hearts go with it, what may be used at any time comes before.

    rules: kt.heart.maximum-lost, kt.card.any-time
    """
    table = machine.triggered["any-time"]
    at_any_time = not machine.clamps_hearts and any(
        definition in table for _, definition in texts(machine, state, seat)
    )
    hidden = machine.has_evolutions and not (machine.clamps_hearts or machine.set_moments)
    if (at_any_time or hidden) and state.counters[seat]:
        state.stack.append([machine.code_number["maximum-falls"], 0, seat, cause])
    else:
        lower_maximum(machine, state, seat, cause)


def lower_maximum(machine: Tokyo, state: State, seat: int, cause: int) -> None:
    """Hearts above a maximum are gone, by option two more. rule: kt.heart.maximum-lost"""
    if state.registers[OUT_OF_GAME] >> seat & 1:
        return
    fell, _ = maximum_of(machine, state, seat)
    state.log.append(("maximum-falls", ("kt.heart.maximum-lost",), cause, seat, fell))
    if not state.counters[seat]:
        return
    if not machine.clamps_hearts:
        amount = min(LOST_WITH_IT, state.counters[seat])
        state.counters[seat] -= amount
        left = state.counters[seat]
        told = ("kt.heart.maximum-lost",)
        state.log.append(("lose-hearts", told, cause, seat, amount, left))
        state.dirty |= FALLEN
    most, _ = maximum_of(machine, state, seat)
    if state.counters[seat] > most:
        state.counters[seat] = most
        state.log.append(("set-hearts", ("kt.heart.maximum-lost",), cause, seat, most))


# --- Tokyo ---------------------------------------------------------------------------------------


def enter(machine: Tokyo, state: State, seat: int, place: int, cause: int, rules: Rules) -> None:
    """Move a monster into Tokyo; what it gains by it is another matter."""
    state.counters[machine.place + seat] = place
    state.registers[LEFT_CITY if place == CITY else LEFT_BAY] = 0
    state.log.append(("enter", rules, cause, seat, name_of_place(place)))


def leave(
    machine: Tokyo,
    state: State,
    seat: int,
    cause: int,
    rules: Rules,
    kind: Literal["leave", "yield"] = "leave",
) -> None:
    """Move a monster out of Tokyo."""
    place = state.counters[machine.place + seat]
    if place == OUTSIDE:
        return
    if kind == "yield":
        state.registers[LEFT_CITY if place == CITY else LEFT_BAY] = seat + 1
    state.counters[machine.place + seat] = OUTSIDE
    state.log.append((kind, rules, cause, seat))


def move_to_city(machine: Tokyo, state: State, seat: int, cause: int, rules: Rules) -> None:
    """Move a monster from the Bay to the City, which is no entering of Tokyo."""
    state.counters[machine.place + seat] = CITY
    state.registers[LEFT_CITY] = 0
    state.log.append(("move", rules, cause, seat))


# --- cards ---------------------------------------------------------------------------------------


def note_price(machine: Tokyo, state: State, card: int, price: int) -> None:
    """Keep what was paid for a card, where a card asks for it. rule: kt.end.sell-paid"""
    if machine.recalls_prices:
        most = (1 << PAID_BITS) - 1
        state.marks[card] &= ~(most << PAID_SHIFT)
        state.marks[card] |= min(price, most) << PAID_SHIFT


def discard(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
    """Put a card into the discard pile; what lies on it is gone. rule: kt.counter.gone"""
    place = state.where[card]
    seat = place - AREA
    if counters_on(state, card):
        rules += ("kt.counter.gone",)
        state.marks[card] &= (1 << COUNTERS_SHIFT) - 1
    note_price(machine, state, card, 0)
    move(state, card, DISCARD)
    state.log.append(("discard", rules, cause, card))
    if seat >= 0:
        left_area(machine, state, card, seat, cause)


def left_area(
    machine: Tokyo, state: State, card: int, seat: int, cause: int, *, stays: bool = False
) -> None:
    """A card lies no longer before a monster: what it copied or raised ends.

    A card that is copied and `stays` in play before another monster stays copied.
    """
    if state.registers[COPIER] == card + 1:
        if not (stays and machine.copy_sold):
            end_copy(machine, state, cause, seat, ("kt.copy.ends",))
        elif card_raises(machine, state.cards[state.registers[COPIED] - 1]):
            lose_maximum(machine, state, seat, cause)
    elif state.registers[COPIED] == card + 1 and not stays:
        take_mimic_back(machine, state, cause)
    if card_raises(machine, state.cards[card]):
        lose_maximum(machine, state, seat, cause)


def card_raises(machine: Tokyo, definition: int) -> bool:
    """Whether a card raises the maximum of hearts."""
    return definition in machine.changes["modify-maximum"]


def lay_mimic(state: State, card: int, copier: int) -> None:
    """The mimic token lies on a card, whose text another has from now on. rule: kt.copy.choose"""
    state.registers[COPIED], state.registers[COPIER] = card + 1, copier + 1
    state.marks[card] |= MIMIC
    state.derived = state.said = None


def take_mimic_back(machine: Tokyo, state: State, cause: int) -> None:
    """The mimic token goes back to the supply. rules: kt.copy.taken-back, kt.copy.ends"""
    seat = state.where[state.registers[COPIER] - 1] - AREA
    end_copy(machine, state, cause, seat, ("kt.copy.taken-back", "kt.copy.ends"))


def end_copy(machine: Tokyo, state: State, cause: int, seat: int, rules: Rules) -> None:
    """A card of a monster copies no more: what lies on it goes, and hearts that it allowed."""
    copied, copier = state.registers[COPIED] - 1, state.registers[COPIER] - 1
    state.registers[COPIED] = state.registers[COPIER] = 0
    state.marks[copied] &= ~MIMIC
    state.marks[copier] &= (1 << COUNTERS_SHIFT) - 1
    state.derived = state.said = None
    state.log.append(("copy-ends", rules, cause, copier))
    if seat >= 0 and card_raises(machine, state.cards[copied]):
        lose_maximum(machine, state, seat, cause)


def move_evolution(state: State, card: int, place: int) -> None:
    """Put an evolution card somewhere else."""
    move(state, card, place)


def lay_evolution(machine: Tokyo, state: State, card: int, home: int, rules: Rules) -> None:
    """Put an evolution card into the discard pile of the deck it came from."""
    move(state, card, machine.evolution_pile + home)
    state.log.append(("lay-aside", rules, NONE, card, home))


def reshuffle_evolutions(machine: Tokyo, state: State, seat: int) -> None:
    """An evolution discard pile is the new deck. rule: kt.evolution.draw-choice"""
    pile = sorted(state.zones[machine.evolution_pile + seat])
    for card in pile:
        move(state, card, machine.evolution_deck + seat)
    if pile:
        state.log.append(("reshuffle", ("kt.evolution.draw-choice",), NONE, len(pile)))


def reshuffle(state: State) -> None:
    """The discard pile is the new deck. rule: kt.buy.reshuffle"""
    pile = sorted(state.zones[DISCARD])
    for card in pile:
        move(state, card, DECK)
    state.log.append(("reshuffle", ("kt.buy.reshuffle",), NONE, len(pile)))


def set_hearts(state: State, seat: int, hearts: int, cause: int, rules: Rules) -> None:
    """A monster has so many hearts now."""
    state.counters[seat] = hearts
    state.log.append(("set-hearts", rules, cause, seat, hearts))


def start_with_tokens(machine: Tokyo, state: State, seat: int, tokens: int) -> None:
    """A monster has so many Mindbug tokens to start with."""
    state.counters[machine.mindbugs + seat] = tokens


def give_token_up(machine: Tokyo, state: State, seat: int) -> int:
    """A Mindbug token is used up; returns how many are left. rule: kt.mindbug.discard"""
    state.counters[machine.mindbugs + seat] -= 1
    return state.counters[machine.mindbugs + seat]


def give_all_up(machine: Tokyo, state: State, seat: int) -> None:
    """Who is out of the game has no energy and no tokens. rule: kt.elimination.tokens"""
    for first in (machine.energy, machine.poison, machine.shrink, machine.mindbugs):
        state.counters[first + seat] = 0
