"""What cards are called while a story is told: a creature that evolves gets another name."""

from __future__ import annotations

from conformance.scenario.cast import Cast
from conformance.scenario.face import Event, Position


class Namer:
    """Tells events one after another, each with the names of its moment."""

    def __init__(self, cast: Cast, position: Position | None = None) -> None:
        """Begin at a position, or where the scenario begins."""
        self._cast = cast
        self._names = cast.names(position)

    def tell(self, event: Event) -> str:
        """The sentence of the next event."""
        text = event.text(lambda word: self._names.get(word, word))
        if event.kind in self._cast.game.renaming:
            handle = event.data["card"]
            self._names[handle] = self._cast.renamed(handle, event.data["into"])
        return text
