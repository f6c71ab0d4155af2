"""More misreadings of keywords: wounds, POISONOUS and TOUGH."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import reworded
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, State
from oracle.tokyo import atoms, damage, elimination, moments, roll, uses, waiting
from oracle.tokyo.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.tokyo.damage import (
    AMOUNTS,
    ANSWERS,
    APPLIED,
    ASKED,
    BY,
    CLAWS,
    FOR,
    HIT,
    JOINED,
    LATER,
    LOST,
    SEATS,
    WHO,
    damage_frame,
    pending_loss,
)
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import InUse, Tokyo
from oracle.tokyo.moments import Context, Entry
from oracle.tokyo.table import ACTIVE, ACTOR, CLAW, DONE, SOURCE, YOU
from oracle.tokyo.uses import FOR_WOUND, LOSS, in_use, kept_of
from oracle.tokyo.waiting import Waiting, come
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
    offer_defence = damage.offer_defence

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
    change.put(damage, "DEFENCES", damage.AGAINST_CLAWS)


@AS_IF(
    "before-other-defences",
    "POISONOUS and TOUGH had to come before other defences",
    "kt.keyword.wound-window",
)
def before_other_defences(change: Changes) -> None:
    offer_defence = damage.offer_defence

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
    is_doomed = damage.is_doomed

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


# --- TOUGH ---------------------------------------------------------------------------------------


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
        if frame[1] == damage.DONE_STEP and frame[CLAWS]:
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
    offer_defence = damage.offer_defence

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
