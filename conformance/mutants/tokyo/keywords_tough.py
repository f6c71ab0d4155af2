"""More misreadings of keywords: TOUGH."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.keywords import AS_IF
from conformance.mutants.tokyo.keywords_wound import answering_unharmed, used_tough
from oracle.kernel.state import Frame, State
from oracle.tokyo import damage, defending, losses, moments, roll, uses, waiting, yielding
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.damage import pending_loss
from oracle.tokyo.defending import APPLIED, FOR, WHO
from oracle.tokyo.linker import Linker
from oracle.tokyo.losses import AMOUNTS, ASKED, CLAWS, HIT, LOST, SEATS
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.table import CLAW, YOU
from oracle.tokyo.waiting import Waiting, come
from rules_dsl.definitions import Call


@AS_IF("TOUGH took half of the damage away", "kt.keyword.tough")
@do.around(EFFECTS, "prevent")
def tough_halves(prevent: Any, linker: Linker) -> Any:
    def halve(machine: Tokyo, state: State, frame: Frame) -> None:
        loss = pending_loss(state, frame[YOU])
        damage.reduce_damage(state, frame[YOU], loss // 2)

    return [halve] if linker.head == "would-be-wounded" else prevent()


@AS_IF("TOUGH saved its owner for the rest of the turn", "kt.keyword.tough")
def tough_all_turn(change: Changes) -> None:
    @change.before(moments.start)
    def start_and_note(machine: Tokyo, state: State, entry: Entry, seat: int) -> None:
        if machine.abilities[entry[1]].keyword == "tough":
            moments.note_used(state, -1 - seat, 0)

    @change.before(damage.defend)
    def defend_less(state: State, frame: Frame) -> None:
        place = frame[losses.NEXT]
        if place < len(frame[SEATS]) and frame[HIT][place]:
            seat = frame[SEATS][place]
            if moments.was_used(state, -1 - seat, 0):
                damage.reduce_damage(state, seat, frame[AMOUNTS][place])


def lost_by_the_tough(machine: Tokyo, state: State, frame: Frame) -> tuple[int, ...]:
    """What monsters lost, as if those that TOUGH saved had lost a heart."""
    return tuple(
        lost or int(bool(hit) and used_tough(machine, state, seat))
        for seat, lost, hit in zip(frame[SEATS], frame[LOST], frame[HIT], strict=True)
    )


@AS_IF("a monster saved by TOUGH could yield", "kt.keyword.tough-no-wound")
@do.before(yielding.ask_to_yield)
def tough_yields(machine: Tokyo, state: State, frame: Frame) -> None:
    if not frame[ASKED]:
        frame[LOST] = lost_by_the_tough(machine, state, frame)


@AS_IF("effects of a wound happened to a monster saved by TOUGH", "kt.keyword.tough-no-wound")
@do.around(damage.what_waits)
def tough_but_wounded(what_waits: Any, machine: Tokyo, state: State, frame: Frame) -> Any:
    lost = frame[LOST]
    frame[LOST] = lost_by_the_tough(machine, state, frame)
    found = what_waits()
    frame[LOST] = lost
    return found


@AS_IF("the text of a TOUGH card came after the decisions about yielding", "kt.keyword.tough-more")
def tough_text_after_yielding(change: Changes) -> None:
    texts_in_use = waiting.texts_in_use

    @change.instead(texts_in_use)
    def none_yet() -> tuple[Waiting, ...]:
        return ()

    @change.after(yielding.ask_to_yield)
    def ask_and_follow(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[1] == yielding.DONE_STEP and frame[CLAWS]:
            come(machine, state, texts_in_use(machine, state, frame[SEATS]))


@AS_IF("the text of a TOUGH card counted all claws", "kt.keyword.tough-more")
@do.around(uses.begin_use)
def tough_text_counts_claws(begin_use: Any, state: State, loss: int) -> None:
    claws = roll.symbols(state, CLAW) if loss else 0
    begin_use(loss=max(loss, claws))


@AS_IF("the text of a TOUGH card left its owner the last heart", "kt.keyword.tough-more")
@do.around(EFFECTS, "lose-hearts")
def tough_text_spares_the_last(lose_hearts: Any, linker: Linker) -> Any:
    def spare(machine: Tokyo, state: State, frame: Frame) -> None:
        dealt = state.stack[-1]
        if dealt[0] == damage.DAMAGE:
            every = zip(dealt[SEATS], dealt[AMOUNTS], strict=True)
            dealt[AMOUNTS] = tuple(min(n, state.counters[seat] - 1) for seat, n in every)

    *before, act = lose_hearts()

    def act_and_spare(machine: Tokyo, state: State, frame: Frame) -> None:
        act(machine, state, frame)
        spare(machine, state, frame)

    return [*before, act_and_spare if linker.head == "used" else act]


@AS_IF("a payment that a TOUGH card allows repeatedly could be made once", "kt.keyword.tough-more")
@do.around(EFFECTS, "repeatedly")
def tough_text_pays_once(repeatedly: Any, linker: Linker, call: Call) -> Any:
    return linker.body(call["body"]) if linker.head == "used" else repeatedly()


AS_IF("POISONOUS worked for an owner that TOUGH saves", "kt.keyword.tough-and-poisonous").so(
    "tough-and-still-poisonous", answering_unharmed(used_tough)
)


@AS_IF("a monster could activate more after TOUGH", "kt.keyword.tough-and-poisonous")
@do.around(defending.offer_defence)
def more_after_tough(offer_defence: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[WHO]
    found = [
        entry
        for entry in moments.at(machine, state, "would-be-wounded", seat)
        if entry not in frame[APPLIED]
    ]
    if found and frame[APPLIED] and frame[FOR] and not pending_loss(state, seat):
        moments.offer_use(state, seat, found, (), "defend")
    else:
        offer_defence()
