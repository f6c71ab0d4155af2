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

OPTION = re.compile(r"\b(?:mb|kt|kd)\.option\.[a-z-]+")


@pytest.fixture(scope="module")
def real() -> Specification:
    return load_specification()


def test_every_testable_clause_in_force_is_covered_or_excused(real: Specification) -> None:
    assert real.uncovered() == ()
    books = Counter(clause.book for clause in real.testable_clauses())
    assert books == {"MBB": 179, "MKT": 194, "KOT": 227, "KTM": 113, "KTD": 197}
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
            assert str(said).startswith("the printed book, line"), clause.id
            assert all(line in str(said) for line in said.lines.split(",")), clause.id
        else:
            assert said.where, clause.id
            assert not said.lines, clause.id


NOT_OF_BOOKS = re.compile(
    r"\b(seed|flags?|preset|OCR|recommended|github|thoun|TODO)\b|house option|\b[a-z]+_[a-z_]+\b",
    re.I,
)
"""Words of those who once took the notes: a reader is told the option or the ruleset instead."""


def test_what_is_shown_of_books_speaks_of_books_alone(real: Specification) -> None:
    shown = [(c.id, f"{c.text} {c.ambiguity} {c.source}") for c in real.clauses.values()]
    shown += [(known.id, known.text) for known in real.known.values()]
    assert len(shown) > 1200
    found = {id: said[0] for id, text in shown if (said := NOT_OF_BOOKS.search(text))}
    assert not found


def test_what_answers_an_open_clause_is_an_option(real: Specification) -> None:
    shown = [(clause.id, clause.ambiguity or "") for clause in real.clauses.values()]
    shown += [(known.id, known.text) for known in real.known.values()]
    named = [(id, option) for id, text in shown for option in OPTION.findall(text)]
    assert len(named) > 20
    assert [each for each in named if each[1] not in real.options] == []


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


def test_a_card_that_is_printed_is_a_source_of_its_own() -> None:
    found = load_specification()
    cards = [id for id, clause in found.clauses.items() if clause.source.kind == "card"]
    assert sum(id.startswith("KTD-LIST-") for id in cards) == 50
    assert found.authority(found.rules["kd.roll.free"]) == "card"


def test_a_rule_that_rests_on_us_alone_fills_a_gap() -> None:
    found = load_specification()
    ours = [rule for rule in found.rules.values() if found.authority(rule) == "ours"]
    assert all(found.fills_a_gap(rule) for rule in ours)
    assert {"kt.keyword.hunter-outside", "kt.end.order"} <= {rule.id for rule in ours}
    assert not found.fills_a_gap(found.rules["mb.attack.tie"])


def test_an_answer_says_what_a_rule_that_turns_on_it_says() -> None:
    found = load_specification()
    rule, option = "mb.mindbug.spend", "mb.option.mindbug-payment"
    assert found.said([rule], {}) == {rule: "book"}
    assert found.said([rule], {option: "spend-after"}) == {rule: "ours", option: "ours"}
    gap, open_to = "kt.yield.requires", "kt.option.yield-requires"
    assert found.said([gap], {open_to: "attack"}) == {gap: "book", open_to: "book"}
    assert found.said([gap], {open_to: "wound"}) == {gap: "publisher", open_to: "publisher"}
    assert found.said(["mb.attack.tie"], {option: "spend-after"})["mb.attack.tie"] == "book"


def test_of_the_symbol_whose_picture_is_lost_nobody_says_which_it_is() -> None:
    option = load_specification().options["kd.option.first-player-symbol"]
    assert {answer.source for answer in option.answers} == {"ours"}
