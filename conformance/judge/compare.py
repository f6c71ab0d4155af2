"""What differs between a wanted and a given projection or view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice

from attrs import evolve, frozen

from conformance.protocol.canonical import canonical, handle_order
from conformance.protocol.words import kept, kept_value

Ordered = Callable[[], Collection[str]]
"""Tells which lists have an order that matters; every other list is a set of things.

A name alone is a list of the table, `.name` one that every player has. It is asked only where
two lists differ in their order.
"""


def deck_of_each() -> Collection[str]:
    """Where nothing else is known: the decks of players."""
    return (".deck",)


ABSENT = object()

MOST_KEPT = 500
"""Differences of one verdict that are kept; more are only counted."""


@frozen
class Difference:
    """One place where the engine says something else than the vector."""

    place: str
    want: object
    got: object

    def __str__(self) -> str:
        return f"{self.place}: want {show(self.want)}, got {show(self.got)}"


def kept_differences(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """Differences as a report keeps them: not too many, none too long, all printable."""
    some = tuple(map(_kept, islice(found, MOST_KEPT - (len(found) > MOST_KEPT))))
    more = len(found) - len(some)
    return (*some, Difference("…", ABSENT, f"{more:,} more differences")) if more else some


def _kept(one: Difference) -> Difference:
    want, got = (value if value is ABSENT else kept_value(value) for value in (one.want, one.got))
    return evolve(one, place=kept(one.place), want=want, got=got)


def show(value: object) -> str:
    """A value as a report writes it."""
    return "nothing" if value is ABSENT else canonical(value)


def differences(
    want: object, got: object, place: str = "", ordered: Ordered = deck_of_each
) -> list[Difference]:
    """Every difference; what the wanted value does not mention is not compared."""
    return list(_differences(want, got, place, ordered))


def _differences(want: object, got: object, place: str, ordered: Ordered) -> Iterator[Difference]:
    if isinstance(want, dict) and isinstance(got, dict):
        for key in want:
            where = f"{place}.{key}".lstrip(".")
            yield from _differences(want[key], got.get(key, ABSENT), where, ordered)
    elif isinstance(want, list) and isinstance(got, list):
        yield from _list_differences(want, got, place, ordered)
    elif type(want) is not type(got) or want != got:
        yield Difference(place, want, got)


def _list_differences(
    want: list[object], got: list[object], place: str, ordered: Ordered
) -> Iterator[Difference]:
    if all(isinstance(one, dict) and isinstance(one.get("h"), str) for one in [*want, *got]):
        yield from _cards_differences(want, got, place, ordered)
    elif want == got:
        return
    elif sorted(map(canonical, want)) != sorted(map(canonical, got)) or _has_order(place, ordered):
        yield Difference(place, want, got)


def _has_order(place: str, ordered: Ordered) -> bool:
    return any(place.endswith(each) if each[0] == "." else place == each for each in ordered())


def _cards_differences(
    want: list[object], got: list[object], place: str, ordered: Ordered
) -> Iterator[Difference]:
    """Cards are matched by their handles, never by their position."""
    wanted = {one["h"]: one for one in want if isinstance(one, dict)}
    given = {one["h"]: one for one in got if isinstance(one, dict)}
    for handle in sorted(wanted.keys() | given.keys(), key=handle_order):
        where = f"{place}[{handle}]"
        if handle in wanted and handle in given:
            yield from _differences(wanted[handle], given[handle], where, ordered)
        else:
            yield Difference(where, wanted.get(handle, ABSENT), given.get(handle, ABSENT))
