"""What the words of Mindbug card text do: one binding for each word of the vocabulary.

Effects become steps of code; conditions, players and numbers become small functions of
`(machine, state, source, you)`, or of the running frame where they look back at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import only_if, optional, repeat
from oracle.kernel.layers import derive
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .atoms import exhaust, gain_life, lose_life, take_control, take_into_hand
from .defeat import defeat
from .selection import bind_candidates, bind_choice, rules_of
from .table import (
    ACTIVE,
    DISCARD,
    DONE,
    EXHAUSTED,
    HAND,
    KEYWORDS,
    LIFE,
    MINDBUGS,
    PLAY,
    POWER,
)

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Seat = Callable[["Mindbug", State, int, int], int]
Seats = Callable[["Mindbug", State, int, int], tuple[int, ...]]
Number = Callable[["Mindbug", State, Frame], int]
Condition = Callable[["Mindbug", State, int, int], bool]

EFFECTS: dict[str, Callable[[Linker, Call], list[Step]]] = {}
CONDITIONS: dict[str, Callable[[Linker, Call], Condition]] = {}
NUMBERS: dict[str, Callable[[Linker, Call], Number]] = {}
PLAYERS: dict[str, Seats] = {
    "you": lambda machine, state, source, you: (you,),
    "opponent": lambda machine, state, source, you: (1 - you,),
    "each-player": lambda machine, state, source, you: (
        state.registers[ACTIVE],
        1 - state.registers[ACTIVE],
    ),
}
SINGLE_PLAYERS: dict[str, Seat] = {
    "you": lambda machine, state, source, you: you,
    "opponent": lambda machine, state, source, you: 1 - you,
}
PLACES: dict[str, int] = {"discard-pile": DISCARD, "hand": HAND}

SAME_LIFE = ("mb.life.set",)
SET_LIFE = ("mb.life.lose", "mb.life.set")
RETURN = ("mb.term.return",)
RETURN_SILENTLY = ("mb.term.return", "mb.trigger.not-on-return")
STEAL = ("mb.term.steal",)
TOUGH_ANY_CAUSE = ("mb.keyword.tough-any-cause",)
AT_ONCE = ("mb.effect.at-once",)


def effect(word: str) -> Callable[[Any], Any]:
    """Bind an effect word."""
    return lambda bind: EFFECTS.setdefault(word, bind)


def condition(word: str) -> Callable[[Any], Any]:
    """Bind a condition word."""
    return lambda bind: CONDITIONS.setdefault(word, bind)


def number(word: str) -> Callable[[Any], Any]:
    """Bind a number word."""
    return lambda bind: NUMBERS.setdefault(word, bind)


# --- numbers ---------------------------------------------------------------------------------


@number("life")
def _life(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        LIFE + seat(machine, state, frame[2], frame[3])
    ]


@number("unused-mindbugs")
def _unused_mindbugs(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        MINDBUGS + seat(machine, state, frame[2], frame[3])
    ]


@number("count")
def _count(linker: Linker, call: Call) -> Number:
    found = bind_candidates(linker, linker.phrase(call["selection"]))
    return lambda machine, state, frame: len(found(machine, state, frame[2], frame[3]))


@number("done")
def _done(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame: state.registers[DONE]


@number("power-of-this")
def _power_of(linker: Linker, call: Call) -> Number:
    def last_known_power(machine: Mindbug, state: State, frame: Frame) -> int:
        if frame[5] is not None:
            return int(frame[5][POWER])
        powers = (state.derived or derive(machine, state))[POWER]
        if frame[2] in powers:
            return int(powers[frame[2]])
        return machine.power[state.cards[frame[2]]]

    return last_known_power


# --- conditions ------------------------------------------------------------------------------


@condition("your-turn")
def _your_turn(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you: state.registers[ACTIVE] == you


@condition("controls-none")
def _controls_none(linker: Linker, call: Call) -> Condition:
    found = bind_candidates(linker, linker.phrase(call["creatures"]))
    seat = linker.player(call["player"])

    def controls_none(machine: Mindbug, state: State, source: int, you: int) -> bool:
        area = PLAY + seat(machine, state, source, you)
        where = state.where
        return not any(where[card] == area for card in found(machine, state, source, you))

    return controls_none


@condition("controls-fewer")
def _controls_fewer(linker: Linker, call: Call) -> Condition:
    first, second = linker.player(call["player"]), linker.player(call["than"])

    def controls_fewer(machine: Mindbug, state: State, source: int, you: int) -> bool:
        mine = state.zones[PLAY + first(machine, state, source, you)]
        theirs = state.zones[PLAY + second(machine, state, source, you)]
        return len(mine) < len(theirs)

    return controls_fewer


@condition("has-keyword")
def _has_keyword(linker: Linker, call: Call) -> Condition:
    found = bind_candidates(linker, linker.phrase(call["creature"]))
    bit = linker.keyword_bit(str(call["keyword"]))

    def has_keyword(machine: Mindbug, state: State, source: int, you: int) -> bool:
        keywords = (state.derived or derive(machine, state))[KEYWORDS]
        return any(keywords[card] & bit for card in found(machine, state, source, you))

    return has_keyword


@condition("not-exhausted")
def _not_exhausted(linker: Linker, call: Call) -> Condition:
    found = bind_candidates(linker, linker.phrase(call["creature"]))
    return lambda machine, state, source, you: (
        not any(state.marks[card] & EXHAUSTED for card in found(machine, state, source, you))
    )


# --- effects on life ---------------------------------------------------------------------------


@effect("gain-life")
def _gain_life(linker: Linker, call: Call) -> list[Step]:
    seats, amount = linker.players(call["player"]), linker.number(call["amount"])

    def gain(machine: Mindbug, state: State, frame: Frame) -> None:
        for seat in seats(machine, state, frame[2], frame[3]):
            gain_life(state, seat, amount(machine, state, frame), frame[2])

    return [gain]


@effect("lose-life")
def _lose_life(linker: Linker, call: Call) -> list[Step]:
    seats, amount = linker.players(call["player"]), linker.number(call["amount"])

    def lose(machine: Mindbug, state: State, frame: Frame) -> None:
        for seat in seats(machine, state, frame[2], frame[3]):
            lose_life(state, seat, amount(machine, state, frame), frame[2])

    return [lose]


@effect("set-life")
def _set_life(linker: Linker, call: Call) -> list[Step]:
    whose, amount = linker.player(call["player"]), linker.number(call["amount"])

    def set_life(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[2], frame[3])
        difference = amount(machine, state, frame) - state.counters[LIFE + seat]
        if not difference:
            state.log.append(("life-stays", SAME_LIFE, frame[2], seat, state.counters[LIFE + seat]))
        gain_life(state, seat, difference, frame[2], ("mb.life.set",))
        lose_life(state, seat, -difference, frame[2], SET_LIFE)

    return [set_life]


# --- effects on creatures ----------------------------------------------------------------------


@effect("defeat")
def _defeat(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    noun_rules = rules_of(linker, phrase)
    several = noun_rules + AT_ONCE

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        cards = state.answer
        if cards:
            rules = several if len(cards) > 1 else noun_rules
            defeat(machine, state, cards, frame[2], rules, TOUGH_ANY_CAUSE, cards)
        else:
            state.registers[DONE] = 0

    return [*bind_choice(linker, phrase), act]


@effect("exhaust")
def _exhaust(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    rules = linker.word_rules("exhaust")

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            exhaust(state, card, frame[2], rules)

    return [*bind_choice(linker, phrase), act]


@effect("take-control")
def _take_control(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            take_control(machine, state, card, frame[3], frame[2])
        state.registers[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


@effect("return-to-hand")
def _return_to_hand(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            silent = state.cards[card] in machine.triggered["defeated"]
            rules = RETURN_SILENTLY if silent else RETURN
            take_into_hand(state, card, state.where[card] - PLAY, "return", frame[2], rules)
        state.registers[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


# --- effects on cards (more in cards.py) -------------------------------------------------------


@effect("put-into-hand")
def _put_into_hand(linker: Linker, call: Call) -> list[Step]:
    phrase, whose = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[2], frame[3])
        for card in state.answer:
            take_into_hand(state, card, seat, "recover", frame[2], ("mb.term.card",))
        state.registers[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


@effect("steal")
def _steal(linker: Linker, call: Call) -> list[Step]:
    phrase, thief = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = thief(machine, state, frame[2], frame[3])
        for card in state.answer:
            take_into_hand(state, card, seat, "steal", frame[2], STEAL)
        state.registers[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


# --- blocks ------------------------------------------------------------------------------------


@effect("if")
def _if(linker: Linker, call: Call) -> list[Any]:
    given = call["condition"]
    assert isinstance(given, Call)
    test = linker.condition(given)
    assert test is not None
    return only_if(
        lambda machine, state, frame: test(machine, state, frame[2], frame[3]),
        linker.body(call["body"]),
    )


@effect("may")
def _may(linker: Linker, call: Call) -> list[Any]:
    def decided(state: State, accepted: bool) -> None:
        state.registers[DONE] = int(accepted)

    return optional(
        lambda machine, state, frame: int(frame[3]),
        ("mb.effect.chooser",),
        decided,
        linker.body(call["body"]),
    )


@effect("if-you-do")
def _if_you_do(linker: Linker, call: Call) -> list[Any]:
    return only_if(
        lambda machine, state, frame: state.registers[DONE] > 0, linker.body(call["body"])
    )


@effect("for-each")
def _for_each(linker: Linker, call: Call) -> list[Any]:
    return repeat(linker.number(call["count"]), linker.slot(), linker.body(call["body"]))
