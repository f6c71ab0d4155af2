"""More misreadings of keywords: TOUGH."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.keywords import AS_IF
from conformance.mutants.tokyo.keywords_wound import answering_unharmed, used_tough
from oracle.kernel.state import Frame, State
from oracle.tokyo import damage, defending, moments, roll, uses, waiting
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.damage import (
    AMOUNTS,
    ASKED,
    CLAWS,
    HIT,
    LOST,
    SEATS,
    pending_loss,
)
from oracle.tokyo.defending import APPLIED, FOR, WHO
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Context, Entry
from oracle.tokyo.table import CLAW, YOU
from oracle.tokyo.waiting import Waiting, come
from rules_dsl.definitions import Call


@AS_IF("tough-halves", "TOUGH took half of the damage away", "kt.keyword.tough")
def tough_halves(change: Changes) -> None:
    prevent = EFFECTS["prevent"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        def halve(machine: Tokyo, state: State, frame: Frame) -> None:
            loss = pending_loss(state, frame[YOU])
            damage.reduce_damage(state, frame[YOU], loss // 2)

        return [halve] if linker.head == "would-be-wounded" else prevent(linker, call)

    change.put(EFFECTS, "prevent", bind)


@AS_IF("tough-all-turn", "TOUGH saved its owner for the rest of the turn", "kt.keyword.tough")
def tough_all_turn(change: Changes) -> None:
    start, defend = moments.start, damage.defend

    def start_and_note(
        machine: Tokyo, state: State, entry: Entry, seat: int, context: Context
    ) -> None:
        if machine.abilities[entry[1]].keyword == "tough":
            moments.note_used(state, -1 - seat, 0)
        start(machine, state, entry, seat, context)

    def defend_less(machine: Tokyo, state: State, frame: Frame) -> None:
        place = frame[damage.NEXT]
        if place < len(frame[SEATS]) and frame[HIT][place]:
            seat = frame[SEATS][place]
            if moments.was_used(state, -1 - seat, 0):
                damage.reduce_damage(state, seat, frame[AMOUNTS][place])
        defend(machine, state, frame)

    change.swap(start, start_and_note)
    change.swap(defend, defend_less)


def lost_by_the_tough(machine: Tokyo, state: State, frame: Frame) -> tuple[int, ...]:
    """What monsters lost, as if those that TOUGH saved had lost a heart."""
    return tuple(
        lost or int(bool(hit) and used_tough(machine, state, seat))
        for seat, lost, hit in zip(frame[SEATS], frame[LOST], frame[HIT], strict=True)
    )


@AS_IF("tough-yields", "a monster saved by TOUGH could yield", "kt.keyword.tough-no-wound")
def tough_yields(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_the_tough(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[ASKED]:
            frame[LOST] = lost_by_the_tough(machine, state, frame)
        ask_to_yield(machine, state, frame)

    change.swap(ask_to_yield, ask_the_tough)


@AS_IF(
    "tough-but-wounded",
    "effects of a wound happened to a monster saved by TOUGH",
    "kt.keyword.tough-no-wound",
)
def tough_but_wounded(change: Changes) -> None:
    what_waits = damage.what_waits

    def wait_as_wounded(machine: Tokyo, state: State, frame: Frame) -> tuple[Waiting, ...]:
        lost = frame[LOST]
        frame[LOST] = lost_by_the_tough(machine, state, frame)
        found = what_waits(machine, state, frame)
        frame[LOST] = lost
        return found

    change.swap(what_waits, wait_as_wounded)


@AS_IF(
    "tough-text-after-yielding",
    "the text of a TOUGH card came after the decisions about yielding",
    "kt.keyword.tough-more",
)
def tough_text_after_yielding(change: Changes) -> None:
    texts_in_use, ask_to_yield = waiting.texts_in_use, damage.ask_to_yield

    def none_yet(machine: Tokyo, state: State, seats: tuple[int, ...]) -> tuple[Waiting, ...]:
        return ()

    def ask_and_follow(machine: Tokyo, state: State, frame: Frame) -> None:
        ask_to_yield(machine, state, frame)
        if frame[1] == damage.DONE_STEP.at and frame[CLAWS]:
            come(machine, state, texts_in_use(machine, state, frame[SEATS]))

    change.swap(texts_in_use, none_yet)
    change.swap(ask_to_yield, ask_and_follow)


@AS_IF(
    "tough-text-counts-claws",
    "the text of a TOUGH card counted all claws",
    "kt.keyword.tough-more",
)
def tough_text_counts_claws(change: Changes) -> None:
    begin_use = uses.begin_use

    def begin_with_claws(
        machine: Tokyo, state: State, number: int, card: int, seat: int, loss: int
    ) -> None:
        claws = roll.symbols(state, CLAW) if loss else 0
        begin_use(machine, state, number, card, seat, max(loss, claws))

    change.swap(begin_use, begin_with_claws)


@AS_IF(
    "tough-text-spares-the-last",
    "the text of a TOUGH card left its owner the last heart",
    "kt.keyword.tough-more",
)
def tough_text_spares_the_last(change: Changes) -> None:
    lose_hearts = EFFECTS["lose-hearts"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        def spare(machine: Tokyo, state: State, frame: Frame) -> None:
            dealt = state.stack[-1]
            if dealt[0] == damage.DAMAGE:
                every = zip(dealt[SEATS], dealt[AMOUNTS], strict=True)
                dealt[AMOUNTS] = tuple(min(n, state.counters[seat] - 1) for seat, n in every)

        *before, act = lose_hearts(linker, call)

        def act_and_spare(machine: Tokyo, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            spare(machine, state, frame)

        return [*before, act_and_spare if linker.head == "used" else act]

    change.put(EFFECTS, "lose-hearts", bind)


@AS_IF(
    "tough-text-pays-once",
    "a payment that a TOUGH card allows repeatedly could be made once",
    "kt.keyword.tough-more",
)
def tough_text_pays_once(change: Changes) -> None:
    repeatedly = EFFECTS["repeatedly"]

    def once(linker: Linker, call: Call) -> list[Any]:
        return linker.body(call["body"]) if linker.head == "used" else repeatedly(linker, call)

    change.put(EFFECTS, "repeatedly", once)


@AS_IF(
    "tough-and-still-poisonous",
    "POISONOUS worked for an owner that TOUGH saves",
    "kt.keyword.tough-and-poisonous",
)
def tough_and_still_poisonous(change: Changes) -> None:
    answering_unharmed(change, used_tough)


@AS_IF(
    "more-after-tough",
    "a monster could activate more after TOUGH",
    "kt.keyword.tough-and-poisonous",
)
def more_after_tough(change: Changes) -> None:
    offer_defence = defending.offer_defence

    def offer_more(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[WHO]
        found = [
            entry
            for entry in moments.at(machine, state, "would-be-wounded", seat)
            if entry not in frame[APPLIED]
        ]
        if found and frame[APPLIED] and frame[FOR] and not pending_loss(state, seat):
            moments.offer_use(state, seat, found, (), "defend")
        else:
            offer_defence(machine, state, frame)

    change.swap(offer_defence, offer_more)
