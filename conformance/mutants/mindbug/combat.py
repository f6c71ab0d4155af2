"""Misreadings of attacks, blocks and fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.mindbug.memory import owner, remember_owners
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.mindbug.verbs import asks, given, in_play, marks, moves
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, defeat, keywords, life, table
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ASIDE, ATTACKING, DISCARD, EXHAUSTED, PLAY, POWER

AS_IF = Topic("mindbug", "combat")

JUST_NOW = 1 << 14
"""An attacker that became exhausted in this attack."""

Losers = Callable[[int, int, int, int, tuple[int, ...]], tuple[int, ...]]
"""Who is defeated, by (attacker, blocker, its power, the other's, the losers as they are)."""


@do.verb
def losing(change: Changes, losers: Losers, *, poison_works: bool = False) -> None:
    """Let other creatures be defeated in a fight.

    Who compares powers wrongly may well know POISONOUS; then the poisoned are defeated anyway.
    """

    @change.around(combat, "defeat")
    def defeat_others(old: Any, state: State, cards: tuple[int, ...], why: Any) -> None:
        frame = state.stack[-1]
        attacker, blocker = frame[table.ATTACKER], frame[table.BLOCKER]
        powers = state.derived[POWER]
        found = losers(attacker, blocker, powers[attacker], powers[blocker], cards)
        also = why[-1] if poison_works else ()
        old(cards=(*found, *(card for card in also if card not in found)))


AS_IF("a creature became exhausted by attacking", "mb.attack.declare").so(
    "attacking-exhausts", marks(combat.declare, table.ATTACKER, EXHAUSTED)
)
AS_IF("a defender who can block had to", "mb.attack.block").so(
    "must-block", asks(combat, "block", lambda options: options[:-1] or options)
)
AS_IF("the attacking player decided about the block", "mb.attack.block").so(
    "attacker-picks-blocker", asks(combat, "block", seat=lambda seat: 1 - seat)
)


@do.verb
def costing(change: Changes, cost: Callable[[State, int], int]) -> None:
    """Let an unblocked attack cost something else."""
    given(combat, "lose_life", amount=lambda state, cause: cost(state, cause))(change)


AS_IF("an unblocked attack cost 2 life", "mb.attack.unblocked").so(
    "unblocked-costs-two", costing(lambda state, attacker: 2)
)
AS_IF("an unblocked attack cost the attacker's power", "mb.attack.unblocked").so(
    "unblocked-costs-power", costing(lambda state, attacker: int(state.derived[POWER][attacker]))
)
AS_IF("an unblocked attack cost no life", "mb.attack.unblocked").so(
    "unblocked-costs-nothing", costing(lambda state, attacker: 0)
)
AS_IF("the stronger of two fighters were defeated", "mb.attack.lower-power").so(
    "weaker-wins", losing(lambda a, b, ours, theirs, lost: tuple(b if c == a else a for c in lost))
)
AS_IF("an attacker were never defeated in a fight", "mb.attack.lower-power").so(
    "attacker-never-dies", losing(lambda a, b, ours, theirs, lost: tuple(c for c in lost if c != a))
)
AS_IF("a blocked attack cost a life as well", "mb.attack.lower-power").so(
    "blocked-costs-life",
    do.after(combat.fight)(
        lambda machine, state, frame: life.lose_life(
            machine, state, 1 - frame[table.ATTACKING_SIDE], 1, frame[table.ATTACKER]
        )
    ),
)


def on_a_tie(who: Callable[[int, int], tuple[int, ...]]) -> do.Change:
    """Let only some be defeated by one of the same power: by the attacker and the blocker."""
    return losing(
        lambda a, b, ours, theirs, losers: who(a, b) if ours == theirs else losers,
        poison_works=True,
    )


AS_IF("ties did not defeat", "mb.attack.tie").so("ties-do-not-defeat", on_a_tie(lambda a, b: ()))
AS_IF("the attacker won ties", "mb.attack.tie").so(
    "attacker-wins-ties", on_a_tie(lambda attacker, blocker: (blocker,))
)
AS_IF("the blocker won ties", "mb.attack.tie").so(
    "blocker-wins-ties", on_a_tie(lambda attacker, blocker: (attacker,))
)


def in_turn(change: Changes, then: Callable[[Mindbug, State, int], object]) -> int:
    """A procedure that defeats one creature after the other: `then` says what comes after each."""

    real = defeat.defeat

    def next_one(machine: Mindbug, state: State, frame: Frame) -> None:
        cards, cause, why = frame[2], frame[3], frame[4]
        if not cards:
            state.stack.pop()
            return
        frame[2] = cards[1:]
        begin_again(frame)
        if in_play(state, cards[0]):
            before = len(state.waiting)
            real(machine, state, cards[:1], cause, why)
            then(machine, state, before)

    return change.procedure("defeat-in-turn", next_one, remembers=3)


AS_IF("a defeated creature were out of the game", "mb.attack.defeated-pile").so(
    "out-of-the-game", moves(defeat.bury, ASIDE)
)
AS_IF("a discard pile were hidden from the opponent", "mb.attack.discard-public").so(
    "discard-hidden", seeing("discard", owner_too=True, others=False)
)


@AS_IF(
    "fighters who defeat each other left play one after the other, with their effects between",
    "mb.attack.simultaneous",
)
def one_after_the_other(change: Changes) -> None:
    code = in_turn(change, lambda machine, state, before: None)
    change.instead(combat, "defeat")(
        lambda state, cards, cause, why: state.stack.append([code, 0, cards, cause, why])
    )


@AS_IF(
    "only one of two fighters who defeat each other had its Defeated effect",
    "mb.attack.simultaneous",
    "mb.trigger.defeated",
)
@do.around(defeat.bury)
def second_defeated_effect_lost(bury: Any, state: State, cause: int) -> None:
    waiting = len(state.waiting)
    bury()
    if cause < 0:
        del state.waiting[waiting + 1 :]


@AS_IF(
    "a stolen creature went to the discard pile of its first owner",
    "mb.attack.defeated-pile",
    "mb.mindbug.discard",
)
def to_the_first_owner(change: Changes) -> None:
    remember_owners(change)

    @change.around(defeat.bury)
    def bury_at_home(bury: Any, state: State, cards: Iterable[int]) -> None:
        homes = {card: owner(state, card, state.where[card] - PLAY) for card in cards}
        bury(cards=list(homes))
        for card, seat in homes.items():
            atoms.move(state, card, DISCARD + seat)


@AS_IF("an attack went on although the attacker had left, and cost a life", "mb.attack.ends")
@do.after(combat.go_on)
def attack_goes_on_without_attacker(machine: Mindbug, state: State, frame: Frame) -> None:
    attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
    if state.where[attacker] != PLAY + seat:
        life.lose_life(machine, state, 1 - seat, 1, attacker, combat.UNBLOCKED)


@AS_IF(
    "an attacker that becomes exhausted by its own Attack effect stopped attacking",
    "mb.attack.ends",
)
def exhausting_ends_attack(change: Changes) -> None:
    change.before(combat.declare)(
        lambda state, frame: atoms.unmark(state, frame[table.ATTACKER], JUST_NOW)
    )
    change.after(keywords.exhaust)(lambda state, card: atoms.mark(state, card, JUST_NOW))

    @change.before(combat.go_on)
    def go_on_unless_tired(state: State, frame: Frame) -> None:
        if state.marks[frame[table.ATTACKER]] & JUST_NOW:
            atoms.unmark(state, frame[table.ATTACKER], JUST_NOW | ATTACKING)
