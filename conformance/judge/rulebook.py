"""What the judge needs of the specification: texts and checksums of rules, options in force."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.judge.vector import Vector
from conformance.protocol.messages import Hello
from rules_dsl.specification import load_specification


def changed_rules(vector: Vector) -> list[str]:
    """The cited rules whose text is no longer the one the vector was made from."""
    rules = load_specification().rules
    return [
        cited.id
        for cited in vector.rules
        if cited.sum and (cited.id not in rules or rules[cited.id].checksum != cited.sum)
    ]


def rule_texts(ids: Sequence[str]) -> list[tuple[str, str]]:
    """Each rule with its text."""
    rules = load_specification().rules
    return [(name, " ".join(rules[name].text.split())) for name in ids if name in rules]


def other_answer(vector: Vector, hello: Hello) -> str | None:
    """Why the engine cannot be judged by this vector: it declares another answer to an option."""
    game = hello.plays(vector.game)
    if game is None or not game.options:
        return None
    specification = load_specification()
    ruleset = specification.all_rulesets.get(vector.game)
    for name, declared in game.options.items():
        option = specification.options.get(name)
        if option is None:
            continue
        in_force = ruleset.options.get(name, option.default) if ruleset else option.default
        wanted = vector.options.get(name, in_force)
        matters = name in vector.options or set(option.rules) & set(vector.rule_ids)
        if wanted != declared and matters:
            return f"it needs {name} = {wanted}, the engine declares {declared}"
    return None
