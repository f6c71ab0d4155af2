"""How an adapter of a game begins."""

from __future__ import annotations

from attrs import frozen


@frozen
class Begun:
    """What the placeholder plays of a game, and a vector of it as an example."""

    title: str
    knows: str
    example: str
    ruleset: str
