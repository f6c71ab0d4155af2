"""What the words of the cards do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from oracle.kernel.flow import repeat
from oracle.kernel.linking import SOURCE, YOU, Linker, Words
from oracle.kernel.machine import ask_to_choose
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .atoms import gain, lose, offer_draw, put_out, take_drawn
from .table import DECK, STREET, Lanterns

WORDS = Words()


def seat_of(player: object, you: int) -> int:
    """The seat that `you` or `the opponent` means."""
    assert isinstance(player, Call)
    return you if player.word == "you" else 1 - you


def hanging(machine: Lanterns, state: State, phrase: Selection, source: int, you: int) -> list[int]:
    """The lanterns that a noun phrase means now."""
    sides = {"allied": (you,), "enemy": (1 - you,)}.get(phrase.side, (0, 1))
    most = [int(str(each["n"])) for each in phrase.filters]
    return [
        card
        for seat in sides
        for card in sorted(state.zones[STREET + seat])
        if all(machine.glow[state.cards[card]] <= glow for glow in most)
        and not (phrase.other and card == source)
    ]


@WORDS.effect("gain-light")
def _gain(linker: Linker, call: Call) -> list[Any]:
    rules, amount = linker.told(call), int(str(call["amount"]))

    def step(machine: Lanterns, state: State, frame: Frame) -> None:
        gain(state, seat_of(call["player"], frame[YOU]), amount, rules, frame[SOURCE])

    return [step]


@WORDS.effect("lose-light")
def _lose(linker: Linker, call: Call) -> list[Any]:
    rules, amount = linker.told(call), int(str(call["amount"]))

    def step(machine: Lanterns, state: State, frame: Frame) -> None:
        lose(state, seat_of(call["player"], frame[YOU]), amount, rules, frame[SOURCE])

    return [step]


@WORDS.effect("draw")
def _draw(linker: Linker, call: Call) -> list[Any]:
    rules, amount = linker.told(call), int(str(call["amount"]))

    def offer(machine: Lanterns, state: State, frame: Frame) -> None:
        if state.zones[DECK]:
            offer_draw(state, rules, frame[SOURCE])
            return
        state.answer = None
        seat = seat_of(call["player"], frame[YOU])
        state.log.append(("none-left", rules, frame[SOURCE], seat))

    def take(machine: Lanterns, state: State, frame: Frame) -> None:
        if state.answer is not None:
            take_drawn(state, seat_of(call["player"], frame[YOU]), rules, frame[SOURCE])

    return repeat(lambda *_: amount, linker.slot(), [offer, take])


@WORDS.effect("put-out")
def _put_out(linker: Linker, call: Call) -> list[Any]:
    phrase = call["those"]
    assert isinstance(phrase, Selection)
    rules = linker.told(call)

    def offer(machine: Lanterns, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        meant = hanging(machine, state, phrase, source, you)
        found = [card for card in meant if state.cards[card] not in machine.sheltered]
        for card in meant:
            if card not in found:
                state.log.append(("sheltered", ("ln.keyword.sheltered",), source, card))
        if not found:
            state.log.append(("nothing", ("ln.lantern.nothing",), source, source))
            state.answer = ()
            return
        count = min(int(str(phrase.quantity.count)), len(found))
        ask_to_choose(state, "choose", you, found, count, count, source, rules)

    def take(machine: Lanterns, state: State, frame: Frame) -> None:
        for card in state.answer:
            put_out(machine, state, card, frame[SOURCE])

    return [offer, take]


@WORDS.number("count")
def _count(linker: Linker, call: Call) -> Callable[[Lanterns, State, Frame], int]:
    phrase: Any = call["selection"]
    return lambda machine, state, frame: len(
        hanging(machine, state, phrase, frame[SOURCE], frame[YOU])
    )


@WORDS.condition("less-light")
def _less_light(linker: Linker, call: Call) -> Callable[[Lanterns, State, Frame], bool]:
    def holds(machine: Lanterns, state: State, frame: Frame) -> bool:
        you = frame[YOU]
        mine = state.counters[seat_of(call["player"], you)]
        return mine < state.counters[seat_of(call["than"], you)]

    return holds
