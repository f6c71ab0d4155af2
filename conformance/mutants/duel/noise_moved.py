"""More misreadings of noise tokens: moving them, and what becomes of them."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.noise import AS_IF, placing
from oracle.dice_games import atoms
from oracle.dice_games.table import DECLINE
from oracle.duel import buy, cards, monsters, noise, pull
from oracle.duel.machine import Duel
from oracle.duel.moments import start
from oracle.duel.table import BOARD, MARKERS, NOISE, PLACE_SHIFT, PROCEDURES
from oracle.duel.tracks import COVERED, PLACES, Laid
from oracle.kernel.state import Frame, State

__all__ = ["AS_IF"]


def token_brought(machine: Duel, state: State, card: int, place: int) -> int | None:
    """The token of a card, if it lies in that place."""
    definition = machine.noise_of.get(state.cards[card])
    found = [token for token in state.zones[place] if state.cards[token] == definition]
    return found[0] if found else None


def lies_at(state: State, token: int) -> int | None:
    """The number of the place of a token on the board."""
    return state.marks[token] >> PLACE_SHIFT if state.where[token] == BOARD else None


# --- moving --------------------------------------------------------------------------------------


@AS_IF("a token on a track were never moved", "kd.noise.move")
@do.provided(noise.bring)
def never_moved(machine: Duel, state: State, card: int) -> object:
    return token_brought(machine, state, card, BOARD) is None


AS_IF("a token on a track had to be moved", "kd.noise.move").so(
    "must-move", do.around(noise.lay)(lambda lay: lay(may_stay=False))
)


@AS_IF("a token were moved on its own track only", "kd.noise.move")
@placing
def on_its_track(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
    at = lies_at(state, token)
    return found if at is None else [p for p in found if PLACES[p][0] == PLACES[at][0]]


@AS_IF("a token that is moved were in its own way", "kd.noise.lifted")
@do.instead(noise.other_tokens)
def own_cells_taken(machine: Duel, state: State) -> list[Laid]:
    return list(monsters.laid_tokens(machine, state))


@AS_IF("a token could not be turned round on its cells", "kd.noise.lifted")
@placing
def turning_is_no_move(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
    at = lies_at(state, token)
    return found if at is None else [p for p in found if COVERED[p] != COVERED[at]]


@AS_IF("a token that is moved could be laid on others", "kd.noise.lifted")
@do.around(noise.other_tokens)
def moved_anywhere(other_tokens: Any, state: State, token: int) -> Any:
    return [] if state.where[token] == BOARD else other_tokens()


@do.verb
def sticking(change: Changes, cells: tuple[int, ...]) -> None:
    """Let a token be kept by a marker on some of its cells, or on one that it adds."""

    @change.instead(noise.is_stuck)
    def is_stuck(machine: Duel, state: State, token: int) -> bool:
        for track, at in enumerate(monsters.markers(state)):
            under = monsters.token_under(machine, state, track)
            if under is not None and under[0] == token and (under[1] in cells or at % 2):
                return True
        return False


AS_IF("a token were drawn from under a marker", "kd.noise.stuck").so(
    "moved-from-under", sticking(())
)
AS_IF("only a marker on its first cell kept a token", "kd.noise.stuck").so(
    "stuck-by-first-cell", sticking((0,))
)


@AS_IF("a marker on an added cell did not keep a token", "kd.noise.stuck")
def added_cell_lets_go(change: Changes) -> None:
    @change.around(noise.is_stuck)
    def is_stuck_on_board(is_stuck: Any, machine: Duel, state: State, token: int) -> Any:
        on_added = any(
            at % 2
            and (under := monsters.token_under(machine, state, track)) is not None
            and under[0] == token
            for track, at in enumerate(monsters.markers(state))
        )
        return not on_added and is_stuck()

    @change.around(noise.place_token)
    def place_and_drop(place_token: Any, state: State, token: int) -> None:
        before = lies_at(state, token)
        place_token()
        if before is not None:
            register = MARKERS + PLACES[before][0]
            at = state.registers[register]
            cells = PLACES[before][1]
            if at % 2 and at == cells[0] + cells[-1]:
                state.registers[register] = 2 * cells[0]


@AS_IF("a marker on any token kept all of them", "kd.noise.stuck", "kd.noise.move")
@do.instead(noise.is_stuck)
def any_marker_keeps(machine: Duel, state: State) -> bool:
    tracks = range(len(monsters.markers(state)))
    return any(monsters.token_under(machine, state, track) for track in tracks)


# --- no place ------------------------------------------------------------------------------------


def has_no_place(machine: Duel, state: State, card: int) -> bool:
    """Whether the token of a card is off the board and cannot be placed."""
    token = token_brought(machine, state, card, NOISE)
    return token is not None and not noise.can_be_laid(machine, state, token)


@AS_IF("a card without place for its token did nothing", "kd.noise.no-place")
@do.around(buy.place_noise)
def no_place_no_effect(place_noise: Any, machine: Duel, state: State, frame: Frame) -> None:
    stops = has_no_place(machine, state, frame[buy.CARD])
    place_noise()
    if stops:
        frame[1] = len(PROCEDURES.steps[buy.PURCHASE]) - 1


@AS_IF("no card without place for its token was sold", "kd.noise.no-place")
@do.result(buy.can_buy)
def no_place_no_sale(can: bool, machine: Duel, state: State, card: int) -> bool:
    return can and not has_no_place(machine, state, card)


# --- what becomes of it --------------------------------------------------------------------------


@AS_IF("a token left the board with its card", "kd.noise.stays")
def goes_with_its_card(change: Changes) -> None:
    machines: list[Duel] = []

    @change.after(cards.discard)
    def discard_both(state: State, card: int) -> None:
        token = token_brought(machines[-1], state, card, BOARD)
        if token is not None:
            atoms.move(state, token, NOISE)

    change.relink(machines.append)


@do.verb
def bonus_when_laid(change: Changes, *, moved: bool) -> None:
    """Give the buyer the first bonus of a token that is placed or moved."""

    @change.around(noise.take_place)
    def take_place_and_bonus(take_place: Any, machine: Duel, state: State, frame: Frame) -> None:
        seat, token = frame[noise.SEAT], frame[noise.TOKEN]
        was_out = state.where[token] == BOARD
        stays = state.answer == DECLINE
        take_place()
        found = [cell for cell in machine.tokens[state.cards[token]].cells if cell is not None]
        if found and not stays and was_out == moved:
            start(machine, state, (token, found[0]), seat, (seat, 0))


AS_IF("placing a token gave its bonus", "kd.noise.stays").so(
    "bonus-when-placed", bonus_when_laid(moved=False)
)
AS_IF("moving a token gave its bonus", "kd.noise.stays").so(
    "bonus-when-moved", bonus_when_laid(moved=True)
)


@AS_IF("a card's own pull found no bonus", "kd.noise.then-pull")
@do.around(pull.apply_bonus)
def own_pull_without_bonus(apply_bonus: Any, machine: Duel, state: State, frame: Frame) -> None:
    token, cause = frame[pull.TOKEN], frame[pull.CAUSE]
    bought = [each[buy.CARD] for each in state.stack if each[0] == buy.PURCHASE]
    brings = machine.noise_of.get(state.cards[cause]) if cause in bought else None
    if brings is None or brings != state.cards[token]:
        apply_bonus()
