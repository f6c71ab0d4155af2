"""What a vector assumes: the answers to options under which it holds as it stands.

Nobody writes this down; it is found by playing the vector under every other answer. An option can
matter only where the machine looks at what the option sets, so only those are tried at which it
looks while the vector is played.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from attrs import asdict

import oracle
from conformance.engines.rulesets import ruleset, ruleset_anew
from conformance.judge.answers import answers_of_vector, changed_answers
from conformance.judge.derive import NotApplicable, derive, same_outcome
from conformance.judge.vector import Vector
from rules_dsl.reader import ids_of_cards, load_text
from rules_dsl.specification import Option, load_specification, spec_root

Assumes = dict[str, list[str]]
"""For each option that matters, the answers under which a vector holds."""

SIMPLE = (bool, int, str)


def assumes(vector: Vector) -> Assumes:
    """The options that a vector depends on, each with the answers under which it holds.

    Every option is tried by itself: where two interact, only playing by both tells.
    """
    own = answers_of_vector(vector)
    found: Assumes = {}
    for option in options_reached(vector):
        answers = [each.id for each in option.answers]
        held = [
            answer
            for answer in answers
            if answer == own[option.id] or _holds(vector, {**own, option.id: answer})
        ]
        if held != answers:
            found[option.id] = held
    return found


def _holds(vector: Vector, answers: dict[str, str]) -> bool:
    if any(each.perft is not None for each in vector.expect):
        return False  # to count again under every answer takes minutes: it is not claimed
    derived = derive(vector, answers)
    return not isinstance(derived, NotApplicable) and same_outcome(vector, derived)


def options_reached(vector: Vector) -> list[Option]:
    """The options at whose consequences the machine looks while it plays the vector."""
    specification = load_specification()
    game = specification.ruleset(vector.game).game
    flags = flags_of(game)
    watched = frozenset().union(*flags.values())
    own = answers_of_vector(vector)
    changed = tuple(sorted(changed_answers(vector.game, own).items()))
    linked = _read_by_linking(vector.game, changed, tuple(vector.cards), vector.players, watched)
    kind = type(ruleset(vector.game, dict(changed), vector.cards, players=vector.players).machine)
    with watching(kind, watched) as read:
        derive(vector, own)
    looked_at, written = read | linked, json.dumps(asdict(vector))
    return [
        specification.options[id]
        for id, names in flags.items()
        if any(f'"{card}"' in written for card in read_otherwise(id))
        or not (names.isdisjoint(looked_at) if names else read_otherwise(id))
    ]


@cache
def read_otherwise(option: str) -> frozenset[str]:
    """The cards that read otherwise under some answer to an option.

    A card that a vector does not name cannot change its outcome, whatever it says.
    """
    answers = load_specification().options[option].answers
    files = [spec_root() / file for answer in answers for file in answer.cards]
    return frozenset[str]().union(*(ids_of_cards(load_text(file)) for file in files))


@cache
def _read_by_linking(
    game: str,
    options: tuple[tuple[str, str], ...],
    cards: tuple[str, ...],
    players: int | None,
    watched: frozenset[str],
) -> frozenset[str]:
    """What is looked at while a machine is put together, which shapes all its games."""
    kind = type(ruleset(game, dict(options), cards, players=players).machine)
    with watching(kind, watched) as read:
        ruleset_anew(game, dict(options), cards, players)
    return frozenset(read)


@contextmanager
def watching(kind: type, names: frozenset[str]) -> Iterator[set[str]]:
    """Note which of these attributes of machines of a kind are looked at."""
    read: set[str] = set()
    for name in names:
        setattr(kind, name, _Watched(name, read))
    try:
        yield read
    finally:
        for name in names:
            delattr(kind, name)


class _Watched:
    """An attribute that notes when somebody looks at it; its value stays where it is."""

    def __init__(self, name: str, read: set[str]) -> None:
        self._name = name
        self._read = read

    def __get__(self, machine: Any, _: type) -> Any:  # Any: whatever the attribute holds
        self._read.add(self._name)
        try:
            return machine.__dict__[self._name]
        except KeyError:
            raise AttributeError(self._name) from None

    def __set__(self, machine: Any, value: Any) -> None:
        machine.__dict__[self._name] = value


@cache
def flags_of(game: str) -> dict[str, frozenset[str]]:
    """For each option of a game, the attributes of its machines that its answers change.

    None at all means that an option works in some other way: it may matter anywhere, unless all
    it does is to let cards read otherwise.
    """
    specification = load_specification()
    usual = specification.ruleset(specification.games[game].usual)
    fewest, most = usual.players
    names = {option: frozenset[str]() for option in specification.answers(usual)}
    for number in {fewest, most} if fewest < most else {None}:
        base = _simple(usual.name, {}, number)
        for option in names:
            for answer in specification.options[option].answers:
                other = _simple(usual.name, {option: answer.id}, number)
                names[option] |= {name for name in base if base[name] != other.get(name)}
    return names


def _simple(game: str, options: dict[str, str], players: int | None) -> dict[str, Any]:
    machine = oracle.load(game, options=options, players=players).machine
    return {name: value for name, value in vars(machine).items() if type(value) in SIMPLE}
