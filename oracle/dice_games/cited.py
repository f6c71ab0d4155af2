"""The rules that the common procedures of both dice games rest on, by game."""

from __future__ import annotations

from attrs import frozen

from oracle.kernel.state import Rules


@frozen
class Cited:
    """The rules of a game that the common procedures rest on."""

    order: Rules
    """Who chooses which of several effects is next."""
    add_up: Rules
    """The effects of several cards all work."""
    again: Rules
    """What may be used is used as often as wanted."""
    die: Rules
    """What a die shows."""
    reroll: Rules
    """Which dice are rolled again, and how often."""
    stop: Rules
    """Rolling can be stopped."""
    choose: Rules
    """Who chooses what a text leaves open."""
    choose_cards: Rules
    """The same where cards are chosen."""
