"""Misreadings of consumables: how they lie there, what activating them does, how they come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buy,
    consumable,
    energy,
    moments,
    resolve,
    roll,
    turn,
    uses,
)
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.buy import price_of
from oracle.tokyo.linker import POSSIBLE, Linker
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.moments import USED, Entry
from oracle.tokyo.selection import bind_card_choice, bind_cards, bind_players
from oracle.tokyo.table import AREA, COPIED, DISCARD, SOURCE, YOU
from oracle.tokyo.words import whole
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


@own.around(moments.applies)
def not_applying(
    bars: Any, applies: Any, machine: Tokyo, state: State, entry: Entry, seat: int
) -> Any:
    """Let some cards not be activated that could be: by (machine, state, card, seat)."""
    if machine.abilities[entry[1]].uses and bars(machine, state, entry[0], seat):
        return False
    return applies()


# --- a type of its own ---------------------------------------------------------------------------
@AS_IF("a consumable could be sold as a keep card", "kt.consumable.type")
@do.around(Linker, "of_type")
def sold_as_keep(of_type: Any, linker: Linker, type_: str) -> Any:
    if type_ == "keep" and linker.head == "turn-ends":
        return of_type() | of_type(type_="consumable")
    return of_type()


@AS_IF("a consumable could be copied as a keep card", "kt.consumable.type")
@do.around(EFFECTS, "mark")
def copied_as_keep(mark: Any, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return mark(call=reworded(call, cards=evolve(phrase, filters=())))


@AS_IF("the card that is copied were discarded to activate the copy", "kt.consumable.type")
def copy_costs_the_copied(change: Changes) -> None:
    def spend_the_copied(machine: Tokyo, state: State, frame: Frame) -> None:
        card, copied = frame[SOURCE], state.registers[COPIED] - 1
        if state.cards[card] in machine.copiers and copied >= 0:
            atoms.discard(machine, state, copied, card, ())

    def and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        if state.cards[card] in machine.copiers:
            atoms.move(state, card, AREA + frame[YOU])

    using(before=spend_the_copied, after=and_keep)(change)


@AS_IF("a consumable were spent by buying it", "kt.consumable.laid")
@do.relink
def discarded_when_bought(machine: Tokyo) -> None:
    machine.kept -= machine.consumable


# --- before it is activated ----------------------------------------------------------------------
@do.verb
def working_unused(change: Changes, *, keywords: bool) -> None:
    """Let lines that wait for the activation work as those of a keep card do."""

    @change.relink
    def link_both(machine: Tokyo) -> None:
        for definition, use in all_uses(machine):
            if definition in machine.consumable:
                for head, numbers in use.triggered.items():
                    table = machine.triggered[head]
                    more = [n for n in numbers if bool(machine.abilities[n].keyword) == keywords]
                    table[definition] = tuple({*table.get(definition, ()), *more})


AS_IF("the text of a consumable worked as it lies there", "kt.consumable.idle").so(
    "text-works-unused", working_unused(keywords=False)
)
AS_IF("the keyword of a consumable worked as it lies there", "kt.consumable.idle").so(
    "keyword-works-unused", working_unused(keywords=True)
)


# --- activating ----------------------------------------------------------------------------------
@do.verb
def using(change: Changes, *, before: Step | None = None, after: Step | None = None) -> None:
    """Let something else happen when a card is activated and discarded."""
    change.result(EFFECTS, "use")(
        lambda steps: [*([before] if before else ()), *steps, *([after] if after else ())]
    )


def take_up_again(machine: Tokyo, state: State, frame: Frame) -> None:
    """The card that was just discarded lies before its owner."""
    if state.where[frame[SOURCE]] == DISCARD:
        atoms.move(state, frame[SOURCE], AREA + frame[YOU])


@AS_IF("a consumable were discarded when its effect is done", "kt.consumable.activate")
@own.also(using(after=take_up_again))
@do.after(consumable.use_follows)
def discarded_afterwards(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.where[frame[SOURCE]] == AREA + frame[YOU]:
        atoms.discard(machine, state, frame[SOURCE], frame[SOURCE], ())


@AS_IF("HUNTER and SNEAKY could be activated while buying", "kt.consumable.keyword")
@do.relink
def in_the_buy_phase(machine: Tokyo) -> None:
    for definition in machine.consumable:
        numbers = machine.triggered["before-roll"].get(definition, ())
        if numbers:
            machine.triggered["any-time"][definition] = numbers


@AS_IF("a consumable with further text did not do what its keyword says", "kt.consumable.keyword")
@do.relink
def text_instead_of_keyword(machine: Tokyo) -> None:
    for _, use in all_uses(machine):
        said = [number for numbers in use.triggered.values() for number in numbers]
        if any(machine.abilities[number].keyword is None for number in said):
            use.said = {}
            only(machine, use, lambda keyword: keyword is None)


def only(machine: Tokyo, use: InUse, wanted: Callable[[str | None], bool]) -> None:
    """Let only those lines of a card in use work whose keyword is wanted."""
    for head, numbers in use.triggered.items():
        use.triggered[head] = tuple(n for n in numbers if wanted(machine.abilities[n].keyword))


@AS_IF("a card with two keywords worked by both of them", "kt.consumable.one-keyword")
@do.relink
def both_keywords(machine: Tokyo) -> None:
    for definition, use in list(all_uses(machine)):
        for other, more in list(all_uses(machine)):
            if other == definition and more is not use:
                for head, numbers in more.triggered.items():
                    use.triggered[head] = tuple({*use.triggered.get(head, ()), *numbers})


@AS_IF(
    "a card with two keywords could be activated for the first only", "kt.consumable.one-keyword"
)
@do.relink
def first_keyword_only(machine: Tokyo) -> None:
    for table in machine.triggered.values():
        for definition, numbers in table.items():
            second = machine.definitions[definition].keywords[1:]
            table[definition] = tuple(
                n for n in numbers if machine.abilities[n].keyword not in second
            )


@AS_IF("a card with two keywords stayed to be activated for the other", "kt.consumable.one-keyword")
def other_keyword_left(change: Changes) -> None:
    def stay_once(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        two = len(machine.definitions[state.cards[card]].keywords) > 1
        if two and not state.marks[card] & NOTED:
            state.marks[card] |= NOTED
            take_up_again(machine, state, frame)

    using(after=stay_once)(change)


@AS_IF("activating gave the keyword without the text", "kt.consumable.text")
@do.relink
def keyword_only(machine: Tokyo) -> None:
    for definition, use in all_uses(machine):
        if definition in machine.consumable:
            only(machine, use, lambda keyword: keyword is not None)


AS_IF("a consumable stayed when it is activated", "kt.consumable.activate").so(
    "never-discarded", using(after=take_up_again)
)
AS_IF("the effect of a consumable ended when the card is gone", "kt.consumable.activate").so(
    "ends-with-the-card", do.never(uses.begin_use)
)


# --- how long it works ---------------------------------------------------------------------------
@own.around(uses.end_turn_uses)
def going_on(lasts: str, end_turn_uses: Any, machine: Tokyo, state: State) -> Any:
    """Let what lasts so long go on after the turn."""

    def goes_on(number: int) -> bool:
        use = machine.lasting[number].use
        return use is not None and use.lasts == lasts

    lasting = state.lasting
    ended = end_turn_uses()
    state.lasting = [each for each in lasting if each in state.lasting or goes_on(each[0])]
    return ended


@AS_IF(
    "what the text of a consumable sets for the rest of the game ended with the turn",
    "kt.consumable.until",
    "kt.keyword.frenzy-price",
)
@do.relink
def nothing_for_good(machine: Tokyo) -> None:
    for held in machine.lasting:
        held.for_good = False


AS_IF("HUNTER and SNEAKY went on after the turn", "kt.consumable.until").so(
    "for-ever", going_on(uses.FOR_TURN)
)
AS_IF("POISONOUS worked on each wound of the turn", "kt.consumable.until").so(
    "for-every-wound", do.never(uses.end_wound_uses)
)
AS_IF(
    "a consumable could not be activated in the turn in which it was bought",
    "kt.consumable.at-once",
).so(
    "waits-when-bought",
    not_applying(lambda machine, state, card, seat: card in state.stack[0][buy.BOUGHT_NOW]),
)
AS_IF(
    "where consumables taken without buying wait a turn, bought ones did too",
    "kt.consumable.at-once",
).so(
    "bought-ones-wait-too",
    not_applying(
        lambda machine, state, card, seat: (
            machine.new_ones_wait and card in state.stack[0][buy.BOUGHT_NOW]
        )
    ),
)


# --- a die used as another -----------------------------------------------------------------------
@AS_IF(
    "a consumable that changes a die changed as many as its owner likes",
    "kt.consumable.changed-die",
)
@do.relink
def changes_every_die(machine: Tokyo) -> None:
    for _, use in all_uses(machine):
        for number in use.triggered.get("before-resolving", ()):
            machine.abilities[number].once = False


@AS_IF(
    "a die could be changed again when the roll was taken by a Mindbug", "kt.consumable.changed-die"
)
@do.after(borrowed.give_back)
def changes_again_after_a_mindbug(state: State) -> None:
    turns = state.stack[0]
    turns[USED] = tuple(
        (card, number) for card, number in turns[USED] if uses.kept_of(state, card) is None
    )


@AS_IF("a consumable changed a die only after tokens were offered", "kt.consumable.changed-die")
def changes_after_the_tokens(change: Changes) -> None:
    def is_due(machine: Tokyo, state: State, seat: int) -> bool:
        return any(
            "before-resolving" in use.triggered for _, use in uses.in_use(machine, state, seat)
        )

    change.unless(roll.change)(
        lambda machine, state, frame: is_due(machine, state, frame[roll.SEAT])
    )

    @change.after(turn.resolve)
    def resolve_after(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        if is_due(machine, state, seat):
            moments.open_window(machine, state, ("before-resolving",), seat, (seat, 0))


# --- bought or taken -----------------------------------------------------------------------------
@do.verb
def buying_text(change: Changes, misread: Any) -> None:
    """Misread a text that buys out of the discard pile."""
    buy, possible = EFFECTS["buy"], POSSIBLE["buy"]

    def read(call: Call) -> Call:
        phrase = call["cards"]
        from_pile = isinstance(phrase, Selection) and phrase.zone == Call("discard-pile")
        return misread(call) if from_pile else call

    change.put(EFFECTS, "buy", lambda linker, call: buy(linker, read(call)))
    change.put(POSSIBLE, "buy", lambda linker, call: possible(linker, read(call)))


AS_IF("a consumable in the discard pile cost all", "kt.consumable.buy-from-discard").so(
    "full-price", buying_text(lambda call: reworded(call, discount=0))
)


@AS_IF("any card could be bought out of the discard pile", "kt.consumable.buy-from-discard")
@buying_text
def buys_any_card(call: Call) -> Call:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return reworded(call, cards=evolve(phrase, filters=()))


@AS_IF(
    "who can pay for a consumable in the discard pile had to buy it",
    "kt.consumable.buy-from-discard",
)
@do.around(EFFECTS, "may")
def must_buy(may: Any, linker: Linker, call: Call) -> Any:
    return linker.body(whole(call)) if any(each.word == "buy" for each in whole(call)) else may()


@AS_IF("a reduction beyond the price were paid out", "kt.consumable.buy-from-discard")
@do.around(buy.purchase)
def money_back(
    purchase: Any,
    state: State,
    seat: int,
    card: int,
    machine: Tokyo,
    discount: int,
    cause: int,
    why: Rules = (),
) -> None:
    price, _ = price_of(machine, state, card, seat)
    purchase()
    energy.get_energy(machine, state, seat, discount - price, cause, why)


@AS_IF(
    "where the card needs a consumable in the discard pile, any card there were enough",
    "kt.consumable.buy-from-discard",
)
@do.relink
def refused_for_an_empty_pile(machine: Tokyo) -> None:
    for definition in machine.needs_discarded:
        machine.needs_discarded[definition] = lambda machine, state, card, you: list(
            state.zones[DISCARD]
        )


@AS_IF(
    "a card that takes a consumable out of the discard pile could take itself",
    "kt.consumable.take-from-discard",
)
@do.around(EFFECTS, "take-card")
def takes_itself(take_card: Any, linker: Linker, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return [*bind_card_choice(linker, phrase), take_card()[-1]]


@AS_IF("a consumable in the discard pile need not be taken", "kt.consumable.take-from-discard")
@do.around(EFFECTS, "take-card")
def takes_if_it_likes(take_card: Any, linker: Linker, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)

    def choose(machine: Tokyo, state: State, frame: Frame) -> None:
        found = every(machine, state, frame[SOURCE], frame[YOU])
        found = [card for card in found if card != frame[SOURCE]]
        state.answer = ()
        if found:
            ask_to_choose(state, "choose", frame[YOU], found, 0, 1, frame[SOURCE], ())

    return [choose, take_card()[-1]]


@AS_IF("any card could be taken out of the discard pile", "kt.consumable.take-from-discard")
@do.around(EFFECTS, "take-card")
def takes_any_card(take_card: Any, call: Call) -> Any:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    return take_card(call=reworded(call, cards=evolve(phrase, filters=())))


# --- handed over ---------------------------------------------------------------------------------
@own.around(EFFECTS, "give-card")
def handing(give: Any, give_card: Any, linker: Linker, call: Call) -> Any:
    """Let a consumable be handed over otherwise: by (machine, state, card, to)."""
    before, players = bind_players(linker, call["player"])
    *_, really = give_card()

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.cards[frame[SOURCE]] not in machine.consumable:
            really(machine, state, frame)
            return
        for seat in players(machine, state, frame):
            give(machine, state, frame[SOURCE], seat)

    return [*before, act]


@AS_IF("a monster could not use a card that it was handed", "kt.consumable.handed")
@own.also(not_applying(lambda machine, state, card, seat: bool(state.marks[card] & NOTED)))
@handing
def handed_but_spent(machine: Tokyo, state: State, card: int, seat: int) -> None:
    if state.where[card] >= AREA:
        atoms.move(state, card, AREA + seat)
        state.marks[card] |= NOTED


@AS_IF(
    "a card that is to be handed over lay in the discard pile until then", "kt.consumable.handed"
)
def handed_from_the_pile(change: Changes) -> None:
    @change.relink
    def discard_all(machine: Tokyo) -> None:
        for held in machine.lasting:
            if held.use is not None:
                held.use.stays = False

    def give(machine: Tokyo, state: State, card: int, seat: int) -> None:
        if state.where[card] == DISCARD and state.counters[seat]:
            atoms.move(state, card, AREA + seat)

    handing(give)(change)


AS_IF("a card were handed over wherever it is by then", "kt.consumable.handed").so(
    "handed-from-anywhere",
    handing(lambda machine, state, card, seat: atoms.move(state, card, AREA + seat)),
)
AS_IF(
    "a card that is to be handed over could be activated again before that", "kt.consumable.handed"
).so("used-before-it-is-handed", do.put(moments, "kept_in_use", lambda machine, state, seat: []))
AS_IF("a card that is not handed over stayed with its owner", "kt.consumable.handed").so(
    "kept-if-not-handed", do.put(resolve, "discard_kept", lambda machine, state, seat: None)
)
