"""Scripted dealing: the decks of a game that begins at the real start."""

from __future__ import annotations

from collections.abc import Iterator

from conformance.scenario.answers import say_decision
from conformance.scenario.face import Position
from conformance.scenario.model import (
    PEOPLE,
    CardRef,
    Item,
    Line,
    Others,
    Placed,
    Scenario,
    Step,
)
from conformance.scenario.printer import print_line
from conformance.scenario.run import Failure, Run

DEAL = "deal"


def deal(run: Run, line: Step, lines: list[Line]) -> None:
    """Deal what the lines say, in whatever order the game fills the decks."""
    steps = [line, *_further_deals(lines)]
    reserved = {run.cast.card_id(ref) for ref in _named(run.scenario) if not ref.is_other}
    queues: dict[str, list[tuple[Step, Placed | None]]] = {"alice": [], "bob": []}
    for step in steps:
        queues[step.act.player or ""] += [(step, item) for item in _one_by_one(step.act.deck)]
    while any(queues.values()):
        last = steps[-1]
        decision = run.decision
        if decision is None or decision.kind != DEAL:
            waits = say_decision(decision, run.cast) if decision else "nobody"
            raise Failure(
                f"`{print_line(last)}` deals too many cards: the game waits for {waits}",
                last.place,
            )
        player = PEOPLE[_receiver(run.position)]
        if not queues[player]:
            raise Failure(f"the next card goes to {player}, but none is dealt", last.place)
        step, item = queues[player].pop(0)
        legal = [answer["deal"] for answer in decision.legal()["legal"]]
        if item is None:
            handle = run.cast.bind_other(legal, reserved)
        else:
            handle = run.cast.bind(item.card, legal)
        if handle not in legal:
            raise Failure(f"{run.cast.name(handle)} cannot be dealt to {player}", step.place)
        run.answer({"deal": handle}, step)


def _further_deals(lines: list[Line]) -> list[Step]:
    """Take the lines that go on dealing: decks are dealt in turn, so they belong together."""
    further = []
    while lines and isinstance(lines[0], Step) and lines[0].act.verb == DEAL:
        further.append(lines[0])
        lines.pop(0)
    return further


def _one_by_one(items: tuple[Item, ...]) -> Iterator[Placed | None]:
    for item in items:
        if isinstance(item, Others):
            yield from [None] * item.count
        else:
            yield item


def _receiver(position: Position) -> str:
    """Whose deck the pending deal fills: the one of whom it is told once a card is dealt."""
    decision = position.decision
    assert decision is not None
    _, events = position.apply(decision.legal()["legal"][0])
    return next((str(event.data["seat"]) for event in events if event.kind == DEAL), "p1")


def _named(scenario: Scenario) -> Iterator[CardRef]:
    """Every card that a scenario names in its lines."""
    for line in scenario.when:
        if isinstance(line, Step):
            yield from line.act.cards
            yield from (item.card for item in line.act.deck if isinstance(item, Placed))
    for fact in scenario.then:
        if isinstance(fact.args.get("card"), CardRef):
            yield fact.args["card"]  # type: ignore[misc]
