"""The resolve phase: what the dice show is carried out, result by result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State

from .atoms import (
    discard_kept,
    gain_energy,
    gain_hearts,
    gain_stars,
    get_energy,
    lose_energy,
    more_of,
    remove_token,
)
from .damage import deal
from .entering import begin_enter
from .evolving import get_evolution
from .moments import at, happen, open_window
from .monsters import has_say, holder, in_tokyo, maximum_of, others, said_by
from .roll import HEARTS_TO_DRAW, symbols
from .table import (
    ACTIVE,
    ACTOR,
    ATTACKED,
    BAY,
    CITY,
    ENERGY_FACE,
    FACES,
    FROM_OUTSIDE,
    GAINED_ENERGY,
    GAINED_HEARTS,
    GAINED_STARS,
    HAS_ATTACKED,
    HEALED_HEARTS,
    HEART,
    NONE,
    PROCEDURES,
    RESOLVER,
    RESULT,
    ROLLED_ENERGY,
    SCORED,
    SCORED_STARS,
    THREE,
)
from .uses import all_hunted

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of the resolve phase: whose it is, a bit for each result resolved, and how
# the hearts are used: so many for the monster itself.
SEAT, RESOLVED, SYMBOLS, HEALING, GIFTS = 2, 3, 4, 5, 6

# By option these are resolved symbol by symbol: where in RESOLVED stands how many of them were.
ONE_BY_ONE = {ENERGY_FACE: 16, HEART: 24}
MOST_SYMBOLS = 0xFF

START = ("kt.resolve.start", "kt.resolve.faces")
ORDER = ("kt.resolve.order", "kt.resolve.results", "kt.resolve.all", "kt.resolve.one-at-a-time")
RESULT_RULES = (*ORDER, "kt.resolve.faces")
TOO_FEW = ("kt.star.too-few",)
SCORE = ("kt.star.three",)
SCORE_MORE = ("kt.star.three", "kt.star.more")
ENERGY = ("kt.energy.face", "kt.energy.kept", "kt.energy.supply")
HEAL = ("kt.heart.face",)
IN_TOKYO = ("kt.heart.in-tokyo",)
USE_HEARTS = ("kt.heart.use", "kt.heart.face")
REMOVE = ("kt.token.remove", "kt.heart.use")
GIVE = ("kt.heart.others", "kt.heart.use", "kt.heart.others-price")
GIVE_PRICE = ("kt.heart.others-price", "kt.energy.returned")
ATTACK = ("kt.attack.is", "kt.attack.claws", "kt.resolve.place")
NO_TARGET = ("kt.attack.nobody-in-tokyo",)
TOKENS = ("poison", "shrink")
OF_THE_PHASE = (
    GAINED_STARS,
    GAINED_ENERGY,
    GAINED_HEARTS,
    SCORED_STARS,
    ROLLED_ENERGY,
    HEALED_HEARTS,
)


def begin_resolve(state: State, seat: int) -> None:
    """Begin a resolve phase."""
    registers = state.registers
    registers[ATTACKED] = 0
    registers[RESOLVER] = seat + 1
    for register in OF_THE_PHASE:
        registers[register] = 0
    state.stack.append([RESOLVE_PHASE, 0, seat, 0, 0, 0, ()])


def add_symbols(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards add their symbols. rules: kt.dice.added, kt.dice.added-to-claws"""
    happen(machine, state, "adding", frame[SEAT])


def add_to_claws(machine: Tokyo, state: State, frame: Frame) -> None:
    """After the others come those that ask for a claw. rule: kt.dice.added-to-claws"""
    happen(machine, state, "adding-to-claws", frame[SEAT])


def reward(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards reward what the whole roll shows. rule: kt.star.whole-roll"""
    happen(machine, state, "resolving", frame[SEAT])


def offer_results(machine: Tokyo, state: State, frame: Frame) -> None:
    """Which of the results left is next. rules: kt.resolve.*"""
    seat = frame[SEAT]
    if not state.counters[seat]:
        state.log.append(("lost-results", ("kt.resolve.eliminated",), NONE, seat))
        frame[1] = END
        return
    done = frame[RESOLVED]
    left = [face for face in range(6) if not done >> face & 1 and symbols(state, face)]
    if not left:
        frame[1] = END
    elif len(left) == 1 or not machine.chosen_order:
        state.answer = RESULT[left[0]]
    else:
        options = [RESULT[face] for face in left]
        ask(state, "resolve", seat, options, -1, -1, NONE, ORDER)


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """Carry one result out completely. rule: kt.resolve.one-at-a-time"""
    face = state.answer[1]
    seat, amount = frame[SEAT], symbols(state, face)
    if machine.symbol_by_symbol and face in ONE_BY_ONE:
        amount = resolve_symbol(frame, face, amount)
    else:
        frame[RESOLVED] |= 1 << face
    state.log.append(("result", RESULT_RULES, NONE, seat, FACES[face], amount))
    frame[1] = NEXT_RESULT
    if face <= THREE:
        score(machine, state, seat, face, amount)
    elif face == ENERGY_FACE:
        gained = gain_energy(machine, state, seat, amount, NONE, ENERGY)
        state.registers[ROLLED_ENERGY] += min(gained, amount)
    elif face == HEART:
        frame[SYMBOLS], frame[HEALING], frame[GIFTS] = amount, 0, ()
        frame[1] = HEARTS
    else:
        attack(machine, state, seat, amount)
        frame[1] = COME_IN if machine.enters_with_claws else NEXT_RESULT


def resolve_symbol(frame: Frame, face: int, symbols: int) -> int:
    """By option one symbol is a result of its own. rule: kt.resolve.results"""
    frame[RESOLVED] += 1 << ONE_BY_ONE[face]
    if frame[RESOLVED] >> ONE_BY_ONE[face] & MOST_SYMBOLS >= symbols:
        frame[RESOLVED] |= 1 << face
    return 1


def come_in(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option an attacker enters before its next result is resolved. rule: kt.resolve.place"""
    begin_enter(state, frame[SEAT])
    frame[1] = NEXT_RESULT


def score(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
    """Three of a number score it, each further one a star more. rules: kt.star.*"""
    if amount < 3:
        state.log.append(("no-score", TOO_FEW, NONE, seat, FACES[face]))
        return
    stars = face + 1 + amount - 3
    rules: Rules = SCORE_MORE if amount > 3 else SCORE
    if state.registers[SCORED]:
        rules += ("kt.star.two-numbers",)
    if seat == state.registers[ACTIVE]:
        state.registers[SCORED] |= 1 << face
    state.log.append(("score", rules, NONE, seat, FACES[face], stars))
    happen(machine, state, "scoring", seat, (seat, face))
    state.registers[SCORED_STARS] += gain_stars(machine, state, seat, stars, NONE, rules)


# --- hearts --------------------------------------------------------------------------------------


def offer_hearts(machine: Tokyo, state: State, frame: Frame) -> None:
    """What each heart is used for, where there is a choice. rule: kt.heart.use"""
    seat = frame[SEAT]
    inside = in_tokyo(machine, state, seat)
    if not frame[SYMBOLS]:
        frame[1] = HEAL_STEP
        return
    gifts: list[tuple[str, int]] = []
    healers = said_by(machine, state, "heals-others", seat)
    if healers and (not inside or machine.hearts_given_from_tokyo):
        gifts = [
            ("give", other)
            for other in others(machine, state, seat)
            if state.counters[other] + frame[GIFTS].count(other)
            < maximum_of(machine, state, other)[0]
        ]
    removals = []
    if not inside:
        for kind, first in enumerate((machine.poison, machine.shrink)):
            if state.counters[first + seat]:
                removals.append(("remove", kind))
    if not gifts and not removals:
        if inside:
            barred = ("kt.heart.others-from-tokyo",) if healers else ()
            told = IN_TOKYO + barred + in_bay(machine, state, seat)
            state.log.append(("no-healing", told, NONE, seat))
        else:
            frame[HEALING] += frame[SYMBOLS]
        frame[SYMBOLS] = 0
        frame[1] = HEAL_STEP
        return
    rules: Rules = USE_HEARTS
    if removals:
        rules += ("kt.token.remove",)
    if gifts:
        rules += ("kt.heart.others",)
        if inside:
            rules += ("kt.heart.others-from-tokyo",)
    options = [("heal",), *removals, *sorted(gifts)]
    ask(state, "heart", seat, options, -1, -1, NONE, rules)


def take_heart(machine: Tokyo, state: State, frame: Frame) -> None:
    """One heart is used."""
    seat = frame[SEAT]
    verb = state.answer[0]
    frame[SYMBOLS] -= 1
    frame[1] = HEARTS
    if verb == "heal":
        if in_tokyo(machine, state, seat):
            state.log.append(("no-healing", IN_TOKYO, NONE, seat))
        else:
            frame[HEALING] += 1
    elif verb == "remove":
        remove_token(machine, state, seat, TOKENS[state.answer[1]], REMOVE)
    else:
        frame[GIFTS] += (state.answer[1],)


def give_hearts(machine: Tokyo, state: State, seat: int, other: int, hearts: int) -> None:
    """Another monster is healed and pays for it. rules: kt.heart.others, .others-price"""
    card, said = said_by(machine, state, "heals-others", seat)[0]
    has_say(state, card, said, seat)
    rules: Rules = GIVE
    if not machine.more_hearts_on_any_gain:  # it is the healing of the one that gives
        more, told = more_of(machine, state, "hearts", seat)
        room = maximum_of(machine, state, other)[0] - state.counters[other]
        hearts, rules = min(hearts + more, room), GIVE + told
    gain_hearts(machine, state, other, hearts, card, rules, own=False)
    paid = lose_energy(machine, state, other, said.amount * hearts, card, GIVE_PRICE)
    get_energy(machine, state, seat, paid, card, GIVE_PRICE)


def heal(machine: Tokyo, state: State, frame: Frame) -> None:
    """The hearts for the monster itself are one gain. rule: kt.heart.face"""
    seat, gifts = frame[SEAT], frame[GIFTS]
    gained = gain_hearts(machine, state, seat, frame[HEALING], NONE, HEAL, own=True)
    state.registers[HEALED_HEARTS] += min(gained, frame[HEALING])
    for other in dict.fromkeys(gifts):
        give_hearts(machine, state, seat, other, gifts.count(other))
    frame[1] = NEXT_RESULT


# --- claws ---------------------------------------------------------------------------------------


def targets_of(
    machine: Tokyo, state: State, seat: int, *, attack: bool = True
) -> tuple[list[int], Rules]:
    """Whom the claws of a monster hit from where it is now, or would hit if it attacked.

    rules: kt.attack.places …, kt.attack.without-claw
    """
    rules: Rules
    only = said_by(machine, state, "aims-only-at", seat)
    everywhere = said_by(machine, state, "aims-at", seat)
    if only and not (everywhere and machine.hunter_beaten_by_all):
        card, said = only[-1]
        assert said.candidates is not None
        prey = said.candidates(machine, state, card, seat)
        if machine.hunts_all and len(only) > 1:
            prey = [each for each in all_hunted(state, seat) if state.counters[each]]
        if prey or not machine.hunts_on_when_gone:
            rules = said.rules
            has_say(state, card, said, seat)
            if len(only) > 1:
                rules += ("kt.keyword.hunter-again",)
            if everywhere:
                rules += ("kt.keyword.hunter-all-targets",)
            if not prey:
                rules += ("kt.keyword.hunter-prey-gone",)
            elif any(in_tokyo(machine, state, each) for each in prey):
                rules += ("kt.keyword.hunter-in-tokyo",)
            elif not in_tokyo(machine, state, seat):
                rules += ("kt.keyword.hunter-outside",)
            return prey, rules
    hunting: Rules = ()
    if only and everywhere and machine.hunter_beaten_by_all:
        hunting = ("kt.keyword.hunter-all-targets",)
    elif only:
        hunting = ("kt.keyword.hunter-prey-gone",)
    inside = in_tokyo(machine, state, seat)
    rules = (*hunting, "kt.attack.places", "kt.attack.before-entering", "kt.tokyo.both")
    rules += ("kt.attack.from-tokyo",) if inside else ("kt.attack.from-outside",)
    found = [
        other for other in others(machine, state, seat) if in_tokyo(machine, state, other) != inside
    ]
    if found and not inside and holder(machine, state, CITY) is None:
        rules += ("kt.attack.empty-city",)
        if attack and not machine.bay_hit_when_city_empty:
            found = [each for each in found if state.counters[machine.place + each] != BAY]
    for card, said in everywhere:
        assert said.candidates is not None
        more = said.candidates(machine, state, card, seat)
        found += [other for other in more if other not in found]
        rules += said.rules
        has_say(state, card, said, seat)
    return found, rules


def in_bay(machine: Tokyo, state: State, seat: int) -> Rules:
    """A monster in the Bay is in Tokyo. rule: kt.bay.same"""
    in_it = state.counters[machine.place + seat] == BAY
    return ("kt.bay.same", "kt.tokyo.both") if in_it else ()


def attack(machine: Tokyo, state: State, seat: int, claws: int) -> None:
    """One attack with all claws, even if they hit nobody. rules: kt.attack.is, .claws"""
    found, rules = targets_of(machine, state, seat)
    state.registers[ATTACKED] |= HAS_ATTACKED
    if not in_tokyo(machine, state, seat):
        state.registers[ATTACKED] |= FROM_OUTSIDE
    told = ATTACK + rules + in_bay(machine, state, seat)
    if not any(in_tokyo(machine, state, other) for other in range(machine.players)):
        told += () if found else NO_TARGET
    state.log.append(("attack", told, NONE, seat, claws))
    deal(state, seat, NONE, dict.fromkeys(found, claws), claws=True)
    if machine.harmless_is_attack:
        happen(machine, state, "attacking", seat, (seat, claws))


def close(machine: Tokyo, state: State, frame: Frame) -> None:
    """The phase ends: what waits for that. rules: kt.attack.without-claw, kt.keyword.sneaky"""
    seat = frame[SEAT]
    attacked = state.registers[ATTACKED] & HAS_ATTACKED
    boosts = at(machine, state, "settling", seat) + at(machine, state, "adding-to-claws", seat)
    if not attacked and boosts:
        state.log.append(("no-boost", ("kt.attack.boost",), NONE, seat))
    happen(machine, state, "resolved", seat, (seat, 0))


def let_others(machine: Tokyo, state: State, frame: Frame) -> None:
    """What others have for the end of this phase; three hearts give an evolution card.

    A card that was to be given away by now and was not is discarded. rule: kt.consumable.handed
    """
    seat = frame[SEAT]
    discard_kept(machine, state, seat)
    hearts = symbols(state, HEART)
    if machine.has_evolutions and hearts >= HEARTS_TO_DRAW and state.counters[seat]:
        rules: Rules = ("kt.evolution.draw", "kt.evolution.draw-moment")
        if state.registers[ACTOR] != state.registers[ACTIVE]:
            rules += ("kt.evolution.borrowed",)
        if machine.draws_after_rolling:
            state.log.append(("no-evolution", rules, NONE, seat))
        else:
            state.log.append(("evolution", rules, NONE, seat))
            get_evolution(machine, state, seat)
    if machine.triggered["other-resolved"]:
        for other in reversed(others(machine, state, seat)):
            open_window(machine, state, ("other-resolved",), other, (seat, 0))


def leave_phase(machine: Tokyo, state: State, frame: Frame) -> None:
    """Nothing gained from now on is gained in this phase."""
    state.registers[RESOLVER] = 0


RESOLVE_PHASE = PROCEDURES.declare(
    "resolve-phase",
    add_symbols,
    add_to_claws,
    reward,
    offer_results,
    resolve,
    offer_hearts,
    take_heart,
    heal,
    come_in,
    close,
    let_others,
    leave_phase,
    remembers=5,
)
NEXT_RESULT, HEARTS, HEAL_STEP, COME_IN, END = 3, 5, 7, 8, 9
