"""Which misreadings the claims notice, held to the same as laws."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from conformance.engines.in_process import InProcess
from conformance.laws.biting import Bite
from conformance.mutants.mutant import Mutant
from conformance.properties.choices import Choices
from conformance.properties.claims import Claim, all_claims
from conformance.properties.laying import lay_table

BYTES = 240
"""Of which the choices of one game are made."""


def claims_of(game: str) -> list[Claim]:
    """The claims about a game."""
    return [each for each in all_claims() if any(g.startswith(f"{game}/") for g in each.games)]


def claim_bites(mutants: Iterable[Mutant], number: int, seed: int = 0) -> Iterator[Bite]:
    """For each misreading the first claim naming its rule that notices it, if any does."""
    for mutant in mutants:
        naming = [
            each
            for each in claims_of(mutant.game)
            if not set(each.rules).isdisjoint(mutant.rules) and not each.compares_digests
        ]
        if not naming:
            continue
        with mutant.in_force():
            for claim in naming:
                at = _noticed(claim, mutant, number, seed)
                if at is not None:
                    yield Bite(mutant.id, claim.name, at)
                    break


def _noticed(claim: Claim, mutant: Mutant, number: int, seed: int) -> int | None:
    game = next(each for each in claim.games if each.startswith(f"{mutant.game}/"))
    for at in range(number):
        if notices(claim, game, at, seed):
            return at
    return None


def notices(claim: Claim, game: str, at: int, seed: int = 0) -> bool:
    """Whether a claim fails in a drawn game while a misreading is in force."""
    data = random.Random(f"{seed}/{claim.name}/{at}").randbytes(BYTES)
    try:
        claim.check(lay_table(InProcess(), game), Choices(data))
    except AssertionError:
        return True
    except Exception:  # noqa: BLE001  # a misreading may break the oracle in any way
        return False
    return False
