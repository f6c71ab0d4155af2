"""Misreadings of copying: what the mimic token lies on, and what that gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.dice_games import moments as common_moments
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, buy, copy, energy, linker, moments, monsters, selection, table
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.machine import Possible, Tokyo

AS_IF = Topic("tokyo", "copy", "copies")


def is_copier(machine: Tokyo, state: State, card: int) -> bool:
    """Whether a card is one that copies."""
    return state.cards[card] in machine.copiers


def copied(state: State) -> int:
    """The card that the mimic token lies on."""
    return state.registers[table.COPIED] - 1


# --- what can be chosen ------------------------------------------------------------------------
ANY_AREA = "any-area"


@do.verb
def choosing(change: Changes, place: Any) -> None:
    """Let the token be put on cards of other places."""
    change.put(selection.ZONES, ANY_AREA, place)


class CopiersToo:
    """A machine as the choice of a card to copy sees it: none of them copies."""

    copiers: frozenset[int] = frozenset()

    def __init__(self, machine: Tokyo) -> None:
        self._machine = machine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._machine, name)


@own.around(EFFECTS, "mark")
def marking(seen: Any, bind: Any) -> Any:
    """Let the choice of a card to copy see another machine."""
    choose, act = bind()

    def choose_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        choose(seen(machine), state, frame)

    return [choose_otherwise, act]


AS_IF("a keep card of the row could be copied", "kt.copy.choose").so(
    "from-the-row",
    do.result(selection.ZONES, ANY_AREA)(lambda found, state: found + list(state.zones[table.ROW])),
)
AS_IF("only cards of other monsters could be copied", "kt.copy.choose").so(
    "not-ones-own", choosing(selection.ZONES["other-areas"])
)
AS_IF("only cards of its owner could be copied", "kt.copy.choose").so(
    "only-ones-own", choosing(selection.ZONES["area"])
)
AS_IF("a card that copies could be copied as well", "kt.copy.choose").so(
    "copies-copiers", marking(CopiersToo)
)


# --- nothing to copy ---------------------------------------------------------------------------
@AS_IF("a copying card that finds nothing to copy were discarded", "kt.copy.nothing")
@do.around(EFFECTS, "mark")
def discarded_with_nothing(bind: Any) -> Any:
    choose, act = bind()

    def act_or_discard(machine: Tokyo, state: State, frame: Frame) -> None:
        act(machine, state, frame)
        if copied(state) < 0:
            atoms.discard(machine, state, frame[table.SOURCE], frame[table.SOURCE], ())

    return [choose, act_or_discard]


@own.result(linker.POSSIBLE, "mark")
def moving(when: Any, possible: Possible) -> Possible:
    """Let the token be put elsewhere at the start of a turn only sometimes."""
    return lambda machine, state, source, you, context: (
        when(state) and possible(machine, state, source, you, context)
    )


AS_IF(
    "a token that found no card when it was to be placed were never placed",
    "kt.copy.nothing",
    "kt.copy.move",
).so("nothing-for-good", moving(lambda state: copied(state) >= 0))


# --- the text ----------------------------------------------------------------------------------
Texts = Iterator[tuple[int, int]]


@AS_IF("the card copied did not work while it is copied", "kt.copy.text")
@do.around(monsters.texts)
def text_taken_away(texts: Any, state: State) -> Any:
    return ((card, definition) for card, definition in texts() if card != copied(state))


AS_IF("what a card gives when bought came with no copy", "kt.copy.text").so(
    "text-without-purchase", do.instead(copy, "happen_to")(lambda: None)
)


@AS_IF("a copy worked only when the token is placed", "kt.copy.text")
@do.around(monsters.texts)
def text_at_the_purchase_only(texts: Any, state: State) -> Any:
    return ((card, definition) for card, definition in texts() if definition == state.cards[card])


@AS_IF("a copy got as many counters as lie on the card copied", "kt.copy.own-tokens")
@do.around(copy, "happen_to")
def counters_as_they_are(happen_to: Any, state: State, card: int) -> None:
    found = monsters.counters_on(state, copied(state))
    if found:
        state.marks[card] += found << table.COUNTERS_SHIFT
    else:
        happen_to()


@AS_IF("a copy used the counters on the card copied", "kt.copy.own-tokens")
@own.last("take-off")
def counters_shared(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    source = frame[table.SOURCE]
    if is_copier(machine, state, source):
        frame[table.SOURCE] = copied(state)
    act()
    frame[table.SOURCE] = source


# --- this card ---------------------------------------------------------------------------------
@AS_IF("`this card` in a copied text were the card copied", "kt.copy.this-card")
@do.around(atoms.discard)
def original_discarded(discard: Any, machine: Tokyo, state: State, card: int, cause: int) -> None:
    frame = state.stack[-1]
    if card == cause and is_copier(machine, state, card) and copied(state) >= 0:
        text = machine.abilities[frame[table.ABILITY]].definition
        if text == machine.definitions[state.cards[copied(state)]].id:
            card = copied(state)
    discard(card=card)


@AS_IF("a copying card cost what the card copied does", "kt.copy.this-card")
@do.result(EFFECTS, "discard")
def price_of_the_original(steps: list[Any]) -> list[Any]:
    if len(steps) != 2:
        return steps
    choose, act = steps

    def act_for_another_price(machine: Tokyo, state: State, frame: Frame) -> None:
        other = copied(state)
        sold = [card for card in state.answer if is_copier(machine, state, card)]
        act(machine, state, frame)
        if sold and other >= 0:
            frame[table.DONE] = machine.cost[state.cards[other]]

    return [choose, act_for_another_price]


# --- the copy ends -----------------------------------------------------------------------------
@AS_IF("hearts above the maximum stayed when a copy ends", "kt.copy.ends")
@do.around(atoms.left_area)
def maximum_stays(left_area: Any, state: State, card: int) -> None:
    if state.registers[table.COPIER] == card + 1:
        state.marks[copied(state)] &= ~table.MIMIC
        state.registers[table.COPIED] = state.registers[table.COPIER] = 0
    else:
        left_area()


@AS_IF(
    "the token stayed where it lies when the copying card leaves play",
    "kt.copy.ends",
    "kt.copy.bought",
)
@do.around(atoms.left_area)
def token_left_behind(left_area: Any, state: State, card: int) -> None:
    before, is_copying = copied(state), state.registers[table.COPIER] == card + 1
    left_area()
    if is_copying:
        atoms.lay_mimic(state, before, card)


AS_IF("a copy lasted when the card copied is gone", "kt.copy.taken-back").so(
    "copies-what-is-gone",
    do.around(atoms.left_area)(
        lambda left_area, state, card, *, stays=False: left_area(
            stays=stays or card == copied(state)
        )
    ),
)
AS_IF("a copy ended when another monster buys the card copied", "kt.copy.taken-back").so(
    "ends-when-bought", do.around(atoms.left_area)(lambda left_area: left_area(stays=False))
)
AS_IF("what lay on the copying card for a copy stayed there", "kt.copy.ends").so(
    "counters-stay",
    own.keeps(atoms.end_copy, lambda state: (state.marks, state.registers[table.COPIER] - 1)),
)


# --- moving the token --------------------------------------------------------------------------
AS_IF("a token that was placed never moved", "kt.copy.move").so(
    "never-moved", moving(lambda state: copied(state) < 0)
)


@AS_IF("the token were moved without a price", "kt.copy.move")
@do.around(energy.pay)
def moved_for_nothing(pay: Any, machine: Tokyo, state: State, amount: int) -> None:
    frame = state.stack[-1]
    if frame[0] >= machine.first_effect and is_copier(machine, state, frame[table.SOURCE]):
        own = machine.definitions[state.cards[frame[table.SOURCE]]].id
        amount *= machine.abilities[frame[table.ABILITY]].definition != own
    pay(amount=amount)


@AS_IF("the token could be put on the card it lies on", "kt.copy.move")
@do.result(linker.POSSIBLE, "mark")
def onto_the_same_card(possible: Possible) -> Possible:
    return lambda machine, state, source, you, context: (
        copied(state) >= 0 or possible(machine, state, source, you, context)
    )


# --- bought from another -----------------------------------------------------------------------
@AS_IF("a copying card bought from another monster copied nothing at first", "kt.copy.bought")
@do.around(buy.take_effect)
def bought_without_choice(take_effect: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    card = frame[buy.CARD]
    if frame[buy.SECOND_HAND] and is_copier(machine, state, card):
        atoms.move(state, card, table.AREA + frame[buy.BUYER])
    else:
        take_effect()


# --- what a copy that ended still does -----------------------------------------------------------
@AS_IF(
    "effects of a copy that wait took place though the copy has ended",
    "kt.copy.ends",
    "kt.copy.taken-back",
)
@do.instead(moments.has)
def ended_copies_work(machine: Tokyo, state: State, entry: moments.Entry, seat: int) -> bool:
    return moments.works(machine, state, entry[0], seat)


AS_IF(
    "the copied text came behind that of the copying card, in no order of the owner's",
    "kt.copy.text",
    "kt.turn.start",
).so("one-text", do.swap(common_moments.text_of, lambda machine, entry: entry[0]))
