"""The sentences of a game whose table says it all: numbers, piles, one answer a verb."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from conformance.scenario import sayings as every
from conformance.scenario.game import Lines, Saying, Sentences, Statement, people
from conformance.scenario.phrases import Hole, any_of
from oracle.kernel.layout import Layout

SHARED_SAYINGS = (
    every.CHOOSE_NONE,
    every.CHOOSE,
    every.ACCEPT,
    every.REFUSE,
    every.RESOLVE_ABILITY,
    every.RESOLVE,
)
DECISIONS = {
    "choose": "choice",
    "may": "yes or no",
    "order": "order of effects",
}
GIVEN_LINES: Lines = (
    ("alice plays first; NUMBER 3", "Who is at turn, and what a player has a number of."),
    ("bob: ZONE: A, 4 others", "Cards of a player; `others` are plain cards."),
    ("ZONE: A, B", "Cards that belong to nobody."),
)
CHECK_LINES: Lines = (
    ("{seat} may: …, …", "The pending decision offers exactly these answers."),
    ("{seat} may choose 2 of: A, B, C", "Exactly this choice is offered."),
    ("{player} cannot …", "The answer is refused and nothing changes."),
    every.NOW_LINE,
)
HEADER_LINES: Lines = (
    ('scenario AB-7QK4X2 "A title"', "Begins a scenario, without indentation (ids: `kaiju id`)."),
    ('question "A title"', "Begins a question: no id, no rules, no `then`."),
    ("rules ab.turn.draw", "The rules it tests; each must fire."),
    ("ruleset game/ruleset", "What is played, if the folder does not say it."),
    ("options ab.option.name = answer", "Options answered otherwise."),
)


def plain_sentences(
    layout: Layout, sayings: Iterable[Saying], decisions: Mapping[str, str]
) -> Sentences:
    """The sentences of a game: its own for what is done, those of its table for what is true."""
    own, shared = zones_of(layout, each_seat=True), zones_of(layout, each_seat=False)
    holes: dict[str, Hole] = dict(
        every.common_holes(people(len(layout.seats)), {**decisions, **DECISIONS}.values())
    )
    holes = {**holes, "pile": Hole(any_of(own)), "heap": Hole(any_of(shared))}
    holes["ability"] = Hole(r"[a-z]+(?:[ /-][a-z0-9]+)*")
    statements = [
        Statement("cards", "{player} has {n} card(s) in {pile}", "How many cards lie there."),
        Statement("heap-cards", "the {heap} has {n} card(s)", "How many cards lie there."),
        Statement("lies", "{card} is in {player}'s {pile}", "Where a card is."),
        Statement("heap-lies", "{card} is in the {heap}", "Where a card is."),
        *(every.TURN, every.NEXT, every.WINS, every.GOES_ON, every.SEES, every.SEES_NOT),
        Statement("draw", "the game is a draw", "The game is over and nobody has won."),
    ]
    for counter in layout.counters:
        name = counter.name
        statements += [
            Statement(name, f"{{player}} has {{n}} {name}", f"How much {name} a player has."),
            Statement(
                f"sees-{name}",
                f"{{player}} sees that {{other}} has {{n}} {name}",
                "It is open to all.",
            ),
        ]
    said = (*sayings, *SHARED_SAYINGS, every.DECLINE.at("may", *decisions))
    return Sentences(holes, said, tuple(statements), HEADER_LINES, GIVEN_LINES, CHECK_LINES)


def zones_of(layout: Layout, *, each_seat: bool) -> tuple[str, ...]:
    """The zones of each player, or those of nobody."""
    return tuple(z.name for z in layout.zones if z.used and z.shown and z.each_seat == each_seat)
