"""King of Tokyo: Duel as scenarios speak of it."""

from __future__ import annotations

from collections.abc import Iterable

from conformance.scenario.face import Decision, Json
from conformance.scenario.games.dice_games.facts import before
from conformance.scenario.games.dice_games.game import DiceGame, discards
from conformance.scenario.games.duel import sentences, words
from conformance.scenario.games.duel.answers import ANSWERS
from conformance.scenario.games.duel.facts import CHECKS, where
from conformance.scenario.games.duel.setting import complete
from conformance.scenario.games.duel.tracks import (
    read_spot,
    told_names,
    write_spot,
)
from conformance.scenario.model import PEOPLE
from conformance.scenario.run import Run
from oracle.duel.drawing import drawn, ends, legend
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError

CARDS_OF_TABLE = ("row", "deck", "discard")


def _filler(cards: Iterable[Card], zone: str) -> str:
    """A discard card without a noise token: it does nothing unless it is bought."""
    if zone not in CARDS_OF_TABLE:
        raise KaijuError(
            "no card is so plain that it could lie there unnamed",
            remedy=f"name what `{zone}` has",
        )
    return min(
        discards(cards),
        key=lambda card: (bool(card.choice(words.NOISE)), card.property("cost"), card.id),
    ).id


def _rests(decision: Decision, later: bool) -> bool:
    """A roll of one's own dice has too many outcomes to follow; dice thrown for cards have not."""
    return later or decision.kind in ("roll", "first-roll")


def _draw(state: Json, run: Run) -> list[str]:
    """The two tracks, alice's end on the left, and what the signs mean."""
    cards = run.ruleset.cards
    tokens = {token["h"]: cards[run.cast.cards[token["h"]]] for token in state["board"]}
    left, right = (_end(PEOPLE[seat], had, run) for seat, had in state["players"].items())
    return [ends(left, right), *drawn(state, tokens), f" {legend(tokens.values())}"]


def _end(name: str, had: Json, run: Run) -> str:
    monster = had["monster"]
    return f"{name} ({run.cast.face(run.cast.cards[monster])})" if monster else name


def _say_state(state: Json, run: Run) -> list[str]:
    """What lies open: a line a monster, then the tracks and the cards of the table."""
    lines = []
    for seat, had in state["players"].items():
        parts = [run.cast.face(run.cast.cards[had["monster"]])] if had["monster"] else []
        parts += [f"{what} {had[what]}" for what in ("hearts", "energy")]
        parts += [f"dice tokens {had['dice']}"] if had["dice"] else []
        cards = [run.cast.name(card) for card in before(had)]
        parts += [f"cards: {', '.join(cards)}"] if cards else []
        lines.append(f"{PEOPLE[seat]}: {'; '.join(parts)}")
    lines += _draw(state, run)
    board = [f"{run.cast.name(t['h'])} on {write_spot(t['place'])}" for t in state["board"]]
    lines += [f"board: {', '.join(board)}"] if board else []
    return lines + run.cast.open_piles(state, "row", "discard")


DUEL = DiceGame(
    name="duel",
    title="King of Tokyo: Duel",
    people=sentences.PEOPLE,
    fewest=words.PLAYERS[0],
    numbers=words.NUMBERS,
    zones=words.ZONE_KEYS,
    shared=words.SHARED_ZONES,
    marked_zone=words.BOARD,
    marked_remedy="only noise tokens on the board have a place",
    given_form="such as `alice plays first; Gigazaur; hearts 7; energy 3; dice tokens 1; "
    "cards: A, B`, `fame marker: alice's 3`, `board: Cat on fame middle`",
    read_item=sentences.read_item,
    filler=_filler,
    sentences=sentences.SENTENCES,
    decisions=words.DECISIONS,
    answers=ANSWERS,
    checks=CHECKS,
    where=where,
    rests=_rests,
    took_effect=("trigger", "applies", "lasting", "waiting"),
    say_state=_say_state,
    ways=words.WAYS,
    number_keys=words.NUMBER_KEYS,
    bare_zone=words.BARE_ZONE,
    gauges=words.GAUGES,
    gauge_keys=words.GAUGE_KEYS,
    laid=read_spot,
    pieces=words.PIECES,
    names=told_names(),
    draw=_draw,
    complete=complete,
)
