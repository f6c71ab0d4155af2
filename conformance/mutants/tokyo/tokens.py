"""Misreadings of tokens on monsters: how they come, what they do, how they go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, Rules, State
from oracle.tokyo import atoms, damage, monsters, resolve, turn, waiting
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import happen
from oracle.tokyo.monsters import living, others
from oracle.tokyo.table import AREA, NONE

AS_IF = Topic("tokyo", "tokens")

GIVERS = {"poison": "poison-spit", "shrink": "shrink-ray"}
"""The cards that give tokens."""


@AS_IF("only-twelve", "there were no more tokens than those of the box", "kt.token.supply")
def only_twelve(change: Changes) -> None:
    give_token = atoms.give_token

    def give_what_is_left(
        machine: Tokyo, state: State, seat: int, kind: str, amount: int, *rest: Any
    ) -> None:
        if kind in atoms.TOKENS_IN_BOX:
            first = machine.poison if kind == "poison" else machine.shrink
            given = sum(state.counters[first : first + machine.players])
            amount = max(0, min(amount, atoms.TOKENS_IN_BOX[kind] - given))
        give_token(machine, state, seat, kind, amount, *rest)

    change.swap(give_token, give_what_is_left)


def wounding(change: Changes, times: Callable[[Frame, int, int], int]) -> None:
    """Let cards answer so often to a wound, by (the damage, the wounded, the hearts lost)."""

    gathering(
        change,
        lambda machine, state, event: [event] * times(damage.damage_frame(state), *event[2][:2]),
    )


def gathering(
    change: Changes, meant: Callable[[Tokyo, State, waiting.Event], list[waiting.Event]]
) -> None:
    """Let other events stand for each wound by claws that cards answer to."""
    gather = waiting.gather

    def gather_otherwise(
        machine: Tokyo, state: State, events: Iterable[waiting.Event]
    ) -> tuple[waiting.Waiting, ...]:
        found: list[waiting.Event] = []
        for event in events:
            found += meant(machine, state, event) if event[1] == "wounding" else [event]
        return gather(machine, state, found)

    change.swap(gather, gather_otherwise)


@AS_IF("one-for-one", "an attack gave only one of the wounded a token", "kt.token.wounded")
def one_for_one(change: Changes) -> None:
    def if_first(frame: Frame, seat: int, lost: int) -> int:
        every = zip(frame[damage.SEATS], frame[damage.LOST], frame[damage.HIT], strict=True)
        return int(seat == next(each for each, lost, hit in every if lost and hit))

    wounding(change, if_first)


@AS_IF(
    "by-any-attack",
    "a card gave tokens to those wounded by other monsters too",
    "kt.token.wounded",
)
def by_any_attack(change: Changes) -> None:
    def for_all(machine: Tokyo, state: State, event: waiting.Event) -> list[waiting.Event]:
        seat, head, context = event
        return [event, *((other, head, context) for other in others(machine, state, seat))]

    gathering(change, for_all)


@AS_IF("one-for-each-heart", "an attack gave a token for each heart", "kt.token.one-per-attack")
def one_for_each_heart(change: Changes) -> None:
    wounding(change, lambda frame, seat, lost: lost)


@AS_IF(
    "for-any-loss",
    "hearts lost to what is no attack gave a token too",
    "kt.token.one-per-attack",
)
def for_any_loss(change: Changes) -> None:
    follow = damage.follow

    def follow_all(machine: Tokyo, state: State, frame: Frame) -> None:
        follow(machine, state, frame)
        by = frame[damage.BY]
        every = zip(frame[damage.SEATS], frame[damage.LOST], frame[damage.HIT], strict=True)
        for seat, lost, hit in every:
            if lost and not hit and by not in (NONE, seat) and state.counters[seat]:
                happen(machine, state, "wounding", by, (seat, lost))

    change.swap(follow, follow_all)


def after_poison(change: Changes, then: Callable[[Tokyo, State, int], None]) -> None:
    """Let something happen once poison is dealt with, by (machine, state, whose it is)."""
    take_end = turn.take_end

    def take_and_more(machine: Tokyo, state: State, frame: Frame) -> None:
        poison = state.answer[0] == "poison"
        take_end(machine, state, frame)
        if poison:
            then(machine, state, frame[turn.WHOSE])

    change.swap(take_end, take_and_more)


@AS_IF("poison-wears-off", "poison tokens were used up by their damage", "kt.token.poison")
def poison_wears_off(change: Changes) -> None:
    def wear_off(machine: Tokyo, state: State, seat: int) -> None:
        state.counters[machine.poison + seat] = 0

    after_poison(change, wear_off)


@AS_IF("poison-in-every-turn", "poison worked in the end phase of every turn", "kt.token.poison")
def poison_in_every_turn(change: Changes) -> None:
    finish = turn.finish

    def finish_and_poison(machine: Tokyo, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        for other in reversed(others(machine, state, frame[turn.SEAT])):
            poison = state.counters[machine.poison + other]
            if poison:
                damage.deal(state, NONE, NONE, {other: poison})

    change.swap(finish, finish_and_poison)


def poisoning(change: Changes, deal: Callable[[State, int, int], None]) -> None:
    """Let poison deal its damage otherwise, by (state, to whom, how much)."""

    def deal_poison(state: State, by: int, cause: int, found: dict[int, int]) -> None:
        for seat, amount in found.items():
            deal(state, seat, amount)

    change.put(turn, "deal", deal_poison)


@AS_IF("one-for-all-poison", "poison cost one heart, however many tokens", "kt.token.poison")
def one_for_all_poison(change: Changes) -> None:
    poisoning(change, lambda state, seat, amount: damage.deal(state, NONE, NONE, {seat: 1}))


@AS_IF(
    "token-by-token",
    "each poison token dealt a damage of its own",
    "kt.token.poison-one-damage",
)
def token_by_token(change: Changes) -> None:
    def each(state: State, seat: int, amount: int) -> None:
        for _ in range(amount):
            damage.deal(state, NONE, NONE, {seat: 1})

    poisoning(change, each)


@AS_IF(
    "yield-to-poison",
    "poison were an attack, to which a monster in Tokyo can yield",
    "kt.token.poison-one-damage",
)
def yield_to_poison(change: Changes) -> None:
    def attack(state: State, seat: int, amount: int) -> None:
        damage.deal(state, seat, NONE, {seat: amount})
        state.stack[-1][damage.HIT] = (1,)

    poisoning(change, attack)


def shrinking(change: Changes, fewer: Callable[[Tokyo, State, int], int]) -> None:
    """Let shrink tokens take another number of dice, by (machine, state, how many tokens)."""
    dice_of = monsters.dice_of

    def dice_by(machine: Tokyo, state: State, seat: int, less: int) -> tuple[int, Rules]:
        tokens = state.counters[machine.shrink + seat]
        return dice_of(machine, state, seat, less - tokens + fewer(machine, state, tokens))

    change.swap(dice_of, dice_by)


@AS_IF("one-die-fewer", "shrink tokens took one die, however many", "kt.token.shrink")
def one_die_fewer(change: Changes) -> None:
    shrinking(change, lambda machine, state, tokens: min(tokens, 1))


@AS_IF(
    "shrunk-while-there",
    "shrink tokens worked only while a monster has the card that gives them",
    "kt.token.stay",
)
def shrunk_while_there(change: Changes) -> None:
    def if_there(machine: Tokyo, state: State, tokens: int) -> int:
        giver = machine.definition_number.get(GIVERS["shrink"])
        there = any(
            state.cards[card] == giver
            for seat in living(machine, state)
            for card in state.zones[AREA + seat]
        )
        return tokens if there else 0

    shrinking(change, if_there)


@AS_IF(
    "gone-with-the-card",
    "tokens went away with the card that gave them",
    "kt.token.stay",
)
def gone_with_the_card(change: Changes) -> None:
    discard = atoms.discard

    def discard_all(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
        discard(machine, state, card, cause, rules)
        name = machine.definitions[state.cards[card]].id
        for kind, first in (("poison", machine.poison), ("shrink", machine.shrink)):
            if name == GIVERS[kind]:
                for seat in range(machine.players):
                    state.counters[first + seat] = 0

    change.swap(discard, discard_all)


@AS_IF("all-at-once", "one heart removed all tokens of a kind", "kt.token.remove")
def all_at_once(change: Changes) -> None:
    remove_token = atoms.remove_token

    def remove_all(machine: Tokyo, state: State, seat: int, kind: str, rules: Rules) -> None:
        first = machine.poison if kind == "poison" else machine.shrink
        for _ in range(state.counters[first + seat]):
            remove_token(machine, state, seat, kind, rules)

    change.swap(remove_token, remove_all)


@AS_IF("shrunk-for-good", "hearts removed poison tokens only", "kt.token.remove")
def shrunk_for_good(change: Changes) -> None:
    def ask_without(state: State, kind: str, seat: int, given: Options, *rest: Any) -> None:
        if kind == "heart":
            given = [each for each in given if each != SHRINK]
        ask(state, kind, seat, given, *rest)

    change.put(resolve, "ask", ask_without)


SHRINK = ("remove", resolve.TOKENS.index("shrink"))
