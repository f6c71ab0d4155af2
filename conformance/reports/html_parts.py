"""The parts of the HTML report: failures, rules, cards and vectors, each item to be filtered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from conformance.engines.rulesets import ruleset
from conformance.reports.cases import LEFT_OUT, Case, Judged, by_topic
from conformance.reports.html_failure import failure, text_of
from conformance.reports.markup import Markup, element, join, prose
from conformance.reports.telling import Story
from rules_dsl.rules_text import Rule
from rules_dsl.specification import load_specification

Stories = Mapping[str, Story | None]
QUIET = ("pass", *LEFT_OUT)
"""The statuses that have no story."""
CHIPS_SHOWN = 6


def failures(judged: Judged, stories: Stories) -> Markup:
    told = [case for case in judged.cases if case.result.status not in QUIET]
    told.sort(key=lambda case: not case.fails)  # what is known comes after what is new
    if not told:
        return element("p", "Nothing failed.", class_="empty")
    return join(
        *[
            failure(case, stories.get(case.result.id), judged, is_open=at == 0)
            for at, case in enumerate(told)
        ]
    )


def rules(judged: Judged, stories: Iterable[Story | None]) -> Markup:
    """The rules that vectors cite, and those that only the stories speak of."""
    using: dict[str, list[Case]] = {rule: [] for story in stories if story for rule in _told(story)}
    for case in judged.cases:
        for cited in case.result.rules:
            using.setdefault(cited, []).append(case)
    known = load_specification().rules
    topics: dict[str, list[Rule]] = {}
    for rule in known.values():
        if rule.id in using:
            topics.setdefault(rule.topic, []).append(rule)
    groups = [
        _group(topic, (_rule(rule, using[rule.id]) for rule in rules))
        for topic, rules in topics.items()
    ]
    unknown = [name for name in using if name not in known]
    if unknown:
        lost = (
            _item(f"rule-{name}", join(name), "not a rule of this kit", using[name], name)
            for name in unknown
        )
        groups.append(_group("unknown", lost))
    return join(*groups) if groups else element("p", "No rules are cited.", class_="empty")


def _told(story: Story) -> Iterator[str]:
    for step in story.steps:
        yield from step.rules
        for _, rules in step.events:
            yield from rules


def _rule(rule: Rule, cases: list[Case]) -> Markup:
    said = f"{rule.id} {rule.text} {rule.topic}"
    return _item(f"rule-{rule.id}", join(rule.id), prose(rule.text), cases, said)


def cards(judged: Judged) -> Markup:
    using: dict[str, list[Case]] = {}
    for case in judged.cases:
        for card in case.cards:
            using.setdefault(card, []).append(case)
    if not using:
        return element("p", "No vector names its cards.", class_="empty")
    names = _card_names(judged)
    sets = {
        "Cards of the game": [card for card in sorted(using) if card in names],
        "Cards made for vectors": [card for card in sorted(using) if card not in names],
    }
    return join(
        *[
            _group(title, (_card(card, names.get(card), using[card]) for card in cards), "grid")
            for title, cards in sets.items()
            if cards
        ]
    )


def _card(card: str, name: str | None, cases: list[Case]) -> Markup:
    called = name or card.replace("-", " ").capitalize()
    return _item(f"card-{card}", join(called), None, cases, f"{card} {called}")


def _card_names(judged: Judged) -> dict[str, str]:
    """The names of the cards of every ruleset that was judged."""
    games = {case.vector.game for case in judged.cases if case.vector}
    known = load_specification().all_rulesets
    return {
        card.id: card.name
        for game in sorted(games)
        if game in known
        for card in ruleset(game, {}, ()).cards.values()
    }


def _item(id: str, name: Markup, text: str | None, cases: list[Case], said: str) -> Markup:
    """A rule or a card with the vectors that use it."""
    failing = sum(case.fails for case in cases)
    passing = sum(case.result.status == "pass" for case in cases)
    count = f"{passing}/{len(cases)}" if cases else "not judged"
    return element(
        "article",
        element(
            "h4",
            element("span", name),
            element(
                "span",
                count,
                class_=f"count {'fail' if failing else 'pass' if passing else 'skip'}",
                title=f"{passing} of {len(cases)} vectors pass",
            ),
        ),
        element("p", text) if text else None,
        chips(cases),
        id=id,
        class_="item",
        data_status=" ".join(sorted({case.result.status for case in cases})),
        data_text=f"{said} {' '.join(case.result.id for case in cases)}".lower(),
    )


def chips(cases: Iterable[Case]) -> Markup:
    """The vectors by their ids; of many that pass only the number, to be opened."""
    passing: list[Case] = []
    others: list[Case] = []
    for case in cases:
        (passing if case.result.status == "pass" else others).append(case)
    if len(passing) <= CHIPS_SHOWN:
        return element("div", *map(_chip, [*others, *passing]), class_="chips")
    return join(
        element("div", *map(_chip, others), class_="chips") if others else None,
        element(
            "details",
            element("summary", f"{len(passing)} pass"),
            element("div", *map(_chip, passing), class_="chips"),
            class_="more",
        ),
    )


def _chip(case: Case) -> Markup:
    result = case.result
    target = f"#vector-{result.id}" if result.status in QUIET else f"#{result.id}"
    return element(
        "a",
        result.id,
        href=target,
        class_=f"chip {result.status}",
        title=f"{result.status}: {result.title}",
        data_status=result.status,
    )


def vectors(judged: Judged) -> Markup:
    return join(*[_group(topic, map(_vector, cases)) for topic, cases in by_topic(judged.cases)])


def _vector(case: Case) -> Markup:
    result = case.result
    name: Markup = element("code", result.id)
    if result.status not in QUIET:
        name = element("a", name, href=f"#{result.id}")
    return element(
        "div",
        element("span", result.status, class_=f"pill {result.status}"),
        name,
        element("span", result.title, class_="title"),
        element("span", result.message, class_="why") if result.status in LEFT_OUT else None,
        id=f"vector-{result.id}",
        class_="vector item",
        data_status=result.status,
        data_text=text_of(case),
    )


def _group(title: str, items: Iterator[Markup], layout: str = "list") -> Markup:
    return element(
        "div",
        element("h3", title, class_="topic"),
        element("div", *items, class_=layout),
        class_="group",
    )
