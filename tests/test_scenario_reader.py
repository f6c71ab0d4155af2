"""Scenario files are read strictly, and printing them gives the same scenarios back."""

from __future__ import annotations

import string

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

import parts
from conformance.scenario.games.mindbug.sentences import SENTENCES
from conformance.scenario.games.mindbug.words import (
    ABILITIES,
    DECISIONS,
    DICE,
    NUMBERS,
    PILES,
    POWER_PILES,
    SHARED_ZONES,
    ZONES,
)
from conformance.scenario.model import (
    Act,
    Belongings,
    Cannot,
    CardRef,
    Fact,
    Given,
    May,
    Now,
    Others,
    Place,
    Placed,
    Scenario,
    Step,
)
from conformance.scenario.phrases import ORDINALS
from conformance.scenario.printer import print_scenario, print_scenarios
from conformance.scenario.reader import read_text
from rules_dsl.errors import KaijuError

CLAIMS, VERBS = SENTENCES.claims, SENTENCES.verbs
FILE = "mindbug/some.scenario"

WHOLE = """\
scenario MB-7QK4X2 "A tough fighter survives a poisonous one once"
  rules mb.keyword.tough, mb.keyword.poisonous
  options mb.option.hunter-choice = declaration
  cards probes
  interaction I-085, I-086
  provenance oracle
  ruling RUL-0003
  given
    alice plays first; life 3; in play: Rhino Turtle
    bob: mindbugs 1; hand: 2 others; in play: Spider Owl, Shield Bugs [a] (exhausted)
    unused: Gorillion
  when
    alice attacks with Rhino Turtle
    bob may: block with Spider Owl, block with Shield Bugs [a], decline
    bob cannot use a mindbug
    now alice has 1 card in hand
    bob blocks with Spider Owl
    alice may choose up to 2 of: Spider Owl, Gorillion, Turbo Bug
    alice chooses Spider Owl, Gorillion and Turbo Bug
    alice resolves Harpy Mother (defeated) first
    chance picks other 1
  then
    Rhino Turtle is exhausted
    Spider Owl's play effect happened twice
    the next decision is bob's turn action

question "What then?"
  given start
"""


def test_the_canonical_text_is_what_it_was_read_from():
    assert print_scenarios(read_text(WHOLE, FILE)) == WHOLE


def test_comments_and_empty_lines_say_nothing():
    commented = WHOLE.replace("  given\n", "  # why\n\n  given  # here\n")
    assert read_text(commented, FILE) == read_text(WHOLE, FILE)


def test_a_hash_inside_a_word_or_a_title_is_no_comment():
    (scenario,) = read_text('question "What is #3?"\n  given start\n', FILE)
    assert scenario.title == "What is #3?"


def test_a_player_may_have_several_lines():
    text = WHOLE.replace(
        "alice plays first; life 3; in play", "alice plays first\n    alice: in play"
    )
    given = read_text(text, FILE)[0].given
    assert given.players["alice"].zones["in play"] == (Placed(CardRef("Rhino Turtle")),)


def test_the_folder_of_a_game_gives_the_ruleset():
    assert read_text(WHOLE, FILE)[0].ruleset == "mindbug/first-contact"
    with pytest.raises(KaijuError, match="names no ruleset"):
        read_text(WHOLE, "elsewhere/some.scenario")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("MB-7QK4X2", "MB-7QK4XI", "`MB-7QK4XI` is not a scenario id"),
        ('scenario MB-7QK4X2 "A', 'scenaro MB-7QK4X2 "A', "does not start a scenario"),
        ("  rules mb.keyword.tough", "  ruls mb.keyword.tough", "did you mean `rules`?"),
        ("mb.keyword.tough,", "Tough,", "`Tough` is not a rule id"),
        ("= declaration", "declaration", "sets no option"),
        ("provenance oracle", "provenance rumour", "`rumour` is no known provenance"),
        ("provenance oracle", "provenance rulebook", "follows from the rules it cites"),
        ("  given\n    alice", "  givn\n    alice", "did you mean `given`?"),
        ("alice plays first;", "alice:", "nobody plays first"),
        ("bob: mindbugs 1", "bob plays first; mindbugs 1", "bob and alice both play first"),
        ("life 3", "lives 3", "`lives 3` is nothing that alice can have"),
        ("life 3", "life 3; life 4", "a second `life` for alice"),
        ("hand: 2 others", "hand: two others", "`two others` is not a card"),
        ("hand: 2 others", "hand: Bee (exhausted)", "Bee is exhausted in `hand`"),
        ("alice attacks with", "alice attakcs with", "did you mean `attacks with {card}`?"),
        ("alice attacks with", "carol attacks with", "does not say who acts"),
        ("chance picks", "bob picks", "is no known thing that bob does"),
        ("block with Spider Owl,", "blocks with Spider Owl,", "did you mean `block with {card}`?"),
        ("up to 2 of", "at most 2 of", "is not an offer"),
        ("is exhausted\n", "is tired\n", "is no known fact"),
        ("    now alice", "   now alice", "3 spaces before"),
        ("    now alice", "\tnow alice", "a tab in the indentation"),
        ("  then\n", "  when\n", "a second `when`"),
    ],
)
def test_a_mistake_is_told_with_its_place_and_what_to_do(old, new, message):
    told = parts.expect_mistake(WHOLE, old, new, message, FILE)
    assert f"{FILE}:" in told


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file():
    text = WHOLE.replace("is exhausted\n", "is tired\n").replace("life 3", "lives 3")
    with pytest.raises(KaijuError) as error:
        read_text(text, FILE)
    told = str(error.value)
    assert told.index("lives 3") < told.index("is tired")


def test_nobody_has_to_read_a_thousand_mistakes():
    with pytest.raises(KaijuError) as caught:
        read_text("nonsense\n" * 1000, "some.scenario")
    assert str(caught.value).count("some.scenario:") == 50
    assert str(caught.value).endswith("more; put these right first")


def test_an_empty_file_is_a_mistake():
    with pytest.raises(KaijuError, match="there is no scenario"):
        read_text("# nothing\n", FILE)


# ---- any scenario at all


def words(alphabet: str = string.ascii_letters, least: int = 1) -> st.SearchStrategy[str]:
    return st.text(alphabet, min_size=least, max_size=8)


names = st.one_of(
    st.lists(words().map(str.capitalize), min_size=1, max_size=3).map(" ".join),
    st.sampled_from(
        ["Sharky Crab-Dog-Mummypus", "Salt and Pepper", "It's, Well: Odd; so", "lower"]
    ),
)
refs = st.builds(CardRef, names, st.none() | words(string.ascii_lowercase)) | st.integers(
    1, 20
).map(lambda n: CardRef(f"other {n}"))
placed = st.builds(Placed, refs)
others = st.builds(Others, st.integers(1, 9))
in_play = st.builds(Placed, refs, st.booleans(), st.lists(placed | others, max_size=3).map(tuple))
players = st.sampled_from(["alice", "bob"])


def items(one: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(one | others, min_size=1, max_size=3).map(tuple)


zones = st.fixed_dictionaries(
    {}, optional={zone: items(in_play if zone == "in play" else placed) for zone in ZONES}
)
numbers = st.fixed_dictionaries({}, optional={what: st.integers(0, 9) for what in NUMBERS})
belongings = st.builds(Belongings, numbers, zones)
situations = st.builds(
    Given,
    players,
    st.fixed_dictionaries({"alice": belongings, "bob": belongings}),
    st.fixed_dictionaries({}, optional={zone: items(placed) for zone in SHARED_ZONES}),
    st.just("mindbug"),
)


WORDS = {
    "ability": st.sampled_from(ABILITIES),
    "player": players,
    "keyword": st.sampled_from(["sneaky", "very-sneaky"]),
    "dice": st.sampled_from(sorted(DICE)),
    "ordinal": st.sampled_from(ORDINALS),
}


@st.composite
def acts(draw: st.DrawFn, chance: bool, offered: bool) -> Act:
    verb = draw(st.sampled_from([v for v in VERBS if v.chance == chance]))
    phrase = verb.offer if offered else verb.does
    if phrase is None:
        return Act("decline")
    cards: tuple[CardRef, ...] = ()
    if "{cards}" in phrase.text:
        cards = tuple(draw(st.lists(refs, min_size=1, max_size=3)))
    elif "{card}" in phrase.text or "{face}" in phrase.text:
        cards = (draw(refs),)
    words = {hole: draw(WORDS[hole]) for hole in WORDS if f"{{{hole}}}" in phrase.text}
    return Act(verb.id, cards, deck=draw(items(placed)) if "{deck}" in phrase.text else (), **words)


@st.composite
def facts(draw: st.DrawFn) -> Fact:
    claim = draw(st.sampled_from(CLAIMS))
    values = {
        "player": players,
        "other": players,
        "seat": st.sampled_from(["alice", "bob", "chance"]),
        "n": st.integers(0, 99),
        "card": refs,
        "creature": refs,
        "power_pile": st.sampled_from(POWER_PILES),
        "keyword": st.sampled_from(["sneaky", "very-sneaky"]),
        "ability": st.sampled_from(ABILITIES),
        "pile": st.sampled_from(PILES),
        "times": st.integers(1, 9),
        "decision": st.sampled_from(sorted(DECISIONS.values())),
    }
    args = {hole: draw(values[hole]) for hole in claim.says.pattern.groupindex}
    return Fact(claim.id, args)


@st.composite
def choices(draw: st.DrawFn) -> May:
    cards = tuple(draw(st.lists(refs, min_size=1, max_size=4)))
    most = draw(st.integers(1, len(cards)))
    return May("bob", choice=cards, least=draw(st.integers(0, most)), most=most)


lines = st.one_of(
    st.builds(Step, players, acts(chance=False, offered=False)),
    st.builds(Step, st.just("chance"), acts(chance=True, offered=False)),
    st.builds(
        May, players, st.lists(acts(chance=False, offered=True), min_size=1, max_size=3).map(tuple)
    ),
    choices(),
    st.builds(Cannot, players, acts(chance=False, offered=True)),
    st.builds(Now, facts()),
)
scenarios = st.builds(
    Scenario,
    title=words(string.ascii_letters + " #,;"),
    id=st.just("MB-7QK4X2"),
    rules=st.just(("mb.attack.tie",)),
    ruleset=st.sampled_from(["mindbug/first-contact", "mindbug/other"]),
    options=st.dictionaries(words(string.ascii_lowercase), words(string.ascii_lowercase)),
    cards=st.just(()) | st.just(("probes",)),
    interactions=st.just(()) | st.just(("I-001", "I-002")),
    ruling=st.none() | st.just("RUL-0001"),
    given=st.none() | situations,
    when=st.lists(lines, max_size=6).map(tuple),
    then=st.lists(facts(), max_size=4).map(tuple),
    place=st.just(Place(FILE, 1)),
)


@for_all(scenarios)
def test_reading_what_was_printed_gives_the_same_scenario(scenario):
    text = print_scenario(scenario)
    (again,) = read_text(text, FILE)
    assert again == scenario
    assert print_scenario(again) == text
