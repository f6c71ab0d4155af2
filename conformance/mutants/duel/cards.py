"""Misreadings of power cards: their kinds, how their effects work, when, and how cards leave."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import begin_texts, let, remembered, rival_first
from conformance.mutants.offering import offer_what_cannot_be_done
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms, control, table
from oracle.dice_games import moments as king_moments
from oracle.dice_games import selection as king_selection
from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, AREA, BOUGHT, DECK, DISCARD, NONE, SOURCE, USED, YOU
from oracle.duel import buy, cards, end, hits, linker, moments, monsters, resolve, roll, turn, words
from oracle.duel.binding import EFFECTS
from oracle.duel.buy import BOUGHT_NOW, BUYER, CARD
from oracle.duel.hits import HITS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.noise import bring
from oracle.duel.table import rival
from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("duel", "cards")


def active(state: State) -> int:
    """Whose turn it is."""
    return state.registers[ACTIVE]


# --- keep and discard cards ----------------------------------------------------------------------
@AS_IF("a keep card worked in the turn of its purchase only", "kd.card.keep")
@do.after(turn.end_what_lasted)
def kept_for_a_turn(state: State, frame: Frame) -> None:
    for card in frame[BOUGHT_NOW]:
        if AREA <= state.where[card] <= AREA + 1:
            cards.discard(state, card, NONE, ())


@do.verb
def putting_away(change: Changes, place: Callable[[State, int, int], int]) -> None:
    """Let a card just bought go elsewhere: by where it belongs, and the seat of its buyer."""

    @change.instead(buy.put_away)
    def put_elsewhere(machine: Duel, state: State, frame: Frame) -> None:
        card, seat = frame[CARD], frame[BUYER]
        belongs = AREA + seat if state.cards[card] in machine.kept else DISCARD
        if state.where[card] == BOUGHT:
            atoms.move(state, card, place(state, belongs, seat))


@AS_IF("a monster could have one keep card at a time", "kd.card.keep")
@putting_away
def one_keep_card(state: State, belongs: int, seat: int) -> int:
    for other in list(state.zones[AREA + seat]) if belongs != DISCARD else []:
        cards.discard(state, other, NONE, ())
    return belongs


@AS_IF("a discard card took effect twice", "kd.card.discard")
@do.around(cards.happen_to_bought)
def discard_twice(happen_to_bought: Any, machine: Duel, state: State, card: int) -> None:
    happen_to_bought()
    if state.cards[card] not in machine.kept:
        happen_to_bought()


def working_in_the_pile(change: Changes) -> None:
    """Let a card of this turn work in the discard pile."""

    @change.around(monsters.works)
    def works_there(works: Any, state: State, card: int) -> Any:
        new = card in state.stack[0][BOUGHT_NOW] and state.where[card] == DISCARD
        return new or works()


@AS_IF("discard cards took effect when buying is over", "kd.card.discard")
def discard_late(change: Changes) -> None:
    @change.provided(cards.happen_to_bought)
    def happen_to_kept(machine: Duel, state: State, card: int) -> object:
        return state.cards[card] in machine.kept

    @change.after(end.finish)
    def finish_with_effects(machine: Duel, state: State, frame: Frame) -> None:
        for card in reversed(frame[BOUGHT_NOW]):
            if state.where[card] == DISCARD:
                begin_texts(machine, state, frame[turn.SEAT], card, "bought")

    working_in_the_pile(change)


@AS_IF("a discard card lay in the discard pile before its effect", "kd.card.discard-pile")
def discard_before_effect(change: Changes) -> None:
    @change.after(buy.take_effect)
    def take_effect_there(machine: Duel, state: State, frame: Frame) -> None:
        if state.cards[frame[CARD]] not in machine.kept:
            cards.discard(state, frame[CARD], NONE, ())

    working_in_the_pile(change)


AS_IF("a keep card went to the discard pile when it is bought", "kd.card.keep").so(
    "kept-nowhere", putting_away(lambda state, belongs, seat: DISCARD)
)
AS_IF("a discard card stayed before its buyer", "kd.card.discard-pile").so(
    "discard-kept", putting_away(lambda state, belongs, seat: AREA + seat)
)
AS_IF("a discard card went back into the deck", "kd.card.discard-pile").so(
    "discard-into-deck",
    putting_away(lambda state, belongs, seat: DECK if belongs == DISCARD else belongs),
)


# --- from when on --------------------------------------------------------------------------------
@AS_IF("a keep card worked from the turn after its purchase", "kd.card.in-force")
@do.result(monsters.texts)
def next_turn(texts: list[tuple[int, int]], state: State) -> list[tuple[int, int]]:
    turns = state.stack[0]
    new = turns[BOUGHT_NOW] if turns[0] == turn.TURNS else ()
    return [each for each in texts if each[0] not in new]


@AS_IF("a keep card made up for what was over before its purchase", "kd.card.in-force")
@do.after(buy.put_away)
def makes_up_for_it(machine: Duel, state: State, frame: Frame) -> None:
    begin_texts(machine, state, frame[BUYER], frame[CARD], "after-roll", "resolved")


@AS_IF("a keep card that rewards buying rewarded its own purchase", "kd.card.in-force")
@do.after(buy.put_away)
def rewards_itself(machine: Duel, state: State, frame: Frame) -> None:
    begin_texts(machine, state, frame[BUYER], frame[CARD], "buying")


# --- parts of an effect --------------------------------------------------------------------------
@do.verb
def reading(change: Changes, read: Callable[[Linker, Any], list[Any]]) -> None:
    """Read the parts of what a card does when it is bought otherwise."""

    @change.around(Linker, "body")
    def body_otherwise(body: Any, linker: Linker, calls: Any, *_: Any) -> Any:
        one = linker.head != "bought" or len(calls) <= 1
        return body(linker, calls) if one else read(linker, calls)


def in_turn(linker: Linker, calls: Any) -> list[Any]:
    """The pieces of several effects one after the other."""
    return [piece for call in calls for piece in EFFECTS[call.word](linker, call)]


@AS_IF("an effect stopped at the first part that can do nothing", "kd.card.parts")
@reading
def parts_stop(linker: Linker, calls: Any) -> list[Any]:
    def look(slot: int) -> Step:
        def remember_or_stop(machine: Any, state: State, frame: Frame) -> None:
            seen = tuple(state.counters), tuple(state.where), tuple(monsters.markers(state))
            if frame[slot] == seen:
                state.stack.pop()
            frame[slot] = 0 if frame[slot] else seen

        return remember_or_stop

    found: list[Any] = []
    for call in calls:
        slot = linker.slot()
        found += [look(slot), *EFFECTS[call.word](linker, call), look(slot)]
    return found


@AS_IF("the parts of an effect all began before the first is carried out", "kd.card.parts")
@reading
def parts_together(linker: Linker, calls: Any) -> list[Any]:
    pieces = in_turn(linker, calls)
    if not all(call.word in ("pull", "gain-hearts", "gain-energy") for call in calls):
        return pieces

    def begin_all(machine: Any, state: State, frame: Frame) -> None:
        for piece in pieces:
            piece(machine, state, frame)

    return [begin_all]


AS_IF("the last part of an effect came first", "kd.card.parts").so(
    "parts-backwards", reading(lambda linker, calls: in_turn(linker, calls[::-1]))
)


# --- you, other rules ----------------------------------------------------------------------------
@AS_IF("`you` on a card were the active monster", "kd.card.owner")
@do.around(moments, "run_ability")
def for_the_active(run: Any, state: State, entry: Entry, seat: int) -> None:
    on_table = AREA <= state.where[entry[0]] <= AREA + 1
    run(seat=active(state) if on_table else seat)


@AS_IF("what a card makes a monster do went before what another forbids", "kd.card.goes-first")
@do.instead(words, "deal")
def allowed_goes_first(machine: Duel, state: State, hits: dict[int, int], cause: int) -> None:
    seats = tuple(sorted(hits, key=lambda seat: seat != state.registers[ACTIVE]))
    amounts = tuple(hits[seat] for seat in seats)
    state.stack.append([HITS, 0, cause, seats, amounts, (), 0, ()])


AS_IF("the active monster made the choices of everybody's cards", "kd.card.owner").so(
    "active-chooses",
    do.around(king_selection, "ask")(lambda ask, state: ask(seat=active(state))),
    do.around(king_selection, "ask_to_choose")(
        lambda ask, state: ask(seat=state.registers[ACTIVE])
    ),
)
AS_IF(
    "a card that forbids hits were no help against the hits of dice and cards", "kd.card.goes-first"
).so(
    "rules-go-first",
    do.result(hits, "said_of")(lambda found, word: [] if word == "cannot-be-hit" else found),
)


# --- may, once, added up -------------------------------------------------------------------------
@AS_IF("what a card says its owner may do had to be done", "kd.card.may")
@do.around(control.asked)
def may_is_must(asked: Any, link: Any, call: Call, body: tuple[Call, ...], *_: Any) -> Any:
    if link.kind != linker.POWER_CARD:
        return asked(link, call, body)
    possible = link.possible(body)
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[table.CONTEXT]
        ),
        link.body(body),
    )


@AS_IF("what a card says must be done could be left", "kd.card.may")
@do.relink
def must_is_may(machine: Duel) -> None:
    for linked in machine.abilities:
        linked.optional = True


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


AS_IF("a monster were asked about what cannot be done", "kd.card.may").so(
    "asked-for-nothing", offer_what_cannot_be_done
)
AS_IF("what a card does once a turn could be had again", "kd.card.once").so(
    "every-time", do.never(king_moments.note_used)
)
AS_IF("what a card does once a turn were had once in the game", "kd.card.once").so(
    "once-a-game", remembered(turn.begin, USED)
)
AS_IF("of several cards that change a number one worked", "kd.card.add-up").so(
    "highest-only",
    do.result(monsters.changes_of)(lambda found: sorted(found, key=lambda each: -each[3])[:1]),
)
AS_IF("of several cards that look at a Roll one worked", "kd.card.add-up").so(
    "one-at-a-moment",
    do.before(roll.take_look)(lambda state, frame: let(frame, roll.WAITING, (state.answer[1:],))),
)


# --- at any time ---------------------------------------------------------------------------------
def not_at_any_time(found: list[Entry], machine: Duel) -> list[Entry]:
    """What a monster can use now, but nothing that is used at any time."""
    return [entry for entry in found if machine.abilities[entry[1]].head != "any-time"]


@AS_IF("cards for any time could not be used after the last result", "kd.card.any-time")
@do.result(resolve, "usable")
def not_after_results(found: list[Entry], machine: Duel, state: State) -> list[Entry]:
    return found if resolve.results(machine, state) else not_at_any_time(found, machine)


AS_IF("cards could not be used before the roll phase", "kd.card.any-time").so(
    "not-before-the-roll", do.never(turn.before_effects)
)
AS_IF(
    "cards could be used before the effects of the start, not between and after them",
    "kd.card.any-time",
).so(
    "not-after-the-start",
    do.provided(turn.before_effects)(lambda frame: len(frame[turn.LEFT]) == frame[turn.SEVERAL]),
)
AS_IF("cards for any time could not be used in the resolve phase", "kd.card.any-time").so(
    "not-while-resolving", do.result(resolve, "usable")(not_at_any_time)
)
AS_IF("cards for any time could not be used in the buy phase", "kd.card.any-time").so(
    "not-while-buying", do.result(buy, "usable")(not_at_any_time)
)
AS_IF("cards for any time could be used between rolls", "kd.card.any-time").so(
    "while-rolling",
    do.around(roll, "usable")(lambda usable, heads: usable(heads=(*heads, "any-time"))),
)


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


@AS_IF("a card that discards itself did so first, and nothing more", "kd.card.leaves")
@do.around(Linker, "body")
def leaves_before(body: Any, link: Linker, calls: Any, *_: Any) -> Any:
    leaving = [c for c in calls if c.word == "discard" and isinstance(c["cards"], Call)]
    return body(link, leaving or calls)


@AS_IF("the rival chose which keep card it discards", "kd.card.take-away")
@do.around(king_selection, "ask_to_choose")
def loser_chooses(ask: Any, state: State, kind: str, seat: int, candidates: Any) -> None:
    loses = kind == "choose" and state.where[candidates[0]] == AREA + rival(seat)
    ask(seat=rival(seat) if loses else seat)


@AS_IF("a card that takes a keep card did nothing more if the rival has none", "kd.card.take-away")
@do.around(EFFECTS, "discard")
def nothing_to_take(bind: Any, call: Call) -> Any:
    *choose, act = bind()

    def act_or_stop(machine: Duel, state: State, frame: Frame) -> None:
        found = state.answer
        act(machine, state, frame)
        if not found:
            state.stack.pop()

    phrase = call["cards"]
    takes = isinstance(phrase, Selection) and phrase.zone is not None and phrase.zone.word != "row"
    return [*choose, act_or_stop if takes else act]


@AS_IF("an exchange brought the tokens of the cards", "kd.card.exchange-bought")
@exchanging
def exchange_is_noisy(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    bring(machine, state, rival(you), given)
    bring(machine, state, you, taken)


@AS_IF("an exchange were rewarded as a purchase", "kd.card.exchange-bought")
@exchanging
def exchange_is_bought(machine: Duel, state: State, you: int, given: int, taken: int) -> None:
    moments.happen(machine, state, "buying", you, (you, 0))


AS_IF("a keep card that is to be discarded stayed", "kd.card.leaves").so(
    "never-leaves", discarding_itself(lambda state, card: None)
)
AS_IF("a keep card that is used up went into the deck", "kd.card.leaves").so(
    "leaves-for-the-deck", discarding_itself(lambda state, card: atoms.move(state, card, DECK))
)
AS_IF("an exchange discarded the card that is given", "kd.card.exchange").so(
    "exchange-is-theft",
    exchanging(lambda machine, state, you, given, taken: cards.discard(state, given, NONE, ())),
)
AS_IF(
    "a card that is taken in an exchange did what it does when bought", "kd.card.exchange-bought"
).so(
    "exchange-gives",
    exchanging(lambda duel, state, you, _, card: begin_texts(duel, state, you, card, "bought")),
)


# --- effects that wait ---------------------------------------------------------------------------
@AS_IF("a monster could not order its own effects", "kd.card.waiting")
def in_fixed_order(change: Changes) -> None:
    for module in (roll, king_moments):

        @change.around(module, "ask")
        def take_first(ask: Any, state: State, kind: str, options: Any) -> None:
            if kind == "order":
                state.answer = options[0]
            else:
                ask()


@AS_IF("an effect were carried out after the one that is chosen next", "kd.card.waiting")
@do.around(roll.take_look)
def all_begin_first(take_look: Any, state: State, frame: Frame) -> None:
    before = len(state.stack)
    take_look()
    if frame[roll.WAITING] and len(state.stack) > before:
        state.stack[-2:] = [state.stack[-1], state.stack[-2]]


AS_IF("the effects of the active monster came last", "kd.card.waiting").so(
    "rival-first", rival_first
)
