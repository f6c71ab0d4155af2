"""What engines misread is named by playing it, and several misreadings do not hide each other."""

from __future__ import annotations

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.engines.watched import Watched
from conformance.judge.compare import Difference
from conformance.judge.runner import Judge
from conformance.judge.vector_files import VECTORS, find_vectors
from conformance.mutants.catalogue import by_id
from conformance.mutants.changes import fingerprint
from conformance.mutants.misreader import misreader
from conformance.mutants.replaying import Replays
from conformance.mutants.table import committed
from conformance.mutants.together import together
from conformance.reports.misreadings import misreadings

TIES = "combat:ties-do-not-defeat"
HUNTER = "keywords:hunter-must"
TWINS = "terms:twins-are-not-others"
FIRST_CONTACT = "mindbug/first-contact"


def vectors_of(*ids):
    """The vectors of First Contact that any of the mutants fails, and some that none does."""
    wanted = {vector for id in ids for vector in committed().marks[id]}
    others = [id for id in committed().vectors if id.startswith("MB-") and id not in wanted][:30]
    found = find_vectors([*sorted(wanted), *others], VECTORS)
    return [vector for vector in found if vector.game == FIRST_CONTACT]


def judged(vectors, *ids, options=None):
    """The results of an engine with these misreadings."""
    with misreader(together([by_id()[id] for id in ids]), options=options) as engine:
        watched = Watched(engine)
        results = Judge(watched, options).results(vectors)
        return [evolve(result, waits=watched.waits()) for result in results]


def named(results, vectors, options=None):
    return misreadings(results, vectors, InProcess().hello(), options)


def failing(results):
    return {result.id for result in results if result.status not in ("pass", "unsupported")}


def test_a_misreading_is_named_with_all_that_it_fails():
    vectors = vectors_of(TIES)
    results = judged(vectors, TIES)
    (found,) = named(results, vectors)
    assert (found.mutant, found.says) == (TIES, "as if ties did not defeat")
    assert set(found.vectors) == failing(results)


def test_several_at_once_are_all_named_the_widest_first():
    vectors = vectors_of(TIES, HUNTER, TWINS)
    results = judged(vectors, TIES, HUNTER, TWINS)
    found = named(results, vectors)
    assert {one.mutant for one in found} == {TIES, HUNTER, TWINS}
    assert len(found[0].vectors) == max(len(one.vectors) for one in found)
    assert {id for one in found for id in one.vectors} == failing(results)


def test_who_fails_the_same_vectors_in_another_way_is_not_named():
    vectors = vectors_of(TIES)
    results = [
        evolve(one, differences=[Difference("players.p1.life", 2, 1)]) if one.differences else one
        for one in judged(vectors, TIES)
    ]
    assert named(results, vectors) == []


def test_who_passes_half_of_what_a_misreading_fails_is_not_named():
    vectors = vectors_of(TIES)
    results = judged(vectors, TIES)
    spared = sorted(failing(results))[::2]
    half = [evolve(one, status="pass") if one.id in spared else one for one in results]
    assert TIES not in [one.mutant for one in named(half, vectors)]


def test_who_asks_for_something_else_is_not_named():
    """Two engines can stand the same and still wait for different answers."""
    vectors = find_vectors(["MB-2BRABS"], VECTORS)
    (result,) = judged(vectors, "keywords:frenzy-must")
    (found,) = named([result], vectors)
    assert found.mutant == "keywords:frenzy-must"
    elsewhere = evolve(result, waits={"who": "p2", "kind": "turn", "legal": []})
    assert named([elsewhere], vectors) == []


def test_of_one_vector_that_many_misreadings_fit_only_their_number_is_told():
    vectors = find_vectors(["KD-A9QH0X"], VECTORS)
    results = judged(vectors, "kd/titanic-batteries/1:count-one-less")
    (found,) = named(results, vectors)
    assert found.mutant == ""
    assert found.fitting > 3
    assert found.says == (
        f"as {found.fitting} misreadings do, which these vectors do not tell apart"
    )


def test_doing_the_default_under_another_answer_is_not_called_doing_the_other():
    """Who declares to spend a Mindbug afterwards and spends it first does not spend it late."""
    vectors = find_vectors(["MB-3Y8B1A"], VECTORS)
    late = {"mb.option.mindbug-payment": "spend-after"}
    results = judged(vectors, "mindbug:spent-late", options=late)
    assert failing(results) == {"MB-3Y8B1A"}
    assert named(results, vectors, late) == []


def test_nothing_is_named_when_nothing_fails():
    vectors = vectors_of(TWINS)
    results = list(Judge(InProcess()).results(vectors))
    assert named(results, vectors) == []


def test_the_oracle_is_sound_while_a_misreader_is_not_asked():
    (vector,) = find_vectors([sorted(committed().marks[TWINS])[0]], VECTORS)
    before = fingerprint()
    with misreader(by_id()[TWINS]) as engine:
        (wrong,) = Judge(engine).results([vector])
        (right,) = Judge(InProcess()).results([vector])
        assert fingerprint() == before
    assert (wrong.status, right.status) == ("fail", "pass")


def test_two_that_change_the_same_place_are_not_played_together():
    vectors = find_vectors([sorted(committed().marks[TIES])[0]], VECTORS)
    both = frozenset({TIES, "combat:attacker-wins-ties"})
    shown = Replays(vectors, InProcess().hello()).shown(both, [vectors[0].id])
    assert shown == {vectors[0].id: None}


@pytest.mark.parametrize("id", [TIES, HUNTER, TWINS])
def test_one_misreading_together_is_itself(id):
    assert together([by_id()[id]]) is by_id()[id]
