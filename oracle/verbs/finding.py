"""Looks for a card or a keyword by its name, in one ruleset or in those of every game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from oracle.ruleset import Ruleset, load
from rules_dsl.definitions import Card, Keyword
from rules_dsl.library import game_of_files
from rules_dsl.specification import RulesetSpec, Specification, spec_root

from .arguments import number_of_players

Found = tuple[Ruleset, Card | Keyword]


@frozen(eq=False)
class Wanted:
    """What somebody wants to know of: an id or a printed name.

    The game, or the game and the file of its set, may stand before it, as in references:
    `tokyo/acid-attack`, `tokyo/base-2010/acid-attack`.
    """

    specification: Specification
    name: str
    ruleset: str | None
    options: Mapping[str, str]
    cards: Sequence[Path]
    players: int | None

    def found(self) -> list[Found]:
        """What is called so, once a game: in the first of its rulesets that has it.

        Where the usual ruleset of some game has it, no other rulesets are asked.
        """
        for rulesets in self._rulesets():
            found: dict[str, Found] = {}
            for ruleset in rulesets:
                if ruleset.game in found:
                    continue
                loaded = self._loaded(ruleset)
                definition = self._called_so(loaded)
                if definition is not None:
                    found[ruleset.game] = loaded, definition
            if found:
                return list(found.values())
        return []

    def names(self) -> list[str]:
        """What else could have been meant: the ids and names of the rulesets asked first."""
        found: list[str] = []
        for ruleset in self._rulesets()[0]:
            loaded = self._loaded(ruleset)
            found += [*loaded.cards, *(card.name for card in loaded.cards.values())]
            found += loaded.keywords
        return found

    def _rulesets(self) -> list[list[RulesetSpec]]:
        """The rulesets that are asked together, and those that are asked after them."""
        specification = self.specification
        if self.ruleset is not None:
            return [[specification.ruleset(self.ruleset)]]
        games = self._games()
        listed = [each for each in specification.rulesets.values() if each.game in games]
        if (file := self._file()) is not None:
            return [[each for each in listed if file in each.cards]]
        usual = {specification.games[game].usual for game in games}
        return [
            [each for each in listed if each.name in usual],
            [each for each in listed if each.name not in usual],
        ]

    def _games(self) -> set[str]:
        """The games it may belong to, as far as the name, the options and the cards say."""
        games = self.specification.games
        before = self.name.partition("/")[0]
        if "/" in self.name and before in games:
            return {before}
        owners = [self.specification.game_of(option) for option in self.options]
        if found := {game.name for game in owners if game is not None}:
            return found
        if self.cards:
            return {game_of_files(self.cards, self.specification.first_game.name)}
        return set(games)

    def _file(self) -> str | None:
        """The file of the set that stands before the name, under the specification."""
        before = self.name.rpartition("/")[0]
        return f"{before}.cards" if "/" in before else None

    def _called_so(self, loaded: Ruleset) -> Card | Keyword | None:
        game = self.specification.ruleset(loaded.name).game
        before, _, name = self.name.rpartition("/")
        if before.partition("/")[0] not in ("", game):
            return None
        name, file = name.casefold(), self._file()
        found: list[Card | Keyword] = [
            card for card in loaded.cards.values() if name in (card.id, card.name.casefold())
        ]
        found = found or [each for each in loaded.keywords.values() if name == each.id]
        if file is not None:
            found = [each for each in found if Path(each.span.file) == spec_root() / file]
        return next(iter(found), None)

    def _loaded(self, ruleset: RulesetSpec) -> Ruleset:
        number = number_of_players(ruleset.name, self.players if self.ruleset else None)
        return load(ruleset.name, options=self.options, cards=self.cards, players=number)
