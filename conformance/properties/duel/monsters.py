"""Claims about what the monsters of Duel have: hearts, energy, dice tokens."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.duel.table import MOST_TOKENS, RULESETS
from conformance.properties.table import Table
from conformance.protocol.messages import Decision, Over


@claim(
    *("kd.heart.maximum", "kd.heart.zero", "kd.setup.hearts"),
    needs=("state", "view"),
    whatever_the_options=True,
    games=RULESETS,
)
def hearts_stay_on_the_board(table: Table, choices: Choices) -> None:
    """Nobody has fewer than no hearts or more than its own board shows."""
    for frame in table.frames(choices):
        state = table.state(frame)
        names = table.engine.view("p1")["cards"]
        for seat, player in state["players"].items():
            if player["monster"] is None:
                continue
            most = table.cards[names[player["monster"]]].hearts
            assert 0 <= player["hearts"] <= most, f"{seat} has {player['hearts']} of {most} hearts"


@claim(
    *("kd.dice.token-limit", "kd.dice.tokens", "kd.buy.price", "kd.energy.kept"),
    needs=("state",),
    whatever_the_options=True,
    games=RULESETS,
)
def fighters_never_owe_anything(table: Table, choices: Choices) -> None:
    """Energy is never negative, and everybody holds no more than two dice tokens."""
    for frame in table.frames(choices):
        for seat, player in table.state(frame)["players"].items():
            assert player["energy"] >= 0, f"{seat} has {player['energy']} energy"
            assert 0 <= player["dice"] <= MOST_TOKENS, f"{seat} has {player['dice']} dice tokens"


@claim("kd.dice.token-spend", "kd.dice.token-useless", needs=("state",), games=RULESETS)
def dice_tokens_are_spent_as_said(table: Table, choices: Choices) -> None:
    """Of dice tokens no more can be spent than there are, and those that are spent are gone."""
    for before, move, state in table.changes(choices):
        pending = move.pending
        if not isinstance(pending, Decision) or pending.kind != "tokens":
            continue
        had, has = (each["players"][pending.who]["dice"] for each in (before, state))
        offered = [answer["amount"] for answer in pending.legal]
        assert 0 < max(offered) <= had, f"{offered} are offered of {had}"
        assert has == had - move.answer["amount"], f"{move.answer} of {had} leaves {has}"


@claim("kd.setup.monsters", needs=("state",), games=RULESETS)
def no_two_are_the_same_monster(table: Table, choices: Choices) -> None:
    """Once both have chosen, each is a monster of its own, and nobody changes."""
    first: dict[str, str] = {}
    for frame in table.frames(choices):
        players = table.state(frame)["players"]
        chosen = {seat: each["monster"] for seat, each in players.items() if each["monster"]}
        assert len(set(chosen.values())) == len(chosen), f"{chosen}"
        assert all(chosen.get(seat) == monster for seat, monster in first.items()), f"{first}"
        first = chosen
        if isinstance(frame.next, Over):
            return
