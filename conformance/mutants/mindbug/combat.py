"""Misreadings of attacks, blocks and fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.mindbug.memory import owner, remember_owners
from conformance.mutants.mindbug.setup import seeing
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import atoms, combat, defeat
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ASIDE, ATTACKING, DISCARD, EXHAUSTED, PLAY, POWER

AS_IF = Topic("mindbug", "combat")

Losers = Callable[[int, int, int, int, tuple[int, ...]], tuple[int, ...]]
"""Who is defeated, by (attacker, blocker, its power, the other's, the losers as they are)."""


def losing(change: Changes, losers: Losers, *, poison_works: bool = False) -> None:
    """Let other creatures be defeated in a fight.

    Who compares powers wrongly may well know POISONOUS; then the poisoned are defeated anyway.
    """
    real = defeat.defeat

    def defeat_others(machine: Mindbug, state: State, cards: tuple[int, ...], *rest: Any) -> None:
        frame = state.stack[-1]
        attacker, blocker = frame[combat.ATTACKER], frame[combat.BLOCKER]
        powers = state.derived[POWER]
        found = losers(attacker, blocker, powers[attacker], powers[blocker], cards)
        also = rest[-1][-1] if poison_works else ()
        real(machine, state, (*found, *(card for card in also if card not in found)), *rest)

    change.put(combat, "defeat", defeat_others)


@AS_IF("attacking-exhausts", "a creature became exhausted by attacking", "mb.attack.declare")
def attacking_exhausts(change: Changes) -> None:
    declare = combat.declare

    def declare_and_exhaust(machine: Mindbug, state: State, frame: Frame) -> None:
        declare(machine, state, frame)
        state.marks[frame[combat.ATTACKER]] |= EXHAUSTED
        state.derived = None

    change.swap(declare, declare_and_exhaust)


@AS_IF("must-block", "a defender who can block had to", "mb.attack.block")
def must_block(change: Changes) -> None:
    def ask_to_block(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "block" and len(options) > 1:
            options = options[:-1]
        ask(state, kind, seat, options, *rest)

    change.put(combat, "ask", ask_to_block)


@AS_IF("attacker-picks-blocker", "the attacking player decided about the block", "mb.attack.block")
def attacker_picks_blocker(change: Changes) -> None:
    def ask_the_attacker(state: State, kind: str, seat: int, *rest: Any) -> None:
        ask(state, kind, 1 - seat if kind == "block" else seat, *rest)

    change.put(combat, "ask", ask_the_attacker)


def costing(change: Changes, cost: Callable[[State, int], int]) -> None:
    """Let an unblocked attack cost something else."""
    lose_life = atoms.lose_life

    def lose(
        machine: Mindbug, state: State, seat: int, amount: int, attacker: int, rules: Rules
    ) -> None:
        lose_life(machine, state, seat, cost(state, attacker), attacker, rules)

    change.put(combat, "lose_life", lose)


@AS_IF("unblocked-costs-two", "an unblocked attack cost 2 life", "mb.attack.unblocked")
def unblocked_costs_two(change: Changes) -> None:
    costing(change, lambda state, attacker: 2)


@AS_IF(
    "unblocked-costs-power", "an unblocked attack cost the attacker's power", "mb.attack.unblocked"
)
def unblocked_costs_power(change: Changes) -> None:
    costing(change, lambda state, attacker: int(state.derived[POWER][attacker]))


@AS_IF("unblocked-costs-nothing", "an unblocked attack cost no life", "mb.attack.unblocked")
def unblocked_costs_nothing(change: Changes) -> None:
    costing(change, lambda state, attacker: 0)


@AS_IF("weaker-wins", "the stronger of two fighters were defeated", "mb.attack.lower-power")
def weaker_wins(change: Changes) -> None:
    def stronger(
        attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
    ) -> tuple[int, ...]:
        return tuple({attacker: blocker, blocker: attacker}[card] for card in losers)

    losing(change, stronger)


@AS_IF("attacker-never-dies", "an attacker were never defeated in a fight", "mb.attack.lower-power")
def attacker_never_dies(change: Changes) -> None:
    losing(change, lambda attacker, *rest: tuple(c for c in rest[-1] if c != attacker))


@AS_IF("blocked-costs-life", "a blocked attack cost a life as well", "mb.attack.lower-power")
def blocked_costs_life(change: Changes) -> None:
    fight = combat.fight

    def fight_and_hurt(machine: Mindbug, state: State, frame: Frame) -> None:
        fight(machine, state, frame)
        atoms.lose_life(machine, state, 1 - frame[combat.SEAT], 1, frame[combat.ATTACKER])

    change.swap(fight, fight_and_hurt)


def on_a_tie(change: Changes, who: str) -> None:
    """Let only some creature be defeated by one of the same power."""

    def fewer(
        attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
    ) -> tuple[int, ...]:
        if ours != theirs:
            return losers
        return tuple(card for card in losers if card == {"attacker": attacker}.get(who, blocker))

    losing(change, fewer, poison_works=True)


@AS_IF("ties-do-not-defeat", "ties did not defeat", "mb.attack.tie")
def ties_do_not_defeat(change: Changes) -> None:
    def stronger_only(
        attacker: int, blocker: int, ours: int, theirs: int, losers: tuple[int, ...]
    ) -> tuple[int, ...]:
        return () if ours == theirs else losers

    losing(change, stronger_only, poison_works=True)


@AS_IF("attacker-wins-ties", "the attacker won ties", "mb.attack.tie")
def attacker_wins_ties(change: Changes) -> None:
    on_a_tie(change, "blocker")


@AS_IF("blocker-wins-ties", "the blocker won ties", "mb.attack.tie")
def blocker_wins_ties(change: Changes) -> None:
    on_a_tie(change, "attacker")


@AS_IF(
    "one-after-the-other",
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

    def defeat_in_turn(
        machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
    ) -> None:
        state.stack.append([code, 0, cards, cause, why])

    change.put(combat, "defeat", defeat_in_turn)


@AS_IF(
    "second-defeated-effect-lost",
    "only one of two fighters who defeat each other had its Defeated effect",
    "mb.attack.simultaneous",
    "mb.trigger.defeated",
)
def second_defeated_effect_lost(change: Changes) -> None:
    bury = atoms.bury

    def bury_with_one_effect(
        machine: Mindbug, state: State, cards: Iterable[int], cause: int, rules: Rules
    ) -> None:
        waiting = len(state.waiting)
        bury(machine, state, cards, cause, rules)
        if cause < 0:
            del state.waiting[waiting + 1 :]

    change.swap(bury, bury_with_one_effect)


@AS_IF(
    "to-the-first-owner",
    "a stolen creature went to the discard pile of its first owner",
    "mb.attack.defeated-pile",
    "mb.mindbug.discard",
)
def to_the_first_owner(change: Changes) -> None:
    remember_owners(change)
    bury = atoms.bury

    def bury_at_home(
        machine: Mindbug, state: State, found: Iterable[int], cause: int, rules: Rules
    ) -> None:
        cards = list(found)
        homes = [owner(state, card, state.where[card] - PLAY) for card in cards]
        bury(machine, state, cards, cause, rules)
        for card, seat in zip(cards, homes, strict=True):
            atoms.move(state, card, DISCARD + seat)

    change.swap(bury, bury_at_home)


@AS_IF("out-of-the-game", "a defeated creature were out of the game", "mb.attack.defeated-pile")
def out_of_the_game(change: Changes) -> None:
    bury = atoms.bury

    def bury_nowhere(
        machine: Mindbug, state: State, found: Iterable[int], cause: int, rules: Rules
    ) -> None:
        cards = list(found)
        bury(machine, state, cards, cause, rules)
        for card in cards:
            atoms.move(state, card, ASIDE)

    change.swap(bury, bury_nowhere)


@AS_IF(
    "discard-hidden",
    "a discard pile were hidden from the opponent",
    "mb.attack.discard-public",
)
def discard_hidden(change: Changes) -> None:
    seeing(change, "discard", owner_too=True, others=False)


@AS_IF(
    "attack-goes-on-without-attacker",
    "an attack went on although the attacker had left, and cost a life",
    "mb.attack.ends",
)
def attack_goes_on_without_attacker(change: Changes) -> None:
    go_on = combat.go_on

    def go_on_anyway(machine: Mindbug, state: State, frame: Frame) -> None:
        go_on(machine, state, frame)
        attacker, seat = frame[combat.ATTACKER], frame[combat.SEAT]
        if state.where[attacker] != PLAY + seat:
            atoms.lose_life(machine, state, 1 - seat, 1, attacker, combat.UNBLOCKED)

    change.swap(go_on, go_on_anyway)


@AS_IF(
    "exhausting-ends-attack",
    "an attacker that becomes exhausted by its own Attack effect stopped attacking",
    "mb.attack.ends",
)
def exhausting_ends_attack(change: Changes) -> None:
    declare, go_on, exhaust = combat.declare, combat.go_on, atoms.exhaust
    just_now = 1 << 14

    def declare_afresh(machine: Mindbug, state: State, frame: Frame) -> None:
        state.marks[frame[combat.ATTACKER]] &= ~just_now
        declare(machine, state, frame)

    def exhaust_and_note(state: State, card: int, cause: int, rules: Rules) -> None:
        exhaust(state, card, cause, rules)
        state.marks[card] |= just_now

    def go_on_unless_tired(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker = frame[combat.ATTACKER]
        if state.marks[attacker] & just_now:
            state.marks[attacker] &= ~(just_now | ATTACKING)
        go_on(machine, state, frame)

    change.swap(declare, declare_afresh)
    change.swap(exhaust, exhaust_and_note)
    change.swap(go_on, go_on_unless_tired)
