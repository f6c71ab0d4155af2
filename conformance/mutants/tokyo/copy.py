"""Misreadings of copying: what the mimic token lies on, and what that gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from oracle.king import moments as king_moments
from oracle.tokyo import atoms, buying, card_words, linker, moments, monsters, selection
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Possible, Tokyo
from oracle.tokyo.table import (
    ABILITY,
    AREA,
    COPIED,
    COPIER,
    COUNTERS_SHIFT,
    DONE,
    MIMIC,
    ROW,
    SOURCE,
)
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "copy", "copies")


def is_copier(machine: Tokyo, state: State, card: int) -> bool:
    """Whether a card is one that copies."""
    return state.cards[card] in machine.copiers


def copied(state: State) -> int:
    """The card that the mimic token lies on."""
    return state.registers[COPIED] - 1


# --- what can be chosen ------------------------------------------------------------------------

ANY_AREA = "any-area"


def choosing(change: Changes, place: Callable[[Tokyo, State, int], list[int]]) -> None:
    """Let the token be put on cards of other places."""
    change.put(selection.ZONES, ANY_AREA, place)


@AS_IF("not-ones-own", "only cards of other monsters could be copied", "kt.copy.choose")
def not_ones_own(change: Changes) -> None:
    choosing(change, selection.ZONES["other-areas"])


@AS_IF("only-ones-own", "only cards of its owner could be copied", "kt.copy.choose")
def only_ones_own(change: Changes) -> None:
    choosing(change, selection.ZONES["area"])


@AS_IF("from-the-row", "a keep card of the row could be copied", "kt.copy.choose")
def from_the_row(change: Changes) -> None:
    anywhere = selection.ZONES[ANY_AREA]

    def anywhere_and_row(machine: Tokyo, state: State, you: int) -> list[int]:
        return anywhere(machine, state, you) + list(state.zones[ROW])

    choosing(change, anywhere_and_row)


@AS_IF("copies-copiers", "a card that copies could be copied as well", "kt.copy.choose")
def copies_copiers(change: Changes) -> None:
    marking(change, CopiersToo)


class CopiersToo:
    """A machine as the choice of a card to copy sees it: none of them copies."""

    copiers: frozenset[int] = frozenset()

    def __init__(self, machine: Tokyo) -> None:
        self._machine = machine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)


def marking(change: Changes, seen: Callable[[Tokyo], Any]) -> None:
    """Let the choice of a card to copy see another machine."""
    bind = EFFECTS["mark"]

    def bind_otherwise(link: Linker, call: Call) -> list[Step]:
        choose, act = bind(link, call)

        def choose_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
            choose(seen(machine), state, frame)

        return [choose_otherwise, act]

    change.put(EFFECTS, "mark", bind_otherwise)


# --- nothing to copy ---------------------------------------------------------------------------


@AS_IF(
    "discarded-with-nothing",
    "a copying card that finds nothing to copy were discarded",
    "kt.copy.nothing",
)
def discarded_with_nothing(change: Changes) -> None:
    bind = EFFECTS["mark"]

    def bind_otherwise(link: Linker, call: Call) -> list[Step]:
        choose, act = bind(link, call)

        def act_or_discard(machine: Tokyo, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            if copied(state) < 0:
                atoms.discard(machine, state, frame[SOURCE], frame[SOURCE], ())

        return [choose, act_or_discard]

    change.put(EFFECTS, "mark", bind_otherwise)


def moving(change: Changes, when: Callable[[State], bool]) -> None:
    """Let the token be put elsewhere at the start of a turn only sometimes."""
    bind = linker.POSSIBLE["mark"]

    def bind_sometimes(link: Linker, call: Call) -> Possible:
        possible: Possible = bind(link, call)

        def possible_sometimes(
            machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
        ) -> bool:
            return when(state) and possible(machine, state, source, you, context)

        return possible_sometimes

    change.put(linker.POSSIBLE, "mark", bind_sometimes)


@AS_IF(
    "nothing-for-good",
    "a token that found no card when it was to be placed were never placed",
    "kt.copy.nothing",
    "kt.copy.move",
)
def nothing_for_good(change: Changes) -> None:
    moving(change, lambda state: copied(state) >= 0)


# --- the text ----------------------------------------------------------------------------------

Texts = Iterator[tuple[int, int]]


@AS_IF("text-taken-away", "the card copied did not work while it is copied", "kt.copy.text")
def text_taken_away(change: Changes) -> None:
    texts = monsters.texts

    def texts_but_copied(machine: Tokyo, state: State, seat: int) -> Texts:
        for card, definition in texts(machine, state, seat):
            if card != copied(state):
                yield card, definition

    change.swap(texts, texts_but_copied)


@AS_IF("text-without-purchase", "what a card gives when bought came with no copy", "kt.copy.text")
def text_without_purchase(change: Changes) -> None:
    def nothing_happens(*given: Any) -> None:
        return

    change.put(card_words, "happen_to", nothing_happens)


@AS_IF("text-at-the-purchase-only", "a copy worked only when the token is placed", "kt.copy.text")
def text_at_the_purchase_only(change: Changes) -> None:
    texts = monsters.texts

    def printed_texts(machine: Tokyo, state: State, seat: int) -> Texts:
        for card, definition in texts(machine, state, seat):
            if definition == state.cards[card]:
                yield card, definition

    change.swap(texts, printed_texts)


@AS_IF(
    "counters-as-they-are",
    "a copy got as many counters as lie on the card copied",
    "kt.copy.own-tokens",
)
def counters_as_they_are(change: Changes) -> None:
    happen_to = moments.happen_to

    def copy_counters(
        machine: Tokyo, state: State, head: str, card: int, definition: int, seat: int
    ) -> None:
        found = monsters.counters_on(state, copied(state))
        if found:
            state.marks[card] += found << COUNTERS_SHIFT
        else:
            happen_to(machine, state, head, card, definition, seat)

    change.put(card_words, "happen_to", copy_counters)


@AS_IF("counters-shared", "a copy used the counters on the card copied", "kt.copy.own-tokens")
def counters_shared(change: Changes) -> None:
    bind = EFFECTS["take-off"]

    def bind_for_original(link: Linker, call: Call) -> list[Step]:
        (act,) = bind(link, call)

        def take_off_the_other(machine: Tokyo, state: State, frame: Frame) -> None:
            source = frame[SOURCE]
            if is_copier(machine, state, source):
                frame[SOURCE] = copied(state)
            act(machine, state, frame)
            frame[SOURCE] = source

        return [take_off_the_other]

    change.put(EFFECTS, "take-off", bind_for_original)


# --- this card ---------------------------------------------------------------------------------


@AS_IF(
    "original-discarded",
    "`this card` in a copied text were the card copied",
    "kt.copy.this-card",
)
def original_discarded(change: Changes) -> None:
    discard = atoms.discard

    def discard_original(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
        frame = state.stack[-1]
        if card == cause and is_copier(machine, state, card) and copied(state) >= 0:
            text = machine.abilities[frame[ABILITY]].definition
            if text == machine.definitions[state.cards[copied(state)]].id:
                card = copied(state)
        discard(machine, state, card, cause, rules)

    change.swap(discard, discard_original)


@AS_IF(
    "price-of-the-original", "a copying card cost what the card copied does", "kt.copy.this-card"
)
def price_of_the_original(change: Changes) -> None:
    bind = EFFECTS["discard"]

    def bind_otherwise(link: Linker, call: Call) -> list[Any]:
        steps = bind(link, call)
        if len(steps) != 2:
            return steps
        choose, act = steps

        def act_for_another_price(machine: Tokyo, state: State, frame: Frame) -> None:
            other = copied(state)
            sold = [card for card in state.answer if is_copier(machine, state, card)]
            act(machine, state, frame)
            if sold and other >= 0:
                frame[DONE] = machine.cost[state.cards[other]]

        return [choose, act_for_another_price]

    change.put(EFFECTS, "discard", bind_otherwise)


# --- the copy ends -----------------------------------------------------------------------------


def leaving(
    change: Changes, end: Callable[[Callable[..., None], Tokyo, State, int, int, int, bool], None]
) -> None:
    """Let other things follow when a card leaves the place before a monster."""
    left_area = atoms.left_area

    def left_otherwise(
        machine: Tokyo, state: State, card: int, seat: int, cause: int, *, stays: bool = False
    ) -> None:
        end(left_area, machine, state, card, seat, cause, stays)

    change.swap(left_area, left_otherwise)


@AS_IF("copies-what-is-gone", "a copy lasted when the card copied is gone", "kt.copy.taken-back")
def copies_what_is_gone(change: Changes) -> None:
    def go_on(
        real: Callable[..., None],
        machine: Tokyo,
        state: State,
        card: int,
        seat: int,
        cause: int,
        stays: bool,
    ) -> None:
        real(machine, state, card, seat, cause, stays=stays or card == copied(state))

    leaving(change, go_on)


@AS_IF(
    "ends-when-bought",
    "a copy ended when another monster buys the card copied",
    "kt.copy.taken-back",
)
def ends_when_bought(change: Changes) -> None:
    def end_always(
        real: Callable[..., None],
        machine: Tokyo,
        state: State,
        card: int,
        seat: int,
        cause: int,
        stays: bool,
    ) -> None:
        real(machine, state, card, seat, cause, stays=False)

    leaving(change, end_always)


@AS_IF("maximum-stays", "hearts above the maximum stayed when a copy ends", "kt.copy.ends")
def maximum_stays(change: Changes) -> None:
    def end_quietly(
        real: Callable[..., None],
        machine: Tokyo,
        state: State,
        card: int,
        seat: int,
        cause: int,
        stays: bool,
    ) -> None:
        if state.registers[COPIER] == card + 1:
            state.marks[copied(state)] &= ~MIMIC
            state.registers[COPIED] = state.registers[COPIER] = 0
        else:
            real(machine, state, card, seat, cause, stays=stays)

    leaving(change, end_quietly)


@AS_IF("counters-stay", "what lay on the copying card for a copy stayed there", "kt.copy.ends")
def counters_stay(change: Changes) -> None:
    end_copy = atoms.end_copy

    def end_but_keep(machine: Tokyo, state: State, cause: int, seat: int, rules: Rules) -> None:
        copier = state.registers[COPIER] - 1
        before = state.marks[copier]
        end_copy(machine, state, cause, seat, rules)
        state.marks[copier] = before

    change.swap(end_copy, end_but_keep)


@AS_IF(
    "token-left-behind",
    "the token stayed where it lies when the copying card leaves play",
    "kt.copy.ends",
    "kt.copy.bought",
)
def token_left_behind(change: Changes) -> None:
    def leave_token(
        real: Callable[..., None],
        machine: Tokyo,
        state: State,
        card: int,
        seat: int,
        cause: int,
        stays: bool,
    ) -> None:
        before, is_copying = copied(state), state.registers[COPIER] == card + 1
        real(machine, state, card, seat, cause, stays=stays)
        if is_copying:
            atoms.lay_mimic(state, before, card)

    leaving(change, leave_token)


# --- moving the token --------------------------------------------------------------------------


@AS_IF("never-moved", "a token that was placed never moved", "kt.copy.move")
def never_moved(change: Changes) -> None:
    moving(change, lambda state: copied(state) < 0)


@AS_IF("moved-for-nothing", "the token were moved without a price", "kt.copy.move")
def moved_for_nothing(change: Changes) -> None:
    pay = atoms.pay

    def pay_nothing(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> None:
        frame = state.stack[-1]
        if frame[0] >= machine.first_effect and is_copier(machine, state, frame[SOURCE]):
            own = machine.definitions[state.cards[frame[SOURCE]]].id
            amount *= machine.abilities[frame[ABILITY]].definition != own
        pay(machine, state, seat, amount, cause, rules)

    change.swap(pay, pay_nothing)


@AS_IF("onto-the-same-card", "the token could be put on the card it lies on", "kt.copy.move")
def onto_the_same_card(change: Changes) -> None:
    bind = linker.POSSIBLE["mark"]

    def bind_always(link: Linker, call: Call) -> Possible:
        possible: Possible = bind(link, call)

        def possible_anywhere(
            machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
        ) -> bool:
            return copied(state) >= 0 or possible(machine, state, source, you, context)

        return possible_anywhere

    change.put(linker.POSSIBLE, "mark", bind_always)


# --- bought from another -----------------------------------------------------------------------


@AS_IF(
    "bought-without-choice",
    "a copying card bought from another monster copied nothing at first",
    "kt.copy.bought",
)
def bought_without_choice(change: Changes) -> None:
    take_effect = buying.take_effect

    def take_without_choice(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[buying.CARD]
        if frame[buying.SECOND_HAND] and is_copier(machine, state, card):
            atoms.move(state, card, AREA + frame[buying.BUYER])
        else:
            take_effect(machine, state, frame)

    change.swap(take_effect, take_without_choice)


# --- what a copy that ended still does -----------------------------------------------------------


@AS_IF(
    "ended-copies-work",
    "effects of a copy that wait took place though the copy has ended",
    "kt.copy.ends",
    "kt.copy.taken-back",
)
def ended_copies_work(change: Changes) -> None:
    def lies_there(machine: Tokyo, state: State, entry: moments.Entry, seat: int) -> bool:
        return moments.works(machine, state, entry[0], seat)

    change.swap(moments.has, lies_there)


@AS_IF(
    "one-text",
    "the copied text came behind that of the copying card, in no order of the owner's",
    "kt.copy.text",
    "kt.turn.start",
)
def one_text(change: Changes) -> None:
    change.swap(king_moments.text_of, lambda machine, entry: entry[0])
