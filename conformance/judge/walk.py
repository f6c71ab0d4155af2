"""One engine walks one vector: each step is offered, answered and compared."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from conformance.engines.interface import Engine, Unsupported
from conformance.engines.rulesets import ordered_lists
from conformance.judge.compare import ABSENT, Difference, differences
from conformance.judge.reference import Reference, Stage, same_next
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

FORCED_AT_MOST = 100
"""Forced decisions that an engine may add to the script of a vector: it must not ask for ever."""


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

    `told` is what it was answered so far, `step` how many steps of the script are behind it,
    `note` what could not be compared.
    """

    def __init__(self, engine: Engine, hello: Hello, vector: Vector) -> None:
        self._engine = engine
        self._ops = frozenset(hello.ops)
        self._vector = vector
        self._known: Reference | None = None
        self._frame: Frame | None = None
        self.told: list[str] = []
        self.step = 0
        self.note = ""

    def go(self) -> None:
        """Walk to the end; Failed or Trouble says why that did not work."""
        vector = self._vector
        if vector.cards and "card" not in self._ops:
            raise Unsupported("the engine does not read card texts (`card`)")
        if vector.setup is None:
            self._frame = self._engine.start(
                vector.game, vector.options, vector.cards, vector.players
            )
        elif "setup" in self._ops:
            self._frame = self._engine.setup(
                vector.game, vector.setup, vector.options, vector.cards, vector.players
            )
        else:
            raise Unsupported("the engine does not stand positions up (`setup`)")
        for at, step in enumerate(vector.script):
            self._check(at)
            self._take(at, step)
            self.step = at + 1
        self._check(len(vector.script))

    # ---- where the engine stands

    @property
    def _pending(self) -> Next:
        assert self._frame is not None
        return self._frame.next

    @property
    def _reference(self) -> Reference:
        if self._known is None:
            self._known = Reference(self._vector)
        return self._known

    def _state(self) -> JsonObject | None:
        if self._frame is not None and self._frame.state is not None:
            return self._frame.state
        return self._engine.state() if "state" in self._ops else None

    def _answer(self, pending: Decision | Chance, answer: Answer) -> None:
        if len(self.told) >= len(self._vector.script) + FORCED_AT_MOST:
            raise Failed(f"asks on and on, now {describe(pending)}")
        self.told.append(kept(f"{pending.who} {say(answer)}"))
        told = self._engine.apply(pending.id, answer)
        if isinstance(told, Rejected):
            because = f": {told.message}" if told.message else ""
            raise Failed(
                f"refused {say(answer)} of {pending.who} ({told.code}{because}), "
                "which it offered itself"
            )
        self._frame = told

    # ---- one step of the script

    def _take(self, at: int, step: Step) -> None:
        """Answer the step, unless it is forced and the engine has answered it by itself."""
        while True:
            pending = self._pending
            if not isinstance(pending, Over) and (pending.who, pending.kind) == (
                step.who,
                step.kind,
            ):
                if self._fits(at, step, pending.legal):
                    self._check_mark(at, step.digest)
                    self._answer(pending, step.do)
                return
            if isinstance(pending, Over) or not pending.legal.is_forced:
                if not self._is_forced(at):
                    raise self._astray(at, step.who, step.kind)
                return
            self._answer(pending, pending.legal.only())

    def _fits(self, at: int, step: Step, legal: Legal) -> bool:
        """Whether the offer is the step's; no when the step was forced and is over already."""
        offered = step.offered
        if step.do in legal and (offered is None or offered.same_as(legal)):
            return True
        if self._is_forced(at):
            return False
        if offered is not None and not offered.same_as(legal):
            raise Failed(
                f"offers {step.who} something else ({step.kind})", legal_differences(offered, legal)
            )
        raise Failed(
            f"does not offer {step.who} to {say(step.do)} ({step.kind})",
            [Difference("legal", step.do, [*_listed(legal)])],
        )

    def _is_forced(self, at: int) -> bool:
        if at >= len(self._vector.script):
            return self._reference.is_forced(at)
        offered = self._vector.script[at].offered
        return offered.is_forced if offered is not None else self._reference.is_forced(at)

    def _astray(self, at: int, who: str, kind: str) -> Failed:
        """Why the engine waits for something else than the vector does."""
        where = f"waits for {describe(self._pending)}, not for {who} ({kind})"
        found = Difference("next", f"{who} ({kind})", describe(self._pending))
        return self._self_made(at) or Failed(where, [found])

    def _self_made(self, at: int) -> ChoseItself | None:
        """The verdict on an engine that stands where only a choice of its own can have led."""
        chosen = self._reference.self_made_choice(at, self._pending, self._state())
        if not chosen:
            return None
        asked = self._reference.pending(at)
        return ChoseItself(
            f"answered by itself what {describe(asked)} should have been asked, as if told to "
            f"{' and '.join(say(answer) for answer in chosen)}; "
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
            self._check_refusal(at, expectation.refused)
        if expectation.state is not None:
            self._check_state(at, expectation.state, expectation.digest)
        if expectation.view is not None:
            self._check_view(at, expectation.view)
        if expectation.perft is not None:
            self._check_counts(expectation.perft)

    def _check_offer(self, at: int, offer: Offer) -> None:
        while True:
            pending = self._pending
            if isinstance(pending, Over):
                raise Failed(f"the game is over, {offer.who} should choose")
            fits = pending.who == offer.who and offer.kind in (None, pending.kind)
            if fits and offer.legal.same_as(pending.legal):
                return
            if self._settled_stage(at) is not None:
                return
            if fits:
                raise Failed(
                    f"offers {offer.who} something else ({pending.kind})",
                    legal_differences(offer.legal, pending.legal),
                )
            if not pending.legal.is_forced or offer.legal.is_forced:
                raise self._astray(at, offer.who, offer.kind or "any decision")
            self._answer(pending, pending.legal.only())

    def _differences(self, want: object, got: object) -> list[Difference]:
        return differences(want, got, ordered=partial(ordered_lists, self._vector.game))

    def _check_refusal(self, at: int, refusal: Refusal) -> None:
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
        if found and self._settled_stage(at) is None:
            raise self._self_made(at) or Failed("the game stands otherwise", found)

    def _check_unseen(self, at: int, want: JsonObject, mark: str | None) -> None:
        """An engine that shows no state is judged by its digests, by its offers and by the end."""
        if self._vector.setup is not None:
            raise Unsupported("the engine does not show its state (`state`)")
        assert self._frame is not None
        stage = self._settled_stage(at)
        if self._frame.digest is not None and mark is not None:
            told = mark if stage is None else stage.frame.digest
            if told != self._frame.digest:
                found = Difference("digest", told, self._frame.digest)
                raise self._self_made(at) or Failed("the game stands otherwise", [found])
            return
        self.note = "its state was not compared: the engine shows neither `state` nor digests"
        ended = (stage.state if stage is not None else want).get("over")
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
        shown = self._state()
        found = [Difference("digest", mark, got)]
        if shown is not None:
            found = self._differences(self._reference.state(at), shown)
        if found:
            raise self._self_made(at) or Failed("the game stands otherwise", found)

    def _check_view(self, at: int, want: JsonObject) -> None:
        if "view" not in self._ops:
            raise Unsupported("the engine shows no views (`view`)")
        seat = str(want.get("seat"))
        got = self._engine.view(seat)
        found = self._differences(want, got)
        stage = self._settled_stage(at) if found else None
        if stage is not None:
            found = self._differences(stage.views.get(seat, {}), got)
        if found:
            raise self._self_made(at) or Failed(f"shows {seat} something else", found)

    def _settled_stage(self, at: int) -> Stage | None:
        """Where the engine stands, if it only answered forced decisions ahead of the vector."""
        if not self._is_forced(at):
            return None
        got = self._state()
        for stage in list(self._reference.settling(at))[1:]:
            if same_next(stage.frame.next, self._pending) and (
                got is None or not self._differences(stage.state, got)
            ):
                return stage
        return None


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
