"""Which misreadings a law notices: for each rule it names, one of that very rule should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    texts = tuple(path.read_text("utf-8") for path in cards)
    found: Ruleset = load(ruleset, options or {}, texts, players=players)
    return found


def notices(instance: Instance) -> bool:
    """Whether an instance fails while a misreading is in force; a crash shows no misreading."""
    try:
        return not play_instance(instance, load_in_force, tells=False).passed
    except Exception:  # noqa: BLE001  # a misreading may break the oracle in any way
        return False


def misreadings_of(laws: Iterable[Law]) -> list[tuple[Mutant, list[Law]]]:
    """The misreadings of rules that laws name, each with those laws.

    Those are meant that somebody wrote, and those of keywords; of single cards there are
    thousands, and a law is about many cards.
    """
    found: list[tuple[Mutant, list[Law]]] = []
    known = list(laws)
    for game in dict.fromkeys(law.game for law in known):
        own = [law for law in known if law.game == game]
        for mutant in mutants_of(game):
            if mutant.definition is not None and _is_of_a_card(mutant):
                continue
            naming = [law for law in own if not set(mutant.rules).isdisjoint(law.rules)]
            if naming:
                found.append((mutant, naming))
    return found


def _is_of_a_card(mutant: Mutant) -> bool:
    return any(touch.startswith("card:") for touch in mutant.touches or ()) and not any(
        touch.startswith("keyword:") for touch in mutant.touches or ()
    )


class Drawn:
    """Instances of laws, each law's drawn once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], list[Instance]] = {}

    def of(self, law: Law, number: int, seed: int) -> list[Instance]:
        """So many instances of a law."""
        key = (law.id, number, seed)
        if key not in self._known:
            self._known[key] = list(instances(law, cached_load, number, seed))
        return self._known[key]


def bites_of(
    mutant: Mutant, laws: Iterable[Law], drawn: Drawn, number: int = INSTANCES, seed: int = 0
) -> list[Bite]:
    """The laws of some that notice a misreading."""
    known = [(law, drawn.of(law, number, seed)) for law in laws]
    found: list[Bite] = []
    if not known:
        return found
    with mutant.in_force():
        for law, some in known:
            at = next((n for n, one in enumerate(some) if notices(one)), None)
            if at is not None:
                found.append(Bite(mutant.id, law.id, at))
    return found
