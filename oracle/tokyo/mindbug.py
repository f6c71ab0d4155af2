"""Mindbug tokens: they are offered on a roll, and who uses one takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, State

from .atoms import give_token_up
from .borrowed import BORROWED
from .moments import happen_to
from .monsters import has_say, others, said_by
from .table import ACTOR, DECLINE, MINDBUG, MINDBUGGERS, MONSTER, NONE, PROCEDURES

if TYPE_CHECKING:
    from .machine import Tokyo

OFFER = ("kt.mindbug.window", "kt.mindbug.offer", "kt.mindbug.first", "kt.mindbug.roller-first")
USED = ("kt.mindbug.discard", "kt.mindbug.no-answer", "kt.mindbug.again")
RACE = ("kt.mindbug.first",)
SUBSTITUTE = ("kt.mindbug.substitute",)
TOKEN = -1


# Locals of the frame of an offer: whose roll, who is asked, who wants it and with what.
TOKENS_FRAME = Locals()
ROLLER = TOKENS_FRAME.one()
ASKED = TOKENS_FRAME.one()
WANTED = TOKENS_FRAME.one()


def offer_tokens(machine: Tokyo, state: State, roller: int) -> None:
    """At the end of a roll phase, tokens are offered."""
    state.stack.append([TOKENS, 0, roller, 0, ()])


def ways(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
    """How a monster can take a roll: with a token, or with cards used as one."""
    found: list[tuple[Any, ...]] = []
    if state.counters[machine.mindbugs + seat]:
        found.append(MINDBUG)
    for card, said in said_by(machine, state, "serves-as", seat):
        found.append(("use", card, said.ability.number))
    return found


def ask_next(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each other monster that can is asked, clockwise. rules: kt.mindbug.offer, .first"""
    seats = others(machine, state, frame[ROLLER])
    if frame[WANTED] and not machine.tokens_race:
        frame[1] = DECIDE.at
        return
    while frame[ASKED] < len(seats):
        seat = seats[frame[ASKED]]
        found = ways(machine, state, seat)
        if found:
            cards = SUBSTITUTE if found != [MINDBUG] else ()
            ask(state, "mindbug", seat, [*found, DECLINE], NONE, OFFER + cards)
            return
        frame[ASKED] += 1
    frame[1] = DECIDE.at


def take_answer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Who wants it is noted."""
    seat = others(machine, state, frame[ROLLER])[frame[ASKED]]
    frame[ASKED] += 1
    frame[1] = ASK_NEXT.at
    if state.answer != DECLINE:
        card = TOKEN if state.answer == MINDBUG else state.answer[1]
        frame[WANTED] += ((seat, card),)


def decide(machine: Tokyo, state: State, frame: Frame) -> None:
    """If several called, chance says who was first. rule: kt.mindbug.first"""
    if not frame[WANTED]:
        state.stack.pop()
    elif len(frame[WANTED]) == 1:
        state.answer = MONSTER[frame[WANTED][0][0]]
    else:
        options = [MONSTER[seat] for seat, _ in frame[WANTED]]
        ask(state, "race", NATURE, options, NONE, RACE)


def take_over(machine: Tokyo, state: State, frame: Frame) -> None:
    """The mindbugger pays with its token and has the roll. rule: kt.mindbug.discard"""
    seat, roller = state.answer[1], frame[ROLLER]
    card = next(card for each, card in frame[WANTED] if each == seat)
    state.stack.pop()
    state.stack.append([BORROWED, 0, roller, seat])
    state.registers[ACTOR] = seat
    state.registers[MINDBUGGERS] |= 1 << seat
    if card == TOKEN:
        left = give_token_up(machine, state, seat)
        state.log.append(("mindbug", USED, NONE, seat, roller, left))
    else:
        texts = said_by(machine, state, "serves-as", seat)
        said = next(said for source, said in texts if source == card)
        has_say(state, card, said, seat)
        state.log.append(("substitute", USED + SUBSTITUTE, card, seat, roller, card))
        # The text that was used, which on a copying card is that of another.
        text = machine.definition_number[said.ability.definition]
        happen_to(machine, state, "used", card, text, seat, (roller, 0))


ASK_NEXT = Place()
DECIDE = Place()
TOKENS = PROCEDURES.declare(
    "tokens",
    ASK_NEXT,
    ask_next,
    take_answer,
    DECIDE,
    decide,
    take_over,
    remembers=TOKENS_FRAME,
)
