"""The 32 cards of First Contact: a table of facts, and a function for each ability.

A triggered ability gets the game, the player who applies it and the card it comes from.
One that asks somebody is a generator; one that asks nobody just acts.
A constant ability gets its own creature first, and says what it does to another.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Answer, Game, Question

    Steps = Generator[Question, Answer, None]
    Effect = Callable[[Game, int, str], Steps | None]

NOTHING: frozenset[str] = frozenset()
FRENZY = frozenset({"frenzy"})
HUNTER = frozenset({"hunter"})
POISONOUS = frozenset({"poisonous"})
SNEAKY = frozenset({"sneaky"})
TOUGH = frozenset({"tough"})


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """What is printed on a card, in how many copies; an ability is None where it has none."""

    name: str
    power: int
    keywords: frozenset[str] = NOTHING
    copies: int = 1
    play: Effect | None = None
    attack: Effect | None = None
    defeated: Effect | None = None
    adds_power: Callable[[Game, Creature, Creature], int] | None = None
    """Power given to a creature of the same player, which may be this one."""
    gives_keywords: Callable[[Game, Creature, Creature, int], frozenset[str]] | None = None
    """Keywords given to a creature of the same player, whose power is the last argument."""
    copies_keywords: frozenset[str] = NOTHING
    """Keywords it has while an enemy creature has them."""
    bars_block: Callable[[Creature, Creature, int], bool] | None = None
    """Whether an enemy creature of some power may not block an attacker of this player."""
    bars_play_effects: bool = False
    """Whether the opponent has no Play effects."""


@dataclass(slots=True, eq=False)
class Creature:
    """A card while it is in play: one that comes back is another creature (mb.keyword.fresh)."""

    handle: str
    card: Card
    controller: int
    exhausted: bool = False


# ------------------------------------------------------------------ Play


def axolotl_healer(game: Game, you: int, source: str) -> None:
    game.gain_life(you, 2)


def brain_fly(game: Game, you: int, source: str) -> Steps:
    found = yield from game.choose_creatures(you, source, game.creatures(at_least=6))
    game.take_control(you, found)


def compost_dragon(game: Game, you: int, source: str) -> Steps:
    yield from play_from_discard(game, you, source, game.discard[you])


def ferret_bomber(game: Game, you: int, source: str) -> Steps:
    yield from game.discard_cards(1 - you, source, 2)


def giraffodile(game: Game, you: int, source: str) -> None:
    game.hand[you].extend(game.discard[you])
    game.discard[you].clear()


def grave_robber(game: Game, you: int, source: str) -> Steps:
    yield from play_from_discard(game, you, source, game.discard[1 - you])


def kangasaurus_rex(game: Game, you: int, source: str) -> None:
    game.defeat(game.creatures(1 - you, at_most=4))


def killer_bee(game: Game, you: int, source: str) -> None:
    game.lose_life(1 - you, 1)


def mysterious_mermaid(game: Game, you: int, source: str) -> None:
    game.set_life(you, game.life[1 - you])


def tiger_squirrel(game: Game, you: int, source: str) -> Steps:
    found = yield from game.choose_creatures(you, source, game.creatures(1 - you, at_least=7))
    game.defeat(found)


def play_from_discard(game: Game, you: int, source: str, pile: list[str]) -> Steps:
    for card in (yield from game.choose(you, source, pile)):
        pile.remove(card)
        game.enter(you, card)


# ------------------------------------------------------------------ Attack


def chameleon_sniper(game: Game, you: int, source: str) -> None:
    game.lose_life(1 - you, 1)


def shark_dog(game: Game, you: int, source: str) -> Steps:
    found = yield from game.choose_creatures(you, source, game.creatures(1 - you, at_least=6))
    game.defeat(found)


def snail_hydra(game: Game, you: int, source: str) -> Steps:
    if len(game.play[you]) < len(game.play[1 - you]):
        found = yield from game.choose_creatures(you, source, game.creatures())
        game.defeat(found)


def turbo_bug(game: Game, you: int, source: str) -> None:
    game.set_life(1 - you, 1)


def tusked_extorter(game: Game, you: int, source: str) -> Steps:
    yield from game.discard_cards(1 - you, source, 1)


# ------------------------------------------------------------------ Defeated


def explosive_toad(game: Game, you: int, source: str) -> Steps:
    found = yield from game.choose_creatures(you, source, game.creatures())
    game.defeat(found)


def harpy_mother(game: Game, you: int, source: str) -> Steps:
    found = yield from game.choose_creatures(you, source, game.creatures(at_most=5), 0, 2)
    game.take_control(you, found)


def strange_barrel(game: Game, you: int, source: str) -> Steps:
    yield from game.steal(you, source, 2)


# ------------------------------------------------------------------ constant


def goblin_werewolf(game: Game, this: Creature, other: Creature) -> int:
    return 6 if other is this and game.active == this.controller else 0


def lone_yeti_power(game: Game, this: Creature, other: Creature) -> int:
    return 5 if len(game.play[this.controller]) == 1 else 0


def shield_bugs(game: Game, this: Creature, other: Creature) -> int:
    return 1 if other is not this else 0


def urchin_hurler(game: Game, this: Creature, other: Creature) -> int:
    return 2 if other is not this and game.active == this.controller else 0


def lone_yeti_keywords(game: Game, this: Creature, other: Creature, power: int) -> frozenset[str]:
    return FRENZY if len(game.play[this.controller]) == 1 else NOTHING


def snail_thrower(game: Game, this: Creature, other: Creature, power: int) -> frozenset[str]:
    return HUNTER | POISONOUS if other is not this and power <= 4 else NOTHING


def bee_bear(this: Creature, attacker: Creature, power: int) -> bool:
    return attacker is this and power <= 6


def elephantopus(this: Creature, attacker: Creature, power: int) -> bool:
    return power <= 4


# ------------------------------------------------------------------ the table


CARDS = {
    card.name: card
    for card in (
        Card("axolotl-healer", 4, POISONOUS, 2, play=axolotl_healer),
        Card("bee-bear", 8, bars_block=bee_bear),
        Card("brain-fly", 4, play=brain_fly),
        Card("chameleon-sniper", 1, SNEAKY, attack=chameleon_sniper),
        Card("compost-dragon", 3, HUNTER, 2, play=compost_dragon),
        Card("deathweaver", 2, POISONOUS, bars_play_effects=True),
        Card("elephantopus", 7, TOUGH, bars_block=elephantopus),
        Card("explosive-toad", 5, FRENZY, 2, defeated=explosive_toad),
        Card("ferret-bomber", 2, SNEAKY, 2, play=ferret_bomber),
        Card("giraffodile", 7, play=giraffodile),
        Card("goblin-werewolf", 2, HUNTER, 2, adds_power=goblin_werewolf),
        Card("gorillion", 10),
        Card("grave-robber", 7, TOUGH, 2, play=grave_robber),
        Card("harpy-mother", 5, defeated=harpy_mother),
        Card("kangasaurus-rex", 7, NOTHING, 2, play=kangasaurus_rex),
        Card("killer-bee", 5, HUNTER, 2, play=killer_bee),
        Card("lone-yeti", 5, TOUGH, adds_power=lone_yeti_power, gives_keywords=lone_yeti_keywords),
        Card("luchataur", 9, FRENZY, 2),
        Card("mysterious-mermaid", 7, play=mysterious_mermaid),
        Card("plated-scorpion", 2, TOUGH | POISONOUS, 2),
        Card("rhino-turtle", 8, FRENZY | TOUGH, 2),
        Card("shark-dog", 4, HUNTER, attack=shark_dog),
        Card("sharky-crab-dog-mummypus", 5, copies_keywords=HUNTER | SNEAKY | FRENZY | POISONOUS),
        Card("shield-bugs", 4, TOUGH, 2, adds_power=shield_bugs),
        Card("snail-hydra", 9, NOTHING, 2, attack=snail_hydra),
        Card("snail-thrower", 1, POISONOUS, gives_keywords=snail_thrower),
        Card("spider-owl", 3, SNEAKY | POISONOUS, 2),
        Card("strange-barrel", 6, defeated=strange_barrel),
        Card("tiger-squirrel", 3, SNEAKY, 2, play=tiger_squirrel),
        Card("turbo-bug", 4, attack=turbo_bug),
        Card("tusked-extorter", 8, NOTHING, 2, attack=tusked_extorter),
        Card("urchin-hurler", 5, HUNTER, adds_power=urchin_hurler),
    )
}
