"""The twelve planted bugs are found by laws alone, and shown with three cards at most."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from conformance.engines.connect import connect
from conformance.judge.results import HARMLESS
from conformance.judge.runner import Judge
from conformance.laws.drawing import Instance, instances
from conformance.laws.fitting import fitted_to
from conformance.laws.model import Law
from conformance.laws.playing import play_instance
from conformance.laws.shelf import load_laws
from conformance.laws.shrinking import smallest
from conformance.laws.vectors import as_vectors, instance_vectors
from conformance.scenario.loading import cached_load

PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"
GAME = "mindbug/first-contact"
MOST_CARDS = 3

# bug -> the rule it breaks
BUGS = {
    "ties-do-not-defeat": "mb.attack.tie",
    "poisonous-ignored-by-tough": "mb.keyword.tough-poisonous",
    "refill-after-the-mindbug": "mb.draw.refill-first",
    "lost-defeated-choice": "mb.trigger.defeated",
    "hunter-cannot-be-declined": "mb.keyword.hunter-optional",
    "frenzy-goes-on-after-leaving": "mb.keyword.frenzy-in-play",
    "up-to-two-forced-to-two": "mb.effect.chooser",
    "stolen-creature-to-its-first-owner": "mb.attack.defeated-pile",
    "view-shows-the-opponents-hand": "mb.setup.zones",
    "equal-twins-not-buffed": "mb.term.allied",
    "no-loss-without-an-action": "mb.turn.no-action",
    "follow-up-lost-after-the-second-mindbug": "mb.mindbug.follow-up",
}


def named_cards(instance: Instance) -> int:
    cast = play_instance(instance, cached_load).run.cast
    return sum(not cast.is_filler(handle) for handle in cast.cards)


@pytest.fixture(scope="module")
def laws() -> list[Law]:
    known = [law for law in load_laws() if set(law.rules) & set(BUGS.values())]
    return fitted_to(known, [GAME], cached_load)


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_breaks_a_law_of_its_rule(bug: str, laws: list[Law]) -> None:
    judge = Judge(connect(f"exec:{sys.executable} {PLANTED} {bug}"))

    def fails(instance: Instance) -> bool:
        said = instance_vectors(instance, f"{instance.law.id}-000")
        results = judge.results(as_vectors(said, "laws"))
        return any(each.status not in HARMLESS for each in results)

    try:
        found = []
        for law in laws:
            if BUGS[bug] in law.rules:
                drawn = instances(law, cached_load, 20)
                broken = next((each for each in drawn if fails(each)), None)
                if broken is not None:
                    found.append(named_cards(smallest(broken, fails, cached_load, seconds=2)))
                if found and min(found) <= MOST_CARDS:
                    return
        assert found, "no law of its rule notices it"
        assert min(found) <= MOST_CARDS
    finally:
        judge.close()
