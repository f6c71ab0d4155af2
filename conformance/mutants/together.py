"""Several misreadings in force at once, as in an engine that is wrong in more than one way."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.mutants.changes import Changes
from conformance.mutants.games import GAMES
from conformance.mutants.mutant import Mutant


def together(mutants: Sequence[Mutant]) -> Mutant:
    """The mutant that misreads all that these do; they must be of one game.

    Two that change the same place cannot be in force at once: `in_force` then raises LookupError.
    """
    if len(mutants) == 1:
        return mutants[0]

    touched = [_touched_by(mutant) for mutant in mutants]

    def change(changes: Changes) -> None:
        taken: set[tuple[int, object]] = set()
        for mutant, places in zip(mutants, touched, strict=True):
            if not taken.isdisjoint(places):
                raise LookupError(f"{mutant.id} changes what another misreading has changed")
            taken |= places
            mutant.change(changes)

    (game,) = {mutant.game for mutant in mutants}
    return Mutant(
        " + ".join(mutant.id for mutant in mutants),
        ", and ".join(mutant.words for mutant in mutants),
        tuple(dict.fromkeys(rule for mutant in mutants for rule in mutant.rules)),
        change,
        "\n".join(mutant.origin for mutant in mutants),
        game,
    )


def _touched_by(mutant: Mutant) -> frozenset[tuple[int, object]]:
    """The places that a mutant changes, found on an oracle as it is."""
    changes = Changes(GAMES[mutant.game])
    try:
        mutant.change(changes)
        return changes.touched
    finally:
        changes.restore()
