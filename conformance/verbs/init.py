"""`kaiju init`: a new adapter that runs at once."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import click

from conformance.games import names

LANGUAGES = ["python", "javascript", "typescript", "java", "csharp", "php"]
KITS = re.compile(r"[\x21\x23-\x5b\x5d-\x7e]*\Z")  # it stands between quotes in YAML
NAMES = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*\Z")


@click.command(short_help="Begin an adapter for your engine.")
@click.argument("language", type=click.Choice(LANGUAGES))
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--game",
    type=click.Choice(names()),
    default=names()[0],
    show_default=True,
    help="What it plays.",
)
@click.option("--engine-name", metavar="NAME", help="How the engine is called; else as DIR is.")
@click.option(
    "--kit",
    metavar="SPEC",
    help="What pip installs on a CI server to have the kit, such as git+https://…  "
    "[default: where this one came from].",
)
@click.option("--force", is_flag=True, help="Overwrite files that are there already.")
def init(
    language: str,
    folder: Path,
    game: str,
    engine_name: str | None,
    kit: str | None,
    force: bool,
) -> None:
    """Begin an adapter for your engine.

    Writes to DIR a small program that speaks the protocol and plays a little, kaiju.toml, which
    tells the kit how to start it, and a workflow for continuous integration.
    It runs at once: `kaiju smoke` is content with it, `kaiju run` shows what is missing.
    All games begin in Python, JavaScript and TypeScript, Mindbug in the others too; the adapter
    of a language is the same for all games.

    \b
    Examples:
      kaiju init python my-engine
      kaiju init python my-engine --game tokyo
      kaiju init java my-engine --kit git+https://example.org/kaiju.git@v1
      kaiju init javascript . --engine-name bugforge
      kaiju init typescript adapter --force
    """
    from conformance.starters.kit import origin
    from conformance.starters.plan import NAME, STARTERS, begun_of, has_starter, plan
    from conformance.starters.writing import write_all
    from rules_dsl.errors import KaijuError

    if engine_name is not None and not NAMES.match(engine_name):
        raise KaijuError(
            f"{engine_name!r} is no name for an engine",
            remedy="Use letters, digits, spaces, dots, dashes and underscores.",
        )
    begun_of(game)
    if not has_starter(language, game):
        raise KaijuError(
            f"there is no starter for {game} in {language} yet",
            remedy=f"Begin with: kaiju init python DIR --game {game}, or take the adapter of "
            f"Mindbug, which is the same for all games: kaiju init {language} DIR.",
        )
    own = folder.resolve().name
    name = engine_name or (own if NAMES.match(own) else NAME)
    if kit is not None and not KITS.match(kit):
        raise KaijuError(
            f"pip cannot install {kit!r}",
            place="--kit",
            remedy="Write git+https://HOST/PATH@COMMIT, the address of a wheel, or NAME==VERSION.",
        )
    kit = origin() if kit is None else kit
    files = plan(language, name, game, kit)
    written = write_all(folder, files, force)

    width = max(len(str(folder / file.path)) for file in files)
    for file in files:
        what = file.purpose if file in written else "is there already, and stays"
        click.echo(f"{str(folder / file.path).ljust(width)}  {what}")
    click.echo("\nNext:")
    if folder.resolve() != Path.cwd():
        click.echo(f"  cd {shlex.quote(str(folder))}")
    click.echo("  kaiju smoke   # is the adapter right?")
    click.echo("  kaiju run     # where does the engine break the rules?")
    if not kit:
        click.echo("  say in .github/workflows/kaiju.yml where pip finds the kit (or use --kit)")
    needs = STARTERS[language].needs
    if not any(shutil.which(program) for program in needs):
        told = f"{' or '.join(needs)} is not on the PATH; README.md says which version it takes."
        click.secho(told, fg="yellow", err=True)
