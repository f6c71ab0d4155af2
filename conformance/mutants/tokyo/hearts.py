"""Misreadings of hearts: what heals, how far, and what else a heart symbol does."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, defending, energy, linker, monsters, resolve
from oracle.tokyo import hearts as hearts_of_tokyo
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import in_tokyo, said_by
from oracle.tokyo.table import ACTIVE, NONE, PROCEDURES, SOURCE, STARTING_HEARTS

AS_IF = Topic("tokyo", "hearts")

NO_LIMIT = 1000


def one_by_one(gain: Any, amount: int, own: bool, *, rescue: bool = False) -> Any:
    """Many gains of 1 in place of one gain; hearts from others are left as they are."""
    return gain() if not own or rescue else sum(gain(amount=1) for _ in range(amount))


@AS_IF("hearts of cards could exceed the maximum", "kt.heart.maximum")
@do.around(atoms, "gain_hearts")
def cards_go_beyond(gain_hearts: Any, state: State, seat: int, amount: int) -> Any:
    gained = gain_hearts()
    if state.counters[seat] and gained < amount:
        state.counters[seat] += amount - gained
    return max(gained, amount)


@AS_IF("heart symbols healed in Tokyo too", "kt.heart.in-tokyo")
@do.before(hearts_of_tokyo.offer_hearts)
def healing_in_tokyo(machine: Tokyo, state: State, frame: Frame) -> None:
    if in_tokyo(machine, state, frame[resolve.SEAT]) and not machine.hearts_given_from_tokyo:
        frame[hearts_of_tokyo.HEALING] += frame[hearts_of_tokyo.SYMBOLS]
        frame[hearts_of_tokyo.SYMBOLS] = 0


@AS_IF("heart symbols removed tokens in Tokyo too", "kt.heart.in-tokyo")
@do.around(hearts_of_tokyo.offer_hearts)
def removing_in_tokyo(offer_hearts: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    kinds = enumerate((machine.poison, machine.shrink))
    removals = [("remove", kind) for kind, first in kinds if state.counters[first + seat]]
    if removals and frame[hearts_of_tokyo.SYMBOLS] and in_tokyo(machine, state, seat):
        ask(state, "heart", seat, [("heal",), *removals], NONE, hearts_of_tokyo.USE_HEARTS)
    else:
        offer_hearts()


@AS_IF("cards did not heal in Tokyo either", "kt.heart.cards-in-tokyo")
@do.around(atoms, "gain_hearts")
def no_cards_in_tokyo(
    gain_hearts: Any, machine: Tokyo, state: State, seat: int, *, rescue: bool = False
) -> Any:
    return gain_hearts() if rescue or not in_tokyo(machine, state, seat) else 0


@AS_IF("a card gave no hearts if not all of them fit below the maximum", "kt.heart.card")
@do.around(atoms, "gain_hearts")
def card_all_or_nothing(
    gain_hearts: Any, machine: Tokyo, state: State, seat: int, amount: int
) -> Any:
    fits = state.counters[seat] + amount <= monsters.maximum_of(machine, state, seat)[0]
    return gain_hearts() if fits else 0


@AS_IF("a heart symbol that removes a token healed as well", "kt.heart.use")
@do.before(hearts_of_tokyo.take_heart)
def two_uses(state: State, frame: Frame) -> None:
    if state.answer[0] == "remove":
        frame[hearts_of_tokyo.HEALING] += 1


@AS_IF("a card that adds a heart to a gain added one for each heart gained", "kt.heart.extra")
@do.around(atoms.gain_hearts)
def more_for_each(
    gain_hearts: Any, machine: Tokyo, state: State, seat: int, amount: int, *, own: bool
) -> Any:
    if amount > 1 and (own or machine.more_hearts_on_any_gain):
        amount += (amount - 1) * atoms.more_of(machine, state, "hearts", seat)[0]
    return gain_hearts(amount=amount)


@AS_IF("hearts could not be given to monsters in Tokyo", "kt.heart.others")
@do.around(hearts_of_tokyo, "others")
def no_gifts_into_tokyo(others: Any, machine: Tokyo, state: State) -> Any:
    found = others()
    heart = state.stack[-1][0] == resolve.RESOLVE_PHASE and state.stack[-1][1] == TAKE_HEART
    return [each for each in found if not (heart and in_tokyo(machine, state, each))]


TAKE_HEART = PROCEDURES.steps[resolve.RESOLVE_PHASE].index(hearts_of_tokyo.take_heart)
"""Where the resolve phase goes on once the hearts are offered."""


@do.verb
def giving(change: Changes, price: Any, *, to_owner: bool = True, owed: bool = False) -> None:
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


@AS_IF("hearts could be bought once a turn only", "kt.heart.bought")
@do.relink
def bought_once_a_turn(machine: Tokyo) -> None:
    for linked in machine.abilities:
        if linked.head == "any-time":
            linked.once = True


def own_turn_only(at: Any, state: State, head: str, seat: int) -> Any:
    """What is for any time works in one's own turn only."""
    return [] if head == "any-time" and seat != state.registers[ACTIVE] else at()


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
    return (STARTING_HEARTS, ()) if state.stack and raising(machine, state) else maximum_of()


@AS_IF("a card raised the maximum only for the hearts that come with it", "kt.heart.higher-maximum")
@do.around(monsters.maximum_of)
def raised_for_a_moment(maximum_of: Any, machine: Tokyo, state: State) -> Any:
    return maximum_of() if state.stack and raising(machine, state) else (STARTING_HEARTS, ())


@AS_IF(
    "the two hearts that go with the card were lost once the maximum had fallen",
    "kt.heart.maximum-lost",
)
@do.before(atoms.lose_maximum)
def two_hearts_after(machine: Tokyo, state: State, seat: int) -> None:
    most, _ = monsters.maximum_of(machine, state, seat)
    state.counters[seat] = min(state.counters[seat], most)


AS_IF("a roll healed 1 heart, however many symbols", "kt.heart.face").so(
    "one-for-all-symbols",
    do.around(hearts_of_tokyo, "gain_hearts")(
        lambda gain, amount, own: gain(amount=min(amount, 1) if own else amount)
    ),
)
AS_IF("hearts could be bought in one's own turn only", "kt.heart.bought").so(
    "bought-in-own-turn",
    *(do.around(module, "at")(own_turn_only) for module in (damage, defending)),
)
AS_IF("each heart symbol were a gain of its own", "kt.heart.face").so(
    "symbol-by-symbol", do.around(hearts_of_tokyo, "gain_hearts")(one_by_one)
)
AS_IF("there were no maximum of hearts", "kt.heart.maximum").so(
    "no-maximum", do.instead(monsters.maximum_of)(lambda: (NO_LIMIT, ()))
)
AS_IF("each heart that a card gives were a gain of its own", "kt.heart.card").so(
    "card-one-by-one", do.around(atoms, "gain_hearts")(one_by_one)
)
AS_IF("hearts had to remove tokens before they heal", "kt.heart.use").so(
    "tokens-first",
    own.offers(
        hearts_of_tokyo,
        "heart",
        lambda given: [each for each in given if each[0] == "remove"] or given,
    ),
)
AS_IF(
    "a card that adds a heart did so to gains from others just where it should not",
    "kt.heart.extra",
).so("gifts-are-turned-round", do.turn_round("more_hearts_on_any_gain"))
AS_IF("hearts could be given to those who lack none", "kt.heart.others").so(
    "gifts-to-the-hale", do.instead(hearts_of_tokyo, "maximum_of")(lambda: (NO_LIMIT, ()))
)
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
