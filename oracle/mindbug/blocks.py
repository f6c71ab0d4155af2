"""Words around other effects: when they are carried out, whether, and how often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.flow import if_of_use, only_if
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .counting import FOR_EACH, in_turn
from .table import ABILITY, DONE, SNAPSHOT, SOURCE, YOU
from .words import EFFECTS, effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

DECLINED = -1
LINKED = ("mb.effect.linked",)
NOT_OFFERED = ("mb.effect.not-offered",)


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
