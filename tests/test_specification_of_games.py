"""The specification of the games as it is: whole, consistent, and readable."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rules_dsl.lock import suspects
from rules_dsl.reader import read_files
from rules_dsl.rules_text import RULE_ID
from rules_dsl.specification import Specification, load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def real() -> Specification:
    return load_specification()


def test_every_testable_clause_in_force_is_covered_or_excused(real: Specification) -> None:
    assert real.uncovered() == ()
    books = Counter(clause.book for clause in real.testable_clauses())
    assert books == {"MBB": 179, "MKT": 194, "KOT": 226, "KTM": 113, "KTD": 197}
    assert {book for game in real.games.values() for book in game.books} == real.scope.keys()


def test_no_clause_is_covered_twice_and_none_out_of_force(real: Specification) -> None:
    finished = {id: by for id, by in real.covering.items() if not real.in_the_making(id)}
    assert {clause: by for clause, by in finished.items() if len(by) > 1} == {}
    assert [id for id in real.covering if not real.in_scope(real.clauses[id])] == []


def test_an_excuse_is_not_needed_for_what_is_covered(real: Specification) -> None:
    assert [id for id in real.excuses if id in real.covering] == []


def test_the_lock_is_up_to_date(real: Specification) -> None:
    found = suspects(real).finished(real)
    assert not found, "Read the changed rules, then lock them with `kaiju lock`."


def test_rule_ids_and_numbers_are_well_formed(real: Specification) -> None:
    assert all(RULE_ID.fullmatch(id) and id.count(".") == 2 for id in real.rules)
    finished = [rule for rule in real.rules.values() if not real.in_the_making(rule.id)]
    assert None not in [rule.number for rule in finished]
    numbers = [rule.number for rule in real.rules.values() if rule.number is not None]
    assert len(set(numbers)) == len(numbers)


def test_a_question_comes_from_something_that_can_be_looked_up(real: Specification) -> None:
    named = [source for option in real.options.values() for source in option.sources]
    named += [source for rule in real.rules.values() for source in rule.sources]
    assert len(named) > 400
    assert [id for id in named if id not in real.clauses and id not in real.known] == []


def test_every_rule_with_two_readings_names_them_both(real: Specification) -> None:
    for option in real.options.values():
        others = [answer.id for answer in option.answers if answer.id != option.default]
        text = " ".join(real.rules[id].text for id in option.rules)
        assert all(f"`{other}`" in text for other in others), option.id


def test_first_contact_takes_every_default(real: Specification) -> None:
    answers = real.answers(real.ruleset("mindbug/first-contact"))
    options = [option for id, option in real.options.items() if id.startswith("mb.")]
    assert answers == {option.id: option.default for option in options}
    assert len(answers) > 10


def test_the_words_of_every_game_rest_on_its_own_rules(real: Specification) -> None:
    for game in real.games.values():
        own = {id for id in real.rules if id.startswith(f"{game.prefix}.")}
        for word in Vocabulary.load(real.root / game.vocabulary).words:
            assert word.rules, word.id
            assert set(word.all_rules) <= own, word.id


def test_the_cards_of_every_ruleset_can_be_read(real: Specification) -> None:
    for ruleset in real.all_rulesets.values():
        files = [real.root / file for file in ruleset.cards]
        vocabulary = Vocabulary.load(real.root / ruleset.vocabulary)
        assert read_files(files, vocabulary, rules=real.rules).cards, ruleset.name


def test_no_game_is_in_the_making(real: Specification) -> None:
    assert not real.drafts


def test_the_name_of_a_game_means_its_usual_ruleset(real: Specification) -> None:
    usual = {name: real.ruleset(real.meant(name)).game for name in real.games}
    assert usual == {name: name for name in real.games}
    assert real.meant("tokyo/2010") == "tokyo/2010"
    assert real.meant("chess") == "chess"


def test_every_game_says_how_many_may_play_it(real: Specification) -> None:
    assert {each.players for each in real.rulesets.values() if each.game == "mindbug"} == {(2, 2)}
    tokyo = {name: each.players for name, each in real.all_rulesets.items() if "tokyo/" in name}
    assert tokyo.pop("tokyo/evolutions") == (2, 3)
    assert len(tokyo) == 4
    assert set(tokyo.values()) == {(2, 6)}


def test_related_clauses_exist(real: Specification) -> None:
    assert all(other in real.clauses for c in real.clauses.values() for other in c.related)


def test_the_specification_lies_beside_the_package() -> None:
    assert (spec_root() / "rulesets.toml").is_file()


def test_every_clause_says_who_says_it_and_where() -> None:
    for clause in load_specification().clauses.values():
        said = clause.source
        if said.kind == "book":
            assert re.fullmatch(r"\d+(-\d+)?(,\d+(-\d+)?)*", said.lines), clause.id
        else:
            assert said.where, clause.id
            assert not said.lines, clause.id


def test_inventories_speak_of_books_alone() -> None:
    for file in (spec_root() / "rulebooks").glob("*.json"):
        found = re.findall(r"\bseed\b|edition flag|github|thoun|TODO", file.read_text("utf-8"))
        assert not found, f"{file.name}: {found}"


def test_a_rule_is_as_strong_as_the_strongest_who_says_it() -> None:
    found = load_specification()
    said = {rule.id: found.authority(rule) for rule in found.rules.values()}
    assert said["mb.attack.tie"] == "book"
    assert said["mb.boost.split"] == "publisher"
    assert said["mb.card.power"] == "book"
    assert said["mb.action.prevents-loss"] == "ours"
    for rule in found.rules.values():
        if not rule.covers and not rule.follows_from and not rule.publisher:
            assert said[rule.id] == "ours", rule.id
