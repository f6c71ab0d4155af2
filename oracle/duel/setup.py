"""From the box to the first turn: the monsters, the row, and the roll for who begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.dice_games.atoms import move
from oracle.dice_games.table import DECK, FACE, NONE, NUMBER_OF_DICE
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State, mint_all

from .buy import AT_SETUP, fill_row
from .energy import give_energy
from .hearts import start_with_hearts
from .table import FACES, FIRST, MONSTER, MONSTERS, NOISE, PLAYERS, PROCEDURES, rival
from .turn import first_turn

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the setup frame: the symbols of each monster so far, who is at it, dice left.
SETUP_FRAME = Locals()
SYMBOLS = SETUP_FRAME.one()
NOW = SETUP_FRAME.one()
DICE_LEFT = SETUP_FRAME.one()

DECK_RULES = ("kd.setup.cards", "kd.setup.shuffle", "kd.setup.players", "kd.setup.public")
BOARD_RULES = ("kd.setup.markers", "kd.setup.sides", "kd.setup.supply", "kd.noise.box")
TRACK_RULES = ("kd.track.cells", "kd.track.zones", "kd.dice.tokens")
CHOOSE_RULES = ("kd.setup.monsters",)
HEARTS_RULES = ("kd.setup.monsters", "kd.setup.hearts", "kd.monster.hearts")
FIRST_ROLL = ("kd.setup.first-roll",)
TIE = ("kd.setup.first-tie",)


def begin_setup(state: State) -> None:
    """Open the box."""
    state.stack.append([SETUP, 0, (), 0, 0])


def open_box(machine: Duel, state: State, frame: Frame) -> None:
    """All power cards in one deck, all tokens in the supply. rules: kd.setup.*"""
    kinds: dict[int, list[int]] = {DECK: [], MONSTERS: [], NOISE: []}
    for definition in machine.box:
        if definition in machine.hearts_of:
            kinds[MONSTERS].append(definition)
        else:
            kinds[NOISE if definition in machine.tokens else DECK].append(definition)
    for place, definitions in kinds.items():
        mint_all(state, tuple(definitions), place)
    state.log.append(("deck", DECK_RULES, NONE, len(kinds[DECK])))
    state.log.append(("board", BOARD_RULES + TRACK_RULES, NONE, len(kinds[NOISE])))


def choose_monster(machine: Duel, state: State, frame: Frame) -> None:
    """Each player chooses one that is left. rule: kd.setup.monsters"""
    if frame[NOW] == PLAYERS:
        frame[1] = LAY_ROW.at
        return
    options = [("be", state.cards[card]) for card in sorted(state.zones[MONSTERS])]
    ask(state, "be", frame[NOW], options, NONE, CHOOSE_RULES)


def take_monster(machine: Duel, state: State, frame: Frame) -> None:
    """It has the hearts of its board. rules: kd.setup.hearts, kd.king.tokens"""
    seat, definition = frame[NOW], state.answer[1]
    card = next(card for card in state.zones[MONSTERS] if state.cards[card] == definition)
    move(state, card, MONSTER + seat)
    hearts = machine.hearts_of[definition]
    start_with_hearts(state, seat, hearts)
    rules: Rules = HEARTS_RULES
    if any(token.monster == definition for token in machine.tokens.values()):
        rules += ("kd.king.tokens",)
    state.log.append(("be", rules, card, seat, card, hearts))
    frame[NOW] += 1
    frame[1] = CHOOSE.at


def lay_row(machine: Duel, state: State, frame: Frame) -> None:
    """The first three cards lie in the row. rule: kd.setup.row"""
    fill_row(state, AT_SETUP)


def line_up(machine: Duel, state: State, frame: Frame) -> None:
    """Both roll for the first turn. rule: kd.setup.first-roll"""
    frame[SYMBOLS] = (0, 0)
    frame[NOW], frame[DICE_LEFT] = 0, NUMBER_OF_DICE


def roll(machine: Duel, state: State, frame: Frame) -> None:
    """A die of the monster whose roll it is."""
    ask(state, "first-roll", NATURE, FACE, NONE, FIRST_ROLL)


def take_face(machine: Duel, state: State, frame: Frame) -> None:
    """Its symbols are counted."""
    face, seat = state.answer[1], frame[NOW]
    state.log.append(("first-face", FIRST_ROLL, NONE, seat, FACES[face]))
    counted = list(frame[SYMBOLS])
    counted[seat] += face == machine.symbol
    frame[SYMBOLS] = tuple(counted)
    frame[DICE_LEFT] -= 1
    if not frame[DICE_LEFT]:
        frame[NOW] += 1
        frame[DICE_LEFT] = NUMBER_OF_DICE
    if frame[NOW] < PLAYERS:
        frame[1] = ROLL_STEP.at


def compare(machine: Duel, state: State, frame: Frame) -> None:
    """Who has more begins; a tie is rolled again. rules: .first-roll, .first-tie, .second-energy"""
    one, two = frame[SYMBOLS]
    if one == two:
        state.log.append(("first-tie", TIE, NONE, one))
        frame[1] = LINE_UP.at
        return
    first = 0 if one > two else 1
    state.log.append(("first", FIRST_ROLL, NONE, first))
    state.registers[FIRST] = first + 1
    give_energy(state, rival(first), 1, NONE, ("kd.setup.second-energy",))
    state.stack[-1] = first_turn(first)


CHOOSE = Place()
LAY_ROW = Place()
LINE_UP = Place()
ROLL_STEP = Place()
SETUP = PROCEDURES.declare(
    "setup",
    open_box,
    CHOOSE,
    choose_monster,
    take_monster,
    LAY_ROW,
    lay_row,
    LINE_UP,
    line_up,
    ROLL_STEP,
    roll,
    take_face,
    compare,
    remembers=SETUP_FRAME,
)
