"""More misreadings of power cards: what may be done, how often, when, and how cards leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.cards import AS_IF
from conformance.mutants.offering import offer_what_cannot_be_done
from oracle.duel import atoms, buying, hits, linker, moments, monsters, resolve, roll, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Change, Duel
from oracle.duel.moments import usable
from oracle.duel.noise import bring
from oracle.duel.table import rival
from oracle.kernel.flow import only_if
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king import control
from oracle.king import moments as king_moments
from oracle.king import selection as king_selection
from oracle.king.machine import Context, Entry
from oracle.king.table import AREA, CONTEXT, DECK, NONE, SOURCE, USED, YOU
from rules_dsl.definitions import Call, Selection

# --- may, once, added up -------------------------------------------------------------------------


@AS_IF("may-is-must", "what a card says its owner may do had to be done", "kd.card.may")
def may_is_must(change: Changes) -> None:
    asked = control.asked

    def done_if_possible(link: Any, call: Call, body: tuple[Call, ...]) -> list[Any]:
        if link.kind != linker.POWER_CARD:
            return asked(link, call, body)
        possible = link.possible(body)
        return only_if(
            lambda machine, state, frame: possible(
                machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
            ),
            link.body(body),
        )

    change.swap(asked, done_if_possible)


@AS_IF("must-is-may", "what a card says must be done could be left", "kd.card.may")
def must_is_may(change: Changes) -> None:
    def all_optional(machine: Duel) -> None:
        for linked in machine.abilities:
            linked.optional = True

    change.relink(all_optional)


@AS_IF("asked-for-nothing", "a monster were asked about what cannot be done", "kd.card.may")
def asked_for_nothing(change: Changes) -> None:
    offer_what_cannot_be_done(change)


@AS_IF("every-time", "what a card does once a turn could be had again", "kd.card.once")
def every_time(change: Changes) -> None:
    def forget(state: State, card: int, number: int) -> None:
        """Whether it was used is not remembered."""

    change.swap(king_moments.note_used, forget)


@AS_IF("once-a-game", "what a card does once a turn were had once in the game", "kd.card.once")
def once_a_game(change: Changes) -> None:
    begin = turn.begin

    def begin_with_memory(machine: Duel, state: State, frame: Frame) -> None:
        used = frame[USED]
        begin(machine, state, frame)
        frame[USED] = used

    change.swap(begin, begin_with_memory)


def exchanging(change: Changes, more: Callable[[Duel, State, int, int, int], None]) -> None:
    """Let more happen after an exchange: by you, the card that was yours and the one taken."""
    bind = EFFECTS["swap"]

    def bind_more(link: Linker, call: Call) -> list[Any]:
        *choose, act = bind(link, call)

        def act_and_more(machine: Duel, state: State, frame: Frame) -> None:
            taken = state.answer
            act(machine, state, frame)
            for card in taken:
                more(machine, state, frame[YOU], frame[SOURCE], card)

        return [*choose, act_and_more]

    change.put(EFFECTS, "swap", bind_more)


@AS_IF(
    "once-for-each-owner",
    "what a card does once a turn could be had by its new owner again",
    "kd.card.once",
)
def once_for_each_owner(change: Changes) -> None:
    def forget(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
        turns = state.stack[0]
        turns[USED] = tuple(each for each in turns[USED] if each[0] not in (given, taken))

    exchanging(change, forget)


@AS_IF("highest-only", "of several cards that change a number one worked", "kd.card.add-up")
def highest_only(change: Changes) -> None:
    changes_of = monsters.changes_of

    def highest_of(
        machine: Duel, state: State, word: str, seat: int
    ) -> list[tuple[int, int, Change, int]]:
        found = changes_of(machine, state, word, seat)
        return sorted(found, key=lambda each: -each[3])[:1]

    change.swap(changes_of, highest_of)


@AS_IF("one-at-a-moment", "of several cards that look at a Roll one worked", "kd.card.add-up")
def one_at_a_moment(change: Changes) -> None:
    take_look = roll.take_look

    def take_only_look(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.WAITING] = (state.answer[1:],)
        take_look(machine, state, frame)

    change.swap(take_look, take_only_look)


# --- at any time ---------------------------------------------------------------------------------


@AS_IF("not-before-the-roll", "cards could not be used before the roll phase", "kd.card.any-time")
def not_before_the_roll(change: Changes) -> None:
    def nothing(machine: Duel, state: State, frame: Frame) -> None:
        """Nobody is asked."""

    change.swap(turn.before_effects, nothing)


@AS_IF(
    "not-after-the-start",
    "cards could be used before the effects of the start, not between and after them",
    "kd.card.any-time",
)
def not_after_the_start(change: Changes) -> None:
    before_effects = turn.before_effects

    def only_before(machine: Duel, state: State, frame: Frame) -> None:
        if len(frame[turn.LEFT]) == frame[turn.SEVERAL]:
            before_effects(machine, state, frame)

    change.swap(before_effects, only_before)


def without_any_time(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    """What a monster can use now, but nothing that is used at any time."""
    found = usable(machine, state, heads, seat, context)
    return [entry for entry in found if machine.abilities[entry[1]].head != "any-time"]


@AS_IF(
    "not-while-resolving",
    "cards for any time could not be used in the resolve phase",
    "kd.card.any-time",
)
def not_while_resolving(change: Changes) -> None:
    change.put(resolve, "usable", without_any_time)


@AS_IF(
    "not-after-results",
    "cards for any time could not be used after the last result",
    "kd.card.any-time",
)
def not_after_results(change: Changes) -> None:
    def usable_before(
        machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        left = resolve.results(machine, state)
        return (usable if left else without_any_time)(machine, state, heads, seat, context)

    change.put(resolve, "usable", usable_before)


@AS_IF(
    "not-while-buying",
    "cards for any time could not be used in the buy phase",
    "kd.card.any-time",
)
def not_while_buying(change: Changes) -> None:
    change.put(buying, "usable", without_any_time)


@AS_IF("while-rolling", "cards for any time could be used between rolls", "kd.card.any-time")
def while_rolling(change: Changes) -> None:
    def usable_now(
        machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
    ) -> list[Entry]:
        return usable(machine, state, (*heads, "any-time"), seat, context)

    change.put(roll, "usable", usable_now)


# --- how cards leave, and change hands -----------------------------------------------------------


def discarding_itself(change: Changes, instead: Callable[[State, int], None]) -> None:
    """Do something else with a card whose text discards it."""
    discard = atoms.discard

    def discard_otherwise(state: State, card: int, cause: int, rules: Rules) -> None:
        if card == cause:
            instead(state, card)
        else:
            discard(state, card, cause, rules)

    change.swap(discard, discard_otherwise)


@AS_IF("never-leaves", "a keep card that is to be discarded stayed", "kd.card.leaves")
def never_leaves(change: Changes) -> None:
    discarding_itself(change, lambda state, card: None)


@AS_IF("leaves-for-the-deck", "a keep card that is used up went into the deck", "kd.card.leaves")
def leaves_for_the_deck(change: Changes) -> None:
    discarding_itself(change, lambda state, card: atoms.move(state, card, DECK))


@AS_IF(
    "leaves-before",
    "a card that discards itself did so first, and nothing more",
    "kd.card.leaves",
)
def leaves_before(change: Changes) -> None:
    body = Linker.body

    def body_of_leaving(link: Linker, calls: Any) -> list[Any]:
        leaving = [c for c in calls if c.word == "discard" and isinstance(c["cards"], Call)]
        return body(link, leaving or calls)

    change.put(Linker, "body", body_of_leaving)


def taking_away(call: Call) -> bool:
    """Whether a discard takes a keep card of the rival."""
    phrase = call["cards"]
    return isinstance(phrase, Selection) and phrase.zone is not None and phrase.zone.word != "row"


@AS_IF("loser-chooses", "the rival chose which keep card it discards", "kd.card.take-away")
def loser_chooses(change: Changes) -> None:
    def ask_the_loser(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        loses = kind == "choose" and state.where[options[0]] == AREA + rival(seat)
        ask(state, kind, rival(seat) if loses else seat, options, *rest)

    change.put(king_selection, "ask", ask_the_loser)


@AS_IF(
    "nothing-to-take",
    "a card that takes a keep card did nothing more if the rival has none",
    "kd.card.take-away",
)
def nothing_to_take(change: Changes) -> None:
    bind = EFFECTS["discard"]

    def bind_stop(link: Linker, call: Call) -> list[Any]:
        *choose, act = bind(link, call)

        def act_or_stop(machine: Duel, state: State, frame: Frame) -> None:
            found = state.answer
            act(machine, state, frame)
            if not found:
                state.stack.pop()

        return [*choose, act_or_stop if taking_away(call) else act]

    change.put(EFFECTS, "discard", bind_stop)


@AS_IF("exchange-is-theft", "an exchange discarded the card that is given", "kd.card.exchange")
def exchange_is_theft(change: Changes) -> None:
    def lose(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
        atoms.discard(state, given, NONE, ())

    exchanging(change, lose)


@AS_IF(
    "exchange-gives",
    "a card that is taken in an exchange did what it does when bought",
    "kd.card.exchange-bought",
)
def exchange_gives(change: Changes) -> None:
    def give(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
        numbers = machine.triggered["bought"].get(state.cards[taken], ())
        moments.begin_moment(state, you, (you, 0), [(taken, number) for number in numbers])

    exchanging(change, give)


@AS_IF(
    "exchange-is-noisy", "an exchange brought the tokens of the cards", "kd.card.exchange-bought"
)
def exchange_is_noisy(change: Changes) -> None:
    def place(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
        bring(machine, state, rival(you), given)
        bring(machine, state, you, taken)

    exchanging(change, place)


@AS_IF("exchange-is-bought", "an exchange were rewarded as a purchase", "kd.card.exchange-bought")
def exchange_is_bought(change: Changes) -> None:
    def reward(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
        moments.happen(machine, state, "buying", you, (you, 0))

    exchanging(change, reward)


# --- effects that wait ---------------------------------------------------------------------------


@AS_IF("rival-first", "the effects of the active monster came last", "kd.card.waiting")
def rival_first(change: Changes) -> None:
    follow = hits.follow

    def follow_backwards(machine: Duel, state: State, frame: Frame) -> None:
        before = len(state.stack)
        follow(machine, state, frame)
        state.stack[before:] = reversed(state.stack[before:])

    change.swap(follow, follow_backwards)


@AS_IF("in-fixed-order", "a monster could not order its own effects", "kd.card.waiting")
def in_fixed_order(change: Changes) -> None:
    def take_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "order":
            state.answer = options[0]
        else:
            ask(state, kind, seat, options, *rest)

    for module in (roll, king_moments):
        change.put(module, "ask", take_first)


@AS_IF(
    "all-begin-first",
    "an effect were carried out after the one that is chosen next",
    "kd.card.waiting",
)
def all_begin_first(change: Changes) -> None:
    take_look = roll.take_look

    def take_and_put_off(machine: Duel, state: State, frame: Frame) -> None:
        before = len(state.stack)
        take_look(machine, state, frame)
        if frame[roll.WAITING] and len(state.stack) > before:
            state.stack[-2:] = [state.stack[-1], state.stack[-2]]

    change.swap(take_look, take_and_put_off)
