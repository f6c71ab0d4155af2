"""`kaiju explain`: positions, answers, rules and cards explained."""

from __future__ import annotations

import json
import re
from io import StringIO

import pytest
from rich.console import Console

import oracle
from oracle.verbs.definitions import describe
from rules_dsl.specification import load_specification
from told import expect_told

GAME = "mindbug/first-contact"
TABLE = {
    "players": {
        "p1": {
            "hand": [{"h": "#4", "card": "brain-fly"}],
            "play": [
                {"h": "#1", "card": "bee-bear"},
                {"h": "#2", "card": "shield-bugs", "exhausted": True},
            ],
        },
        "p2": {"play": [{"h": "#5", "card": "luchataur"}, {"h": "#6", "card": "killer-bee"}]},
    }
}


@pytest.fixture
def position(tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(TABLE), encoding="utf-8")
    return file


@pytest.fixture
def saved(tmp_path):
    position = oracle.load(GAME, options={"mb.option.waiting-effects": "nested"}).setup(TABLE)
    position.advance({"attack": "#1"})
    file = tmp_path / "saved.json"
    file.write_text(json.dumps(position.save()), encoding="utf-8")
    return file


def test_every_option_and_every_creature_is_explained(kaiju, position):
    result = kaiju("explain", position)
    assert result.exit_code == 0
    expect_told(
        result.output,
        "Decision 0: turn of p1  mb.turn.must-act, mb.turn.play, mb.turn.attack",
        '{"play": "#4"}          Brain Fly',
        "power: 9 = 8 printed, +1 Shield Bugs",
        "Shield Bugs is exhausted and may attack all the same.",
    )


def test_a_saved_position_brings_its_ruleset_and_options(kaiju, saved):
    result = kaiju("explain", saved, "--answer", '{"block": "#6"}')
    assert result.exit_code == 0
    assert result.output.startswith("not legal: Killer Bee cannot block Bee Bear: Bee Bear says")
    assert "mb.constant.in-play" in result.output


def test_a_position_is_read_from_standard_input(kaiju):
    result = kaiju("explain", "-", "--card", "bee bear", input=json.dumps(TABLE))
    assert result.exit_code == 0
    assert result.output.startswith("Bee Bear #1\n  power: 9 = 8 printed, +1 Shield Bugs")
    assert "Luchataur" not in result.output


@pytest.mark.parametrize("which", ["#1", "bee-bear", "Bee Bear", "BEE BEAR"])
def test_a_card_is_found_by_handle_id_or_name(kaiju, position, which):
    assert kaiju("explain", position, "--card", which).output.startswith("Bee Bear #1")


def test_a_choice_lists_its_candidates(kaiju, tmp_path):
    position = oracle.load(GAME).setup(TABLE)
    position.advance({"play": "#4"})
    position.advance({"decline": True})
    file = tmp_path / "choice.json"
    file.write_text(json.dumps(position.save()), encoding="utf-8")
    result = kaiju("explain", file)
    assert "choose 1 to 1 of:\n    #1  Bee Bear\n    #5  Luchataur\n" in result.output
    result = kaiju("explain", file, "--answer", '{"choose": ["#6"]}')
    assert "The power of Killer Bee is 5, which is not >= 6." in result.output


def test_json_for_programs(kaiju, position):
    shown = json.loads(kaiju("explain", position, "--json").output)
    assert shown["decision"]["legal"] == [{"play": "#4"}, {"attack": "#1"}, {"attack": "#2"}]
    assert shown["cards"][0]["values"]["power"]["value"] == 9
    shown = json.loads(kaiju("explain", position, "--json", "--answer", '{"pass": 1}').output)
    assert shown["legal"] is False
    assert shown["reasons"][0]["rules"] == ["mb.turn.must-act"]


def test_a_rule_is_told_with_its_clauses_and_options(kaiju):
    result = kaiju("explain", "mb.keyword.hunter")
    assert result.exit_code == 0
    assert result.output.startswith("Rule mb.keyword.hunter\n")
    expect_told(
        result.output,
        "covers  MBB-HUNTER-001: ",
        "option  mb.option.hunter-choice: ",
        "block-step (default): ",
        "spec/mindbug/keywords.md:",
    )


def test_a_card_is_told_with_its_text_its_meaning_and_its_rules(kaiju):
    result = kaiju("explain", "axolotl-healer")
    assert result.exit_code == 0
    expect_told(
        result.output,
        '  creature axolotl-healer "Axolotl Healer" x2\n    power 4\n',
        "means  <player> gain <number> life: ",
        "mb.life.gain",
        "mb.keyword.poisonous",
    )
    assert kaiju("explain", "Axolotl Healer").output == result.output


def test_a_keyword_an_option_and_a_clause_are_told(kaiju):
    assert "exhaust this instead" in kaiju("explain", "tough").output
    assert "after-each-card: " in kaiju("explain", "mb.option.discard-refill").output
    assert "covered by  mb.attack.tie" in kaiju("explain", "MBB-ATTACK-005").output


def test_a_card_of_ones_own_is_told(kaiju, tmp_path):
    cards = tmp_path / "my.cards"
    cards.write_text('creature kraken "Kraken"\n  power 9\n', encoding="utf-8")
    assert "power 9" in kaiju("explain", "kraken", "--cards", cards).output


@pytest.mark.parametrize("name", ["mb.attack.tie", "gorillion", "tough", "MBB-ATTACK-005"])
def test_definitions_are_json_for_programs(kaiju, name):
    assert name in json.loads(kaiju("explain", name, "--json").output).values()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mb.atack.tie"], "Did you mean mb.attack.tie?"),
        (["axolotl-haeler"], "Did you mean axolotl-healer?"),
        (["Gorilion"], "Did you mean"),
        (["qwertyuiop"], "Name a JSON file, a rule such as mb.attack.tie"),
        (["nowhere.json"], "nowhere.json: this file cannot be read"),
        (["gorillion", "--card", "#1"], "--card and --answer ask about a position"),
        (["mb.attack.tie", "--ruleset"], "--ruleset"),
        (["gorillion", "--ruleset", "mindbug/frist"], "unknown ruleset"),
        ([], "FILE|-|CASE|RULE|CARD"),
    ],
)
def test_a_wrong_argument_is_told(kaiju, arguments, message):
    result = kaiju("explain", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "standard input:1:2: not JSON"),
        ("[" * 100_000, "standard input:1:101: this is nested more than 100 deep"),
        ("[]", "standard input: setup: an object was expected"),
        ('{"turn": "p3"}', "standard input: setup.turn: no seat is called 'p3'"),
        ('{"state": 1}', "this is not a saved position"),
        ('{"state": 1, "ruleset": 4}', "this is not a saved position"),
        ('{"state": 1, "ruleset": "mindbug/frist"}', "Did you mean mindbug/first-contact?"),
        (
            '{"players": {"p1": {"play": [{"h": "#1", "card": "beebear"}]}}}',
            "Did you mean 'bee-bear'?",
        ),
    ],
)
def test_a_wrong_position_is_told(kaiju, text, message):
    result = kaiju("explain", "-", input=text)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_wrong_answer_or_card_is_told(kaiju, position):
    result = kaiju("explain", position, "--answer", '{"block')
    assert result.exit_code == 2
    assert "--answer:1:" in result.stderr
    result = kaiju("explain", position, "--card", "Be Bear")
    assert result.exit_code == 2
    assert "Did you mean Bee Bear?" in result.stderr


# --- other games -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [
        ("wings", "tokyo/current"),
        ("gigazaur", "duel/standard"),
        ("Cat", "duel/standard"),
        ("gorillion", GAME),
        ("tokyo/acid-attack", "tokyo/current"),
        ("tokyo/base-2010/acid-attack", "tokyo/2010"),
        ("duel/acid-attack", "duel/standard"),
        ("tokyo/tough", "tokyo/mindbug-trial"),
        ("tough", GAME),
        ("hungry-face", "tokyo/evolutions"),
    ],
)
def test_a_card_is_found_in_whichever_game_has_it(kaiju, name, ruleset):
    result = kaiju("explain", name)
    assert result.exit_code == 0, result.stderr
    assert result.output.endswith(f"ruleset  {ruleset}\n")


def test_a_card_that_two_games_have_needs_a_ruleset(kaiju):
    result = kaiju("explain", "Acid Attack")
    assert result.exit_code == 2
    assert "tokyo/current and duel/standard both have" in result.stderr
    assert "--ruleset tokyo/current or --ruleset duel/standard" in result.stderr
    assert "noise tiger" in kaiju("explain", "Acid Attack", "--ruleset", "duel").output


def test_an_option_says_which_game_is_meant(kaiju):
    shown = kaiju("explain", "acid-attack", "--option", "kd.option.of-a-kind=dice")
    assert "noise tiger" in shown.output


def test_a_ruling_is_told_with_its_scenario(kaiju):
    result = kaiju("explain", "RUL-0101")
    assert result.exit_code == 0
    expect_told(
        result.output,
        "question  Tokyo is empty",
        "rule  kt.tokyo.enter: ",
        "scenario  KT-58C54R (its story: kaiju ask KT-58C54R)",
    )


def test_no_ruling_and_no_difference_shows_marks_of_the_site():
    found = load_specification()
    marks = re.compile(r"\*\*|\{[a-z]+\}`")
    written = [each.answer for each in found.rulings.values()]
    written += [each.text for each in found.known.values()]
    assert sum(bool(marks.search(text)) for text in written) > 50
    for name in (*found.rulings, *found.known):
        console = Console(file=StringIO(), width=10_000)
        describe(name, None, {}, []).show(console)
        assert not marks.search(console.file.getvalue()), name


def test_a_clause_of_a_book_is_told_with_its_lines(kaiju):
    result = kaiju("explain", "KOT-TOKYO-004")
    assert "source  the printed book, lines 274, 338, 364" in result.output
    found = json.loads(kaiju("explain", "KOT-TOKYO-004", "--json").output)
    assert found["source"] == {"kind": "book", "where": "", "lines": "274,338,364"}


def test_an_option_is_told_with_those_who_give_its_answers(kaiju):
    result = kaiju("explain", "kt.option.even-bigger-loss")
    assert "clamp (default): " in result.output
    assert "(a licensed online game)" in result.output
    found = json.loads(kaiju("explain", "kt.option.even-bigger-loss", "--json").output)
    assert found["said_by"] == {"clamp": "engine", "lose-two": "book"}


def test_a_scenario_is_a_matter_of_another_verb(kaiju):
    result = kaiju("explain", "KT-58C54R")
    assert result.exit_code == 2
    assert "kaiju ask KT-58C54R" in result.stderr


@pytest.mark.parametrize(
    ("setup", "ruleset"),
    [
        ({"players": {"p1": {"stars": 3}, "p2": {}}}, "tokyo/current"),
        ({"players": {"p1": {"area": [{"h": "#1", "card": "wings"}]}}}, "tokyo/current"),
        ({"players": {"p1": {"monster": {"h": "#1", "card": "gigazaur"}}}}, "duel/standard"),
        ({"fame": 2}, "duel/standard"),
    ],
)
def test_the_game_of_a_position_is_seen_in_its_fields(kaiju, setup, ruleset):
    result = kaiju("explain", "-", input=json.dumps(setup))
    assert f"is taken for a position of {ruleset}; --ruleset names another" in result.stderr


def test_nobody_is_added_to_a_position(kaiju):
    setup = json.dumps({"players": {"p1": {"stars": 1}, "p2": {}, "p3": {}}})
    tokyo = ("explain", "-", "--ruleset", "tokyo/current", "--players")
    result = kaiju(*tokyo, 4, input=setup)
    assert result.exit_code == 2
    assert "--players: 3 play in this position, not 4" in result.stderr
    assert kaiju(*tokyo, 3, input=setup).exit_code == 0
    few = json.dumps({"players": {"p3": {"stars": 1}}})
    assert kaiju(*tokyo, 4, input=few).exit_code == 0
