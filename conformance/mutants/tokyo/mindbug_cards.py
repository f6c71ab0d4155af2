"""Misreadings of cards that look at Mindbug tokens: their conditions, prices and effects."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.mindbug import AS_IF
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, buy, damage, losses, monsters, tokens
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Change, Tokyo
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import AREA, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

# --- conditions for buying ---------------------------------------------------------------------


@AS_IF("a card could be bought whatever condition it names", "kt.mindbug.buy-condition")
@do.relink
def no_condition(machine: Tokyo) -> None:
    machine.said["cannot-buy"] = {}


@AS_IF(
    "a card were lost when the condition for buying it no longer holds", "kt.mindbug.buy-condition"
)
@do.after(tokens.give_token)
def condition_to_keep(machine: Tokyo, state: State, seat: int) -> None:
    for card in sorted(state.zones[AREA + seat]):
        bans = machine.said["cannot-buy"].get(state.cards[card], ())
        if any(ban.holds is None or ban.holds(machine, state, card, seat) for ban in bans):
            atoms.discard(machine, state, card, card, ())


# --- prices ------------------------------------------------------------------------------------


@do.verb
def pricing(change: Changes, count: Any) -> None:
    """Count something else for a price; `count(change, machine, state, card, buyer)`."""

    @change.relink
    def reprice(machine: Tokyo) -> None:
        table = machine.changes["modify-cost"]
        for definition, changes in list(table.items()):
            table[definition] = tuple(_repriced(each, count) for each in changes)


def _repriced(old: Change, count: Any) -> Change:
    if old.per is None:
        return old

    def per(machine: Tokyo, state: State, card: int, buyer: int) -> int:
        return int(count(old.per, machine, state, card, buyer))

    return Change(old.ability, old.amount, old.holds, old.rules, old.subject, per)


AS_IF("tokens made no card dearer", "kt.mindbug.price").so(
    "price-not-raised", pricing(lambda per, machine, state, card, buyer: 0)
)
AS_IF("several tokens raised a price like one", "kt.mindbug.price").so(
    "price-raised-once",
    pricing(lambda per, machine, state, card, buyer: min(1, per(machine, state, card, buyer))),
)
AS_IF("a price were raised by the tokens of all monsters", "kt.mindbug.price").so(
    "price-by-all",
    pricing(
        lambda per, machine, state, card, buyer: sum(
            per(machine, state, card, seat) for seat in range(machine.players)
        )
    ),
)


@AS_IF("a price raised by tokens were not changed otherwise", "kt.mindbug.price")
@do.around(buy.price_of)
def price_fixed(price_of: Any, machine: Tokyo, state: State, card: int, buyer: int) -> Any:
    price, rules = price_of()
    own = machine.changes["modify-cost"].get(state.cards[card], ())
    if any(each.per and each.per(machine, state, card, buyer) for each in own):
        for _, other, much in monsters.changes_of(machine, state, "modify-cost", buyer):
            price -= much if other.subject == "bought" else 0
    return price, rules


# --- effects on those who have tokens ----------------------------------------------------------


def on_owners(call: Call) -> bool:
    """Whether an effect is one on all monsters with a token."""
    whom = call["player"]
    return isinstance(whom, Selection) and any(f.word == "with-token" for f in whom.filters)


@do.verb
def losing(change: Changes, then: Any) -> None:
    """Change the damage to those who have tokens; `then(machine, state, frame)`, of the damage."""

    @change.result(EFFECTS, "lose-hearts")
    def bind_otherwise(steps: list[Step], call: Call) -> list[Step]:
        if not on_owners(call):
            return steps
        *before, act = steps

        def act_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            if state.stack[-1][0] == damage.DAMAGE:
                then(machine, state, state.stack[-1])

        return [*before, act_otherwise]


@AS_IF("hearts were lost for each token", "kt.mindbug.owners")
@losing
def for_each_token(machine: Tokyo, state: State, frame: Frame) -> None:
    pairs = zip(frame[losses.SEATS], frame[losses.AMOUNTS], strict=True)
    frame[losses.AMOUNTS] = tuple(
        amount * state.counters[machine.mindbugs + seat] for seat, amount in pairs
    )


@AS_IF("hearts lost for having a token were lost to claws", "kt.mindbug.owners")
@losing
def by_claws(machine: Tokyo, state: State, frame: Frame) -> None:
    frame[losses.CLAWS] = 1
    frame[losses.HIT] = (1,) * len(frame[losses.SEATS])


@AS_IF("the monster that caused it were not met itself", "kt.mindbug.owners")
@do.result(MONSTER_FILTERS, "with-token")
def causer_spared(narrow: Narrow) -> Narrow:
    return lambda machine, state, you, found: [
        seat for seat in narrow(machine, state, you, found) if seat != you
    ]


# --- a fresh start -----------------------------------------------------------------------------


@do.verb
def starting_afresh(change: Changes, act: Step) -> None:
    """Let a text that brings a monster back to a number of hearts do something else."""

    @change.around(EFFECTS, "set-hearts")
    def bind_otherwise(bind: Any, linker: Linker) -> Any:
        return bind() if linker.head == "heartless" else [act]


@AS_IF("coming back to 10 hearts were a gain", "kt.mindbug.fresh-number")
@starting_afresh
def fresh_start_gain(machine: Tokyo, state: State, frame: Frame) -> None:
    missing = FRESH - state.counters[frame[YOU]]
    atoms.gain_hearts(machine, state, frame[YOU], missing, frame[SOURCE], (), own=True)


@AS_IF("a monster came back to its maximum", "kt.mindbug.fresh-start", "kt.mindbug.fresh-number")
@starting_afresh
def fresh_start_full(machine: Tokyo, state: State, frame: Frame) -> None:
    state.counters[frame[YOU]], _ = monsters.maximum_of(machine, state, frame[YOU])


FRESH = 10
"""The hearts that such a text brings back."""
