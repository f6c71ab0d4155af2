"""How the events of a game show what of a card was used."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Used:
    """The events of a game that speak of abilities, effects and cards."""

    shown_by: Mapping[str, tuple[str, ...]]
    """The events that show an ability at work, and the kinds of ability they can speak of."""
    begin: frozenset[str]
    """The events with which an effect begins."""
    takes_part: Mapping[str, str]
    """The events in which a card takes part, and the field that names it."""
