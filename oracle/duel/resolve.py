"""The resolve phase: results and activations in the order the active monster chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.table import ADDED, DECLINE, NONE, RESULT
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .energy import gain_energy
from .hearts import gain_hearts
from .hits import deal
from .moments import at, begin_moment, happen, start, usable
from .monsters import (
    MOST_COUNTED,
    adding,
    keep_added,
    resolved,
    result_of,
    roll_of,
    settle_symbols,
)
from .power import tell_activation
from .pull import begin_pull
from .table import (
    CLAW,
    CLAWS,
    ENERGY_FACE,
    ENOUGH_TO_PULL,
    FACES,
    HEART,
    LEFT,
    MONSTER,
    POWER,
    PROCEDURES,
    RESOLVED,
    RESOLVER,
    SKIPPED,
    SPENT,
    TRACK_OF,
    rival,
)

if TYPE_CHECKING:
    from .machine import Duel

RESOLVE_FRAME = Locals()
SEAT = RESOLVE_FRAME.one()
# Locals of the frame of claws being resolved: whose, and the hits they give.
CLAWS_FRAME = Locals(RESOLVE_FRAME)
HITS = CLAWS_FRAME.one()

CHOICE = ("kd.resolve.order", "kd.resolve.results", "kd.resolve.one-at-a-time")


def begin_resolve(state: State, seat: int) -> None:
    """Begin a resolve phase."""
    state.stack.append([RESOLVE_PHASE, 0, seat])


def may_skip(machine: Duel, state: State, frame: Frame) -> None:
    """When the phase would begin it may be skipped; by option that was before. rule: .skip"""
    if machine.skips_cards:
        return
    seat = frame[SEAT]
    state.registers[RESOLVER] = 0
    found = [e for e in at(machine, state, "resolving", seat) if machine.abilities[e[1]].skips]
    begin_moment(state, seat, (seat, 0), found)


def open_phase(machine: Duel, state: State, frame: Frame) -> None:
    """What is used when the phase begins. rules: kd.resolve.while, .leave"""
    seat = frame[SEAT]
    if state.registers[SKIPPED]:
        return
    state.registers[RESOLVER] = seat + 1
    state.log.append(("phase", ("kd.turn.phases", "kd.resolve.while"), NONE, seat, "resolve"))
    found = at(machine, state, "resolving", seat)
    found = [entry for entry in found if not machine.abilities[entry[1]].skips]
    begin_moment(state, seat, (seat, 0), found)


def look_over(machine: Duel, state: State, frame: Frame) -> None:
    """What the Roll has that gives no result is told; a phase that is skipped is over."""
    seat = frame[SEAT]
    if state.registers[SKIPPED]:
        state.registers[RESOLVER] = 0
        state.stack.pop()
        return
    for face in range(len(FACES)):
        if state.registers[LEFT + face]:
            left = state.registers[LEFT + face]
            rules = ("kd.resolve.left",)
            state.log.append(("left-out", rules, NONE, seat, FACES[face], left))
    for face in TRACK_OF:
        amount = result_of(machine, state, face)
        if 0 < amount < ENOUGH_TO_PULL:
            told = ("kd.pull.too-few", "kd.resolve.results")
            state.log.append(("no-result", told, NONE, seat, FACES[face], amount))


def results(machine: Duel, state: State) -> list[int]:
    """The results that are left to resolve. rules: kd.resolve.results, kd.pull.too-few"""
    if machine.symbol_by_symbol:
        return [face for face in range(POWER) if next_symbols(machine, state, face)]
    done = state.registers[RESOLVED]
    return [
        face
        for face in range(POWER)
        if not done >> face & 1
        and result_of(machine, state, face) >= (ENOUGH_TO_PULL if face in TRACK_OF else 1)
    ]


def next_symbols(machine: Duel, state: State, face: int) -> int:
    """By option, each symbol is a result, but three that pull are one. rule: kd.resolve.results"""
    done = resolved(state, face)
    left = min(result_of(machine, state, face), MOST_COUNTED) - done
    least = ENOUGH_TO_PULL if face in TRACK_OF and not done else 1
    return least if left >= least else 0


def offer(machine: Duel, state: State, frame: Frame) -> None:
    """Which result is next, or what is used. rules: kd.resolve.order, kd.power.when, .any-time"""
    seat = frame[SEAT]
    left = results(machine, state)
    power_is_over = state.registers[RESOLVED] >> POWER & 1
    heads = ("any-time",) if power_is_over else ("using-power", "any-time")
    found = usable(machine, state, heads, seat, (seat, 0))
    options: list[Any] = [RESULT[face] for face in left]
    options += [("use", card, number) for card, number in sorted(found)]
    if not options:
        frame[1] = CLOSE.at
        return
    rules: Rules = CHOICE if len(left) > 1 else ()
    if any(machine.abilities[number].head == "using-power" for _, number in found):
        rules += ("kd.power.when", "kd.power.may")
        if state.registers[SPENT]:
            rules += ("kd.power.again",)
    if any(machine.abilities[number].head == "any-time" for _, number in found):
        rules += ("kd.card.any-time", "kd.card.may")
    if not left:
        options.append(DECLINE)
        rules += ("kd.resolve.done",)
    else:
        rules += ("kd.resolve.all",)
    if len(options) == 1:
        state.answer = options[0]
        return
    ask(state, "resolve", seat, options, NONE, rules)


def take(machine: Duel, state: State, frame: Frame) -> None:
    """It is carried out completely before the next is chosen. rule: kd.resolve.one-at-a-time"""
    if state.answer == DECLINE:
        return
    frame[1] = OFFER.at
    seat = frame[SEAT]
    if machine.power_in_one and state.answer[0] != "use" and state.registers[SPENT]:
        state.registers[RESOLVED] |= 1 << POWER
    if state.answer[0] == "use":
        _, card, number = state.answer
        if machine.abilities[number].head == "using-power":
            tell_activation(machine, state, card, number, seat)
        start(machine, state, (card, number), seat, (seat, 0))
        return
    resolve(machine, state, state.answer[1], seat)


def resolve(machine: Duel, state: State, face: int, seat: int) -> None:
    """Carry one result out. rules: kd.resolve.all, kd.hit.claws, kd.heart.face, kd.energy.face"""
    if machine.symbol_by_symbol:
        amount = next_symbols(machine, state, face)
        settle_symbols(state, face, amount)
        cells = 1
    else:
        amount = result_of(machine, state, face)
        keep_added(machine, state, face)
        cells = amount - ENOUGH_TO_PULL + 1
    state.registers[RESOLVED] |= 1 << face
    rules: Rules = ("kd.resolve.all", "kd.resolve.one-at-a-time")
    if state.registers[ADDED + face]:
        rules += ("kd.monster.added",)
    for much, told in adding(machine, state, face):
        rules += told if much else ()
    if state.registers[LEFT + face]:
        rules += ("kd.resolve.left",)
    state.log.append(("result", rules, NONE, seat, FACES[face], amount))
    if face == CLAW:
        state.stack.append([RESOLVE_CLAWS, 0, seat, amount])
    elif face == HEART:
        gain_hearts(machine, state, seat, amount, NONE, ("kd.heart.face",))
    elif face == ENERGY_FACE:
        told = ("kd.energy.face", "kd.energy.unlimited")
        gain_energy(machine, state, seat, amount, NONE, told, by_symbols=True)
    else:
        told = ("kd.pull.three", "kd.pull.separate")
        if amount != ENOUGH_TO_PULL:
            told += ("kd.pull.further",)
        begin_pull(machine, state, seat, TRACK_OF[face], cells, NONE, told)


def close(machine: Duel, state: State, frame: Frame) -> None:
    """The phase is over; what waits for that comes after it. rule: kd.resolve.done"""
    state.registers[RESOLVER] = 0


def all_resolved(machine: Duel, state: State, frame: Frame) -> None:
    """When every result is resolved. rules: kd.resolve.done, kd.resolve.no-claw"""
    seat = frame[SEAT]
    rules: Rules = ("kd.resolve.done",)
    if roll_of(machine, state, POWER) and state.zones[MONSTER + seat]:
        rules += ("kd.power.own",)
    state.log.append(("resolved", rules, NONE, seat))
    happen(machine, state, "resolved", seat, (seat, 0))


OFFER = Place()
CLOSE = Place()
RESOLVE_PHASE = PROCEDURES.declare(
    "resolve-phase",
    may_skip,
    open_phase,
    look_over,
    OFFER,
    offer,
    take,
    CLOSE,
    close,
    all_resolved,
    remembers=RESOLVE_FRAME,
)


# --- claws ---------------------------------------------------------------------------------------


def settle(machine: Duel, state: State, frame: Frame) -> None:
    """The number of hits is settled. rules: kd.hit.claws, kd.monster.multiply"""
    before = state.registers[CLAWS] if machine.symbol_by_symbol else 0
    state.registers[CLAWS] = before + frame[HITS]
    happen(machine, state, "resolving-claws", frame[SEAT], (frame[SEAT], frame[HITS]))


def hit(machine: Duel, state: State, frame: Frame) -> None:
    """The rival takes them together. rule: kd.hit.claws"""
    rules = ("kd.hit.claws", "kd.hit.one")
    deal(machine, state, {rival(frame[SEAT]): frame[HITS]}, NONE, rules)


RESOLVE_CLAWS = PROCEDURES.declare("resolve-claws", settle, hit, remembers=CLAWS_FRAME)


def multiply(machine: Duel, state: State, seat: int, face: int, cause: int, rules: Rules) -> None:
    """The claws give as many hits as they are, times symbols. rule: kd.monster.multiply-all"""
    for frame in reversed(state.stack):
        if frame[0] == RESOLVE_CLAWS and frame[SEAT] == seat:
            claws = frame[HITS] if machine.symbol_by_symbol else result_of(machine, state, CLAW)
            frame[HITS] = claws * result_of(machine, state, face)
            state.log.append(("multiply", rules, cause, seat, frame[HITS]))
            return
