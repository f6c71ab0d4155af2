"""A case as a vector: what the oracle does, for everything that reads vectors."""

from __future__ import annotations

from conformance.engines.in_process import waits_for
from conformance.fuzz.playing import Parted
from conformance.fuzz.telling import Story
from conformance.judge.vector import Cited, Expectation, Offer, Refusal, Vector
from conformance.protocol.messages import Over


def vector_of(parted: Parted, id: str) -> Vector:
    """The vector that holds on the oracle and fails where the engine parts from it.

    Forced answers are in its script: the judge tells from it where an engine may have given
    them by itself.
    """
    story = Story(parted)
    return Vector(
        id=id,
        title=parted.mismatch.message,
        game=parted.where.game,
        kind="corpus",
        options=dict(parted.where.options),
        cards=list(parted.where.cards),
        rules=[Cited(rule) for rule in parted.mismatch.rules],
        provenance={"outcome": "oracle"},
        setup=parted.where.setup,
        start=parted.where.start if parted.where.setup is None else None,
        script=[done.step for done in story.done],
        expect=_expectations(parted, story),
    )


def _expectations(parted: Parted, story: Story) -> list[Expectation]:
    after, position = len(story.done), story.position
    found = [
        Expectation(after, state=position.projection(), digest=position.digest()),
    ]
    pending = waits_for(position)
    if not isinstance(pending, Over):
        legal = pending.legal
        listed = None if legal.factored is not None else list(legal.listed)
        found.append(
            Expectation(after, legal=Offer(pending.who, pending.kind, listed, legal.factored))
        )
    probe = parted.probe
    if probe is not None and probe.refuse is not None:
        found.append(Expectation(after, refused=Refusal(probe.refuse)))
    if probe is not None and probe.view is not None:
        view = dict(position.view(probe.view))
        view.pop("decision", None)
        found.append(Expectation(after, view=view))
    return found
