"""Greedy set cover: few and short beginnings of games that together execute everything found."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

import oracle
from conformance.search.games import Game, Item, follow

RULE_WEIGHS = 8
"""A rule is worth as much as so many events or decisions of single cards."""
BEGINNING_COSTS = 1
"""A game more costs as much as so many answers more of a game there is."""
LONG = 16
"""Only a rule justifies more answers beyond the setup than this."""

Items = frozenset[Item]


@frozen
class Beginning:
    """The first answers of a game, as many as it takes."""

    game: Game
    length: int

    @property
    def decisions(self) -> int:
        """How many answers it has beyond the setup."""
        return max(self.length - self.game.setup, 0)

    def executes(self) -> Items:
        """All items within the beginning."""
        return frozenset(item for item, at in self.game.first.items() if at <= self.length)


def cover(
    ruleset: oracle.Ruleset,
    games: Sequence[Game],
    at_most: int,
    tell: Callable[[int], None] = lambda _: None,
) -> list[Beginning]:
    """Beginnings that execute what the games execute, or as much as `at_most` of them can."""
    missing = [_within_reach(game) for game in games]
    chosen: list[Beginning] = []
    while len(chosen) < at_most:
        values = [_best(left, game) for left, game in zip(missing, games, strict=True)]
        place = max(range(len(games)), key=lambda at: (values[at][0], -at))
        value, length = values[place]
        if value <= 0:
            break
        chosen.append(Beginning(games[place], length))
        executed = chosen[-1].executes()
        for left in missing:
            for item in executed & left.keys():
                del left[item]
        tell(len(chosen))
    return shortened(ruleset, chosen)


def _within_reach(game: Game) -> dict[Item, int]:
    """What a beginning of a game may be chosen for."""
    return {
        item: at
        for item, at in game.first.items()
        if item[0] == "rule" or game.setup < at <= game.setup + LONG
    }


def _best(missing: Mapping[Item, int], game: Game) -> tuple[float, int]:
    """The most that a beginning of a game gives for its length, and that length."""
    gains: dict[int, int] = {}
    for item, at in missing.items():
        gains[at] = gains.get(at, 0) + (RULE_WEIGHS if item[0] == "rule" else 1)
    best, total = (0.0, 0), 0
    for at in sorted(gains):
        total += gains[at]
        best = max(best, (total / (max(at - game.setup, 0) + BEGINNING_COSTS), at))
    return best


def shortened(ruleset: oracle.Ruleset, chosen: Sequence[Beginning]) -> list[Beginning]:
    """The same cover, each beginning without what the others make superfluous."""
    kept = list(chosen)
    for beginning in sorted(chosen, key=lambda one: -one.decisions):
        place = kept.index(beginning)
        others = Items().union(*(one.executes() for one in kept if one is not beginning))
        needed = beginning.executes() - others
        if needed:
            kept[place] = shrunk(ruleset, beginning, needed)
        else:
            del kept[place]
    return kept


def shrunk(ruleset: oracle.Ruleset, beginning: Beginning, needed: Items) -> Beginning:
    """A shorter game that still executes what is needed: answers are left out while that works."""
    best, before = cut(beginning.game, needed), None
    while best != before:
        before = best
        for size in range(best.decisions - 1, 0, -1):
            at = best.game.setup
            while at + size <= best.length:
                answers = best.game.answers[: best.length]
                game = follow(ruleset, answers[:at] + answers[at + size :])
                if game is not None and needed <= game.first.keys():
                    best = cut(game, needed)
                else:
                    at += 1
    return best


def cut(game: Game, needed: Items) -> Beginning:
    """The shortest beginning of a game that executes what is needed."""
    return Beginning(game, max(game.first[item] for item in needed))
