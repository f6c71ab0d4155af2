"""An engine that is watched: what it waited for last is remembered, to tell how it differs."""

from __future__ import annotations

from typing import Any  # `Any`: what is asked is the business of the engine behind it

from conformance.engines.interface import Engine, Trouble
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Count, Frame, Hello, Over, Rejected, Replayed


class Watched:
    """Asks another engine and remembers where that one stands."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._frame: Frame | None = None

    def waits(self) -> JsonObject | None:
        """What the engine waits for: whose decision, of which kind, and every legal answer."""
        if self._frame is None:
            return None
        pending = self._frame.next
        if isinstance(pending, Over):
            return {"over": pending.winner}
        offered = pending.legal.to_json()
        listed = offered.get("legal")
        if isinstance(listed, list):
            offered = {"legal": sorted(listed, key=canonical)}
        return {"who": pending.who, "kind": pending.kind, **offered}

    def stands(self) -> JsonObject | None:
        """The position as the engine has it; None if it does not tell."""
        if self._frame is None:
            return None
        if self._frame.state is not None:
            return self._frame.state
        try:
            return self._engine.state() if "state" in self._engine.hello().ops else None
        except Trouble:
            return None

    # ---- the interface

    def hello(self) -> Hello:
        return self._engine.hello()

    def start(self, *asked: Any, **more: Any) -> Frame:
        self._frame = None
        return self._stand(self._engine.start(*asked, **more))

    def setup(self, *asked: Any, **more: Any) -> Frame:
        self._frame = None
        return self._stand(self._engine.setup(*asked, **more))

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        told = self._engine.apply(decision, do)
        return self._stand(told) if isinstance(told, Frame) else told

    def view(self, seat: str) -> JsonObject:
        return self._engine.view(seat)

    def state(self) -> JsonObject:
        return self._engine.state()

    def snapshot(self) -> Any:
        return self._engine.snapshot()

    def restore(self, snapshot: Any) -> Frame:
        return self._stand(self._engine.restore(snapshot))

    def replay(self, *asked: Any, **more: Any) -> Replayed:
        told = self._engine.replay(*asked, **more)
        self._stand(told.frame)
        return told

    def perft(self, depth: int) -> list[Count]:
        return self._engine.perft(depth)

    def card(self, text: str, game: str) -> str:
        return self._engine.card(text, game)

    def close(self) -> None:
        self._engine.close()

    def _stand(self, frame: Frame) -> Frame:
        self._frame = frame
        return frame
