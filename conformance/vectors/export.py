"""Turns a scenario that holds into its vector: setup, script with legal sets, expectations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import conformance
from conformance.scenario.face import Decision, Json, Load
from conformance.scenario.model import Scenario
from conformance.scenario.player import Result, open_players, play
from conformance.scenario.run import Observed, Run
from conformance.scenario.shelf import expect_known_rules
from conformance.scenario.stages import stages_of
from conformance.vectors.way import Way
from rules_dsl.errors import KaijuError
from rules_dsl.printer import print_card
from rules_dsl.specification import load_specification, spec_root
from rules_dsl.vocabulary import Vocabulary

ROOT = Path(conformance.__file__).parent


class DoesNotHold(Exception):
    """Scenarios that fail cannot become vectors."""

    def __init__(self, messages: tuple[str, ...]) -> None:
        super().__init__("\n".join(messages))


def all_that_hold(vectors: Iterable[Callable[[], Json]], remedy: str = "") -> list[Json]:
    """The vectors; DoesNotHold tells everything that does not hold, and what can be done."""
    found, failures = [], []
    for make in vectors:
        try:
            found.append(make())
        except DoesNotHold as failure:
            failures.append(str(failure))
    if failures:
        raise DoesNotHold((*failures, remedy) if remedy else tuple(failures))
    return found


def export(scenario: Scenario, load: Load, sums: Mapping[str, str]) -> Json:
    """The vector of a scenario; `sums` are the checksums of the rules' texts."""
    expect_complete(scenario)
    expect_known_rules([scenario], sums)
    result = play(scenario, load)
    if not result.passed:
        raise DoesNotHold(result.messages)
    return with_sums(vector(result, load), sums)


def expect_complete(scenario: Scenario) -> None:
    """Refuse what is only a question."""
    if scenario.id is None or scenario.is_question:
        place = str(scenario.place)
        raise KaijuError(
            "a question cannot become a vector", place, "give it an id, rules and `then`"
        )


def with_sums(vector: Json, sums: Mapping[str, str]) -> Json:
    """The vector with the checksums of its rules' texts."""
    rules = [{**cited, "sum": sums[cited["id"]]} for cited in vector.get("rules", ())]
    return {**vector, "rules": rules}


def vector(result: Result, load: Load) -> Json:
    """The vector of a run that holds, without the checksums of its rules' texts."""
    scenario, run = result.scenario, result.run
    way = Way.of(run)
    own = load(scenario.ruleset, options=scenario.options)
    # A real start deals from all cards there are; a position set out needs only its own.
    needed = run.ruleset.cards if run.setup is None else _used(run)
    extra = [id for id in run.ruleset.cards if id in needed and id not in own.cards]
    found: Json = {
        "id": scenario.id,
        "kind": _kind(run),
        "title": scenario.title,
        "game": scenario.ruleset,
        "options": dict(sorted(scenario.options.items())),
        "requires": _requires(run),
        "rules": [{"id": rule} for rule in sorted(scenario.rules)],
        "provenance": _provenance(scenario),
        "script": list(way.steps),
        "expect": [*_expectations(run, way), _end(way)],
    }
    if extra:
        found["cards"] = _texts(run, extra)
    if run.setup is None:
        found["start"] = open_players(scenario)
    else:
        found["setup"] = run.setup
    return found


def _texts(run: Run, ids: list[str]) -> list[str]:
    """The cards that only this scenario has, in the card language."""
    described = load_specification().ruleset(run.scenario.ruleset)
    vocabulary = Vocabulary.load(spec_root() / described.vocabulary)
    return [print_card(run.ruleset.cards[id], vocabulary) for id in ids]


def _kind(run: Run) -> str:
    """What it is mainly about, by the rarest sort of check in it."""
    sorts = {observed.what for observed in run.observed}
    for sort, kind in (("view", "view"), ("refused", "reject"), ("legal", "legal")):
        if sort in sorts:
            return kind
    return "scenario"


def _requires(run: Run) -> list[str]:
    if run.setup is None:
        return []
    cards = [run.ruleset.cards[id] for id in sorted(_used(run))]
    keywords = sorted({keyword for card in cards for keyword in card.keywords})
    return [f"card:{card.id}" for card in cards] + [f"keyword:{word}" for word in keywords]


def _used(run: Run) -> set[str]:
    """The cards of a position, and the stages before and after them."""
    used, stages = run.cast.used_ids(), stages_of(run.ruleset.cards)
    return used.union(*(stages.get(card, ()) for card in used))


def _provenance(scenario: Scenario) -> Json:
    found: Json = {"scenario": shown(scenario.place.file)}
    if scenario.provenance:
        found["outcome"] = scenario.provenance
    if scenario.interactions:
        found["interactions"] = list(scenario.interactions)
    if scenario.ruling:
        found["ruling"] = scenario.ruling
    return found


def shown(file: str | Path) -> str:
    """A path as it is written from the root of the project, when it lies below it."""
    path = Path(file).resolve()
    inside = path.is_relative_to(ROOT.parent)
    return path.relative_to(ROOT.parent).as_posix() if inside else str(file)


def _expectations(run: Run, way: Way) -> list[Json]:
    """What was checked on the way; the end is told as a whole, and nothing twice."""
    found: list[Json] = []
    for observed in run.observed:
        if observed.what != "state" or observed.said:
            for expectation in _expectation(observed, way):
                found += [expectation] if expectation not in found else []
    return found


def _expectation(observed: Observed, way: Way) -> Iterator[Json]:
    """What was checked, told of the real choice behind it; there is none where a game ends."""
    after, position = way.behind(observed.after)
    decision = position.decision
    if observed.what == "state":
        yield {"after": after, "state": position.projection(), "origin": "oracle"}
    elif observed.what == "view":
        view = position.view(observed.data["seat"])
        view.pop("decision", None)  # what is asked is the script's to say
        yield {"after": after, "view": view, "origin": "oracle"}
    elif observed.what == "refused" and not way.is_stepped_over(observed.after):
        yield {"after": after, "refused": observed.data, "origin": "scenario"}
    elif decision is not None:
        # What was offered or refused where there is one answer, an engine need not even ask: one
        # that offers more there waits, and is not yet where the others are.
        yield {"after": after, "legal": offer_of(decision), "origin": "scenario"}


def offer_of(decision: Decision) -> Json:
    """What is offered, to whom, as an expectation says it."""
    legal = decision.legal()
    said = {"exactly": legal["legal"]} if "legal" in legal else legal
    return {"who": decision.seat, "kind": decision.kind, **said}


def _end(way: Way) -> Json:
    """The end: where every card is, what everything is worth, and the digest of it all."""
    return {
        "after": len(way.steps),
        "state": way.end.projection(),
        "digest": way.end.digest(),
        "origin": "oracle",
    }
