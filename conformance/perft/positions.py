"""The named positions of the kit, and positions of one's own in a file."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from conformance.engines.interface import Engine
from conformance.engines.rulesets import expected_number, number_of_players, ruleset
from conformance.protocol.canonical import JsonObject
from conformance.protocol.messages import DEEPEST, Count, Frame
from conformance.protocol.reading import Malformed, read
from conformance.room import ROOM
from oracle.verbs.arguments import default_ruleset
from rules_dsl.errors import KaijuError
from rules_dsl.foreign import load_json

POSITIONS = ROOM / "perft" / "positions.json"
FORMAT = 1
THE_START = "the start"


@frozen
class Origin:
    """Where a tree begins: the start of a game, or a position to stand up."""

    game: str
    setup: JsonObject | None = None
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    players: int | None = None
    script: list[JsonObject] = field(factory=list)
    """The open answers that come first: the tree begins after them."""

    def begin(self, engine: Engine) -> Frame:
        """Let an engine stand there, before the answers that come first.

        Only one that takes `options` is told them: any other plays by its own.
        """
        from conformance.engines.in_process import InProcess

        takes = isinstance(engine, InProcess) or "options" in engine.hello().ops
        added = self.options if takes else {}, self.cards, self.players
        if self.setup is None:
            return engine.start(self.game, *added)
        return engine.setup(self.game, self.setup, *added)


@frozen
class Named:
    """A position of the kit with what the oracle counts below it."""

    id: str
    name: str
    title: str
    setup: JsonObject
    counts: list[Count]
    game: str = field(factory=default_ruleset)
    options: dict[str, str] = field(factory=dict)
    cards: list[str] = field(factory=list)
    script: list[JsonObject] = field(factory=list)

    @property
    def origin(self) -> Origin:
        return Origin(self.game, self.setup, self.options, self.cards, script=self.script)

    @property
    def depth(self) -> int:
        """How deep it is counted."""
        return len(self.counts) - 1


@frozen
class _File:
    """What positions.json holds."""

    format: int
    positions: list[Named]


def named_positions(file: Path = POSITIONS) -> list[Named]:
    """The positions of the kit in the order of their file."""
    if not file.exists():  # a game of one's own need not have any
        return []
    try:
        found: _File = read(load_json(file), _File)
    except Malformed as error:
        raise KaijuError(f"no file of positions: {error}", place=str(file)) from None
    if found.format != FORMAT:
        raise KaijuError(f"format {found.format} is not known", place=str(file))
    for one in found.positions:
        if not one.counts or one.depth > DEEPEST:
            raise KaijuError(f"{one.name} has no counts, or too many", place=str(file))
    return found.positions


def beginning(game: str, players: int | None) -> Origin:
    """The start of a game of so many players."""
    return Origin(game, players=expected_number(game, players))


def find(what: str) -> Named | Origin:
    """The position of this name, or the one that a file of this name describes."""
    positions = {one.name: one for one in named_positions()}
    for one in positions.values():
        if what in (one.name, one.id):
            return one
    file = Path(what)
    if file.is_file():
        return read_origin(file)
    near = difflib.get_close_matches(what, positions, n=1)
    raise KaijuError(
        f"there is no position and no file {what}",
        remedy=f"Did you mean {near[0]}?" if near else f"Positions: {', '.join(positions)}.",
    )


def read_origin(file: Path) -> Origin:
    """A position in a file: what `setup` takes, or an object with `setup` and the ruleset."""
    found = load_json(file)
    if isinstance(found, dict) and "players" in found:
        found = {"setup": found}
    if not isinstance(found, dict) or "setup" not in found:
        raise KaijuError(
            "this is no position",
            place=str(file),
            remedy='Write {"players": {"p1": {…}, "p2": {…}}, "turn": "p1"}, as `setup` takes it.',
        )
    try:
        origin: Origin = read({"game": default_ruleset(), **found}, Origin)
    except Malformed as error:
        raise KaijuError(str(error), place=str(file)) from None
    _expect_possible(origin, str(file))
    return origin


def _expect_possible(origin: Origin, place: str) -> None:
    """Refuse a position that cannot be, before an engine is blamed for it."""
    from conformance.engines.in_process import InProcess
    from conformance.perft.walk import Refused, reach

    try:
        number = origin.players or number_of_players(origin.game, origin.setup)
        ruleset(origin.game, origin.options, origin.cards, players=number).setup(origin.setup)
        if origin.script:
            reach(InProcess(), origin, ())
    except KaijuError as error:
        where = f"{place}: {error.place}" if error.place else place
        raise KaijuError(error.message, place=where, remedy=error.remedy) from None
    except Refused as error:
        raise KaijuError(f"script: {error}", place=place) from None


def counts_text(positions: Sequence[Named], counts: Mapping[str, Sequence[Count]]) -> str:
    """The text of positions.json with these counts, by the names of the positions."""
    lines = []
    for one in positions:
        said: JsonObject = {"id": one.id, "name": one.name, "title": one.title}
        if one.game != default_ruleset():
            said["game"] = one.game
        said |= {"options": one.options} if one.options else {}
        said |= {"cards": one.cards} if one.cards else {}
        said["setup"] = one.setup
        said |= {"script": one.script} if one.script else {}
        said["counts"] = [count.to_json() for count in counts[one.name]]
        fields = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in said.items()]
        lines.append("  {\n    " + ",\n    ".join(fields) + "\n  }")
    return f'{{"format": {FORMAT}, "positions": [\n' + ",\n".join(lines) + "\n]}\n"
