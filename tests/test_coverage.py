"""Coverage is counted honestly and every gap is named: shown on a toy specification."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from attrs import evolve

from conformance.coverage.evidence import Evidence
from conformance.coverage.figures import figures
from conformance.coverage.measure import CardCoverage, measure
from conformance.coverage.problems import broken, missing
from conformance.coverage.report import share_of
from conformance.coverage.table import drift, table_text
from conformance.replay.replay import Replay
from conformance.scenario.model import Fact, Place, Scenario, Step
from conformance.scenario.player import Result
from conformance.scenario.run import Move, Run
from rules_dsl.definitions import Ability, Card, Keyword, Span
from rules_dsl.errors import KaijuError
from rules_dsl.lock import write_lock
from rules_dsl.specification import Specification
from toy_game import RULESETS

CARDS = """creature healer "Healer"
  power 1
  play: you gain 1 life

creature plain "Plain"
  power 2
"""

PAGE = """# Play

```{rule} ty.play.card
:covers: TOY-PLAY-001, TOY-PLAY-002
:kind: procedure
A player plays a card.
```

```{rule} ty.play.tie
:covers: TOY-END-001
:kind: timing
A tie is a draw.
```
"""

RULING = """
```{ruling} RUL-0001
:question: May I pass?
:rules: ty.play.card
:scenario: MB-000001
:proof: alice has 3 life

No.
```
"""

EXCUSES = '[scope]\nTOY = ["base"]\n[clauses]\n[rules]\n'


def clause(id, **changes):
    described = {"book": "Toy", "section": "Play", "kind": "rule", "topic": "play"}
    described |= {"text": f"{id} is so.", "applies_to": ["base"], "testable": True}
    rest = {"test_idea": "", "related": [], "ambiguity": None, "source": {"kind": "book"}}
    return {"id": id, **described, **rest, **changes}


CLAUSES = [
    clause("TOY-PLAY-001"),
    clause("TOY-PLAY-002"),
    clause("TOY-END-001"),
    clause("TOY-MORE-001", applies_to=["more"]),
    clause("TOY-NOTE-001", testable=False),
]

FILES = {
    "rulebooks/toy.json": json.dumps(CLAUSES),
    "rulesets.toml": RULESETS,
    "options.toml": "",
    "excuses.toml": EXCUSES,
    "toy/play.md": PAGE,
    "toy/small.cards": CARDS,
    "rulings/toy.md": RULING,
}


@pytest.fixture
def make(tmp_path):
    """Writes the toy specification, with some files changed, and reads it, lock and all."""

    def made(**changes):
        named = {"excuses": "excuses.toml", "clauses": "rulebooks/toy.json"}
        named |= {"page": "toy/play.md", "rulings": "rulings/toy.md"}
        for name, text in (FILES | {named[key]: text for key, text in changes.items()}).items():
            path = tmp_path / "spec" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        write_lock(Specification(tmp_path / "spec"))
        return Specification(tmp_path / "spec")

    return made


@pytest.fixture
def load(tmp_path):
    """The ruleset of the toy: one card with an ability, one without."""
    file = str(tmp_path / "spec/toy/small.cards")
    play = Ability("trigger", "play", span=Span(file, 3, 3, 3, 20))
    cards = [
        Card("healer", "creature", "Healer", abilities=(play,), span=Span(file, 1, 1, 3, 20)),
        Card("plain", "creature", "Plain", keywords=("tough",), span=Span(file, 5, 1, 6, 9)),
    ]
    tough = Keyword("tough", ("ty.play.tie",))
    ruleset = SimpleNamespace(
        name="mindbug/first-contact",
        cards={card.id: card for card in cards},
        keywords={"tough": tough},
    )
    return lambda name: ruleset


def event(kind, cause=None, rules=(), **data):
    return SimpleNamespace(kind=kind, cause=cause, rules=rules, data=data)


HEALS = (
    event("play", card="#1", seat="p1"),
    event("enter", card="#1", seat="p1"),
    event("resolve", "#1", ability="healer/1"),
    event("gain-life", "#1", seat="p1"),
)
PLAYS = (event("play", card="#2", seat="p1"),)


@pytest.fixture
def result(load):
    """What came of a scenario of the toy, as if it had been played."""

    def of(id, rules, events=(), fired=None, fails=False, decisions=1, cards=2):
        scenario = Scenario(
            f"Scenario {id}",
            id=id,
            rules=tuple(rules),
            then=(Fact("life", {"player": "alice", "n": 3}),),
            place=Place("toy.scenario", 7),
        )
        step = Step("alice", None)
        moves = [Move("p1", "turn", {}, {}, "", tuple(events), (), step)]
        moves += [Move("p1", "turn", {}, {}, "", (), (), step)] * (decisions - 1)
        handles = {f"#{number}": "plain" for number in range(1, cards + 1)} | {"#1": "healer"}
        game = SimpleNamespace(pieces=())
        cast = SimpleNamespace(cards=handles, ruleset=load("toy"), game=game)
        run = Run(scenario, load("toy"), cast, None, None, moves)
        run.fired = set(rules if fired is None else fired)
        return Replay.of(Result(scenario, ("it is not so",) if fails else (), run))

    return of


@pytest.fixture
def whole(result):
    """Scenarios that cover the toy wholly."""
    return [
        result("MB-000001", ["ty.play.card", "ty.play.tie"], HEALS),
        result("MB-000002", ["ty.play.card"], PLAYS),
    ]


def problems(coverage, specification, tmp_path):
    return [
        str(each)
        for each in (
            *broken(coverage, specification, tmp_path / "table.txt"),
            *missing(coverage, specification),
        )
    ]


@pytest.fixture
def judged(make, load, tmp_path):
    """The problems of some results on a toy specification, with a fresh table."""

    def judge(results, **changes):
        specification = make(**changes)
        coverage = measure(specification, results, load)
        (tmp_path / "table.txt").write_text(table_text(coverage), "utf-8")
        return problems(coverage, specification, tmp_path)

    return judge


def test_a_whole_coverage_has_no_problem(judged, whole):
    assert judged(whole) == []


def test_figures(make, load, whole):
    found = figures(measure(make(), whole, load))
    assert found["clauses"] == {"TOY": {"testable": 3, "covered": 3, "tested": 3, "excused": 0}}
    assert found["rules"] == {
        "normative": 2,
        "cited": 2,
        "executed": 2,
        "focused": 2,
        "focused_excused": 0,
        "excused": 0,
        "two_sided": 0,
        "two_sided_excused": 0,
        "killed": 0,
        "killed_excused": 0,
    }
    assert found["cards"]["small"] == {
        "total": 2,
        "exercised": 2,
        "abilities": 1,
        "abilities_exercised": 1,
        "keywords": 1,
        "keywords_exercised": 0,
    }
    assert found["drafts"] == {}
    assert sorted(found) == ["cards", "clauses", "drafts", "rules"]


# A second game that nobody has proved: its clause and its rule stand beside the toy's.
DRAFT = """
[game.half]
prefix = "hf"
topics = ["go"]
books = ["HLF"]
draft = "half done"
"""
HALF = """# Go

```{rule} hf.go.first
:covers: HLF-GO-001
:kind: timing
The first goes first.
```
"""
HALF_FILES = {
    "rulesets.toml": RULESETS + DRAFT,
    "rulebooks/half.json": json.dumps([clause("HLF-GO-001", applies_to=[])]),
    "excuses.toml": EXCUSES.replace("[clauses]", "HLF = []\n[clauses]"),
    "half/go.md": HALF,
}


@pytest.fixture
def half_done(monkeypatch):
    """Lets the toy stand beside a game in the making."""

    def change(**changes):
        for name, text in (HALF_FILES | changes).items():
            monkeypatch.setitem(FILES, name, text)

    change()
    return change


def test_a_game_in_the_making_needs_no_proof(judged, whole, half_done):
    assert judged(whole) == []


def test_a_game_in_the_making_is_counted_apart(make, load, whole, half_done):
    coverage = measure(make(), whole, load)
    found = figures(coverage)
    assert found["rules"]["normative"] == found["rules"]["executed"] == 2
    assert list(found["clauses"]) == ["TOY"]
    (name, draft), *others = found["drafts"].items()
    assert (name, others) == ("half", [])
    assert draft["rules"]["normative"] == 1
    assert draft["rules"]["executed"] == 0
    assert draft["clauses"]["HLF"] == {"testable": 1, "covered": 1, "tested": 0, "excused": 0}
    assert "hf.go.first" not in table_text(coverage)


def test_a_game_in_the_making_must_cover_its_clauses(judged, whole, half_done):
    half_done(**{"half/go.md": HALF.replace(":covers: HLF-GO-001", ":source: gap HLF-GO-001")})
    assert judged(whole) == ["spec/rulebooks: HLF-GO-001: no rule covers it: HLF-GO-001 is so."]


def test_clauses_of_a_game_in_the_making_do_not_make_room_for_excuses(judged, whole, half_done):
    many = [clause(f"HLF-GO-{number:03}", applies_to=[]) for number in range(1, 100)]
    covers = ", ".join(each["id"] for each in many)
    half_done(
        **{
            "rulebooks/half.json": json.dumps(many),
            "half/go.md": HALF.replace("HLF-GO-001", covers),
            "toy/play.md": PAGE.replace("TOY-PLAY-001, ", ""),
            "excuses.toml": HALF_FILES["excuses.toml"].replace(
                "[rules]", 'TOY-PLAY-001 = "The book is silent."\n[rules]'
            ),
        }
    )
    (found,) = judged(whole)
    assert "1 of 3 testable clauses are excused" in found


def test_scenarios_of_a_game_in_the_making_count_for_it_alone(make, load, whole, result, half_done):
    ran = result("HF-000001", ["hf.go.first", "ty.play.tie"], HEALS)
    ran = evolve(ran, scenario=evolve(ran.scenario, ruleset="half/small"))
    whole[0] = result("MB-000001", ["ty.play.card"], HEALS)
    coverage = measure(make(), [*whole, ran], load)
    assert coverage.drafts["half"].rules["hf.go.first"].executed == ("HF-000001",)
    assert coverage.rules["ty.play.tie"].executed == ()
    assert "HF-000001" not in coverage.passed


def test_a_failing_scenario_of_a_game_in_the_making_is_a_problem(judged, whole, result, half_done):
    ran = result("HF-000001", ["hf.go.first"], fails=True)
    ran = evolve(ran, scenario=evolve(ran.scenario, ruleset="half/small"))
    assert judged([*whole, ran]) == ["toy.scenario:7: HF-000001: it fails\n  it is not so"]


def test_only_passing_scenarios_count(judged, make, load, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card", "ty.play.tie"], HEALS, fails=True)
    found = judged(whole)
    assert [line for line in found if "ty.play.tie" in line] == [
        "spec/toy/play.md:9: ty.play.tie: only scenarios that do not count cite it: MB-000001"
    ]
    assert "toy.scenario:7: MB-000001: it fails\n  it is not so" in found
    assert any("healer/1: no passing scenario shows it at work" in line for line in found)
    assert "spec/rulings/toy.md:2: RUL-0001: its scenario MB-000001 does not pass" in found
    assert len(found) == 4
    figured = figures(measure(make(), whole, load))
    assert figured["rules"]["cited"] == figured["rules"]["executed"] == 1
    assert figured["clauses"]["TOY"] == {"testable": 3, "covered": 3, "tested": 2, "excused": 0}
    assert figured["cards"]["small"]["exercised"] == 1


def test_a_scenario_that_claims_nothing_proves_nothing(judged, whole):
    whole[0] = evolve(whole[0], scenario=evolve(whole[0].scenario, then=()))
    found = judged(whole)
    assert "toy.scenario:7: MB-000001: it claims nothing: it has no `then`" in found
    assert any("ty.play.tie: only scenarios that do not count" in line for line in found)


def test_a_rule_that_did_not_fire_is_cited_but_not_executed(make, load, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card", "ty.play.tie"], HEALS, fired=["ty.play.card"])
    each = measure(make(), whole, load).rules["ty.play.tie"]
    assert (each.cited, each.executed, each.focused) == (("MB-000001",), (), ())


def test_a_rule_that_fired_without_being_cited_is_not_executed(make, load, result):
    one = result("MB-000001", ["ty.play.card"], fired=["ty.play.card", "ty.play.tie"])
    assert measure(make(), [one], load).rules["ty.play.tie"].executed == ()


@pytest.mark.parametrize(
    ("decisions", "cards", "focused"), [(4, 6, True), (5, 6, False), (4, 7, False)]
)
def test_focused_means_few_decisions_and_few_cards(make, load, result, decisions, cards, focused):
    one = result("MB-000001", ["ty.play.card"], decisions=decisions, cards=cards)
    assert bool(measure(make(), [one], load).rules["ty.play.card"].focused) is focused


def test_a_rule_without_a_scenario_is_named_with_its_place(judged, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card"], HEALS)
    assert judged(whole) == ["spec/toy/play.md:9: ty.play.tie: no scenario cites it"]


def test_an_excused_rule_needs_no_scenario(judged, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card"], HEALS)
    assert judged(whole, excuses=EXCUSES + '"ty.play.tie" = "Nobody can see it."\n') == []


def test_a_needless_excuse_is_named(judged, whole):
    (line,) = judged(whole, excuses=EXCUSES + '"ty.play.tie" = "Nobody can see it."\n')
    assert line == "spec/excuses.toml: ty.play.tie: needs no excuse: MB-000001 executes it"
    (line,) = judged(whole, excuses=EXCUSES.replace("[rules]", 'TOY-END-001 = "No."'))
    assert "TOY-END-001: needs no excuse" in line


def test_a_clause_without_a_rule_is_named(judged, make, load, whole):
    (line,) = judged(whole, page=PAGE.replace(", TOY-PLAY-002", ""))
    assert line == "spec/rulebooks: TOY-PLAY-002: no rule covers it: TOY-PLAY-002 is so."
    found = figures(measure(make(page=PAGE.replace(", TOY-PLAY-002", "")), whole, load))
    assert found["clauses"]["TOY"] == {"testable": 3, "covered": 2, "tested": 2, "excused": 0}


@pytest.mark.parametrize(("testable", "is_too_much"), [(20, True), (21, False)])
def test_excuses_must_stay_under_five_per_cent(judged, whole, testable, is_too_much):
    more = [clause(f"TOY-MANY-{number:03}") for number in range(testable - 3)]
    covered = ", ".join(each["id"] for each in more[1:])
    found = judged(
        whole,
        clauses=json.dumps(CLAUSES + more),
        page=PAGE.replace("TOY-PLAY-002", f"TOY-PLAY-002, {covered}"),
        excuses=EXCUSES.replace("[rules]", 'TOY-MANY-000 = "It says nothing."\n[rules]'),
    )
    line = "spec/excuses.toml: excuses: 1 of 20 testable clauses are excused; fewer than 5 % may be"
    assert found == ([line] if is_too_much else [])


def test_a_card_that_takes_no_part_is_named(judged, whole):
    (line,) = judged(whole[:1])
    assert line.endswith("small.cards:5: plain: it takes part in no passing scenario")


def test_a_card_is_exercised_in_all_its_abilities_or_not_at_all():
    card = Card("many", "creature", "Many")
    assert not CardCoverage(card, {"many/1": True, "many/2": False}, {}, True).is_exercised
    assert CardCoverage(card, {"many/1": True, "many/2": True}, {}, False).is_exercised


def test_an_ability_never_used_is_named_with_its_text(judged, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card", "ty.play.tie"], HEALS[:3])
    (line,) = judged(whole)
    assert "small.cards:3: healer/1: no passing scenario shows it at work" in line
    assert line.endswith("play: you gain 1 life")


@pytest.mark.parametrize(
    ("written", "why"),
    [("TBD", "no scenario proves it"), ("MB-999999", "its scenario MB-999999 does not exist")],
)
def test_a_ruling_without_proof_is_named(judged, whole, written, why):
    (line,) = judged(whole, rulings=RULING.replace("MB-000001", written))
    assert line == f"spec/rulings/toy.md:2: RUL-0001: {why}"


def test_a_stale_lock_is_named(make, load, whole, tmp_path):
    make()
    page = tmp_path / "spec/toy/play.md"
    page.write_text(page.read_text("utf-8").replace("a draw", "no draw"), "utf-8")
    specification = Specification(tmp_path / "spec")
    coverage = measure(specification, whole, load)
    (tmp_path / "table.txt").write_text(table_text(coverage), "utf-8")
    (line,) = problems(coverage, specification, tmp_path)
    assert line.startswith("spec/rules.lock: stale: ty.play.tie;")


def test_the_table_has_a_line_a_rule(make, load, whole, result):
    silent = result("MB-000003", ["ty.play.tie"], fired=[])
    assert "ty.play.tie cited\n" in table_text(measure(make(), [silent], load))
    text = table_text(measure(make(), whole, load))
    assert text.splitlines()[1:] == [
        "ty.play.card cited+executed+focused",
        "ty.play.tie cited+executed+focused",
    ]
    assert "ty.play.tie missing\n" in table_text(measure(make(), whole[1:], load))


def test_a_stale_table_is_named(make, load, whole, tmp_path):
    specification = make()
    (tmp_path / "table.txt").write_text(table_text(measure(specification, whole, load)), "utf-8")
    again = measure(specification, whole[:1], load)
    assert drift(table_text(again), tmp_path / "table.txt") == []  # what holds is the same
    fewer = measure(specification, whole[1:], load)
    assert drift(table_text(fewer), tmp_path / "table.txt") == [
        "-ty.play.tie cited+executed+focused",
        "+ty.play.tie missing",
    ]
    found = problems(fewer, specification, tmp_path)
    assert any("table.txt: stale: `-ty.play.tie" in line for line in found)
    (tmp_path / "table.txt").unlink()
    assert any("table.txt: stale" in line for line in problems(fewer, specification, tmp_path))


# --- what scenarios prove beyond what they cite ---

PROVED = Evidence(
    two_sided={"ty.play.card": "MB-000002", "ty.play.tie": "MB-000002"},
    killed={"ty.play.card": ("play:twice",), "ty.play.tie": ("play:no-draw",)},
)


@pytest.fixture
def proved(make, load, tmp_path):
    """The problems of some results with evidence, on a toy specification, with a fresh table."""

    def judge(results, evidence, **changes):
        specification = make(**changes)
        coverage = measure(specification, results, load, evidence)
        (tmp_path / "table.txt").write_text(table_text(coverage), "utf-8")
        return problems(coverage, specification, tmp_path)

    return judge


def test_a_proved_coverage_has_no_problem(proved, make, load, whole):
    assert proved(whole, PROVED) == []
    coverage = measure(make(), whole, load, PROVED)
    assert figures(coverage)["rules"] | {"two_sided": 2, "killed": 2} == figures(coverage)["rules"]
    line = "ty.play.tie cited+executed+focused+two-sided+killed\n"
    assert line in table_text(coverage)


def test_a_rule_seen_on_one_side_only_is_named(proved, whole):
    one_sided = evolve(PROVED, two_sided={"ty.play.card": "MB-000002"})
    (line,) = proved(whole, one_sided)
    assert line.endswith("ty.play.tie: no scenario comes to its point without its firing")


def test_a_rule_that_is_not_executed_is_not_two_sided(make, load, whole, result):
    whole[0] = result("MB-000001", ["ty.play.card"], HEALS)
    coverage = measure(make(), whole, load, PROVED)
    assert coverage.rules["ty.play.tie"].two_sided is None


def test_a_rule_of_which_no_mutant_is_killed_is_named(proved, whole):
    (line,) = proved(whole, evolve(PROVED, killed={"ty.play.card": ("play:twice",)}))
    assert line.endswith("ty.play.tie: no mutant of it is killed by a scenario citing it")


def test_excuses_of_one_sided_and_unkilled_rules(proved, make, load, whole):
    less = Evidence({"ty.play.card": "MB-000002"}, {"ty.play.card": ("play:twice",)})
    excuses = EXCUSES + '[two-sided]\n"ty.play.tie" = "always"\n[killed]\n"ty.play.tie" = "no"\n'
    assert proved(whole, less, excuses=excuses) == []
    coverage = measure(make(excuses=excuses), whole, load, less)
    assert figures(coverage)["rules"]["two_sided_excused"] == 1
    assert figures(coverage)["rules"]["killed_excused"] == 1
    line = "ty.play.tie cited+executed+focused+two-sided-excused+killed-excused\n"
    assert line in table_text(coverage)
    needless = proved(whole, PROVED, excuses=excuses)
    assert [line.partition("ty.play.tie: ")[2] for line in needless] == [
        "needs no excuse under [two-sided]: MB-000002 shows its other side",
        "needs no excuse under [killed]: play:no-draw",
    ]


def test_a_table_of_kills_that_is_out_of_date_is_named(proved, whole):
    (line,) = proved(whole, evolve(PROVED, stale=("MB-000001", "MB-000002")))
    assert line.startswith("conformance/mutants: stale: MB-000001 and 1 more;")


@pytest.mark.parametrize("part", ["two-sided", "killed"])
def test_an_excuse_needs_a_rule_and_a_reason(make, part):
    with pytest.raises(KaijuError, match=r"ty\.play\.ties"):
        both(make(excuses=EXCUSES + f'[{part}]\n"ty.play.ties" = "so"\n'))
    with pytest.raises(KaijuError, match="gives no reason"):
        both(make(excuses=EXCUSES + f'[{part}]\n"ty.play.tie" = " "\n'))


def both(specification):
    return specification.one_sided, specification.unkilled


def test_only_all_of_it_is_100_per_cent():
    assert share_of(9999, 10000) == 99.9
    assert share_of(10000, 10000) == 100.0
    assert share_of(0, 10) == 0.0


def _gaps(specification, load):
    """What is missing because a gap was decided in silence."""
    found = [str(each) for each in missing(measure(specification, [], load), specification)]
    return [each for each in found if "fills a gap in silence" in each]


def test_a_gap_that_was_decided_in_silence_is_told(make, load):
    gap = ":source: gap TOY-END-001"
    (said,) = _gaps(make(page=PAGE.replace(":covers: TOY-END-001", gap)), load)
    assert said.startswith("spec/toy/play.md:9: ty.play.tie: ")
    page = PAGE.replace(":covers: TOY-END-001", f"{gap}\n:undisputed: It is plain.")
    assert _gaps(make(page=page), load) == []


def test_a_rule_that_rests_on_us_alone_is_such_a_gap(make, load):
    ours = [{**each, "source": {"kind": "ours", "where": "a guess"}} for each in CLAUSES]
    assert len(_gaps(make(clauses=json.dumps(ours)), load)) == 2
