"""Misreadings of cards that look at Mindbug tokens: their conditions, prices and effects."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.mindbug import AS_IF
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, damage, monsters
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Change, Tokyo
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import AREA, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

# --- conditions for buying ---------------------------------------------------------------------


@AS_IF(
    "no-condition",
    "a card could be bought whatever condition it names",
    "kt.mindbug.buy-condition",
)
def no_condition(change: Changes) -> None:
    def lift_bans(machine: Tokyo) -> None:
        machine.said["cannot-buy"] = {}

    change.relink(lift_bans)


@AS_IF(
    "condition-to-keep",
    "a card were lost when the condition for buying it no longer holds",
    "kt.mindbug.buy-condition",
)
def condition_to_keep(change: Changes) -> None:
    give_token = atoms.give_token

    def give_and_look(machine: Tokyo, state: State, seat: int, kind: str, *rest: Any) -> None:
        give_token(machine, state, seat, kind, *rest)
        for card in sorted(state.zones[AREA + seat]):
            bans = machine.said["cannot-buy"].get(state.cards[card], ())
            if any(ban.holds is None or ban.holds(machine, state, card, seat) for ban in bans):
                atoms.discard(machine, state, card, card, ())

    change.swap(give_token, give_and_look)


# --- prices ------------------------------------------------------------------------------------


def pricing(change: Changes, count: Any) -> None:
    """Count something else for a price; `count(change, machine, state, card, buyer)`."""

    def reprice(machine: Tokyo) -> None:
        table = machine.changes["modify-cost"]
        for definition, changes in list(table.items()):
            table[definition] = tuple(_repriced(each, count) for each in changes)

    change.relink(reprice)


def _repriced(old: Change, count: Any) -> Change:
    if old.per is None:
        return old

    def per(machine: Tokyo, state: State, card: int, buyer: int) -> int:
        return int(count(old.per, machine, state, card, buyer))

    return Change(old.ability, old.amount, old.holds, old.rules, old.subject, per)


@AS_IF("price-not-raised", "tokens made no card dearer", "kt.mindbug.price")
def price_not_raised(change: Changes) -> None:
    pricing(change, lambda per, machine, state, card, buyer: 0)


@AS_IF("price-raised-once", "several tokens raised a price like one", "kt.mindbug.price")
def price_raised_once(change: Changes) -> None:
    pricing(
        change,
        lambda per, machine, state, card, buyer: min(1, per(machine, state, card, buyer)),
    )


@AS_IF("price-by-all", "a price were raised by the tokens of all monsters", "kt.mindbug.price")
def price_by_all(change: Changes) -> None:
    pricing(
        change,
        lambda per, machine, state, card, buyer: sum(
            per(machine, state, card, seat) for seat in range(machine.players)
        ),
    )


@AS_IF("price-fixed", "a price raised by tokens were not changed otherwise", "kt.mindbug.price")
def price_fixed(change: Changes) -> None:
    price_of = monsters.price_of

    def fixed_price_of(machine: Tokyo, state: State, card: int, buyer: int) -> tuple[int, Rules]:
        price, rules = price_of(machine, state, card, buyer)
        own = machine.changes["modify-cost"].get(state.cards[card], ())
        if any(each.per and each.per(machine, state, card, buyer) for each in own):
            for _, other, much in monsters.changes_of(machine, state, "modify-cost", buyer):
                price -= much if other.subject == "bought" else 0
        return price, rules

    change.swap(price_of, fixed_price_of)


# --- effects on those who have tokens ----------------------------------------------------------


def on_owners(call: Call) -> bool:
    """Whether an effect is one on all monsters with a token."""
    whom = call["player"]
    return isinstance(whom, Selection) and any(f.word == "with-token" for f in whom.filters)


def losing(change: Changes, then: Any) -> None:
    """Change the damage to those who have tokens; `then(machine, state, frame)`, of the damage."""
    bind = EFFECTS["lose-hearts"]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        steps = bind(linker, call)
        if not on_owners(call):
            return steps
        *before, act = steps

        def act_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            if state.stack[-1][0] == damage.DAMAGE:
                then(machine, state, state.stack[-1])

        return [*before, act_otherwise]

    change.put(EFFECTS, "lose-hearts", bind_otherwise)


@AS_IF("for-each-token", "hearts were lost for each token", "kt.mindbug.owners")
def for_each_token(change: Changes) -> None:
    def multiply(machine: Tokyo, state: State, frame: Frame) -> None:
        pairs = zip(frame[damage.SEATS], frame[damage.AMOUNTS], strict=True)
        frame[damage.AMOUNTS] = tuple(
            amount * state.counters[machine.mindbugs + seat] for seat, amount in pairs
        )

    losing(change, multiply)


@AS_IF("by-claws", "hearts lost for having a token were lost to claws", "kt.mindbug.owners")
def by_claws(change: Changes) -> None:
    def as_claws(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[damage.CLAWS] = 1
        frame[damage.HIT] = (1,) * len(frame[damage.SEATS])

    losing(change, as_claws)


@AS_IF("causer-spared", "the monster that caused it were not met itself", "kt.mindbug.owners")
def causer_spared(change: Changes) -> None:
    bind = MONSTER_FILTERS["with-token"]

    def bind_others(linker: Linker, call: Call) -> Narrow:
        narrow = bind(linker, call)
        return lambda machine, state, you, found: [
            seat for seat in narrow(machine, state, you, found) if seat != you
        ]

    change.put(MONSTER_FILTERS, "with-token", bind_others)


# --- a fresh start -----------------------------------------------------------------------------


def starting_afresh(change: Changes, act: Step) -> None:
    """Let a text that brings a monster back to a number of hearts do something else."""
    bind = EFFECTS["set-hearts"]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        return bind(linker, call) if linker.head == "heartless" else [act]

    change.put(EFFECTS, "set-hearts", bind_otherwise)


@AS_IF("fresh-start-gain", "coming back to 10 hearts were a gain", "kt.mindbug.fresh-number")
def fresh_start_gain(change: Changes) -> None:
    def gain(machine: Tokyo, state: State, frame: Frame) -> None:
        missing = FRESH - state.counters[frame[YOU]]
        atoms.gain_hearts(machine, state, frame[YOU], missing, frame[SOURCE], (), own=True)

    starting_afresh(change, gain)


@AS_IF(
    "fresh-start-full",
    "a monster came back to its maximum",
    "kt.mindbug.fresh-start",
    "kt.mindbug.fresh-number",
)
def fresh_start_full(change: Changes) -> None:
    def fill(machine: Tokyo, state: State, frame: Frame) -> None:
        state.counters[frame[YOU]], _ = monsters.maximum_of(machine, state, frame[YOU])

    starting_afresh(change, fill)


FRESH = 10
"""The hearts that such a text brings back."""
