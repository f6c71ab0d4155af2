"""What the verbs of the machine are told in the same way: a ruleset, its options, more cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rules_dsl.errors import KaijuError

Command = TypeVar("Command", bound=Callable[..., Any])

DEFAULT_RULESET = "mindbug/first-contact"


class RulesetName(click.ParamType):
    """The name of a ruleset; the specification is read only to complete it."""

    name = "ruleset"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from rules_dsl.specification import load_specification

        names = load_specification().rulesets
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class OptionAnswer(click.ParamType):
    """An option of the rules with its answer, written `NAME=ANSWER`."""

    name = "NAME=ANSWER"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        name, equals, answer = str(value).partition("=")
        if not equals or not name.strip() or not answer.strip():
            self.fail(
                f"{value!r} sets no option; write NAME=ANSWER, such as "
                "mb.option.waiting-effects=nested",
                param,
                ctx,
            )
        return name.strip(), answer.strip()

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        from rules_dsl.specification import load_specification

        return [
            CompletionItem(f"{option.id}={answer.id}", help=answer.meaning)
            for option in load_specification().options.values()
            for answer in option.answers
            if f"{option.id}={answer.id}".startswith(incomplete)
        ]


def with_cards_and_options(command: Command) -> Command:
    """Add `--cards` and `--option` to a verb."""
    for decorate in (
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=ANSWER",
            type=OptionAnswer(),
            help="Answer an option of the rules otherwise (repeatable).",
        ),
        click.option(
            "--cards",
            multiple=True,
            metavar="FILE",
            type=click.Path(path_type=Path),
            help="Add the cards of a file (repeatable).",
        ),
    ):
        command = decorate(command)
    return command


def answered(options: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The options of the command line, each answered once."""
    found: dict[str, str] = {}
    for name, answer in options:
        if found.get(name, answer) != answer:
            raise KaijuError(
                f"{name} is answered twice: {found[name]} and {answer}",
                remedy="Give one answer.",
            )
        found[name] = answer
    return found


def same_again(
    verb: str, ruleset: str, options: Mapping[str, str], cards: Iterable[Path], *more: str
) -> str:
    """The command line that asks for the same ruleset, options and cards again."""
    words = ["kaiju", verb, ruleset]
    words += [f"--option {name}={answer}" for name, answer in options.items()]
    words += [f"--cards {file}" for file in cards]
    return " ".join([*words, *more])
