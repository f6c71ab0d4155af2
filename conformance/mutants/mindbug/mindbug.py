"""Misreadings of Mindbugs: on what, by whom, and what follows."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.mindbug import verbs as mb
from conformance.mutants.mindbug.turn import only
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, defeat, mindbug, play, table, terms, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECLINE, DISCARD, DONE, HAND, MINDBUGS, OWED, USE_MINDBUG, YOU
from oracle.mindbug.words import EFFECTS

AS_IF = Topic("mindbug", "mindbug")

AS_IF("a player with a Mindbug left had to use it", "mb.mindbug.offer").so(
    "must-use", mb.asks(mindbug, "", lambda options: options[:1])
)


def into(place: int) -> do.Change:
    """Let a taken card go somewhere else than into play."""
    return mb.where(
        play.put_into_play,
        lambda frame: frame[mindbug.TAKER] >= 0,
        lambda state, frame: atoms.move(state, frame[mindbug.CARD], place + frame[mindbug.TAKER]),
    )


AS_IF("a Mindbug only put the card into the discard pile", "mb.mindbug.take").so(
    "only-cancels", into(DISCARD)
)
AS_IF("a Mindbug put the card into its user's hand", "mb.mindbug.take").so("into-hand", into(HAND))
AS_IF("using a Mindbug did not spend it", "mb.mindbug.spend").so(
    "not-spent", do.never(mindbug.spend_mindbug)
)
AS_IF("a Mindbug were spent only after the Play effect of the card it took", "mb.mindbug.spend").so(
    "spent-late", do.turn_round("spend_first")
)
AS_IF(
    "the Play effect of a taken card belonged to the player who laid it down",
    "mb.mindbug.play-effect",
).so(
    "effect-to-the-first",
    do.around(play, "trigger")(
        lambda old, seat, rules=(): old(seat=1 - seat if rules == play.EFFECT_TAKEN else seat)
    ),
)
AS_IF("a taken card had no Play effect", "mb.mindbug.play-effect").so(
    "no-effect", do.unless(play, "trigger")(lambda rules=(): rules == play.EFFECT_TAKEN)
)
AS_IF("who lost a card to a Mindbug had no action afterwards", "mb.mindbug.follow-up").so(
    "no-follow-up", do.before(turn.pass_on)(lambda state: setitem(state.registers, OWED, 0))
)
AS_IF(
    "the action after a Mindbug could be left out", "mb.mindbug.follow-up", "mb.turn.must-act"
).so("follow-up-optional", mb.may_pass(lambda state, options: follows_up(state)))


def follows_up(state: State) -> bool:
    """Whether a turn action follows a Mindbug."""
    return bool(state.stack[-1][turn.FOLLOW_UP])


def following_up_with(verb: str) -> do.Change:
    """Let only one kind of action follow a Mindbug, if it is possible."""
    return mb.asks(
        turn, "", lambda state, options: only(verb, options) if follows_up(state) else options
    )


AS_IF("only an attack could follow a Mindbug", "mb.mindbug.follow-up-action").so(
    "follow-up-only-attacks", following_up_with("attack")
)
AS_IF("only another card could follow a Mindbug", "mb.mindbug.follow-up-action").so(
    "follow-up-only-plays", following_up_with("play")
)
AS_IF("a card played after a Mindbug could not be taken with a Mindbug", "mb.mindbug.again").so(
    "not-again", mb.where(mindbug.offer, lambda frame: frame[mindbug.FOLLOW_UP], mb.declines)
)
AS_IF(
    "the action after a second Mindbug in the same turn were lost",
    "mb.mindbug.again",
    "mb.mindbug.follow-up",
).so(
    "second-follow-up-lost",
    mb.keeps(
        mindbug.take, lambda state, frame: frame[mindbug.FOLLOW_UP] and (state.registers, OWED)
    ),
)


@do.verb
def taking_played(change: Changes, word: str) -> None:
    """Let a Mindbug take a card that an effect of some word plays."""

    @change.around(EFFECTS, word)
    def bind_with_offer(bind: Any, linker: Linker, *_: Any) -> Any:
        *choice, act = bind(linker)
        chosen = linker.slot()

        def offer(machine: Mindbug, state: State, frame: Frame) -> None:
            frame[chosen] = state.answer
            if not state.answer or not mb.offer_mindbug(state, 1 - frame[YOU], state.answer[0]):
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
                why = play.ENTER_TAKEN, play.EFFECT_TAKEN
                play.enter(machine, state, card, taker, frame[table.SOURCE], *why)
            frame[DONE] = 0

        return [*choice, offer, take]


AS_IF("a Mindbug could take a card that an effect plays", "mb.mindbug.only-played").so(
    "on-cards-played-by-effects", taking_played("play-card")
)


@AS_IF("a player without a Mindbug left could use one", "mb.mindbug.offer")
@do.instead(mindbug.offer)
def none_left(state: State, frame: Frame) -> None:
    options = [USE_MINDBUG, DECLINE]
    ask(state, "mindbug", 1 - frame[mindbug.SEAT], options, frame[mindbug.CARD], mindbug.OFFER)


@AS_IF("declining cost a Mindbug too", "mb.mindbug.spend")
@do.before(mindbug.take)
def declining_spends(state: State, frame: Frame) -> None:
    opponent = 1 - frame[mindbug.SEAT]
    if state.answer == DECLINE and state.counters[MINDBUGS + opponent]:
        mindbug.spend_mindbug(state, opponent)


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
        begin_again(frame)


@AS_IF("a Mindbug could take an attacking creature", "mb.mindbug.not-in-play")
def on_attackers(change: Changes) -> None:
    def offer(machine: Mindbug, state: State, frame: Frame) -> bool:
        return mb.offer_mindbug(state, 1 - frame[table.ATTACKING_SIDE], frame[table.ATTACKER])

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == USE_MINDBUG:
            mindbug.spend_mindbug(state, 1 - frame[table.ATTACKING_SIDE])
            terms.take_control(
                machine, state, frame[table.ATTACKER], 1 - frame[table.ATTACKING_SIDE], -1
            )

    mb.first(combat.declare, offer, take)(change)


@AS_IF("a card taken with a Mindbug could be taken back with another", "mb.mindbug.not-back")
def taken_back(change: Changes) -> None:
    def offer(machine: Mindbug, state: State, frame: Frame) -> bool:
        return frame[mindbug.TAKER] >= 0 and mb.offer_mindbug(
            state, frame[mindbug.SEAT], frame[mindbug.CARD]
        )

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == USE_MINDBUG:
            mindbug.spend_mindbug(state, frame[mindbug.SEAT])
            state.registers[OWED] -= 1
            frame[mindbug.TAKER] = -1

    mb.first(play.put_into_play, offer, take)(change)


@AS_IF(
    "a taken creature went back to the player who laid it down when it is defeated",
    "mb.mindbug.discard",
)
@do.around(defeat.bury)
def discarded_by_the_first(bury: Any, state: State, cards: Any) -> None:
    gone = list(cards)
    taken = [card for card in gone if state.marks[card] & table.TAKEN]
    bury(cards=gone)
    for card in taken:
        atoms.move(state, card, DISCARD + 1 - (state.where[card] - DISCARD))
