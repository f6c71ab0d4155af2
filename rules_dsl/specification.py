"""Reads the specification: clauses, rules, options, rulesets, excuses and rulings.

Every part is read when it is first asked for, so that a ruleset loads without the clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from rules_dsl.errors import KaijuError
from rules_dsl.foreign import decode_text, load_text, parse_json, parse_toml
from rules_dsl.home import home
from rules_dsl.known import KNOWN_KINDS, Known, read_known
from rules_dsl.lock import Locked, read_lock
from rules_dsl.rules_text import Rule, Ruling, read_rules, read_rulings
from rules_dsl.sources import SOURCES, WEAKEST, Source, weakest
from rules_dsl.tables import build, expect_known, expect_new


@frozen
class Clause:
    """One atomic statement of the inventory of one printed book."""

    id: str
    title: str
    section: str
    kind: str
    topic: str
    text: str
    applies_to: tuple[str, ...]
    testable: bool
    test_idea: str | None
    related: tuple[str, ...]
    ambiguity: str | None
    source: Source

    @property
    def book(self) -> str:
        """The prefix that names the book."""
        return self.id.partition("-")[0]


@frozen
class Answer:
    """One admissible answer to an option."""

    id: str
    source: str
    """The strongest who gives this very answer."""
    meaning: str
    cards: tuple[str, ...] = ()
    """Files of cards as they read under this answer, each in the folder named for their set."""


@frozen
class Option:
    """A question the books leave open or answer differently."""

    id: str
    question: str
    answers: tuple[Answer, ...]
    default: str
    reason: str
    """Why that is the default, and by whose authority."""
    sources: tuple[str, ...]
    rules: tuple[str, ...]


READINGS = "readings"
"""The folder of a game with cards as they read under other answers, a folder for each set."""

ALL_SETS = "all"
"""The name of the ruleset of all sets of a game."""


@frozen
class Game:
    """A game: the prefix of its ids, its pages of rules in their order, what all its sets share."""

    name: str
    prefix: str
    topics: tuple[str, ...]
    vocabulary: str = ""
    cards: tuple[str, ...] = ()
    title: str = ""
    """What people call it; without one, its name."""
    books: tuple[str, ...] = ()
    """The books its rules come from."""
    usual: str = ""
    """The ruleset that is meant where somebody names only the game."""
    draft: str = ""
    """Why the game is in the making; a finished game has no reason to give.

    A game in the making is held to everything but proof: its rules and cards need no scenarios.
    """


@frozen
class RulesetSpec:
    """The files a ruleset is made of (relative to the specification) and its own answers."""

    name: str
    game: str
    vocabulary: str
    cards: tuple[str, ...]
    options: dict[str, str] = field(factory=dict)
    players: tuple[int, int] = (2, 2)
    """The fewest and the most that may play."""


def spec_root() -> Path:
    """Where the specification lies: in a game of one's own, in an installed package, beside it."""
    if (own := home()) is not None:
        return own / "spec"
    here = Path(__file__).resolve().parent
    packed = here / "spec"
    return packed if packed.is_dir() else here.parent / "spec"


@cache
def load_specification(root: Path | None = None) -> Specification:
    """The specification under `root` (default: the one that belongs to this package)."""
    root = root or spec_root()
    if not root.is_dir():
        raise KaijuError("there is no specification here", str(root), "Install the package again.")
    return Specification(root)


@frozen(slots=False, eq=False)
class Specification:
    """All that is true, each part read once when it is first asked for."""

    root: Path

    # Games, rulesets, options: all that is needed to start a game.

    @cached_property
    def games(self) -> dict[str, Game]:
        """The games by name."""
        table = self._toml("rulesets.toml")
        found = {
            name: build(Game, {"name": name, **entry}, self._place("rulesets.toml", name))
            for name, entry in table.get("game", {}).items()
        }
        own = home()
        if own is not None and self.root.parent == own and [*found] != [own.name]:
            raise KaijuError(
                f"a game of its own is called as its folder is, {own.name}",
                self._named("rulesets.toml"),
                f"Write [game.{own.name}] and no other game, or rename the folder.",
            )
        return found

    @cached_property
    def drafts(self) -> dict[str, Game]:
        """The games in the making by name."""
        return {name: game for name, game in self.games.items() if game.draft}

    def game_of(self, id: str) -> Game | None:
        """The game that a rule, an option or a clause belongs to, by its id."""
        first = re.split("[.-]", id, maxsplit=1)[0]
        return next((g for g in self.games.values() if first in (g.prefix, *g.books)), None)

    def in_the_making(self, id: str) -> bool:
        """Whether a rule, an option or a clause belongs to a game in the making."""
        game = self.game_of(id)
        return game is not None and bool(game.draft)

    @cached_property
    def rulesets(self) -> dict[str, RulesetSpec]:
        """The rulesets of finished games by name: what is meant by all rulesets."""
        named = self.all_rulesets.items()
        return {name: ruleset for name, ruleset in named if ruleset.game not in self.drafts}

    @cached_property
    def all_rulesets(self) -> dict[str, RulesetSpec]:
        """The rulesets by name, also those of games in the making: what somebody may name."""
        found: dict[str, RulesetSpec] = {}
        for entry in self._toml("rulesets.toml").get("ruleset", []):
            place = self._place("rulesets.toml", entry.get("name"))
            ruleset = build(RulesetSpec, entry, place)
            expect_new(ruleset.name, found, place, "ruleset")
            expect_known(ruleset.game, self.games, place, "game")
            _expect_range(ruleset.players, place)
            found[ruleset.name] = ruleset
            self.answers(ruleset)
        for game, alone in self._toml("rulesets.toml").get("set", {}).items():
            for names in [*([name] for name in alone), list(self.sets[game])]:
                ruleset = self._union(game, names)
                found.setdefault(ruleset.name, ruleset)
        return found

    @cached_property
    def sets(self) -> dict[str, dict[str, str]]:
        """The sets of each game, also those that only join others: the file of their cards."""
        table = self._toml("rulesets.toml")
        found: dict[str, dict[str, str]] = {}
        for kind in ("set", "addition"):
            for game, files in table.get(kind, {}).items():
                expect_known(game, self.games, self._place("rulesets.toml", game), "game")
                found.setdefault(game, {}).update(files)
        return found

    def _union(self, game: str, names: Iterable[str]) -> RulesetSpec:
        """The ruleset of some sets, which stand in it in the order of the table."""
        sets, shared = self.sets[game], self.games[game]
        chosen = [name for name in sets if name in names]
        title = ALL_SETS if len(chosen) == len(sets) > 1 else "+".join(chosen)
        files = tuple(sets[name] for name in chosen)
        return RulesetSpec(f"{game}/{title}", game, shared.vocabulary, shared.cards + files)

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by id."""
        found: dict[str, Option] = {}
        for entry in self._toml("options.toml").get("option", []):
            place = self._place("options.toml", entry.get("id"))
            answers = tuple(build(Answer, answer, place) for answer in entry.get("answers", ()))
            for answer in answers:
                expect_known(answer.source, SOURCES, place, "kind of source")
            option = build(Option, {**entry, "answers": answers}, place)
            expect_new(option.id, found, place, "option")
            expect_known(option.default, {a.id for a in answers}, place, "answer")
            found[option.id] = option
        return found

    def ruleset(self, name: str) -> RulesetSpec:
        """The ruleset of this name: one that is listed, or sets of a game joined by `+`."""
        game, _, joined = name.partition("/")
        names = joined.split("+")
        if name in self.all_rulesets or game not in self.sets or len(names) < 2:
            expect_known(name, self.all_rulesets, None, "ruleset")
            return self.all_rulesets[name]
        for each in names:
            expect_known(each, self.sets[game], None, f"set of {game}")
        united = self._union(game, names)
        return self.all_rulesets.get(united.name, united)

    @property
    def first_game(self) -> Game:
        """The game that is meant where nobody names any."""
        return next(iter(self.games.values()))

    def meant(self, name: str) -> str:
        """The ruleset that somebody means: that of the name, or the usual one of a game."""
        game = self.games.get(name)
        return game.usual if game is not None and game.usual else name

    def answers(
        self, ruleset: RulesetSpec, chosen: Mapping[str, str] | None = None
    ) -> dict[str, str]:
        """One answer to each option of the game: chosen, else the ruleset's, else the default."""
        prefix = f"{self.games[ruleset.game].prefix}."
        options = {id: option for id, option in self.options.items() if id.startswith(prefix)}
        answers = {id: option.default for id, option in options.items()}
        for id, answer in {**ruleset.options, **(chosen or {})}.items():
            place = None if chosen and id in chosen else self._place("rulesets.toml", ruleset.name)
            expect_known(id, options, place, "option")
            expect_known(answer, {a.id for a in options[id].answers}, place, f"answer to {id}")
            answers[id] = answer
        return answers

    def readings(self, ruleset: RulesetSpec, answers: Mapping[str, str]) -> tuple[str, ...]:
        """The files of cards that read otherwise in a ruleset under some answers."""
        sets = {Path(file).stem for file in ruleset.cards}
        chosen = (
            answer
            for id, name in answers.items()
            for answer in self.options[id].answers
            if answer.id == name
        )
        files = (file for answer in chosen for file in answer.cards)
        return tuple(file for file in files if Path(file).parent.name in sets)

    # Clauses, rules and what stands between them.

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses of all books by id."""
        found: dict[str, Clause] = {}
        for path in sorted((self.root / "rulebooks").glob("*.json")):
            place = self._shown(path)
            for entry in _json(path, place):
                try:
                    clause = _clause(entry)
                except KeyError as missing:
                    raise KaijuError(
                        f"clause {entry.get('id', '(no id)')} lacks {missing}",
                        self._place(f"rulebooks/{path.name}", entry.get("id")),
                        "Add the field.",
                    ) from None
                if clause.source.kind not in SOURCES:
                    where = self._place(f"rulebooks/{path.name}", clause.id)
                    expect_known(clause.source.kind, SOURCES, where, "kind of source")
                expect_new(clause.id, found, place, "clause")
                found[clause.id] = clause
        return found

    def authority(self, rule: Rule) -> str:
        """Who says a rule: the strongest source of the clauses that give it; a gap is our own."""
        said = {self.clauses[id].source.kind for id in (*rule.covers, *rule.follows_from)}
        if rule.publisher:
            said.add("publisher")
        return next((kind for kind in SOURCES if kind in said), WEAKEST)

    def fills_a_gap(self, rule: Rule) -> bool:
        """Whether it says what no book, no publisher and no licensed game says."""
        return rule.fills_a_gap or self.authority(rule) == WEAKEST

    def said(self, rules: Iterable[str], answers: Mapping[str, str]) -> dict[str, str]:
        """Who says each of these rules, and each of the answers that an outcome depends on.

        A rule that turns on such an answer says what the answer says, so the answer's source
        stands in the place of the rule's own.
        """
        given = {
            id: next(each.source for each in self.options[id].answers if each.id == answer)
            for id, answer in answers.items()
        }
        found = {}
        for id in rules:
            if id in self.rules:
                turning = [given[option] for option in self.rules[id].options if option in given]
                found[id] = weakest(turning) if turning else self.authority(self.rules[id])
        return found | given

    @cached_property
    def scope(self) -> dict[str, frozenset[str]]:
        """For each book whose clauses are in force, the sets they must apply to."""
        table = self._toml("excuses.toml").get("scope", {})
        return {book: frozenset(tags) for book, tags in table.items()}

    @cached_property
    def excuses(self) -> dict[str, str]:
        """The clauses and rules that are excused, each with its reason."""
        return {
            **self._excused("clauses", self.clauses, "clause"),
            **self._excused("rules", self.rules, "rule"),
        }

    @cached_property
    def one_sided(self) -> dict[str, str]:
        """The rules that cannot be seen not to fire where they are decided, with the reason."""
        return self._excused("two-sided", self.rules, "rule")

    @cached_property
    def unfocused(self) -> dict[str, str]:
        """The rules that no small scenario can show, each with its reason."""
        return self._excused("focused", self.rules, "rule")

    @cached_property
    def unkilled(self) -> dict[str, str]:
        """The rules of which no mutant can be killed, each with its reason."""
        return self._excused("killed", self.rules, "rule")

    def _excused(self, part: str, known: Mapping[str, object], kind: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for id, reason in self._toml("excuses.toml").get(part, {}).items():
            place = self._place("excuses.toml", id)
            expect_known(id, known, place, kind)
            if not isinstance(reason, str) or not reason.strip():
                raise KaijuError(f"the excuse for {id} gives no reason", place, "Say why.")
            found[id] = reason
        return found

    @cached_property
    def lock_path(self) -> Path:
        """The file that records number and checksum of every rule."""
        return self.root / "rules.lock"

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules of all games by id, in the order of their pages."""
        locked = read_lock(self.lock_path)
        found: dict[str, Rule] = {}
        for rule in self._rules_as_written():
            place = f"{self.root.name}/{rule.file}:{rule.line}"
            if rule.id in found:
                first = f"{self.root.name}/{found[rule.id].file}:{found[rule.id].line}"
                raise KaijuError(
                    f"the rule {rule.id} stands twice",
                    place,
                    f"It is already in {first}; give this one another id.",
                )
            for clause in rule.covers:
                expect_known(clause, self.clauses, place, "clause")
            for option in rule.options:
                expect_known(option, self.options, place, "option")
            for source in rule.sources:
                self._expect_source(source, place)
            if rule.undisputed is not None and not self.fills_a_gap(rule):
                raise KaijuError(
                    f"rule {rule.id} is called undisputed, but it fills no gap",
                    place,
                    "Drop :undisputed:, or say in :source: which gap it fills.",
                )
            line = locked.get(rule.id, Locked(rule.id, 0, ""))
            if line.is_retired:
                raise KaijuError(
                    f"the rule id {rule.id} belonged to a rule that is gone",
                    place,
                    "Ids are never used again: give the rule a new one.",
                )
            found[rule.id] = evolve(rule, number=line.number or None)
        self._expect_options_agree(found)
        return found

    @cached_property
    def covering(self) -> dict[str, tuple[str, ...]]:
        """For each covered clause, the rules that cover it."""
        found: dict[str, tuple[str, ...]] = {}
        for rule in self.rules.values():
            for clause in rule.covers:
                found[clause] = (*found.get(clause, ()), rule.id)
        return found

    def in_scope(self, clause: Clause) -> bool:
        """Whether the clause is in force; one that names no sets holds wherever its book does."""
        if not clause.applies_to:
            return clause.book in self.scope
        return not self.scope.get(clause.book, frozenset()).isdisjoint(clause.applies_to)

    def testable_clauses(self) -> Iterator[Clause]:
        """The clauses in force that a test can hold."""
        return (c for c in self.clauses.values() if c.testable and self.in_scope(c))

    def uncovered(self) -> tuple[str, ...]:
        """The testable clauses in force that no rule covers and nothing excuses."""
        return tuple(
            clause.id
            for clause in self.testable_clauses()
            if clause.id not in self.covering and clause.id not in self.excuses
        )

    @cached_property
    def known(self) -> dict[str, Known]:
        """The interactions and the differences between books by id."""
        found: dict[str, Known] = {}
        for kind, folder in KNOWN_KINDS.items():
            for path in sorted((self.root / folder).glob("*.md")):
                file, text = f"{folder}/{path.name}", path.read_text("utf-8")
                for each in read_known(text, kind, file, self._shown(path)):
                    place = f"{self._shown(path)}:{each.line}"
                    expect_new(each.id, found, place, kind)
                    for clause in each.clauses:
                        expect_known(clause, self.clauses, place, "clause")
                    found[each.id] = each
        return found

    def naming(self, name: str) -> dict[str, list[str]]:
        """The rules, options and rulings that name an interaction or a difference."""
        return {
            "rules": [rule.id for rule in self.rules.values() if name in rule.sources],
            "options": [each.id for each in self.options.values() if name in each.sources],
            "rulings": [each.id for each in self.rulings.values() if name in each.interactions],
        }

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        """The rulings by id."""
        found: dict[str, Ruling] = {}
        for path in sorted((self.root / "rulings").glob("*.md")):
            file, text = f"rulings/{path.name}", path.read_text("utf-8")
            for ruling in read_rulings(text, file, self._shown(path)):
                place = f"{self._shown(path)}:{ruling.line}"
                expect_new(ruling.id, found, place, "ruling")
                for rule in (*ruling.rules, *ruling.does_not_apply):
                    expect_known(rule, self.rules, place, "rule")
                for interaction in ruling.interactions:
                    expect_known(interaction, self.known, place, "interaction")
                found[ruling.id] = ruling
        return found

    # Reading files, and saying where in them something is.

    def _rules_as_written(self) -> Iterator[Rule]:
        for game in self.games.values():
            folder = self.root / game.name
            listed = {f"{topic}.md" for topic in game.topics} | {"index.md"}
            for path in sorted(folder.glob("*.md")):
                if path.name not in listed:
                    raise KaijuError(
                        "this page of rules has no place in the order of the pages",
                        self._shown(path),
                        f"Add '{path.stem}' to the topics of {game.name} in rulesets.toml.",
                    )
            for topic in game.topics:
                path = folder / f"{topic}.md"
                file = f"{game.name}/{path.name}"
                text = self._text(file)
                yield from read_rules(text, file, self._shown(path), game.prefix, topic)

    def _expect_options_agree(self, rules: Mapping[str, Rule]) -> None:
        for option in self.options.values():
            place = self._place("options.toml", option.id)
            for source in option.sources:
                self._expect_source(source, place)
            for id in option.rules:
                expect_known(id, rules, place, "rule")
            marked = {rule.id for rule in rules.values() if option.id in rule.options}
            if differing := marked.symmetric_difference(option.rules):
                raise KaijuError(
                    f"{option.id} and the rules disagree about {', '.join(sorted(differing))}",
                    place,
                    "List in `rules` exactly the rules that name the option in :option:.",
                )

    def _expect_source(self, source: str, place: str) -> None:
        """Where a question comes from can be looked up: a clause, an interaction, a difference."""
        if source not in self.clauses:
            expect_known(source, self.known, place, "source")

    def _text(self, file: str) -> str:
        try:
            data = (self.root / file).read_bytes()
        except FileNotFoundError:
            raise KaijuError("this file is missing", self._named(file), "Write it.") from None
        return decode_text(data, self._named(file)).replace("\r\n", "\n")

    @cached_property
    def _tables(self) -> dict[str, tuple[str, dict[str, Any]]]:  # Any: whatever TOML holds
        """The tables read so far: the text of each and what it says."""
        return {}

    def _toml(self, file: str) -> dict[str, Any]:  # Any: whatever TOML holds
        if file not in self._tables:
            text = self._text(file)
            self._tables[file] = text, parse_toml(text, self._named(file))
        return self._tables[file][1]

    def _place(self, file: str, name: str | None) -> str:
        """The file, with the first line that has `name` in it."""
        place = self._named(file)
        if name:
            text = self._tables[file][0] if file in self._tables else self._text(file)
            name = str(name)
            at = text.find(name)  # not a pattern: a place is asked for each time a thing is read
            while at >= 0:
                around = text[max(at - 1, 0) : at] + text[at + len(name) : at + len(name) + 1]
                if not any(each.isalnum() or each in "_.-" for each in around):
                    return f"{place}:{text.count(chr(10), 0, at) + 1}"
                at = text.find(name, at + 1)
        return place

    def _named(self, file: str) -> str:
        return f"{self.root.name}/{file}"

    def _shown(self, path: Path) -> str:
        return self._named(path.relative_to(self.root).as_posix())


def _clause(entry: Mapping[str, Any]) -> Clause:  # Any: whatever JSON holds
    said = entry["source"]
    return Clause(
        id=entry["id"],
        title=entry["book"],
        section=entry["section"],
        kind=entry["kind"],
        topic=entry["topic"],
        text=entry["text"],
        applies_to=tuple(entry.get("applies_to", ())),
        testable=entry["testable"],
        test_idea=entry["test_idea"],
        related=tuple(entry["related"]),
        ambiguity=entry["ambiguity"],
        source=Source(said["kind"], said.get("where", ""), said.get("lines", "")),
    )


def _json(path: Path, place: str) -> list[dict[str, Any]]:  # Any: whatever JSON holds
    entries: list[dict[str, Any]] = parse_json(load_text(path), place)
    return entries


def _expect_range(players: tuple[int, int], place: str) -> None:
    fewest, most = players
    if not 1 <= fewest <= most:
        raise KaijuError(
            f"no game is played by {fewest} to {most} players",
            place,
            "Write 'players = [fewest, most]'.",
        )
