"""Misreadings of power cards: their kinds, and how their effects work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games import atoms
from oracle.dice_games import moments as common_moments
from oracle.dice_games import selection as common_selection
from oracle.dice_games.machine import Context, Entry
from oracle.dice_games.table import ACTIVE, AREA, BOUGHT, DECK, DISCARD, NONE
from oracle.duel import buy, cards, end, hits, moments, monsters, turn, words
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State

AS_IF = Topic("duel", "cards")


# --- keep and discard cards ----------------------------------------------------------------------


@AS_IF("a keep card worked in the turn of its purchase only", "kd.card.keep")
@do.after(turn.end_what_lasted)
def kept_for_a_turn(state: State, frame: Frame) -> None:
    for card in frame[buy.BOUGHT_NOW]:
        if AREA <= state.where[card] <= AREA + 1:
            cards.discard(state, card, NONE, ())


@do.verb
def putting_away(change: Changes, place: Callable[[Duel, State, int, int], int]) -> None:
    """Let a card just bought go elsewhere, by its number and the seat of its buyer."""

    @change.instead(buy.put_away)
    def put_elsewhere(machine: Duel, state: State, frame: Frame) -> None:
        card, seat = frame[buy.CARD], frame[buy.BUYER]
        if state.where[card] == BOUGHT:
            atoms.move(state, card, place(machine, state, card, seat))


def where_it_belongs(machine: Duel, state: State, card: int, seat: int) -> int:
    """Where a card just bought goes."""
    return AREA + seat if state.cards[card] in machine.kept else DISCARD


AS_IF("a keep card went to the discard pile when it is bought", "kd.card.keep").so(
    "kept-nowhere", putting_away(lambda machine, state, card, seat: DISCARD)
)


@AS_IF("a monster could have one keep card at a time", "kd.card.keep")
@putting_away
def one_keep_card(machine: Duel, state: State, card: int, seat: int) -> int:
    place = where_it_belongs(machine, state, card, seat)
    for other in list(state.zones[AREA + seat]) if place != DISCARD else []:
        cards.discard(state, other, NONE, ())
    return place


@AS_IF("a discard card took effect twice", "kd.card.discard")
@do.around(cards.happen_to_bought)
def discard_twice(happen_to_bought: Any, machine: Duel, state: State, card: int) -> None:
    happen_to_bought()
    if state.cards[card] not in machine.kept:
        happen_to_bought()


@AS_IF("discard cards took effect when buying is over", "kd.card.discard")
def discard_late(change: Changes) -> None:
    @change.provided(cards.happen_to_bought)
    def happen_to_kept(machine: Duel, state: State, card: int) -> object:
        return state.cards[card] in machine.kept

    @change.after(end.finish)
    def finish_with_effects(machine: Duel, state: State, frame: Frame) -> None:
        for card in reversed(frame[buy.BOUGHT_NOW]):
            if state.where[card] == DISCARD:
                numbers = machine.triggered["bought"].get(state.cards[card], ())
                found = [(card, number) for number in numbers]
                seat = frame[turn.SEAT]
                moments.begin_moment(state, seat, (seat, 0), found)

    @change.around(monsters.works)
    def works_late(works: Any, state: State, card: int) -> Any:
        late = card in state.stack[0][buy.BOUGHT_NOW] and state.where[card] == DISCARD
        return late or works()


AS_IF("a discard card stayed before its buyer", "kd.card.discard-pile").so(
    "discard-kept", putting_away(lambda machine, state, card, seat: AREA + seat)
)


@AS_IF("a discard card went back into the deck", "kd.card.discard-pile")
@putting_away
def discard_into_deck(machine: Duel, state: State, card: int, seat: int) -> int:
    place = where_it_belongs(machine, state, card, seat)
    return DECK if place == DISCARD else place


@AS_IF("a discard card lay in the discard pile before its effect", "kd.card.discard-pile")
def discard_before_effect(change: Changes) -> None:
    @change.after(buy.take_effect)
    def take_effect_there(machine: Duel, state: State, frame: Frame) -> None:
        card = frame[buy.CARD]
        if state.cards[card] not in machine.kept:
            cards.discard(state, card, NONE, ())

    @change.around(monsters.works)
    def works_there(works: Any, state: State, card: int) -> Any:
        used = card in state.stack[0][buy.BOUGHT_NOW] and state.where[card] == DISCARD
        return used or works()


# --- from when on --------------------------------------------------------------------------------

Texts = list[tuple[int, int]]


@AS_IF("a keep card worked from the turn after its purchase", "kd.card.in-force")
@do.around(monsters.texts)
def next_turn(texts: Any, state: State) -> Any:
    turns = state.stack[0]
    new = turns[buy.BOUGHT_NOW] if turns[0] == turn.TURNS else ()
    return [each for each in texts() if each[0] not in new]


@AS_IF("a keep card made up for what was over before its purchase", "kd.card.in-force")
@do.after(buy.put_away)
def makes_up_for_it(machine: Duel, state: State, frame: Frame) -> None:
    card, seat = frame[buy.CARD], frame[buy.BUYER]
    for head in ("after-roll", "resolved"):
        numbers = machine.triggered[head].get(state.cards[card], ())
        found = [(card, number) for number in numbers]
        moments.begin_moment(state, seat, (seat, 0), found)


@AS_IF("a keep card that rewards buying rewarded its own purchase", "kd.card.in-force")
@do.after(buy.put_away)
def rewards_itself(machine: Duel, state: State, frame: Frame) -> None:
    card, seat = frame[buy.CARD], frame[buy.BUYER]
    numbers = machine.triggered["buying"].get(state.cards[card], ())
    found = [(card, number) for number in numbers]
    moments.begin_moment(state, seat, (seat, 0), found)


# --- parts of an effect --------------------------------------------------------------------------


@do.verb
def reading(change: Changes, read: Callable[[Linker, Any], list[Any]]) -> None:
    """Read the parts of what a card does when it is bought otherwise."""

    @change.around(Linker, "body")
    def body_otherwise(body: Any, linker: Linker, calls: Any, *_: Any) -> Any:
        if linker.head == "bought" and len(calls) > 1:
            return read(linker, calls)
        return body(linker, calls)


@AS_IF("the last part of an effect came first", "kd.card.parts")
@reading
def parts_backwards(linker: Linker, calls: Any) -> list[Any]:
    found: list[Any] = []
    for call in reversed(calls):
        found += EFFECTS[call.word](linker, call)
    return found


@AS_IF("an effect stopped at the first part that can do nothing", "kd.card.parts")
def parts_stop(change: Changes) -> None:
    def seen(state: State) -> Any:
        return tuple(state.counters), tuple(state.where), tuple(monsters.markers(state))

    def note(slot: int) -> Step:
        def remember(machine: Any, state: State, frame: Frame) -> None:
            frame[slot] = seen(state)

        return remember

    def check(slot: int) -> Step:
        def stop_if_idle(machine: Any, state: State, frame: Frame) -> None:
            if frame[slot] == seen(state):
                state.stack.pop()
            else:
                frame[slot] = 0

        return stop_if_idle

    def read_until_idle(linker: Linker, calls: Any) -> list[Any]:
        found: list[Any] = []
        for call in calls:
            slot = linker.slot()
            found += [note(slot), *EFFECTS[call.word](linker, call), check(slot)]
        return found

    reading(read_until_idle)(change)


@AS_IF("the parts of an effect all began before the first is carried out", "kd.card.parts")
def parts_together(change: Changes) -> None:
    def together(pieces: list[Any]) -> Step:
        def begin_all(machine: Any, state: State, frame: Frame) -> None:
            for piece in pieces:
                piece(machine, state, frame)

        return begin_all

    def read_together(linker: Linker, calls: Any) -> list[Any]:
        found: list[Any] = []
        for call in calls:
            found += EFFECTS[call.word](linker, call)
        if all(call.word in ("pull", "gain-hearts", "gain-energy") for call in calls):
            return [together(found)]
        return found

    reading(read_together)(change)


# --- you, other rules ----------------------------------------------------------------------------


@AS_IF("the active monster made the choices of everybody's cards", "kd.card.owner")
@do.instead(common_selection, "ask")
def active_chooses(state: State, kind: str, seat: int, *rest: Any) -> None:
    ask(state, kind, state.registers[ACTIVE], *rest)


@AS_IF("`you` on a card were the active monster", "kd.card.owner")
@do.instead(moments, "run_ability")
def for_the_active(machine: Duel, state: State, entry: Entry, seat: int, context: Context) -> None:
    if AREA <= state.where[entry[0]] <= AREA + 1:
        seat = state.registers[ACTIVE]
    common_moments.run_ability(machine, state, entry, seat, context)


@AS_IF(
    "a card that forbids hits were no help against the hits of dice and cards", "kd.card.goes-first"
)
@do.instead(hits, "said_of")
def rules_go_first(machine: Duel, state: State, word: str, seat: int) -> list[Any]:
    return [] if word == "cannot-be-hit" else monsters.said_of(machine, state, word, seat)


@AS_IF("what a card makes a monster do went before what another forbids", "kd.card.goes-first")
@do.instead(words, "deal")
def allowed_goes_first(
    machine: Duel, state: State, dealt: dict[int, int], cause: int, *_: Any
) -> None:
    seats = tuple(sorted(dealt, key=lambda seat: seat != state.registers[ACTIVE]))
    amounts = tuple(dealt[seat] for seat in seats)
    state.stack.append([hits.HITS, 0, cause, seats, amounts, (), 0, ()])
