"""The oracle, in this process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import oracle
from conformance.engines.interface import Crash
from conformance.engines.rulesets import ruleset
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer, Choose, Legal
from conformance.protocol.messages import (
    SEATS,
    VERSION,
    Chance,
    Decision,
    EngineInfo,
    Frame,
    GameInfo,
    Hello,
    Next,
    Over,
    Rejected,
)
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification, spec_root

OPS = ("setup", "view", "state", "snapshot", "card")


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
        pending = position.decision
        if pending is None:
            return Rejected("game-over", "the game is over")
        if decision != _id(pending):
            return Rejected("wrong-decision", f"the game waits for {_id(pending)}, not {decision}")
        with _reported():
            try:
                position.advance(do)
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
        if not isinstance(snapshot, dict) or not isinstance(snapshot.get("game"), str):
            raise Crash("this is no snapshot of this engine")
        with _reported():
            saved = snapshot.get("position", {})
            return self._stand(
                snapshot["game"],
                snapshot.get("options", {}),
                snapshot.get("cards", ()),
                lambda rules: rules.restore(saved),
            )

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
        self._position = make(ruleset(game, options or {}, cards, self._cards))
        self._origin = {"game": game, "options": dict(options or {}), "cards": list(cards)}
        return self._frame()

    def _here(self) -> oracle.Position:
        if self._position is None:
            raise Crash("no game is being played: send start or setup first")
        return self._position

    def _frame(self) -> Frame:
        position = self._here()
        return Frame(position.state.number, _next(position), position.digest())


def _id(decision: oracle.Decision) -> str:
    return f"d{decision.number}"


def _next(position: oracle.Position) -> Next:
    decision, over = position.decision, position.over
    if decision is None:
        assert over is not None
        return Over(over.winner, over.reason)
    said = decision.legal()
    if "choose" in said:
        of = said["choose"]
        legal = Legal(factored=Choose(tuple(of["from"]), of["min"], of["max"]))
    else:
        legal = Legal(tuple(said["legal"]))
    if decision.seat == "nature":
        return Chance(_id(decision), decision.kind, legal)
    return Decision(_id(decision), decision.seat, decision.kind, legal, decision.source)


@contextmanager
def _reported() -> Iterator[None]:
    """Turn what the oracle raises into what an engine reports."""
    try:
        yield
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
