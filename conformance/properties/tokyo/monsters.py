"""Claims about what monsters have: hearts, stars, energy, tokens."""

from __future__ import annotations

from conformance.engines.rulesets import ruleset
from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.table import Table
from conformance.properties.tokyo.table import EVERY_RULESET, HEARTS, RULESETS, alive

COUNTED = ("hearts", "stars", "energy", "poison", "shrink")
RAISES = "modify-maximum"
COPIES = "copies"
HIGHEST = 12
LEFT = ("area", "energy", "poison", "shrink", "place")


@claim(
    *("kt.damage.lose", "kt.star.lose", "kt.buy.price", "kt.energy.lose", "kt.token.remove"),
    needs=("state",),
    whatever_the_options=True,
    games=EVERY_RULESET,
)
def monsters_never_owe_anything(table: Table, choices: Choices) -> None:
    """Hearts, stars, energy and tokens are never negative."""
    for frame in table.frames(choices):
        for seat, monster in table.state(frame)["players"].items():
            for what in COUNTED:
                assert monster[what] >= 0, f"{seat} has {monster[what]} {what}"


@claim(
    "kt.heart.maximum",
    "kt.heart.highest-maximum",
    "kt.heart.maximum-lost",
    needs=("state", "view"),
    games=RULESETS,
)
def hearts_stay_below_the_maximum(table: Table, choices: Choices) -> None:
    """Nobody has more than 10 hearts, or more than 12 with a card that raises the maximum."""
    raising = _raising(table.game)
    for frame in table.frames(choices):
        state = table.state(frame)
        names = table.engine.view("p1")["cards"]
        for seat, monster in state["players"].items():
            has = {names[card["h"]] for card in monster["area"]}
            most = HIGHEST if has & raising else HEARTS
            assert monster["hearts"] <= most, f"{seat} with {sorted(has)}: {monster['hearts']}"


def _raising(game: str) -> set[str]:
    """The cards that can raise the maximum: by their own text, or since they copy another."""
    cards = ruleset(game, {}, ()).cards.values()
    return {
        card.id for card in cards if any(word in str(card.abilities) for word in (RAISES, COPIES))
    }


@claim(
    "kt.elimination.cards",
    "kt.elimination.tokens",
    "kt.elimination.place",
    needs=("state",),
    whatever_the_options=True,
    games=EVERY_RULESET,
)
def the_dead_have_nothing(table: Table, choices: Choices) -> None:
    """A monster without hearts has no cards, no energy, no tokens and no place in Tokyo, and it
    never comes back."""
    dead: set[str] = set()
    for frame in table.frames(choices):
        state = table.state(frame)
        living = set(alive(state))
        assert not dead & living, f"{dead & living} came back"
        for seat, monster in state["players"].items():
            if seat not in living and state["over"] is None:
                left = {what: monster[what] for what in LEFT if monster[what]}
                assert not left, f"{seat} is dead and has {left}"
                dead.add(seat)
