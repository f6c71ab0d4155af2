"""Misreadings of boosts: which cards, under which creature, what they do and where they go."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.topic import Topic
from oracle.kernel.layers import Count
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, draw, terms, turn
from oracle.mindbug import boost as boost_topic
from oracle.mindbug import leaving as leaving_topic
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import Candidates, bind_candidates, bind_choice
from oracle.mindbug.table import ASIDE, DISCARD, DONE, HAND, PLAY, SOURCE, TURN, UNDER, YOU
from oracle.mindbug.words import EFFECTS, Seats
from rules_dsl.definitions import Call, Quantity, Selection

AS_IF = Topic("mindbug", "boost", "boost", "boost-split")

FROM_PILE = (1 << 15, 1 << 16)
"""The seat from whose discard pile a boost card came."""

BOOSTED_JUST_NOW = 1 << 17
LATE = (1 << 18, 1 << 19)
"""The seat in whose discard pile a boost card has still to arrive."""

Allowed = Callable[[State, int, int, int], bool]
"""`(state, seat, source, card)`."""


# --- which cards -------------------------------------------------------------------------------


@do.verb
def numbering(change: Changes, bounds: Callable[[int, int], tuple[int, int]]) -> None:
    """Let other numbers of boost cards be taken, by how many may be and how many there are."""

    @change.instead(boost_topic, "ask")
    def ask_for_as_many(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if least == 0:
            least, most = bounds(most, len(options))
        ask_to_choose(state, kind, seat, options, least, most, *rest)


AS_IF("a boost could not be declined", "mb.boost.optional").so(
    "must-take-one", numbering(lambda most, there: (1, most))
)
AS_IF("a boost took as many cards as it can", "mb.boost.up-to").so(
    "must-take-all", numbering(lambda most, there: (most, most))
)
AS_IF("a boost could take any number of cards", "mb.boost.up-to").so(
    "any-number", numbering(lambda most, there: (0, there))
)
AS_IF("a boost were of one card, whatever its number", "mb.boost.up-to").so(
    "one-card", numbering(lambda most, there: (0, 1))
)


@do.verb
def taking(change: Changes, allowed: Allowed) -> None:
    """Let only some of the cards in discard piles be taken for a boost."""

    @change.instead(boost_topic, "ask")
    def ask_for_some(
        state: State,
        kind: str,
        seat: int,
        options: Any,
        least: int,
        most: int,
        source: int,
        rules: Rules,
    ) -> None:
        if least == 0:
            options = [card for card in options if allowed(state, seat, source, card)]
            most = min(most, len(options))
            state.answer = ()
        if options:
            ask_to_choose(state, kind, seat, options, least, most, source, rules)


AS_IF("boost cards came from one's own discard pile only", "mb.boost.any-pile").so(
    "own-pile", taking(lambda state, seat, source, card: state.where[card] == DISCARD + seat)
)
AS_IF("boost cards came from the opponent's discard pile only", "mb.boost.any-pile").so(
    "other-pile", taking(lambda state, seat, source, card: state.where[card] == DISCARD + 1 - seat)
)
AS_IF("a card could not be taken for its own boost", "mb.boost.any-pile").so(
    "not-the-source", taking(lambda state, seat, source, card: card != source)
)


# --- which creature ----------------------------------------------------------------------------


@do.verb
def giving(change: Changes, allowed: Allowed) -> None:
    """Let a boost that is not for its source go to only some creatures, if there are such."""

    @change.instead(boost_topic, "bind_choice")
    def bind_some(linker: Linker, phrase: Selection | Call, **named: Any) -> list[Step]:
        choose, *others = bind_choice(linker, phrase, **named)

        def choose_some(machine: Mindbug, state: State, frame: Frame) -> None:
            choose(machine, state, frame)
            keep_some(state, frame)

        return [choose_some, *others]

    @change.instead(boost_topic, "ask")
    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask_to_choose(state, kind, seat, options, *rest)
        if rest[0]:
            keep_some(state, state.stack[-1])

    def keep_some(state: State, frame: Frame) -> None:
        pending = state.pending
        if pending is not None:
            fit = [c for c in pending[2] if allowed(state, frame[YOU], frame[SOURCE], c)]
            state.pending = (*pending[:2], fit or pending[2], *pending[3:])


AS_IF("only allied creatures could be boosted", "mb.boost.any-creature").so(
    "allied-only", giving(lambda state, seat, source, card: state.where[card] == PLAY + seat)
)
AS_IF("'a creature' left the source of a boost out", "mb.boost.any-creature").so(
    "not-to-the-source", giving(lambda state, seat, source, card: card != source)
)


@AS_IF("the creature to be boosted were chosen before the cards", "mb.boost.any-creature")
@do.around(EFFECTS, "boost")
def creature_first(bind: Any, linker: Linker, call: Call) -> Any:
    phrase = linker.phrase(call["creatures"])
    if isinstance(phrase, Call):
        return bind()
    candidates, amount = bind_candidates(linker, phrase), linker.number(call["amount"])
    host = linker.slot()

    def choose_creature(machine: Mindbug, state: State, frame: Frame) -> None:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        state.answer = ()
        if found and (state.zones[DISCARD] or state.zones[DISCARD + 1]):
            rules = boost_topic.ANY_CREATURE
            ask(state, "choose", frame[YOU], found, 1, 1, frame[SOURCE], rules)

    def choose_cards(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[host] = state.answer
        piles = sorted(state.zones[DISCARD] + state.zones[DISCARD + 1])
        most = min(amount(machine, state, frame), len(piles))
        if frame[host]:
            ask(state, "choose", frame[YOU], piles, 0, most, frame[SOURCE], boost_topic.CARDS)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        if frame[host]:
            boost_topic._put(state, frame, state.answer, frame[host][0], boost_topic.UNDER_IT)

    return [choose_creature, choose_cards, act]


@AS_IF(
    "boost cards were taken, and lost, where there is no creature to boost",
    "mb.boost.any-creature",
    "mb.boost.under",
)
def without_creatures_too(change: Changes) -> None:
    nobody = [-1]

    @change.instead(boost_topic, "bind_candidates")
    def bind_somebody(linker: Linker, phrase: Selection | Call) -> Candidates:
        found = bind_candidates(linker, phrase)
        return lambda machine, state, source, you: found(machine, state, source, you) or nobody

    @change.instead(boost_topic, "bind_choice")
    def bind_or_nobody(linker: Linker, phrase: Selection | Call, **named: Any) -> list[Step]:
        def take_nobody(machine: Mindbug, state: State, frame: Frame) -> None:
            state.answer = state.answer or tuple(nobody)

        return [*bind_choice(linker, phrase, **named), take_nobody]

    @change.instead(boost_topic, "ask")
    def ask_unless_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if options == nobody:
            state.answer = tuple(nobody)
        else:
            ask_to_choose(state, kind, seat, options, *rest)

    @change.around(boost_topic, "_put")
    def put_or_lose(put: Any, state: State, cards: tuple[int, ...], host: int) -> None:
        if host >= 0:
            put()
        else:
            for card in cards:
                atoms.move(state, card, ASIDE)


@AS_IF("any boost could be divided among creatures", "mb.boost.split", "mb.boost.any-creature")
@do.around(EFFECTS, "boost")
def always_split(bind: Any, linker: Linker, call: Call) -> Any:
    is_this = isinstance(linker.phrase(call["creatures"]), Call)
    return bind() if is_this else EFFECTS["boost-split"](linker, call)


@AS_IF("a boost that may be split went to one creature", "mb.boost.split")
@do.instead(EFFECTS, "boost-split")
def never_split(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    if isinstance(phrase, Selection):
        phrase = evolve(phrase, quantity=Quantity("exactly", 1), chooser=Call("you"))
    args = tuple((key, phrase if key == "creatures" else old) for key, old in call.args)
    return EFFECTS["boost"](linker, evolve(call, args=args))


@AS_IF("a boost that may be split gave no creature more than one card", "mb.boost.split")
def one_card_each(change: Changes) -> None:
    @change.after(boost_topic, "_put")
    def put_and_note(state: State, host: int) -> None:
        state.marks[host] |= BOOSTED_JUST_NOW

    @change.instead(boost_topic, "ask")
    def ask_for_others(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if least == 0:
            state.marks = [marks & ~BOOSTED_JUST_NOW for marks in state.marks]
        elif "mb.boost.split" in rest[-1]:
            others = [card for card in options if not state.marks[card] & BOOSTED_JUST_NOW]
            options = others or options
        ask_to_choose(state, kind, seat, options, least, most, *rest)


# --- under a creature --------------------------------------------------------------------------


@AS_IF("boost cards could be taken as if they lay in a discard pile", "mb.boost.under")
@do.result(Linker, "places")
def under_is_a_pile(found: Seats, zone: Call) -> Seats:
    if not zone.word.endswith("discard-pile"):
        return found
    return lambda machine, state, source, you: (*found(machine, state, source, you), UNDER)


@do.verb
def worth(change: Changes, amount: int, times: Count | None = None) -> None:
    """Let a boost card be worth something else."""

    @change.relink
    def revalue(machine: Mindbug) -> None:
        if machine.static_under is not None:
            machine.static_under.amount = amount
            machine.static_under.times = times


AS_IF("a boost card were worth +2 power", "mb.boost.power").so("two-power", worth(2))
AS_IF("a boost card were worth its own power", "mb.boost.power").so(
    "own-power", worth(1, lambda machine, state, source, you: machine.power[state.cards[source]])
)


@AS_IF("a boosted creature had +1 power, however many cards", "mb.boost.power")
@partial(worth, 1)
def one_counts(machine: Mindbug, state: State, source: int, you: int) -> int:
    return int(any(below[0] == source for below in state.under.values()))


@AS_IF("boost cards went away at the end of the turn", "mb.boost.power")
@do.before(turn.begin)
def this_turn(state: State) -> None:
    if state.registers[TURN]:
        for host, below in sorted(state.under.items()):
            for card in below:
                atoms.move(state, card, DISCARD + state.where[host] - PLAY)


AS_IF("nobody could look at boost cards", "mb.boost.public").so(
    "hidden", seeing("boosts", owner_too=False, others=False)
)


# --- leaving -----------------------------------------------------------------------------------


@do.verb
def leaving(change: Changes, go: Callable[[State, int, int], None]) -> None:
    """Let boost cards go elsewhere than to their controller's pile: `(state, card, seat)`."""

    @change.result(leaving_topic.forget)
    def forget_and_go(boosts: list[int], state: State, seat: int) -> list[int]:
        for boost in boosts:
            go(state, boost, seat)
        return boosts


@AS_IF("boost cards went back to the discard piles they came from", "mb.boost.leaves")
def back_to_their_pile(change: Changes) -> None:
    @change.around(boost_topic.boost)
    def boost_and_note(boost: Any, state: State, card: int) -> None:
        place = state.where[card]
        boost()
        state.marks[card] &= ~(FROM_PILE[0] | FROM_PILE[1])
        if DISCARD <= place <= DISCARD + 1:
            state.marks[card] |= FROM_PILE[place - DISCARD]

    def go_back(state: State, card: int, seat: int) -> None:
        if state.marks[card] & FROM_PILE[1 - seat]:
            atoms.move(state, card, DISCARD + 1 - seat)

    leaving(go_back)(change)


AS_IF("boost cards went to the discard pile of the opponent", "mb.boost.leaves").so(
    "to-the-opponent",
    leaving(lambda state, card, seat: atoms.move(state, card, DISCARD + 1 - seat)),
)
AS_IF("boost cards that leave play were out of the game", "mb.boost.leaves").so(
    "out-of-the-game", leaving(lambda state, card, seat: atoms.move(state, card, ASIDE))
)


@AS_IF("boost cards went to the hand together with their creature", "mb.boost.leaves")
@do.around(draw.take_into_hand)
def with_the_creature(take_into_hand: Any, state: State, card: int, seat: int) -> None:
    boosts = state.under.get(card, ())
    take_into_hand()
    for boost in boosts:
        atoms.move(state, boost, HAND + seat)


@AS_IF("boost cards reached the discard pile only when all effects were done", "mb.boost.leaves")
def after_the_effects(change: Changes) -> None:
    def set_aside(state: State, card: int, seat: int) -> None:
        atoms.move(state, card, ASIDE)
        state.marks[card] |= LATE[seat]

    @change.before(turn.pass_on)
    def arrive_and_pass_on(state: State) -> None:
        for seat in (0, 1):
            for card in sorted(state.zones[ASIDE]):
                if state.marks[card] & LATE[seat]:
                    state.marks[card] &= ~LATE[seat]
                    atoms.move(state, card, DISCARD + seat)

    leaving(set_aside)(change)


@AS_IF("a creature lost its boost cards when its control changed", "mb.boost.kept")
@do.result(terms.take_control)
def lost_on_control(taken: int, state: State, card: int, seat: int) -> int:
    if taken:
        for boost in state.under.get(card, ()):
            atoms.move(state, boost, DISCARD + 1 - seat)
    return taken
