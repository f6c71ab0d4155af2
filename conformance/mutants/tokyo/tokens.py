"""Misreadings of tokens on monsters: how they come, what they do, how they go."""

from __future__ import annotations

from collections.abc import Iterable
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, dice, end, hearts, losses, tokens, turn, waiting
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import happen
from oracle.tokyo.monsters import living, others
from oracle.tokyo.table import AREA, NONE

AS_IF = Topic("tokyo", "tokens")

GIVERS = {"poison": "poison-spit", "shrink": "shrink-ray"}
"""The cards that give tokens."""


@AS_IF("there were no more tokens than those of the box", "kt.token.supply")
@do.around(tokens.give_token)
def only_twelve(give_token: Any, machine: Tokyo, state: State, kind: str, amount: int) -> None:
    if kind in tokens.TOKENS_IN_BOX:
        first = machine.poison if kind == "poison" else machine.shrink
        given = sum(state.counters[first : first + machine.players])
        amount = max(0, min(amount, tokens.TOKENS_IN_BOX[kind] - given))
    give_token(amount=amount)


@own.around(waiting.gather)
def gathering(
    meant: Any, gather: Any, machine: Tokyo, state: State, events: Iterable[waiting.Event]
) -> Any:
    """Let other events stand for each wound by claws that cards answer to."""
    found: list[waiting.Event] = []
    for event in events:
        found += meant(machine, state, event) if event[1] == "wounding" else [event]
    return gather(events=found)


def wounding(times: Any) -> do.Change:
    """Let cards answer so often to a wound, by (the damage, the wounded, the hearts lost)."""

    def meant(machine: Tokyo, state: State, event: waiting.Event) -> list[waiting.Event]:
        return [event] * times(damage.damage_frame(state), *event[2][:2])

    meant.__name__ = times.__name__
    return gathering(meant)


@AS_IF("an attack gave only one of the wounded a token", "kt.token.wounded")
@wounding
def one_for_one(frame: Frame, seat: int, lost: int) -> int:
    every = zip(frame[losses.SEATS], frame[losses.LOST], frame[losses.HIT], strict=True)
    return int(seat == next(each for each, lost, hit in every if lost and hit))


@AS_IF("a card gave tokens to those wounded by other monsters too", "kt.token.wounded")
@gathering
def by_any_attack(machine: Tokyo, state: State, event: waiting.Event) -> list[waiting.Event]:
    seat, head, context = event
    return [event, *((other, head, context) for other in others(machine, state, seat))]


@AS_IF("hearts lost to what is no attack gave a token too", "kt.token.one-per-attack")
@do.after(damage.follow)
def for_any_loss(machine: Tokyo, state: State, frame: Frame) -> None:
    by = frame[losses.BY]
    every = zip(frame[losses.SEATS], frame[losses.LOST], frame[losses.HIT], strict=True)
    for seat, lost, hit in every:
        if lost and not hit and by not in (NONE, seat) and state.counters[seat]:
            happen(machine, state, "wounding", by, (seat, lost))


@own.around(end.take_end)
def after_poison(then: Any, take_end: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let something happen once poison is dealt with, by (machine, state, whose it is)."""
    poison = state.answer[0] == "poison"
    take_end()
    if poison:
        then(machine, state, frame[end.WHOSE])


@AS_IF("poison worked in the end phase of every turn", "kt.token.poison")
@do.after(end.finish)
def poison_in_every_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    for other in reversed(others(machine, state, frame[turn.SEAT])):
        poison = state.counters[machine.poison + other]
        if poison:
            damage.deal(state, NONE, NONE, {other: poison})


@own.instead(tokens, "deal")
def poisoning(deal: Any, state: State, damage: dict[int, int]) -> None:
    """Let poison deal its damage otherwise, by (state, to whom, how much)."""
    for seat, amount in damage.items():
        deal(state, seat, amount)


@AS_IF("each poison token dealt a damage of its own", "kt.token.poison-one-damage")
@poisoning
def token_by_token(state: State, seat: int, amount: int) -> None:
    for _ in range(amount):
        damage.deal(state, NONE, NONE, {seat: 1})


@AS_IF("poison were an attack, to which a monster in Tokyo can yield", "kt.token.poison-one-damage")
@poisoning
def yield_to_poison(state: State, seat: int, amount: int) -> None:
    damage.deal(state, seat, NONE, {seat: amount})
    state.stack[-1][losses.HIT] = (1,)


@own.around(dice.dice_of)
def shrinking(worth: Any, dice_of: Any, machine: Tokyo, state: State, seat: int, fewer: int) -> Any:
    """Let shrink tokens take another number of dice, by (machine, state, how many tokens)."""
    tokens = state.counters[machine.shrink + seat]
    return dice_of(fewer=fewer - tokens + worth(machine, state, tokens))


@AS_IF("shrink tokens worked only while a monster has the card that gives them", "kt.token.stay")
@shrinking
def shrunk_while_there(machine: Tokyo, state: State, tokens: int) -> int:
    giver = machine.definition_number.get(GIVERS["shrink"])
    there = any(
        state.cards[card] == giver
        for seat in living(machine, state)
        for card in state.zones[AREA + seat]
    )
    return tokens if there else 0


@AS_IF("tokens went away with the card that gave them", "kt.token.stay")
@do.after(atoms.discard)
def gone_with_the_card(machine: Tokyo, state: State, card: int) -> None:
    name = machine.definitions[state.cards[card]].id
    for kind, first in (("poison", machine.poison), ("shrink", machine.shrink)):
        if name == GIVERS[kind]:
            for seat in range(machine.players):
                state.counters[first + seat] = 0


@AS_IF("one heart removed all tokens of a kind", "kt.token.remove")
@do.around(tokens.remove_token)
def all_at_once(remove_token: Any, machine: Tokyo, state: State, seat: int, kind: str) -> None:
    first = machine.poison if kind == "poison" else machine.shrink
    for _ in range(state.counters[first + seat]):
        remove_token()


SHRINK = ("remove", hearts.TOKENS.index("shrink"))


AS_IF("hearts removed poison tokens only", "kt.token.remove").so(
    "shrunk-for-good",
    own.offers(hearts, "heart", lambda given: [each for each in given if each != SHRINK]),
)
AS_IF("an attack gave a token for each heart", "kt.token.one-per-attack").so(
    "one-for-each-heart", wounding(lambda frame, seat, lost: lost)
)
AS_IF("poison tokens were used up by their damage", "kt.token.poison").so(
    "poison-wears-off",
    after_poison(lambda machine, state, seat: setitem(state.counters, machine.poison + seat, 0)),
)
AS_IF("poison cost one heart, however many tokens", "kt.token.poison").so(
    "one-for-all-poison",
    poisoning(lambda state, seat, amount: damage.deal(state, NONE, NONE, {seat: 1})),
)
AS_IF("shrink tokens took one die, however many", "kt.token.shrink").so(
    "one-die-fewer", shrinking(lambda machine, state, tokens: min(tokens, 1))
)
