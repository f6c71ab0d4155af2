"""More misreadings of keywords: wounds and POISONOUS."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import reworded
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, defending, doom, elimination, moments
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.damage import (
    AMOUNTS,
    ANSWERS,
    BY,
    HIT,
    JOINED,
    LATER,
    SEATS,
    damage_frame,
    pending_loss,
)
from oracle.tokyo.defending import APPLIED, FOR
from oracle.tokyo.linker import Linker
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


def sizing(change: Changes, size: Callable[[Tokyo, State, Frame, int], int]) -> None:
    """Let a wound be of another size: by (machine, state, frame of the effect, its size)."""
    changed = NUMBERS["changed"]

    def bind(linker: Linker, call: Call) -> Number:
        real = changed(linker, call)
        if linker.head != "wounded" or call != HEARTS_LOST:
            return real
        return lambda machine, state, frame, whose: size(
            machine, state, frame, real(machine, state, frame, whose)
        )

    change.put(NUMBERS, "changed", bind)


@AS_IF(
    "wound-before-defence",
    "the size of a wound were the damage before what follows in the defence",
    "kt.keyword.wounded",
)
def wound_before_defence(change: Changes) -> None:
    def as_it_was(machine: Tokyo, state: State, frame: Frame, size: int) -> int:
        kept = kept_of(state, frame[SOURCE])
        return size if kept is None else kept[LOSS]

    sizing(change, as_it_was)


@AS_IF(
    "wound-in-turns-only",
    "a borrowed resolve phase wounded nobody",
    "kt.keyword.wounded",
)
def wound_in_turns_only(change: Changes) -> None:
    offer_defence = defending.offer_defence

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.registers[ACTOR] != state.registers[ACTIVE]:
            frame[FOR] = 0
        offer_defence(machine, state, frame)

    change.swap(offer_defence, offer)


@AS_IF(
    "against-every-loss",
    "POISONOUS and TOUGH could be activated against any loss of hearts",
    "kt.keyword.wound-window",
)
def against_every_loss(change: Changes) -> None:
    change.put(defending, "DEFENCES", damage.AGAINST_CLAWS)


@AS_IF(
    "before-other-defences",
    "POISONOUS and TOUGH had to come before other defences",
    "kt.keyword.wound-window",
)
def before_other_defences(change: Changes) -> None:
    offer_defence = defending.offer_defence

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[APPLIED]:
            frame[FOR] = 0
        offer_defence(machine, state, frame)

    change.swap(offer_defence, offer)


@AS_IF("roller-is-attacker", "the roller were the attacker always", "kt.keyword.attacker")
def roller_is_attacker(change: Changes) -> None:
    answer = damage.answer

    def answer_the_roller(machine: Tokyo, state: State, frame: Frame) -> None:
        by = frame[BY]
        frame[BY] = state.registers[ACTIVE]
        answer(machine, state, frame)
        frame[BY] = by

    change.swap(answer, answer_the_roller)


# --- POISONOUS -----------------------------------------------------------------------------------


@AS_IF("poisonous-one-heart", "POISONOUS cost the attacker 1 heart", "kt.keyword.poisonous")
def poisonous_one_heart(change: Changes) -> None:
    sizing(change, lambda machine, state, frame, size: min(size, 1))


@AS_IF(
    "poisonous-unharmed",
    "POISONOUS worked for an owner that other cards save from every heart",
    "kt.keyword.poisonous",
)
def poisonous_unharmed(change: Changes) -> None:
    answering_unharmed(change, lambda machine, state, seat: not used_tough(machine, state, seat))


def answering_unharmed(change: Changes, does: Callable[[Tokyo, State, int], bool]) -> None:
    """Let POISONOUS answer for some that lose no heart: by (machine, state, seat)."""
    answer = damage.answer

    def answer_all(machine: Tokyo, state: State, frame: Frame) -> None:
        answer(machine, state, frame)
        for seat, amount, hit in zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True):
            if hit and not amount and does(machine, state, seat):
                for card, use in in_use(machine, state, seat):
                    kept = kept_of(state, card)
                    if is_poisonous(use) and kept is not None:
                        found = [(card, number) for number in use.triggered["wounded"]]
                        moments.begin_moment(state, seat, (frame[BY], kept[LOSS]), found)

    hold_off = damage.hold_off

    def hold_off_less(machine: Tokyo, state: State, frame: Frame) -> None:
        before = frame[AMOUNTS]
        hold_off(machine, state, frame)
        frame[AMOUNTS] = tuple(
            old if place >= frame[damage.NEXT] and does(machine, state, doer[0]) else new
            for place, (old, new, doer) in enumerate(
                zip(before, frame[AMOUNTS], frame[damage.DOERS], strict=True)
            )
        )

    change.swap(answer, answer_all)
    change.swap(hold_off, hold_off_less)


@AS_IF(
    "poisonous-gives-tokens",
    "POISONOUS gave the attacker poison tokens",
    "kt.keyword.poisonous",
)
def poisonous_gives_tokens(change: Changes) -> None:
    def give(machine: Tokyo, state: State, frame: Frame) -> None:
        for _, cause, losses in frame[ANSWERS]:
            for seat, amount in losses:
                atoms.give_token(machine, state, seat, "poison", amount, cause, ())
        frame[ANSWERS] = ()

    change.swap(damage.deal_answers, give)


@AS_IF(
    "poisonous-is-answered",
    "the loss by POISONOUS could be answered with POISONOUS and TOUGH",
    "kt.keyword.poisonous-no-wound",
)
def poisonous_is_answered(change: Changes) -> None:
    defend = damage.defend

    def defend_as_wounded(machine: Tokyo, state: State, frame: Frame) -> None:
        hit = frame[HIT]
        if frame[JOINED]:
            frame[HIT] = tuple(1 for _ in hit)
        defend(machine, state, frame)
        frame[HIT] = hit

    change.swap(defend, defend_as_wounded)


@AS_IF(
    "poisonous-drives-out",
    "an attacker in Tokyo could yield because of POISONOUS",
    "kt.keyword.poisonous-no-wound",
)
def poisonous_drives_out(change: Changes) -> None:
    lose = damage.lose

    def lose_as_wounded(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[JOINED]:
            frame[HIT] = tuple(1 for _ in frame[HIT])
        lose(machine, state, frame)

    change.swap(lose, lose_as_wounded)


@AS_IF(
    "poisonous-dies-with-its-owner",
    "POISONOUS did not work if the wound takes its owner's last heart",
    "kt.keyword.poisonous-lethal",
)
def poisonous_dies(change: Changes) -> None:
    answer = damage.answer

    def answer_if_alive(machine: Tokyo, state: State, frame: Frame) -> None:
        hit = frame[HIT]
        frame[HIT] = tuple(
            int(bool(each) and amount < state.counters[seat])
            for each, seat, amount in zip(hit, frame[SEATS], frame[AMOUNTS], strict=True)
        )
        answer(machine, state, frame)
        frame[HIT] = hit

    change.swap(answer, answer_if_alive)


@AS_IF(
    "poisonous-afterwards",
    "the attacker lost its hearts after those it hit",
    "kt.keyword.poisonous-lethal",
)
def poisonous_afterwards(change: Changes) -> None:
    follow = damage.follow

    def wait(machine: Tokyo, state: State, frame: Frame) -> None:
        pass

    def follow_and_deal(machine: Tokyo, state: State, frame: Frame) -> None:
        follow(machine, state, frame)
        for you, cause, losses in frame[ANSWERS]:
            damage.deal(state, you, cause, dict(losses))
        frame[ANSWERS] = ()

    change.swap(damage.deal_answers, wait)
    change.swap(follow, follow_and_deal)


@AS_IF(
    "poisonous-in-one",
    "several POISONOUS were one damage to defend against",
    "kt.keyword.poisonous-lethal",
)
def poisonous_in_one(change: Changes) -> None:
    deal_answers = damage.deal_answers

    def deal_together(machine: Tokyo, state: State, frame: Frame) -> None:
        if len(frame[ANSWERS]) > 1:
            whole: dict[int, int] = {}
            for _, _, losses in frame[ANSWERS]:
                for seat, amount in losses:
                    whole[seat] = whole.get(seat, 0) + amount
            you, cause, _ = frame[ANSWERS][0]
            frame[ANSWERS] = ((you, cause, tuple(whole.items())),)
        deal_answers(machine, state, frame)

    change.swap(deal_answers, deal_together)


def taking(change: Changes, bind: Callable[[Any, Linker, Call], list[Any]]) -> None:
    """Let stars and energy be taken otherwise in answer to a wound: by (the real way, …)."""

    def put(word: str) -> None:
        real = EFFECTS[word]

        def take(linker: Linker, call: Call) -> list[Any]:
            return bind(real, linker, call) if linker.head == "wounded" else real(linker, call)

        change.put(EFFECTS, word, take)

    put("lose-stars")
    put("lose-energy")


@AS_IF(
    "poisonous-takes-one",
    "1 star or energy were taken for the whole wound",
    "kt.keyword.poisonous-more",
)
def poisonous_takes_one(change: Changes) -> None:
    taking(change, lambda real, linker, call: real(linker, reworded(call, count=None)))


@AS_IF(
    "poisonous-steals",
    "stars and energy that POISONOUS takes were its owner's",
    "kt.keyword.poisonous-more",
)
def poisonous_steals(change: Changes) -> None:
    def bind(real: Any, linker: Linker, call: Call) -> list[Any]:
        gain = atoms.gain_stars if call.word == "lose-stars" else atoms.get_energy

        def keep_them(machine: Tokyo, state: State, frame: Frame) -> None:
            gain(machine, state, frame[YOU], frame[DONE], frame[SOURCE], ())

        return [*real(linker, call), keep_them]

    taking(change, bind)


def doomed(change: Changes, holds: Callable[[State, int], bool]) -> None:
    """Let the loss be doubled for others: by (state, seat)."""

    def bind(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: holds(state, you)

    change.put(CONDITIONS, "is-doomed", bind)


@AS_IF(
    "always-doubled",
    "the loss were doubled for an owner that lives on",
    "kt.keyword.poisonous-doubled",
)
def always_doubled(change: Changes) -> None:
    doomed(change, lambda state, seat: True)


@AS_IF(
    "doubled-when-saved",
    "the loss were doubled for an owner whom a card saves",
    "kt.keyword.poisonous-doubled",
)
def doubled_when_saved(change: Changes) -> None:
    doomed(change, lambda state, seat: pending_loss(state, seat) >= state.counters[seat])


@AS_IF(
    "rescue-in-hand-counts",
    "the loss were single for an owner who could save itself and does not",
    "kt.keyword.poisonous-doubled",
)
def rescue_in_hand_counts(change: Changes) -> None:
    is_doomed = doom.is_doomed

    def doomed_without_hand(machine: Tokyo, state: State, seat: int) -> bool:
        return is_doomed(machine, state, seat) and not moments.at(machine, state, "heartless", seat)

    change.swap(is_doomed, doomed_without_hand)


@AS_IF(
    "rescue-asked-again",
    "an owner were not held to what it said about a rescue before the loss",
    "kt.keyword.poisonous-doubled",
)
def rescue_asked_again(change: Changes) -> None:
    rescue = elimination.rescue

    def rescue_anew(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[elimination.VOWS] = ()
        rescue(machine, state, frame)

    change.swap(rescue, rescue_anew)


@AS_IF(
    "doubled-if-hearts-are-exact",
    "the loss were doubled only if the wound is exactly as large as its owner's hearts",
    "kt.keyword.poisonous-doubled",
)
def doubled_if_exact(change: Changes) -> None:
    doomed(change, lambda state, seat: pending_loss(state, seat) == state.counters[seat])


@AS_IF(
    "single-on-top",
    "where the doubled loss comes on top, as much again came on top",
    "kt.keyword.poisonous-doubled",
)
def single_on_top(change: Changes) -> None:
    add_to_answer = damage.add_to_answer

    def add_single(
        machine: Tokyo, state: State, you: int, cause: int, seat: int, amount: int
    ) -> None:
        add_to_answer(machine, state, you, cause, seat, amount)
        if machine.doubled_on_top:
            frame = damage_frame(state)
            frame[LATER] = (*frame[LATER][:-1], (you, cause, seat, amount))

    change.swap(add_to_answer, add_single)
