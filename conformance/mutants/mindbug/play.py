"""Misreadings of playing a card."""

from __future__ import annotations

from conformance.mutants import verbs as do
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.mindbug.verbs import marks, where
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, leaving, mindbug, play, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DISCARD, EXHAUSTED, PLAY

AS_IF = Topic("mindbug", "play")

MOST_CREATURES = 5

AS_IF("the opponent decided about a Mindbug without seeing the card", "mb.play.show").so(
    "face-down", seeing("played", owner_too=False, others=False)
)
AS_IF("creatures entered play exhausted", "mb.play.enter").so(
    "enters-exhausted", marks(play.put_into_play, mindbug.CARD, EXHAUSTED)
)
AS_IF(
    "a play area had room for 5 creatures, and a sixth went to the discard pile", "mb.play.enter"
).so(
    "five-creatures",
    where(
        play.enter,
        lambda state, seat: len(state.zones[PLAY + seat]) >= MOST_CREATURES,
        lambda state, card, seat: atoms.move(state, card, DISCARD + seat),
    ),
)
AS_IF("a creature played from hand had no Play effect", "mb.play.effect", "mb.trigger.play").so(
    "no-effect-from-hand", do.unless(triggers.trigger)(lambda rules=(): rules == play.EFFECT)
)


@AS_IF("a played card stayed in hand until it enters play", "mb.play.card")
@do.instead(play.lay_open)
def stays_in_hand(state: State, card: int, seat: int, rules: Rules) -> None:
    state.log.append(("play", rules, -1, seat, card))


@AS_IF("a played card went to the discard pile after its Play effect", "mb.play.enter")
@do.after(mindbug.spend_late)
def straight_to_the_pile(machine: Mindbug, state: State, frame: Frame) -> None:
    card, place = frame[mindbug.CARD], state.where[frame[mindbug.CARD]]
    atoms.move(state, card, DISCARD + frame[mindbug.SEAT])
    if PLAY <= place <= PLAY + 1:
        leaving.forget(machine, state, card, place - PLAY, -1)
