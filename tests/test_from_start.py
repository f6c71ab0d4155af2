"""Games found by search: short, from the start alone, and together they execute most rules."""

from __future__ import annotations

import json
from itertools import dropwhile, pairwise
from statistics import median

import pytest
from attrs import evolve
from jsonschema_rs import Draft202012Validator

import oracle
from conformance.engines.in_process import InProcess
from conformance.engines.rulesets import pool
from conformance.judge.runner import Judge
from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.levels import PLAY, level_needed
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Decision, Over
from conformance.scenario.shelf import id_files, scenario_files, taken_ids
from conformance.search.cover import LONG, Beginning, cover, shrunk
from conformance.search.export import export
from conformance.search.games import AT_FIRST, SETUP_KINDS, Line, follow, play
from conformance.search.scripts import FILE, file_of, read_scripts, script_files, scripts_text
from conformance.vectors.assumed import as_made
from conformance.vectors.export import DoesNotHold
from conformance.vectors.files import document
from conformance.verbs import vectors as verb
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

GAME = "mindbug/first-contact"
PLACE = VECTORS / "mindbug" / "from-start.jsonl"
FOUND = read_vectors(PLACE)
SCRIPTS = read_scripts()
SUMS = {id: rule.checksum for id, rule in load_specification().rules.items()}
RULES = 100
"""How many rules the games execute: fewer is a loss that somebody has to want."""


@pytest.fixture(scope="module")
def ruleset():
    return oracle.load(GAME)


def beyond_setup(vector):
    return [step for step in vector.script if step.kind not in SETUP_KINDS]


# ------------------------------------------------------------------ what was found


def test_there_are_enough_of_them_and_all_need_level_0_only():
    assert len(FOUND) >= 50
    assert {level_needed(vector) for vector in FOUND} == {PLAY}
    assert all(vector.start == {} and not vector.requires for vector in FOUND)


def test_together_they_execute_most_rules():
    executed = {rule for vector in FOUND for rule in vector.rule_ids}
    assert len(executed) >= RULES
    assert executed <= SUMS.keys()


def test_they_are_short():
    lengths = [len(beyond_setup(vector)) for vector in FOUND]
    assert median(lengths) <= 12
    assert sum(length > 2 * LONG for length in lengths) <= 2


def test_every_step_has_its_exact_legal_set_and_the_end_is_whole():
    for vector in FOUND:
        assert all(step.offered is not None and step.do in step.offered for step in vector.script)
        end = vector.expect[-1]
        assert end.after == len(vector.script)
        assert end.digest
        assert end.state.keys() >= {"players", "turn", "over"}
        if end.state["over"] is None:
            assert vector.expect[0].legal is not None


def test_the_file_is_what_the_scripts_say_and_fits_the_schema():
    text = PLACE.read_text(encoding="utf-8")
    found = [json.loads(line) for line in text.splitlines()]
    assert document(map(as_made, found)) == document(export(SCRIPTS, SUMS))
    schema = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))
    for line in text.splitlines():
        Draft202012Validator(schema).validate(json.loads(line))


def test_their_ids_are_theirs_alone():
    ids = {script.id for script in SCRIPTS}
    assert len(ids) == len(SCRIPTS)
    assert not ids & taken_ids(scenario_files()), "coverage counts scenarios, and these are none"
    assert ids <= taken_ids(id_files()), "`kaiju id` never gives them again"


# ------------------------------------------------------------------ scripts


def test_scripts_are_read_as_they_are_written():
    assert scripts_text(SCRIPTS) == FILE.read_text(encoding="utf-8")


def test_a_script_names_cards_and_not_their_numbers(tmp_path):
    file = tmp_path / "some.txt"
    file.write_text(
        f"game MB-000000 {GAME}\n  deal gorillion killer-bee/2\n  choose lone-yeti gorillion\n"
        "  choose\n  resolve explosive-toad/1 ability=defeated for=p1\n  first p1\n  decline\n",
        encoding="utf-8",
    )
    handles = {}
    for card in pool(GAME, {}, ()):
        handles.setdefault(card["card"], []).append(card["h"])
    (script,) = read_scripts(file)
    yeti, gorillion = handles["lone-yeti"][0], handles["gorillion"][0]
    assert script.answers == (
        {"deal": gorillion},
        {"deal": handles["killer-bee"][1]},
        {"choose": [yeti, gorillion]},
        {"choose": []},
        {"resolve": handles["explosive-toad"][0], "ability": "defeated", "for": "p1"},
        {"first": "p1"},
        {"decline": True},
    )
    assert read_scripts_of(scripts_text([script]), tmp_path) == [script.answers]


def read_scripts_of(text, folder):
    file = folder / "again.txt"
    file.write_text(text, encoding="utf-8")
    return [script.answers for script in read_scripts(file)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("  decline\n", "an answer before the first"),
        (f"game MB-1 {GAME}\n", "expected `game ID RULESET`"),
        (f"game MB-000000 {GAME}\n  play gorilion\n", "did you mean `gorillion`?"),
        (f"game MB-000000 {GAME}\n  play gorillion bee-bear\n", "names one card, not 2"),
        (f"game MB-000000 {GAME}\ngame MB-000000 {GAME}\n", "is used twice"),
    ],
)
def test_a_wrong_script_is_told_with_its_place(tmp_path, text, told):
    file = tmp_path / "wrong.txt"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(KaijuError, match=r"wrong\.txt:") as caught:
        read_scripts(file)
    assert told in str(caught.value)


def test_an_answer_that_is_legal_no_more_is_told():
    script = SCRIPTS[3]
    changed = evolve(script, answers=(*script.answers[:23], {"play": "#48"}, *script.answers[23:]))
    with pytest.raises(DoesNotHold) as caught:
        export([changed, SCRIPTS[0], evolve(changed, id="MB-000000")], SUMS)
    first, second = str(caught.value).splitlines()
    assert f"{script.id}: `play urchin-hurler` is not legal any more" in first
    assert "MB-000000" in second, "every one of them is told"


def test_a_game_that_ends_too_soon_is_told():
    over = next(vector for vector in FOUND if vector.expect[-1].state["over"] is not None)
    script = next(script for script in SCRIPTS if script.id == over.id)
    longer = evolve(script, answers=(*script.answers, {"play": "#1"}))
    with pytest.raises(DoesNotHold, match="the game is over before `play axolotl-healer/1`"):
        export([longer], SUMS)


def test_a_changed_text_of_a_rule_shows_as_drift(kaiju, tmp_path, monkeypatch):
    monkeypatch.setattr(verb, "finished_files", list)
    folder = tmp_path / "mindbug"
    folder.mkdir()
    text = PLACE.read_text(encoding="utf-8")
    (folder / PLACE.name).write_text(text.replace('"life":3', '"life":4', 1), encoding="utf-8")
    told = kaiju("vectors", "--check", "--out", tmp_path)
    assert told.exit_code == 1
    lines = [line for line in told.stderr.splitlines() if PLACE.name in line]
    assert len(lines) == 1
    assert "differs in expect" in lines[0]


# ------------------------------------------------------------------ the search


def test_the_search_is_deterministic_and_loses_no_rule(ruleset):
    games = [play(ruleset, seed) for seed in range(1, 41)]
    found = cover(ruleset, games, 100)
    again = cover(ruleset, [play(ruleset, seed) for seed in range(1, 41)], 100)
    assert found == again
    rules = {item for game in games for item in game.first if item[0] == "rule"}
    assert rules <= {item for beginning in found for item in beginning.executes()}


def test_shrinking_keeps_what_is_needed(ruleset):
    game = play(ruleset, 7)
    needed = frozenset({("rule", "mb.attack.unblocked")})
    small = shrunk(ruleset, Beginning(game, len(game.answers)), needed)
    assert needed <= small.executes()
    assert small.decisions <= 12 < len(game.answers) - game.setup


def test_answers_that_are_not_legal_give_no_game(ruleset):
    game = play(ruleset, 2)
    assert follow(ruleset, game.answers) == game
    assert follow(ruleset, game.answers[:10]) is not None
    assert follow(ruleset, game.answers[1:]) is None
    assert follow(ruleset, (*game.answers, ("play", 0))) is None


def test_loaded_dice_and_players_in_a_hurry_make_a_game_go_on_faster():
    rules = oracle.load("tokyo/current", players=2)
    rolls = [
        [given for given in play(rules, seed).answers if given[:1] == ("face",)]
        for seed in range(1, 9)
    ]
    same = [sum(a == b for a, b in pairwise(faces)) / len(faces) for faces in rolls]
    assert max(same[0::2]) < 0.35, "every other game is as random as can be"
    assert min(same[1::2]) > 0.5


def test_a_line_leaves_out_answers_only_where_that_works(ruleset):
    game = play(ruleset, 7)
    needed = {("rule", "mb.attack.unblocked")}
    line = Line(ruleset, game.answers)
    assert line.game == game
    assert not line.without(0, 1, len(game.answers), needed), "a card is dealt too few"
    assert line.game == game
    at = next(
        at
        for at in range(game.setup, len(game.answers))
        if line.without(at, 1, len(game.answers), needed)
    )
    assert line.game == follow(ruleset, line.game.answers)
    assert line.game.answers[: at + 1] != game.answers[: at + 1]
    assert needed <= line.game.first.keys()


def test_a_game_more_may_cost_more_and_be_no_longer_than_wanted(ruleset):
    games = [play(ruleset, seed) for seed in range(1, 41)]
    few, many = cover(ruleset, games, 100, costs=30), cover(ruleset, games, 100)
    assert len(few) < len(many)
    short = cover(ruleset, games, 100, longest=12)
    assert max(beginning.decisions for beginning in short) <= LONG


# ------------------------------------------------------------------ engines of level 0


class OnlyPlays(InProcess):
    """Offers nothing but the four mandatory operations: no state, no digests."""

    def hello(self):
        return evolve(super().hello(), ops=[])

    def _frame(self):
        return evolve(super()._frame(), digest=None)


class Digests(OnlyPlays):
    """Shows digests, and is wrong about them from the first turn on."""

    def _frame(self):
        frame = super()._frame()
        kind = "" if isinstance(frame.next, Over) else frame.next.kind
        return frame if kind in SETUP_KINDS else evolve(frame, digest="0123456789abcdef")


class NeverOver(OnlyPlays):
    """Does not notice that somebody has won."""

    def _frame(self):
        frame = super()._frame()
        if isinstance(frame.next, Over):
            legal = Legal(({"play": "#1"}, {"play": "#2"}))
            frame = evolve(frame, next=Decision("x", "p1", "turn", legal))
        return frame


class MustBlock(OnlyPlays):
    """Defenders cannot decline to block."""

    def _frame(self):
        frame = super()._frame()
        pending = frame.next
        if isinstance(pending, Decision) and pending.kind == "block" and len(pending.legal) > 1:
            blocks = tuple(answer for answer in pending.legal if "block" in answer)
            frame = evolve(frame, next=evolve(pending, legal=Legal(blocks)))
        return frame


def judged(engine, vectors=FOUND):
    return list(Judge(engine).results(vectors))


def test_an_engine_that_only_plays_passes_and_is_told_what_was_not_compared():
    results = judged(OnlyPlays())
    assert {result.status for result in results} == {"pass"}
    assert {result.message for result in results} == {
        "its state was not compared: the engine shows neither `state` nor digests"
    }


def test_wrong_digests_fail_an_engine_that_shows_nothing_else():
    results = judged(Digests(), [vector for vector in FOUND if beyond_setup(vector)][:3])
    assert {result.status for result in results} == {"fail"}
    assert results[0].differences[0].place == "digest"


def test_a_missed_end_fails():
    ended = [vector for vector in FOUND if vector.expect[-1].state["over"] is not None]
    assert ended
    assert {result.status for result in judged(NeverOver(), ended)} == {"fail"}


def test_a_failure_names_the_rules_of_the_last_step_only():
    failed = [result for result in judged(MustBlock()) if result.status == "fail"]
    assert failed
    for result in failed:
        assert "mb.attack.may-block" in result.rules or "mb.attack.block" in result.rules
        assert len(result.rules) < 25


# ------------------------------------------------------------------ other games and sets

OTHERS = {
    "tokyo/current": (3, 175),
    "tokyo/mindbug-expert": (3, 220),
    "tokyo/evolutions": (2, 270),
    "duel/standard": (None, 195),
}
"""How many play each, and how many rules its games execute at least."""


@pytest.mark.parametrize("game", OTHERS)
def test_games_of_others_are_short_and_an_engine_of_level_0_passes_them(game, tmp_path):
    players, rules = OTHERS[game]
    scripts = read_scripts(file_of(game))
    assert scripts_text(scripts) == file_of(game).read_text(encoding="utf-8")
    assert {(script.game, script.players) for script in scripts} == {(game, players)}
    assert {script.id for script in scripts} <= taken_ids(id_files())
    file = tmp_path / "from-start.jsonl"
    file.write_text(document(export(scripts, SUMS)), encoding="utf-8")
    vectors = read_vectors(file)
    assert {level_needed(vector) for vector in vectors} == {PLAY}
    assert len({rule for vector in vectors for rule in vector.rule_ids}) >= rules
    assert median(len(open_steps(vector)) for vector in vectors) <= 64
    assert {result.status for result in judged(OnlyPlays(), vectors)} == {"pass"}


def open_steps(vector):
    """The steps beyond the setup that have more than one answer."""
    steps = dropwhile(lambda step: step.kind in AT_FIRST, vector.script)
    return [step for step in steps if step.digest]


def test_every_file_of_games_is_of_a_ruleset_that_is_tested():
    assert set(script_files()) == {file_of(game) for game in (GAME, *OTHERS)}


def test_games_of_every_set_are_told_and_exported(tmp_path):
    from conformance.search.__main__ import _answers
    from conformance.search.scripts import Script

    game = "mindbug/all"
    rules = oracle.load(game)
    scripts = []
    for number in range(1, 13):
        played = play(rules, number)
        assert 0 < played.setup < len(played.answers)
        whole = Beginning(played, len(played.answers))
        scripts.append(Script(f"MB-00000{number:X}"[:9], game, tuple(_answers(rules, whole))))
    verbs = {next(iter(answer)) for script in scripts for answer in script.answers}
    assert {"roll", "reroll", "buy"} <= verbs
    file = tmp_path / "games.txt"
    file.write_text(scripts_text(scripts), encoding="utf-8")
    assert [one.answers for one in read_scripts(file)] == [one.answers for one in scripts]
    schema = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))
    for line in document(export(scripts, SUMS)).splitlines():
        Draft202012Validator(schema).validate(json.loads(line))


@pytest.mark.parametrize("line", ["roll", "roll growth-1 smash", "mode first", "keyword"])
def test_a_word_too_few_or_too_many_is_told(tmp_path, line):
    file = tmp_path / "games.txt"
    file.write_text(f"game MB-7QK4X2 {GAME}\n  {line}\n", encoding="utf-8")
    with pytest.raises(KaijuError, match="says one"):
        read_scripts(file)
