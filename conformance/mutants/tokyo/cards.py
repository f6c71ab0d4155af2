"""Misreadings of power cards: their kinds, and how their effects work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.offering import offer_what_cannot_be_done
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.dice_games import moments as common_moments
from oracle.dice_games import selection as common_selection
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    amounts,
    atoms,
    attack,
    buy,
    damage,
    defending,
    end,
    moments,
    monsters,
    roll,
    selection,
    table,
    turn,
    waiting,
)
from oracle.tokyo.binding import EFFECTS, NUMBERS, Number
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "cards")


# --- keep and discard cards --------------------------------------------------------------------
@AS_IF("a keep card worked for the turn in which it is bought", "kt.card.keep")
@do.after(turn.end_what_lasted)
def kept_for_a_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    for card in frame[buy.BOUGHT_NOW]:
        if state.where[card] >= table.AREA:
            atoms.discard(machine, state, card, table.NONE, ())


@AS_IF("a keep card went to the discard pile when it is bought", "kt.card.keep")
@do.after(buy.take_effect)
def kept_nowhere(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.where[frame[buy.CARD]] >= table.AREA:
        atoms.discard(machine, state, frame[buy.CARD], table.NONE, ())


@own.around(atoms.discard)
def discarding_itself(
    instead: Any, discard: Any, machine: Tokyo, state: State, card: int, cause: int
) -> None:
    """Do something else with a card whose text discards it."""
    own = card == cause and state.stack[-1][0] >= machine.first_effect
    if own and machine.abilities[state.stack[-1][table.ABILITY]].head != "heartless":
        instead(state, card)
    else:
        discard()


@AS_IF("a discard card took effect twice", "kt.card.discard")
@do.around(buy, "happen_to")
def discard_twice(happen_to: Any, machine: Tokyo, definition: int) -> None:
    happen_to()
    if definition not in machine.kept:
        happen_to()


@AS_IF("discard cards took effect when buying is over", "kt.card.discard")
def discard_late(change: Changes) -> None:
    happen_to = moments.happen_to
    change.provided(buy, "happen_to")(lambda machine, definition: definition in machine.kept)

    @change.after(end.finish)
    def finish_with_effects(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in reversed(frame[buy.BOUGHT_NOW]):
            if state.where[card] == table.DISCARD and state.cards[card] not in machine.kept:
                happen_to(machine, state, "bought", card, state.cards[card], frame[turn.SEAT])

    @change.around(moments, "works")
    def works_late(works: Any, state: State, card: int) -> Any:
        late = card in state.stack[0][buy.BOUGHT_NOW] and state.where[card] == table.DISCARD
        return late or works()


@own.around(buy.put_away)
def putting_away(place: Any, put_away: Any, state: State, frame: Frame) -> None:
    """Let discard cards go elsewhere after their effect, by the seat of the buyer."""
    card = frame[buy.CARD]
    used = state.where[card] == table.BOUGHT
    put_away()
    if used:
        atoms.move(state, card, place(frame[buy.BUYER]))


AS_IF("a keep card that is to be discarded stayed", "kt.card.leaves").so(
    "never-leaves", discarding_itself(lambda state, card: None)
)
AS_IF("a keep card that is used up went into the deck", "kt.card.leaves").so(
    "leaves-for-the-deck",
    discarding_itself(lambda state, card: atoms.move(state, card, table.DECK)),
)
AS_IF("a discard card stayed before its buyer", "kt.card.discard-pile").so(
    "discard-kept", putting_away(lambda seat: table.AREA + seat)
)
AS_IF("a discard card went back into the deck", "kt.card.discard-pile").so(
    "discard-into-deck", putting_away(lambda seat: table.DECK)
)


# --- you, other cards, other rules -------------------------------------------------------------
@AS_IF("`you` were the active monster, whoever bought the card", "kt.card.owner")
@do.around(buy, "happen_to")
def for_the_active(happen_to: Any, state: State) -> None:
    happen_to(seat=state.registers[table.ACTIVE])


def by_the_active(ask: Any, state: State) -> None:
    """The active monster is asked."""
    ask(seat=state.registers[table.ACTIVE])


AS_IF("the active monster made the choices of everybody's cards", "kt.card.owner").so(
    "active-chooses",
    *(do.around(module, "ask")(by_the_active) for module in (selection, common_selection)),
    do.around(common_selection, "ask_to_choose")(by_the_active),
)
AS_IF("claws never hit a monster in the same place, whatever a card says", "kt.card.goes-first").so(
    "rules-go-first",
    do.around(attack, "said_by")(lambda said_by, word: [] if word == "aims-at" else said_by()),
)


@AS_IF("what a card allows went before what another forbids", "kt.card.goes-first")
@do.around(buy.can_buy)
def allowed_goes_first(can_buy: Any, machine: Tokyo, state: State, card: int, seat: int) -> Any:
    if state.where[card] == table.TOP:
        price, _ = buy.price_of(machine, state, card, seat)
        return price <= state.counters[machine.energy + seat]
    return can_buy()


# --- parts of an effect ------------------------------------------------------------------------
@own.around(Linker, "body")
def reading(read: Any, body: Any, linker: Linker, calls: Any, *_: Any) -> Any:
    """Read the parts of what a card does when it is bought otherwise."""
    if linker.head == "bought" and len(calls) > 1:
        return read(linker, calls)
    return body(linker, calls)


AS_IF("the last part of an effect came first", "kt.card.parts").so(
    "parts-backwards",
    reading(
        lambda linker, calls: [
            step for call in reversed(calls) for step in EFFECTS[call.word](linker, call)
        ]
    ),
)


@AS_IF("an effect stopped at the first part that can do nothing", "kt.card.parts")
def parts_stop(change: Changes) -> None:
    def note(slot: int) -> Step:
        def remember(machine: Any, state: State, frame: Frame) -> None:
            frame[slot] = tuple(state.counters), tuple(state.where)

        return remember

    def check(slot: int) -> Step:
        def stop_if_idle(machine: Any, state: State, frame: Frame) -> None:
            if frame[slot] == (tuple(state.counters), tuple(state.where)):
                state.stack.pop()

        return stop_if_idle

    def read_until_idle(linker: Linker, calls: Any) -> list[Any]:
        found: list[Any] = []
        for call in calls:
            slot = linker.slot()
            found += [note(slot), *EFFECTS[call.word](linker, call), check(slot)]
        return found[:-1]

    reading(read_until_idle)(change)


# --- all other monsters ------------------------------------------------------------------------
LOSSES = "lose-hearts", "lose-stars", "lose-energy"


@do.verb
def meaning(change: Changes, word: str, read: Any) -> None:
    """Read whom a part of an effect is about otherwise, where it is about all others."""

    @change.around(EFFECTS, word)
    def bind_otherwise(bind: Any, linker: Linker, call: Call, *_: Any) -> Any:
        player = call["player"]
        if isinstance(player, Selection) and player.other and player.quantity.kind == "all":
            args = tuple((n, read(player) if n == "player" else value) for n, value in call.args)
            return bind(linker, evolve(call, args=args))
        return bind(linker, call)


AS_IF("all other monsters were all monsters", "kt.card.all-others").so(
    "all-with-owner",
    *(meaning(word, lambda player: evolve(player, other=False)) for word in LOSSES),
)
AS_IF("all other monsters were those in Tokyo", "kt.card.all-others").so(
    "only-in-tokyo",
    *(meaning(word, lambda player: evolve(player, filters=(Call("in-tokyo"),))) for word in LOSSES),
)


@AS_IF("a card that takes hearts from all others hit one after the other", "kt.card.all-others")
@do.around(amounts, "deal")
def one_after_another(deal: Any, damage: dict[int, int]) -> None:
    for seat in reversed(list(damage)):
        deal(damage={seat: damage[seat]})


@AS_IF("all others lost by what the owner of the card has", "kt.card.all-others")
@do.result(NUMBERS, "per")
def by_what_the_owner_has(per: Number) -> Number:
    def per_of_owner(machine: Tokyo, state: State, frame: Frame, whose: int) -> int:
        return per(machine, state, frame, frame[table.YOU] if frame else whose)

    return per_of_owner


# --- at once, added up -------------------------------------------------------------------------
Texts = Iterator[tuple[int, int]]


@AS_IF("a keep card worked from the turn after its purchase", "kt.card.at-once")
@do.around(monsters.texts)
def next_turn(texts: Any, state: State) -> Any:
    turns: Frame = state.stack[0] if state.stack else [table.NONE]
    new = turns[buy.BOUGHT_NOW] if turns[0] == turn.TURNS else ()
    return ((card, definition) for card, definition in texts() if card not in new)


@AS_IF("a keep card made up for what was scored in this turn before", "kt.card.at-once")
@do.after(buy.put_away)
def makes_up_for_it(machine: Tokyo, state: State, frame: Frame) -> None:
    card, seat = frame[buy.CARD], frame[buy.BUYER]
    for face in range(3):
        if state.registers[table.SCORED] >> face & 1:
            moments.happen_to(
                machine, state, "scoring", card, state.cards[card], seat, (seat, face)
            )


@AS_IF("several copies of a card worked as one", "kt.card.add-up")
@do.around(monsters.texts)
def copies_once(texts: Any) -> Any:
    seen = set()
    for card, definition in texts():
        if definition not in seen:
            seen.add(definition)
            yield (card, definition)


@AS_IF("one card a monster has worked at a moment", "kt.card.add-up")
@do.around(moments.begin_moment)
def cards_once(begin_moment: Any, found: list[Entry]) -> None:
    begin_moment(found=[entry for entry in found if entry[0] == found[0][0]])


# --- may, again, once, at any time -------------------------------------------------------------
@AS_IF("an effect with a price could be used once", "kt.card.again")
@do.around(moments.take)
def priced_once(take: Any, state: State, frame: Frame) -> None:
    answer = state.answer
    take()
    if answer[0] == "use":
        frame[moments.SPENT] += ((answer[1], answer[2]),)


@AS_IF("once a turn meant all copies of a card", "kt.card.once")
@do.instead(moments.was_used)
def once_for_all_copies(state: State, number: int) -> bool:
    return any(used == number for _, used in state.stack[0][moments.USED])


@do.verb
def using(change: Changes, owner: Any, asked: Any) -> None:
    """Let other abilities be usable where the procedures of a module ask for some."""
    change.around(owner, "usable")(lambda usable, heads: usable(heads=asked(heads)))


@AS_IF("at any time did not mean another's turn", "kt.card.any-time")
def no_time_to_defend(change: Changes) -> None:
    change.put(defending, "DEFENCES", ("would-lose",))
    for module in (damage, defending):
        change.put(module, "AGAINST_CLAWS", ("would-lose", "would-be-wounded"))


AS_IF("what a card says its owner may do had to be done", "kt.card.may").so(
    "may-is-must", own.offers(common_moments, "use", own.undeclined)
)
AS_IF("what a card says without a may could be left", "kt.card.may").so(
    "must-is-may", own.offers(defending, "defend", lambda options: [*options, table.DECLINE])
)
AS_IF("a monster were asked about what cannot be done", "kt.card.may").so(
    "asked-for-nothing", offer_what_cannot_be_done
)
AS_IF("an effect for once a turn could be used again", "kt.card.once").so(
    "once-is-often", do.instead(moments.was_used)(lambda: False)
)
AS_IF("at any time did not mean the buy phase", "kt.card.any-time").so(
    "no-time-to-buy", do.instead(buy, "timely")(lambda: [*()])
)
AS_IF("the set moments took in the roll phase", "kt.card.any-time").so(
    "time-to-roll", using(roll, lambda heads: (*heads, "any-time"))
)


# --- what waits --------------------------------------------------------------------------------
@AS_IF("effects that wait came counter-clockwise after the active monster's", "kt.card.waiting")
@do.around(waiting, "clockwise")
def counter_clockwise(clockwise: Any) -> Any:
    around = clockwise()
    return around[:1] + around[:0:-1]


@AS_IF("what waits for several losses came for the last of these monsters first", "kt.card.waiting")
@do.around(damage, "gather")
def last_wounded_first(gather: Any, events: Iterable[waiting.Event]) -> Any:
    return gather(events=reversed(list(events)))


AS_IF("effects of the active monster that wait came last", "kt.card.waiting").so(
    "active-last",
    do.around(waiting, "clockwise")(lambda clockwise, first: clockwise(first=first + 1)),
)
AS_IF("a monster did not order its own effects", "kt.card.waiting").so(
    "own-in-table-order",
    *(
        own.offers(module, "order", lambda options: options[:1])
        for module in (common_moments, waiting)
    ),
)
