"""Misreadings of power cards: their kinds, and how their effects work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, buying, hits, moments, monsters, turn, words
from oracle.duel.binding import EFFECTS
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.king import moments as king_moments
from oracle.king import selection as king_selection
from oracle.king.machine import Context, Entry
from oracle.king.table import ACTIVE, AREA, BOUGHT, DECK, DISCARD, NONE

AS_IF = Topic("duel", "cards")


# --- keep and discard cards ----------------------------------------------------------------------


@AS_IF("kept-for-a-turn", "a keep card worked in the turn of its purchase only", "kd.card.keep")
def kept_for_a_turn(change: Changes) -> None:
    end_what_lasted = turn.end_what_lasted

    def end_all(machine: Duel, state: State, frame: Frame) -> None:
        end_what_lasted(machine, state, frame)
        for card in frame[buying.BOUGHT_NOW]:
            if AREA <= state.where[card] <= AREA + 1:
                atoms.discard(state, card, NONE, ())

    change.swap(end_what_lasted, end_all)


def putting_away(change: Changes, place: Callable[[Duel, State, int, int], int]) -> None:
    """Let a card just bought go elsewhere, by its number and the seat of its buyer."""

    def put_elsewhere(machine: Duel, state: State, frame: Frame) -> None:
        card, seat = frame[buying.CARD], frame[buying.BUYER]
        if state.where[card] == BOUGHT:
            atoms.move(state, card, place(machine, state, card, seat))

    change.swap(buying.put_away, put_elsewhere)


def where_it_belongs(machine: Duel, state: State, card: int, seat: int) -> int:
    """Where a card just bought goes."""
    return AREA + seat if state.cards[card] in machine.kept else DISCARD


@AS_IF("kept-nowhere", "a keep card went to the discard pile when it is bought", "kd.card.keep")
def kept_nowhere(change: Changes) -> None:
    putting_away(change, lambda machine, state, card, seat: DISCARD)


@AS_IF("one-keep-card", "a monster could have one keep card at a time", "kd.card.keep")
def one_keep_card(change: Changes) -> None:
    def instead_of_others(machine: Duel, state: State, card: int, seat: int) -> int:
        place = where_it_belongs(machine, state, card, seat)
        for other in list(state.zones[AREA + seat]) if place != DISCARD else []:
            atoms.discard(state, other, NONE, ())
        return place

    putting_away(change, instead_of_others)


@AS_IF("discard-twice", "a discard card took effect twice", "kd.card.discard")
def discard_twice(change: Changes) -> None:
    happen_to_bought = moments.happen_to_bought

    def happen_twice(machine: Duel, state: State, card: int, seat: int) -> None:
        happen_to_bought(machine, state, card, seat)
        if state.cards[card] not in machine.kept:
            happen_to_bought(machine, state, card, seat)

    change.swap(happen_to_bought, happen_twice)


@AS_IF("discard-late", "discard cards took effect when buying is over", "kd.card.discard")
def discard_late(change: Changes) -> None:
    happen_to_bought, finish = moments.happen_to_bought, turn.finish
    works = monsters.works

    def happen_to_kept(machine: Duel, state: State, card: int, seat: int) -> None:
        if state.cards[card] in machine.kept:
            happen_to_bought(machine, state, card, seat)

    def finish_with_effects(machine: Duel, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        for card in reversed(frame[buying.BOUGHT_NOW]):
            if state.where[card] == DISCARD:
                numbers = machine.triggered["bought"].get(state.cards[card], ())
                found = [(card, number) for number in numbers]
                seat = frame[turn.SEAT]
                moments.begin_moment(state, seat, (seat, 0), found)

    def works_late(machine: Duel, state: State, card: int, seat: int) -> bool:
        late = card in state.stack[0][buying.BOUGHT_NOW] and state.where[card] == DISCARD
        return late or works(machine, state, card, seat)

    change.swap(happen_to_bought, happen_to_kept)
    change.swap(finish, finish_with_effects)
    change.swap(works, works_late)


@AS_IF("discard-kept", "a discard card stayed before its buyer", "kd.card.discard-pile")
def discard_kept(change: Changes) -> None:
    putting_away(change, lambda machine, state, card, seat: AREA + seat)


@AS_IF("discard-into-deck", "a discard card went back into the deck", "kd.card.discard-pile")
def discard_into_deck(change: Changes) -> None:
    def into_deck(machine: Duel, state: State, card: int, seat: int) -> int:
        place = where_it_belongs(machine, state, card, seat)
        return DECK if place == DISCARD else place

    putting_away(change, into_deck)


@AS_IF(
    "discard-before-effect",
    "a discard card lay in the discard pile before its effect",
    "kd.card.discard-pile",
)
def discard_before_effect(change: Changes) -> None:
    take_effect, works = buying.take_effect, monsters.works

    def take_effect_there(machine: Duel, state: State, frame: Frame) -> None:
        take_effect(machine, state, frame)
        card = frame[buying.CARD]
        if state.cards[card] not in machine.kept:
            atoms.discard(state, card, NONE, ())

    def works_there(machine: Duel, state: State, card: int, seat: int) -> bool:
        used = card in state.stack[0][buying.BOUGHT_NOW] and state.where[card] == DISCARD
        return used or works(machine, state, card, seat)

    change.swap(take_effect, take_effect_there)
    change.swap(works, works_there)


# --- from when on --------------------------------------------------------------------------------

Texts = list[tuple[int, int]]


@AS_IF("next-turn", "a keep card worked from the turn after its purchase", "kd.card.in-force")
def next_turn(change: Changes) -> None:
    texts = monsters.texts

    def older_texts(machine: Duel, state: State, seat: int) -> Texts:
        turns = state.stack[0]
        new = turns[buying.BOUGHT_NOW] if turns[0] == turn.TURNS else ()
        return [each for each in texts(machine, state, seat) if each[0] not in new]

    change.swap(texts, older_texts)


@AS_IF(
    "makes-up-for-it",
    "a keep card made up for what was over before its purchase",
    "kd.card.in-force",
)
def makes_up_for_it(change: Changes) -> None:
    put_away = buying.put_away

    def put_away_and_make_up(machine: Duel, state: State, frame: Frame) -> None:
        put_away(machine, state, frame)
        card, seat = frame[buying.CARD], frame[buying.BUYER]
        for head in ("after-roll", "resolved"):
            numbers = machine.triggered[head].get(state.cards[card], ())
            found = [(card, number) for number in numbers]
            moments.begin_moment(state, seat, (seat, 0), found)

    change.swap(put_away, put_away_and_make_up)


@AS_IF(
    "rewards-itself",
    "a keep card that rewards buying rewarded its own purchase",
    "kd.card.in-force",
)
def rewards_itself(change: Changes) -> None:
    put_away = buying.put_away

    def put_away_and_reward(machine: Duel, state: State, frame: Frame) -> None:
        put_away(machine, state, frame)
        card, seat = frame[buying.CARD], frame[buying.BUYER]
        numbers = machine.triggered["buying"].get(state.cards[card], ())
        found = [(card, number) for number in numbers]
        moments.begin_moment(state, seat, (seat, 0), found)

    change.swap(put_away, put_away_and_reward)


# --- parts of an effect --------------------------------------------------------------------------


def reading(change: Changes, read: Callable[[Linker, Any], list[Any]]) -> None:
    """Read the parts of what a card does when it is bought otherwise."""
    body = Linker.body

    def body_otherwise(linker: Linker, calls: Any) -> list[Any]:
        if linker.head == "bought" and len(calls) > 1:
            return read(linker, calls)
        return body(linker, calls)

    change.put(Linker, "body", body_otherwise)


@AS_IF("parts-backwards", "the last part of an effect came first", "kd.card.parts")
def parts_backwards(change: Changes) -> None:
    def read_backwards(linker: Linker, calls: Any) -> list[Any]:
        found: list[Any] = []
        for call in reversed(calls):
            found += EFFECTS[call.word](linker, call)
        return found

    reading(change, read_backwards)


@AS_IF("parts-stop", "an effect stopped at the first part that can do nothing", "kd.card.parts")
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

    reading(change, read_until_idle)


@AS_IF(
    "parts-together",
    "the parts of an effect all began before the first is carried out",
    "kd.card.parts",
)
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

    reading(change, read_together)


# --- you, other rules ----------------------------------------------------------------------------


@AS_IF(
    "active-chooses",
    "the active monster made the choices of everybody's cards",
    "kd.card.owner",
)
def active_chooses(change: Changes) -> None:
    def ask_the_active(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask(state, kind, state.registers[ACTIVE], *rest)

    def let_the_active_choose(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask_to_choose(state, kind, state.registers[ACTIVE], *rest)

    change.put(king_selection, "ask", ask_the_active)
    change.put(king_selection, "ask_to_choose", let_the_active_choose)


@AS_IF("for-the-active", "`you` on a card were the active monster", "kd.card.owner")
def for_the_active(change: Changes) -> None:
    def run_for_active(
        machine: Duel, state: State, entry: Entry, seat: int, context: Context
    ) -> None:
        if AREA <= state.where[entry[0]] <= AREA + 1:
            seat = state.registers[ACTIVE]
        king_moments.run_ability(machine, state, entry, seat, context)

    change.put(moments, "run_ability", run_for_active)


@AS_IF(
    "rules-go-first",
    "a card that forbids hits were no help against the hits of dice and cards",
    "kd.card.goes-first",
)
def rules_go_first(change: Changes) -> None:
    def said_within_rules(machine: Duel, state: State, word: str, seat: int) -> list[Any]:
        return [] if word == "cannot-be-hit" else monsters.said_of(machine, state, word, seat)

    change.put(hits, "said_of", said_within_rules)


@AS_IF(
    "allowed-goes-first",
    "what a card makes a monster do went before what another forbids",
    "kd.card.goes-first",
)
def allowed_goes_first(change: Changes) -> None:
    def deal_by_card(
        machine: Duel, state: State, dealt: dict[int, int], cause: int, rules: Rules
    ) -> None:
        seats = tuple(sorted(dealt, key=lambda seat: seat != state.registers[ACTIVE]))
        amounts = tuple(dealt[seat] for seat in seats)
        state.stack.append([hits.HITS, 0, cause, seats, amounts, (), 0, ()])

    change.put(words, "deal", deal_by_card)
