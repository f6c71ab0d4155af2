"""A mutant: the oracle with one misreading in force."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

from attrs import evolve, field, frozen

import conformance.engines.in_process
import oracle
from conformance.engines.rulesets import KEPT, ruleset
from conformance.mutants.changes import Changes
from conformance.mutants.games import GAMES, game_of
from oracle.kernel import machine as kernel
from oracle.kernel.machine import KernelError, Machine, Step
from oracle.kernel.state import State
from oracle.ruleset import assembled
from rules_dsl.misheard import NOT
from rules_dsl.module import Module
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

STEPS_AT_MOST = 5_000
"""Steps between two decisions: a misreading that goes on for ever is caught here."""


@frozen
class Mutant:
    """One misreading: `words` goes on from "as if", `rules` are those it breaks.

    Only vectors that require something in `touches` can tell it apart; None means that any can.
    """

    id: str
    words: str
    rules: tuple[str, ...]
    change: Callable[[Changes], None] = field(eq=False, repr=False)
    origin: str = field(eq=False, repr=False)
    """All that the change is made of: when it is the same, so is the mutant."""
    game: str = field(eq=False, repr=False)
    touches: frozenset[str] | None = field(default=None, eq=False, repr=False)
    definition: str | None = field(default=None, eq=False, repr=False)
    """The card or keyword that is misread, if it is one."""
    about: frozenset[str] = field(default=frozenset(), eq=False, repr=False)
    """Words of card texts; where the cards say none of them it cannot show. Empty: anywhere."""

    @contextmanager
    def in_force(self, without: frozenset[str] = frozenset()) -> Iterator[Changes]:
        """The oracle in this process misreads until the block is left.

        Rulesets are linked `without` some cards, by their ids, where nobody can meet them.
        """
        game = GAMES[self.game]
        changes = Changes(game)
        try:
            changes.swap(kernel.run, run_bounded)
            game.understand_negation(changes)
            changes.mark()
            self.change(changes)
            load = _loader(changes, without)
            changes.put(conformance.engines.in_process, "ruleset", load)
            yield changes
        finally:
            changes.restore()


class Bounded(list[tuple[Step, ...]]):
    """The steps of all procedures, of which only so many are taken between two decisions."""

    left = 0

    def __getitem__(self, number: Any) -> Any:  # Any: as a list has it
        self.left -= 1
        if self.left < 0:
            raise KernelError("no decision comes any more")
        return super().__getitem__(number)


_run = kernel.run


def run_bounded(machine: Machine, state: State) -> None:
    """As the kernel's `run`, but not for ever."""
    if isinstance(machine.codes, Bounded):
        machine.codes.left = STEPS_AT_MOST
    _run(machine, state)


Load = Callable[..., oracle.Ruleset]

BASES_KEPT = 600
"""Rulesets as they are in memory, more than the vectors of a game have."""


@lru_cache(maxsize=BASES_KEPT)
def _base(
    game: str, options: tuple[tuple[str, str], ...], cards: tuple[str, ...], players: int | None
) -> oracle.Ruleset:
    """A ruleset as it is, before a misreading of it is linked: for every mutant the same."""
    return ruleset(game, dict(options), cards, players=players)


def _loader(changes: Changes, without: frozenset[str] = frozenset()) -> Load:
    """How rulesets are loaded while a misreading is in force: linked anew, each once."""
    known: dict[Any, oracle.Ruleset] = {}

    def load(
        game: str,
        options: Mapping[str, str],
        cards: Sequence[str],
        files: Sequence[Any] = (),
        players: int | None = None,
    ) -> oracle.Ruleset:
        key = (game, tuple(sorted(options.items())), tuple(cards), players)
        if key not in known:
            with changes.lifted():
                base = _base(*key)
            if len(known) >= KEPT:  # of vectors with cards of their own each has another
                del known[next(iter(known))]
            known[key] = _misread(base, changes, without)
        return known[key]

    return load


def _misread(base: oracle.Ruleset, changes: Changes, without: frozenset[str]) -> oracle.Ruleset:
    module: Module = base.module
    for rewrite in changes.rewrites:
        module = rewrite(module)
    if without:
        module = evolve(module, cards=tuple(one for one in module.cards if one.id not in without))
    players = len(base.machine.layout.seats)
    said = words(base.name)
    machine, events = assembled(game_of(base.name), module, base.options, said, players)
    changes.linked(machine)
    machine.codes = Bounded(machine.codes)
    return oracle.Ruleset(base.name, base.options, module, machine, events)


@cache
def words(game: str) -> list[tuple[str, str, tuple[str, ...]]]:
    """The words of a ruleset's vocabulary, and the one that only misreadings say."""
    return [*vocabulary(game).citations(), ("condition", NOT, ())]


def vocabulary(game: str) -> Vocabulary:
    """The vocabulary of a ruleset."""
    return Vocabulary.load(spec_root() / load_specification().ruleset(game).vocabulary)
