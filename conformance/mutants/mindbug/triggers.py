"""Misreadings of when effects trigger, and for whom they resolve."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.kernel import waiting
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, cards, combat, defeat, triggers
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, PLAY, SOURCE
from oracle.mindbug.words import NUMBERS, Number
from rules_dsl.definitions import Call

AS_IF = Topic("mindbug", "triggers")


@AS_IF(
    "not-beside-keywords",
    "a creature with keywords had no Play, Attack or Defeated effect",
    "mb.trigger.kinds",
)
def not_beside_keywords(change: Changes) -> None:
    def drop_effects(machine: Mindbug) -> None:
        for head in ("play", "attack", "defeated"):
            machine.triggered[head] = {
                number: abilities
                for number, abilities in machine.triggered[head].items()
                if not machine.definitions[number].keywords
            }

    change.relink(drop_effects)


@AS_IF(
    "active-player-applies",
    "the active player applied every effect, whoever controls the creature",
    "mb.trigger.controller",
)
def active_player_applies(change: Changes) -> None:
    trigger = triggers.trigger

    def trigger_for_the_active(
        machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
    ) -> None:
        trigger(machine, state, head, card, state.registers[ACTIVE], *rest)

    change.swap(trigger, trigger_for_the_active)


@AS_IF(
    "not-from-the-pile",
    "a creature that an effect puts into play had no Play effect",
    "mb.trigger.play-any-way",
)
def not_from_the_pile(change: Changes) -> None:
    trigger = triggers.trigger

    def trigger_otherwise(
        machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
    ) -> None:
        if not rest or rest[0] != cards.PLAY_ANY_WAY:
            trigger(machine, state, head, card, seat, *rest)

    change.put(atoms, "trigger", trigger_otherwise)


@AS_IF(
    "on-block-too", "an Attack effect happened when the creature blocks, too", "mb.trigger.attack"
)
def on_block_too(change: Changes) -> None:
    take_block = combat.take_block

    def take_block_and_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
        take_block(machine, state, frame)
        if frame[combat.BLOCKER] >= 0:
            trigger = triggers.trigger
            trigger(machine, state, "attack", frame[combat.BLOCKER], 1 - frame[combat.SEAT])

    change.swap(take_block, take_block_and_trigger)


@AS_IF(
    "after-block",
    "Attack effects happened after the block",
    "mb.trigger.attack-before-block",
)
def after_block(change: Changes) -> None:
    trigger, take_block, take_hunt = triggers.trigger, combat.take_block, combat.take_hunt

    def trigger_later(*given: Any) -> None:
        return

    def block_and_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
        take_block(machine, state, frame)
        trigger(machine, state, "attack", frame[combat.ATTACKER], frame[combat.SEAT])

    def hunt_and_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
        hunting = state.answer[0] == "hunt"
        take_hunt(machine, state, frame)
        if hunting:
            trigger(machine, state, "attack", frame[combat.ATTACKER], frame[combat.SEAT])

    change.put(combat, "trigger", trigger_later)
    change.swap(take_block, block_and_trigger)
    change.swap(take_hunt, hunt_and_trigger)


def burying(change: Changes, *, in_fights: bool) -> None:
    """Let Defeated effects trigger only in fights, or only outside of them."""
    bury = atoms.bury

    def bury_quietly(
        machine: Mindbug, state: State, found: Iterable[int], cause: int, rules: Rules
    ) -> None:
        before = len(state.waiting)
        bury(machine, state, found, cause, rules)
        if (cause < 0) != in_fights:
            del state.waiting[before:]

    change.swap(bury, bury_quietly)


@AS_IF(
    "defeated-only-in-fights",
    "a creature defeated by an effect had no Defeated effect",
    "mb.trigger.defeated-any-cause",
)
def defeated_only_in_fights(change: Changes) -> None:
    burying(change, in_fights=True)


@AS_IF(
    "defeated-only-by-effects",
    "a creature defeated in a fight had no Defeated effect",
    "mb.trigger.defeated",
)
def defeated_only_by_effects(change: Changes) -> None:
    burying(change, in_fights=False)


@AS_IF(
    "defeated-on-control",
    "a Defeated effect happened when somebody takes control of the creature",
    "mb.trigger.not-on-control",
)
def defeated_on_control(change: Changes) -> None:
    take_control = atoms.take_control

    def take_and_trigger(
        machine: Mindbug, state: State, card: int, seat: int, cause: int, *rest: Rules
    ) -> int:
        old = state.where[card] - PLAY
        changed = take_control(machine, state, card, seat, cause, *rest)
        if changed:
            triggers.trigger(machine, state, "defeated", card, old)
        return changed

    change.swap(take_control, take_and_trigger)


@AS_IF(
    "defeated-on-return",
    "a Defeated effect happened when the creature returns to a hand",
    "mb.trigger.not-on-return",
)
def defeated_on_return(change: Changes) -> None:
    take_into_hand = atoms.take_into_hand

    def take_and_trigger(
        machine: Mindbug, state: State, card: int, seat: int, kind: Any, *rest: Any
    ) -> None:
        take_into_hand(machine, state, card, seat, kind, *rest)
        if kind == "return":
            triggers.trigger(machine, state, "defeated", card, seat)

    change.swap(take_into_hand, take_and_trigger)


@AS_IF(
    "defeated-on-discard",
    "a Defeated effect happened when the card is discarded",
    "mb.trigger.not-on-discard",
)
def defeated_on_discard(change: Changes) -> None:
    discard = atoms.discard

    def discard_and_trigger(
        machine: Mindbug, state: State, found: Iterable[int], seat: int, cause: int
    ) -> None:
        gone = list(found)
        discard(machine, state, gone, seat, cause)
        for card in gone:
            triggers.trigger(machine, state, "defeated", card, seat)

    change.swap(discard, discard_and_trigger)


@AS_IF(
    "defeated-on-exhaust",
    "a Defeated effect happened when TOUGH saves the creature",
    "mb.trigger.not-on-exhaust",
)
def defeated_on_exhaust(change: Changes) -> None:
    carry_out = defeat._carry_out

    def carry_out_and_trigger(
        machine: Mindbug, state: State, plain: list[int], replaced: Any, *rest: Any
    ) -> None:
        carry_out(machine, state, plain, replaced, *rest)
        for card, _ in replaced:
            triggers.trigger(machine, state, "defeated", card, state.where[card] - PLAY)

    change.swap(carry_out, carry_out_and_trigger)


@AS_IF(
    "lost-with-the-source",
    "a waiting effect were lost when its source has left or changed sides",
    "mb.trigger.last-controller",
)
def lost_with_the_source(change: Changes) -> None:
    begin = waiting.begin

    def begin_if_still_there(machine: Mindbug, state: State, frame: Frame) -> None:
        _, card, number, seat = state.answer
        entry = next(w for w in state.waiting if w[:3] == (number, card, seat))
        if state.where[card] == entry[3]:
            begin(machine, state, frame)
        else:
            state.waiting.remove(entry)
            begin_again(frame)

    change.swap(begin, begin_if_still_there)


@AS_IF(
    "new-controller-resolves",
    "a waiting effect belonged to whoever controls its source by then",
    "mb.trigger.last-controller",
)
def new_controller_resolves(change: Changes) -> None:
    begin = waiting.begin

    def begin_for_the_new(machine: Mindbug, state: State, frame: Frame) -> None:
        verb, card, number, seat = state.answer
        if PLAY <= state.where[card] <= PLAY + 1:
            now = state.where[card] - PLAY
            index = next(i for i, w in enumerate(state.waiting) if w[:3] == (number, card, seat))
            entry = state.waiting[index]
            state.waiting[index] = (number, card, now, *entry[3:])
            state.answer = (verb, card, number, now)
        begin(machine, state, frame)

    change.swap(begin, begin_for_the_new)


@AS_IF(
    "printed-power-after-leaving",
    "the power of a creature that has left were its printed power",
    "mb.trigger.last-controller",
    "mb.card.power",
)
def printed_power_after_leaving(change: Changes) -> None:
    def bind_printed(linker: Linker, call: Call) -> Number:
        return lambda machine, state, frame: machine.power[state.cards[frame[SOURCE]]]

    change.put(NUMBERS, "power-of-this", bind_printed)
