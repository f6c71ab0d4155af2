"""By which answers to options an engine plays: those of the ruleset unless it says otherwise."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.protocol.messages import Hello
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

TAKES_OPTIONS = "options"
"""What an engine offers that plays by the options it is sent."""


def answers_of(
    game: str, hello: Hello, configured: Mapping[str, str], said: Mapping[str, str]
) -> dict[str, str]:
    """The answer to every option of a game: the default, kaiju.toml's, that of the hello.

    What is `said` with the command is sent to an engine that takes options. Of any other it can
    only be said what its hello leaves open.
    """
    specification = load_specification()
    ruleset = specification.ruleset(game)
    prefix = f"{specification.games[ruleset.game].prefix}."
    played = hello.plays(game)
    declared = dict(played.options) if played is not None else {}
    if TAKES_OPTIONS in hello.ops:
        declared |= said
    for name, answer in said.items():
        if declared.get(name, answer) != answer:
            raise KaijuError(
                f"the engine plays {name} = {declared[name]}, not {answer}",
                remedy="Leave --option out, or let the engine take options (`options` in its ops).",
            )
    here = {name: answer for name, answer in configured.items() if name.startswith(prefix)}
    return specification.answers(ruleset, {**here, **said, **declared})
