"""Continuous effects: derived from what is in force now, never stored on cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .state import State

if TYPE_CHECKING:
    from .machine import LinkedAbility, Machine

# A game's functions take that game's own machine, which is why the first parameter is open.
Targets = Callable[[Any, State, int, int], "list[int]"]
Condition = Callable[[Any, State, int, int], bool]
Contribution = tuple[int, int, int, "Static"]
"""`(target, amount, source, static)`."""


class Layer:
    """One derived value of every card in force.

    Values start from the printed ones and are combined with what applies. A `grounded` layer
    is repeated until nothing is added, starting from the printed values, so that what copies
    from a copy works and nothing holds itself up.
    """

    __slots__ = ("combine", "grounded", "index", "lowest", "name", "printed", "show")

    def __init__(
        self,
        name: str,
        index: int,
        printed: list[int],
        combine: Callable[[int, int], int],
        *,
        lowest: int | None = None,
        grounded: bool = False,
        show: Callable[[int], Any] = int,
    ) -> None:
        self.name = name
        self.index = index
        self.printed = printed
        self.combine = combine
        self.lowest = lowest
        self.grounded = grounded
        self.show = show


class Static:
    """One continuous change: when it holds, what it reaches, and by how much.

    It `looks_back` when that depends on values of its own layer.
    """

    __slots__ = ("ability", "amount", "condition", "layer", "looks_back", "rules", "targets")

    def __init__(
        self,
        layer: int,
        condition: Condition | None,
        targets: Targets,
        amount: int,
        ability: LinkedAbility,
        rules: tuple[str, ...],
        *,
        looks_back: bool,
    ) -> None:
        self.layer = layer
        self.condition = condition
        self.targets = targets
        self.amount = amount
        self.ability = ability
        self.rules = rules
        self.looks_back = looks_back


def derive(machine: Machine, state: State) -> Any:
    """Compute and keep the derived values: one dict a layer, then the contributions.

    Then comes a store for whatever a game derives from the same table, which lives as long as
    the values do, and last whether the values are volatile: to be derived anew in another turn.
    """
    cards = state.cards
    zones = state.zones
    statics = machine.statics
    sources = []
    in_force: list[int] = []
    for place, seat in machine.static_places:
        zone = zones[place]
        in_force += zone
        for card in zone:
            if cards[card] in statics:
                sources.append((card, seat, cards[card]))
    layers = machine.layers
    values: list[Any] = []
    for layer in layers:
        printed = layer.printed
        values.append({card: printed[cards[card]] for card in in_force})
    if not sources:
        state.derived = derived = (*values, (), {}, False)
        return derived
    contributions: list[Contribution] = []
    volatile = machine.volatile
    changing = not volatile.isdisjoint([definition for _, _, definition in sources])
    state.derived = derived = (*values, contributions, {}, changing)
    for layer in layers:
        index = layer.index
        of_layer = []
        looks_back = False
        for source, seat, definition in sources:
            for static in statics[definition][index]:
                of_layer.append((source, seat, static))
                looks_back = looks_back or static.looks_back
        if of_layer:
            apply = _apply if looks_back else _apply_once
            contributions += apply(machine, state, layer, of_layer, values[index])
    return derived


def _apply(
    machine: Machine,
    state: State,
    layer: Layer,
    sources: list[tuple[int, int, Static]],
    values: dict[int, int],
) -> list[Contribution]:
    combine = layer.combine
    told: dict[tuple[int, int, Static], Contribution] = {}
    while True:
        new = values.copy()
        for source, seat, static in sources:
            condition = static.condition
            if condition is not None and not condition(machine, state, source, seat):
                continue
            amount = static.amount
            for target in static.targets(machine, state, source, seat):
                told[target, source, static] = (target, amount, source, static)
                new[target] = combine(new[target], amount)
        if not layer.grounded:
            lowest = layer.lowest
            for card, value in new.items():
                values[card] = value if lowest is None or value > lowest else lowest
            break
        if new == values:
            break
        values.update(new)
    return list(told.values())


def _apply_once(
    machine: Machine,
    state: State,
    layer: Layer,
    sources: list[tuple[int, int, Static]],
    values: dict[int, int],
) -> list[Contribution]:
    """Where nothing looks at values of this layer, its changes can be made in place."""
    combine, lowest = layer.combine, layer.lowest
    contributions = []
    for source, seat, static in sources:
        condition = static.condition
        if condition is not None and not condition(machine, state, source, seat):
            continue
        amount = static.amount
        for target in static.targets(machine, state, source, seat):
            contributions.append((target, amount, source, static))
            values[target] = combine(values[target], amount)
    if lowest is not None:
        for target, _, _, _ in contributions:
            if values[target] < lowest:
                values[target] = lowest
    return contributions
