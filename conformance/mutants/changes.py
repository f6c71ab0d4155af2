"""Changes of the oracle that can be taken back: how a misreading is put in force."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from conformance.mutants.fitting import (
    Function,
    Making,
    after,
    around,
    before,
    instead,
    provided,
    result,
    unless,
)
from conformance.mutants.games import GAMES, Game
from oracle.kernel.machine import Machine, Step
from oracle.kernel.procedures import Locals, Place
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
        self._swapped: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._lifted: list[list[Any]] = []  # Any: entries of the tables of procedures
        self.rewrites: list[Callable[[Module], Module]] = []
        self.relinks: list[Callable[[Any], None]] = []

    # --- what misreadings do ---

    def swap(self, old: Callable[..., Any], new: Callable[..., Any]) -> None:
        """Let every part of the oracle that uses a function use another one."""
        old = self._now(old)
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
        self._swapped[old] = new

    def around(self, *place: Any) -> Callable[[Function], Function]:
        """Let a function, given the original first, take its place."""
        return self._placing(place, around)

    def instead(self, *place: Any) -> Callable[[Function], Function]:
        """Let a function take the place of another, of which nothing is left."""
        return self._placing(place, instead)

    def after(self, *place: Any) -> Callable[[Function], Function]:
        """Let something be done when the original is done."""
        return self._placing(place, after)

    def before(self, *place: Any) -> Callable[[Function], Function]:
        """Let something be done before the original."""
        return self._placing(place, before)

    def result(self, *place: Any) -> Callable[[Function], Function]:
        """Let a function, given what the original gives, give something else."""
        return self._placing(place, result)

    def unless(self, *place: Any) -> Callable[[Function], Function]:
        """Leave the original out where a function says so."""
        return self._placing(place, unless)

    def provided(self, *place: Any) -> Callable[[Function], Function]:
        """Leave the original out, but where a function says so."""
        return self._placing(place, provided)

    def never(self, *functions: Callable[..., Any]) -> None:
        """Let functions do nothing."""
        for each in functions:
            self.swap(each, lambda *given, **named: None)

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

    def answer(self, flag: str, value: object) -> None:
        """Let a machine take one answer to a question, whatever it is given."""
        self.relink(lambda machine: setattr(machine, flag, value))

    def procedure(self, name: str, *pieces: Step | Place, remembers: int) -> int:
        """Declare one more procedure; its number is what frames hold."""
        self._added += 1
        held = Locals()
        held.count = remembers
        return self._procedures.declare(name, *pieces, remembers=held)

    def _placing(self, place: Any, making: Making) -> Callable[[Function], Function]:
        """What puts a function at a place, made of the one that is there and the one given."""

        def decorate(new: Function) -> Function:
            if len(place) == 1:
                self.swap(place[0], making(self._now(place[0]), new))
            else:
                owner, name = place
                self.put(owner, name, making(_found(owner, name), new))
            return new

        return decorate

    def _now(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """What stands where a function stood."""
        while function in self._swapped:
            function = self._swapped[function]
        return function

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
        self._swapped.clear()
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
        table = self._procedures
        return table.names, table.steps, table.sizes, table.places, table.step_names

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


def _found(owner: Any, name: Any) -> Any:
    """What an owner has, whoever it has it from."""
    return owner.get(name) if isinstance(owner, dict) else getattr(owner, name)


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
