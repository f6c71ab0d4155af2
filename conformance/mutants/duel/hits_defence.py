"""Misreadings of hits: what a monster does against them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.hits import AS_IF
from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, DECLINE, NONE
from oracle.duel import hits, monsters
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.bonus import ability_of, kind_of
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel, Linked
from oracle.duel.tracks import TRACKS
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

__all__ = ["AS_IF"]

MOMENT = "would-be-hit"


# --- defending -----------------------------------------------------------------------------------


@AS_IF("nobody chose the order of defences", "kd.hit.defend")
@do.result(hits.defences)
def defences_in_order(ready: list[Entry], machine: Duel) -> list[Entry]:
    must = [entry for entry in ready if not machine.abilities[entry[1]].optional]
    return must[:1] or ready


@AS_IF("one defence were the most", "kd.hit.defend")
def one_defence(change: Changes) -> None:
    defences = hits.defences
    change.swap(
        defences,
        lambda machine, state, frame: (
            [] if frame[hits.APPLIED] else defences(machine, state, frame)
        ),
    )


@AS_IF("every defence were optional", "kd.hit.defend")
@do.instead(hits, "ask")
def no_defence_must(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, [*options, *([] if DECLINE in options else [DECLINE])], *rest)


AS_IF("thrown dice always came first", "kd.hit.defend").so(
    "dice-always-first", do.answer("dice_defend_first", True)
)
AS_IF("thrown dice never had to come first", "kd.hit.defend").so(
    "dice-never-first", do.answer("dice_defend_first", False)
)


# --- the first hit -------------------------------------------------------------------------------


@AS_IF("all hits of the first lot were ignored", "kd.hit.first")
@do.around(EFFECTS, "prevent")
def first_lot(prevent: Any, call: Call) -> Any:
    if call.get("count") is None:
        args = tuple((name, 99 if name == "amount" else value) for name, value in call.args)
        call = Call(call.word, args, call.span)
    return prevent(call=call)


@AS_IF("several cards together ignored one hit", "kd.hit.first")
@do.around(hits.defences)
def one_ignores_for_all(defences: Any, machine: Duel, frame: Frame) -> Any:
    ignored = any(not machine.abilities[entry[1]].throws for entry in frame[hits.APPLIED])
    return [entry for entry in defences() if not ignored or machine.abilities[entry[1]].throws]


@AS_IF("a hit after the first could be ignored", "kd.hit.first")
@do.around(CONDITIONS, "took")
def later_hits_too(took: Any, linker: Linker) -> Any:
    if linker.mentions("on-noise"):
        return took()
    return lambda machine, state, source, you, context: True


@AS_IF("hits were ignored until one is taken", "kd.hit.first")
@do.around(EFFECTS, "once-each-turn")
def ignores_again(once: Any, linker: Linker, call: Call) -> Any:
    return linker.body(call["body"]) if linker.head == MOMENT else once()


@AS_IF("a hit were ignored in the owner's own turn too", "kd.hit.first")
@do.around(CONDITIONS, "is-turn")
def own_turn_too(is_turn: Any, linker: Linker) -> Any:
    if linker.head != MOMENT or linker.mentions("on-noise"):
        return is_turn()
    return lambda machine, state, source, you, context: True


@do.verb
def on_noise(change: Changes, holds: Callable[[Duel, State, int], bool]) -> None:
    """Misread whether a marker stands on a noise token: holds(machine, state, track)."""

    @change.instead(CONDITIONS, "on-noise")
    def stands(call: Call) -> Condition:
        track = TRACKS.index(str(call["track"]))
        return lambda machine, state, source, you, context: holds(machine, state, track)


@AS_IF("empty cells of tokens did not serve", "kd.hit.first-if")
@on_noise
def no_empty_cells(machine: Duel, state: State, track: int) -> bool:
    found = monsters.token_under(machine, state, track)
    return found is not None and ability_of(machine, state, *found) is not None


@AS_IF("The King's tokens did not serve", "kd.hit.first-if")
@on_noise
def no_king_tokens(machine: Duel, state: State, track: int) -> bool:
    found = monsters.token_under(machine, state, track)
    return found is not None and kind_of(machine, state, found[0]).monster is None


AS_IF("the marker need not stand on a token", "kd.hit.first-if").so(
    "on-any-cell", on_noise(lambda machine, state, track: True)
)
AS_IF("an earlier hit never mattered", "kd.hit.first-if").so(
    "always-while-true", do.answer("first_while_true", True)
)
AS_IF("an earlier hit always mattered", "kd.hit.first-if").so(
    "never-while-true", do.answer("first_while_true", False)
)


# --- dice against hits ---------------------------------------------------------------------------


@do.verb
def throwing(change: Changes, misread: Callable[[Linked], None]) -> None:
    """Misread the abilities that throw dice against hits."""

    @change.relink
    def look_through(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == MOMENT and linked.throws:
                misread(linked)


def only_if(linked: Linked, holds: Callable[[State, int], bool]) -> None:
    """Let an ability be used only if something holds for its owner."""
    possible = linked.possible

    def both(machine: Duel, state: State, source: int, you: int, context: tuple[int, ...]) -> bool:
        return holds(state, you) and possible(machine, state, source, you, context)

    linked.possible = both


@AS_IF("one die were thrown for all hits", "kd.hit.die-for-each")
@do.around(EFFECTS, "roll")
def one_die_for_all(throw: Any, linker: Linker, call: Call) -> Any:
    if linker.head == MOMENT:
        call = Call(call.word, tuple(a for a in call.args if a[0] != "count"), call.span)
    return throw(call=call)


AS_IF("dice were thrown once a turn", "kd.hit.die-for-each").so(
    "dice-once-a-turn", throwing(lambda linked: setattr(linked, "once", True))
)


@AS_IF("dice could be thrown again for the same hits", "kd.hit.die-for-each")
@do.after(hits.take_defence)
def dice_again(machine: Duel, frame: Frame) -> None:
    frame[hits.APPLIED] = tuple(
        entry for entry in frame[hits.APPLIED] if not machine.abilities[entry[1]].throws
    )


AS_IF("no dice were thrown in one's own turn", "kd.hit.die-for-each").so(
    "dice-in-rivals-turns",
    throwing(lambda linked: only_if(linked, lambda state, you: state.registers[ACTIVE] != you)),
)


@AS_IF("dice were thrown against claws only", "kd.hit.die-for-each")
def dice_against_claws(change: Changes) -> None:
    def by_claws(state: State, you: int) -> bool:
        frame = hits.hits_frame(state)
        return frame is not None and frame[hits.CAUSE] == NONE

    throwing(lambda linked: only_if(linked, by_claws))(change)


@AS_IF("only one heart of the dice helped", "kd.hit.die-for-each")
@do.around(hits.prevent)
def one_heart_helps(prevent: Any, amount: int, rules: Any) -> None:
    if "kd.hit.die-for-each" in rules:
        amount = min(1, amount)
    prevent(amount=amount)
