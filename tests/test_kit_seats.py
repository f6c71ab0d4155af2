"""The kit serves games of more than two: in messages, vectors, counts, fuzzing and reports."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from attrs import evolve
from jsonschema_rs import Draft202012Validator

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Crash
from conformance.engines.rulesets import number_of_players, ruleset, seats_of
from conformance.fuzz.simpler import (
    renaming,
    seats_in,
    tidied,
    with_usual_numbers,
    without_player,
)
from conformance.judge.compare import differences
from conformance.judge.report import board
from conformance.judge.runner import Judge
from conformance.judge.vector import Step, Vector
from conformance.judge.vector_files import find_vectors, read_vectors
from conformance.protocol.framing import encode
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.messages import (
    Decision,
    Frame,
    GameInfo,
    Hello,
    Rejected,
    SetupRequest,
    StartRequest,
)
from conformance.protocol.reading import write
from conformance.protocol.serve import Server
from conformance.reports.html_board import draw
from conformance.reports.telling import tell
from conformance.search.games import play
from conformance.search.scripts import Script, read_scripts, scripts_text
from conformance.smoke.checklist import check_adapter
from conformance.smoke.findings import WRONG
from oracle.verbs import measure
from rules_dsl.errors import KaijuError

GAME = "tokyo/current"
DUEL = "mindbug/first-contact"
SCHEMA = Path(__file__).parent.parent / "conformance" / "schema"

THREE = {
    "turn": "p1",
    "players": {
        "p1": {"hearts": 4, "energy": 5, "area": [{"h": "#1", "card": "wings"}]},
        "p2": {"place": 1, "stars": 3},
        "p3": {
            "poison": 1,
            "area": [{"h": "#2", "card": "smoke-cloud", "counters": 2}],
        },
    },
    "row": [{"h": "#3", "card": "corner-store"}],
    "deck": [{"h": "#4", "card": "skyscraper"}, {"h": "#5", "card": "heal"}],
}


def started(players: int | None = None) -> InProcess:
    engine = InProcess()
    engine.start(GAME, {}, (), players)
    return engine


# ------------------------------------------------------------------ the protocol


@pytest.mark.parametrize("players", range(2, 7))
def test_as_many_play_as_the_start_says(players):
    engine = started(players)
    seats = [f"p{number}" for number in range(1, players + 1)]
    assert list(engine.state()["players"]) == seats
    assert engine.view(seats[-1])["seat"] == seats[-1]
    with pytest.raises(Crash, match=f"no seat 'p{players + 1}'"):
        engine.view(f"p{players + 1}")


def test_without_a_number_as_few_play_as_may():
    assert list(started().state()["players"]) == ["p1", "p2"]


@pytest.mark.parametrize(("game", "players"), [(GAME, 7), (GAME, 1), (DUEL, 3)])
def test_a_number_that_the_ruleset_does_not_allow(game, players):
    with pytest.raises(Crash, match=f"{game} is played by .*, not by {players}"):
        InProcess().start(game, {}, (), players)
    with pytest.raises(KaijuError, match="not by"):
        ruleset(game, {}, (), players=players)


def test_a_fixed_number_may_be_said():
    frame = InProcess().start(DUEL, {}, (), 2)
    assert frame.next.to_json()["kind"] == "deal"


def test_the_seats_of_a_position_tell_how_many_play():
    engine = InProcess()
    engine.setup(GAME, THREE)
    assert list(engine.state()["players"]) == ["p1", "p2", "p3"]
    last_only = {"turn": "p1", "players": {"p4": {"hearts": 2}}}
    engine.setup(GAME, last_only)
    assert [one["hearts"] for one in engine.state()["players"].values()] == [10, 10, 10, 2]
    assert number_of_players(GAME, {"players": {}}) == 2
    assert number_of_players(DUEL, THREE) is None
    assert number_of_players("chess/960", THREE) is None


def test_seats_of_a_game():
    assert seats_of(GAME, 3) == ("p1", "p2", "p3")
    assert seats_of(GAME, None) == seats_of(DUEL, None) == ("p1", "p2")
    assert len(seats_of("chess/960", None)) == 6


def test_a_position_that_names_more_seats_than_play_is_refused():
    with pytest.raises(Crash, match="p3"):
        InProcess().setup(GAME, THREE, {}, (), 2)


def test_snapshots_know_how_many_play():
    five, other = started(5), started(2)
    other.restore(json.loads(json.dumps(five.snapshot())))
    assert other.state() == five.state()
    assert len(other.state()["players"]) == 5


def test_a_game_of_four_is_replayed():
    script = [{"turn-up": "#1"}, {"turn-up": "#2"}, {"turn-up": "#3"}, {"face": "claw"}]
    engine = InProcess()
    played = engine.replay(GAME, script, None, {}, (), 4)
    assert len(played.digests) == 4
    assert len(engine.state()["players"]) == 4


def test_a_number_is_said_only_where_there_is_one():
    assert "players" not in write(StartRequest(DUEL))
    assert write(StartRequest(GAME, players=3))["players"] == 3
    assert write(SetupRequest(GAME, THREE, players=3))["players"] == 3


def test_the_hello_says_with_how_many_it_plays():
    games = InProcess().hello().games
    assert games[GAME].players == [2, 6]
    assert games["tokyo/evolutions"].players == [2, 3]
    assert games[DUEL].players == []
    said = write(InProcess().hello())["games"]
    assert "players" not in said[DUEL]
    assert said[GAME]["players"] == [2, 6]
    assert GameInfo(players=[2, 4]).seats(4)
    assert not GameInfo(players=[2, 4]).seats(5)
    assert GameInfo().seats(99)


def test_a_session_of_three_fits_the_schema():
    schema = json.loads((SCHEMA / "protocol-1.json").read_text(encoding="utf-8"))
    part = {name: {"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]} for name in schema["$defs"]}
    server = Server(InProcess())
    session = [
        {"op": "hello", "protocol": [1]},
        {"op": "start", "game": GAME, "players": 3},
        {"op": "view", "seat": "p3"},
        {"op": "setup", "game": GAME, "setup": THREE, "players": 3},
        {"op": "state"},
        {"op": "view", "seat": "p3"},
        *({"op": "apply", "decision": f"d{n}", "do": {"face": "one"}} for n in range(6)),
        {"op": "apply", "decision": "d6", "do": {"choose": ["one", "one"]}},
        {"op": "state"},
        {"op": "view", "seat": "p1"},
        {"op": "replay", "game": GAME, "setup": THREE, "script": [], "players": 3},
    ]
    for number, message in enumerate(session):
        request = {"id": number, **message}
        Draft202012Validator(part["request"]).validate(request)
        reply = json.loads(encode(server.answer(request)))
        assert "error" not in reply, reply
        assert "rejected" not in reply, reply
        Draft202012Validator(part["reply"]).validate(reply)


# ------------------------------------------------------------------ vectors and verdicts


def vector(**more) -> Vector:
    return Vector(**{"id": "KT-7QK4X2", "title": "Three", "game": GAME, "setup": THREE, **more})


def file_of(tmp_path: Path, vectors: list[dict[str, object]]) -> Path:
    file = tmp_path / "vectors.jsonl"
    lines = [json.dumps({"format": 3, **vector}) for vector in vectors]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def step(who: str) -> dict[str, object]:
    return {"who": who, "kind": "roll", "do": {"face": "one"}}


def test_a_vector_says_how_many_play():
    assert vector().players == 3
    assert vector().seats == ("p1", "p2", "p3")
    assert vector(setup=None, start={"players": 4}).players == 4
    assert vector(setup=None, start={}).seats == ("p1", "p2")
    assert Vector("MB-7QK4X2", "Two", DUEL, setup={"players": {}}).players is None


def test_nobody_answers_who_does_not_play(tmp_path):
    said = {"id": "KT-7QK4X2", "title": "Three", "game": GAME, "setup": THREE}
    assert read_vectors(file_of(tmp_path, [{**said, "script": [step("p3")]}]))
    with pytest.raises(KaijuError, match='"p4" is none of p1, p2, p3'):
        read_vectors(file_of(tmp_path, [{**said, "script": [step("p4")]}]))


def test_a_start_says_nothing_but_a_number(tmp_path):
    said = {"id": "KT-7QK4X2", "title": "Three", "game": GAME}
    assert read_vectors(file_of(tmp_path, [{**said, "start": {"players": 3}}]))[0].players == 3
    for wrong in ({"players": "three"}, {"player": 3}):
        with pytest.raises(KaijuError, match="expected nothing but `players`"):
            read_vectors(file_of(tmp_path, [{**said, "start": wrong}]))


class ForFew(InProcess):
    """Plays with at most two."""

    def hello(self) -> Hello:
        hello = super().hello()
        return evolve(hello, games={**hello.games, GAME: GameInfo(players=[2, 2])})


def test_vectors_for_more_than_an_engine_plays_with_are_unsupported():
    judged = vector(script=[Step("nature", "roll", {"face": "one"})])
    (result,) = Judge(ForFew()).results([judged])
    assert result.status == "unsupported"
    assert result.message == f"the engine does not play {GAME} with 3"
    (result,) = Judge(InProcess()).results([judged])
    assert result.status == "pass", result.message


class Generous(InProcess):
    """Offers a player the use of a card, and says which ability it means."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        frame = super().apply(decision, do)
        if not isinstance(frame, Frame) or not isinstance(frame.next, Decision):
            return frame
        offers = Legal((*frame.next.legal, {"use": "#1", "ability": "revealing"}))
        return evolve(frame, next=evolve(frame.next, legal=offers))


def test_an_offer_that_says_more_than_what_must_be_refused_is_noticed():
    (known,) = find_vectors(["KT-3A3CY5"])
    refusals = [each for each in known.expect if each.refused is not None]
    assert refusals[0].refused.do == {"use": "#1"}
    script = [evolve(step, legal=None, choose=None) for step in known.script]
    judged = evolve(known, script=script, expect=refusals)
    (result,) = Judge(InProcess()).results([judged])
    assert result.status == "pass", result.message
    (result,) = Judge(Generous()).results([judged])
    assert (result.status, result.message) == ("fail", "offers use #1, which is not legal")


def test_the_deck_of_all_has_no_order_and_that_of_a_player_has():
    assert not differences({"deck": ["#1", "#2"]}, {"deck": ["#2", "#1"]})
    one, other = ({"players": {"p1": {"deck": deck}}} for deck in (["#1", "#2"], ["#2", "#1"]))
    assert differences(one, other)


def test_reports_show_every_monster():
    lines = board(vector())
    assert lines == [
        "> p1  hearts 4  energy 5  area: #1 wings",
        "  p2  hearts 10  stars 3  in Tokyo City",
        "  p3  hearts 10  poison 1  area: #2 smoke-cloud (counters 2)",
        "  row: #3 corner-store",
        "  deck: #4 skyscraper, #5 heal",
    ]
    story = tell(vector(), 0)
    assert story is not None
    drawn = str(draw(story.before, "Three"))
    for text in (
        "Alice",
        "Bob",
        "Carol",
        "in Tokyo City",
        "2 counters",
        "4 hearts",
        "Corner Store",
    ):
        assert text in drawn


# ------------------------------------------------------------------ smaller positions


def test_a_player_leaves_the_table():
    fewer, names = without_player(THREE, "p2")
    assert list(fewer["players"]) == ["p1", "p2"]
    assert fewer["players"]["p2"] == THREE["players"]["p3"]
    assert names == {"p1": "p1", "p3": "p2"}
    assert list(THREE["players"]) == ["p1", "p2", "p3"]


def test_the_player_at_turn_becomes_the_first_and_the_others_follow():
    names = renaming({**THREE, "turn": "p2"}, "tokyo")
    assert [names[seat] for seat in ("p2", "p3", "p1")] == ["p1", "p2", "p3"]
    assert names["#2"] == "#1"
    assert names["#1"] == "#2"


def test_what_goes_without_saying_is_left_out_but_no_seat_is():
    setup = {"turn": "p1", "players": {"p3": {"hearts": 10, "stars": 1, "area": []}}, "row": []}
    assert seats_in(setup) == ("p1", "p2", "p3")
    assert tidied(setup, "tokyo") == {
        "players": {"p1": {}, "p2": {}, "p3": {"stars": 1}},
        "turn": "p1",
    }


def test_numbers_come_nearer_to_those_of_a_fresh_monster():
    setup = {"turn": "p1", "players": {"p1": {"hearts": 2, "stars": 9}, "p2": {}}}
    nearer = [one["players"]["p1"] for one in with_usual_numbers(setup, "tokyo")]
    assert [one["hearts"] for one in nearer if one["hearts"] != 2] == [10, 6, 3]
    assert [one["stars"] for one in nearer if one["stars"] != 9] == [0, 4, 8]


# ------------------------------------------------------------------ games found by search


def test_games_of_three_are_written_and_read(tmp_path):
    rules = ruleset(GAME, {}, (), players=3)
    position = rules.start()
    answers = []
    for given in play(rules, 5).answers[:80]:
        while (forced := position.decision.forced()) is not None:
            position.advance_silently(forced)
        answers.append(position.to_json_answer(given))
        position.advance_silently(answers[-1])
    scripts = [Script("KT-7QK4X2", GAME, tuple(answers), players=3)]
    file = tmp_path / "games.txt"
    file.write_text(scripts_text(scripts), encoding="utf-8")
    (read,) = read_scripts(file)
    assert (read.game, read.players, read.answers) == (GAME, 3, tuple(answers))
    assert "game KT-7QK4X2 tokyo/current players 3\n" in file.read_text(encoding="utf-8")


# ------------------------------------------------------------------ adapters and verbs

DEAF = """
import json, sys
from conformance.engines.in_process import InProcess
from conformance.protocol.serve import serve

class Deaf(InProcess):
    def start(self, game, options=None, cards=(), players=None):
        return super().start(game, options, cards)

serve(Deaf(), sys.stdin.buffer, sys.stdout.buffer)
"""


def test_an_adapter_that_does_not_hear_the_number_breaks_a_promise(tmp_path):
    (tmp_path / "deaf.py").write_text(DEAF, encoding="utf-8")
    checklist = check_adapter([sys.executable, str(tmp_path / "deaf.py")], 10.0, [GAME])
    wrong = {one.name: one for one in checklist.findings if one.status == WRONG}
    assert list(wrong) == ["promises"]
    assert wrong["promises"].expected == "the seats p1 to p6 in a game of 6"


def test_the_oracle_passes_the_smoke_test(tmp_path):
    serving = "from conformance.cli import main; import sys; sys.argv = ['kaiju', 'engine']; main()"
    (tmp_path / "serve.py").write_text(serving, encoding="utf-8")
    checklist = check_adapter([sys.executable, str(tmp_path / "serve.py")], 10.0, [GAME])
    assert checklist.is_good, [one.to_json() for one in checklist.findings if one.expected]


def test_a_start_is_counted(kaiju):
    result = kaiju("perft", "--ruleset", GAME, "--players", 3, "--depth", 1, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["counts"] == [
        {"players": 0, "chance": 1, "over": 0},
        {"players": 0, "chance": 66, "over": 0},
    ]
    assert kaiju("perft", "--players", 3).exit_code == 2
    assert kaiju("perft", "twins", "--ruleset", GAME).exit_code == 2
    assert kaiju("divide", "--engine", "oracle").exit_code == 2
    same = kaiju("divide", "--ruleset", GAME, "--players", 3, "--engine", "oracle", "--depth", 1)
    assert same.exit_code == 0, same.output
    assert "the start of tokyo/current: both count 67 positions" in same.output


def test_the_bench_plays_with_four_unless_told(kaiju, monkeypatch):
    monkeypatch.setattr(measure, "LOADS", 1)
    monkeypatch.setattr(measure, "WARM_UP", 1)
    monkeypatch.setattr(measure, "COPIED_GAMES", 1)
    for said, players in (((), 4), (("--players", 3), 3)):
        result = kaiju("bench", "--ruleset", GAME, "--games", 2, *said, "--json")
        assert result.exit_code == 0, result.output
        (figures,) = json.loads(result.stdout)
        assert (figures["players"], figures["faults"]) == (players, 0)
    assert kaiju("bench", "--ruleset", GAME, "--players", 9).exit_code == 2
