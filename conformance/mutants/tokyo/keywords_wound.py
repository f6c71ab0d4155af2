"""More misreadings of keywords: wounds and POISONOUS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import reworded
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import damage, defending, elimination, energy, keywords, moments, stars, tokens
from oracle.tokyo import losses as losses_of_tokyo
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.damage import damage_frame, pending_loss
from oracle.tokyo.defending import APPLIED, FOR
from oracle.tokyo.linker import Linker
from oracle.tokyo.losses import AMOUNTS, ANSWERS, BY, HIT, JOINED, LATER, SEATS
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.table import ACTIVE, ACTOR, DONE, SOURCE, YOU
from oracle.tokyo.uses import FOR_WOUND, LOSS, in_use, kept_of
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


@do.verb
def sizing(change: Changes, size: Callable[[Tokyo, State, Frame, int], int]) -> None:
    """Let a wound be of another size: by (machine, state, frame of the effect, its size)."""

    @change.result(NUMBERS, "changed")
    def bind(real: Number, linker: Linker, call: Call) -> Number:
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
    by = frame[BY]
    frame[BY] = state.registers[ACTIVE]
    answer()
    frame[BY] = by


# --- POISONOUS -----------------------------------------------------------------------------------


AS_IF("POISONOUS cost the attacker 1 heart", "kt.keyword.poisonous").so(
    "poisonous-one-heart", sizing(lambda machine, state, frame, size: min(size, 1))
)


@do.verb
def answering_unharmed(change: Changes, does: Callable[[Tokyo, State, int], bool]) -> None:
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


AS_IF(
    "POISONOUS worked for an owner that other cards save from every heart", "kt.keyword.poisonous"
).so(
    "poisonous-unharmed",
    answering_unharmed(lambda machine, state, seat: not used_tough(machine, state, seat)),
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
def poisonous_afterwards(change: Changes) -> None:
    @change.instead(damage.deal_answers)
    def wait() -> None:
        pass

    @change.after(damage.follow)
    def follow_and_deal(state: State, frame: Frame) -> None:
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
def taking(change: Changes, bind: Callable[[Any, Linker, Call], list[Any]]) -> None:
    """Let stars and energy be taken otherwise in answer to a wound: by (the real way, …)."""

    def put(word: str) -> None:
        real = EFFECTS[word]

        def take(linker: Linker, call: Call) -> list[Any]:
            return bind(real, linker, call) if linker.head == "wounded" else real(linker, call)

        change.put(EFFECTS, word, take)

    put("lose-stars")
    put("lose-energy")


AS_IF("1 star or energy were taken for the whole wound", "kt.keyword.poisonous-more").so(
    "poisonous-takes-one",
    taking(lambda real, linker, call: real(linker, reworded(call, count=None))),
)


@AS_IF("stars and energy that POISONOUS takes were its owner's", "kt.keyword.poisonous-more")
@taking
def poisonous_steals(real: Any, linker: Linker, call: Call) -> list[Any]:
    gain = stars.gain_stars if call.word == "lose-stars" else energy.get_energy

    def keep_them(machine: Tokyo, state: State, frame: Frame) -> None:
        gain(machine, state, frame[YOU], frame[DONE], frame[SOURCE], ())

    return [*real(linker, call), keep_them]


@do.verb
def doomed(change: Changes, holds: Callable[[State, int], bool]) -> None:
    """Let the loss be doubled for others: by (state, seat)."""

    @change.instead(CONDITIONS, "is-doomed")
    def bind() -> Condition:
        return lambda machine, state, source, you, context: holds(state, you)


AS_IF("the loss were doubled for an owner that lives on", "kt.keyword.poisonous-doubled").so(
    "always-doubled", doomed(lambda state, seat: True)
)
AS_IF("the loss were doubled for an owner whom a card saves", "kt.keyword.poisonous-doubled").so(
    "doubled-when-saved",
    doomed(lambda state, seat: pending_loss(state, seat) >= state.counters[seat]),
)


@AS_IF(
    "the loss were single for an owner who could save itself and does not",
    "kt.keyword.poisonous-doubled",
)
@do.around(keywords.is_doomed)
def rescue_in_hand_counts(is_doomed: Any, machine: Tokyo, state: State, seat: int) -> Any:
    return is_doomed() and not moments.at(machine, state, "heartless", seat)


@AS_IF(
    "an owner were not held to what it said about a rescue before the loss",
    "kt.keyword.poisonous-doubled",
)
@do.before(elimination.rescue)
def rescue_asked_again(frame: Frame) -> None:
    frame[elimination.VOWS] = ()


AS_IF(
    "the loss were doubled only if the wound is exactly as large as its owner's hearts",
    "kt.keyword.poisonous-doubled",
).so(
    "doubled-if-hearts-are-exact",
    doomed(lambda state, seat: pending_loss(state, seat) == state.counters[seat]),
)


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
