"""Lines of chance that answer several decisions: all dice of a roll, several cards turned up."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from conformance.scenario.answers import answer_of, fits, say_decision, say_offers
from conformance.scenario.face import Decision, Event, Position
from conformance.scenario.model import PEOPLE, Line, Step
from conformance.scenario.printer import print_line
from conformance.scenario.run import Failure, Run

FALLS = ("face", "throw", "first-face")
"""The events that say whose die shows what."""


def roll(run: Run, line: Step, lines: list[Line]) -> None:
    """Roll all dice of one roll: as many as the line has faces, no more and no fewer."""
    rolling: tuple[object, ...] = ()
    for step in apart(line):
        decision = _decision_for(run, step, line)
        run.answer(answer_of(step.act, decision, run.cast, step.place), step)
        who = _of_whom(run.moves[-1].events)
        if who != step.seat:
            raise Failure(f"`{print_line(line)}`, but the next die is {who}'s", line.place)
        rolling = (decision.kind, decision.source, who)
    pending = run.decision
    # Dice thrown for a card come in as many lots as the card is used: a line may be one lot.
    if (
        pending is None
        or pending.source is not None
        or not fits(line.seat, line.act, pending, run.cast.game)
    ):
        return
    if (pending.kind, pending.source, roller(run.position)) == rolling:
        raise Failure(f"`{print_line(line)}` leaves a die of this roll out", line.place)


def turn_up(run: Run, line: Step, lines: list[Line]) -> None:
    """Turn up several cards."""
    for step in apart(line):
        decision = _decision_for(run, step, line)
        do = answer_of(step.act, decision, run.cast, step.place)
        if do not in decision.legal()["legal"]:
            raise Failure(
                f"`{print_line(line)}` is not possible; {say_offers(decision, run.cast)}",
                line.place,
            )
        run.answer(do, step)


def _decision_for(run: Run, step: Step, line: Step) -> Decision:
    """The decision that a step answers; forced ones of another sort are passed over."""
    while run.decision is not None:
        decision = run.decision
        if fits(step.seat, step.act, decision, run.cast.game):
            return decision
        if not run.pass_over():
            raise Failure(
                f"`{print_line(line)}`, but the game waits for {say_decision(decision, run.cast)}; "
                f"{say_offers(decision, run.cast)}",
                line.place,
            )
    raise Failure(f"`{print_line(line)}`, but the game is over", line.place)


def roller(position: Position) -> str:
    """Whose die the pending roll is: the one of whom it is told once it lies there."""
    decision = position.decision
    assert decision is not None
    _, events = position.apply(decision.legal()["legal"][0])
    return _of_whom(events)


def _of_whom(events: Sequence[Event]) -> str:
    """Whose die is told to lie there."""
    return next(PEOPLE[str(event.data["seat"])] for event in events if event.kind in FALLS)


def apart(step: Step) -> tuple[Step, ...]:
    """A line for each die, or for each card, of a line of several."""
    act = step.act
    if act.verb == "roll-dice":
        one = {face: evolve(step, act=evolve(act, faces=(face,))) for face in set(act.faces)}
        return tuple(one[face] for face in act.faces)
    if act.verb == "turn-up-several":
        return tuple(evolve(step, act=evolve(act, cards=(card,))) for card in act.cards)
    return (step,)
