"""The oracle, in this process."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from attrs import frozen

import conformance
import oracle
from conformance.engines.interface import Crash, Trouble
from conformance.engines.rulesets import expected_number, number_of_players, ruleset
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.messages import (
    VERSION,
    Chance,
    Count,
    Decision,
    EngineInfo,
    Frame,
    GameInfo,
    Hello,
    Next,
    Over,
    Rejected,
    RejectedAt,
    Replayed,
)
from conformance.protocol.reading import Malformed, read
from oracle.verbs.progress import Tell, silent
from rules_dsl.errors import KaijuError
from rules_dsl.specification import RulesetSpec, load_specification, spec_root

OPS = ("setup", "view", "state", "snapshot", "replay", "perft", "card", "options")


@frozen
class Snapshot:
    """A saved position, and the ruleset it belongs to."""

    game: str
    options: dict[str, str]
    cards: list[str]
    position: JsonObject
    players: int | None = None


class InProcess:
    """The reference engine behind the same interface as every other engine.

    It need not tell digests, which take their time, to those who do not compare any.
    """

    def __init__(self, cards: Sequence[Path] = (), tells_digests: bool = True) -> None:
        self._cards = tuple(cards)
        self._tells_digests = tells_digests
        self._game_of_cards: str | None = None
        self._position: oracle.Position | None = None
        self._origin: JsonObject = {}
        self._hello: Hello | None = None

    # ---- the interface

    def hello(self) -> Hello:
        if self._hello is None:
            rulesets = load_specification().all_rulesets
            self._hello = Hello(
                protocol=VERSION,
                engine=EngineInfo("kaiju oracle", kit_version(), "python"),
                games={name: _offered(rulesets[name]) for name in sorted(rulesets)},
                ops=list(OPS),
            )
        return self._hello

    def start(
        self,
        game: str,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        with self._working():
            self._begin(game, options, cards, players)
            return self._frame()

    def setup(
        self,
        game: str,
        setup: JsonObject,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Frame:
        with self._working():
            self._begin(game, options, cards, players, setup)
            return self._frame()

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        position = self._here()
        if position.over is not None:
            return Rejected("game-over", "the game is over")
        wanted = _id(position.state.number)
        if decision != wanted:
            return Rejected("wrong-decision", f"the game waits for {wanted}, not {decision}")
        with self._working():
            try:
                position.advance_silently(do)
            except oracle.Refused as refused:
                return Rejected(refused.code, str(refused))
            return self._frame()

    def view(self, seat: str) -> JsonObject:
        position = self._here()
        seats = position.ruleset.machine.layout.seats
        if seat not in seats:
            raise Crash(f"there is no seat {seat!r}, only {' and '.join(seats)}")
        with self._working():
            return position.view(seat)

    def state(self) -> JsonObject:
        with self._working():
            return self._here().projection()

    def snapshot(self) -> Any:
        with self._working():
            return {**self._origin, "position": self._here().save()}

    def restore(self, snapshot: Any) -> Frame:
        try:
            game = read(snapshot, Snapshot)
        except Malformed as error:
            raise Crash(f"this is no snapshot of this engine: {error}") from None
        with self._working():
            rules = self._take_up(game.game, game.options, game.cards, game.players)
            self._position = rules.restore(game.position)
            return self._frame()

    def replay(
        self,
        game: str,
        script: Sequence[Answer],
        setup: JsonObject | None = None,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
        players: int | None = None,
    ) -> Replayed:
        from conformance.perft.tree import settle

        with self._working():
            position = self._begin(game, options, cards, players, setup)
            machine, state = position.ruleset.machine, position.state
            settle(machine, state)
            digests: list[str] = []
            refused: RejectedAt | None = None
            for at, given in enumerate(script):
                try:
                    position.advance_silently(given)
                except oracle.Refused as why:
                    refused = RejectedAt(at, why.code, str(why))
                    break
                settle(machine, state)
                digests.append(position.digest())
            position.forget_events()
            return Replayed(digests, self._frame(), refused)

    def perft(self, depth: int, tell: Tell = silent) -> list[Count]:
        from conformance.perft.tree import count

        with self._working():
            return count(self._here(), depth, tell=tell)

    def card(self, text: str, game: str) -> str:
        from rules_dsl.printer import print_module
        from rules_dsl.reader import read_text
        from rules_dsl.vocabulary import Vocabulary

        with reported():
            described = load_specification().ruleset(game)
            vocabulary = Vocabulary.load(spec_root() / described.vocabulary)
            known = ruleset(game, {}, (), self._files(game)).module
            read = read_text(text, "message.cards", vocabulary, known)
            return print_module(read, vocabulary)

    def expect_cards(self) -> None:
        """Refuse card files of the command line that have mistakes in them.

        They belong to the first game whose rulesets take them, and are added only to those.
        """
        if not self._cards:
            return
        mistakes: list[KaijuError] = []
        for name, rulesets in _rulesets_by_game().items():
            try:
                for each in rulesets:
                    ruleset(each, {}, (), self._cards)
            except KaijuError as mistake:
                mistakes.append(mistake)
            else:
                self._game_of_cards = name
                return
        raise mistakes[0]

    def _files(self, game: str) -> tuple[Path, ...]:
        """The card files of the command line, where they belong to the game of a ruleset."""
        theirs = self._game_of_cards
        if theirs is None or theirs == load_specification().ruleset(game).game:
            return self._cards
        return ()

    def close(self) -> None:
        self._position = None

    # ---- what an engine that is made of this one may do otherwise

    def _working(self) -> AbstractContextManager[None]:
        """What holds while a request is carried out."""
        return reported()

    def _played_by(self, game: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """The answers that a ruleset is played by, where a request brings some."""
        return options

    # ---- where the game stands

    def _begin(
        self,
        game: str,
        options: Mapping[str, str] | None,
        cards: Sequence[str],
        players: int | None,
        setup: JsonObject | None = None,
    ) -> oracle.Position:
        """Stand at the beginning of a game, or at a position."""
        said = expected_number(game, players)
        number = number_of_players(game, setup) if players is None else said
        rules = self._take_up(game, self._played_by(game, options or {}), cards, number)
        self._position = rules.start() if setup is None else rules.setup(setup)
        return self._position

    def _take_up(
        self, game: str, options: Mapping[str, str], cards: Sequence[str], players: int | None
    ) -> oracle.Ruleset:
        """The ruleset that is played from now on; snapshots say which one it was."""
        number = () if players is None else (players,)
        rules = ruleset(game, options, cards, self._files(game), *number)
        self._origin = {"game": game, "options": dict(options), "cards": list(cards)}
        self._origin |= {} if players is None else {"players": players}
        return rules

    def position(self) -> oracle.Position:
        """A copy of where the game stands: going on from there is none of this engine's doing."""
        return self._here().clone()

    def _here(self) -> oracle.Position:
        if self._position is None:
            raise Crash("no game is being played: send start or setup first")
        return self._position

    def _frame(self) -> Frame:
        position = self._here()
        digest = position.digest() if self._tells_digests else None
        return Frame(position.state.number, waits_for(position), digest)


def _rulesets_by_game() -> dict[str, list[str]]:
    """The rulesets of every game; of one in the making only the first, which plays already."""
    specification = load_specification()
    found: dict[str, list[str]] = {}
    for name, described in specification.all_rulesets.items():
        listed = found.setdefault(described.game, [])
        if name in specification.rulesets or not listed:
            listed.append(name)
    return found


def _offered(described: RulesetSpec) -> GameInfo:
    """What the oracle says of a ruleset: how many can play, where that is open."""
    fewest, most = described.players
    return GameInfo(players=[fewest, most] if fewest < most else [])


def _id(number: int) -> str:
    return f"d{number}"


def waits_for(position: oracle.Position) -> Next:
    """What a position waits for, as an engine says it."""
    decision = position.decision
    if decision is None:
        over = position.over
        assert over is not None
        return Over(over.winner, over.reason)
    if decision.most is not None:
        legal = Legal(factored=Choose(decision.candidates, decision.least, decision.most))
    else:
        legal = Legal(decision.options)
    if decision.is_chance:
        return Chance(_id(decision.number), decision.kind, legal)
    return Decision(_id(decision.number), decision.seat, decision.kind, legal, decision.source)


@contextmanager
def reported() -> Iterator[None]:
    """Turn what the oracle raises into what an engine reports."""
    try:
        yield
    except Trouble:
        raise
    except KaijuError as error:
        raise Crash(str(error)) from None
    except Exception as error:
        raise Crash(
            f"{type(error).__name__}: {error}", stderr="".join(traceback.format_exception(error))
        ) from error


def kit_version() -> str:
    """The version of this kit."""
    return conformance.__version__
