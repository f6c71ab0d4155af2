"""Counting positions: the oracle, any engine step by step, and down to the first wrong branch."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from jsonschema_rs import Draft202012Validator

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Unsupported
from conformance.engines.rulesets import number_of_players, ruleset
from conformance.judge.runner import Judge
from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.perft.divide import divide
from conformance.perft.export import export, vector
from conformance.perft.positions import (
    POSITIONS,
    Origin,
    counts_text,
    find,
    named_positions,
)
from conformance.perft.telling import card_names, division_lines
from conformance.perft.tree import count
from conformance.perft.walk import counts, deep_enough, reach
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Count, Decision
from conformance.vectors.export import DoesNotHold
from conformance.vectors.files import document
from rules_dsl.specification import load_specification

GAME = "mindbug/first-contact"
NAMED = named_positions()
PERFT = VECTORS / "mindbug" / "perft.jsonl"
SCHEMA = json.loads((VECTORS.parent / "schema" / "vector-3.json").read_text(encoding="utf-8"))
SUMS = {id: rule.checksum for id, rule in load_specification().rules.items()}


def named(name):
    return next(one for one in NAMED if one.name == name)


def offering(*ops):
    """An oracle that offers only these operations."""

    class Offering(InProcess):
        def hello(self):
            return evolve(super().hello(), ops=list(ops))

    return Offering()


class MustHunt(InProcess):
    """A hunter's controller cannot leave the choice to the defender."""

    ops = ("setup", "state", "snapshot")

    def hello(self):
        return evolve(super().hello(), ops=list(self.ops))

    def _frame(self):
        frame = super()._frame()
        pending = frame.next
        if isinstance(pending, Decision) and pending.kind == "hunt":
            hunts = tuple(answer for answer in pending.legal if "hunt" in answer)
            frame = evolve(frame, next=evolve(pending, legal=Legal(hunts)))
        return frame


class Miscounts(InProcess):
    """Plays right and counts one position too many."""

    def perft(self, depth):
        return [
            each + Count(over=1) if at == 2 else each
            for at, each in enumerate(super().perft(depth))
        ]


# ------------------------------------------------------------------ counting


def test_there_are_enough_positions_each_with_a_name_and_an_id():
    assert len(NAMED) >= 12
    assert len({one.name for one in NAMED}) == len({one.id for one in NAMED}) == len(NAMED)
    assert sum(each.chance for one in NAMED for each in one.counts) > 0
    assert sum(each.over for one in NAMED for each in one.counts) > 0
    said = {one.name: one.counts for one in NAMED}
    assert POSITIONS.read_text(encoding="utf-8") == counts_text(NAMED, said)


@pytest.mark.parametrize("one", NAMED, ids=[one.name for one in NAMED])
def test_the_oracle_counts_what_the_kit_says(one):
    number = number_of_players(one.game, one.setup)
    position = ruleset(one.game, one.options, one.cards, players=number).setup(one.setup)
    for given in one.script:
        position.advance_silently(given)
    before = position.digest()
    assert count(position, one.depth) == one.counts
    assert position.digest() == before


@pytest.mark.parametrize("ops", [["setup", "perft"], ["setup", "snapshot"], ["setup"]])
@pytest.mark.parametrize(
    "name",
    ["hunters", "a-barrel-to-steal-from", "both-fighters-fall", "over-noise-tokens"],
)
def test_every_way_to_count_gives_the_same(name, ops):
    one = named(name)
    assert counts(offering(*ops), ops, one.origin, 4) == one.counts[:5]


def test_the_position_itself_has_depth_0_and_an_end_is_not_gone_beyond():
    lost = {"players": {"p1": {"mindbugs": 0}, "p2": {"mindbugs": 0}}, "turn": "p1"}
    position = ruleset(GAME, {}, ()).setup(lost)
    assert count(position, 0) == [Count(over=1)]
    assert count(position, 2) == [Count(over=1), Count(), Count()]


def test_factored_choices_and_chance_are_enumerated():
    mother = {
        "players": {
            "p1": {
                "mindbugs": 0,
                "play": [{"h": "#1", "card": "gorillion"}],
                "hand": [{"h": "#9", "card": "bee-bear"}],
            },
            "p2": {"mindbugs": 0, "play": [{"h": "#2", "card": "harpy-mother"}]},
        },
        "turn": "p1",
    }
    for number, card in enumerate(["spider-owl", "killer-bee", "turbo-bug"], 3):
        mother["players"]["p1"]["play"].append({"h": f"#{number}", "card": card})
    engine = InProcess()
    frame = engine.setup(GAME, mother)
    frame = engine.apply(frame.next.id, {"attack": "#1"})
    engine.apply(frame.next.id, {"block": "#2"})
    assert engine.perft(1)[1].nodes == 1 + 3 + 3, "none, one or two of three"
    start = ruleset(GAME, {}, ()).start()
    assert count(start, 2) == [Count(chance=1), Count(chance=48), Count(chance=48 * 47)]


def test_walking_goes_only_as_deep_as_a_limit_of_positions():
    one = [Count(players=1), Count(players=10), Count(players=100)]
    assert [deep_enough(one, limit) for limit in (1, 11, 110, 111)] == [0, 1, 1, 2]


def test_a_tree_may_begin_after_some_answers():
    one = named("results-in-any-order")
    assert [next(iter(given)) for given in one.script] == ["face"] * 6 + ["choose"]
    engine = InProcess()
    frame = reach(engine, one.origin, ())
    assert (frame.next.who, frame.next.kind) == ("p1", "resolve")
    assert len(frame.next.legal) == one.counts[1].nodes == 4
    again = reach(engine, one.origin, [{"result": "heart"}])
    assert {"result": "heart"} not in again.next.legal
    assert divide(InProcess(), ("setup", "perft"), one.origin, 3).agrees


# ------------------------------------------------------------------ vectors


def test_a_vector_says_the_answers_before_its_tree():
    one = named("what-the-rival-may-do")
    found = vector(one, SUMS)
    assert [step["do"] for step in found["script"]] == one.script
    assert all(step["do"] in step.get("legal", [step["do"]]) for step in found["script"])
    assert found["expect"][0]["after"] == len(one.script)
    Draft202012Validator(SCHEMA).validate(json.loads(document([found])))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"face": "claw"}, "is not legal: "),
        ({"result": "claws"}, "is not legal: "),
    ],
)
def test_answers_before_a_tree_that_are_not_legal_are_told(more, told):
    one = named("what-the-rival-may-do")
    wrong = evolve(one, script=[*one.script, more])
    with pytest.raises(DoesNotHold, match=f"{one.name}.*{told}"):
        export([wrong], SUMS)


@pytest.mark.parametrize("ops", [["setup", "perft"], ["setup", "snapshot"]])
def test_engines_are_judged_after_the_answers_before_a_tree(ops, tmp_path):
    file = tmp_path / "perft.jsonl"
    file.write_text(document([vector(named("buying-from-the-row"), SUMS)]), encoding="utf-8")
    (result,) = Judge(offering(*ops)).results(read_vectors(file))
    assert (result.status, result.message) == ("pass", "")


@pytest.mark.parametrize("ops", [["setup", "perft"], ["setup", "snapshot"]])
def test_engines_that_count_or_go_back_pass_the_vectors(ops):
    vectors = [each for each in read_vectors(PERFT) if "barrel" in str(each.provenance)]
    (result,) = Judge(offering(*ops)).results(vectors)
    assert (result.status, result.message) == ("pass", "")


def test_engines_that_can_do_neither_are_not_judged_by_them():
    results = list(Judge(offering("setup", "state")).results(read_vectors(PERFT)))
    assert {result.status for result in results} == {"unsupported"}
    assert "neither counts (`perft`) nor goes back (`snapshot`)" in results[0].message


def test_a_wrong_count_fails_and_says_how_to_go_on():
    (vector,) = [one for one in read_vectors(PERFT) if one.provenance["position"] == "hunters"]
    (result,) = Judge(MustHunt()).results([vector])
    assert result.status == "fail"
    assert "there can be 9 positions (9 of players" in result.message
    assert "kaiju divide hunters" in result.message
    assert result.rules == (), "a count blames no rule"


# ------------------------------------------------------------------ divide


def test_divide_goes_down_to_the_first_wrong_branch():
    found = divide(MustHunt(), MustHunt.ops, named("hunters").origin, 4)
    assert not found.agrees
    assert found.path == (("p1", {"attack": "#1"}),)
    assert found.message == "offers p1 something else (hunt)"
    assert [(one.place, one.want) for one in found.differences] == [("legal", {"decline": True})]
    assert [fork.depth for fork in found.forks] == [2]
    assert [branch.differs for branch in found.forks[0].branches] == [False, True]


def test_divide_tells_when_only_the_counting_is_wrong():
    found = divide(Miscounts(), ["setup", "state", "perft"], named("twins").origin, 4)
    assert "its own `perft` is wrong" in found.message


def test_divide_agrees_with_a_right_engine():
    assert divide(InProcess(), ["setup", "perft"], named("twins").origin, 5).agrees


class CannotBlock(InProcess):
    """Falls over when somebody blocks."""

    def apply(self, decision, do):
        if "block" in do:
            raise Unsupported("blocking is for later")
        return super().apply(decision, do)


def test_divide_names_the_branch_in_which_an_engine_falls_over():
    found = divide(CannotBlock(), ("setup", "state"), named("up-to-two").origin, 4)
    assert found.counted is None
    assert found.message == "unsupported: blocking is for later"
    assert [list(answer) for _, answer in found.path][-2:] == [["attack"], ["block"]]


class PullsTwice(InProcess):
    """Pulls a marker of Duel again when it has been pulled."""

    def apply(self, decision, do):
        told = super().apply(decision, do)
        if do == {"result": "destruction"}:
            return self.setup("duel/standard", PULLED_TOO_FAR)
        return told


PULLED_TOO_FAR = {
    "turn": "p1",
    "players": {
        "p1": {"monster": {"h": "#1", "card": "meka-dragon"}},
        "p2": {"monster": {"h": "#2", "card": "cyber-kitty"}},
    },
    "destruction": 12,
}


def test_the_board_of_duel_shows_monsters_markers_and_tokens():
    one = named("results-in-any-order")
    found = divide(PullsTwice(), ("setup", "state"), one.origin, 2)
    told = list(division_lines(found, card_names(one.origin)))
    assert told[0].endswith("1 answer deep:")
    assert told[1].endswith(": 1 position")
    assert "  > p1 meka-dragon  hearts 2  energy 2  dice 0  area: #9 spiked-tail" in told
    assert "    markers: fame 0, destruction 10" in told
    assert "    board: #12 cat (on destruction:6)" in told
    assert any("p1 (Meka Dragon)" in line for line in told)
    assert "  - destruction  want 10  got 12" in told


class HitsNobody(InProcess):
    """Lets claws hit nobody: the state is wrong, and so all that comes after it."""

    def apply(self, decision, do):
        told = super().apply(decision, do)
        state = super().state()
        if state["players"]["p2"]["hearts"] == 9:
            hurt = {seat: {"place": had["place"]} for seat, had in state["players"].items()}
            return self.setup("tokyo/current", {"turn": "p3", "players": hurt})
        return told


def test_what_stands_otherwise_is_told_before_what_is_offered_otherwise():
    one = named("city-and-bay")
    found = divide(HitsNobody(), ("setup", "state"), one.origin, 2)
    told = list(division_lines(found, card_names(one.origin)))
    assert any(line.endswith("in Tokyo City") for line in told)
    assert any(line.endswith("in Tokyo Bay") for line in told)
    assert not any("place" in line for line in told if not line.startswith("  -"))
    differing = [line for line in told if line.startswith("  - ")]
    assert "  - players.p2.hearts  want 9  got 10" in differing
    assert differing[-1].startswith("  - legal")


# ------------------------------------------------------------------ verbs


def test_the_verb_counts_every_position_of_the_kit(kaiju):
    told = kaiju("perft", "--depth", 2, "--json")
    assert told.exit_code == 0
    said = [json.loads(line) for line in told.output.splitlines()]
    assert [each["position"] for each in said] == [one.name for one in NAMED]
    assert all(each["right"] for each in said)


def test_the_verb_counts_a_position_in_a_file(kaiju, tmp_path):
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(named("hunters").setup), encoding="utf-8")
    told = kaiju("perft", file, "--depth", 2)
    assert told.exit_code == 0
    assert told.output.splitlines()[-1].split() == ["2", "11", "11", "0", "0"]
    whole = tmp_path / "whole.json"
    whole.write_text(json.dumps({"setup": named("hunters").setup, "game": GAME}), encoding="utf-8")
    assert find(str(whole)) == Origin(GAME, named("hunters").setup)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "not JSON"),
        ("[]", "this is no position"),
        ('{"setup": 3}', "setup: expected an object"),
        ('{"players": {"p1": {"hand": [{"h": "#1", "card": "gorila"}]}}}', "gorila"),
        ('{"players": {}, "turn": "p1", "x": 1}', "x"),
        ('{"setup": {"players": {}}, "game": "mindbug/frist"}', "mindbug/frist"),
        ('{"setup": {"players": {}}, "options": {"mb.option.x": "y"}}', "mb.option.x"),
        ('{"setup": {"players": {}}, "cards": ["creature x"]}', "'x' has no name"),
        ('{"setup": {"players": {}}, "script": [{"attack": "#9"}]}', "script"),
    ],
)
def test_a_wrong_file_is_told(kaiju, tmp_path, text, told):
    file = tmp_path / "wrong.json"
    file.write_text(text, encoding="utf-8")
    result = kaiju("perft", file)
    assert result.exit_code == 2
    assert str(file) in result.stderr
    assert told in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize("verb", ["perft", "divide"])
def test_an_unknown_name_is_a_user_error(kaiju, verb):
    result = kaiju(verb, "huntres", "--engine", "oracle")
    assert result.exit_code == 2
    assert "Did you mean hunters?" in result.stderr


@pytest.mark.parametrize("verb", ["perft", "divide"])
def test_an_engine_that_cannot_start_is_a_user_error(kaiju, verb):
    result = kaiju(verb, "hunters", "--engine", "exec:no-such-engine-anywhere")
    assert result.exit_code == 2
    assert "cannot be started" in result.stderr


def test_an_engine_that_sets_nothing_up_is_told_so(kaiju):
    for verb in ("perft", "divide"):
        result = kaiju(verb, "twins", "--engine", "exec:python -m conformance.miniatures modest")
        assert result.exit_code == 1
        assert "does not stand positions up" in result.stderr


def test_the_verb_divides(kaiju, monkeypatch):
    agreed = kaiju("divide", "twins", "--engine", "oracle", "--depth", 3)
    assert (agreed.exit_code, agreed.output) == (
        0,
        "twins: both count 16 positions, 3 answers deep\n",
    )
    monkeypatch.setattr("conformance.engines.connect.connect", lambda *_: MustHunt())
    told = kaiju("divide", "hunters", "--engine", "mine", "--depth", 3)
    assert told.exit_code == 1
    assert "the first wrong branch: p1 attack #1 (shark-dog)" in told.output
    assert 'want {"decline":true}  got nothing' in told.output
    assert "p2  life 2  mindbugs 0  play: #5 turbo-bug (4)" in told.output
    said = json.loads(kaiju("divide", "hunters", "--engine", "mine", "--depth", 3, "--json").output)
    assert said["path"] == [{"who": "p1", "do": {"attack": "#1"}}]


def test_only_the_oracle_writes_counts(kaiju):
    result = kaiju("perft", "--write", "--engine", "exec:x")
    assert result.exit_code == 2
    assert "with the oracle" in result.stderr
