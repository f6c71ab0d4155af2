"""Numbers and conditions of the card text of Duel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oracle.dice_games.control import compare
from oracle.dice_games.table import ACTIVE, AREA, CONTEXT, DICE, NONE, REROLLS
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

from .binding import Condition, Number, condition, number
from .bonus import ability_of, kind_of
from .hits import pending, taken_before
from .monsters import markers_in_spotlights, resolved, result_of, roll_of, token_under
from .pull import CELL, FORGONE, TOKEN, pull_frame
from .table import (
    CLAW,
    CLAWS,
    ENERGY,
    FACES,
    HEARTS,
    LEFT,
    MONSTER,
    RESOLVED,
    RESOLVER,
    SPOTLIT,
    TOKENS,
    rival,
)
from .tracks import TRACKS

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Duel

RESOURCES = {"hearts": HEARTS, "energy": ENERGY, "dice-tokens": TOKENS}

Context = tuple[int, ...]


def whose(value: object) -> Callable[[int], int]:
    """The monster that a word means, given `you`."""
    assert isinstance(value, Call)
    if value.word == "you":
        return lambda you: you
    return rival


def _integer(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]


def _face(value: object) -> int:
    return FACES.index(str(value))


# --- numbers: the last argument is `you` ---------------------------------------------------------


@number("per")
def _per(linker: Linker, call: Call) -> Number:
    """So many lots of something, rounded down. rule: kd.end.per-amount"""
    lot, resource, of = _integer(call["n"]), RESOURCES[str(call["resource"])], whose(call["player"])
    return lambda machine, state, frame, you: state.counters[resource + of(you)] // lot


@number("keep-cards")
def _keep_cards(linker: Linker, call: Call) -> Number:
    of, keep = whose(call["player"]), linker.of_type("keep")

    def count(machine: Duel, state: State, frame: Frame, you: int) -> int:
        return sum(state.cards[card] in keep for card in state.zones[AREA + of(you)])

    return count


@number("rolled-per")
def _rolled_per(linker: Linker, call: Call) -> Number:
    lot, face = _integer(call["n"]), _face(call["face"])
    return lambda machine, state, frame, you: roll_of(machine, state, face) // lot


@number("resolved-symbols")
def _resolved_symbols(linker: Linker, call: Call) -> Number:
    """As many as were resolved; what multiplies hits is not. rule: kd.pull.for-each-claw"""
    face = _face(call["face"])
    if face == CLAW:
        return lambda machine, state, frame, you: state.registers[CLAWS]
    return lambda machine, state, frame, you: (
        (resolved(state, face) or result_of(machine, state, face))
        if state.registers[RESOLVED] >> face & 1
        else 0
    )


@number("unused-rolls")
def _unused_rolls(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame, you: state.registers[REROLLS]


@number("markers-in-spotlights")
def _markers(linker: Linker, call: Call) -> Number:
    """Counted whenever it is looked at; by option, once. rule: kd.roll.added-markers"""
    return lambda machine, state, frame, you: (
        state.registers[SPOTLIT] if machine.markers_when_complete else markers_in_spotlights(state)
    )


@number("hits-beyond")
def _hits_beyond(linker: Linker, call: Call) -> Number:
    """Of the hits the rival just took, those beyond so many in this turn. rule: kd.hit.beyond"""
    most = _integer(call["n"])

    def beyond(machine: Duel, state: State, frame: Frame, you: int) -> int:
        other = rival(you)
        if machine.own_turns_only and state.registers[ACTIVE] != you:
            return 0
        before = taken_before(state, other)
        return max(0, before + pending(state, other) - max(most, before))

    return beyond


@number("changed")
def _changed(linker: Linker, call: Call) -> Number:
    """What the event that the line answers to changed."""
    if call["change"] == "hits":
        return lambda machine, state, frame, you: pending(state, you)
    return lambda machine, state, frame, you: int(frame[CONTEXT][1])


# --- conditions ----------------------------------------------------------------------------------


@condition("is-turn")
def _is_turn(linker: Linker, call: Call) -> Condition:
    of = whose(call["player"])
    return lambda machine, state, source, you, context: state.registers[ACTIVE] == of(you)


@condition("is-resolving")
def _is_resolving(linker: Linker, call: Call) -> Condition:
    """In the resolve phase, whatever happens in it. rule: kd.resolve.while"""
    of = whose(call["player"])
    return lambda machine, state, source, you, context: state.registers[RESOLVER] == of(you) + 1


@condition("rolled")
def _rolled(linker: Linker, call: Call) -> Condition:
    """So many symbols of a face, or of the face there is most of. rule: kd.roll.of-a-kind"""
    limit, wanted = call["limit"], _integer(call["n"])
    of_a_kind = call["face"] == "any"
    faces = range(len(FACES)) if of_a_kind else (_face(call["face"]),)

    def holds(machine: Duel, state: State, source: int, you: int, context: Context) -> bool:
        if of_a_kind and machine.dice_of_a_kind:
            out = machine.left_out_of_roll
            found = max(
                state.registers[DICE + face] - (state.registers[LEFT + face] if out else 0)
                for face in faces
            )
        else:
            found = max(roll_of(machine, state, face) for face in faces)
        return compare(limit, found, wanted)

    return holds


@condition("rolled-each")
def _rolled_each(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, context: all(
        roll_of(machine, state, face) for face in range(len(FACES))
    )


@condition("takes")
def _takes(linker: Linker, call: Call) -> Condition:
    """The hits the line answers to; by option, those of the turn. rule: kd.hit.at-least"""
    of, limit, wanted = whose(call["player"]), call["limit"], _integer(call["n"])
    after = linker.head in ("was-hit", "rival-hit")

    def holds(machine: Duel, state: State, source: int, you: int, context: Context) -> bool:
        seat = of(you)
        if after and machine.hits_add_up:
            before = taken_before(state, seat)
            reached = compare(limit, before + pending(state, seat), wanted)
            return reached and not (limit == "at-least" and before >= wanted)
        return compare(limit, pending(state, seat), wanted)

    return holds


@condition("took")
def _took(linker: Linker, call: Call) -> Condition:
    """Hits of this turn before those now. rules: kd.hit.taken, kd.hit.first-if"""
    of, limit, wanted = whose(call["player"]), call["limit"], _integer(call["n"])
    under_condition = linker.mentions("on-noise")
    return lambda machine, state, source, you, context: (
        (under_condition and machine.first_while_true)
        or compare(limit, taken_before(state, of(you)), wanted)
    )


@condition("is-marker")
def _is_marker(linker: Linker, call: Call) -> Condition:
    track = TRACKS.index(str(call["track"]))
    return lambda machine, state, source, you, context: context[0] == track


@condition("on-noise")
def _on_noise(linker: Linker, call: Call) -> Condition:
    """Where the marker stands now, on any cell of any token. rule: kd.hit.first-if"""
    track = TRACKS.index(str(call["track"]))
    return lambda machine, state, source, you, context: (
        token_under(machine, state, track) is not None
    )


@condition("is-cell")
def _is_cell(linker: Linker, call: Call) -> Condition:
    """An empty cell, or one with a bonus that is not hits. rules: kd.bonus.empty, .instead"""
    wants_empty = call["content"] == "empty"

    def holds(machine: Duel, state: State, source: int, you: int, context: Context) -> bool:
        frame = pull_frame(state)
        if frame is None or frame[TOKEN] == NONE or frame[FORGONE]:
            return False
        token, cell = frame[TOKEN], frame[CELL]
        ability = ability_of(machine, state, token, cell)
        stops = ability is not None and machine.abilities[ability].stops
        if wants_empty:
            return ability is None or (stops and machine.king_cell_is_empty)
        return ability is not None and not stops and not kind_of(machine, state, token).hits[cell]

    return holds


@condition("rival-is")
def _rival_is(linker: Linker, call: Call) -> Condition:
    of, wanted = whose(call["player"]), str(call["monster"])

    def holds(machine: Duel, state: State, source: int, you: int, context: Context) -> bool:
        board = state.zones[MONSTER + rival(of(you))]
        return bool(board) and machine.definitions[state.cards[board[0]]].id == wanted

    return holds
