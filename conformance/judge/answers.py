"""By which answers to the options an engine plays, and by which a vector was made."""

from __future__ import annotations

from collections.abc import Mapping

from conformance.judge.vector import Vector
from conformance.protocol.messages import Hello
from rules_dsl.errors import KaijuError
from rules_dsl.specification import RulesetSpec, load_specification

Answers = dict[str, str]
"""An answer to every option of a game."""

OBEYS = "options"
"""The operation of an engine that plays by whatever answers `start` and `setup` name."""


def answers_of_vector(vector: Vector) -> Answers:
    """The answers that the vector was made under: its own, else those of its ruleset."""
    specification = load_specification()
    return specification.answers(specification.ruleset(vector.game), vector.options)


def answers_of_engine(
    hello: Hello, vector: Vector, configured: Mapping[str, str] | None = None
) -> Answers:
    """The answers that the engine plays a vector by.

    What it does not declare, in `hello` or in its configuration, is as the ruleset says. An engine
    that obeys plays by those of the vector.
    """
    specification = load_specification()
    described = specification.ruleset(vector.game)
    played = hello.plays(vector.game)
    declared = {**(configured or {}), **(played.options if played is not None else {})}
    known = {**_known(declared, described), **(vector.options if OBEYS in hello.ops else {})}
    return specification.answers(described, known)


def unknown_declarations(hello: Hello) -> list[str]:
    """What an engine declares that is no option of the game, or no answer to it."""
    specification = load_specification()
    found = []
    for game, info in hello.games.items():
        try:
            described = specification.ruleset(game)
        except KaijuError:
            continue
        known = _known(info.options, described)
        found += [
            f"{game}: {name} = {answer}"
            for name, answer in info.options.items()
            if name not in known
        ]
    return found


def _known(declared: Mapping[str, str], described: RulesetSpec) -> Answers:
    """The declared answers that the kit knows for this game."""
    specification = load_specification()
    options = specification.answers(described)
    return {
        name: answer
        for name, answer in declared.items()
        if name in options and answer in [each.id for each in specification.options[name].answers]
    }


def changed_answers(game: str, answers: Mapping[str, str]) -> Answers:
    """Those answers that are not the ruleset's own: all that `start` and `setup` need to say."""
    specification = load_specification()
    usual = specification.answers(specification.ruleset(game))
    return {name: answer for name, answer in answers.items() if usual[name] != answer}
