"""The oracle with misreadings that an engine is known to have: what is behind them shows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from conformance.engines import in_process, rulesets
from conformance.mutants.catalogue import by_id
from conformance.mutants.changes import Changes
from conformance.mutants.games import game_of
from conformance.mutants.mutant import Mutant
from conformance.mutants.together import together
from oracle import Ruleset
from rules_dsl.diagnostics import nearest
from rules_dsl.errors import KaijuError

_IN_FORCE: list[tuple[tuple[Mutant, ...], Changes]] = []
"""What `known` has put in force, the innermost last."""


@contextmanager
def known(ids: Collection[str], game: str | None = None) -> Iterator[None]:
    """Let the oracle in this process misread as these mutants do, whoever loads a ruleset.

    Those of other games than that of a ruleset are left out; without one all must be of one game.
    """
    mutants = tuple(expected(ids))
    if game is not None:
        mutants = tuple(one for one in mutants if one.game == game_of(game))
    if not mutants or any(mutants == already for already, _ in _IN_FORCE):
        yield
        return
    games = sorted({one.game for one in mutants})
    if len(games) > 1:
        raise KaijuError(
            f"misreadings of {' and '.join(games)} cannot be in force at once",
            remedy="Name those of one game.",
        )
    with ExitStack() as stack:
        try:
            changes = stack.enter_context(together(mutants).in_force())
        except LookupError as clash:
            raise KaijuError(
                f"these misreadings cannot be in force at once: {clash}",
                remedy="Leave one of them out of `known`.",
            ) from None
        changes.put(rulesets, "_load", _loading())
        _IN_FORCE.append((mutants, changes))
        stack.callback(_IN_FORCE.pop)
        yield


def _loading() -> Callable[..., Ruleset]:
    """How every ruleset is loaded while the oracle misreads."""
    load = vars(in_process)["ruleset"]  # a misreading in force has put its own there

    def load_misread(
        game: str,
        options: tuple[tuple[str, str], ...],
        cards: tuple[str, ...],
        files: tuple[Path, ...],
        players: int | None,
    ) -> Ruleset:
        misread: Ruleset = load(game, dict(options), cards, files, players)
        return misread

    return load_misread


def expected(ids: Collection[str]) -> list[Mutant]:
    """The mutants with these ids; one that there is not is told, with the nearest there is."""
    mutants = by_id()
    for id in ids:
        if id not in mutants:
            near = nearest(id, mutants)
            raise KaijuError(
                f"there is no misreading {id}",
                remedy=f"Did you mean {near}?" if near else "`kaiju mutants --list` names them.",
            )
    return [mutants[id] for id in dict.fromkeys(ids)]


@contextmanager
def lifted() -> Iterator[tuple[Mutant, ...]]:
    """The oracle as it is, for a moment, and what was in force: to try it with something else."""
    if not _IN_FORCE:
        yield ()
        return
    mutants, changes = _IN_FORCE[-1]
    with changes.lifted():
        yield mutants
