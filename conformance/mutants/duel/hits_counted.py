"""Misreadings of hits: whose they are, and which of them count."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.duel.hits import AS_IF
from oracle.duel import hits
from oracle.duel.table import TOOK
from oracle.kernel.state import Frame, Rules, State

__all__ = ["AS_IF"]


@AS_IF(
    "a hit that one monster prevents were prevented for the other too",
    "kd.hit.both",
    "kd.hit.defend",
)
@do.around(hits.prevent)
def prevented_for_both(prevent: Any, state: State) -> None:
    frame = hits.hits_frame(state)
    for each in frame[hits.SEATS] if frame is not None else ():
        prevent(seat=each)


@AS_IF(
    "a monster that was saved had taken all hits of the turn together",
    "kd.hit.stay",
    "kd.hit.at-least",
)
@do.around(hits.sort_out)
def saved_hits_add_up(sort_out: Any, state: State, frame: Frame) -> None:
    shown = frame[hits.LOST]
    sort_out()
    frame[hits.LOST] = tuple(
        state.registers[TOOK + seat] if now != before else now
        for seat, before, now in zip(frame[hits.SEATS], shown, frame[hits.LOST], strict=True)
    )


@AS_IF(
    "hits that a throw of dice prevents counted as hits of the turn",
    "kd.hit.taken",
    "kd.hit.first",
    "kd.hit.beyond",
)
@do.after(hits.prevent)
def prevented_are_taken(state: State, seat: int, amount: int, rules: Rules) -> None:
    if "kd.hit.die-for-each" in rules:
        state.registers[TOOK + seat] += amount


@AS_IF(
    "two monsters hit together had taken as many hits as the first of them",
    "kd.hit.both",
    "kd.hit.beyond",
)
@do.after(hits.lose)
def both_count_alike(state: State, frame: Frame) -> None:
    for index, seat in enumerate(frame[hits.SEATS]):
        state.registers[TOOK + seat] += frame[hits.LOST][0] - frame[hits.LOST][index]
