"""A law in another ruleset: it holds wherever the cards are that it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from attrs import evolve

from conformance.laws.drawing import Artist, Seeded
from conformance.laws.model import Law
from conformance.laws.playing import play_instance
from conformance.laws.running import breadth
from conformance.scenario.face import Load
from rules_dsl.errors import KaijuError


def fitted(law: Law, ruleset: str, load: Load) -> Law | None:
    """The law as one of another ruleset of its game; None if that lacks what it needs."""
    if law.ruleset == ruleset:
        return law
    if law.game != ruleset.partition("/")[0]:
        return None
    other = evolve(law, ruleset=ruleset)
    try:
        artist = Artist(other, load)
        if not Artist(law, load).named <= artist.ruleset.cards.keys():
            return None
        breadth(other, load)
        outcome = play_instance(artist.draw(Seeded(law.id)), load)
    except KaijuError:
        return None
    return other if outcome.passed else None


def fitted_to(laws: Iterable[Law], played: Collection[str], load: Load) -> list[Law]:
    """The laws as an engine can be judged by them: in the first ruleset it plays that fits."""
    found = []
    for law in laws:
        names = [law.ruleset] if law.ruleset in played else list(played)
        fits = (fitted(law, name, load) for name in names)
        one = next((each for each in fits if each is not None), None)
        if one is not None:
            found.append(one)
    return found
