"""Misreadings of when effects trigger, and for whom they resolve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import waiting
from oracle.kernel.state import Frame, State
from oracle.mindbug import combat, defeat, discard, draw, play, table, terms, triggers
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, PLAY, SOURCE
from oracle.mindbug.words import NUMBERS, Number

AS_IF = Topic("mindbug", "triggers")


@AS_IF("a creature with keywords had no Play, Attack or Defeated effect", "mb.trigger.kinds")
@do.relink
def not_beside_keywords(machine: Mindbug) -> None:
    for head in ("play", "attack", "defeated"):
        machine.triggered[head] = {
            number: abilities
            for number, abilities in machine.triggered[head].items()
            if not machine.definitions[number].keywords
        }


@AS_IF(
    "the active player applied every effect, whoever controls the creature", "mb.trigger.controller"
)
@do.around(triggers.trigger)
def active_player_applies(trigger: Any, state: State) -> None:
    trigger(seat=state.registers[ACTIVE])


@AS_IF("a creature that an effect puts into play had no Play effect", "mb.trigger.play-any-way")
@do.instead(play, "trigger")
def not_from_the_pile(
    machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
) -> None:
    if not rest or rest[0] != play.PLAY_ANY_WAY:
        triggers.trigger(machine, state, head, card, seat, *rest)


@AS_IF("an Attack effect happened when the creature blocks, too", "mb.trigger.attack")
@do.after(combat.take_block)
def on_block_too(machine: Mindbug, state: State, frame: Frame) -> None:
    if frame[table.BLOCKER] >= 0:
        trigger = triggers.trigger
        trigger(machine, state, "attack", frame[table.BLOCKER], 1 - frame[table.ATTACKING_SIDE])


@AS_IF("Attack effects happened after the block", "mb.trigger.attack-before-block")
def after_block(change: Changes) -> None:
    trigger = triggers.trigger

    @change.instead(combat, "trigger")
    def trigger_later() -> None:
        return

    @change.after(combat.take_block)
    def block_and_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
        trigger(machine, state, "attack", frame[table.ATTACKER], frame[table.ATTACKING_SIDE])

    @change.around(combat.take_hunt)
    def hunt_and_trigger(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        hunting = state.answer[0] == "hunt"
        take_hunt()
        if hunting:
            trigger(machine, state, "attack", frame[table.ATTACKER], frame[table.ATTACKING_SIDE])


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


@AS_IF(
    "a Defeated effect happened when somebody takes control of the creature",
    "mb.trigger.not-on-control",
)
@do.around(terms.take_control)
def defeated_on_control(take_control: Any, machine: Mindbug, state: State, card: int) -> Any:
    old = state.where[card] - PLAY
    changed = take_control()
    if changed:
        triggers.trigger(machine, state, "defeated", card, old)
    return changed


@AS_IF("a Defeated effect happened when the creature returns to a hand", "mb.trigger.not-on-return")
@do.after(draw.take_into_hand)
def defeated_on_return(machine: Mindbug, state: State, card: int, seat: int, kind: str) -> None:
    if kind == "return":
        triggers.trigger(machine, state, "defeated", card, seat)


@AS_IF("a Defeated effect happened when the card is discarded", "mb.trigger.not-on-discard")
@do.around(discard.discard)
def defeated_on_discard(
    discard: Any, machine: Mindbug, state: State, cards: Iterable[int], seat: int
) -> None:
    gone = list(cards)
    discard(cards=gone)
    for card in gone:
        triggers.trigger(machine, state, "defeated", card, seat)


@AS_IF("a Defeated effect happened when TOUGH saves the creature", "mb.trigger.not-on-exhaust")
@do.after(defeat._carry_out)
def defeated_on_exhaust(machine: Mindbug, state: State, replaced: Any) -> None:
    for card, _ in replaced:
        triggers.trigger(machine, state, "defeated", card, state.where[card] - PLAY)


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
        frame[1] = 0


@AS_IF(
    "a waiting effect belonged to whoever controls its source by then", "mb.trigger.last-controller"
)
@do.before(waiting.begin)
def new_controller_resolves(state: State) -> None:
    verb, card, number, seat = state.answer
    if PLAY <= state.where[card] <= PLAY + 1:
        now = state.where[card] - PLAY
        index = next(i for i, w in enumerate(state.waiting) if w[:3] == (number, card, seat))
        entry = state.waiting[index]
        state.waiting[index] = (number, card, now, *entry[3:])
        state.answer = verb, card, number, now


@AS_IF(
    "the power of a creature that has left were its printed power",
    "mb.trigger.last-controller",
    "mb.card.power",
)
@do.instead(NUMBERS, "power-of-this")
def printed_power_after_leaving() -> Number:
    return lambda machine, state, frame: machine.power[state.cards[frame[SOURCE]]]
