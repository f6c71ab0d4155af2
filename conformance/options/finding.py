"""Finds out which answers to the options an engine plays by.

A vector tells two answers apart if the oracle does different things under them. The engine walks
such vectors under each answer, and the answer under which it passes is the one it plays by. An
option may matter only next to a certain answer to another one, so what was found about the others
is kept in mind, and everything is looked at again until nothing new is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from attrs import define, evolve, field, frozen

from conformance.engines.interface import Engine, SkipWanted, Trouble, Unsupported
from conformance.judge.answers import answers_of_vector
from conformance.judge.derive import NotApplicable, derive_as_far_as_it_goes, same_outcome
from conformance.judge.runner import out_of_reach
from conformance.judge.vector import Vector
from conformance.judge.walk import Failed, Walk
from conformance.protocol.messages import Hello
from rules_dsl.specification import Option, load_specification

ENOUGH = 5
"""Vectors that tell the answers of an option apart: more only repeat what these say."""

ROUNDS = 4
"""How often everything is looked at again at most."""

Tell = Callable[[int], None]


@frozen
class Found:
    """What an engine does about one option.

    `answer` is the one it plays by, None if it is none of them or cannot be told; `evidence` are
    the vectors that told, `against` those that it passes under no answer.
    """

    option: Option
    answer: str | None
    evidence: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    needs: tuple[str, str] | None = None
    """Another option and the answer next to which this one matters, where it does not matter."""

    @property
    def is_told(self) -> bool:
        """Whether any vector said something."""
        return bool(self.evidence or self.against)


@define
class Search:
    """Looks for the answers of one engine to the options of one game."""

    engine: Engine
    game: str
    vectors: Sequence[Vector]
    known: dict[str, str] = field(factory=dict)
    """Answers that are taken for granted: those found so far."""

    def found(self, tell: Tell = lambda _: None) -> list[Found]:
        """What the engine does about each option of the game, in the order of the specification."""
        hello = self.engine.hello()
        reach = [vector for vector in self.vectors if self._is_in_reach(vector, hello)]
        options = self._options()
        results: dict[str, Found] = {}
        for _ in range(ROUNDS):
            before = dict(self.known)
            for option in options:
                results[option.id] = self._answer(option, reach, hello)
                answer = results[option.id].answer
                if answer is not None:
                    self.known[option.id] = answer
                tell(1)
            if self.known == before:
                break
        return [self._reasoned(results[option.id], reach) for option in options]

    def _reasoned(self, found: Found, vectors: Sequence[Vector]) -> Found:
        """What was found, and where nothing tells, the answer that the others would need."""
        if found.is_told:
            return found
        specification = load_specification()
        assuming = [vector for vector in vectors if found.option.id in vector.assumes]
        for other, answer in self.known.items():
            usual = specification.options[other].default
            if answer != usual:
                search = evolve(self, known={**self.known, other: usual})
                if search._apart(found.option, assuming, 1):
                    return evolve(found, needs=(other, usual))
        return found

    def _options(self) -> list[Option]:
        specification = load_specification()
        prefix = f"{specification.games[self.game].prefix}."
        return [option for id, option in specification.options.items() if id.startswith(prefix)]

    def _is_in_reach(self, vector: Vector, hello: Hello) -> bool:
        if vector.game.partition("/")[0] != self.game or (vector.cards and "card" not in hello.ops):
            return False
        return out_of_reach(vector, hello) is None

    def _answer(self, option: Option, vectors: Sequence[Vector], hello: Hello) -> Found:
        votes: dict[str, list[str]] = {answer.id: [] for answer in option.answers}
        against: list[str] = []
        for vector, outcomes in self._telling(option, vectors):
            try:
                passed = [answer for answer, one in outcomes.items() if self._passes(one, hello)]
            except (Unsupported, SkipWanted):
                continue
            if not passed:
                against.append(vector.id)
            for answer in passed:
                votes[answer].append(vector.id)
        most = max(map(len, votes.values()))
        best = [answer for answer, ids in votes.items() if len(ids) == most]
        if len(best) != 1 or most <= len(against):
            return Found(option, None, (), tuple(against))
        return Found(option, best[0], tuple(votes[best[0]]), tuple(against))

    def _telling(
        self, option: Option, vectors: Sequence[Vector]
    ) -> list[tuple[Vector, dict[str, Vector]]]:
        """Some vectors that tell answers apart, next to what is known; the plainest first.

        Those that assume an answer come first. Others tell only next to other answers than the
        usual ones, and are looked at if nothing else tells.
        """
        plainest = sorted(vectors, key=lambda vector: (len(vector.assumes), len(vector.script)))
        assuming = [vector for vector in plainest if option.id in vector.assumes]
        others = (vector for vector in plainest if option.id not in vector.assumes)
        return self._apart(option, assuming, ENOUGH) or self._apart(option, others, 1)

    def _apart(
        self, option: Option, vectors: Iterable[Vector], enough: int
    ) -> list[tuple[Vector, dict[str, Vector]]]:
        found = ((vector, self._outcomes(option, vector)) for vector in vectors)
        return list(islice((each for each in found if _differ([*each[1].values()])), enough))

    def _outcomes(self, option: Option, vector: Vector) -> dict[str, Vector]:
        """What the vector is under each answer, as far as its script can be played."""
        own = self._usual(vector)
        derived = {
            answer.id: derive_as_far_as_it_goes(vector, {**own, option.id: answer.id})
            for answer in option.answers
        }
        return {
            answer: one for answer, one in derived.items() if not isinstance(one, NotApplicable)
        }

    def _usual(self, vector: Vector) -> dict[str, str]:
        """The answers that the engine is believed to play a vector by."""
        return {**answers_of_vector(evolve(vector, options={})), **self.known}

    def _passes(self, vector: Vector, hello: Hello) -> bool:
        try:
            Walk(self.engine, hello, vector).go()
        except (Unsupported, SkipWanted):
            raise  # that says nothing about an answer
        except (Failed, Trouble):
            return False
        return True


def _differ(outcomes: Sequence[Vector]) -> bool:
    return any(not same_outcome(outcomes[0], one) for one in outcomes)
