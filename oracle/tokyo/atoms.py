"""The only ways to change a game of King of Tokyo: each changes one thing and tells of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.state import Rules, State
from oracle.king.atoms import move as move

from .monsters import (
    counters_on,
    has_say,
    holder,
    maximum_of,
    name_of_place,
    said_by,
    tell_changes,
    texts,
)
from .table import (
    AREA,
    CITY,
    COPIED,
    COPIER,
    COUNTERS_SHIFT,
    DECK,
    DISCARD,
    ENRICHED,
    FALLEN,
    GAIN,
    GAINED_ENERGY,
    GAINED_HEARTS,
    GAINED_STARS,
    GAINER,
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
    STAR_DEPTH,
    STARRED,
    STARTING_HEARTS,
)
from .uses import kept_for_the_end, kept_in_use

if TYPE_CHECKING:
    from .machine import Tokyo

MAXIMUM = ("kt.heart.maximum",)
TOKENS_IN_BOX = {"poison": 12, "shrink": 12}
MINDBUGS_IN_BOX = 8
LOST_WITH_IT = 2
"""By option: how many hearts go with a card that raised the maximum."""


# --- stars, energy, hearts -----------------------------------------------------------------------


def gain_stars(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give stars to a monster in the game; there is no limit, or by option one. rule: .no-limit"""
    if amount <= 0 or not state.counters[seat]:
        return 0
    counters = state.counters
    if machine.most_stars is not None:
        room = max(0, machine.most_stars - counters[machine.stars + seat])
        if not room:
            state.log.append(("full-stars", ("kt.star.no-limit",), cause, seat))
            return 0
        rules += ("kt.star.no-limit",) if amount > room else ()
        amount = min(amount, room)
    counters[machine.stars + seat] += amount
    state.dirty |= STARRED
    state.registers[STAR_DEPTH] = effect_depth(machine, state)
    left = counters[machine.stars + seat]
    if left > 20:
        rules += ("kt.star.no-limit",)
    state.log.append(("gain-stars", rules, cause, seat, amount, left))
    note_gain(state, seat, GAINED_STARS, amount)
    if machine.triggered["other-gains-stars"]:
        state.registers[GAINER], state.registers[GAIN] = seat + 1, amount
        state.dirty |= ENRICHED
    return amount


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


def lose_stars(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Take stars, as many as there are. rule: kt.star.lose"""
    amount = min(amount, state.counters[machine.stars + seat])
    if amount > 0:
        state.counters[machine.stars + seat] -= amount
        left = state.counters[machine.stars + seat]
        state.log.append(("lose-stars", rules, cause, seat, amount, left))
    return amount


def more_of(machine: Tokyo, state: State, resource: str, seat: int) -> tuple[int, Rules]:
    """What cards add to each gain. rules: kt.energy.extra, kt.heart.extra"""
    amount, rules = 0, ()
    for card, said in said_by(machine, state, "gains-more", seat):
        if said.resource == resource:
            amount += said.amount
            rules += said.rules  # type: ignore[assignment]
            has_say(state, card, said, seat)
    return amount, rules


def gain_energy(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Give energy from the supply, and what cards add to the gain."""
    if amount <= 0 or not state.counters[seat]:
        return 0
    more, told = more_of(machine, state, "energy", seat)
    return get_energy(machine, state, seat, amount + more, cause, rules + told, "gain-energy")


def get_energy(
    machine: Tokyo,
    state: State,
    seat: int,
    amount: int,
    cause: int,
    rules: Rules,
    kind: str = "get-energy",
) -> int:
    """Give energy that is no gain, or whose gain is reckoned already. rule: kt.elimination.out"""
    if not state.counters[seat]:
        return 0
    if amount > 0:
        state.counters[machine.energy + seat] += amount
        left = state.counters[machine.energy + seat]
        state.log.append((kind, rules, cause, seat, amount, left))
        if kind == "gain-energy":
            note_gain(state, seat, GAINED_ENERGY, amount)
    return amount


def lose_energy(
    machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
) -> int:
    """Take energy, as much as there is. rule: kt.energy.lose"""
    amount = min(amount, state.counters[machine.energy + seat])
    if amount > 0:
        state.counters[machine.energy + seat] -= amount
        left = state.counters[machine.energy + seat]
        state.log.append(("lose-energy", rules, cause, seat, amount, left))
    return amount


def pay(machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Give energy to the supply for something. rule: kt.energy.pay"""
    state.counters[machine.energy + seat] -= amount
    left = state.counters[machine.energy + seat]
    state.log.append(("pay", rules, cause, seat, amount, left))


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
        told = ("lose-hearts", ("kt.heart.maximum-lost",), cause, seat, amount)
        state.log.append((*told, state.counters[seat]))
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
    machine: Tokyo, state: State, seat: int, cause: int, rules: Rules, kind: str = "leave"
) -> None:
    """Move a monster out of Tokyo."""
    place = state.counters[machine.place + seat]
    if place == OUTSIDE:
        return
    if kind == "yield":
        state.registers[LEFT_CITY if place == CITY else LEFT_BAY] = seat + 1
    state.counters[machine.place + seat] = OUTSIDE
    state.log.append((kind, rules, cause, seat))


def close_bay(machine: Tokyo, state: State, seat: int | None, *, to_city: bool) -> None:
    """Nobody can be in the Bay any more. rules: kt.bay.closes, .closing-out, .closing-move"""
    state.log.append(("bay-closes", ("kt.bay.closes",), NONE))
    if seat is None:
        return
    if to_city:
        move_to_city(machine, state, seat, NONE, ("kt.bay.closing-move", "kt.bay.closing-star"))
    else:
        held = holder(machine, state, CITY) is not None
        told = "kt.bay.closing-out" if held else "kt.bay.closing-move"
        leave(machine, state, seat, NONE, (told,))


def move_to_city(machine: Tokyo, state: State, seat: int, cause: int, rules: Rules) -> None:
    """Move a monster from the Bay to the City, which is no entering of Tokyo."""
    state.counters[machine.place + seat] = CITY
    state.registers[LEFT_CITY] = 0
    state.log.append(("move", rules, cause, seat))


# --- tokens and cards ----------------------------------------------------------------------------


def give_token(
    machine: Tokyo, state: State, seat: int, kind: str, amount: int, cause: int, rules: Rules
) -> None:
    """Put tokens on a monster."""
    if state.counters[seat]:
        first = {
            "poison": machine.poison,
            "shrink": machine.shrink,
            "mindbug": machine.mindbugs,
        }[kind]
        on_table = sum(state.counters[first : first + machine.players])
        if kind == "mindbug":
            rules += ("kt.mindbug.supply",)
            if machine.tokens_run_out and on_table + amount > MINDBUGS_IN_BOX:
                amount = max(0, MINDBUGS_IN_BOX - on_table)
        if kind == "mindbug" and not amount:
            state.log.append(("none-left", rules, cause, seat))
            return
        state.counters[first + seat] += amount
        on_table += amount
        if kind in TOKENS_IN_BOX and on_table > TOKENS_IN_BOX[kind]:
            rules += ("kt.token.supply",)
        state.log.append(("token", rules, cause, seat, amount, kind))


def remove_token(machine: Tokyo, state: State, seat: int, kind: str, rules: Rules) -> None:
    """Take a token off a monster."""
    first = machine.poison if kind == "poison" else machine.shrink
    state.counters[first + seat] -= 1
    state.log.append(("remove-token", rules, NONE, seat, kind))


def put_on(state: State, card: int, amount: int, cause: int, rules: Rules) -> None:
    """Put tokens or energy on a card."""
    if amount > 0:
        state.marks[card] += amount << COUNTERS_SHIFT
        state.derived = None
        state.log.append(("put-on", rules, cause, card, amount))


def take_off(state: State, card: int, amount: int, cause: int, rules: Rules) -> int:
    """Take tokens or energy off a card, as many as there are."""
    amount = min(amount, counters_on(state, card))
    if amount > 0:
        state.marks[card] -= amount << COUNTERS_SHIFT
        state.derived = None
        state.log.append(("take-off", rules, cause, card, amount))
    return amount


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


def discard_kept(machine: Tokyo, state: State, seat: int, *, at_end: bool = False) -> None:
    """A card in use that was not given away at its moment is discarded. rule: .consumable.handed"""
    if not state.lasting:
        return
    last = kept_for_the_end(machine, state, seat)
    for card in last if at_end else kept_in_use(machine, state, seat):
        if at_end or card not in last:
            discard(machine, state, card, card, ("kt.consumable.handed", "kt.consumable.activate"))


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
