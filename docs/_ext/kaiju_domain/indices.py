"""Indexes: rules by topic, clauses by book, cards by set, scenarios and laws by topic."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from sphinx.domains import Index, IndexEntry

from .entries import LawEntry, ScenarioEntry
from .library import library
from .markdown import game_title, set_title

if TYPE_CHECKING:
    from .domain import KaijuDomain


E = TypeVar("E", ScenarioEntry, LawEntry)


class _ByGroup(Index):
    """An index whose groups are the topics, books or sets its entries belong to."""

    kind: str

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        """Each group with the ids and descriptions of its entries."""
        raise NotImplementedError

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        domain = cast("KaijuDomain", self.domain)
        found = []
        for group, ids in self.groups():
            entries = [
                IndexEntry(target.name, 0, target.document, target.anchor, "", "", text)
                for id, text in ids
                if (target := domain.find(self.kind, id)) is not None
                and (docnames is None or target.document in docnames)
            ]
            if entries:
                found.append((group, entries))
        return found, False


class RuleIndex(_ByGroup):
    """The rules by topic."""

    name, localname, shortname, kind = "rules", "Index of rules", "rules", "rule"

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        rules = library().specification.rules
        for game in library().specification.games.values():
            for topic in game.topics:
                ids = library().rules_of_page(game, topic)
                yield f"{game_title(game)}: {topic}", [(id, rules[id].kind) for id in ids]


class ClauseIndex(_ByGroup):
    """The clauses by book."""

    name, localname, shortname, kind = "clauses", "Index of clauses", "clauses", "clause"

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for clauses in library().books.values():
            yield clauses[0].title, [(clause.id, clause.topic) for clause in clauses]


class CardIndex(_ByGroup):
    """The cards by set."""

    name, localname, shortname, kind = "cards", "Index of cards", "cards", "card"

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        for shelf in library().shelves.values():
            for name, entries in shelf.sets.items():
                group = f"{game_title(shelf.game)}: {set_title(name)}"
                yield group, [(entry.name, entry.name) for entry in entries]


def _by_topic(
    topics: Mapping[str, Mapping[str, Sequence[E]]], title: Callable[[E], str]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    games = library().specification.games
    for game, found in topics.items():
        for topic, entries in found.items():
            group = f"{game_title(games[game])}: {topic.replace('-', ' ')}"
            yield group, [(entry.id, title(entry)) for entry in entries]


class ScenarioIndex(_ByGroup):
    """The scenarios by topic."""

    name, localname, shortname, kind = "scenarios", "Index of scenarios", "scenarios", "scenario"

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        return _by_topic(library().scenario_topics, lambda entry: entry.scenario.title)


class LawIndex(_ByGroup):
    """The laws by topic."""

    name, localname, shortname, kind = "laws", "Index of laws", "laws", "law"

    def groups(self) -> Iterator[tuple[str, list[tuple[str, str]]]]:
        return _by_topic(library().law_topics, lambda entry: entry.law.title)


INDICES = (RuleIndex, ClauseIndex, CardIndex, ScenarioIndex, LawIndex)
