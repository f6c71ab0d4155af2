"""Numbers that laws compute: `h - c`, `power of a + 1`, `2 * n`, `h + 2, at most 10`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import frozen

from rules_dsl.definitions import Card

Value = int | str | tuple[str, ...] | Card
"""What a variable stands for: a number, a word, what dice show, a card."""

Binding = Mapping[str, Value]

NAME = r"[a-z][a-z0-9]*"
_TOKEN = re.compile(rf"\s*(?:(\d+)|({NAME}(?:-{NAME})*)|([-+*(),]))")
BOUNDS: dict[str, Callable[[int, int], int]] = {"at most": min, "at least": max}
HALVES = {"up": 1, "down": 0}


class NotANumber(ValueError):
    """A text that computes nothing."""


@frozen
class Number:
    """An expression: a number, a variable, something of a variable, or two of them joined."""

    kind: str  # value, variable, of, half, +, -, *, at most, at least
    value: int = 0
    name: str = ""
    what: str = ""
    parts: tuple[Number, ...] = ()

    def names(self) -> set[str]:
        """The variables it speaks of."""
        own = {self.name} if self.name else set()
        return own.union(*(part.names() for part in self.parts))

    def of(self, binding: Binding) -> int:
        """What it comes to."""
        match self.kind:
            case "value":
                return self.value
            case "variable":
                found = binding[self.name]
                if not isinstance(found, int):
                    raise NotANumber(f"`{self.name}` is no number")
                return found
            case "of":
                return number_of(binding[self.name], self.what, self.name)
            case "half":
                return (self.parts[0].of(binding) + self.value) // 2
        one, other = (part.of(binding) for part in self.parts)
        if self.kind in BOUNDS:
            return BOUNDS[self.kind](one, other)
        return one + other if self.kind == "+" else one - other if self.kind == "-" else one * other

    def __str__(self) -> str:
        match self.kind:
            case "value":
                return str(self.value)
            case "variable":
                return self.name
            case "of":
                return f"{self.what} of {self.name}"
            case "half":
                way = next(way for way, more in HALVES.items() if more == self.value)
                return f"half of {self._grouped(0)} rounded {way}"
        joint = f", {self.kind} " if self.kind in BOUNDS else f" {self.kind} "
        return f"{self._grouped(0)}{joint}{self._grouped(1)}"

    def _grouped(self, number: int) -> str:
        part = self.parts[number]
        looser = self.kind == "*" and part.kind in "+-"
        right = self.kind == "-" and number == 1 and part.kind in "+-"
        return f"({part})" if looser or right else str(part)


def number_of(value: Value, what: str, name: str) -> int:
    """How much of something a variable has: a printed number of a card, a face among dice."""
    if isinstance(value, Card):
        return value.property(what)
    if isinstance(value, tuple):
        return sum(what in (face, f"{face}s") for face in value)
    raise NotANumber(f"`{name}` has no {what}")


def read_number(text: str) -> Number:
    """The expression that a text writes; raises NotANumber."""
    for bound in BOUNDS:
        left, joint, right = text.rpartition(f", {bound} ")
        if joint:
            return Number(bound, parts=(read_number(left), read_number(right)))
    tokens = _tokens(text)
    found = _sum(tokens)
    if tokens:
        raise NotANumber(f"`{text}` computes nothing from `{tokens[0]}` on")
    return found


def _tokens(text: str) -> list[str]:
    tokens, at, text = [], 0, text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise NotANumber(f"`{text}` computes nothing")
        tokens.append(match[match.lastindex or 0])
        at = match.end()
    return tokens


def _sum(tokens: list[str]) -> Number:
    found = _product(tokens)
    while tokens and tokens[0] in "+-":
        found = Number(tokens.pop(0), parts=(found, _product(tokens)))
    return found


def _product(tokens: list[str]) -> Number:
    found = _atom(tokens)
    while tokens and tokens[0] == "*":
        found = Number(tokens.pop(0), parts=(found, _atom(tokens)))
    return found


def _atom(tokens: list[str]) -> Number:
    if not tokens:
        raise NotANumber("a number is missing at the end")
    token = tokens.pop(0)
    if token == "(":
        found = _sum(tokens)
        if not tokens or tokens.pop(0) != ")":
            raise NotANumber("a `)` is missing")
        return found
    if token.isdigit():
        return Number("value", int(token))
    if not token[0].isalpha():
        raise NotANumber(f"`{token}` is no number")
    if token == "half" and tokens[:1] == ["of"]:
        del tokens[0]
        inner = _atom(tokens)
        if tokens[:1] != ["rounded"] or len(tokens) < 2 or tokens[1] not in HALVES:
            raise NotANumber("say `half of n rounded up`, or `rounded down`")
        way = tokens[1]
        del tokens[:2]
        return Number("half", HALVES[way], parts=(inner,))
    if tokens[:1] == ["of"] and len(tokens) > 1:
        del tokens[0]
        return Number("of", name=tokens.pop(0), what=token)
    return Number("variable", name=token)
