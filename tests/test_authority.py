"""Who says what a vector expects is derived, and leaving a citation out does not raise it."""

from __future__ import annotations

import tomllib

import pytest
from attrs import evolve

from conformance.judge.results import Result, Summary
from conformance.judge.said_by import broken, scores
from conformance.judge.vector_files import VECTORS, json_lines_of, vector_files
from conformance.scenario.face import Json
from conformance.scenario.shelf import finished_files, read_scenarios
from conformance.vectors import authority
from conformance.vectors.authority import authority_of, needs_of, noticed_alone
from rules_dsl.sources import AUTHORITIES, SOURCES, weakest
from rules_dsl.specification import load_specification, spec_root

SPECIFICATION = load_specification()
BOOK, OURS = "mb.attack.tie", "mb.force.attack"
REAL = {
    "MB-3Y8B1A": "ours",  # a Mindbug paid for afterwards stands in no book
    "MB-YD780W": "ours",
    "MB-M6RKH2": "ours",  # they depend on what the books leave open, and do not cite it
    "MB-D55WQR": "ours",
    "MB-6KA3AR": "ours",
    "KT-6HFX3C": "ours",
    "KD-BFYH00": "card",
    "KT-ZEH1RS": "engine",  # the book has two hearts lost
    "KT-H898AQ": "engine",
    "KT-YB0FKZ": "ours",  # the book to the letter says otherwise
    "KT-822CED": "ours",
    "MB-FTB1G6": "ours",
    "MB-TQT01K": "ours",
}
"""Vectors that somebody has looked into, each with who says what it expects."""

PARTS = ("id", "game", "options", "rules", "assumes", "provenance")
ANSWERED, PAYMENT = "mb.mindbug.spend", "mb.option.mindbug-payment"


def _alone(vector: Json) -> frozenset[str]:
    """The rules of which it alone notices a misreading."""
    return noticed_alone(vector["game"].partition("/")[0]).get(vector["id"], frozenset())


def _strength(kind: str) -> int:
    return list(SOURCES).index(kind)


@pytest.fixture(scope="module")
def vectors() -> dict[str, Json]:
    """Every vector of the kit by id, without its positions and its script: they are many."""
    return {
        one.id: {part: said[part] for part in PARTS if part in said}
        for file in vector_files(VECTORS)
        for one, said in json_lines_of(file)
    }


@pytest.fixture(scope="module")
def options() -> dict[str, Json]:
    """The options as the file has them."""
    table = tomllib.loads((spec_root() / "options.toml").read_text("utf-8"))
    return {option["id"]: option for option in table["option"]}


def _source(vector: Json, option: Json) -> str:
    """Who gives the answer to an option that is in force in a vector."""
    chosen = SPECIFICATION.ruleset(vector["game"]).options.get(option["id"], option["default"])
    answer = vector["options"].get(option["id"], chosen)
    (source,) = (each["source"] for each in option["answers"] if each["id"] == answer)
    return str(source)


def _expected(vector: Json, options: dict[str, Json]) -> str:
    """The authority of a vector, put together from the files and not by the kit."""
    given = {id: _source(vector, options[id]) for id in vector.get("assumes", ())}
    kinds = list(given.values())
    cited = {rule["id"] for rule in vector["rules"]}
    for rule in cited | _alone(vector):
        if not any(rule in options[id]["rules"] for id in given):  # else the answers say it
            kinds.append(SPECIFICATION.authority(SPECIFICATION.rules[rule]))
    return max(kinds, key=_strength)


def _without(vector: Json, rule: str) -> Json:
    return {**vector, "rules": [each for each in vector["rules"] if each["id"] != rule]}


def _needless(vector: Json, options: dict[str, Json]) -> set[str]:
    """The citations that a vector can do without: it needs those rules anyhow."""
    turning = {rule for id in vector.get("assumes", ()) for rule in options[id]["rules"]}
    needed = turning | _alone(vector)
    return needed.intersection(rule["id"] for rule in vector["rules"])


def test_every_kind_of_source_has_words_for_what_it_says():
    assert list(AUTHORITIES) == list(SOURCES)


def _made(rules: list[str], **changes: object) -> Json:
    """A vector that cites some rules."""
    cited = [{"id": rule} for rule in rules]
    return {
        "id": "MB-000000",
        "game": "mindbug/first-contact",
        "options": {},
        "rules": cited,
        **changes,
    }


def _said(vector: Json) -> str:
    return weakest(needs_of(vector).values())


def test_the_weakest_rule_decides():
    assert _said(_made([BOOK])) == "book"
    assert _said(_made([BOOK, OURS])) == _said(_made([OURS, BOOK])) == "ours"
    assert _said(_made([])) == "ours"


def test_what_it_depends_on_counts_and_by_what_is_answered():
    spent = _made([ANSWERED], options={PAYMENT: "spend-after"})
    assert _said(spent) == "book"  # it goes the same way under either answer
    assert _said({**spent, "assumes": {PAYMENT: ["spend-after"]}}) == "ours"
    assert _said(_made([ANSWERED], assumes={PAYMENT: ["spend-first"]})) == "book"
    assert _said(_made([BOOK], assumes={"mb.option.simultaneous-zero": ["draw"]})) == "ours"


def test_what_it_alone_notices_counts(monkeypatch):
    monkeypatch.setattr(authority, "noticed_alone", lambda _: {"MB-000000": frozenset({OURS})})
    assert _said(_made([BOOK, OURS])) == _said(_made([BOOK])) == "ours"


def test_every_vector_has_the_authority_of_what_it_needs(vectors, options):
    said = {id: vector["provenance"]["authority"] for id, vector in vectors.items()}
    assert said == {id: _expected(vector, options) for id, vector in vectors.items()}


def test_leaving_out_a_citation_does_not_raise_it(vectors, options):
    tried = 0
    for id, vector in vectors.items():
        expected = _strength(_expected(vector, options))
        for rule in _needless(vector, options):
            tried += 1
            assert _strength(_said(_without(vector, rule))) >= expected, f"{id} without {rule}"
    assert tried > 1000


@pytest.mark.parametrize("forgotten", ["what it assumes", "what it alone notices"])
def test_it_would_raise_it_if_only_citations_counted(vectors, options, monkeypatch, forgotten):
    raised = []
    for id, vector in vectors.items():
        needless = _needless(vector, options)
        if forgotten == "what it assumes":
            vector = {**vector, "assumes": {}}
        else:
            monkeypatch.setattr(authority, "noticed_alone", lambda _: {})
        before = _strength(_said(vector))
        raised += [id for rule in needless if _strength(_said(_without(vector, rule))) < before]
        monkeypatch.undo()
    assert raised


def test_a_story_says_what_the_vector_says(vectors):
    for scenarios in read_scenarios(finished_files()).values():
        for each in scenarios:
            said = AUTHORITIES[vectors[str(each.id)]["provenance"]["authority"]]
            told = authority_of(each)
            assert told == said or told.startswith(f"{said} ("), each.id


def test_of_a_scenario_that_is_in_no_vector_the_answers_it_states_count(vectors):
    (scenario,) = (
        each
        for scenarios in read_scenarios(finished_files()).values()
        for each in scenarios
        if each.id == "MB-3Y8B1A"
    )
    assert authority_of(scenario).startswith("our reading")
    assert authority_of(evolve(scenario, id="MB-000000")).startswith("our reading")
    assert authority_of(evolve(scenario, id=None, options={})).startswith("printed rules")


@pytest.mark.parametrize(("id", "said"), REAL.items())
def test_of_cases_that_were_looked_into(vectors, id, said):
    assert vectors[id]["provenance"]["authority"] == said


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
