"""Tells people of options: what each asks, which answers an engine has, what it may declare."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill

from conformance.options.finding import Found
from conformance.protocol.canonical import JsonObject
from rules_dsl.specification import Option, load_specification

WIDTH = 96
MOST_NAMED = 3


def options_of(ruleset: str) -> list[tuple[Option, str]]:
    """The options of a ruleset, each with the answer in force there."""
    specification = load_specification()
    answers = specification.answers(specification.ruleset(ruleset))
    return [(specification.options[name], answer) for name, answer in answers.items()]


def listed(options: Sequence[tuple[Option, str]]) -> Iterator[str]:
    """Lines for people: the question, its answers, the one in force, where it comes from."""
    for option, usual in options:
        yield option.id
        yield _block(option.question, "  ")
        for answer in option.answers:
            mark = "*" if answer.id == usual else " "
            yield _block(f"{mark} {answer.id}: {answer.meaning}", "  ", "      ")
        yield _block(f"why {option.default} by default: {option.reason}", "  ", "    ")
        yield _block(f"sources: {', '.join(option.sources)}", "  ", "    ")
        yield ""
    yield "* is the answer of this ruleset"


def option_json(option: Option, usual: str) -> JsonObject:
    """An option as a JSON object."""
    return {
        "id": option.id,
        "question": option.question,
        "answers": {answer.id: answer.meaning for answer in option.answers},
        "said_by": {answer.id: answer.source for answer in option.answers},
        "default": usual,
        "reason": option.reason,
        "sources": list(option.sources),
        "rules": list(option.rules),
    }


def told(found: Sequence[Found]) -> Iterator[str]:
    """What an engine does about each option, with the evidence."""
    for one in found:
        if one.answer is not None:
            also = f", but not {_named(one.against)}" if one.against else ""
            yield f"{one.option.id} = {one.answer}  (by {_named(one.evidence)}{also})"
        elif one.is_told:
            yield f"{one.option.id}: neither  (it passes {_named(one.against)} under no answer)"
        else:
            yield f"{one.option.id}: cannot be told  ({_reason(one)})"


def _reason(one: Found) -> str:
    if one.needs is not None:
        return f"its answers differ only with {one.needs[0]} = {one.needs[1]}"
    return "no vector that the engine can play tells its answers apart"


def _named(ids: Sequence[str]) -> str:
    more = len(ids) - MOST_NAMED
    return ", ".join(ids[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def found_json(one: Found) -> JsonObject:
    """What was found about an option as a JSON object."""
    said: JsonObject = {"id": one.option.id, "answer": one.answer}
    said["evidence"] = list(one.evidence)
    said["against"] = list(one.against)
    if not one.is_told:
        said["reason"] = _reason(one)
    return said


def to_declare(found: Sequence[Found], rulesets: Sequence[str]) -> dict[str, dict[str, str]]:
    """For each ruleset the answers that it does not have by itself."""
    specification = load_specification()
    declared: dict[str, dict[str, str]] = {}
    for name in rulesets:
        usual = specification.answers(specification.ruleset(name))
        declared[name] = {
            one.option.id: one.answer
            for one in found
            if one.answer is not None and usual.get(one.option.id) != one.answer
        }
    return {name: answers for name, answers in declared.items() if answers}


def hello_block(declared: Mapping[str, Mapping[str, str]]) -> str:
    """What to say in hello, ready to paste."""
    games = {name: {"options": dict(answers)} for name, answers in declared.items()}
    return json.dumps({"games": games}, indent=2)


def toml_block(declared: Mapping[str, Mapping[str, str]]) -> str:
    """What to write into kaiju.toml, ready to paste."""
    answers: dict[str, str] = {}
    for each in declared.values():
        answers |= each
    return "[options]\n" + "".join(f'"{name}" = "{answers[name]}"\n' for name in sorted(answers))


def _block(text: str, first: str, then: str | None = None) -> str:
    return fill(
        text, WIDTH, initial_indent=first, subsequent_indent=first if then is None else then
    )
