"""A position drawn in HTML: the sides of a table, their zones, the cards in them."""

from __future__ import annotations

from collections.abc import Collection

from conformance.reports.markup import Markup, element, join
from conformance.reports.telling import Board, Card, Side

SMALL_ZONES = ("hand", "discard pile")
DECK_SHOWN = 3


def draw(board: Board, title: str, differing: Collection[str] = ()) -> Markup:
    """The board; cards that differ are marked."""
    first, *others = (_side(side, differing) for side in board.sides)
    return element(
        "figure",
        element("figcaption", title),
        element("div", first, _middle(board, differing), *others, class_="table"),
        class_="board",
    )


def _middle(board: Board, differing: Collection[str]) -> Markup:
    parts = []
    if board.played is not None:
        parts.append(join("being played: ", _card(board.played, differing, small=True)))
    if board.unused:
        parts.append(join(f"unused pile: {board.unused} cards"))
    for name, cards in board.table.items():
        shown = [_card(card, differing, small=True) for card in cards]
        parts.append(join(f"{name}: ", *shown))
    if board.waits:
        parts.append(join(board.waits))
    drawn = element("pre", "\n".join(board.picture)) if board.picture else None
    return element("div", drawn, *[element("span", part) for part in parts], class_="middle")


def _side(side: Side, differing: Collection[str]) -> Markup:
    zones = [_zone("in play", side.zones["in play"], differing, small=False)]
    zones += [
        _zone(name, side.zones[name], differing, small=True)
        for name in SMALL_ZONES
        if side.zones[name]
    ]
    deck = side.zones["deck"]
    if deck:
        more = len(deck) > DECK_SHOWN
        top = deck[:DECK_SHOWN]
        zones.append(_zone(f"deck of {len(deck)}", top, differing, small=True, more=more))
    return element(
        "div",
        element(
            "div",
            element("strong", side.name),
            element("span", side.seat, class_="seat"),
            *[_tokens(*token) for token in side.tokens],
            element("span", side.place, class_="place") if side.place else None,
            element("span", "turn", class_="turn") if side.has_turn else None,
            class_="player",
        ),
        *zones,
        class_="side",
    )


def _tokens(name: str, sign: str, count: int) -> Markup:
    """What is counted as signs, as a number when there are many."""
    shown = sign * count if 0 < count <= 5 else f"{sign} {count}"
    plural = "" if count == 1 or name in ("life", "energy") else "s"
    return element(
        "span",
        shown,
        class_=name.replace(" ", "-"),
        role="img",
        aria_label=f"{count} {name}{plural}",
        title=name,
    )


def _zone(
    name: str,
    cards: tuple[Card, ...],
    differing: Collection[str],
    small: bool,
    more: bool = False,
) -> Markup:
    shown = [_card(card, differing, small) for card in cards]
    shown += [element("span", "…", class_="nothing")] if more else []
    return element(
        "div",
        element("span", name, class_="zone-name"),
        element("div", *shown, class_="cards")
        if shown
        else element("span", "nothing", class_="nothing"),
        class_="zone",
    )


def _card(card: Card, differing: Collection[str], small: bool) -> Markup:
    differs = card.handle in differing
    marks = ["card", *(["small"] * small), *(["exhausted"] * card.exhausted)]
    marks += ["differs"] * differs
    return element(
        "span",
        element("b", str(card.power), class_="power", title="power")
        if card.power is not None
        else None,
        element("span", card.name, class_="name"),
        element("span", card.handle, class_="handle"),
        *[element("span", keyword, class_="keyword") for keyword in card.keywords],
        element("span", "exhausted", class_="keyword") if card.exhausted else None,
        *[element("span", note, class_="keyword") for note in card.notes],
        element("span", "differs", class_="hidden") if differs else None,
        class_=" ".join(marks),
    )
