"""Misreadings of attacks: whom claws hit, how hard, and what is an attack for cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import damage, entering, monsters, resolve, selection
from oracle.tokyo.binding import CONDITIONS, EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Context, at, happen
from oracle.tokyo.monsters import holder, in_tokyo, living, others, said_by
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import ATTACKED, CITY, CLAW, HARMED, HAS_ATTACKED, NONE
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "attack")

Aim = Callable[[Tokyo, State, int, list[int]], list[int]]
"""Whom claws hit, by (machine, state, the attacker, those they hit as it is)."""


def aiming(change: Changes, aim: Aim) -> None:
    """Let claws hit others, unless the attacker hunts one monster only."""
    targets_of = resolve.targets_of

    def targets_by(
        machine: Tokyo, state: State, seat: int, *, attack: bool = True
    ) -> tuple[list[int], Rules]:
        found, rules = targets_of(machine, state, seat, attack=attack)
        if said_by(machine, state, "aims-only-at", seat):
            return found, rules
        return aim(machine, state, seat, found), rules

    change.swap(targets_of, targets_by)


def hits_all(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a card makes the claws of a monster hit all others."""
    return bool(said_by(machine, state, "aims-at", seat))


@AS_IF("each-claw-an-attack", "each claw were an attack of its own for cards", "kt.attack.is")
def each_claw_an_attack(change: Changes) -> None:
    attack = resolve.attack

    def attack_often(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        attack(machine, state, seat, claws)
        if machine.harmless_is_attack:
            for _ in range(claws - 1):
                happen(machine, state, "attacking", seat, (seat, claws))

    change.swap(attack, attack_often)


@AS_IF("three-claws", "it took three claws to attack", "kt.attack.is")
def three_claws(change: Changes) -> None:
    attack = resolve.attack

    def attack_in_force(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        if claws >= 3:
            attack(machine, state, seat, claws)

    change.swap(attack, attack_in_force)


Share = Callable[[dict[int, int]], dict[int, int]]


def dealing(change: Changes, share: Share) -> None:
    """Let an attack deal other damage."""

    def deal(state: State, by: int, cause: int, found: dict[int, int], **how: bool) -> None:
        damage_deal(state, by, cause, share(found), **how)

    damage_deal = damage.deal
    change.put(resolve, "deal", deal)


@AS_IF("divided", "claws were divided among those they hit", "kt.attack.claws")
def divided(change: Changes) -> None:
    dealing(change, lambda found: {seat: found[seat] // len(found) for seat in found})


@AS_IF("one-heart", "an attack dealt 1 damage, however many claws", "kt.attack.claws")
def one_heart(change: Changes) -> None:
    dealing(change, lambda found: dict.fromkeys(found, 1))


@AS_IF(
    "bay-is-another-place",
    "the claws of a monster in City or Bay hit the monster in the other",
    "kt.attack.places",
)
def bay_is_another_place(change: Changes) -> None:
    def there_too(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        if not in_tokyo(machine, state, seat):
            return found
        inside = [each for each in others(machine, state, seat) if in_tokyo(machine, state, each)]
        return found + [each for each in inside if each not in found]

    aiming(change, there_too)


@AS_IF(
    "only-the-next-outside",
    "claws from Tokyo hit only the next monster outside",
    "kt.attack.from-tokyo",
)
def only_the_next_outside(change: Changes) -> None:
    def next_one(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        inside = in_tokyo(machine, state, seat) and not hits_all(machine, state, seat)
        return found[:1] if inside else found

    aiming(change, next_one)


@AS_IF(
    "only-the-city",
    "claws from outside hit only the monster in Tokyo City while there is one",
    "kt.attack.from-outside",
)
def only_the_city(change: Changes) -> None:
    def in_city(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        city = holder(machine, state, CITY)
        if in_tokyo(machine, state, seat) or city is None or hits_all(machine, state, seat):
            return found
        return [city]

    aiming(change, in_city)


@AS_IF(
    "outside-hits-all",
    "the claws of a monster outside hit the others outside as well",
    "kt.attack.from-outside",
    "kt.attack.places",
)
def outside_hits_all(change: Changes) -> None:
    def everybody(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        if in_tokyo(machine, state, seat) or not found:
            return found
        return others(machine, state, seat)

    aiming(change, everybody)


@AS_IF(
    "empty-tokyo-hits-all",
    "claws hit all others while nobody is in Tokyo",
    "kt.attack.nobody-in-tokyo",
)
def empty_tokyo_hits_all(change: Changes) -> None:
    def everybody(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        anybody = any(in_tokyo(machine, state, each) for each in living(machine, state))
        return found if anybody else others(machine, state, seat)

    aiming(change, everybody)


@AS_IF(
    "empty-tokyo-is-no-attack",
    "claws that hit nobody were no attack",
    "kt.attack.nobody-in-tokyo",
    "kt.attack.is",
)
def empty_tokyo_is_no_attack(change: Changes) -> None:
    attack = resolve.attack

    def attack_somebody(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        if resolve.targets_of(machine, state, seat)[0]:
            attack(machine, state, seat, claws)

    change.swap(attack, attack_somebody)


@AS_IF(
    "empty-city-turned-round",
    "the Bay beside an empty Tokyo City were hit just where it should not be",
    "kt.attack.empty-city",
)
def empty_city_turned_round(change: Changes) -> None:
    change.turn_round("bay_hit_when_city_empty")


@AS_IF(
    "empty-city-stops-cards",
    "no damage of a card reached the Bay beside an empty Tokyo City where claws do not",
    "kt.attack.without-claw",
)
def empty_city_stops_cards(change: Changes) -> None:
    targets_of = resolve.targets_of

    def as_in_an_attack(
        machine: Tokyo, state: State, seat: int, *, attack: bool = True
    ) -> tuple[list[int], Rules]:
        return targets_of(machine, state, seat)

    change.swap(targets_of, as_in_an_attack)


@AS_IF(
    "hits-on-entering",
    "a monster that enters Tokyo hit those outside with the same claws",
    "kt.attack.before-entering",
)
def hits_on_entering(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_fighting(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[entering.SEAT]
        inside = in_tokyo(machine, state, seat)
        come_in(machine, state, frame)
        if in_tokyo(machine, state, seat) and not inside and symbols(state, CLAW):
            around = others(machine, state, seat)
            hit = [each for each in around if not in_tokyo(machine, state, each)]
            damage.deal(state, seat, NONE, dict.fromkeys(hit, symbols(state, CLAW)), claws=True)

    change.swap(come_in, come_in_fighting)


@AS_IF(
    "everywhere-else",
    "claws that hit all others spared those in the same place",
    "kt.attack.everywhere",
)
def everywhere_else(change: Changes) -> None:
    def elsewhere(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        inside = in_tokyo(machine, state, seat)
        return [each for each in found if in_tokyo(machine, state, each) != inside]

    aiming(change, elsewhere)


@AS_IF(
    "everywhere-and-here",
    "claws that hit all others hit their owner too",
    "kt.attack.everywhere",
)
def everywhere_and_here(change: Changes) -> None:
    def here_too(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        return [*found, seat] if hits_all(machine, state, seat) else found

    aiming(change, here_too)


@AS_IF(
    "fallen-neighbours",
    "the neighbours were those of the next seats, eliminated or not",
    "kt.attack.neighbours",
)
def fallen_neighbours(change: Changes) -> None:
    def next_seats(machine: Tokyo, state: State, seat: int) -> list[int]:
        n = machine.players
        found = {(seat + 1) % n, (seat - 1) % n} - {seat}
        return sorted(each for each in found if state.counters[each])

    change.swap(monsters.neighbours, next_seats)


@AS_IF(
    "neighbour-twice",
    "an only other monster were a neighbour on both sides and met twice",
    "kt.attack.neighbours",
)
def neighbour_twice(change: Changes) -> None:
    def beside(link: Linker, call: Call) -> selection.Narrow:
        def both(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
            around = others(machine, state, you)
            return [each for each in (around[:1] + around[-1:]) if each in found]

        return both

    change.put(selection.MONSTER_FILTERS, "beside-you", beside)


@AS_IF(
    "burnt-is-attacked",
    "extra damage to a neighbour whom the claws miss were an attack on it",
    "kt.attack.neighbour-damage",
)
def burnt_is_attacked(change: Changes) -> None:
    add_damage = damage.add_damage

    def add_as_attack(state: State, seat: int, amount: int) -> None:
        add_damage(state, seat, amount)
        frame = damage.damage_frame(state)
        frame[damage.HIT] = (1,) * len(frame[damage.SEATS])

    change.swap(add_damage, add_as_attack)


@AS_IF(
    "burnt-or-hit",
    "a neighbour whom the claws hit took no extra damage",
    "kt.attack.neighbour-damage",
)
def burnt_or_hit(change: Changes) -> None:
    lose_extra = EFFECTS["lose-extra-hearts"]

    def near(call: Call) -> bool:
        who = call["player"]
        return isinstance(who, Selection) and Call("beside-you") in who.filters

    def bind(link: Linker, call: Call) -> list[Any]:
        steps = lose_extra(link, call)
        if not near(call):
            return steps

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            whole = damage.damage_frame(state)
            hit = dict(zip(whole[damage.SEATS], whole[damage.AMOUNTS], strict=True))
            steps[-1](machine, state, frame)
            left = zip(whole[damage.SEATS], whole[damage.AMOUNTS], strict=True)
            whole[damage.AMOUNTS] = tuple(hit.get(seat, amount) for seat, amount in left)

        return [*steps[:-1], act]

    change.put(EFFECTS, "lose-extra-hearts", bind)


@AS_IF(
    "boosted-without-attack",
    "what makes an attack stronger dealt its damage without one",
    "kt.attack.boost",
)
def boosted_without_attack(change: Changes) -> None:
    close = resolve.close

    def close_with_boosts(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        close(machine, state, frame)
        if not state.registers[ATTACKED] & HAS_ATTACKED and at(machine, state, "settling", seat):
            damage.deal(state, seat, NONE, {}, claws=True)

    change.swap(close, close_with_boosts)


@AS_IF(
    "nothing-without-claw",
    "a card that deals damage without an attack too dealt it only with one",
    "kt.attack.without-claw",
)
def nothing_without_claw(change: Changes) -> None:
    def never(link: Linker, call: Call) -> Any:
        return lambda machine, state, source, you, context: False

    change.put(CONDITIONS, "no-attack", never)


@AS_IF(
    "again-after-the-attack",
    "a card that deals damage without an attack too dealt it once more after one",
    "kt.attack.without-claw",
)
def again_after_the_attack(change: Changes) -> None:
    def always(link: Linker, call: Call) -> Any:
        return lambda machine, state, source, you, context: True

    change.put(CONDITIONS, "no-attack", always)


@AS_IF(
    "attack-without-claw",
    "damage that a card deals without an attack were an attack to yield to",
    "kt.attack.without-claw",
)
def attack_without_claw(change: Changes) -> None:
    lose_hearts = EFFECTS["lose-hearts"]

    def bind(link: Linker, call: Call) -> list[Any]:
        steps = lose_hearts(link, call)
        if link.head != "resolved":
            return steps

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            steps[-1](machine, state, frame)
            if state.stack[-1][0] == damage.DAMAGE:
                whole = state.stack[-1]
                whole[damage.HIT] = (1,) * len(whole[damage.SEATS])

        return [*steps[:-1], act]

    change.put(EFFECTS, "lose-hearts", bind)


def unharmed(frame: Frame) -> list[int]:
    """Those whom the claws hit and who lost nothing."""
    every = zip(frame[damage.SEATS], frame[damage.LOST], frame[damage.HIT], strict=True)
    return [seat for seat, lost, hit in every if hit and not lost]


@AS_IF(
    "harmless-gives-tokens",
    "an attack that cost a monster nothing gave it the tokens for the wounded",
    "kt.attack.harmless",
)
def harmless_gives_tokens(change: Changes) -> None:
    follow = damage.follow

    def follow_all(machine: Tokyo, state: State, frame: Frame) -> None:
        follow(machine, state, frame)
        for seat in unharmed(frame):
            happen(machine, state, "wounding", frame[damage.BY], (seat, 0))

    change.swap(follow, follow_all)


@AS_IF(
    "harmless-is-harm",
    "a monster that attacked counted as having made others lose hearts",
    "kt.attack.harmless",
)
def harmless_is_harm(change: Changes) -> None:
    attack = resolve.attack

    def attack_and_harm(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        attack(machine, state, seat, claws)
        state.registers[HARMED] |= 1 << seat

    change.swap(attack, attack_and_harm)


@AS_IF(
    "reward-for-each-hit",
    "an attack were rewarded once for each monster it hits",
    "kt.attack.reward",
)
def reward_for_each_hit(change: Changes) -> None:
    attack = resolve.attack

    def attack_for_more(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        hit, _ = resolve.targets_of(machine, state, seat)
        attack(machine, state, seat, claws)
        if machine.harmless_is_attack:
            for _ in hit[1:]:
                happen(machine, state, "attacking", seat, (seat, claws))

    change.swap(attack, attack_for_more)


@AS_IF(
    "reward-after-the-losses",
    "an attack were rewarded only when hearts had been lost to it or not",
    "kt.attack.reward",
)
def reward_after_the_losses(change: Changes) -> None:
    follow = damage.follow

    def happen_later(
        machine: Tokyo, state: State, head: str, seat: int, context: Context = (NONE, 0)
    ) -> None:
        if head != "attacking":
            happen(machine, state, head, seat, context)

    def follow_and_reward(machine: Tokyo, state: State, frame: Frame) -> None:
        follow(machine, state, frame)
        if frame[damage.CLAWS] and machine.harmless_is_attack:
            by = frame[damage.BY]
            happen(machine, state, "attacking", by, (by, 0))

    change.put(resolve, "happen", happen_later)
    change.swap(follow, follow_and_reward)


@AS_IF(
    "cards-are-rewarded",
    "damage by a card were rewarded as an attack",
    "kt.attack.card-damage",
)
def cards_are_rewarded(change: Changes) -> None:
    line_up = damage.line_up

    def line_up_rewarded(machine: Tokyo, state: State, frame: Frame) -> None:
        line_up(machine, state, frame)
        by = frame[damage.BY]
        if not frame[damage.CLAWS] and by != NONE and frame[damage.SEATS] != (by,):
            happen(machine, state, "attacking", by, (by, 0))

    change.swap(line_up, line_up_rewarded)


@AS_IF(
    "no-defence-against-cards",
    "cards about losing hearts worked against claws only",
    "kt.attack.card-damage",
)
def no_defence_against_cards(change: Changes) -> None:
    defend = damage.defend

    def defend_against_claws(machine: Tokyo, state: State, frame: Frame) -> None:
        hit = frame[damage.HIT]
        while frame[damage.NEXT] < len(hit) and not hit[frame[damage.NEXT]]:
            frame[damage.NEXT] += 1
        defend(machine, state, frame)

    change.swap(defend, defend_against_claws)
