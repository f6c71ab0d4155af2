"""Misreadings of hits: what a monster does against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.hits import AS_IF, flag
from oracle.duel import hits, monsters
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel, Linked
from oracle.duel.paths import TRACKS
from oracle.duel.pulls import ability_of, kind_of
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.king.machine import Entry
from oracle.king.table import ACTIVE, DECLINE, NONE
from rules_dsl.definitions import Call

__all__ = ["AS_IF"]

MOMENT = "would-be-hit"


# --- defending -----------------------------------------------------------------------------------


@AS_IF("defences-in-order", "nobody chose the order of defences", "kd.hit.defend")
def defences_in_order(change: Changes) -> None:
    defences = hits.defences

    def those_that_must(machine: Duel, state: State, frame: Frame) -> list[Entry]:
        ready = defences(machine, state, frame)
        must = [entry for entry in ready if not machine.abilities[entry[1]].optional]
        return must[:1] or ready

    change.swap(defences, those_that_must)


@AS_IF("one-defence", "one defence were the most", "kd.hit.defend")
def one_defence(change: Changes) -> None:
    defences = hits.defences
    change.swap(
        defences,
        lambda machine, state, frame: (
            [] if frame[hits.APPLIED] else defences(machine, state, frame)
        ),
    )


@AS_IF("no-defence-must", "every defence were optional", "kd.hit.defend")
def no_defence_must(change: Changes) -> None:
    def ask_with_decline(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [*options, *([] if DECLINE in options else [DECLINE])], *rest)

    change.put(hits, "ask", ask_with_decline)


@AS_IF("dice-always-first", "thrown dice always came first", "kd.hit.defend")
def dice_always_first(change: Changes) -> None:
    flag(change, "dice_defend_first", True)


@AS_IF("dice-never-first", "thrown dice never had to come first", "kd.hit.defend")
def dice_never_first(change: Changes) -> None:
    flag(change, "dice_defend_first", False)


# --- the first hit -------------------------------------------------------------------------------


@AS_IF("first-lot", "all hits of the first lot were ignored", "kd.hit.first")
def first_lot(change: Changes) -> None:
    prevent = EFFECTS["prevent"]

    def prevent_all(linker: Linker, call: Call) -> list[Any]:
        if call.get("count") is None:
            args = tuple((name, 99 if name == "amount" else value) for name, value in call.args)
            call = Call(call.word, args, call.span)
        return prevent(linker, call)

    change.put(EFFECTS, "prevent", prevent_all)


@AS_IF("one-ignores-for-all", "several cards together ignored one hit", "kd.hit.first")
def one_ignores_for_all(change: Changes) -> None:
    defences = hits.defences

    def one_of_them(machine: Duel, state: State, frame: Frame) -> list[Entry]:
        ignored = any(not machine.abilities[entry[1]].throws for entry in frame[hits.APPLIED])
        return [
            entry
            for entry in defences(machine, state, frame)
            if not ignored or machine.abilities[entry[1]].throws
        ]

    change.swap(defences, one_of_them)


@AS_IF("later-hits-too", "a hit after the first could be ignored", "kd.hit.first")
def later_hits_too(change: Changes) -> None:
    took = CONDITIONS["took"]

    def took_any(linker: Linker, call: Call) -> Condition:
        if linker.mentions("on-noise"):
            return took(linker, call)
        return lambda machine, state, source, you, context: True

    change.put(CONDITIONS, "took", took_any)


@AS_IF("ignores-again", "hits were ignored until one is taken", "kd.hit.first")
def ignores_again(change: Changes) -> None:
    once = EFFECTS["once-each-turn"]

    def again(linker: Linker, call: Call) -> list[Any]:
        return linker.body(call["body"]) if linker.head == MOMENT else once(linker, call)

    change.put(EFFECTS, "once-each-turn", again)


@AS_IF("own-turn-too", "a hit were ignored in the owner's own turn too", "kd.hit.first")
def own_turn_too(change: Changes) -> None:
    is_turn = CONDITIONS["is-turn"]

    def any_turn(linker: Linker, call: Call) -> Condition:
        if linker.head != MOMENT or linker.mentions("on-noise"):
            return is_turn(linker, call)
        return lambda machine, state, source, you, context: True

    change.put(CONDITIONS, "is-turn", any_turn)


def on_noise(change: Changes, holds: Callable[[Duel, State, int], bool]) -> None:
    """Misread whether a marker stands on a noise token: holds(machine, state, track)."""

    def stands(linker: Linker, call: Call) -> Condition:
        track = TRACKS.index(str(call["track"]))
        return lambda machine, state, source, you, context: holds(machine, state, track)

    change.put(CONDITIONS, "on-noise", stands)


@AS_IF("no-empty-cells", "empty cells of tokens did not serve", "kd.hit.first-if")
def no_empty_cells(change: Changes) -> None:
    def on_bonus(machine: Duel, state: State, track: int) -> bool:
        found = monsters.token_under(machine, state, track)
        return found is not None and ability_of(machine, state, *found) is not None

    on_noise(change, on_bonus)


@AS_IF("no-king-tokens", "The King's tokens did not serve", "kd.hit.first-if")
def no_king_tokens(change: Changes) -> None:
    def on_other(machine: Duel, state: State, track: int) -> bool:
        found = monsters.token_under(machine, state, track)
        return found is not None and kind_of(machine, state, found[0]).monster is None

    on_noise(change, on_other)


@AS_IF("on-any-cell", "the marker need not stand on a token", "kd.hit.first-if")
def on_any_cell(change: Changes) -> None:
    on_noise(change, lambda machine, state, track: True)


@AS_IF("always-while-true", "an earlier hit never mattered", "kd.hit.first-if")
def always_while_true(change: Changes) -> None:
    flag(change, "first_while_true", True)


@AS_IF("never-while-true", "an earlier hit always mattered", "kd.hit.first-if")
def never_while_true(change: Changes) -> None:
    flag(change, "first_while_true", False)


# --- dice against hits ---------------------------------------------------------------------------


def throwing(change: Changes, misread: Callable[[Linked], None]) -> None:
    """Misread the abilities that throw dice against hits."""

    def look_through(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == MOMENT and linked.throws:
                misread(linked)

    change.relink(look_through)


def only_if(linked: Linked, holds: Callable[[State, int], bool]) -> None:
    """Let an ability be used only if something holds for its owner."""
    possible = linked.possible

    def both(machine: Duel, state: State, source: int, you: int, context: tuple[int, int]) -> bool:
        return holds(state, you) and possible(machine, state, source, you, context)

    linked.possible = both


@AS_IF("one-die-for-all", "one die were thrown for all hits", "kd.hit.die-for-each")
def one_die_for_all(change: Changes) -> None:
    throw = EFFECTS["roll"]

    def throw_one(linker: Linker, call: Call) -> list[Any]:
        if linker.head == MOMENT:
            call = Call(call.word, tuple(a for a in call.args if a[0] != "count"), call.span)
        return throw(linker, call)

    change.put(EFFECTS, "roll", throw_one)


@AS_IF("dice-once-a-turn", "dice were thrown once a turn", "kd.hit.die-for-each")
def dice_once_a_turn(change: Changes) -> None:
    throwing(change, lambda linked: setattr(linked, "once", True))


@AS_IF("dice-again", "dice could be thrown again for the same hits", "kd.hit.die-for-each")
def dice_again(change: Changes) -> None:
    take_defence = hits.take_defence

    def take_and_forget(machine: Duel, state: State, frame: Frame) -> None:
        take_defence(machine, state, frame)
        frame[hits.APPLIED] = tuple(
            entry for entry in frame[hits.APPLIED] if not machine.abilities[entry[1]].throws
        )

    change.swap(take_defence, take_and_forget)


@AS_IF("dice-in-rivals-turns", "no dice were thrown in one's own turn", "kd.hit.die-for-each")
def dice_in_rivals_turns(change: Changes) -> None:
    throwing(
        change, lambda linked: only_if(linked, lambda state, you: state.registers[ACTIVE] != you)
    )


@AS_IF("dice-against-claws", "dice were thrown against claws only", "kd.hit.die-for-each")
def dice_against_claws(change: Changes) -> None:
    def by_claws(state: State, you: int) -> bool:
        frame = hits.hits_frame(state)
        return frame is not None and frame[hits.CAUSE] == NONE

    throwing(change, lambda linked: only_if(linked, by_claws))


@AS_IF("one-heart-helps", "only one heart of the dice helped", "kd.hit.die-for-each")
def one_heart_helps(change: Changes) -> None:
    prevent = hits.prevent

    def prevent_one(state: State, seat: int, amount: int, cause: int, rules: Any) -> None:
        if "kd.hit.die-for-each" in rules:
            amount = min(1, amount)
        prevent(state, seat, amount, cause, rules)

    change.swap(prevent, prevent_one)
