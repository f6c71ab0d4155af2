"""Misreadings of noise tokens: what they are, and where they may be laid."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import buying, monsters, noise, paths
from oracle.duel.machine import Duel, Token
from oracle.duel.paths import FAME, PLACES, SPOTLIGHT, VICTORY_CELL, Laid, Shape
from oracle.duel.table import PROCEDURES, rival
from oracle.kernel.state import State
from rules_dsl.module import Module

AS_IF = Topic("duel", "noise")

Found = Callable[[Duel, State, int, list[int]], list[int]]
Fits = Callable[[int, tuple[int, ...]], bool]


def token_of(machine: Duel, name: str) -> Token | None:
    """A kind of noise token, if the ruleset has it."""
    return machine.tokens.get(machine.definition_number.get(name, -1))


def retokening(change: Changes, *names: str, new: Callable[..., None]) -> None:
    """Change kinds of tokens, where the ruleset has all of them."""

    def change_them(machine: Duel) -> None:
        found = [token for name in names if (token := token_of(machine, name)) is not None]
        if len(found) == len(names):
            new(*found)

    change.relink(change_them)


def every_token(change: Changes, new: Callable[[Duel, Token], None]) -> None:
    """Change all tokens that cards bring."""

    def change_all(machine: Duel) -> None:
        for token in machine.tokens.values():
            if token.monster is None:
                new(machine, token)

    change.relink(change_all)


def placing(change: Changes, new: Found) -> None:
    """Find other places for a token."""
    places_for = noise.places_for

    def places_otherwise(machine: Duel, state: State, token: int) -> list[int]:
        return new(machine, state, token, places_for(machine, state, token))

    change.swap(places_for, places_otherwise)


def placing_where(change: Changes, fits: Fits) -> None:
    """Let tokens lie on some places only, by track and cells."""

    def some(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        return [place for place in found if fits(*PLACES[place])]

    placing(change, some)


def give(token: Token, cells: Iterable[int | None]) -> None:
    """Let the cells of a token do something else."""
    token.cells = tuple(cells)


# --- what tokens there are -----------------------------------------------------------------------


@AS_IF("token-for-each-card", "each of three cards had a token of its own", "kd.noise.box")
def token_for_each_card(change: Changes) -> None:
    def three_of_each(module: Module) -> Module:
        cards = tuple(
            evolve(card, copies=3) if card.kind == "noise" and card.copies == 1 else card
            for card in module.cards
        )
        return evolve(module, cards=cards)

    change.rewrite(three_of_each)


@AS_IF("one-king-token", "The King had one token", "kd.noise.box")
def one_king_token(change: Changes) -> None:
    def one_of_each(module: Module) -> Module:
        cards = tuple(
            evolve(card, copies=1) if card.kind == "noise" else card for card in module.cards
        )
        return evolve(module, cards=cards)

    change.rewrite(one_of_each)


@AS_IF("one-bonus-a-token", "only the first cell of a token had a bonus", "kd.noise.size")
def one_bonus_a_token(change: Changes) -> None:
    def first_only(machine: Duel, token: Token) -> None:
        give(token, (token.cells[0], *(None for _ in token.cells[1:])))

    every_token(change, first_only)


@AS_IF("no-empty-cells", "all cells of a token with a bonus had one", "kd.noise.size")
def no_empty_cells(change: Changes) -> None:
    def fill(machine: Duel, token: Token) -> None:
        bonus = next((cell for cell in token.cells if cell is not None), None)
        give(token, (bonus if cell is None else cell for cell in token.cells))

    every_token(change, fill)


def exchange(one: Token, other: Token) -> None:
    """Let two tokens of the same size have each other's cells."""
    one.cells, other.cells = other.cells, one.cells
    one.hits, other.hits = other.hits, one.hits


@AS_IF("cat-is-panda", "the Cat had the dice bonus and the Panda the smash", "kd.noise.one-cell")
def cat_is_panda(change: Changes) -> None:
    retokening(change, "cat", "panda", new=exchange)


@AS_IF("fish-is-tiger", "the Fish had the energy bonus and the Tiger the heal", "kd.noise.one-cell")
def fish_is_tiger(change: Changes) -> None:
    retokening(change, "fish", "tiger", new=exchange)


def reverse(token: Token) -> None:
    """Let a token read from its other end."""
    token.cells, token.hits = token.cells[::-1], token.hits[::-1]


@AS_IF("lizard-reversed", "the Lizard had dice first and then smash", "kd.noise.two-cell")
def lizard_reversed(change: Changes) -> None:
    retokening(change, "lizard", new=reverse)


@AS_IF("anubis-reversed", "the Anubis had heal first and then energy", "kd.noise.two-cell")
def anubis_reversed(change: Changes) -> None:
    retokening(change, "anubis", new=reverse)


@AS_IF("dragon-reversed", "the Dragon had heal first and energy last", "kd.noise.three-cell")
def dragon_reversed(change: Changes) -> None:
    retokening(change, "dragon", new=reverse)


@AS_IF("pumpkin-hits-once", "the Pumpkin had a smash bonus of 1 hit", "kd.noise.three-cell")
def pumpkin_hits_once(change: Changes) -> None:
    def one_hit(pumpkin: Token, dragon: Token) -> None:
        give(pumpkin, (pumpkin.cells[0], dragon.cells[1], pumpkin.cells[2]))

    retokening(change, "pumpkin", "dragon", new=one_hit)


@AS_IF("alien-keeps-length", "the Alien left the path as long as it was", "kd.noise.shorter")
def alien_keeps_length(change: Changes) -> None:
    def as_long(alien: Token) -> None:
        alien.shape = Shape(3, 3)
        alien.cells, alien.hits = (None,) * 3, (False,) * 3

    retokening(change, "alien", new=as_long)


@AS_IF("alien-heals", "the Alien had heal bonuses", "kd.noise.shorter")
def alien_heals(change: Changes) -> None:
    def heal(alien: Token, fish: Token) -> None:
        give(alien, fish.cells * 2)

    retokening(change, "alien", "fish", new=heal)


@AS_IF("bonus-at-the-ends", "long tokens had a bonus at both ends", "kd.noise.longer")
def bonus_at_the_ends(change: Changes) -> None:
    def at_the_ends(machine: Duel, token: Token) -> None:
        if token.shape.cells > token.shape.covers:
            give(token, (token.cells[1], None, token.cells[1]))
            token.hits = (token.hits[1], False, token.hits[1])

    every_token(change, at_the_ends)


@AS_IF("phantom-is-penguin", "the Phantom had smash and the Penguin heal", "kd.noise.longer")
def phantom_is_penguin(change: Changes) -> None:
    retokening(change, "phantom", "penguin", new=exchange)


@AS_IF("nothing-longer", "no token lengthened the path", "kd.noise.longer")
def nothing_longer(change: Changes) -> None:
    def shorten(machine: Duel, token: Token) -> None:
        if token.shape.cells > token.shape.covers:
            token.shape = Shape(2, 2)
            token.cells, token.hits = token.cells[1:], token.hits[1:]

    every_token(change, shorten)


# --- when, and who chooses -----------------------------------------------------------------------


@AS_IF("token-after-effect", "the token were placed after the effect", "kd.noise.before")
def token_after_effect(change: Changes) -> None:
    place, *rest = PROCEDURES.steps[buying.PURCHASE]
    change.put(PROCEDURES.steps, buying.PURCHASE, (*rest[:-1], place, rest[-1]))


@AS_IF("token-after-reward", "the token were placed after what rewards it", "kd.noise.before")
def token_after_reward(change: Changes) -> None:
    place, reward, *rest = PROCEDURES.steps[buying.PURCHASE]
    change.put(PROCEDURES.steps, buying.PURCHASE, (reward, place, *rest))


@AS_IF("need-not-be-placed", "a new token needed not be placed", "kd.noise.must")
def need_not_be_placed(change: Changes) -> None:
    lay = noise.lay

    def lay_or_not(state: State, seat: int, token: int, cause: int, *, may_stay: bool) -> None:
        lay(state, seat, token, cause, may_stay=True)

    change.swap(lay, lay_or_not)


@AS_IF("rival-places", "the rival of the buyer chose the place", "kd.noise.must")
def rival_places(change: Changes) -> None:
    bring = noise.bring

    def bring_by_rival(machine: Duel, state: State, seat: int, card: int) -> None:
        bring(machine, state, rival(seat), card)

    change.swap(bring, bring_by_rival)


# --- where ---------------------------------------------------------------------------------------


@AS_IF("fame-only", "tokens were laid on the fame track only", "kd.noise.where")
def fame_only(change: Changes) -> None:
    placing_where(change, lambda track, cells: track == FAME)


@AS_IF("own-side-only", "a token were laid on the buyer's own side only", "kd.noise.where")
def own_side_only(change: Changes) -> None:
    def own(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        side = 1 if state.stack[0][2] == 0 else -1
        return [place for place in found if all(cell * side > 0 for cell in PLACES[place][1])]

    placing(change, own)


@AS_IF("cells-not-covers", "a token covered as many cells as it has", "kd.noise.where")
def cells_not_covers(change: Changes) -> None:
    def as_many(machine: Duel, state: State, token: int, found: list[int]) -> list[int]:
        shape = machine.tokens[state.cards[token]].shape
        if shape.covers == shape.cells:
            return found
        ways = paths.ways_to_lie(Shape(shape.cells, shape.cells), alike=True, bent_one_way=True)
        others = noise.other_tokens(machine, state, token)
        return paths.free_places(ways, others, monsters.markers(state))

    placing(change, as_many)


@AS_IF("middle-stays-free", "the middle could not be covered", "kd.noise.special-cells")
def middle_stays_free(change: Changes) -> None:
    placing_where(change, lambda track, cells: 0 not in cells)


@AS_IF("spotlights-stay-free", "spotlights could not be covered", "kd.noise.special-cells")
def spotlights_stay_free(change: Changes) -> None:
    placing_where(change, lambda track, cells: not any(2 * abs(c) in SPOTLIGHT for c in cells))


@AS_IF("victory-stays-free", "victory cells could not be covered", "kd.noise.special-cells")
def victory_stays_free(change: Changes) -> None:
    placing_where(change, lambda track, cells: all(2 * abs(c) != VICTORY_CELL for c in cells))


@AS_IF("on-another-token", "a token could be laid on another", "kd.noise.other-token")
def on_another_token(change: Changes) -> None:
    def stacked(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        return free_places(ways, (), markers)

    free_places = paths.free_places
    change.swap(free_places, stacked)


@AS_IF(
    "left-out-is-free",
    "the cell that a shortening token leaves out were free",
    "kd.noise.other-token",
)
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

    free_places = paths.free_places
    change.swap(free_places, own_cells_only)


@AS_IF("under-a-marker", "a token could be slid under a marker", "kd.noise.marker")
def under_a_marker(change: Changes) -> None:
    def slid(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        every = tuple(ways)
        short = all(len(PLACES[place][1]) < 3 for place in every)
        return free_places(every, laid, () if short else markers)

    free_places = paths.free_places
    change.swap(free_places, slid)


@AS_IF("marker-of-either", "a marker kept the same cells of both tracks free", "kd.noise.marker")
def marker_of_either(change: Changes) -> None:
    def neither(ways: Iterable[int], laid: Iterable[Laid], markers: tuple[int, ...]) -> list[int]:
        return free_places(free_places(ways, laid, markers), (), markers[::-1])

    free_places = paths.free_places
    change.swap(free_places, neither)


@AS_IF("one-way-only", "every token lay toward the first seat", "kd.noise.either-way")
def one_way_only(change: Changes) -> None:
    placing_where(change, lambda track, cells: len(cells) != 2 or cells[0] > cells[-1])


@AS_IF("alike-both-ways", "a token alike from both ends had two ways", "kd.noise.either-way")
def alike_both_ways(change: Changes) -> None:
    def both(machine: Duel, token: Token) -> None:
        if token.shape.covers == 2:
            token.ways = paths.ways_to_lie(token.shape, alike=False, bent_one_way=True)

    every_token(change, both)


def bending(change: Changes, new: Callable[[Duel, Token], tuple[int, ...]]) -> None:
    """Let bent tokens lie in other ways."""

    def bend(machine: Duel, token: Token) -> None:
        if token.bent:
            token.ways = new(machine, token)

    every_token(change, bend)


@AS_IF("bent-alike", "both tracks bent the same way", "kd.noise.bent")
def bent_alike(change: Changes) -> None:
    def as_fame(machine: Duel, token: Token) -> tuple[int, ...]:
        fame = {PLACES[place][1] for place in token.ways if PLACES[place][0] == FAME}
        return tuple(number for number, (_, cells) in enumerate(PLACES) if cells in fame)

    bending(change, as_fame)


@AS_IF("bend-mirrored", "the bend were the other way on the second seat's side", "kd.noise.bent")
def bend_mirrored(change: Changes) -> None:
    def mirrored(machine: Duel, token: Token) -> tuple[int, ...]:
        return tuple(
            number
            for number, (track, cells) in enumerate(PLACES)
            if len(cells) == 3
            and (number in token.ways if cells[1] >= 0 else _turned(number) in token.ways)
        )

    bending(change, mirrored)


def _turned(place: int) -> int:
    """The same cells the other way round."""
    track, cells = PLACES[place]
    return PLACES.index((track, cells[::-1]))


@AS_IF("bend-ignored", "a bent token fitted both ways", "kd.noise.bent")
def bend_ignored(change: Changes) -> None:
    def both(machine: Duel, token: Token) -> tuple[int, ...]:
        return paths.ways_to_lie(token.shape, alike=False, bent_one_way=False)

    bending(change, both)


@AS_IF("always-bent", "no answer let a bent token lie both ways", "kd.noise.bent")
def always_bent(change: Changes) -> None:
    def one_way(machine: Duel, token: Token) -> tuple[int, ...]:
        return paths.ways_to_lie(token.shape, alike=False, bent_one_way=True)

    bending(change, one_way)
