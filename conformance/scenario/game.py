"""What the scenario language has to be told about a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from conformance.scenario.model import NAMES, PEOPLE, Item, Step
from conformance.scenario.phrases import Hole, Holes, Phrase

if TYPE_CHECKING:
    from conformance.scenario.answers import Answers
    from conformance.scenario.cast import Cast
    from conformance.scenario.face import Decision, Json, Position, Ruleset
    from conformance.scenario.facts import Witness
    from conformance.scenario.model import Line
    from conformance.scenario.run import Run
    from rules_dsl.definitions import Card

NOBODY = "nobody"
CHANCE = "chance"
PLAYER = "player"


@frozen
class Verb:
    """One way to answer a decision: as a step says it and as an offer lists it.

    `kinds` are the decisions it answers; a `decline` verb that names its decision reads better
    than a bare `declines` and fails at any other decision.
    """

    id: str
    does: Phrase
    offer: Phrase | None
    kinds: tuple[str, ...]
    doc: str
    chance: bool
    """Whether it is chance that answers."""
    subject: str
    """Who is said to do it: a player, chance, or nobody (the phrase is the whole sentence)."""


@frozen
class Claim:
    """A sentence about the state of the game."""

    id: str
    says: Phrase
    doc: str


@frozen
class Saying:
    """A verb before a game takes it: games that say the same share it, each with its own holes."""

    id: str
    does: str
    offer: str | None
    kinds: tuple[str, ...]
    doc: str
    chance: bool = False
    subject: str | None = None

    def at(self, *kinds: str) -> Saying:
        """The same, where a game says it at other decisions."""
        return evolve(self, kinds=kinds)

    def meaning(self, doc: str) -> Saying:
        """The same, where a game means something more exact by it."""
        return evolve(self, doc=doc)


@frozen
class Statement:
    """A claim before a game takes it."""

    id: str
    says: str
    doc: str

    def meaning(self, doc: str) -> Statement:
        """The same, where a game means something more exact by it."""
        return evolve(self, doc=doc)


Lines = tuple[tuple[str, str], ...]
"""Sentences with their meanings, for the list of all of them."""


@frozen(eq=False)
class Sentences:
    """The closed list of the sentences of a game, whose holes are its own."""

    holes: Holes
    sayings: tuple[Saying, ...]
    statements: tuple[Statement, ...]
    header_lines: Lines
    given_lines: Lines
    check_lines: Lines
    verbs: tuple[Verb, ...] = field(init=False)
    claims: tuple[Claim, ...] = field(init=False)
    verb: Mapping[str, Verb] = field(init=False)

    @verbs.default
    def _said(self) -> tuple[Verb, ...]:
        return tuple(map(self._verb, self.sayings))

    @claims.default
    def _stated(self) -> tuple[Claim, ...]:
        return tuple(Claim(s.id, Phrase(s.says, self.holes), s.doc) for s in self.statements)

    @verb.default
    def _by_id(self) -> Mapping[str, Verb]:
        return {verb.id: verb for verb in self.verbs}

    def _verb(self, said: Saying) -> Verb:
        offer = None if said.offer is None else Phrase(said.offer, self.holes)
        subject = said.subject or (CHANCE if said.chance else PLAYER)
        does = Phrase(said.does, self.holes)
        return Verb(said.id, does, offer, said.kinds, said.doc, said.chance, subject)


@frozen(eq=False)
class Game:
    """A game as scenarios speak of it."""

    name: str
    title: str
    people: tuple[str, ...]
    """The names its players can have, in the order of their seats."""
    fewest: int
    """How many of them play at least; where fewer play than can, the scenario names them."""

    # -- the situation
    numbers: tuple[str, ...]
    """What a player has a number of."""
    zones: Mapping[str, str]
    """The zones of a player and how setups call them."""
    shared: tuple[str, ...]
    """The zones of the table; setups call them so, with hyphens."""
    marked_zone: str
    """The zone whose cards can have something on them."""
    marked_remedy: str
    """What to say of one elsewhere."""
    given_form: str
    """An example of a line of `given`."""
    read_item: Callable[[str], Item]
    filler: Callable[[Iterable[Card], str], str]
    """`(cards, zone)`: the id of the card that stands where any card would do."""

    # -- sentences
    sentences: Sentences
    decisions: Mapping[str, str]
    """How scenarios call each kind of decision."""
    choices: Mapping[str, tuple[str, ...]]
    """How a choice of several things is offered, and the kinds of decision it is."""

    # -- playing
    answers: Answers
    checks: Mapping[str, Callable[[Witness], str | None]]
    nobody_wins: str
    """How it is said that the game is over without a winner."""
    where: Callable[[Json, str], str]
    """`(projection, handle)`: where a card is, in the words of facts."""
    several: Mapping[str, Callable[[Run, Step, list[Line]], None]]
    """Verbs whose lines answer several decisions, and what does them."""
    opening_counts: bool
    """Whether what happens when a position is set out is part of the scenario."""
    rests: Callable[[Decision, bool], bool]
    """`(decision, in a later turn)`: whether what a script leaves open is followed no further."""
    took_effect: tuple[str, ...]
    """The events that say of an ability that it did something."""
    say_state: Callable[[Json, Run], list[str]]

    # -- what only some games have
    ways: Mapping[str, str] = field(factory=dict)
    """How somebody wins, by the reason an engine gives."""
    ties: Mapping[str, str] = field(factory=dict)
    """How nobody does, where that reason says more."""
    notes: Mapping[str, Mapping[str, int]] = field(factory=dict)
    """What else can be said of a player, and the numbers of the setup that it means."""
    unsaid: Callable[[Ruleset], dict[str, int]] = lambda ruleset: {}
    """Numbers that each player has if nothing is said of them, other than at a real start."""
    choosable: Holes = field(factory=dict)
    """The hole that one of those things fills that are chosen, where it is no card."""
    apart: Callable[[Step], tuple[Step, ...]] | None = None
    """A line of several answers as lines of one each; None where they belong together."""
    own_acts: tuple[str, ...] = ()
    """Decisions that are never passed over, even when only one answer is possible."""
    number_keys: Mapping[str, str] = field(factory=dict)
    """The numbers of a player that setups call otherwise."""
    bare_zone: str = ""
    """The zone of a player's one card that is said by its name alone, such as a monster."""
    gauges: Mapping[str, Hole] = field(factory=dict)
    """What is said of the table in a line of its own, such as where a marker is."""
    gauge_keys: Mapping[str, str] = field(factory=dict)
    """How setups call it."""
    laid: Callable[[str], str] = str
    """Where a piece of the marked zone lies, as setups call it."""
    pieces: tuple[str, ...] = ()
    """The kinds of definitions that are no cards: they are there from the start, for all to
    see, and nobody counts them as cards of a scenario."""
    names: Mapping[str, str] = field(factory=dict)
    """What events name that is neither a card nor a player, in the words of scenarios."""
    draw: Callable[[Json, Run], list[str]] | None = None
    """Draws what words do not show of a table, in plain text."""
    renaming: Collection[str] = ()
    """Events after which a card is called otherwise."""
    complete: Callable[[Json, Cast], None] | None = None
    """Puts into a setup what goes without saying."""

    @property
    def is_open(self) -> bool:
        """Whether the number of players is the scenario's to say."""
        return self.fewest < len(self.people)

    @property
    def seats(self) -> tuple[str, ...]:
        """All who can act: the players, and chance."""
        return (*self.people, CHANCE)

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Every way to answer a decision."""
        return self.sentences.verbs

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Every sentence for a fact."""
        return self.sentences.claims

    def say_result(self, position: Position) -> str:
        """How the game stands: who won and how, or that it goes on."""
        if position.over is None:
            return "nobody has won"
        winner, reason = position.over.winner, position.over.reason
        if winner is None:
            return self.ties.get(reason, self.nobody_wins)
        return f"{PEOPLE[winner]} {self.ways.get(reason, 'wins')}"

    def verb(self, id: str) -> Verb:
        """The verb with an id."""
        return self.sentences.verb[id]

    def verbs_said_of(self, seat: str) -> list[Verb]:
        """The verbs that follow a name."""
        subject = seat if seat in (CHANCE, NOBODY) else PLAYER
        return [verb for verb in self.verbs if verb.subject == subject]


def people(number: int) -> tuple[str, ...]:
    """The names of so many players."""
    return NAMES[:number]
