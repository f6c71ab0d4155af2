"""Effects made of other effects: conditions, offers, choices, repetitions, what lasts."""

from __future__ import annotations

from typing import Any

from oracle.kernel.flow import Label, only_if, optional, repeat
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .binding import DICE_GAMES
from .linker import Linker, whole
from .machine import DiceGame
from .moments import note_used, was_used
from .table import ABILITY, CONTEXT, DONE, SOURCE, YOU


@DICE_GAMES.effect("if")
def _if(linker: Linker[Any], call: Call) -> list[Any]:
    given = call["condition"]
    assert isinstance(given, Call)
    test = linker.condition(given)
    rules = linker.told(given) or linker.told(call)

    def tell(machine: DiceGame, state: State, frame: Frame) -> None:
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


def asked(linker: Linker[Any], call: Call, body: tuple[Call, ...]) -> list[Any]:
    """Ask, where it can be done at all, whether to do it."""
    possible = linker.possible(body)
    rules = linker.told(call) + tuple(rule for each in body for rule in linker.told(each))
    return optional(
        lambda machine, state, frame: int(frame[YOU]),
        rules,
        _nothing,
        linker.body(body),
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
    )


@DICE_GAMES.effect("may")
def _may(linker: Linker[Any], call: Call) -> list[Any]:
    return asked(linker, call, whole(call))


@DICE_GAMES.effect("may-first")
def _may_first(linker: Linker[Any], call: Call) -> list[Any]:
    return asked(linker, call, whole(call))


@DICE_GAMES.effect("once-each-turn")
def _once_each_turn(linker: Linker[Any], call: Call) -> list[Any]:
    body = linker.body(call["body"])

    def note(machine: DiceGame, state: State, frame: Frame) -> None:
        note_used(state, frame[SOURCE], frame[ABILITY])

    return only_if(
        lambda machine, state, frame: not was_used(state, frame[SOURCE], frame[ABILITY]),
        [*body, note],
    )


@DICE_GAMES.effect("repeatedly")
def _repeatedly(linker: Linker[Any], call: Call) -> list[Any]:
    """Again and again until declined, or until it can be done no more."""
    inner: Any = call["body"]
    only: Call = inner[0]
    body = whole(only)
    possible = linker.possible(body)
    label, slot = Label(), linker.slot()

    def test(machine: DiceGame, state: State, frame: Frame) -> bool:
        source, you = frame[SOURCE], frame[YOU]
        there = machine.has(machine, state, (source, frame[ABILITY]), you)
        return there and possible(machine, state, source, you, frame[CONTEXT])

    def begin(machine: DiceGame, state: State, frame: Frame) -> None:
        frame[slot] = 0

    def decided(frame: Frame, accepted: bool) -> None:
        frame[slot] = int(accepted)

    rules = linker.told(only) + tuple(rule for each in body for rule in linker.told(each))
    question = optional(
        lambda machine, state, frame: int(frame[YOU]),
        rules,
        decided,
        [*linker.body(body), *linker.after_each()],
        test,
    )

    def again(machine: DiceGame, state: State, frame: Frame) -> None:
        if frame[slot]:
            label.again(frame)

    return label.around([], [begin, *question, again], [])


@DICE_GAMES.effect("for-each")
def _for_each(linker: Linker[Any], call: Call) -> list[Any]:
    """Once for each thing counted when the text gets there."""
    count, slot = linker.number(call["count"]), linker.slot()
    return repeat(
        lambda machine, state, frame: count(machine, state, frame, frame[YOU]),
        slot,
        linker.body(call["body"]),
    )


@DICE_GAMES.effect("all-of")
def _all_of(linker: Linker[Any], call: Call) -> list[Any]:
    return linker.body(call["body"])


@DICE_GAMES.effect("choose-one")
def _choose_one(linker: Linker[Any], call: Call) -> list[Any]:
    """One of several effects, chosen by you."""
    inner: Any = call["body"]
    slot, rules = linker.slot(), linker.told(call)

    def offer(machine: DiceGame, state: State, frame: Frame) -> None:
        options = [("mode", n) for n in range(1, len(inner) + 1)]
        ask(state, "mode", frame[YOU], options, frame[SOURCE], rules)

    def take(machine: DiceGame, state: State, frame: Frame) -> None:
        frame[slot] = state.answer[1]

    pieces: list[Any] = [offer, take]
    for number, each in enumerate(inner, start=1):
        pieces += only_if(_is(slot, number), linker.body((each,)))
    return pieces


def _is(slot: int, number: int) -> Any:
    return lambda machine, state, frame: frame[slot] == number


def hold(linker: Linker[Any], call: Call, kept: Any = None) -> list[Step]:
    """What holds until the present turn is over, or for good; `kept` says what is kept with it."""
    for_good = call.word == "rest-of-game"
    numbers = [linker.lasting(each, for_good=for_good) for each in call["body"]]  # type: ignore[attr-defined]
    rules = linker.told(call)
    for inner in call["body"]:  # type: ignore[attr-defined]
        rules += linker.told(inner)

    def act(machine: DiceGame, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        targets = None if kept is None else kept(you)
        for lasting in numbers:
            state.lasting = [*state.lasting, (lasting, source, you, targets)]
            state.log.append(("lasting", rules, source, frame[ABILITY], you))
        if machine.begins_to_hold is not None:
            machine.begins_to_hold(machine, state, numbers, source, you, rules)

    return [act]


DICE_GAMES.effect("rest-of-game")(hold)
DICE_GAMES.effect("until-end-of-turn")(hold)


@DICE_GAMES.number("done")
def _done(linker: Linker[Any], call: Call) -> Any:
    """What the text just before really did."""
    return lambda machine, state, frame, whose: int(frame[DONE])


def compare(limit: object, found: int, wanted: int) -> bool:
    """At least, at most, or exactly."""
    if limit == "at-least":
        return found >= wanted
    return found <= wanted if limit == "at-most" else found == wanted
