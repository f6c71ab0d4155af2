"""Misreadings of Mindbugs: on what, by whom, and what follows."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import once_more
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, defeat, mindbug, play, table, terms, triggers, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import (
    DECLINE,
    DISCARD,
    DONE,
    HAND,
    MINDBUGS,
    OWED,
    SOURCE,
    TAKEN,
    USE_MINDBUG,
    YOU,
)
from oracle.mindbug.words import EFFECTS

AS_IF = Topic("mindbug", "mindbug")


@AS_IF("a player without a Mindbug left could use one", "mb.mindbug.offer")
@do.instead(mindbug.offer)
def none_left(state: State, frame: Frame) -> None:
    opponent = 1 - frame[mindbug.SEAT]
    options = [USE_MINDBUG, DECLINE]
    ask(state, "mindbug", opponent, options, -1, -1, frame[mindbug.CARD], mindbug.OFFER)


@AS_IF("a player with a Mindbug left had to use it", "mb.mindbug.offer")
@do.instead(mindbug, "ask")
def must_use(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, seat, options[:1], *rest)


@do.verb
def taking_into(change: Changes, place: int) -> None:
    """Let a taken card go somewhere else than into play."""

    @change.around(play.put_into_play)
    def put_elsewhere(put_into_play: Any, state: State, frame: Frame) -> None:
        if frame[mindbug.TAKER] < 0:
            put_into_play()
        else:
            atoms.move(state, frame[mindbug.CARD], place + frame[mindbug.TAKER])


AS_IF("a Mindbug only put the card into the discard pile", "mb.mindbug.take").so(
    "only-cancels", taking_into(DISCARD)
)
AS_IF("a Mindbug put the card into its user's hand", "mb.mindbug.take").so(
    "into-hand", taking_into(HAND)
)


@AS_IF("using a Mindbug did not spend it", "mb.mindbug.spend")
@do.instead(mindbug.spend_mindbug)
def not_spent() -> None:
    return


@AS_IF("declining cost a Mindbug too", "mb.mindbug.spend")
@do.before(mindbug.take)
def declining_spends(state: State, frame: Frame) -> None:
    opponent = 1 - frame[mindbug.SEAT]
    if state.answer == DECLINE and state.counters[MINDBUGS + opponent]:
        mindbug.spend_mindbug(state, opponent)


AS_IF("a Mindbug were spent only after the Play effect of the card it took", "mb.mindbug.spend").so(
    "spent-late", do.turn_round("spend_first")
)


@AS_IF(
    "the Play effect of a taken card belonged to the player who laid it down",
    "mb.mindbug.play-effect",
)
@do.instead(play, "trigger")
def effect_to_the_first(
    machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
) -> None:
    taken = bool(rest) and rest[0] == play.EFFECT_TAKEN
    triggers.trigger(machine, state, head, card, 1 - seat if taken else seat, *rest)


@AS_IF("a taken card had no Play effect", "mb.mindbug.play-effect")
@do.instead(play, "trigger")
def no_effect(machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any) -> None:
    if not rest or rest[0] != play.EFFECT_TAKEN:
        triggers.trigger(machine, state, head, card, seat, *rest)


@AS_IF("who lost a card to a Mindbug had no action afterwards", "mb.mindbug.follow-up")
@do.before(turn.pass_on)
def no_follow_up(state: State) -> None:
    state.registers[OWED] = 0


@AS_IF(
    "the action after a Mindbug belonged to the one who used it, and the turn passed",
    "mb.mindbug.follow-up",
)
@do.around(turn.pass_on)
def follow_up_to_the_user(pass_on: Any, state: State, frame: Frame) -> None:
    owed = state.registers[OWED]
    pass_on()
    if owed:
        frame[turn.SEAT] = 1 - frame[turn.SEAT]
        frame[1] = 0


@AS_IF("the action after a Mindbug could be left out", "mb.mindbug.follow-up", "mb.turn.must-act")
def follow_up_optional(change: Changes) -> None:
    @change.instead(turn, "ask")
    def ask_with_pass(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        again = state.stack[-1][turn.FOLLOW_UP]
        ask(state, kind, seat, [*options, DECLINE] if again else options, *rest)

    @change.provided(turn.perform)
    def perform_or_pass(state: State) -> object:
        return state.answer != DECLINE


@do.verb
def following_up_with(change: Changes, verb: str) -> None:
    """Let only one kind of action follow a Mindbug, if it is possible."""

    @change.instead(turn, "ask")
    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        some = [option for option in options if option[0] == verb]
        again = state.stack[-1][turn.FOLLOW_UP]
        ask(state, kind, seat, some if again and some else options, *rest)


AS_IF("only an attack could follow a Mindbug", "mb.mindbug.follow-up-action").so(
    "follow-up-only-attacks", following_up_with("attack")
)
AS_IF("only another card could follow a Mindbug", "mb.mindbug.follow-up-action").so(
    "follow-up-only-plays", following_up_with("play")
)


@AS_IF("a card played after a Mindbug could not be taken with a Mindbug", "mb.mindbug.again")
@do.around(mindbug.offer)
def not_again(offer: Any, state: State, frame: Frame) -> None:
    if frame[mindbug.FOLLOW_UP]:
        state.answer = DECLINE
    else:
        offer()


@AS_IF(
    "the action after a second Mindbug in the same turn were lost",
    "mb.mindbug.again",
    "mb.mindbug.follow-up",
)
@do.around(mindbug.take)
def second_follow_up_lost(take: Any, state: State, frame: Frame) -> None:
    owed = state.registers[OWED]
    take()
    if frame[mindbug.FOLLOW_UP]:
        state.registers[OWED] = owed


@do.verb
def taking_played(change: Changes, word: str) -> None:
    """Let a Mindbug take a card that an effect of some word plays."""

    @change.around(EFFECTS, word)
    def bind_with_offer(bind: Any, linker: Linker, *_: Any) -> Any:
        *choice, act = bind(linker)
        chosen = linker.slot()

        def offer(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[chosen] = state.answer
            opponent = 1 - frame[YOU]
            if state.answer and state.counters[MINDBUGS + opponent]:
                options = [USE_MINDBUG, DECLINE]
                ask(state, "mindbug", opponent, options, state.answer[0], mindbug.OFFER)
            else:
                state.answer = DECLINE

        def take(machine: Mindbug, state: State, frame: Frame) -> None:
            taken = state.answer == USE_MINDBUG
            state.answer = frame[chosen]
            if not taken:
                act(machine, state, frame)
                return
            taker = 1 - frame[YOU]
            mindbug.spend_mindbug(state, taker)
            for card in state.answer:
                play.enter(
                    machine, state, card, taker, frame[SOURCE], play.ENTER_TAKEN, play.EFFECT_TAKEN
                )
            frame[DONE] = 0

        return [*choice, offer, take]


AS_IF("a Mindbug could take a card that an effect plays", "mb.mindbug.only-played").so(
    "on-cards-played-by-effects", taking_played("play-card")
)


@AS_IF("a Mindbug could take an attacking creature", "mb.mindbug.not-in-play")
def on_attackers(change: Changes) -> None:
    size = table.FORCED + 1

    @change.around(combat.declare)
    def offer_first(declare: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        defender = 1 - frame[table.ATTACKING_SIDE]
        if len(frame) == size and state.counters[MINDBUGS + defender]:
            frame.append(1)
            once_more(frame)
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", defender, options, frame[table.ATTACKER], mindbug.OFFER)
            return
        if len(frame) > size and state.answer == USE_MINDBUG:
            mindbug.spend_mindbug(state, defender)
            terms.take_control(machine, state, frame[table.ATTACKER], defender, -1)
        declare()


@AS_IF("a card taken with a Mindbug could be taken back with another", "mb.mindbug.not-back")
def taken_back(change: Changes) -> None:
    size = mindbug.TAKER + 1

    @change.around(play.put_into_play)
    def offer_back(put_into_play: Any, state: State, frame: Frame) -> None:
        seat = frame[mindbug.SEAT]
        if len(frame) == size and frame[mindbug.TAKER] >= 0 and state.counters[MINDBUGS + seat]:
            frame.append(1)
            once_more(frame)
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", seat, options, frame[mindbug.CARD], mindbug.OFFER)
            return
        if len(frame) > size and state.answer == USE_MINDBUG:
            mindbug.spend_mindbug(state, seat)
            state.registers[OWED] -= 1
            frame[mindbug.TAKER] = -1
        put_into_play()


@AS_IF(
    "a taken creature went back to the player who laid it down when it is defeated",
    "mb.mindbug.discard",
)
@do.around(defeat.bury)
def discarded_by_the_first(bury: Any, state: State, cards: Any) -> None:
    gone = list(cards)
    taken = [card for card in gone if state.marks[card] & TAKEN]
    bury(cards=gone)
    for card in taken:
        atoms.move(state, card, DISCARD + 1 - (state.where[card] - DISCARD))
