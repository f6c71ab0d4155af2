"""Behind a difference both play on, so that what lies there is found too."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from conformance.engines.exec import Exec
from conformance.engines.in_process import InProcess
from conformance.engines.interface import NothingLegal, Timeout
from conformance.fuzz.again import FAILED, FIXED, play_again
from conformance.fuzz.batched import play_batched
from conformance.fuzz.beginnings import Beginnings
from conformance.fuzz.behind import play
from conformance.fuzz.campaign import Alone, Budget, Campaign
from conformance.fuzz.comparing import ENDLESS, LEGAL, NEXT, REFUSAL, STATE, TIMEOUT, Mismatch
from conformance.fuzz.finding import finding_of, from_json, to_json
from conformance.fuzz.guide import Guide, Numbers
from conformance.fuzz.plan import Plan
from conformance.fuzz.playing import Game, Parting
from conformance.fuzz.rounds import Player, Task
from conformance.fuzz.shrinking import POSITION, Shrinker
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.compare import Difference
from conformance.protocol.legal import Legal
from conformance.protocol.messages import Frame, Over

GAME = "mindbug/first-contact"
PLANTED = Path(__file__).parent / "planted" / "python_bugs.py"


class NeverMindbugs(InProcess):
    """Never offers a Mindbug: it lets every card be played."""

    def _seen(self, frame):
        if getattr(frame.next, "kind", "") != "mindbug":
            return frame
        only = [one for one in frame.next.legal if "decline" in one]
        return evolve(frame, next=evolve(frame.next, legal=Legal(tuple(only))))

    def start(self, *given, **more):
        return self._seen(super().start(*given, **more))

    def setup(self, *given, **more):
        return self._seen(super().setup(*given, **more))

    def apply(self, decision, do):
        told = super().apply(decision, do)
        return self._seen(told) if isinstance(told, Frame) else told


class NoBlocksEither(NeverMindbugs):
    """And leaves out the first creature that could block."""

    def _seen(self, frame):
        frame = super()._seen(frame)
        if getattr(frame.next, "kind", "") != "block" or len(frame.next.legal) < 3:
            return frame
        return evolve(frame, next=evolve(frame.next, legal=Legal(tuple(frame.next.legal)[1:])))


class LosesCards(InProcess):
    """Shows one life too many of a player whose turn it is, at every third state it shows."""

    shown = 0

    def state(self):
        shown = super().state()
        self.shown += 1
        if self.shown % 3 == 0:
            shown["players"]["p1"]["life"] += 1
        return shown

    def _frame(self):
        return evolve(super()._frame(), digest=None)


def games(engine, count=30):
    subject = Subject(engine, replays=False)
    beginnings = Beginnings(Beginning(GAME), subject)
    for game in range(count):
        numbers = Numbers(game)
        yield play(subject, beginnings.draw(numbers), Guide(numbers, Counter()), numbers)


def whole_length():
    return sum(played.decisions for played in games(InProcess()))


def test_a_game_goes_on_past_what_is_offered_otherwise():
    played = list(games(NeverMindbugs()))
    parted = [one for each in played for one in each.partings]
    assert {(one.mismatch.kind, one.mismatch.at) for one in parted} == {(LEGAL, "mindbug")}
    assert max(len(each.partings) for each in played) > 1
    assert sum(each.decisions for each in played) > whole_length() / 2


def test_what_lies_behind_is_found_and_made_small_though_the_first_never_goes_away():
    subject = Subject(NoBlocksEither(), replays=False)
    parted = [one for each in games(subject.engine) for one in each.partings]
    behind = [one for one in parted if one.mismatch.at == "block" and one.is_behind]
    assert behind
    small = Shrinker(subject).shrink(behind[0])
    assert small.label == POSITION
    assert small.parted.mismatch.at == "block"
    assert small.cards <= 4


def test_a_case_behind_another_difference_is_kept_and_played_again_as_such():
    subject = Subject(NoBlocksEither(), replays=False)
    parted = [one for each in games(subject.engine) for one in each.partings]
    behind = next(one for one in parted if one.mismatch.at == "block" and one.is_behind)
    finding = finding_of(evolve(Shrinker(subject).shrink(behind), parted=behind), 1, 1)
    again = from_json(to_json(finding))
    assert again == finding
    assert again.is_behind
    now = play_again(subject, again)
    assert (now.status, now.finding.kind) == (FAILED, LEGAL)
    assert "(block)" in now.message
    assert play_again(Subject(InProcess()), again).status == FIXED


def test_after_another_state_the_engine_is_stood_up_where_the_oracle_stands():
    engine = LosesCards()
    played = list(games(engine))
    kinds = {one.mismatch.kind for each in played for one in each.partings}
    assert STATE in kinds
    assert kinds <= {STATE, REFUSAL}  # what it shows after a refusal differs too
    assert max(len(each.partings) for each in played) > 2
    for each in played:
        assert all(one.where.setup is not None for one in each.partings[1:])
        assert not any(one.is_behind for one in each.partings)


def test_only_what_was_compared_counts():
    for each in games(LosesCards()):
        compared = sum(len(one.script) for one in each.partings)
        assert each.decisions >= compared
    sound = whole_length()
    assert sum(each.decisions for each in games(LosesCards())) < sound


class EndsInADraw(InProcess):
    """Says that every game ends in a draw."""

    def _frame(self):
        frame = super()._frame()
        return evolve(frame, next=Over(None)) if isinstance(frame.next, Over) else frame


class ForgetsTheDiscard(InProcess):
    """Replays as if a discard pile were empty as soon as it has three cards."""

    def replay(self, *given, **more):
        told = super().replay(*given, **more)
        return evolve(told, digests=["0" * 16 for _ in told.digests])

    def state(self):
        shown = super().state()
        for player in shown["players"].values():
            player["discard"] = player["discard"][:2]
        return shown

    def _frame(self):
        return evolve(super()._frame(), digest=None)


def test_a_replayed_game_goes_on_from_a_later_position():
    subject = Subject(ForgetsTheDiscard())
    played = play_batched(subject, Beginning(GAME), Guide(Numbers(3), Counter()))
    assert len(played.partings) > 1
    first, *later = played.partings
    assert first.where.setup is None
    assert all(one.where.setup is not None for one in later)


class HangsInReplay(InProcess):
    """Does not answer a replay, and counts how often it was asked for one."""

    asked = 0

    def replay(self, *given, **more):
        self.asked += 1
        raise Timeout("no answer to `replay` within 5 s")


def test_a_replay_that_hangs_is_tried_once_more_in_full_and_then_no_more():
    engine = HangsInReplay()
    subject = Subject(engine)
    played = play_batched(subject, Beginning(GAME), Guide(Numbers(3), Counter()))
    assert [one.mismatch.kind for one in played.partings] == [TIMEOUT]
    assert not subject.can("replay")
    assert engine.asked == 2


# ------------------------------------------------------------------ many faults at once

MANY = {
    "ties-do-not-defeat": "mb.attack.tie",
    "no-loss-without-an-action": "mb.turn.no-action",
    "hunter-cannot-be-declined": "mb.keyword.hunter-optional",
    "up-to-two-forced-to-two": "mb.effect.chooser",
}
"""Bugs, and the rule that explains what each of them does."""


@pytest.mark.slow
def test_four_faults_at_once_are_all_found_and_told_by_the_rule_that_explains_them():
    plan = Plan(f"exec:{sys.executable} {PLANTED} {' '.join(MANY)}", GAME)
    crew = Alone(plan)
    try:
        campaign = Campaign(crew, Budget(games=240), lambda _: None)
        found = list(campaign.findings())
    finally:
        crew.close()
    assert set(MANY.values()) <= {one.rules[0] for one in found}
    assert len(found) <= len(MANY) + 2  # two faults can make a third one together
    assert all(one.cards <= 4 and one.decisions <= 4 for one in found)


# ------------------------------------------------------------------ behind the end of the game


class AsksWhoCanDoNothing(InProcess):
    """Waits for a player who can do nothing, where the game is over."""

    def _frame(self):
        over = self._here().over
        if over is not None and over.reason == "no-action":
            raise NothingLegal("p1" if over.winner == "p2" else "p2", "turn")
        return super()._frame()


def test_an_engine_that_asks_who_can_do_nothing_is_told_so_by_the_rule():
    subject = Subject(AsksWhoCanDoNothing())
    finding = Player(Plan("oracle", GAME), subject).play(Task(0)).findings[0]
    assert (finding.kind, finding.rules[0]) == (NEXT, "mb.turn.no-action")
    assert "who can do nothing, where the game is over (no-action)" in finding.message
    assert (finding.cards, finding.decisions, finding.label) == (0, 0, POSITION)


SILENT = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    told = {"id": asked["id"]}
    if asked["op"] == "hello":
        told |= {"protocol": 1, "engine": {"name": "empty"}, "ops": ["setup"]}
    else:
        asks = {"decision": "d1", "who": "p2", "kind": "turn", "legal": []}
        told |= {"frame": {"n": 0, "next": asks}}
    print(json.dumps(told), flush=True)
"""


def test_an_empty_legal_set_does_not_end_the_engine(tmp_path):
    (tmp_path / "empty.py").write_text(SILENT, encoding="utf-8")
    engine = Exec(f"{sys.executable} {tmp_path / 'empty.py'}")
    try:
        for _ in range(2):
            with pytest.raises(NothingLegal, match="one in which nobody can do anything is over"):
                engine.start(GAME)
        assert engine._number == 3  # hello was said once
    finally:
        engine.close()


class GoesOn(InProcess):
    """Lets a player who can do nothing wait, and the other one go on playing."""

    def setup(self, game, setup, *given, **more):
        frame = super().setup(game, setup, *given, **more)
        if isinstance(frame.next, Over) and frame.next.reason == "no-action":
            other = {"p1": "p2", "p2": "p1"}[setup["turn"]]
            return super().setup(game, {**setup, "turn": other}, *given, **more)
        return frame


def test_an_engine_that_goes_on_behind_the_end_is_told_by_the_rule_of_the_end():
    subject = Subject(GoesOn())
    setup = {
        "turn": "p1",
        "players": {"p1": {}, "p2": {"play": [{"h": "#1", "card": "gorillion"}]}},
    }
    game = Game(subject, Beginning(GAME, setup))
    with pytest.raises(Parting) as parting:
        game.begin()
    mismatch = parting.value.mismatch
    assert (mismatch.kind, mismatch.rules) == (NEXT, ("mb.turn.no-action",))
    assert mismatch.message == "goes on with p2 (turn), where the game is over (no-action)"


def test_what_follows_from_a_difference_does_not_lead():
    """A fight that ends the game is told by the fight."""
    first = Mismatch(NEXT, "", (Difference("players.p1.discard", ["#1"], []), OVER), ())
    end = Mismatch(NEXT, "", (OVER, Difference("turn", "p1", "p2")), ())
    assert not first.resembles(end)
    assert first.traits == {"players.*.discard"}


OVER = Difference("over", {"winner": "p1", "reason": "no-action"}, None)


def test_going_on_without_end_is_one_thing_wherever_it_is_met():
    one, other = (
        Mismatch(NEXT, ENDLESS, rules=(rule,)) for rule in ("mb.turn.next", "mb.turn.act")
    )
    assert one.key == other.key
    assert one.signature == other.signature
