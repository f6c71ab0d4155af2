"""What the verbs of the machine are told in the same way: a ruleset, options, cards, players."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from shlex import quote
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from rules_dsl.errors import KaijuError

Command = TypeVar("Command", bound=Callable[..., Any])

PLAYERS = "--players"
USUAL_PLAYERS = 4
"""How many play where the number is open and nobody names one, as far as the ruleset allows."""


def default_ruleset() -> str:
    """The ruleset that is meant where nobody names any: the usual one of the first game."""
    from rules_dsl.specification import load_specification

    return load_specification().first_game.usual


class RulesetName(click.ParamType[str]):
    """The name of a ruleset; that of a game alone stands for its usual ruleset."""

    name = "ruleset"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The ruleset that is meant; whether there is one is found out where it is loaded."""
        from rules_dsl.specification import load_specification

        return load_specification().meant(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The rulesets that begin so."""
        from rules_dsl.specification import load_specification

        names = load_specification().rulesets
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


RULESET = RulesetName()


def _complete_option(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    from rules_dsl.specification import load_specification

    return [
        CompletionItem(f"{option.id}={answer.id}", help=answer.meaning)
        for option in load_specification().options.values()
        for answer in option.answers
        if f"{option.id}={answer.id}".startswith(incomplete)
    ]


def _answered(ctx: click.Context, param: click.Parameter, given: Iterable[str]) -> dict[str, str]:
    """The options of the command line, each answered once."""
    found: dict[str, str] = {}
    for text in given:
        name, _, answer = (part.strip() for part in text.partition("="))
        if not name or not answer:
            raise KaijuError(
                f"--option {text!r} sets no option",
                remedy="Write NAME=ANSWER, such as mb.option.waiting-effects=nested.",
            )
        if found.get(name, answer) != answer:
            raise KaijuError(
                f"{name} is answered twice: {found[name]} and {answer}", remedy="Give one answer."
            )
        found[name] = answer
    return found


def with_cards_and_options(command: Command) -> Command:
    """Add `--cards` and `--option` to a verb."""
    for decorate in (
        click.option(
            "--option",
            "options",
            multiple=True,
            metavar="NAME=ANSWER",
            callback=_answered,
            shell_complete=_complete_option,
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


def with_players(command: Command) -> Command:
    """Add `--players` to a verb."""
    return click.option(
        PLAYERS,
        type=click.IntRange(1),
        metavar="N",
        help=f"How many play, where that is open  [default: {USUAL_PLAYERS}, or the most].",
    )(command)


def number_of_players(ruleset: str, asked: int | None) -> int | None:
    """How many play a ruleset; None where that is not open, so that nobody has to say it."""
    from rules_dsl.specification import load_specification

    fewest, most = load_specification().ruleset(ruleset).players
    if asked is not None and not fewest <= asked <= most:
        how_many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        raise KaijuError(
            f"{ruleset} is played by {how_many}, not by {asked}",
            place=PLAYERS,
            remedy="Leave --players out." if fewest == most else f"Say a number of {how_many}.",
        )
    if fewest == most:
        return None
    return max(fewest, min(USUAL_PLAYERS, most)) if asked is None else asked


def same_again(
    verb: str, ruleset: str, options: Mapping[str, str], cards: Iterable[Path], *more: str
) -> str:
    """The command line that asks for the same ruleset, options and cards again."""
    words = ["kaiju", verb, ruleset]
    words += [f"--option {name}={answer}" for name, answer in options.items()]
    words += [f"--cards {quote(str(file))}" for file in cards]
    return " ".join([*words, *more])
