"""A misreading that both dice games know: what cannot be done is offered all the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from oracle.king.linker import Linker
from rules_dsl.definitions import Call


def offer_what_cannot_be_done(change: Changes) -> None:
    """Let a monster be asked about everything that it may do."""

    def always(link: Linker[Any], body: Iterable[Call]) -> Callable[..., bool]:
        return lambda *given: True

    change.put(Linker, "possible", always)
