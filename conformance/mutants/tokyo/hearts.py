"""Misreadings of hearts: what heals, how far, and what else a heart symbol does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, Rules, State
from oracle.tokyo import atoms, damage, defending, energy, linker, monsters, resolve
from oracle.tokyo import hearts as hearts_of_tokyo
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


AS_IF("each heart symbol were a gain of its own", "kt.heart.face").so(
    "symbol-by-symbol", do.put(hearts_of_tokyo, "gain_hearts", one_by_one(atoms.gain_hearts))
)


@AS_IF("a roll healed 1 heart, however many symbols", "kt.heart.face")
@do.instead(hearts_of_tokyo, "gain_hearts")
def one_for_all_symbols(
    machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, own: bool
) -> int:
    amount = min(amount, 1) if own else amount
    return atoms.gain_hearts(machine, state, seat, amount, *rest, own=own)


AS_IF("there were no maximum of hearts", "kt.heart.maximum").so(
    "no-maximum", do.instead(monsters.maximum_of)(lambda: (NO_LIMIT, ()))
)


@AS_IF("hearts of cards could exceed the maximum", "kt.heart.maximum")
def cards_go_beyond(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    @change.instead(atoms, "gain_hearts")
    def gain_all(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, **how: bool
    ) -> int:
        gained = gain_hearts(machine, state, seat, amount, *rest, **how)
        if state.counters[seat] and gained < amount:
            state.counters[seat] += amount - gained
        return max(gained, amount)


@AS_IF("heart symbols healed in Tokyo too", "kt.heart.in-tokyo")
@do.before(hearts_of_tokyo.offer_hearts)
def healing_in_tokyo(machine: Tokyo, state: State, frame: Frame) -> None:
    inside = in_tokyo(machine, state, frame[resolve.SEAT])
    if inside and not machine.hearts_given_from_tokyo:
        frame[hearts_of_tokyo.HEALING] += frame[hearts_of_tokyo.SYMBOLS]
        frame[hearts_of_tokyo.SYMBOLS] = 0


@AS_IF("heart symbols removed tokens in Tokyo too", "kt.heart.in-tokyo")
@do.around(hearts_of_tokyo.offer_hearts)
def removing_in_tokyo(offer_hearts: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    kinds = enumerate((machine.poison, machine.shrink))
    removals = [("remove", kind) for kind, first in kinds if state.counters[first + seat]]
    if removals and frame[hearts_of_tokyo.SYMBOLS] and in_tokyo(machine, state, seat):
        options = [("heal",), *removals]
        ask(state, "heart", seat, options, -1, -1, NONE, hearts_of_tokyo.USE_HEARTS)
    else:
        offer_hearts()


@AS_IF("cards did not heal in Tokyo either", "kt.heart.cards-in-tokyo")
def no_cards_in_tokyo(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    @change.instead(atoms, "gain_hearts")
    def gain_outside(machine: Tokyo, state: State, seat: int, *rest: Any, **how: bool) -> int:
        if in_tokyo(machine, state, seat) and not how.get("rescue"):
            return 0
        return gain_hearts(machine, state, seat, *rest, **how)


AS_IF("each heart that a card gives were a gain of its own", "kt.heart.card").so(
    "card-one-by-one", do.put(atoms, "gain_hearts", one_by_one(atoms.gain_hearts))
)


@AS_IF("a card gave no hearts if not all of them fit below the maximum", "kt.heart.card")
def card_all_or_nothing(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    @change.instead(atoms, "gain_hearts")
    def gain_if_all_fit(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, **how: bool
    ) -> int:
        if state.counters[seat] + amount > monsters.maximum_of(machine, state, seat)[0]:
            return 0
        return gain_hearts(machine, state, seat, amount, *rest, **how)


@AS_IF("a heart symbol that removes a token healed as well", "kt.heart.use")
@do.before(hearts_of_tokyo.take_heart)
def two_uses(state: State, frame: Frame) -> None:
    if state.answer[0] == "remove":
        frame[hearts_of_tokyo.HEALING] += 1


@do.verb
def offering(change: Changes, options: Callable[[Options], Options]) -> None:
    """Offer other uses of a heart symbol."""

    @change.instead(hearts_of_tokyo, "ask")
    def ask_otherwise(state: State, kind: str, seat: int, given: Options, *rest: Any) -> None:
        ask(state, kind, seat, options(given) if kind == "heart" else given, *rest)


AS_IF("hearts had to remove tokens before they heal", "kt.heart.use").so(
    "tokens-first", offering(lambda given: [each for each in given if each[0] == "remove"] or given)
)


@AS_IF("a card that adds a heart to a gain added one for each heart gained", "kt.heart.extra")
def more_for_each(change: Changes) -> None:
    gain_hearts: Gain = atoms.gain_hearts

    @change.instead(gain_hearts)
    def gain_more(
        machine: Tokyo, state: State, seat: int, amount: int, *rest: Any, own: bool, **how: bool
    ) -> int:
        if amount > 1 and (own or machine.more_hearts_on_any_gain):
            amount += (amount - 1) * atoms.more_of(machine, state, "hearts", seat)[0]
        return gain_hearts(machine, state, seat, amount, *rest, own=own, **how)


AS_IF(
    "a card that adds a heart did so to gains from others just where it should not",
    "kt.heart.extra",
).so("gifts-are-turned-round", do.turn_round("more_hearts_on_any_gain"))
AS_IF("hearts could be given to those who lack none", "kt.heart.others").so(
    "gifts-to-the-hale", do.instead(hearts_of_tokyo, "maximum_of")(lambda: (NO_LIMIT, ()))
)


@AS_IF("hearts could not be given to monsters in Tokyo", "kt.heart.others")
@do.instead(hearts_of_tokyo, "others")
def no_gifts_into_tokyo(machine: Tokyo, state: State, seat: int) -> list[int]:
    found = others(machine, state, seat)
    heart = state.stack[-1][0] == resolve.RESOLVE_PHASE and state.stack[-1][1] == TAKE_HEART
    return [each for each in found if not (heart and in_tokyo(machine, state, each))]


TAKE_HEART = PROCEDURES.steps[resolve.RESOLVE_PHASE].index(hearts_of_tokyo.take_heart)
"""Where the resolve phase goes on once the hearts are offered."""

Price = Callable[[Tokyo, State, int, int, int], int]
"""What is paid, by (machine, state, who is healed, for how many hearts, the price of one)."""


@do.verb
def giving(change: Changes, price: Price, *, to_owner: bool = True, owed: bool = False) -> None:
    """Let the healed pay something else, or to the supply, or be healed only if they can pay."""

    @change.instead(hearts_of_tokyo.give_hearts)
    def give(machine: Tokyo, state: State, seat: int, other: int, hearts: int) -> None:
        card, said = said_by(machine, state, "heals-others", seat)[0]
        amount = price(machine, state, other, hearts, said.amount)
        if owed and state.counters[machine.energy + other] < amount:
            return
        atoms.gain_hearts(machine, state, other, hearts, card, hearts_of_tokyo.GIVE, own=False)
        paid = energy.lose_energy(machine, state, other, amount, card, hearts_of_tokyo.GIVE_PRICE)
        if to_owner:
            energy.get_energy(machine, state, seat, paid, card, hearts_of_tokyo.GIVE_PRICE)


AS_IF("a healed monster paid once, however many hearts it was given", "kt.heart.others-price").so(
    "one-price-for-all", giving(lambda machine, state, other, hearts, price: price)
)
AS_IF("a monster that cannot pay the whole price were not healed", "kt.heart.others-price").so(
    "the-poor-stay-ill",
    giving(lambda machine, state, other, hearts, price: price * hearts, owed=True),
)
AS_IF("a healed monster paid to the supply", "kt.heart.others-price").so(
    "price-to-the-supply",
    giving(lambda machine, state, other, hearts, price: price * hearts, to_owner=False),
)
AS_IF(
    "hearts could be given from Tokyo, and could not where that is allowed",
    "kt.heart.others-from-tokyo",
).so("gifts-from-tokyo", do.turn_round("hearts_given_from_tokyo"))


@AS_IF("hearts could be bought once a turn only", "kt.heart.bought")
@do.relink
def bought_once_a_turn(machine: Tokyo) -> None:
    for linked in machine.abilities:
        if linked.head == "any-time":
            linked.once = True


@AS_IF("hearts could be bought in one's own turn only", "kt.heart.bought")
def bought_in_own_turn(change: Changes) -> None:
    def at_own(machine: Tokyo, state: State, head: str, seat: int) -> list[tuple[int, ...]]:
        if head == "any-time" and seat != state.registers[ACTIVE]:
            return []
        return at(machine, state, head, seat)

    change.put(damage, "at", at_own)
    change.put(defending, "at", at_own)


@AS_IF("hearts could be bought by those who lack none", "kt.heart.bought")
@do.instead(linker.GAINS, "gain-hearts")
def bought_in_vain() -> Any:
    return lambda machine, state, source, you, context: True


def raising(machine: Tokyo, state: State) -> bool:
    """Whether the text of a card that raises the maximum is carried out now."""
    frame = state.stack[-1]
    if frame[0] < machine.first_effect:
        return False
    return atoms.card_raises(machine, state.cards[frame[SOURCE]])


@AS_IF(
    "the hearts that come with a higher maximum were gained under the old one",
    "kt.heart.higher-maximum",
)
@do.around(monsters.maximum_of)
def raised_too_late(maximum_of: Any, machine: Tokyo, state: State) -> Any:
    if state.stack and raising(machine, state):
        return STARTING_HEARTS, ()
    return maximum_of()


@AS_IF("a card raised the maximum only for the hearts that come with it", "kt.heart.higher-maximum")
@do.around(monsters.maximum_of)
def raised_for_a_moment(maximum_of: Any, machine: Tokyo, state: State) -> Any:
    if state.stack and raising(machine, state):
        return maximum_of()
    return STARTING_HEARTS, ()


AS_IF(
    "the maximum added up beyond 12, and stayed at 12 where it should add up",
    "kt.heart.highest-maximum",
).so("twelve-or-more", do.turn_round("highest_maximum"))
AS_IF(
    "hearts above the maximum stayed when the card that raised it is gone", "kt.heart.maximum-lost"
).so("hearts-stay", do.unless(atoms.lose_maximum)(lambda machine: machine.clamps_hearts))
AS_IF(
    "hearts that go with a card were lost before anything could be used at any time",
    "kt.card.any-time",
    "kt.heart.maximum-lost",
).so("no-healing-before", do.swap(atoms.lose_maximum, atoms.lower_maximum))


@AS_IF(
    "the two hearts that go with the card were lost once the maximum had fallen",
    "kt.heart.maximum-lost",
)
@do.before(atoms.lose_maximum)
def two_hearts_after(machine: Tokyo, state: State, seat: int) -> None:
    most, _ = monsters.maximum_of(machine, state, seat)
    state.counters[seat] = min(state.counters[seat], most)
