"""Misreadings of cards that buy in other ways: what is turned up, the deck, from others."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.tokyo.buy import AS_IF, taking
from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import ask, finish
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buying, monsters, selection
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, BUY, DECK, DECLINE, NONE, PROCEDURES, ROW, TOP
from rules_dsl.definitions import Call, Selection

# --- what is turned up ---------------------------------------------------------------------------


@AS_IF(
    "whole-row-offered",
    "all cards of the row were offered with those turned up",
    "kt.buy.revealed",
)
def whole_row_offered(change: Changes) -> None:
    revealed_cards = buying.revealed_cards

    def whole_row(state: State, seat: int) -> list[int]:
        found = revealed_cards(state, seat)
        return [*found, *(c for c in state.zones[ROW] if c not in found)] if found else []

    change.swap(revealed_cards, whole_row)


@AS_IF("own-turn-too", "what is turned up were offered in one's own turn too", "kt.buy.revealed")
def own_turn_too(change: Changes) -> None:
    change.turn_round("buys_revealed_in_own_turn")


@AS_IF(
    "printed-price",
    "what is turned up cost the price it has for the active monster",
    "kt.buy.revealed",
)
def printed_price(change: Changes) -> None:
    price_of = monsters.price_of

    def price_for_active(machine: Tokyo, state: State, card: int, seat: int) -> tuple[int, Rules]:
        if any(frame[0] == buying.REVEAL for frame in state.stack):
            seat = state.registers[ACTIVE]
        return price_of(machine, state, card, seat)

    change.swap(price_of, price_for_active)


@AS_IF(
    "replacement-not-offered",
    "what replaces a card bought when it was turned up were not offered",
    "kt.buy.revealed",
)
def replacement_not_offered(change: Changes) -> None:
    offer_revealed = buying.offer_revealed

    def offer_first(machine: Tokyo, state: State, cards: tuple[int, ...]) -> None:
        if not any(frame[0] == buying.REVEAL for frame in state.stack):
            offer_revealed(machine, state, cards)

    change.swap(offer_revealed, offer_first)


@AS_IF(
    "declined-offered-again",
    "a card declined were offered to the same monster again with a further one",
    "kt.buy.revealed",
)
def declined_offered_again(change: Changes) -> None:
    offer_revealed = buying.offer_revealed

    def offer_anew(machine: Tokyo, state: State, cards: tuple[int, ...]) -> None:
        for frame in state.stack if cards else ():
            if frame[0] == buying.REVEAL:
                frame[buying.DECLINED] = ()
        offer_revealed(machine, state, cards)

    change.swap(offer_revealed, offer_anew)


@AS_IF(
    "counter-clockwise",
    "those who may buy what is turned up were asked counter-clockwise",
    "kt.buy.revealed-order",
)
def counter_clockwise(change: Changes) -> None:
    def backwards(machine: Tokyo, state: State, seat: int) -> list[int]:
        return monsters.others(machine, state, seat)[::-1]

    change.put(buying, "others", backwards)


@AS_IF(
    "no-new-beginning",
    "the asking went on with the next monster when a further card is turned up",
    "kt.buy.revealed-order",
)
def no_new_beginning(change: Changes) -> None:
    offer_revealed = buying.offer_revealed

    def offer_on(machine: Tokyo, state: State, cards: tuple[int, ...]) -> None:
        running = next((frame for frame in state.stack if frame[0] == buying.REVEAL), None)
        asked = 0 if running is None else running[buying.ASKED]
        offer_revealed(machine, state, cards)
        if running is not None:
            running[buying.ASKED] = asked

    change.swap(offer_revealed, offer_on)


@AS_IF(
    "asked-once",
    "a monster that has bought one of the cards turned up were not asked about the others",
    "kt.buy.revealed-order",
)
def asked_once(change: Changes) -> None:
    take_revealed = buying.take_revealed

    def take_one(machine: Tokyo, state: State, frame: Frame) -> None:
        seats = monsters.others(machine, state, state.registers[ACTOR])
        seat = seats[frame[buying.ASKED]]
        revealed = buying.revealed_cards(state, seat)
        buys = state.answer != DECLINE
        take_revealed(machine, state, frame)
        if buys:
            frame[buying.DECLINED] += tuple((seat, card) for card in revealed)

    change.swap(take_revealed, take_one)


# --- the top card of the deck --------------------------------------------------------------------


@AS_IF("all-see-the-top", "everybody saw the top card one monster looks at", "kt.buy.top-card")
def all_see_the_top(change: Changes) -> None:
    def show(machine: Tokyo) -> None:
        machine.sees_too = lambda state, place, seat: place == TOP

    change.relink(show)


@AS_IF("top-goes-back", "a top card that is not bought were shuffled away", "kt.buy.top-card")
def top_goes_back(change: Changes) -> None:
    def put_back(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in list(state.zones[TOP]):
            atoms.move(state, card, DECK)

    taking(change, "decline", put_back)


@AS_IF(
    "top-is-replaced",
    "buying the top card of the deck filled the row",
    "kt.buy.top-card",
)
def top_is_replaced(change: Changes) -> None:
    take = buying.take

    def take_and_fill(machine: Tokyo, state: State, frame: Frame) -> None:
        from_top = state.answer[0] == "buy" and state.where[state.answer[1]] == TOP
        take(machine, state, frame)
        if from_top:
            state.stack[-1][buying.FROM_ROW] = 1

    change.swap(take, take_and_fill)


@AS_IF("one-look", "the top card could be looked at once in a buy phase", "kt.buy.top-card")
def one_look(change: Changes) -> None:
    look = buying.look

    def look_once(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[buying.OFFERED]:
            frame[1] = buying.OFFER_STEP.at
        else:
            look(machine, state, frame)

    change.swap(look, look_once)


# --- from others ---------------------------------------------------------------------------------


@AS_IF(
    "not-as-if-bought",
    "a card bought from another monster did not do what it does when bought",
    "kt.buy.from-others",
)
def not_as_if_bought(change: Changes) -> None:
    take_effect = buying.take_effect

    def take_it(machine: Tokyo, state: State, frame: Frame) -> None:
        stack = len(state.stack)
        take_effect(machine, state, frame)
        if frame[buying.SECOND_HAND]:
            del state.stack[stack:]

    change.swap(take_effect, take_it)


@AS_IF(
    "neighbours-only",
    "cards could be bought from the next monster only",
    "kt.buy.from-others",
)
def neighbours_only(change: Changes) -> None:
    wares = buying.wares

    def wares_beside(machine: Tokyo, state: State, seat: int) -> list[int]:
        near = monsters.others(machine, state, seat)[:1]
        found = wares(machine, state, seat)
        return [c for c in found if state.where[c] < AREA or state.where[c] - AREA in near]

    change.swap(wares, wares_beside)


@AS_IF(
    "paid-to-supply",
    "the price of another monster's card were paid to the supply",
    "kt.buy.from-others-price",
)
def paid_to_supply(change: Changes) -> None:
    def keep(*given: Any) -> int:
        return 0

    change.put(buying, "get_energy", keep)


@AS_IF(
    "printed-price-received",
    "the monster that had the card got the printed price",
    "kt.buy.from-others-price",
)
def printed_price_received(change: Changes) -> None:
    get_energy = atoms.get_energy

    def get_printed(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        card = state.log[-1][4]
        printed = machine.cost[state.cards[card]]
        return get_energy(machine, state, seat, printed, cause, rules)

    change.put(buying, "get_energy", get_printed)


@AS_IF(
    "may-refuse-to-sell",
    "a monster could refuse to sell its card",
    "kt.buy.from-others-price",
)
def may_refuse_to_sell(change: Changes) -> None:
    take = buying.take
    first = 2

    def offer_sale(machine: Tokyo, state: State, frame: Frame) -> None:
        verb, *about = state.answer
        if verb == "buy" and state.where[about[0]] >= AREA:
            frame[buying.OFFERED] = about[0] + first
            owner = state.where[about[0]] - AREA
            rules = ("kt.buy.from-others-price",)
            ask(state, "may", owner, [ACCEPT, DECLINE], NONE, rules)

    def take_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[buying.OFFERED] - first
        frame[buying.OFFERED] = 1
        if card >= 0 and state.answer == DECLINE:
            begin_again(frame)
            return
        if card >= 0:
            state.answer = BUY[card]
        take(machine, state, frame)

    steps = (buying.look, buying.take_look, buying.offer, offer_sale, take_or_not, finish)
    change.put(PROCEDURES.steps, buying.BUY_PHASE, steps)
    done = Place()
    done.at = len(steps) - 1
    change.put(buying, "DONE", done)


@AS_IF(
    "whenever-it-buys",
    "cards of other monsters could be bought with what is turned up, in another's turn",
    "kt.buy.from-others",
)
def whenever_it_buys(change: Changes) -> None:
    bind_cards = selection.bind_cards

    def bind(linker: Linker, phrase: Selection | Call) -> selection.Candidates:
        cards = bind_cards(linker, phrase)
        if not isinstance(phrase, Selection) or phrase.zone != Call("revealed"):
            return cards

        def with_others(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
            found = cards(machine, state, source, you)
            for card, said in monsters.said_by(machine, state, "can-buy", you) if found else ():
                if said.resource == "other-areas" and said.candidates is not None:
                    found += said.candidates(machine, state, card, you)
            return found

        return with_others

    change.swap(bind_cards, bind)


@AS_IF(
    "shuffled-to-look",
    "the discard pile were shuffled whenever a card could be looked at",
    "kt.buy.top-card",
)
def shuffled_to_look(change: Changes) -> None:
    look = buying.look

    def shuffle_and_look(machine: Tokyo, state: State, frame: Frame) -> None:
        look(machine, state, frame)
        if state.pending is not None and state.pending[0] == "may":
            state.pending = None
            atoms.reshuffle(state)
            look(machine, state, frame)

    change.swap(look, shuffle_and_look)


@AS_IF("no-card-to-look-at", "an empty deck were never made anew to look", "kt.buy.top-card")
def no_card_to_look_at(change: Changes) -> None:
    look = buying.look

    def look_at_what_is_there(machine: Tokyo, state: State, frame: Frame) -> None:
        look(machine, state, frame)
        if state.pending is not None and state.pending[0] == "may":
            state.pending = None
            frame[1] = buying.OFFER_STEP.at

    change.swap(look, look_at_what_is_there)
