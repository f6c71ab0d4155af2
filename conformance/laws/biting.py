"""Which misreadings a law notices: for each rule it names, one of that very rule should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from conformance.engines import in_process
from conformance.laws.drawing import Instance, instances
from conformance.laws.model import Law
from conformance.laws.playing import play_instance
from conformance.laws.running import INSTANCES
from conformance.mutants.catalogue import mutants_of
from conformance.mutants.mutant import Mutant
from conformance.scenario.face import Ruleset
from conformance.scenario.loading import cached_load


@frozen
class Bite:
    """A misreading that a law notices, and by which of its instances first."""

    mutant: str
    law: str
    instance: int


def load_in_force(
    ruleset: str,
    *,
    options: Mapping[str, str] | None = None,
    cards: Sequence[Path] = (),
    players: int | None = None,
) -> Ruleset:
    """The ruleset as the misreading that is in force has it."""
    load = in_process.ruleset  # type: ignore[attr-defined]  # a misreading puts its own there
    found: Ruleset = load(ruleset, options or {}, (), players=players)
    return found


def notices(instance: Instance) -> bool:
    """Whether an instance fails while a misreading is in force; a crash shows no misreading."""
    try:
        return not play_instance(instance, load_in_force).passed
    except Exception:  # noqa: BLE001  # a misreading may break the oracle in any way
        return False


def misreadings_of(laws: Iterable[Law], every: bool = False) -> list[tuple[Mutant, list[Law]]]:
    """The misreadings of rules that laws name, each with those laws.

    Without `every` those alone that somebody wrote; the others are made from definitions.
    """
    found: list[tuple[Mutant, list[Law]]] = []
    known = list(laws)
    for game in dict.fromkeys(law.game for law in known):
        own = [law for law in known if law.game == game]
        for mutant in mutants_of(game):
            if not every and mutant.definition is not None:
                continue
            naming = [law for law in own if not set(mutant.rules).isdisjoint(law.rules)]
            if naming:
                found.append((mutant, naming))
    return found


def bites(
    pairs: Iterable[tuple[Mutant, list[Law]]],
    number: int = INSTANCES,
    seed: int = 0,
    every_law: bool = True,
) -> Iterator[tuple[Mutant, list[Bite]]]:
    """For each misreading the laws that notice it; with `every_law` each is asked."""
    drawn: dict[str, list[Instance]] = {}
    for mutant, laws in pairs:
        for law in laws:
            if law.id not in drawn:
                drawn[law.id] = list(instances(law, cached_load, number, seed))
        found: list[Bite] = []
        with mutant.in_force():
            for law in laws:
                at = next((n for n, one in enumerate(drawn[law.id]) if notices(one)), None)
                if at is not None:
                    found.append(Bite(mutant.id, law.id, at))
                    if not every_law:
                        break
        yield mutant, found
