"""More misreadings of consumables: how they come out of the discard pile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import AS_IF, NOTED, not_applying, reworded
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buy, energy, moments, resolve
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.buy import price_of
from oracle.tokyo.linker import POSSIBLE, Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.selection import bind_card_choice, bind_cards, bind_players
from oracle.tokyo.table import AREA, DISCARD, SOURCE, YOU
from oracle.tokyo.words import whole
from rules_dsl.definitions import Call, Selection

# --- bought or taken -----------------------------------------------------------------------------


@do.verb
def buying_text(change: Changes, misread: Callable[[Call], Call]) -> None:
    """Misread a text that buys out of the discard pile."""
    buy, possible = EFFECTS["buy"], POSSIBLE["buy"]

    def read(call: Call) -> Call:
        phrase = call["cards"]
        from_pile = isinstance(phrase, Selection) and phrase.zone == Call("discard-pile")
        return misread(call) if from_pile else call

    change.put(EFFECTS, "buy", lambda linker, call: buy(linker, read(call)))
    change.put(POSSIBLE, "buy", lambda linker, call: possible(linker, read(call)))


AS_IF("a consumable in the discard pile cost all", "kt.consumable.buy-from-discard").so(
    "full-price", buying_text(lambda call: reworded(call, discount=0))
)


@AS_IF("any card could be bought out of the discard pile", "kt.consumable.buy-from-discard")
@buying_text
def buys_any_card(call: Call) -> Call:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return reworded(call, cards=evolve(phrase, filters=()))


@AS_IF(
    "who can pay for a consumable in the discard pile had to buy it",
    "kt.consumable.buy-from-discard",
)
@do.around(EFFECTS, "may")
def must_buy(may: Any, linker: Linker, call: Call) -> Any:
    if any(each.word == "buy" for each in whole(call)):
        return linker.body(whole(call))
    return may()


@AS_IF("a reduction beyond the price were paid out", "kt.consumable.buy-from-discard")
@do.around(buy.purchase)
def money_back(
    purchase: Any,
    state: State,
    seat: int,
    card: int,
    machine: Tokyo,
    discount: int,
    cause: int,
    why: Rules = (),
) -> None:
    price, _ = price_of(machine, state, card, seat)
    purchase()
    energy.get_energy(machine, state, seat, discount - price, cause, why)


@AS_IF(
    "where the card needs a consumable in the discard pile, any card there were enough",
    "kt.consumable.buy-from-discard",
)
@do.relink
def refused_for_an_empty_pile(machine: Tokyo) -> None:
    for definition in machine.needs_discarded:
        machine.needs_discarded[definition] = lambda machine, state, card, you: list(
            state.zones[DISCARD]
        )


@AS_IF(
    "a card that takes a consumable out of the discard pile could take itself",
    "kt.consumable.take-from-discard",
)
@do.around(EFFECTS, "take-card")
def takes_itself(take_card: Any, linker: Linker, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return [*bind_card_choice(linker, phrase), take_card()[-1]]


@AS_IF("a consumable in the discard pile need not be taken", "kt.consumable.take-from-discard")
@do.around(EFFECTS, "take-card")
def takes_if_it_likes(take_card: Any, linker: Linker, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)

    def choose(machine: Tokyo, state: State, frame: Frame) -> None:
        found = every(machine, state, frame[SOURCE], frame[YOU])
        found = [card for card in found if card != frame[SOURCE]]
        state.answer = ()
        if found:
            ask(state, "choose", frame[YOU], found, 0, 1, frame[SOURCE], ())

    return [choose, take_card()[-1]]


@AS_IF("any card could be taken out of the discard pile", "kt.consumable.take-from-discard")
@do.around(EFFECTS, "take-card")
def takes_any_card(take_card: Any, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return take_card(call=reworded(call, cards=evolve(phrase, filters=())))


# --- handed over ---------------------------------------------------------------------------------


@do.verb
def handing(change: Changes, give: Callable[[Tokyo, State, int, int], None]) -> None:
    """Let a consumable be handed over otherwise: by (machine, state, card, to)."""

    @change.around(EFFECTS, "give-card")
    def give_otherwise(give_card: Any, linker: Linker, call: Call) -> Any:
        before, players = bind_players(linker, call["player"])
        *_, really = give_card()

        def act(machine: Tokyo, state: State, frame: Frame) -> None:
            if state.cards[frame[SOURCE]] not in machine.consumable:
                really(machine, state, frame)
                return
            for seat in players(machine, state, frame):
                give(machine, state, frame[SOURCE], seat)

        return [*before, act]


AS_IF("a card were handed over wherever it is by then", "kt.consumable.handed").so(
    "handed-from-anywhere",
    handing(lambda machine, state, card, seat: atoms.move(state, card, AREA + seat)),
)


@AS_IF("a monster could not use a card that it was handed", "kt.consumable.handed")
def handed_but_spent(change: Changes) -> None:
    def give(machine: Tokyo, state: State, card: int, seat: int) -> None:
        if state.where[card] >= AREA:
            atoms.move(state, card, AREA + seat)
            state.marks[card] |= NOTED

    handing(give)(change)
    not_applying(lambda machine, state, card, seat: bool(state.marks[card] & NOTED))(change)


@AS_IF(
    "a card that is to be handed over lay in the discard pile until then", "kt.consumable.handed"
)
def handed_from_the_pile(change: Changes) -> None:
    @change.relink
    def discard_all(machine: Tokyo) -> None:
        for held in machine.lasting:
            if held.use is not None:
                held.use.stays = False

    def give(machine: Tokyo, state: State, card: int, seat: int) -> None:
        if state.where[card] == DISCARD and state.counters[seat]:
            atoms.move(state, card, AREA + seat)

    handing(give)(change)


AS_IF(
    "a card that is to be handed over could be activated again before that", "kt.consumable.handed"
).so("used-before-it-is-handed", do.put(moments, "kept_in_use", lambda machine, state, seat: []))
AS_IF("a card that is not handed over stayed with its owner", "kt.consumable.handed").so(
    "kept-if-not-handed", do.put(resolve, "discard_kept", lambda machine, state, seat: None)
)
