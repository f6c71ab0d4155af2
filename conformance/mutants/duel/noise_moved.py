"""More misreadings of noise tokens: moving them, and what becomes of them."""

from __future__ import annotations

from conformance.mutants.changes import Changes
from conformance.mutants.duel.noise import AS_IF, placing
from oracle.duel import atoms, buying, monsters, noise, pulls
from oracle.duel.machine import Duel
from oracle.duel.moments import start
from oracle.duel.paths import COVERED, PLACES, Laid
from oracle.duel.table import BOARD, MARKERS, NOISE, PLACE_SHIFT, PROCEDURES
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import DECLINE

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


@AS_IF("never-moved", "a token on a track were never moved", "kd.noise.move")
def never_moved(change: Changes) -> None:
    bring = noise.bring

    def bring_new(machine: Duel, state: State, seat: int, card: int) -> None:
        if token_brought(machine, state, card, BOARD) is None:
            bring(machine, state, seat, card)

    change.swap(bring, bring_new)


@AS_IF("must-move", "a token on a track had to be moved", "kd.noise.move")
def must_move(change: Changes) -> None:
    lay = noise.lay

    def lay_elsewhere(state: State, seat: int, token: int, cause: int, *, may_stay: bool) -> None:
        lay(state, seat, token, cause, may_stay=False)

    change.swap(lay, lay_elsewhere)


@AS_IF("on-its-track", "a token were moved on its own track only", "kd.noise.move")
def on_its_track(change: Changes) -> None:
    def same_track(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        at = lies_at(state, token)
        return found if at is None else [p for p in found if PLACES[p][0] == PLACES[at][0]]

    placing(change, same_track)


@AS_IF("own-cells-taken", "a token that is moved were in its own way", "kd.noise.lifted")
def own_cells_taken(change: Changes) -> None:
    def all_tokens(machine: Duel, state: State, token: int) -> list[Laid]:
        return list(monsters.laid_tokens(machine, state))

    change.swap(noise.other_tokens, all_tokens)


@AS_IF("turning-is-no-move", "a token could not be turned round on its cells", "kd.noise.lifted")
def turning_is_no_move(change: Changes) -> None:
    def other_cells(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        at = lies_at(state, token)
        return found if at is None else [p for p in found if COVERED[p] != COVERED[at]]

    placing(change, other_cells)


@AS_IF("moved-anywhere", "a token that is moved could be laid on others", "kd.noise.lifted")
def moved_anywhere(change: Changes) -> None:
    other_tokens = noise.other_tokens

    def none_if_moved(machine: Duel, state: State, token: int) -> list[Laid]:
        return [] if state.where[token] == BOARD else other_tokens(machine, state, token)

    change.swap(other_tokens, none_if_moved)


def sticking(change: Changes, cells: tuple[int, ...]) -> None:
    """Let a token be kept by a marker on some of its cells, or on one that it adds."""

    def is_stuck(machine: Duel, state: State, token: int) -> bool:
        for track, at in enumerate(monsters.markers(state)):
            under = monsters.token_under(machine, state, track)
            if under is not None and under[0] == token and (under[1] in cells or at % 2):
                return True
        return False

    change.swap(noise.is_stuck, is_stuck)


@AS_IF("moved-from-under", "a token were drawn from under a marker", "kd.noise.stuck")
def moved_from_under(change: Changes) -> None:
    sticking(change, ())


@AS_IF("stuck-by-first-cell", "only a marker on its first cell kept a token", "kd.noise.stuck")
def stuck_by_first_cell(change: Changes) -> None:
    sticking(change, (0,))


@AS_IF("added-cell-lets-go", "a marker on an added cell did not keep a token", "kd.noise.stuck")
def added_cell_lets_go(change: Changes) -> None:
    is_stuck, place_token = noise.is_stuck, atoms.place_token

    def is_stuck_on_board(machine: Duel, state: State, token: int) -> bool:
        on_added = any(
            at % 2
            and (under := monsters.token_under(machine, state, track)) is not None
            and under[0] == token
            for track, at in enumerate(monsters.markers(state))
        )
        return not on_added and is_stuck(machine, state, token)

    def place_and_drop(state: State, token: int, place: int, seat: int, rules: Rules) -> None:
        before = lies_at(state, token)
        place_token(state, token, place, seat, rules)
        if before is not None:
            register = MARKERS + PLACES[before][0]
            at = state.registers[register]
            cells = PLACES[before][1]
            if at % 2 and at == cells[0] + cells[-1]:
                state.registers[register] = 2 * cells[0]

    change.swap(is_stuck, is_stuck_on_board)
    change.swap(place_token, place_and_drop)


@AS_IF(
    "any-marker-keeps",
    "a marker on any token kept all of them",
    "kd.noise.stuck",
    "kd.noise.move",
)
def any_marker_keeps(change: Changes) -> None:
    def is_stuck(machine: Duel, state: State, token: int) -> bool:
        tracks = range(len(monsters.markers(state)))
        return any(monsters.token_under(machine, state, track) for track in tracks)

    change.swap(noise.is_stuck, is_stuck)


# --- no place ------------------------------------------------------------------------------------


def has_no_place(machine: Duel, state: State, card: int) -> bool:
    """Whether the token of a card is off the board and cannot be placed."""
    token = token_brought(machine, state, card, NOISE)
    return token is not None and not noise.can_be_laid(machine, state, token)


@AS_IF("no-place-no-effect", "a card without place for its token did nothing", "kd.noise.no-place")
def no_place_no_effect(change: Changes) -> None:
    place_noise = buying.place_noise

    def place_or_stop(machine: Duel, state: State, frame: Frame) -> None:
        stops = has_no_place(machine, state, frame[buying.CARD])
        place_noise(machine, state, frame)
        if stops:
            frame[1] = len(PROCEDURES.steps[buying.PURCHASE]) - 1

    change.swap(place_noise, place_or_stop)


@AS_IF("no-place-no-sale", "no card without place for its token was sold", "kd.noise.no-place")
def no_place_no_sale(change: Changes) -> None:
    can_buy = buying.can_buy

    def can_place(machine: Duel, state: State, card: int, seat: int, discount: int = 0) -> bool:
        can = can_buy(machine, state, card, seat, discount)
        return can and not has_no_place(machine, state, card)

    change.swap(can_buy, can_place)


# --- what becomes of it --------------------------------------------------------------------------


@AS_IF("goes-with-its-card", "a token left the board with its card", "kd.noise.stays")
def goes_with_its_card(change: Changes) -> None:
    discard = atoms.discard
    machines: list[Duel] = []

    def discard_both(state: State, card: int, cause: int, rules: Rules) -> None:
        discard(state, card, cause, rules)
        token = token_brought(machines[-1], state, card, BOARD)
        if token is not None:
            atoms.move(state, token, NOISE)

    change.relink(machines.append)
    change.swap(discard, discard_both)


def bonus_when_laid(change: Changes, *, moved: bool) -> None:
    """Give the buyer the first bonus of a token that is placed or moved."""
    take_place = noise.take_place

    def take_place_and_bonus(machine: Duel, state: State, frame: Frame) -> None:
        seat, token = frame[noise.SEAT], frame[noise.TOKEN]
        was_out = state.where[token] == BOARD
        stays = state.answer == DECLINE
        take_place(machine, state, frame)
        found = [cell for cell in machine.tokens[state.cards[token]].cells if cell is not None]
        if found and not stays and was_out == moved:
            start(machine, state, (token, found[0]), seat, (seat, 0))

    change.swap(take_place, take_place_and_bonus)


@AS_IF("bonus-when-placed", "placing a token gave its bonus", "kd.noise.stays")
def bonus_when_placed(change: Changes) -> None:
    bonus_when_laid(change, moved=False)


@AS_IF("bonus-when-moved", "moving a token gave its bonus", "kd.noise.stays")
def bonus_when_moved(change: Changes) -> None:
    bonus_when_laid(change, moved=True)


@AS_IF("own-pull-without-bonus", "a card's own pull found no bonus", "kd.noise.then-pull")
def own_pull_without_bonus(change: Changes) -> None:
    apply_bonus = pulls.apply_bonus

    def apply_others(machine: Duel, state: State, frame: Frame) -> None:
        token, cause = frame[pulls.TOKEN], frame[pulls.CAUSE]
        bought = [each[buying.CARD] for each in state.stack if each[0] == buying.PURCHASE]
        brings = machine.noise_of.get(state.cards[cause]) if cause in bought else None
        if brings is None or brings != state.cards[token]:
            apply_bonus(machine, state, frame)

    change.swap(apply_bonus, apply_others)
