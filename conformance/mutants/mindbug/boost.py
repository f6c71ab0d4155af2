"""Misreadings of boosts: which cards, under which creature, what they do and where they go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.mindbug.verbs import move_all, offered, saying, when_done
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, boost, draw, leaving, terms, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import Candidates, bind_candidates
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

    @change.around(boost, "ask_to_choose")
    def ask_for_as_many(ask: Any, candidates: Any, least: int, most: int) -> None:
        if least == 0:
            least, most = bounds(most, len(candidates))
        ask(least=least, most=most)


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

    @change.around(boost, "ask_to_choose")
    def ask_for_some(
        ask: Any, state: State, seat: int, candidates: Any, least: int, most: int, source: int
    ) -> None:
        if least == 0:
            candidates = [card for card in candidates if allowed(state, seat, source, card)]
            state.answer = ()
        if candidates:
            ask(candidates=candidates, most=min(most, len(candidates)))


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

    def some(candidates: Any, machine: Any, state: State, frame: Frame) -> Any:
        seat, source = frame[YOU], frame[SOURCE]
        return [c for c in candidates if allowed(state, seat, source, c)] or candidates

    change.result(boost, "bind_choice")(lambda steps: [offered(steps[0], some), *steps[1:]])

    @change.around(boost, "ask_to_choose")
    def ask_for_some(ask: Any, state: State, candidates: Any, least: int) -> None:
        frame = state.stack[-1]
        ask(candidates=some(candidates, None, state, frame) if least else candidates)


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
            rules = boost.ANY_CREATURE
            ask_to_choose(state, "choose", frame[YOU], found, 1, 1, frame[SOURCE], rules)

    def choose_cards(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[host] = state.answer
        piles = sorted(state.zones[DISCARD] + state.zones[DISCARD + 1])
        most, rules = min(amount(machine, state, frame), len(piles)), boost.CARDS
        if frame[host]:
            ask_to_choose(state, "choose", frame[YOU], piles, 0, most, frame[SOURCE], rules)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        if frame[host]:
            boost._put(state, frame, state.answer, frame[host][0], boost.UNDER_IT)

    return [choose_creature, choose_cards, act]


@AS_IF(
    "boost cards were taken, and lost, where there is no creature to boost",
    "mb.boost.any-creature",
    "mb.boost.under",
)
def without_creatures_too(change: Changes) -> None:
    nobody = [-1]

    @change.result(boost, "bind_candidates")
    def bind_somebody(found: Candidates) -> Candidates:
        return lambda machine, state, source, you: found(machine, state, source, you) or nobody

    @change.result(boost, "bind_choice")
    def bind_or_nobody(steps: list[Step]) -> list[Step]:
        def take_nobody(machine: Mindbug, state: State, frame: Frame) -> None:
            state.answer = state.answer or tuple(nobody)

        return [*steps, take_nobody]

    @change.around(boost, "ask_to_choose")
    def ask_unless_nobody(ask: Any, state: State, candidates: Any) -> None:
        if candidates == nobody:
            state.answer = tuple(nobody)
        else:
            ask()

    @change.around(boost, "_put")
    def put_or_lose(put: Any, state: State, cards: tuple[int, ...], host: int) -> None:
        if host >= 0:
            put()
        else:
            move_all(state, cards, ASIDE)


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
    return EFFECTS["boost"](linker, saying(call, creatures=phrase))


@AS_IF("a boost that may be split gave no creature more than one card", "mb.boost.split")
def one_card_each(change: Changes) -> None:
    change.after(boost, "_put")(lambda state, host: atoms.mark(state, host, BOOSTED_JUST_NOW))

    @change.around(boost, "ask_to_choose")
    def ask_for_others(ask: Any, state: State, candidates: Any, least: int, rules: Rules) -> None:
        others = None
        if least == 0:
            state.marks = [marks & ~BOOSTED_JUST_NOW for marks in state.marks]
        elif "mb.boost.split" in rules:
            others = [card for card in candidates if not state.marks[card] & BOOSTED_JUST_NOW]
        ask(candidates=others or candidates)


# --- under a creature --------------------------------------------------------------------------


@do.verb
def worth(change: Changes, amount: int, times: Any = None) -> None:
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
AS_IF("a boosted creature had +1 power, however many cards", "mb.boost.power").so(
    "one-counts",
    worth(1, lambda m, s, source, you: any(below[0] == source for below in s.under.values())),
)
AS_IF("nobody could look at boost cards", "mb.boost.public").so(
    "hidden", seeing("boosts", owner_too=False, others=False)
)


@AS_IF("boost cards could be taken as if they lay in a discard pile", "mb.boost.under")
@do.result(Linker, "places")
def under_is_a_pile(found: Seats, zone: Call) -> Seats:
    if not zone.word.endswith("discard-pile"):
        return found
    return lambda machine, state, source, you: (*found(machine, state, source, you), UNDER)


@AS_IF("boost cards went away at the end of the turn", "mb.boost.power")
@do.before(turn.begin)
def this_turn(state: State) -> None:
    if state.registers[TURN]:
        for host, below in sorted(state.under.items()):
            move_all(state, below, DISCARD + state.where[host] - PLAY)


# --- leaving -----------------------------------------------------------------------------------


@do.verb
def dropping(change: Changes, go: Callable[[State, int, int], object]) -> None:
    """Let boost cards go elsewhere than to their controller's pile: `(state, card, seat)`."""

    @change.result(leaving.forget)
    def forget_and_go(boosts: list[int], state: State, seat: int) -> list[int]:
        for card in boosts:
            go(state, card, seat)
        return boosts


AS_IF("boost cards went to the discard pile of the opponent", "mb.boost.leaves").so(
    "to-the-opponent", dropping(lambda s, card, seat: atoms.move(s, card, DISCARD + 1 - seat))
)
AS_IF("boost cards that leave play were out of the game", "mb.boost.leaves").so(
    "out-of-the-game", dropping(lambda state, card, seat: atoms.move(state, card, ASIDE))
)
AS_IF("a creature lost its boost cards when its control changed", "mb.boost.kept").so(
    "lost-on-control",
    when_done(
        terms.take_control,
        lambda state, card, seat: move_all(state, state.under.get(card, ()), DISCARD + 1 - seat),
    ),
)


@AS_IF("boost cards went back to the discard piles they came from", "mb.boost.leaves")
def back_to_their_pile(change: Changes) -> None:
    @change.around(boost.boost)
    def boost_and_note(boost: Any, state: State, card: int) -> None:
        place = state.where[card]
        boost()
        atoms.unmark(state, card, FROM_PILE[0] | FROM_PILE[1])
        if DISCARD <= place <= DISCARD + 1:
            atoms.mark(state, card, FROM_PILE[place - DISCARD])

    @dropping
    def go_back(state: State, card: int, seat: int) -> None:
        if state.marks[card] & FROM_PILE[1 - seat]:
            atoms.move(state, card, DISCARD + 1 - seat)

    go_back(change)


@AS_IF("boost cards went to the hand together with their creature", "mb.boost.leaves")
@do.around(draw.take_into_hand)
def with_the_creature(take_into_hand: Any, state: State, card: int, seat: int) -> None:
    boosts = state.under.get(card, ())
    take_into_hand()
    move_all(state, boosts, HAND + seat)


@AS_IF("boost cards reached the discard pile only when all effects were done", "mb.boost.leaves")
def after_the_effects(change: Changes) -> None:
    @change.before(turn.pass_on)
    def arrive_and_pass_on(state: State) -> None:
        for seat in (0, 1):
            late = [card for card in state.zones[ASIDE] if state.marks[card] & LATE[seat]]
            move_all(state, late, DISCARD + seat)
            for card in late:
                atoms.unmark(state, card, LATE[seat])

    @dropping
    def set_aside(state: State, card: int, seat: int) -> None:
        atoms.move(state, card, ASIDE)
        atoms.mark(state, card, LATE[seat])

    set_aside(change)
