"""The oracle, in this process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from attrs import frozen

import oracle
from conformance.engines.interface import Crash, Trouble
from conformance.engines.rulesets import ruleset
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.messages import (
    SEATS,
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
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification, spec_root

OPS = ("setup", "view", "state", "snapshot", "replay", "perft", "card")


@frozen
class Snapshot:
    """A saved position, and the ruleset it belongs to."""

    game: str
    options: dict[str, str]
    cards: list[str]
    position: JsonObject


class InProcess:
    """The reference engine behind the same interface as every other engine."""

    def __init__(self, cards: Sequence[Path] = ()) -> None:
        self._cards = tuple(cards)
        self._position: oracle.Position | None = None
        self._origin: JsonObject = {}
        self._hello: Hello | None = None

    # ---- the interface

    def hello(self) -> Hello:
        if self._hello is None:
            rulesets = load_specification().rulesets
            self._hello = Hello(
                protocol=VERSION,
                engine=EngineInfo("kaiju oracle", kit_version(), "python"),
                games={name: GameInfo() for name in sorted(rulesets)},
                ops=list(OPS),
            )
        return self._hello

    def start(
        self, game: str, options: Mapping[str, str] | None = None, cards: Sequence[str] = ()
    ) -> Frame:
        with _reported():
            return self._stand(game, options, cards, lambda rules: rules.start())

    def setup(
        self,
        game: str,
        setup: JsonObject,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
    ) -> Frame:
        with _reported():
            return self._stand(game, options, cards, lambda rules: rules.setup(setup))

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        position = self._here()
        if position.over is not None:
            return Rejected("game-over", "the game is over")
        wanted = _id(position.state.number)
        if decision != wanted:
            return Rejected("wrong-decision", f"the game waits for {wanted}, not {decision}")
        with _reported():
            try:
                position.advance_silently(do)
            except oracle.Refused as refused:
                return Rejected(refused.code, str(refused))
            return self._frame()

    def view(self, seat: str) -> JsonObject:
        if seat not in SEATS:
            raise Crash(f"there is no seat {seat!r}, only {' and '.join(SEATS)}")
        with _reported():
            return self._here().view(seat)

    def state(self) -> JsonObject:
        with _reported():
            return self._here().projection()

    def snapshot(self) -> Any:
        with _reported():
            return {**self._origin, "position": self._here().save()}

    def restore(self, snapshot: Any) -> Frame:
        try:
            game = read(snapshot, Snapshot)
        except Malformed as error:
            raise Crash(f"this is no snapshot of this engine: {error}") from None
        with _reported():
            return self._stand(
                game.game, game.options, game.cards, lambda rules: rules.restore(game.position)
            )

    def replay(
        self,
        game: str,
        script: Sequence[Answer],
        setup: JsonObject | None = None,
        options: Mapping[str, str] | None = None,
        cards: Sequence[str] = (),
    ) -> Replayed:
        from conformance.perft.tree import settle

        with _reported():
            self._place(
                game,
                options,
                cards,
                lambda rules: rules.start() if setup is None else rules.setup(setup),
            )
            position = self._here()
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

    def perft(self, depth: int) -> list[Count]:
        from conformance.perft.tree import count

        with _reported():
            return count(self._here(), depth)

    def card(self, text: str, game: str) -> str:
        from rules_dsl.printer import print_module
        from rules_dsl.reader import read_text
        from rules_dsl.vocabulary import Vocabulary

        with _reported():
            described = load_specification().ruleset(game)
            vocabulary = Vocabulary.load(spec_root() / described.vocabulary)
            known = ruleset(game, {}, (), self._cards).module
            read = read_text(text, "message.cards", vocabulary, known)
            return print_module(read, vocabulary)

    def expect_cards(self) -> None:
        """Refuse card files of the command line that have mistakes in them."""
        for game in self.hello().games if self._cards else ():
            ruleset(game, {}, (), self._cards)

    def close(self) -> None:
        self._position = None

    # ---- where the game stands

    def _stand(
        self,
        game: str,
        options: Mapping[str, str] | None,
        cards: Sequence[str],
        make: Callable[[oracle.Ruleset], oracle.Position],
    ) -> Frame:
        self._place(game, options, cards, make)
        return self._frame()

    def _place(
        self,
        game: str,
        options: Mapping[str, str] | None,
        cards: Sequence[str],
        make: Callable[[oracle.Ruleset], oracle.Position],
    ) -> None:
        self._position = make(ruleset(game, options or {}, cards, self._cards))
        self._origin = {"game": game, "options": dict(options or {}), "cards": list(cards)}

    def _here(self) -> oracle.Position:
        if self._position is None:
            raise Crash("no game is being played: send start or setup first")
        return self._position

    def _frame(self) -> Frame:
        position = self._here()
        return Frame(position.state.number, _next(position), position.digest())


def _id(number: int) -> str:
    return f"d{number}"


def _next(position: oracle.Position) -> Next:
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
def _reported() -> Iterator[None]:
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
    """The version of this kit, empty when it is not installed."""
    try:
        return version("kaiju-rules")
    except PackageNotFoundError:
        return ""
