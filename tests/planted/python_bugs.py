"""The Python example engine with bugs planted: python python_bugs.py NAME...

Each bug overrides one function of the engine, as a reader who misunderstood one sentence of the
rulebook might have written it; the adapter stays the example's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "conformance" / "examples" / "python"
sys.path.insert(0, str(EXAMPLE))

import adapter  # noqa: E402  beside the example, not beside this file
import cards  # noqa: E402
from engine import DECLINE, SEATS, Game, Question  # noqa: E402

BUGS: dict[str, Callable[[], None]] = {}


def bug(plant: Callable[[], None]) -> Callable[[], None]:
    BUGS[plant.__name__.replace("_", "-")] = plant
    return plant


def change_card(name: str, **abilities: object) -> None:
    cards.CARDS[name] = replace(cards.CARDS[name], **abilities)


Reasons = tuple[bool, bool]
"""Whether power defeats a creature, and whether poison does."""

REREADINGS: list[Callable[[Reasons, bool, bool], Reasons]] = []
"""How misread fights change the reasons, told whether it is a tie and whether one is tough."""


def misread_fights(reread: Callable[[Reasons, bool, bool], Reasons]) -> None:
    """Misread the reasons in every fight; two such bugs can be planted together."""
    REREADINGS.append(reread)

    def fight(self, attacker, blocker):
        traits = self.traits()

        def is_defeated(one, other):
            by_power = traits[one].power <= traits[other].power
            is_tie = traits[one].power == traits[other].power
            is_tough = "tough" in traits[one].keywords
            reasons = by_power, "poisonous" in traits[other].keywords
            for reread in REREADINGS:
                reasons = reread(reasons, is_tie, is_tough)
            return any(reasons)

        pairs = ((attacker, blocker), (blocker, attacker))
        self.defeat([one for one, other in pairs if is_defeated(one, other)])

    Game._fight = fight


@bug
def ties_do_not_defeat() -> None:
    misread_fights(lambda reasons, is_tie, _: (reasons[0] and not is_tie, reasons[1]))


@bug
def poisonous_ignored_by_tough() -> None:
    misread_fights(lambda reasons, _, is_tough: (reasons[0], reasons[1] and not is_tough))


@bug
def refill_after_the_mindbug() -> None:
    def play_card(self, card):
        player, opponent = self.active, 1 - self.active
        self.hand[player].remove(card)
        self.played = card
        is_taken = False
        if self.mindbugs[opponent]:
            legal = [{"mindbug": True}, DECLINE]
            said = yield Question(SEATS[opponent], "mindbug", legal, card)
            is_taken = "mindbug" in said
        self.refill()
        if is_taken:
            self.mindbugs[opponent] -= 1
        self.played = None
        self.enter(opponent if is_taken else player, card)
        yield from self._resolve_waiting()
        return is_taken

    Game._play_card = play_card


@bug
def lost_defeated_choice() -> None:
    before = Game._fight

    def fight(self, attacker, blocker):
        before(self, attacker, blocker)
        if [effect.moment for effect in self.waiting] == ["defeated", "defeated"]:
            self.waiting.pop()

    Game._fight = fight


@bug
def hunter_cannot_be_declined() -> None:
    def hunted_by(self, attacker):
        you = attacker.controller
        if not self.play[1 - you] or "hunter" not in self.traits()[attacker].keywords:
            return None
        legal = [{"hunt": prey.handle} for prey in self.play[1 - you]]
        said = yield Question(SEATS[you], "hunt", legal, attacker.handle)
        return self.creature(said["hunt"])

    Game._hunted_by = hunted_by


@bug
def frenzy_goes_on_after_leaving() -> None:
    def attack(self, attacker):
        you = attacker.controller
        has_frenzy = "frenzy" in self.traits()[attacker].keywords
        yield from self._one_attack(attacker)
        if has_frenzy:
            legal = [{"attack": attacker.handle}, DECLINE]
            said = yield Question(SEATS[you], "attack-again", legal, attacker.handle)
            if "attack" in said:
                yield from self._one_attack(attacker)

    Game._attack = attack


@bug
def up_to_two_forced_to_two() -> None:
    def harpy_mother(game, you, source):
        found = yield from game.choose_creatures(you, source, game.creatures(at_most=5), 2, 2)
        game.take_control(you, found)

    change_card("harpy-mother", defeated=harpy_mother)


@bug
def stolen_creature_to_its_first_owner() -> None:
    before_turn, before_defeat = Game._turn_action, Game.defeat

    def turn_action(self):
        owner = self.__dict__.setdefault("owner", {})
        for player in (0, 1):
            held = [*self.hand[player], *self.deck[player], *self.discard[player]]
            for handle in [*held, *(one.handle for one in self.play[player])]:
                owner.setdefault(handle, player)
        return (yield from before_turn(self))

    def defeat(self, creatures):
        before_defeat(self, creatures)
        for creature in creatures:
            controller = creature.controller
            owner = self.owner.get(creature.handle, controller)
            if owner != controller and creature.handle in self.discard[controller]:
                self.discard[controller].remove(creature.handle)
                self.discard[owner].append(creature.handle)

    Game._turn_action, Game.defeat = turn_action, defeat


@bug
def view_shows_the_opponents_hand() -> None:
    before = adapter.Table.view

    def view(self, seat):
        found = before(self, seat)
        other = 1 - SEATS.index(seat)
        found["players"][SEATS[other]]["hand"] = self.in_order(self.game.hand[other])
        return found

    adapter.Table.view = view


@bug
def equal_twins_not_buffed() -> None:
    def shield_bugs(game, this, other):
        return 1 if other.card != this.card else 0

    change_card("shield-bugs", adds_power=shield_bugs)


@bug
def no_loss_without_an_action() -> None:
    before = Game._turn_action

    def turn_action(self):
        you = self.active
        can_act = [bool(self.hand[player] or self.play[player]) for player in (0, 1)]
        if not can_act[you] and can_act[1 - you]:
            return False  # the turn passes
        return (yield from before(self))

    Game._turn_action = turn_action


@bug
def follow_up_lost_after_the_second_mindbug() -> None:
    def turns(self):
        self.refill()
        acts_again = False
        while True:
            was_again = acts_again
            acts_again = yield from self._turn_action()
            if not acts_again or was_again:
                acts_again = False
                self.active = 1 - self.active

    Game._turns = turns


if __name__ == "__main__":
    for name in sorted(sys.argv[1:], key=list(BUGS).index):  # later ones build on earlier ones
        BUGS[name]()
    adapter.main()
