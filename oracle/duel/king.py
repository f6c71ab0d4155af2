"""The King's tokens: placed and moved by their owner alone, and they stop a pull."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals
from oracle.kernel.state import Frame, Rules, State

from .noise import can_be_laid, lay
from .pull import LEFT, TRACK, pull_frame
from .table import BOARD, MONSTER, NOISE, PROCEDURES
from .tracks import TRACKS

if TYPE_CHECKING:
    from .machine import Duel

# Locals of the frame of choosing a token: who, the candidates, for which card.
OWN_FRAME = Locals()
WHO = OWN_FRAME.one()
CANDIDATES = OWN_FRAME.one()
BY = OWN_FRAME.one()


def own_tokens(machine: Duel, state: State, seat: int) -> list[int]:
    """The tokens that belong to a monster. rule: kd.king.only"""
    monster = state.cards[state.zones[MONSTER + seat][0]]
    return [
        token
        for place in (NOISE, BOARD)
        for token in sorted(state.zones[place])
        if machine.tokens[state.cards[token]].monster == monster
    ]


def place_own(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
    """A monster places one of its tokens, or moves one. rules: kd.king.either, .both-out"""
    every = own_tokens(machine, state, seat)
    found = [token for token in every if can_be_laid(machine, state, token)]
    off = [token for token in every if state.where[token] == NOISE]
    if len(off) < len(every):
        rules += ("kd.king.either",) if off else ("kd.king.both-out",)
    if not found:
        state.log.append(("no-place", rules, cause, seat))
        return
    state.log.append(("own-tokens", rules, cause, seat, len(found)))
    off = [token for token in off if token in found]
    # Tokens off the board are alike: one of each kind is enough.
    kinds = {state.cards[token]: token for token in reversed(off)}
    candidates = sorted([*kinds.values(), *(token for token in found if token not in off)])
    state.stack.append([OWN_TOKEN, 0, seat, tuple(candidates), cause])


def offer_own(machine: Duel, state: State, frame: Frame) -> None:
    """Which of them; two that are off the board are alike. rule: kd.king.either"""
    candidates = frame[CANDIDATES]
    if len(candidates) == 1:
        state.answer = ("token", candidates[0])
        return
    off = any(state.where[token] == NOISE for token in candidates)
    rules: Rules = ("kd.monster.place", "kd.king.either" if off else "kd.king.both-out")
    options = [("token", token) for token in candidates]
    ask(state, "token", frame[WHO], options, frame[BY], rules)


def take_own(machine: Duel, state: State, frame: Frame) -> None:
    """It is laid."""
    seat, cause, token = frame[WHO], frame[BY], state.answer[1]
    state.stack.pop()
    lay(state, seat, token, cause, may_stay=False)


OWN_TOKEN = PROCEDURES.declare("own-token", offer_own, take_own, remembers=OWN_FRAME)


def stop_pull(state: State, seat: int, cause: int, rules: Rules) -> None:
    """What is left of a pull is lost. rules: kd.king.stop, kd.king.rest-lost"""
    frame = pull_frame(state)
    if frame is not None:
        left = frame[LEFT]
        if left:
            rules += ("kd.king.rest-lost",)
        frame[LEFT] = 0
        state.log.append(("stop-pull", rules, cause, seat, TRACKS[frame[TRACK]], left))
