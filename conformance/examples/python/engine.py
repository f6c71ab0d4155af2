"""The rules of Mindbug First Contact, each step in the order of the rulebook.

The game is a generator: it yields the question it waits for and is sent the answer, so a turn
reads from top to bottom although it stops for every decision and every outcome of chance.
Players are 0 and 1, cards are the handles the kit gave them; names like mb.attack.tie are rules.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, NoReturn, TypeVar

from cards import NOTHING, Card, Creature

SEATS = ("p1", "p2")
NATURE = "nature"
HAND_SIZE = 5
DEALT = 10

Answer = dict[str, Any]  # Any, since only `Question.allows` makes sure what was said
DECLINE: Answer = {"decline": True}
T = TypeVar("T")
Flow = Generator["Question", Answer, T]


class GameOver(Exception):
    """The game has ended, whatever else was still to be done."""


@dataclass(slots=True)
class Question:
    """The one thing the game waits for; `legal` is listed, or any `least` to `most` of `among`."""

    who: str
    kind: str
    legal: list[Answer] | None = None
    source: str | None = None
    among: list[str] = field(default_factory=list)
    least: int = 0
    most: int = 0

    def allows(self, answer: Answer) -> bool:
        if self.legal is not None:
            # In Python 1 == True, but {"decline": 1} is no answer.
            has_texts = all(type(said) in (str, bool) for said in answer.values())
            return has_texts and answer in self.legal
        chosen = answer.get("choose")
        return (
            len(answer) == 1
            and isinstance(chosen, list)
            and self.least <= len(chosen) <= self.most
            and all(isinstance(one, str) and one in self.among for one in chosen)
            and len(set(chosen)) == len(chosen)
        )


class Traits(NamedTuple):
    """What a creature is at present, all constant abilities counted."""

    power: int
    keywords: frozenset[str]


class Waiting(NamedTuple):
    """An effect that has triggered, for the player who controlled its source then."""

    moment: str
    source: str
    you: int


class Game:
    """One game: the zones, and the flow that stands still at `pending`."""

    def __init__(self) -> None:
        self.card: dict[str, Card] = {}
        self.active = 0
        self.life = [3, 3]
        self.mindbugs = [2, 2]
        self.hand: tuple[list[str], list[str]] = ([], [])
        self.deck: tuple[list[str], list[str]] = ([], [])
        self.discard: tuple[list[str], list[str]] = ([], [])
        self.play: tuple[list[Creature], list[Creature]] = ([], [])
        self.unused: list[str] = []
        self.aside: list[str] = []
        self.played: str | None = None
        self.waiting: list[Waiting] = []
        self.winner: int | None = None
        self.reason: str | None = None
        self.pending: Question | None = None
        self._flow: Flow[None]

    def begin(self, from_deal: bool) -> None:
        """Run to the first question, from the deal or from the active player's turn."""
        self._flow = self._whole_game() if from_deal else self._turns()
        self.answer(None)

    def answer(self, said: Answer | None) -> None:
        """Go on with an answer that the pending question allows; None begins the game."""
        try:
            self.pending = next(self._flow) if said is None else self._flow.send(said)
        except GameOver:
            self.pending = None

    # ---------------------------------------------------------------- setup

    def _whole_game(self) -> Flow[None]:
        for player in (0, 1):
            for _ in range(DEALT):
                self.deck[player].append((yield from self._uncover("deal")))
        self.refill()
        self.active = yield from self._first_player()
        yield from self._turns()

    def _first_player(self) -> Flow[int]:
        """mb.setup.first-player: the higher printed power; a tie is drawn again."""
        while len(self.unused) >= 2:
            powers = []
            for _ in (0, 1):
                shown = yield from self._uncover("reveal")
                self.aside.append(shown)
                powers.append(self.card[shown].power)
            if powers[0] != powers[1]:
                return 0 if powers[0] > powers[1] else 1
        said = yield Question(NATURE, "first", [{"first": seat} for seat in SEATS])
        return SEATS.index(said["first"])

    def _uncover(self, verb: str) -> Flow[str]:
        said = yield Question(NATURE, verb, [{verb: card} for card in self.unused])
        self.unused.remove(said[verb])
        return str(said[verb])

    # ---------------------------------------------------------------- turns

    def _turns(self) -> Flow[None]:
        """One turn action after another; who lost a card to a Mindbug acts again.

        Whether that is in the same turn or in a new one (mb.option.mindbug-follow-up), no card
        of First Contact can tell.
        """
        self.refill()
        while True:
            acts_again = yield from self._turn_action()
            if not acts_again:
                self.active = 1 - self.active

    def _turn_action(self) -> Flow[bool]:
        you = self.active
        legal: list[Answer] = [{"play": card} for card in self.hand[you]]
        legal += [{"attack": creature.handle} for creature in self.play[you]]
        if not legal:
            self._end(1 - you, "no-action")
        said = yield Question(SEATS[you], "turn", legal)
        if "play" in said:
            return (yield from self._play_card(said["play"]))
        yield from self._attack(self.creature(said["attack"]))
        return False

    def _play_card(self, card: str) -> Flow[bool]:
        """Lay the card down, refill, ask about a Mindbug; true if one was used."""
        player, opponent = self.active, 1 - self.active
        self.hand[player].remove(card)
        self.played = card
        self.refill()
        is_taken = False
        if self.mindbugs[opponent]:
            legal: list[Answer] = [{"mindbug": True}, DECLINE]
            said = yield Question(SEATS[opponent], "mindbug", legal, card)
            is_taken = "mindbug" in said
        if is_taken:
            self.mindbugs[opponent] -= 1
        self.played = None
        self.enter(opponent if is_taken else player, card)
        yield from self._resolve_waiting()
        return is_taken

    # ---------------------------------------------------------------- combat

    def _attack(self, attacker: Creature) -> Flow[None]:
        you = attacker.controller
        yield from self._one_attack(attacker)
        if attacker in self.play[you] and "frenzy" in self.traits()[attacker].keywords:
            legal: list[Answer] = [{"attack": attacker.handle}, DECLINE]
            said = yield Question(SEATS[you], "attack-again", legal, attacker.handle)
            if "attack" in said:
                yield from self._one_attack(attacker)

    def _one_attack(self, attacker: Creature) -> Flow[None]:
        you = attacker.controller
        self.trigger("attack", attacker)
        yield from self._resolve_waiting()
        if attacker not in self.play[you]:
            return  # mb.attack.ends
        blocker = yield from self._hunted_by(attacker)
        if blocker is None:
            blocker = yield from self._blocker_of(attacker)
        if blocker is None:
            self.lose_life(1 - you, 1)
        else:
            self._fight(attacker, blocker)
        yield from self._resolve_waiting()

    def _hunted_by(self, attacker: Creature) -> Flow[Creature | None]:
        """The enemy creature that HUNTER forces to block, if it is used."""
        you = attacker.controller
        if not self.play[1 - you] or "hunter" not in self.traits()[attacker].keywords:
            return None
        legal: list[Answer] = [{"hunt": prey.handle} for prey in self.play[1 - you]]
        said = yield Question(SEATS[you], "hunt", [*legal, DECLINE], attacker.handle)
        return self.creature(said["hunt"]) if "hunt" in said else None

    def _blocker_of(self, attacker: Creature) -> Flow[Creature | None]:
        defender = 1 - attacker.controller
        legal: list[Answer] = [{"block": one.handle} for one in self._able_to_block(attacker)]
        said = yield Question(SEATS[defender], "block", [*legal, DECLINE], attacker.handle)
        return self.creature(said["block"]) if "block" in said else None

    def _able_to_block(self, attacker: Creature) -> list[Creature]:
        traits = self.traits()
        able = self.play[1 - attacker.controller]
        if "sneaky" in traits[attacker].keywords:
            able = [one for one in able if "sneaky" in traits[one].keywords]
        for source in self.play[attacker.controller]:
            bars = source.card.bars_block
            if bars is not None:
                able = [one for one in able if not bars(source, attacker, traits[one].power)]
        return able

    def _fight(self, attacker: Creature, blocker: Creature) -> None:
        """The weaker is defeated, both in a tie, and whoever fights a POISONOUS creature."""
        traits = self.traits()
        self.defeat(
            [
                one
                for one, other in ((attacker, blocker), (blocker, attacker))
                if traits[one].power <= traits[other].power or "poisonous" in traits[other].keywords
            ]
        )

    # ---------------------------------------------------------------- what creatures are

    def traits(self) -> dict[Creature, Traits]:
        """The present power and keywords of every creature in play."""
        found: dict[Creature, Traits] = {}
        for mine in self.play:
            adding = [(one, adds) for one in mine if (adds := one.card.adds_power)]
            giving = [(one, gives) for one in mine if (gives := one.card.gives_keywords)]
            for creature in mine:
                power, keywords = creature.card.power, creature.card.keywords
                for source, adds in adding:
                    power += adds(self, source, creature)
                for source, gives in giving:
                    keywords |= gives(self, source, creature, power)
                found[creature] = Traits(power, keywords)
        copiers = [one for one in found if one.card.copies_keywords]
        for _ in copiers:  # mb.constant.grounded: what one has copied, another may copy from it
            for copier in copiers:
                enemies = self.play[1 - copier.controller]
                theirs = NOTHING.union(*(found[enemy].keywords for enemy in enemies))
                power, keywords = found[copier]
                found[copier] = Traits(power, keywords | theirs & copier.card.copies_keywords)
        return found

    def creatures(
        self, player: int | None = None, *, at_least: int = 1, at_most: int = 1_000
    ) -> list[Creature]:
        """The creatures of a player, or of both, with such a power."""
        return [
            creature
            for creature, (power, _) in self.traits().items()
            if player in (None, creature.controller) and at_least <= power <= at_most
        ]

    def creature(self, handle: str) -> Creature:
        """The creature in play with this handle."""
        return next(one for mine in self.play for one in mine if one.handle == handle)

    # ---------------------------------------------------------------- triggered effects

    def trigger(self, moment: str, creature: Creature) -> None:
        """An effect that triggers does not start: it waits."""
        if getattr(creature.card, moment) is None:
            return
        enemies = self.play[1 - creature.controller]
        if moment == "play" and any(enemy.card.bars_play_effects for enemy in enemies):
            return
        self.waiting.append(Waiting(moment, creature.handle, creature.controller))

    def _resolve_waiting(self) -> Flow[None]:
        """mb.effect.one-at-a-time: what an effect triggers joins those already waiting."""
        while self.waiting:
            effect = yield from self._next_effect()
            self.waiting.remove(effect)
            perform = getattr(self.card[effect.source], effect.moment)
            steps = perform(self, effect.you, effect.source)
            if steps is not None:
                yield from steps

    def _next_effect(self) -> Flow[Waiting]:
        """mb.effect.order: the active player chooses, whoever controls the effects."""
        if len(self.waiting) == 1:
            return self.waiting[0]
        legal: list[Answer] = [
            {"resolve": effect.source, "ability": effect.moment} for effect in self.waiting
        ]
        said = yield Question(SEATS[self.active], "order", legal)
        return self.waiting[legal.index(said)]

    # ---------------------------------------------------------------- what effects do

    def choose(
        self, who: int, source: str, among: list[str], least: int = 1, most: int = 1
    ) -> Flow[list[str]]:
        """Cards that a player chooses, as many as there are; nobody is asked about nothing."""
        if not among:
            return []
        least, most = min(least, len(among)), min(most, len(among))
        said = yield Question(SEATS[who], "choose", None, source, list(among), least, most)
        return list(said["choose"])

    def choose_creatures(
        self, who: int, source: str, among: list[Creature], least: int = 1, most: int = 1
    ) -> Flow[list[Creature]]:
        handles = [one.handle for one in among]
        chosen = yield from self.choose(who, source, handles, least, most)
        return [one for one in among if one.handle in chosen]

    def enter(self, player: int, card: str) -> None:
        """Put a card into play; its Play effect waits until the running effect is finished."""
        creature = Creature(card, self.card[card], player)
        self.play[player].append(creature)
        self.trigger("play", creature)

    def defeat(self, creatures: list[Creature]) -> None:
        """Defeat creatures together; TOUGH ones become exhausted instead, at the same moment."""
        traits = self.traits()
        for creature in creatures:
            if "tough" in traits[creature].keywords and not creature.exhausted:
                creature.exhausted = True
                continue
            self.play[creature.controller].remove(creature)
            self.discard[creature.controller].append(creature.handle)
            self.trigger("defeated", creature)

    def take_control(self, player: int, creatures: list[Creature]) -> None:
        for creature in creatures:
            if creature.controller != player:
                self.play[creature.controller].remove(creature)
                self.play[player].append(creature)
                creature.controller = player

    def discard_cards(self, player: int, source: str, count: int) -> Flow[None]:
        """The player chooses from the hand as it is; the refill comes after all of them."""
        for card in (yield from self.choose(player, source, self.hand[player], count, count)):
            self.hand[player].remove(card)
            self.discard[player].append(card)
        self.refill()

    def steal(self, player: int, source: str, count: int) -> Flow[None]:
        hand = self.hand[1 - player]
        count = min(count, len(hand))
        if not count:
            return
        said = yield Question(NATURE, "pick", None, source, list(hand), count, count)
        for card in said["choose"]:
            hand.remove(card)
            self.hand[player].append(card)
        self.refill()

    def refill(self) -> None:
        """mb.draw.refill-first: at once, before anything else goes on."""
        for hand, deck in zip(self.hand, self.deck, strict=True):
            while deck and len(hand) < HAND_SIZE:
                hand.append(deck.pop(0))

    def gain_life(self, player: int, amount: int) -> None:
        self.life[player] += amount

    def lose_life(self, player: int, amount: int) -> None:
        self.life[player] = max(0, self.life[player] - amount)
        if self.life[player] == 0:
            self._end(1 - player, "life")

    def set_life(self, player: int, amount: int) -> None:
        """mb.life.set: a gain or a loss of the difference."""
        change = amount - self.life[player]
        if change > 0:
            self.gain_life(player, change)
        elif change < 0:
            self.lose_life(player, -change)

    def _end(self, winner: int | None, reason: str) -> NoReturn:
        self.winner, self.reason = winner, reason
        raise GameOver
