"""Misreadings of Mindbugs: on what, by whom, and what follows."""

from __future__ import annotations

from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again, once_more
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, play, triggers, turn
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
from rules_dsl.definitions import Call

AS_IF = Topic("mindbug", "mindbug")


@AS_IF("none-left", "a player without a Mindbug left could use one", "mb.mindbug.offer")
def none_left(change: Changes) -> None:
    def offer_always(machine: Mindbug, state: State, frame: Frame) -> None:
        opponent = 1 - frame[play.SEAT]
        options = [USE_MINDBUG, DECLINE]
        ask(state, "mindbug", opponent, options, frame[play.CARD], play.OFFER)

    change.swap(play.offer, offer_always)


@AS_IF("must-use", "a player with a Mindbug left had to use it", "mb.mindbug.offer")
def must_use(change: Changes) -> None:
    def ask_to_use(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, options[:1], *rest)

    change.put(play, "ask", ask_to_use)


def taking_into(change: Changes, place: int) -> None:
    """Let a taken card go somewhere else than into play."""
    put_into_play = play.put_into_play

    def put_elsewhere(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[play.TAKER] < 0:
            put_into_play(machine, state, frame)
        else:
            atoms.move(state, frame[play.CARD], place + frame[play.TAKER])

    change.swap(put_into_play, put_elsewhere)


@AS_IF("only-cancels", "a Mindbug only put the card into the discard pile", "mb.mindbug.take")
def only_cancels(change: Changes) -> None:
    taking_into(change, DISCARD)


@AS_IF("into-hand", "a Mindbug put the card into its user's hand", "mb.mindbug.take")
def into_hand(change: Changes) -> None:
    taking_into(change, HAND)


@AS_IF("not-spent", "using a Mindbug did not spend it", "mb.mindbug.spend")
def not_spent(change: Changes) -> None:
    def spend_nothing(state: State, seat: int) -> None:
        return

    change.swap(atoms.spend_mindbug, spend_nothing)


@AS_IF("declining-spends", "declining cost a Mindbug too", "mb.mindbug.spend")
def declining_spends(change: Changes) -> None:
    take = play.take

    def take_or_lose(machine: Mindbug, state: State, frame: Frame) -> None:
        opponent = 1 - frame[play.SEAT]
        if state.answer == DECLINE and state.counters[MINDBUGS + opponent]:
            atoms.spend_mindbug(state, opponent)
        take(machine, state, frame)

    change.swap(take, take_or_lose)


@AS_IF(
    "spent-late",
    "a Mindbug were spent only after the Play effect of the card it took",
    "mb.mindbug.spend",
)
def spent_late(change: Changes) -> None:
    change.turn_round("spend_first")


@AS_IF(
    "effect-to-the-first",
    "the Play effect of a taken card belonged to the player who laid it down",
    "mb.mindbug.play-effect",
)
def effect_to_the_first(change: Changes) -> None:
    trigger = triggers.trigger

    def trigger_for_the_first(
        machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
    ) -> None:
        taken = bool(rest) and rest[0] == play.EFFECT_TAKEN
        trigger(machine, state, head, card, 1 - seat if taken else seat, *rest)

    change.put(atoms, "trigger", trigger_for_the_first)


@AS_IF("no-effect", "a taken card had no Play effect", "mb.mindbug.play-effect")
def no_effect(change: Changes) -> None:
    trigger = triggers.trigger

    def trigger_otherwise(
        machine: Mindbug, state: State, head: str, card: int, seat: int, *rest: Any
    ) -> None:
        if not rest or rest[0] != play.EFFECT_TAKEN:
            trigger(machine, state, head, card, seat, *rest)

    change.put(atoms, "trigger", trigger_otherwise)


@AS_IF(
    "no-follow-up", "who lost a card to a Mindbug had no action afterwards", "mb.mindbug.follow-up"
)
def no_follow_up(change: Changes) -> None:
    pass_on = turn.pass_on

    def owe_nothing(machine: Mindbug, state: State, frame: Frame) -> None:
        state.registers[OWED] = 0
        pass_on(machine, state, frame)

    change.swap(pass_on, owe_nothing)


@AS_IF(
    "follow-up-to-the-user",
    "the action after a Mindbug belonged to the one who used it, and the turn passed",
    "mb.mindbug.follow-up",
)
def follow_up_to_the_user(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_to_the_user(machine: Mindbug, state: State, frame: Frame) -> None:
        owed = state.registers[OWED]
        pass_on(machine, state, frame)
        if owed:
            frame[turn.SEAT] = 1 - frame[turn.SEAT]
            begin_again(frame)

    change.swap(pass_on, pass_to_the_user)


@AS_IF(
    "follow-up-optional",
    "the action after a Mindbug could be left out",
    "mb.mindbug.follow-up",
    "mb.turn.must-act",
)
def follow_up_optional(change: Changes) -> None:
    perform = turn.perform

    def ask_with_pass(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        again = state.stack[-1][turn.FOLLOW_UP]
        ask(state, kind, seat, [*options, DECLINE] if again else options, *rest)

    def perform_or_pass(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            perform(machine, state, frame)

    change.put(turn, "ask", ask_with_pass)
    change.swap(perform, perform_or_pass)


def following_up_with(change: Changes, verb: str) -> None:
    """Let only one kind of action follow a Mindbug, if it is possible."""

    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        some = [option for option in options if option[0] == verb]
        again = state.stack[-1][turn.FOLLOW_UP]
        ask(state, kind, seat, some if again and some else options, *rest)

    change.put(turn, "ask", ask_for_some)


@AS_IF(
    "follow-up-only-attacks",
    "only an attack could follow a Mindbug",
    "mb.mindbug.follow-up-action",
)
def follow_up_only_attacks(change: Changes) -> None:
    following_up_with(change, "attack")


@AS_IF(
    "follow-up-only-plays",
    "only another card could follow a Mindbug",
    "mb.mindbug.follow-up-action",
)
def follow_up_only_plays(change: Changes) -> None:
    following_up_with(change, "play")


@AS_IF(
    "not-again",
    "a card played after a Mindbug could not be taken with a Mindbug",
    "mb.mindbug.again",
)
def not_again(change: Changes) -> None:
    offer = play.offer

    def offer_once(machine: Mindbug, state: State, frame: Frame) -> None:
        if frame[play.FOLLOW_UP]:
            state.answer = DECLINE
        else:
            offer(machine, state, frame)

    change.swap(offer, offer_once)


@AS_IF(
    "second-follow-up-lost",
    "the action after a second Mindbug in the same turn were lost",
    "mb.mindbug.again",
    "mb.mindbug.follow-up",
)
def second_follow_up_lost(change: Changes) -> None:
    take = play.take

    def take_without_debt(machine: Mindbug, state: State, frame: Frame) -> None:
        owed = state.registers[OWED]
        take(machine, state, frame)
        if frame[play.FOLLOW_UP]:
            state.registers[OWED] = owed

    change.swap(take, take_without_debt)


@AS_IF(
    "on-cards-played-by-effects",
    "a Mindbug could take a card that an effect plays",
    "mb.mindbug.only-played",
)
def on_cards_played_by_effects(change: Changes) -> None:
    taking_played(change, "play-card")


def taking_played(change: Changes, word: str) -> None:
    """Let a Mindbug take a card that an effect of some word plays."""
    bind = EFFECTS[word]

    def bind_with_offer(linker: Linker, call: Call) -> list[Step]:
        *choice, act = bind(linker, call)
        chosen = linker.slot()

        def offer(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[chosen] = state.answer
            opponent = 1 - frame[YOU]
            if state.answer and state.counters[MINDBUGS + opponent]:
                options = [USE_MINDBUG, DECLINE]
                ask(state, "mindbug", opponent, options, state.answer[0], play.OFFER)
            else:
                state.answer = DECLINE

        def take(machine: Mindbug, state: State, frame: Frame) -> None:
            taken = state.answer == USE_MINDBUG
            state.answer = frame[chosen]
            if not taken:
                act(machine, state, frame)
                return
            taker = 1 - frame[YOU]
            atoms.spend_mindbug(state, taker)
            for card in state.answer:
                atoms.enter(
                    machine, state, card, taker, frame[SOURCE], play.ENTER_TAKEN, play.EFFECT_TAKEN
                )
            frame[DONE] = 0

        return [*choice, offer, take]

    change.put(EFFECTS, word, bind_with_offer)


@AS_IF(
    "on-attackers",
    "a Mindbug could take an attacking creature",
    "mb.mindbug.not-in-play",
)
def on_attackers(change: Changes) -> None:
    declare = combat.declare
    size = combat.FORCED + 1

    def offer_first(machine: Mindbug, state: State, frame: Frame) -> None:
        defender = 1 - frame[combat.SEAT]
        if len(frame) == size and state.counters[MINDBUGS + defender]:
            frame.append(1)
            once_more(frame)
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", defender, options, frame[combat.ATTACKER], play.OFFER)
            return
        if len(frame) > size and state.answer == USE_MINDBUG:
            atoms.spend_mindbug(state, defender)
            atoms.take_control(machine, state, frame[combat.ATTACKER], defender, -1)
        declare(machine, state, frame)

    change.swap(declare, offer_first)


@AS_IF(
    "taken-back",
    "a card taken with a Mindbug could be taken back with another",
    "mb.mindbug.not-back",
)
def taken_back(change: Changes) -> None:
    put_into_play = play.put_into_play
    size = play.TAKER + 1

    def offer_back(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = frame[play.SEAT]
        if len(frame) == size and frame[play.TAKER] >= 0 and state.counters[MINDBUGS + seat]:
            frame.append(1)
            once_more(frame)
            options = [USE_MINDBUG, DECLINE]
            ask(state, "mindbug", seat, options, frame[play.CARD], play.OFFER)
            return
        if len(frame) > size and state.answer == USE_MINDBUG:
            atoms.spend_mindbug(state, seat)
            state.registers[OWED] -= 1
            frame[play.TAKER] = -1
        put_into_play(machine, state, frame)

    change.swap(put_into_play, offer_back)


@AS_IF(
    "discarded-by-the-first",
    "a taken creature went back to the player who laid it down when it is defeated",
    "mb.mindbug.discard",
)
def back_when_defeated(change: Changes) -> None:
    bury = atoms.bury

    def bury_at_the_first(
        machine: Mindbug, state: State, found: Any, cause: int, rules: tuple[str, ...]
    ) -> None:
        gone = list(found)
        taken = [card for card in gone if state.marks[card] & TAKEN]
        bury(machine, state, gone, cause, rules)
        for card in taken:
            atoms.move(state, card, DISCARD + 1 - (state.where[card] - DISCARD))

    change.swap(bury, bury_at_the_first)
