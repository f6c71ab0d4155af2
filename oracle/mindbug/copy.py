"""Words that carry out other cards' effects, and further choices of those who play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import ACCEPT, DECLINE, only_if
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.kernel.trial import fence, is_trial, would_change
from oracle.kernel.waiting import effect_frame
from rules_dsl.definitions import Call

from .atoms import mark, move, unmark
from .discard import arriving, bury_deck, discard, put_there
from .draw import take_into_hand
from .effects import IMPOSSIBLE
from .permissions import told_by
from .play import play_by_effect
from .selection import bind_choice
from .table import ABILITY, DISCARD, DONE, HAND, NAMED, PLAY, PLAYED, SHOWN, SOURCE, YOU
from .triggers import may_not_activate
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

COPY = ("mb.copy.play-effect",)
RESOLVE = ("mb.copy.resolve-effect",)
GIVE = ("mb.copy.given", "mb.effect.chooser")
GIVEN = ("mb.copy.given",)
MODES = ("mb.copy.choose-one",)
NAME = ("mb.copy.name-keyword",)
PILE = ("mb.copy.pile-choice",)


# --- effects of other creatures ----------------------------------------------------------------


def carry_out(
    machine: Mindbug, state: State, frame: Frame, head: str, card: int, source: int, seat: int
) -> int:
    """Begin the effects of a card for a source and a player; returns how many there are."""
    rules = COPY if source == frame[SOURCE] and source != card else RESOLVE
    forbidden = may_not_activate(machine, state, head, seat)
    if forbidden is not None and not machine.copies_when_barred:
        barrier, rule = forbidden
        told = told_by(state, barrier, rule.rules + rules)
        state.log.append(("forbidden", told, barrier, card, rule.ability.number))
        return 0
    abilities = machine.triggered[head].get(state.cards[card], ())
    for number in reversed(abilities):
        linked = machine.abilities[number]
        state.log.append(("carry-out", rules, frame[SOURCE], number, seat))
        state.log.append(("resolve", linked.rules, source, number, seat))
        state.stack.append(effect_frame(linked, source, seat, None))
    return len(abilities)


@effect("copy-effect")
def _copy_effect(linker: Linker, call: Call) -> list[Step]:
    """The source itself does what the other creature's text says."""
    phrase, head = linker.phrase(call["creatures"]), str(call["trigger"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        frame[DONE] = sum(
            carry_out(machine, state, frame, head, card, source, you) for card in state.answer
        )

    return [*bind_choice(linker, phrase), act]


@effect("resolve-effect")
def _resolve_effect(linker: Linker, call: Call) -> list[Step]:
    """The other creature's effect happens once more, as its own."""
    phrase, head = linker.phrase(call["creatures"]), str(call["trigger"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = sum(
            carry_out(machine, state, frame, head, card, card, state.where[card] - PLAY)
            for card in state.answer
        )

    return [*bind_choice(linker, phrase), act]


# --- cards that are given, and whole piles -----------------------------------------------------


def _give(linker: Linker, call: Call) -> Step:
    who = linker.player(call["player"])

    def give(machine: Mindbug, state: State, frame: Frame) -> None:
        giver = who(machine, state, frame[SOURCE], frame[YOU])
        hand = sorted(state.zones[HAND + giver])
        frame[DONE] = 0
        state.answer = ()
        if hand:
            ask_to_choose(state, "choose", giver, hand, 1, 1, frame[SOURCE], GIVE)
        else:
            state.log.append(("impossible", IMPOSSIBLE, frame[SOURCE], frame[ABILITY]))

    return give


@effect("play-given")
def _play_given(linker: Linker, call: Call) -> list[Step]:
    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            play_by_effect(machine, state, card, frame[YOU], frame[SOURCE], GIVEN)
        frame[DONE] = len(state.answer)

    return [_give(linker, call), act]


@effect("play-or-keep-given")
def _play_or_keep_given(linker: Linker, call: Call) -> list[Any]:
    given = linker.slot()
    label = linker.label()

    def show(machine: Mindbug, state: State, frame: Frame) -> None:
        """The card lies open while its new owner decides."""
        if not state.answer:
            label.leave(frame)
            return
        (frame[given],) = state.answer
        frame[DONE] = 1
        move(state, frame[given], PLAYED)
        state.log.append(("give", GIVEN, frame[SOURCE], frame[given], frame[YOU]))

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        ask(state, "may", frame[YOU], [ACCEPT, DECLINE], frame[given], GIVE)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        card, you, source = frame[given], frame[YOU], frame[SOURCE]
        if state.answer == ACCEPT:
            play_by_effect(machine, state, card, you, source, GIVEN)
        else:
            take_into_hand(machine, state, card, you, "recover", source, GIVEN)

    return label.around([_give(linker, call)], [show, offer, act], [])


@effect("discard-everything")
def _discard_everything(linker: Linker, call: Call) -> list[Any]:
    """Hand and draw pile are one instruction; by option the hand is refilled in between."""
    seats = linker.players(call["player"])

    def discard_hands(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for seat in seats(machine, state, frame[SOURCE], frame[YOU]):
            hand = sorted(state.zones[HAND + seat])
            discard(machine, state, hand, seat, frame[SOURCE])
            frame[DONE] += len(hand)
        if not machine.refills_between_hand_and_deck:
            bury_decks(machine, state, frame)

    def bury_decks(machine: Mindbug, state: State, frame: Frame) -> None:
        for seat in seats(machine, state, frame[SOURCE], frame[YOU]):
            frame[DONE] += bury_deck(machine, state, seat, frame[SOURCE])
        if not frame[DONE]:
            state.log.append(("impossible", IMPOSSIBLE, frame[SOURCE], frame[ABILITY]))

    later = only_if(lambda machine, *_: machine.refills_between_hand_and_deck, [bury_decks])
    return [discard_hands, *later]


@effect("bury-deck")
def _bury_deck(linker: Linker, call: Call) -> list[Step]:
    seats = linker.players(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = sum(
            bury_deck(machine, state, seat, frame[SOURCE])
            for seat in seats(machine, state, frame[SOURCE], frame[YOU])
        )
        if not frame[DONE]:
            state.log.append(("impossible", IMPOSSIBLE, frame[SOURCE], frame[ABILITY]))

    return [act]


@effect("put-into-discard")
def _put_into_discard(linker: Linker, call: Call) -> list[Any]:
    phrase = linker.phrase(call["cards"])
    chosen = linker.slot()
    label = linker.label()

    def choose_pile(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[chosen] = state.answer
        frame[DONE] = len(state.answer)
        if not state.answer:
            label.leave(frame)
            return
        for card in state.answer:
            mark(state, card, SHOWN)
            state.log.append(("show", PILE, frame[SOURCE], card))
        options = [("pile", 0), ("pile", 1)]
        ask(state, "pile", frame[YOU], options, frame[SOURCE], PILE)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = state.answer[1]
        for card in frame[chosen]:
            unmark(state, card, SHOWN)
            move(state, card, DISCARD + seat)
            told = PILE + arriving(machine, state, card)
            state.log.append(("put-there", told, frame[SOURCE], card, seat))
        put_there(machine, state, [(card, seat) for card in frame[chosen]])

    return label.around(bind_choice(linker, phrase), [choose_pile, act], [])


# --- choices -----------------------------------------------------------------------------------


@effect("choose-one")
def _choose_one(linker: Linker, call: Call) -> list[Any]:
    body = call["body"]
    assert isinstance(body, tuple)
    mode = linker.slot()

    def does_something(machine: Mindbug, state: State, given: Any) -> bool:
        trial = state.clone()
        trial.answer = given
        return would_change(machine, trial, trial.stack[-1], mode)

    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        options = [("mode", number) for number in range(1, len(body) + 1)]
        if not machine.any_alternative and not is_trial(machine, state):
            of_use = [each for each in options if does_something(machine, state, each)]
            options = of_use or options
        ask(state, "mode", frame[YOU], options, frame[SOURCE], MODES)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[mode] = state.answer[1]

    def is_chosen(number: int) -> Any:
        return lambda machine, state, frame: frame[mode] == number

    alternatives = [
        piece
        for number, alternative in enumerate(body, start=1)
        for piece in only_if(is_chosen(number), linker.body((alternative,)))
    ]
    return [choose, take, *alternatives, fence(mode)]


@effect("name-keyword")
def _name_keyword(linker: Linker, call: Call) -> list[Step]:
    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        options = [("keyword", number) for number in range(len(machine.keyword_bits))]
        ask(state, "keyword", frame[YOU], options, frame[SOURCE], NAME)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        state.registers[NAMED] = 1 << state.answer[1]
        state.log.append(("name", NAME, frame[SOURCE], state.answer[1]))

    return [choose, take]
