"""Placing and moving noise tokens: those of cards, and those of a special power."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.dice_games.atoms import move
from oracle.dice_games.table import DECLINE, NONE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, Rules, State

from .monsters import laid_tokens, markers, token_under
from .table import BOARD, NOISE, PLACE, PLACE_SHIFT, PROCEDURES
from .tracks import PLACE_NAMES, Laid, free_places, is_special

if TYPE_CHECKING:
    from .machine import Duel, Token

# Locals of the frame of placing: who, the token, whether it may stay, for which card.
LAY_FRAME = Locals()
SEAT = LAY_FRAME.one()
TOKEN = LAY_FRAME.one()
MAY_STAY = LAY_FRAME.one()
FOR = LAY_FRAME.one()

SHAPES: dict[tuple[int, int], str] = {
    (1, 1): "kd.noise.one-cell",
    (2, 2): "kd.noise.two-cell",
    (3, 3): "kd.noise.three-cell",
    (2, 3): "kd.noise.longer",
    (3, 2): "kd.noise.shorter",
}
LAID = ("kd.noise.where", "kd.noise.size", "kd.noise.stays")


def is_stuck(machine: Duel, state: State, token: int) -> bool:
    """Whether a marker stands on a token, which then cannot be moved. rule: kd.noise.stuck"""
    under = [token_under(machine, state, track) for track in range(len(markers(state)))]
    return any(found is not None and found[0] == token for found in under)


def other_tokens(machine: Duel, state: State, token: int) -> list[Laid]:
    """All tokens on the board but one."""
    laid = zip(state.zones[BOARD], laid_tokens(machine, state), strict=True)
    return [each for card, each in laid if card != token]


def places_for(machine: Duel, state: State, token: int) -> list[int]:
    """Where a token could be laid now; one that is moved is lifted first. rule: kd.noise.lifted"""
    kind = machine.tokens[state.cards[token]]
    on_board = state.where[token] == BOARD
    found = free_places(kind.ways, other_tokens(machine, state, token), markers(state))
    if on_board:
        found = [place for place in found if place != state.marks[token] >> PLACE_SHIFT]
    return found


def can_be_laid(machine: Duel, state: State, token: int) -> bool:
    """Whether a token can be placed, or moved."""
    if state.where[token] == BOARD and is_stuck(machine, state, token):
        return False
    return bool(places_for(machine, state, token))


def bring(machine: Duel, state: State, seat: int, card: int) -> None:
    """The buyer of a card places its token, or may move it. rules: kd.noise.*"""
    definition = machine.noise_of.get(state.cards[card])
    if definition is None:
        return
    found = [
        token
        for place in (NOISE, BOARD)
        for token in state.zones[place]
        if state.cards[token] == definition
    ]
    if not found:
        state.log.append(("no-place", ("kd.noise.no-place",), card, seat))
        return
    token = found[0]
    on_board = state.where[token] == BOARD
    if not can_be_laid(machine, state, token):
        stuck = on_board and is_stuck(machine, state, token)
        rules: Rules = ("kd.noise.no-place",) + (("kd.noise.stuck",) if stuck else ())
        state.log.append(("no-place", rules, card, seat))
        return
    lay(state, seat, token, card, may_stay=on_board)


def lies_at(machine: Duel, state: State, card: int) -> int:
    """Where the token that a card brings lies now, or NONE if it is on no track."""
    definition = machine.noise_of.get(state.cards[card])
    for token in state.zones[BOARD]:
        if state.cards[token] == definition:
            return state.marks[token] >> PLACE_SHIFT
    return NONE


def lay(state: State, seat: int, token: int, cause: int, *, may_stay: bool) -> None:
    """Let a monster choose where a token lies."""
    state.stack.append([LAY_TOKEN, 0, seat, token, int(may_stay), cause])


def offer_places(machine: Duel, state: State, frame: Frame) -> None:
    """All places for it, and where it may stay that too. rules: kd.noise.must, kd.noise.move"""
    token = frame[TOKEN]
    kind = machine.tokens[state.cards[token]]
    found = places_for(machine, state, token)
    options: list[Any] = [PLACE[place] for place in found]
    rules: Rules = LAID[:1]
    if state.where[token] == BOARD:
        rules += ("kd.noise.move", "kd.noise.lifted")
    else:
        rules += ("kd.noise.must",)
    if frame[MAY_STAY]:
        options.append(DECLINE)
    rules += _hindrances(machine, state, token) + _round(kind)
    if len(options) == 1:
        state.answer = options[0]
        return
    ask(state, "place", frame[SEAT], options, frame[FOR], rules)


def _hindrances(machine: Duel, state: State, token: int) -> Rules:
    """What keeps a token from some of the places it could have. rules: .other-token, .marker"""
    ways = machine.tokens[state.cards[token]].ways
    beside = free_places(ways, other_tokens(machine, state, token), ())
    rules: Rules = ("kd.noise.other-token",) if len(beside) < len(ways) else ()
    if len(free_places(beside, (), markers(state))) < len(beside):
        rules += ("kd.noise.marker",)
    return rules


def _round(kind: Token) -> Rules:
    """Which way round a token may lie."""
    if kind.bent:
        return ("kd.noise.bent",)
    return () if kind.shape.covers == 1 else ("kd.noise.either-way",)


def take_place(machine: Duel, state: State, frame: Frame) -> None:
    """The token lies there. rules: kd.noise.before, kd.noise.stays"""
    seat, token = frame[SEAT], frame[TOKEN]
    if state.answer == DECLINE:
        state.log.append(("keep-token", ("kd.noise.move",), frame[FOR], seat, token))
        return
    place = state.answer[1]
    kind = machine.tokens[state.cards[token]]
    rules: Rules = LAID
    moved = state.where[token] == BOARD
    if moved:
        rules += ("kd.noise.lifted",)
    if kind.monster is None:
        rules += ("kd.noise.move" if moved else "kd.noise.must",)
        rules += ("kd.noise.before", SHAPES[kind.shape.covers, kind.shape.cells])
    else:
        rules += ("kd.monster.place", "kd.king.only", "kd.king.no-bonus")
    if is_special(place):
        rules += ("kd.noise.special-cells",)
    place_token(state, token, place, seat, rules + _round(kind))


LAY_TOKEN = PROCEDURES.declare("lay-token", offer_places, take_place, remembers=LAY_FRAME)


def place_token(state: State, token: int, place: int, seat: int, rules: Rules) -> None:
    """A noise token lies on a track."""
    kind = "move-token" if state.where[token] == BOARD else "place-token"
    if state.where[token] != BOARD:
        move(state, token, BOARD)
    state.marks[token] = place << PLACE_SHIFT
    state.derived = None
    state.log.append((kind, rules, NONE, seat, token, PLACE_NAMES[place]))
