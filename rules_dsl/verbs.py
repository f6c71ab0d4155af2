"""The verbs of card authors: `kaiju check`, `kaiju fmt`, `kaiju words`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

_FILES = click.argument("files", nargs=-1, required=True, metavar="FILES...")
_GAME = click.option(
    "--game", help="Whose words, keywords and cards to use  [default: the first game, mindbug]."
)
_GAME_OF_FILES = click.option(
    "--game",
    help="Whose words, keywords and cards to use  "
    "[default: the game in whose folder the files lie, else the first, mindbug].",
)
_STDIN = "-"


@click.command(
    epilog="""\b
Examples:
  kaiju check my.cards
  kaiju check --explain my.cards
  kaiju check --game tokyo my.cards
  cat my.cards | kaiju check --json -
"""
)
@_FILES
@_GAME_OF_FILES
@click.option("--explain", is_flag=True, help="Say what each definition means, word by word.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def check(files: tuple[str, ...], game: str | None, explain: bool, as_json: bool) -> None:
    """Check card files and report every error.

    A FILE of - is standard input. The keywords and cards of the game are known and may be
    used. Exit code 2 when something is wrong.
    """
    from rules_dsl.checking import check_files

    stdin = sys.stdin.buffer.read if _STDIN in files else None
    result = check_files(files, _chosen(game, files), stdin)
    if as_json:
        click.echo(json.dumps(result.json(), indent=2, ensure_ascii=False))
    else:
        for diagnostic in result.mistakes:
            click.secho(f"{diagnostic}\n", fg="red", err=True)
        if explain and not result.mistakes:
            click.echo("\n".join(result.explained()) + "\n")
        click.echo(result.summary, err=bool(result.mistakes))
        if result.hint:
            click.echo(result.hint, err=True)
    if result.mistakes:
        sys.exit(2)


@click.command(
    epilog="""\b
Examples:
  kaiju fmt my.cards
  kaiju fmt --check cards/*.cards
  kaiju fmt --diff my.cards
"""
)
@_FILES
@_GAME_OF_FILES
@click.option(
    "--check", "only_check", is_flag=True, help="Write nothing; exit 1 if a file differs."
)
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def fmt(files: tuple[str, ...], game: str | None, only_check: bool, diff: bool) -> None:
    """Rewrite card files in canonical form.

    Comments stay where they are. A file with mistakes is reported and then nothing is
    written. Links stay links; a read-only file, and what is no file of text, is refused.
    A FILE of - is standard input, printed in canonical form.
    """
    from rules_dsl.checking import format_files
    from rules_dsl.writing import expect_regular, expect_rewritable

    writes = not only_check and not diff
    for file in files:
        if writes and file != _STDIN:
            expect_regular(file)
    stdin = sys.stdin.buffer.read if _STDIN in files else None
    changed = format_files(files, _chosen(game, files), stdin)
    for each in changed:
        if writes and each.name != _STDIN and each.before != each.after:
            expect_rewritable(each.name)
    for each in changed:
        if each.name == _STDIN and writes:
            click.echo(each.after, nl=False)
        elif diff:
            click.echo(each.difference(), nl=False)
        elif each.before != each.after:
            if not only_check:
                each.write()
            click.echo(f"{each.name}: {'would change' if only_check else 'rewritten'}", err=True)
    if only_check and any(each.before != each.after for each in changed):
        sys.exit(1)


@click.command(
    epilog="""\b
Examples:
  kaiju words
  kaiju words defeat
  kaiju words --kind trigger
  kaiju words --game tokyo reroll
"""
)
@click.argument("word", required=False)
@_GAME
@click.option("--kind", help="Only words of this kind: effect, trigger, condition, ...")
def words(word: str | None, game: str | None, kind: str | None) -> None:
    """List the words of the language.

    With a WORD, everything about it: its phrases, its meaning, its rules, its type.
    """
    from rules_dsl.dictionary import describe_word, list_words
    from rules_dsl.library import open_library
    from rules_dsl.specification import load_specification

    library = open_library(game or load_specification().first_game.name)
    lines = describe_word(word, library) if word else list_words(kind, library)
    click.echo("\n".join(lines))


def _chosen(game: str | None, files: tuple[str, ...]) -> str:
    """The game that was named, or the one the files belong to."""
    if game is not None:
        return game
    from rules_dsl.library import game_of_files
    from rules_dsl.specification import load_specification

    first = load_specification().first_game.name
    return game_of_files([Path(file) for file in files if file != _STDIN], first)
