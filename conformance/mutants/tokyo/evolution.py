"""Misreadings of evolution cards: whose they are, how they are drawn and held, what they mean."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    any_time,
    atoms,
    conditions,
    elimination,
    evolution,
    hearts,
    resolve,
    roll,
    setup,
    words,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ACTIVE, DICE, ENERGY_FACE, HEART, TURN

AS_IF = Topic("tokyo", "evolution", "evolution-card")


@do.verb
def seeing(change: Changes, name: str, *, owner_too: bool, others: bool) -> None:
    """Let a zone be seen by others than it is."""
    change.around(projection.sees)(
        lambda sees, zone, owner, seat: (
            sees() if zone.name != name else owner_too if owner == seat else others
        )
    )


# --- whose they are ----------------------------------------------------------------------------
@AS_IF("a set had each design of evolution card once", "kt.evolution.sets")
@do.relink
def copies_once(machine: Tokyo) -> None:
    machine.evolution_sets = tuple(tuple(dict.fromkeys(own)) for own in machine.evolution_sets)
    machine.box = machine.pool + tuple(n for own in machine.evolution_sets for n in own)


AS_IF("two players could have the same monster", "kt.evolution.required").so(
    "same-set",
    own.offers(setup, "be", lambda options: [("be", n) for n in range(options[-1][1] + 1)]),
)
AS_IF("an evolution deck were in the order of the box", "kt.evolution.deck").so(
    "not-shuffled", own.offers(evolution, "draw", lambda options: [options[0]])
)
AS_IF("monsters could look into their own deck", "kt.evolution.deck").so(
    "own-deck-visible", seeing("evolution-deck", owner_too=True, others=False)
)
AS_IF("discarded evolution cards lay face down", "kt.evolution.deck").so(
    "pile-hidden", seeing("evolution-discard", owner_too=False, others=False)
)


# --- at the start ------------------------------------------------------------------------------
@AS_IF("the first seat were the first to draw at setup", "kt.evolution.start")
@do.after(setup.compare)
def start_by_seats(state: State) -> None:
    drawing = [each for each in state.stack if each[0] == evolution.DRAWING]
    if drawing:
        drawing.sort(key=lambda each: -each[evolution.SEAT])
        state.stack[-len(drawing) :] = drawing


@own.around(evolution.keep_one)
def keeping(when: Any, keep_one: Any, state: State) -> None:
    """Let both cards that are drawn be kept, sometimes."""
    if when(state):
        state.stack.pop()
    else:
        keep_one()


AS_IF("both cards drawn at setup were kept", "kt.evolution.start").so(
    "start-with-both", keeping(lambda state: not state.registers[TURN])
)
AS_IF("each began with one of two cards under every answer", "kt.evolution.start").so(
    "start-ignored", do.answer("starts_with", evolution.TWO)
)


# --- when one is drawn -------------------------------------------------------------------------
@do.verb
def drawing(change: Changes, cards: Any) -> None:
    """Let a roll give other numbers of cards; `cards(machine, state, seat, hearts)`."""

    @change.after(resolve.let_others)
    def draw_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        if machine.has_evolutions and state.counters[seat]:
            for _ in range(cards(machine, state, seat, roll.symbols(state, HEART))):
                evolution.get_evolution(machine, state, seat)

    change.put(resolve, "HEARTS_TO_DRAW", ALL)


ALL = 100
"""More hearts than there ever are."""


@AS_IF("hearts gave no evolution card in Tokyo", "kt.evolution.draw")
@drawing
def draw_outside(machine: Tokyo, state: State, seat: int, hearts: int) -> int:
    return int(hearts >= 3 and not state.counters[machine.place + seat])


@AS_IF("the card came when the hearts are resolved", "kt.evolution.draw-moment")
@own.also(do.put(resolve, "HEARTS_TO_DRAW", ALL))
@do.after(hearts.heal)
def draw_at_once(machine: Tokyo, state: State, frame: Frame) -> None:
    if machine.has_evolutions and roll.symbols(state, HEART) >= 3:
        evolution.get_evolution(machine, state, frame[resolve.SEAT])


@AS_IF("roller and mindbugger got a card for a roll taken", "kt.evolution.borrowed")
@do.around(resolve, "get_evolution")
def both_draw(get_evolution: Any, state: State, seat: int) -> None:
    if seat != state.registers[ACTIVE]:
        get_evolution(seat=state.registers[ACTIVE])
    get_evolution()


AS_IF("two hearts gave an evolution card", "kt.evolution.draw").so(
    "draw-for-two", drawing(lambda machine, state, seat, hearts: int(hearts >= 2))
)
AS_IF("six hearts gave two evolution cards", "kt.evolution.draw").so(
    "draw-for-each-three", drawing(lambda machine, state, seat, hearts: hearts // 3)
)
AS_IF("more than three hearts gave no card", "kt.evolution.draw").so(
    "draw-for-exactly-three", drawing(lambda machine, state, seat, hearts: int(hearts == 3))
)
AS_IF("hearts added to a roll did not count for a card", "kt.evolution.draw-moment").so(
    "draw-for-dice",
    drawing(lambda machine, state, seat, hearts: int(state.registers[DICE + HEART] >= 3)),
)
AS_IF("the roller got the card for a roll taken", "kt.evolution.borrowed").so(
    "roller-draws",
    do.around(resolve, "get_evolution")(
        lambda get_evolution, state: get_evolution(seat=state.registers[ACTIVE])
    ),
)


# --- how one is drawn --------------------------------------------------------------------------
@AS_IF("the card not kept went back into the deck", "kt.evolution.draw-choice")
@do.after(evolution.put_other_away)
def other_into_deck(machine: Tokyo, state: State, frame: Frame) -> None:
    for card in frame[evolution.DRAWN]:
        if card != state.answer[1]:
            atoms.move(state, card, machine.evolution_deck + frame[evolution.DECK_OF])


@AS_IF("a card that comes alone were discarded", "kt.evolution.draw-choice")
@do.before(evolution.keep_one)
def one_is_none(machine: Tokyo, state: State, frame: Frame) -> None:
    drawn = frame[evolution.DRAWN]
    if len(drawn) < frame[evolution.WANTED]:
        for card in drawn:
            atoms.lay_evolution(machine, state, card, evolution.home_of(machine, state, card), ())


@own.before(evolution.next_card)
def rebuilding(when: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let decks be rebuilt that are not."""
    whose = frame[evolution.DECK_OF]
    short = len(frame[evolution.DRAWN]) < frame[evolution.WANTED]
    if short and not state.zones[machine.evolution_deck + whose] and when(frame):
        atoms.reshuffle_evolutions(machine, state, whose)


AS_IF("an evolution deck that runs out gave nothing more", "kt.evolution.draw-choice").so(
    "not-rebuilt", do.never(atoms.reshuffle_evolutions)
)
AS_IF("both cards drawn for hearts were kept", "kt.evolution.draw-choice").so(
    "keeps-both", keeping(lambda state: state.registers[TURN] > 0)
)
AS_IF("a deck were rebuilt under `top-card` too", "kt.evolution.draw-choice").so(
    "top-card-rebuilt", rebuilding(lambda frame: frame[evolution.DECK_OF] == frame[evolution.SEAT])
)
AS_IF("an empty deck of another monster were rebuilt", "kt.evolution.foreign").so(
    "foreign-rebuilt", rebuilding(lambda frame: frame[evolution.DECK_OF] != frame[evolution.SEAT])
)
AS_IF("two cards were drawn under every answer", "kt.evolution.draw-choice").so(
    "top-card-ignored", do.answer("draws_two", True)
)


# --- the hand ----------------------------------------------------------------------------------
AS_IF("everybody could look into every hand", "kt.evolution.hand").so(
    "hand-visible", seeing("hand", owner_too=True, others=True)
)
AS_IF("monsters could not look into their own hand", "kt.evolution.hand").so(
    "own-hand-hidden", seeing("hand", owner_too=False, others=False)
)


@AS_IF("a hand had three evolution cards at most", "kt.evolution.hand")
@do.after(evolution.put_other_away)
def hand_of_three(machine: Tokyo, state: State, frame: Frame) -> None:
    for card in list(state.zones[machine.hand + frame[evolution.SEAT]])[3:]:
        atoms.lay_evolution(machine, state, card, evolution.home_of(machine, state, card), ())


# --- drawn from another deck -------------------------------------------------------------------
@AS_IF("a card drawn from another deck went to the hand of its monster", "kt.evolution.foreign")
@do.around(evolution.take_card)
def foreign_to_its_owner(take_card: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    card = state.answer[1]
    take_card()
    atoms.move(state, card, machine.hand + frame[evolution.DECK_OF])


@AS_IF("a card drawn from another deck could not be played", "kt.evolution.foreign")
def foreign_not_played(change: Changes) -> None:
    change.result(evolution.playable)(
        lambda found, machine, state, seat: [
            each for each in found if evolution.home_of(machine, state, each[1]) == seat
        ]
    )
    change.around(any_time.timely)(
        lambda timely, machine, state, seat: [
            each
            for each in timely()
            if each[0] not in state.zones[machine.hand + seat]
            or evolution.home_of(machine, state, each[0]) == seat
        ]
    )


# --- elimination -------------------------------------------------------------------------------
@own.around(elimination.give_up_cards)
def staying(place: str, give_up_cards: Any, machine: Tokyo, state: State, seat: int) -> None:
    """Let the evolution cards of an eliminated monster stay in a place."""
    zone = getattr(machine, place) + seat
    found = list(state.zones[zone]) if machine.has_evolutions else []
    give_up_cards()
    for card in found:
        atoms.move(state, card, zone)


AS_IF("an eliminated monster kept its hand", "kt.evolution.eliminated").so(
    "eliminated-keeps-hand", staying("hand")
)
AS_IF("its deck stayed in the game", "kt.evolution.eliminated").so(
    "eliminated-keeps-deck", staying("evolution_deck")
)
AS_IF("its cards in play stayed there", "kt.evolution.eliminated").so(
    "eliminated-keeps-play", staying("evolved")
)


# --- what others gain, and leaving Tokyo -------------------------------------------------------
AS_IF(
    "a text that gives as much as another gains counted what its dice show", "kt.evolution.as-much"
).so(
    "as-much-as-rolled",
    *(
        do.put(conditions.GAINS, gain, (DICE + face, DICE + face))
        for gain, face in (("hearts-gained", HEART), ("energy-gained", ENERGY_FACE))
    ),
)
AS_IF("a monster that a card moves out of Tokyo had not left it", "kt.evolution.leaving").so(
    "moved-out-is-not-leaving", do.unless(words, "happen")(lambda head: head == "leaving")
)
