"""A misreading that both dice games know: what cannot be done is offered all the same."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from oracle.dice_games.linker import Linker


def offer_what_cannot_be_done(change: Changes) -> None:
    """Let a monster be asked about everything that it may do."""

    @change.instead(Linker, "possible")
    def always() -> Callable[..., bool]:
        return lambda *given: True
