"""Claims about the power cards of Duel."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.claims import claim
from conformance.properties.dice_games.cards import paid_sweeps, pieces_are_conserved
from conformance.properties.duel.table import ROW, RULESETS, piles
from conformance.properties.table import PAIR, Table
from conformance.protocol.messages import Decision


@claim(
    *("kd.setup.cards", "kd.noise.box", "kd.card.discard-pile", "kd.buy.reshuffle"),
    needs=("state",),
    whatever_the_options=True,
    games=RULESETS,
)
def pieces_of_a_duel_are_conserved(table: Table, choices: Choices) -> None:
    """Every card, monster and noise token is in exactly one place at every moment, and none
    appears or vanishes: in a game from its start there is all that is in the box."""
    pieces_are_conserved(table, choices, piles)


@claim(
    *("kd.setup.row", "kd.buy.slide", "kd.buy.refill", "kd.buy.exhausted", "kd.buy.chain"),
    needs=("state",),
    whatever_the_options=True,
    games=RULESETS,
)
def the_row_slides_to_the_right(table: Table, choices: Choices) -> None:
    """There are never more than three cards in the row; those that stay keep their order, and new
    ones come in on their left."""
    frame = table.begin(choices)
    row = table.state(frame)["row"]
    for move in table.moves(frame, choices):
        before, row = row, table.state(move.after)["row"]
        assert len(row) <= ROW, f"{row}"
        stayed = [card for card in before if card in row]
        assert row[len(row) - len(stayed) :] == stayed, f"{before} became {row}"


@claim("kd.buy.refill", "kd.buy.new-card", needs=("state",), games=RULESETS)
def whoever_buys_has_a_full_row(table: Table, choices: Choices) -> None:
    """Whoever may buy has a full row before it as far as there are cards, once it was full."""
    full = False
    for frame in table.frames(choices):
        state = table.state(frame)
        full = full or len(state["row"]) == ROW
        pending = frame.next
        if isinstance(pending, Decision) and pending.kind == "buy" and full:
            short = len(state["row"]) < ROW and state["deck"]
            assert not short, f"{state['row']} with {len(state['deck'])} cards in the deck"


@claim("kd.buy.price", "kd.buy.rightmost", "kd.buy.sweep", needs=("state",), games=RULESETS)
def who_sweeps_pays_two(table: Table, choices: Choices) -> None:
    """A sweep costs 2 energy, and all cards of the row are in the discard pile then, or on their
    way back into the row from there."""
    for before, state in paid_sweeps(table, choices):
        assert not set(before["row"]) & set(state["row"]) or not before["deck"]


@claim("kd.setup.public", "kd.setup.shuffle", needs=("view",), games=RULESETS)
def fighters_see_everything_but_the_deck(table: Table, choices: Choices) -> None:
    """Both see the same, except what only one of them is asked; nobody sees the deck."""
    for _ in table.frames(choices):
        if choices.below(4):
            continue
        views = [table.engine.view(seat) for seat in PAIR]
        for view in views:
            assert set(view["deck"]) == {"count"}, f"the deck is shown: {view['deck']}"
            asked = view.pop("decision")
            if asked is not None and asked["who"] != view["seat"]:
                assert set(asked) == {"who", "kind"}, f"{view['seat']} sees {asked}"
            hidden = [
                name for name, had in view.items() if isinstance(had, dict) and "count" in had
            ]
            assert hidden == ["deck"], f"{hidden} are hidden"
            del view["seat"]
        assert views[0] == views[1], "the two see different things"
