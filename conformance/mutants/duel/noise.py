"""Misreadings of noise tokens: what they are, and where they may be laid."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import buy, monsters, noise, tracks
from oracle.duel.machine import Duel, Token
from oracle.duel.table import PROCEDURES, rival
from oracle.duel.tracks import FAME, PLACES, SPOTLIGHT, VICTORY_CELL, Laid, Shape
from oracle.kernel.state import State
from rules_dsl.module import Module

AS_IF = Topic("duel", "noise")

Found = Callable[[Duel, State, int, list[int]], list[int]]
Fits = Callable[[int, tuple[int, ...]], bool]


def token_of(machine: Duel, name: str) -> Token | None:
    """A kind of noise token, if the ruleset has it."""
    return machine.tokens.get(machine.definition_number.get(name, -1))


@do.verb
def retokening(change: Changes, *names: str, new: Callable[..., None]) -> None:
    """Change kinds of tokens, where the ruleset has all of them."""

    @change.relink
    def change_them(machine: Duel) -> None:
        found = [token for name in names if (token := token_of(machine, name)) is not None]
        if len(found) == len(names):
            new(*found)


@do.verb
def every_token(change: Changes, new: Callable[[Duel, Token], None]) -> None:
    """Change all tokens that cards bring."""

    @change.relink
    def change_all(machine: Duel) -> None:
        for token in machine.tokens.values():
            if token.monster is None:
                new(machine, token)


@do.verb
def placing(change: Changes, new: Found) -> None:
    """Find other places for a token."""

    @change.around(noise.places_for)
    def places_otherwise(places_for: Any, machine: Duel, state: State, token: int) -> Any:
        return new(machine, state, token, places_for())


@do.verb
def placing_where(change: Changes, fits: Fits) -> None:
    """Let tokens lie on some places only, by track and cells."""

    def some(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        return [place for place in found if fits(*PLACES[place])]

    placing(some)(change)


def give(token: Token, cells: Iterable[int | None]) -> None:
    """Let the cells of a token do something else."""
    token.cells = tuple(cells)


# --- what tokens there are -----------------------------------------------------------------------


@AS_IF("each of three cards had a token of its own", "kd.noise.box")
@do.rewrite
def token_for_each_card(module: Module) -> Module:
    cards = tuple(
        evolve(card, copies=3) if card.kind == "noise" and card.copies == 1 else card
        for card in module.cards
    )
    return evolve(module, cards=cards)


@AS_IF("The King had one token", "kd.noise.box")
@do.rewrite
def one_king_token(module: Module) -> Module:
    cards = tuple(evolve(card, copies=1) if card.kind == "noise" else card for card in module.cards)
    return evolve(module, cards=cards)


@AS_IF("only the first cell of a token had a bonus", "kd.noise.size")
@every_token
def one_bonus_a_token(machine: Duel, token: Token) -> None:
    give(token, (token.cells[0], *(None for _ in token.cells[1:])))


@AS_IF("all cells of a token with a bonus had one", "kd.noise.size")
@every_token
def no_empty_cells(machine: Duel, token: Token) -> None:
    bonus = next((cell for cell in token.cells if cell is not None), None)
    give(token, (bonus if cell is None else cell for cell in token.cells))


def exchange(one: Token, other: Token) -> None:
    """Let two tokens of the same size have each other's cells."""
    one.cells, other.cells = other.cells, one.cells
    one.hits, other.hits = other.hits, one.hits


AS_IF("the Cat had the dice bonus and the Panda the smash", "kd.noise.one-cell").so(
    "cat-is-panda", retokening("cat", "panda", new=exchange)
)
AS_IF("the Fish had the energy bonus and the Tiger the heal", "kd.noise.one-cell").so(
    "fish-is-tiger", retokening("fish", "tiger", new=exchange)
)


def reverse(token: Token) -> None:
    """Let a token read from its other end."""
    token.cells, token.hits = token.cells[::-1], token.hits[::-1]


AS_IF("the Lizard had dice first and then smash", "kd.noise.two-cell").so(
    "lizard-reversed", retokening("lizard", new=reverse)
)
AS_IF("the Anubis had heal first and then energy", "kd.noise.two-cell").so(
    "anubis-reversed", retokening("anubis", new=reverse)
)
AS_IF("the Dragon had heal first and energy last", "kd.noise.three-cell").so(
    "dragon-reversed", retokening("dragon", new=reverse)
)


@AS_IF("the Pumpkin had a smash bonus of 1 hit", "kd.noise.three-cell")
def pumpkin_hits_once(change: Changes) -> None:
    def one_hit(pumpkin: Token, dragon: Token) -> None:
        give(pumpkin, (pumpkin.cells[0], dragon.cells[1], pumpkin.cells[2]))

    retokening("pumpkin", "dragon", new=one_hit)(change)


@AS_IF("the Alien left the path as long as it was", "kd.noise.shorter")
def alien_keeps_length(change: Changes) -> None:
    def as_long(alien: Token) -> None:
        alien.shape = Shape(3, 3)
        alien.cells, alien.hits = (None,) * 3, (False,) * 3

    retokening("alien", new=as_long)(change)


AS_IF("the Alien had heal bonuses", "kd.noise.shorter").so(
    "alien-heals", retokening("alien", "fish", new=lambda alien, fish: give(alien, fish.cells * 2))
)


@AS_IF("long tokens had a bonus at both ends", "kd.noise.longer")
@every_token
def bonus_at_the_ends(machine: Duel, token: Token) -> None:
    if token.shape.cells > token.shape.covers:
        give(token, (token.cells[1], None, token.cells[1]))
        token.hits = token.hits[1], False, token.hits[1]


AS_IF("the Phantom had smash and the Penguin heal", "kd.noise.longer").so(
    "phantom-is-penguin", retokening("phantom", "penguin", new=exchange)
)


@AS_IF("no token lengthened the path", "kd.noise.longer")
@every_token
def nothing_longer(machine: Duel, token: Token) -> None:
    if token.shape.cells > token.shape.covers:
        token.shape = Shape(2, 2)
        token.cells, token.hits = token.cells[1:], token.hits[1:]


# --- when, and who chooses -----------------------------------------------------------------------


@AS_IF("the token were placed after the effect", "kd.noise.before")
def token_after_effect(change: Changes) -> None:
    place, *rest = PROCEDURES.steps[buy.PURCHASE]
    change.put(PROCEDURES.steps, buy.PURCHASE, (*rest[:-1], place, rest[-1]))


@AS_IF("the token were placed after what rewards it", "kd.noise.before")
def token_after_reward(change: Changes) -> None:
    place, reward, *rest = PROCEDURES.steps[buy.PURCHASE]
    change.put(PROCEDURES.steps, buy.PURCHASE, (reward, place, *rest))


AS_IF("a new token needed not be placed", "kd.noise.must").so(
    "need-not-be-placed", do.around(noise.lay)(lambda lay: lay(may_stay=True))
)
AS_IF("the rival of the buyer chose the place", "kd.noise.must").so(
    "rival-places", do.around(noise.bring)(lambda bring, seat: bring(seat=rival(seat)))
)


# --- where ---------------------------------------------------------------------------------------


AS_IF("tokens were laid on the fame track only", "kd.noise.where").so(
    "fame-only", placing_where(lambda track, cells: track == FAME)
)


@AS_IF("a token were laid on the buyer's own side only", "kd.noise.where")
@placing
def own_side_only(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
    side = 1 if state.stack[0][2] == 0 else -1
    return [place for place in found if all(cell * side > 0 for cell in PLACES[place][1])]


@AS_IF("a token covered as many cells as it has", "kd.noise.where")
@placing
def cells_not_covers(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
    shape = machine.tokens[state.cards[token]].shape
    if shape.covers == shape.cells:
        return found
    ways = tracks.ways_to_lie(Shape(shape.cells, shape.cells), alike=True, bent_one_way=True)
    others = noise.other_tokens(machine, state, token)
    return tracks.free_places(ways, others, monsters.markers(state))


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


@AS_IF("a token could be laid on another", "kd.noise.other-token")
def on_another_token(change: Changes) -> None:
    def stacked(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        return free_places(ways, (), markers)

    free_places = tracks.free_places
    change.swap(free_places, stacked)


@AS_IF("the cell that a shortening token leaves out were free", "kd.noise.other-token")
def left_out_is_free(change: Changes) -> None:
    def own_cells_only(
        ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]
    ) -> list[int]:
        taken = {
            (track, cell)
            for place, shape in laid
            for track, cells in (PLACES[place],)
            for cell in cells
            if 2 * cell in shape.own_cells(cells)
        }
        return [
            place
            for place in free_places(ways, (), markers)
            if not any((PLACES[place][0], cell) in taken for cell in PLACES[place][1])
        ]

    free_places = tracks.free_places
    change.swap(free_places, own_cells_only)


@AS_IF("a token could be slid under a marker", "kd.noise.marker")
def under_a_marker(change: Changes) -> None:
    def slid(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        every = tuple(ways)
        short = all(len(PLACES[place][1]) < 3 for place in every)
        return free_places(every, laid, () if short else markers)

    free_places = tracks.free_places
    change.swap(free_places, slid)


@AS_IF("a marker kept the same cells of both tracks free", "kd.noise.marker")
def marker_of_either(change: Changes) -> None:
    def neither(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        return free_places(free_places(ways, laid, markers), (), markers[::-1])

    free_places = tracks.free_places
    change.swap(free_places, neither)


AS_IF("every token lay toward the first seat", "kd.noise.either-way").so(
    "one-way-only", placing_where(lambda track, cells: len(cells) != 2 or cells[0] > cells[-1])
)


@AS_IF("a token alike from both ends had two ways", "kd.noise.either-way")
@every_token
def alike_both_ways(machine: Duel, token: Token) -> None:
    if token.shape.covers == 2:
        token.ways = tracks.ways_to_lie(token.shape, alike=False, bent_one_way=True)


@do.verb
def bending(change: Changes, new: Callable[[Duel, Token], tuple[int, ...]]) -> None:
    """Let bent tokens lie in other ways."""

    def bend(machine: Duel, token: Token) -> None:
        if token.bent:
            token.ways = new(machine, token)

    every_token(bend)(change)


@AS_IF("both tracks bent the same way", "kd.noise.bent")
@bending
def bent_alike(machine: Duel, token: Token) -> tuple[int, ...]:
    fame = {PLACES[place][1] for place in token.ways if PLACES[place][0] == FAME}
    return tuple(number for number, (_, cells) in enumerate(PLACES) if cells in fame)


@AS_IF("the bend were the other way on the second seat's side", "kd.noise.bent")
@bending
def bend_mirrored(machine: Duel, token: Token) -> tuple[int, ...]:
    return tuple(
        number
        for number, (track, cells) in enumerate(PLACES)
        if len(cells) == 3
        and (number in token.ways if cells[1] >= 0 else _turned(number) in token.ways)
    )


def _turned(place: int) -> int:
    """The same cells the other way round."""
    track, cells = PLACES[place]
    return PLACES.index((track, cells[::-1]))


AS_IF("a bent token fitted both ways", "kd.noise.bent").so(
    "bend-ignored",
    bending(
        lambda machine, token: tracks.ways_to_lie(token.shape, alike=False, bent_one_way=False)
    ),
)
AS_IF("no answer let a bent token lie both ways", "kd.noise.bent").so(
    "always-bent",
    bending(lambda machine, token: tracks.ways_to_lie(token.shape, alike=False, bent_one_way=True)),
)
