"""Turns: their start, the five phases, their end, further turns, and who is next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, Rules, State

from .atoms import discard_kept, gain_energy, gain_stars
from .borrowed import offer_tokens
from .buying import BOUGHT_NOW, CUT, begin_buying
from .damage import deal
from .entering import begin_enter
from .evolving import open_play
from .moments import (
    TAKEN_NOW,
    Entry,
    applies,
    at,
    begin_moment,
    happen,
    has,
    offer_use,
    start,
    tell_waiting,
)
from .monsters import clockwise, in_tokyo, living
from .resolve import begin_resolve, in_bay
from .roll import ask_last, begin_roll
from .table import (
    ACTIVE,
    ACTOR,
    ATTACKED,
    DECLINE,
    EMPTIED,
    HARMED,
    LEFT_BAY,
    LEFT_CITY,
    MINDBUGGERS,
    NONE,
    OUT_OF_GAME,
    PROCEDURES,
    SCORED,
    STARS_TO_WIN,
    TURN,
)
from .uses import SINCE, end_turn_uses, kept_of, told_apart

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of turns; USED stands in `moments`.
SEAT, FEWER, FURTHER, BACK_TO, USED, ROLLED = 2, 3, 4, 5, 6, 8

OF_THE_TURN = (ATTACKED, SCORED, HARMED, LEFT_CITY, LEFT_BAY, EMPTIED, MINDBUGGERS)
BEGIN = ("kt.turn.active", "kt.turn.phases", "kt.turn.start")
NEXT = ("kt.turn.next", "kt.setup.seats")
FURTHER_TURN = ("kt.turn.extra", "kt.turn.extra-whole")
TOKYO = ("kt.tokyo.start", "kt.turn.start")
TOKYO_ENERGY = ("kt.tokyo.start", "kt.tokyo.two-monsters")
LASTED = ("kt.turn.this-turn",)
POISON = ("kt.token.poison", "kt.token.poison-one-damage", "kt.token.stay")
WIN = (
    "kt.victory.stars",
    "kt.victory.moment",
    "kt.victory.any-monster",
    "kt.victory.alive",
    "kt.victory.over",
)
SEVERAL = ("kt.victory.several",)
LOOK = ("kt.end.after", "kt.victory.moment", "kt.victory.not-lost")
END_ORDER = ("kt.end.order", "kt.end.effects")


def begin(machine: Tokyo, state: State, frame: Frame) -> None:
    """A turn begins; first come the stars for starting in Tokyo. rules: kt.turn.*, kt.tokyo.*"""
    seat, registers = frame[SEAT], state.registers
    registers[ACTIVE] = registers[ACTOR] = seat
    registers[TURN] += 1
    for register in OF_THE_TURN:
        registers[register] = 0
    frame[USED], frame[CUT], frame[ROLLED] = (), 0, 0
    frame[BOUGHT_NOW], frame[TAKEN_NOW] = (), ()
    further = frame[BACK_TO] != NONE
    rules: Rules = BEGIN if registers[TURN] == 1 or further else BEGIN + NEXT
    if registers[OUT_OF_GAME]:
        rules += ("kt.elimination.out",)
    if machine.has_tokens:
        rules += ("kt.mode.five-phases",)
    state.log.append(("turn", rules, NONE, seat, registers[TURN]))
    if in_tokyo(machine, state, seat):
        happen(machine, state, "starts-in-tokyo", seat, (seat, 0))
        if machine.tokyo_gives_stars:
            gain_stars(machine, state, seat, 2, NONE, TOKYO + in_bay(machine, state, seat))
        else:
            gain_energy(machine, state, seat, 1, NONE, TOKYO_ENERGY)


def start_effects(machine: Tokyo, state: State, frame: Frame) -> None:
    """Then the other effects for the start of the turn. rules: kt.turn.start, .start-effects"""
    seat = frame[SEAT]
    if machine.start_lasts:
        state.stack.append([START_PHASE, 0, seat, tuple(copied_at_start(machine, state, seat))])
    if machine.every_turn and not machine.active_waits:
        let_others_start(machine, state, seat)
    start_own(machine, state, seat)
    if machine.every_turn and machine.active_waits:
        let_others_start(machine, state, seat)


def let_others_start(machine: Tokyo, state: State, seat: int) -> None:
    """By option a turn's start is that of the others too. rules: .every-turn, kt.card.waiting"""
    for other in reversed(clockwise(machine, state, seat)):
        if other != seat:
            happen(machine, state, "a-turn-starts", other, (seat, 0))


def start_own(machine: Tokyo, state: State, seat: int) -> None:
    """What the active monster has for the start of its turn."""
    if machine.has_evolutions:
        happen(machine, state, "turn-starts", seat, (seat, 0))
        return
    found = at(machine, state, "turn-starts", seat) + at(machine, state, "a-turn-starts", seat)
    begin_moment(state, seat, (seat, 0), found)


def copied_at_start(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What a copy has for the start of a turn by the text it copies."""
    found = at(machine, state, "turn-starts", seat) + at(machine, state, "a-turn-starts", seat)
    return [
        entry
        for entry in found
        if state.cards[entry[0]] in machine.copiers
        and machine.abilities[entry[1]].definition != machine.definitions[state.cards[entry[0]]].id
    ]


def start_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option what came into force during the start works too. rule: kt.turn.start-effects"""
    seat = frame[WHOSE]
    new = [entry for entry in copied_at_start(machine, state, seat) if entry not in frame[STARTED]]
    if new and state.counters[seat]:
        frame[STARTED] += tuple(new)
        frame[1] = 0
        begin_moment(state, seat, (seat, 0), new)


def play_evolutions(machine: Tokyo, state: State, frame: Frame) -> None:
    """Evolution cards may be played, unless the turn is over. rule: kt.evolution.set-moments"""
    in_use = machine.set_moments and machine.has_evolutions
    if in_use and state.counters[frame[SEAT]] and not frame[CUT]:
        open_play(machine, state)


def roll(machine: Tokyo, state: State, frame: Frame) -> None:
    """The roll phase. rule: kt.turn.phases"""
    if state.counters[frame[SEAT]]:
        begin_roll(state, frame[SEAT], frame[FEWER], again=frame[ROLLED])
        frame[ROLLED] = 1


def offer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Mindbug tokens are offered on the roll. rule: kt.mindbug.window"""
    if machine.has_tokens and state.counters[frame[SEAT]]:
        offer_tokens(machine, state, frame[SEAT])


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """The resolve phase, of a roll that nobody has taken. rule: kt.mindbug.others-first"""
    if state.counters[frame[SEAT]]:
        begin_resolve(state, frame[SEAT])
        if machine.others_after_tokens:
            ask_last(machine, state, frame[SEAT])


def enter(machine: Tokyo, state: State, frame: Frame) -> None:
    """The enter phase."""
    if state.counters[frame[SEAT]]:
        begin_enter(state, frame[SEAT])


def buy(machine: Tokyo, state: State, frame: Frame) -> None:
    """The buy phase."""
    if state.counters[frame[SEAT]]:
        begin_buying(state, frame[SEAT])


def finish(machine: Tokyo, state: State, frame: Frame) -> None:
    """The end phase. rules: kt.end.*"""
    seat = frame[SEAT]
    if not state.counters[seat]:
        return
    if frame[CUT]:
        if not machine.price_after_victory:
            begin_moment(state, seat, (seat, 0), given_turn_ends(machine, state, seat))
        return
    if machine.every_turn and not machine.active_waits:
        let_others_end(machine, state, seat)
    found = at(machine, state, "turn-ends", seat) + at(machine, state, "a-turn-ends", seat)
    if machine.every_turn:
        around = [s for s in living(machine, state) if at(machine, state, "a-turn-ends", s)]
        tell_waiting(state, around + [seat] * bool(found))
    if not machine.price_after_victory:
        found += given_turn_ends(machine, state, seat)
    last = [entry for entry in found if machine.abilities[entry[1]].uses]
    first = [entry for entry in found if entry not in last]
    if machine.end_settled:
        first = settled(machine, state, first, seat)
    state.stack.append([END_PHASE, 0, seat, tuple(first), 0, tuple(last)])
    if machine.every_turn and machine.active_waits:
        let_others_end(machine, state, seat)


def let_others_end(machine: Tokyo, state: State, seat: int) -> None:
    """By option a turn's end is that of the others too. rules: .every-turn, kt.card.waiting"""
    for other in reversed(clockwise(machine, state, seat)):
        if other != seat:
            end_for_another(machine, state, other, seat)


def end_for_another(machine: Tokyo, state: State, other: int, seat: int) -> None:
    """What another monster has for the end of this turn. rules: kt.turn.every-turn, .condition"""
    if not machine.end_settled:
        happen(machine, state, "a-turn-ends", other, (seat, 0))
        return
    found = settled(machine, state, at(machine, state, "a-turn-ends", other), other)
    state.stack.append([END_PHASE, 0, other, tuple(found), 1, ()])


def settled(machine: Tokyo, state: State, found: list[Entry], seat: int) -> list[Entry]:
    """By option what takes place is settled as the end phase begins. rule: kt.end.condition"""
    holding = [entry for entry in found if applies(machine, state, entry, seat, (seat, 0))]
    for card, number, *_ in found:
        if (card, number) not in [entry[:2] for entry in holding]:
            told = (*machine.abilities[number].rules, "kt.end.condition")
            state.log.append(("no-effect", told, card, card, number, seat))
    return holding


def given_turn_ends(machine: Tokyo, state: State, seat: int) -> list[Entry]:
    """What is due at the end of a turn that a card gave. rule: kt.keyword.frenzy-price"""
    found: list[Entry] = []
    for card, use, which in told_apart(machine, state, seat):
        kept = kept_of(state, card, (NONE, 0, *which))
        if kept is not None and kept[SINCE] < state.registers[TURN]:
            found += [(card, number) for number in use.triggered.get("given-turn-ends", ())]
    return found


def look_at_stars(machine: Tokyo, state: State, frame: Frame) -> None:
    """Whoever has 20 stars and lives wins. rules: kt.victory.*"""
    seat = frame[SEAT]
    stars = state.counters[machine.stars : machine.stars + machine.players]
    state.log.append(("look", LOOK, NONE, seat, stars[seat]))
    for other, number in enumerate(stars):
        if number >= STARS_TO_WIN and not state.counters[other]:
            state.log.append(("too-late", ("kt.victory.alive",), NONE, other, number))
    check_stars(machine, state, seat)


def check_stars(machine: Tokyo, state: State, active: int) -> None:
    """End the game if a living monster has enough stars."""
    stars = state.counters
    found = [
        seat
        for seat in clockwise(machine, state, active)
        if stars[machine.stars + seat] >= STARS_TO_WIN
    ]
    if not found:
        return
    rules: Rules = WIN + (SEVERAL if len(found) > 1 else ())
    if not machine.wins_at_once and state.registers[MINDBUGGERS] >> found[0] & 1:
        rules += ("kt.borrowed.stars",)
    winner = NONE if machine.winners_share and len(found) > 1 else found[0]
    state.log.append(("over", rules, NONE, winner))
    end(state, winner, "stars", rules)


def turn_is_over(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards that give another turn afterwards. rule: kt.turn.extra-condition"""
    seat = frame[SEAT]
    happen(machine, state, "turn-over", seat, (seat, 0))
    if machine.price_after_victory and state.counters[seat]:
        begin_moment(state, seat, (seat, 0), given_turn_ends(machine, state, seat))


def look_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option a price was lost after the stars were looked at. rule: kt.keyword.frenzy-price"""
    if machine.price_after_victory:
        check_stars(machine, state, frame[SEAT])


def end_what_lasted(machine: Tokyo, state: State, frame: Frame) -> None:
    """What held for this turn ends. rules: kt.turn.this-turn, kt.consumable.until"""
    discard_kept(machine, state, frame[SEAT], at_end=True)
    if state.lasting and end_turn_uses(machine, state):
        state.log.append(("lasting-ends", LASTED, NONE, frame[SEAT]))


def pass_on(machine: Tokyo, state: State, frame: Frame) -> None:
    """A further turn, or the next living monster clockwise. rules: kt.turn.next, .extra*"""
    alive = living(machine, state)
    at_home = frame[BACK_TO] == NONE or machine.goes_on_from_taker
    back = frame[SEAT] if at_home else frame[BACK_TO]
    further = [entry for entry in frame[FURTHER] if entry[0] in alive]
    frame[1] = 0
    for seat, _ in frame[FURTHER]:
        if seat not in alive:
            state.log.append(("turn-lost", ("kt.turn.extra-several",), NONE, seat))
    if further:
        seat, fewer = further[0]
        several = len(frame[FURTHER]) > 1
        frame[FURTHER] = tuple(further[1:])
        rules: Rules = FURTHER_TURN + (("kt.turn.extra-several",) if several else ())
        if seat != back:
            rules += ("kt.turn.extra-foreign",)
        state.log.append(("given-turn", rules, NONE, seat))
        frame[BACK_TO] = back
        frame[SEAT], frame[FEWER] = seat, fewer
        return
    frame[BACK_TO] = NONE
    frame[FURTHER] = ()
    n = machine.players
    frame[SEAT] = next(s for s in [(back + step) % n for step in range(1, n + 1)] if s in alive)
    frame[FEWER] = 0


def give_turn(
    machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
) -> None:
    """Promise a monster another turn. rules: kt.turn.extra, kt.turn.extra-condition"""
    frame = state.stack[0]
    if state.registers[ACTOR] == seat != state.registers[ACTIVE]:
        state.log.append(("no-turn", ("kt.borrowed.no-extra-turn",), cause, seat))
        return
    if fewer:
        fewer += frame[FEWER]
    promised = ((seat, fewer),)
    first |= machine.latest_turn_first
    frame[FURTHER] = promised + frame[FURTHER] if first else frame[FURTHER] + promised
    state.log.append(("another-turn", FURTHER_TURN, cause, seat))
    if machine.ends_turn_for_another and seat == frame[SEAT] == state.registers[ACTOR]:
        frame[CUT] = 1


TURNS = PROCEDURES.declare(
    "turns",
    begin,
    start_effects,
    play_evolutions,
    roll,
    play_evolutions,
    offer,
    resolve,
    enter,
    play_evolutions,
    buy,
    play_evolutions,
    finish,
    look_at_stars,
    turn_is_over,
    look_again,
    end_what_lasted,
    pass_on,
    remembers=9,
)


# --- what is copied at the start ----------------------------------------------------------------

# Locals of the frame of the start: whose, and what has worked there.
WHOSE, STARTED = 2, 3
START_PHASE = PROCEDURES.declare("start-phase", start_again, remembers=2)


# --- the end phase -------------------------------------------------------------------------------

# Locals of the frame of the end phase: whose, the effects left, whether poison has been dealt with.
LEFT, POISONED, LAST = 3, 4, 5


def offer_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """Which effect is next; the monster's poison is one of them. rules: kt.end.order, kt.token.*"""
    seat = frame[WHOSE]
    if not state.counters[seat]:
        state.stack.pop()
        return
    ready = [
        entry
        for entry in frame[LEFT]
        if has(machine, state, entry, seat)
        and (machine.end_settled or applies(machine, state, entry, seat, (seat, 0)))
    ]
    options: list[tuple[str, ...] | tuple[str, int, int]] = [
        ("resolve", entry[0], entry[1]) for entry in sorted(ready)
    ]
    poison = not frame[POISONED] and state.counters[machine.poison + seat]
    if poison and not (machine.poison_last and options):
        options.append(("poison",))
    if not options:
        for entry in frame[LEFT]:
            card, number = entry[:2]
            if has(machine, state, entry, seat):
                told = (*machine.abilities[number].rules, "kt.end.condition")
                state.log.append(("no-effect", told, card, card, number, seat))
        frame[1] = FRENZY
    elif len(options) == 1:
        state.answer = options[0]
    else:
        ask(state, "order", seat, options, -1, -1, NONE, END_ORDER)


def take_end(machine: Tokyo, state: State, frame: Frame) -> None:
    """It takes place."""
    seat = frame[WHOSE]
    frame[1] = 0
    if state.answer[0] == "poison":
        frame[POISONED] = 1
        amount = state.counters[machine.poison + seat]
        times, each = (amount, 1) if machine.poison_apart else (1, amount)
        state.stack.append([POISONING, 0, seat, times, each])
        return
    _, card, number = state.answer
    entry = next(entry for entry in frame[LEFT] if entry[:2] == (card, number))
    frame[LEFT] = tuple(each for each in frame[LEFT] if each != entry)
    told: Rules = ("kt.end.new-card",) if card in state.stack[0][BOUGHT_NOW] else ()
    if machine.poison_last and not frame[POISONED] and state.counters[machine.poison + seat]:
        told += ("kt.end.order",)
    if machine.end_settled and not applies(machine, state, entry, seat, (seat, 0)):
        told += ("kt.end.condition",)
    if told:
        state.log.append(("applies", told, card, card, number, seat))
    start(machine, state, entry, seat, (seat, 0))


def offer_last(machine: Tokyo, state: State, frame: Frame) -> None:
    """After all else, one card that is used at the end of a turn. rules: kt.keyword.frenzy*"""
    seat = frame[WHOSE]
    found = [
        entry
        for entry in frame[LAST]
        if has(machine, state, entry, seat) and applies(machine, state, entry, seat, (seat, 0))
    ]
    if not found:
        state.stack.pop()
        return
    rules = ("kt.keyword.frenzy", "kt.keyword.frenzy-one", "kt.keyword.choice")
    offer_use(state, seat, found, rules)


def take_last(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is used, and no other in this turn. rule: kt.keyword.frenzy-one"""
    seat = frame[WHOSE]
    state.stack.pop()
    if state.answer != DECLINE:
        start(machine, state, (state.answer[1], state.answer[2]), seat, (seat, 0))


def next_poison(machine: Tokyo, state: State, frame: Frame) -> None:
    """All tokens deal one damage, by option each its own. rule: kt.token.poison-one-damage"""
    seat, left, amount = frame[2:]
    if left and state.counters[seat]:
        frame[1], frame[3] = 0, left - 1
        state.log.append(("hit", POISON, NONE, seat, amount))
        deal(state, NONE, NONE, {seat: amount})


# Locals of the frame of poison: whose, how many damages are left, and how much each is.
POISONING = PROCEDURES.declare("poisoning", next_poison, remembers=3)
END_PHASE = PROCEDURES.declare("end-phase", offer_end, take_end, offer_last, take_last, remembers=4)
FRENZY = 2
