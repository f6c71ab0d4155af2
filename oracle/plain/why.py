"""Why an answer is legal or not, as far as the decision itself tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from oracle.kernel.decision import Decision

if TYPE_CHECKING:
    from oracle.explanation import Told, Value
    from oracle.position import Position

PRINTED: dict[str, tuple[str, ...]] = {}
LOWEST: dict[str, tuple[str, ...]] = {}

EXAMPLE = '{"play": "#3"}'


def card_values(position: Position, handle: str) -> tuple[Value, ...]:
    """Nothing is reckoned beside the layers."""
    return ()


def seat_values(position: Position, seat: str) -> tuple[Value, ...]:
    """Nothing is reckoned."""
    return ()


def worth_explaining(position: Position) -> list[str]:
    """The cards that have derived values."""
    machine, state = position.ruleset.machine, position.state
    if not machine.layers:
        return []
    places = [place for place, _ in machine.static_places]
    return [position.handles[card] for place in places for card in state.zones[place]]


def words_for(position: Position, option: Mapping[str, Any]) -> str:
    """The names of the cards of an option."""
    values = [each for each in option.values() if isinstance(each, str)]
    return ", ".join(position.name(each) for each in values if each in position.handles)


def in_favour(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """The rules of the decision say it all."""
    yield from ()


def against(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """What is asked, if it is something else."""
    verbs = {verb for option in decision.options for verb in option}
    if not decision.factored and not verbs & given.keys():
        yield f"The game asks for {_either(sorted(verbs))} now.", decision.rules


def _either(words: list[str]) -> str:
    return " or ".join(f"`{word}`" for word in words)
