"""Headlines speak of the game: who has how much, where a card lies, who is asked for what."""

from __future__ import annotations

import pytest

from conformance.judge.compare import ABSENT, Difference
from conformance.judge.headline import headline, names_in
from conformance.judge.vector_files import VECTORS, find_vectors

NAMES = {"#1": "Gorillion", "#2": "Luchataur"}
OTHERWISE = "the game stands otherwise"
CARD = {"h": "#1", "power": 10}


@pytest.mark.parametrize(
    ("place", "want", "got", "said"),
    [
        ("players.p2.life", 2, 3, "Bob has 3 life, not 2"),
        ("players.p1.hearts", 2, 1, "Alice has 1 heart, not 2"),
        ("players.p3.energy", 2, 0, "Carol has no energy, not 2"),
        ("players.p1.dice", 0, 1, "Alice has 1 dice token, not 0"),
        ("players.p1.place", 0, 1, "Alice is in Tokyo City, not outside Tokyo"),
        ("turn", "p1", "p2", "it is Bob's turn, not Alice's"),
        (
            "players.p1.play[#1].exhausted",
            False,
            True,
            "Gorillion is exhausted and should not be",
        ),
        (
            "players.p1.play[#1].exhausted",
            True,
            False,
            "Gorillion is not exhausted and should be",
        ),
        ("players.p1.play[#1].power", 10, 9, "Gorillion has power 9, not 10"),
        (
            "players.p1.play[#1].keywords",
            ["tough"],
            ["frenzy"],
            "Gorillion has FRENZY and should not, and does not have TOUGH and should",
        ),
        ("players.p1.area[#1].counters", 2, 1, "Gorillion has 1 counter, not 2"),
        ("over", {"winner": "p1"}, None, "the game goes on, and Alice should have won"),
        ("over", None, {"winner": "p2"}, "the game is over (Bob has won), and should go on"),
        ("over.winner", "p1", "p2", "Bob has won, not Alice"),
        ("fame", 4, 2, "the fame marker is 2, not 4"),
        ("board[#1].place", "fame:3", "fame:2", "Gorillion lies on fame:2, not on fame:3"),
        ("bought", None, "#1", "Gorillion is being bought, and should not be"),
    ],
)
def test_what_stands_otherwise_is_said_in_words_of_the_game(place, want, got, said):
    assert headline([Difference(place, want, got)], OTHERWISE, NAMES) == said


def test_a_card_that_lies_elsewhere_is_said_once():
    found = [
        Difference("players.p2.play[#1]", CARD, ABSENT),
        Difference("players.p2.discard", [], ["#1"]),
    ]
    said = "Gorillion is in Bob's discard pile, not in play"
    assert headline(found, OTHERWISE, NAMES) == said


def test_of_two_places_in_play_it_is_said_whose():
    found = [
        Difference("players.p1.play[#1]", CARD, ABSENT),
        Difference("players.p2.play[#1]", ABSENT, CARD),
    ]
    assert headline(found, OTHERWISE, NAMES) == (
        "Gorillion is in play under Bob's control, not in play under Alice's control"
    )


def test_of_many_differences_the_most_telling_come_first():
    found = [Difference(f"players.p1.play[#{n}].power", 1, 2) for n in (1, 2)]
    found.append(Difference("players.p2.life", 2, 3))
    assert headline(found, OTHERWISE, NAMES) == (
        "Bob has 3 life, not 2; Gorillion has power 2, not 1; and 1 more"
    )


@pytest.mark.parametrize(
    ("want", "got", "script", "said"),
    [
        ("p1 (reroll)", "chance (roll)", ["nature face claw"] * 6, "rolls seven dice, not six"),
        ("nature (roll)", "p1 (reroll)", ["nature face claw"] * 5, "rolls only five dice"),
        (
            "p2 (block)",
            "p1 (turn)",
            [],
            "asks Alice for a turn action, and should ask Bob for a block",
        ),
        (
            "p1 (may)",
            "p1 (turn)",
            [],
            "asks Alice for a turn action, not whether to use an effect",
        ),
        (
            "p1 (buy)",
            "nothing: the game is over (p2 won)",
            [],
            "the game is over (Bob has won), and should ask Alice what to buy",
        ),
    ],
)
def test_who_is_asked_for_what(want, got, script, said):
    message = f"waits for {got}, not for {want}"
    assert headline([Difference("next", want, got)], message, NAMES, script) == said


@pytest.mark.parametrize(
    ("kind", "found", "said"),
    [
        ("turn", Difference("legal", {"attack": "#1"}, ABSENT), "attack with Gorillion"),
        ("attack-again", Difference("legal", {"decline": True}, ABSENT), "decline the second"),
        ("order", Difference("legal", {"apply": "claw"}, ABSENT), "apply claw first"),
    ],
)
def test_what_is_not_offered(kind, found, said):
    message = f"offers p1 something else ({kind})"
    assert headline([found], message, NAMES).startswith(f"does not let Alice {said}")


def test_what_is_offered_and_not_legal():
    found = [Difference("legal", ABSENT, {"block": "#2"})]
    assert headline(found, "offers p2 something else (block)", NAMES) == (
        "lets Bob block with Luchataur, which is not legal"
    )


def test_choices_of_several_cards():
    found = [
        Difference("choose.from", ["#1"], ["#2"]),
        Difference("choose.min", 0, 2),
        Difference("choose.max", 2, 3),
    ]
    assert headline(found, "offers p2 something else (choose)", NAMES) == (
        "does not let Bob choose Gorillion; "
        "lets Bob choose Luchataur, which is not legal; and 2 more"
    )


def test_what_a_seat_may_not_see():
    found = [Difference("players.p2.hand", {"count": 1}, ["#2"])]
    assert headline(found, "shows p1 something else", NAMES) == (
        "shows Alice: Bob's hand is open, and should be hidden"
    )


def test_a_choice_of_the_engine_is_told_with_what_it_did_not_ask():
    message = (
        "answered by itself what p1 (choose) should have been asked, as if told to choose #1; "
        "it now waits for p2 (turn)"
    )
    assert headline([], message, NAMES) == (
        "does not ask Alice for a choice, and goes on as if told to choose Gorillion"
    )


def test_other_messages_keep_their_words_with_names():
    message = "refused block #2 of p1 (not-legal), which it offered itself"
    said = "refused block Luchataur of Alice (not-legal), which it offered itself"
    assert headline([], message, NAMES) == said


@pytest.mark.parametrize("id", ["MB-2BRABS", "KD-A9QH0X", "KT-ZP60ZW"])
def test_cards_of_every_game_have_names(id):
    (vector,) = find_vectors([id], VECTORS)
    names = names_in(vector)
    assert names.keys() == vector.card_ids.keys()
    assert len(set(names.values())) == len(names)  # twins keep their handles
    assert not set(names.values()) & set(vector.card_ids.values())
