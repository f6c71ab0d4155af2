"""One engine walks one vector: each step is offered, answered and compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conformance.engines.interface import Engine, Unsupported
from conformance.engines.rulesets import ordered_lists
from conformance.judge.compare import ABSENT, Difference, differences
from conformance.judge.reference import Reference, Stage
from conformance.judge.vector import Expectation, Offer, Refusal, Step, Vector, say
from conformance.perft.walk import deep_enough, walk
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import EXPAND_AT_MOST, Answer, Legal
from conformance.protocol.messages import (
    Chance,
    Count,
    Decision,
    Frame,
    Hello,
    Next,
    Over,
    Rejected,
)
from conformance.protocol.words import kept

WALKED_AT_MOST = 600
"""Positions counted one by one in an engine that goes back but does not count."""

STANDS_OTHERWISE = "the game stands otherwise"
"""What a verdict says where its differences say all."""

FORCED_AT_MOST = 500
"""Forced decisions in a row: an engine that asks more does not come to an end."""


class Failed(Exception):
    """The engine breaks a rule of the vector."""

    status = "fail"

    def __init__(self, message: str, found: Sequence[Difference] = ()) -> None:
        super().__init__(message)
        self.differences = tuple(found)


class ChoseItself(Failed):
    """The engine answered a decision that was somebody else's to answer."""

    status = "auto-choice"


class Walk:
    """The way of one engine through one vector.

    A decision with one possible answer is answered as soon as an engine asks it, so what is
    compared lies behind such decisions, whether the engine asks them or not.

    `told` is what it was answered so far, `step` how many steps of the script are behind it,
    `note` what could not be compared.
    """

    def __init__(self, engine: Engine, hello: Hello, vector: Vector) -> None:
        self._engine = engine
        self._ops = frozenset(hello.ops)
        self._vector = vector
        self._known: Reference | None = None
        self._frame: Frame | None = None
        self._passed: list[Decision | Chance] = []
        self.told: list[str] = []
        self.step = 0
        self.note = ""

    def go(self) -> None:
        """Walk to the end; Failed or Trouble says why that did not work."""
        vector = self._vector
        self._stand(self._begin())
        for at, step in enumerate(vector.script):
            self._check(at)
            if not step.is_forced:
                self._take(at, step)
            self.step = at + 1
        self._check(len(vector.script))

    # ---- where the engine stands

    def _begin(self) -> Frame:
        vector = self._vector
        if vector.cards and "card" not in self._ops:
            raise Unsupported("the engine does not read card texts (`card`)")
        # Only an engine that offers to obey is told by which answers to play.
        options = vector.options if "options" in self._ops else {}
        if vector.setup is None:
            return self._engine.start(vector.game, options, vector.cards, vector.players)
        if "setup" not in self._ops:
            raise Unsupported("the engine does not stand positions up (`setup`)")
        return self._engine.setup(vector.game, vector.setup, options, vector.cards, vector.players)

    @property
    def _pending(self) -> Next:
        assert self._frame is not None
        return self._frame.next

    @property
    def _reference(self) -> Reference:
        if self._known is None:
            self._known = Reference(self._vector)
        return self._known

    def _stage(self, at: int) -> Stage | None:
        return self._reference.stage(at)

    def _state(self) -> JsonObject | None:
        if self._frame is not None and self._frame.state is not None:
            return self._frame.state
        return self._engine.state() if "state" in self._ops else None

    def _stand(self, frame: Frame) -> None:
        """Take where the engine stands, and step over what has only one answer."""
        self._frame, self._passed = frame, []
        while not isinstance(self._pending, Over) and self._pending.legal.is_forced:
            if len(self._passed) >= FORCED_AT_MOST:
                raise Failed(f"asks on and on, now {describe(self._pending)}")
            self._passed.append(self._pending)
            self._frame = self._told(self._pending, self._pending.legal.only())

    def _told(self, pending: Decision | Chance, answer: Answer) -> Frame:
        self.told.append(kept(f"{pending.who} {say(answer)}"))
        told = self._engine.apply(pending.id, answer)
        if isinstance(told, Rejected):
            because = f": {told.message}" if told.message else ""
            raise Failed(
                f"refused {say(answer)} of {pending.who} ({told.code}{because}), "
                "which it offered itself"
            )
        return told

    # ---- one step of the script

    def _take(self, at: int, step: Step) -> None:
        """Answer the step, if it is what the engine waits for."""
        pending = self._expected(at, step.who, step.kind)
        offered = step.offered
        if offered is not None and not offered.same_as(pending.legal):
            raise _other_offer(offered, pending)
        if step.do not in pending.legal:
            raise Failed(
                f"does not offer {step.who} to {say(step.do)} ({step.kind})",
                [Difference("legal", step.do, [*_listed(pending.legal)])],
            )
        self._check_mark(at, step.digest)
        self._stand(self._told(pending, step.do))

    def _expected(self, at: int, who: str, kind: str | None) -> Decision | Chance:
        """What the engine waits for, if it is this."""
        pending = self._pending
        if isinstance(pending, Over) or pending.who != who or kind not in (None, pending.kind):
            raise self._astray(at, who, kind)
        return pending

    def _astray(self, at: int, who: str, kind: str | None) -> Failed:
        """Why the engine waits for something else than the vector does."""
        pending, stage = self._pending, self._stage(at)
        if stage is not None and not isinstance(stage.next, Over):
            for asked in self._passed:
                if _asks_the_same(asked, stage.next):
                    return _other_offer(stage.next.legal, asked)
        if stage is not None and not isinstance(pending, Over):
            for passed in stage.passed:
                if _asks_the_same(passed, pending):
                    return _other_offer(passed.legal, pending)
        wanted = f"{who} ({kind or 'any decision'})"
        where = f"waits for {describe(pending)}, not for {wanted}"
        found = Difference("next", wanted, describe(pending))
        return self._self_made(at) or Failed(where, [found])

    def _self_made(self, at: int) -> ChoseItself | None:
        """The verdict on an engine that stands where only a choice of its own can have led."""
        stage = self._stage(at)
        if stage is None:
            return None
        chosen = self._reference.self_made_choice(at, self._pending, self._state())
        if not chosen:
            return None
        return ChoseItself(
            f"answered by itself what {describe(stage.next)} should have been asked, as if told "
            f"to {' and '.join(say(answer) for answer in chosen)}; "
            f"it now waits for {describe(self._pending)}"
        )

    # ---- what must hold between the steps

    def _check(self, at: int) -> None:
        for expectation in self._vector.expect:
            if expectation.after == at:
                self._check_one(at, expectation)

    def _check_one(self, at: int, expectation: Expectation) -> None:
        if expectation.legal is not None:
            self._check_offer(at, expectation.legal)
        if expectation.refused is not None:
            self._check_refusal(expectation.refused)
        if expectation.state is not None:
            self._check_state(at, expectation.state, expectation.digest)
        if expectation.view is not None:
            self._check_view(at, expectation.view)
        if expectation.perft is not None:
            self._check_counts(expectation.perft)

    def _check_offer(self, at: int, offer: Offer) -> None:
        pending = self._expected(at, offer.who, offer.kind)
        if not offer.legal.same_as(pending.legal):
            raise _other_offer(offer.legal, pending)

    def _differences(self, want: object, got: object) -> list[Difference]:
        return differences(want, got, ordered=partial(ordered_lists, self._vector.game))

    def _check_refusal(self, refusal: Refusal) -> None:
        before = self._state()
        pending = self._pending
        decision = "" if isinstance(pending, Over) else pending.id
        if not isinstance(pending, Over) and pending.legal.holds_more_than(refusal.do):
            raise Failed(f"offers {say(refusal.do)}, which is not legal")
        told = self._engine.apply(decision, refusal.do)
        if isinstance(told, Frame):
            self._frame = told
            raise Failed(
                f"accepted {say(refusal.do)}, which is not legal",
                [Difference("reply", {"rejected": refusal.code}, {"frame": told.n})],
            )
        if refusal.code is not None and told.code != refusal.code:
            raise Failed(
                f"refused {say(refusal.do)} for another reason",
                [Difference("rejected.code", refusal.code, told.code)],
            )
        found = self._differences(before, self._state())
        if found:
            raise Failed(f"refused {say(refusal.do)} but changed the game", found)

    def _check_state(self, at: int, want: JsonObject, mark: str | None) -> None:
        assert self._frame is not None
        if mark is not None and self._frame.digest == mark:
            return  # equal digests spare the engine the telling
        got = self._state()
        if got is None:
            self._check_unseen(at, want, mark)
            return
        found = self._differences(want, got)
        if found:
            raise self._self_made(at) or Failed(STANDS_OTHERWISE, found)

    def _check_unseen(self, at: int, want: JsonObject, mark: str | None) -> None:
        """An engine that shows no state is judged by its digests, by its offers and by the end."""
        if self._vector.setup is not None:
            raise Unsupported("the engine does not show its state (`state`)")
        assert self._frame is not None
        if self._frame.digest is not None and mark is not None:
            found = Difference("digest", mark, self._frame.digest)
            raise self._self_made(at) or Failed(STANDS_OTHERWISE, [found])
        self.note = "its state was not compared: the engine shows neither `state` nor digests"
        ended = want.get("over")
        winner = self._pending.winner if isinstance(self._pending, Over) else None
        if ended is not None and (ended["winner"] != winner or not self._is_over):
            raise Failed("the game should be over", [Difference("over", ended, self._is_over)])

    @property
    def _is_over(self) -> bool:
        return isinstance(self._pending, Over)

    def _check_counts(self, want: list[Count]) -> None:
        assert self._frame is not None
        if "perft" in self._ops:
            got = self._engine.perft(len(want) - 1)
        elif "snapshot" in self._ops:
            got = walk(self._engine, self._frame, deep_enough(want, WALKED_AT_MOST))
        else:
            raise Unsupported("the engine neither counts (`perft`) nor goes back (`snapshot`)")
        for depth, (wanted, counted) in enumerate(zip(want, got, strict=False)):
            if wanted != counted:
                name = self._vector.provenance.get("position", "SETUP.json")
                raise Failed(
                    f"after {depth} answers there can be {counted}, not {wanted}; "
                    f"to the first wrong branch: kaiju divide {name}",
                    differences(wanted.to_json(), counted.to_json(), f"perft[{depth}]"),
                )

    def _check_mark(self, at: int, mark: str | None) -> None:
        """Compare digests where a step has one; only another state makes them a failure."""
        assert self._frame is not None
        got = self._frame.digest
        if mark is None or got is None or got == mark:
            return
        shown, stage = self._state(), self._stage(at)
        found = [Difference("digest", mark, got)]
        if shown is not None:
            found = self._differences(stage.state if stage is not None else {}, shown)
        if found:
            raise self._self_made(at) or Failed(STANDS_OTHERWISE, found)

    def _check_view(self, at: int, want: JsonObject) -> None:
        if "view" not in self._ops:
            raise Unsupported("the engine shows no views (`view`)")
        seat = str(want.get("seat"))
        found = self._differences(want, self._engine.view(seat))
        if found:
            raise self._self_made(at) or Failed(f"shows {seat} something else", found)


def _asks_the_same(one: Decision | Chance, other: Decision | Chance) -> bool:
    return (one.who, one.kind) == (other.who, other.kind)


def _other_offer(want: Legal, pending: Decision | Chance) -> Failed:
    return Failed(
        f"offers {pending.who} something else ({pending.kind})",
        legal_differences(want, pending.legal),
    )


def describe(pending: Next) -> str:
    """What an engine waits for, in a few words."""
    if isinstance(pending, Over):
        return f"nothing: the game is over ({pending.winner or 'nobody'} won)"
    if isinstance(pending, Chance):
        return f"chance ({pending.kind})"
    return f"{pending.who} ({pending.kind})"


def legal_differences(want: Legal, got: Legal) -> list[Difference]:
    """The answers that are missing and those too many; of two choices, what differs."""
    if want.factored is not None and got.factored is not None:
        return differences(want.factored.to_json(), got.factored.to_json(), "choose")
    if max(len(want), len(got)) > EXPAND_AT_MOST:
        return [Difference("legal", _listed(want), _listed(got))]
    missing = [answer for answer in want if answer not in got]
    extra = [answer for answer in got if answer not in want]
    return [
        *(Difference("legal", answer, ABSENT) for answer in missing),
        *(Difference("legal", ABSENT, answer) for answer in extra),
    ]


def _listed(legal: Legal) -> list[Answer]:
    return [legal.to_json()] if legal.factored is not None else list(legal)
