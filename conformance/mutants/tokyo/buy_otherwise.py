"""Misreadings of cards that buy in other ways: what is turned up, the deck, from others."""

from __future__ import annotations

from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.tokyo.buy import AS_IF, taking
from oracle.kernel.flow import ACCEPT
from oracle.kernel.machine import ask, finish
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, buy, energy, monsters, selection
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, AREA, BUY, DECK, DECLINE, NONE, PROCEDURES, ROW, TOP
from rules_dsl.definitions import Call, Selection

# --- what is turned up ---------------------------------------------------------------------------


@AS_IF("all cards of the row were offered with those turned up", "kt.buy.revealed")
@do.result(buy.revealed_cards)
def whole_row_offered(found: list[int], state: State) -> list[int]:
    return [*found, *(c for c in state.zones[ROW] if c not in found)] if found else []


AS_IF("what is turned up were offered in one's own turn too", "kt.buy.revealed").so(
    "own-turn-too", do.turn_round("buys_revealed_in_own_turn")
)


@AS_IF("what is turned up cost the price it has for the active monster", "kt.buy.revealed")
@do.around(buy.price_of)
def printed_price(price_of: Any, state: State, buyer: int) -> Any:
    if any(frame[0] == buy.REVEAL for frame in state.stack):
        buyer = state.registers[ACTIVE]
    return price_of(buyer=buyer)


@AS_IF("what replaces a card bought when it was turned up were not offered", "kt.buy.revealed")
@do.unless(buy.offer_revealed)
def replacement_not_offered(state: State) -> object:
    return any(frame[0] == buy.REVEAL for frame in state.stack)


@AS_IF(
    "a card declined were offered to the same monster again with a further one", "kt.buy.revealed"
)
@do.before(buy.offer_revealed)
def declined_offered_again(state: State, cards: tuple[int, ...]) -> None:
    for frame in state.stack if cards else ():
        if frame[0] == buy.REVEAL:
            frame[buy.DECLINED] = ()


@AS_IF("those who may buy what is turned up were asked counter-clockwise", "kt.buy.revealed-order")
@do.instead(buy, "others")
def counter_clockwise(machine: Tokyo, state: State, seat: int) -> list[int]:
    return monsters.others(machine, state, seat)[::-1]


@AS_IF(
    "the asking went on with the next monster when a further card is turned up",
    "kt.buy.revealed-order",
)
@do.around(buy.offer_revealed)
def no_new_beginning(offer_revealed: Any, state: State) -> None:
    running = next((frame for frame in state.stack if frame[0] == buy.REVEAL), None)
    asked = 0 if running is None else running[buy.ASKED]
    offer_revealed()
    if running is not None:
        running[buy.ASKED] = asked


@AS_IF(
    "a monster that has bought one of the cards turned up were not asked about the others",
    "kt.buy.revealed-order",
)
@do.around(buy.take_revealed)
def asked_once(take_revealed: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seats = monsters.others(machine, state, state.registers[ACTOR])
    seat = seats[frame[buy.ASKED]]
    revealed = buy.revealed_cards(state, seat)
    buys = state.answer != DECLINE
    take_revealed()
    if buys:
        frame[buy.DECLINED] += tuple((seat, card) for card in revealed)


# --- the top card of the deck --------------------------------------------------------------------


AS_IF("everybody saw the top card one monster looks at", "kt.buy.top-card").so(
    "all-see-the-top", do.answer("sees_too", lambda state, place, seat: place == TOP)
)


@AS_IF("a top card that is not bought were shuffled away", "kt.buy.top-card")
@partial(taking, "decline")
def top_goes_back(machine: Tokyo, state: State, frame: Frame) -> None:
    for card in list(state.zones[TOP]):
        atoms.move(state, card, DECK)


@AS_IF("buying the top card of the deck filled the row", "kt.buy.top-card")
@do.around(buy.take)
def top_is_replaced(take: Any, state: State) -> None:
    from_top = state.answer[0] == "buy" and state.where[state.answer[1]] == TOP
    take()
    if from_top:
        state.stack[-1][buy.FROM_ROW] = 1


@AS_IF("the top card could be looked at once in a buy phase", "kt.buy.top-card")
@do.around(buy.look)
def one_look(look: Any, frame: Frame) -> None:
    if frame[buy.OFFERED]:
        frame[1] = buy.OFFER_STEP
    else:
        look()


# --- from others ---------------------------------------------------------------------------------


@AS_IF(
    "a card bought from another monster did not do what it does when bought", "kt.buy.from-others"
)
@do.around(buy.take_effect)
def not_as_if_bought(take_effect: Any, state: State, frame: Frame) -> None:
    stack = len(state.stack)
    take_effect()
    if frame[buy.SECOND_HAND]:
        del state.stack[stack:]


@AS_IF("cards could be bought from the next monster only", "kt.buy.from-others")
@do.around(buy.wares)
def neighbours_only(wares: Any, machine: Tokyo, state: State, seat: int) -> Any:
    near = monsters.others(machine, state, seat)[:1]
    found = wares()
    return [c for c in found if state.where[c] < AREA or state.where[c] - AREA in near]


AS_IF("the price of another monster's card were paid to the supply", "kt.buy.from-others-price").so(
    "paid-to-supply", do.instead(buy, "get_energy")(lambda: 0)
)


@AS_IF("the monster that had the card got the printed price", "kt.buy.from-others-price")
@do.instead(buy, "get_energy")
def printed_price_received(
    machine: Tokyo, state: State, seat: int, cause: int, rules: Rules
) -> int:
    card = state.log[-1][4]
    printed = machine.cost[state.cards[card]]
    return energy.get_energy(machine, state, seat, printed, cause, rules)


@AS_IF("a monster could refuse to sell its card", "kt.buy.from-others-price")
def may_refuse_to_sell(change: Changes) -> None:
    take = buy.take
    first = 2

    def offer_sale(machine: Tokyo, state: State, frame: Frame) -> None:
        verb, *about = state.answer
        if verb == "buy" and state.where[about[0]] >= AREA:
            frame[buy.OFFERED] = about[0] + first
            owner = state.where[about[0]] - AREA
            rules = ("kt.buy.from-others-price",)
            ask(state, "may", owner, [ACCEPT, DECLINE], NONE, rules)

    def take_or_not(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[buy.OFFERED] - first
        frame[buy.OFFERED] = 1
        if card >= 0 and state.answer == DECLINE:
            begin_again(frame)
            return
        if card >= 0:
            state.answer = BUY[card]
        take(machine, state, frame)

    steps = buy.look, buy.take_look, buy.offer, offer_sale, take_or_not, finish
    change.put(PROCEDURES.steps, buy.BUY_PHASE, steps)
    done = Place()
    done.at = len(steps) - 1
    change.put(buy, "DONE", done)


@AS_IF(
    "cards of other monsters could be bought with what is turned up, in another's turn",
    "kt.buy.from-others",
)
@do.result(selection.bind_cards)
def whenever_it_buys(cards: selection.Candidates, phrase: Selection | Call) -> selection.Candidates:
    if not isinstance(phrase, Selection) or phrase.zone != Call("revealed"):
        return cards

    def with_others(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = cards(machine, state, source, you)
        for card, said in monsters.said_by(machine, state, "can-buy", you) if found else ():
            if said.resource == "other-areas" and said.candidates is not None:
                found += said.candidates(machine, state, card, you)
        return found

    return with_others


@AS_IF("the discard pile were shuffled whenever a card could be looked at", "kt.buy.top-card")
@do.around(buy.look)
def shuffled_to_look(look: Any, state: State) -> None:
    look()
    if state.pending is not None and state.pending[0] == "may":
        state.pending = None
        atoms.reshuffle(state)
        look()


@AS_IF("an empty deck were never made anew to look", "kt.buy.top-card")
@do.after(buy.look)
def no_card_to_look_at(state: State, frame: Frame) -> None:
    if state.pending is not None and state.pending[0] == "may":
        state.pending = None
        frame[1] = buy.OFFER_STEP
