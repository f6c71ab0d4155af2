"""Misreadings of hearts: what heals, how far, and what else a heart symbol does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, Rules, State
from oracle.tokyo import atoms, damage, defending, linker, monsters, resolve
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import at
from oracle.tokyo.monsters import in_tokyo, others, said_by
from oracle.tokyo.table import ACTIVE, NONE, PROCEDURES, SOURCE, STARTING_HEARTS

AS_IF = Topic("tokyo", "hearts")

NO_LIMIT = 1000

Gain = Callable[..., int]
"""By (machine, state, seat, amount, cause, rules, whose doing)."""


def one_by_one(gain: Gain) -> Gain:
    """Many gains of 1 in place of one gain; hearts from others are left as they are."""

    def gain_each(
        machine: Tokyo,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules,
        *,
        own: bool,
        rescue: bool = False,
    ) -> int:
        if not own or rescue:
            return gain(machine, state, seat, amount, cause, rules, own=own, rescue=rescue)
        return sum(gain(machine, state, seat, 1, cause, rules, own=True) for _ in range(amount))

    return gain_each


@AS_IF("symbol-by-symbol", "each heart symbol were a gain of its own", "kt.heart.face")
def symbol_by_symbol(change: Changes) -> None:
    change.put(resolve, "gain_hearts", one_by_one(atoms.gain_hearts))


@AS_IF("one-for-all-symbols", "a roll healed 1 heart, however many symbols", "kt.heart.face")
def one_for_all_symbols(change: Changes) -> None:
    def gain_one(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, own: bool
    ) -> int:
        amount = min(amount, 1) if own else amount
        return atoms.gain_hearts(machine, state, seat, amount, *rest, own=own)

    change.put(resolve, "gain_hearts", gain_one)


@AS_IF("no-maximum", "there were no maximum of hearts", "kt.heart.maximum")
def no_maximum(change: Changes) -> None:
    def endless(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
        return NO_LIMIT, ()

    change.swap(monsters.maximum_of, endless)


@AS_IF("cards-go-beyond", "hearts of cards could exceed the maximum", "kt.heart.maximum")
def cards_go_beyond(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    def gain_all(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, **how: bool
    ) -> int:
        gained = gain_hearts(machine, state, seat, amount, *rest, **how)
        if state.counters[seat] and gained < amount:
            state.counters[seat] += amount - gained
        return max(gained, amount)

    change.put(atoms, "gain_hearts", gain_all)


@AS_IF("healing-in-tokyo", "heart symbols healed in Tokyo too", "kt.heart.in-tokyo")
def healing_in_tokyo(change: Changes) -> None:
    offer_hearts = resolve.offer_hearts

    def heal_there(machine: Tokyo, state: State, frame: Frame) -> None:
        inside = in_tokyo(machine, state, frame[resolve.SEAT])
        if inside and not machine.hearts_given_from_tokyo:
            frame[resolve.HEALING] += frame[resolve.SYMBOLS]
            frame[resolve.SYMBOLS] = 0
        offer_hearts(machine, state, frame)

    change.swap(offer_hearts, heal_there)


@AS_IF("removing-in-tokyo", "heart symbols removed tokens in Tokyo too", "kt.heart.in-tokyo")
def removing_in_tokyo(change: Changes) -> None:
    offer_hearts = resolve.offer_hearts

    def remove_there(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        kinds = enumerate((machine.poison, machine.shrink))
        removals = [("remove", kind) for kind, first in kinds if state.counters[first + seat]]
        if removals and frame[resolve.SYMBOLS] and in_tokyo(machine, state, seat):
            options = [("heal",), *removals]
            ask(state, "heart", seat, options, NONE, resolve.USE_HEARTS)
        else:
            offer_hearts(machine, state, frame)

    change.swap(offer_hearts, remove_there)


@AS_IF("no-cards-in-tokyo", "cards did not heal in Tokyo either", "kt.heart.cards-in-tokyo")
def no_cards_in_tokyo(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    def gain_outside(machine: Tokyo, state: State, seat: int, *rest: Any, **how: bool) -> int:
        if in_tokyo(machine, state, seat) and not how.get("rescue"):
            return 0
        return gain_hearts(machine, state, seat, *rest, **how)

    change.put(atoms, "gain_hearts", gain_outside)


@AS_IF("card-one-by-one", "each heart that a card gives were a gain of its own", "kt.heart.card")
def card_one_by_one(change: Changes) -> None:
    change.put(atoms, "gain_hearts", one_by_one(atoms.gain_hearts))


@AS_IF(
    "card-all-or-nothing",
    "a card gave no hearts if not all of them fit below the maximum",
    "kt.heart.card",
)
def card_all_or_nothing(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    def gain_if_all_fit(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, **how: bool
    ) -> int:
        if state.counters[seat] + amount > monsters.maximum_of(machine, state, seat)[0]:
            return 0
        return gain_hearts(machine, state, seat, amount, *rest, **how)

    change.put(atoms, "gain_hearts", gain_if_all_fit)


@AS_IF("two-uses", "a heart symbol that removes a token healed as well", "kt.heart.use")
def two_uses(change: Changes) -> None:
    take_heart = resolve.take_heart

    def take_and_heal(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer[0] == "remove":
            frame[resolve.HEALING] += 1
        take_heart(machine, state, frame)

    change.swap(take_heart, take_and_heal)


def offering(change: Changes, options: Callable[[Options], Options]) -> None:
    """Offer other uses of a heart symbol."""

    def ask_otherwise(state: State, kind: str, seat: int, given: Options, *rest: Any) -> None:
        ask(state, kind, seat, options(given) if kind == "heart" else given, *rest)

    change.put(resolve, "ask", ask_otherwise)


@AS_IF("tokens-first", "hearts had to remove tokens before they heal", "kt.heart.use")
def tokens_first(change: Changes) -> None:
    offering(
        change,
        lambda given: [each for each in given if each[0] == "remove"] or given,
    )


@AS_IF(
    "more-for-each",
    "a card that adds a heart to a gain added one for each heart gained",
    "kt.heart.extra",
)
def more_for_each(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    def gain_more(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, own: bool, **how: bool
    ) -> int:
        if amount > 1 and (own or machine.more_hearts_on_any_gain):
            amount += (amount - 1) * atoms.more_of(machine, state, "hearts", seat)[0]
        return gain_hearts(machine, state, seat, amount, *rest, own=own, **how)

    change.swap(gain_hearts, gain_more)


@AS_IF(
    "gifts-are-turned-round",
    "a card that adds a heart did so to gains from others just where it should not",
    "kt.heart.extra",
)
def gifts_are_turned_round(change: Changes) -> None:
    change.turn_round("more_hearts_on_any_gain")


@AS_IF("gifts-to-the-hale", "hearts could be given to those who lack none", "kt.heart.others")
def gifts_to_the_hale(change: Changes) -> None:
    def endless(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
        return NO_LIMIT, ()

    change.put(resolve, "maximum_of", endless)


@AS_IF("no-gifts-into-tokyo", "hearts could not be given to monsters in Tokyo", "kt.heart.others")
def no_gifts_into_tokyo(change: Changes) -> None:
    def others_outside(machine: Tokyo, state: State, seat: int) -> list[int]:
        found = others(machine, state, seat)
        heart = state.stack[-1][0] == resolve.RESOLVE_PHASE and state.stack[-1][1] == TAKE_HEART
        return [each for each in found if not (heart and in_tokyo(machine, state, each))]

    change.put(resolve, "others", others_outside)


TAKE_HEART = PROCEDURES.steps[resolve.RESOLVE_PHASE].index(resolve.take_heart)
"""Where the resolve phase goes on once the hearts are offered."""

Price = Callable[[Tokyo, State, int, int, int], int]
"""What is paid, by (machine, state, who is healed, for how many hearts, the price of one)."""


def giving(change: Changes, price: Price, *, to_owner: bool = True, owed: bool = False) -> None:
    """Let the healed pay something else, or to the supply, or be healed only if they can pay."""

    def give(machine: Tokyo, state: State, seat: int, other: int, hearts: int) -> None:
        card, said = said_by(machine, state, "heals-others", seat)[0]
        amount = price(machine, state, other, hearts, said.amount)
        if owed and state.counters[machine.energy + other] < amount:
            return
        atoms.gain_hearts(machine, state, other, hearts, card, resolve.GIVE, own=False)
        paid = atoms.lose_energy(machine, state, other, amount, card, resolve.GIVE_PRICE)
        if to_owner:
            atoms.get_energy(machine, state, seat, paid, card, resolve.GIVE_PRICE)

    change.swap(resolve.give_hearts, give)


@AS_IF(
    "one-price-for-all",
    "a healed monster paid once, however many hearts it was given",
    "kt.heart.others-price",
)
def one_price_for_all(change: Changes) -> None:
    giving(change, lambda machine, state, other, hearts, price: price)


@AS_IF(
    "the-poor-stay-ill",
    "a monster that cannot pay the whole price were not healed",
    "kt.heart.others-price",
)
def the_poor_stay_ill(change: Changes) -> None:
    giving(change, lambda machine, state, other, hearts, price: price * hearts, owed=True)


@AS_IF(
    "price-to-the-supply",
    "a healed monster paid to the supply",
    "kt.heart.others-price",
)
def price_to_the_supply(change: Changes) -> None:
    giving(change, lambda machine, state, other, hearts, price: price * hearts, to_owner=False)


@AS_IF(
    "gifts-from-tokyo",
    "hearts could be given from Tokyo, and could not where that is allowed",
    "kt.heart.others-from-tokyo",
)
def gifts_from_tokyo(change: Changes) -> None:
    change.turn_round("hearts_given_from_tokyo")


@AS_IF("bought-once-a-turn", "hearts could be bought once a turn only", "kt.heart.bought")
def bought_once_a_turn(change: Changes) -> None:
    def only_once(machine: Tokyo) -> None:
        for linked in machine.abilities:
            if linked.head == "any-time":
                linked.once = True

    change.relink(only_once)


@AS_IF("bought-in-own-turn", "hearts could be bought in one's own turn only", "kt.heart.bought")
def bought_in_own_turn(change: Changes) -> None:
    def at_own(machine: Tokyo, state: State, head: str, seat: int) -> list[tuple[int, ...]]:
        if head == "any-time" and seat != state.registers[ACTIVE]:
            return []
        return at(machine, state, head, seat)

    change.put(damage, "at", at_own)
    change.put(defending, "at", at_own)


@AS_IF("bought-in-vain", "hearts could be bought by those who lack none", "kt.heart.bought")
def bought_in_vain(change: Changes) -> None:
    def always(link: linker.Linker, call: Any) -> Any:
        return lambda machine, state, source, you, context: True

    change.put(linker.GAINS, "gain-hearts", always)


def raising(machine: Tokyo, state: State) -> bool:
    """Whether the text of a card that raises the maximum is carried out now."""
    frame = state.stack[-1]
    if frame[0] < machine.first_effect:
        return False
    return atoms.card_raises(machine, state.cards[frame[SOURCE]])


@AS_IF(
    "raised-too-late",
    "the hearts that come with a higher maximum were gained under the old one",
    "kt.heart.higher-maximum",
)
def raised_too_late(change: Changes) -> None:
    maximum_of = monsters.maximum_of

    def maximum_before(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
        if state.stack and raising(machine, state):
            return STARTING_HEARTS, ()
        return maximum_of(machine, state, seat)

    change.swap(maximum_of, maximum_before)


@AS_IF(
    "raised-for-a-moment",
    "a card raised the maximum only for the hearts that come with it",
    "kt.heart.higher-maximum",
)
def raised_for_a_moment(change: Changes) -> None:
    maximum_of = monsters.maximum_of

    def maximum_later(machine: Tokyo, state: State, seat: int) -> tuple[int, Rules]:
        if state.stack and raising(machine, state):
            return maximum_of(machine, state, seat)
        return STARTING_HEARTS, ()

    change.swap(maximum_of, maximum_later)


@AS_IF(
    "twelve-or-more",
    "the maximum added up beyond 12, and stayed at 12 where it should add up",
    "kt.heart.highest-maximum",
)
def twelve_or_more(change: Changes) -> None:
    change.turn_round("highest_maximum")


@AS_IF(
    "hearts-stay",
    "hearts above the maximum stayed when the card that raised it is gone",
    "kt.heart.maximum-lost",
)
def hearts_stay(change: Changes) -> None:
    lose_maximum = atoms.lose_maximum

    def lose_but_keep(machine: Tokyo, state: State, seat: int, cause: int) -> None:
        if not machine.clamps_hearts:
            lose_maximum(machine, state, seat, cause)

    change.swap(lose_maximum, lose_but_keep)


@AS_IF(
    "no-healing-before",
    "hearts that go with a card were lost before anything could be used at any time",
    "kt.card.any-time",
    "kt.heart.maximum-lost",
)
def no_healing_before(change: Changes) -> None:
    change.swap(atoms.lose_maximum, atoms.lower_maximum)


@AS_IF(
    "two-hearts-after",
    "the two hearts that go with the card were lost once the maximum had fallen",
    "kt.heart.maximum-lost",
)
def two_hearts_after(change: Changes) -> None:
    lose_maximum = atoms.lose_maximum

    def fall_first(machine: Tokyo, state: State, seat: int, cause: int) -> None:
        most, _ = monsters.maximum_of(machine, state, seat)
        state.counters[seat] = min(state.counters[seat], most)
        lose_maximum(machine, state, seat, cause)

    change.swap(lose_maximum, fall_first)
