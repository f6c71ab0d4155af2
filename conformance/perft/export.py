"""Turns the named positions into vectors of kind `perft`, if the oracle still counts the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import oracle
from conformance.engines.rulesets import number_of_players, ruleset
from conformance.judge.vector import cards_in
from conformance.perft.positions import POSITIONS, Named
from conformance.perft.tree import count
from conformance.scenario.face import Json
from conformance.vectors.export import DoesNotHold, all_that_hold, shown


def export(positions: Sequence[Named], sums: Mapping[str, str]) -> list[Json]:
    """The vectors of the positions; DoesNotHold tells every count that is no longer true."""
    return all_that_hold(
        (partial(vector, position, sums) for position in positions),
        "`kaiju perft --write` writes the counts anew",
    )


def vector(named: Named, sums: Mapping[str, str]) -> Json:
    """The vector of a position, with the rules that fire in the tree below it."""
    number = number_of_players(named.game, named.setup)
    rules = ruleset(named.game, named.options, named.cards, players=number)
    fired: set[str] = set()
    position, steps = _reached(rules, named)
    counted = count(position, named.depth, fired)
    for depth, (said, found) in enumerate(zip(named.counts, counted, strict=True)):
        if said != found:
            message = f"{_where(named)} says of depth {depth}: {said}; the oracle counts {found}"
            raise DoesNotHold((message,))
    cards = sorted(set(cards_in(named.setup).values()))
    keywords = sorted({word for card in cards for word in rules.cards[card].keywords})
    found_vector: Json = {
        "id": named.id,
        "kind": "perft",
        "title": named.title,
        "game": named.game,
        "options": dict(sorted(named.options.items())),
        "requires": [f"card:{card}" for card in cards] + [f"keyword:{word}" for word in keywords],
        "rules": [{"id": rule, "sum": sums[rule]} for rule in sorted(fired)],
        "provenance": {"position": named.name},
        "setup": named.setup,
        "script": steps,
        "expect": [
            {
                "after": len(steps),
                "perft": [each.to_json() for each in named.counts],
                "origin": "oracle",
            }
        ],
    }
    if named.cards:
        found_vector["cards"] = list(named.cards)
    return found_vector


def _reached(rules: oracle.Ruleset, named: Named) -> tuple[oracle.Position, list[Json]]:
    """Where the tree begins, and the steps of a vector that lead there."""
    position = rules.setup(named.setup)
    steps: list[Json] = []
    left = list(named.script)
    while left and (decision := position.decision) is not None:
        forced = decision.forced()
        do = left.pop(0) if forced is None else forced
        if forced is None:
            step = {"who": decision.seat, "kind": decision.kind, "do": do, **decision.legal()}
            steps.append(step)
        try:
            position.advance_silently(do)
        except oracle.Refused as refused:
            raise DoesNotHold((f"{_where(named)}: {do} is not legal: {refused}",)) from None
    if left:
        raise DoesNotHold((f"{_where(named)}: the game is over before {left[0]}",))
    return position, steps


def _where(named: Named) -> str:
    return f"{shown(POSITIONS)}: {named.id} ({named.name})"
