"""Misreadings of hits: whose they are, and which of them count."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.duel.hits import AS_IF
from oracle.duel import hits
from oracle.duel.machine import Duel
from oracle.duel.table import TOOK
from oracle.kernel.state import Frame, Rules, State

__all__ = ["AS_IF"]


@AS_IF(
    "prevented-for-both",
    "a hit that one monster prevents were prevented for the other too",
    "kd.hit.both",
    "kd.hit.defend",
)
def prevented_for_both(change: Changes) -> None:
    prevent = hits.prevent

    def prevent_for_both(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        frame = hits.hits_frame(state)
        for each in frame[hits.SEATS] if frame is not None else ():
            prevent(state, each, amount, cause, rules)

    change.swap(prevent, prevent_for_both)


@AS_IF(
    "saved-hits-add-up",
    "a monster that was saved had taken all hits of the turn together",
    "kd.hit.stay",
    "kd.hit.at-least",
)
def saved_hits_add_up(change: Changes) -> None:
    sort_out = hits.sort_out

    def sort_out_the_turn(machine: Duel, state: State, frame: Frame) -> None:
        shown = frame[hits.LOST]
        sort_out(machine, state, frame)
        frame[hits.LOST] = tuple(
            state.registers[TOOK + seat] if now != before else now
            for seat, before, now in zip(frame[hits.SEATS], shown, frame[hits.LOST], strict=True)
        )

    change.swap(sort_out, sort_out_the_turn)


@AS_IF(
    "prevented-are-taken",
    "hits that a throw of dice prevents counted as hits of the turn",
    "kd.hit.taken",
    "kd.hit.first",
    "kd.hit.beyond",
)
def prevented_are_taken(change: Changes) -> None:
    prevent = hits.prevent

    def prevent_and_count(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        prevent(state, seat, amount, cause, rules)
        if "kd.hit.die-for-each" in rules:
            state.registers[TOOK + seat] += amount

    change.swap(prevent, prevent_and_count)


@AS_IF(
    "both-count-alike",
    "two monsters hit together had taken as many hits as the first of them",
    "kd.hit.both",
    "kd.hit.beyond",
)
def both_count_alike(change: Changes) -> None:
    lose = hits.lose

    def lose_and_count_alike(machine: Duel, state: State, frame: Frame) -> None:
        lose(machine, state, frame)
        for index, seat in enumerate(frame[hits.SEATS]):
            state.registers[TOOK + seat] += frame[hits.LOST][0] - frame[hits.LOST][index]

    change.swap(lose, lose_and_count_alike)
