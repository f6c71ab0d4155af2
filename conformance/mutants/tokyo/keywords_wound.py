"""More misreadings of keywords: wounds, POISONOUS and TOUGH."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.consumable import reworded
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    damage,
    defending,
    elimination,
    energy,
    keywords,
    moments,
    roll,
    stars,
    tokens,
    uses,
    waiting,
    yielding,
)
from oracle.tokyo import losses as losses_of_tokyo
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.damage import damage_frame, pending_loss
from oracle.tokyo.defending import APPLIED, FOR, WHO
from oracle.tokyo.linker import Linker
from oracle.tokyo.losses import AMOUNTS, ANSWERS, ASKED, BY, CLAWS, HIT, JOINED, LATER, LOST, SEATS
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.table import ACTIVE, ACTOR, CLAW, DONE, SOURCE, YOU
from oracle.tokyo.uses import FOR_WOUND, LOSS, in_use, kept_of
from oracle.tokyo.waiting import come
from rules_dsl.definitions import Call

HEARTS_LOST = Call("changed", (("change", "hearts-lost"),))


def is_poisonous(use: InUse) -> bool:
    """Whether what is in use answers a wound."""
    return "wounded" in use.triggered


def used_tough(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster uses something against the wound that does not answer it."""
    used = [use for _, use in in_use(machine, state, seat) if use.lasts == FOR_WOUND]
    return any(not is_poisonous(use) for use in used)


# --- wounds --------------------------------------------------------------------------------------
@own.result(NUMBERS, "changed")
def sizing(size: Any, real: Number, linker: Linker, call: Call) -> Number:
    """Let a wound be of another size: by (machine, state, frame of the effect, its size)."""
    if linker.head != "wounded" or call != HEARTS_LOST:
        return real
    return lambda machine, state, frame, whose: size(
        machine, state, frame, real(machine, state, frame, whose)
    )


@AS_IF(
    "the size of a wound were the damage before what follows in the defence", "kt.keyword.wounded"
)
@sizing
def wound_before_defence(machine: Tokyo, state: State, frame: Frame, size: int) -> int:
    kept = kept_of(state, frame[SOURCE])
    return size if kept is None else kept[LOSS]


@AS_IF("a borrowed resolve phase wounded nobody", "kt.keyword.wounded")
@do.before(defending.offer_defence)
def wound_in_turns_only(state: State, frame: Frame) -> None:
    if state.registers[ACTOR] != state.registers[ACTIVE]:
        frame[FOR] = 0


AS_IF(
    "POISONOUS and TOUGH could be activated against any loss of hearts", "kt.keyword.wound-window"
).so("against-every-loss", do.put(defending, "DEFENCES", damage.AGAINST_CLAWS))


@AS_IF("POISONOUS and TOUGH had to come before other defences", "kt.keyword.wound-window")
@do.before(defending.offer_defence)
def before_other_defences(frame: Frame) -> None:
    if frame[APPLIED]:
        frame[FOR] = 0


@AS_IF("the roller were the attacker always", "kt.keyword.attacker")
@do.around(damage.answer)
def roller_is_attacker(answer: Any, state: State, frame: Frame) -> None:
    by, frame[BY] = frame[BY], state.registers[ACTIVE]
    answer()
    frame[BY] = by


# --- POISONOUS -----------------------------------------------------------------------------------
@do.verb
def answering_unharmed(change: Changes, does: Any) -> None:
    """Let POISONOUS answer for some that lose no heart: by (machine, state, seat)."""

    @change.after(damage.answer)
    def answer_all(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat, amount, hit in zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True):
            if hit and not amount and does(machine, state, seat):
                for card, use in in_use(machine, state, seat):
                    kept = kept_of(state, card)
                    if is_poisonous(use) and kept is not None:
                        found = [(card, number) for number in use.triggered["wounded"]]
                        moments.begin_moment(state, seat, (frame[BY], kept[LOSS]), found)

    @change.around(damage.hold_off)
    def hold_off_less(hold_off: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        before = frame[AMOUNTS]
        hold_off()
        frame[AMOUNTS] = tuple(
            old if place >= frame[losses_of_tokyo.NEXT] and does(machine, state, doer[0]) else new
            for place, (old, new, doer) in enumerate(
                zip(before, frame[AMOUNTS], frame[losses_of_tokyo.DOERS], strict=True)
            )
        )


@AS_IF("POISONOUS gave the attacker poison tokens", "kt.keyword.poisonous")
@do.instead(damage.deal_answers)
def poisonous_gives_tokens(machine: Tokyo, state: State, frame: Frame) -> None:
    for _, cause, losses in frame[ANSWERS]:
        for seat, amount in losses:
            tokens.give_token(machine, state, seat, "poison", amount, cause, ())
    frame[ANSWERS] = ()


@AS_IF(
    "the loss by POISONOUS could be answered with POISONOUS and TOUGH",
    "kt.keyword.poisonous-no-wound",
)
@do.around(damage.defend)
def poisonous_is_answered(defend: Any, frame: Frame) -> None:
    hit = frame[HIT]
    if frame[JOINED]:
        frame[HIT] = tuple(1 for _ in hit)
    defend()
    frame[HIT] = hit


@AS_IF("an attacker in Tokyo could yield because of POISONOUS", "kt.keyword.poisonous-no-wound")
@do.before(damage.lose)
def poisonous_drives_out(frame: Frame) -> None:
    if frame[JOINED]:
        frame[HIT] = tuple(1 for _ in frame[HIT])


@AS_IF(
    "POISONOUS did not work if the wound takes its owner's last heart",
    "kt.keyword.poisonous-lethal",
)
@do.around(damage.answer)
def poisonous_dies_with_its_owner(answer: Any, state: State, frame: Frame) -> None:
    hit = frame[HIT]
    frame[HIT] = tuple(
        int(bool(each) and amount < state.counters[seat])
        for each, seat, amount in zip(hit, frame[SEATS], frame[AMOUNTS], strict=True)
    )
    answer()
    frame[HIT] = hit


@AS_IF("the attacker lost its hearts after those it hit", "kt.keyword.poisonous-lethal")
@own.also(do.never(damage.deal_answers))
@do.after(damage.follow)
def poisonous_afterwards(state: State, frame: Frame) -> None:
    for you, cause, losses in frame[ANSWERS]:
        damage.deal(state, you, cause, dict(losses))
    frame[ANSWERS] = ()


@AS_IF("several POISONOUS were one damage to defend against", "kt.keyword.poisonous-lethal")
@do.before(damage.deal_answers)
def poisonous_in_one(frame: Frame) -> None:
    if len(frame[ANSWERS]) > 1:
        whole: dict[int, int] = {}
        for _, _, losses in frame[ANSWERS]:
            for seat, amount in losses:
                whole[seat] = whole.get(seat, 0) + amount
        you, cause, _ = frame[ANSWERS][0]
        frame[ANSWERS] = ((you, cause, tuple(whole.items())),)


@do.verb
def taking(change: Changes, bind: Any) -> None:
    """Let stars and energy be taken otherwise in answer to a wound: by (the real way, the text)."""
    for word in ("lose-stars", "lose-energy"):
        change.around(EFFECTS, word)(
            lambda real, linker, call: bind(real, call) if linker.head == "wounded" else real()
        )


@AS_IF("stars and energy that POISONOUS takes were its owner's", "kt.keyword.poisonous-more")
@taking
def poisonous_steals(real: Any, call: Call) -> list[Any]:
    gain = stars.gain_stars if call.word == "lose-stars" else energy.get_energy

    def keep_them(machine: Tokyo, state: State, frame: Frame) -> None:
        gain(machine, state, frame[YOU], frame[DONE], frame[SOURCE], ())

    return [*real(), keep_them]


@own.instead(CONDITIONS, "is-doomed")
def doomed(holds: Any) -> Condition:
    """Let the loss be doubled for others: by (state, seat)."""
    return lambda machine, state, source, you, context: holds(state, you)


@AS_IF(
    "the loss were single for an owner who could save itself and does not",
    "kt.keyword.poisonous-doubled",
)
@do.around(keywords.is_doomed)
def rescue_in_hand_counts(is_doomed: Any, machine: Tokyo, state: State, seat: int) -> Any:
    return is_doomed() and not moments.at(machine, state, "heartless", seat)


@AS_IF(
    "where the doubled loss comes on top, as much again came on top", "kt.keyword.poisonous-doubled"
)
@do.after(damage.add_to_answer)
def single_on_top(
    machine: Tokyo, state: State, you: int, cause: int, seat: int, amount: int
) -> None:
    if machine.doubled_on_top:
        frame = damage_frame(state)
        frame[LATER] = (*frame[LATER][:-1], (you, cause, seat, amount))


AS_IF("POISONOUS cost the attacker 1 heart", "kt.keyword.poisonous").so(
    "poisonous-one-heart", sizing(lambda machine, state, frame, size: min(size, 1))
)
AS_IF(
    "POISONOUS worked for an owner that other cards save from every heart", "kt.keyword.poisonous"
).so(
    "poisonous-unharmed",
    answering_unharmed(lambda machine, state, seat: not used_tough(machine, state, seat)),
)
AS_IF("1 star or energy were taken for the whole wound", "kt.keyword.poisonous-more").so(
    "poisonous-takes-one", taking(lambda real, call: real(call=reworded(call, count=None)))
)
AS_IF("the loss were doubled for an owner that lives on", "kt.keyword.poisonous-doubled").so(
    "always-doubled", doomed(lambda state, seat: True)
)
AS_IF("the loss were doubled for an owner whom a card saves", "kt.keyword.poisonous-doubled").so(
    "doubled-when-saved",
    doomed(lambda state, seat: pending_loss(state, seat) >= state.counters[seat]),
)
AS_IF(
    "an owner were not held to what it said about a rescue before the loss",
    "kt.keyword.poisonous-doubled",
).so(
    "rescue-asked-again",
    do.before(elimination.rescue)(lambda frame: setitem(frame, elimination.VOWS, ())),
)
AS_IF(
    "the loss were doubled only if the wound is exactly as large as its owner's hearts",
    "kt.keyword.poisonous-doubled",
).so(
    "doubled-if-hearts-are-exact",
    doomed(lambda state, seat: pending_loss(state, seat) == state.counters[seat]),
)


# --- TOUGH --------------------------------------------------------------------------------------
@AS_IF("TOUGH took half of the damage away", "kt.keyword.tough")
@do.around(EFFECTS, "prevent")
def tough_halves(prevent: Any, linker: Linker) -> Any:
    def halve(machine: Tokyo, state: State, frame: Frame) -> None:
        damage.reduce_damage(state, frame[YOU], pending_loss(state, frame[YOU]) // 2)

    return [halve] if linker.head == "would-be-wounded" else prevent()


@AS_IF("TOUGH saved its owner for the rest of the turn", "kt.keyword.tough")
def tough_all_turn(change: Changes) -> None:
    @change.before(moments.start)
    def start_and_note(machine: Tokyo, state: State, entry: Entry, seat: int) -> None:
        if machine.abilities[entry[1]].keyword == "tough":
            moments.note_used(state, -1 - seat, 0)

    @change.before(damage.defend)
    def defend_less(state: State, frame: Frame) -> None:
        place = frame[losses_of_tokyo.NEXT]
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

    change.instead(texts_in_use)(lambda: ())

    @change.after(yielding.ask_to_yield)
    def ask_and_follow(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[1] == yielding.DONE_STEP.at and frame[CLAWS]:
            come(machine, state, texts_in_use(machine, state, frame[SEATS]))


@AS_IF("the text of a TOUGH card counted all claws", "kt.keyword.tough-more")
@do.around(uses.begin_use)
def tough_text_counts_claws(begin_use: Any, state: State, loss: int) -> None:
    claws = roll.symbols(state, CLAW) if loss else 0
    begin_use(loss=max(loss, claws))


@AS_IF("the text of a TOUGH card left its owner the last heart", "kt.keyword.tough-more")
@own.last("lose-hearts", lambda linker, call: linker.head == "used")
def tough_text_spares_the_last(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    act()
    dealt = state.stack[-1]
    if dealt[0] == damage.DAMAGE:
        every = zip(dealt[SEATS], dealt[AMOUNTS], strict=True)
        dealt[AMOUNTS] = tuple(min(n, state.counters[seat] - 1) for seat, n in every)


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
