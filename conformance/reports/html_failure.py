"""A failure in HTML: the board, the story, what was wanted and what came, how to see it again."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from conformance.judge.causes import Cause, told
from conformance.judge.compare import ABSENT, Difference, show
from conformance.judge.players import SEATS
from conformance.judge.rulebook import rule_texts
from conformance.judge.vector import say
from conformance.reports.cases import Case, Judged
from conformance.reports.engine_board import as_the_engine_has_it
from conformance.reports.html_board import draw
from conformance.reports.markup import Markup, element, join, link, prose
from conformance.reports.telling import Story, Told

HANDLE = re.compile(r"#\d+")
NAMED = re.compile(r"#\d+|\bp[1-6]\b")
PLACES = {"play": "in play", "discard": "discard pile"}


Chips = Callable[[Iterable[Case]], Markup | None]


def failure(
    cause: Cause, story: Story | None, judged: Judged, chips: Chips, is_open: bool
) -> Markup:
    """One cause, to be opened: its smallest vector in full, the others by their ids."""
    result = cause.smallest
    case = judged.by_id[result.id]
    names = story.names if story else {}
    others = [judged.by_id[id] for id in cause.others]
    words = " ".join([text_of(case), *(id.lower() for id in cause.others)])
    earlier = (cause.earlier or {}).get(result.id, ())
    return element(
        "details",
        element(
            "summary",
            element("span", result.status, class_=f"pill {result.status}"),
            element("span", cause.says, class_="title"),
            element("span", _about(cause, case), class_="about"),
        ),
        element(
            "div",
            element("p", element("code", result.id), f" {result.title}", class_="like"),
            _verdict(case, judged, names),
            _others(others, chips),
            _differences(result.differences, names),
            _boards(story, case) if story else None,
            _story(story, case) if story else _script(case),
            _rules(result.rules),
            _stderr(result.stderr),
            _reproduce(case.commands(judged.stream.command, earlier)),
            class_="inside",
        ),
        id=result.id,
        class_="failure item",
        open=is_open,
        data_status=" ".join(sorted({one.status for one in cause.results})),
        data_text=words,
    )


def _about(cause: Cause, case: Case) -> str:
    count = len(cause.results)
    return f"{count} vectors" if count > 1 else f"{case.result.id} · {case.topic}"


def _others(others: list[Case], chips: Chips) -> Markup | None:
    if not others:
        return None
    return join(element("h3", f"{len(others)} more show the same"), chips(others))


def text_of(case: Case) -> str:
    """What the filter looks through."""
    result = case.result
    words = [result.id, result.title, result.status, case.topic, *result.rules, *case.cards]
    return " ".join(words).lower()


def _verdict(case: Case, judged: Judged, names: dict[str, str]) -> Markup:
    result = case.result
    behaves = judged.behaviour(case)
    return join(
        element("p", told(result, case.vector), class_="message"),
        element("p", _with_names(result.message or result.status, names), class_="like quiet"),
        *[element("p", "It behaves ", element("strong", said), class_="like") for said in behaves],
        element("p", "Known: ", link(result.issue), class_="like") if result.issue else None,
    )


# ------------------------------------------------------------------ want and got


def _differences(differences: tuple[Difference, ...], names: dict[str, str]) -> Markup | None:
    if not differences:
        return None
    rows = [
        element(
            "tr",
            element(
                "th",
                _place(one.place, names),
                element("code", one.place, class_="path") if "." in one.place else None,
                scope="row",
            ),
            element("td", _value(one.want, names), class_="want", data_label="wanted"),
            element("td", _value(one.got, names), class_="got", data_label="got"),
        )
        for one in differences
    ]
    head = element("tr", *[element("th", text, scope="col") for text in ("where", "wanted", "got")])
    return join(
        element("h3", "The difference"),
        element("table", element("thead", head), element("tbody", *rows), class_="differences"),
    )


def _place(place: str, names: dict[str, str]) -> str:
    """`players.p1.play[#1].exhausted` as people say it."""
    if place == "legal":
        return "what may be answered"
    words = []
    for word in re.findall(r"#\d+|[\w-]+", place):
        if word != "players":
            words.append(names.get(word) or SEATS.get(word) or PLACES.get(word) or word)
    return " · ".join(words)


def _value(value: object, names: dict[str, str]) -> Markup:
    """A value with the names of its cards."""
    if isinstance(value, bool):
        said = "yes" if value else "no"
    elif isinstance(value, dict) and len(value) == 1 and not isinstance(next(iter(value)), dict):
        said = say(value)
    elif isinstance(value, list) and all(isinstance(one, str) for one in value):
        said = ", ".join(map(str, value)) or "nothing"
    elif value is None or value is ABSENT:
        said = "nothing"
    else:
        said = value if isinstance(value, str) else show(value)
    return join(_with_names(said, names))


def _with_names(text: str, names: dict[str, str]) -> str:
    """A text in which players and cards are called by their names."""

    def called(found: re.Match[str]) -> str:
        word = found[0]
        return f"{SEATS[word]} ({word})" if word in SEATS else names.get(word, word)

    return NAMED.sub(called, text)


# ------------------------------------------------------------------ board and story


def _boards(story: Story, case: Case) -> Markup:
    """The board as it should be beside the board as the engine has it; before, the beginning."""
    result = case.result
    differing = {
        handle
        for one in result.differences
        for handle in HANDLE.findall(f"{one.place} {show(one.want)} {show(one.got)}")
        if "deck" not in one.place
    }
    should = draw(story.after or story.before, "As it should be", differing)
    theirs = None
    if case.vector is not None:
        theirs = as_the_engine_has_it(result, case.vector, story.names)
    boards = [should, draw(theirs, "As the engine has it", differing) if theirs else None]
    before = None
    if story.after is not None and not story.from_start:
        before = element("div", draw(story.before, "At the beginning"), class_="boards")
    return join(element("h3", "The board"), element("div", *boards, class_="boards"), before)


def _story(story: Story, case: Case) -> Markup:
    here = element(
        "li",
        element("strong", "Here the engine differs: "),
        _with_names(case.result.message, story.names),
        class_="here",
    )
    return join(
        element("h3", "The story, as the rules tell it"),
        element(
            "ol",
            *[_step(step) for step in story.steps],
            here,
            *[_step(step, "to-come") for step in story.rest],
            class_="story",
        ),
    )


def _step(step: Told, class_: str | None = None) -> Markup:
    events = [element("li", text, _cited(rules)) for text, rules in step.events]
    return element(
        "li",
        element("span", step.text, class_="told"),
        _cited(step.rules),
        element("ul", *events) if events else None,
        class_=class_,
        value=str(step.number),
    )


def _script(case: Case) -> Markup | None:
    """Without a story, what the engine was answered."""
    if not case.result.script:
        return None
    steps = [element("li", line) for line in case.result.script]
    return join(element("h3", "So far"), element("ol", *steps, class_="story"))


def _cited(rules: tuple[str, ...]) -> Markup | None:
    links = [element("a", rule, href=f"#rule-{rule}") for rule in rules]
    return element("span", *[join(" ", one) for one in links], class_="cited") if links else None


def _rules(rules: tuple[str, ...]) -> Markup | None:
    cited = [
        element("li", element("a", rule, href=f"#rule-{rule}"), " ", prose(text))
        for rule, text in rule_texts(rules)
    ]
    if not cited:
        return None
    return join(element("h3", "The rules"), element("ul", *cited, class_="rule-texts"))


def _stderr(text: str) -> Markup | None:
    if not text:
        return None
    return join(element("h3", "What the engine wrote to stderr"), element("pre", text))


def _reproduce(commands: list[str]) -> Markup:
    return join(
        element("h3", "See it again"),
        *[
            element(
                "div",
                element("code", command),
                element("button", "copy", type="button", class_="copy", hidden=True),
                class_="command",
            )
            for command in commands
        ],
    )
