"""The scenario language speaks of boosts, stages, dice, energy and power cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator

from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.reports.telling import tell
from conformance.scenario.explore import explore, play_until_open
from conformance.scenario.games.mindbug.words import DECISIONS
from conformance.scenario.known import games
from conformance.scenario.loading import cached_load
from conformance.scenario.player import begin, play
from conformance.scenario.printer import print_scenario
from conformance.scenario.reader import read_text
from conformance.scenario.story import result_json, say_state
from conformance.vectors.export import export
from conformance.vectors.files import document
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

FILE = "mindbug/some.scenario"
SCHEMA = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))


def scenario(ruleset: str, rules: str, given: str, when: str, then: str):
    """A scenario from its parts, one line each."""
    parts = {"given": given, "when": when, "then": then}
    lines = [f"ruleset mindbug/{ruleset}", 'scenario MB-7QK4X2 "A title"', f"  rules {rules}"]
    for name, text in parts.items():
        lines += [f"  {name}", *(f"    {line.strip()}" for line in text.strip().splitlines())]
    (found,) = read_text("\n".join(lines) + "\n", FILE)
    (again,) = read_text(print_scenario(found), FILE)
    assert again == found
    return found


BOOST = scenario(
    "first-contact+beyond-eternity",
    "mb.boost.under, mb.boost.power",
    """
    alice plays first; hand: 1 other; in play: Sea-Rex (exhausted, boosted by Gorillion and 1 other)
    bob: hand: 1 other; discard: Killer Bee, Bee Bear
    """,
    """
    now Sea-Rex has 2 boosts
    now Gorillion is under Sea-Rex
    now other 2 is under Sea-Rex
    now bob sees Gorillion
    alice attacks with Sea-Rex
    alice may choose up to 1 of: Killer Bee, Bee Bear
    alice chooses Bee Bear
    """,
    """
    Bee Bear is under Sea-Rex
    Sea-Rex has 3 boosts
    Sea-Rex is boosted
    Sea-Rex is exhausted
    Sea-Rex has power 8
    Killer Bee is in bob's discard pile
    """,
)
DICE = scenario(
    "first-contact+king-of-tokyo",
    "mb.power.buy, mb.power.price, mb.power.refill, mb.dice.roll, mb.dice.order",
    """
    alice plays first; energy 2; hand: 1 other; in play: H.A.D.E.S., Mantis
    bob: hand: 1 other; in play: Gorillion
    power row: Rage, Ambush, Stomp
    power deck: Railgun, 1 other
    power discard: Pounce
    """,
    """
    alice may: buy Rage, buy Ambush, buy Stomp, decline
    now alice does not see Railgun
    alice buys Rage
    chance may: reveal Railgun, reveal other 3
    chance reveals Railgun
    now Rage is in the power discard pile
    now alice has 1 energy
    now bob sees that alice has 1 energy
    alice cannot buy Ambush
    alice stops buying
    now H.A.D.E.S. has 2 dice symbols
    now Mantis has 1 dice symbol
    alice attacks with H.A.D.E.S.
    chance rolls Growth 2
    now the next decision is chance's die roll
    chance rolls Smash
    alice may: reroll the first die, reroll the second die, reroll both dice, decline
    alice rerolls the second die
    chance rolls Energy 1
    alice may: apply Growth 2, apply Energy 1
    alice applies Energy 1 first
    bob blocks with Gorillion
    """,
    """
    alice has 2 energy
    Railgun is in the power row
    the power row has 3 cards
    the power deck has 1 card
    H.A.D.E.S. is exhausted
    """,
)
EVOLVE = scenario(
    "first-contact+beyond-evolution",
    "mb.action.turn, mb.evolve.second, mb.evolve.keeps-state",
    """
    alice plays first; hand: 1 other; in play: Cloud Lady (exhausted), Frog Prophet
    bob: hand: 1 other; in play: Spider Owl
    """,
    """
    alice may: play other 1, attack with Cloud Lady, attack with Frog Prophet, \
use the action of Cloud Lady, use the action of Frog Prophet
    now Frog Prophet is now Frog Prophet
    alice uses the action of Cloud Lady
    """,
    """
    Cloud Lady is now Typhoon Princess
    Cloud Lady is exhausted
    Cloud Lady's action effect happened once
    Spider Owl is in bob's discard pile
    """,
)
ALL = [BOOST, DICE, EVOLVE]


FALLEN = scenario(
    "first-contact+beyond-evolution",
    "mb.evolve.falls-back",
    """
    alice plays first; hand: 1 other; in play: Gorillion
    bob: hand: 1 other; in play: Typhoon Princess
    """,
    """
    now Cloud Lady is now Typhoon Princess
    alice attacks with Gorillion
    bob blocks with Cloud Lady
    """,
    """
    Cloud Lady is in bob's discard pile
    """,
)


def test_a_creature_is_called_what_it_is_now_or_what_lies_under_it():
    result = play(FALLEN, cached_load)
    assert result.messages == ()
    told = [event["text"] for move in result_json(result)["story"] for event in move["events"]]
    assert "Typhoon Princess is defeated" in told
    assert "Typhoon Princess is Cloud Lady again" in told
    state = result.run.position.projection()
    assert "discard: Cloud Lady" in say_state(state, result.run)[1]


@pytest.mark.parametrize("name", ["Typhoon Princess", "Thunder Queen"])
def test_no_later_stage_is_ever_in_a_pile(name):
    text = print_scenario(FALLEN).replace("Cloud Lady is in bob", f"{name} is in bob")
    (message,) = play(*read_text(text, FILE), cached_load).messages
    assert f"`{name}` is `Cloud Lady` now" in message


def test_a_stage_that_a_creature_has_not_reached_cannot_act():
    text = print_scenario(FALLEN).replace("blocks with Cloud Lady", "blocks with Thunder Queen")
    (message,) = play(*read_text(text, FILE), cached_load).messages
    assert "`Thunder Queen` is `Typhoon Princess` now; say `Typhoon Princess`" in message


def test_the_outcomes_of_a_question_have_each_their_own_names():
    text = print_scenario(FALLEN).partition("    bob blocks")[0]
    run = begin(*read_text(text.replace("scenario MB-7QK4X2", "question"), FILE), cached_load)
    endings = explore(run, play_until_open(run))
    found = set()
    for ending in endings.found.values():
        run.cast.follow(ending.position)
        found.add(say_state(ending.position.projection(), run)[1].partition("in play: ")[2])
    assert found == {"Typhoon Princess (6)", "nothing; discard: Cloud Lady"}


def test_a_report_calls_creatures_what_they_are_at_each_step(tmp_path):
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    file = tmp_path / "some.json"
    file.write_text(document([export(FALLEN, cached_load, sums)]), encoding="utf-8")
    (vector,) = read_vectors(file)
    story = tell(vector, len(vector.script))
    board = story.after
    (pile,) = [side.zones["discard pile"] for side in board.sides if side.seat == "p2"]
    assert [card.name for card in pile] == ["Cloud Lady"]
    texts = [text for step in story.steps for text, _ in step.events]
    assert "Typhoon Princess (#4) is Cloud Lady again" in texts


@pytest.mark.parametrize(
    ("given", "message", "remedy"),
    [
        (
            "alice plays first; discard: Thunder Queen",
            "alice: discard: Thunder Queen is a later stage of a creature",
            "its first stage, Cloud Lady",
        ),
        (
            "alice plays first; in play: Typhoon Princess; hand: Cloud Lady",
            "Cloud Lady and Typhoon Princess are stages of one creature",
            "Leave this Typhoon Princess out",
        ),
        (
            "alice plays first; mindbugs 3; in play: Gorillion",
            "alice: mindbugs: a whole number from 0 to 2 was expected",
            None,
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_at_its_line(given, message, remedy):
    text = f'question "x"\n  ruleset mindbug/all\n  given\n    {given}\n'
    with pytest.raises(KaijuError) as refused:
        begin(*read_text(text, FILE), cached_load)
    assert message in refused.value.message
    assert refused.value.place.endswith(":4")
    assert remedy is None or remedy in refused.value.remedy


@pytest.mark.parametrize("told", ALL, ids=["boost", "dice", "evolve"])
def test_what_the_sets_bring_can_be_told(told):
    result = play(told, cached_load)
    assert result.messages == ()


@pytest.mark.parametrize("told", ALL, ids=["boost", "dice", "evolve"])
def test_it_becomes_a_vector_that_fits_the_schema_and_the_judge(told, tmp_path):
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    text = document([export(told, cached_load, sums)])
    Draft202012Validator(SCHEMA).validate(json.loads(text))
    file = tmp_path / "some.jsonl"
    file.write_text(text, encoding="utf-8")
    (vector,) = read_vectors(file)
    assert set(vector.card_ids.values()) <= {
        name.removeprefix("card:") for name in vector.requires if name.startswith("card:")
    }


def test_a_vector_requires_what_its_creatures_evolve_to():
    sums = {id: rule.checksum for id, rule in load_specification().rules.items()}
    requires = export(EVOLVE, cached_load, sums)["requires"]
    for card in ("typhoon-princess", "thunder-queen", "world-eater"):
        assert f"card:{card}" in requires


@pytest.mark.parametrize(
    ("told", "change", "instead"),
    [
        (BOOST, ("Bee Bear is under Sea-Rex", "Killer Bee is under Sea-Rex"), "bob's discard pile"),
        (BOOST, ("Sea-Rex is boosted", "Sea-Rex is not boosted"), "under it: Gorillion"),
        (BOOST, ("Sea-Rex has 3 boosts", "Sea-Rex has 2 boosts"), "under it: Gorillion"),
        (BOOST, ("Sea-Rex is exhausted", "alice has 0 energy"), "there is no energy"),
        (BOOST, ("Sea-Rex is exhausted", "Sea-Rex has 0 dice symbols"), "there are no dice"),
        (DICE, ("alice has 2 energy", "alice has 3 energy"), "the number is 2"),
        (DICE, ("Railgun is in the power row", "Railgun is in the power deck"), "in the power row"),
        (DICE, ("the power deck has 1 card", "the power deck has 2 cards"), "there are 1"),
        (EVOLVE, ("is now Typhoon Princess", "is now Thunder Queen"), "it is Typhoon Princess"),
    ],
)
def test_what_does_not_hold_is_told(told, change, instead):
    text = print_scenario(told)
    assert change[0] in text
    head, _, then = text.partition("  then")
    (wrong,) = read_text(f"{head}  then{then.replace(*change)}", FILE)
    (message,) = play(wrong, cached_load).messages
    assert instead in message


def test_a_ruleset_can_be_named_for_a_whole_file_and_for_one_scenario():
    text = "# Comment.\nruleset mindbug/all\n"
    text += 'question "One"\n  given start\n'
    text += 'question "Two"\n  ruleset mindbug/king-of-tokyo\n  given start\n'
    assert [one.ruleset for one in read_text(text, FILE)] == [
        "mindbug/all",
        "mindbug/king-of-tokyo",
    ]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("alice plays first; hand: Ape (boosted by Bee)", "Ape is boosted in `hand`"),
        ("alice plays first; in play: Ape (boosted)", "is not a card"),
        ("alice plays first; in play: Ape ()", "is not a card"),
        ("alice plays first; in play: Ape (boosted by Bee (exhausted))", "a card and nothing more"),
        ("alice plays first; energy 1; energy 2", "a second `energy`"),
        ("power row: Ape (exhausted)", "Ape is exhausted in `power row`"),
    ],
)
def test_a_situation_that_cannot_be_is_a_mistake(given, message):
    with pytest.raises(KaijuError) as raised:
        read_text(f'question "One"\n  given\n    {given}\n', FILE)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("alice plays first; energy 1", "energy"),
        ("alice plays first; in play: Gorillion (boosted by Bee Bear)", "boosts"),
        ("alice plays first\n    power row: Rage", "Rage"),
    ],
)
def test_what_a_ruleset_does_not_have_cannot_be_set_out(given, message):
    (asked,) = read_text(f'question "One"\n  given\n    {given}\n', FILE)
    with pytest.raises(KaijuError) as raised:
        begin(asked, cached_load)
    assert message in str(raised.value)


def test_a_question_ends_where_the_next_turn_begins_even_with_purchases():
    (asked,) = read_text(
        """
ruleset mindbug/king-of-tokyo
question "What if Kong attacks?"
  given
    alice plays first; hand: 1 other; in play: Kong
    bob: energy 3; hand: 1 other
    power row: Rage, Stomp, Railgun
  when
    alice attacks with Kong
    chance rolls Growth 1
    alice keeps the dice
""",
        FILE,
    )
    run = begin(asked, cached_load)
    endings = explore(run, play_until_open(run))
    (ending,) = endings.found.values()
    assert (ending.position.decision.seat, ending.position.decision.kind) == ("p2", "buy")
    told = "\n".join(say_state(ending.position.projection(), run))
    assert "Kong (9 dice 1)" in told
    assert "energy 3" in told
    assert "power row: Rage, Stomp, Railgun" in told


def test_every_kind_of_decision_has_a_name_and_stands_in_the_schema():
    from oracle.mindbug.why import EXPECTED

    assert set(EXPECTED) == set(DECISIONS)
    every = {kind for game in games() for kind in game.decisions}
    assert every == set(SCHEMA["$defs"]["kind"]["enum"])


def test_every_kind_of_decision_is_described_for_implementers():
    guide = Path(__file__).parent.parent / "docs" / "guides" / "implementers.md"
    text = guide.read_text(encoding="utf-8")
    assert [kind for kind in DECISIONS if f"\n| `{kind}` |" not in text] == []
