"""Claims about energy and power cards."""

from __future__ import annotations

from conformance.engines.rulesets import ruleset
from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.mindbug.turns import BEFORE_THE_GAME
from conformance.properties.table import ROW, Table
from conformance.protocol.messages import Frame, Over

GAMES = ("mindbug/king-of-tokyo", "mindbug/all")
REFILL = "top-power"


@claim("mb.dice.energy-kept", "mb.power.price", needs=("state",), games=GAMES)
def energy_is_never_negative(table: Table, choices: Choices) -> None:
    """Nobody has less than no energy, and a turn begins with all that was kept."""
    for frame in table.frames(choices):
        for seat, player in table.state(frame)["players"].items():
            assert player["energy"] >= 0, f"{seat}: {player['energy']}"


@claim("mb.power.row", "mb.power.refill", "mb.power.no-reshuffle", needs=("state",), games=GAMES)
def the_power_row_is_full_while_the_deck_lasts(table: Table, choices: Choices) -> None:
    """There are never more than three power cards for sale, and fewer only when the power deck
    is empty or the next card is being turned up; the power discard pile only grows."""
    discarded: set[str] = set()
    for frame in table.frames(choices):
        state = table.state(frame)
        assert len(state["power-row"]) <= ROW
        assert discarded <= set(state["power-discard"]), "a power card came back"
        discarded = set(state["power-discard"])
        kind = frame.next.to_json().get("kind")
        if kind != REFILL and kind not in BEFORE_THE_GAME:
            assert len(state["power-row"]) == ROW or not state["power-deck"], f"gaps at {kind}"


@claim("mb.power.buy", "mb.power.price", "mb.power.unlimited", needs=("state", "view"), games=GAMES)
def what_can_be_paid_can_be_bought(table: Table, choices: Choices) -> None:
    """Exactly the cards of the row that cost no more than the energy there is are for sale, and
    whoever buys one has so much less energy."""
    cards = ruleset(table.game, {}, ()).cards
    frame = table.begin(choices)
    state, names = table.state(frame), _for_sale(table, frame)
    for move in table.moves(frame, choices):
        before, state = state, table.state(move.after)
        if "buy" in move.answer:
            price = cards[names[str(move.answer["buy"])]].property("cost")
            energy = [each["players"][move.pending.who]["energy"] for each in (before, state)]
            assert energy[0] - energy[1] == price, f"{move.answer} costs {price}: {energy}"
        names = _for_sale(table, move.after)


def _for_sale(table: Table, frame: Frame) -> dict[str, str]:
    """The power cards that are offered, each with its id; exactly those that can be paid."""
    pending = frame.next
    if isinstance(pending, Over) or pending.kind != "buy":
        return {}
    state = table.state(frame)
    assert pending.who == state["turn"], f"{pending.who} buys in the turn of {state['turn']}"
    names: dict[str, str] = table.engine.view(pending.who)["cards"]
    cards = ruleset(table.game, {}, ()).cards
    energy = state["players"][pending.who]["energy"]
    wanted = {h for h in state["power-row"] if cards[names[h]].property("cost") <= energy}
    offered = {str(answer["buy"]) for answer in pending.legal if "buy" in answer}
    assert offered == wanted, f"{offered} are for sale, {wanted} can be paid"
    return {handle: names[handle] for handle in offered}
