"""Misreadings of the end phase: what takes place in it, in which order, and what comes after."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.buy import discount_of, turns_in_order
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    buy,
    card_words,
    conditions,
    damage,
    end,
    moments,
    monsters,
    selection,
    turn,
    victory,
)
from oracle.tokyo.atoms import lose_hearts
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ATTACKED, DONE, HARMED, HAS_ATTACKED, NONE
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "end")

AT_END = ("turn-ends", "a-turn-ends")


@own.after(end.finish)
def finishing(more: Any, machine: Tokyo, state: State) -> None:
    """Change what the end phase begins with. Any: a step, given the frame of the end phase."""
    phase = state.stack[-1]
    if phase[0] == end.END_PHASE:
        more(machine, state, phase)


# --- what takes place, and when ------------------------------------------------------------------
@AS_IF("poison worked at the start of a turn", "kt.end.effects")
@own.also(finishing(lambda machine, state, phase: setitem(phase, end.POISONED, 1)))
@do.after(turn.start_effects)
def poison_at_start(machine: Tokyo, state: State, frame: Frame) -> None:
    poison = state.counters[machine.poison + frame[turn.SEAT]]
    if poison:
        damage.deal(state, NONE, NONE, {frame[turn.SEAT]: poison})


@AS_IF(
    "cards of all monsters for the end of their turn worked at the end of every turn",
    "kt.end.effects",
)
@finishing
def everybodys_effects(machine: Tokyo, state: State, phase: Frame) -> None:
    for seat in reversed(monsters.others(machine, state, phase[end.WHOSE])):
        moments.happen(machine, state, "turn-ends", seat, (seat, 0))


@AS_IF("a card for the end of a turn worked twice", "kt.end.effects")
@do.around(end.take_end)
def twice(take_end: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    verb, *about = state.answer
    take_end()
    if verb == "resolve" and not machine.abilities[about[1]].optional:
        seat = frame[end.WHOSE]
        moments.start(machine, state, (about[0], about[1]), seat, (seat, 0))


@AS_IF("the conditions of all effects were looked at when the end phase begins", "kt.end.condition")
def conditions_first(change: Changes) -> None:
    applies = moments.applies

    def look_at_all(machine: Tokyo, state: State, phase: Frame) -> None:
        seat = phase[end.WHOSE]
        phase[end.LEFT] = tuple(
            entry for entry in phase[end.LEFT] if applies(machine, state, entry, seat, (seat, 0))
        )

    change.instead(end, "applies")(
        lambda machine, state, entry, seat, context: (
            not machine.abilities[entry[1]].uses or applies(machine, state, entry, seat, context)
        )
    )

    @change.around(EFFECTS, "if")
    def bind(bind_if: Any, linker: Linker, call: Call) -> Any:
        return linker.body(call["body"]) if linker.head in AT_END else bind_if()

    finishing(look_at_all)(change)


@AS_IF("a card bought in a turn did not work at its end", "kt.end.new-card")
@finishing
def new_cards_wait(machine: Tokyo, state: State, phase: Frame) -> None:
    new = state.stack[0][buy.BOUGHT_NOW]
    phase[end.LEFT] = tuple(entry for entry in phase[end.LEFT] if entry[0] not in new)


AS_IF("the effects of the end of a turn came in a fixed order", "kt.end.order").so(
    "no-choice", own.answers(end, "order", own.first)
)
AS_IF(
    "effects for the end of a turn took place before the buy phase",
    "kt.end.effects",
    "kt.end.new-card",
).so("before-buying", turns_in_order(end.finish, turn.buy))
AS_IF("poison came last where its place is chosen, and the reverse", "kt.end.order").so(
    "other-answer", do.turn_round("poison_last")
)


# --- what the effects look at --------------------------------------------------------------------
@AS_IF("a lot of energy that is begun counted as full", "kt.end.per-amount")
@do.around(NUMBERS, "per")
def lots_begun(bind_per: Any, linker: Linker, call: Call) -> Any:
    lot, resource = int(str(call["n"])), str(call["resource"])
    if linker.head not in AT_END:
        return bind_per()
    return lambda machine, state, frame, whose: (
        -(-selection.amount_of(machine, state, resource, whose) // lot)
    )


@AS_IF("the energy that is counted were spent", "kt.end.per-amount")
@do.around(NUMBERS, "per")
def energy_spent(bind_per: Any, linker: Linker, call: Call) -> Any:
    per, lot = bind_per(), int(str(call["n"]))

    def spend(machine: Tokyo, state: State, frame: Frame, whose: int) -> Any:
        lots = per(machine, state, frame, whose)
        state.counters[machine.energy + whose] -= lots * lot
        return lots

    return spend if linker.head in AT_END else per


@AS_IF("eliminated monsters had stars to compare with", "kt.end.fewest")
@do.instead(conditions, "others")
def fallen_have_fewest(machine: Tokyo, seat: int) -> list[int]:
    return [each for each in range(machine.players) if each != seat]


@AS_IF("an attack were harm, whether hearts are lost or not", "kt.end.harmed-nobody")
@do.instead(CONDITIONS, "harmless")
def attack_is_harm() -> Condition:
    return lambda machine, state, source, you, context: (
        not (state.registers[HARMED] >> you & 1 or state.registers[ATTACKED] & HAS_ATTACKED)
    )


@own.around(lose_hearts)
def blaming(new: Any, lose: Any, state: State, seat: int, by: int, cause: int) -> Any:
    """Lay a loss of hearts at another's door. Any: says whose, of who lost, by whom, by what."""
    return lose(by=new(state, seat, by, cause))


AS_IF("a tie counted for the fewest stars where it does not, and the reverse", "kt.end.fewest").so(
    "ties-turned-round", do.turn_round("fewest_may_tie")
)
AS_IF("only hearts lost to claws were harm", "kt.end.harmed-nobody").so(
    "claws-only", blaming(lambda state, seat, by, cause: by if cause == NONE else NONE)
)
AS_IF("hearts its own card costs a monster were no harm", "kt.end.harmed-nobody").so(
    "own-hearts-free", blaming(lambda state, seat, by, cause: by if by != seat else NONE)
)
AS_IF("hearts lost to poison were harm", "kt.end.harmed-nobody").so(
    "poison-is-harm",
    blaming(lambda state, seat, by, cause: state.registers[ACTIVE] if by == NONE else by),
)
AS_IF(
    "hearts that other monsters' cards cost in one's turn were one's harm", "kt.end.harmed-nobody"
).so(
    "all-harm-counts",
    blaming(lambda state, seat, by, cause: by if by == NONE else state.registers[ACTIVE]),
)


# --- selling -------------------------------------------------------------------------------------
@AS_IF("one card could be sold a turn", "kt.end.sell")
@do.around(EFFECTS, "repeatedly")
def one_sale(bind_repeatedly: Any, linker: Linker, call: Call) -> Any:
    inner: Any = call["body"]
    return EFFECTS["may-first"](linker, inner[0]) if linker.head in AT_END else bind_repeatedly()


@own.around(card_words, "bind_card_choice")
def selling(fits: Any, bind_card_choice: Any, linker: Linker, phrase: Any) -> Any:
    """Let other cards be sold. Any: says whether a card can be, by the one that sells."""
    if linker.head not in AT_END:
        return bind_card_choice()
    every = selection.bind_cards(linker, phrase)

    def some(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        return [card for card in every(machine, state, source, you) if fits(state, source, card)]

    return bind_card_choice(linker, phrase, some)


AS_IF("the selling card could not be sold", "kt.end.sell").so(
    "not-itself", selling(lambda state, source, card: card != source)
)
AS_IF("cards bought in this turn could not be sold", "kt.end.sell").so(
    "no-new-cards", selling(lambda state, source, card: card not in state.stack[0][buy.BOUGHT_NOW])
)
AS_IF("cards could be sold on when the selling card is gone", "kt.end.sell").so(
    "sells-on", do.answer("has", lambda machine, state, entry, seat: True)
)


@AS_IF("a card were sold for what it costs its owner", "kt.end.sell-price")
@do.instead(NUMBERS, "cost-of-card")
def price_paid() -> Number:
    return lambda machine, state, frame, whose: max(
        0, int(frame[DONE]) - discount_of(machine, state, whose)
    )


@AS_IF("a card sold for what it was bought for brought what it costs", "kt.end.sell-paid")
def printed_price(change: Changes) -> None:
    change.relink(
        lambda machine: change.put(
            card_words, "paid_for", lambda state, card: machine.cost[state.cards[card]]
        )
    )


@AS_IF(
    "a card bought from another monster were sold for what that monster had paid",
    "kt.end.sell-paid",
)
@do.unless(atoms.note_price)
def first_price(state: State, card: int, price: int) -> object:
    return price and monsters.paid_for(state, card)


@AS_IF("a card were sold for what is left on it", "kt.end.sell-price", "kt.end.sell-paid")
@own.last("discard", lambda linker, call: linker.head in AT_END)
def worth_what_is_left(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    left = sum(monsters.counters_on(state, card) for card in state.answer)
    act()
    frame[DONE] = left or frame[DONE]


# --- what comes after ----------------------------------------------------------------------------
AS_IF("a further turn were chosen before the stars are looked at", "kt.end.after").so(
    "turn-before-stars", turns_in_order(turn.turn_is_over, victory.look_at_stars)
)
AS_IF("a further turn were chosen before the end phase", "kt.end.after").so(
    "turn-before-end", turns_in_order(turn.turn_is_over, end.finish)
)
AS_IF("the stars were looked at before the end phase", "kt.end.after", "kt.victory.alive").so(
    "stars-before-end", turns_in_order(victory.look_at_stars, end.finish)
)
