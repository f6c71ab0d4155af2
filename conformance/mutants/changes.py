"""Changes of the oracle that can be taken back: how a misreading is put in force."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from conformance.mutants.games import GAMES, Game
from oracle.kernel.machine import Machine, Step
from rules_dsl.module import Module

MISSING = object()


class Changes:
    """Everything one misreading changes; nothing of it stays when the changes are taken back.

    Functions are exchanged wherever the oracle has imported them, steps also in the procedures
    they belong to; tables that are linked anew for every ruleset are changed by `rewrite`
    (definitions before linking) and `relink` (the machine after it).
    """

    def __init__(self, game: Game) -> None:
        self._procedures = game.procedures
        self._places: list[tuple[Any, Any, Any, Any]] = []  # Any: whatever is changed
        self._added = 0
        self._marked = 0
        self._lifted: list[list[Any]] = []  # Any: entries of the tables of procedures
        self.rewrites: list[Callable[[Module], Module]] = []
        self.relinks: list[Callable[[Any], None]] = []

    # --- what misreadings do ---

    def swap(self, old: Callable[..., Any], new: Callable[..., Any]) -> None:
        """Let every part of the oracle that uses a function use another one."""
        found = 0
        for module, name in _places_of(old, afresh=any(put is old for *_, put in self._places)):
            if vars(module).get(name) is old:
                self.put(module, name, new)
                found += 1
        procedures = self._procedures.steps
        for number, steps in enumerate(procedures):
            if old in steps:
                told = tuple(new if step is old else step for step in steps)
                self.put(procedures, number, told)
                found += 1
        if not found:
            raise LookupError(f"the oracle does not use {old!r}")

    def put(self, owner: Any, name: Any, value: Any) -> None:
        """Set an attribute of a module or object, or an entry of a table."""
        self._places.append((owner, name, _get(owner, name), value))
        _set(owner, name, value)

    def rewrite(self, change: Callable[[Module], Module]) -> None:
        """Misread definitions before they are linked."""
        self.rewrites.append(change)

    def relink(self, change: Callable[[Any], None]) -> None:
        """Change a machine after it is linked."""
        self.relinks.append(change)

    def turn_round(self, flag: str) -> None:
        """Let a machine take the other answer to a question that has two."""
        self.relink(lambda machine: setattr(machine, flag, not getattr(machine, flag)))

    def procedure(self, name: str, *steps: Step, remembers: int) -> int:
        """Declare one more procedure; its number is what frames hold."""
        self._added += 1
        return self._procedures.declare(name, *steps, remembers=remembers)

    # --- what is changed ---

    def mark(self) -> None:
        """From here on the changes are those of the misreading, not those every one needs."""
        self._marked = len(self._places)

    @property
    def replaced(self) -> frozenset[CodeType] | None:
        """The code of all functions that the misreading replaces; None if it changes more.

        A game that calls none of them goes the same way with it and without it.
        """
        if self.rewrites or self.relinks:
            return None
        found: list[Any] = []
        for _, _, old, new in self._places[self._marked :]:
            if _is_steps(old) and len(old) == len(new):
                found += [was for was, now in zip(old, new, strict=True) if was is not now]
            else:
                found.append(old)
        if not all(isinstance(each, FunctionType) for each in found):
            return None
        return frozenset(each.__code__ for each in found)

    @property
    def touched(self) -> frozenset[tuple[int, Any]]:
        """The places that hold something else now; steps of one procedure are places apart."""
        steps = self._procedures.steps
        return frozenset(
            (id(owner), name) for owner, name, *_ in self._places if owner is not steps
        )

    # --- taking back ---

    def restore(self) -> None:
        """Take everything back."""
        for owner, name, old, _ in reversed(self._places):
            _set(owner, name, old)
        self._places.clear()
        self._take_off()
        self._added = 0

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """The oracle as it is, for a moment."""
        self._lift()
        try:
            yield
        finally:
            self._put_back()

    @contextmanager
    def in_force_again(self) -> Iterator[None]:
        """The misreading in force for a moment, while it is lifted."""
        self._put_back()
        try:
            yield
        finally:
            self._lift()

    def _lift(self) -> None:
        for owner, name, old, _ in reversed(self._places):
            _set(owner, name, old)
        self._lifted = self._take_off()

    def _put_back(self) -> None:
        for table, entries in zip(self._tables(), self._lifted, strict=True):
            table += entries
        for owner, name, _, new in self._places:
            _set(owner, name, new)

    def _take_off(self) -> list[list[Any]]:
        """Take the procedures off that were declared."""
        first = len(self._procedures.names) - self._added
        taken = []
        for table in self._tables():
            taken.append(table[first:])
            del table[first:]
        return taken

    def _tables(self) -> tuple[list[Any], ...]:
        return self._procedures.names, self._procedures.steps, self._procedures.sizes

    def linked(self, machine: Machine) -> None:
        """Hear of a machine that has been linked."""
        for change in self.relinks:
            change(machine)


def _is_steps(value: Any) -> bool:
    """Whether something is the steps of a procedure."""
    return isinstance(value, tuple) and all(isinstance(each, FunctionType) for each in value)


_PLACES: dict[int, list[tuple[ModuleType, str]]] = {}
"""Where the oracle has imported each function; noted before anything is changed."""


def _places_of(function: Any, *, afresh: bool) -> list[tuple[ModuleType, str]]:
    """Where the oracle has imported a function: looked up, or looked for once more."""
    if afresh:
        every = ((module, name) for module in _modules() for name in vars(module))
        return [(module, name) for module, name in every if vars(module)[name] is function]
    if not _PLACES:
        for module in _modules():
            for name, value in vars(module).items():
                if callable(value):
                    _PLACES.setdefault(id(value), []).append((module, name))
    return _PLACES.get(id(function), [])


def _modules() -> list[ModuleType]:
    return [
        module for name, module in sorted(sys.modules.items()) if f"{name}.".startswith(_changed())
    ]


@cache
def _changed() -> tuple[str, ...]:
    """What the names of all modules begin with that a misreading may change."""
    packages = [package.__name__ for game in GAMES.values() for package in game.packages]
    return ("oracle.", *(f"{name}." for name in packages if not name.startswith("oracle")))


def _get(owner: Any, name: Any) -> Any:
    if isinstance(owner, dict):
        return owner.get(name, MISSING)
    if isinstance(owner, list):
        return owner[name]
    return vars(owner).get(name, MISSING)


def _set(owner: Any, name: Any, value: Any) -> None:
    if isinstance(owner, dict | list):
        if value is MISSING:
            del owner[name]
        else:
            owner[name] = value
    elif value is MISSING:
        delattr(owner, name)
    else:
        setattr(owner, name, value)


def fingerprint() -> dict[str, int]:
    """What a misreading could have left changed in the oracle: for tests."""
    found = {
        f"{module.__name__}.{name}": id(value)
        for module in _modules()
        for name, value in vars(module).items()
        if isinstance(value, FunctionType | int | tuple)
    }
    for game in GAMES.values():
        for number, steps in enumerate(game.procedures.steps):
            found[f"{game.name} procedure {number}"] = hash(steps)
    return found
