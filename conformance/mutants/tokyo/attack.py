"""Misreadings of attacks: whom claws hit, how hard, and what is an attack for cards."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import attack as attack_of_tokyo
from oracle.tokyo import damage, losses, resolve, selection, tokyo
from oracle.tokyo.binding import CONDITIONS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import at, happen
from oracle.tokyo.monsters import holder, in_tokyo, living, others, said_by
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import ATTACKED, CITY, CLAW, HARMED, HAS_ATTACKED, NONE
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "attack")


@own.around(attack_of_tokyo.targets_of)
def aiming(aim: Any, targets_of: Any, machine: Tokyo, state: State, seat: int) -> Any:
    """Let claws hit others, unless the attacker hunts one monster only."""
    found, rules = targets_of()
    if said_by(machine, state, "aims-only-at", seat):
        return found, rules
    return aim(machine, state, seat, found), rules


def hits_all(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a card makes the claws of a monster hit all others."""
    return bool(said_by(machine, state, "aims-at", seat))


@AS_IF("each claw were an attack of its own for cards", "kt.attack.is")
@do.after(attack_of_tokyo.attack)
def each_claw_an_attack(machine: Tokyo, state: State, seat: int, claws: int) -> None:
    if machine.harmless_is_attack:
        for _ in range(claws - 1):
            happen(machine, state, "attacking", seat, (seat, claws))


@do.verb
def dealing(change: Changes, share: Any) -> None:
    """Let an attack deal other damage."""
    change.instead(attack_of_tokyo, "deal")(
        lambda state, by, cause, found, **how: damage_deal(state, by, cause, share(found), **how)
    )

    damage_deal = damage.deal


@AS_IF("the claws of a monster in City or Bay hit the monster in the other", "kt.attack.places")
@aiming
def bay_is_another_place(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    if not in_tokyo(machine, state, seat):
        return found
    inside = [each for each in others(machine, state, seat) if in_tokyo(machine, state, each)]
    return found + [each for each in inside if each not in found]


@AS_IF("claws from Tokyo hit only the next monster outside", "kt.attack.from-tokyo")
@aiming
def only_the_next_outside(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    inside = in_tokyo(machine, state, seat) and not hits_all(machine, state, seat)
    return found[:1] if inside else found


@AS_IF(
    "claws from outside hit only the monster in Tokyo City while there is one",
    "kt.attack.from-outside",
)
@aiming
def only_the_city(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    city = holder(machine, state, CITY)
    if in_tokyo(machine, state, seat) or city is None or hits_all(machine, state, seat):
        return found
    return [city]


@AS_IF(
    "the claws of a monster outside hit the others outside as well",
    "kt.attack.from-outside",
    "kt.attack.places",
)
@aiming
def outside_hits_all(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    return found if in_tokyo(machine, state, seat) or not found else others(machine, state, seat)


@AS_IF("claws hit all others while nobody is in Tokyo", "kt.attack.nobody-in-tokyo")
@aiming
def empty_tokyo_hits_all(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    anybody = any(in_tokyo(machine, state, each) for each in living(machine, state))
    return found if anybody else others(machine, state, seat)


@AS_IF("claws that hit nobody were no attack", "kt.attack.nobody-in-tokyo", "kt.attack.is")
@do.provided(attack_of_tokyo.attack)
def empty_tokyo_is_no_attack(machine: Tokyo, state: State, seat: int) -> object:
    return attack_of_tokyo.targets_of(machine, state, seat)[0]


@AS_IF(
    "a monster that enters Tokyo hit those outside with the same claws", "kt.attack.before-entering"
)
@do.around(tokyo.come_in)
def hits_on_entering(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[tokyo.SEAT]
    inside = in_tokyo(machine, state, seat)
    come_in()
    if in_tokyo(machine, state, seat) and not inside and symbols(state, CLAW):
        hit = [each for each in others(machine, state, seat) if not in_tokyo(machine, state, each)]
        damage.deal(state, seat, NONE, dict.fromkeys(hit, symbols(state, CLAW)), claws=True)


@AS_IF("claws that hit all others spared those in the same place", "kt.attack.everywhere")
@aiming
def everywhere_else(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    inside = in_tokyo(machine, state, seat)
    return [each for each in found if in_tokyo(machine, state, each) != inside]


@AS_IF("claws that hit all others hit their owner too", "kt.attack.everywhere")
@aiming
def everywhere_and_here(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    return [*found, seat] if hits_all(machine, state, seat) else found


@AS_IF("the neighbours were those of the next seats, eliminated or not", "kt.attack.neighbours")
@do.instead(attack_of_tokyo.neighbours)
def fallen_neighbours(machine: Tokyo, state: State, seat: int) -> list[int]:
    n = machine.players
    found = {(seat + 1) % n, (seat - 1) % n} - {seat}
    return sorted(each for each in found if state.counters[each])


@AS_IF("an only other monster were a neighbour on both sides and met twice", "kt.attack.neighbours")
@do.instead(selection.MONSTER_FILTERS, "beside-you")
def neighbour_twice() -> selection.Narrow:
    def both(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        around = others(machine, state, you)
        return [each for each in around[:1] + around[-1:] if each in found]

    return both


@AS_IF(
    "extra damage to a neighbour whom the claws miss were an attack on it",
    "kt.attack.neighbour-damage",
)
@do.after(damage.add_damage)
def burnt_is_attacked(state: State) -> None:
    frame = damage.damage_frame(state)
    frame[losses.HIT] = (1,) * len(frame[losses.SEATS])


def near(linker: Linker, call: Call) -> bool:
    """Whether an effect is one on neighbours."""
    who = call["player"]
    return isinstance(who, Selection) and Call("beside-you") in who.filters


@AS_IF("a neighbour whom the claws hit took no extra damage", "kt.attack.neighbour-damage")
@own.last("lose-extra-hearts", near)
def burnt_or_hit(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    whole = damage.damage_frame(state)
    hit = dict(zip(whole[losses.SEATS], whole[losses.AMOUNTS], strict=True))
    act()
    left = zip(whole[losses.SEATS], whole[losses.AMOUNTS], strict=True)
    whole[losses.AMOUNTS] = tuple(hit.get(seat, amount) for seat, amount in left)


@AS_IF("what makes an attack stronger dealt its damage without one", "kt.attack.boost")
@do.around(resolve.close)
def boosted_without_attack(close: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    close()
    if not state.registers[ATTACKED] & HAS_ATTACKED and at(machine, state, "settling", seat):
        damage.deal(state, seat, NONE, {}, claws=True)


@AS_IF(
    "damage that a card deals without an attack were an attack to yield to",
    "kt.attack.without-claw",
)
@own.last("lose-hearts", lambda linker, call: linker.head == "resolved")
def attack_without_claw(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    act()
    whole = state.stack[-1]
    if whole[0] == damage.DAMAGE:
        whole[losses.HIT] = (1,) * len(whole[losses.SEATS])


def unharmed(frame: Frame) -> list[int]:
    """Those whom the claws hit and who lost nothing."""
    every = zip(frame[losses.SEATS], frame[losses.LOST], frame[losses.HIT], strict=True)
    return [seat for seat, lost, hit in every if hit and not lost]


@AS_IF(
    "an attack that cost a monster nothing gave it the tokens for the wounded", "kt.attack.harmless"
)
@do.after(damage.follow)
def harmless_gives_tokens(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in unharmed(frame):
        happen(machine, state, "wounding", frame[losses.BY], (seat, 0))


@AS_IF("a monster that attacked counted as having made others lose hearts", "kt.attack.harmless")
@do.after(attack_of_tokyo.attack)
def harmless_is_harm(state: State, seat: int) -> None:
    state.registers[HARMED] |= 1 << seat


@AS_IF("an attack were rewarded once for each monster it hits", "kt.attack.reward")
@do.around(attack_of_tokyo.attack)
def reward_for_each_hit(attack: Any, machine: Tokyo, state: State, seat: int, claws: int) -> None:
    hit, _ = attack_of_tokyo.targets_of(machine, state, seat)
    attack()
    if machine.harmless_is_attack:
        for _ in hit[1:]:
            happen(machine, state, "attacking", seat, (seat, claws))


@AS_IF("an attack were rewarded only when hearts had been lost to it or not", "kt.attack.reward")
@own.also(do.unless(attack_of_tokyo, "happen")(lambda head: head == "attacking"))
@do.after(damage.follow)
def reward_after_the_losses(machine: Tokyo, state: State, frame: Frame) -> None:
    if frame[losses.CLAWS] and machine.harmless_is_attack:
        happen(machine, state, "attacking", frame[losses.BY], (frame[losses.BY], 0))


@AS_IF("damage by a card were rewarded as an attack", "kt.attack.card-damage")
@do.after(damage.line_up)
def cards_are_rewarded(machine: Tokyo, state: State, frame: Frame) -> None:
    by = frame[losses.BY]
    if not frame[losses.CLAWS] and by != NONE and frame[losses.SEATS] != (by,):
        happen(machine, state, "attacking", by, (by, 0))


@AS_IF("cards about losing hearts worked against claws only", "kt.attack.card-damage")
@do.before(damage.defend)
def no_defence_against_cards(frame: Frame) -> None:
    hit = frame[losses.HIT]
    while frame[losses.NEXT] < len(hit) and not hit[frame[losses.NEXT]]:
        frame[losses.NEXT] += 1


AS_IF("it took three claws to attack", "kt.attack.is").so(
    "three-claws", do.provided(attack_of_tokyo.attack)(lambda claws: claws >= 3)
)
AS_IF("claws were divided among those they hit", "kt.attack.claws").so(
    "divided", dealing(lambda found: {seat: found[seat] // len(found) for seat in found})
)
AS_IF("an attack dealt 1 damage, however many claws", "kt.attack.claws").so(
    "one-heart", dealing(lambda found: dict.fromkeys(found, 1))
)
AS_IF(
    "the Bay beside an empty Tokyo City were hit just where it should not be",
    "kt.attack.empty-city",
).so("empty-city-turned-round", do.turn_round("bay_hit_when_city_empty"))
AS_IF(
    "no damage of a card reached the Bay beside an empty Tokyo City where claws do not",
    "kt.attack.without-claw",
).so(
    "empty-city-stops-cards",
    do.around(attack_of_tokyo.targets_of)(lambda targets_of: targets_of(attack=True)),
)
AS_IF(
    "a card that deals damage without an attack too dealt it only with one",
    "kt.attack.without-claw",
).so(
    "nothing-without-claw",
    do.instead(CONDITIONS, "no-attack")(lambda: lambda machine, state, source, you, context: False),
)
AS_IF(
    "a card that deals damage without an attack too dealt it once more after one",
    "kt.attack.without-claw",
).so(
    "again-after-the-attack",
    do.instead(CONDITIONS, "no-attack")(lambda: lambda machine, state, source, you, context: True),
)
