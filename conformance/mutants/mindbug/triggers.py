"""Misreadings of when effects trigger, and for whom they resolve."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.mindbug.verbs import after_block, given, in_play, when_done
from conformance.mutants.topic import Topic
from oracle.kernel import waiting
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, defeat, discard, draw, play, table, terms, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, PLAY, SOURCE
from oracle.mindbug.words import NUMBERS

AS_IF = Topic("mindbug", "triggers")

AS_IF(
    "the active player applied every effect, whoever controls the creature", "mb.trigger.controller"
).so("active-player-applies", given(triggers.trigger, seat=lambda state: state.registers[ACTIVE]))
AS_IF("a creature that an effect puts into play had no Play effect", "mb.trigger.play-any-way").so(
    "not-from-the-pile", do.unless(play, "trigger")(lambda rules=(): rules == play.PLAY_ANY_WAY)
)


@after_block
def attack_effects(machine: Mindbug, state: State, frame: Frame) -> None:
    """Let the Attack effects happen when it is known who blocks."""
    triggers.trigger(machine, state, "attack", frame[table.ATTACKER], frame[table.ATTACKING_SIDE])


AS_IF("Attack effects happened after the block", "mb.trigger.attack-before-block").so(
    "after-block", do.instead(combat, "trigger")(lambda: None), attack_effects
)


@do.verb
def burying(change: Changes, *, in_fights: bool) -> None:
    """Let Defeated effects trigger only in fights, or only outside of them."""

    @change.around(defeat.bury)
    def bury_quietly(bury: Any, state: State, cause: int) -> None:
        before = len(state.waiting)
        bury()
        if (cause < 0) != in_fights:
            del state.waiting[before:]


AS_IF(
    "a creature defeated by an effect had no Defeated effect", "mb.trigger.defeated-any-cause"
).so("defeated-only-in-fights", burying(in_fights=True))
AS_IF("a creature defeated in a fight had no Defeated effect", "mb.trigger.defeated").so(
    "defeated-only-by-effects", burying(in_fights=False)
)


def defeated(machine: Mindbug, state: State, card: int, seat: int) -> None:
    """Let the Defeated effect of a card happen for a player."""
    triggers.trigger(machine, state, "defeated", card, seat)


def printed_power(machine: Mindbug, state: State, frame: Frame) -> int:
    """The power that is printed on the card whose effect it is."""
    return machine.power[state.cards[frame[SOURCE]]]


AS_IF(
    "the power of a creature that has left were its printed power",
    "mb.trigger.last-controller",
    "mb.card.power",
).so("printed-power-after-leaving", do.put(NUMBERS, "power-of-this", lambda *_: printed_power))


@AS_IF("a creature with keywords had no Play, Attack or Defeated effect", "mb.trigger.kinds")
@do.relink
def not_beside_keywords(machine: Mindbug) -> None:
    for head in ("play", "attack", "defeated"):
        machine.triggered[head] = {
            number: abilities
            for number, abilities in machine.triggered[head].items()
            if not machine.definitions[number].keywords
        }


@AS_IF("an Attack effect happened when the creature blocks, too", "mb.trigger.attack")
@do.after(combat.take_block)
def on_block_too(machine: Mindbug, state: State, frame: Frame) -> None:
    blocker = frame[table.BLOCKER]
    if blocker >= 0:
        triggers.trigger(machine, state, "attack", blocker, 1 - frame[table.ATTACKING_SIDE])


@AS_IF(
    "a Defeated effect happened when somebody takes control of the creature",
    "mb.trigger.not-on-control",
)
@partial(when_done, terms.take_control)
def defeated_on_control(machine: Mindbug, state: State, card: int, seat: int) -> None:
    defeated(machine, state, card, 1 - seat)


@AS_IF("a Defeated effect happened when the creature returns to a hand", "mb.trigger.not-on-return")
@do.after(draw.take_into_hand)
def defeated_on_return(machine: Mindbug, state: State, card: int, seat: int, kind: str) -> None:
    if kind == "return":
        defeated(machine, state, card, seat)


@AS_IF("a Defeated effect happened when the card is discarded", "mb.trigger.not-on-discard")
@do.after(discard.discard)
def defeated_on_discard(machine: Mindbug, state: State, cards: Sequence[int], seat: int) -> None:
    for card in cards:
        defeated(machine, state, card, seat)


@AS_IF("a Defeated effect happened when TOUGH saves the creature", "mb.trigger.not-on-exhaust")
@do.after(defeat._carry_out)
def defeated_on_exhaust(machine: Mindbug, state: State, replaced: Any) -> None:
    for card, _ in replaced:
        defeated(machine, state, card, state.where[card] - PLAY)


@AS_IF(
    "a waiting effect were lost when its source has left or changed sides",
    "mb.trigger.last-controller",
)
@do.around(waiting.begin)
def lost_with_the_source(begin: Any, state: State, frame: Frame) -> None:
    _, card, number, seat = state.answer
    entry = next(w for w in state.waiting if w[:3] == (number, card, seat))
    if state.where[card] == entry[3]:
        begin()
    else:
        state.waiting.remove(entry)
        begin_again(frame)


@AS_IF(
    "a waiting effect belonged to whoever controls its source by then", "mb.trigger.last-controller"
)
@do.before(waiting.begin)
def new_controller_resolves(state: State) -> None:
    verb, card, number, seat = state.answer
    if in_play(state, card):
        now = state.where[card] - PLAY
        index = next(i for i, w in enumerate(state.waiting) if w[:3] == (number, card, seat))
        state.waiting[index] = (number, card, now, *state.waiting[index][3:])
        state.answer = verb, card, number, now
