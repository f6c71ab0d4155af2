"""Names the misreading of a foreign engine by a puzzle: the mutants that show what it shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from functools import partial
from types import CodeType

from attrs import field, frozen

from conformance.engines.in_process import InProcess
from conformance.engines.interface import Engine, Trouble
from conformance.engines.rulesets import ordered_lists
from conformance.judge.compare import Ordered, deck_of_each, differences
from conformance.judge.reference import same_next
from conformance.mutants.catalogue import mutants_of
from conformance.mutants.games import game_of
from conformance.mutants.mutant import Mutant
from conformance.mutants.reach import called_by_linking, noted
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Frame, Next, Over, Rejected
from oracle.verbs.arguments import default_ruleset

FORCED_AT_MOST = 200


def say(mutant: Mutant) -> str:
    """What an engine does that fails as a mutant does."""
    return f"behaves as if {mutant.words}"


@frozen
class Observed:
    """What an engine showed at the end of a puzzle, forced decisions answered.

    None is not compared; `trouble` says that the engine crashed, `refused` that it refused an
    answer of the script.
    """

    next: Next | None = None
    state: JsonObject | None = None
    view: JsonObject | None = None
    refused: bool = False
    trouble: bool = field(default=False)

    def agrees(self, other: Observed, ordered: Ordered = deck_of_each) -> bool:
        """Whether the other showed all that this one did."""
        if (self.refused, self.trouble) != (other.refused, other.trouble):
            return False
        if self.next is not None and (other.next is None or not same_next(self.next, other.next)):
            return False
        if self.state is not None and differences(self.state, other.state, ordered=ordered):
            return False
        return self.view is None or not differences(self.view, other.view, ordered=ordered)


@frozen
class Puzzle:
    """A position or a start, the answers that follow, and the seat whose view is looked at.

    A position says itself how many play; of a start `players` says it, where that is open.
    """

    setup: JsonObject | None = None
    script: Sequence[Answer] = ()
    game: str = field(factory=default_ruleset)
    options: dict[str, str] = field(factory=dict)
    cards: Sequence[str] = ()
    players: int | None = None
    seat: str | None = None

    def begin(self, engine: Engine) -> Frame:
        """Let an engine stand there."""
        added = self.options, self.cards, self.players
        if self.setup is None:
            return engine.start(self.game, *added)
        return engine.setup(self.game, self.setup, *added)


def observe(engine: Engine, puzzle: Puzzle) -> Observed:
    """Play a puzzle: begin, answer the script, and look; forced decisions are answered."""
    try:
        frame = puzzle.begin(engine)
        for answer in puzzle.script:
            told = _answer(engine, frame, answer)
            if told is None:
                return Observed(refused=True)
            frame = told
        frame = _settle(engine, frame)
        ops = engine.hello().ops
        view = engine.view(puzzle.seat) if puzzle.seat is not None and "view" in ops else None
        return Observed(frame.next, engine.state() if "state" in ops else None, view)
    except Trouble:
        return Observed(trouble=True)


def _answer(engine: Engine, frame: Frame, answer: Answer) -> Frame | None:
    """The frame after an answer; forced decisions that do not offer it are passed over."""
    for _ in range(FORCED_AT_MOST):
        pending = frame.next
        if isinstance(pending, Over):
            return None
        if answer in pending.legal:
            told = engine.apply(pending.id, answer)
            return None if isinstance(told, Rejected) else told
        if not pending.legal.is_forced:
            return None
        after = engine.apply(pending.id, pending.legal.only())
        if isinstance(after, Rejected):
            return None
        frame = after
    return None


def _settle(engine: Engine, frame: Frame) -> Frame:
    for _ in range(FORCED_AT_MOST):
        if isinstance(frame.next, Over) or not frame.next.legal.is_forced:
            break
        told = engine.apply(frame.next.id, frame.next.legal.only())
        if isinstance(told, Rejected):
            break
        frame = told
    return frame


def mutants_touching(game: str, cards: Iterable[str]) -> list[Mutant]:
    """The mutants of a game that can show themselves where these cards are."""
    present = {f"card:{card}" for card in cards}
    return [one for one in mutants_of(game) if one.touches is None or one.touches & present]


def mutants_agreeing(puzzle: Puzzle, observed: Observed, among: Iterable[Mutant]) -> list[Mutant]:
    """The mutants that show on a puzzle what an engine showed (`observe` says what that is)."""
    ordered = partial(ordered_lists, puzzle.game)
    with noted() as codes:
        by_oracle = observe(InProcess(), puzzle)
    if observed.agrees(by_oracle, ordered):
        return []  # the oracle does the same: there is nothing to name
    codes |= called_by_linking(puzzle.game, puzzle.options, puzzle.cards, puzzle.players)
    without = cards_without(puzzle, by_oracle)
    played = ((mutant, _played(mutant, puzzle, codes, without)) for mutant in among)
    return [mutant for mutant, seen in played if seen and observed.agrees(seen, ordered)]


def cards_without(puzzle: Puzzle, by_oracle: Observed) -> frozenset[str]:
    """The cards that nobody meets in a puzzle, by their ids: rulesets are linked faster without.

    None if it makes a difference to the oracle itself: cards of a set can bring places with them.
    """
    without = _not_met(puzzle)
    with _read_rightly(game_of(puzzle.game)).in_force(without):
        seen = observe(InProcess(), puzzle)
    alike = by_oracle.agrees(seen, partial(ordered_lists, puzzle.game))
    return without if alike else frozenset()


def _read_rightly(game: str) -> Mutant:
    """The mutant that misreads nothing."""
    return Mutant("", "", (), lambda changes: None, "", game)


def _not_met(puzzle: Puzzle) -> frozenset[str]:
    """The cards that are not in a position, nor earlier stages of them.

    Only those of the kind that most cards are: the others are faces of dice and the like.
    """
    if puzzle.setup is None:
        return frozenset()
    engine = InProcess()
    try:
        puzzle.begin(engine)
    except Trouble:
        return frozenset()
    position = engine.position()
    cards = position.ruleset.module.cards
    ((kind, _),) = Counter(card.kind for card in cards).most_common(1)
    met = {position.card(handle) for handle in position.handles}
    stages = {card.id: card.evolves_to for card in cards if card.evolves_to}
    while more := {stages[id] for id in met & stages.keys()} - met:
        met |= more
    return frozenset(card.id for card in cards if card.kind == kind and card.id not in met)


def _played(
    mutant: Mutant, puzzle: Puzzle, codes: Set[CodeType], without: frozenset[str]
) -> Observed | None:
    """What a mutant shows on a puzzle; None if it replaces nothing that the oracle calls there."""
    with mutant.in_force(without) as changes:
        if changes.replaced is not None and changes.replaced.isdisjoint(codes):
            return None
        return observe(InProcess(), puzzle)
