"""`kaiju play`: a game in the terminal, against chance or left to it."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.markup import escape

from .arguments import (
    RULESET,
    number_of_players,
    same_again,
    with_cards_and_options,
    with_players,
)

if TYPE_CHECKING:
    from .session import Show

MOST_DECISIONS = 100_000
SEEDS = 1 << 32


@click.command()
@click.argument("ruleset", metavar="RULESET", type=RULESET)
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", help="Play this game again [default: any game]."
)
@click.option("--auto", is_flag=True, help="Let every seat play at random to the end.")
@with_players
@with_cards_and_options
@click.option("--rules", is_flag=True, help="Name the rules behind every sentence.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.0,
    metavar="SECONDS",
    help="Wait after every sentence.",
)
def play(
    ruleset: str,
    seed: int | None,
    auto: bool,
    players: int | None,
    cards: tuple[Path, ...],
    options: dict[str, str],
    rules: bool,
    delay: float,
) -> None:
    """Play a game in the terminal.

    You have the first seat, chance has the others; nothing is told that your seat may not know.
    With --auto, or without a terminal, every seat plays at random and the whole story is told.
    The same seed gives the same game.

    \b
    While you play:
      N      the number of a choice (several for a choice of several);
             dice are also named by their faces: claw one one
      ?      the rules of what just happened
      w N    why this choice is possible; w alone: why others are not;
             w NAME: why a creature has its power and keywords, a card its
             price, a monster (or w me) its dice and hearts
      b, d   the board, the discard piles
      q      quit

    \b
    Examples:
      kaiju play mindbug
      kaiju play tokyo --players 3 --rules
      kaiju play duel/standard --auto --seed 1
      kaiju play mindbug/first-contact --cards my.cards
    """
    from oracle.ruleset import load

    number = number_of_players(ruleset, players)
    loaded = load(ruleset, options=options, cards=cards, players=number)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    console = Console(highlight=False, soft_wrap=True)
    by_person = not auto and sys.stdin.isatty() and sys.stdout.isatty()
    more = ([f"--players {number}"] if number else []) + ["--auto"] * auto
    again = same_again("play", ruleset, options, cards, *more, f"--seed {seed}")
    console.print(f"[dim]Seed {seed}. The same game again: {escape(again)}[/]")

    from .session import Session

    show = _shower(console, rules, delay)
    if not by_person:
        Session(loaded.start(), seed, show, MOST_DECISIONS).run()
        return

    from .person import Person, Quit

    person = Person("p1", Console(highlight=False), _read_line, _rule_texts)
    try:
        Session(loaded.start(), seed, show, MOST_DECISIONS, person).run()
    except Quit:
        console.print("You stop here.")


def _shower(console: Console, rules: bool, delay: float) -> Show:
    def show(kind: str, text: str, cited: tuple[str, ...]) -> None:
        if kind == "turn":
            console.print()
        style = {"turn": "bold", "over": "bold green"}.get(kind)
        told = f"[{style}]{escape(text)}[/]" if style else escape(text)
        console.print(f"{told}  [dim]{', '.join(cited)}[/]" if rules else told)
        if delay > 0:
            time.sleep(delay)

    return show


def _read_line(prompt: str) -> str:
    return input(prompt)


def _rule_texts() -> Mapping[str, str]:
    from rules_dsl.specification import load_specification

    return {id: rule.text for id, rule in load_specification().rules.items()}
