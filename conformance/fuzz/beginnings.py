"""Where fuzzed games begin: at the start, at any position, at one around a few cards."""

from __future__ import annotations

from attrs import evolve

from conformance.engines.rulesets import range_of_players, ruleset
from conformance.fuzz.game import fuzzed
from conformance.fuzz.guide import Numbers
from conformance.fuzz.subject import Beginning, Subject
from conformance.judge.features import knows
from conformance.properties.table import CardFacts, facts_of
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import GameInfo
from oracle import Ruleset


class Beginnings:
    """Draws where games of a ruleset begin, as far as an engine plays and stands them up."""

    def __init__(self, where: Beginning, subject: Subject, rules: Ruleset | None = None) -> None:
        self._where = where
        self._subject = subject
        rules = rules or ruleset(where.game, where.options, where.cards)
        self._draw = fuzzed(where.game).draw(rules)
        self._facts: dict[str, CardFacts] | None = None
        self._all = facts_of(rules)

    def draw(self, numbers: Numbers) -> Beginning:
        """Where one game begins; positions are for engines that stand them up."""
        where = self._where
        players = draw_number(where.game, self._info, where.players, numbers)
        setup: JsonObject | None = None
        if self._subject.can("setup"):
            setup = self._draw(self._known_cards(), players, numbers, where.options)
        return evolve(where, setup=setup, players=players)

    @property
    def _info(self) -> GameInfo:
        return self._subject.hello().plays(self._where.game) or GameInfo()

    def _known_cards(self) -> dict[str, CardFacts]:
        """The cards the engine says it knows: all, unless its hello lists features."""
        if self._facts is None:
            features = self._info.features
            self._facts = {
                name: facts for name, facts in self._all.items() if knows(features, f"card:{name}")
            }
        return self._facts


def draw_number(game: str, info: GameInfo, said: int | None, numbers: Numbers) -> int | None:
    """How many play one game: as many as somebody said, or any number that ruleset and engine
    allow; None where the ruleset leaves no choice."""
    fewest, most = range_of_players(game)
    if fewest == most or said is not None:
        return said
    if info.players:
        fewest, most = max(fewest, info.players[0]), min(most, info.players[-1])
    return fewest + numbers.below(most - fewest + 1)
