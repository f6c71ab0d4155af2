"""The resolve phase: what the dice show is carried out, result by result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .attack import attack
from .consumable import discard_kept
from .energy import gain_energy
from .evolution import get_evolution
from .hearts import (
    GIFTS,
    HEAL_STEP,
    HEALING,
    HEARTS,
    HEARTS_FRAME,
    NEXT_RESULT,
    SYMBOLS,
    heal,
    offer_hearts,
    take_heart,
)
from .hearts import SEAT as SEAT
from .moments import at, happen, open_window
from .monsters import others
from .roll import HEARTS_TO_DRAW, symbols
from .stars import score
from .table import (
    ACTIVE,
    ACTOR,
    ATTACKED,
    ENERGY_FACE,
    FACES,
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
    SCORED_STARS,
    THREE,
)
from .tokyo import begin_enter

if TYPE_CHECKING:
    from .machine import Tokyo

# The local of the frame of the resolve phase beside those about hearts: a bit for each result
# resolved.
RESOLVE_FRAME = Locals(HEARTS_FRAME)
RESOLVED = RESOLVE_FRAME.one()

# By option these are resolved symbol by symbol: where in RESOLVED stands how many of them were.
ONE_BY_ONE = {ENERGY_FACE: 16, HEART: 24}
MOST_SYMBOLS = 0xFF

START = ("kt.resolve.start", "kt.resolve.faces")
ORDER = ("kt.resolve.order", "kt.resolve.results", "kt.resolve.all", "kt.resolve.one-at-a-time")
RESULT_RULES = (*ORDER, "kt.resolve.faces")
ENERGY = ("kt.energy.face", "kt.energy.kept", "kt.energy.supply")
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
    state.stack.append([RESOLVE_PHASE, 0, seat, 0, 0, (), 0])


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
        frame[1] = END.at
        return
    done = frame[RESOLVED]
    left = [face for face in range(6) if not done >> face & 1 and symbols(state, face)]
    if not left:
        frame[1] = END.at
    elif len(left) == 1 or not machine.chosen_order:
        state.answer = RESULT[left[0]]
    else:
        options = [RESULT[face] for face in left]
        ask(state, "resolve", seat, options, NONE, ORDER)


def resolve(machine: Tokyo, state: State, frame: Frame) -> None:
    """Carry one result out completely. rule: kt.resolve.one-at-a-time"""
    face = state.answer[1]
    seat, amount = frame[SEAT], symbols(state, face)
    if machine.symbol_by_symbol and face in ONE_BY_ONE:
        amount = resolve_symbol(frame, face, amount)
    else:
        frame[RESOLVED] |= 1 << face
    state.log.append(("result", RESULT_RULES, NONE, seat, FACES[face], amount))
    frame[1] = NEXT_RESULT.at
    if face <= THREE:
        score(machine, state, seat, face, amount)
    elif face == ENERGY_FACE:
        gained = gain_energy(machine, state, seat, amount, NONE, ENERGY)
        state.registers[ROLLED_ENERGY] += min(gained, amount)
    elif face == HEART:
        frame[SYMBOLS], frame[HEALING], frame[GIFTS] = amount, 0, ()
        frame[1] = HEARTS.at
    else:
        attack(machine, state, seat, amount)
        frame[1] = COME_IN.at if machine.enters_with_claws else NEXT_RESULT.at


def resolve_symbol(frame: Frame, face: int, symbols: int) -> int:
    """By option one symbol is a result of its own. rule: kt.resolve.results"""
    frame[RESOLVED] += 1 << ONE_BY_ONE[face]
    if frame[RESOLVED] >> ONE_BY_ONE[face] & MOST_SYMBOLS >= symbols:
        frame[RESOLVED] |= 1 << face
    return 1


def come_in(machine: Tokyo, state: State, frame: Frame) -> None:
    """By option an attacker enters before its next result is resolved. rule: kt.resolve.place"""
    begin_enter(state, frame[SEAT])
    frame[1] = NEXT_RESULT.at


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


COME_IN = Place()
END = Place()
RESOLVE_PHASE = PROCEDURES.declare(
    "resolve-phase",
    add_symbols,
    add_to_claws,
    reward,
    NEXT_RESULT,
    offer_results,
    resolve,
    HEARTS,
    offer_hearts,
    take_heart,
    HEAL_STEP,
    heal,
    COME_IN,
    come_in,
    END,
    close,
    let_others,
    leave_phase,
    remembers=RESOLVE_FRAME,
)
