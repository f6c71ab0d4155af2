"""The only ways to change a game of Mindbug: each guards, changes, and tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from oracle.kernel.layers import derive
from oracle.kernel.machine import end
from oracle.kernel.state import Lasting, Rules, State
from oracle.kernel.waiting import hand_over, remember

from .permissions import rules_in_force, tell_say
from .table import (
    ACTIVE,
    ATTACKING,
    DECK,
    DISCARD,
    ENERGY,
    EVOLVED,
    EXHAUSTED,
    HAND,
    HAND_SIZE,
    HANDS,
    LIFE,
    LIVES,
    MINDBUGS,
    NONE,
    PLACES,
    PLAY,
    PLAYED,
    SECOND_BOOSTED,
    TAKEN,
    UNDER,
    UNUSED,
    VOLATILE,
    WORN,
)
from .triggers import trigger, trigger_in_discard

if TYPE_CHECKING:
    from .machine import Mindbug

STARTING_LIFE = 3

Snapshot = tuple[int, int, int]
"""Power, keywords and exhaustion of a creature as it left play."""

REFILL = ("mb.draw.refill", "mb.draw.refill-first")
SHORT = ("mb.draw.empty-deck",)
LOSE = ("mb.life.lose",)
GAIN = ("mb.life.gain",)
GAIN_BEYOND = ("mb.life.gain", "mb.life.no-maximum")
SET = ("mb.life.set",)
ZERO = ("mb.life.zero",)
BOTH_ZERO = ("mb.life.zero", "mb.life.both-zero")
SPEND = ("mb.mindbug.spend",)
DISCARDED = ("mb.term.discard",)
DISCARDED_SILENTLY = ("mb.term.discard", "mb.trigger.not-on-discard")
CONTROL = ("mb.term.control", "mb.term.control-keeps-state")
CONTROL_NO_PLAY = (*CONTROL, "mb.term.control-no-play")
RETURN = ("mb.term.return",)
PILE = ("mb.attack.defeated-pile",)
TAKEN_PILE = ("mb.attack.defeated-pile", "mb.mindbug.discard")
DIRTIED_BY_LEAVING = [HANDS << place if place < DECK else 0 for place in PLACES]
DIRTIED_BY_ENTERING = [HANDS << place - DECK if DECK <= place < DISCARD else 0 for place in PLACES]
DERIVED_FROM = [DISCARD <= place < UNUSED for place in PLACES]
"""Places whose cards have a say in what creatures are: discard piles and play."""


EVOLVING = ("mb.evolve.stages", "mb.evolve.same-creature", "mb.evolve.no-play-effect")
SECOND = ("mb.evolve.second", *EVOLVING)
THIRD = ("mb.evolve.third", *EVOLVING)
FALL_BACK = ("mb.evolve.falls-back",)
FALL_BACK_ASIDE = ("mb.evolve.falls-back", "mb.evolve.aside")
LOOKS_BACK = ("mb.evolve.looks-back",)
BOOSTS_LEAVE = ("mb.boost.leaves",)
BOOSTS_STAY = ("mb.boost.kept",)
PUT_THERE = "put-into-discard"
UNNOTICED = ("mb.discard.put-there",)
HANDED_OVER = ("mb.trigger.last-controller",)
LASTING_LEAVES = ("mb.lasting.leaves",)
WHOLE_PILE = ("mb.discard.whole-pile",)
ANY_WAY = ("mb.discard.any-way",)
ENTER_CONSTANT = ("mb.constant.definition", "mb.constant.in-play")


def move(state: State, card: int, place: int) -> None:
    """Put a card somewhere else."""
    where = state.where
    old = where[card]
    state.zones[old].remove(card)
    state.zones[place].append(card)
    where[card] = place
    state.dirty |= DIRTIED_BY_LEAVING[old] | DIRTIED_BY_ENTERING[place]
    if DERIVED_FROM[old] or DERIVED_FROM[place]:
        state.derived = state.said = None
    if old == UNDER:
        release(state, card)


def release(state: State, card: int) -> None:
    """A card that lay under another does so no longer."""
    for host, below in state.under.items():
        if card in below:
            left = tuple([other for other in below if other != card])
            others = {other: cards for other, cards in state.under.items() if other != host}
            state.under = {**others, host: left} if left else others
            break
    state.derived = None


def refill(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a hand below five is filled from its deck before anything else happens."""
    for seat in (0, 1):
        missing = HAND_SIZE - len(state.zones[HAND + seat])
        if missing <= 0 or not dirty & HANDS << seat:
            continue
        deck = state.zones[DECK + seat]
        while missing and deck:
            draw(state, seat, REFILL)
            missing -= 1
        if missing:
            state.log.append(("short", SHORT, NONE, seat))


def draw(state: State, seat: int, rules: Rules) -> None:
    """Take the top card of a deck into its hand."""
    card = state.zones[DECK + seat].pop(0)
    state.zones[HAND + seat].append(card)
    state.where[card] = HAND + seat
    state.log.append(("draw", rules, NONE, seat, card))


def unsettle(state: State) -> None:
    """Let what depends on more than the cards on the table be derived anew."""
    if state.derived is not None and state.derived[VOLATILE]:
        state.derived = None


def lose_life(
    machine: Mindbug, state: State, seat: int, amount: int, cause: int, rules: Rules = LOSE
) -> None:
    """Lower a life total, never below zero; what is lost in addition is part of the same loss."""
    counters = state.counters
    if amount > 0 and "loses-more-life" in machine.words_in_use:
        for source, seated, rule in rules_in_force(machine, state, "loses-more-life"):
            if rule.holds(machine, state, source, seated, (seat,)):
                amount += rule.amount
                tell_say(state, source, [(source, seated, rule)])
    amount = min(amount, counters[LIFE + seat])
    if amount <= 0:
        return
    counters[LIFE + seat] -= amount
    unsettle(state)
    state.dirty |= LIVES
    state.log.append(("lose-life", rules, cause, seat, amount, counters[LIFE + seat]))
    watching = machine.triggered_in_discard["life-lost"]
    if watching:
        for card in sorted(state.zones[DISCARD + seat]):
            if state.cards[card] in watching:
                trigger_in_discard(machine, state, "life-lost", card, seat)


def gain_life(state: State, seat: int, amount: int, cause: int, rules: Rules = ()) -> None:
    """Raise a life total; there is no maximum."""
    if amount <= 0:
        return
    counters = state.counters
    counters[LIFE + seat] += amount
    unsettle(state)
    told = GAIN_BEYOND if counters[LIFE + seat] > STARTING_LIFE else GAIN
    state.log.append(("gain-life", told + rules, cause, seat, amount, counters[LIFE + seat]))


def put_life(state: State, seat: int, life: int, cause: int) -> None:
    """Make a life total another one, which is neither a loss nor a gain."""
    state.counters[LIFE + seat] = life
    unsettle(state)
    state.dirty |= LIVES
    state.log.append(("set-life", SET, cause, seat, life))


def check_lives(machine: Mindbug, state: State, dirty: int) -> None:
    """At any moment: a player without life has lost, and the game is over at once."""
    lost = [seat for seat in (0, 1) if state.counters[LIFE + seat] == 0]
    if not lost:
        return
    if len(lost) == 2:
        active = state.registers[ACTIVE]
        rules: Rules = BOTH_ZERO
        winner = NONE if machine.draw_on_both_zero else 1 - active
    else:
        winner = 1 - lost[0]
        rules = ZERO
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "life", rules)


def spend_mindbug(state: State, seat: int) -> None:
    """Turn one Mindbug face down for the rest of the game."""
    state.counters[MINDBUGS + seat] -= 1
    unsettle(state)
    state.log.append(("spend", SPEND, NONE, seat, state.counters[MINDBUGS + seat]))


def lay_open(state: State, card: int, seat: int, rules: Rules) -> None:
    """Lay a card from hand face up on the table, for everyone to read."""
    move(state, card, PLAYED)
    state.log.append(("play", rules, NONE, seat, card))


def enter(
    machine: Mindbug,
    state: State,
    card: int,
    seat: int,
    cause: int,
    rules: Rules,
    effect_rules: Rules,
) -> None:
    """Put a card into a play area as a fresh creature; its Play effects trigger."""
    move(state, card, PLAY + seat)
    if state.marks[card] & WORN:
        rules += ("mb.keyword.fresh",)
        state.marks[card] &= ~WORN
    if state.cards[card] in machine.constants:
        rules += ENTER_CONSTANT
    if state.marks[card] & EVOLVED:
        rules += ("mb.evolve.again",)
    state.log.append(("enter", rules, cause, card, seat))
    if state.cards[card] in machine.triggered["play"]:
        trigger(machine, state, "play", card, seat, effect_rules)


def leave(machine: Mindbug, state: State, card: int) -> Snapshot | None:
    """Before a creature leaves play: what its effects must know of it later, if it has any."""
    effects = machine.triggered_at_all
    if state.cards[card] not in effects:
        return None
    power, keywords = (state.derived or derive(machine, state))[:2]
    snapshot = (power[card], keywords[card], state.marks[card] & EXHAUSTED)
    remember(machine, state, card, snapshot)
    return snapshot


def forget(machine: Mindbug, state: State, card: int, seat: int, cause: int) -> list[int]:
    """Forget the state a creature had in play; that it was worn is remembered, only to tell.

    It falls back to its first stage, what was to hold for it holds no longer, and its boost cards
    go to the discard pile of the player who controlled it: they are what is returned.
    """
    marks = state.marks[card]
    state.marks[card] = (WORN if marks & (EXHAUSTED | WORN) else 0) | marks & EVOLVED
    first = machine.first_stage.get(state.cards[card])
    if first is not None:
        state.marks[card] |= EVOLVED
        become(state, card, first)
        state.log.append(("fall-back", FALL_BACK_ASIDE, cause, card, first))
    if state.lasting:
        left = [entry for each in state.lasting if (entry := _without(each, card))]
        if left != state.lasting:
            state.lasting = left
            state.said = None
            state.log.append(("lasting-ends", LASTING_LEAVES, cause, card))
    return drop_boosts(machine, state, card, seat, cause, BOOSTS_LEAVE)


def drop_boosts(
    machine: Mindbug, state: State, card: int, seat: int, cause: int, rules: Rules
) -> list[int]:
    """Put the boost cards of a creature that its controller no longer has into discard piles."""
    boosts = state.under.get(card, ())
    if boosts:
        state.under = {host: below for host, below in state.under.items() if host != card}
        state.derived = state.said = None
    for boost in boosts:
        pile = pile_of(machine, state, boost, seat)
        state.where[boost] = DISCARD + pile
        state.zones[UNDER].remove(boost)
        state.zones[DISCARD + pile].append(boost)
        told = rules + arriving(machine, state, boost)
        if not machine.boosts_noticed and state.cards[boost] in machine.triggered[PUT_THERE]:
            told += UNNOTICED
        state.log.append(("unboost", told, cause, boost, pile))
    return list(boosts)


def pile_of(machine: Mindbug, state: State, boost: int, seat: int) -> int:
    """Whose discard pile a boost card goes to, if this seat controlled its creature."""
    if machine.boosts_to_controller:
        return seat
    return 1 if state.marks[boost] & SECOND_BOOSTED else 0


def note_booster(state: State, cards: Iterable[int], seat: int) -> None:
    """Remember whose boost cards they are: those of the player who puts them there."""
    for card in cards:
        state.marks[card] &= ~SECOND_BOOSTED
        state.marks[card] |= SECOND_BOOSTED if seat else 0


def noticed(
    machine: Mindbug, state: State, boosts: Iterable[int], seat: int
) -> list[tuple[int, int]]:
    """The boost cards of a creature of this seat that are put into discard piles, and whose."""
    if not machine.boosts_noticed:
        return []
    return [(boost, pile_of(machine, state, boost, seat)) for boost in boosts]


def lasting_for(state: State, card: int) -> Rules:
    """What keeps a change for a time with its creature, if there is one."""
    kept = any(targets is not None and card in targets for _, _, _, targets in state.lasting)
    return LASTING_LEAVES if kept else ()


def _without(entry: Lasting, card: int) -> Lasting | None:
    """A change for a time without a card that it was made for, or None if it reaches no other."""
    number, source, seat, targets = entry
    if targets is None or card not in targets:
        return entry
    left = tuple([target for target in targets if target != card])
    return (number, source, seat, left) if left else None


def become(state: State, card: int, definition: int) -> None:
    """Make a card another definition; it stays the same card."""
    cards = list(state.cards)
    cards[card] = definition
    state.cards = tuple(cards)
    state.derived = state.said = None


def evolve(machine: Mindbug, state: State, card: int, cause: int) -> int:
    """Bring a creature to its next stage as it is; returns how many evolved."""
    after = machine.next_stage.get(state.cards[card])
    if after is None:
        return 0
    rules: Rules = THIRD if state.cards[card] in machine.first_stage else SECOND
    if state.marks[card] & EXHAUSTED or card in state.under:
        rules += ("mb.evolve.keeps-state",)
    rules += lasting_for(state, card)
    if rules[0] == SECOND[0] and state.marks[card] & EVOLVED:
        rules += ("mb.evolve.again",)
    become(state, card, after)
    state.log.append(("evolve", rules, cause, card, after))
    return 1


def bury(
    machine: Mindbug,
    state: State,
    cards: Iterable[int],
    cause: int,
    rules: Rules,
) -> None:
    """Put defeated creatures into their controllers' discard piles, all at the same time."""
    leaving = [
        (card, state.where[card] - PLAY, leave(machine, state, card), state.cards[card])
        for card in cards
    ]
    defeated_effects = machine.triggered["defeated"]
    arrived: list[tuple[int, int]] = []
    for card, seat, _, definition in leaving:
        move(state, card, DISCARD + seat)
        told = rules + (TAKEN_PILE if state.marks[card] & TAKEN else PILE)
        if definition in machine.constants:
            told += ENTER_CONSTANT
        if cause != NONE and definition in defeated_effects:
            told += ("mb.trigger.defeated-any-cause",)
        told += arriving(machine, state, card)
        state.log.append(("defeat", told, cause, card, seat))
        arrived.append((card, seat))
        arrived += noticed(machine, state, forget(machine, state, card, seat, cause), seat)
    put_there(machine, state, arrived)
    for card, seat, snapshot, definition in leaving:
        looked_back = LOOKS_BACK if definition != state.cards[card] else ()
        if not machine.looks_back:
            definition = state.cards[card]
        if definition in defeated_effects:
            trigger(machine, state, "defeated", card, seat, looked_back, snapshot, definition)


def arriving(machine: Mindbug, state: State, card: int) -> Rules:
    """What a card that gets into a discard pile rests on: its ability there works at once."""
    return ANY_WAY if state.cards[card] in machine.speaking_in_discard else ()


def put_there(machine: Mindbug, state: State, arrived: Iterable[tuple[int, int]]) -> None:
    """Cards were put into discard piles, from anywhere: what watches for that triggers."""
    watching = machine.triggered[PUT_THERE]
    if watching:
        for card, seat in arrived:
            if state.cards[card] in watching:
                trigger(machine, state, PUT_THERE, card, seat)


def exhaust(state: State, card: int, cause: int, rules: Rules) -> None:
    """Turn a creature sideways."""
    state.marks[card] |= EXHAUSTED
    state.derived = None
    state.log.append(("exhaust", rules, cause, card))


def discard(machine: Mindbug, state: State, cards: Sequence[int], seat: int, cause: int) -> None:
    """Put cards from a hand onto its player's own discard pile; nobody is defeated by that."""
    for card in cards:
        move(state, card, DISCARD + seat)
        silent = state.cards[card] in machine.triggered["defeated"]
        told: Rules = DISCARDED_SILENTLY if silent else DISCARDED
        told += arriving(machine, state, card)
        state.log.append(("discard", told, cause, seat, card))
    put_there(machine, state, [(card, seat) for card in cards])


def take_into_hand(
    machine: Mindbug,
    state: State,
    card: int,
    seat: int,
    kind: Literal["recover", "return", "steal"],
    cause: int,
    rules: Rules,
) -> None:
    """Put a card into a hand, which may hold any number."""
    old = state.where[card]
    in_play = PLAY <= old <= PLAY + 1
    if in_play:
        leave(machine, state, card)
    move(state, card, HAND + seat)
    if len(state.zones[HAND + seat]) > HAND_SIZE:
        rules += ("mb.draw.no-maximum",)
    state.log.append((kind, rules, cause, card, old, seat))
    if in_play:
        boosts = forget(machine, state, card, old - PLAY, cause)
        put_there(machine, state, noticed(machine, state, boosts, old - PLAY))


def boost(state: State, card: int, host: int, cause: int, rules: Rules) -> None:
    """Put a card under a creature."""
    move(state, card, UNDER)
    state.under = {**state.under, host: (*state.under.get(host, ()), card)}
    state.log.append(("boost", rules, cause, card, host))


def gain_energy(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
    """Take energy from the supply, which never runs out."""
    if amount > 0:
        state.counters[ENERGY + seat] += amount
        energy = state.counters[ENERGY + seat]
        state.log.append(("gain-energy", rules, cause, seat, amount, energy))


def bury_deck(machine: Mindbug, state: State, seat: int, cause: int) -> int:
    """Put a whole draw pile into its player's discard pile; returns how many cards."""
    cards = state.zones[DECK + seat][:]
    for card in cards:
        move(state, card, DISCARD + seat)
        told = WHOLE_PILE + arriving(machine, state, card)
        state.log.append(("bury", told, cause, seat, card))
    put_there(machine, state, [(card, seat) for card in cards])
    return len(cards)


def last_for_turn(state: State, entry: Lasting, cause: int, ability: int, rules: Rules) -> None:
    """Let a change hold until the end of the turn."""
    state.lasting = [*state.lasting, entry]
    state.derived = state.said = None
    state.log.append(("lasting", rules, cause, ability))


def take_control(
    machine: Mindbug, state: State, card: int, seat: int, cause: int, why: Rules = ()
) -> int:
    """Move a creature to another play area as it is; no Play and no Defeated effect triggers.

    Returns how many creatures changed sides: taking one's own changes nothing.
    """
    if state.where[card] == PLAY + seat:
        return 0
    move(state, card, PLAY + seat)
    state.marks[card] &= ~ATTACKING  # even if it comes back before the block is due
    definition = state.cards[card]
    rules: Rules = CONTROL_NO_PLAY if definition in machine.triggered["play"] else CONTROL
    if definition in machine.triggered["defeated"]:
        rules += ("mb.trigger.not-on-control",)
    keeps = card not in state.under or machine.boosts_stay
    if card in state.under and keeps:
        rules += BOOSTS_STAY
    rules += lasting_for(state, card)
    if definition in machine.first_stage:
        rules += FALL_BACK
    rules += why
    state.log.append(("control", rules, cause, card, seat))
    if not keeps:
        boosts = drop_boosts(machine, state, card, 1 - seat, cause, BOOSTS_STAY)
        put_there(machine, state, noticed(machine, state, boosts, 1 - seat))
    if machine.effects_follow_source and hand_over(machine, state, card, seat):
        state.log.append(("handed-over", HANDED_OVER, cause, card, seat))
    return 1


def pay_energy(state: State, seat: int, cost: int) -> int:
    """Pay energy; returns what is left. rule: mb.power.price"""
    state.counters[ENERGY + seat] -= cost
    return state.counters[ENERGY + seat]


def mark(state: State, card: int, bit: int) -> None:
    """Note something about a card."""
    state.marks[card] |= bit


def unmark(state: State, card: int, bit: int) -> None:
    """What was noted about a card holds no more."""
    state.marks[card] &= ~bit
