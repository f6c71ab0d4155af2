"""Who says what a vector expects is derived, and leaving a citation out does not raise it."""

from __future__ import annotations

import pytest

from conformance.judge.results import Result, Summary
from conformance.judge.said_by import broken, scores
from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from conformance.vectors.authority import authority, noticed_alone
from rules_dsl.specification import AUTHORITIES, SOURCES, load_specification

SPECIFICATION = load_specification()
BOOK, OURS = "mb.attack.tie", "mb.force.attack"


def _strength(kind: str) -> int:
    return list(SOURCES).index(kind)


@pytest.fixture(scope="module")
def vectors() -> dict[str, tuple[str, list[str]]]:
    """For each vector its authority and the rules it cites, or decides upon by an option."""
    return {
        one.id: (
            said["provenance"]["authority"],
            [
                *(rule["id"] for rule in said["rules"]),
                *SPECIFICATION.turning_on(said["options"]),
            ],
        )
        for file in vector_files(VECTORS)
        for one, said in json_lines_of(file)
    }


def test_every_kind_of_source_has_words_for_what_it_says():
    assert list(AUTHORITIES) == list(SOURCES)


def test_the_weakest_rule_decides():
    assert SPECIFICATION.authority(SPECIFICATION.rules[BOOK]) == "book"
    assert SPECIFICATION.authority(SPECIFICATION.rules[OURS]) == "ours"
    assert authority([BOOK]) == "book"
    assert authority([BOOK, OURS]) == authority([OURS, BOOK]) == "ours"
    assert authority([]) == "ours"


def test_what_was_agreed_upon_rests_on_the_rule_that_is_decided():
    assert SPECIFICATION.turning_on([]) == ()
    assert SPECIFICATION.turning_on(["mb.option.taken-back"]) == ("mb.copy.taken-back",)


def test_no_vector_claims_more_than_a_rule_it_needs(vectors):
    for id, (said, cited) in vectors.items():
        for rule in (*cited, *noticed_alone().get(id, ())):
            needed = SPECIFICATION.authority(SPECIFICATION.rules[rule])
            assert _strength(said) >= _strength(needed), f"{id} claims {said}, {rule} is {needed}"


def test_leaving_out_a_citation_of_what_a_vector_alone_shows_does_not_raise_it(vectors):
    alone = noticed_alone()
    tried = 0
    for id, rules in alone.items():
        said, cited = vectors[id]
        for left_out in rules.intersection(cited):
            tried += 1
            rest = [rule for rule in cited if rule != left_out]
            assert authority(rest, rules) == said, f"{id} without {left_out}"
    assert tried > 100


def _result(number: int, status: str, said: str) -> Result:
    return Result(f"MB-{number:06}", status, "A title", authority=said)


FOUND = [
    _result(1, "fail", "book"),
    _result(2, "crash", "book"),
    _result(3, "pass", "book"),
    _result(4, "fail", "ours"),
    _result(5, "unsupported", "publisher"),
    _result(6, "pass", "engine"),
]


def test_failures_are_told_by_whose_word_they_break():
    assert broken(FOUND) == "breaks printed rules: 2 · our reading where the books are silent: 1"
    assert broken([one for one in FOUND if one.status == "pass"]) == ""


def test_what_the_box_prints_is_counted_apart():
    printed, rest = scores(FOUND)
    assert (str(printed), str(rest)) == ("1/3", "1/2")
    assert Summary.of(FOUND, None, interrupted=False).played == printed.played + rest.played
