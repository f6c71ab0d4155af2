"""Both answers of every option do what the rules say of them."""

from __future__ import annotations

from itertools import count

import pytest

import oracle

GAME = "mindbug/first-contact"
CARDS = """
creature beggar "Beggar"
  power 5
  play: the opponent discards 2 cards

creature sniper "Sniper"
  power 5
  hunter
  attack: defeat an enemy creature with power >= 6

creature counter "Counter"
  power 4
  play: set your life to the number of your unused Mindbugs
"""


@pytest.fixture(scope="module")
def load(project, tmp_path_factory):
    file = tmp_path_factory.mktemp("cards") / "options.cards"
    file.write_text(CARDS, encoding="utf-8")
    probes = project / "conformance" / "scenarios" / "mindbug" / "probes.cards"
    loaded = {}

    def load(option, answer):
        if (option, answer) not in loaded:
            options = {f"mb.option.{option}": answer}
            loaded[option, answer] = oracle.load(GAME, options=options, cards=[probes, file])
        return loaded[option, answer]

    return load


def table(ruleset, p1, p2, turn="p1", unused=()):
    """A position from card ids by zone; handles count up from #1 in the order written."""
    numbers = count(1)

    def placed(value):
        if not isinstance(value, list):
            return value
        return [{"h": f"#{next(numbers)}", "card": card} for card in value]

    players = {
        seat: {key: placed(value) for key, value in side.items()}
        for seat, side in (("p1", p1), ("p2", p2))
    }
    return ruleset.setup({"players": players, "unused": placed(list(unused)), "turn": turn})


def play(position, *answers):
    for given in answers:
        position.advance(given)
    return position


def player(position, seat):
    return position.projection()["players"][seat]


# --- mb.option.simultaneous-zero: mb.life.both-zero -----------------------------------------


def quake(load, answer, turn="p1"):
    position = table(
        load("simultaneous-zero", answer),
        {"life": 1, "hand": ["probe-quake"], "mindbugs": 0},
        {"life": 1, "hand": ["probe-quake"], "mindbugs": 0},
        turn,
    )
    return play(position, {"play": "#1" if turn == "p1" else "#2"})


@pytest.mark.parametrize("turn", ["p1", "p2"])
def test_both_at_zero_is_a_draw(load, turn):
    over = quake(load, "draw", turn).over
    assert over.winner is None
    assert "mb.life.both-zero" in over.rules


@pytest.mark.parametrize(("turn", "winner"), [("p1", "p2"), ("p2", "p1")])
def test_both_at_zero_the_active_player_loses_by_option(load, turn, winner):
    assert quake(load, "active-player-loses", turn).over.winner == winner


@pytest.mark.parametrize("answer", ["draw", "active-player-loses"])
def test_one_at_zero_loses_either_way(load, answer):
    position = table(
        load("simultaneous-zero", answer),
        {"life": 2, "hand": ["probe-quake"], "mindbugs": 0},
        {"life": 1, "mindbugs": 0},
    )
    assert play(position, {"play": "#1"}).over.winner == "p1"


# --- mb.option.hunter-choice: mb.keyword.hunter ----------------------------------------------


def test_the_prey_is_chosen_after_attack_effects(load):
    position = table(
        load("hunter-choice", "block-step"),
        {"play": ["sniper"]},
        {"play": ["gorillion", "plain-one"]},
    )
    play(position, {"attack": "#1"})
    assert position.decision.kind == "choose"  # the Attack effect comes first
    play(position, {"choose": ["#2"]})
    assert position.decision.kind == "hunt"
    assert position.decision.options == ({"hunt": "#3"}, {"decline": True})


def test_the_prey_is_chosen_at_the_declaration_by_option(load):
    position = table(
        load("hunter-choice", "declaration"),
        {"play": ["sniper"]},
        {"play": ["gorillion", "plain-one"], "hand": ["plain-five"]},
    )
    play(position, {"attack": "#1"})
    assert position.decision.kind == "hunt"
    assert {"hunt": "#2"} in position.decision.options
    play(position, {"hunt": "#2"})
    assert position.decision.kind == "choose"
    # The prey is gone when the block is due: no fight, no life lost, nobody else blocks.
    play(position, {"choose": ["#2"]})
    assert position.decision.kind == "turn"
    assert position.decision.seat == "p2"
    assert player(position, "p2")["life"] == 3
    assert [each["h"] for each in player(position, "p1")["play"]] == ["#1"]


def test_prey_chosen_at_the_declaration_fights_if_it_stays(load):
    position = table(
        load("hunter-choice", "declaration"),
        {"play": ["sniper"]},
        {"play": ["gorillion", "plain-one"], "hand": ["plain-five"]},
    )
    play(position, {"attack": "#1"}, {"hunt": "#3"}, {"choose": ["#2"]})
    assert sorted(player(position, "p2")["discard"]) == ["#2", "#3"]
    assert position.decision.seat == "p2"


def test_declining_at_the_declaration_leaves_the_block_to_the_defender(load):
    position = table(
        load("hunter-choice", "declaration"), {"play": ["killer-bee"]}, {"play": ["plain-one"]}
    )
    play(position, {"attack": "#1"}, {"decline": True})
    assert (position.decision.kind, position.decision.seat) == ("block", "p2")


# --- mb.option.mindbug-payment: mb.mindbug.spend ---------------------------------------------


@pytest.mark.parametrize(("answer", "life"), [("spend-first", 1), ("spend-after", 2)])
def test_a_play_effect_that_counts_mindbugs_sees_when_it_is_spent(load, answer, life):
    position = table(
        load("mindbug-payment", answer),
        {"hand": ["counter", "gorillion"]},
        {"hand": ["gorillion"], "mindbugs": 2},
    )
    play(position, {"play": "#1"}, {"mindbug": True})
    assert player(position, "p2")["life"] == life
    assert player(position, "p2")["mindbugs"] == 1  # spent before the follow-up action
    assert (position.decision.kind, position.decision.seat) == ("turn", "p1")


# --- mb.option.mindbug-follow-up: mb.mindbug.follow-up ---------------------------------------


@pytest.mark.parametrize(("answer", "begun"), [("same-turn-action", 0), ("new-turn", 1)])
def test_the_player_who_lost_a_card_acts_again(load, answer, begun):
    position = table(
        load("mindbug-follow-up", answer),
        {"hand": ["gorillion", "luchataur", "bee-bear"]},
        {"hand": ["gorillion"], "mindbugs": 2},
    )
    position.advance({"play": "#1"})
    events = position.advance({"mindbug": True})
    assert [event.data["seat"] for event in events if event.kind == "turn"] == ["p1"] * begun
    assert (position.decision.kind, position.decision.seat) == ("turn", "p1")
    # A second Mindbug makes a second follow-up; then the other player's turn comes.
    play(position, {"play": "#2"}, {"mindbug": True})
    assert (position.decision.kind, position.decision.seat) == ("turn", "p1")
    play(position, {"play": "#3"})
    assert (position.decision.kind, position.decision.seat) == ("turn", "p2")


@pytest.mark.parametrize("answer", ["same-turn-action", "new-turn"])
def test_who_owes_a_follow_up_and_has_none_loses(load, answer):
    # mb.turn.no-action
    position = table(load("mindbug-follow-up", answer), {"hand": ["gorillion"]}, {"mindbugs": 1})
    play(position, {"play": "#1"}, {"mindbug": True})
    assert position.over.winner == "p2"
    assert "mb.turn.no-action" in position.over.rules


# --- mb.option.discard-refill: mb.term.discard-all -------------------------------------------


def beggar(load, answer, hand, deck):
    position = table(
        load("discard-refill", answer),
        {"hand": ["beggar", "gorillion"]},
        {"hand": hand, "deck": deck, "mindbugs": 0},
    )
    return play(position, {"play": "#1"})


FIVE = ["plain-one", "plain-three", "plain-five", "plain-seven", "plain-nine"]


def test_two_cards_are_discarded_together_and_refilled_once(load):
    position = beggar(load, "after-instruction", FIVE, ["gorillion", "luchataur"])
    decision = position.decision
    assert (decision.seat, decision.least, decision.most) == ("p2", 2, 2)
    assert decision.candidates == ("#3", "#4", "#5", "#6", "#7")
    events = position.advance({"choose": ["#3", "#4"]})
    kinds = [event.kind for event in events if event.kind in ("discard", "draw")]
    assert kinds == ["discard", "discard", "draw", "draw"]
    assert sorted(player(position, "p2")["hand"]) == ["#5", "#6", "#7", "#8", "#9"]


def test_after_each_card_a_drawn_card_may_be_the_next(load):
    position = beggar(load, "after-each-card", FIVE, ["gorillion", "luchataur"])
    assert (position.decision.least, position.decision.most) == (1, 1)
    play(position, {"choose": ["#3"]})
    assert position.decision.candidates == ("#4", "#5", "#6", "#7", "#8")  # #8 was drawn
    play(position, {"choose": ["#8"]})
    assert sorted(player(position, "p2")["hand"]) == ["#4", "#5", "#6", "#7", "#9"]
    assert sorted(player(position, "p2")["discard"]) == ["#3", "#8"]
    assert position.decision.kind == "turn"


def test_a_hand_smaller_than_the_number_is_discarded_whole(load):
    position = beggar(load, "after-instruction", ["plain-one"], [])
    assert position.decision.candidates == ("#3",)
    play(position, {"choose": ["#3"]})
    assert player(position, "p2")["hand"] == []


def test_after_each_card_the_number_is_reached_through_the_refill(load):
    # With one card in hand there is no deck (hands refill), so both answers end the same.
    position = beggar(load, "after-each-card", ["plain-one"], [])
    play(position, {"choose": ["#3"]})
    assert player(position, "p2")["discard"] == ["#3"]
    assert position.over is not None or position.decision.kind == "turn"


# --- mb.option.first-player-cards: mb.setup.first-player-cards -------------------------------


def begun(ruleset):
    """A game dealt in order, with the two cards revealed last; returns it and those cards."""
    position = ruleset.start()
    while position.decision.kind == "deal":
        position.advance(position.decision.options[0])
    revealed = []
    while position.decision.kind == "reveal":
        # The last option of the pile, then the first: different powers in this ruleset.
        option = position.decision.options[-1 if not revealed else 0]
        revealed.append(option["reveal"])
        position.advance(option)
    return position, revealed


def test_revealed_cards_stay_public_and_out_of_the_game(load):
    position, revealed = begun(load("first-player-cards", "public"))
    shown = position.projection()
    assert sorted(shown["aside"]) == sorted(revealed)
    assert not set(revealed) & set(shown["unused"])
    for seat in ("p1", "p2"):
        assert set(revealed) <= set(position.view(seat)["cards"])


def test_revealed_cards_go_back_face_down_by_option(load):
    position, revealed = begun(load("first-player-cards", "returned"))
    shown = position.projection()
    assert shown["aside"] == []
    assert set(revealed) <= set(shown["unused"])
    for seat in ("p1", "p2"):
        view = position.view(seat)
        assert not set(revealed) & set(view["cards"])
        assert view["unused"] == {"count": len(shown["unused"])}


def test_an_unknown_option_or_answer_is_refused_with_a_suggestion():
    with pytest.raises(oracle.ruleset.KaijuError, match=r"Did you mean mb\.option\.hunter-choice"):
        oracle.load(GAME, options={"mb.option.hunter-choise": "declaration"})
    with pytest.raises(oracle.ruleset.KaijuError, match="unknown answer"):
        oracle.load(GAME, options={"mb.option.hunter-choice": "later"})
