"""Engine and oracle follow a script: step by step, or in one message where the engine can."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from conformance.engines.interface import Trouble
from conformance.fuzz.comparing import PASSABLE, REPLAY, Mismatch, compare
from conformance.fuzz.playing import LONGEST, Game, Parted, Parting, Probe, stand
from conformance.fuzz.shadow import Shadow
from conformance.fuzz.subject import Beginning, NeverSettles, Refuses, Subject
from conformance.judge.compare import Difference
from conformance.judge.vector import Step
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Over
from rules_dsl.errors import KaijuError

Fill = Callable[[Shadow], Answer]
"""Answers a decision for which a script has no step."""


PATIENCE = 1.0
"""Seconds for a replay that only spares steps: without an answer they are gone one by one."""


def follow(
    subject: Subject,
    where: Beginning,
    script: Sequence[Step],
    probe: Probe | None = None,
    fill: Fill | None = None,
    strict: bool = False,
    is_behind: bool = False,
) -> Parted | None:
    """Play a script on both sides; where they part, or None when they do not.

    Steps that the oracle does not ask for, or that are not legal any more, are left out, unless
    it must be `strict`; with `fill` a decision without a step is answered by it. Where the engine
    offers something else on the way, a script that `is_behind` that goes past it, if it can.
    """
    game = Game(subject, where, goes_past=is_behind)
    left = list(script)
    offers: Parting | None = None
    try:
        try:
            game.begin()
        except Parting as parting:
            offers = _passable(parting, is_behind)
        while left and not game.shadow.is_over:
            do = _next_fitting(game.shadow, left[:1] if strict else left)
            if strict and do is None:
                raise KaijuError(f"it does not ask for `{left[0]}` any more")
            if strict:
                left.pop(0)
            if do is None:
                if fill is None:
                    break
                do = fill(game.shadow)
            if len(game.script) > LONGEST:
                return None
            try:
                if offers is None:
                    game.take(do)
                elif not game.take_past(do):
                    raise offers
                offers = None
            except Parting as parting:
                offers = _passable(parting, is_behind and parting is not offers)
        if offers is not None:
            raise offers
        if probe is not None and not left and _makes_sense(probe, game):
            game.probe(probe)
    except Parting as parting:
        return game.parted(parting)
    return None


def _passable(parting: Parting, is_behind: bool) -> Parting:
    """A difference that a script may go past; any other one is the end."""
    if is_behind and parting.mismatch.kind in PASSABLE:
        return parting
    raise parting


def _next_fitting(shadow: Shadow, left: list[Step]) -> Answer | None:
    """The next step that answers what the oracle asks; those before it are dropped."""
    pending = shadow.next
    assert not isinstance(pending, Over)
    for at, step in enumerate(left):
        if (step.who, step.kind) == (pending.who, pending.kind):
            do = _adapted(step.do, pending.legal.factored)
            if do in pending.legal:
                del left[: at + 1]
                return do
    return None


def _adapted(do: Answer, choose: object) -> Answer:
    """A choice without the things that are no candidates any more, or not as often."""
    chosen, of = do.get("choose"), getattr(choose, "of", None)
    if not isinstance(chosen, list) or of is None:
        return do
    left = Counter(of)
    kept = []
    for one in chosen:
        if left[one]:
            left[one] -= 1
            kept.append(one)
    return {"choose": kept}


def _makes_sense(probe: Probe, game: Game) -> bool:
    """An illegal answer must still be illegal, a view still be offered."""
    pending = game.shadow.next
    if probe.refuse is not None:
        return isinstance(pending, Over) or probe.refuse not in pending.legal
    return game.subject.can("view")


# ------------------------------------------------------------------ in one message


def agree_in_one(
    subject: Subject, where: Beginning, script: Sequence[Step], fill: Fill | None = None
) -> bool:
    """Whether an engine that replays scripts ends up where the oracle does.

    It is compared at the end only, so it may say yes where `follow` would find more.
    """
    shadow, left = stand(where), list(script)
    answers: list[Answer] = []
    while left and not shadow.is_over and len(answers) <= LONGEST:
        do = _next_fitting(shadow, left)
        if do is None:
            if fill is None:
                break
            do = fill(shadow)
        shadow.answer(do)
        answers.append(do)
    try:
        with subject.patient(PATIENCE):
            replayed = subject.replay(where, answers)
        return replayed.rejected is None and compare(shadow, subject) is None
    except (Trouble, Refuses, NeverSettles):
        return False


def replay_otherwise(subject: Subject, where: Beginning, script: Sequence[Step]) -> Mismatch | None:
    """How the engine's replay of a script differs, if it does."""
    shadow, digests = stand(where), []
    for step in script:
        shadow.answer(step.do)
        digests.append(shadow.position.digest())
    replayed = subject.replay(where, [step.do for step in script])
    end = compare(shadow, subject)
    if replayed.digests == digests and end is None:
        return None
    return of_replay(digests, replayed.digests, end)


def of_replay(digests: list[str], got: list[str], end: Mismatch | None) -> Mismatch:
    """The first step after which a replay stands otherwise, or how it ends otherwise."""
    found = end.differences if end is not None else ()
    if digests != got:
        at = first_other(digests, got)
        found = (Difference(f"digests[{at}]", digests[at], got[at] if at < len(got) else None),)
    return Mismatch(REPLAY, "its replay differs from its own apply", found)


def first_other(digests: list[str], got: list[str]) -> int:
    """The first digest that differs; the last where none does."""
    pairs = enumerate(zip(got, digests, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(got), len(digests) - 1))
