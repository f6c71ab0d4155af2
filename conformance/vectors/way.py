"""The way of a scenario from one real choice to the next, as its vector tells it.

An engine may ask a decision that has only one answer, or answer it by itself. So a vector names
real choices alone, and says what holds where the next one comes.
"""

from __future__ import annotations

from attrs import frozen

from conformance.scenario.face import Json, Position, only_answer
from conformance.scenario.run import Run


@frozen
class Way:
    """The steps of a vector, and the positions they are about.

    `positions` are those in which a move of the scenario was made and the last one; of each,
    `places` says which real choice, and so which step, comes next.
    """

    steps: tuple[Json, ...]
    positions: tuple[Position, ...]
    places: tuple[int, ...]
    stepped_over: frozenset[int]
    end: Position

    @classmethod
    def of(cls, run: Run) -> Way:
        """The way of a run that has come to its end."""
        steps: list[Json] = []
        chosen: list[Position] = []
        places = []
        stepped_over = set()
        for number, (position, move) in enumerate(zip(run.before, run.moves, strict=True)):
            places.append(len(steps))
            decision = position.decision
            assert decision is not None
            if only_answer(decision) is None:
                steps.append({"who": move.seat, "kind": move.kind, "do": move.do, **move.legal})
                chosen.append(position)
            else:
                stepped_over.add(number)
        places.append(len(steps))
        end = settled(run.position)
        if end is not run.position:
            stepped_over.add(len(run.moves))
        return cls(tuple(steps), (*chosen, end), tuple(places), frozenset(stepped_over), end)

    def behind(self, moves: int) -> tuple[int, Position]:
        """The first real choice after so many moves: the number of its step, and the position."""
        place = self.places[moves]
        return place, self.positions[place]

    def is_stepped_over(self, moves: int) -> bool:
        """Whether what comes after so many moves has only one answer."""
        return moves in self.stepped_over


def settled(position: Position) -> Position:
    """The position once every decision that has only one answer is answered."""
    while position.decision is not None:
        only = only_answer(position.decision)
        if only is None:
            break
        position, _ = position.apply(only)
    return position
