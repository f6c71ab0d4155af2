"""Misreadings of power cards: their kinds, and how their effects work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.offering import offer_what_cannot_be_done
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.king import moments as king_moments
from oracle.king import selection as king_selection
from oracle.tokyo import (
    amounts,
    atoms,
    buying,
    damage,
    defending,
    moments,
    monsters,
    resolve,
    roll,
    selection,
    turn,
    waiting,
)
from oracle.tokyo.binding import EFFECTS, NUMBERS, Number
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Context, Entry
from oracle.tokyo.table import (
    ABILITY,
    ACTIVE,
    AREA,
    BOUGHT,
    DECK,
    DECLINE,
    DISCARD,
    NONE,
    SCORED,
    TOP,
    YOU,
)
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "cards")


# --- keep and discard cards --------------------------------------------------------------------


@AS_IF("kept-for-a-turn", "a keep card worked for the turn in which it is bought", "kt.card.keep")
def kept_for_a_turn(change: Changes) -> None:
    end_what_lasted = turn.end_what_lasted

    def end_all(machine: Tokyo, state: State, frame: Frame) -> None:
        end_what_lasted(machine, state, frame)
        for card in frame[buying.BOUGHT_NOW]:
            if state.where[card] >= AREA:
                atoms.discard(machine, state, card, NONE, ())

    change.swap(end_what_lasted, end_all)


@AS_IF("kept-nowhere", "a keep card went to the discard pile when it is bought", "kt.card.keep")
def kept_nowhere(change: Changes) -> None:
    take_effect = buying.take_effect

    def take_effect_only(machine: Tokyo, state: State, frame: Frame) -> None:
        take_effect(machine, state, frame)
        if state.where[frame[buying.CARD]] >= AREA:
            atoms.discard(machine, state, frame[buying.CARD], NONE, ())

    change.swap(take_effect, take_effect_only)


def discarding_itself(change: Changes, instead: Callable[[State, int], None]) -> None:
    """Do something else with a card whose text discards it."""
    discard = atoms.discard

    def discard_otherwise(
        machine: Tokyo, state: State, card: int, cause: int, rules: Rules
    ) -> None:
        own = card == cause and state.stack[-1][0] >= machine.first_effect
        if own and machine.abilities[state.stack[-1][ABILITY]].head != "heartless":
            instead(state, card)
        else:
            discard(machine, state, card, cause, rules)

    change.swap(discard, discard_otherwise)


@AS_IF("never-leaves", "a keep card that is to be discarded stayed", "kt.card.leaves")
def never_leaves(change: Changes) -> None:
    discarding_itself(change, lambda state, card: None)


@AS_IF("leaves-for-the-deck", "a keep card that is used up went into the deck", "kt.card.leaves")
def leaves_for_the_deck(change: Changes) -> None:
    discarding_itself(change, lambda state, card: atoms.move(state, card, DECK))


@AS_IF("discard-twice", "a discard card took effect twice", "kt.card.discard")
def discard_twice(change: Changes) -> None:
    happen_to = moments.happen_to

    def happen_twice(
        machine: Tokyo, state: State, head: str, card: int, definition: int, seat: int
    ) -> None:
        happen_to(machine, state, head, card, definition, seat)
        if definition not in machine.kept:
            happen_to(machine, state, head, card, definition, seat)

    change.put(buying, "happen_to", happen_twice)


@AS_IF("discard-late", "discard cards took effect when buying is over", "kt.card.discard")
def discard_late(change: Changes) -> None:
    happen_to, finish, works = moments.happen_to, turn.finish, moments.works

    def happen_to_kept(
        machine: Tokyo, state: State, head: str, card: int, definition: int, seat: int
    ) -> None:
        if definition in machine.kept:
            happen_to(machine, state, head, card, definition, seat)

    def finish_with_effects(machine: Tokyo, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        for card in reversed(frame[buying.BOUGHT_NOW]):
            if state.where[card] == DISCARD and state.cards[card] not in machine.kept:
                seat = frame[turn.SEAT]
                happen_to(machine, state, "bought", card, state.cards[card], seat)

    def works_late(machine: Tokyo, state: State, card: int, seat: int) -> bool:
        late = card in state.stack[0][buying.BOUGHT_NOW] and state.where[card] == DISCARD
        return late or works(machine, state, card, seat)

    change.put(buying, "happen_to", happen_to_kept)
    change.swap(finish, finish_with_effects)
    change.put(moments, "works", works_late)


def putting_away(change: Changes, place: Callable[[int], int]) -> None:
    """Let discard cards go elsewhere after their effect, by the seat of the buyer."""
    put_away = buying.put_away

    def put_elsewhere(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[buying.CARD]
        used = state.where[card] == BOUGHT
        put_away(machine, state, frame)
        if used:
            atoms.move(state, card, place(frame[buying.BUYER]))

    change.swap(put_away, put_elsewhere)


@AS_IF("discard-kept", "a discard card stayed before its buyer", "kt.card.discard-pile")
def discard_kept(change: Changes) -> None:
    putting_away(change, lambda seat: AREA + seat)


@AS_IF("discard-into-deck", "a discard card went back into the deck", "kt.card.discard-pile")
def discard_into_deck(change: Changes) -> None:
    putting_away(change, lambda seat: DECK)


# --- you, other cards, other rules -------------------------------------------------------------


@AS_IF("for-the-active", "`you` were the active monster, whoever bought the card", "kt.card.owner")
def for_the_active(change: Changes) -> None:
    happen_to = moments.happen_to

    def happen_to_active(
        machine: Tokyo, state: State, head: str, card: int, definition: int, seat: int
    ) -> None:
        happen_to(machine, state, head, card, definition, state.registers[ACTIVE])

    change.put(buying, "happen_to", happen_to_active)


@AS_IF(
    "active-chooses",
    "the active monster made the choices of everybody's cards",
    "kt.card.owner",
)
def active_chooses(change: Changes) -> None:
    def ask_the_active(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask(state, kind, state.registers[ACTIVE], *rest)

    def let_the_active_choose(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask_to_choose(state, kind, state.registers[ACTIVE], *rest)

    for module in (selection, king_selection):
        change.put(module, "ask", ask_the_active)
    change.put(king_selection, "ask_to_choose", let_the_active_choose)


@AS_IF(
    "rules-go-first",
    "claws never hit a monster in the same place, whatever a card says",
    "kt.card.goes-first",
)
def rules_go_first(change: Changes) -> None:
    said_by = monsters.said_by

    def said_within_rules(machine: Tokyo, state: State, word: str, seat: int) -> list[Any]:
        return [] if word == "aims-at" else said_by(machine, state, word, seat)

    change.put(resolve, "said_by", said_within_rules)


@AS_IF(
    "allowed-goes-first",
    "what a card allows went before what another forbids",
    "kt.card.goes-first",
)
def allowed_goes_first(change: Changes) -> None:
    can_buy = buying.can_buy

    def can_buy_if_allowed(
        machine: Tokyo, state: State, card: int, seat: int, discount: int = 0
    ) -> bool:
        if state.where[card] == TOP:
            price, _ = monsters.price_of(machine, state, card, seat)
            return price <= state.counters[machine.energy + seat]
        return can_buy(machine, state, card, seat, discount)

    change.swap(can_buy, can_buy_if_allowed)


# --- parts of an effect ------------------------------------------------------------------------


def reading(change: Changes, read: Callable[[Linker, Any], list[Any]]) -> None:
    """Read the parts of what a card does when it is bought otherwise."""
    body = Linker.body

    def body_otherwise(linker: Linker, calls: Any) -> list[Any]:
        if linker.head == "bought" and len(calls) > 1:
            return read(linker, calls)
        return body(linker, calls)

    change.put(Linker, "body", body_otherwise)


@AS_IF("parts-backwards", "the last part of an effect came first", "kt.card.parts")
def parts_backwards(change: Changes) -> None:
    def read_backwards(linker: Linker, calls: Any) -> list[Any]:
        found: list[Any] = []
        for call in reversed(calls):
            found += EFFECTS[call.word](linker, call)
        return found

    reading(change, read_backwards)


@AS_IF("parts-stop", "an effect stopped at the first part that can do nothing", "kt.card.parts")
def parts_stop(change: Changes) -> None:
    def note(slot: int) -> Step:
        def remember(machine: Any, state: State, frame: Frame) -> None:
            frame[slot] = (tuple(state.counters), tuple(state.where))

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

    reading(change, read_until_idle)


# --- all other monsters ------------------------------------------------------------------------


def meaning(change: Changes, word: str, read: Callable[[Selection], Selection]) -> None:
    """Read whom a part of an effect is about otherwise, where it is about all others."""
    bind = EFFECTS[word]

    def bind_otherwise(linker: Linker, call: Call) -> list[Any]:
        player = call["player"]
        if isinstance(player, Selection) and player.other and player.quantity.kind == "all":
            args = tuple((n, read(player) if n == "player" else value) for n, value in call.args)
            return bind(linker, evolve(call, args=args))
        return bind(linker, call)

    change.put(EFFECTS, word, bind_otherwise)


@AS_IF("all-with-owner", "all other monsters were all monsters", "kt.card.all-others")
def all_with_owner(change: Changes) -> None:
    for word in ("lose-hearts", "lose-stars", "lose-energy"):
        meaning(change, word, lambda player: evolve(player, other=False))


@AS_IF("only-in-tokyo", "all other monsters were those in Tokyo", "kt.card.all-others")
def only_in_tokyo(change: Changes) -> None:
    for word in ("lose-hearts", "lose-stars", "lose-energy"):
        meaning(change, word, lambda player: evolve(player, filters=(Call("in-tokyo"),)))


@AS_IF(
    "one-after-another",
    "a card that takes hearts from all others hit one after the other",
    "kt.card.all-others",
)
def one_after_another(change: Changes) -> None:
    deal = damage.deal

    def deal_singly(state: State, by: int, cause: int, hit: dict[int, int]) -> None:
        for seat in reversed(list(hit)):
            deal(state, by, cause, {seat: hit[seat]})

    change.put(amounts, "deal", deal_singly)


@AS_IF(
    "by-what-the-owner-has",
    "all others lost by what the owner of the card has",
    "kt.card.all-others",
)
def by_what_the_owner_has(change: Changes) -> None:
    bind = NUMBERS["per"]

    def bind_for_owner(linker: Linker, call: Call) -> Number:
        per = bind(linker, call)

        def per_of_owner(machine: Tokyo, state: State, frame: Frame, whose: int) -> int:
            return per(machine, state, frame, frame[YOU] if frame else whose)

        return per_of_owner

    change.put(NUMBERS, "per", bind_for_owner)


# --- at once, added up -------------------------------------------------------------------------

Texts = Iterator[tuple[int, int]]


@AS_IF("next-turn", "a keep card worked from the turn after its purchase", "kt.card.at-once")
def next_turn(change: Changes) -> None:
    texts = monsters.texts

    def older_texts(machine: Tokyo, state: State, seat: int) -> Texts:
        turns: Frame = state.stack[0] if state.stack else [NONE]
        new = turns[buying.BOUGHT_NOW] if turns[0] == turn.TURNS else ()
        for card, definition in texts(machine, state, seat):
            if card not in new:
                yield card, definition

    change.swap(texts, older_texts)


@AS_IF(
    "makes-up-for-it",
    "a keep card made up for what was scored in this turn before",
    "kt.card.at-once",
)
def makes_up_for_it(change: Changes) -> None:
    put_away, happen_to = buying.put_away, moments.happen_to

    def put_away_and_score(machine: Tokyo, state: State, frame: Frame) -> None:
        put_away(machine, state, frame)
        card, seat = frame[buying.CARD], frame[buying.BUYER]
        for face in range(3):
            if state.registers[SCORED] >> face & 1:
                happen_to(machine, state, "scoring", card, state.cards[card], seat, (seat, face))

    change.swap(put_away, put_away_and_score)


@AS_IF("copies-once", "several copies of a card worked as one", "kt.card.add-up")
def copies_once(change: Changes) -> None:
    texts = monsters.texts

    def different_texts(machine: Tokyo, state: State, seat: int) -> Texts:
        seen = set()
        for card, definition in texts(machine, state, seat):
            if definition not in seen:
                seen.add(definition)
                yield card, definition

    change.swap(texts, different_texts)


@AS_IF("cards-once", "one card a monster has worked at a moment", "kt.card.add-up")
def cards_once(change: Changes) -> None:
    begin_moment = moments.begin_moment

    def begin_with_one(
        state: State, seat: int, context: Context, found: list[Entry], *, ordered: bool = True
    ) -> None:
        one = [entry for entry in found if entry[0] == found[0][0]]
        begin_moment(state, seat, context, one, ordered=ordered)

    change.swap(begin_moment, begin_with_one)


# --- may, again, once, at any time -------------------------------------------------------------


@AS_IF("may-is-must", "what a card says its owner may do had to be done", "kt.card.may")
def may_is_must(change: Changes) -> None:
    def ask_for_use(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "use":
            options = [option for option in options if option != DECLINE]
        ask(state, kind, seat, options, *rest)

    change.put(king_moments, "ask", ask_for_use)


@AS_IF("must-is-may", "what a card says without a may could be left", "kt.card.may")
def must_is_may(change: Changes) -> None:
    def ask_or_leave(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, [*options, DECLINE] if kind == "defend" else options, *rest)

    change.put(defending, "ask", ask_or_leave)


@AS_IF("asked-for-nothing", "a monster were asked about what cannot be done", "kt.card.may")
def asked_for_nothing(change: Changes) -> None:
    offer_what_cannot_be_done(change)


@AS_IF("priced-once", "an effect with a price could be used once", "kt.card.again")
def priced_once(change: Changes) -> None:
    take = moments.take

    def take_once(machine: Tokyo, state: State, frame: Frame) -> None:
        answer = state.answer
        take(machine, state, frame)
        if answer[0] == "use":
            frame[moments.SPENT] += ((answer[1], answer[2]),)

    change.swap(take, take_once)


@AS_IF("once-is-often", "an effect for once a turn could be used again", "kt.card.once")
def once_is_often(change: Changes) -> None:
    def never(state: State, card: int, number: int) -> bool:
        return False

    change.swap(moments.was_used, never)


@AS_IF("once-for-all-copies", "once a turn meant all copies of a card", "kt.card.once")
def once_for_all_copies(change: Changes) -> None:
    def any_used(state: State, card: int, number: int) -> bool:
        return any(used == number for _, used in state.stack[0][moments.USED])

    change.swap(moments.was_used, any_used)


def using(change: Changes, owner: Any, heads: Callable[[tuple[str, ...]], tuple[str, ...]]) -> None:
    """Let other abilities be usable where the procedures of a module ask for some."""
    usable = moments.usable

    def usable_otherwise(
        machine: Tokyo, state: State, wanted: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        return usable(machine, state, heads(wanted), seat, context)

    change.put(owner, "usable", usable_otherwise)


@AS_IF("no-time-to-buy", "at any time did not mean the buy phase", "kt.card.any-time")
def no_time_to_buy(change: Changes) -> None:
    def nothing_timely(machine: Tokyo, state: State, seat: int) -> list[Entry]:
        return []

    change.put(buying, "timely", nothing_timely)


@AS_IF("time-to-roll", "the set moments took in the roll phase", "kt.card.any-time")
def time_to_roll(change: Changes) -> None:
    using(change, roll, lambda heads: (*heads, "any-time"))


@AS_IF("no-time-to-defend", "at any time did not mean another's turn", "kt.card.any-time")
def no_time_to_defend(change: Changes) -> None:
    change.put(defending, "DEFENCES", ("would-lose",))
    for module in (damage, defending):
        change.put(module, "AGAINST_CLAWS", ("would-lose", "would-be-wounded"))


# --- what waits --------------------------------------------------------------------------------


@AS_IF("active-last", "effects of the active monster that wait came last", "kt.card.waiting")
def active_last(change: Changes) -> None:
    clockwise = monsters.clockwise

    def after(machine: Tokyo, state: State, first: int) -> list[int]:
        return clockwise(machine, state, first + 1)

    change.put(waiting, "clockwise", after)


@AS_IF(
    "counter-clockwise",
    "effects that wait came counter-clockwise after the active monster's",
    "kt.card.waiting",
)
def counter_clockwise(change: Changes) -> None:
    clockwise = monsters.clockwise

    def backwards(machine: Tokyo, state: State, first: int) -> list[int]:
        around = clockwise(machine, state, first)
        return around[:1] + around[:0:-1]

    change.put(waiting, "clockwise", backwards)


@AS_IF("own-in-table-order", "a monster did not order its own effects", "kt.card.waiting")
def own_in_table_order(change: Changes) -> None:
    def take_the_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:1] if kind == "order" else options, *rest)

    change.put(king_moments, "ask", take_the_first)
    change.put(waiting, "ask", take_the_first)


@AS_IF(
    "last-wounded-first",
    "what waits for several losses came for the last of these monsters first",
    "kt.card.waiting",
)
def last_wounded_first(change: Changes) -> None:
    gather = waiting.gather

    def gather_backwards(
        machine: Tokyo, state: State, events: Iterable[waiting.Event]
    ) -> tuple[waiting.Waiting, ...]:
        return gather(machine, state, reversed(list(events)))

    change.put(damage, "gather", gather_backwards)
