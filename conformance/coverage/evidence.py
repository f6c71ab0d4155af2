"""What scenarios prove beyond what they cite: guards seen on both sides, mutants killed."""

from __future__ import annotations

from attrs import field, frozen


@frozen
class Evidence:
    """For each rule a scenario that shows its other side, and the mutants of it that die."""

    two_sided: dict[str, str] = field(factory=dict)
    killed: dict[str, tuple[str, ...]] = field(factory=dict)
    stale: tuple[str, ...] = ()
    """What has changed since the mutants were judged; what is stale does not count."""


def killed_on_record() -> tuple[dict[str, tuple[str, ...]], tuple[str, ...]]:
    """By the committed table: the mutants of each rule that are killed, and what is stale."""
    from conformance.mutants.catalogue import mutants_of
    from conformance.mutants.games import finished_games
    from conformance.mutants.suite import load_suite
    from conformance.mutants.table import (
        committed,
        killed_rules,
        read_signatures,
        signatures_file,
    )

    suite = load_suite()
    signatures = committed()
    stale = [
        id
        for game in finished_games()
        for id in read_signatures(signatures_file(game)).stale(suite.of(game), mutants_of(game))
    ]
    fresh = signatures.without(stale)
    return {rule: tuple(ids) for rule, ids in killed_rules(fresh, suite).items()}, tuple(stale)
