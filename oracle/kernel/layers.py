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
Count = Callable[[Any, State, int, int], int]
Contribution = tuple[int, int, int, "Static"]
"""`(target, amount, source, static)`."""

Source = tuple[int, int, "Static", "tuple[int, ...] | None"]
"""`(source, seat, static, targets)`; without targets it reaches what its text means now."""


class Layer:
    """One derived value of every card in force.

    Values start from the printed ones and are combined with what applies. A `grounded` layer
    is repeated until nothing is added, starting from the printed values, so that what copies
    from a copy works and nothing holds itself up.
    """

    __slots__ = ("combine", "grounded", "highest", "index", "lowest", "name", "printed", "show")

    def __init__(
        self,
        name: str,
        index: int,
        printed: list[int],
        combine: Callable[[int, int], int],
        *,
        lowest: int | None = None,
        highest: int | None = None,
        grounded: bool = False,
        show: Callable[[int], Any] = int,
    ) -> None:
        self.name = name
        self.index = index
        self.printed = printed
        self.combine = combine
        self.lowest = lowest
        self.highest = highest
        self.grounded = grounded
        self.show = show


class Static:
    """One continuous change: when it holds, what it reaches, and by how much.

    It `looks_back` when that depends on values of its own layer. Where it counts something, the
    change is the amount as many `times`.
    """

    __slots__ = (
        "ability",
        "amount",
        "condition",
        "layer",
        "looks_back",
        "rules",
        "targets",
        "times",
    )

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
        times: Count | None = None,
    ) -> None:
        self.times = times
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
                sources.append((card, seat, statics[cards[card]]))
    if machine.static_elsewhere:
        for place, seat, table in machine.static_elsewhere:
            sources += [(c, seat, table[cards[c]]) for c in zones[place] if cards[c] in table]
    layers = machine.layers
    values: list[Any] = []
    for layer in layers:
        printed = layer.printed
        values.append({card: printed[cards[card]] for card in in_force})
    if not sources and not state.lasting and not state.under:
        state.derived = derived = (*values, (), {}, False)
        return derived
    contributions: list[Contribution] = []
    volatile = machine.volatile
    changing = not volatile.isdisjoint([cards[card] for card, _, _ in sources])
    state.derived = derived = (*values, contributions, {}, changing)
    for layer in layers:
        index = layer.index
        of_layer: list[Source] = [
            (source, seat, static, None)
            for source, seat, split in sources
            for static in split[index]
        ]
        if state.lasting or state.under:
            of_layer += _for_a_time(machine, state, index, values[index])
        if of_layer:
            looks_back = any([static.looks_back for _, _, static, _ in of_layer])  # noqa: C419
            apply = _apply if looks_back else _apply_once
            contributions += apply(machine, state, layer, of_layer, values[index])
    return derived


def _for_a_time(machine: Machine, state: State, index: int, values: dict[int, int]) -> list[Source]:
    """The changes of a layer that were made for a time, and those by cards under others."""
    found: list[Source] = []
    for number, source, seat, targets in state.lasting:
        static = machine.lasting[number]
        if isinstance(static, Static) and static.layer == index:
            if targets is not None:
                targets = tuple([card for card in targets if card in values])
            found.append((source, seat, static, targets))
    under = machine.static_under
    if under is not None and under.layer == index:
        for card, below in sorted(state.under.items()):
            found += [(source, -1, under, (card,)) for source in below]
    return found


def _apply(
    machine: Machine,
    state: State,
    layer: Layer,
    sources: list[Source],
    values: dict[int, int],
) -> list[Contribution]:
    """Where changes look at values of this layer: a grounded one until nothing is added."""
    if not layer.grounded:
        return _apply_once(machine, state, layer, sources, values)
    combine = layer.combine
    told: dict[tuple[int, int, Static], Contribution] = {}
    while True:
        new = values.copy()
        for contribution in _reached(machine, state, sources):
            target, amount, source, static = contribution
            told[target, source, static] = contribution
            new[target] = combine(new[target], amount)
        if new == values:
            return list(told.values())
        values.update(new)


def _apply_once(
    machine: Machine,
    state: State,
    layer: Layer,
    sources: list[Source],
    values: dict[int, int],
) -> list[Contribution]:
    """All changes together: each is asked for before any is made."""
    combine, lowest, highest = layer.combine, layer.lowest, layer.highest
    contributions = _reached(machine, state, sources)
    for target, amount, _, _ in contributions:
        values[target] = combine(values[target], amount)
    if lowest is not None or highest is not None:
        for target, _, _, _ in contributions:
            if lowest is not None and values[target] < lowest:
                values[target] = lowest
            if highest is not None and values[target] > highest:
                values[target] = highest
    return contributions


def _reached(machine: Machine, state: State, sources: list[Source]) -> list[Contribution]:
    """What continuous changes reach now, and by how much."""
    contributions: list[Contribution] = []
    for source, seat, static, targets in sources:
        condition = static.condition
        if condition is not None and not condition(machine, state, source, seat):
            continue
        amount = static.amount
        if static.times is not None:
            amount *= static.times(machine, state, source, seat)
        found = static.targets(machine, state, source, seat) if targets is None else targets
        for target in found:
            contributions.append((target, amount, source, static))
    return contributions
