"""Claims about the cards under creatures."""

from __future__ import annotations

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import claim
from conformance.properties.mindbug.evolution import creatures
from conformance.properties.table import Box, Table, dealt, zones
from conformance.protocol.canonical import JsonObject

GAMES = ("mindbug/beyond-eternity", "mindbug/all")


@claim("mb.boost.power", "mb.boost.under", needs=("setup", "state"), games=GAMES)
def each_boost_gives_one_power(table: Table, choices: Choices) -> None:
    """A creature has one power more for each card under it, whatever these cards are."""
    box = Box([], choices)
    names = dealt(table.cards)
    alone = box.card(choices.one_of(names))
    boosts = box.row([choices.one_of(names) for _ in range(choices.between(1, 5))])

    def power(creature: JsonObject) -> int:
        hand = {"p2": {"hand": [{"h": "#99", "card": names[0]}]}}
        frame = table.stand({"players": {"p1": {"play": [creature]}, **hand}, "turn": "p1"})
        found: int = creatures(table.state(frame))[alone["h"]]["power"]
        return found

    assert power({**alone, "boosts": boosts}) == power(alone) + len(boosts)


@claim("mb.boost.leaves", needs=("state",), games=GAMES)
def boosts_leave_with_their_creature(table: Table, choices: Choices) -> None:
    """Cards lie only under creatures in play; when such a creature is defeated, none of the cards
    that were under it is lost, and they are where cards are seen or held."""
    for past, _, state in table.changes(choices):
        before = creatures(past)
        now = creatures(state)
        where = {handle: zone for zone, cards in zones(state).items() for handle in cards}
        for handle, creature in before.items():
            if handle in now:
                continue
            for boost in creature["boosts"]:
                left = where.get(boost, "nowhere")
                assert not left.endswith(("deck", "unused")), f"{boost} of {handle}: {left}"


@claim("mb.boost.any-pile", "mb.boost.up-to", needs=("state",), games=GAMES)
def boosts_come_out_of_discard_piles(table: Table, choices: Choices) -> None:
    """A card that newly lies under a creature lay in a discard pile or under another before, as
    far as nothing else happened since."""
    for past, _, state in table.changes(choices):
        before = zones(past)
        after = zones(state)
        hidden = {h for zone, cards in before.items() if zone.endswith("deck") for h in cards}
        for seat in ("p1", "p2"):
            new = set(after[f"{seat}.boosts"]) & hidden
            assert not new, f"{new} came under a creature of {seat} from a deck"
