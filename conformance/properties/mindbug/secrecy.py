"""Claims about what a seat may know."""

from __future__ import annotations

import re

from conformance.properties.choices import Choices
from conformance.properties.mindbug.claims import EVERY_SET, claim
from conformance.properties.table import PAIR, Table, other, visible
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.messages import Decision, Frame, Over

HANDLE = re.compile(r"#\d+")


@claim(
    "mb.setup.zones",
    "mb.setup.hand",
    "mb.setup.unused-pile",
    needs=("view", "state"),
    whatever_the_options=True,
    games=EVERY_SET,
)
def views_name_no_hidden_card(table: Table, choices: Choices) -> None:
    """A view names no card in the other hand, in a deck, in the unused pile or the power deck,
    but for one that an effect shows."""
    for frame in table.frames(choices):
        state = table.state(frame)
        for seat in table.seats:
            seen = set(HANDLE.findall(canonical(table.engine.view(seat))))
            hidden = seen - visible(state, seat)
            assert len(hidden) <= shown_by_effect(frame), f"{seat} is shown {sorted(hidden)}"


@claim(
    "mb.setup.mindbugs-public",
    "mb.setup.life-public",
    "mb.attack.discard-public",
    "mb.keyword.exhausted-public",
    needs=("view", "state"),
    games=EVERY_SET,
)
def views_show_all_that_is_open(table: Table, choices: Choices) -> None:
    """A view shows life, Mindbugs, energy, discard piles, creatures in play, what lies open on
    the table, and the seat's own hand."""
    for frame in table.frames(choices):
        state = table.state(frame)
        for seat in table.seats:
            view = table.engine.view(seat)
            for name, player in state["players"].items():
                shown = view["players"][name]
                for zone in ("life", "mindbugs", "energy", "discard", "play"):
                    assert shown.get(zone) == player.get(zone), f"{seat}: another {zone} of {name}"
                assert shown["deck"]["count"] == len(player["deck"])
            for zone in ("aside", "power-row", "power-discard", "bought"):
                assert view.get(zone) == state.get(zone), f"{seat} sees another {zone}"
            assert view["players"][seat]["hand"] == state["players"][seat]["hand"]
            theirs = view["players"][other(seat)]["hand"]
            assert theirs["count"] == len(state["players"][other(seat)]["hand"])
            assert visible(state, seat) <= set(view["cards"])
            assert len(view["cards"]) <= len(visible(state, seat)) + shown_by_effect(frame)


def shown_by_effect(frame: Frame) -> int:
    """How many cards lie open though their zone is hidden: one of a hand is shown to both
    players while it is decided into whose discard pile it goes."""
    return int(not isinstance(frame.next, Over) and frame.next.kind == "pile")


@claim("mb.setup.zones", "mb.setup.hand", needs=("setup", "view", "state"), games=EVERY_SET)
def hidden_cards_do_not_matter(table: Table, choices: Choices) -> None:
    """Two positions that differ only in what a seat cannot see look the same to it, for as
    long as it cannot see the difference, and offer it the same answers."""
    seat = PAIR[choices.below(2)]
    first = table.position(choices)
    first["turn"] = seat
    second, changed = permuted(first, seat, choices)
    answers: list[JsonObject] = []
    seen = [_look(table, table.stand(first), seat)]
    for _ in range(choices.below(12)):  # play on in the first position, by visible moves only
        pending = seen[-1][0].next
        if isinstance(pending, Over):
            break
        answer = pending.legal.nth(choices.below(len(pending.legal)))
        if changed & set(HANDLE.findall(canonical(answer))):
            break
        after = table.answer(seen[-1][0], answer)
        if changed & known(table, after, seat):
            break
        answers.append(answer)
        seen.append(_look(table, after, seat))
    frame = table.stand(second)
    for number, (was, view) in enumerate(seen):
        _, again = _look(table, frame, seat)
        assert again == view, f"{seat} can tell the positions apart after {number} answers"
        _same_offer(was, frame, seat)
        if number < len(answers):
            if isinstance(frame.next, Over) or answers[number] not in frame.next.legal:
                return  # the other seat, or chance, is free to differ
            frame = table.answer(frame, answers[number])
            if changed & known(table, frame, seat):
                return


def known(table: Table, frame: Frame, seat: str) -> set[str]:
    """The cards that a seat knows now."""
    cards = table.engine.view(seat)["cards"] if shown_by_effect(frame) else ()
    return visible(table.engine.state(), seat).union(cards)


def _look(table: Table, frame: Frame, seat: str) -> tuple[Frame, JsonObject]:
    return frame, table.engine.view(seat)


def _same_offer(one: Frame, two: Frame, seat: str) -> None:
    if isinstance(one.next, Decision) and one.next.who == seat:
        assert isinstance(two.next, Decision)
        assert two.next.who == seat
        assert one.next.legal.same_as(two.next.legal), f"{seat} is offered something else"


def permuted(setup: JsonObject, seat: str, choices: Choices) -> tuple[JsonObject, set[str]]:
    """The setup with the cards the seat cannot see dealt anew among their handles."""
    mine, theirs = setup["players"][seat], setup["players"][other(seat)]
    hidden = [*mine["deck"], *theirs["hand"], *theirs["deck"], *setup["unused"]]
    dealt: dict[str, str] = {}
    for alike in (hidden, setup.get("power-deck", [])):  # a power card is no creature
        names = [card["card"] for card in alike]
        dealt |= {card["h"]: choices.draw(names) for card in alike}
    hidden += setup.get("power-deck", [])
    changed = {card["h"] for card in hidden if dealt[card["h"]] != card["card"]}

    def redeal(cards: list[JsonObject]) -> list[JsonObject]:
        return [{**card, "card": dealt.get(card["h"], card["card"])} for card in cards]

    players = {
        name: {
            **player,
            **{zone: redeal(player[zone]) for zone in ("hand", "deck")},
        }
        for name, player in setup["players"].items()
    }
    changed_setup = {**setup, "players": players}
    for zone in ("unused", "power-deck"):
        changed_setup |= {zone: redeal(setup[zone])} if zone in setup else {}
    return changed_setup, changed
