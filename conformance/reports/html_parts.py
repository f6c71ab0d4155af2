"""The parts of the HTML report: failures, rules, cards and vectors, each item to be filtered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from conformance.engines.rulesets import ruleset
from conformance.judge.causes import Cause, told
from conformance.reports.cases import LEFT_OUT, Case, Judged, by_topic
from conformance.reports.html_failure import failure, text_of
from conformance.reports.markup import Markup, element, join, prose
from conformance.reports.telling import Story
from rules_dsl.rules_text import Rule
from rules_dsl.specification import load_specification

Stories = Mapping[str, Story | None]
CHIPS_SHOWN = 24


def failures(judged: Judged, causes: Sequence[Cause], stories: Stories) -> Markup:
    """Each cause by its smallest vector; what is known comes after what is new."""
    if not causes:
        return element("p", "Nothing failed.", class_="empty")
    linked = partial(chips, judged)
    return join(
        *[
            failure(cause, stories.get(cause.smallest.id), judged, linked, is_open=at == 0)
            for at, cause in enumerate(causes)
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
        _group(topic, (_rule(judged, rule, using[rule.id]) for rule in rules))
        for topic, rules in topics.items()
    ]
    unknown = [name for name in using if name not in known]
    if unknown:
        lost = (
            _item(judged, f"rule-{name}", join(name), "not a rule of this kit", using[name], name)
            for name in unknown
        )
        groups.append(_group("unknown", lost))
    return join(*groups) if groups else element("p", "No rules are cited.", class_="empty")


def _told(story: Story) -> Iterator[str]:
    for step in story.steps:
        yield from step.rules
        for _, rules in step.events:
            yield from rules


def _rule(judged: Judged, rule: Rule, cases: list[Case]) -> Markup:
    said = rule.topic
    return _item(judged, f"rule-{rule.id}", join(rule.id), prose(rule.text), cases, said)


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
            _group(
                title, (_card(judged, card, names.get(card), using[card]) for card in cards), "grid"
            )
            for title, cards in sets.items()
            if cards
        ]
    )


def _card(judged: Judged, card: str, name: str | None, cases: list[Case]) -> Markup:
    called = name or card.replace("-", " ").capitalize()
    return _item(judged, f"card-{card}", join(called), None, cases, card)


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


def _item(
    judged: Judged, id: str, name: Markup, text: str | None, cases: list[Case], said: str
) -> Markup:
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
        chips(judged, cases),
        id=id,
        class_="item",
        data_status=" ".join(sorted({case.result.status for case in cases})),
        data_text=said.lower(),
    )


def chips(judged: Judged, cases: Iterable[Case]) -> Markup | None:
    """The vectors that do not pass, by their ids."""
    some = [case for case in cases if case.result.status != "pass"]
    if not some:
        return None
    more = len(some) - CHIPS_SHOWN
    rest = element("span", f"and {more} more", class_="quiet") if more > 0 else None
    full = _in_full(judged)
    links = [_chip(case, case.result.id in full) for case in some[:CHIPS_SHOWN]]
    return element("div", *links, rest, class_="chips")


def _in_full(judged: Judged) -> set[str]:
    """The vectors that are told in full: the smallest of each cause."""
    return {cause.smallest.id for cause in (*judged.causes, *judged.known_causes)}


def _chip(case: Case, in_full: bool) -> Markup:
    result = case.result
    return element(
        "a",
        result.id,
        href=f"#{result.id}" if in_full else f"#vector-{result.id}",
        class_=f"chip {result.status}",
        data_status=result.status,
    )


def vectors(judged: Judged) -> Markup:
    """Every vector, by topic; of those that pass only what they are called."""
    full = _in_full(judged)
    return join(
        *[
            _group(topic, (_vector(case, case.result.id in full) for case in cases))
            for topic, cases in by_topic(judged.cases)
        ]
    )


def _vector(case: Case, in_full: bool) -> Markup:
    result = case.result
    if result.status == "pass":
        words = " ".join([case.topic, *result.rules, *case.cards]).lower()
        return element("p", f"{result.id} {result.title}", class_="item", data_text=words)
    name: Markup = element("code", result.id)
    if in_full:
        name = element("a", name, href=f"#{result.id}")
    why = result.message if result.status in LEFT_OUT else told(result, case.vector)
    return element(
        "div",
        element("span", result.status, class_=f"pill {result.status}"),
        name,
        element("span", result.title, class_="title"),
        element("span", why, class_="why"),
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
