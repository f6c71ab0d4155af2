"""Misreadings of power cards: the deck, the row, the price, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.mindbug import verbs as mb
from conformance.mutants.mindbug.setup import seeing, starting_with
from conformance.mutants.mindbug.turn import PASS_ON, cannot_act
from conformance.mutants.topic import Topic
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, keywords, power, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, BUY, DECLINE, DISCARD, DONE, ENERGY, OWED, YOU
from oracle.mindbug.words import EFFECTS

AS_IF = Topic("mindbug", "power", "power-card")

JUST_LAID = 1 << 15
"""A power card that came into the row this turn."""

# --- setting up --------------------------------------------------------------------------------

AS_IF("power cards were shuffled among the creature cards", "mb.power.card", "mb.power.deck").so(
    "are-creatures", mb.linked(pool=lambda m: m.pool + m.power_pool, power_pool=lambda m: ())
)
AS_IF("the power deck were in the order of the box", "mb.power.deck").so(
    "not-shuffled", mb.asks(power, "top-power", lambda options: options[:1])
)
AS_IF("everybody could look into the power deck", "mb.power.deck-hidden").so(
    "deck-visible", seeing("power-deck", owner_too=True, others=True)
)
AS_IF("the cards for sale lay face down", "mb.power.row").so(
    "row-hidden", seeing("power-row", owner_too=False, others=False)
)
AS_IF("2 power cards were for sale", "mb.power.row").so(
    "row-of-two", do.put(power, "ROW_SIZE", table.ROW_SIZE - 1)
)
AS_IF("4 power cards were for sale", "mb.power.row").so(
    "row-of-four", do.put(power, "ROW_SIZE", table.ROW_SIZE + 1)
)
AS_IF("the players started with 1 energy", "mb.power.no-energy-at-start").so(
    "one-energy-each", starting_with(ENERGY, 1)
)
AS_IF("only one of the players could buy from the row", "mb.power.shared").so(
    "row-of-the-first", do.provided(power.offer_purchase)(lambda seat: seat == 0)
)
AS_IF("sets that are mixed were played without power cards", "mb.power.mixed").so(
    "not-when-mixed", mb.linked(power_pool=lambda m: () if m.mixed else m.power_pool)
)

# --- the price ---------------------------------------------------------------------------------

AS_IF("power cards were for those with enough energy, but cost none", "mb.power.price").so(
    "not-paid", mb.keeps(power.buy, lambda state, seat: (state.counters, ENERGY + seat))
)
AS_IF("a power card cost all energy its buyer has", "mb.power.price").so(
    "all-energy",
    do.after(power.buy)(lambda state, seat: setitem(state.counters, ENERGY + seat, 0)),
)


@AS_IF("a power card could be bought with 1 energy less than it costs", "mb.power.price")
def on_credit(change: Changes) -> None:
    @change.instead(power.offer_purchase)
    def offer_with_credit(machine: Mindbug, state: State, seat: int) -> bool:
        energy = state.counters[ENERGY + seat]
        row = sorted(state.zones[table.POWER_ROW])
        options = [BUY[c] for c in row if machine.cost[state.cards[c]] <= energy + 1]
        if options:
            ask(state, "buy", seat, [*options, DECLINE], -1, power.WINDOW)
        return bool(options)

    @change.after(power.buy)
    def buy_with_credit(state: State, seat: int) -> None:
        state.counters[ENERGY + seat] = max(0, state.counters[ENERGY + seat])


# --- the row -----------------------------------------------------------------------------------


@AS_IF("the row were filled up when buying is over", "mb.power.refill")
def refill_later(change: Changes) -> None:
    def turn_up(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_top(state, -1, power.REFILL):
            state.stack.pop()

    def lay(machine: Mindbug, state: State, frame: Frame) -> None:
        power.put_into_row(state, state.answer[1], power.REFILL)
        begin_again(frame)

    code = change.procedure("late-refill", turn_up, lay, remembers=0)

    change.instead(power.refill_row)(mb.goes_to(power.RESOLVE_STEP))

    @change.around(turn.offer_action)
    def refill_and_offer(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        row, deck = state.zones[table.POWER_ROW], state.zones[table.POWER_DECK]
        if machine.power_pool and len(row) < table.ROW_SIZE and deck:
            once_more(frame)
            state.stack.append([code, 0])
        else:
            offer_action()


@AS_IF(
    "the row were filled up after the effect of the bought card",
    "mb.power.refill",
    "mb.power.effect",
)
def refill_after_the_effect(change: Changes) -> None:
    def refill_if_needed(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_top(state, frame[power.CARD], power.REFILL):
            frame[1] = put_away.at

    lay, put_away = power.lay_into_row, Place()
    steps = power.resolve, refill_if_needed, lay, put_away, power.put_away
    change.put(power, "ACQUIRE", change.procedure("acquire-first", *steps, remembers=2))


@AS_IF(
    "a power card that came into the row this turn could not be bought",
    "mb.power.replacement-for-sale",
)
def replacement_waits(change: Changes) -> None:
    @change.before(turn.begin)
    def begin_anew(state: State) -> None:
        state.marks = [marks & ~JUST_LAID for marks in state.marks]

    change.after(power.put_into_row)(lambda state, card: atoms.mark(state, card, JUST_LAID))

    @change.around(power, "ask")
    def ask_for_the_old(ask: Any, state: State, options: Any) -> None:
        old = [each for each in options if each[0] != "buy" or not state.marks[each[1]] & JUST_LAID]
        if old == [DECLINE]:
            state.answer = DECLINE
        else:
            ask(options=old)


@AS_IF("an empty power deck were made anew of the power discard pile", "mb.power.no-reshuffle")
@do.before(power.offer_top)
def reshuffle(state: State) -> None:
    if not state.zones[table.POWER_DECK] and len(state.zones[table.POWER_ROW]) < table.ROW_SIZE:
        mb.move_all(state, state.zones[table.POWER_DISCARD], table.POWER_DECK)


# --- effects -----------------------------------------------------------------------------------

AS_IF("the effect of a power card happened twice", "mb.power.card").so(
    "effect-twice", do.around(power.resolve)(lambda resolve: (resolve(), resolve()))
)
AS_IF("the opponent applied the effect of a power card", "mb.power.effect").so(
    "for-the-opponent",
    do.around(power.resolve)(
        lambda resolve, frame: resolve(frame=[*frame[: power.SEAT], 1 - frame[power.SEAT]])
    ),
)


@do.verb
def putting_away(change: Changes, place: int, *, each_seat: bool = False) -> None:
    """Let used power cards go elsewhere."""

    @change.after(power.put_away)
    def put_elsewhere(state: State, frame: Frame) -> None:
        seat = frame[power.SEAT] if each_seat else 0
        atoms.move(state, frame[power.CARD], place + seat)


AS_IF(
    "a used power card went to the discard pile of its buyer", "mb.power.discard", "mb.power.shared"
).so("to-the-buyers-pile", putting_away(DISCARD, each_seat=True))
AS_IF("a used power card went back into the power deck", "mb.power.discard").so(
    "back-into-the-deck", putting_away(table.POWER_DECK)
)
AS_IF("a used power card were out of the game", "mb.power.discard").so(
    "out-of-the-game", putting_away(table.ASIDE)
)
AS_IF("nobody could look into the power discard pile", "mb.power.discard-public").so(
    "discard-hidden", seeing("power-discard", owner_too=False, others=False)
)


@AS_IF("the effects of bought power cards happened when buying is over", "mb.power.effect")
def effects_at_the_end(change: Changes) -> None:
    def wait(machine: Mindbug, state: State, frame: Frame) -> None:
        return

    code = change.procedure("late-effect", power.resolve, power.put_away, remembers=2)

    @change.around(turn.offer_action)
    def resolve_and_offer(offer_action: Any, state: State, frame: Frame) -> None:
        if state.zones[table.BOUGHT]:
            once_more(frame)
            state.stack.append([code, 0, state.zones[table.BOUGHT][0], frame[turn.SEAT]])
        else:
            offer_action()

    steps = power.refill_row, power.lay_into_row, wait
    change.put(power, "ACQUIRE", change.procedure("acquire-only", *steps, remembers=2))


# --- acquired by an effect ---------------------------------------------------------------------


@do.verb
def acquiring(change: Changes, then: Callable[[Mindbug, State, Frame], object]) -> None:
    """Let something more be done when an effect has given somebody a power card."""

    def bind_and(steps: list[Step]) -> list[Step]:
        choose, act = steps

        def act_and(machine: Mindbug, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            if frame[DONE]:
                then(machine, state, frame)

        return [choose, act_and]

    for word in ("acquire-power", "acquire-top-power"):
        change.result(EFFECTS, word)(bind_and)


AS_IF("chance picked the power card that is acquired", "mb.power.acquired").so(
    "acquired-at-random", mb.asks(power, "choose", kind=lambda: "pick", seat=lambda: NATURE)
)


@AS_IF("an acquired power card had to be paid", "mb.power.acquired")
@acquiring
def acquired_for_energy(machine: Mindbug, state: State, frame: Frame) -> None:
    cost = machine.cost[state.cards[state.zones[table.BOUGHT][-1]]]
    state.counters[ENERGY + frame[YOU]] = max(0, state.counters[ENERGY + frame[YOU]] - cost)


@AS_IF("the effect of an acquired power card did not happen", "mb.power.acquired")
def acquired_without_effect(change: Changes) -> None:
    bought: list[int] = []

    @change.before(power.buy)
    def buy_and_note(card: int) -> None:
        bought[:] = [card]

    change.provided(power.resolve)(lambda frame: frame[power.CARD] in bought)


@AS_IF("an acquired power card were not replaced", "mb.power.acquired")
def acquired_not_replaced(change: Changes) -> None:
    steps = power.resolve, power.put_away
    code = change.procedure("acquire-without-refill", *steps, remembers=2)

    @acquiring
    def act_only(machine: Mindbug, state: State, frame: Frame) -> None:
        state.stack[-1][:2] = code, 0

    act_only(change)


# --- when they may be bought, and in place of what ---------------------------------------------

SERVED = 100
"""Added to the number of purchases of a turn: the other player has been asked, too."""


def buying(change: Changes) -> int:
    """A procedure in which one player may buy power cards."""

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        if not power.offer_purchase(machine, state, frame[2]):
            state.stack.pop()

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            state.stack.pop()
        else:
            begin_again(frame)
            power.buy(machine, state, state.answer[1], frame[2], again=False)

    return change.procedure("buying", offer, take, remembers=1)


def only_bought(machine: Mindbug, state: State, frame: Frame) -> bool:
    """Whether a player has bought a power card and has no turn action."""
    return frame[turn.BOUGHT_BEFORE] > 0 and cannot_act(machine, state, frame)


AS_IF("a player who can buy a power card had to", "mb.power.buy").so(
    "must-buy", mb.asks(power, "buy", lambda options: options[:-1])
)
AS_IF(
    "a player without a turn action lost before power cards can be bought",
    "mb.power.before-action",
    "mb.power.not-an-action",
).so("lost-before-buying", mb.where(turn.offer_buying, cannot_act, mb.goes_to(turn.OFFER_ACTION)))
AS_IF("only one power card could be bought in a turn", "mb.power.unlimited").so(
    "one-a-turn", do.after(turn.take_purchase)(mb.goes_to(turn.OFFER_ACTION))
)
AS_IF(
    "a player who has bought a power card did not lose for want of a turn action",
    "mb.power.not-an-action",
).so("buying-is-enough", mb.where(turn.offer_action, only_bought, mb.goes_to(PASS_ON)))


@AS_IF("power cards were bought after the turn action", "mb.power.before-action")
def after_the_action(change: Changes) -> None:
    code = buying(change)
    change.after(turn.begin)(mb.goes_to(turn.OFFER_ACTION))

    @change.around(turn.pass_on)
    def buy_and_pass_on(pass_on: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        due = machine.power_pool and not frame[turn.BOUGHT_BEFORE]
        if due and not state.registers[OWED]:
            frame[turn.BOUGHT_BEFORE] = 1
            once_more(frame)
            state.stack.append([code, 0, frame[turn.SEAT]])
        else:
            pass_on()


@AS_IF("power cards could be bought before a follow-up action", "mb.power.own-turn-start")
def before_follow_ups(change: Changes) -> None:
    @change.after(turn.begin)
    def begin_with_buying(machine: Mindbug, frame: Frame) -> None:
        if machine.power_pool:
            frame[1] = turn.OFFER_BUYING.at

    @change.after(turn.pass_on)
    def pass_on_to_buying(machine: Mindbug, frame: Frame) -> None:
        if machine.power_pool and frame[1] == turn.OFFER_ACTION.at:
            frame[1] = turn.OFFER_BUYING.at


@AS_IF("power cards could be bought between two attacks", "mb.power.own-turn-start")
def between_attacks(change: Changes) -> None:
    code = buying(change)

    @partial(mb.first, keywords.offer_again)
    def buy_and_offer(machine: Mindbug, state: State, frame: Frame) -> bool:
        attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
        own, stays = seat == state.registers[ACTIVE], mb.in_play(state, attacker)
        if not (machine.power_pool and own and stays):
            return False
        if keywords.attack_times(machine, state, attacker)[0] <= frame[table.MADE]:
            return False
        state.stack.append([code, 0, seat])
        return True

    buy_and_offer(change)


@AS_IF(
    "power cards could be bought at the start of the other player's turns, too",
    "mb.power.own-turn-start",
    "mb.power.buy",
)
def in_every_turn(change: Changes) -> None:
    code = buying(change)

    @change.around(turn.offer_action)
    def serve_and_offer(offer_action: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_first = frame[turn.BOUGHT_BEFORE] < SERVED and not frame[turn.FOLLOW_UP]
        if machine.power_pool and is_first:
            frame[turn.BOUGHT_BEFORE] += SERVED
            once_more(frame)
            state.stack.append([code, 0, 1 - frame[turn.SEAT]])
        else:
            offer_action()


@AS_IF("buying a power card were the turn action", "mb.power.not-an-action")
@do.around(turn.take_purchase)
def takes_the_turn(take_purchase: Any, state: State, frame: Frame) -> None:
    bought = state.answer != DECLINE
    take_purchase()
    if bought:
        frame[1] = PASS_ON
