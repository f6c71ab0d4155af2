"""Misreadings of the end phase: what takes place in it, in which order, and what comes after."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.buy import discount_of, turns_in_order
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    buying,
    card_words,
    conditions,
    damage,
    moments,
    monsters,
    selection,
    turn,
)
from oracle.tokyo.atoms import lose_hearts
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, ATTACKED, DONE, HARMED, HAS_ATTACKED, NONE
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "end")

AT_END = ("turn-ends", "a-turn-ends")


def finishing(change: Changes, more: Any) -> None:
    """Change what the end phase begins with. Any: a step, given the frame of the end phase."""
    finish = turn.finish

    def finish_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        phase = state.stack[-1]
        if phase[0] == turn.END_PHASE:
            more(machine, state, phase)

    change.swap(finish, finish_otherwise)


# --- what takes place, and when ------------------------------------------------------------------


@AS_IF("poison-at-start", "poison worked at the start of a turn", "kt.end.effects")
def poison_at_start(change: Changes) -> None:
    start_effects = turn.start_effects

    def start_with_poison(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        start_effects(machine, state, frame)
        if state.counters[machine.poison + seat]:
            damage.deal(state, NONE, NONE, {seat: state.counters[machine.poison + seat]})

    def no_poison(machine: Tokyo, state: State, phase: Frame) -> None:
        phase[turn.POISONED] = 1

    change.swap(start_effects, start_with_poison)
    finishing(change, no_poison)


@AS_IF(
    "before-buying",
    "effects for the end of a turn took place before the buy phase",
    "kt.end.effects",
    "kt.end.new-card",
)
def before_buying(change: Changes) -> None:
    turns_in_order(change, turn.finish, turn.buy)


@AS_IF(
    "everybodys-effects",
    "cards of all monsters for the end of their turn worked at the end of every turn",
    "kt.end.effects",
)
def everybodys_effects(change: Changes) -> None:
    def let_others(machine: Tokyo, state: State, phase: Frame) -> None:
        for seat in reversed(monsters.others(machine, state, phase[turn.WHOSE])):
            moments.happen(machine, state, "turn-ends", seat, (seat, 0))

    finishing(change, let_others)


@AS_IF("twice", "a card for the end of a turn worked twice", "kt.end.effects")
def twice(change: Changes) -> None:
    take_end = turn.take_end

    def take_twice(machine: Tokyo, state: State, frame: Frame) -> None:
        verb, *about = state.answer
        take_end(machine, state, frame)
        if verb == "resolve" and not machine.abilities[about[1]].optional:
            seat = frame[turn.WHOSE]
            moments.start(machine, state, (about[0], about[1]), seat, (seat, 0))

    change.swap(take_end, take_twice)


@AS_IF(
    "no-choice",
    "the effects of the end of a turn came in a fixed order",
    "kt.end.order",
)
def no_choice(change: Changes) -> None:
    def ask_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "order":
            state.answer = options[0]
        else:
            ask(state, kind, seat, options, *rest)

    change.put(turn, "ask", ask_nobody)


@AS_IF(
    "other-answer",
    "poison came last where its place is chosen, and the reverse",
    "kt.end.order",
)
def other_answer(change: Changes) -> None:
    change.turn_round("poison_last")


@AS_IF(
    "conditions-first",
    "the conditions of all effects were looked at when the end phase begins",
    "kt.end.condition",
)
def conditions_first(change: Changes) -> None:
    applies, bind_if = moments.applies, EFFECTS["if"]

    def look_at_all(machine: Tokyo, state: State, phase: Frame) -> None:
        seat = phase[turn.WHOSE]
        phase[turn.LEFT] = tuple(
            entry for entry in phase[turn.LEFT] if applies(machine, state, entry, seat, (seat, 0))
        )

    def applied(
        machine: Tokyo, state: State, entry: moments.Entry, seat: int, context: moments.Context
    ) -> bool:
        uses = machine.abilities[entry[1]].uses
        return not uses or applies(machine, state, entry, seat, context)

    def bind(linker: Linker, call: Call) -> list[Any]:
        return linker.body(call["body"]) if linker.head in AT_END else bind_if(linker, call)

    change.put(EFFECTS, "if", bind)
    change.put(turn, "applies", applied)
    finishing(change, look_at_all)


@AS_IF("new-cards-wait", "a card bought in a turn did not work at its end", "kt.end.new-card")
def new_cards_wait(change: Changes) -> None:
    def leave_new_ones(machine: Tokyo, state: State, phase: Frame) -> None:
        new = state.stack[0][buying.BOUGHT_NOW]
        phase[turn.LEFT] = tuple(entry for entry in phase[turn.LEFT] if entry[0] not in new)

    finishing(change, leave_new_ones)


# --- what the effects look at --------------------------------------------------------------------


@AS_IF("lots-begun", "a lot of energy that is begun counted as full", "kt.end.per-amount")
def lots_begun(change: Changes) -> None:
    bind_per = NUMBERS["per"]

    def bind(linker: Linker, call: Call) -> Number:
        lot, resource = int(call["n"]), str(call["resource"])  # type: ignore[call-overload]
        if linker.head not in AT_END:
            return bind_per(linker, call)
        return lambda machine, state, frame, whose: (
            -(-selection.amount_of(machine, state, resource, whose) // lot)
        )

    change.put(NUMBERS, "per", bind)


@AS_IF("energy-spent", "the energy that is counted were spent", "kt.end.per-amount")
def energy_spent(change: Changes) -> None:
    bind_per = NUMBERS["per"]

    def bind(linker: Linker, call: Call) -> Number:
        per, lot = bind_per(linker, call), int(call["n"])  # type: ignore[call-overload]

        def spend(machine: Tokyo, state: State, frame: Frame, whose: int) -> int:
            lots = per(machine, state, frame, whose)
            state.counters[machine.energy + whose] -= lots * lot
            return lots

        return spend if linker.head in AT_END else per

    change.put(NUMBERS, "per", bind)


@AS_IF(
    "ties-turned-round",
    "a tie counted for the fewest stars where it does not, and the reverse",
    "kt.end.fewest",
)
def ties_turned_round(change: Changes) -> None:
    change.turn_round("fewest_may_tie")


@AS_IF("fallen-have-fewest", "eliminated monsters had stars to compare with", "kt.end.fewest")
def fallen_have_fewest(change: Changes) -> None:
    def all_others(machine: Tokyo, state: State, seat: int) -> list[int]:
        return [each for each in range(machine.players) if each != seat]

    change.put(conditions, "others", all_others)


@AS_IF(
    "attack-is-harm",
    "an attack were harm, whether hearts are lost or not",
    "kt.end.harmed-nobody",
)
def attack_is_harm(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: (
            not (state.registers[HARMED] >> you & 1 or state.registers[ATTACKED] & HAS_ATTACKED)
        )

    change.put(CONDITIONS, "harmless", bind)


def blaming(change: Changes, new: Any) -> None:
    """Lay a loss of hearts at another's door. Any: says whose, of who lost, by whom, by what."""

    def lose_by(
        machine: Tokyo, state: State, seat: int, amount: int, by: int, cause: int, rules: Rules
    ) -> int:
        by = new(state, seat, by, cause)
        return lose_hearts(machine, state, seat, amount, by, cause, rules)

    change.swap(lose_hearts, lose_by)


@AS_IF("claws-only", "only hearts lost to claws were harm", "kt.end.harmed-nobody")
def claws_only(change: Changes) -> None:
    def by_claws(state: State, seat: int, by: int, cause: int) -> int:
        return by if cause == NONE else NONE

    blaming(change, by_claws)


@AS_IF(
    "own-hearts-free", "hearts its own card costs a monster were no harm", "kt.end.harmed-nobody"
)
def own_hearts_free(change: Changes) -> None:
    def by_others(state: State, seat: int, by: int, cause: int) -> int:
        return by if by != seat else NONE

    blaming(change, by_others)


@AS_IF("poison-is-harm", "hearts lost to poison were harm", "kt.end.harmed-nobody")
def poison_is_harm(change: Changes) -> None:
    def by_active(state: State, seat: int, by: int, cause: int) -> int:
        return state.registers[ACTIVE] if by == NONE else by

    blaming(change, by_active)


@AS_IF(
    "all-harm-counts",
    "hearts that other monsters' cards cost in one's turn were one's harm",
    "kt.end.harmed-nobody",
)
def all_harm_counts(change: Changes) -> None:
    def by_active(state: State, seat: int, by: int, cause: int) -> int:
        return by if by == NONE else state.registers[ACTIVE]

    blaming(change, by_active)


# --- selling -------------------------------------------------------------------------------------


@AS_IF("one-sale", "one card could be sold a turn", "kt.end.sell")
def one_sale(change: Changes) -> None:
    bind_repeatedly, bind_may = EFFECTS["repeatedly"], EFFECTS["may-first"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        inner: Any = call["body"]
        return (
            bind_may(linker, inner[0]) if linker.head in AT_END else bind_repeatedly(linker, call)
        )

    change.put(EFFECTS, "repeatedly", bind)


def selling(change: Changes, fits: Any) -> None:
    """Let other cards be sold. Any: says whether a card can be, by the one that sells."""
    bind_card_choice = selection.bind_card_choice

    def bind(linker: Linker, phrase: Any, wanted: Any = None) -> list[Step]:
        if linker.head not in AT_END:
            return bind_card_choice(linker, phrase, wanted)
        every = selection.bind_cards(linker, phrase)

        def some(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
            found = every(machine, state, source, you)
            return [card for card in found if fits(state, source, card)]

        return bind_card_choice(linker, phrase, some)

    change.put(card_words, "bind_card_choice", bind)


@AS_IF("not-itself", "the selling card could not be sold", "kt.end.sell")
def not_itself(change: Changes) -> None:
    def another(state: State, source: int, card: int) -> bool:
        return card != source

    selling(change, another)


@AS_IF("no-new-cards", "cards bought in this turn could not be sold", "kt.end.sell")
def no_new_cards(change: Changes) -> None:
    def old(state: State, source: int, card: int) -> bool:
        return card not in state.stack[0][buying.BOUGHT_NOW]

    selling(change, old)


@AS_IF("sells-on", "cards could be sold on when the selling card is gone", "kt.end.sell")
def sells_on(change: Changes) -> None:
    def always(machine: Tokyo, state: State, entry: moments.Entry, seat: int) -> bool:
        return True

    def link_always(machine: Tokyo) -> None:
        machine.has = always

    change.relink(link_always)


@AS_IF(
    "price-paid",
    "a card were sold for what it costs its owner",
    "kt.end.sell-price",
)
def price_paid(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Number:
        return lambda machine, state, frame, whose: max(
            0, int(frame[DONE]) - discount_of(machine, state, whose)
        )

    change.put(NUMBERS, "cost-of-card", bind)


@AS_IF(
    "printed-price",
    "a card sold for what it was bought for brought what it costs",
    "kt.end.sell-paid",
)
def printed_price(change: Changes) -> None:
    def print_it(machine: Tokyo) -> None:
        costs = machine.cost
        change.put(card_words, "paid_for", lambda state, card: costs[state.cards[card]])

    change.relink(print_it)


@AS_IF(
    "first-price",
    "a card bought from another monster were sold for what that monster had paid",
    "kt.end.sell-paid",
)
def first_price(change: Changes) -> None:
    note_price = atoms.note_price

    def note_first(machine: Tokyo, state: State, card: int, price: int) -> None:
        if not (price and monsters.paid_for(state, card)):
            note_price(machine, state, card, price)

    change.swap(note_price, note_first)


@AS_IF(
    "worth-what-is-left",
    "a card were sold for what is left on it",
    "kt.end.sell-price",
    "kt.end.sell-paid",
)
def worth_what_is_left(change: Changes) -> None:
    bind_discard = EFFECTS["discard"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        *before, act = bind_discard(linker, call)

        def act_and_weigh(machine: Tokyo, state: State, frame: Frame) -> None:
            left = sum(monsters.counters_on(state, card) for card in state.answer)
            act(machine, state, frame)
            if left:
                frame[DONE] = left

        return [*before, act_and_weigh] if linker.head in AT_END else [*before, act]

    change.put(EFFECTS, "discard", bind)


# --- what comes after ----------------------------------------------------------------------------


@AS_IF(
    "turn-before-stars",
    "a further turn were chosen before the stars are looked at",
    "kt.end.after",
)
def turn_before_stars(change: Changes) -> None:
    turns_in_order(change, turn.turn_is_over, turn.look_at_stars)


@AS_IF(
    "turn-before-end",
    "a further turn were chosen before the end phase",
    "kt.end.after",
)
def turn_before_end(change: Changes) -> None:
    turns_in_order(change, turn.turn_is_over, turn.finish)


@AS_IF(
    "stars-before-end",
    "the stars were looked at before the end phase",
    "kt.end.after",
    "kt.victory.alive",
)
def stars_before_end(change: Changes) -> None:
    turns_in_order(change, turn.look_at_stars, turn.finish)
