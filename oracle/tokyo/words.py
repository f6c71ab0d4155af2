"""Effects on places and turns, and effects made of other effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import Label, only_if, optional
from oracle.kernel.machine import (
    Step,
    ask,
)
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from . import atoms
from .binding import effect
from .damage import note_leaving, pending_loss, reduce_damage
from .entering import take_control
from .moments import happen, note_used, was_used, works
from .monsters import in_tokyo
from .selection import (
    bind_players,
)
from .table import (
    ABILITY,
    CONTEXT,
    SOURCE,
    YOU,
)
from .turn import give_turn

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


# --- effects: Tokyo and turns --------------------------------------------------------------------


@effect("take-tokyo")
def _take_tokyo(linker: Linker, call: Call) -> list[Step]:
    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        take_control(machine, state, frame[YOU], frame[SOURCE])

    return [act]


@effect("leave-tokyo")
def _leave_tokyo(linker: Linker, call: Call) -> list[Step]:
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)
    if linker.head == "heartless":
        rules = ("kt.elimination.restart-place",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            if in_tokyo(machine, state, seat):
                atoms.leave(machine, state, seat, frame[SOURCE], rules)
                happen(machine, state, "leaving", seat)

    return [*before, act]


@effect("yield")
def _yield(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        note_leaving(state, frame[YOU])
        source, you = frame[SOURCE], frame[YOU]
        state.log.append(("applies", rules, source, source, frame[ABILITY], you))

    return [act]


@effect("extra-turn")
def _extra_turn(linker: Linker, call: Call) -> list[Step]:
    fewer = int(call.get("fewer") or 0)  # type: ignore[call-overload]
    first = linker.use_number is not None

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        give_turn(machine, state, frame[YOU], fewer, frame[SOURCE], first=first)

    return [act]


# --- effects: what is done with other effects ----------------------------------------------------


@effect("if")
def _if(linker: Linker, call: Call) -> list[Any]:
    given = call["condition"]
    assert isinstance(given, Call)
    test = linker.condition(given)
    rules = linker.told(given)

    def tell(machine: Tokyo, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        state.log.append(("applies", rules, source, source, frame[ABILITY], you))

    return only_if(
        lambda machine, state, frame: test(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        [tell, *linker.body(call["body"])],
    )


def _nothing(frame: Frame, accepted: bool) -> None:
    """What was decided is not asked for later."""


def _asked(linker: Linker, call: Call, body: tuple[Call, ...]) -> list[Any]:
    """Ask, where it can be done at all, whether to do it."""
    possible = linker.possible(body)
    rules = linker.told(call) + tuple(rule for each in body for rule in linker.told(each))
    asked = optional(
        lambda machine, state, frame: int(frame[YOU]), rules, _nothing, linker.body(body)
    )
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        asked,
    )


def whole(call: Call) -> tuple[Call, ...]:
    """All that is done if a monster does what it may: what comes first, and the rest."""
    body: Any = call["body"]
    cost: Any = call.get("cost")
    return tuple(body) if cost is None else (cost, *body)


@effect("may")
def _may(linker: Linker, call: Call) -> list[Any]:
    return _asked(linker, call, whole(call))


@effect("may-first")
def _may_first(linker: Linker, call: Call) -> list[Any]:
    return _asked(linker, call, whole(call))


@effect("once-each-turn")
def _once_each_turn(linker: Linker, call: Call) -> list[Any]:
    body = linker.body(call["body"])

    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        note_used(state, frame[SOURCE], frame[ABILITY])

    return only_if(
        lambda machine, state, frame: not was_used(state, frame[SOURCE], frame[ABILITY]),
        [*body, note],
    )


@effect("repeatedly")
def _repeatedly(linker: Linker, call: Call) -> list[Any]:
    """Again and again until declined, or until it can be done no more. rule: kt.card.again"""
    inner: Any = call["body"]
    only: Call = inner[0]
    body = whole(only)
    possible = linker.possible(body)
    label, slot = Label(), linker.slot()

    def check(machine: Tokyo, state: State, frame: Frame) -> None:
        gone = not works(machine, state, frame[SOURCE], frame[YOU])
        if gone or not possible(machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]):
            label.leave(frame)

    def decided(frame: Frame, accepted: bool) -> None:
        frame[slot] = int(accepted)

    rules = linker.told(only) + tuple(rule for each in body for rule in linker.told(each))
    asked = optional(
        lambda machine, state, frame: int(frame[YOU]), rules, decided, linker.body(body)
    )

    def again(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[slot]:
            label.again(frame)

    return label.around([], [check, *asked, again], [])


@effect("choose")
def _choose(linker: Linker, call: Call) -> list[Step]:
    """The monster that the following lines are about."""
    before, _ = bind_players(linker, call["player"])
    return before


@effect("choose-one")
def _choose_one(linker: Linker, call: Call) -> list[Any]:
    """One of several effects, chosen by you. rule: kt.card.may"""
    inner: Any = call["body"]
    slot, rules = linker.slot(), linker.told(call)

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        options = [("mode", n) for n in range(1, len(inner) + 1)]
        ask(state, "mode", frame[YOU], options, -1, -1, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[slot] = state.answer[1]

    pieces: list[Any] = [offer, take]
    for number, each in enumerate(inner, start=1):
        pieces += only_if(_is(slot, number), linker.body((each,)))
    return pieces


def _is(slot: int, number: int) -> Any:
    return lambda machine, state, frame: frame[slot] == number


@effect("next-purchase")
@effect("rest-of-game")
@effect("until-end-of-turn")
def _until(linker: Linker, call: Call) -> list[Step]:
    """What holds until the present turn is over, or for good. rule: kt.turn.this-turn"""
    for_good = call.word == "rest-of-game"
    numbers = [linker.lasting(each, for_good=for_good) for each in call["body"]]  # type: ignore[attr-defined]
    for each in numbers:
        linker.machine.lasting[each].next_purchase = call.word == "next-purchase"
    rules = linker.told(call)
    for inner in call["body"]:  # type: ignore[attr-defined]
        rules += linker.told(inner)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for lasting in numbers:
            state.lasting = [*state.lasting, (lasting, frame[SOURCE], frame[YOU], None)]
            told = ("lasting", rules, frame[SOURCE], frame[ABILITY], frame[YOU])
            state.log.append(told)
        immune = [each for each in numbers if machine.lasting[each].word == "cannot-lose-hearts"]
        loss = pending_loss(state, frame[YOU])
        if immune and loss:
            reduce_damage(state, frame[YOU], loss)
            state.log.append(("prevent", rules, frame[SOURCE], frame[YOU], loss, 0))

    return [act]
