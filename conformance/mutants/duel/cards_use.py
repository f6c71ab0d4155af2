"""More misreadings of power cards: what may be done, how often, when, and how cards leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.cards import AS_IF
from conformance.mutants.offering import offer_what_cannot_be_done
from oracle.dice_games import atoms, control
from oracle.dice_games import moments as common_moments
from oracle.dice_games import selection as common_selection
from oracle.dice_games.machine import Context, Entry
from oracle.dice_games.table import AREA, CONTEXT, DECK, NONE, SOURCE, USED, YOU
from oracle.duel import buy, cards, hits, linker, moments, monsters, resolve, roll, turn
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Change, Duel
from oracle.duel.moments import usable
from oracle.duel.noise import bring
from oracle.duel.table import rival
from oracle.kernel.flow import only_if
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

# --- may, once, added up -------------------------------------------------------------------------


@AS_IF("what a card says its owner may do had to be done", "kd.card.may")
@do.around(control.asked)
def may_is_must(asked: Any, link: Any, call: Call, body: tuple[Call, ...], *_: Any) -> Any:
    if link.kind != linker.POWER_CARD:
        return asked(link, call, body)
    possible = link.possible(body)
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        link.body(body),
    )


@AS_IF("what a card says must be done could be left", "kd.card.may")
@do.relink
def must_is_may(machine: Duel) -> None:
    for linked in machine.abilities:
        linked.optional = True


AS_IF("a monster were asked about what cannot be done", "kd.card.may").so(
    "asked-for-nothing", offer_what_cannot_be_done
)


AS_IF("what a card does once a turn could be had again", "kd.card.once").so(
    "every-time", do.never(common_moments.note_used)
)


@AS_IF("what a card does once a turn were had once in the game", "kd.card.once")
@do.around(turn.begin)
def once_a_game(begin: Any, frame: Frame) -> None:
    used = frame[USED]
    begin()
    frame[USED] = used


@do.verb
def exchanging(change: Changes, more: Callable[[Duel, State, int, int, int], None]) -> None:
    """Let more happen after an exchange: by you, the card that was yours and the one taken."""

    @change.around(EFFECTS, "swap")
    def bind_more(bind: Any) -> Any:
        *choose, act = bind()

        def act_and_more(machine: Duel, state: State, frame: Frame) -> None:
            taken = state.answer
            act(machine, state, frame)
            for card in taken:
                more(machine, state, frame[YOU], frame[SOURCE], card)

        return [*choose, act_and_more]


@AS_IF("what a card does once a turn could be had by its new owner again", "kd.card.once")
@exchanging
def once_for_each_owner(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    turns = state.stack[0]
    turns[USED] = tuple(each for each in turns[USED] if each[0] not in (given, taken))


@AS_IF("of several cards that change a number one worked", "kd.card.add-up")
@do.result(monsters.changes_of)
def highest_only(found: list[tuple[int, int, Change, int]]) -> list[tuple[int, int, Change, int]]:
    return sorted(found, key=lambda each: -each[3])[:1]


@AS_IF("of several cards that look at a Roll one worked", "kd.card.add-up")
@do.before(roll.take_look)
def one_at_a_moment(state: State, frame: Frame) -> None:
    frame[roll.WAITING] = (state.answer[1:],)


# --- at any time ---------------------------------------------------------------------------------


AS_IF("cards could not be used before the roll phase", "kd.card.any-time").so(
    "not-before-the-roll", do.never(turn.before_effects)
)


@AS_IF(
    "cards could be used before the effects of the start, not between and after them",
    "kd.card.any-time",
)
@do.provided(turn.before_effects)
def not_after_the_start(frame: Frame) -> object:
    return len(frame[turn.LEFT]) == frame[turn.SEVERAL]


def without_any_time(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    """What a monster can use now, but nothing that is used at any time."""
    found = usable(machine, state, heads, seat, context)
    return [entry for entry in found if machine.abilities[entry[1]].head != "any-time"]


AS_IF("cards for any time could not be used in the resolve phase", "kd.card.any-time").so(
    "not-while-resolving", do.put(resolve, "usable", without_any_time)
)


@AS_IF("cards for any time could not be used after the last result", "kd.card.any-time")
@do.instead(resolve, "usable")
def not_after_results(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    left = resolve.results(machine, state)
    return (usable if left else without_any_time)(machine, state, heads, seat, context)


AS_IF("cards for any time could not be used in the buy phase", "kd.card.any-time").so(
    "not-while-buying", do.put(buy, "usable", without_any_time)
)


@AS_IF("cards for any time could be used between rolls", "kd.card.any-time")
@do.instead(roll, "usable")
def while_rolling(
    machine: Duel, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    return usable(machine, state, (*heads, "any-time"), seat, context)


# --- how cards leave, and change hands -----------------------------------------------------------


@do.verb
def discarding_itself(change: Changes, instead: Callable[[State, int], None]) -> None:
    """Do something else with a card whose text discards it."""

    @change.around(cards.discard)
    def discard_otherwise(discard: Any, state: State, card: int, cause: int) -> None:
        if card == cause:
            instead(state, card)
        else:
            discard()


AS_IF("a keep card that is to be discarded stayed", "kd.card.leaves").so(
    "never-leaves", discarding_itself(lambda state, card: None)
)
AS_IF("a keep card that is used up went into the deck", "kd.card.leaves").so(
    "leaves-for-the-deck", discarding_itself(lambda state, card: atoms.move(state, card, DECK))
)


@AS_IF("a card that discards itself did so first, and nothing more", "kd.card.leaves")
@do.around(Linker, "body")
def leaves_before(body: Any, link: Linker, calls: Any, *_: Any) -> Any:
    leaving = [c for c in calls if c.word == "discard" and isinstance(c["cards"], Call)]
    return body(link, leaving or calls)


def taking_away(call: Call) -> bool:
    """Whether a discard takes a keep card of the rival."""
    phrase = call["cards"]
    return isinstance(phrase, Selection) and phrase.zone is not None and phrase.zone.word != "row"


@AS_IF("the rival chose which keep card it discards", "kd.card.take-away")
@do.instead(common_selection, "ask")
def loser_chooses(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    loses = kind == "choose" and state.where[options[0]] == AREA + rival(seat)
    ask(state, kind, rival(seat) if loses else seat, options, *rest)


@AS_IF("a card that takes a keep card did nothing more if the rival has none", "kd.card.take-away")
@do.around(EFFECTS, "discard")
def nothing_to_take(bind: Any, call: Call) -> Any:
    *choose, act = bind()

    def act_or_stop(machine: Duel, state: State, frame: Frame) -> None:
        found = state.answer
        act(machine, state, frame)
        if not found:
            state.stack.pop()

    return [*choose, act_or_stop if taking_away(call) else act]


AS_IF("an exchange discarded the card that is given", "kd.card.exchange").so(
    "exchange-is-theft",
    exchanging(lambda machine, state, you, given, taken: cards.discard(state, given, NONE, ())),
)


@AS_IF(
    "a card that is taken in an exchange did what it does when bought", "kd.card.exchange-bought"
)
@exchanging
def exchange_gives(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    numbers = machine.triggered["bought"].get(state.cards[taken], ())
    moments.begin_moment(state, you, (you, 0), [(taken, number) for number in numbers])


@AS_IF("an exchange brought the tokens of the cards", "kd.card.exchange-bought")
@exchanging
def exchange_is_noisy(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    bring(machine, state, rival(you), given)
    bring(machine, state, you, taken)


@AS_IF("an exchange were rewarded as a purchase", "kd.card.exchange-bought")
@exchanging
def exchange_is_bought(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    moments.happen(machine, state, "buying", you, (you, 0))


# --- effects that wait ---------------------------------------------------------------------------


@AS_IF("the effects of the active monster came last", "kd.card.waiting")
@do.around(hits.follow)
def rival_first(follow: Any, state: State) -> None:
    before = len(state.stack)
    follow()
    state.stack[before:] = reversed(state.stack[before:])


@AS_IF("a monster could not order its own effects", "kd.card.waiting")
def in_fixed_order(change: Changes) -> None:
    def take_first(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "order":
            state.answer = options[0]
        else:
            ask(state, kind, seat, options, *rest)

    for module in (roll, common_moments):
        change.put(module, "ask", take_first)


@AS_IF("an effect were carried out after the one that is chosen next", "kd.card.waiting")
@do.around(roll.take_look)
def all_begin_first(take_look: Any, state: State, frame: Frame) -> None:
    before = len(state.stack)
    take_look()
    if frame[roll.WAITING] and len(state.stack) > before:
        state.stack[-2:] = [state.stack[-1], state.stack[-2]]
