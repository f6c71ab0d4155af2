"""Misreadings of attacks, blocks and fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.mindbug.memory import owner, remember_owners
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, combat, defeat, keywords, life, table
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ASIDE, ATTACKING, DISCARD, EXHAUSTED, PLAY, POWER

AS_IF = Topic("mindbug", "combat")

Losers = Callable[[int, int, int, int, tuple[int, ...]], tuple[int, ...]]
"""Who is defeated, by (attacker, blocker, its power, the other's, the losers as they are)."""


@do.verb
def losing(change: Changes, losers: Losers, *, poison_works: bool = False) -> None:
    """Let other creatures be defeated in a fight.

    Who compares powers wrongly may well know POISONOUS; then the poisoned are defeated anyway.
    """
    real = defeat.defeat

    @change.instead(combat, "defeat")
    def defeat_others(machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any) -> None:
        frame = state.stack[-1]
        attacker, blocker = frame[table.ATTACKER], frame[table.BLOCKER]
        powers = state.derived[POWER]
        found = losers(attacker, blocker, powers[attacker], powers[blocker], cards)
        also = rest[-1][-1] if poison_works else ()
        real(machine, state, (*found, *(card for card in also if card not in found)), *rest)


@AS_IF("a creature became exhausted by attacking", "mb.attack.declare")
@do.after(combat.declare)
def attacking_exhausts(state: State, frame: Frame) -> None:
    state.marks[frame[table.ATTACKER]] |= EXHAUSTED
    state.derived = None


@AS_IF("a defender who can block had to", "mb.attack.block")
@do.instead(combat, "ask")
def must_block(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    if kind == "block" and len(options) > 1:
        options = options[:-1]
    ask(state, kind, seat, options, *rest)


@AS_IF("the attacking player decided about the block", "mb.attack.block")
@do.instead(combat, "ask")
def attacker_picks_blocker(state: State, kind: str, seat: int, *rest: Any) -> None:
    ask(state, kind, 1 - seat if kind == "block" else seat, *rest)


@do.verb
def costing(change: Changes, cost: Callable[[State, int], int]) -> None:
    """Let an unblocked attack cost something else."""
    lose_life = life.lose_life

    @change.instead(combat, "lose_life")
    def lose(machine: Mindbug, state: State, seat: int, cause: int, rules: Rules) -> None:
        lose_life(machine, state, seat, cost(state, cause), cause, rules)


AS_IF("an unblocked attack cost 2 life", "mb.attack.unblocked").so(
    "unblocked-costs-two", costing(lambda state, attacker: 2)
)
AS_IF("an unblocked attack cost the attacker's power", "mb.attack.unblocked").so(
    "unblocked-costs-power", costing(lambda state, attacker: int(state.derived[POWER][attacker]))
)
AS_IF("an unblocked attack cost no life", "mb.attack.unblocked").so(
    "unblocked-costs-nothing", costing(lambda state, attacker: 0)
)


@AS_IF("the stronger of two fighters were defeated", "mb.attack.lower-power")
@losing
def weaker_wins(
    attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
) -> tuple[int, ...]:
    return tuple({attacker: blocker, blocker: attacker}[card] for card in losers)


AS_IF("an attacker were never defeated in a fight", "mb.attack.lower-power").so(
    "attacker-never-dies",
    losing(lambda attacker, *rest: tuple(c for c in rest[-1] if c != attacker)),
)


@AS_IF("a blocked attack cost a life as well", "mb.attack.lower-power")
@do.after(combat.fight)
def blocked_costs_life(machine: Mindbug, state: State, frame: Frame) -> None:
    life.lose_life(machine, state, 1 - frame[table.ATTACKING_SIDE], 1, frame[table.ATTACKER])


@do.verb
def on_a_tie(change: Changes, who: str) -> None:
    """Let only some creature be defeated by one of the same power."""

    def fewer(
        attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
    ) -> tuple[int, ...]:
        if ours != theirs:
            return losers
        return tuple(card for card in losers if card == {"attacker": attacker}.get(who, blocker))

    losing(fewer, poison_works=True)(change)


@AS_IF("ties did not defeat", "mb.attack.tie")
@partial(losing, poison_works=True)
def ties_do_not_defeat(
    attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
) -> tuple[int, ...]:
    return () if ours == theirs else losers


AS_IF("the attacker won ties", "mb.attack.tie").so("attacker-wins-ties", on_a_tie("blocker"))
AS_IF("the blocker won ties", "mb.attack.tie").so("blocker-wins-ties", on_a_tie("attacker"))


@AS_IF(
    "fighters who defeat each other left play one after the other, with their effects between",
    "mb.attack.simultaneous",
)
def one_after_the_other(change: Changes) -> None:
    real = defeat.defeat

    def next_one(machine: Mindbug, state: State, frame: Frame) -> None:
        cards, cause, why = frame[2], frame[3], frame[4]
        if not cards:
            state.stack.pop()
            return
        frame[2] = cards[1:]
        begin_again(frame)
        if PLAY <= state.where[cards[0]] <= PLAY + 1:
            real(machine, state, cards[:1], cause, why)

    code = change.procedure("defeat-in-turn", next_one, remembers=3)

    @change.instead(combat, "defeat")
    def defeat_in_turn(state: State, cards: tuple[int, ...], cause: int, why: Any) -> None:
        state.stack.append([code, 0, cards, cause, why])


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
    def bury_at_home(
        bury: Any, machine: Mindbug, state: State, found: Iterable[int], *_: Any
    ) -> None:
        cards = list(found)
        homes = [owner(state, card, state.where[card] - PLAY) for card in cards]
        bury(machine, state, cards)
        for card, seat in zip(cards, homes, strict=True):
            atoms.move(state, card, DISCARD + seat)


@AS_IF("a defeated creature were out of the game", "mb.attack.defeated-pile")
@do.around(defeat.bury)
def out_of_the_game(
    bury: Any, machine: Mindbug, state: State, found: Iterable[int], *_: Any
) -> None:
    cards = list(found)
    bury(machine, state, cards)
    for card in cards:
        atoms.move(state, card, ASIDE)


AS_IF("a discard pile were hidden from the opponent", "mb.attack.discard-public").so(
    "discard-hidden", seeing("discard", owner_too=True, others=False)
)


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
    just_now = 1 << 14

    @change.before(combat.declare)
    def declare_afresh(state: State, frame: Frame) -> None:
        state.marks[frame[table.ATTACKER]] &= ~just_now

    @change.after(keywords.exhaust)
    def exhaust_and_note(state: State, card: int) -> None:
        state.marks[card] |= just_now

    @change.before(combat.go_on)
    def go_on_unless_tired(state: State, frame: Frame) -> None:
        attacker = frame[table.ATTACKER]
        if state.marks[attacker] & just_now:
            state.marks[attacker] &= ~(just_now | ATTACKING)
