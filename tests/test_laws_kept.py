"""The laws of the specification: examples of the books, bystanders, the record, their form."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from conformance.coverage.laws import KINDS, measure_laws
from conformance.laws.beside import difference, silent_cards
from conformance.laws.biting import notices
from conformance.laws.claiming import claims_of
from conformance.laws.claiming import notices as claim_notices
from conformance.laws.data import checks
from conformance.laws.drawing import Artist, instances
from conformance.laws.examples import example_problem
from conformance.laws.model import Law
from conformance.laws.printer import format_laws
from conformance.laws.record import read_record
from conformance.laws.shelf import law_files, load_laws
from conformance.mutants.catalogue import by_id
from conformance.mutants.games import GAMES
from conformance.scenario.loading import cached_load
from rules_dsl.specification import load_specification

BESIDE = 3
"""Silent cards put beside each law here; `python -m conformance.laws.beside` tries all of them."""


def test_files_of_laws_are_in_their_one_form() -> None:
    for file in law_files():
        text = file.read_text("utf-8")
        assert format_laws(text, str(file)) == text, f"`kaiju laws --format {file}`"


def laws_of(game: str) -> list[Law]:
    return [law for law in load_laws() if law.game == game]


@pytest.mark.parametrize("game", GAMES)
def test_who_stands_by_changes_nothing(game: str) -> None:
    for law in laws_of(game):
        if law.compares:
            continue
        artist = Artist(law, cached_load)
        silent = list(silent_cards(artist))
        for at, zone, card in random.Random(law.id).sample(silent, min(BESIDE, len(silent))):
            told = difference(artist, at, card, cached_load)
            assert told is None, f"{law.id} with {card.name} in {zone}: {told}"


@pytest.mark.parametrize("game", GAMES)
def test_worked_examples_are_instances_of_laws(game: str) -> None:
    problems = [
        problem
        for law in laws_of(game)
        for example in law.examples
        if (problem := example_problem(law, example, cached_load)) is not None
    ]
    assert not problems, "\n".join(problems)


def test_every_worked_example_of_the_books_is_an_instance() -> None:
    testable = load_specification().testable_clauses()
    wanted = {each.id for each in testable if each.kind == "example"}
    excused = measure_laws(load_specification()).excused
    said = {example.clause for law in load_laws() for example in law.examples}
    assert not wanted - said - excused


Pairs = set[tuple[str, str]]


def bites(game: str) -> Iterator[tuple[str, list[tuple[str, int]]]]:
    """Of the record, misreadings enough for each pair of law and rule, those of most pairs first.

    Each comes with the laws and claims that notice it, and by which instance.
    """
    rules = {law.id: law.rules for law in laws_of(game)}
    rules |= {claim.name: claim.rules for claim in claims_of(game)}
    at: dict[str, dict[str, int]] = {}
    for bite in read_record(game).bites:
        at.setdefault(bite.mutant, {})[bite.law] = bite.instance
    shown: dict[str, Pairs] = {
        id: {(law, rule) for law in found for rule in {*by_id()[id].rules} & {*rules[law]}}
        for id, found in at.items()
    }
    left = {pair for pairs in shown.values() for pair in pairs}
    while left:
        id = max(sorted(shown), key=lambda each: len(shown[each] & left))
        laws = sorted({law for law, _ in shown[id] & left})
        left -= shown[id]
        yield id, [(law, at[id][law]) for law in laws]


@pytest.mark.parametrize("game", GAMES)
def test_what_the_record_says_is_noticed_is_noticed(game: str) -> None:
    laws = {law.id: law for law in laws_of(game)}
    claims = {claim.name: claim for claim in claims_of(game)}
    for id, found in bites(game):
        drawn = {
            name: list(instances(laws[name], cached_load, at + 1))[at]
            for name, at in found
            if name in laws
        }
        with by_id()[id].in_force():
            for name, at in found:
                if name in laws:
                    assert notices(drawn[name]), f"{name} does not notice {id}"
                else:
                    played = next(g for g in claims[name].games if g.startswith(f"{game}/"))
                    assert claim_notices(claims[name], played, at), f"{name} misses {id}"


def test_every_pair_of_law_and_rule_bites() -> None:
    for game in GAMES:
        record = read_record(game)
        for law in laws_of(game):
            noticed = record.noticed_by(law.id)
            bitten = {rule for id in noticed for rule in by_id()[id].rules}
            assert set(law.rules) <= bitten, f"{law.id} tests no {set(law.rules) - bitten}"


@pytest.mark.parametrize("name", checks())
def test_the_printed_cards_are_what_the_books_say(name: str) -> None:
    checks()[name]()


def test_the_figures_of_laws_are_those_that_are_promised() -> None:
    laws = measure_laws(load_specification())
    assert not laws.problems
    figures = laws.figures()
    clauses, rules = figures["clauses"], figures["rules"]
    assert isinstance(clauses, dict)
    assert isinstance(rules, dict)
    assert len(KINDS) == 5
    assert clauses["testable"] == 711
    assert clauses["covered"] >= 0.9 * clauses["testable"]
    assert clauses["law"] >= 0.6 * clauses["testable"]
    assert rules["covered"] >= 0.9 * rules["concerned"]
