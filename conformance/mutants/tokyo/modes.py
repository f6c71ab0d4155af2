"""Misreadings of the modes of the Mindbug expansion: which deck, and what else it changes."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import evolve

from conformance.engines.rulesets import ruleset
from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Each, Frame, State
from oracle.tokyo import borrowed, buy, end, setup, turn
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.setup import EXPANSION
from oracle.tokyo.table import DECK, TURN_UP
from rules_dsl.module import Module

AS_IF = Topic("tokyo", "modes", "serves-as")


# --- the base game -----------------------------------------------------------------------------
@do.verb
def with_tokens(change: Changes, old: Any, new: Any) -> None:
    """Take another step in games with the expansion."""
    change.instead(old)(
        lambda machine, state, frame: (new if machine.has_tokens else old)(machine, state, frame)
    )


def nothing(machine: Any, state: State, frame: Frame) -> None:
    """A step that does nothing."""


AS_IF("the expansion were played without the board", "kt.mode.base-game").so(
    "no-tokyo", with_tokens(turn.enter, nothing), with_tokens(borrowed.enter, nothing)
)


@AS_IF("a game with the expansion began without the roll of the base game", "kt.mode.base-game")
@partial(with_tokens, setup.line_up)
def no_first_roll(machine: Tokyo, state: State, frame: Frame) -> None:
    state.stack[-1] = setup.first_turn(0)


# --- the deck ----------------------------------------------------------------------------------
@do.verb
def shuffling(change: Changes, pool: Any) -> None:
    """Make the power deck of other cards."""

    @change.relink
    def deal(machine: Tokyo) -> None:
        if machine.has_tokens:
            others = machine.box[len(machine.pool) :]
            machine.pool = pool(machine)
            machine.box = machine.pool + others


def is_trial(machine: Tokyo) -> bool:
    """Whether the cards of the base game are in the deck."""
    return len(machine.pool) > EXPANSION


def of_the_expansion(machine: Tokyo) -> tuple[int, ...]:
    """The cards of the expansion, which come last in the box."""
    return machine.pool[-EXPANSION:]


@own.after(buy.next_card)
def turning_up(fits: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let only some cards of the deck be on top of it at setup."""
    pending = state.pending
    if pending is None or pending[0] != "turn-up" or frame[buy.AT_SETUP] != 1:
        return
    state.pending = None
    ask(state, "turn-up", pending[1], Each(TURN_UP, fits(machine, state)), *pending[5:])


@AS_IF(
    "a game in trial mode began in expert mode, with a row of the expansion",
    "kt.mode.choose",
    "kt.mode.trial",
)
@turning_up
def row_of_the_expansion(machine: Tokyo, state: State) -> list[int]:
    own = of_the_expansion(machine)
    return [card for card in sorted(state.zones[DECK]) if state.cards[card] in own]


@AS_IF("the expansion had no keep cards", "kt.mode.cards")
@shuffling
def no_keep_cards(machine: Tokyo) -> tuple[int, ...]:
    own = [n for n in of_the_expansion(machine) if _type(machine, n) != "keep"]
    return machine.pool[:-EXPANSION] + tuple(own)


def _type(machine: Tokyo, definition: int) -> str:
    return str(machine.definitions[definition].choice("type"))


@AS_IF("the deck of expert mode were consumables only", "kt.mode.expert")
@shuffling
def expert_of_consumables(machine: Tokyo) -> tuple[int, ...]:
    if is_trial(machine):
        return machine.pool
    return tuple(n for n in machine.pool if n in machine.consumable)


@AS_IF("expert mode shuffled the base game's cards in", "kt.mode.expert")
def expert_with_base(change: Changes) -> None:
    with change.lifted():
        trial = ruleset("tokyo/mindbug-trial", {}, ()).module.cards

    @change.rewrite
    def add_base(module: Module) -> Module:
        ids = {card.id for card in module.cards}
        if "wings" in ids:
            return module
        return evolve(
            module, cards=(*(card for card in trial if card.id not in ids), *module.cards)
        )


AS_IF("one of the cards of the expansion were in it twice", "kt.mode.cards").so(
    "card-doubled", shuffling(lambda machine: machine.pool + machine.pool[-1:])
)
AS_IF("trial mode left the base game's cards out", "kt.mode.trial").so(
    "trial-without-base", shuffling(of_the_expansion)
)
AS_IF("trial mode left the expansion's cards out", "kt.mode.trial").so(
    "trial-of-base",
    shuffling(lambda machine: machine.pool[:-EXPANSION] if is_trial(machine) else machine.pool),
)
AS_IF("the deck of trial mode were in the order of the box", "kt.mode.trial").so(
    "trial-not-shuffled",
    turning_up(
        lambda machine, state: sorted(state.zones[DECK])[: 1 if is_trial(machine) else None]
    ),
)


# --- turns and monsters ------------------------------------------------------------------------
AS_IF("with the expansion the buy phase came before the enter phase", "kt.mode.five-phases").so(
    "buys-before-entering", with_tokens(turn.enter, turn.buy), with_tokens(turn.buy, turn.enter)
)
AS_IF("a turn with the expansion had no end phase", "kt.mode.five-phases").so(
    "no-end-phase", with_tokens(end.finish, nothing)
)


@AS_IF("MasterMindbug began with a Mindbug token more", "kt.mode.monsters")
@do.before(setup.take_monster)
def mastermindbug_has_two(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[setup.NOW]
    if machine.monsters[state.answer[1]] == "mastermindbug":
        state.counters[machine.mindbugs + seat] += 1


@AS_IF("the Gigasnail Hydra began with more hearts than other monsters", "kt.mode.monsters")
@do.before(setup.take_monster)
def three_heads_more_hearts(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[setup.NOW]
    if machine.monsters[state.answer[1]] == "gigasnail-hydra":
        state.counters[seat] += 2
