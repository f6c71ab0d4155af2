"""A vector under other answers to the options: played by the oracle, expectations anew."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

import oracle
from conformance.engines.rulesets import ruleset
from conformance.judge.answers import Answers, changed_answers
from conformance.judge.vector import NATURE, Expectation, Offer, Refusal, Step, Vector
from conformance.perft.tree import count
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from oracle.kernel.machine import KernelError
from rules_dsl.errors import KaijuError

DECLINE: Answer = {"decline": True}
FORCED_AT_MOST = 2_000


@frozen
class NotApplicable:
    """Why a vector says nothing about a game with these answers."""

    reason: str


class _Leaves(Exception):
    """The script leads somewhere else under these answers."""


def derive(vector: Vector, answers: Answers) -> Vector | NotApplicable:
    """The vector as it is under these answers, or why there is none.

    The script stays what it is. Only what these answers do not ask a player is left out, and a
    question that they add is declined.
    """
    return _derive(vector, answers, cut=False)


def derive_as_far_as_it_goes(vector: Vector, answers: Answers) -> Vector | NotApplicable:
    """The same, but where the script leads somewhere else it ends with what is asked there."""
    return _derive(vector, answers, cut=True)


def _derive(vector: Vector, answers: Answers, cut: bool) -> Vector | NotApplicable:
    try:
        player = _Player(vector, answers)
        try:
            return player.derived()
        except _Leaves as left:
            return player.cut_off() if cut else NotApplicable(str(left))
    except KaijuError as error:
        return NotApplicable(f"the position cannot be: {error.message}")
    except KernelError as error:  # rules as misread may never come to a choice
        return NotApplicable(str(error))


def same_outcome(one: Vector, other: Vector) -> bool:
    """Whether two derivations of a vector ask and expect the same."""
    return _outcome(one) == _outcome(other)


def _outcome(vector: Vector) -> object:
    steps = [(step.who, step.kind, step.do, step.legal, step.choose) for step in vector.script]
    return steps, [evolve(each, origin="") for each in vector.expect]


class _Player:
    """The oracle on its way through a vector."""

    def __init__(self, vector: Vector, answers: Answers) -> None:
        self._vector = vector
        self._options = changed_answers(vector.game, answers)
        rules = ruleset(vector.game, self._options, vector.cards, players=vector.players)
        self._position = rules.start() if vector.setup is None else rules.setup(vector.setup)
        self._steps: list[Step] = []
        self._expect: list[Expectation] = []
        self._settle()

    def derived(self) -> Vector:
        vector = self._vector
        for at, step in enumerate(vector.script):
            self._look(at)
            if not step.is_forced:
                self._take(at)
        self._look(len(vector.script))
        return evolve(vector, options=self._options, script=self._steps, expect=self._expect)

    def cut_off(self) -> Vector:
        """The vector up to here, and what is asked here."""
        decision, after = self._position.decision, len(self._steps)
        if decision is not None:
            self._expect.append(Expectation(after, legal=_offer(decision)))
        self._expect.append(Expectation(after, state=self._position.projection()))
        return evolve(self._vector, options=self._options, script=self._steps, expect=self._expect)

    # ---- the script

    def _take(self, at: int) -> None:
        """Give the answer of a step if it is asked for; first decline what the vector does not."""
        step = self._vector.script[at]
        while not self._asks_for(step):
            if self._is_over_it(at) or not self._declines(step):
                if step.who == NATURE or self._asks(step):
                    raise _Leaves(f"`{step}` is not legal: {self._asked()}")
                return
        self._answer(step.do, with_digest=step.digest is not None)

    def _asks(self, step: Step) -> bool:
        decision = self._position.decision
        return decision is not None and (decision.seat, decision.kind) == (step.who, step.kind)

    def _asks_for(self, step: Step) -> bool:
        decision = self._position.decision
        return decision is not None and self._asks(step) and step.do in _legal(decision)

    def _is_over_it(self, at: int) -> bool:
        """Whether the game waits for a later step: the one in between is not asked."""
        return self._position.decision is None or any(
            self._asks_for(step) for step in self._vector.script[at + 1 :]
        )

    def _declines(self, step: Step) -> bool:
        """Decline a question that the vector does not know; say whether that was possible."""
        decision = self._position.decision
        if decision is None or decision.is_chance or DECLINE not in _legal(decision):
            return False
        self._answer(DECLINE)
        return True

    def _asked(self) -> str:
        decision = self._position.decision
        if decision is None:
            return "the game is over"
        return f"{decision.seat} is asked something else ({decision.kind})"

    def _answer(self, do: Answer, with_digest: bool = False) -> None:
        decision = self._position.decision
        assert decision is not None
        digest = self._position.digest() if with_digest else None
        legal = _legal(decision)
        self._steps.append(
            Step(decision.seat, decision.kind, do, _listed(legal), legal.factored, digest)
        )
        self._position.advance_silently(do)
        self._settle()

    def _settle(self) -> None:
        for _ in range(FORCED_AT_MOST):
            decision = self._position.decision
            only = decision.forced() if decision is not None else None
            if only is None:
                return
            self._position.advance_silently(only)
        raise _Leaves("it asks what has only one answer, on and on")

    # ---- what is expected

    def _look(self, at: int) -> None:
        for expectation in self._vector.expect:
            if expectation.after == at:
                self._expect += self._seen(expectation)

    def _seen(self, was: Expectation) -> Iterator[Expectation]:
        position, after = self._position, len(self._steps)
        decision = position.decision
        if was.legal is not None and decision is not None:
            yield Expectation(after, legal=_offer(decision), origin=was.origin)
        if was.refused is not None and decision is not None:
            legal, do = _legal(decision), was.refused.do
            if do not in legal and not legal.holds_more_than(do):
                yield Expectation(after, refused=Refusal(do, was.refused.code), origin=was.origin)
        if was.state is not None:
            state = _as_much(was.state, position.projection())
            digest = position.digest() if was.digest is not None else None
            yield Expectation(after, state=state, digest=digest, origin=was.origin)
        if was.view is not None:
            view = _as_much(was.view, position.view(str(was.view["seat"])))
            yield Expectation(after, view=view, origin=was.origin)
        if was.perft is not None:
            counted = count(position, len(was.perft) - 1)
            yield Expectation(after, perft=counted, origin=was.origin)


def _legal(decision: oracle.Decision) -> Legal:
    if decision.most is not None:
        return Legal(factored=Choose(decision.candidates, decision.least, decision.most))
    return Legal(decision.options)


def _listed(legal: Legal) -> list[Answer] | None:
    return None if legal.factored is not None else list(legal.listed)


def _offer(decision: oracle.Decision) -> Offer:
    legal = _legal(decision)
    return Offer(decision.seat, decision.kind, _listed(legal), legal.factored)


def _as_much(was: JsonObject, now: JsonObject) -> JsonObject:
    """Of what holds now, as much as the vector speaks of."""
    return {
        key: _as_much(was[key], value)
        if isinstance(was[key], dict) and isinstance(value, dict)
        else value
        for key, value in now.items()
        if key in was
    }
