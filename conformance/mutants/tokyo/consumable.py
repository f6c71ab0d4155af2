"""Misreadings of consumables: how they lie there, what activating them does, how they come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, borrowed, buying, card_words, moments, roll, turn, uses
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.moments import USED, Context, Entry
from oracle.tokyo.table import AREA, COPIED, DISCARD, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "consumable", "take-card")

NOTED = 1 << 7
"""What a misreading remembers of a card; the bits above count what lies on it."""


def all_uses(machine: Tokyo) -> Iterator[tuple[int, InUse]]:
    """What works of each card while it is in use, with the definition of the card."""
    for (definition, _), number in machine.uses.items():
        use = machine.lasting[number].use
        assert use is not None
        yield definition, use


def reworded(call: Call, **holes: object) -> Call:
    """A text with some of its holes filled otherwise."""
    left = tuple((name, value) for name, value in call.args if name not in holes)
    return evolve(call, args=(*left, *holes.items()))


def not_applying(change: Changes, bars: Callable[[Tokyo, State, int, int], bool]) -> None:
    """Let some cards not be activated that could be: by (machine, state, card, seat)."""
    applies = moments.applies

    def apply_less(machine: Tokyo, state: State, entry: Entry, seat: int, context: Context) -> bool:
        if machine.abilities[entry[1]].uses and bars(machine, state, entry[0], seat):
            return False
        return applies(machine, state, entry, seat, context)

    change.swap(applies, apply_less)


# --- a type of its own ---------------------------------------------------------------------------


@AS_IF("sold-as-keep", "a consumable could be sold as a keep card", "kt.consumable.type")
def sold_as_keep(change: Changes) -> None:
    of_type = Linker.of_type

    def mean_more(linker: Linker, type_: str) -> frozenset[int]:
        if type_ == "keep" and linker.head == "turn-ends":
            return of_type(linker, type_) | of_type(linker, "consumable")
        return of_type(linker, type_)

    change.put(Linker, "of_type", mean_more)


@AS_IF("copied-as-keep", "a consumable could be copied as a keep card", "kt.consumable.type")
def copied_as_keep(change: Changes) -> None:
    mark = EFFECTS["mark"]

    def mark_any(linker: Linker, call: Call) -> list[Any]:
        phrase = call["cards"]
        assert isinstance(phrase, Selection)
        return mark(linker, reworded(call, cards=evolve(phrase, filters=())))

    change.put(EFFECTS, "mark", mark_any)


@AS_IF(
    "copy-costs-the-copied",
    "the card that is copied were discarded to activate the copy",
    "kt.consumable.type",
)
def copy_costs_the_copied(change: Changes) -> None:
    def spend_the_copied(machine: Tokyo, state: State, frame: Frame) -> None:
        card, copied = frame[SOURCE], state.registers[COPIED] - 1
        if state.cards[card] in machine.copiers and copied >= 0:
            atoms.discard(machine, state, copied, card, ())

    def and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        if state.cards[card] in machine.copiers:
            atoms.move(state, card, AREA + frame[YOU])

    using(change, before=spend_the_copied, after=and_keep)


@AS_IF("discarded-when-bought", "a consumable were spent by buying it", "kt.consumable.laid")
def discarded_when_bought(change: Changes) -> None:
    def keep_fewer(machine: Tokyo) -> None:
        machine.kept -= machine.consumable

    change.relink(keep_fewer)


# --- before it is activated ----------------------------------------------------------------------


def working_unused(change: Changes, *, keywords: bool) -> None:
    """Let lines that wait for the activation work as those of a keep card do."""

    def link_both(machine: Tokyo) -> None:
        for definition, use in all_uses(machine):
            if definition in machine.consumable:
                for head, numbers in use.triggered.items():
                    table = machine.triggered[head]
                    more = [n for n in numbers if bool(machine.abilities[n].keyword) == keywords]
                    table[definition] = tuple({*table.get(definition, ()), *more})

    change.relink(link_both)


@AS_IF(
    "text-works-unused", "the text of a consumable worked as it lies there", "kt.consumable.idle"
)
def text_works_unused(change: Changes) -> None:
    working_unused(change, keywords=False)


@AS_IF(
    "keyword-works-unused",
    "the keyword of a consumable worked as it lies there",
    "kt.consumable.idle",
)
def keyword_works_unused(change: Changes) -> None:
    working_unused(change, keywords=True)


# --- activating ----------------------------------------------------------------------------------


def using(change: Changes, *, before: Step | None = None, after: Step | None = None) -> None:
    """Let something else happen when a card is activated and discarded."""
    use = EFFECTS["use"]

    def use_otherwise(linker: Linker, call: Call) -> list[Any]:
        steps = use(linker, call)
        return [*([before] if before else ()), *steps, *([after] if after else ())]

    change.put(EFFECTS, "use", use_otherwise)


def take_up_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """The card that was just discarded lies before its owner."""
    if state.where[frame[SOURCE]] == DISCARD:
        atoms.move(state, frame[SOURCE], AREA + frame[YOU])


@AS_IF("never-discarded", "a consumable stayed when it is activated", "kt.consumable.activate")
def never_discarded(change: Changes) -> None:
    using(change, after=take_up_again)


@AS_IF(
    "discarded-afterwards",
    "a consumable were discarded when its effect is done",
    "kt.consumable.activate",
)
def discarded_afterwards(change: Changes) -> None:
    use_follows = card_words.use_follows

    def follow_and_discard(machine: Tokyo, state: State, frame: Frame) -> None:
        use_follows(machine, state, frame)
        if state.where[frame[SOURCE]] == AREA + frame[YOU]:
            atoms.discard(machine, state, frame[SOURCE], frame[SOURCE], ())

    using(change, after=take_up_again)
    change.swap(use_follows, follow_and_discard)


@AS_IF(
    "ends-with-the-card",
    "the effect of a consumable ended when the card is gone",
    "kt.consumable.activate",
)
def ends_with_the_card(change: Changes) -> None:
    def forget(machine: Tokyo, state: State, number: int, card: int, seat: int, loss: int) -> None:
        pass

    change.swap(uses.begin_use, forget)


@AS_IF(
    "in-the-buy-phase",
    "HUNTER and SNEAKY could be activated while buying",
    "kt.consumable.keyword",
)
def in_the_buy_phase(change: Changes) -> None:
    def link_both(machine: Tokyo) -> None:
        for definition in machine.consumable:
            numbers = machine.triggered["before-roll"].get(definition, ())
            if numbers:
                machine.triggered["any-time"][definition] = numbers

    change.relink(link_both)


@AS_IF(
    "text-instead-of-keyword",
    "a consumable with further text did not do what its keyword says",
    "kt.consumable.keyword",
)
def text_instead_of_keyword(change: Changes) -> None:
    def unlink(machine: Tokyo) -> None:
        for _, use in all_uses(machine):
            said = [number for numbers in use.triggered.values() for number in numbers]
            if any(machine.abilities[number].keyword is None for number in said):
                use.said = {}
                only(machine, use, lambda keyword: keyword is None)

    change.relink(unlink)


def only(machine: Tokyo, use: InUse, wanted: Callable[[str | None], bool]) -> None:
    """Let only those lines of a card in use work whose keyword is wanted."""
    for head, numbers in use.triggered.items():
        use.triggered[head] = tuple(n for n in numbers if wanted(machine.abilities[n].keyword))


@AS_IF(
    "both-keywords",
    "a card with two keywords worked by both of them",
    "kt.consumable.one-keyword",
)
def both_keywords(change: Changes) -> None:
    def join(machine: Tokyo) -> None:
        for definition, use in list(all_uses(machine)):
            for other, more in list(all_uses(machine)):
                if other == definition and more is not use:
                    for head, numbers in more.triggered.items():
                        use.triggered[head] = tuple({*use.triggered.get(head, ()), *numbers})

    change.relink(join)


@AS_IF(
    "first-keyword-only",
    "a card with two keywords could be activated for the first only",
    "kt.consumable.one-keyword",
)
def first_keyword_only(change: Changes) -> None:
    def unlink(machine: Tokyo) -> None:
        for table in machine.triggered.values():
            for definition, numbers in table.items():
                second = machine.definitions[definition].keywords[1:]
                table[definition] = tuple(
                    n for n in numbers if machine.abilities[n].keyword not in second
                )

    change.relink(unlink)


@AS_IF(
    "other-keyword-left",
    "a card with two keywords stayed to be activated for the other",
    "kt.consumable.one-keyword",
)
def other_keyword_left(change: Changes) -> None:
    def stay_once(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        two = len(machine.definitions[state.cards[card]].keywords) > 1
        if two and not state.marks[card] & NOTED:
            state.marks[card] |= NOTED
            take_up_again(machine, state, frame)

    using(change, after=stay_once)


@AS_IF("keyword-only", "activating gave the keyword without the text", "kt.consumable.text")
def keyword_only(change: Changes) -> None:
    def unlink(machine: Tokyo) -> None:
        for definition, use in all_uses(machine):
            if definition in machine.consumable:
                only(machine, use, lambda keyword: keyword is not None)

    change.relink(unlink)


# --- how long it works ---------------------------------------------------------------------------


@AS_IF("for-ever", "HUNTER and SNEAKY went on after the turn", "kt.consumable.until")
def for_ever(change: Changes) -> None:
    end_turn_uses = uses.end_turn_uses

    def end_less(machine: Tokyo, state: State) -> bool:
        lasting = state.lasting
        ended = end_turn_uses(machine, state)
        state.lasting = [
            entry for entry in lasting if entry in state.lasting or _for_turn(machine, entry[0])
        ]
        return ended

    change.swap(end_turn_uses, end_less)


def _for_turn(machine: Tokyo, number: int) -> bool:
    use = machine.lasting[number].use
    return use is not None and use.lasts == uses.FOR_TURN


@AS_IF("for-every-wound", "POISONOUS worked on each wound of the turn", "kt.consumable.until")
def for_every_wound(change: Changes) -> None:
    def go_on(machine: Tokyo, state: State, seats: tuple[int, ...]) -> None:
        pass

    change.swap(uses.end_wound_uses, go_on)


@AS_IF(
    "nothing-for-good",
    "what the text of a consumable sets for the rest of the game ended with the turn",
    "kt.consumable.until",
    "kt.keyword.frenzy-price",
)
def nothing_for_good(change: Changes) -> None:
    def end_with_the_turn(machine: Tokyo) -> None:
        for held in machine.lasting:
            held.for_good = False

    change.relink(end_with_the_turn)


@AS_IF(
    "waits-when-bought",
    "a consumable could not be activated in the turn in which it was bought",
    "kt.consumable.at-once",
)
def waits_when_bought(change: Changes) -> None:
    not_applying(
        change, lambda machine, state, card, seat: card in state.stack[0][buying.BOUGHT_NOW]
    )


@AS_IF(
    "bought-ones-wait-too",
    "where consumables taken without buying wait a turn, bought ones did too",
    "kt.consumable.at-once",
)
def bought_ones_wait_too(change: Changes) -> None:
    not_applying(
        change,
        lambda machine, state, card, seat: (
            machine.new_ones_wait and card in state.stack[0][buying.BOUGHT_NOW]
        ),
    )


# --- a die used as another -----------------------------------------------------------------------


@AS_IF(
    "changes-every-die",
    "a consumable that changes a die changed as many as its owner likes",
    "kt.consumable.changed-die",
)
def changes_every_die(change: Changes) -> None:
    def let_again(machine: Tokyo) -> None:
        for _, use in all_uses(machine):
            for number in use.triggered.get("before-resolving", ()):
                machine.abilities[number].once = False

    change.relink(let_again)


@AS_IF(
    "changes-again-after-a-mindbug",
    "a die could be changed again when the roll was taken by a Mindbug",
    "kt.consumable.changed-die",
)
def changes_again(change: Changes) -> None:
    give_back = borrowed.give_back

    def give_back_unused(machine: Tokyo, state: State, frame: Frame) -> None:
        give_back(machine, state, frame)
        turns = state.stack[0]
        turns[USED] = tuple(
            (card, number) for card, number in turns[USED] if uses.kept_of(state, card) is None
        )

    change.swap(give_back, give_back_unused)


@AS_IF(
    "changes-after-the-tokens",
    "a consumable changed a die only after tokens were offered",
    "kt.consumable.changed-die",
)
def changes_after_the_tokens(change: Changes) -> None:
    real, resolve = roll.change, turn.resolve

    def is_due(machine: Tokyo, state: State, seat: int) -> bool:
        return any(
            "before-resolving" in use.triggered for _, use in uses.in_use(machine, state, seat)
        )

    def change_now(machine: Tokyo, state: State, frame: Frame) -> None:
        if not is_due(machine, state, frame[roll.SEAT]):
            real(machine, state, frame)

    def resolve_after(machine: Tokyo, state: State, frame: Frame) -> None:
        resolve(machine, state, frame)
        seat = frame[turn.SEAT]
        if is_due(machine, state, seat):
            moments.open_window(machine, state, ("before-resolving",), seat, (seat, 0))

    change.swap(real, change_now)
    change.swap(resolve, resolve_after)
