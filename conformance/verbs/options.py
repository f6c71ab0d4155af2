"""`kaiju options`: list the options of a ruleset, or find out an engine's answers to them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from conformance.verbs.arguments import with_config, with_engine, with_timeout
from conformance.verbs.run import PATIENCE
from oracle.verbs.arguments import RULESET, default_ruleset
from oracle.verbs.progress import progress

if TYPE_CHECKING:
    from conformance.engines.interface import Engine
    from conformance.options.finding import Found
    from conformance.protocol.messages import Hello

COUNTED = "perft"
"""Vectors of this kind only count positions: what differs in them is everything at once."""


@click.command(short_help="List the options, or find out an engine's answers.")
@click.argument("ruleset", required=False, type=RULESET, metavar="[RULESET]")
@with_engine('The engine: "exec:COMMAND".')
@with_config("Where the engine is named  [default: kaiju.toml here, if any].")
@with_timeout
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def options(
    ruleset: str | None,
    engine_name: str | None,
    config_file: Path | None,
    timeout: float | None,
    as_json: bool,
) -> None:
    """List the options, or find out an engine's answers.

    An option is a question that the books leave open or answer differently. Without an engine its
    answers are listed, with the one that the ruleset gives and where the question comes from.

    With an engine, vectors that tell two answers apart show which one it plays by. What it has to
    declare is printed for `hello` and for kaiju.toml, with the evidence. RULESET then stands for
    its whole game; without it every game that the engine plays is looked at.
    Exit code 0: done; 1: the engine plays by no admissible answer somewhere; 2: wrong use.

    \b
    Examples:
      kaiju options tokyo/2010
      kaiju options duel --json
      kaiju options --engine "exec:./my-engine --stdio"
      kaiju options mindbug --engine "exec:./my-engine --stdio"
    """
    from conformance.expectations import load_config

    config = load_config(config_file)
    name = engine_name or (config.engine if ruleset is None or config_file is not None else None)
    if name is None:
        _list(ruleset or default_ruleset(), as_json)
        return
    from conformance.engines.connect import connect
    from conformance.engines.exec import Limits
    from conformance.engines.interface import Trouble
    from rules_dsl.errors import KaijuError

    engine = connect(name, Limits(seconds=timeout or config.timeout or PATIENCE))
    try:
        hello = engine.hello()
        found = {game: _found(engine, game) for game in _games(hello, ruleset)}
    except Trouble as trouble:
        raise KaijuError(
            f"the engine did not answer: {trouble}", remedy="Try `kaiju smoke`."
        ) from None
    finally:
        engine.close()
    _tell(found, hello, as_json)
    if any(one.is_told and one.answer is None for each in found.values() for one in each):
        raise SystemExit(1)


def _list(ruleset: str, as_json: bool) -> None:
    from conformance.options.telling import listed, option_json, options_of
    from conformance.protocol.canonical import canonical

    options = options_of(ruleset)
    if as_json:
        click.echo(canonical({"options": [option_json(*each) for each in options]}))
        return
    for line in listed(options):
        click.echo(line)


def _games(hello: Hello, ruleset: str | None) -> list[str]:
    """The games whose options are looked at: the one that is named, or all that are played."""
    from rules_dsl.errors import KaijuError
    from rules_dsl.specification import load_specification

    specification = load_specification()
    if "options" in hello.ops:
        raise KaijuError(
            "this engine plays by whatever `options` it is told (it offers `options`), "
            "so it has no answers of its own",
            remedy="Leave `options` out of its `ops` if it has.",
        )
    if ruleset is not None:
        return [specification.ruleset(ruleset).game]
    played = [name.partition("/")[0] for name in hello.games] or list(specification.games)
    return [game for game in specification.games if game in played]


def _found(engine: Engine, game: str) -> list[Found]:
    from conformance.judge.vector_files import load_vectors
    from conformance.options.finding import Search

    vectors = [one for one in load_vectors() if one.kind != COUNTED]
    with progress(f"options of {game}") as tell:
        return Search(engine, game, vectors).found(tell)


def _tell(found: dict[str, list[Found]], hello: Hello, as_json: bool) -> None:
    from conformance.options.telling import (
        found_json,
        hello_block,
        to_declare,
        told,
        toml_block,
    )
    from conformance.protocol.canonical import canonical
    from rules_dsl.specification import load_specification

    played = list(hello.games) or list(load_specification().rulesets)
    declared: dict[str, dict[str, str]] = {}
    for game, each in found.items():
        rulesets = [name for name in played if name.partition("/")[0] == game]
        declared |= to_declare(each, rulesets)
    if as_json:
        said = {"options": [found_json(one) for each in found.values() for one in each]}
        click.echo(canonical({**said, "declare": declared}))
        return
    for each in found.values():
        for line in told(each):
            click.echo(line)
    if not declared:
        click.echo("\nEvery answer found is the ruleset's own: there is nothing to declare.")
        return
    click.echo(f"\nIn hello:\n{hello_block(declared)}")
    click.echo(f"\nOr in kaiju.toml:\n{toml_block(declared)}", nl=False)
