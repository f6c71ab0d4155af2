"""One turn of a game: where it begins, and what is answered in it."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.engines.rulesets import pool, ruleset
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer, Legal
from conformance.smoke.game import Script, Wishes, smoked
from rules_dsl.definitions import Card


class Answers:
    """Gives the answers of a script in turn; what it does not say is the first legal answer."""

    def __init__(self, wishes: Wishes) -> None:
        self._wishes = {kind: iter(wished) for kind, wished in wishes.items()}

    def to(self, kind: str, legal: Legal) -> Answer:
        """What to answer to a decision of a kind."""
        wish = next(self._wishes.get(kind, iter(())), None)
        if wish is not None and wish in legal:
            return wish
        return legal.nth(0) if legal.factored is not None else min(legal, key=canonical)


def beginning(script: Script) -> JsonObject:
    """What a `setup` or `start` says beside its op."""
    if script.setup is not None:
        return {"game": script.game, "setup": script.setup}
    return {"game": script.game, "pool": pool(script.game, {}, [])}


def _box(game: str) -> list[Card]:
    machine = ruleset(game, {}, ()).machine
    return [machine.definitions[number] for number in dict.fromkeys(machine.box)]


def position(game: str) -> JsonObject:
    """A position that every engine with `setup` can stand up, whatever cards the ruleset has."""
    return smoked(game).position(_box(game))


def script_of(game: str, ops: Sequence[str], features: Sequence[str]) -> Script:
    """The turn to play in a ruleset with an engine that offers these operations."""
    return smoked(game).script(game, _box(game), ops, features)
