"""Nothing false: engines that do only what the guide allows fail no vector."""

from __future__ import annotations

import random

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.judge.answers import answers_of_vector, unknown_declarations
from conformance.judge.derive import NotApplicable, derive, same_outcome
from conformance.judge.results import HARMLESS
from conformance.judge.runner import Judge
from conformance.judge.vector import Vector
from conformance.judge.vector_files import Listed, find_vectors, list_vectors
from conformance.miniatures import draws
from conformance.miniatures.allowed import DeclaresNothing, PlaysByItsOwn
from conformance.options.finding import Search
from conformance.options.telling import to_declare
from conformance.vectors.assumptions import assumes, options_reached
from rules_dsl.specification import load_specification

GAMES = ("mindbug", "tokyo", "duel")
JUDGED = 0.9
"""How much of the vectors must be judged under whatever answers, so that nothing is left out."""

SPENDS_AFTER = "MB-3Y8B1A"
PAYMENT = "mb.option.mindbug-payment"


@pytest.fixture(scope="module")
def vectors() -> dict[str, list[Listed]]:
    return draws.by_game(list_vectors())


@pytest.mark.parametrize("proxy", draws.PROXIES)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_allowed_fails_no_vector(vectors, game, proxy):
    for seed in range(4):
        for result in draws.draw_one(proxy, vectors[game], seed, 15):
            assert result.status in HARMLESS, f"{result.id}: {result.message}"


@pytest.mark.parametrize("game", GAMES)
def test_other_answers_leave_hardly_a_vector_out(vectors, game):
    """Under 20 seeded combinations, a sample of each: the rest is judged, as it is or anew."""
    left_out = judged = 0
    for seed in range(20):
        for result in draws.draw_one("own answers", vectors[game], seed, 8):
            left_out += result.status == "not-applicable"
            judged += result.status == "pass"
    assert judged >= JUDGED * (left_out + judged)


# ------------------------------------------------------------------ answers that are declared


def result_of(engine: InProcess, vector: Vector):
    return next(Judge(engine).results([vector]))


def test_an_engine_is_judged_by_the_answer_it_declares():
    (vector,) = find_vectors([SPENDS_AFTER])
    (told,) = vector.assumes[PAYMENT]
    (other,) = {"spend-first", "spend-after"} - {told}
    result = result_of(PlaysByItsOwn({PAYMENT: other}), vector)
    assert (result.status, result.under) == ("pass", {PAYMENT: other})


@pytest.mark.parametrize(
    ("plays", "declares"), [("spend-first", "spend-after"), ("spend-after", "spend-first")]
)
def test_an_engine_that_plays_otherwise_than_it_declares_fails(plays, declares):
    (vector,) = find_vectors([SPENDS_AFTER])
    engine = PlaysByItsOwn({PAYMENT: plays})
    hello = engine.hello()
    info = evolve(hello.games[vector.game], options={PAYMENT: declares})
    engine.hello = lambda: evolve(hello, games={**hello.games, vector.game: info})
    assert result_of(engine, vector).status == "fail"


def test_what_the_configuration_says_counts_as_declared():
    (vector,) = find_vectors([SPENDS_AFTER])
    engine = PlaysByItsOwn({PAYMENT: "spend-after"}, declares=False)
    assert next(Judge(engine).results([vector])).status == "fail"
    assert next(Judge(engine, {PAYMENT: "spend-after"}).results([vector])).status == "pass"


def test_an_unknown_declaration_is_named_and_left_aside():
    engine = DeclaresNothing()
    hello = engine.hello()
    name = "mindbug/first-contact"
    info = evolve(hello.games[name], options={"mb.option.nonsense": "yes", PAYMENT: "never"})
    said = evolve(hello, games={name: info})
    assert unknown_declarations(said) == [
        f"{name}: mb.option.nonsense = yes",
        f"{name}: {PAYMENT} = never",
    ]
    engine.hello = lambda: said
    (vector,) = find_vectors(["MB-7QK4X2"])
    assert result_of(engine, vector).status == "pass"


# ------------------------------------------------------------------ what a vector assumes


def test_a_vector_derived_under_its_own_answers_is_itself(vectors):
    draw = random.Random(1)
    for own in vectors.values():
        for vector in (one.read() for one in draw.sample(own, 25)):
            derived = derive(vector, answers_of_vector(vector))
            assert not isinstance(derived, NotApplicable)
            assert same_outcome(vector, derived), vector.id


def test_options_that_are_not_reached_change_nothing(vectors):
    """The filter is sound: what it leaves out is played all the same, and nothing differs."""
    options = load_specification().options
    draw = random.Random(2)
    for game, own in vectors.items():
        prefix = f"{load_specification().games[game].prefix}."
        for vector in (one.read() for one in draw.sample(own, 2)):
            reached = {option.id for option in options_reached(vector)}
            answers = answers_of_vector(vector)
            for id, option in options.items():
                if not id.startswith(prefix) or id in reached:
                    continue
                for answer in option.answers:
                    derived = derive(vector, {**answers, id: answer.id})
                    assert not isinstance(derived, NotApplicable)
                    assert same_outcome(vector, derived), f"{vector.id} under {id} = {answer.id}"


def test_what_vectors_assume_is_what_playing_them_shows(vectors):
    draw = random.Random(3)
    for own in vectors.values():
        for vector in (one.read() for one in draw.sample(own, 3)):
            assert assumes(vector) == vector.assumes, vector.id


def test_every_option_is_told_by_some_vector(vectors):
    told = {id for own in vectors.values() for vector in own for id in vector.read().assumes}
    assert told == load_specification().options.keys()


# ------------------------------------------------------------------ finding answers out


def test_the_answers_of_an_engine_are_found(vectors):
    plays = draws.answers("mindbug", random.Random(5))
    engine = PlaysByItsOwn(plays, declares=False)
    found = Search(engine, "mindbug", [one.read() for one in vectors["mindbug"]]).found()
    assert {one.option.id: one.answer for one in found} == plays
    assert all(one.evidence and not one.against for one in found)
    usual = load_specification().answers(load_specification().ruleset("mindbug/all"))
    declared = to_declare(found, ["mindbug/all"])["mindbug/all"]
    assert declared == {id: plays[id] for id in plays if plays[id] != usual[id]}
