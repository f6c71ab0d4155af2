"""Misreadings of boosts: which cards, under which creature, what they do and where they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.topic import Topic
from oracle.kernel.layers import Count
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, boosting, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import Candidates, bind_candidates, bind_choice
from oracle.mindbug.table import (
    ASIDE,
    DISCARD,
    DONE,
    HAND,
    PLAY,
    SOURCE,
    TURN,
    UNDER,
    YOU,
)
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


def numbering(change: Changes, bounds: Callable[[int, int], tuple[int, int]]) -> None:
    """Let other numbers of boost cards be taken, by how many may be and how many there are."""

    def ask_for_as_many(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if least == 0:
            least, most = bounds(most, len(options))
        ask_to_choose(state, kind, seat, options, least, most, *rest)

    change.put(boosting, "ask_to_choose", ask_for_as_many)


@AS_IF("must-take-one", "a boost could not be declined", "mb.boost.optional")
def must_take_one(change: Changes) -> None:
    numbering(change, lambda most, there: (1, most))


@AS_IF("must-take-all", "a boost took as many cards as it can", "mb.boost.up-to")
def must_take_all(change: Changes) -> None:
    numbering(change, lambda most, there: (most, most))


@AS_IF("any-number", "a boost could take any number of cards", "mb.boost.up-to")
def any_number(change: Changes) -> None:
    numbering(change, lambda most, there: (0, there))


@AS_IF("one-card", "a boost were of one card, whatever its number", "mb.boost.up-to")
def one_card(change: Changes) -> None:
    numbering(change, lambda most, there: (0, 1))


def taking(change: Changes, allowed: Allowed) -> None:
    """Let only some of the cards in discard piles be taken for a boost."""

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

    change.put(boosting, "ask_to_choose", ask_for_some)


@AS_IF("own-pile", "boost cards came from one's own discard pile only", "mb.boost.any-pile")
def own_pile(change: Changes) -> None:
    taking(change, lambda state, seat, source, card: state.where[card] == DISCARD + seat)


@AS_IF(
    "other-pile",
    "boost cards came from the opponent's discard pile only",
    "mb.boost.any-pile",
)
def other_pile(change: Changes) -> None:
    taking(change, lambda state, seat, source, card: state.where[card] == DISCARD + 1 - seat)


@AS_IF("not-the-source", "a card could not be taken for its own boost", "mb.boost.any-pile")
def not_the_source(change: Changes) -> None:
    taking(change, lambda state, seat, source, card: card != source)


# --- which creature ----------------------------------------------------------------------------


def giving(change: Changes, allowed: Allowed) -> None:
    """Let a boost that is not for its source go to only some creatures, if there are such."""

    def bind_some(linker: Linker, phrase: Selection | Call, **named: Any) -> list[Step]:
        choose, *others = bind_choice(linker, phrase, **named)

        def choose_some(machine: Mindbug, state: State, frame: Frame) -> None:
            choose(machine, state, frame)
            keep_some(state, frame)

        return [choose_some, *others]

    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask_to_choose(state, kind, seat, options, *rest)
        if rest[0]:
            keep_some(state, state.stack[-1])

    def keep_some(state: State, frame: Frame) -> None:
        pending = state.pending
        if pending is not None:
            fit = [c for c in pending[2] if allowed(state, frame[YOU], frame[SOURCE], c)]
            state.pending = (*pending[:2], fit or pending[2], *pending[3:])

    change.put(boosting, "bind_choice", bind_some)
    change.put(boosting, "ask_to_choose", ask_for_some)


@AS_IF("allied-only", "only allied creatures could be boosted", "mb.boost.any-creature")
def allied_only(change: Changes) -> None:
    giving(change, lambda state, seat, source, card: state.where[card] == PLAY + seat)


@AS_IF("not-to-the-source", "'a creature' left the source of a boost out", "mb.boost.any-creature")
def not_to_the_source(change: Changes) -> None:
    giving(change, lambda state, seat, source, card: card != source)


@AS_IF(
    "creature-first",
    "the creature to be boosted were chosen before the cards",
    "mb.boost.any-creature",
)
def creature_first(change: Changes) -> None:
    bind = EFFECTS["boost"]

    def bind_creature_first(linker: Linker, call: Call) -> list[Step]:
        phrase = linker.phrase(call["creatures"])
        if isinstance(phrase, Call):
            return bind(linker, call)
        candidates, amount = bind_candidates(linker, phrase), linker.number(call["amount"])
        host = linker.slot()

        def choose_creature(machine: Mindbug, state: State, frame: Frame) -> None:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            state.answer = ()
            if found and (state.zones[DISCARD] or state.zones[DISCARD + 1]):
                rules = boosting.ANY_CREATURE
                ask_to_choose(state, "choose", frame[YOU], found, 1, 1, frame[SOURCE], rules)

        def choose_cards(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[host] = state.answer
            piles = sorted(state.zones[DISCARD] + state.zones[DISCARD + 1])
            most = min(amount(machine, state, frame), len(piles))
            if frame[host]:
                ask_to_choose(
                    state, "choose", frame[YOU], piles, 0, most, frame[SOURCE], boosting.CARDS
                )

        def act(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[DONE] = 0
            if frame[host]:
                boosting._put(state, frame, state.answer, frame[host][0], boosting.UNDER_IT)

        return [choose_creature, choose_cards, act]

    change.put(EFFECTS, "boost", bind_creature_first)


@AS_IF(
    "without-creatures-too",
    "boost cards were taken, and lost, where there is no creature to boost",
    "mb.boost.any-creature",
    "mb.boost.under",
)
def without_creatures_too(change: Changes) -> None:
    put = boosting._put
    nobody = [-1]

    def bind_somebody(linker: Linker, phrase: Selection | Call) -> Candidates:
        found = bind_candidates(linker, phrase)
        return lambda machine, state, source, you: found(machine, state, source, you) or nobody

    def bind_or_nobody(linker: Linker, phrase: Selection | Call, **named: Any) -> list[Step]:
        def take_nobody(machine: Mindbug, state: State, frame: Frame) -> None:
            state.answer = state.answer or tuple(nobody)

        return [*bind_choice(linker, phrase, **named), take_nobody]

    def ask_unless_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if options == nobody:
            state.answer = tuple(nobody)
        else:
            ask_to_choose(state, kind, seat, options, *rest)

    def put_or_lose(
        state: State, frame: Frame, cards: tuple[int, ...], host: int, rules: Rules
    ) -> None:
        if host >= 0:
            put(state, frame, cards, host, rules)
        else:
            for card in cards:
                atoms.move(state, card, ASIDE)

    change.put(boosting, "bind_candidates", bind_somebody)
    change.put(boosting, "bind_choice", bind_or_nobody)
    change.put(boosting, "ask_to_choose", ask_unless_nobody)
    change.put(boosting, "_put", put_or_lose)


@AS_IF(
    "always-split",
    "any boost could be divided among creatures",
    "mb.boost.split",
    "mb.boost.any-creature",
)
def always_split(change: Changes) -> None:
    bind, bind_split = EFFECTS["boost"], EFFECTS["boost-split"]

    def bind_split_too(linker: Linker, call: Call) -> list[Step]:
        is_this = isinstance(linker.phrase(call["creatures"]), Call)
        return bind(linker, call) if is_this else bind_split(linker, call)

    change.put(EFFECTS, "boost", bind_split_too)


@AS_IF("never-split", "a boost that may be split went to one creature", "mb.boost.split")
def never_split(change: Changes) -> None:
    bind = EFFECTS["boost"]

    def bind_to_one(linker: Linker, call: Call) -> list[Step]:
        phrase = linker.phrase(call["creatures"])
        if isinstance(phrase, Selection):
            phrase = evolve(phrase, quantity=Quantity("exactly", 1), chooser=Call("you"))
        args = tuple((key, phrase if key == "creatures" else old) for key, old in call.args)
        return bind(linker, evolve(call, args=args))

    change.put(EFFECTS, "boost-split", bind_to_one)


@AS_IF(
    "one-card-each",
    "a boost that may be split gave no creature more than one card",
    "mb.boost.split",
)
def one_card_each(change: Changes) -> None:
    put = boosting._put

    def put_and_note(
        state: State, frame: Frame, cards: tuple[int, ...], host: int, rules: Rules
    ) -> None:
        put(state, frame, cards, host, rules)
        state.marks[host] |= BOOSTED_JUST_NOW

    def ask_for_others(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if least == 0:
            state.marks = [marks & ~BOOSTED_JUST_NOW for marks in state.marks]
        elif "mb.boost.split" in rest[-1]:
            others = [card for card in options if not state.marks[card] & BOOSTED_JUST_NOW]
            options = others or options
        ask_to_choose(state, kind, seat, options, least, most, *rest)

    change.put(boosting, "_put", put_and_note)
    change.put(boosting, "ask_to_choose", ask_for_others)


# --- under a creature --------------------------------------------------------------------------


@AS_IF(
    "under-is-a-pile",
    "boost cards could be taken as if they lay in a discard pile",
    "mb.boost.under",
)
def under_is_a_pile(change: Changes) -> None:
    places = Linker.places

    def places_and_below(linker: Linker, zone: Call) -> Seats:
        found = places(linker, zone)
        if not zone.word.endswith("discard-pile"):
            return found
        return lambda machine, state, source, you: (
            *found(machine, state, source, you),
            UNDER,
        )

    change.put(Linker, "places", places_and_below)


def worth(change: Changes, amount: int, times: Count | None = None) -> None:
    """Let a boost card be worth something else."""

    def revalue(machine: Mindbug) -> None:
        if machine.static_under is not None:
            machine.static_under.amount = amount
            machine.static_under.times = times

    change.relink(revalue)


@AS_IF("two-power", "a boost card were worth +2 power", "mb.boost.power")
def two_power(change: Changes) -> None:
    worth(change, 2)


@AS_IF("own-power", "a boost card were worth its own power", "mb.boost.power")
def own_power(change: Changes) -> None:
    worth(change, 1, lambda machine, state, source, you: machine.power[state.cards[source]])


@AS_IF("one-counts", "a boosted creature had +1 power, however many cards", "mb.boost.power")
def one_counts(change: Changes) -> None:
    def is_first(machine: Mindbug, state: State, source: int, you: int) -> int:
        return int(any(below[0] == source for below in state.under.values()))

    worth(change, 1, is_first)


@AS_IF("this-turn", "boost cards went away at the end of the turn", "mb.boost.power")
def this_turn(change: Changes) -> None:
    begin = turn.begin

    def begin_without(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.registers[TURN]:
            for host, below in sorted(state.under.items()):
                for card in below:
                    atoms.move(state, card, DISCARD + state.where[host] - PLAY)
        begin(machine, state, frame)

    change.swap(begin, begin_without)


@AS_IF("hidden", "nobody could look at boost cards", "mb.boost.public")
def hidden(change: Changes) -> None:
    seeing(change, "boosts", owner_too=False, others=False)


# --- leaving -----------------------------------------------------------------------------------


def leaving(change: Changes, go: Callable[[State, int, int], None]) -> None:
    """Let boost cards go elsewhere than to their controller's pile: `(state, card, seat)`."""
    forget = atoms.forget

    def forget_and_go(
        machine: Mindbug, state: State, card: int, seat: int, cause: int
    ) -> list[int]:
        boosts = forget(machine, state, card, seat, cause)
        for boost in boosts:
            go(state, boost, seat)
        return boosts

    change.swap(forget, forget_and_go)


@AS_IF(
    "back-to-their-pile",
    "boost cards went back to the discard piles they came from",
    "mb.boost.leaves",
)
def back_to_their_pile(change: Changes) -> None:
    boost = atoms.boost

    def boost_and_note(state: State, card: int, host: int, cause: int, rules: Rules) -> None:
        place = state.where[card]
        boost(state, card, host, cause, rules)
        state.marks[card] &= ~(FROM_PILE[0] | FROM_PILE[1])
        if DISCARD <= place <= DISCARD + 1:
            state.marks[card] |= FROM_PILE[place - DISCARD]

    def go_back(state: State, card: int, seat: int) -> None:
        if state.marks[card] & FROM_PILE[1 - seat]:
            atoms.move(state, card, DISCARD + 1 - seat)

    change.swap(boost, boost_and_note)
    leaving(change, go_back)


@AS_IF(
    "to-the-opponent",
    "boost cards went to the discard pile of the opponent",
    "mb.boost.leaves",
)
def to_the_opponent(change: Changes) -> None:
    leaving(change, lambda state, card, seat: atoms.move(state, card, DISCARD + 1 - seat))


@AS_IF("out-of-the-game", "boost cards that leave play were out of the game", "mb.boost.leaves")
def out_of_the_game(change: Changes) -> None:
    leaving(change, lambda state, card, seat: atoms.move(state, card, ASIDE))


@AS_IF(
    "with-the-creature",
    "boost cards went to the hand together with their creature",
    "mb.boost.leaves",
)
def with_the_creature(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_all_into_hand(
        machine: Mindbug, state: State, card: int, seat: int, *rest: Any
    ) -> None:
        boosts = state.under.get(card, ())
        take_into_hand(machine, state, card, seat, *rest)
        for boost in boosts:
            atoms.move(state, boost, HAND + seat)

    change.swap(take_into_hand, take_all_into_hand)


@AS_IF(
    "after-the-effects",
    "boost cards reached the discard pile only when all effects were done",
    "mb.boost.leaves",
)
def after_the_effects(change: Changes) -> None:
    pass_on = turn.pass_on

    def set_aside(state: State, card: int, seat: int) -> None:
        atoms.move(state, card, ASIDE)
        state.marks[card] |= LATE[seat]

    def arrive_and_pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
        for seat in (0, 1):
            for card in sorted(state.zones[ASIDE]):
                if state.marks[card] & LATE[seat]:
                    state.marks[card] &= ~LATE[seat]
                    atoms.move(state, card, DISCARD + seat)
        pass_on(machine, state, frame)

    leaving(change, set_aside)
    change.swap(pass_on, arrive_and_pass_on)


@AS_IF(
    "lost-on-control",
    "a creature lost its boost cards when its control changed",
    "mb.boost.kept",
)
def lost_on_control(change: Changes) -> None:
    take_control = atoms.take_control

    def take_without(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        taken = take_control(machine, state, card, seat, cause, *rest)
        if taken:
            for boost in state.under.get(card, ()):
                atoms.move(state, boost, DISCARD + 1 - seat)
        return taken

    change.swap(take_control, take_without)
