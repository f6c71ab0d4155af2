"""Claims about the power cards of King of Tokyo."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.dice_games.cards import paid_sweeps, pieces_are_conserved
from conformance.properties.table import Table
from conformance.properties.tokyo.table import EVERY_RULESET, ROW, RULESETS, Monsters, piles
from conformance.protocol.messages import Decision

TURN_UP = ("turn-up", "peek")
"""Chance that says which card of the deck is next."""


@claim(
    *("kt.setup.cards", "kt.card.discard-pile", "kt.elimination.cards", "kt.buy.reshuffle"),
    needs=("state",),
    whatever_the_options=True,
    games=RULESETS,
)
def power_cards_are_conserved(table: Table, choices: Choices) -> None:
    """Every card is in exactly one place at every moment, and none appears or vanishes: in a
    game from its start there are all the cards of the box."""
    assert isinstance(table, Monsters)
    table.players = table.number(choices)
    pieces_are_conserved(table, choices, piles)


@claim("kt.setup.row", "kt.buy.refill", "kt.buy.exhausted", needs=("state",), games=EVERY_RULESET)
def the_row_never_has_more_than_three(table: Table, choices: Choices) -> None:
    """There are never more than three cards for sale in the row, and whoever may buy has a full
    row before it as far as there are cards."""
    full = False
    for frame in table.frames(choices):
        state = table.state(frame)
        assert len(state["row"]) <= ROW, f"{state['row']}"
        full = full or len(state["row"]) == ROW
        pending = frame.next
        if isinstance(pending, Decision) and pending.kind == "buy" and full:
            short = len(state["row"]) < ROW and state["deck"] and not state["bought"]
            assert not short, f"{state['row']} with {len(state['deck'])} cards in the deck"


@claim("kt.buy.price", "kt.energy.pay", needs=("state",), games=RULESETS)
def who_buys_or_sweeps_pays(table: Table, choices: Choices) -> None:
    """A purchase and a sweep are offered to monsters with energy for it; to sweep costs 2."""
    for _ in paid_sweeps(table, choices):
        pass


@claim("kt.setup.public", "kt.setup.shuffle", "kt.buy.top-card", needs=("view",), games=RULESETS)
def monsters_see_everything_but_the_deck(table: Table, choices: Choices) -> None:
    """All monsters see the same, except what only one of them is asked; nobody sees the deck."""
    for _ in table.frames(choices):
        if choices.below(4):
            continue  # there are as many views as monsters
        seats = list(table.engine.view("p1")["players"])
        views = [table.engine.view(seat) for seat in seats]
        for view in views:
            assert set(view["deck"]) == {"count"}, f"the deck is shown: {view['deck']}"
            asked = view.pop("decision")
            if asked is not None and asked["who"] != view["seat"]:
                assert set(asked) == {"who", "kind"}, f"{view['seat']} sees {asked}"
            looked_at = view.pop("top")  # one monster may look at the top of the deck
            if isinstance(looked_at, str):
                view["cards"].pop(looked_at, None)
            del view["seat"]
        assert all(view == views[0] for view in views), "monsters see different things"
