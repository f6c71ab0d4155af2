"""Duel played, watched and asked about: `kaiju play` and `kaiju explain`."""

from __future__ import annotations

import io
import json
import random
from contextlib import suppress

import pytest
from rich.console import Console

import oracle
from oracle.duel.drawing import LEGEND, drawn
from oracle.duel.tracks import PLACE_NAMES
from oracle.duel.why import EXPECTED
from oracle.explanation import game_of
from oracle.verbs.board import choices, picture, question, showing_of
from oracle.verbs.person import Person, Quit
from oracle.verbs.session import Session
from oracle.verbs.telling import Teller
from rules_dsl.specification import load_specification

GAME = "duel/standard"


@pytest.fixture(scope="module")
def duel():
    return oracle.load(GAME)


def table(duel, board=(), row=(), noise=(), monsters=("gigazaur", "the-king"), turn="p1", **more):
    """A position at the start of a turn: `board={"cat": "fame:2"}`, `p1={"area": ["frenzy"]}`."""
    handles = (f"#{number}" for number in range(1, 99))

    def cards(names):
        return [{"h": next(handles), "card": name} for name in names]

    players = {}
    for seat, monster in zip(("p1", "p2"), monsters, strict=True):
        had = dict(more.pop(seat, {}))
        had["area"] = cards(had.get("area", ()))
        players[seat] = {"monster": {"h": next(handles), "card": monster}, **had}
    laid = [
        card | {"place": place} for name, place in dict(board).items() for card in cards([name])
    ]
    spread = {"board": laid, "row": cards(row), "noise": cards(noise), **more}
    return duel.setup({"turn": turn, "players": players, **spread})


def roll(position, *faces):
    for face in faces:
        position.advance({"face": face})
    return position


def resolving(duel, *faces, **more):
    """A position in the resolve phase with these six dice."""
    position = roll(table(duel, **more), *faces)
    position.advance({"choose": []})
    return position


def buying(duel, **more):
    """A position in the buy phase."""
    return resolving(duel, *["fame"] * 2, *["destruction"] * 2, *["power"] * 1, "fame", **more)


def handle(position, name):
    return next(each for each in position.handles if position.card(each) == name)


def told(reasons):
    return " ".join(reason.text for reason in reasons)


# ---- the drawing


def lines_of(position):
    ends, ruler, *tracks = picture(position)
    return ends, ruler, dict(zip(("marker", "path"), tracks[:2], strict=True)), tracks[2:]


def test_the_tracks_are_drawn_with_markers_spotlights_and_victory_cells(duel):
    ends, ruler, fame, destruction = lines_of(table(duel, fame=6, destruction=-12))
    assert ends.split() == ["p1", "(Gigazaur)", "p2", "(The", "King)"]
    assert " ".join(ruler.split()) == "W7 6 (5 4 3) 2 1 0 1 2 (3 4 5) 6 7W"
    assert fame["marker"].index("V") == ruler.index("3")
    assert destruction[0].index("V") == ruler.rindex("6")
    assert " ".join(fame["path"].split()) == "W . * * * . . . . . * * * . W"


@pytest.mark.parametrize(
    ("token", "place", "shown"),
    [
        ("cat", "fame:2", "W . * * * [h] . . . . * * * . W"),
        ("lizard", "fame:3,4", "W . * [d===h] . . . . . * * * . W"),
        ("lizard", "fame:4,3", "W . * [h===d] . . . . . * * * . W"),
        ("pumpkin", "fame:1,0,-1", "W . * * * . [+===H===+] . * * * . W"),
        ("alien", "fame:7,6,5", "[o=======o] * * . . . . . * * * . W"),
        ("penguin", "fame:-6,-7", "W . * * * . . . . . * * * [o=h=o]"),
        ("king", "fame:0", "W . * * * . . [x] . . * * * . W"),
    ],
)
def test_a_token_takes_the_place_of_the_cells_it_covers(duel, token, place, shown):
    marker = 4 if "0" in place else 0
    *_, fame, _ = lines_of(table(duel, board={token: place}, fame=marker))
    assert " ".join(fame["path"].split()) == shown


def test_a_marker_on_an_added_cell_stands_between_two_others(duel):
    _, ruler, fame, _ = lines_of(table(duel, board={"phantom": "fame:2,1"}, fame=3))
    column = fame["marker"].index("V")
    assert fame["path"][column] == "+"
    assert ruler[column] == " "


def test_every_place_can_be_drawn_and_nothing_is_wider_than_the_terminal(duel):
    tokens = [card for card in duel.cards.values() if card.kind == "noise"]
    for place in PLACE_NAMES:
        for token in tokens:
            if token.property("covers") == place.count(",") + 1:
                board = [{"h": "#1", "place": place}]
                found = drawn({"fame": 0, "destruction": 0, "board": board}, {"#1": token})
                assert max(map(len, found)) <= 76
    assert len(LEGEND) <= 76


# ---- play


def test_the_whole_game_is_told_in_words(duel):
    lines = []
    Session(duel.start(), 7, lambda kind, text, rules: lines.append(text), 100_000).run()
    story = "\n".join(lines)
    assert "Monster 1 begins turn" in story
    assert "marker comes to monster" in story
    assert " wins: " in lines[-1]
    for raw in ("p1", "p2", "fame:", "destruction:", "#", "½", "1 hits", "1 cells"):
        assert raw not in story


def test_a_person_sees_the_tracks_and_is_spoken_to(duel):
    output = io.StringIO()
    console = Console(file=output, width=80, highlight=False, color_system=None)
    chooser = random.Random(5)
    typed = iter(range(120))

    def read(prompt):
        if next(typed, None) is None:
            raise EOFError
        return chooser.choice(["1", "2", "1", "3", "", "?", "w", "w 1", "w me", "d", "b"])

    person = Person("p1", console, read, dict)

    def show(kind, text, rules):
        console.print(text)

    with suppress(Quit):
        Session(duel.start(), 11, show, 100_000, person).run()
    screen = output.getvalue()
    assert max(map(len, screen.splitlines())) <= 80
    for words in ("Which monster are you?", "rolls left:", LEGEND, "your", "you ("):
        assert words in screen
    assert "the roll of you" not in screen.lower()


def test_a_listener_hears_of_its_own_side(duel):
    position = resolving(duel, *["fame"] * 3, "heart", "heart", "heart")
    lines = {}
    for seat in ("p1", "p2", None):
        teller = Teller(position, seat)
        after, events = position.apply({"result": "fame"})
        lines[seat] = " ".join(line.text for line in teller.tell(after, events))
    assert "The fame marker comes to your 1." in lines["p1"]
    assert "The fame marker comes to monster 1's 1." in lines["p2"]
    assert "The fame marker comes to monster 1's 1." in lines[None]


def test_places_are_offered_in_words(duel):
    position = buying(duel, row=["cannonball"], noise=["anubis"], p1={"energy": 9})
    position.advance({"buy": handle(position, "cannonball")})
    decision = position.decision
    assert "Anubis (e energy, + heart)" in question(position, decision)
    offered = [text for text, _ in choices(position, "p1")]
    assert "the fame track, your 3 to 4" in offered
    assert "the destruction track, your 1 to the middle" not in offered, "the marker stands there"


def test_every_decision_can_be_shown_and_explained(duel):
    """Random games: whatever is asked has a question, words for its answers, and reasons."""
    showing, game = showing_of(duel.machine), game_of(duel.machine)
    known = set(load_specification().rules)
    kinds = set()
    chooser = random.Random(1)
    for _ in range(3):
        position = duel.start()
        while position.decision is not None:
            decision = position.decision
            kinds.add(decision.kind)
            if not decision.is_chance:
                assert question(position, decision)
                assert all(text for text, _ in choices(position, decision.seat))
                for reason in showing.refused(position, decision, decision.seat):
                    assert set(reason.rules) <= known, reason
            for wrong in ({"place": "fame:0"}, {"decline": True}, {"use": "#60"}, {"amount": 7}):
                for reason in position.why(wrong):
                    assert reason.text, wrong
                    assert set(reason.rules) <= known, reason
            for each in game.worth_explaining(position):
                assert position.explain(each).text
            if decision.most is None:
                answer = chooser.choice(decision.options)
            else:
                number = chooser.randint(decision.least, decision.most)
                answer = {"choose": chooser.sample(decision.candidates, number)}
            position.advance(answer)
    assert kinds <= set(EXPECTED)


# ---- why


def test_why_a_card_cannot_be_bought(duel):
    position = buying(duel, row=["energize", "snack-time"], p1={"energy": 4})
    reasons = position.why({"buy": handle(position, "energize")})
    assert "costs 10 energy, and p1 has 4" in told(reasons)
    (_, reason) = position.why({"buy": handle(position, "snack-time")})
    assert "2 = 3 printed, -1 on the rightmost place" in reason.text
    assert "kd.buy.rightmost" in reason.rules


@pytest.mark.parametrize(
    ("place", "words", "rule"),
    [
        ("fame:2,1", "Another token lies on the fame track, p1's 2 to 1", "kd.noise.other-token"),
        ("destruction:0,1", "The destruction marker stands on", "kd.noise.marker"),
        ("fame:5", "The token covers 2 cells", "kd.noise.size"),
        ("fame:9,8", "A place is written such as", "kd.noise.where"),
    ],
)
def test_why_a_token_cannot_lie_there(duel, place, words, rule):
    position = buying(
        duel, board={"cat": "fame:2"}, row=["cannonball"], noise=["anubis"], p1={"energy": 9}
    )
    position.advance({"buy": handle(position, "cannonball")})
    reasons = position.why({"place": place})
    assert words in told(reasons)
    assert any(rule in reason.rules for reason in reasons)
    assert not any(reason.legal for reason in reasons)


def test_why_the_dragon_lies_only_one_way_round(duel):
    position = buying(duel, row=["breaking-news"], p1={"energy": 9}, noise=["dragon"])
    position.advance({"buy": handle(position, "breaking-news")})
    (offered,) = {"fame:5,4,3", "fame:3,4,5"} & {o.get("place") for o in position.decision.options}
    other = {"fame:5,4,3": "fame:3,4,5", "fame:3,4,5": "fame:5,4,3"}[offered]
    (reason,) = position.why({"place": other})
    assert "only the other way round" in reason.text
    assert "kd.noise.bent" in reason.rules


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ({"result": "power"}, "Power symbols are no result"),
        ({"result": "destruction"}, "2 destruction pull nothing: it takes 3"),
        ({"result": "claw"}, "Nothing shows claw"),
        ({"decline": True}, "Every result must be resolved"),
        ({"sweep": True}, "only in one's own buy phase"),
        ({"amount": 1}, "only before one's own first roll"),
        ({"choose": ["fame"]}, "The roll phase is over"),
    ],
)
def test_why_something_is_not_resolved_now(duel, answer, words):
    position = resolving(duel, "fame", "fame", "fame", "destruction", "destruction", "heart")
    assert words in told(position.why(answer))


def test_why_a_special_power_cannot_be_used(duel):
    position = resolving(duel, "fame", "fame", "fame", "power", "claw", "heart")
    reasons = position.why({"use": handle(position, "gigazaur")})
    assert "Gigazaur asks for 2 power, and p1 has 1 to spend" in told(reasons)
    assert any("kd.power.symbols" in reason.rules for reason in reasons)


def test_why_dice_tokens_are_of_no_use(duel):
    position = table(duel, p1={"area": ["extra-head"], "dice": 2})
    assert position.decision.kind == "tokens"
    assert "Only 1 dice token could still add a die" in told(position.why({"amount": 2}))
    assert "It is one of the 2 options" in told(position.why({"amount": 1}))


def test_the_numbers_of_a_monster_are_explained(duel):
    position = table(duel, p1={"area": ["extra-head", "natural-selection", "giant-brain"]})
    found = position.explain("p1")
    assert found["dice"].text == "8 = 6 for every monster, +1 Extra Head, +1 Natural Selection"
    assert found["rolls"].value == 4
    assert found["maximum hearts"].text == "14 = 14 on the board of Gigazaur"


def test_the_price_on_the_rightmost_place_is_explained(duel):
    position = table(duel, row=["snack-time", "extra-head"])
    assert position.explain(handle(position, "extra-head"))["price"].value == 6
    assert position.explain(handle(position, "snack-time"))["price"].value == 3


# ---- explain, on the command line


def test_explain_draws_a_position(tmp_path):
    from click.testing import CliRunner

    from oracle.verbs.explain import explain

    file = tmp_path / "position.json"
    setup = {
        "turn": "p1",
        "players": {
            "p1": {"monster": {"h": "#1", "card": "gigazaur"}},
            "p2": {"monster": {"h": "#2", "card": "alienoid"}},
        },
        "fame": 6,
    }
    file.write_text(json.dumps(setup), encoding="utf-8")
    result = CliRunner().invoke(explain, [str(file), "--ruleset", GAME])
    assert result.exit_code == 0, result.output
    assert "p1 (Gigazaur)" in result.output
    assert "W7   6  (5   4   3)" in result.output
    assert "maximum hearts: 14" in result.output


def test_a_monster_is_asked_about_by_its_name(duel):
    shown = io.StringIO()
    typed = iter(["w the king", "w gigazaur", "h", "q"])
    person = Person("p1", Console(file=shown, width=200), lambda _: next(typed), dict)
    with suppress(Quit):
        person.decide(resolving(duel, "claw", "claw", "fame", "fame", "power", "power"))
    told = shown.getvalue()
    assert "on the table" not in told
    assert told.count("\ndice: 6 = ") == 2
    assert told.count("This again: h.") == 2
