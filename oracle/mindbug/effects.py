"""Effects: whether they are carried out, how often, and for how many at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.flow import if_of_use, only_if
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .table import ABILITY, DONE, SNAPSHOT, SOURCE, YOU
from .words import EFFECTS, effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug
    from .words import Number

DECLINED = -1
LINKED = ("mb.effect.linked",)
NOT_OFFERED = ("mb.effect.not-offered",)

FOR_EACH = ("mb.effect.for-each",)

IMPOSSIBLE = ("mb.effect.impossible",)
AT_ONCE = ("mb.effect.at-once",)

Change = Callable[["Mindbug", State, int, int, int], None]
"""`(machine, state, seat, amount, cause)`."""


@effect("if")
def _if(linker: Linker, call: Call) -> list[Any]:
    given = call["condition"]
    assert isinstance(given, Call)
    test = linker.condition(given)
    assert test is not None
    return only_if(
        lambda machine, state, frame: test(
            machine, state, frame[SOURCE], frame[YOU], frame[SNAPSHOT]
        ),
        linker.body(call["body"]),
    )


@effect("may")
def _may(linker: Linker, call: Call) -> list[Any]:
    def decided(frame: Frame, accepted: bool) -> None:
        frame[DONE] = 1 if accepted else DECLINED

    def idle(state: State, frame: Frame) -> None:
        frame[DONE] = 0
        state.log.append(("not-offered", NOT_OFFERED, frame[SOURCE], frame[ABILITY]))

    return if_of_use(
        lambda machine, state, frame: int(frame[YOU]),
        ("mb.effect.chooser", "mb.effect.full"),
        decided,
        idle,
        linker.body(call["body"]),
        linker.slot(),
    )


@effect("if-you-do")
def _if_you_do(linker: Linker, call: Call) -> list[Any]:
    def done(machine: Mindbug, state: State, frame: Frame) -> bool:
        if frame[DONE] <= 0:
            kind = "impossible" if frame[DONE] == 0 else "not-done"
            state.log.append((kind, LINKED, frame[SOURCE], frame[ABILITY]))
        return bool(frame[DONE] > 0)

    return only_if(done, linker.body(call["body"]))


@effect("for-each")
def _for_each(linker: Linker, call: Call) -> list[Any]:
    """One after the other; by option creatures to be defeated are chosen and defeated together."""
    count, body = call["count"], call["body"]
    times = linker.number(count)
    one_by_one = in_turn(linker, times, linker.body(body))
    several = _defeat_of(body, count)
    if several is None:
        return one_by_one

    def tell(machine: Mindbug, state: State, frame: Frame) -> None:
        number = times(machine, state, frame)
        state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], number))

    together = [tell, *EFFECTS["defeat"](linker, several)]
    return [
        *only_if(lambda machine, *_: not machine.defeats_together, one_by_one),
        *only_if(lambda machine, *_: machine.defeats_together, together),
    ]


def _defeat_of(body: object, count: object) -> Call | None:
    """A text that defeats a single creature, as one that defeats so many at once."""
    assert isinstance(body, tuple)
    call, *more = body
    assert isinstance(call, Call)
    phrase = call.get("creatures")
    if call.word != "defeat" or more or not isinstance(phrase, Selection):
        return None
    if phrase.quantity.kind == "all" or phrase.quantity.count != 1:
        return None
    several = evolve(phrase, quantity=evolve(phrase.quantity, count=count))
    return evolve(call, args=(("creatures", several),))


def by_amount(
    linker: Linker, times: Number, together: Sequence[Any], once: Sequence[Any]
) -> list[Any]:
    """An amount for each of several things, all at once or by option one after the other."""
    return [
        *only_if(lambda machine, *_: machine.amounts_together, together),
        *only_if(lambda machine, *_: not machine.amounts_together, in_turn(linker, times, once)),
    ]


def in_turn(linker: Linker, times: Number, body: Sequence[Any]) -> list[Any]:
    """Do something once for each of several things, which are counted before the first time."""
    left, done = linker.slot(), linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left], frame[done] = times(machine, state, frame), 0
        state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], frame[left]))

    def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[left] <= 0:
            frame[DONE] = frame[done]
            loop.leave(frame)

    def note(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[done] += max(0, frame[DONE])
        frame[left] -= 1
        loop.again(frame)

    return loop.around([begin], [go_on, *body, note], [])


def bind_amount(linker: Linker, call: Call, change: Change) -> list[Any]:
    """Gain or lose a number of something, or that number for each thing counted."""
    seats, amount = linker.players(call["player"]), linker.number(call["amount"])
    count = call.get("count")

    def act(machine: Mindbug, state: State, frame: Frame, times: int = 1) -> None:
        number = amount(machine, state, frame) * times
        for seat in seats(machine, state, frame[SOURCE], frame[YOU]):
            change(machine, state, seat, number, frame[SOURCE])
        frame[DONE] = number

    if count is None:
        return [act]
    times = linker.number(count)

    def act_for_all(machine: Mindbug, state: State, frame: Frame) -> None:
        number = times(machine, state, frame)
        total = amount(machine, state, frame) * number
        state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], total))
        act(machine, state, frame, number)

    return by_amount(linker, times, [act_for_all], [act])
