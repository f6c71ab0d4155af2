"""Differences of a position as sentences of the game: `Bob has 3 life, not 2`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from conformance.judge.compare import ABSENT, Difference, show
from conformance.judge.players import SEATS

Names = Mapping[str, str]

COUNTED = {
    "life": "life",
    "hearts": "hearts",
    "stars": "stars",
    "energy": "energy",
    "mindbugs": "Mindbugs",
    "poison": "poison tokens",
    "shrink": "shrink tokens",
    "dice": "dice tokens",
}
"""What a player has that is counted, and the word for it, the most telling first."""
ONE = {"life": "life", "energy": "energy"}
"""Of these even one has no singular."""
ZONES = {
    "play": "in play",
    "area": "in play",
    "evolutions": "in play",
    "hand": "in {0}'s hand",
    "discard": "in {0}'s discard pile",
    "evolution-discard": "in {0}'s discard pile",
    "deck": "in {0}'s deck",
    "evolution-deck": "in {0}'s deck",
}
TABLE = {
    "row": "in the row",
    "power-row": "in the power row",
    "deck": "in the deck",
    "power-deck": "in the power deck",
    "discard": "in the discard pile",
    "power-discard": "in the power discard pile",
    "noise": "off the board",
    "board": "on the board",
    "unused": "in the unused pile",
    "bought": "being bought",
    "played": "being played",
    "top": "on top of the deck",
    "monsters": "among the monsters that nobody is",
}
ON_IT = {"counters": "counters", "boosts": "boosts", "dice": "dice", "paid": "energy paid for it"}
TOKYO = ("outside Tokyo", "in Tokyo City", "in Tokyo Bay")
_CARD = re.compile(r"(?P<zone>.+)\[(?P<card>#\d+)\](?:\.(?P<what>[\w-]+))?\Z")
_PLAYER = re.compile(r"players\.(?P<seat>p\d)(?:\.(?P<what>[\w-]+))?\Z")
_HANDLE = re.compile(r"#\d+\Z")


def sentences(differences: Sequence[Difference], names: Names) -> list[str]:
    """What stands otherwise, the most telling first; a card that lies elsewhere is said once."""
    moved, others = _moved(differences)
    said = [*_ends(others, names), *_numbers(others)]
    said += [_lies(card, *places, names) for card, places in moved.items()]
    said += [text for one in others if (text := _card_differs(one, names))]
    said += [text for one in others if (text := _table_differs(one, names))]
    return list(dict.fromkeys(said))


# ------------------------------------------------------------------ the end and the turn


def _ends(differences: Sequence[Difference], names: Names) -> Iterator[str]:
    for one in differences:
        if one.place == "over" or one.place.startswith("over."):
            yield _ended(one)
        elif one.place == "turn":
            yield f"it is {_seat(one.got)}'s turn, not {_seat(one.want)}'s"


def _ended(one: Difference) -> str:
    want, got = one.want, one.got
    if isinstance(got, dict):
        return f"the game is over ({_winner(got.get('winner'))} has won), and should go on"
    if one.place == "over":
        won = _winner(want.get("winner")) if isinstance(want, dict) else "somebody"
        return f"the game goes on, and {won} should have won"
    if one.place == "over.winner":
        return f"{_winner(got)} has won, not {_winner(want)}"
    return f"the game ends for the reason {_plain(got)}, not {_plain(want)}"


def _winner(seat: object) -> str:
    return SEATS.get(str(seat), "nobody")


# ------------------------------------------------------------------ what players have


def _numbers(differences: Sequence[Difference]) -> Iterator[str]:
    of_players = [(one, found) for one in differences if (found := _PLAYER.match(one.place))]
    for what, word in COUNTED.items():
        for one, found in of_players:
            if found["what"] == what:
                yield f"{_seat(found['seat'])} has {_number(one.got, word)}, not {_plain(one.want)}"
    for one, found in of_players:
        if found["what"] == "place":
            yield f"{_seat(found['seat'])} is {_tokyo(one.got)}, not {_tokyo(one.want)}"
        elif isinstance(one.want, dict) and "count" in one.want:
            yield _counted(one, found)


def _counted(one: Difference, found: re.Match[str]) -> str:
    """Of what only its owner may see, the number of cards alone is told."""
    what = str(found["what"]).replace("-", " ")
    if isinstance(one.got, list):
        return f"{_seat(found['seat'])}'s {what} is open, and should be hidden"
    return f"{_seat(found['seat'])}'s {what} is told as {_plain(one.got)}, not {_plain(one.want)}"


def _tokyo(place: object) -> str:
    known = isinstance(place, int) and not isinstance(place, bool) and 0 <= place < len(TOKYO)
    return TOKYO[place] if known and isinstance(place, int) else f"at place {_plain(place)}"


def _number(value: object, word: str) -> str:
    if value == 0:
        return f"no {word}"
    singular = word[:-1] if word.endswith("s") and word not in ONE else word
    return f"{_plain(value)} {singular if value == 1 else word}"


# ------------------------------------------------------------------ cards


def _moved(
    differences: Sequence[Difference],
) -> tuple[dict[str, tuple[str | None, str | None]], list[Difference]]:
    """Cards that lie elsewhere, each with the place it should lie in and the one it lies in."""
    should: dict[str, str] = {}
    lies: dict[str, str] = {}
    others = []
    for one in differences:
        whole = _CARD.match(one.place)
        if whole and whole["what"] is None and ABSENT in (one.want, one.got):
            (should if one.got is ABSENT else lies)[whole["card"]] = whole["zone"]
        elif _are_cards(one.want) and _are_cards(one.got):
            wanted, given = _cards(one.want), _cards(one.got)
            should |= {card: one.place for card in wanted if card not in given}
            lies |= {card: one.place for card in given if card not in wanted}
            if sorted(wanted) == sorted(given):
                others.append(one)
        else:
            others.append(one)
    cards = sorted(
        {*should, *lies}, key=lambda card: (card not in should or card not in lies, card)
    )
    return {card: (should.get(card), lies.get(card)) for card in cards}, others


def _are_cards(value: object) -> bool:
    """Whether a value is a pile of cards, or the one card of a place for one."""
    if value is None or isinstance(value, list):
        return all(isinstance(one, str) and _HANDLE.match(one) for one in value or ())
    return isinstance(value, str) and _HANDLE.match(value) is not None


def _cards(value: object) -> list[str]:
    return [] if value is None else [*value] if isinstance(value, list) else [str(value)]


def _lies(card: str, should: str | None, lies: str | None, names: Names) -> str:
    name = names.get(card, card)
    if should is None:
        return f"{name} is {_zone(lies, None)}, and should not be"
    if lies is None:
        return f"{name} is not {_zone(should, None)}, and should be"
    return f"{name} is {_zone(lies, should)}, not {_zone(should, lies)}"


def _zone(place: str | None, other: str | None) -> str:
    """Where a card lies; of two places in play it is said whose."""
    found = re.match(r"players\.(p\d)\.([\w-]+)", place or "")
    if not found:
        return TABLE.get(place or "", f"in {place}")
    seat, zone = found.groups()
    said = ZONES.get(zone, f"in {{0}}'s {zone}").format(SEATS.get(seat, seat))
    both_in_play = other is not None and other.endswith(f".{zone}") and "{0}" not in said
    return f"{said} under {_seat(seat)}'s control" if both_in_play and said == "in play" else said


def _card_differs(one: Difference, names: Names) -> str | None:
    found = _CARD.match(one.place)
    if not found or found["what"] is None:
        return None
    name, what, got, want = (
        names.get(found["card"], found["card"]),
        found["what"],
        one.got,
        one.want,
    )
    if what == "exhausted":
        return f"{name} is {'' if got else 'not '}exhausted and should {'not ' if got else ''}be"
    if what == "power":
        return f"{name} has power {_plain(got)}, not {_plain(want)}"
    if what == "keywords" and isinstance(got, list) and isinstance(want, list):
        return _keywords(name, got, want)
    if what == "place":
        return f"{name} lies on {_plain(got)}, not on {_plain(want)}"
    if what == "card":
        return f"{name} is {_plain(got)}, not {_plain(want)}"
    if what in ON_IT:
        told = _plain(got, names) if isinstance(got, list) else got
        wanted = _plain(want, names)
        return f"{name} has {_number(told, ON_IT[what])}, not {wanted}"
    return f"{name}: {what} is {_plain(got, names)}, not {_plain(want, names)}"


def _keywords(name: str, got: list[object], want: list[object]) -> str:
    extra = [str(word).upper() for word in got if word not in want]
    missing = [str(word).upper() for word in want if word not in got]
    parts = [f"has {' and '.join(extra)} and should not"] if extra else []
    parts += [f"does not have {' and '.join(missing)} and should"] if missing else []
    return f"{name} {', and '.join(parts) or 'has its keywords in another order'}"


# ------------------------------------------------------------------ all else


def _table_differs(one: Difference, names: Names) -> str | None:
    of_player = _PLAYER.match(one.place)
    if _CARD.match(one.place) or one.place == "turn" or one.place.startswith("over"):
        return None
    if of_player and (of_player["what"] in COUNTED or of_player["what"] == "place"):
        return None
    if of_player and isinstance(one.want, dict) and "count" in one.want:
        return None
    if one.place == "digest":
        return "the position has another digest (the engine does not show it)"
    where = _called(one.place, names)
    if one.place in ("fame", "destruction"):
        where = f"the {one.place} marker"
    return f"{where} is {_plain(one.got, names)}, not {_plain(one.want, names)}"


def _called(place: str, names: Names) -> str:
    """`players.p1.monster` as people say it."""
    found = _PLAYER.match(place)
    if found:
        return f"{_seat(found['seat'])}'s {str(found['what'] or 'side').replace('-', ' ')}"
    words = [names.get(word, word) for word in re.findall(r"#\d+|[\w-]+", place)]
    return " ".join(words) or "the position"


def _seat(seat: object) -> str:
    return SEATS.get(str(seat), str(seat))


def _plain(value: object, names: Names | None = None) -> str:
    """A value without the signs of JSON where people need none."""
    if value is ABSENT or value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return (names or {}).get(value) or SEATS.get(value) or value
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return ", ".join(_plain(one, names) for one in value) or "nothing"
    if isinstance(value, dict) and set(value) == {"count"}:
        return f"{value['count']} hidden cards"
    return show(value)
