"""Tells counts and divisions for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.engines.rulesets import pool
from conformance.judge.compare import show
from conformance.judge.vector import cards_in, say
from conformance.perft.divide import Branch, Division, Fork, first_difference
from conformance.perft.positions import Origin
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Count

SHOW_DIFFERENCES = 12
IN_FRONT = {"play": 0, "area": 0, "hand": 1, "discard": 2, "deck": 3}
"""In which order the cards of a player are shown."""
PLACES = ("outside Tokyo", "in Tokyo City", "in Tokyo Bay")
"""What a monster's place is called, by its number."""
OPEN = ("power-row", "power-discard", "row", "discard", "board")
"""What lies open between the players."""
COLUMNS = ("depth", "positions", "players", "chance", "over")


def counts_table(counts: Sequence[Count], wanted: Sequence[Count] = ()) -> Iterator[str]:
    """A line for each depth; what differs from what is wanted is marked."""
    rows = [
        (str(depth), *(f"{number:,}" for number in (one.nodes, one.players, one.chance, one.over)))
        for depth, one in enumerate(counts)
    ]
    widths = [max(map(len, column)) for column in zip(COLUMNS, *rows, strict=True)]
    yield _row(COLUMNS, widths)
    for depth, row in enumerate(rows):
        differs = depth < len(wanted) and wanted[depth] != counts[depth]
        yield _row(row, widths) + (f"  <- not {wanted[depth]}" if differs else "")


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  " + "  ".join(cell.rjust(width) for cell, width in zip(cells, widths, strict=True))


def card_names(origin: Origin) -> dict[str, str]:
    """The card behind every handle of a position."""
    if origin.setup is None:
        return {str(one["h"]): str(one["card"]) for one in pool(origin.game, {}, ())}
    return cards_in(origin.setup)


def named(answer: Answer, names: Mapping[str, str]) -> str:
    """An answer in a few words, each card with its name: `block #2 (killer-bee)`."""
    words = [
        f"{word} ({names[bare]})" if (bare := word.rstrip(",")) in names else word
        for word in say(answer).split(" ")
    ]
    return " ".join(words)


def answers(number: int) -> str:
    """So many answers, in words."""
    return "1 answer" if number == 1 else f"{number} answers"


def positions(number: int) -> str:
    """So many positions, in words."""
    return "1 position" if number == 1 else f"{number:,} positions"


def division_lines(division: Division, names: Mapping[str, str]) -> Iterator[str]:
    """The way down and the difference at its end."""
    for fork in division.forks:
        yield f"{fork.pending}, {answers(fork.depth)} deep:"
        yield from (f"  {_branch(branch, names)}" for branch in fork.branches)
    way = " ; ".join(f"{who} {named(answer, names)}" for who, answer in division.path)
    yield f"the first wrong branch: {way or 'the position itself'}"
    yield from (f"  {line}" for line in board(division.state, names))
    yield from (f"    {line}" for line in division.picture)
    yield f"  {division.message}"
    for one in division.differences[:SHOW_DIFFERENCES]:
        yield f"  - {one.place}  want {show(one.want)}  got {show(one.got)}"
    more = len(division.differences) - SHOW_DIFFERENCES
    if more > 0:
        yield f"  ... and {more} more difference{'s' * (more > 1)}"


def _branch(branch: Branch, names: Mapping[str, str]) -> str:
    wanted = sum(count.nodes for count in branch.wanted)
    said = f"{named(branch.answer, names)}: {positions(wanted)}"
    if not branch.differs:
        return said
    if branch.counted is None:
        return f"{said}  <- the engine: {branch.trouble}"
    depth = first_difference(branch.wanted, branch.counted)
    where = f"{depth} deeper" if depth else "there"
    return f"{said}  <- {where} {branch.counted[depth]}, not {branch.wanted[depth]}"


def board(state: JsonObject, names: Mapping[str, str]) -> Iterator[str]:
    """A position, one line a player; hidden piles are only counted."""
    for seat, player in state.get("players", {}).items():
        turn = ">" if state.get("turn") == seat else " "
        monster = [names.get(player["monster"], "?")] if player.get("monster") else []
        parts = [" ".join([turn, seat, *monster])]
        parts += [_counted(what, number) for what, number in player.items() if type(number) is int]
        zones = {zone: cards for zone, cards in player.items() if isinstance(cards, list)}
        for zone in sorted(zones, key=lambda zone: IN_FRONT.get(zone, len(IN_FRONT))):
            parts += [_pile(zone, zones[zone], names)] if zones[zone] else []
        yield "  ".join(parts)
    markers = [f"{what} {number}" for what, number in state.items() if type(number) is int]
    if markers:
        yield f"  markers: {', '.join(markers)}"
    for zone, cards in state.items():
        if isinstance(cards, list) and cards and zone in OPEN:
            yield f"  {_pile(zone, cards, names)}"
    if state.get("over"):
        yield f"  over: {state['over']['winner'] or 'nobody'} won ({state['over']['reason']})"


def _counted(what: str, number: int) -> str:
    return PLACES[number] if what == "place" else f"{what} {number}"


def _pile(zone: str, cards: Sequence[Any], names: Mapping[str, str]) -> str:
    if zone == "deck":
        return f"deck: {len(cards)}"
    return f"{zone}: {', '.join(_card(card, names) for card in cards)}"


def _card(card: Any, names: Mapping[str, str]) -> str:  # Any: a handle, or a card with its marks
    if isinstance(card, str):
        return f"{card} {names.get(card, '?')}"
    notes = [str(card["power"]), *card["keywords"]] if "power" in card else []
    notes += ["exhausted"] if card.get("exhausted") else []
    notes += [f"dice {card['dice']}"] if card.get("dice") else []
    notes += [f"counters {card['counters']}"] if card.get("counters") else []
    notes += [f"bought for {card['paid']}"] if "paid" in card else []
    notes += [f"on {card['place']}"] if "place" in card else []
    notes += ["mimics"] if card.get("mimic") else []
    notes += [f"boosted by {' and '.join(card['boosts'])}"] if card.get("boosts") else []
    name = card.get("card") or names.get(card["h"], "?")
    return f"{card['h']} {name}" + (f" ({' '.join(notes)})" if notes else "")


def division_json(division: Division) -> JsonObject:
    """A division for other tools."""
    said: JsonObject = {
        "agrees": division.agrees,
        "oracle": [count.to_json() for count in division.wanted],
        "engine": [count.to_json() for count in division.counted or ()],
    }
    if not division.agrees:
        said |= {
            "forks": [_fork_json(fork) for fork in division.forks],
            "path": [{"who": who, "do": answer} for who, answer in division.path],
            "message": division.message,
            "differences": [str(one) for one in division.differences],
            "state": division.state,
        }
    return said


def _fork_json(fork: Fork) -> JsonObject:
    return {
        "who": fork.who,
        "depth": fork.depth,
        "branches": [
            {
                "do": branch.answer,
                "oracle": [count.to_json() for count in branch.wanted],
                "engine": [count.to_json() for count in branch.counted or ()],
                **({"trouble": branch.trouble} if branch.trouble else {}),
            }
            for branch in fork.branches
        ],
    }
