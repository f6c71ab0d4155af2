"""King of Tokyo as scenarios speak of it."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.scenario.face import Decision, Json, Ruleset
from conformance.scenario.games.dice_games.facts import before
from conformance.scenario.games.dice_games.game import DiceGame, discards
from conformance.scenario.games.tokyo import sentences, words
from conformance.scenario.games.tokyo.answers import ANSWERS
from conformance.scenario.games.tokyo.facts import CHECKS, say_place, where
from conformance.scenario.model import PEOPLE
from conformance.scenario.phrases import lying_on
from conformance.scenario.run import Run
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError


def _filler(cards: Iterable[Card], zone: str) -> str:
    """A discard card with one line of text: it does nothing unless it is bought."""
    if zone not in words.SHARED_ZONES:
        raise KaijuError(
            "no card is so plain that it could lie before a monster unnamed",
            remedy=f"name the cards of `{zone}`",
        )
    return min(discards(cards), key=lambda card: (len(card.abilities), card.id)).id


def _unsaid(ruleset: Ruleset) -> dict[str, int]:
    """Mindbug tokens are there when a scenario speaks of them: each would be asked about."""
    monsters = ruleset.start().projection()["players"].values()
    return {"mindbugs": 0} if any("mindbugs" in had for had in monsters) else {}


def _rests(decision: Decision, later: bool) -> bool:
    """A roll of one's own dice has too many outcomes to follow; dice thrown for cards have not."""
    return later or (decision.kind in ("roll", "first-roll") and decision.source is None)


TOKENS = ("mindbugs", *words.TOKENS)


def _say_state(state: Json, run: Run) -> list[str]:
    """What lies open, a line a monster."""
    lines = []
    for seat, had in state["players"].items():
        parts = [f"{what} {had[what]}" for what in ("hearts", "stars", "energy")]
        parts += [f"{token} {had[token]}" for token in TOKENS if had.get(token)]
        parts.append(say_place(had))
        lying = {card["h"]: card for card in had["area"]}
        cards = [_say_card(card, lying.get(card, {}), run) for card in before(had)]
        parts += [f"cards: {', '.join(cards)}"] if cards else []
        lines.append(f"{PEOPLE[seat]}: {'; '.join(parts)}")
    return lines + run.cast.open_piles(state, "row", "discard")


def _say_card(card: str, lying: Json, run: Run) -> str:
    """A card with what lies on it."""
    name, on_it = run.cast.name(card), lying_on(lying.get("counters", 0), lying.get("mimic", False))
    return f"{name} ({', '.join(on_it)})" if on_it else name


TOKYO = DiceGame(
    name="tokyo",
    title="King of Tokyo",
    people=sentences.PEOPLE,
    fewest=words.PLAYERS[0],
    numbers=words.NUMBERS,
    notes=words.NOTES,
    zones=words.ZONE_KEYS,
    shared=words.SHARED_ZONES,
    marked_zone="cards",
    marked_remedy="only cards before a monster have counters or the mimic token",
    given_form="such as `alice plays first; hearts 7; energy 3; in Tokyo City; "
    "cards: A, B (3 counters)`",
    read_item=sentences.read_item,
    filler=_filler,
    unsaid=_unsaid,
    sentences=sentences.SENTENCES,
    decisions=words.DECISIONS,
    answers=ANSWERS,
    checks=CHECKS,
    where=where,
    rests=_rests,
    took_effect=("trigger", "applies", "lasting"),
    say_state=_say_state,
    ways=words.WAYS,
    ties={"stars": "the victory is shared"},
)
