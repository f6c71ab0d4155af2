"""Greedy set cover: few and short beginnings of games that together execute everything found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

import oracle
from conformance.search.games import LONGEST_GAME, Game, Item, Line

RULE_WEIGHS = 8
"""A rule is worth as much as so many events or decisions of single cards."""
BEGINNING_COSTS = 1
"""A game more costs as much as so many answers more of a game there is."""
LONG = 16
"""Only a rule justifies more answers beyond the setup than this."""
FAR = 40
"""What is no rule and comes later than this is nothing to keep a game long for."""

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
    costs: int = BEGINNING_COSTS,
    longest: int = LONGEST_GAME,
) -> list[Beginning]:
    """Beginnings that execute what the games execute, or as much as `at_most` of them can.

    `costs`: what a game more costs, in answers; `longest`: what comes after so many answers
    beyond the setup is not looked for.
    """
    missing = [_within_reach(game, longest) for game in games]
    kept: list[Beginning] = []
    while True:
        chosen = _chosen(games, missing, at_most - len(kept), costs)
        if not chosen:
            return kept
        kept = shortened(ruleset, [*kept, *chosen], tell)


def _chosen(
    games: Sequence[Game], missing: Sequence[dict[Item, int]], at_most: int, costs: int
) -> list[Beginning]:
    """The next beginnings, each the best after those before; what they execute is not missing."""
    holders: dict[Item, list[int]] = {}
    for place, left in enumerate(missing):
        for item in left:
            holders.setdefault(item, []).append(place)
    values = [_best(left, game, costs) for left, game in zip(missing, games, strict=True)]
    chosen: list[Beginning] = []
    while len(chosen) < at_most:
        place = max(range(len(games)), key=lambda at: (values[at][0], -at))
        value, length = values[place]
        if value <= 0:
            break
        chosen.append(Beginning(games[place], length))
        changed = set()
        for item in chosen[-1].executes() & holders.keys():
            for holder in holders.pop(item):
                del missing[holder][item]
                changed.add(holder)
        for holder in changed:
            values[holder] = _best(missing[holder], games[holder], costs)
    return chosen


def _within_reach(game: Game, longest: int) -> dict[Item, int]:
    """What a beginning of a game may be chosen for."""
    return {
        item: at
        for item, at in game.first.items()
        if (item[0] == "rule" and at <= game.setup + longest)
        or game.setup < at <= game.setup + LONG
    }


def _best(missing: Mapping[Item, int], game: Game, costs: int) -> tuple[float, int]:
    """The most that a beginning of a game gives for its length, and that length."""
    gains: dict[int, int] = {}
    for item, at in missing.items():
        gains[at] = gains.get(at, 0) + (RULE_WEIGHS if item[0] == "rule" else 1)
    best, total = (0.0, 0), 0
    for at in sorted(gains):
        total += gains[at]
        best = max(best, (total / (max(at - game.setup, 0) + costs), at))
    return best


def shortened(
    ruleset: oracle.Ruleset,
    chosen: Sequence[Beginning],
    tell: Callable[[int], None] = lambda _: None,
) -> list[Beginning]:
    """The same cover, each beginning without what the others make superfluous.

    Every rule stays; what is no rule may be lost where it comes far into a game.
    """
    kept = list(chosen)
    for done, beginning in enumerate(sorted(chosen, key=lambda one: -one.decisions), 1):
        place = kept.index(beginning)
        others = Items().union(*(one.executes() for one in kept if one is not beginning))
        needed = frozenset(
            item
            for item in beginning.executes() - others
            if item[0] == "rule" or beginning.game.first[item] <= beginning.game.setup + FAR
        )
        if needed:
            kept[place] = shrunk(ruleset, beginning, needed)
        else:
            del kept[place]
        tell(done)
    return kept


def shrunk(ruleset: oracle.Ruleset, beginning: Beginning, needed: Items) -> Beginning:
    """A shorter game that still executes what is needed: answers are left out while that works."""
    best = cut(beginning.game, needed)
    line, before = Line(ruleset, best.game.answers[: best.length]), None
    best = _without(line, best, needed, range(best.game.setup - 1, 0, -1), of_setup=True)
    while best != before:
        before = best
        best = _without(line, best, needed, range(best.decisions - 1, 0, -1))
    return best


def _without(
    line: Line, best: Beginning, needed: Items, sizes: Iterable[int], of_setup: bool = False
) -> Beginning:
    """The game without as many answers as possible, at each place as many at once as a size."""
    for size in sizes:
        at = 0 if of_setup else best.game.setup
        while at + size <= (best.game.setup if of_setup else best.length):
            if line.without(at, size, best.length, needed):
                best = cut(line.game, needed)
            else:
                at += 1
    return best


def cut(game: Game, needed: Items) -> Beginning:
    """The shortest beginning of a game that executes what is needed."""
    return Beginning(game, max(game.first[item] for item in needed))
