"""The trickiest procedures of Duel; what is expected comes from the rules."""

from __future__ import annotations

import pytest

import oracle
from rules_dsl.errors import KaijuError

SIX = ("claw", "heart", "energy", "fame", "destruction", "power")


class Game:
    """A position that is driven by answers, with the events since the last look."""

    def __init__(self, options=None, **setup):
        self.ruleset = oracle.load("duel/standard", options=options or {})
        self.handles = {}
        self.position = self.ruleset.setup(self.described(**setup))
        self.events = list(self.position.events)

    def described(self, p1=None, p2=None, board=None, noise=(), **more):
        """A setup with names in the place of handles; what is not said is plain."""
        number = 0

        def card(name, **fields):
            nonlocal number
            number += 1
            self.handles[name] = f"#{number}"
            return {"h": f"#{number}", "card": name, **fields}

        players = {}
        for seat, given, monster in (("p1", p1, "gigazaur"), ("p2", p2, "cyber-kitty")):
            given = dict(given or {})
            given["monster"] = card(given.get("monster", monster))
            given["area"] = [card(name) for name in given.get("area", ())]
            players[seat] = given
        for zone in ("row", "deck", "discard"):
            if zone in more:
                more[zone] = [card(name) for name in more[zone]]
        lying = [card(name, place=place) for name, place in (board or {}).items()]
        return {
            "players": players,
            "board": lying,
            "noise": [card(name) for name in noise],
            **more,
        }

    @property
    def kind(self):
        return None if self.position.decision is None else self.position.decision.kind

    def do(self, kind, **answer):
        assert self.kind == kind, (self.kind, self.options)
        for key in ("use", "buy", "resolve", "token"):
            if key in answer:
                answer[key] = self.handles[answer[key]]
        self.events += self.position.advance(answer)
        return self

    def use(self, kind, name, ability):
        return self.do(kind, use=name, ability=ability)

    def decline(self, kind):
        return self.do(kind, decline=True)

    def accept(self):
        return self.do("may", accept=True)

    def choose(self, kind, *names):
        return self.do(kind, choose=[self.handles.get(name, name) for name in names])

    def faces(self, *faces, kind="roll"):
        for face in faces:
            self.do(kind, face=face)
        return self

    def rolled(self, *faces):
        """Roll so and stop."""
        self.faces(*faces)
        if self.kind == "reroll":
            self.choose("reroll")
        return self

    def go_on(self):
        """Turn up what has to be, and buy nothing more."""
        while self.kind in ("turn-up", "buy"):
            self.events += self.position.advance(self.legal[-1])
        return self

    @property
    def options(self):
        decision = self.position.decision
        return None if decision is None else decision.legal()

    @property
    def legal(self):
        return self.position.decision.options

    def of(self, seat):
        return self.position.projection()["players"][seat]

    @property
    def markers(self):
        shown = self.position.projection()
        return shown["fame"], shown["destruction"]

    def happened(self, kind):
        return [event for event in self.events if event.kind == kind]

    @property
    def fired(self):
        return {rule for event in self.events for rule in event.rules}


def plain_roll(game, faces=("power", "heart", "power", "heart", "fame", "fame")):
    return game.rolled(*faces)


# --- pulls ---------------------------------------------------------------------------------------


def test_three_symbols_pull_one_cell_and_each_more_one_further():
    game = Game(p1={"monster": "meka-dragon"})
    game.rolled(*["fame"] * 5, "power")
    assert game.markers == (6, 0)
    assert [event.data["at"] for event in game.happened("step")] == [2, 4, 6]


def test_a_pull_meets_every_bonus_on_its_way():
    game = Game(p1={"monster": "meka-dragon"}, board={"anubis": "fame:1,2"})
    game.rolled(*["fame"] * 5, "fame")
    assert game.of("p1")["energy"] == 1 + 1  # the bonus, and that for buying nothing
    assert game.markers == (8, 0)
    assert "kd.bonus.heal" in game.fired


def test_the_second_player_pulls_the_other_way():
    game = Game(turn="p2", p2={"monster": "meka-dragon"}, board={"lizard": "fame:-1,-2"})
    game.rolled(*["fame"] * 4, "power", "power")
    assert game.markers == (-4, 0)
    assert game.of("p1")["hearts"] == 13  # Lizard: first cell smash
    assert game.of("p2")["dice"] == 1  # second cell dice


def test_a_lengthening_token_takes_one_step_more():
    game = Game(p1={"monster": "meka-dragon"}, board={"penguin": "fame:2,1"})
    game.rolled(*["fame"] * 5, "heart")
    if game.kind == "resolve":
        game.do("resolve", result="fame")
    assert game.markers[0] == 4  # 1, 1½, 2
    assert game.of("p2")["hearts"] == 12


def test_a_shortening_token_saves_a_step():
    game = Game(p1={"monster": "meka-dragon"}, board={"alien": "fame:3,2,1"})
    game.rolled(*["fame"] * 5, "fame")
    assert [event.data["at"] for event in game.happened("step")] == [2, 6, 8, 10]


def test_a_pull_ends_the_game_in_its_middle():
    game = Game(p1={"monster": "meka-dragon"}, fame=12)
    game.rolled(*["fame"] * 6)
    assert game.position.over.winner == "p1"
    assert game.position.over.reason == "victory-cell"
    assert game.markers == (14, 0)


def test_both_markers_in_ones_spotlights_win():
    game = Game(p1={"monster": "meka-dragon"}, fame=4, destruction=8)
    game.rolled(*["fame"] * 3, *["heart"] * 3)
    game.do("resolve", result="fame")
    assert game.position.over.reason == "spotlights"
    assert "kd.victory.spotlights" in game.fired


def test_a_half_cell_at_the_rim_is_no_spotlight():
    game = Game(p1={"monster": "meka-dragon"}, fame=4, destruction=8, board={"phantom": "fame:3,2"})
    game.rolled(*["fame"] * 3, *["power"] * 3)
    assert game.position.over is None
    assert game.markers == (5, 8)
    assert "kd.track.half" in game.fired


def test_a_cell_added_before_the_victory_cell_does_not_win():
    game = Game(p1={"monster": "meka-dragon"}, fame=12, board={"phantom": "fame:7,6"})
    game.rolled(*["fame"] * 3, *["power"] * 3)
    assert game.position.over is None
    assert game.markers == (13, 0)


def test_a_pull_back_from_the_far_end_lets_the_rival_win():
    game = Game(p1={"monster": "meka-dragon"}, fame=-12, destruction=-8)
    game.rolled(*["fame"] * 3, *["power"] * 3)
    assert game.position.over.winner == "p2"
    assert "kd.victory.either" in game.fired


def test_leaving_a_token_for_another_is_rewarded_but_not_cells_of_one():
    game = Game(
        p1={"monster": "meka-dragon", "area": ["scrappy"]},
        board={"lizard": "fame:1,2", "cat": "fame:3"},
    )
    game.rolled(*["fame"] * 6)
    assert len([e for e in game.happened("trigger") if e.data["ability"] == "scrappy/1"]) == 2
    assert game.of("p1")["dice"] == 2  # Lizard's own and one of two, no more


# --- The King ------------------------------------------------------------------------------------


def kings(turn, **more):
    return Game(
        turn=turn,
        p1={"monster": "meka-dragon"},
        p2={"monster": "the-king"},
        board={"king": "fame:2"},
        **more,
    )


def test_a_king_token_stops_the_pull_of_the_kings_rival():
    game = kings("p1").rolled(*["fame"] * 6)
    assert game.markers == (4, 0)
    assert {"kd.king.stop", "kd.king.rest-lost"} <= game.fired


def test_a_pull_that_starts_on_a_king_token_goes_on():
    game = kings("p1", fame=4).rolled(*["fame"] * 4, "power", "power")
    assert game.markers == (8, 0)
    assert "kd.king.leave" in game.fired


def test_the_king_is_not_stopped_by_his_own_token():
    game = kings("p2", fame=6).rolled(*["fame"] * 6)
    assert game.markers == (-2, 0)
    assert "kd.king.own" in game.fired


def test_the_king_places_the_second_token_or_moves_the_first():
    game = Game(
        turn="p2",
        p2={"monster": "the-king"},
        board={"king": "fame:2"},
        noise=["king"],
    )
    first, second = "#3", "#4"
    game.rolled(*["power"] * 6)
    game.use("resolve", "the-king", "using-power")
    assert sorted(option["token"] for option in game.legal) == [first, second]
    game.events += game.position.advance({"token": first})
    assert {"place": "fame:2"} not in game.legal
    game.do("place", place="destruction:7")
    assert {"h": first, "place": "destruction:7"} in game.position.projection()["board"]


def test_a_token_with_a_marker_on_it_cannot_be_moved():
    game = Game(turn="p2", fame=4, p2={"monster": "the-king"}, board={"king": "fame:2"})
    game.rolled(*["power"] * 6).use("resolve", "the-king", "using-power")
    assert game.kind == "resolve"
    assert game.happened("no-place")


# --- noise tokens of cards -----------------------------------------------------------------------


def buy(game, name):
    plain_roll(game, ["power"] * 6)
    while game.kind == "resolve":
        game.decline("resolve")
    return game.do("buy", buy=name)


def test_the_token_comes_before_the_pull_of_the_card_and_its_bonus_is_had():
    game = Game(p1={"energy": 4}, row=["snack-time", "photoshoot"], noise=["fish"], deck=["frenzy"])
    buy(game, "photoshoot").do("turn-up", **{"turn-up": game.handles["frenzy"]})
    game.do("place", place="fame:1")
    assert game.markers == (2, 0)
    assert {"kd.bonus.enter", "kd.noise.then-pull"} <= game.fired


def test_a_token_on_the_board_may_be_moved_or_left():
    game = Game(p1={"energy": 4}, row=["photoshoot"], board={"fish": "destruction:3"})
    buy(game, "photoshoot")
    assert game.kind == "place"
    assert {"decline": True} in game.legal
    assert {"place": "destruction:3"} not in game.legal
    game.decline("place")
    assert game.markers == (2, 0)


def test_a_token_under_a_marker_stays_and_the_purchase_goes_on():
    game = Game(
        p1={"energy": 4}, row=["photoshoot"], destruction=6, board={"fish": "destruction:3"}
    )
    buy(game, "photoshoot")
    assert game.markers == (2, 6)
    assert "kd.noise.stuck" in game.fired


def test_a_bent_token_is_offered_one_way():
    game = Game(p1={"energy": 9}, row=["breaking-news"], noise=["dragon"])
    buy(game, "breaking-news")
    offered = {option["place"] for option in game.legal}
    assert "fame:3,2,1" in offered
    assert "fame:1,2,3" not in offered
    assert len(offered) == 2 * 13 - 2 * 3  # no token covers the middle with its marker


# --- hits ----------------------------------------------------------------------------------------


def test_claws_are_one_packet_and_armor_takes_one_away():
    game = Game(p2={"area": ["armor-plating"]})
    game.rolled(*["claw"] * 3, "fame", "destruction", "power")
    assert game.of("p2")["hearts"] == 13 - 2
    assert [event.data["amount"] for event in game.happened("hit")] == [3]


def test_a_hit_that_was_ignored_was_not_taken_so_a_second_card_ignores_one_too():
    game = Game(p2={"area": ["armor-plating", "trendsetter"]}, fame=2, board={"cat": "fame:1"})
    game.rolled(*["claw"] * 2, "fame", "destruction", "power", "energy")
    game.do("resolve", result="claw")
    assert game.kind == "defend"
    assert len(game.legal) == 2  # both must be applied
    game.use("defend", "trendsetter", "would-be-hit")
    assert game.of("p2")["hearts"] == 13
    assert game.happened("unharmed")


def test_dice_are_thrown_once_for_the_hits_left():
    game = Game(p2={"area": ["camouflage", "armor-plating"]})
    game.rolled(*["claw"] * 3, "fame", "destruction", "power")
    game.use("defend", "armor-plating", "would-be-hit")
    game.use("defend", "camouflage", "would-be-hit")
    game.faces("heart", "claw", kind="throw")
    assert game.of("p2")["hearts"] == 12


def test_by_option_dice_defend_first():
    options = {"kd.option.defence-order": "dice-first"}
    game = Game(options, p2={"area": ["camouflage", "armor-plating"]})
    game.rolled(*["claw"] * 3, "fame", "destruction", "power")
    assert [option.get("use") for option in game.legal] == [game.handles["camouflage"], None]
    game.decline("defend")
    assert game.of("p2")["hearts"] == 11


def test_hits_on_both_let_both_fall_and_the_active_monster_loses():
    game = Game(p1={"hearts": 5, "energy": 5}, p2={"hearts": 4}, row=["jets-scrambled"])
    buy(game, "jets-scrambled")
    assert game.position.over.winner == "p2"
    assert "kd.victory.both-fall" in game.fired


def test_by_option_both_falling_is_a_draw():
    options = {"kd.option.both-fall": "draw"}
    game = Game(options, p1={"hearts": 5, "energy": 5}, p2={"hearts": 4}, row=["jets-scrambled"])
    buy(game, "jets-scrambled")
    assert game.position.over.winner is None


def test_a_monster_that_stays_has_one_heart_and_is_hit_no_more_in_this_turn():
    game = Game(
        p1={"energy": 4}, p2={"hearts": 3, "area": ["unstoppable"]}, row=["frenzy", "too-cute"]
    )
    game.rolled(*["claw"] * 6)
    assert game.of("p2")["hearts"] == 1
    assert game.of("p2")["area"] == []
    game.do("buy", buy="too-cute")
    assert game.of("p2")["hearts"] == 1
    assert {"kd.hit.stay", "kd.hit.immune"} <= game.fired


def test_hits_beyond_the_third_sell_pulls():
    game = Game(p1={"energy": 1, "area": ["in-shape"]})
    game.rolled(*["claw"] * 5, "power")
    game.accept()
    assert game.kind != "may"  # the second hit beyond cannot be paid for
    assert game.markers == (2, 0)


def test_three_hits_together_let_cards_be_exchanged():
    game = Game(p1={"area": ["extra-head"]}, p2={"area": ["unstable-dna"]})
    game.rolled(*["claw"] * 3, *["destruction"] * 2, "heart", "power")
    game.do("resolve", result="claw").accept()
    assert [card["h"] for card in game.of("p1")["area"]] == [game.handles["unstable-dna"]]
    assert [card["h"] for card in game.of("p2")["area"]] == [game.handles["extra-head"]]


# --- dice and rolls ------------------------------------------------------------------------------


def test_the_first_player_has_five_dice_once():
    ruleset = oracle.load("duel/standard")
    position = ruleset.start()
    position.advance({"be": "gigazaur"})
    position.advance({"be": "the-king"})
    while position.decision.kind == "turn-up":
        position.advance(position.decision.options[0])
    events = []
    for face in ["claw", *["heart"] * 5, *["heart"] * 6]:
        events += position.advance({"face": face})
    assert [e.data["dice"] for e in events if e.kind == "dice"] == [5]
    assert position.projection()["players"]["p2"]["energy"] == 1
    assert position.projection()["players"]["p1"]["energy"] == 0


def test_dice_fewer_come_before_extra_dice():
    game = Game(
        turn="p2",
        p2={"energy": 3, "monster": "meka-dragon"},
        p1={"area": ["extra-head", "natural-selection"], "dice": 2},
        row=["dominate"],
    )
    plain_roll(game, ["power"] * 6).do("buy", buy="dominate")
    game.go_on()
    assert game.kind == "choose"
    game.choose("choose", "extra-head")
    dice = game.happened("dice")[-1].data["dice"]
    assert dice == 6 - 1 + 1
    assert [option["amount"] for option in game.legal] == [0, 1]


def test_free_rerolls_use_up_no_roll():
    game = Game(p1={"area": ["in-the-shadows", "eye-of-the-storm"]})
    game.faces(*["fame"] * 2, *["claw"] * 4)
    game.use("use", "in-the-shadows", "during-roll").faces("claw")
    game.use("use", "in-the-shadows", "during-roll").faces("claw")
    game.choose("reroll")
    assert game.happened("gain-energy")[0].data["amount"] == 2


def test_by_option_free_rerolls_come_after_the_last_roll():
    game = Game({"kd.option.free-rerolls": "after-last"}, p1={"area": ["in-the-shadows"]})
    game.faces(*["fame"] * 6)
    for _ in range(2):
        game.choose("reroll", "fame").faces("fame")
    assert game.kind == "use"


def test_added_symbols_count_and_pay():
    game = Game(p1={"monster": "alienoid"})
    game.faces(*["power"] * 3, "claw", "heart", "fame").choose("reroll")
    game.accept().do("to", to="power").accept()
    assert [e.data["amount"] for e in game.happened("spend")] == [2, 1]
    assert game.kind == "may"  # 3 + 2 symbols, 3 spent
    game.decline("may")


def test_left_dice_are_in_the_roll_but_not_resolved():
    game = Game(p1={"area": ["titanic-batteries", "gentle-giant"]})
    game.faces(*["claw"] * 2, *["fame"] * 2, *["destruction"] * 2).choose("reroll")
    game.accept().choose("dice", "claw", "claw")
    assert game.of("p2")["hearts"] == 13
    assert game.markers == (0, 0)  # there are claws in the Roll
    assert game.of("p1")["dice"] == 1


def test_by_option_left_dice_are_out_of_the_roll():
    game = Game(
        {"kd.option.left-dice": "out-of-roll"}, p1={"area": ["titanic-batteries", "gentle-giant"]}
    )
    game.faces(*["claw"] * 2, *["fame"] * 2, *["destruction"] * 2).choose("reroll")
    game.accept().choose("dice", "claw", "claw")
    assert game.markers == (2, 0)


def test_claws_for_markers_are_counted_when_they_are_resolved():
    game = Game(p1={"area": ["adrenaline-augment"], "monster": "meka-dragon"}, fame=4)
    game.rolled(*["fame"] * 3, *["heart"] * 3)
    game.do("resolve", result="fame").do("resolve", result="claw")
    assert game.of("p2")["hearts"] == 12


def test_multiplied_claws_are_no_more_claws():
    game = Game(
        p1={"monster": "meka-dragon", "energy": 6}, p2={"hearts": 13}, row=["operation-media"]
    )
    game.rolled(*["claw"] * 3, *["power"] * 3).accept()
    assert game.of("p2")["hearts"] == 13 - 9
    game.do("buy", buy="operation-media")
    assert game.markers == (6, 0)


def test_skipping_the_resolve_phase_loses_everything_but_what_looked_at_the_roll():
    game = Game(p1={"area": ["rebooting", "eye-of-the-storm"]})
    game.rolled(*["claw"] * 6).accept()
    assert game.of("p2")["hearts"] == 13
    assert game.of("p1")["energy"] == 2 + 2 + 1
    assert game.of("p1")["dice"] == 2


def test_by_option_skipping_skips_what_looks_at_the_roll():
    options = {"kd.option.skipped-roll": "skips-cards"}
    game = Game(options, p1={"area": ["rebooting", "eye-of-the-storm"]})
    game.rolled(*["claw"] * 6).accept()
    assert game.of("p1")["energy"] == 2 + 1


# --- buying and turns ----------------------------------------------------------------------------


def test_cards_slide_to_the_right_and_the_rightmost_costs_one_less():
    game = Game(
        p1={"energy": 5},
        row=["seismic-test", "snack-time", "frenzy"],
        deck=["extra-head"],
    )
    plain_roll(game, ["power"] * 6)
    while game.kind == "resolve":
        game.decline("resolve")
    assert game.handles["frenzy"] in [option.get("buy") for option in game.legal]
    game.do("buy", buy="frenzy").do("turn-up", **{"turn-up": game.handles["extra-head"]})
    row = [game.handles[name] for name in ("extra-head", "seismic-test", "snack-time")]
    assert game.position.projection()["row"] == row


def test_a_further_turn_comes_before_the_rivals():
    game = Game(p1={"energy": 5, "monster": "meka-dragon"}, row=["frenzy"])
    plain_roll(game, ["power"] * 6).do("buy", buy="frenzy")
    assert game.position.projection()["turn"] == "p1"
    assert game.happened("turn")[-1].data["number"] == 2


def test_a_turn_cut_short_has_no_phases_and_no_energy():
    game = Game(p1={"hearts": 3, "area": ["hibernation"]})
    game.do("mode", mode=2)
    assert game.of("p1") == {**game.of("p1"), "hearts": 9, "energy": 0}
    assert game.position.projection()["turn"] == "p2"
    game.faces(*["claw"] * 6).choose("reroll")
    assert game.of("p1")["hearts"] == 9
    assert "kd.hit.immune" in game.fired


def test_by_option_what_may_end_the_turn_comes_first():
    cards = ["made-in-a-lab", "hibernation"]
    described = {"p1": {"energy": 9, "area": cards}, "row": ["frenzy"]}
    assert Game(None, **described).kind == "order"
    assert Game({"kd.option.start-order": "ending-first"}, **described).kind == "mode"


def test_what_waits_for_the_rivals_next_turn_outlasts_a_further_turn():
    game = Game(
        p1={"energy": 12, "monster": "meka-dragon"},
        p2={"area": ["extra-head"], "monster": "space-penguin"},
        row=["dominate", "frenzy"],
    )
    plain_roll(game, ["power"] * 6).do("buy", buy="frenzy").do("buy", buy="dominate").go_on()
    plain_roll(game, ["power"] * 6).go_on()
    assert game.position.projection()["turn"] == "p2"
    assert game.kind == "choose"


def test_energy_gained_while_resolving_is_copied():
    game = Game(p2={"area": ["superconductor"]})
    game.rolled(*["energy"] * 4, "power", "fame")
    game.accept()
    assert game.of("p2")["energy"] == 4
    assert game.of("p2")["area"] == []


def test_a_heart_is_added_to_the_first_gain_of_a_turn():
    game = Game(p1={"hearts": 2, "energy": 3, "area": ["regeneration"]}, row=["snack-time"])
    game.rolled(*["heart"] * 2, "power", *["fame"] * 2, "destruction")
    assert game.of("p1")["hearts"] == 5
    game.do("buy", buy="snack-time")
    assert game.of("p1")["hearts"] == 8


# --- positions that cannot be --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"fame": 3}, "no lengthening token adds that cell"),
        ({"fame": 14}, "would be over"),
        ({"fame": 6, "destruction": 10}, "would be over"),
        ({"p1": {"hearts": 15}}, "at most 14 hearts"),
        ({"p1": {"dice": 3}}, "from 0 to 2"),
        ({"board": {"cat": "fame:1,2"}}, "cannot lie on"),
        ({"board": {"pumpkin": "fame:1,2,3"}}, "cannot lie on"),
        ({"board": {"cat": "fame:1", "fish": "fame:1"}}, "another token"),
        ({"board": {"alien": "fame:3,2,1"}, "fame": 4}, "takes that cell off the path"),
        ({"board": {"cat": "fame:8"}}, "no place"),
        ({"p1": {"area": ["frenzy"]}}, "never lies before"),
        ({"row": ["gigazaur"]}, "is no power card"),
        ({"p1": {"monster": "gigazaur"}, "p2": {"monster": "gigazaur"}}, "one of each monster"),
        ({"row": ["frenzy", "energize", "snack-time", "too-cute"]}, "has 3 places, not 4"),
        ({"board": {"king": "fame:1"}}, "nobody is the-king"),
        ({"board": {"phantom": "fame:6,7"}}, "from the other end: 'fame:7,6'"),
    ],
)
def test_a_position_that_cannot_be_is_refused(setup, message):
    with pytest.raises(KaijuError, match=message):
        Game(**setup)
