"""Misreadings of noise tokens: what they are, where they may be laid, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import in_order
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms
from oracle.dice_games.table import DECLINE
from oracle.duel import buy, cards, monsters, noise, pull, tracks
from oracle.duel.buy import CARD, PURCHASE
from oracle.duel.machine import Duel, Token
from oracle.duel.moments import start
from oracle.duel.monsters import token_under
from oracle.duel.table import BOARD, MARKERS, NOISE, PLACE_SHIFT, PROCEDURES, rival
from oracle.duel.tracks import COVERED, FAME, PLACES, SPOTLIGHT, VICTORY_CELL, Laid, Shape
from oracle.kernel.state import Frame, State
from rules_dsl.module import Module

AS_IF = Topic("duel", "noise")


@do.verb
def retokening(change: Changes, *names: str, new: Callable[..., None]) -> None:
    """Change kinds of tokens, where the ruleset has all of them."""

    @change.relink
    def change_them(machine: Duel) -> None:
        numbers = [machine.definition_number.get(name, -1) for name in names]
        if all(number in machine.tokens for number in numbers):
            new(*(machine.tokens[number] for number in numbers))


@do.verb
def every_token(change: Changes, new: Callable[[Token], None]) -> None:
    """Change all tokens that cards bring."""

    @change.relink
    def change_all(machine: Duel) -> None:
        for token in machine.tokens.values():
            if token.monster is None:
                new(token)


placing = do.result(noise.places_for)


@do.verb
def placing_where(change: Changes, fits: Callable[[int, tuple[int, ...]], bool]) -> None:
    """Let tokens lie on some places only, by track and cells."""
    placing(lambda found: [place for place in found if fits(*PLACES[place])])(change)


def give(token: Token, cells: Iterable[int | None]) -> None:
    """Let the cells of a token do something else."""
    token.cells = tuple(cells)


# --- what tokens there are -----------------------------------------------------------------------
@do.verb
def in_the_box(change: Changes, copies: int, of: int | None) -> None:
    """Let there be so many of the tokens of which there are so many."""

    @change.rewrite
    def pack(module: Module) -> Module:
        cards = tuple(
            evolve(card, copies=copies)
            if card.kind == "noise" and of in (None, card.copies)
            else card
            for card in module.cards
        )
        return evolve(module, cards=cards)


@AS_IF("only the first cell of a token had a bonus", "kd.noise.size")
@every_token
def one_bonus_a_token(token: Token) -> None:
    give(token, (token.cells[0], *(None for _ in token.cells[1:])))


@AS_IF("all cells of a token with a bonus had one", "kd.noise.size")
@every_token
def no_empty_cells(token: Token) -> None:
    bonus = next((cell for cell in token.cells if cell is not None), None)
    give(token, (bonus if cell is None else cell for cell in token.cells))


def exchange(one: Token, other: Token) -> None:
    """Let two tokens of the same size have each other's cells."""
    one.cells, other.cells = other.cells, one.cells
    one.hits, other.hits = other.hits, one.hits


def reverse(token: Token) -> None:
    """Let a token read from its other end."""
    token.cells, token.hits = token.cells[::-1], token.hits[::-1]


def one_hit(pumpkin: Token, dragon: Token) -> None:
    """Let the Pumpkin have the middle cell of the Dragon."""
    give(pumpkin, (pumpkin.cells[0], dragon.cells[1], pumpkin.cells[2]))


def as_long(alien: Token) -> None:
    """Let the Alien have as many cells as it covers."""
    alien.shape, alien.cells, alien.hits = Shape(3, 3), (None,) * 3, (False,) * 3


@AS_IF("long tokens had a bonus at both ends", "kd.noise.longer")
@every_token
def bonus_at_the_ends(token: Token) -> None:
    if token.shape.cells > token.shape.covers:
        give(token, (token.cells[1], None, token.cells[1]))
        token.hits = token.hits[1], False, token.hits[1]


@AS_IF("no token lengthened the path", "kd.noise.longer")
@every_token
def nothing_longer(token: Token) -> None:
    if token.shape.cells > token.shape.covers:
        token.shape, token.cells, token.hits = Shape(2, 2), token.cells[1:], token.hits[1:]


AS_IF("each of three cards had a token of its own", "kd.noise.box").so(
    "token-for-each-card", in_the_box(3, of=1)
)
AS_IF("The King had one token", "kd.noise.box").so("one-king-token", in_the_box(1, of=None))
AS_IF("the Cat had the dice bonus and the Panda the smash", "kd.noise.one-cell").so(
    "cat-is-panda", retokening("cat", "panda", new=exchange)
)
AS_IF("the Fish had the energy bonus and the Tiger the heal", "kd.noise.one-cell").so(
    "fish-is-tiger", retokening("fish", "tiger", new=exchange)
)
AS_IF("the Lizard had dice first and then smash", "kd.noise.two-cell").so(
    "lizard-reversed", retokening("lizard", new=reverse)
)
AS_IF("the Anubis had heal first and then energy", "kd.noise.two-cell").so(
    "anubis-reversed", retokening("anubis", new=reverse)
)
AS_IF("the Dragon had heal first and energy last", "kd.noise.three-cell").so(
    "dragon-reversed", retokening("dragon", new=reverse)
)
AS_IF("the Pumpkin had a smash bonus of 1 hit", "kd.noise.three-cell").so(
    "pumpkin-hits-once", retokening("pumpkin", "dragon", new=one_hit)
)
AS_IF("the Alien left the path as long as it was", "kd.noise.shorter").so(
    "alien-keeps-length", retokening("alien", new=as_long)
)
AS_IF("the Alien had heal bonuses", "kd.noise.shorter").so(
    "alien-heals", retokening("alien", "fish", new=lambda alien, fish: give(alien, fish.cells * 2))
)
AS_IF("the Phantom had smash and the Penguin heal", "kd.noise.longer").so(
    "phantom-is-penguin", retokening("phantom", "penguin", new=exchange)
)


# --- when, and who chooses -----------------------------------------------------------------------
AS_IF("the token were placed after the effect", "kd.noise.before").so(
    "token-after-effect", in_order(PURCHASE, *PROCEDURES.steps[PURCHASE][1:-1], buy.place_noise)
)
AS_IF("the token were placed after what rewards it", "kd.noise.before").so(
    "token-after-reward", in_order(PURCHASE, buy.reward, buy.place_noise)
)
AS_IF("a new token needed not be placed", "kd.noise.must").so(
    "need-not-be-placed", do.around(noise.lay)(lambda lay: lay(may_stay=True))
)
AS_IF("the rival of the buyer chose the place", "kd.noise.must").so(
    "rival-places", do.around(noise.bring)(lambda bring, seat: bring(seat=rival(seat)))
)


# --- where ---------------------------------------------------------------------------------------
@AS_IF("a token were laid on the buyer's own side only", "kd.noise.where")
@placing
def own_side_only(found: list[int], state: State) -> list[int]:
    side = 1 if state.stack[0][2] == 0 else -1
    return [place for place in found if all(cell * side > 0 for cell in PLACES[place][1])]


@AS_IF("a token covered as many cells as it has", "kd.noise.where")
@placing
def cells_not_covers(found: list[int], machine: Duel, state: State, token: int) -> list[int]:
    shape = machine.tokens[state.cards[token]].shape
    ways = tracks.ways_to_lie(Shape(shape.cells, shape.cells), alike=True, bent_one_way=True)
    others = noise.other_tokens(machine, state, token)
    free = tracks.free_places(ways, others, monsters.markers(state))
    return found if shape.covers == shape.cells else free


freeing = do.around(tracks.free_places)


@AS_IF("the cell that a shortening token leaves out were free", "kd.noise.other-token")
@freeing
def left_out_is_free(free: Any, laid: Iterable[Laid]) -> list[int]:
    taken = {
        (track, cell)
        for place, shape in laid
        for track, cells in (PLACES[place],)
        for cell in cells
        if 2 * cell in shape.own_cells(cells)
    }
    return [
        place
        for place in free(laid=())
        if not any((PLACES[place][0], cell) in taken for cell in PLACES[place][1])
    ]


@AS_IF("a token could be slid under a marker", "kd.noise.marker")
@freeing
def under_a_marker(free: Any, ways: Iterable[int], markers: tuple[int, ...]) -> Any:
    every = tuple(ways)
    short = all(len(PLACES[place][1]) < 3 for place in every)
    return free(ways=every, markers=() if short else markers)


@AS_IF("a token alike from both ends had two ways", "kd.noise.either-way")
@every_token
def alike_both_ways(token: Token) -> None:
    if token.shape.covers == 2:
        token.ways = tracks.ways_to_lie(token.shape, alike=False, bent_one_way=True)


@do.verb
def bending(change: Changes, new: Callable[[Token], tuple[int, ...]]) -> None:
    """Let bent tokens lie in other ways."""

    def bend(token: Token) -> None:
        if token.bent:
            token.ways = new(token)

    every_token(bend)(change)


@AS_IF("both tracks bent the same way", "kd.noise.bent")
@bending
def bent_alike(token: Token) -> tuple[int, ...]:
    fame = {PLACES[place][1] for place in token.ways if PLACES[place][0] == FAME}
    return tuple(number for number, (_, cells) in enumerate(PLACES) if cells in fame)


@AS_IF("the bend were the other way on the second seat's side", "kd.noise.bent")
@bending
def bend_mirrored(token: Token) -> tuple[int, ...]:
    return tuple(
        number
        for number, (track, cells) in enumerate(PLACES)
        if len(cells) == 3
        and (number if cells[1] >= 0 else PLACES.index((track, cells[::-1]))) in token.ways
    )


AS_IF("tokens were laid on the fame track only", "kd.noise.where").so(
    "fame-only", placing_where(lambda track, cells: track == FAME)
)
AS_IF("the middle could not be covered", "kd.noise.special-cells").so(
    "middle-stays-free", placing_where(lambda track, cells: 0 not in cells)
)
AS_IF("spotlights could not be covered", "kd.noise.special-cells").so(
    "spotlights-stay-free",
    placing_where(lambda track, cells: not any(2 * abs(c) in SPOTLIGHT for c in cells)),
)
AS_IF("victory cells could not be covered", "kd.noise.special-cells").so(
    "victory-stays-free",
    placing_where(lambda track, cells: all(2 * abs(c) != VICTORY_CELL for c in cells)),
)
AS_IF("a token could be laid on another", "kd.noise.other-token").so(
    "on-another-token", freeing(lambda free: free(laid=()))
)
AS_IF("a marker kept the same cells of both tracks free", "kd.noise.marker").so(
    "marker-of-either", freeing(lambda free, markers: free(free(), (), markers[::-1]))
)
AS_IF("every token lay toward the first seat", "kd.noise.either-way").so(
    "one-way-only", placing_where(lambda track, cells: len(cells) != 2 or cells[0] > cells[-1])
)
AS_IF("a bent token fitted both ways", "kd.noise.bent").so(
    "bend-ignored",
    bending(lambda token: tracks.ways_to_lie(token.shape, alike=False, bent_one_way=False)),
)
AS_IF("no answer let a bent token lie both ways", "kd.noise.bent").so(
    "always-bent",
    bending(lambda token: tracks.ways_to_lie(token.shape, alike=False, bent_one_way=True)),
)


# --- moving --------------------------------------------------------------------------------------
def token_brought(machine: Duel, state: State, card: int, place: int) -> int | None:
    """The token of a card, if it lies in that place."""
    definition = machine.noise_of.get(state.cards[card])
    found = [token for token in state.zones[place] if state.cards[token] == definition]
    return found[0] if found else None


def lies_at(state: State, token: int) -> int | None:
    """The number of the place of a token on the board."""
    return state.marks[token] >> PLACE_SHIFT if state.where[token] == BOARD else None


@AS_IF("a token were moved on its own track only", "kd.noise.move")
@placing
def on_its_track(found: list[int], state: State, token: int) -> list[int]:
    at = lies_at(state, token)
    return [p for p in found if at is None or PLACES[p][0] == PLACES[at][0]]


@AS_IF("a token could not be turned round on its cells", "kd.noise.lifted")
@placing
def turning_is_no_move(found: list[int], state: State, token: int) -> list[int]:
    at = lies_at(state, token)
    return [p for p in found if at is None or COVERED[p] != COVERED[at]]


def cells_under(machine: Duel, state: State, token: int) -> Iterable[tuple[int, int]]:
    """Where markers stand on a token, each with which of its cells it is."""
    for track, at in enumerate(monsters.markers(state)):
        under = token_under(machine, state, track)
        if under is not None and under[0] == token:
            yield at, under[1]


@do.verb
def sticking(change: Changes, cells: tuple[int, ...]) -> None:
    """Let a token be kept by a marker on some of its cells, or on one that it adds."""

    @change.instead(noise.is_stuck)
    def is_stuck(machine: Duel, state: State, token: int) -> bool:
        under = cells_under(machine, state, token)
        return any(cell in cells or at % 2 for at, cell in under)


@AS_IF("a marker on an added cell did not keep a token", "kd.noise.stuck")
def added_cell_lets_go(change: Changes) -> None:
    @change.result(noise.is_stuck)
    def is_stuck_on_board(stuck: bool, machine: Duel, state: State, token: int) -> bool:
        return stuck and not any(at % 2 for at, _ in cells_under(machine, state, token))

    @change.around(noise.place_token)
    def place_and_drop(place_token: Any, state: State, token: int) -> None:
        before = lies_at(state, token)
        place_token()
        if before is not None:
            track, cells = PLACES[before]
            at = state.registers[MARKERS + track]
            if at % 2 and at == cells[0] + cells[-1]:
                state.registers[MARKERS + track] = 2 * cells[0]


@AS_IF("a marker on any token kept all of them", "kd.noise.stuck", "kd.noise.move")
@do.instead(noise.is_stuck)
def any_marker_keeps(machine: Duel, state: State) -> bool:
    return any(token_under(machine, state, track) for track in range(2))


AS_IF("a token on a track were never moved", "kd.noise.move").so(
    "never-moved",
    do.provided(noise.bring)(
        lambda machine, state, card: token_brought(machine, state, card, BOARD) is None
    ),
)
AS_IF("a token on a track had to be moved", "kd.noise.move").so(
    "must-move", do.around(noise.lay)(lambda lay: lay(may_stay=False))
)
AS_IF("a token that is moved were in its own way", "kd.noise.lifted").so(
    "own-cells-taken",
    do.instead(noise.other_tokens)(
        lambda machine, state: list(monsters.laid_tokens(machine, state))
    ),
)
AS_IF("a token that is moved could be laid on others", "kd.noise.lifted").so(
    "moved-anywhere",
    do.result(noise.other_tokens)(
        lambda others, state, token: [] if state.where[token] == BOARD else others
    ),
)
AS_IF("a token were drawn from under a marker", "kd.noise.stuck").so(
    "moved-from-under", sticking(())
)
AS_IF("only a marker on its first cell kept a token", "kd.noise.stuck").so(
    "stuck-by-first-cell", sticking((0,))
)


# --- no place ------------------------------------------------------------------------------------
def has_no_place(machine: Duel, state: State, card: int) -> bool:
    """Whether the token of a card is off the board and cannot be placed."""
    token = token_brought(machine, state, card, NOISE)
    return token is not None and not noise.can_be_laid(machine, state, token)


@AS_IF("a card without place for its token did nothing", "kd.noise.no-place")
@do.around(buy.place_noise)
def no_place_no_effect(place_noise: Any, machine: Duel, state: State, frame: Frame) -> None:
    stops = has_no_place(machine, state, frame[CARD])
    place_noise()
    if stops:
        frame[1] = len(PROCEDURES.steps[PURCHASE]) - 1


AS_IF("no card without place for its token was sold", "kd.noise.no-place").so(
    "no-place-no-sale",
    do.result(buy.can_buy)(
        lambda can, machine, state, card: can and not has_no_place(machine, state, card)
    ),
)


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
        laid = (state.where[token] == BOARD) == moved and state.answer != DECLINE
        take_place()
        found = [cell for cell in machine.tokens[state.cards[token]].cells if cell is not None]
        if found and laid:
            start(machine, state, (token, found[0]), seat, (seat, 0))


@AS_IF("a card's own pull found no bonus", "kd.noise.then-pull")
@do.unless(pull.apply_bonus)
def own_pull_without_bonus(machine: Duel, state: State, frame: Frame) -> bool:
    bought = [each[CARD] for each in state.stack if each[0] == PURCHASE]
    cause = frame[pull.CAUSE]
    brings = machine.noise_of.get(state.cards[cause]) if cause in bought else None
    return brings is not None and brings == state.cards[frame[pull.TOKEN]]


AS_IF("placing a token gave its bonus", "kd.noise.stays").so(
    "bonus-when-placed", bonus_when_laid(moved=False)
)
AS_IF("moving a token gave its bonus", "kd.noise.stays").so(
    "bonus-when-moved", bonus_when_laid(moved=True)
)
