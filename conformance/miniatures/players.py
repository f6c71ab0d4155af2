"""Engines that can speak and break the rules."""

from __future__ import annotations

import random
from typing import Any

from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.engines.interface import SkipWanted, Unsupported
from conformance.properties.table import other
from conformance.protocol.canonical import JsonObject
from conformance.protocol.legal import Answer
from conformance.protocol.messages import Decision, Frame, GameInfo, Hello, Over, Rejected


class ChoosesForThePlayer(InProcess):
    """Never blocks and never uses a Mindbug, without asking."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        told = super().apply(decision, do)
        while isinstance(told, Frame) and isinstance(told.next, Decision):
            if told.next.kind not in ("block", "mindbug"):
                break
            told = super().apply(told.next.id, {"decline": True})
        return told


class AcceptsAnything(InProcess):
    """Takes an answer that is not legal for some answer that is."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        told = super().apply(decision, do)
        pending = self._frame().next
        if isinstance(told, Rejected) and not isinstance(pending, Over):
            return super().apply(pending.id, pending.legal.nth(0))
        return told


class LeaksAHand(InProcess):
    """Shows everybody the cards in the other hand."""

    def view(self, seat: str) -> JsonObject:
        view = super().view(seat)
        hand = self.state()["players"][other(seat)]["hand"]
        position = self._here()
        view["cards"] = {**view["cards"], **{card: position.card(card) for card in hand}}
        view["players"][other(seat)]["hand"] = hand
        return view


class ShufflesItself(InProcess):
    """Deals its own cards, not those that chance dealt."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        pending = self._frame().next
        if not isinstance(pending, Over) and pending.who == "nature" and do in pending.legal:
            do = pending.legal.nth(random.randrange(len(pending.legal)))
        return super().apply(decision, do)


class ForgetsToRefill(InProcess):
    """Shows hands without the card drawn last, as if the refill came later."""

    def state(self) -> JsonObject:
        state = super().state()
        for player in state["players"].values():
            if player["deck"] and len(player["hand"]) == 5:
                player["deck"].insert(0, player["hand"].pop())
        return state


class LosesTriggers(InProcess):
    """Forgets every second effect: chance is never asked for the cards to steal."""

    def apply(self, decision: str, do: Answer) -> Frame | Rejected:
        told = super().apply(decision, do)
        if isinstance(told, Frame) and isinstance(told.next, Over):
            return told
        position = self._here()
        state = position.state
        if state.waiting:
            state.waiting.pop()
        return told


class Forgets(InProcess):
    """Goes back to a position in which everybody has one life more."""

    def restore(self, snapshot: Any) -> Frame:
        counters = snapshot["position"]["state"]["counters"]
        saved = {**snapshot["position"]["state"], "counters": [counters[0] + 1, *counters[1:]]}
        return super().restore({**snapshot, "position": {**snapshot["position"], "state": saved}})


class LiesAboutFeatures(InProcess):
    """Promises to stand positions up, and cannot."""

    def setup(self, *args: Any, **kwargs: Any) -> Frame:
        raise Unsupported("this was only a promise")


class SaysWhatItCannot(InProcess):
    """Knows that it reads no card texts and stands nothing up, and says so."""

    def hello(self) -> Hello:
        return evolve(super().hello(), ops=["state"])

    def setup(self, *args: Any, **kwargs: Any) -> Frame:
        raise Unsupported("as I said")


class PlaysAnotherGame(InProcess):
    """Plays only a game that no vector is about."""

    def hello(self) -> Hello:
        return evolve(super().hello(), games={"chess/960": GameInfo()})


class HasAnotherAnswer(InProcess):
    """Declares that a Mindbug gives a new turn, once and for all."""

    def hello(self) -> Hello:
        hello = super().hello()
        info = GameInfo(options={"mb.option.mindbug-follow-up": "new-turn"})
        return evolve(hello, games=dict.fromkeys(hello.games, info))


class AsksToSkip(InProcess):
    """Asks to skip what it has not implemented."""

    def setup(self, *args: Any, **kwargs: Any) -> Frame:
        raise SkipWanted("not implemented yet")
