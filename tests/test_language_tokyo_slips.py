"""What authors of King of Tokyo cards get wrong, and what players mishear."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_dsl.diagnostics import Diagnostics
from rules_dsl.mutate import misreadings
from rules_dsl.printer import print_card, print_module
from rules_dsl.reader import read_files, read_text
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Vocabulary

SPEC = spec_root() / "tokyo"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)
RULESETS = {
    "2010": ("base", "base-2010"),
    "current": ("base", "base-current"),
    "evolutions": ("keywords", "base", "base-current", "mindbug", "evolutions"),
}
SETS = {
    name: read_files([SPEC / f"{file}.cards" for file in files], VOCABULARY)
    for name, files in RULESETS.items()
}
BOX = {card.id: card for module in SETS.values() for card in module.cards}


# --- slips of authors ---


@pytest.mark.parametrize(
    ("line", "column", "wrong", "meant"),
    [
        ("bought: you gian 3 stars", 15, "gian", "gain"),
        ("when you atack: you gain 1 star", 12, "atack", "attack"),
        ("bought: that monster gets 1 posion token", 31, "posion", "poison"),
        ("bought: add 2 energies to your roll", 17, "energies", "energy"),
        ("bought: put 3 smokes counters on this", 17, "smokes", "smoke"),
        ("bought: all other monsters lose 2 health", 37, "health", "heart"),
        ("frenzzy", 3, "frenzzy", "frenzy"),
        ("consumible", 3, "consumible", "consumable"),
    ],
)
def test_a_slip_of_the_pen_is_shown_with_what_was_meant(
    tokyo, line: str, column: int, wrong: str, meant: str
) -> None:
    said = tokyo.message(line).splitlines()
    assert said[0] == f"my.cards:4:{column}: '{wrong}' is not a word this language knows"
    assert said[1:3] == [f"      {line}", " " * (column + 3) + "^" * len(wrong)]
    assert said[-1] == f"  did you mean '{meant}'?"


@pytest.mark.parametrize(
    ("line", "place", "told", "remedy"),
    [
        ("bought you gain 3 stars", "4:9", "a colon is missing after 'bought'", "write 'bought:'"),
        (
            "bought: other monsters lose 1 heart",
            "4:11",
            "'other monsters' does not say how many",
            "expected 'a', 'all', a number, or 'up to' and a number before it",
        ),
        (
            "bought: discard a card",
            "4:19",
            "'a card' does not say where from",
            "expected a zone behind it, such as 'from your area'",
        ),
        (
            "bought: this loses 1 heart",
            "4:11",
            "'lose' works on monsters, but 'this' is a card",
            "expected something like 'all other monsters'",
        ),
        (
            "bought: all dice lose 1 heart",
            "4:11",
            "'lose' works on monsters, but 'all dice' is dice",
            "expected something like 'all other monsters'",
        ),
        (
            "bought: reroll a keep card from your area",
            "4:18",
            "'reroll' works on dice, but 'a keep card from your area' is a card",
            "expected something like 'a die showing heart'",
        ),
        (
            "bought: a monster from any area loses 1 heart",
            "4:26",
            "monsters are in play: a word about monsters has no 'from'",
            "leave it out, or write 'card' instead of 'monster'",
        ),
        (
            "bought: you have +1 die",
            "4:15",
            "'have' cannot stand here",
            "what lasts needs to know for how long: put 'until end of turn:' in front of it",
        ),
        (
            "bought: choose one: you gain 2 energy",
            "4:23",
            "'you' cannot stand here",
            "put each effect on a line of its own, indented below this one",
        ),
        (
            "you have 1 die",
            "4:12",
            "'1' cannot stand here",
            "expected a number with a sign, such as +2",
        ),
        ("discard", "4:3", "type is given twice", "remove one of the lines"),
        ("permanent", "4:3", "a power card has no stay", "remove this line"),
    ],
)
def test_a_mistake_is_shown_with_its_place_and_a_way_out(
    tokyo, line: str, place: str, told: str, remedy: str
) -> None:
    said = tokyo.message(line).splitlines()
    assert said[0] == f"my.cards:{place}: {told}"
    assert said[1] == f"      {line}"
    assert set(said[2].strip()) == {"^"}
    assert said[-1] == f"  {remedy}"


@pytest.mark.parametrize(
    ("head", "missing", "example"),
    [(("keep",), "cost", "cost 5"), (("cost 3",), "type", "keep")],
)
def test_a_missing_property_is_shown_by_an_example(
    tokyo, head: tuple[str, ...], missing: str, example: str
) -> None:
    assert tokyo.message("bought: you gain 1 star", head=head) == (
        f"my.cards:1:1: 'probe' has no {missing}\n"
        '    power card probe "Probe"\n'
        "    ^^^^^^^^^^^^^^^^^^^^^^^^\n"
        f"  add a line such as '{example}' below it"
    )


def test_an_evolution_card_needs_a_monster_of_the_box(tokyo) -> None:
    card = 'evolution card probe "Probe"\n  permanent\n  when you leave Tokyo: you gain 1 star\n'
    assert "add a line such as 'monster mastermindbug' below it" in tokyo.message_about(card)
    strange = card.replace("permanent", "monster godzilla\n  permanent")
    assert tokyo.message_about(strange).startswith(
        "my.cards:2:11: 'godzilla' is not a word this language knows"
    )


def test_a_keyword_is_told_to_cite_rules_of_this_game(tokyo) -> None:
    assert "add a line such as 'cites kt.keyword.lazy' below it" in tokyo.message_about(
        "keyword lazy\n  at the end of your turn: you gain 1 star\n"
    )


WORDS = sorted({word for card in BOX.values() for word in print_card(card, VOCABULARY).split()})


@st.composite
def slips(draw: st.DrawFn) -> str:
    """The text of a card in which one word is left out, put in, or taken for another."""
    card = draw(st.sampled_from(list(BOX.values())))
    first, *lines = print_card(card, VOCABULARY).splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    indent = len(lines[at]) - len(lines[at].lstrip())
    words = lines[at].split()
    place = draw(st.integers(0, len(words) - 1))
    new = draw(st.lists(st.sampled_from(WORDS), max_size=2))
    words[place : place + draw(st.integers(0, 1))] = new
    lines[at] = " " * indent + " ".join(words)
    return "\n".join([first, *lines, ""])


@settings(max_examples=150, deadline=None)
@given(text=slips())
def test_a_slip_is_refused_with_a_place_or_read_as_what_is_then_printed(text: str) -> None:
    try:
        module = read_text(text, "my.cards", VOCABULARY, KEYWORDS)
    except Diagnostics as mistakes:
        for each in mistakes.found:
            assert 1 <= each.span.line <= text.count("\n") + 1
            assert each.message
    else:
        written = print_module(module, VOCABULARY)
        again = read_text(written, "printed.cards", VOCABULARY, KEYWORDS)
        assert again == module
        assert print_module(again, VOCABULARY) == written


# --- misreadings ---

FOUND = {each.id: each for each in misreadings(SETS["evolutions"], VOCABULARY)}


@pytest.mark.parametrize("name", RULESETS)
def test_each_misreading_is_another_one_and_shows(name: str) -> None:
    found = misreadings(SETS[name], VOCABULARY)
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert each.before != each.after, each.id
        assert each.difference(VOCABULARY), each.id
        assert each.rules, each.id
        assert {rule.partition(".")[0] for rule in each.rules} == {"kt"}, each.id
        assert "{" not in each.words, each.id


def test_every_card_with_text_can_be_misheard() -> None:
    misheard = {each.definition for each in FOUND.values()}
    assert {card.id for card in SETS["evolutions"].cards if card.abilities} <= misheard
    assert {keyword.id for keyword in KEYWORDS.keywords} <= misheard


@pytest.mark.parametrize(
    ("id", "old", "new"),
    [
        ("gas-refinery/1:other-dropped", "all other monsters", "all monsters"),
        ("high-altitude-bombing/1:others-only", "all monsters", "all other monsters"),
        ("evacuation-orders/1:all-one", "all other monsters lose", "another monster loses"),
        ("keyword/poisonous:attacker-you", "the attacker loses", "you lose"),
        ("keyword/hunter:as-aims-at", "aim claws only at", "aim claws at"),
        ("fire-breathing/1:as-lose-hearts", "1 extra heart", "1 heart"),
        ("mimic/2:from-other-areas", "any area", "another area"),
        ("three-times-as-strong/1:exactly-at-least", "exactly 3", "at least 3"),
        ("spiked-tail/1:at-least-exactly", "at least 1", "exactly 1"),
        ("scary-face/1:most-fewest", "the most stars", "the fewest stars"),
        ("metamorph/1:filter-dropped", "a keep card", "a card"),
        ("herd-culler/1:no-once-each-turn", "once each turn: ", ""),
        ("vast-storm/1:uncounted", " for each 2 energy they have", ""),
        ("herbivore/1:negated", "if you made", "if not you made"),
        ("no-brain/1:one-more", "+2 cost", "+3 cost"),
    ],
)
def test_the_text_shows_what_was_misheard(id: str, old: str, new: str) -> None:
    removed, added = FOUND[id].difference(VOCABULARY).splitlines()
    assert (removed[0], added[0]) == ("-", "+")
    assert removed[1:].replace(old, new, 1) == added[1:]


def test_a_price_that_was_not_heard_leaves_the_choice() -> None:
    after = FOUND["rapid-healing/1:free"].after
    (offer,) = after.abilities[0].body
    assert (offer.word, [each.word for each in offer["body"]]) == ("may", ["gain-hearts"])
    assert "rapid-healing/1:may" not in FOUND  # it could be declined anyway


def test_a_moment_is_taken_for_another() -> None:
    heads = {
        id: FOUND[f"{id}:on-{head}"].after.abilities[0].head
        for id, head in (
            ("jets/1", "would-lose"),
            ("mindbugs-overlord/1", "turn-ends"),
            ("solar-powered/1", "turn-starts"),
        )
    }
    assert list(heads.values()) == ["would-lose", "turn-ends", "turn-starts"]


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("wings/1:free", "Wings could be used for nothing"),
        ("gas-refinery/1:other-dropped", "Gas Refinery's 'other' was not there"),
        ("mimic/2:from-other-areas", "Mimic's 'any area' was read as 'another area'"),
        ("deadly-shell:no-tough", "Deadly Shell did not have TOUGH"),
        (
            "herbivore/1:negated",
            "the 'you made nobody lose hearts' of Herbivore meant the opposite",
        ),
        (
            "three-times-as-strong/1:exactly-at-least",
            "Three Times as Strong's 'exactly' was read as 'at least'",
        ),
    ],
)
def test_a_misreading_is_told_in_the_words_of_a_player(id: str, said: str) -> None:
    assert FOUND[id].words == said
