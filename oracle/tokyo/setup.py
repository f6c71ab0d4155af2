"""From the box to the first turn: the deck, the row, and the roll for who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State, mint_all

from .atoms import move_evolution, start_with_tokens
from .buy import fill_row
from .evolution import draw
from .table import (
    CLAW,
    DECK,
    FACE,
    FACES,
    HAS_MONSTER,
    NONE,
    NUMBER_OF_DICE,
    PROCEDURES,
    STARTING_TOKENS,
    UNSAID,
)
from .turn import TURNS

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the setup frame: who still rolls, the claws of each of them, who rolls now, dice left.
SETUP_FRAME = Locals()
ROLLING = SETUP_FRAME.one()
CLAWS = SETUP_FRAME.one()
NOW = SETUP_FRAME.one()
DICE_LEFT = SETUP_FRAME.one()

DECK_RULES = ("kt.setup.cards", "kt.setup.shuffle", "kt.setup.players", "kt.token.supply")
MONSTER = (
    "kt.setup.hearts",
    "kt.setup.stars",
    "kt.setup.energy",
    "kt.setup.tokyo",
    "kt.setup.monsters",
    "kt.setup.seats",
    "kt.setup.public",
)
TOKENS = ("kt.mindbug.start", "kt.mindbug.public", "kt.mindbug.supply")
EXPANDED = (
    "kt.mode.base-game",
    "kt.mode.choose",
    "kt.mode.cards",
    "kt.mode.five-phases",
    "kt.mode.monsters",
)
EXPANSION = 24
"""How many power cards the expansion has."""
FIRST_ROLL = ("kt.setup.first-roll",)
TIE = ("kt.setup.first-tie", "kt.setup.tied-alone")
OWN_SET = ("kt.evolution.sets", "kt.evolution.required", "kt.evolution.deck")


def begin_setup(state: State) -> None:
    """Open the box."""
    state.stack.append([SETUP, 0, (), (), 0, 0])


def give_tokens(machine: Tokyo, state: State) -> None:
    """Tokens of which nothing is said: the living have theirs. rule: kt.mindbug.eliminated"""
    for seat in range(machine.players):
        if state.counters[machine.mindbugs + seat] == UNSAID:
            alive = state.counters[seat] > 0
            start_with_tokens(machine, state, seat, STARTING_TOKENS if alive else 0)


def open_box(machine: Tokyo, state: State, frame: Frame) -> None:
    """All power cards in one deck; each monster with what it starts with. rules: kt.setup.*"""
    give_tokens(machine, state)
    mint_all(state, machine.pool, DECK)
    mint_all(state, machine.box[len(machine.pool) :], machine.unchosen)
    rules: Rules = DECK_RULES
    if machine.has_tokens:
        has_base = any(card.choice("type") == "keep" for card in machine.definitions)
        mixed = has_base and len(machine.pool) > EXPANSION
        rules += EXPANDED + (("kt.mode.trial",) if mixed else ("kt.mode.expert",))
    state.log.append(("deck", rules, NONE, len(machine.pool)))
    told: Rules = MONSTER + (TOKENS if machine.has_tokens else ())
    for seat in range(machine.players):
        state.log.append(("monster", told, NONE, seat, state.counters[seat]))
    fill_row(state, offer_after=False, rules=1)


def choose_monster(machine: Tokyo, state: State, frame: Frame) -> None:
    """Where monsters have cards of their own, each player chooses one. rule: .evolution.required"""
    seat = frame[NOW]
    if not machine.has_evolutions or seat == machine.players:
        frame[1] = LINE_UP.at
        return
    taken = state.registers[HAS_MONSTER : HAS_MONSTER + machine.players]
    left = [n for n in range(len(machine.monsters)) if n + 1 not in taken]
    if len(left) == 1:
        state.answer = ("be", left[0])
        return
    ask(state, "be", seat, [("be", n) for n in left], NONE, OWN_SET)


def take_monster(machine: Tokyo, state: State, frame: Frame) -> None:
    """Its evolution cards are shuffled into a deck. rule: kt.evolution.deck"""
    seat, monster = frame[NOW], state.answer[1]
    state.registers[HAS_MONSTER + seat] = monster + 1
    state.log.append(("be", OWN_SET, NONE, seat, machine.monsters[monster]))
    for card in sorted(state.zones[machine.unchosen]):
        if machine.monster_of[state.cards[card]] == monster:
            move_evolution(state, card, machine.evolution_deck + seat)
    frame[NOW] += 1
    frame[1] = CHOOSE.at


def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
    """Everybody rolls for the first turn. rule: kt.setup.first-roll"""
    frame[ROLLING] = tuple(range(machine.players))
    frame[CLAWS] = ()
    frame[NOW], frame[DICE_LEFT] = 0, NUMBER_OF_DICE


def roll(machine: Tokyo, state: State, frame: Frame) -> None:
    """A die of the monster whose roll it is."""
    ask(state, "first-roll", NATURE, FACE, NONE, FIRST_ROLL)


def take_face(machine: Tokyo, state: State, frame: Frame) -> None:
    """Its claws are counted."""
    face = state.answer[1]
    seat = frame[ROLLING][frame[NOW]]
    state.log.append(("first-face", FIRST_ROLL, NONE, seat, FACES[face]))
    claws = list(frame[CLAWS]) + [0] * (frame[NOW] + 1 - len(frame[CLAWS]))
    claws[frame[NOW]] += face == CLAW
    frame[CLAWS] = tuple(claws)
    frame[DICE_LEFT] -= 1
    if frame[DICE_LEFT]:
        frame[1] = ROLL_STEP.at
        return
    frame[NOW] += 1
    frame[DICE_LEFT] = NUMBER_OF_DICE
    if frame[NOW] < len(frame[ROLLING]):
        frame[1] = ROLL_STEP.at


def compare(machine: Tokyo, state: State, frame: Frame) -> None:
    """The most claws begin; those who tie roll again. rules: kt.setup.first-roll, .first-tie"""
    most = max(frame[CLAWS])
    best = [s for s, claws in zip(frame[ROLLING], frame[CLAWS], strict=True) if claws == most]
    if len(best) > 1:
        state.log.append(("first-tie", TIE, NONE, most))
        frame[ROLLING], frame[CLAWS] = tuple(best), ()
        frame[NOW], frame[DICE_LEFT] = 0, NUMBER_OF_DICE
        frame[1] = ROLL_STEP.at
        return
    state.log.append(("first", FIRST_ROLL, NONE, best[0]))
    state.stack[-1] = first_turn(best[0])
    if machine.has_evolutions and not machine.starts_with:
        state.log.append(("no-cards", ("kt.evolution.start",), NONE))
    if machine.has_evolutions and machine.starts_with:
        for step in range(machine.players - 1, -1, -1):
            seat = (best[0] + step) % machine.players
            draw(state, seat, seat, machine.starts_with)
            state.log.append(("evolution", ("kt.evolution.start",), NONE, seat))


def first_turn(seat: int) -> Frame:
    """The frame of turns at the start of a monster's turn."""
    return [TURNS, 0, seat, (), 0, (), NONE, 0, 0, (), ()]


CHOOSE = Place()
LINE_UP = Place()
ROLL_STEP = Place()
SETUP = PROCEDURES.declare(
    "setup",
    open_box,
    CHOOSE,
    choose_monster,
    take_monster,
    LINE_UP,
    line_up,
    ROLL_STEP,
    roll,
    take_face,
    compare,
    remembers=SETUP_FRAME,
)
