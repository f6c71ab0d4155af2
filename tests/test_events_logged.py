"""Every event is logged with the fields that its kind declares, which the source tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeGuard

import pytest

import oracle
from oracle.duel.events import EVENTS as DUEL
from oracle.kernel.events import EventKind
from oracle.mindbug.events import EVENTS as MINDBUG
from oracle.tokyo.events import EVENTS as TOKYO

ORACLE = Path(oracle.__file__).parent

Declared = Mapping[str, EventKind]

DECLARED: dict[str, tuple[Declared, ...]] = {
    "duel": (DUEL,),
    "kernel": (MINDBUG,),
    "dice_games": (DUEL, TOKYO),
    "mindbug": (MINDBUG,),
    "tokyo": (TOKYO,),
}
"""By room the events that what is logged there has to fit, all of them.

The kernel logs only that a waiting effect resolves, and effects wait in Mindbug alone.
"""

FIXED = 3
"""Kind, rules and cause stand before the fields of an event."""


Named = dict[str, list[ast.expr]]
"""What the names in a function may stand for."""


def names_in(function: ast.FunctionDef) -> Named:
    """What is assigned in a function, and the literals that its parameters may be."""
    named: Named = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)
    for each in function.args.args:
        if isinstance(each.annotation, ast.Subscript):
            literals = each.annotation.slice
            named[each.arg] = literals.elts if isinstance(literals, ast.Tuple) else [literals]
    return named


def logged(function: ast.FunctionDef) -> Iterator[tuple[int, list[ast.Tuple]]]:
    """What a function logs: each line, and the records it may log there."""
    named = names_in(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("log.append"):
            (record,) = node.args
            several = named.get(record.id, []) if isinstance(record, ast.Name) else [record]
            # Rules have names too, but are text alone; a record has a cause behind them.
            yield node.lineno, [each for each in several if is_record(each)]


def is_record(value: ast.expr) -> TypeGuard[ast.Tuple]:
    """Whether something is a record and not a tuple of rules."""
    return isinstance(value, ast.Tuple) and not all(
        isinstance(each, ast.Constant | ast.Starred) for each in value.elts
    )


def kinds(given: ast.expr, named: Named) -> list[str]:
    """The kinds that a record may have: written out, or those of a variable or a parameter."""
    if isinstance(given, ast.IfExp):
        return kinds(given.body, named) + kinds(given.orelse, named)
    if isinstance(given, ast.Name):
        return [kind for value in named.get(given.id, ()) for kind in kinds(value, {})]
    return [given.value] if isinstance(given, ast.Constant) else []


def mistakes(source: str, declared: tuple[Declared, ...]) -> list[str]:
    """What is logged otherwise than declared, with its line."""
    found: dict[int, list[str]] = {}
    functions = [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.FunctionDef)]
    for function in functions:  # those within others come later, and know their own names
        for line, records in logged(function):
            if not records:
                found[line] = ["what is logged is no tuple that can be seen here"]
                continue
            named = names_in(function)
            found[line] = [one for record in records for one in wrong(record, named, declared)]
    return [f"{line}: {one}" for line, several in sorted(found.items()) for one in several]


def wrong(record: ast.Tuple, names: Named, declared: tuple[Declared, ...]) -> Iterator[str]:
    """What is wrong with one record."""
    named = kinds(record.elts[0], names)
    if not named:
        yield "the kind of the event is not written out"
    if any(isinstance(each, ast.Starred) for each in record.elts[FIXED:]):
        yield "the fields of the event cannot be counted"
        return
    for kind in named:
        for events in declared:
            if kind not in events:
                yield f"no event is called {kind}"
            elif len(events[kind].fields) != len(record.elts) - FIXED:
                wanted = len(events[kind].fields)
                yield f"{kind} has {len(record.elts) - FIXED} fields, and {wanted} are declared"


@pytest.mark.parametrize("room", DECLARED)
def test_events_have_the_fields_they_declare(room):
    found = [
        f"{path.relative_to(ORACLE)}:{each}"
        for path in sorted((ORACLE / room).glob("*.py"))
        for each in mistakes(path.read_text(), DECLARED[room])
    ]
    assert not found, "\n".join(found)


def test_a_wrong_event_is_found():
    def said(record):
        return mistakes(f"def step(state):\n    state.log.append({record})", (DUEL,))

    assert said('("stop", RULES, NONE, seat)') == []
    assert said('("stop", RULES, NONE)') == ["2: stop has 0 fields, and 1 are declared"]
    assert said('("halt", RULES, NONE)') == ["2: no event is called halt"]
    assert said('("stop" if seat else "dice", RULES, NONE, seat)') == [
        "2: dice has 1 fields, and 2 are declared"
    ]
    assert said("told") == ["2: what is logged is no tuple that can be seen here"]
    assert said('("stop", RULES, NONE, *seats)') == ["2: the fields of the event cannot be counted"]
