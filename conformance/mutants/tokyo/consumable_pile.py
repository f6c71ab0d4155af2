"""More misreadings of consumables: how they come out of the discard pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import AS_IF, NOTED, not_applying, reworded
from oracle.kernel.machine import ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buying, moments, resolve
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import POSSIBLE, Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import price_of
from oracle.tokyo.selection import bind_card_choice, bind_cards, bind_players
from oracle.tokyo.table import AREA, DISCARD, SOURCE, YOU
from oracle.tokyo.words import whole
from rules_dsl.definitions import Call, Selection

# --- bought or taken -----------------------------------------------------------------------------


def buying_text(change: Changes, misread: Callable[[Call], Call]) -> None:
    """Misread a text that buys out of the discard pile."""
    buy, possible = EFFECTS["buy"], POSSIBLE["buy"]

    def read(call: Call) -> Call:
        phrase = call["cards"]
        from_pile = isinstance(phrase, Selection) and phrase.zone == Call("discard-pile")
        return misread(call) if from_pile else call

    change.put(EFFECTS, "buy", lambda linker, call: buy(linker, read(call)))
    change.put(POSSIBLE, "buy", lambda linker, call: possible(linker, read(call)))


@AS_IF("full-price", "a consumable in the discard pile cost all", "kt.consumable.buy-from-discard")
def full_price(change: Changes) -> None:
    buying_text(change, lambda call: reworded(call, discount=0))


@AS_IF(
    "buys-any-card",
    "any card could be bought out of the discard pile",
    "kt.consumable.buy-from-discard",
)
def buys_any_card(change: Changes) -> None:
    def of_any_type(call: Call) -> Call:
        phrase = call["cards"]
        assert isinstance(phrase, Selection)
        return reworded(call, cards=evolve(phrase, filters=()))

    buying_text(change, of_any_type)


@AS_IF(
    "must-buy",
    "who can pay for a consumable in the discard pile had to buy it",
    "kt.consumable.buy-from-discard",
)
def must_buy(change: Changes) -> None:
    may = EFFECTS["may"]

    def must(linker: Linker, call: Call) -> list[Any]:
        if any(each.word == "buy" for each in whole(call)):
            return linker.body(whole(call))
        return may(linker, call)

    change.put(EFFECTS, "may", must)


@AS_IF(
    "money-back",
    "a reduction beyond the price were paid out",
    "kt.consumable.buy-from-discard",
)
def money_back(change: Changes) -> None:
    purchase = buying.purchase

    def purchase_and_gain(
        state: State,
        seat: int,
        card: int,
        machine: Tokyo,
        discount: int,
        cause: int,
        why: Rules = (),
    ) -> None:
        price, _ = price_of(machine, state, card, seat)
        purchase(state, seat, card, machine, discount, cause, why)
        atoms.get_energy(machine, state, seat, discount - price, cause, why)

    change.swap(purchase, purchase_and_gain)


@AS_IF(
    "refused-for-an-empty-pile",
    "where the card needs a consumable in the discard pile, any card there were enough",
    "kt.consumable.buy-from-discard",
)
def refused_for_an_empty_pile(change: Changes) -> None:
    def need_any(machine: Tokyo) -> None:
        for definition in machine.needs_discarded:
            machine.needs_discarded[definition] = lambda machine, state, card, you: list(
                state.zones[DISCARD]
            )

    change.relink(need_any)


@AS_IF(
    "takes-itself",
    "a card that takes a consumable out of the discard pile could take itself",
    "kt.consumable.take-from-discard",
)
def takes_itself(change: Changes) -> None:
    take_card = EFFECTS["take-card"]

    def take_any(linker: Linker, call: Call) -> list[Any]:
        phrase = call["cards"]
        assert isinstance(phrase, Selection)
        return [*bind_card_choice(linker, phrase), take_card(linker, call)[-1]]

    change.put(EFFECTS, "take-card", take_any)


@AS_IF(
    "takes-if-it-likes",
    "a consumable in the discard pile need not be taken",
    "kt.consumable.take-from-discard",
)
def takes_if_it_likes(change: Changes) -> None:
    take_card = EFFECTS["take-card"]

    def take_or_not(linker: Linker, call: Call) -> list[Any]:
        phrase = call["cards"]
        assert isinstance(phrase, Selection)
        every = bind_cards(linker, phrase)

        def choose(machine: Tokyo, state: State, frame: Frame) -> None:
            found = every(machine, state, frame[SOURCE], frame[YOU])
            found = [card for card in found if card != frame[SOURCE]]
            state.answer = ()
            if found:
                ask_to_choose(state, "choose", frame[YOU], found, 0, 1, frame[SOURCE], ())

        return [choose, take_card(linker, call)[-1]]

    change.put(EFFECTS, "take-card", take_or_not)


@AS_IF(
    "takes-any-card",
    "any card could be taken out of the discard pile",
    "kt.consumable.take-from-discard",
)
def takes_any_card(change: Changes) -> None:
    take_card = EFFECTS["take-card"]

    def take_any(linker: Linker, call: Call) -> list[Any]:
        phrase = call["cards"]
        assert isinstance(phrase, Selection)
        return take_card(linker, reworded(call, cards=evolve(phrase, filters=())))

    change.put(EFFECTS, "take-card", take_any)


# --- handed over ---------------------------------------------------------------------------------


def handing(change: Changes, give: Callable[[Tokyo, State, int, int], None]) -> None:
    """Let a consumable be handed over otherwise: by (machine, state, card, to)."""
    give_card = EFFECTS["give-card"]

    def give_otherwise(linker: Linker, call: Call) -> list[Any]:
        before, players = bind_players(linker, call["player"])
        *_, really = give_card(linker, call)

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            if state.cards[frame[SOURCE]] not in machine.consumable:
                really(machine, state, frame)
                return
            for seat in players(machine, state, frame):
                give(machine, state, frame[SOURCE], seat)

        return [*before, act]

    change.put(EFFECTS, "give-card", give_otherwise)


@AS_IF(
    "handed-from-anywhere",
    "a card were handed over wherever it is by then",
    "kt.consumable.handed",
)
def handed_from_anywhere(change: Changes) -> None:
    handing(change, lambda machine, state, card, seat: atoms.move(state, card, AREA + seat))


@AS_IF(
    "handed-but-spent",
    "a monster could not use a card that it was handed",
    "kt.consumable.handed",
)
def handed_but_spent(change: Changes) -> None:
    def give(machine: Tokyo, state: State, card: int, seat: int) -> None:
        if state.where[card] >= AREA:
            atoms.move(state, card, AREA + seat)
            state.marks[card] |= NOTED

    handing(change, give)
    not_applying(change, lambda machine, state, card, seat: bool(state.marks[card] & NOTED))


@AS_IF(
    "handed-from-the-pile",
    "a card that is to be handed over lay in the discard pile until then",
    "kt.consumable.handed",
)
def handed_from_the_pile(change: Changes) -> None:
    def discard_all(machine: Tokyo) -> None:
        for held in machine.lasting:
            if held.use is not None:
                held.use.stays = False

    def give(machine: Tokyo, state: State, card: int, seat: int) -> None:
        if state.where[card] == DISCARD and state.counters[seat]:
            atoms.move(state, card, AREA + seat)

    change.relink(discard_all)
    handing(change, give)


@AS_IF(
    "used-before-it-is-handed",
    "a card that is to be handed over could be activated again before that",
    "kt.consumable.handed",
)
def used_before_it_is_handed(change: Changes) -> None:
    change.put(moments, "kept_in_use", lambda machine, state, seat: [])


@AS_IF(
    "kept-if-not-handed",
    "a card that is not handed over stayed with its owner",
    "kt.consumable.handed",
)
def kept_if_not_handed(change: Changes) -> None:
    change.put(resolve, "discard_kept", lambda machine, state, seat: None)
