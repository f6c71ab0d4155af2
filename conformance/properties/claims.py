"""Claims: what must be true of every game, with the rules that say so."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from conformance.games import kit, names
from conformance.properties.choices import Choices
from conformance.properties.table import Table

Check = Callable[[Table, Choices], None]


@frozen
class Claim:
    """A sentence about every game, and the check that looks for a counterexample."""

    name: str
    text: str
    rules: tuple[str, ...]
    needs: tuple[str, ...]
    check: Check
    games: tuple[str, ...]
    whatever_the_options: bool = False
    compares_digests: bool = False

    def __str__(self) -> str:
        return self.name


_claims: dict[str, Claim] = {}


def claim(
    *rules: str,
    needs: tuple[str, ...] = (),
    whatever_the_options: bool = False,
    games: tuple[str, ...],
    compares_digests: bool = False,
) -> Callable[[Check], Check]:
    """Declare a check as a claim; `needs` are operations an engine must offer for it."""

    def declare(check: Check) -> Check:
        assert check.__doc__, "a claim is a sentence: write it as the docstring"
        name = check.__name__
        text = " ".join(check.__doc__.split())
        _claims[name] = Claim(
            name, text, rules, needs, check, games, whatever_the_options, compares_digests
        )
        return check

    return declare


def all_claims() -> list[Claim]:
    """Every claim, topic by topic."""
    modules = [module.__name__ for name in names() for module in kit(name).claims()]
    return sorted(_claims.values(), key=lambda each: modules.index(each.check.__module__))
