"""Makes of a function of the oracle and of one of a misreading the one that stands in its place.

A misreading takes what it names: its parameters are called as those of the original are, and it
has only those that it needs. Given the original to call, it says only what is to be otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any

Function = Callable[..., Any]
Making = Callable[[Function, Function], Function]
Giving = Callable[..., Any]
"""Calls a function with (what the oracle gives in order, and by name, and something first)."""


def names_of(function: Function) -> list[str] | None:
    """The parameters of a function in their order; None where it says no names of all."""
    function = getattr(function, "__wrapped__", function)
    if not isinstance(function, FunctionType) or function.__code__.co_flags & CO_VARARGS:
        return None
    code = function.__code__
    names = list(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
    if names[:1] == ["self"]:  # a method of a class, which misreadings call by its class
        names[0] = function.__qualname__.split(".")[-2].lower()
    return names


def taking(old: Function, new: Function, besides: int = 0) -> Giving:
    """How a function is called with what the oracle gives another, after `besides` something."""
    names = names_of(old)
    given = len(new.args) if isinstance(new, partial) else 0
    does = new.func if isinstance(new, partial) else new
    code = does.__code__ if isinstance(does, FunctionType) else None
    besides += given
    if names is None or code is None or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        most = None
        if code is not None and not code.co_flags & CO_VARARGS:
            most = code.co_argcount - besides
        return lambda args, named, *first: new(*first, *args[:most], **named)
    wanted = code.co_varnames[besides : code.co_argcount + code.co_kwonlyargcount]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        raise LookupError(f"{old!r} takes no {unknown[0]}, but {', '.join(names)}")
    places = [(name, names.index(name)) for name in wanted]

    def give(args: Any, named: Any, *first: Any) -> Any:
        own = {name: args[at] for name, at in places if at < len(args)}
        own.update((name, named[name]) for name, _ in places if name in named)
        return new(*first, **own)

    return give


def like(old: Function, new: Function) -> Function:
    """Say of a function that it stands for another."""
    new.__dict__["__wrapped__"] = getattr(old, "__wrapped__", old)
    return new


def around(old: Function, new: Function) -> Function:
    """One is given the other to call: with what it says, and all else as it was given."""
    give, names = taking(old, new, 1), names_of(old) or []

    def do(*args: Any, **named: Any) -> Any:
        def as_given(*first: Any, **said: Any) -> Any:
            now = [*first, *args[len(first) :]]
            rest = {**named, **said}
            for name in said:
                if name in names and names.index(name) < len(now):
                    now[names.index(name)] = rest.pop(name)
            return old(*now, **rest)

        return give(args, named, as_given)

    return like(old, do)


def instead(old: Function, new: Function) -> Function:
    """One for the other."""
    give = taking(old, new)
    return like(old, lambda *args, **named: give(args, named))


def after(old: Function, new: Function) -> Function:
    """One after the other."""
    give = taking(old, new)

    def do(*args: Any, **named: Any) -> Any:
        given = old(*args, **named)
        give(args, named)
        return given

    return like(old, do)


def before(old: Function, new: Function) -> Function:
    """One before the other."""
    give = taking(old, new)

    def do(*args: Any, **named: Any) -> Any:
        give(args, named)
        return old(*args, **named)

    return like(old, do)


def result(old: Function, new: Function) -> Function:
    """What one gives, read otherwise by the other."""
    give = taking(old, new, 1)
    return like(old, lambda *args, **named: give(args, named, old(*args, **named)))


def unless(old: Function, new: Function) -> Function:
    """One where the other does not hold."""
    give = taking(old, new)

    def do(*args: Any, **named: Any) -> Any:
        return None if give(args, named) else old(*args, **named)

    return like(old, do)


def provided(old: Function, new: Function) -> Function:
    """One where the other holds."""
    give = taking(old, new)

    def do(*args: Any, **named: Any) -> Any:
        return old(*args, **named) if give(args, named) else None

    return like(old, do)
