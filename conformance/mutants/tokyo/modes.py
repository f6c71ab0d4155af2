"""Misreadings of the modes of the Mindbug expansion: which deck, and what else it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.engines.rulesets import ruleset
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Each, Frame, State
from oracle.tokyo import borrowed, buying, setup, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.setup import EXPANSION
from oracle.tokyo.table import DECK, TURN_UP
from rules_dsl.module import Module

AS_IF = Topic("tokyo", "modes", "serves-as")


# --- the base game -----------------------------------------------------------------------------


def instead(change: Changes, old: Step, new: Step) -> None:
    """Take another step in games with the expansion."""

    def step(machine: Any, state: State, frame: Frame) -> None:
        (new if machine.has_tokens else old)(machine, state, frame)

    change.swap(old, step)


def nothing(machine: Any, state: State, frame: Frame) -> None:
    """A step that does nothing."""


@AS_IF("no-tokyo", "the expansion were played without the board", "kt.mode.base-game")
def no_tokyo(change: Changes) -> None:
    instead(change, turn.enter, nothing)
    instead(change, borrowed.enter, nothing)


@AS_IF(
    "no-first-roll",
    "a game with the expansion began without the roll of the base game",
    "kt.mode.base-game",
)
def no_first_roll(change: Changes) -> None:
    line_up = setup.line_up

    def begin_at_once(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack[-1] = setup.first_turn(0)

    instead(change, line_up, begin_at_once)


# --- the deck ----------------------------------------------------------------------------------


def shuffling(change: Changes, pool: Callable[[Tokyo], tuple[int, ...]]) -> None:
    """Make the power deck of other cards."""

    def deal(machine: Tokyo) -> None:
        if machine.has_tokens:
            others = machine.box[len(machine.pool) :]
            machine.pool = pool(machine)
            machine.box = machine.pool + others

    change.relink(deal)


def is_trial(machine: Tokyo) -> bool:
    """Whether the cards of the base game are in the deck."""
    return len(machine.pool) > EXPANSION


def of_the_expansion(machine: Tokyo) -> tuple[int, ...]:
    """The cards of the expansion, which come last in the box."""
    return machine.pool[-EXPANSION:]


def turning_up(change: Changes, fits: Callable[[Tokyo, State], list[int]]) -> None:
    """Let only some cards of the deck be on top of it at setup."""
    next_card = buying.next_card

    def next_of_some(machine: Tokyo, state: State, frame: Frame) -> None:
        next_card(machine, state, frame)
        pending = state.pending
        if pending is None or pending[0] != "turn-up" or frame[buying.AT_SETUP] != 1:
            return
        state.pending = None
        ask(state, "turn-up", pending[1], Each(TURN_UP, fits(machine, state)), *pending[5:])

    change.swap(next_card, next_of_some)


@AS_IF(
    "row-of-the-expansion",
    "a game in trial mode began in expert mode, with a row of the expansion",
    "kt.mode.choose",
    "kt.mode.trial",
)
def row_of_the_expansion(change: Changes) -> None:
    def of_the_expansion_left(machine: Tokyo, state: State) -> list[int]:
        own = of_the_expansion(machine)
        return [card for card in sorted(state.zones[DECK]) if state.cards[card] in own]

    turning_up(change, of_the_expansion_left)


@AS_IF("no-keep-cards", "the expansion had no keep cards", "kt.mode.cards")
def no_keep_cards(change: Changes) -> None:
    def without(machine: Tokyo) -> tuple[int, ...]:
        own = [n for n in of_the_expansion(machine) if _type(machine, n) != "keep"]
        return machine.pool[:-EXPANSION] + tuple(own)

    shuffling(change, without)


@AS_IF("card-doubled", "one of the cards of the expansion were in it twice", "kt.mode.cards")
def card_doubled(change: Changes) -> None:
    shuffling(change, lambda machine: machine.pool + machine.pool[-1:])


def _type(machine: Tokyo, definition: int) -> str:
    return str(machine.definitions[definition].choice("type"))


@AS_IF("trial-without-base", "trial mode left the base game's cards out", "kt.mode.trial")
def trial_without_base(change: Changes) -> None:
    shuffling(change, of_the_expansion)


@AS_IF("trial-of-base", "trial mode left the expansion's cards out", "kt.mode.trial")
def trial_of_base(change: Changes) -> None:
    shuffling(
        change, lambda machine: machine.pool[:-EXPANSION] if is_trial(machine) else machine.pool
    )


@AS_IF("trial-not-shuffled", "the deck of trial mode were in the order of the box", "kt.mode.trial")
def trial_not_shuffled(change: Changes) -> None:
    def first(machine: Tokyo, state: State) -> list[int]:
        return sorted(state.zones[DECK])[: 1 if is_trial(machine) else None]

    turning_up(change, first)


@AS_IF("expert-of-consumables", "the deck of expert mode were consumables only", "kt.mode.expert")
def expert_of_consumables(change: Changes) -> None:
    def consumables(machine: Tokyo) -> tuple[int, ...]:
        if is_trial(machine):
            return machine.pool
        return tuple(n for n in machine.pool if n in machine.consumable)

    shuffling(change, consumables)


@AS_IF("expert-with-base", "expert mode shuffled the base game's cards in", "kt.mode.expert")
def expert_with_base(change: Changes) -> None:
    with change.lifted():
        trial = ruleset("tokyo/mindbug-trial", {}, ()).module.cards

    def add_base(module: Module) -> Module:
        ids = {card.id for card in module.cards}
        if "wings" in ids:
            return module
        return evolve(
            module, cards=(*(card for card in trial if card.id not in ids), *module.cards)
        )

    change.rewrite(add_base)


# --- turns and monsters ------------------------------------------------------------------------


@AS_IF(
    "buys-before-entering",
    "with the expansion the buy phase came before the enter phase",
    "kt.mode.five-phases",
)
def buys_before_entering(change: Changes) -> None:
    enter, buy = turn.enter, turn.buy

    def first(machine: Tokyo, state: State, frame: Frame) -> None:
        (buy if machine.has_tokens else enter)(machine, state, frame)

    def second(machine: Tokyo, state: State, frame: Frame) -> None:
        (enter if machine.has_tokens else buy)(machine, state, frame)

    change.swap(enter, first)
    change.swap(buy, second)


@AS_IF("no-end-phase", "a turn with the expansion had no end phase", "kt.mode.five-phases")
def no_end_phase(change: Changes) -> None:
    instead(change, turn.finish, nothing)


@AS_IF(
    "mastermindbug-has-two",
    "MasterMindbug began with a Mindbug token more",
    "kt.mode.monsters",
)
def mastermindbug_has_two(change: Changes) -> None:
    take_monster = setup.take_monster

    def take_and_give(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[setup.NOW]
        if machine.monsters[state.answer[1]] == "mastermindbug":
            state.counters[machine.mindbugs + seat] += 1
        take_monster(machine, state, frame)

    change.swap(take_monster, take_and_give)


@AS_IF(
    "three-heads-more-hearts",
    "the Gigasnail Hydra began with more hearts than other monsters",
    "kt.mode.monsters",
)
def three_heads_more_hearts(change: Changes) -> None:
    take_monster = setup.take_monster

    def take_and_grow(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[setup.NOW]
        if machine.monsters[state.answer[1]] == "gigasnail-hydra":
            state.counters[seat] += 2
        take_monster(machine, state, frame)

    change.swap(take_monster, take_and_grow)
